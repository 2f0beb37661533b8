"""Teams before and after the start: founded, found by name, joined, left, filled up, exported, anonymised."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bot.i18n import Reader
from bot.refusal import Refusal
from bot.teams import roster
from bot.teams.screens import team_lines, winning_team
from bot.teams.standings import team_standings
from bot.tournaments import entries
from bot.tournaments.actions import Begin, OpenRound, Substitute
from bot.tournaments.export import files
from bot.tournaments.formats.engine import standings
from bot.tournaments.model import ERASED_USER, Entry, PendingChange, Team, Tournament
from bot.tournaments.pairing.event import EventOptions
from bot.tournaments.public_names import publicly_named
from bot.tournaments.qualification import Applicant
from bot.tournaments.verify import verify_tournament
from games.text import _
from tests.bot.tournaments.conftest import Evening
from tests.bot.tournaments.cups import PEOPLE, cup, event_of, with_event
from tests.bot.tournaments.test_entries import refused

PAIRS = {"fewest": 2, "preferred": 2, "most": 2, "team_size": 2}


async def in_pairs(evening: Evening, *users: int, size: int = 2) -> Tournament:
    """Announced for teams of two, and entered by these."""
    how = {**PAIRS, "team_size": size}
    return await evening.join(await evening.announced(how=how), *users)


async def found(evening: Evening, t: Tournament, user: int, name: str) -> Tournament:
    return await change(evening, t, user, lambda now: roster.founded(now, user, name))


async def join(evening: Evening, t: Tournament, user: int, team: str) -> Tournament:
    return await change(
        evening,
        t,
        user,
        lambda now: roster.joined(now, user, team) if team else roster.left(now, user),
    )


async def change(
    evening: Evening, t: Tournament, user: int, how: Callable[[Tournament], PendingChange]
) -> Tournament:
    return (await evening.tournament_service.change(evening.press(user), t.id, how)).tournament


def who_plays_for(t: Tournament) -> dict[str, list[int]]:
    """By what the team is called."""
    return {name_of(team): [each.user for each in roster.members(t, team.id)] for team in t.record.teams}


def name_of(team: Team) -> str:
    return Reader("en").plain(_("{team}", team=roster.name_of(team)))


async def test_a_team_is_founded_and_joined_by_its_name_or_from_the_list(evening: Evening) -> None:
    t = await found(evening, await in_pairs(evening, 101, 102, 103, 104), 101, "  Red   Sails ")
    t = await found(evening, t, 102, "red sails")
    assert who_plays_for(t) == {"Red Sails": [101, 102]}
    t = await found(evening, t, 103, "Blue Fin")
    t = await join(evening, t, 104, t.record.teams[1].id)
    assert who_plays_for(t) == {"Red Sails": [101, 102], "Blue Fin": [103, 104]}


async def test_a_full_team_takes_nobody_and_nothing_changes(evening: Evening) -> None:
    t = await in_pairs(evening, 101, 102, 103)
    for user in (101, 102):
        t = await found(evening, t, user, "Red Sails")
    assert (await refused(found(evening, t, 103, "Red Sails"))).reason == "full"
    assert (await evening.now(t)).revision == t.revision


@pytest.mark.parametrize("name", ["", "   ", "x" * 31, "a\nb\x07"])
async def test_a_name_that_cannot_be_read_is_refused(evening: Evening, name: str) -> None:
    t = await in_pairs(evening, 101)
    assert (await refused(found(evening, t, 101, name))).reason == "input"


async def test_whoever_leaves_has_no_team_and_a_team_of_nobody_is_gone(evening: Evening) -> None:
    t = await found(evening, await in_pairs(evening, 101), 101, "Red Sails")
    t = await join(evening, t, 101, "")
    assert t.record.teams == ()
    assert (await refused(join(evening, t, 101, "1"))).reason == "gone"
    assert (await refused(join(evening, t, 101, ""))).reason == "twice"


async def test_at_the_start_whoever_is_alone_fills_up_the_emptiest_and_the_others_make_new_teams(
    evening: Evening,
) -> None:
    t = await in_pairs(evening, 101, 102, 103, 104, 105)
    t = await found(evening, t, 104, "Red Sails")
    t = (await evening.act(t, Begin())).tournament
    assert who_plays_for(t) == {"Red Sails": [101, 104], "Team 2": [102, 103], "Team 3": [105]}
    assert event_of(t).teams() == {"1": ("1", "4"), "2": ("2", "3"), "3": ("5",)}
    assert (await refused(join(evening, t, 105, "1"))).reason == "late"


async def test_teams_that_have_become_too_large_keep_those_who_came_first(evening: Evening) -> None:
    t = await in_pairs(evening, 101, 102, 103, size=3)
    for user in (101, 102, 103):
        t = await found(evening, t, user, "Red Sails")
    assert who_plays_for(roster.filled(smaller(t, 2))) == {"Red Sails": [101, 102], "Team 2": [103]}
    assert who_plays_for(roster.filled(smaller(t, 0))) == {}


def smaller(t: Tournament, size: int) -> Tournament:
    return t.with_record(settings=replace(t.settings, how=replace(t.settings.how, team_size=size)))


async def test_whoever_enters_late_takes_a_free_place_and_a_substitute_plays_for_the_same_team(
    evening: Evening,
) -> None:
    t = await evening.join(await evening.announced(how=PAIRS, late=3, by_hand=True), 101, 102, 103)
    for user in (101, 102):
        t = await found(evening, t, user, "Red Sails")
    await evening.act(t, Begin())
    t = (await evening.act(t, OpenRound())).tournament
    t = (await evening.tournament_service.enter(evening.press(104), t.id, Applicant())).tournament
    assert who_plays_for(t) == {"Red Sails": [101, 102], "Team 2": [103, 104]}
    assert event_of(t).teams()["2"] == ("3", "4")
    t = (await evening.act(t, Substitute(entrant="1", user=105, name="Player 105"))).tournament
    assert who_plays_for(t)["Red Sails"] == [105, 102]


async def test_where_everybody_plays_for_themselves_there_are_no_teams(evening: Evening) -> None:
    t = await evening.join(await evening.announced(), 101)
    assert (await refused(found(evening, t, 101, "Red Sails"))).reason == "stale"


async def test_teams_need_a_format_in_which_everybody_plays_every_round(evening: Evening) -> None:
    for format in ("knock-out", "groups"):
        with pytest.raises(Refusal, match="every round"):
            await evening.announced(format, how=PAIRS)


NAMES = {"1": "Red Sails", "2": "Blue Fin"}


def played() -> Tournament:
    """Six in two teams of three, the second founded by Dampier, who is the fourth."""
    t = cup(replace(EventOptions(), team_size=3, rounds=2), PEOPLE[:6])
    event = event_of(t)
    entrants = tuple(replace(each, team="1" if each.joined <= 3 else "2") for each in event.entrants)
    named = tuple(replace(each, team="1" if int(each.id) <= 3 else "2") for each in t.record.entries)
    founded = (
        Team("1", "Red Sails", t.record.entries[0].user),
        Team("2", "Blue Fin", t.record.entries[3].user),
    )
    t = with_event(t, replace(event, entrants=entrants))
    return t.with_record(entries=named, teams=founded, founded=2)


def test_standings_tell_of_the_teams_and_the_best_of_them_wins() -> None:
    t = played()
    order = standings(event_of(t))
    points = {"1": 0, "2": 0}
    for line in order:
        points["1" if int(line.entrant) <= 3 else "2"] += int(line.points)
    best = "Red Sails" if points["1"] >= points["2"] else "Blue Fin"
    first, second = map(Reader("en").plain, team_lines(t, order))
    assert best in first
    assert str(max(points.values())) in first
    assert str(min(points.values())) in second
    assert winning_team(t, order) == best
    assert winning_team(cup(), standings(event_of(cup()))) is None


def test_the_export_has_the_teams_and_whoever_changes_them_is_found_out() -> None:
    t = played()
    made = {file.name: file.content for file in files(t, standings(event_of(t)), {})}
    assert b"Red Sails" in made["teams.csv"]
    told = json.loads(made["tournament.json"])
    order = team_standings(event_of(t), standings(event_of(t)))
    assert [each["name"] for each in told["teams"]] == [NAMES[line.team] for line in order]
    assert all(finding.right for finding in verify_tournament(made["tournament.json"]))
    told["teams"][0]["points"] = "999"
    wrong = [each for each in verify_tournament(json.dumps(told).encode()) if not each.right]
    assert len(wrong) == 1
    assert "teams" in str(wrong[0])


def test_the_name_that_somebody_chose_goes_with_their_data() -> None:
    t = played()
    founder = t.record.entries[3].user
    record = entries.anonymised(t.record, founder)
    assert record.teams[1] == Team("2", "", ERASED_USER)
    assert record.teams[0].name == "Red Sails"


def test_on_a_page_the_team_of_an_initial_is_a_number() -> None:
    t = played()
    named = tuple(_as_named(each) for each in t.record.entries)
    shown = publicly_named(t.with_record(entries=named), "page")
    assert [team.name for team in shown.record.teams] == ["Red Sails", ""]


def _as_named(entry: Entry) -> Entry:
    return replace(entry, named="initial" if entry.name == "Dampier" else "name")
