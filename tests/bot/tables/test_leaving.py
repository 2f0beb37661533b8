"""Ways out of a running game, and into it in somebody's place."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.i18n import Reader, reader_for
from bot.pace import BLITZ, DAILY, NONE
from bot.refusal import Refusal
from bot.tables import clocks, leaving, lobby
from bot.tables.history import proof_of
from bot.tables.model import Leaver, Table
from bot.tables.verify import verify_table
from games.text import english
from storage.models import Draft
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE
from tests.bot.tables.test_clocks import DAY, Days, open_house, told
from tests.support.clock import VirtualClock

ANNE, BART, CALICO, DAMPIER = PEOPLE.values()


@pytest.fixture
async def days(tmp_path: Path) -> AsyncIterator[Days]:
    """An open table service."""
    async with open_house(tmp_path, VirtualClock()) as there:
        yield there


def seat_of(table: Table, user: int) -> int:
    """Where the user sits, or may come back to."""
    seat = table.seat_kept_for(user)
    assert seat is not None
    return seat


async def everybody_plays(days: Days, table: Table) -> Table:
    """People press the first button they can, robots move in between, until the end."""
    while (await days.now(table)).phase == "playing":
        name = days.next_person(await days.now(table))
        if name is None:
            await days.settled()
        else:
            await days.choose(name, table.id)
    return await days.now(table)


async def refused(doing: object) -> str:
    """For which reason it is refused."""
    with pytest.raises(Refusal) as refusal:
        await doing  # type: ignore[misc]
    return refusal.value.reason


# left to a robot


async def test_a_robot_plays_in_a_seat_that_was_left_to_it_until_its_owner_opens_the_hand(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    done = await days.tables.change(days.press("Calico"), table.id, leaving.leave_to_robot)
    assert done.table.seat_of(CALICO) is None
    await days.until(lambda: _has_moved(days, table))
    assert (await days.store.log(table.id))[0].user is None
    assert [table.id for table in await days.tables.tables_of(CALICO)] == [table.id]
    back = await days.tables.seating.came_back(CALICO, table.id)
    assert back.seat_of(CALICO) == seat_of(table, CALICO)
    assert back.record.leavers == ()
    assert told(back) == ["left", "back"]


async def _has_moved(days: Days, table: Table) -> bool:
    return (await days.now(table)).actions > 0


async def test_a_move_on_an_open_hand_brings_its_owner_back(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    decision = table.game.decision(table.state, seat_of(table, CALICO))
    await days.tables.change(days.press("Calico"), table.id, leaving.leave_to_robot)
    await days.until(lambda: _has_moved(days, table))
    # What was asked has been decided, so the press moves nothing, but Calico is there again.
    assert await refused(days.tables.playing.choose(days.press("Calico"), table.id, decision, 0, 0)) in (
        "stale",
        "twice",
    )
    assert (await days.now(table)).seat_of(CALICO) is not None


async def test_leaving_and_coming_back_fills_no_time_bank(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    seat = seat_of(table, CALICO)
    await days.passes(1.5 * DAY)
    await days.choose("Calico", table.id)
    spent = clocks.clock_of(await days.now(table), seat).spent
    assert spent > 0
    await days.tables.change(days.press("Calico"), table.id, leaving.leave_to_robot)
    back = await days.tables.seating.came_back(CALICO, table.id)
    assert clocks.clock_of(back, seat).spent == spent


async def test_whoever_has_come_back_is_not_replaced_after_one_more_missed_move(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    seat = seat_of(table, CALICO)
    await days.choose("Anne", table.id)
    await days.passes(2 * DAY)
    assert clocks.clock_of(await days.now(table), seat).missed == 1
    await days.tables.change(days.press("Calico"), table.id, leaving.leave_to_robot)
    back = await days.tables.seating.came_back(CALICO, table.id)
    assert clocks.clock_of(back, seat).missed == 0


async def test_a_game_all_of_whose_people_left_it_to_robots_waits_for_a_week_and_counts_for_nobody(
    days: Days,
) -> None:
    table = await days.dealt("Anne", "Calico")
    for name in ("Anne", "Calico"):
        await days.tables.change(days.press(name), table.id, leaving.leave_to_robot)
    assert (await days.now(table)).phase == "playing"
    await days.passes(7 * DAY - 1)
    assert ((await days.now(table)).phase, (await days.now(table)).actions) == ("playing", 0)
    await days.passes(2)
    closed = await days.now(table)
    assert (closed.phase, closed.record.closed_by) == ("closed", "deserted")
    await days.notebook.until("closed")


async def test_whoever_is_not_back_at_the_end_is_still_among_the_leavers(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=NONE)
    await days.tables.change(days.press("Calico"), table.id, leaving.leave_to_robot)
    over = await everybody_plays(days, table)
    seat = next(at for at, sitter in enumerate(over.seats) if sitter.user == CALICO)
    assert over.record.leavers == (Leaver(CALICO, "Calico", seat, 0, "left"),)
    assert over.outcome == over.game.outcome(over.state)


# conceding


async def test_when_all_but_one_concede_the_game_ends_at_once_and_the_last_one_has_won(days: Days) -> None:
    table = await days.dealt("Anne", "Bartholomew", "Calico", robots=1)
    await days.tables.change(days.press("Calico"), table.id, leaving.concede)
    assert (await days.now(table)).phase == "playing"
    done = await days.tables.change(days.press("Anne"), table.id, leaving.concede)
    assert done.table.phase == "over"
    assert done.table.was_conceded
    outcome = done.table.outcome
    assert outcome is not None
    places = {sitter.name: place for sitter, place in zip(done.table.seats, outcome.places, strict=True)}
    assert places.pop("Bartholomew") == 1
    assert (places.pop("Anne"), places.pop("Calico")) == (3, 3)
    assert [*places.values()] == [2]
    await days.notebook.until("result")
    assert proof_of(done.table)


async def test_whoever_concedes_cannot_come_back(days: Days) -> None:
    table = await days.dealt("Anne", "Bartholomew", "Calico")
    await days.tables.change(days.press("Calico"), table.id, leaving.concede)
    assert (await days.tables.seating.came_back(CALICO, table.id)).seat_of(CALICO) is None
    assert await refused(days.tables.playing.choose(days.press("Calico"), table.id, "b1", 0, 0)) == "foreign"
    assert await refused(days.tables.change(days.press("Calico"), table.id, leaving.concede)) == "foreign"
    assert await days.tables.tables_of(CALICO) == []
    over = await everybody_plays(days, table)
    assert [left.how for left in over.record.leavers] == ["conceded"]
    assert all(finding.right for finding in await verify_table(days.store, table.id))


async def test_the_only_person_at_a_table_closes_it_by_conceding(days: Days) -> None:
    done = await days.tables.opening.play(
        days.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={}
    )
    ended = await days.tables.change(days.press("Anne"), done.table.id, leaving.concede)
    assert ended.table.phase == "closed"
    await days.notebook.until("closed")


async def test_a_conceded_game_is_proved_and_read_as_any_other(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.choose("Anne", table.id)
    ended = (await days.tables.change(days.press("Calico"), table.id, leaving.concede)).table
    assert all(finding.right for finding in await verify_table(days.store, table.id))
    lines = [english(line) for line in await days.tables.logs.narrate(ended, ANNE)]
    assert any("conceded" in line for line in lines)


async def test_a_host_who_leaves_for_good_passes_the_hat_and_one_who_may_come_back_does_not(
    days: Days,
) -> None:
    table = await days.dealt("Anne", "Bartholomew", "Calico")
    left = await days.tables.change(days.press("Anne"), table.id, leaving.leave_to_robot)
    assert left.table.record.host == ANNE
    gone = await days.tables.change(days.press("Anne"), table.id, leaving.concede)
    assert gone.table.record.host in (BART, CALICO)
    assert told(gone.table) == ["left", "conceded", "host"]


# substitutes


async def test_a_substitute_takes_the_seat_and_sees_its_hand_from_then_on(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    seat = seat_of(table, CALICO)
    await days.tables.seating.call_substitute(days.press("Calico"), table.id)
    await days.notebook.until("call")
    called = await days.now(table)
    assert called.observe(DAMPIER) == called.game.observe(called.state, None)
    await days.choose("Calico", table.id)  # until then whoever asked plays on
    done = await days.tables.seating.take_seat(days.press("Dampier"), table.id, seat)
    assert done.table.seat_of(DAMPIER) == seat
    assert done.table.observe(DAMPIER) == done.table.game.observe(done.table.state, seat)
    assert done.table.observe(CALICO) == done.table.game.observe(done.table.state, None)
    assert done.table.record.leavers == (Leaver(CALICO, "Calico", seat, 1, "replaced", 1),)
    assert done.table.record.calls == ()
    await days.notebook.until("uncall")
    assert await days.tables.tables_of(CALICO) == []
    assert [each.id for each in await days.tables.tables_of(DAMPIER)] == [table.id]
    assert await refused(days.tables.playing.choose(days.press("Calico"), table.id, "b1", 0, 0)) == "foreign"
    assert (await days.tables.seating.came_back(CALICO, table.id)).seat_of(CALICO) is None


async def test_the_game_of_a_substitute_is_proved_and_its_log_names_who_acted(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=NONE)
    await days.choose("Calico", table.id)
    await days.choose("Anne", table.id)
    await days.tables.seating.call_substitute(days.press("Calico"), table.id)
    taken = await days.tables.seating.take_seat(days.press("Dampier"), table.id, seat_of(table, CALICO))
    over = await everybody_plays(days, taken.table)
    assert all(finding.right for finding in await verify_table(days.store, table.id))
    assert over.seats[seat_of(table, CALICO)].join == table.seats[seat_of(table, CALICO)].join
    reader = reader_for(over, "en")
    lines = [reader.plain(line) for line in await days.tables.logs.narrate(over, None)]
    change = next(at for at, line in enumerate(lines) if "Dampier takes over from Calico" in line)
    assert any("Calico" in line for line in lines[:change])
    assert not any("Dampier" in line for line in lines[:change])
    assert any("Dampier" in line for line in lines[change + 1 :])
    assert not any("Calico" in line for line in lines[change + 1 :])


async def test_only_one_of_two_who_press_at_the_same_time_gets_the_seat(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.tables.seating.call_substitute(days.press("Calico"), table.id)
    press = days.press("Dampier")
    await days.tables.seating.take_seat(press, table.id, seat_of(table, CALICO))
    late = days.tables.seating.take_seat(days.press("Bartholomew"), table.id, seat_of(table, CALICO))
    assert await refused(late) == "stale"
    again = await days.tables.seating.take_seat(press, table.id, seat_of(table, CALICO))  # delivered twice
    assert again.table.seat_of(DAMPIER) == seat_of(table, CALICO)


async def test_those_who_know_other_cards_of_the_game_are_no_substitutes(days: Days) -> None:
    table = await days.dealt("Anne", "Bartholomew", "Calico")
    seat = seat_of(table, CALICO)
    await days.tables.change(days.press("Bartholomew"), table.id, leaving.concede)
    await days.tables.seating.call_substitute(days.press("Calico"), table.id)
    assert await refused(days.tables.seating.take_seat(days.press("Bartholomew"), table.id, seat)) == "shut"
    assert await refused(days.tables.seating.take_seat(days.press("Anne"), table.id, seat)) == "twice"
    assert await refused(days.tables.seating.take_seat(days.press("Calico"), table.id, seat)) == "twice"
    await days.tables.seating.take_seat(days.press("Dampier"), table.id, seat)
    await days.tables.seating.call_substitute(days.press("Dampier"), table.id)
    assert await refused(days.tables.seating.take_seat(days.press("Calico"), table.id, seat)) == "shut"


async def test_a_substitute_sees_nothing_of_what_was_half_chosen_before(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    seat = seat_of(table, CALICO)
    decision = table.game.decision(table.state, seat)
    await days.store.draft(Draft(table.id, seat, decision, ("half",)))
    assert len(await days.store.drafts(table.id)) == 1
    await days.tables.seating.call_substitute(days.press("Calico"), table.id)
    done = await days.tables.seating.take_seat(days.press("Dampier"), table.id, seat)
    assert await days.tables.drafts.of(done.table, seat) == ()
    assert await days.store.drafts(table.id) == []


async def test_a_substitute_begins_with_a_full_time_bank_and_a_new_turn(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    seat = seat_of(table, CALICO)
    await days.passes(1.5 * DAY)
    await days.tables.seating.call_substitute(days.press("Calico"), table.id)
    done = await days.tables.seating.take_seat(days.press("Dampier"), table.id, seat)
    assert clocks.time_left(done.table, seat, days.clock.awake()) == DAILY.move + DAILY.bank


async def test_a_call_is_taken_back_by_whoever_made_it(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    seat = seat_of(table, CALICO)
    await days.tables.seating.call_substitute(days.press("Calico"), table.id)
    assert await refused(days.tables.seating.call_substitute(days.press("Calico"), table.id)) == "twice"
    assert (
        await refused(days.tables.change(days.press("Anne"), table.id, leaving.withdraw_call, seat))
        == "foreign"
    )
    done = await days.tables.change(days.press("Calico"), table.id, leaving.withdraw_call, seat)
    assert done.table.record.calls == ()
    await days.notebook.until("uncall")
    assert await refused(days.tables.seating.take_seat(days.press("Dampier"), table.id, seat)) == "stale"


async def test_calls_end_with_the_game_before_its_result_is_told(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=NONE)
    await days.tables.seating.call_substitute(days.press("Calico"), table.id)
    over = await everybody_plays(days, table)
    await days.notebook.until("result")
    assert over.record.calls == ()
    assert days.notebook.ran.index("uncall") < days.notebook.ran.index("result")


async def test_those_who_remain_find_a_substitute_for_a_robots_seat_after_a_day(days: Days) -> None:
    table = await days.dealt("Anne", "Bartholomew", "Calico")
    seat = seat_of(table, CALICO)
    early = days.tables.seating.call_substitute(days.press("Anne"), table.id, seat)
    assert await refused(early) == "stale"  # Calico is there
    await days.tables.change(days.press("Calico"), table.id, leaving.leave_to_robot)
    assert await refused(days.tables.seating.call_substitute(days.press("Anne"), table.id, seat)) == "early"
    await days.passes(DAY - 1)
    assert leaving.seats_to_fill(await days.now(table), ANNE, days.clock.awake()) == []
    await days.passes(1)
    assert leaving.seats_to_fill(await days.now(table), ANNE, days.clock.awake()) == [seat]
    assert leaving.seats_to_fill(await days.now(table), DAMPIER, days.clock.awake()) == ()
    await days.tables.seating.call_substitute(days.press("Anne"), table.id, seat)
    done = await days.tables.seating.take_seat(days.press("Dampier"), table.id, seat)
    assert done.table.seat_of(DAMPIER) == seat
    assert [(left.how, left.at) for left in done.table.record.leavers] == [("left", 0)]


async def test_a_call_by_others_ends_when_the_seats_owner_is_back(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=BLITZ)
    seat = seat_of(table, CALICO)
    await days.choose("Anne", table.id)
    for _turn in range(12):  # Calico does not play; Anne does
        await days.passes(7 * 60)
        if clocks.clock_of(await days.now(table), seat).stand_in:
            break
        if (await days.now(table)).waiting_for(ANNE):
            await days.choose("Anne", table.id)
    assert clocks.clock_of(await days.now(table), seat).stand_in
    await days.tables.seating.came_back(ANNE, table.id)
    await days.passes(leaving.LEAST_WAIT)
    await days.tables.seating.came_back(ANNE, table.id)
    await days.tables.seating.call_substitute(days.press("Anne"), table.id, seat)
    assert (await days.tables.seating.came_back(CALICO, table.id)).record.calls == ()
    await days.notebook.until("uncall")


async def test_by_invitation_means_substitutes_too(days: Days) -> None:
    table = await days.lobby("Anne", "Calico")
    await days.tables.change(days.press("Anne"), table.id, lobby.invite, (CALICO, BART))
    table = (await days.tables.playing.start(days.press("Anne"), table.id)).table
    await days.tables.seating.call_substitute(days.press("Calico"), table.id)
    seat = seat_of(table, CALICO)
    assert await refused(days.tables.seating.take_seat(days.press("Dampier"), table.id, seat)) == "shut"
    assert (await days.tables.seating.take_seat(days.press("Bartholomew"), table.id, seat)).table.seat_of(
        BART
    ) == seat


async def test_everything_that_happens_to_seats_is_told_in_words(days: Days) -> None:
    table = await days.dealt("Anne", "Bartholomew", "Calico")
    await days.tables.seating.call_substitute(days.press("Calico"), table.id)
    await days.tables.change(days.press("Calico"), table.id, leaving.leave_to_robot)
    await days.tables.seating.take_seat(days.press("Dampier"), table.id, seat_of(table, CALICO))
    done = await days.tables.change(days.press("Bartholomew"), table.id, leaving.concede)
    reader: Reader = reader_for(done.table, "en")
    said = [reader.plain(line) for line in await days.tables.logs.narrate(done.table, None)]
    for words in (
        "Calico is looking for a substitute",
        "Calico left the seat to a robot",
        "Dampier takes over from Calico",
        "Bartholomew conceded",
    ):
        assert any(words in line for line in said), words
