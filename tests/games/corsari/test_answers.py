"""What the closer's opponents do: attach, and split, all at the same time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import IllegalAction
from games.corsari import actions, split
from games.corsari.answering import arrangements, best_answer
from games.corsari.state import Answered, LaidOut
from tests.games.corsari.quay import CORSARI, Quay, cards, words
from tests.games.corsari.test_sailing import FIGURE_2, colour, hands


def after_figure_2(Bob: str, **others: str) -> Quay:
    """Anne has sailed as in the leaflet's example: orange 1 2 7 8 and purple 3 10."""
    return Quay(
        pier="red 1 2", stock="yellow 6, grey 9", hands={"Anne": FIGURE_2, "Bob": Bob, **others}
    ).sails("Anne", dropping="yellow 6", crew="orange purple")


def may_attach(quay: Quay, name: str) -> set[str]:
    """The sets of cards that somebody may attach."""
    parsed = [actions.parsed_answer(action) for action in quay.may(name)]
    return {words(said[0]) for said in parsed if said is not None}


# Attaching


def test_an_opponent_may_attach_what_fits_the_closers_crew() -> None:
    quay = after_figure_2(Bob="orange 9, grey 11").answers("Bob", attaching="orange 9")
    assert words(quay.layout("Bob").attached) == "orange 9"
    assert words(quay.layout("Bob").stowaways) == "grey 11"


def test_nobody_has_to_attach() -> None:
    assert may_attach(after_figure_2(Bob="orange 9, grey 11"), "Bob") == {"", "orange 9"}


@pytest.mark.parametrize("card", ["orange 3", "orange 10", "purple 7", "purple 1"])
def test_a_number_that_the_closers_crew_has_cannot_be_attached(card: str) -> None:
    quay = after_figure_2(Bob=f"{card}, grey 11")
    assert may_attach(quay, "Bob") == {""}
    with pytest.raises(IllegalAction, match="numbers that it lacks"):
        quay.answers("Bob", attaching=card)


@pytest.mark.parametrize("card", ["blue 9", "red 9", "grey 11"])
def test_a_colour_that_the_closers_crew_has_not_cannot_be_attached(card: str) -> None:
    assert may_attach(after_figure_2(Bob=f"{card}, sky 4"), "Bob") == {""}


def test_a_number_is_attached_once_by_each_player() -> None:
    quay = after_figure_2(Bob="orange 9, purple 9 4")
    assert may_attach(quay, "Bob") == {
        "",
        "orange 9",
        "purple 9",
        "purple 4",
        "purple 4, orange 9",
        "purple 4 9",
    }
    with pytest.raises(IllegalAction, match="one of each number"):
        quay.answers("Bob", attaching="orange 9, purple 9")


def test_what_another_opponent_attached_does_not_matter() -> None:
    quay = after_figure_2(Bob="orange 9, grey 11", Cora="purple 9, grey 10")
    quay.answers("Bob", attaching="orange 9").answers("Cora", attaching="purple 9")
    assert [words(layout.attached) for layout in quay.showdown.layouts] == ["", "orange 9", "purple 9"]


def test_the_order_in_which_opponents_answer_makes_no_difference() -> None:
    one = after_figure_2(Bob="orange 9, grey 11", Cora="purple 9, grey 10")
    other = after_figure_2(Bob="orange 9, grey 11", Cora="purple 9, grey 10")
    one.answers("Bob", attaching="orange 9").answers("Cora", attaching="purple 9")
    other.answers("Cora", attaching="purple 9").answers("Bob", attaching="orange 9")
    assert one.state == other.state


def test_nothing_can_be_attached_to_no_crew() -> None:
    quay = Quay(Anne="orange 1, purple 2", Bob="orange 9, purple 9").sails("Anne", crew="none")
    assert may_attach(quay, "Bob") == {""}


def test_only_colours_that_are_in_the_crew_count_not_those_that_were_named() -> None:
    """Purple was named first and keeps all the numbers: orange has nobody in the crew."""
    crew = split.laid_out(
        cards("purple 1 2, orange 1 2"), colour("green"), (colour("purple"), colour("orange"))
    )
    assert words(split.attachable(cards("purple 5, orange 6"), crew.crew)) == "purple 5"


def test_attached_cards_are_no_stowaways_and_no_penalties_and_return_to_the_deck() -> None:
    quay = after_figure_2(Bob="orange 9, grey 11 10").answers("Bob", attaching="orange 9")
    assert quay.gained == {"Anne": 0, "Bob": 2}
    assert not set(cards("orange 9")) & set(b"".join(quay.table.penalties))


def test_the_rest_is_split_like_the_closers_cards() -> None:
    quay = after_figure_2(Bob="red 9, blue 1 2, sky 2 3, grey 11, orange 9")
    quay.answers("Bob", crew="blue sky", attaching="orange 9")
    layout = quay.layout("Bob")
    assert words(layout.prisoners) == "red 9"
    assert words(layout.crew) == "blue 1 2, sky 3"
    assert words(layout.stowaways) == "sky 2, grey 11"
    assert layout.limit == 13


# At the same time, each in private


def test_all_opponents_are_asked_at_once_and_none_sees_anothers_answer() -> None:
    quay = after_figure_2(Bob="orange 9, grey 11", Cora="purple 9, grey 10")
    assert quay.next == ("Bob", "Cora")
    before = quay.view("Cora")
    quay.answers("Bob", attaching="orange 9")
    after = quay.view("Cora")
    assert (before.legal, before.decision) == (after.legal, after.decision)
    assert after.answer is None
    assert quay.view("Bob").answer == quay.layout("Bob")
    told = quay.events[-1]
    assert isinstance(told, Answered)
    assert CORSARI.narrate(told) is None


def test_whoever_has_answered_waits_for_the_others() -> None:
    quay = after_figure_2(Bob="orange 9, grey 11", Cora="purple 9, grey 10").answers("Bob")
    assert quay.next == ("Cora",)
    assert "until all have" in quay.say(quay.menu("Bob").prompt)


def test_an_answer_may_be_given_anew_until_all_have_answered_and_nobody_hears_of_it() -> None:
    quay = after_figure_2(Bob="orange 9, grey 11", Cora="purple 9, grey 10").answers("Bob")
    seen = quay.board("Cora")
    quay.answers("Bob", crew="grey")
    assert quay.events[-1].audience == (quay.seat("Bob"),)
    assert quay.board("Cora") == seen
    quay.answers("Cora")
    assert quay.showdown.layouts[quay.seat("Bob")].crew == cards("grey 11")


def test_an_answer_may_be_given_anew_three_times() -> None:
    quay = after_figure_2(Bob="orange 9, grey 11", Cora="purple 9, grey 10").answers("Bob")
    for crew in ("grey", "none", "grey"):
        quay.answers("Bob", crew=crew)
    with pytest.raises(IllegalAction, match="You have laid out your cards"):
        quay.answers("Bob")


def test_the_closers_split_is_seen_before_anybody_answers() -> None:
    quay = after_figure_2(Bob="orange 9")
    (shown,) = [event for event in quay.events if isinstance(event, LaidOut)]
    assert shown.audience is None
    assert quay.view("Bob").table.closed == quay.view().table.closed == shown.layout


@pytest.mark.parametrize(
    "action",
    [
        "attach",
        "attach orange9",
        "attach crew none",
        "attach orange9  crew none",
        "attach purple9 orange9 crew none",
        "attach orange99 crew none",
        "crew",
        "draw stock",
    ],
)
def test_an_answer_that_is_none_is_refused(action: str) -> None:
    with pytest.raises(IllegalAction):
        after_figure_2(Bob="orange 9, purple 9").acts("Bob", action)


def test_a_crew_can_have_no_colour_that_was_attached_altogether() -> None:
    with pytest.raises(IllegalAction, match="Name a crew"):
        after_figure_2(Bob="orange 9, grey 1").answers("Bob", attaching="orange 9", crew="orange")


# What is best


def best(hand: str, limit: int, crew: str = "orange 1") -> tuple[str, int, int]:
    """What is attached, the limit, and the number of stowaways."""
    one = best_answer(bytes(sorted(cards(hand))), cards(crew), colour("green"), limit)
    return words(one.attached), one.limit, one.stowaways


def test_first_of_all_no_stowaways() -> None:
    assert best("orange 9, blue 1, sky 2", limit=30) == ("orange 9", 0, 0)


def test_else_as_many_stowaways_as_the_closers_limit_allows_since_they_go_to_the_closer() -> None:
    assert best("blue 1 2, sky 1 2, grey 3", limit=9) == ("", 9, 5)
    assert best("blue 1 2, sky 1 2, grey 3", limit=8) == ("", 6, 4), "grey sails alone"


def test_else_as_few_stowaways_as_possible_since_each_is_a_penalty() -> None:
    """Light blue 1 and 2 instead of grey 11 would be the lower limit, but two cards."""
    assert best("blue 6 7, sky 1 2, grey 11", limit=2) == ("", 11, 1)
    assert best("blue 6 7, sky 1 2, grey 11", limit=3) == ("", 3, 2), "low enough for the closer to pay"


def test_of_equal_numbers_of_stowaways_the_lower_limit() -> None:
    assert best("blue 6 7, sky 5, grey 4", limit=1) == ("", 4, 1)


@given(hands, hands, st.integers(0, 9), st.integers(0, 60))
def test_every_arrangement_on_the_list_can_be_answered(
    held: bytes, other: bytes, pier: int, limit: int
) -> None:
    held = held.translate(None, other)
    crew = split.laid_out(other, pier, split.best(other, pier).crew).crew
    legal = actions.answers(held, crew, pier)
    assert len(set(legal)) == len(legal)
    for one in arrangements(held, crew, pier, limit):
        assert actions.answer(one.attached, one.crew) in legal
        layout = split.laid_out(held.translate(None, one.attached), pier, one.crew, one.attached)
        assert (layout.limit, len(layout.stowaways)) == (one.limit, one.stowaways)
    assert all(actions.parsed_answer(action) is not None for action in legal)


# As people write it


def test_attached_cards_may_be_written_in_any_order() -> None:
    quay = after_figure_2(Bob="orange 9, purple 4, grey 11")
    for written in ("attach orange9 purple4 crew grey", "Attach Purple 4, Orange 9, crew grey"):
        assert CORSARI.parse(quay.state, quay.seat("Bob"), written) == "attach purple4 orange9 crew grey"


def test_two_crew_colours_may_be_written_in_any_order_if_it_says_nothing() -> None:
    quay = after_figure_2(Bob="brown 3, grey 11")
    assert CORSARI.parse(quay.state, quay.seat("Bob"), "crew brown grey") == "crew grey brown"


def test_the_order_of_two_colours_stands_if_they_share_a_number() -> None:
    quay = after_figure_2(Bob="brown 3 4, grey 3 11")
    for crew in ("crew brown grey", "crew grey brown"):
        assert CORSARI.parse(quay.state, quay.seat("Bob"), crew) == crew


def test_a_crew_that_would_be_another_one_in_the_right_order_is_refused() -> None:
    """Grey adds nobody to brown, but brown would leave its 3 behind if grey came first."""
    quay = after_figure_2(Bob="brown 3 4, grey 3")
    assert "crew grey brown" in quay.may("Bob")
    with pytest.raises(IllegalAction, match="Name a crew"):
        CORSARI.parse(quay.state, quay.seat("Bob"), "crew brown grey")
