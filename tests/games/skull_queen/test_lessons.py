"""What newcomers are told: true where it is said, and all of it in the game in which they learn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from games.skull_queen.cards import FACES, SPECIALS
from games.skull_queen.position import SkullQueenPosition
from games.skull_queen.robot import gained_at_once
from games.skull_queen.rulebook import EARLY
from games.skull_queen.state import State, View
from games.text import english
from tests.games.beginner import Beginner, learned, play
from tests.games.playing import Moment, moments
from tests.games.skull_queen.ship import SKULL_QUEEN, Ship, shorts, trick

OPTIONS = SKULL_QUEEN.Options()
THREE = {"Anne": "r7 b2", "Bob": "r11 g1", "Cora": "g4 y3"}


def three() -> Ship:
    return Ship(THREE).set()


def names(view: View) -> list[str]:
    return [lesson.name for lesson in SKULL_QUEEN.lessons(view)]


def told(ship: Ship, who: str, name: str) -> str:
    return next(ship.say(each.text) for each in SKULL_QUEEN.lessons(ship.view(who)) if each.name == name)


# The course


def beginners() -> list[Beginner]:
    """Some who have taken it."""
    course = SKULL_QUEEN.course()
    assert course is not None
    taught = [Beginner(SKULL_QUEEN, Random(chance)) for chance in range(8)]
    for each in taught:
        play(each, course)
    return taught


def test_the_course_shows_tricks_before_it_asks_for_a_plank() -> None:
    came = Counter[str]()
    for learner in beginners():
        first, *rest = learner.told
        assert first == "trick"
        assert learner.told["side"].startswith("2.k2")
        assert {"follow", "pirates", "better"} <= {*rest[: rest.index("side")]}
        came.update(list(learner.told))
    missed = {name for name in TRUE_WHEN if came[name] < 5} - {"room", "old-king"}
    assert not missed, "its cards bring nearly all of it; `room` comes a step after `side`"


def test_the_course_begins_with_round_1_and_ends_when_a_plank_has_been_played() -> None:
    course = SKULL_QUEEN.course()
    assert course is not None
    state = SKULL_QUEEN.position(course.options, course.players, course.seed, course.position)
    assert english(SKULL_QUEEN.board(SKULL_QUEEN.observe(state, 0)).headline) == "Round 1 of 2, trick 1 of 12"
    state, outcome = play(Beginner(SKULL_QUEEN, Random(1)), course)
    assert state.table.round == 2
    assert outcome.points == state.table.points


@pytest.mark.long
def test_whoever_does_what_the_course_says_beats_cabin_boys() -> None:
    found = learned(SKULL_QUEEN, OPTIONS, 60)
    assert found.kept >= 0.7, "of the pirates"
    assert found.won >= 0.4


def test_a_game_may_have_fewer_rounds_than_players() -> None:
    def begun(rounds: int) -> State:
        given = SkullQueenPosition(round=2, rounds=rounds, scores=(0, 9, 0))
        return SKULL_QUEEN.position(OPTIONS, 3, bytes(32), given)

    state, random = begun(2), Random(1)
    assert SKULL_QUEEN.load(SKULL_QUEEN.dump(state)) == state
    overview = SKULL_QUEEN.rulebook(OPTIONS, SKULL_QUEEN.observe(state, 0))[0]
    assert english(overview.rules[-1].text).startswith("Most points after 2 rounds win")
    while waiting := SKULL_QUEEN.to_act(state):
        view = SKULL_QUEEN.observe(state, waiting[0])
        state, _events = SKULL_QUEEN.apply(state, waiting[0], SKULL_QUEEN.robots["any"].choose(view, random))
    assert state.table.round == 2
    for wrong in (1, 4):
        with pytest.raises(ValueError, match="round"):
            begun(wrong)


# Each lesson


@given(moments([SKULL_QUEEN]))
def test_a_lesson_is_one_short_thing_and_said_to_those_who_choose_alone(moment: Moment) -> None:
    for watcher in moment.watchers:
        view = SKULL_QUEEN.observe(moment.state, watcher)
        lessons = SKULL_QUEEN.lessons(view)
        assert watcher in view.to_act or not lessons
        assert len({lesson.name for lesson in lessons}) == len(lessons)
        for lesson in lessons:
            assert re.fullmatch(r"[a-z0-9-]{1,20}", lesson.name)
            assert len(english(lesson.text).split()) <= 25


def _there(view: Any) -> set[str]:
    return shorts(view.hand + view.table.trick + view.table.middle)


def _plays(view: Any) -> bool:
    return view.table.phase == "play"


TRUE_WHEN: dict[str, Callable[[Any], bool]] = {
    "trick": lambda view: _plays(view) and view.table.complete < EARLY,
    "follow": lambda view: 0 < len(view.legal) < len(view.hand),
    "void": lambda view: len(view.legal) == len(view.hand),
    "mate": lambda view: _plays(view) and "mate" in _there(view),
    "monkey": lambda view: _plays(view) and "monkey" in _there(view),
    "side": lambda view: view.table.phase == "plank",
    "pirates": lambda view: view.table.complete < EARLY and (view.table.done > 0 or not _plays(view)),
    "better": lambda view: any(gained_at_once(view, action) > 0 for action in view.legal),
    "overboard": lambda view: _plays(view) and not {0, 1, 5}.isdisjoint(view.plank[1:]),
    "room": lambda view: view.table.phase == "plank",
    "arrows": lambda view: view.table.trick != b"" and view.table.complete < EARLY,
    "middle": lambda view: view.table.middle != b"" and view.table.done > 0,
    "lead": lambda view: _plays(view) and view.players > 2 and view.table.trick == b"",
    "next-lead": lambda view: view.players > 2 and view.table.done > 0 and view.table.trick == b"",
    "old-king": lambda view: _plays(view) and view.players == 2,
    "two-up": lambda view: _plays(view) and any(name.endswith("8") for name in _there(view)),
    "two-down": lambda view: _plays(view) and any(name.endswith("5") for name in _there(view)),
}
"""When each may be said, at least."""


@given(moments([SKULL_QUEEN]))
def test_a_lesson_comes_where_what_it_is_about_can_be_seen(moment: Moment) -> None:
    for seat in moment.seats:
        view = SKULL_QUEEN.observe(moment.state, seat)
        for name in names(view):
            assert TRUE_WHEN[name](view), name


def test_before_a_side_is_chosen_it_is_said_what_each_is_good_for() -> None:
    ship = Ship(THREE)
    assert names(ship.view("Anne")) == ["side", "room", "pirates"]
    assert told(ship, "Anne", "side").startswith("Mostly high cards? Ascending, with the 8 at the top.")


def test_before_the_first_card_it_is_said_which_cards_move_whom() -> None:
    for ship in (three(), Ship(king="r7 g7", Anne="r2 g2", Bob="r5 g9").set()):
        assert names(ship.view("Anne"))[0] == "trick"
        assert "The highest red card sends its player's red pirate up, the lowest down" in told(
            ship, "Anne", "trick"
        )


def test_what_pirates_are_for_is_said_once_one_trick_was_seen() -> None:
    assert "pirates" not in names(three().view("Anne"))
    ship = trick("Anne leads r7, Bob plays r11, Cora plays g4")
    assert told(ship, "Bob", "pirates").endswith("After the last card each scores its space: 1 to 8.")


def test_who_can_follow_is_told_that_they_must_and_who_cannot_that_anything_goes() -> None:
    ship = three().plays("Anne leads r7")
    assert told(ship, "Bob", "follow").endswith("play that colour if you have it.")
    ship.plays("Bob plays r11")
    assert told(ship, "Cora", "void").startswith("You can't follow? Play any card")
    assert "follow" not in names(ship.view("Cora"))


def test_who_has_a_special_card_alone_is_not_told_that_it_counts_in_its_own_colour() -> None:
    ship = Ship(Anne="r7 b2", Bob="monkey mate", Cora="g4 y3").set().plays("Anne leads r7")
    assert not {"follow", "void"} & {*names(ship.view("Bob"))}
    assert {FACES[card].short for card in SPECIALS} <= {*names(ship.view("Bob"))}


@pytest.mark.parametrize(("plank", "due"), [("up 3 3 3 3", True), ("down 3 3 3 3", False)])
def test_nobody_is_told_to_go_towards_the_8_who_has_no_card_for_it(plank: str, due: bool) -> None:
    ship = Ship(Anne="r7 b2", Bob="r11 g1", Cora="g4 y3").set(Bob=plank).plays("Anne leads r7")
    assert ("better" in names(ship.view("Bob"))) == due


def test_the_water_is_told_of_when_a_pirate_of_ones_own_stands_beside_it() -> None:
    ship = Ship(THREE).set(Anne="up 5 3 3 3")
    assert "overboard" in names(ship.view("Anne"))
    assert "overboard" not in names(three().view("Anne"))


def test_a_lone_card_is_told_of_when_it_lies_in_the_middle() -> None:
    assert "middle" not in names(Ship(THREE, middle="y9").set().view("Anne")), "it was left over"
    assert "middle" in names(trick("Anne leads r7, Bob plays r11, Cora plays g4").view("Bob"))


def test_whoever_leads_next_is_told_why() -> None:
    ship = trick("Anne leads r7, Bob plays g11, Cora plays y11")
    assert told(ship, "Cora", "next-lead").startswith("The highest number leads the next trick")
    assert "next-lead" not in names(three().view("Anne"))


@pytest.mark.parametrize("name", ["next-lead", "lead", "arrows"])
def test_of_two_players_nobody_leads_and_nobody_is_told_so(name: str) -> None:
    two = Ship(king="r7 g7", Anne="r2 g2", Bob="r5 g9").set()
    assert name not in names(two.view("Anne"))
    assert "old-king" in names(two.view("Anne"))
    two.acts("Bob", "play r5").acts("Anne", "play r2")
    assert name not in names(two.view("Anne"))


# Afterwards


@pytest.mark.parametrize(
    ("plank", "well", "better"),
    [
        ("up 3 4 3 4", "4 of your 4 pirates stayed on the plank.", None),
        ("up 2 2 2 2", "4 of your 4 pirates stayed on the plank.", "turn up the side whose 8"),
        ("up 0 0 5 5", "2 of your 4 pirates stayed on the plank.", "play a card that moves nobody"),
        ("up 0 0 0 0", None, "play a card that moves nobody"),
    ],
)
def test_after_the_course_it_is_told_what_went_well_and_what_to_do_better(
    plank: str, well: str | None, better: str | None
) -> None:
    side, *spaces = plank.split()
    own = bytes((("up", "down").index(side), *map(int, spaces)))
    view = three().view("Anne")
    over = replace(view, table=replace(view.table, phase="over", score_sheet=own * 3))
    review = SKULL_QUEEN.review(over)
    assert (review.well and english(review.well)) == well
    assert (
        better is None if review.better is None else better is not None and better in english(review.better)
    )
