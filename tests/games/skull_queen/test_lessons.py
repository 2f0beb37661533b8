"""What newcomers are told: true where it is said, and all of it in the game in which they learn."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given

from games.skull_queen.cards import FACES, SPECIALS
from games.skull_queen.state import View
from games.text import english
from tests.games.playing import Moment, moments
from tests.games.skull_queen.ship import SKULL_QUEEN, Ship, shorts, trick

IN_ORDER = (
    "pirates", "room", "trick", "follow", "monkey", "mate", "next-lead", "two-down", "lead",
    "overboard", "two-up", "void", "middle", "points",
)  # fmt: skip
"""How the lessons come in the course."""


def names(view: View) -> list[str]:
    return [lesson.name for lesson in SKULL_QUEEN.lessons(view)]


def told(ship: Ship, who: str, name: str) -> str:
    return next(ship.say(each.text) for each in SKULL_QUEEN.lessons(ship.view(who)) if each.name == name)


def course() -> list[View]:
    """All that the learner sees while robots play all seats, and whether something is asked."""
    taught, chance = SKULL_QUEEN.course(), Random(1)
    assert taught is not None
    state = SKULL_QUEEN.position(taught.options, taught.players, taught.seed, taught.position)
    seen = [SKULL_QUEEN.observe(state, 0)]
    while waiting := SKULL_QUEEN.to_act(state):
        robot = SKULL_QUEEN.robots["sensible"]
        action = robot.choose(SKULL_QUEEN.observe(state, waiting[0]), chance)
        state, _events = SKULL_QUEEN.apply(state, waiting[0], action)
        seen.append(SKULL_QUEEN.observe(state, 0))
    return seen


def test_the_course_brings_every_lesson_in_a_sensible_order() -> None:
    came = list(dict.fromkeys(name for view in course() for name in names(view)))
    assert tuple(came) == IN_ORDER


def test_all_but_the_points_come_in_the_first_half_of_its_first_round() -> None:
    early = [view for view in course() if view.table.round == 2 and view.table.done <= 7]
    assert {name for view in early for name in names(view)} == {*IN_ORDER} - {"points"}


def test_the_course_takes_about_ten_minutes() -> None:
    asked = {view.decision for view in course() if 0 in view.to_act}
    assert 25 <= len(asked) <= 40


@given(moments([SKULL_QUEEN]))
def test_a_lesson_is_short_and_said_to_players_alone(moment: Moment) -> None:
    for watcher in moment.watchers:
        lessons = SKULL_QUEEN.lessons(SKULL_QUEEN.observe(moment.state, watcher))
        assert watcher is not None or not lessons
        assert len({lesson.name for lesson in lessons}) == len(lessons)
        for lesson in lessons:
            assert re.fullmatch(r"[a-z0-9-]{1,20}", lesson.name)
            assert len(english(lesson.text).split()) <= 40


def _there(view: Any) -> set[str]:
    return shorts(view.table.trick + view.table.middle)


TRUE_WHEN: dict[str, Callable[[Any], bool]] = {
    "pirates": lambda view: view.table.phase == "plank",
    "room": lambda view: view.table.phase == "plank",
    "points": lambda view: view.table.phase != "play" and view.table.complete > 0,
    "trick": lambda view: view.table.phase == "play",
    "old-king": lambda view: view.table.phase == "play" and view.players == 2,
    "overboard": lambda view: any(0 in plank[1:] for plank in view.table.planks),
    "next-lead": lambda view: view.players > 2 and view.table.done > 0 and view.table.trick == b"",
    "lead": lambda view: view.seat in view.to_act and view.table.trick == b"",
    "follow": lambda view: view.seat in view.to_act and len(view.legal) <= len(view.hand),
    "void": lambda view: len(view.legal) == len(view.hand),
    "middle": lambda view: view.table.middle != b"",
    "two-up": lambda view: any(name.endswith("8") for name in _there(view)),
    "two-down": lambda view: any(name.endswith("5") for name in _there(view)),
    "monkey": lambda view: "monkey" in shorts(view.table.trick + view.hand),
    "mate": lambda view: "mate" in shorts(view.table.trick + view.hand),
}
"""When each may be said, at least."""


@given(moments([SKULL_QUEEN]))
def test_a_lesson_comes_where_what_it_is_about_can_be_seen(moment: Moment) -> None:
    for seat in moment.seats:
        view = SKULL_QUEEN.observe(moment.state, seat)
        for name in names(view):
            assert TRUE_WHEN[name](view), name


def test_before_a_side_is_chosen_it_is_said_what_each_is_good_for() -> None:
    taught = SKULL_QUEEN.course()
    assert taught is not None
    state = SKULL_QUEEN.position(taught.options, taught.players, taught.seed, taught.position)
    first = english(SKULL_QUEEN.lessons(SKULL_QUEEN.observe(state, 0))[0].text)
    assert first.startswith("High cards send your four pirates up the plank, low ones down.")
    assert "the top pays most if ascending, the bottom if descending" in first


def test_before_the_first_card_it_is_said_which_cards_move_whom() -> None:
    three = Ship(Anne="r7 b2", Bob="r11 g1", Cora="g4 y3").set()
    two = Ship(king="r7 g7", Anne="r2 g2", Bob="r5 g9").set()
    for ship in (three, two):
        assert names(ship.view("Anne"))[0] == "trick"
        assert "the highest sends its player's pirate up, the lowest down" in told(ship, "Anne", "trick")


def test_who_can_follow_is_told_that_they_must_and_who_cannot_that_anything_goes() -> None:
    ship = Ship(Anne="r7 b2", Bob="r11 g1", Cora="g4 y3").set().plays("Anne leads r7")
    assert told(ship, "Bob", "follow").startswith("🔥 Red was led, and you have some: you must follow")
    ship.plays("Bob plays r11")
    assert told(ship, "Cora", "void").startswith("You can't follow")
    assert not {"follow", "void"} & {*names(ship.view("Anne"))}


def test_who_has_a_special_card_alone_is_not_told_that_it_counts_in_its_own_colour() -> None:
    ship = Ship(Anne="r7 b2", Bob="monkey mate", Cora="g4 y3").set().plays("Anne leads r7")
    assert not {"follow", "void"} & {*names(ship.view("Bob"))}
    assert {FACES[card].short for card in SPECIALS} <= {*names(ship.view("Bob"))}


def test_why_there_are_so_many_points_is_told_with_the_own_plank() -> None:
    planks = {"Anne": "down 1 1 2 4", "Bob": "up 1 1 1 1", "Cora": "up 5 5 5 5"}
    ship = Ship(Anne="r7", Bob="g11", Cora="b4").set(**planks)
    ship.plays("Anne leads r7, Bob plays g11, Cora plays b4")
    assert told(ship, "Anne", "points") == (
        "Your pirates stood on 8, 8, 5 and 2 at the end: that round brought you 23 points."
    )


def test_whoever_leads_next_is_named_with_the_reason() -> None:
    ship = trick("Anne leads r7, Bob plays g11, Cora plays y11")
    assert told(ship, "Anne", "next-lead").startswith("The highest number played")
    assert "now Cora" in told(ship, "Anne", "next-lead")


@pytest.mark.parametrize("name", ["next-lead", "lead"])
def test_of_two_players_nobody_leads_and_nobody_is_told_so(name: str) -> None:
    two = Ship(king="r7 g7", Anne="r2 g2", Bob="r5 g9").set()
    assert name not in names(two.view("Anne"))
    assert "old-king" in names(two.view("Anne"))
    two.acts("Bob", "play r5").acts("Anne", "play r2")
    assert name not in names(two.view("Anne"))
