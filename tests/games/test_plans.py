"""What holds for plans in every game of the catalogue, whatever its rules."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given

from games.catalogue import catalogue
from games.contract import Event
from games.text import Seat, english
from tests.games.playing import Beginning, Moment, actions_by_steps, beginnings, moments, texts_in
from tests.games.test_contract import is_filled
from tests.support.examples import examples

WHOLE_GAMES = examples(25)


@given(moments())
def test_a_spectator_has_nothing_to_plan_and_nobody_has_when_the_game_is_over(moment: Moment) -> None:
    assert moment.game.plans(moment.game.observe(moment.state, None)) is None
    if moment.game.outcome(moment.state) is not None:
        for seat in moment.seats:
            assert moment.game.plans(moment.game.observe(moment.state, seat)) is None


@given(moments())
def test_what_can_be_planned_fits_the_screens(moment: Moment) -> None:
    for seat in moment.seats:
        offered = moment.game.plans(moment.game.observe(moment.state, seat))
        if offered is None:
            continue
        assert 1 <= len(offered.choices) <= 25
        assert len(offered.surprises) <= 25
        assert len({choice.action for choice in offered.choices}) == len(offered.choices)
        assert all(choice.action and choice.why_not is None for choice in offered.choices)
        assert all(len(english(choice.label)) <= 50 for choice in offered.choices)
        names = [surprise.name for surprise in offered.surprises]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)
        assert all(surprise.usual for surprise in offered.surprises if surprise.fixed)
        assert all(len(english(surprise.label)) <= 65 for surprise in offered.surprises)
        assert all(is_filled(text) for text in texts_in(offered))


@WHOLE_GAMES
@given(beginnings())
def test_every_plan_is_judged_when_its_seat_is_asked_and_is_an_action_as_the_game_spells_it(
    beginning: Beginning,
) -> None:
    """Whether it is legal then is the rules' affair; where it is, a press could have made the same move."""
    game, made = beginning.game, dict[Seat, tuple[object, list[Event]]]()
    for moment in beginning.play():
        waiting = game.to_act(moment.state)
        for seat in moment.seats:
            seen = game.observe(moment.state, seat)
            if seat in made:
                made[seat][1].extend(e for e in moment.events if e.audience is None or seat in e.audience)
            if seat not in waiting:
                offered = game.plans(seen)
                if offered is not None:
                    made[seat] = (offered, [])
            elif seat in made:
                offered, heard = made.pop(seat)
                pressed = set(actions_by_steps(game, seen))
                for choice in offered.choices:  # type: ignore[attr-defined]
                    assert (choice.action in seen.legal) == (choice.action in pressed)
                    for surprise in offered.surprises:  # type: ignore[attr-defined]
                        assert game.surprised(surprise.name, choice.action, seen, heard) in (True, False)


@pytest.mark.parametrize("slug", catalogue())
def test_plans_come_true_often_enough_to_be_worth_making(slug: str) -> None:
    game, count = catalogue()[slug], Counter[bool]()
    options = game.Options()
    for chance in range(6):
        beginning = Beginning(game, options, game.players_for(options)[-1], bytes([chance] * 32), chance)
        made, random = dict[Seat, str](), Random(chance)
        for moment in beginning.play():
            for seat in moment.seats:
                seen = game.observe(moment.state, seat)
                if seat in seen.to_act:
                    action = made.pop(seat, None)
                    if action is not None:
                        count[action in seen.legal] += 1
                elif seat not in made and (offered := game.plans(seen)) is not None:
                    made[seat] = str(random.choice(offered.choices).action)
    assert count[True] >= 10, count


@given(moments())
def test_a_forced_move_is_the_only_one_there_is(moment: Moment) -> None:
    for seat in moment.seats:
        seen = moment.game.observe(moment.state, seat)
        forced = moment.game.forced(seen)
        assert forced is None or seen.legal == (forced,)
