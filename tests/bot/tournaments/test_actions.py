"""What an organiser can do, and take back: every act, at real tables."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.tables.model import Table
from bot.tournaments import actions
from bot.tournaments.actions import ActionTaken
from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.formats.engine import DRAWS
from bot.tournaments.model import Tournament
from bot.tournaments.outbox import RoundMessage
from bot.tournaments.pairing.event import Event, Round
from bot.tournaments.requirements import OrganiserRights
from tests.bot.tournaments.conftest import GUILD, HOUR, MINUTE, ORGANISER, Evening, entrant
from tests.bot.tournaments.pairing.evening import recompute
from tests.bot.tournaments.test_entries import refused


def event_of(t: Tournament) -> Event:
    """The event that must have begun."""
    assert t.record.event is not None
    return t.record.event


def drawn(t: Tournament) -> Round:
    """The round that must be published."""
    assert t.record.drawn is not None
    return t.record.drawn


async def begun(evening: Evening, people: int = 8, **changes: Any) -> Tournament:
    """A tournament whose first round is drawn; by hand, if not said otherwise."""
    t = await evening.announced(**{"by_hand": True, "show_up": MINUTE, **changes})
    await evening.join(t, *range(101, 101 + people))
    return (await evening.act(t, actions.Begin())).tournament


async def at_play(evening: Evening, people: int = 8, **changes: Any) -> Tournament:
    """A tournament whose first round's tables wait for their players."""
    t = await begun(evening, people, **changes)
    await evening.act(t, actions.OpenRound())
    await evening.settled()
    return await evening.now(t)


async def round_over(evening: Evening, **changes: Any) -> Tournament:
    """A tournament whose first round has ended, with robots in everybody's place."""
    t = await at_play(evening, **changes)
    await evening.passes(2 * MINUTE)
    t = await evening.now(t)
    assert not t.open_pods()
    return t


async def table_of(evening: Evening, t: Tournament, round: int = 1, pod: int = 1) -> Table:
    """The pod's table."""
    one = (await evening.now(t)).table_of(round, pod)
    assert one is not None
    return await evening.tables.table(one.table)


async def test_only_organisers_of_the_server_and_the_tournaments_own_do_anything(evening: Evening) -> None:
    t = await evening.announced()
    await evening.join(t, 101, 102, 103)
    assert (await refused(evening.act(t, actions.Begin(), user=101))).reason == "foreign"
    manager = OrganiserRights(60, manages=True)
    assert (
        await evening.tournament_service.organising.act(evening.press(60), manager, t.id, actions.Begin(), "")
    ).tournament.phase
    nobody = evening.tournament_service.set(evening.press(101), OrganiserRights(101), t.id, cap=4)
    assert (await refused(nobody)).reason == "foreign"
    rights = OrganiserRights(101)
    entry = (await evening.tournament_service.audit(t))[0].id
    undo = evening.tournament_service.organising.undo(evening.press(101), rights, t.id, entry, "")
    assert (await refused(undo)).reason == "foreign"


async def test_an_act_is_in_the_log_with_who_whom_when_and_why_and_is_told_of(evening: Evening) -> None:
    t = await begun(evening)
    await evening.act(t, actions.Drop("3"), "asked for it")
    await evening.settled()
    row = (await evening.tournament_service.audit(t))[-1]
    assert (row.kind, row.user, row.about, row.about_name) == ("drop", ORGANISER, 103, "Player 103")
    assert (row.reason, row.at) == ("asked for it", evening.clock.now())
    told = evening.tournament_publisher.told("acted", ActionTaken)[-1]
    assert (told.kind, told.about, told.act) == ("drop", 103, actions.Drop("3"))


async def test_a_changed_setting_is_in_the_log_with_what_it_was_and_what_it_is(evening: Evening) -> None:
    t = await evening.announced()
    rights = OrganiserRights(ORGANISER)
    await evening.tournament_service.set(evening.press(ORGANISER), rights, t.id, cap=8, name="  Friday ")
    (row,) = await evening.tournament_service.audit(t)
    act = actions.action_of(row)
    assert isinstance(act, actions.SetUp)
    assert (act.was, act.now.cap, act.now.name) == (t.settings, 8, "Friday")
    await evening.tournament_service.set(evening.press(ORGANISER), rights, t.id, cap=8)
    assert await evening.tournament_service.audit(t) == [row], "nothing was changed"
    now = await evening.tournament_service.tournament(t.id)
    assert not await evening.tournament_service.organising.can_undo(now, row)


async def test_what_moves_something_is_in_the_log_with_where_it_was(evening: Evening) -> None:
    t = await begun(evening, round_lasts=3600.0)
    one, other = drawn(t).pods[:2]
    await evening.act(t, actions.MoveTo(str(one.seats[0]), other.number))
    user = t.entry(str(other.seats[0])).user  # type: ignore[union-attr]
    await evening.act(t, actions.Swap(str(one.seats[1]), user, "x"))
    await evening.act(t, actions.OpenRound())
    await evening.settled()
    await evening.act(t, actions.Extend(600.0))
    await evening.act(t, actions.Extend(600.0))
    moved, swapped, _opened, first, second = map(
        actions.before_of, (await evening.tournament_service.audit(t))[1:]
    )
    assert (moved.pods, swapped.pods) == ((one.number,), (one.number, other.number))
    assert first.ends
    assert second.ends == first.ends + 600.0


async def test_a_round_is_drawn_anew_with_other_tables_as_often_as_wanted_until_it_is_opened(
    evening: Evening,
) -> None:
    t = await begun(evening)
    tables, first = {one.table for one in t.record.tables}, drawn(t).draw
    t = (await evening.act(t, actions.Redraw())).tournament
    assert drawn(t).draw == DRAWS
    assert tables.isdisjoint(one.table for one in t.record.tables)
    t = (await evening.act(t, actions.OpenRound())).tournament
    assert (await refused(evening.act(t, actions.Redraw()))).reason == "early"
    assert (await refused(evening.act(t, actions.OpenRound()))).reason == "early"
    await evening.settled()
    assert evening.tournament_publisher.told("round", RoundMessage) == [
        RoundMessage(1, first),
        RoundMessage(1, DRAWS),
    ]
    assert len(await evening.pod_tables(t)) == 2
    assert t.record.event is not None
    assert recompute(t.record.event).differs_from is None


async def test_who_is_dropped_while_a_round_is_published_is_drawn_no_more_and_back_when_that_is_undone(
    evening: Evening,
) -> None:
    t = await begun(evening)
    t = (await evening.act(t, actions.Drop("3"))).tournament
    assert drawn(t).draw == DRAWS
    assert "3" not in [who for pod in drawn(t).pods for who in pod.seats]
    t = (await evening.undo(t)).tournament
    assert drawn(t).draw == DRAWS + 1
    assert "3" in [who for pod in drawn(t).pods for who in pod.seats]


@pytest.mark.parametrize(
    "format", [tag for tag, each in FORMATS.items() if not (each.shares_deals or each.is_arena)]
)
async def test_whoever_leaves_a_published_round_too_small_has_left_and_the_organiser_is_told(
    evening: Evening, format: str
) -> None:
    t = await begun(evening, people=3, how={"format": format, "fewest": 3})
    t = (await evening.tournament_service.withdraw(evening.press(101), t.id)).tournament
    assert (t.record.drawn, t.record.trouble) == (None, "too-few")
    t = (await evening.act(t, actions.Disqualify("2"), "rude")).tournament
    assert (await refused(evening.act(t, actions.Draw()))).reason == "few"
    await evening.act(t, actions.Reinstate("1"))
    t = (await evening.act(t, actions.Reinstate("2"))).tournament
    assert drawn((await evening.act(t, actions.Draw())).tournament).number == 1


async def test_nothing_is_drawn_before_the_results_are_in(evening: Evening) -> None:
    t = await at_play(evening)
    assert (await refused(evening.act(t, actions.Draw()))).reason == "early"
    await evening.passes(2 * MINUTE)
    t = (await evening.act(t, actions.Draw())).tournament
    assert (await refused(evening.act(t, actions.Draw()))).reason == "twice"


async def test_a_robot_plays_on_for_who_is_dropped_and_they_come_back_when_that_is_undone(
    evening: Evening,
) -> None:
    t = await at_play(evening)
    entry = t.entry(event_of(t).rounds[0].pods[0].seats[0] or "")
    assert entry is not None
    await evening.act(t, actions.Drop(entry.id))
    await evening.settled()
    pod = (await table_of(evening, t)).record.pod
    assert pod is not None
    assert pod.out == (entry.id,)
    t = (await evening.undo(t)).tournament
    await evening.settled()
    pod = (await table_of(evening, t)).record.pod
    assert pod is not None
    assert pod.out == ()
    assert entry.id in [one.id for one in event_of(t).playing(2)]


async def test_who_is_disqualified_stands_last_and_as_before_when_that_is_undone(evening: Evening) -> None:
    t = await round_over(evening)
    first = (await evening.tournament_service.standings(t))[0].entrant
    t = (await evening.act(t, actions.Disqualify(first), "cheated")).tournament
    last = (await evening.tournament_service.standings(t))[-1]
    assert (last.entrant, last.disqualified) == (first, True)
    t = (await evening.undo(t)).tournament
    assert (await evening.tournament_service.standings(t))[0].entrant == first
    entry = t.entry(first)
    assert entry is not None
    assert entry.state == "in"


async def test_who_had_dropped_out_has_dropped_out_again_when_their_disqualification_is_undone(
    evening: Evening,
) -> None:
    t = await round_over(evening)
    await evening.tournament_service.withdraw(evening.press(101), t.id)
    t = (await evening.act(t, actions.Disqualify(entrant(t, 101).id))).tournament
    t = (await evening.undo(t)).tournament
    assert (entrant(t, 101).state, entrant(t, 101).out) == ("dropped", False)
    line = next(
        line for line in await evening.tournament_service.standings(t) if line.entrant == entrant(t, 101).id
    )
    assert (line.dropped, line.disqualified) == (True, False)


async def test_who_missed_a_round_and_is_let_in_again_plays_on_and_the_event_can_be_computed_again(
    evening: Evening,
) -> None:
    t = await round_over(evening, people=9, how={"fewest": 3, "preferred": 3, "rounds": 3})
    await evening.act(t, actions.Drop("4"))
    await evening.act(t, actions.Draw())
    await evening.act(t, actions.OpenRound())
    await evening.passes(2 * MINUTE)
    await evening.act(t, actions.Reinstate("4"))
    t = (await evening.act(t, actions.Draw())).tournament
    assert "4" in [who for pod in drawn(t).pods for who in pod.seats] + list(drawn(t).byes)
    await evening.act(t, actions.OpenRound())
    await evening.passes(2 * MINUTE)
    t = await evening.now(t)
    assert t.phase == "over"
    assert t.record.event is not None
    assert recompute(t.record.event).differs_from is None
    assert [line.played for line in await evening.tournament_service.standings(t) if line.entrant == "4"] == [
        2
    ]


async def test_a_substitute_plays_on_at_the_table_until_that_is_undone(evening: Evening) -> None:
    t = await at_play(evening)
    seat = (
        event_of(t).rounds[0].pods[0].seats.index("1") if "1" in event_of(t).rounds[0].pods[0].seats else None
    )
    pod = 1 if seat is not None else 2
    said = await evening.act(t, actions.Substitute("1", 200, "Sub"), "ill")
    await evening.settled()
    entry = entrant(said.tournament, 200)
    assert (entry.id, entry.formerly, entry.former_users) == ("1", ("Player 101",), (101,))
    assert 200 in (await table_of(evening, t, pod=pod)).people
    assert (await refused(evening.act(t, actions.Substitute("2", 200, "Sub")))).reason == "twice"
    t = (await evening.undo(t)).tournament
    await evening.settled()
    assert entrant(t, 101).formerly == ()
    assert t.entry_of(200) is None
    people = (await table_of(evening, t, pod=pod)).people
    assert 101 in people
    assert 200 not in people


async def test_whoever_missed_the_check_in_may_stand_in(evening: Evening) -> None:
    t = await evening.announced(by_hand=True, starts=evening.clock.now() + HOUR, check_in=10 * MINUTE)
    await evening.join(t, *range(101, 109))
    await evening.passes(HOUR - 5 * MINUTE)
    for user in range(101, 108):
        await evening.tournament_service.check_in(evening.press(user), t.id)
    await evening.passes(5 * MINUTE)
    assert entrant(await evening.now(t), 108).missed_start
    await evening.act(t, actions.OpenRound())
    await evening.settled()
    t = (await evening.act(t, actions.Substitute("1", 108, "Player 108"))).tournament
    assert entrant(t, 108).id == "1"


async def test_whoever_was_replaced_takes_no_other_place_and_may_be_given_their_own_again(
    evening: Evening,
) -> None:
    t = await at_play(evening)
    await evening.act(t, actions.Substitute("1", 200, "Sub"))
    assert (await refused(evening.act(t, actions.Substitute("2", 101, "Player 101")))).reason == "twice"
    t = (await evening.act(t, actions.Substitute("1", 101, "Player 101"))).tournament
    assert entrant(t, 101).id == "1"


async def test_whoever_has_seen_a_hand_at_a_table_gets_no_other_there(evening: Evening) -> None:
    t = await at_play(evening, show_up=0.0)
    first, second = event_of(t).rounds[0].pods[0].seats[:2]
    elsewhere = event_of(t).rounds[0].pods[1].seats[0]
    assert first is not None
    assert second is not None
    assert elsewhere is not None
    await evening.act(t, actions.Substitute(first, 200, "Sub"))
    await evening.settled()
    t = (await evening.undo(t)).tournament
    await evening.settled()
    assert (await refused(evening.act(t, actions.Substitute(second, 200, "Sub")))).reason == "shut"
    t = (await evening.act(t, actions.Substitute(elsewhere, 200, "Sub"))).tournament
    assert entrant(t, 200).id == elsewhere


async def test_nobody_is_let_in_again_who_had_their_data_erased(evening: Evening) -> None:
    t = await at_play(evening)
    await evening.tournament_service.forget_person(101, t.id)
    assert (await refused(evening.act(t, actions.Reinstate("1")))).reason == "gone"


async def test_a_substitute_from_the_waiting_list_waits_no_more(evening: Evening) -> None:
    t = await evening.join(await evening.announced(cap=3), 101, 102, 103, 104)
    t = (await evening.act(t, actions.Substitute("1", 104, "Player 104"))).tournament
    assert not t.waiting
    assert entrant(t, 104).id == "1"


async def test_a_corrected_result_counts_in_the_standings_and_the_former_one_when_that_is_undone(
    evening: Evening,
) -> None:
    t = await round_over(evening)
    before = t.result_of(1, 1)
    assert before is not None
    places = tuple(reversed(before.places))
    t = (await evening.act(t, actions.Correct(1, 1, places), "misread")).tournament
    corrected = t.result_of(1, 1)
    assert corrected is not None
    assert corrected.places == places
    assert corrected.stand_ins == before.stand_ins
    assert (await refused(evening.act(t, actions.Correct(1, 1, places)))).reason == "twice"
    assert (await refused(evening.act(t, actions.Correct(1, 1, (1, 1, 2, 4))))).reason == "input"
    assert (await refused(evening.act(t, actions.Correct(9, 9, places)))).reason == "gone"
    t = (await evening.undo(t)).tournament
    again = t.result_of(1, 1)
    assert again is not None
    assert again.places == before.places


async def test_a_result_can_be_restored_by_an_act_of_its_own(evening: Evening) -> None:
    t = await round_over(evening)
    before = t.result_of(1, 1)
    assert before is not None
    assert (await refused(evening.act(t, actions.Restore(1, 1)))).reason == "stale"
    await evening.act(t, actions.Void(1, 1), "cards were shown")
    t = (await evening.act(t, actions.Restore(1, 1))).tournament
    now = t.result_of(1, 1)
    assert now is not None
    assert (now.void, now.places) == (False, before.places)


async def test_a_table_that_is_declared_void_is_closed_and_goes_on_when_that_is_undone(
    evening: Evening,
) -> None:
    t = await at_play(evening)
    await evening.act(t, actions.Void(1, 1), "wrong table")
    await evening.settled()
    assert (await table_of(evening, t)).phase == "closed"
    t = await evening.now(t)
    result = t.result_of(1, 1)
    assert result is not None
    assert (result.void, result.stand_ins) == (True, (0, 1, 2, 3))
    assert (await refused(evening.act(t, actions.Void(1, 1)))).reason == "twice"
    t = (await evening.undo(t)).tournament
    assert t.result_of(1, 1) is None
    await evening.passes(2 * MINUTE)
    t = await evening.now(t)
    ended = t.result_of(1, 1)
    assert ended is not None
    assert not ended.void
    assert not t.open_pods()


async def test_a_game_that_ended_in_the_moment_of_its_void_counts_when_that_is_undone(
    evening: Evening,
) -> None:
    t = await at_play(evening)
    table = await table_of(evening, t)

    async def over() -> bool:
        return (await evening.tables.table(table.id)).phase == "over"

    async with evening.tournament_service.scheduler.repository.turn(t.id):
        void = asyncio.create_task(evening.act(t, actions.Void(1, 1), "too loud"))
        await asyncio.sleep(0)  # it waits for the tournament's turn before the office hears of the end
        evening.clock.advance(2 * MINUTE)
        await evening.until(over)
    await void
    await evening.settled()
    result = (await evening.now(t)).result_of(1, 1)
    assert result is not None
    assert result.void
    await evening.undo(t)
    await evening.settled()
    result = (await evening.now(t)).result_of(1, 1)
    assert result is not None
    assert not result.void


async def test_a_table_that_was_void_before_it_stood_opens_when_that_is_undone(evening: Evening) -> None:
    t = await begun(evening)
    await evening.tournament_service.set_server_gone(GUILD, True)  # so that the tables wait
    await evening.act(t, actions.OpenRound())
    await evening.act(t, actions.Void(1, 1), "too early")
    await evening.tournament_service.set_server_gone(GUILD, False)
    await evening.settled()
    assert len(await evening.pod_tables(t)) == 1
    assert [one.opened for one in (await evening.now(t)).record.tables] == [False, True]
    await evening.undo(t)
    await evening.settled()
    assert [one.opened for one in (await evening.now(t)).record.tables] == [True, True]
    assert [table.phase for table in await evening.pod_tables(t)] == ["lobby", "lobby"]


async def test_nobody_is_blamed_for_not_coming_to_a_table_that_never_stood(evening: Evening) -> None:
    t = await begun(evening)
    await evening.tournament_service.set_server_gone(GUILD, True)  # so that the tables wait
    await evening.act(t, actions.OpenRound())
    await evening.act(t, actions.Void(1, 1), "the channel is gone")
    await evening.act(t, actions.Correct(1, 2, (1, 2, 3, 4)), "played elsewhere")
    t = await evening.now(t)
    assert [result.stand_ins for result in event_of(t).results] == [(), ()]
    assert (
        sum(not line.points for line in await evening.tournament_service.standings(t)) == 1
    )  # the last of the four


async def test_a_void_that_others_have_played_on_after_stays(evening: Evening) -> None:
    t = await at_play(evening)
    await evening.act(t, actions.Void(1, 1))
    await evening.passes(2 * MINUTE)
    await evening.act(t, actions.Draw())
    void = (await evening.tournament_service.audit(t))[-2]
    t = await evening.now(t)
    assert void.kind == "void"
    assert not await evening.tournament_service.organising.can_undo(t, void)
    undo = evening.tournament_service.organising.undo(
        evening.press(ORGANISER), OrganiserRights(ORGANISER), t.id, void.id, ""
    )
    assert (await refused(undo)).reason == "late"


async def test_whoever_came_to_a_void_table_gets_what_a_bye_is_worth(evening: Evening) -> None:
    t = await at_play(evening)
    seat = event_of(t).rounds[0].pods[0].seats[0]
    user = entrant_named(t, seat)
    await evening.tables.pods.check_in(evening.press(user), (await table_of(evening, t)).id)
    t = (await evening.act(t, actions.Void(1, 1))).tournament
    result = t.result_of(1, 1)
    assert result is not None
    assert result.stand_ins == (1, 2, 3)
    line = next(line for line in await evening.tournament_service.standings(t) if line.entrant == seat)
    assert line.points == 30


def entrant_named(t: Tournament, who: str | None) -> int:
    """Whose seat it is."""
    entry = t.entry(who or "")
    assert entry is not None
    return entry.user


async def test_a_result_entered_by_hand_closes_the_table_that_is_still_played_at(evening: Evening) -> None:
    t = await at_play(evening)
    await evening.act(t, actions.Correct(1, 1, (1, 2, 3, 0)))
    await evening.settled()
    assert (await table_of(evening, t)).phase == "closed"
    result = (await evening.now(t)).result_of(1, 1)
    assert result is not None
    assert (result.places, result.walk_overs, result.stand_ins) == ((1, 2, 3, 0), (3,), (0, 1, 2))


async def test_all_clocks_stand_still_and_run_again_from_where_they_stood(evening: Evening) -> None:
    t = await at_play(evening, round_lasts=30 * MINUTE, show_up=10 * MINUTE)
    await evening.act(t, actions.Pause(), "dinner")
    assert (await refused(evening.act(t, actions.Pause()))).reason == "twice"
    await evening.settled()
    assert (await table_of(evening, t)).is_held
    await evening.passes(5 * HOUR)
    t = await evening.now(t)
    assert len(t.open_pods()) == 2
    await evening.act(t, actions.Resume())
    await evening.settled()
    assert not (await table_of(evening, t)).is_held
    await evening.passes(9 * MINUTE)
    assert len((await evening.now(t)).open_pods()) == 2
    await evening.passes(MINUTE)
    assert not (await evening.now(t)).open_pods()


async def test_a_pause_keeps_the_tournaments_own_moments_away(evening: Evening) -> None:
    t = await evening.announced(between=10 * MINUTE, how={"rounds": 1})
    await evening.join(t, 101, 102, 103)
    t = (await evening.act(t, actions.Begin())).tournament
    await evening.passes(4 * MINUTE)
    await evening.act(t, actions.Pause())
    assert (await refused(evening.act(t, actions.OpenRound()))).reason == "shut"
    await evening.passes(HOUR)
    t = await evening.now(t)
    assert t.record.drawn is not None
    await evening.act(t, actions.Resume())
    await evening.passes(6 * MINUTE - 1)
    assert (await evening.now(t)).record.drawn is not None
    await evening.passes(1)
    assert (await evening.now(t)).record.drawn is None


async def test_a_round_that_is_drawn_anew_while_the_clocks_stand_still_opens_as_soon_as_the_former(
    evening: Evening,
) -> None:
    t = await begun(evening, by_hand=False, between=10 * MINUTE)
    await evening.passes(4 * MINUTE)
    await evening.act(t, actions.Pause())
    await evening.passes(HOUR)
    t = (await evening.tournament_service.withdraw(evening.press(101), t.id)).tournament
    assert drawn(t).draw == DRAWS
    await evening.passes(HOUR)
    await evening.act(t, actions.Resume())
    await evening.passes(10 * MINUTE - 1)
    assert (await evening.now(t)).record.drawn is not None
    await evening.passes(1)
    assert (await evening.now(t)).record.drawn is None


@pytest.mark.usefixtures("unchecked")
async def test_robots_end_a_round_at_its_deadline_and_not_before_one_that_was_put_off(
    evening: Evening,
) -> None:
    t = await at_play(evening, round_lasts=30 * MINUTE, show_up=2 * HOUR)
    await evening.act(t, actions.Extend(10 * MINUTE), "slow")
    await evening.act(t, actions.Extend(20 * MINUTE, pod=2), "slower")
    await evening.passes(40 * MINUTE - 1)
    assert len((await evening.now(t)).open_pods()) == 2
    await evening.passes(1)
    open_pods = (await evening.now(t)).open_pods()
    assert [pod.number for _round, pod in open_pods] == [2]
    await evening.passes(20 * MINUTE)
    assert not (await evening.now(t)).open_pods()


@pytest.mark.usefixtures("unchecked")
async def test_time_that_is_given_after_the_deadline_lets_people_play_again(evening: Evening) -> None:
    t = await at_play(evening, round_lasts=30 * MINUTE, show_up=2 * HOUR)
    t = (await evening.act(t, actions.Extend(10 * MINUTE))).tournament
    assert (await refused(evening.act(t, actions.Extend(-11 * MINUTE)))).reason == "input"
    await evening.passes(35 * MINUTE)
    t = (await evening.undo(t)).tournament
    assert t.record.extra == 0
    await evening.settled()
    assert not (await evening.now(t)).open_pods()


async def test_the_tournament_is_handed_on_and_back(evening: Evening) -> None:
    t = await begun(evening)
    await evening.act(t, actions.HandOver(60, "Player 60"))
    assert (await refused(evening.act(t, actions.Redraw()))).reason == "foreign"
    t = (await evening.act(t, actions.Redraw(), user=60)).tournament
    handed = next(row for row in await evening.tournament_service.audit(t) if row.kind == "hand-over")
    undo = evening.tournament_service.organising.undo(
        evening.press(60), OrganiserRights(60), t.id, handed.id, ""
    )
    assert (await undo).tournament.record.organiser == ORGANISER


async def test_a_cancelled_tournament_closes_its_tables_and_nothing_more_comes_of_it(
    evening: Evening,
) -> None:
    t = await at_play(evening)
    await evening.act(t, actions.Cancel(), "rain")
    await evening.passes(HOUR)
    t = await evening.now(t)
    assert t.phase == "cancelled"
    assert {table.phase for table in await evening.pod_tables(t)} == {"closed"}
    assert "final" not in evening.tournament_publisher.kinds
    for act in (
        actions.Draw(),
        actions.Drop("1"),
        actions.Correct(1, 1, (1, 2, 3, 4)),
        actions.Pause(),
        actions.Cancel(),
    ):
        assert (await refused(evening.act(t, act))).reason == "over"
    assert (await refused(evening.join(t, 300))).reason == "over"


async def test_a_tournament_for_which_too_few_are_left_ends_with_the_standings_as_they_are(
    evening: Evening,
) -> None:
    t = await at_play(evening)
    assert (
        await refused(evening.act(t, actions.Finish(), "too few"))
    ).reason == "early"  # tables are playing
    for _round, pod in t.open_pods():
        await evening.act(t, actions.Void(1, pod.number), "rain")
    await evening.act(t, actions.Finish(), "too few")
    await evening.passes(HOUR)
    t = await evening.now(t)
    assert t.phase == "over"
    assert t.record.drawn is None
    assert t.record.event is not None
    assert len(t.record.event.rounds) == 1
    assert evening.tournament_publisher.kinds.count("final") == 1
    assert (await refused(evening.act(t, actions.Finish(), "again"))).reason == "over"


async def test_without_a_round_there_are_no_standings_to_end_with(evening: Evening) -> None:
    t = await begun(evening)
    assert (
        "Cancel the tournament instead" in (await refused(evening.act(t, actions.Finish(), "x"))).text.message
    )


async def test_what_is_taken_back_is_in_the_log_and_cannot_be_taken_back_twice(evening: Evening) -> None:
    t = await begun(evening)
    await evening.act(t, actions.Drop("3"), "mistake")
    drop = (await evening.tournament_service.audit(t))[-1]
    assert await evening.tournament_service.organising.can_undo(await evening.now(t), drop)
    t = (await evening.undo(t, "mine")).tournament
    undo = (await evening.tournament_service.audit(t))[-1]
    assert (undo.kind, undo.undoes, undo.reason, undo.about) == ("undo", drop.id, "mine", 103)
    await evening.settled()
    assert evening.tournament_publisher.told("acted", ActionTaken)[-1].kind == "undo"
    assert not await evening.tournament_service.organising.can_undo(t, drop)
    assert not await evening.tournament_service.organising.can_undo(t, undo)


@pytest.mark.parametrize("act", [actions.Begin(), actions.Redraw(), actions.OpenRound()])
async def test_what_others_rely_on_cannot_be_taken_back(evening: Evening, act: actions.AnyAction) -> None:
    t = await begun(evening)
    if not isinstance(act, actions.Begin):
        t = (await evening.act(t, act)).tournament
    assert (await refused(evening.undo(t))).reason == "late"


async def test_settings_change_until_the_start_and_not_after(evening: Evening) -> None:
    t = await evening.announced()
    rights = OrganiserRights(ORGANISER)
    t = (
        await evening.tournament_service.set(evening.press(ORGANISER), rights, t.id, name="New name")
    ).tournament
    assert t.settings.name == "New name"
    await evening.join(t, 101, 102, 103)
    await evening.act(t, actions.Begin())
    late = evening.tournament_service.set(evening.press(ORGANISER), rights, t.id, name="Newer name")
    assert (await refused(late)).reason == "late"
