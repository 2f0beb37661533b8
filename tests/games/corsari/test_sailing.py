"""Splitting a hand into prisoners, crew and stowaways."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import IllegalAction
from games.corsari import split
from games.corsari.cards import BANDS, COLOUR, NUMBER
from games.corsari.split import Layout
from tests.games.corsari.quay import Quay, cards, words

FIGURE_2 = "orange 1 2 7 8, purple 2 3 10, grey 2, green 1, red 4 5 6"
"""The leaflet's example: the pier is red, and yellow 6 is dropped."""


def colour(name: str) -> int:
    return next(number for number, band in enumerate(BANDS) if band.short == name)


def laid(hand: str, crew: str = "", pier: str = "green") -> Layout:
    return split.laid_out(bytes(sorted(cards(hand))), colour(pier), tuple(map(colour, crew.split())))


hands = st.lists(st.integers(0, 109), min_size=1, max_size=13, unique=True).map(sorted).map(bytes)


def test_the_leaflets_example_has_three_stowaways_and_a_limit_of_5() -> None:
    quay = Quay(pier="red 1 2", stock="yellow 6, grey 9", Anne=FIGURE_2, Bob="blue 1").sails(
        "Anne", dropping="yellow 6", crew="orange purple"
    )
    layout = quay.layout("Anne")
    assert words(layout.prisoners) == "red 4 5 6"
    assert words(layout.crew) == "orange 1 2 7 8, purple 3 10"
    assert words(layout.stowaways) == "purple 2, grey 2, green 1"
    assert (layout.limit, len(layout.stowaways)) == (5, 3)


def test_that_is_the_best_that_can_be_made_of_it() -> None:
    best = split.best(bytes(sorted(cards(FIGURE_2))), colour("red"))
    assert (best.limit, best.stowaways) == (5, 3)
    assert {BANDS[number].short for number in best.crew} == {"orange", "purple"}


def test_all_cards_of_the_piers_colour_are_prisoners() -> None:
    assert words(laid("green 1 2 11, red 4").prisoners) == "green 1 2 11"
    assert laid("green 1 2 11, red 4").limit == 4


def test_prisoners_are_those_of_the_pier_as_it_is_when_the_ship_sails() -> None:
    quay = Quay(pier="green 5, red 3", Anne="red 9, green 8, blue 1 2", Bob="blue 3")
    quay.draws("Anne", "pier").sails("Anne", dropping="green 5", crew="blue")
    assert words(quay.layout("Anne").prisoners) == "red 9"
    assert words(quay.layout("Anne").stowaways) == "green 8"


def test_the_piers_colour_cannot_be_named_for_the_crew() -> None:
    quay = Quay(Anne="green 1, blue 2", Bob="blue 3").draws("Anne").acts("Anne", "sail")
    quay.acts("Anne", quay.may("Anne")[-1])
    with pytest.raises(IllegalAction, match="not the pier's"):
        quay.acts("Anne", "crew green")


@pytest.mark.parametrize("crew", ["", "orange", "orange purple"])
def test_a_crew_has_two_colours_at_most_and_may_have_fewer(crew: str) -> None:
    laid_out = laid("orange 1 2, purple 3, grey 4", crew)
    assert {BANDS[COLOUR[card]].short for card in laid_out.crew} == set(crew.split())


def test_three_colours_are_no_crew() -> None:
    quay = Quay(Anne="orange 1, purple 2, grey 3", Bob="blue 3").draws("Anne").acts("Anne", "sail")
    quay.drops("Anne", words(bytes((quay.state.drawn,))))
    with pytest.raises(IllegalAction, match="up to two colours"):
        quay.acts("Anne", "crew orange purple grey")


def test_a_number_joins_the_crew_once_and_gaps_do_not_matter() -> None:
    layout = laid("red 2 7 11, yellow 1 7", "red yellow")
    assert words(layout.crew) == "red 2 7 11, yellow 1"
    assert words(layout.stowaways) == "yellow 7"


def test_of_two_equal_numbers_the_first_named_colour_keeps_its_own() -> None:
    assert words(laid("red 7, yellow 7", "yellow red").stowaways) == "red 7"
    assert words(laid("red 7, yellow 7", "red yellow").stowaways) == "yellow 7"


def test_eleven_corsairs_from_1_to_11_are_the_ideal_crew_and_cost_nothing() -> None:
    layout = laid("red 1 3 5 7 9 11, yellow 2 4 6 8 10, green 4", "red yellow")
    assert (len(layout.crew), layout.stowaways, layout.limit) == (11, b"", 0)


def test_the_rest_are_stowaways_and_their_numbers_are_the_limit() -> None:
    layout = laid("pink 4, blue 9, grey 11, red 1 2", "red")
    assert words(layout.stowaways) == "pink 4, blue 9, grey 11"
    assert layout.limit == 24


def test_every_number_held_in_the_named_colours_joins() -> None:
    """What can sail as crew is no stowaway, even if somebody would like it to be."""
    quay = Quay(Anne="orange 1 2", Bob="blue 3").sails("Anne", crew="none")
    assert quay.layout("Anne").limit == 3
    assert laid("orange 1 2", "orange").limit == 0


@given(hands, st.integers(0, 9))
def test_the_crews_on_offer_are_all_different_splits_and_no_split_is_missing(held: bytes, pier: int) -> None:
    offered = [split.laid_out(held, pier, crew) for crew in split.crews(held, pier)]
    everything = [
        split.laid_out(held, pier, crew)
        for size in range(3)
        for crew in permutations(set(range(10)) - {pier}, size)
    ]
    seen = [(layout.prisoners, frozenset(layout.crew), layout.stowaways) for layout in offered]
    assert len(set(seen)) == len(seen)
    assert set(seen) == {
        (layout.prisoners, frozenset(layout.crew), layout.stowaways) for layout in everything
    }


@given(hands, st.integers(0, 9))
def test_every_split_uses_each_card_once_and_its_limit_is_as_foreseen(held: bytes, pier: int) -> None:
    for worth in split.worths(held, pier):
        layout = split.laid_out(held, pier, worth.crew)
        assert sorted(layout.prisoners + layout.crew + layout.stowaways) == sorted(held)
        numbers = [NUMBER[card] for card in layout.crew]
        assert len(set(numbers)) == len(numbers)
        assert (layout.limit, len(layout.stowaways)) == (worth.limit, worth.stowaways)


@given(hands, st.integers(0, 9))
def test_the_best_split_has_the_lowest_limit_and_then_the_fewest_stowaways(held: bytes, pier: int) -> None:
    layouts = [split.laid_out(held, pier, crew) for crew in split.crews(held, pier)]
    best = split.best(held, pier)
    assert (best.limit, best.stowaways) == min((one.limit, len(one.stowaways)) for one in layouts)
    assert best == split.worths(held, pier)[0]


@given(hands, st.integers(0, 9))
def test_the_limit_after_the_best_drop_is_that_of_the_best_card_to_drop(held: bytes, pier: int) -> None:
    rests = [held.replace(bytes((card,)), b"") for card in held]
    lowest = min(split.best(rest, pier).limit for rest in rests)
    assert split.limit_after_drop(held, pier) == lowest
    card, worth = split.best_drop(held, pier)
    assert (worth, -NUMBER[card], card) == min(
        (split.best(rest, pier), -NUMBER[dropped], dropped) for dropped, rest in zip(held, rests, strict=True)
    )
    assert worth.limit == lowest


def test_the_closer_fixes_the_split_before_anybody_answers() -> None:
    quay = Quay(Anne="orange 1 2, blue 9", Bob="blue 3", Cora="red 4")
    quay.draws("Anne").acts("Anne", "sail")
    assert quay.next == ("Anne",)
    quay.sails("Anne", crew="orange")
    assert quay.next == ("Bob", "Cora")
    assert quay.table.closed == quay.layout("Anne")
    with pytest.raises(IllegalAction, match="not your turn"):
        quay.acts("Anne", "crew orange")


def test_random_crews_that_are_not_on_offer_are_refused() -> None:
    random = Random(1)
    quay = Quay(Anne="orange 1 2, blue 9", Bob="blue 3").draws("Anne").acts("Anne", "sail")
    quay.acts("Anne", quay.may("Anne")[0])
    for _attempt in range(20):
        named = " ".join(band.short for band in random.sample(BANDS, 2))
        if f"crew {named}" not in quay.may("Anne"):
            with pytest.raises(IllegalAction, match="Name a crew"):
                quay.acts("Anne", f"crew {named}")
