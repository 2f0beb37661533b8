"""How one game changes ratings: by places alone, and never to anybody's harm because another left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.profiles.ratings import NEWCOMER, RatedPlayer, Rating, SheetRating, rate, sheet_rating
from bot.score_sheets.sheet import ScoreSheet, SheetPlayer, SheetRecord

ratings = st.builds(Rating, st.floats(-20, 70), st.floats(0.8, 25 / 3))


@st.composite
def fields(draw: st.DrawFn, stayed: int = 0, left: int = 0) -> list[RatedPlayer]:
    """At least two people with ratings and places; at least so many of them stayed, and left."""
    staying = draw(st.integers(max(stayed, 2 - left, 0), 6))
    leaving = draw(st.integers(left, 3)) if left else 0
    return [
        RatedPlayer(key, draw(ratings), draw(st.integers(1, 6)), left=key >= staying)
        for key in range(staying + leaving)
    ]


@given(fields(stayed=1, left=1), st.randoms())
def test_the_order_in_which_people_are_told_means_nothing(field: list[RatedPlayer], random) -> None:
    told = list(field)
    random.shuffle(told)
    assert rate(told) == rate(field)


@given(fields(stayed=1, left=1))
def test_who_leaves_never_gains(field: list[RatedPlayer]) -> None:
    after = rate(field)
    for entrant in field:
        if entrant.left:
            assert after[entrant.key].mu < entrant.rating.mu
            assert after[entrant.key].sigma == entrant.rating.sigma
            assert after[entrant.key].shown <= entrant.rating.shown


@given(fields(stayed=2, left=1))
def test_those_who_stay_are_rated_as_if_those_who_left_had_never_been_there(field: list[RatedPlayer]) -> None:
    stayed = [entrant for entrant in field if not entrant.left]
    after = rate(field)
    assert {entrant.key: after[entrant.key] for entrant in stayed} == rate(stayed)


@given(ratings, ratings, st.integers(1, 2), st.integers(1, 2))
def test_who_alone_stays_never_falls(own: Rating, other: Rating, place: int, others_place: int) -> None:
    after = rate([RatedPlayer(1, own, place), RatedPlayer(2, other, others_place, left=True)])[1]
    assert after.mu >= own.mu
    assert after.sigma <= own.sigma
    assert after.shown >= own.shown


@given(fields(stayed=2))
def test_the_first_never_falls_and_nobody_becomes_less_known(field: list[RatedPlayer]) -> None:
    after = rate(field)
    best = min(entrant.place for entrant in field)
    first = [entrant for entrant in field if entrant.place == best]
    if len(first) == 1:
        assert after[first[0].key].mu >= first[0].rating.mu
    assert all(after[entrant.key].sigma <= entrant.rating.sigma for entrant in field)


@given(ratings, st.integers(2, 6), st.integers(1, 5))
def test_equals_who_share_a_place_stay_equal(rating: Rating, players: int, place: int) -> None:
    after = rate(RatedPlayer(key, rating, place) for key in range(players))
    for key in range(1, players):
        assert after[key].mu == pytest.approx(after[0].mu)
        assert after[key].sigma == pytest.approx(after[0].sigma)


@given(fields(stayed=2), st.integers(1, 4))
def test_places_count_by_their_order_alone_so_robots_between_people_do_not(
    field: list[RatedPlayer], robots: int
) -> None:
    spread = [RatedPlayer(e.key, e.rating, e.place * (1 + robots)) for e in field]
    assert rate(spread) == rate(field)


def test_the_better_of_two_newcomers_rises_and_the_other_falls_as_far() -> None:
    after = rate([RatedPlayer(1, NEWCOMER, 1), RatedPlayer(2, NEWCOMER, 2)])
    assert after[1].mu - NEWCOMER.mu == pytest.approx(NEWCOMER.mu - after[2].mu)
    assert after[1].mu == pytest.approx(27.635, abs=0.001)


def test_a_newcomer_is_shown_as_1000_and_grows_with_what_is_certain() -> None:
    assert NEWCOMER.shown == 1000
    assert Rating(25, 2).shown == 1760


# Evenings with real cards


ANNE, BART, CALICO = 1, 2, 3


def evening(*players: int | str, begun: float = 1.0, over: bool = True) -> ScoreSheet:
    """An evening of one round, which the first of these players won; those without an id were typed."""
    people = tuple(
        SheetPlayer(who) if isinstance(who, str) else SheetPlayer(f"player {who}", who) for who in players
    )
    tricks = (1, *(0 for _each in people[1:]))
    bids = (1, *(1 for _each in people[1:]))
    played = {"bids": bids, "tricks": tricks, "bonus": (0,) * len(people)}
    record = SheetRecord("skull-king", {}, people, begun, (played,), stopped=over)
    return ScoreSheet(f"s{begun}", 1, ANNE, 1, begun, record)


def test_whoever_wins_with_real_cards_stands_before_whom_they_beat() -> None:
    sheets = [
        evening(ANNE, BART, begun=1.0),
        evening(BART, CALICO, begun=2.0),
        evening(ANNE, CALICO, begun=3.0),
    ]
    anne, bart = sheet_rating(sheets, ANNE), sheet_rating(sheets, BART)
    assert anne is not None
    assert bart is not None
    assert (anne.evenings, anne.won, anne.place, anne.among) == (2, 2, 1, 3)
    assert (bart.evenings, bart.won, bart.place) == (2, 1, 2)
    assert anne.rating > 1000
    assert sheet_rating(reversed(sheets), ANNE) == anne, "the order in which they were begun counts"


def test_whose_name_was_typed_is_neither_rated_nor_beaten_and_who_was_erased_is_beaten_as_a_newcomer() -> (
    None
):
    assert sheet_rating([evening(ANNE, "Zoe")], ANNE) is None
    against_somebody = sheet_rating([evening(ANNE, BART)], ANNE)
    assert sheet_rating([evening(ANNE, "", "Zoe")], ANNE) == SheetRating(
        against_somebody.rating if against_somebody else 0, 1, 1, 1, 1
    )


def test_an_evening_that_goes_on_counts_for_nobody() -> None:
    assert sheet_rating([evening(ANNE, BART, over=False)], ANNE) is None
