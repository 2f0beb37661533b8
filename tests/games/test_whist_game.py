"""Knock-out Whist, a game in a package of its own: how much one takes that has pictures, robots, lessons and
hints, and that all which holds for the games of the catalogue holds for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import Options
from games.text import Seat, english
from games.thinking.hints import hint
from tests.games import hidden, test_contract, test_pictures, test_thinking
from tests.games.audit import outside, overlapping_words
from tests.games.playing import Beginning, beginnings, moments
from tests.support.examples import examples
from tests.whist_game.knockout_whist.cards import DECK, NAMES, suit_of
from tests.whist_game.knockout_whist.game import KnockoutWhist
from tests.whist_game.knockout_whist.rulebook import RULEBOOK
from tests.whist_game.knockout_whist.state import State, strongest
from tools import messages

WHIST = KnockoutWhist()
BEGINNINGS = [Beginning(WHIST, Options(), 2 + seed, bytes([seed]) * 32, seed) for seed in range(6)]
PACKAGE = Path(__file__).parents[1] / "whist_game" / "knockout_whist"


def pieces(state: State) -> list[int]:
    """How many cards are there twice, and how many more or fewer than were dealt."""
    table = state.table
    cards = b"".join((*state.hands, table.trick, table.fallen))
    return [len(cards) - len(set(cards)), len(cards) - table.dealt * len(table.order)]


def otherwise(state: State, watcher: Seat | None, random: Random) -> State:
    """The hands as they may be for all that the watcher knows."""
    if watcher is not None:
        return WHIST.resample(WHIST.observe(state, watcher), random)
    seen = state.table.trick + state.table.fallen
    unseen = list(DECK.translate(None, seen + bytes([max(state.table.turned, 0)])))
    random.shuffle(unseen)
    hands = tuple(bytes(sorted(unseen.pop() for _card in hand)) for hand in state.hands)
    return State(state.table, hands, random.randbytes(32))


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its cards are, and what a seat cannot know."""
    for module in (hidden, test_thinking):
        monkeypatch.setitem(module.PIECES, WHIST.slug, pieces)
        monkeypatch.setitem(module.OTHERWISE, WHIST.slug, otherwise)


def held_for_every_game(*asked: str) -> Iterator[Any]:
    """The tests that any game has to pass, by what they want to be given."""
    modules: tuple[ModuleType, ...] = (test_contract, test_pictures, test_thinking)
    for module in modules:
        for name, test in vars(module).items():
            inner = getattr(getattr(test, "hypothesis", None), "inner_test", None)
            if name.startswith("test_") and inner and list(signature(inner).parameters) == [*asked]:
                yield pytest.param(inner, id=name.removeprefix("test_"))


@pytest.mark.parametrize("check", [*held_for_every_game("beginning")])
def test_whole_games_are_like_those_of_the_catalogue(check: Callable[..., None]) -> None:
    for beginning in BEGINNINGS:
        check(beginning=beginning)


@pytest.mark.parametrize("check", [*held_for_every_game("moment")])
def test_moments_are_like_those_of_the_catalogue(check: Callable[..., None]) -> None:
    for part, beginning in enumerate(BEGINNINGS):
        check(moment=beginning.at(part / 6))


@pytest.mark.parametrize("check", [*held_for_every_game("moment", "chance")])
def test_what_is_imagined_is_like_in_those_of_the_catalogue(check: Callable[..., None]) -> None:
    for part, beginning in enumerate(BEGINNINGS):
        check(moment=beginning.at(part / 6), chance=part)


@examples(20)
@given(moments([WHIST]), st.sampled_from([None, 0, 1]))
def test_nothing_sticks_out_of_its_pictures_and_no_words_lie_on_others(
    moment: Any, watcher: Seat | None
) -> None:
    words = test_pictures.words_of(test_pictures.NAMES)
    drawn = [*test_pictures.pictures(moment, watcher, words).values()]
    for picture in (*drawn, WHIST.reference_picture(Options(), words)):
        assert picture is not None
        assert (outside(picture.drawing.svg()), overlapping_words(picture.drawing.svg())) == ([], [])


@examples(10)
@given(beginnings([WHIST]))
def test_a_trump_beats_every_other_suit_and_whoever_takes_no_trick_is_out(beginning: Beginning) -> None:
    end: State = beginning.end().state
    assert strongest(NAMES.numbers("h7 hq ca s2"), trump=0) == 3
    assert strongest(NAMES.numbers("h7 hq ca s2"), trump=3) == 1
    for before, after in zip(end.table.sheet, end.table.sheet[1:], strict=False):
        assert [taken > 0 for taken in before] == [taken >= 0 for taken in after]
    assert sum(taken > 0 for taken in end.table.sheet[-1]) == 1


def test_nobody_is_imagined_to_hold_a_suit_that_they_could_not_follow() -> None:
    known = 0
    for moment in Beginning(WHIST, Options(), 4, bytes(32), 3).play():
        voids = moment.state.table.voids
        imagined = WHIST.resample(WHIST.observe(moment.state, 0), Random(1))
        for hand, lacking in zip(imagined.hands[1:], voids[1:], strict=True):
            known += bool(hand and lacking)
            assert not any(lacking >> suit_of(card) & 1 for card in hand)
    assert known > 20


def test_every_lesson_comes_up_in_its_course_in_the_rule_books_own_words() -> None:
    course = WHIST.course()
    state, random, heard = WHIST.new(course.options, course.players, course.seed), Random(1), set[str]()
    while waiting := WHIST.to_act(state):
        heard |= {english(lesson.text) for lesson in WHIST.lessons(WHIST.observe(state, 0))}
        state, _events = WHIST.apply(state, waiting[0], WHIST.playout_action(state, waiting[0], random))
    taught = [rule.text for chapter in RULEBOOK for rule in chapter.rules if rule.lesson]
    written = [english(line) for section in WHIST.rules(Options(), None) for line in section.lines]
    assert heard == {english(text) for text in taught} <= set(written)


@pytest.mark.long
def test_a_hint_says_how_much_more_often_a_choice_keeps_one_in() -> None:
    beginning = Beginning(WHIST, Options(), 4, bytes(32), 3)
    said = list[str]()
    for moment in beginning.play():
        for seat in WHIST.to_act(moment.state):
            seen = WHIST.observe(moment.state, seat)
            if len(seen.legal) > 1 and len(said) < 12:
                said.append(english(hint(WHIST, seen, Random(1), deals=20).why))
    assert any("keeps you in" in each for each in said), said


def test_the_whole_game_is_at_most_1500_lines_and_120_sentences() -> None:
    files = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py")]
    assert sum(text.count("\n") for text in files) <= 1500
    assert len([entry for entry in messages.template(messages.source(PACKAGE)) if entry.id]) <= 120


def test_its_state_is_stored_and_read_again() -> None:
    for moment in Beginning(WHIST, Options(), 3, bytes(32), 1).play():
        assert WHIST.load(WHIST.dump(moment.state)) == moment.state
    assert msgspec.json.encode(WHIST.new(Options(), 2, bytes(32)))
