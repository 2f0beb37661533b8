"""What newcomers are taught: each lesson when it is true and needed, nearly all of them in the course."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given

from bot.i18n import Reader
from games.corsari import scoring, split
from games.corsari.options import CorsariOptions
from games.corsari.rulebook import EARLY, LOW, rulebook
from games.corsari.state import View
from games.text import english
from tests.games.beginner import Beginner, learned, play
from tests.games.corsari.quay import CORSARI, Quay
from tests.games.playing import Moment, moments
from tests.support.examples import examples

HAND = "orange 1 2 8, purple 2 3, blue 9, red 10"
LANGUAGES = ("en-US", "de", "fr", "it")


def taught(quay: Quay, name: str) -> list[str]:
    return [lesson.name for lesson in CORSARI.lessons(quay.view(name))]


def test_before_a_draw_turns_prisoners_and_limit_are_taught_to_whoever_is_in_turn() -> None:
    quay = Quay(Anne=HAND, Bob="grey 1")
    assert taught(quay, "Anne") == ["turn", "prisoners", "limit"]
    assert taught(quay, "Bob") == []
    assert CORSARI.lessons(quay.view()) == ()


def test_one_thing_is_taught_at_a_time_and_none_twice() -> None:
    view = Quay(Anne=HAND, Bob="grey 1").view("Anne")
    told: list[str] = []
    while lesson := CORSARI.lesson(view, told):
        told.append(lesson.name)
    assert told == ["turn", "prisoners", "limit"]


def test_with_a_card_to_drop_crew_and_stowaways_are_taught_and_sailing_when_the_limit_is_low() -> None:
    high = Quay(Anne="orange 11, red 10, blue 9, sky 8, brown 7", Bob="grey 1").draws("Anne")
    assert taught(high, "Anne") == ["crew", "stowaways"]
    low = Quay(stock="grey 4", Anne="orange 1, purple 2, red 3", Bob="grey 1").having(stock=9)
    assert taught(low.draws("Anne"), "Anne") == ["crew", "stowaways", "sail"]
    assert taught(low.acts("Anne", "sail"), "Anne") == ["crew", "stowaways", "got-away"]


@pytest.mark.parametrize(("over", "sail"), [(0, True), (1, False)])
def test_a_limit_is_low_up_to_a_figure(over: int, sail: bool) -> None:
    stowaway = LOW - 2 + over
    quay = Quay(stock="grey 11", Anne=f"orange 11, purple 10, blue 2, sky {stowaway}", Bob="red 1")
    assert ("sail" in taught(quay.having(stock=9).draws("Anne"), "Anne")) == sail


def test_a_cappotto_is_taught_to_whoever_can_make_it() -> None:
    quay = Quay(Anne="orange 1, purple 2", Bob="grey 1").draws("Anne")
    assert "cappotto" in taught(quay, "Anne")
    early = Quay(Anne="orange 1", Bob="grey 1", early_sailing=False).draws("Anne")
    assert "cappotto" not in taught(early, "Anne"), "nobody may sail yet"


def test_the_ends_of_pier_and_stock_are_taught_before_they_are_there() -> None:
    quay = Quay(pier="green 5 6", stock="grey 2 3", Anne=HAND, Bob="grey 1")
    assert taught(quay, "Anne")[3:] == ["pier-ends", "stock-ends"]
    there = Quay(pier="green 5", stock="grey 2", Anne=HAND, Bob="grey 1")
    assert not {"pier-ends", "stock-ends"} & set(taught(there, "Anne")), "the prompt says it"


def test_the_eye_is_explained_once_somebody_else_took_a_card_openly() -> None:
    quay = Quay(pier="green 5 6 7", Anne=HAND, Bob="grey 1").turn("Anne", "pier", "blue 9")
    assert "eye" in taught(quay, "Bob")
    assert "eye" not in taught(quay.turn("Bob", "stock", "grey 1"), "Anne"), "she took it herself"
    late = Quay(pier="green 5 6 7", Anne=HAND, Bob="grey 1").turn("Anne", "pier", "blue 9")
    assert "eye" not in taught(late.having(hand=EARLY + 1), "Bob")


def test_answering_is_taught_with_attaching_where_something_fits_and_with_what_is_best() -> None:
    quay = Quay(
        Anne="orange 1 2, sky 9", Bob="orange 5 6, grey 3 4, blue 2, red 7 8", Cleo="sky 11, grey 10 9"
    )
    quay.sails("Anne", crew="orange")
    assert taught(quay, "Bob") == ["answer", "attach", "give-many"]
    high = Quay(Anne="orange 1, sky 2", Bob="grey 8 7, blue 9 1, brown 10").sails("Anne", crew="orange")
    assert taught(high, "Bob") == ["answer", "keep-few"]
    clean = Quay(Anne="orange 1, sky 2", Bob="grey 8 7, blue 9").sails("Anne", crew="orange")
    assert taught(clean, "Bob") == ["answer"], "without a stowaway nothing is to be weighed"


def test_in_the_next_hand_it_is_taught_why_the_last_one_cost_what_it_did() -> None:
    under = Quay(Anne="orange 1 2, blue 9", Bob="grey 1, pink 11").sails("Anne", crew="orange")
    under.answers("Bob", crew="pink")
    assert {"went-under", "the-end"} <= set(taught(under, "Bob"))
    clear = Quay(Anne="orange 1, sky 2", Bob="grey 8 7, blue 9").sails("Anne", crew="orange").answers("Bob")
    assert {"got-away", "the-end"} <= set(taught(clear, "Bob"))
    later = clear.draws("Bob").acts("Bob", clear.may("Bob")[0]).draws("Anne")
    later.acts("Anne", clear.may("Anne")[0])
    assert not {"got-away", "the-end"} & set(taught(later, "Bob")), "a round late is too late"


def holds(name: str, view: View) -> bool:
    """Whether what a lesson says of the moment is so, by the rules and not by how lessons are chosen."""
    table, ended = view.table, view.table.latest
    match name:
        case "turn" | "prisoners" | "limit":
            return table.phase == "draw"
        case "eye":
            return any(table.taken)
        case "pier-ends":
            return len(table.pier) == 2
        case "stock-ends":
            return 1 < table.stock < 10
        case "crew" | "stowaways":
            return table.phase == "drop"
        case "sail" | "cappotto":
            best = min(
                split.best(view.hand.replace(bytes((card,)), b""), table.pier_colour) for card in view.hand
            )
            return "sail" in view.legal and (best.stowaways == 0) == (name == "cappotto")
        case "name-crew":
            return table.phase == "split"
        case "answer" | "give-many" | "keep-few":
            return table.phase == "answer"
        case "attach":
            return any(action.startswith("attach") for action in view.legal)
        case "got-away" if table.closer == view.seat:
            return table.phase == "drop"
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
def test_no_lesson_is_untrue_and_none_is_for_those_who_wait(moment: Moment) -> None:
    for watcher in moment.watchers:
        view = moment.game.observe(moment.state, watcher)
        for lesson in moment.game.lessons(view):
            assert watcher in view.to_act
            assert holds(lesson.name, view), lesson.name


SAILS = ["turn", "crew", "prisoners", "stowaways", "limit", "sail", "got-away", "name-crew"]
"""What the first hand of the course teaches, in this order."""


def test_in_the_course_one_term_comes_after_the_other_and_the_learner_sails() -> None:
    taught = CORSARI.course()
    assert taught is not None
    came, sailed, presses = Counter[str](), 0, 0
    for chance in range(20):
        learner = Beginner(CORSARI, Random(chance))
        state, _outcome = play(learner, taught)
        hands = scoring.hands_of(state.table.score_sheet, taught.players)
        sailed += hands[0].closer == 0 and not hands[0].gained[0]
        early = [name for name in learner.told if name in SAILS]
        assert early == [name for name in SAILS if name in early]
        came.update(list(learner.told))
        presses += len(learner.told)
    assert sailed >= 16, "nearly everybody is the first who can, and nobody gets as low"
    assert not {name for name in (*SAILS, "answer") if came[name] < 16}
    assert came["attach"] >= 12


@pytest.mark.long
def test_whoever_does_what_the_course_says_beats_cabin_boys() -> None:
    found = learned(CORSARI, CorsariOptions(), 100)
    assert found.kept >= 0.8, "the ships that sail in the course take no penalty cards"
    assert found.won >= 0.40


@pytest.mark.parametrize(
    ("penalties", "hand", "well", "better"),
    [
        ({"Bob": 44}, "orange 1, sky 2", "You set sail, and nobody got as low.", None),
        ({"Bob": 44}, "orange 1, sky 11", None, "set sail with a lower limit"),
    ],
)
def test_after_the_course_the_own_ships_are_judged(
    penalties: dict[str, int], hand: str, well: str | None, better: str | None
) -> None:
    quay = Quay(penalties=penalties, Anne=hand, Bob="grey 8 7, blue 9, pink 10").sails("Anne", crew="orange")
    review = CORSARI.review(quay.answers("Bob", crew="blue grey").view("Anne"))
    assert (review.well and english(review.well)) == well
    if better is not None:
        assert review.better is not None
        assert better in english(review.better)


def test_whoever_never_sailed_is_told_when_to() -> None:
    quay = Quay(penalties={"Bob": 44}, Anne="orange 1, sky 2", Bob="grey 8 7, blue 9 1, pink 10")
    review = CORSARI.review(quay.sails("Anne", crew="orange").answers("Bob", crew="blue grey").view("Bob"))
    assert review.well is None
    assert review.better is not None
    assert english(review.better).endswith(f"once your limit is {LOW} or less.")


def test_whoever_sank_every_ship_is_praised_for_that_and_not_told_to_sail() -> None:
    quay = Quay(penalties={"Anne": 44}, Anne="orange 1, sky 11", Bob="grey 8 7, blue 2, pink 3")
    review = CORSARI.review(quay.sails("Anne", crew="orange").answers("Bob", crew="blue grey").view("Bob"))
    assert review.well is not None
    assert english(review.well) == "You sank a ship."
    assert review.better is None


def test_a_lesson_has_at_most_25_words_and_40_in_other_languages() -> None:
    for chapter in rulebook(CorsariOptions()):
        for rule in chapter.rules:
            if rule.lesson:
                assert len(english(rule.text).split()) <= 25, rule.lesson
                for language in LANGUAGES:
                    said = Reader(language, CORSARI, {}).plain(rule.text)
                    assert len(said.split()) <= 40, (language, rule.lesson)
