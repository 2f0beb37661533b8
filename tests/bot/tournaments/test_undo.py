"""What an organiser did is taken back only as long as nothing has come of it since."""

from __future__ import annotations

import pytest

from bot.tournaments import actions
from bot.tournaments.model import Tournament
from bot.tournaments.requirements import OrganiserRights
from tests.bot.tournaments.conftest import HOUR, MINUTE, ORGANISER, Evening, entrant
from tests.bot.tournaments.test_actions import at_play, begun, event_of, round_over
from tests.bot.tournaments.test_entries import refused

OUT = [actions.Drop("1"), actions.Disqualify("1")]
each_way_out = pytest.mark.parametrize("out", OUT, ids=["dropped", "disqualified"])


async def first_taken_back(
    evening: Evening, t: Tournament, kind: type[actions.AnyAction], by: int = ORGANISER
) -> Tournament:
    """The tournament after the first act of this kind has been taken back."""
    tag = kind.__struct_config__.tag
    entry = next(row.id for row in await evening.tournament_service.audit(t) if row.kind == tag)
    return (
        await evening.tournament_service.organising.undo(
            evening.press(by), OrganiserRights(by), t.id, entry, ""
        )
    ).tournament


async def is_too_late(
    evening: Evening, t: Tournament, kind: type[actions.AnyAction], by: int = ORGANISER
) -> bool:
    """Whether the first act of this kind is refused to be taken back, and nothing has changed."""
    before = await evening.now(t)
    refusal = await refused(first_taken_back(evening, t, kind, by))
    return refusal.reason == "late" and await evening.now(t) == before


async def test_a_round_is_not_made_shorter_again_when_it_has_been_played(evening: Evening) -> None:
    t = await at_play(evening)
    await evening.act(t, actions.Extend(MINUTE))
    await evening.passes(3 * MINUTE)
    await evening.act(t, actions.Draw())
    t = (await evening.act(t, actions.OpenRound())).tournament
    assert len(event_of(t).rounds) == 2
    assert await is_too_late(evening, t, actions.Extend)


@each_way_out
async def test_who_is_in_again_is_not_brought_in_a_second_time(
    evening: Evening, out: actions.AnyAction
) -> None:
    t = await begun(evening)
    await evening.act(t, out)
    t = (await evening.act(t, actions.Reinstate("1"))).tournament
    assert await is_too_late(evening, t, type(out))


@each_way_out
async def test_nobody_comes_back_to_a_tournament_that_was_cancelled(
    evening: Evening, out: actions.AnyAction
) -> None:
    t = await begun(evening)
    await evening.act(t, out)
    await evening.act(t, actions.Cancel())
    assert (await refused(first_taken_back(evening, t, type(out)))).reason == "over"


@each_way_out
async def test_nobody_comes_back_whose_data_was_erased(evening: Evening, out: actions.AnyAction) -> None:
    t = await at_play(evening)
    await evening.act(t, out)
    await evening.tournament_service.forget_person(101, t.id)
    assert await is_too_late(evening, t, type(out))


@each_way_out
async def test_whoever_was_let_in_by_mistake_is_out_again_as_they_were(
    evening: Evening, out: actions.AnyAction
) -> None:
    t = await round_over(evening)
    was = entrant((await evening.act(t, out)).tournament, 101)
    await evening.act(t, actions.Reinstate("1"))
    t = await first_taken_back(evening, t, actions.Reinstate)
    assert (entrant(t, 101).state, entrant(t, 101).out) == (was.state, was.out)
    line = next(line for line in await evening.tournament_service.standings(t) if line.entrant == "1")
    assert line.disqualified == isinstance(out, actions.Disqualify)


async def test_whoever_was_let_in_and_has_been_given_a_seat_since_stays_in(evening: Evening) -> None:
    t = await round_over(evening)
    await evening.act(t, actions.Drop("1"))
    await evening.act(t, actions.Reinstate("1"))
    await evening.act(t, actions.Draw())
    t = (await evening.act(t, actions.OpenRound())).tournament
    assert "1" in [who for pod in event_of(t).rounds[1].pods for who in pod.seats]
    assert await is_too_late(evening, t, actions.Reinstate)


async def test_a_substitute_who_was_replaced_as_well_is_not_taken_out(evening: Evening) -> None:
    t = await at_play(evening)
    await evening.act(t, actions.Substitute("1", 200, "Sub"))
    t = (await evening.act(t, actions.Substitute("1", 201, "Sub of the sub"))).tournament
    assert await is_too_late(evening, t, actions.Substitute)


async def test_a_substitute_whose_game_has_begun_since_plays_on(evening: Evening) -> None:
    t = await at_play(evening, show_up=MINUTE)
    await evening.act(t, actions.Substitute("1", 200, "Sub"))
    assert await evening.tournament_service.organising.can_undo(
        await evening.now(t), (await evening.tournament_service.audit(t))[-1]
    )
    await evening.passes(MINUTE + 1)
    assert await is_too_late(evening, t, actions.Substitute)


async def test_a_substitute_who_has_begun_another_round_plays_on(evening: Evening) -> None:
    t = await round_over(evening)
    await evening.act(t, actions.Substitute("1", 200, "Sub"))
    await evening.act(t, actions.Draw())
    t = (await evening.act(t, actions.OpenRound())).tournament
    assert await is_too_late(evening, t, actions.Substitute)


async def test_whoever_was_added_stays_once_it_has_begun(evening: Evening) -> None:
    t = await evening.join(await evening.announced(), 101, 102, 103)
    await evening.act(t, actions.AddPlayer(104, "Eve"))
    t = (await evening.act(t, actions.Begin())).tournament
    refusal = await refused(first_taken_back(evening, t, actions.AddPlayer))
    assert "Take them out instead" in refusal.text.message
    assert await evening.now(t) == t


async def test_whoever_was_checked_in_stays_once_it_has_begun(evening: Evening) -> None:
    t = await evening.announced(starts=evening.clock.now() + HOUR, check_in=30 * MINUTE)
    await evening.join(t, 101, 102, 103)
    await evening.passes(31 * MINUTE)
    for entrant_id in ("1", "2", "3"):
        await evening.act(t, actions.CheckIn(entrant_id))
    t = (await evening.act(t, actions.Begin())).tournament
    assert await is_too_late(evening, t, actions.CheckIn)


async def test_a_substitute_stays_if_the_data_of_whoever_they_replaced_was_erased(evening: Evening) -> None:
    t = await at_play(evening)
    await evening.act(t, actions.Substitute("1", 200, "Sub"))
    await evening.tournament_service.forget_person(101, t.id)
    assert await is_too_late(evening, t, actions.Substitute)


async def test_a_result_that_was_corrected_twice_loses_the_later_correction_first(evening: Evening) -> None:
    t = await round_over(evening)
    (seats,) = {len(pod.seats) for pod in event_of(t).rounds[0].pods}
    places = tuple(range(1, seats + 1))
    await evening.act(t, actions.Correct(1, 1, places))
    t = (await evening.act(t, actions.Correct(1, 1, places[::-1]))).tournament
    assert await is_too_late(evening, t, actions.Correct)
    t = (await evening.undo(t)).tournament
    counting = [one for one in event_of(t).results if (one.round, one.pod) == (1, 1)][-1]
    assert counting.places == places


async def test_a_tournament_that_was_handed_on_since_is_not_taken_from_its_new_organiser(
    evening: Evening,
) -> None:
    t = await begun(evening)
    await evening.act(t, actions.HandOver(60, "Sixty"))
    t = (await evening.act(t, actions.HandOver(61, "Sixty-one"), user=60)).tournament
    assert await is_too_late(evening, t, actions.HandOver, by=61)
