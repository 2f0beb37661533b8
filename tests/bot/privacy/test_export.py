"""All that is stored about somebody, and nobody else's secrets: held against every column that there is."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.pace import NONE
from bot.privacy.export import export_person
from bot.profiles.rating_service import RatingService
from bot.recurring.recurrence import Recurrence
from bot.recurring.service import RecurringRecord
from bot.score_sheets.sheet import SheetPlayer, SheetRecord
from bot.tables import leaving, lobby, options
from bot.tables.model import Record
from bot.tournaments.actions import HandOver
from bot.tournaments.model import Entry, TournamentRecord, TournamentSettings, to_row
from bot.tournaments.setup_choices import TournamentDraft, TournamentDrafts
from storage import (
    Draft,
    ForecastRow,
    NotificationRow,
    ProgrammeChange,
    ProgrammeRow,
    ScoreSheetRow,
    TournamentChange,
)
from tests.bot.privacy.conftest import MARY, MARYS_ID, MARYS_WORD, OLIVE, entry_of, mary_everywhere
from tests.bot.tables.conftest import CHANNEL, GUILD, PEOPLE
from tests.bot.tables.test_clocks import Days
from tests.bot.tournaments.cups import cup

TOLD = {
    "tables": {"id", "guild", "channel", "game", "record", "created"},
    "standing": {"table_id", "phase", "changed", "state", "timing"},
    "seated": {"user", "table_id"},
    "actions": {"table_id", "number", "seat", "action", "user", "at"},
    "drafts": {"table_id", "seat", "chosen"},
    "orders": {"table_id", "seat", "wish"},
    "people": {"user", "wishes"},
    "results": {
        *("table_id", "seat", "guild", "game", "ended", "rated", "user", "name", "robot", "quit", "place"),
        *("points", "figures", "analysis"),
    },
    "ratings": {"guild", "game", "season", "user", "games", "table_id", "mu", "sigma", "at"},
    "forecasts": {"table_id", "round", "user", "guild", "name", "at", "chances", "brier"},
    "nudges": {"user", "channel", "message", "tables", "at"},
    "tournaments": {"id", "guild", "channel", "game", "phase", "record", "created", "changed"},
    "recurring": {"guild", "record"},
    "tournament_users": {"user", "tournament_id"},
    "tournament_drafts": {"user", "guild", "id", "channel", "game", "content", "touched"},
    "audit": {"id", "guild", "tournament_id", "table_id", "at", "user", "kind", "reason", "about"},
    "bans": {"guild", "user", "name", "since", "until"},
    "score_sheets": {"id", "guild", "keeper", "touched", "record"},
}
"""What the export tells, whole or as far as it is about whoever asks."""
NOBODYS = {
    "standing": {"revision", "actions", "due"},  # counters, and when the table is looked at next
    "drafts": {"decision"},  # for which question: a token
    "interactions": {"id", "answer", "at"},  # what a press was answered with, for a day; not whose it was
    "errands": {"id", "table_id", "kind", "payload", "attempts"},  # what is about to be done at a table
    "posts": {"table_id", "kind", "channel", "message", "revision", "at"},  # where tables' messages stand
    "tournaments": {"revision", "series", "season"},
    "recurring": {"id", "revision"},
    "score_sheets": {"revision"},
    "series": {"id", "guild", "revision", "record"},  # how tournaments count together
    "tournament_errands": {"id", "tournament_id", "kind", "payload", "attempts"},
    "tournament_posts": {"tournament_id", "kind", "channel", "message", "revision", "at"},
    # the names of two, of whom each is told what is their own; the act, which may name others
    "audit": {"name", "about_name", "act", "undoes"},
    "bans": {"key"},  # by which a ban is found again when nothing else tells whom it is about
    "log_channels": {"guild", "channel"},
    # where entries of the log stand
    "audit_posts": {"entry", "guild", "channel", "message", "outdated", "attempts"},
    "notes": {"key", "value"},  # of the installation; "erase": while somebody is being erased
    "servers": {"guild", "wishes", "gone"},
    "seasons": {"guild", "game", "season", "began"},
    "sqlite_sequence": {"name", "seq"},
}
"""What is about nobody in particular."""


async def told(days: Days, user: int = MARYS_ID) -> dict[str, Any]:
    """The export, as it arrives."""
    data = await export_person(days.store, user, days.clock.now())
    return json.loads(msgspec.json.encode(data))


@pytest.fixture
async def seen(days: Days) -> dict[str, Any]:
    """What Mary is told who did everything that one can do."""
    rater = RatingService(days.store.results, days.tables.outbox.wake)
    days.tables.listen(rater.table_changed)
    rater.open()
    over = await days.lobby("Anne", MARY)
    await days.tables.change(days.press("Anne"), over.id, options.set_pace, NONE)
    await days.tables.change(days.press(MARY), over.id, lobby.cut, MARYS_WORD)
    await days.tables.playing.start(days.press("Anne"), over.id)
    await days.play_on(over.id)
    await rater.settled()
    await rater.close()
    running = await days.dealt("Anne", MARY)
    await days.store.draft(Draft(running.id, running.seat_of(MARYS_ID) or 0, "b", ("half-chosen",)))
    await days.store.draft(Draft(running.id, running.seat_of(PEOPLE["Anne"]) or 0, "b", ("annes-choice",)))
    await days.store.people.set_preferences(MARYS_ID, msgspec.json.encode({"zone": "Europe/Berlin"}))
    await days.store.notifications.sent(NotificationRow(MARYS_ID, 5, 6, "{}", 7.0))
    await days.store.forecasts.say(ForecastRow(over.id, 2, MARYS_ID, GUILD, MARY, 7.0, b"[80,20]", 0.25))
    drafts = TournamentDrafts(days.store.tournaments)
    cup_to_be = TournamentDraft("", MARYS_ID, GUILD, CHANNEL, over.game, TournamentSettings("Mary's cup"))
    await drafts.begin(cup_to_be, 7.0)
    return await told(days)


def test_every_column_of_the_schema_is_told_or_is_about_nobody(days: Days, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tortuga.sqlite3") as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        columns = {name: {row[1] for row in db.execute(f"PRAGMA table_info({name})")} for name in names}
    known = {name: TOLD.get(name, set[str]()) | NOBODYS.get(name, set[str]()) for name in {*TOLD, *NOBODYS}}
    assert columns == known


def test_every_field_of_a_tables_record_is_thought_of() -> None:
    mine = {"host", "seats", "cuts", "invited", "happenings", "leavers", "calls", "pod", "wish", "expected"}
    mine |= {"helped", "removed", "page"}
    tables = {
        "no_hints",
        "learning",
        "private",
        "options",
        "secret",
        "capacity",
        "locale",
        "joins",
        "seed",
        "locked",
        "pace",
        "pace_open",
        "closed_by",
        "rated",
        "held",
        "position",
        "wanted",
        "told_full",
        "asks_to_wait",
        "sitting",
    }
    assert set(Record.__struct_fields__) == mine | tables


def test_every_field_of_a_tournaments_record_is_thought_of() -> None:
    mine = {"organiser", "organiser_name", "entries", "settings", "crowned", "teams"}
    tournaments = {
        *("locale", "seed", "entered", "event", "drawn", "drawn_at", "tables", "began", "opened", "extra"),
        *("paused", "checking_in", "check_in_ends", "trouble", "shut", "season", "recurring", "event_id"),
        *(
            "reminded",
            "founded",
            "chain",
            "unposted",
            "former",
            "going_on",
            "told_on",
            "waiting_since",
            "joined_waiting",
        ),
    }
    assert set(TournamentRecord.__struct_fields__) == mine | tournaments
    entries = {"id", "user", "name", "press", "at", "state", "here", "formerly", "former_users"}
    entries |= {
        "named",
        "team",
        "asked",
        "no_show",
        "stands_by",
        "plays_as",
        "username",
        "number",
        "missed_start",
    }
    assert set(Entry.__struct_fields__) == entries | {"out", "formerly_named"}


async def test_what_is_stored_is_told(seen: dict[str, Any]) -> None:
    over, running = sorted(seen["tables"], key=lambda table: table["phase"])
    assert seen["user"] == str(MARYS_ID)
    assert seen["preferences"] == {"zone": "Europe/Berlin"}
    assert [each["chosen"]["settings"]["name"] for each in seen["tournaments that you set up"]] == [
        "Mary's cup"
    ]
    assert (over["phase"], over["cut"], over["server"]) == ("over", MARYS_WORD, str(GUILD))
    assert [seat["name"] for seat in over["seats"]] == [MARY]
    assert len(over["actions"]) > 10
    assert running["half chosen"] == [{"seat": running["seats"][0]["seat"], "chosen": ["half-chosen"]}]
    assert running["seats"][0]["clock"]["decision"]
    [result] = seen["results"]
    assert (result["name"], result["table"], result["rated"]) == (MARY, over["table"], 2)
    [called] = seen["calls of bids"]
    assert (called["round"], called["percent by seat"], called["Brier score"]) == (3, [80, 20], 0.25)
    [rating] = seen["ratings"]
    assert (rating["games"], rating["after table"]) == (1, over["table"])
    assert [(reminder["channel"], reminder["message"]) for reminder in seen["reminders"]] == [("5", "6")]


async def test_tournaments_are_told_as_far_as_they_are_hers(days: Days) -> None:
    await mary_everywhere(days.store)
    data = await told(days)
    found = {one["tournament"]: one for one in data["tournaments"]}
    assert set(found) == {"plays", "played", "replaced", "replaced-long-ago", "organises", "substitute"}
    [entry] = found["plays"]["entries"]
    assert (entry["entrant"], entry["name"], entry["joined with"]) == ("3", MARY, str(10**18 + 3))
    assert (found["plays"]["name"], found["plays"]["phase"]) == ("Spring cup", "running")
    assert found["replaced"]["somebody took your place"] == [{"entrant": "2", "name": MARY}]
    assert [one["tournament"] for one in data["tournaments"] if one["organiser"]] == ["organises"]


async def test_what_comes_again_in_her_name_is_told_and_what_comes_in_others_names_is_not(days: Days) -> None:
    def coming(organiser: int, name: str) -> ProgrammeChange:
        rule = Recurrence("Europe/Berlin", (4,), 20 * 60, 105_000)
        cup = TournamentSettings(name, cap=MARYS_ID % 1000)
        record = RecurringRecord(organiser, MARY, "de", 5, "some-game", cup, rule, after=float(MARYS_ID))
        return ProgrammeChange(ProgrammeRow(name, GUILD, 1, msgspec.json.encode(record)))

    for change in (coming(MARYS_ID, "hers"), coming(MARYS_ID + 1, "his")):
        await days.store.recurring.commit(change)
    [hers] = (await told(days))["tournaments that come again"]
    assert (hers["name"], hers["server"], hers["your name"]) == ("hers", str(GUILD), MARY)
    assert (hers["your time zone"], hers["stopped"]) == ("Europe/Berlin", False)


async def test_her_score_sheets_are_told_whole_and_others_as_far_as_she_is_on_them(days: Days) -> None:
    await mary_everywhere(days.store)
    hers, his = (await told(days))["score sheets"]
    assert (hers["sheet"], hers["players"]) == ("hers", [MARY, "Sam"])
    assert (his["sheet"], his["your names"], "players" in his) == ("his", [MARY], False)
    over = SheetRecord(
        *("skull-king", {}, (SheetPlayer("Sam"), SheetPlayer(MARY, MARYS_ID)), 1.0),
        ({"bids": (1, 0), "tricks": (0, 1), "bonus": (0, 0)},),
        stopped=True,
    )
    row = ScoreSheetRow("over", GUILD, MARYS_ID + 1, 1, 1.0, msgspec.json.encode(over))
    await days.store.score_sheets.keep(row)
    assert [each.get("your places") for each in (await told(days))["score sheets"]] == [None, None, [1]]


async def test_what_she_did_as_a_moderator_and_what_was_done_about_her_is_told_and_nobody_elses(
    days: Days,
) -> None:
    await mary_everywhere(days.store)
    data = await told(days)
    entries = {one["tournament"]: one for one in data["moderation"]}
    assert set(entries) == {"played", "replaced-long-ago", "organises", "substitute"}
    assert {one["reason"] for one in entries.values()} == {"it was time"}
    by_her = {id: (one["done by you"], one["about you"]) for id, one in entries.items()}
    assert by_her.pop("organises") == (True, False)
    assert set(by_her.values()) == {(False, True)}
    content = json.dumps(data)
    for other in ("Olive", "Bart", "Zoe", "Flint"):
        assert other not in content


async def test_whose_id_only_contains_hers_is_somebody_else(days: Days) -> None:
    other = int(f"{MARYS_ID}7")
    row = to_row(replace(cup(), id="c", revision=1, phase="over"))
    audit = (entry_of("c", HandOver(other, "Hook")),)
    await days.store.tournaments.commit(TournamentChange(row, users=(OLIVE,), audit=audit))
    data = await told(days)
    assert data["moderation"] == []
    assert "Hook" not in json.dumps(data)


async def test_a_running_game_is_told_as_the_hand_shows_it_and_no_further(
    days: Days, seen: dict[str, Any]
) -> None:
    running = next(table for table in seen["tables"] if table["phase"] == "playing")
    table = await days.tables.table(running["table"])
    assert running["your hand"] == json.loads(msgspec.json.encode(table.observe(MARYS_ID)))
    everything = json.dumps(seen)
    assert table.record.secret not in everything
    assert "annes-choice" not in everything
    assert "Anne" not in everything
    assert str(PEOPLE["Anne"]) not in everything.replace('"', " ").split()


async def test_a_seat_that_a_robot_has_taken_shows_no_hand(days: Days) -> None:
    table = await days.dealt("Anne", MARY, "Calico")
    await days.tables.change(days.press(MARY), table.id, leaving.concede)
    [there] = (await told(days))["tables"]
    assert there["your hand"] is None
    assert [left["how"] for left in there["left"]] == ["conceded"]


async def test_whoever_was_erased_or_never_there_is_told_of_nothing(days: Days) -> None:
    nothing = await told(days)
    assert {key: nothing[key] for key in ("preferences", "tables", "results", "ratings", "reminders")} == {
        "preferences": None,
        "tables": [],
        "results": [],
        "ratings": [],
        "reminders": [],
    }
