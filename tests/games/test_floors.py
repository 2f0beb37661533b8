"""A game that says nothing but how it is played: what it is shown by, and how it is pressed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from msgspec.structs import replace

from games.contract import Game, Options, Robot
from games.text import _, english
from games.thinking import levels
from tests.games.playing import Beginning, actions_by_steps, paths, shown, texts_in
from tests.plugin_game.doubloons.rules import Rules
from tests.plugin_game.doubloons.state import State, View


class Bare(Rules, Game[Options, State, View]):
    """The first floor, with a name on it."""

    slug = "bare"
    title = _("Doubloons")
    tagline = _("Six rounds, and in each the highest card wins a coin.")
    players = range(2, 7)
    State = State
    Observation = View
    robots: ClassVar[Mapping[str, Robot]] = levels.crew(
        Rules(), levels.AnyLegal(), levels.AnyLegal(), levels.AT_ONCE
    )
    default_robot, first_robot = levels.SAILOR, levels.CABIN_BOY
    locale = Path(__file__).parent


BARE = Bare()


def test_it_is_told_and_pressed_by_the_words_of_its_actions_to_its_end() -> None:
    for moment in Beginning(BARE, Options(), 3, bytes(32), 1).play():
        for seat in moment.watchers:
            seen = BARE.observe(moment.state, seat)
            assert sorted(actions_by_steps(BARE, seen)) == sorted(seen.legal)
            assert all(english(text) for text in texts_in(shown(moment, seat)))
            assert (BARE.hand(seen) is None) == (seat is None)
            assert BARE.lessons(seen) == ()
            assert BARE.board_picture(seen, english) is None
    assert [english(line) for line in BARE.rules(Options(), None)[0].lines] == [english(Bare.tagline)]


@pytest.mark.parametrize("count", [1, 25, 26, 600])
@pytest.mark.long
def test_where_actions_are_many_they_are_asked_for_word_by_word(count: int) -> None:
    legal = tuple(f"go {first} {second}" for first in range(24) for second in range(25))[:count]
    view = BARE.observe(Beginning(BARE, Options(), 3, bytes(32), 1).new(), 0)
    many = replace(view, legal=(*legal, "stay"))
    assert sorted(actions_by_steps(BARE, many)) == sorted((*legal, "stay"))
    values = [way for way, _choice in paths(BARE, many)]
    assert len(set(values)) == len(values)
    menus = [BARE.steps(many, way[:-1]) for way in values]
    assert all(menu is not None and len(menu.choices) <= 25 for menu in menus)
    with pytest.raises(ValueError, match="'nowhere'"):
        BARE.steps(many, ("nowhere",))


def test_what_is_missing_of_the_first_floor_is_refused_by_name() -> None:
    class Half(Game[Options, State, View]):
        """A game that says nothing of its rules."""

    with pytest.raises(TypeError, match="legal_actions"):
        Half()  # type: ignore[abstract]


def test_robots_play_it() -> None:
    state, random = BARE.new(Options(), 3, bytes(32)), Random(1)
    while waiting := BARE.to_act(state):
        action = BARE.robots[BARE.default_robot].choose(BARE.observe(state, waiting[0]), random)
        state, _events = BARE.apply(state, waiting[0], action)
    assert BARE.outcome(state) is not None
