"""What newcomers are taught: each lesson when it is true and needed, all of them in the course."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import HealthCheck, given

from bot.i18n import Reader
from games.corsari import lessons, scoring, split
from games.corsari.state import View
from games.text import english
from tests.games.corsari.quay import CORSARI, Quay
from tests.games.playing import Moment, moments
from tests.support.examples import examples

HAND = "orange 1 2 8, purple 2 3, blue 9, red 10"
LANGUAGES = ("en-US", "de", "fr", "it")


def taught(quay: Quay, name: str) -> list[str]:
    return [lesson.name for lesson in CORSARI.lessons(quay.view(name))]


def test_drawing_is_taught_first_then_what_prisoners_are_to_whoever_is_in_turn() -> None:
    quay = Quay(Anne=HAND, Bob="grey 1")
    assert taught(quay, "Anne") == ["turn", "prisoners"]
    assert taught(quay, "Bob") == []
    assert CORSARI.lessons(quay.view()) == ()


def test_the_first_sentence_of_all_says_what_wins() -> None:
    first = CORSARI.lessons(Quay(Anne=HAND, Bob="grey 1").view("Anne"))[0]
    assert english(first.text).startswith("Fewest penalty cards win. ")


def test_with_a_card_to_drop_crew_and_limit_are_taught_and_sailing_when_the_limit_is_low() -> None:
    assert taught(
        Quay(Anne="orange 11, red 10, blue 9, sky 8, brown 7", Bob="grey 1").draws("Anne"), "Anne"
    ) == [
        "crew",
        "limit",
    ]
    low = Quay(stock="grey 4", Anne="orange 1, purple 2, red 3", Bob="grey 1").having(stock=9)
    assert taught(low.draws("Anne"), "Anne") == ["crew", "limit", "sail"]
    assert taught(low.acts("Anne", "sail"), "Anne") == ["crew", "limit"], "it is settled"


def test_a_cappotto_is_taught_to_whoever_can_make_it() -> None:
    quay = Quay(Anne="orange 1, purple 2", Bob="grey 1").draws("Anne")
    assert "cappotto" in taught(quay, "Anne")
    early = Quay(Anne="orange 1", Bob="grey 1", early_sailing=False).draws("Anne")
    assert "cappotto" not in taught(early, "Anne"), "nobody may sail yet"


def test_the_ends_of_pier_and_stock_are_taught_when_they_are_near() -> None:
    quay = Quay(pier="green 5", stock="grey 2 3", Anne=HAND, Bob="grey 1")
    assert taught(quay, "Anne")[2:] == ["pier-ends", "stock-ends"]


def test_answering_is_taught_with_attaching_where_something_fits_and_with_what_is_best() -> None:
    quay = Quay(
        Anne="orange 1 2, sky 9", Bob="orange 5 6, grey 3 4, blue 2, red 7 8", Cleo="sky 11, grey 10 9"
    )
    quay.sails("Anne", crew="orange")
    assert taught(quay, "Bob") == ["answer", "attach", "give-many"]
    high = Quay(Anne="orange 1, sky 2", Bob="grey 8 7, blue 9 1, brown 10").sails("Anne", crew="orange")
    assert taught(high, "Bob") == ["answer", "keep-few"]


def test_after_a_hand_it_is_taught_why_it_cost_what_it_did() -> None:
    under = Quay(Anne="orange 1 2, blue 9", Bob="grey 1, pink 11").sails("Anne", crew="orange")
    under.answers("Bob", crew="pink")
    assert taught(under, "Anne") == ["went-under", "the-end"]
    clear = Quay(Anne="orange 1, sky 2", Bob="grey 8 7, blue 9").sails("Anne", crew="orange").answers("Bob")
    assert taught(clear, "Anne") == ["got-away", "the-end"]


def holds(name: str, view: View) -> bool:
    """Whether what a lesson says of the moment is so, by the rules and not by how lessons are chosen."""
    table, ended = view.table, view.table.latest
    mine = view.seat in view.to_act
    match name:
        case "turn" | "prisoners":
            return mine and table.phase == "draw"
        case "eye":
            return any(table.taken)
        case "pier-ends":
            return len(table.pier) == 1
        case "stock-ends":
            return 0 < table.stock < 10
        case "crew" | "limit":
            return mine and table.phase == "drop"
        case "sail" | "cappotto":
            best = min(
                split.best(view.hand.replace(bytes((card,)), b""), table.pier_colour) for card in view.hand
            )
            return "sail" in view.legal and (best.stowaways == 0) == (name == "cappotto")
        case "name-crew":
            return mine and table.phase == "split"
        case "answer":
            return table.closer != view.seat and table.closed is not None
        case "attach":
            return any(action.startswith("attach") for action in view.legal)
        case "give-many" | "keep-few":
            return mine and table.phase == "answer"
        case "went-under" | "got-away":
            assert ended is not None
            under = bool(scoring.senders(ended.layouts, ended.closer))
            return under == (name == "went-under") and bool(ended.gained[ended.closer]) <= under
        case "the-end":
            return not table.last_hand and sum(table.counts) < 35
        case _:
            return False


@examples(60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(moments([CORSARI]))
def test_no_lesson_is_untrue(moment: Moment) -> None:
    for watcher in moment.watchers:
        view = moment.game.observe(moment.state, watcher)
        for lesson in moment.game.lessons(view):
            assert holds(lesson.name, view), lesson.name


def test_in_the_course_every_lesson_but_the_rarest_comes_in_a_sensible_order() -> None:
    course = CORSARI.course()
    assert course is not None
    state = CORSARI.new(course.options, course.players, course.seed)
    robot, random = list(CORSARI.robots.values())[-1], Random(1)
    told: dict[str, int] = {}
    own = 0
    while waiting := CORSARI.to_act(state):
        seat = waiting[0]
        own += seat == 0
        for lesson in CORSARI.lessons(CORSARI.observe(state, 0)):
            told.setdefault(lesson.name, own)
        state, _events = CORSARI.apply(state, seat, robot.choose(CORSARI.observe(state, seat), random))
    assert 25 <= own <= 40, "some ten minutes"
    assert list(told)[:4] == ["turn", "prisoners", "crew", "limit"]
    assert told["sail"] < told["name-crew"] <= told["got-away"] <= told["answer"] < told["went-under"]
    assert {"attach", "give-many", "keep-few", "the-end"} <= set(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_are_short_in_every_language(language: str) -> None:
    reader = Reader(language, CORSARI, {})
    for name, text in vars(lessons).items():
        if re.fullmatch("_[A-Z]+(_[A-Z]+)?", name) and not isinstance(text, int):
            assert len(reader.plain(text).split()) <= 40, name
