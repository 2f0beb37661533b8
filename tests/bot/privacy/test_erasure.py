"""Somebody wants to be forgotten: nothing names them any more, and everybody else's game is as it was."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from msgspec.structs import replace

from bot.i18n import reader_for
from bot.pace import NONE
from bot.privacy.erasure import Eraser
from bot.profiles.rating_service import RatingService
from bot.score_sheets.service import ScoreSheetService
from bot.tables import history, leaving, lobby, options
from bot.tables.model import ERASED_USER, Record, Table
from bot.tables.moderation import RecordedAction, Replace, action_of
from bot.tables.verify import verify_table
from bot.tournaments import actions
from bot.tournaments.actions import Drop, Substitute
from bot.tournaments.model import from_row
from storage import Change, Draft, ForecastRow, NotificationRow, StorageError
from tests.bot.privacy.conftest import (
    MARY,
    MARYS_ID,
    MARYS_WORD,
    entry_of,
    mary_everywhere,
    office_of,
)
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE
from tests.bot.tables.test_clocks import Days, open_house
from tests.bot.tournaments.cups import cup
from tests.support.clock import VirtualClock


def eraser_of(days: Days) -> Eraser:
    """Whoever erases in this house."""
    return Eraser(
        days.store.privacy,
        days.tables.anonymiser,
        office_of(days),
        office_of(days).recurring,
        ScoreSheetService(days.store.score_sheets, days.clock),
        lambda _user: None,
    )


async def erase(days: Days) -> None:
    """Mary is forgotten."""
    await (await eraser_of(days).erase(MARYS_ID))


async def played(days: Days, *names: str) -> Table:
    """A game from its start to its end, without a time limit; Mary cuts."""
    table = await days.lobby(names[0], *names[1:])
    await days.tables.change(days.press(names[0]), table.id, options.set_pace, NONE)
    await days.tables.change(days.press(MARY), table.id, lobby.cut, MARYS_WORD)
    await days.tables.change(days.press("Anne"), table.id, lobby.cut, "parrot")
    await days.tables.playing.start(days.press(names[0]), table.id)
    return await days.play_on(table.id)


def traces(folder: Path) -> list[str]:
    """What is left of Mary in any file."""
    wanted = {
        "name": MARY.encode(),
        "part of the name": MARY.split()[0].encode(),
        "id": str(MARYS_ID).encode(),
        "id as a number": MARYS_ID.to_bytes(8, "big"),
        "word": MARYS_WORD.encode(),
    }
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [
        f"{file.name}: {what}" for file in files for what, it in wanted.items() if it in file.read_bytes()
    ]


async def test_nothing_in_the_files_is_left_of_somebody_who_did_everything_that_one_can_do(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path, VirtualClock()) as days:
        rater = RatingService(days.store.results, days.tables.outbox.wake)
        days.tables.listen(rater.table_changed)
        rater.open()
        await played(days, "Anne", MARY)  # over
        await played(days, MARY, "Anne", "Calico")  # over, with Mary as the host
        await rater.settled()
        await days.lobby(MARY, "Anne")  # waits, and is Mary's
        await days.lobby(MARY)  # waits, for nobody else
        guest = await days.lobby("Anne")
        await days.tables.change(days.press("Anne"), guest.id, lobby.invite, [MARYS_ID])
        running = await days.dealt("Calico", MARY, "Anne")
        await days.tables.playing.pause(days.press(MARY), running.id)
        conceded = await days.dealt("Calico", MARY, "Anne")
        await days.tables.change(days.press(MARY), conceded.id, leaving.concede)
        given = await days.dealt("Calico", MARY, "Anne")
        await days.tables.seating.call_substitute(days.press(MARY), given.id)
        seat = given.seat_of(MARYS_ID)
        assert seat is not None
        await days.tables.seating.take_seat(days.press("Dampier"), given.id, seat)
        alone = await days.tables.opening.play(
            days.press(MARY), guild=GUILD, channel=CHANNEL, game=GAME, options={}
        )
        await days.store.draft(Draft(running.id, seat, "b1", ("x",)))
        await days.store.people.set_preferences(MARYS_ID, msgspec.json.encode({"zone": "Europe/Berlin"}))
        await days.store.notifications.sent(NotificationRow(MARYS_ID, 5, 6, "{}", 7.0))
        await days.store.forecasts.say(ForecastRow(guest.id, 0, MARYS_ID, GUILD, MARY, 1.0, b"[80]"))
        await rater.close()
        assert traces(tmp_path)

        await erase(days)

        assert await days.store.privacy.tables_naming(MARYS_ID) == []
        assert await days.tables.tables_of(MARYS_ID, ("lobby", "playing", "over", "closed")) == []
        assert (await days.now(alone.table)).phase == "closed"
        for table in [running, conceded, given]:
            there = await days.now(table)
            assert there.phase == "playing"
            assert MARY not in msgspec.json.encode(there.record).decode()  # what is in memory, too
    assert traces(tmp_path) == []


async def test_a_finished_game_stays_and_a_former_player_has_played_it(days: Days) -> None:
    table = await played(days, "Anne", MARY)
    log = await days.store.log(table.id)
    await erase(days)
    after = await days.now(table)
    assert (after.phase, after.state, after.changed) == ("over", table.state, table.changed)
    assert [(row.number, row.seat, row.action) for row in await days.store.log(table.id)] == [
        (row.number, row.seat, row.action) for row in log
    ]
    said = [reader_for(after, "en-US")(line) for line in await days.tables.logs.narrate(after, None)]
    assert any("a former player" in line for line in said)
    assert not any(MARY in line for line in said)
    results = await days.store.results.of_table(table.id)
    assert sorted((row.user or 0, row.name) for row in results) == [(0, ""), (101, "Anne")]


async def test_without_her_word_the_seed_is_kept_and_everything_else_can_still_be_checked(days: Days) -> None:
    table = await played(days, "Anne", MARY)
    before = history.proof_of(table)
    await erase(days)
    proof = history.proof_of(await days.now(table))
    assert (proof.seed, proof.order, proof.secret) == (before.seed, before.order, before.secret)
    assert [cut.word for cut in proof.cuts] == ["parrot"]
    assert proof.erased == 1
    findings = await verify_table(days.store, table.id, before.commitment)
    assert all(finding.right for finding in findings)
    assert any("1 of the cuts had to be erased" in finding.what for finding in findings)


async def test_who_has_not_cut_takes_nothing_from_the_proof(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", MARY, pace=NONE)
    await days.play_on(table.id)
    await erase(days)
    after = await days.now(table)
    assert after.record.seed == ""
    assert history.proof_of(after).erased == 0
    assert all(finding.right for finding in await verify_table(days.store, table.id))


async def test_a_running_game_goes_on_with_a_robot_and_counts_her_last(days: Days) -> None:
    table = await days.dealt(MARY, "Anne", "Calico", pace=NONE)
    await days.play_on(table.id, 4)
    await erase(days)
    after = await days.now(table)
    seat = next(at for at, sitter in enumerate(after.seats) if sitter.user == ERASED_USER)
    assert after.seats[seat].robot is not None
    assert after.record.host in (101, 103)
    while (await days.now(table)).phase == "playing":
        name = days.next_person(await days.now(table))
        await (days.choose(name, table.id) if name else days.settled())
    rows = {row.seat: row for row in await days.store.results.of_table(table.id)}
    assert (rows[seat].user, rows[seat].name, rows[seat].quit, rows[seat].robot) == (None, "", True, True)
    assert {row.rated for row in rows.values()} == {1}


async def test_two_at_a_table_and_one_is_forgotten_the_other_plays_on_with_a_robot(days: Days) -> None:
    table = await days.dealt("Anne", MARY, pace=NONE)
    await erase(days)
    assert (await days.now(table)).phase == "playing"


async def test_ratings_of_hers_go_and_the_others_keep_theirs(days: Days) -> None:
    rater = RatingService(days.store.results, days.tables.outbox.wake)
    days.tables.listen(rater.table_changed)
    rater.open()
    await played(days, "Anne", MARY)
    await rater.settled()
    await rater.close()
    before = await days.store.results.standings(GUILD, GAME, 1, [101, MARYS_ID])
    assert set(before) == {101, MARYS_ID}
    await erase(days)
    after = await days.store.results.standings(GUILD, GAME, 1, [101, MARYS_ID])
    assert after == {101: before[101]}


async def test_a_substitute_later_is_not_taken_for_her(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", MARY, pace=NONE)
    await erase(days)
    after = await days.now(table)
    seat = next(at for at, sitter in enumerate(after.seats) if sitter.user == ERASED_USER)
    days.clock.advance(2 * 86400)
    await days.tables.seating.call_substitute(days.press("Anne"), table.id, seat)
    await days.tables.seating.take_seat(days.press("Dampier"), table.id, seat)
    there = await days.now(table)
    said = [reader_for(there, "en-US")(line) for line in await days.tables.logs.narrate(there, None)]
    assert "🏳️ a former player conceded. A robot plays it out." in said
    assert "🪑 Dampier takes over from a former player." in [line.replace("**", "") for line in said]


async def test_what_is_interrupted_goes_on_at_the_next_start(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as days:
        tables = [await days.dealt("Anne", "Calico", MARY) for _ in range(3)]
        await days.store.privacy.begin_erasing(MARYS_ID)
        await days.tables.anonymiser.forget_person(MARYS_ID, tables[0].id)
    async with open_house(tmp_path, clock) as days:
        eraser = eraser_of(days)
        eraser.open()

        async def through() -> bool:
            return not await days.store.privacy.erasing() and not eraser.running

        await days.until(through)
        await eraser.close()
        for table in tables:
            assert (await days.now(table)).seat_of(MARYS_ID) is None
    assert traces(tmp_path) == []


async def test_what_fails_is_tried_again_until_it_is_done(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    await days.dealt("Anne", MARY, "Calico")
    monkeypatch.setattr("bot.privacy.erasure.PAUSE_AFTER_FAILURE", 0.0)
    failures = iter([StorageError("the disk is full")] * 2)
    real = days.store.privacy.erase

    async def erase_or_fail(user: int) -> None:
        for failure in failures:
            raise failure
        await real(user)

    monkeypatch.setattr(days.store.privacy, "erase", erase_or_fail)
    await erase(days)
    assert await days.store.privacy.tables_naming(MARYS_ID) == []


async def test_being_erased_twice_or_without_a_trace_changes_nothing(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await erase(days)
    await erase(days)
    assert (await days.now(table)).revision == table.revision


async def test_a_table_whose_game_is_not_installed_any_more_forgets_her_as_well(days: Days) -> None:
    table = await days.dealt("Anne", MARY, "Calico")
    row = await days.store.table(table.id)
    assert row is not None
    days.tables.forget_table(table.id)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.tables.repository.catalogue", dict)
        await erase(days)
    after = await days.store.table(table.id)
    assert after is not None
    record = msgspec.json.decode(after.record, type=Record)
    assert sorted(seat.user or 0 for seat in record.seats) == [ERASED_USER, 101, 103]
    assert await days.store.privacy.tables_naming(MARYS_ID) == []


async def test_a_wish_that_comes_twice_is_fulfilled_now_and_not_again_at_a_later_start(days: Days) -> None:
    emptying, go_on = asyncio.Event(), asyncio.Event()

    class Slowly:
        """The door, which takes its time to empty the log."""

        def __getattr__(self, name: str) -> object:
            return getattr(days.store.privacy, name)

        async def wipe(self) -> None:
            emptying.set()
            await go_on.wait()

    office, sheets = office_of(days), ScoreSheetService(days.store.score_sheets, days.clock)
    eraser = Eraser(Slowly(), days.tables, office, office.recurring, sheets, lambda _user: None)  # type: ignore[arg-type]
    await eraser.erase(MARYS_ID)
    await emptying.wait()
    again = await eraser.erase(MARYS_ID)
    go_on.set()
    await again
    assert await days.store.privacy.erasing() == []


async def test_a_table_at_which_they_sit_down_meanwhile_is_left_as_well(days: Days) -> None:
    first, second = await days.lobby("Anne", MARY), await days.lobby("Anne")

    class Meanwhile:
        """The house, in which Mary sits down elsewhere while she is being forgotten."""

        async def forget_person(self, user: int, table: str) -> None:
            if table == first.id:
                await days.tables.change(days.press(MARY), second.id, lobby.join)
            await days.tables.anonymiser.forget_person(user, table)

    office, sheets = office_of(days), ScoreSheetService(days.store.score_sheets, days.clock)
    eraser = Eraser(days.store.privacy, Meanwhile(), office, office.recurring, sheets, lambda _user: None)
    await (await eraser.erase(MARYS_ID))
    for table in (first, second):
        assert [seat.name for seat in (await days.now(table)).seats] == ["Anne"]
    assert await days.store.privacy.tables_naming(MARYS_ID) == []


async def test_nothing_in_the_files_is_left_of_somebody_who_was_in_tournaments_in_every_way(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path, VirtualClock()) as days:
        await mary_everywhere(days.store)
        assert traces(tmp_path)
        await erase(days)
        assert traces(tmp_path) == []
        door = days.store.tournaments
        plays = from_row(await known(door.tournament("plays")))
        assert [(entry.user, entry.name) for entry in plays.record.entries if entry.id == "3"] == [(0, "")]
        assert plays.record.event is not None
        [entrant] = [one for one in plays.record.event.entrants if one.id == "3"]
        assert entrant.last_round == 1  # she has dropped out of it
        assert await days.store.score_sheets.sheet("hers") is None
        his = await known(days.store.score_sheets.sheet("his"))
        assert b'"players":[{"name":""},{"name":"Sam"}]' in his.record.replace(b',"user":null', b"")
        played = from_row(await known(door.tournament("played")))
        assert played.record.event == cup().record.event  # her results are her opponents' as well
        assert await door.tournaments(user=MARYS_ID, phases=("open", "running", "over")) == []


async def test_what_moderators_did_stays_without_her(days: Days) -> None:
    await mary_everywhere(days.store)
    await erase(days)
    audit = days.store.audit
    [organised] = await audit.of_tournament("organises")
    assert (organised.user, organised.name, organised.about_name) == (None, "", "Bart")
    [played] = await audit.of_tournament("played")
    assert (played.name, played.about, played.about_name, played.reason) == ("Olive", None, "", "it was time")
    [substitute] = await audit.of_tournament("substitute")
    assert actions.action_of(substitute) == Substitute("5", 0, "")


async def test_an_act_at_a_table_at_which_she_never_sat_is_told_without_her(days: Days) -> None:
    table = await days.lobby("Anne")
    row = await known(days.store.table(table.id))
    deed = RecordedAction(Replace(0, MARYS_ID, MARY), PEOPLE["Anne"], "Anne")
    entry = replace(
        entry_of("", Drop("1")), tournament=None, table=table.id, action=msgspec.json.encode(deed)
    )
    await days.store.commit(Change(replace(row, revision=row.revision + 1), audit=(entry,)))
    days.tables.forget_table(table.id)  # what the house remembers is one change old now
    await erase(days)
    [kept] = await days.store.audit.of_table(table.id)
    assert action_of(kept) == RecordedAction(Replace(0, 0, ""), PEOPLE["Anne"], "Anne")


T = TypeVar("T")


async def known(asked: Awaitable[T | None]) -> T:
    """What must be there."""
    found = await asked
    assert found is not None
    return found
