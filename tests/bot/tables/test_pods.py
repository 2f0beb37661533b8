"""A tournament's table: it waits for its players, is dealt as it was drawn, and is played to its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.pace import DAY, NONE
from bot.refusal import Refusal
from bot.tables import clocks, history, leaving, lobby, options, play, pods
from bot.tables.ids import pod_table_id
from bot.tables.model import ERASED_USER, PressResult, Table
from bot.tables.repository import table_from_row, table_to_row
from bot.tables.results import results_of, why_unrated
from bot.tables.verify import verify_table
from games import fairness
from games.text import english
from storage.models import Change, Draft
from tests.bot.tables.conftest import PEOPLE
from tests.bot.tables.pods_of import NAMES, SECRET, SHOW_UP, TABLE, come, dealt, opened, pod_target, sitter
from tests.bot.tables.test_clocks import Days, open_house, told
from tests.support.clock import VirtualClock


@pytest.fixture
async def days(tmp_path: Path) -> AsyncIterator[Days]:
    """An open table service."""
    async with open_house(tmp_path, VirtualClock()) as there:
        yield there


async def now(days: Days) -> Table:
    """The pod's table as it is."""
    return await days.tables.table(TABLE)


async def refused(press: Awaitable[PressResult]) -> str:
    """What somebody is told whose press changes nothing."""
    with pytest.raises(Refusal) as refusal:
        await press
    return english(refusal.value.text)


async def to_the_end(days: Days) -> Table:
    """Time passes until the game is over."""
    for _hour in range(200):
        if (table := await now(days)).phase != "playing":
            return table
        await days.passes(3600)
    raise AssertionError("the game does not end")


# opened once


async def test_a_pods_table_waits_with_its_seats_in_the_order_drawn(days: Days) -> None:
    table = await opened(days, "Calico", "", "Anne")
    assert table.phase == "lobby"
    assert [seat.name for seat in table.seats] == ["Calico", "Rusty Nell", "Anne"]
    assert table.awaited == (0, 2)
    assert table_from_row(table_to_row(table)) == table
    await days.settled()
    assert days.notebook.ran == ["open"]


async def test_a_pods_table_is_opened_once_however_often_and_by_how_many_that_is_asked(
    days: Days, tmp_path: Path
) -> None:
    tables = await asyncio.gather(*(opened(days) for _attempt in range(8)))
    await days.settled()
    assert {table.revision for table in tables} == {1}
    assert days.notebook.ran == ["open"]
    async with open_house(tmp_path, days.clock) as again:
        assert (await opened(again)).revision == 1
        await again.settled()
        assert again.notebook.ran == []


async def test_another_pod_does_not_get_a_table_that_stands_already(days: Days) -> None:
    await opened(days)
    with pytest.raises(ValueError, match="not that of tournament cup round 3"):
        await opened(days, round=3)


def test_tables_of_other_draws_rounds_pods_and_tournaments_have_other_names() -> None:
    names = {
        pod_table_id(tournament, round, draw, number)
        for tournament in ("cup", "league")
        for round in range(1, 8)
        for draw in range(1, 4)
        for number in range(1, 129)
    }
    assert len(names) == 2 * 7 * 3 * 128
    assert pod_table_id("cup", 2, 1, 5) == TABLE


# waiting


async def test_the_cards_are_dealt_as_soon_as_everybody_is_here(days: Days) -> None:
    await opened(days)
    await come(days, "Anne", "Bartholomew")
    await days.settled()
    assert (await now(days)).phase == "lobby"
    await come(days, "Calico")
    await days.settled()
    table = await now(days)
    assert (table.phase, [seat.name for seat in table.seats]) == ("playing", list(NAMES))
    assert not any(clock.stand_in for clock in table.timing.seats)
    assert table.record.pod is not None
    assert table.record.pod.here == table.record.pod.seated == ("A", "B", "C")


async def test_who_says_so_when_the_cards_are_dealt_already_gets_the_hand(days: Days) -> None:
    await opened(days)
    await come(days, "Anne", "Calico")
    await days.passes(SHOW_UP)
    done = await days.tables.pods.check_in(days.press("Bartholomew"), TABLE)
    assert (done.said, done.table.awaited, told(done.table)) == (None, (), ["came"])


async def test_whoever_opens_the_hand_or_cuts_is_here(days: Days) -> None:
    await opened(days)
    await days.tables.seating.came_back(PEOPLE["Anne"], TABLE)
    await days.tables.change(days.press("Bartholomew"), TABLE, lobby.cut, "parrot")
    assert (await now(days)).awaited == (2,)


async def test_robots_are_not_waited_for_and_without_a_waiting_time_nobody_is(days: Days) -> None:
    await opened(days, "Anne", "", "")
    await come(days, "Anne")
    await days.settled()
    assert (await now(days)).phase == "playing"


async def test_without_a_waiting_time_the_cards_are_dealt_at_once_to_everybody(days: Days) -> None:
    table = await opened(days, show_up=0.0, absent="walk-over")
    assert (table.phase, len(table.seats)) == ("playing", 3)
    assert not any(clock.stand_in for clock in table.timing.seats)
    assert table.record.pod is not None
    assert (table.record.pod.here, table.record.pod.walked_over) == ((), ())


@pytest.mark.parametrize(
    "work",
    [
        (lobby.join,),
        (lobby.leave,),
        (lobby.start, 1e9),
        (lobby.add_robot,),
        (lobby.remove, "9102"),
        (options.set_option, "length", "short"),
        (options.set_capacity, 4),
        (options.set_pace, NONE),
        (lobby.lock, True),
        (lobby.invite, None),
        (lobby.set_rated, False),
        (lobby.close,),
    ],
)
async def test_nobody_changes_anything_at_a_table_that_waits(days: Days, work: tuple[Any, ...]) -> None:
    before = await opened(days)
    for name in ("Anne", "Dampier"):
        assert await refused(days.tables.change(days.press(name), TABLE, *work))
    after = await now(days)
    assert (after.record, after.revision) == (before.record, before.revision)


async def test_whoever_was_not_drawn_is_told_where_to_look(days: Days) -> None:
    await opened(days)
    assert "no seat here" in await refused(days.tables.pods.check_in(days.press("Dampier"), TABLE))
    ordinary = await days.lobby("Anne")
    assert "isn't a tournament table" in await refused(
        days.tables.pods.check_in(days.press("Anne"), ordinary.id)
    )


async def test_the_waiting_time_stands_still_while_the_clocks_are_stopped(days: Days) -> None:
    await opened(days)
    await days.passes(400)
    await days.tables.pods.bring_to_target(TABLE, pod_target(held=True))
    await days.passes(10_000)
    assert (await now(days)).phase == "lobby"
    await days.tables.pods.bring_to_target(TABLE, pod_target())
    assert clocks.show_up_deadline(await now(days)) == 10_600
    await days.passes(199)
    assert (await now(days)).phase == "lobby"
    await days.passes(2)
    assert (await now(days)).phase != "lobby"


async def test_more_time_from_the_organiser_is_waited_as_well(days: Days) -> None:
    await opened(days)
    await days.tables.pods.bring_to_target(TABLE, pod_target(extra=300.0))
    assert clocks.show_up_deadline(await now(days)) == SHOW_UP + 300


async def test_the_waiting_time_goes_on_where_it_was_after_a_restart(days: Days, tmp_path: Path) -> None:
    await opened(days)
    await days.passes(500)
    await days.tables.close()
    days.clock.away(DAY)
    async with open_house(tmp_path, days.clock) as again:
        await again.passes(99)
        assert (await now(again)).phase == "lobby"
        await again.passes(2)
        assert (await now(again)).phase != "lobby"


# those who do not come


async def test_a_robot_stands_in_for_whoever_has_not_come_until_they_do(days: Days) -> None:
    await opened(days, absent="robot")
    await come(days, "Anne", "Calico")
    await days.passes(SHOW_UP)
    table = await now(days)
    assert [clock.stand_in for clock in table.timing.seats] == [False, True, False]
    assert table.people == tuple(PEOPLE[name] for name in NAMES)
    table = await days.tables.seating.came_back(PEOPLE["Bartholomew"], TABLE)
    assert not table.timing.seats[1].stand_in
    assert told(table)[-1] == "came"
    assert table.record.pod is not None
    assert table.record.pod.here == ("A", "C", "B")


async def test_a_walk_over_is_not_dealt_to(days: Days) -> None:
    await opened(days, *NAMES, "Dampier", absent="walk-over")
    await come(days, "Anne", "Calico")
    await days.passes(SHOW_UP)
    table = await now(days)
    assert [seat.name for seat in table.seats] == ["Anne", "Calico"]
    assert table.record.pod is not None
    assert (table.record.pod.seated, table.record.pod.walked_over) == (("A", "C"), ("B", "D"))
    assert [table.entrant(seat) for seat in (0, 1)] == ["A", "C"]


async def test_robots_keep_as_few_seats_as_the_game_needs_where_too_few_have_come(days: Days) -> None:
    await opened(days, *NAMES, absent="walk-over")
    await come(days, "Calico")
    await days.passes(SHOW_UP)
    table = await now(days)
    assert [seat.name for seat in table.seats] == ["Anne", "Calico"]
    assert [clock.stand_in for clock in table.timing.seats] == [True, False]
    assert told(await days.tables.seating.came_back(PEOPLE["Anne"], TABLE)) == ["came"]


@pytest.mark.parametrize("absent", ["robot", "walk-over"])
async def test_a_game_to_which_nobody_comes_is_played_to_its_end_by_robots(days: Days, absent: str) -> None:
    await opened(days, absent=absent)
    await days.passes(SHOW_UP)
    table = await to_the_end(days)
    assert table.phase == "over"
    assert table.record.pod is not None
    assert table.record.pod.here == ()


async def test_the_result_is_not_rated_for_those_who_never_came(days: Days) -> None:
    await opened(days)
    await come(days, "Anne", "Calico")
    await days.passes(SHOW_UP)
    for name in ("Anne", "Calico"):
        await days.choose(name, TABLE)
    await days.tables.pods.bring_to_target(TABLE, pod_target(finish=True))
    table = await to_the_end(days)
    rows = results_of(table)
    assert [(row.name, row.rated, row.robot, row.quit) for row in rows] == [
        ("Anne", 1, False, False),
        ("Bartholomew", 0, True, True),
        ("Calico", 1, False, False),
    ]
    assert why_unrated(table) is None


async def test_the_result_is_not_rated_for_those_who_came_and_made_no_move(days: Days) -> None:
    await dealt(days)
    await days.choose("Anne", TABLE)
    await days.tables.pods.bring_to_target(TABLE, pod_target(finish=True))
    table = await to_the_end(days)
    rows = [(row.name, row.rated, row.robot) for row in results_of(table)]
    assert rows == [("Anne", 0, False), ("Bartholomew", 0, True), ("Calico", 0, True)]
    assert why_unrated(table) is not None  # nobody else has begun it


# played


async def test_a_tournaments_game_is_never_deserted_or_forgotten(days: Days) -> None:
    await dealt(days, pace=NONE)
    for name in NAMES:
        await days.tables.change(days.press(name), TABLE, leaving.leave_to_robot)
    assert (await to_the_end(days)).phase == "over"


async def test_without_a_time_limit_a_robot_makes_the_move_that_nobody_makes_for_a_month(days: Days) -> None:
    await dealt(days, pace=NONE)
    await days.passes(31 * DAY)
    table = await now(days)
    assert table.phase == "playing"
    assert table.actions >= 3


async def test_whoever_concedes_gives_the_seat_to_a_robot_and_the_game_goes_on(days: Days) -> None:
    await dealt(days)
    for name in NAMES:
        done = await days.tables.change(days.press(name), TABLE, leaving.concede)
        assert done.table.phase == "playing"
    table = await to_the_end(days)
    assert (table.phase, table.was_conceded) == ("over", False)


async def test_substitutes_are_the_organisers_choice_and_there_is_no_rematch(days: Days) -> None:
    table = await dealt(days)
    asked = days.tables.seating.call_substitute(days.press("Anne"), TABLE)
    assert "organiser picks substitutes" in await refused(asked)
    await days.tables.pods.bring_to_target(TABLE, pod_target(finish=True))
    assert (await to_the_end(days)).phase == "over"
    assert "No rematches" in await refused(days.tables.opening.rematch(days.press("Anne"), table.id))


async def test_what_people_do_is_told_apart_from_what_robots_did_for_them(days: Days) -> None:
    await opened(days, show_up=0.0)
    await days.choose("Anne", TABLE)
    table = await now(days)
    assert table.record.pod is not None
    assert table.record.pod.here == ("A",)
    assert told(table) == []


# as the tournament wants it


async def test_to_want_what_is_so_already_changes_nothing(days: Days) -> None:
    await dealt(days)
    wanted = pod_target("Anne", "Dampier", "Calico", out=("C",), held=True, extra=60.0)
    wanted = replace(wanted, sitters=(wanted.sitters[0], sitter("Dampier", "B"), wanted.sitters[2]))
    tables = await asyncio.gather(*(days.tables.pods.bring_to_target(TABLE, wanted) for _attempt in range(5)))
    assert len({table.revision for table in tables}) == 1
    assert told(tables[0]) == ["taken", "removed", "held", "extended"]
    assert tables[0].seats[1].name == "Dampier"
    assert tables[0].has_conceded(2)


async def test_what_is_wanted_is_so_after_a_bot_that_was_killed_meanwhile(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as days:
        await dealt(days)
        await days.tables.pods.bring_to_target(TABLE, pod_target(held=True, extra=60.0))
    async with open_house(tmp_path, clock) as again:
        before = await now(again)
        after = await again.tables.pods.bring_to_target(TABLE, pod_target(held=True, extra=60.0))
        assert after.revision == before.revision
        assert after.is_held
        assert all(clock.since is None for clock in after.timing.seats)


async def test_stopped_clocks_run_for_nobody_and_only_the_organiser_sets_them_going(days: Days) -> None:
    await dealt(days)
    await days.tables.pods.bring_to_target(TABLE, pod_target(held=True))
    assert "stopped this table's clocks" in await refused(
        days.tables.playing.pause(days.press("Anne"), TABLE)
    )
    unpaused = days.tables.change(days.press("Anne"), TABLE, play.unpause)
    assert "stopped this table's clocks" in await refused(unpaused)
    await days.passes(DAY)
    assert (await now(days)).actions == 0
    await days.choose("Anne", TABLE)
    assert (await now(days)).is_held
    await days.tables.pods.bring_to_target(TABLE, pod_target())
    assert clocks.deadline(await now(days), 1) == days.clock.awake() + 420


async def test_more_time_is_in_everybodys_reserve_until_it_is_taken_back(days: Days) -> None:
    await dealt(days)
    await days.passes(400)
    assert (await now(days)).timing.seats[0].reminded == 3
    table = await days.tables.pods.bring_to_target(TABLE, pod_target(extra=600.0))
    assert clocks.deadline(table, 0) == 1020
    assert table.timing.seats[0].reminded == 1
    await days.passes(100)
    assert (await now(days)).actions == 0
    await days.tables.pods.bring_to_target(TABLE, pod_target())
    await days.settled()
    assert (await now(days)).actions >= 3


async def test_at_the_deadline_robots_play_to_the_end_whoever_is_here(days: Days) -> None:
    await dealt(days)
    table = await days.tables.pods.bring_to_target(TABLE, pod_target(finish=True))
    if table.phase == "playing":
        decision = table.game.decision(table.state, 0)
        said = await refused(days.tables.playing.choose(days.press("Anne"), TABLE, decision, 0, 0))
        assert "up for this round" in said
    await days.settled()
    table = await now(days)
    assert table.phase == "over"
    assert [row.quit for row in results_of(table)] == [False, False, False]


async def test_at_the_deadline_a_table_that_still_waits_is_dealt_and_played(days: Days) -> None:
    await opened(days)
    await days.tables.pods.bring_to_target(TABLE, pod_target(finish=True))
    await days.settled()
    assert (await now(days)).phase == "over"


async def test_a_substitute_takes_the_seat_and_sees_nothing_that_was_half_chosen(days: Days) -> None:
    table = await dealt(days)
    await days.store.draft(Draft(TABLE, 1, table.game.decision(table.state, 1), ("half",)))
    assert len(await days.store.drafts(TABLE)) == 1
    wanted = replace(pod_target(), sitters=(sitter("Anne"), sitter("Dampier", "B"), sitter("Calico")))
    after = await days.tables.pods.bring_to_target(TABLE, wanted)
    assert after.seat_of(PEOPLE["Dampier"]) == 1
    assert after.seat_kept_for(PEOPLE["Bartholomew"]) is None
    assert await days.store.drafts(TABLE) == []
    assert [(left.name, left.how) for left in after.record.leavers] == [("Bartholomew", "replaced")]


async def test_a_substitute_before_the_deal_is_waited_for_and_the_others_cut_is_gone(days: Days) -> None:
    await opened(days)
    await days.tables.change(days.press("Bartholomew"), TABLE, lobby.cut, "parrot")
    wanted = replace(pod_target(), sitters=(sitter("Anne"), sitter("Dampier", "B"), sitter("Calico")))
    table = await days.tables.pods.bring_to_target(TABLE, wanted)
    assert table.record.cuts == ()
    assert table.awaited == (0, 1, 2)
    await come(days, "Anne", "Calico", "Dampier")
    await days.settled()
    assert (await now(days)).seats[1].join == sitter("Dampier").join


async def test_whoever_is_out_of_the_tournament_has_a_robot_until_they_are_in_again(days: Days) -> None:
    await dealt(days)
    table = await days.tables.pods.bring_to_target(TABLE, pod_target(out=("B",)))
    assert (table.seats[1].robot is not None, table.owner(1)) == (True, None)
    decision = table.game.decision(table.state, 1)
    pressed = days.tables.playing.choose(days.press("Bartholomew"), TABLE, decision, 0, 0)
    assert "took you out of this game" in await refused(pressed)
    table = await days.tables.pods.bring_to_target(TABLE, pod_target())
    assert (table.seats[1].robot, table.owner(1)) == (None, PEOPLE["Bartholomew"])
    assert told(table) == ["removed", "reinstated"]


async def test_whoever_has_conceded_does_not_come_back_with_the_tournament(days: Days) -> None:
    await dealt(days)
    await days.tables.change(days.press("Bartholomew"), TABLE, leaving.concede)
    await days.tables.pods.bring_to_target(TABLE, pod_target(out=("B",)))
    table = await days.tables.pods.bring_to_target(TABLE, pod_target())
    assert table.has_conceded(1)


async def test_whoever_is_out_before_the_deal_is_not_waited_for(days: Days) -> None:
    await opened(days)
    await days.tables.pods.bring_to_target(TABLE, pod_target(out=("B",)))
    assert "out of this tournament" in await refused(
        days.tables.pods.check_in(days.press("Bartholomew"), TABLE)
    )
    await come(days, "Anne", "Calico")
    await days.settled()
    table = await now(days)
    assert (table.phase, table.has_conceded(1)) == ("playing", True)


async def test_a_void_table_closes_and_goes_on_where_it_was_if_it_counts_after_all(days: Days) -> None:
    await dealt(days)
    await days.choose("Anne", TABLE)
    before = await now(days)
    table = await days.tables.pods.bring_to_target(TABLE, pod_target(void=True))
    assert (table.phase, table.record.closed_by) == ("closed", "void")
    await days.settled()
    assert days.notebook.ran[-1] == "closed"
    table = await days.tables.pods.bring_to_target(TABLE, pod_target())
    assert (table.phase, table.state, table.actions) == ("playing", before.state, before.actions)
    await days.play_on(TABLE, moves=1)


async def test_a_game_that_is_over_stays_as_it_is(days: Days) -> None:
    await dealt(days)
    await days.tables.pods.bring_to_target(TABLE, pod_target(finish=True))
    over = await to_the_end(days)
    assert await days.tables.pods.bring_to_target(TABLE, pod_target(void=True, held=True)) == over


# people who go


async def test_somebody_who_wants_to_be_forgotten_is_not_waited_for(days: Days) -> None:
    await opened(days)
    await come(days, "Anne", "Calico")
    await days.tables.anonymiser.forget_person(PEOPLE["Bartholomew"], TABLE)
    await days.settled()
    table = await now(days)
    assert table.phase == "playing"
    assert (table.seats[1].name, table.seats[1].user, table.seats[1].robot is not None) == (
        "",
        ERASED_USER,
        True,
    )
    await days.tables.pods.bring_to_target(TABLE, pod_target(finish=True))
    assert (await to_the_end(days)).phase == "over"


async def test_when_everybody_wants_to_be_forgotten_robots_play_on(days: Days) -> None:
    await dealt(days)
    for name in NAMES:
        await days.tables.anonymiser.forget_person(PEOPLE[name], TABLE)
    assert (await to_the_end(days)).phase == "over"


# the shuffle


@pytest.mark.parametrize("walk_over", [False, True])
async def test_the_shuffle_is_made_of_the_secret_the_joins_as_drawn_the_pod_and_the_cuts(
    days: Days, walk_over: bool
) -> None:
    await opened(days, "Anne", "", "Bartholomew", "Calico", absent="walk-over" if walk_over else "robot")
    await days.tables.change(days.press("Calico"), TABLE, lobby.cut, "parrot")
    await come(days, "Anne")
    await days.passes(SHOW_UP)
    await days.tables.pods.bring_to_target(
        TABLE, pod_target("Anne", "", "Bartholomew", "Calico", finish=True)
    )
    table = await to_the_end(days)
    joins = ("9101", "0", "9102", "9103", "tournament cup round 2 pod 5")
    cuts = [(str(PEOPLE["Calico"]), "parrot")]
    seed = fairness.game_seed(bytes.fromhex(SECRET), joins, cuts)
    assert table.game.new(table.options, len(table.seats), seed) == next(
        state for state, _events in history.replay_states(table, [])
    )
    proof = history.proof_of(table)
    assert (proof.joins, proof.order) == (joins, (0, 1, 3) if walk_over else (0, 1, 2, 3))
    findings = await verify_table(days.store, TABLE, fairness.commitment(bytes.fromhex(SECRET)))
    assert all(finding.right for finding in findings), findings


async def test_a_pod_that_pretends_to_be_another_is_found_out(days: Days) -> None:
    await dealt(days)
    await days.tables.pods.bring_to_target(TABLE, pod_target(finish=True))
    table = await to_the_end(days)
    row = table_to_row(table.with_record(pod=replace(pods.pod_of(table), number=6)))
    await days.store.commit(Change(replace(row, revision=row.revision + 1)))
    findings = await verify_table(days.store, TABLE)
    assert [finding.right for finding in findings].count(False) == 1
