"""Ratings as pictures: they hold together for any names and numbers, and say in words what they show."""

from __future__ import annotations

import hashlib
import pickle

from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Reader
from bot.images import record_drawings
from bot.images.record_drawings import LeaderboardPage, LeaderboardRow, RatingLine, Ratings
from bot.images.requests import MOST_ALT, alt_text, words_for
from games.contract import Picture
from games.text import _
from tests.games.audit import outside, overlapping_words, parsed, words_in
from tests.support.examples import examples

ENGLISH = Reader("en-US")
NAMES = ("Anna", "小さな海賊", "<b>&amp;\"'", "🦜🏴‍☠️", "محمد", "Wilhelmina Featherstonehaugh XIV", "")

name = st.text(max_size=40) | st.sampled_from(NAMES)
locale = st.sampled_from(("en-US", "de", "fr", "it"))
some = examples(40)


def sound(picture: Picture, reader: Reader) -> None:
    """The picture holds together."""
    parsed(picture.drawing.svg())
    assert outside(picture.drawing.svg()) == []
    assert overlapping_words(picture.drawing.svg()) == []
    assert 0 < len(alt_text(reader, picture)) <= MOST_ALT


def alt(picture: Picture, reader: Reader = ENGLISH) -> list[str]:
    return alt_text(reader, picture).split("\n")


# Curves

ratings = st.lists(st.integers(-900, 4000), min_size=1, max_size=30) | st.builds(
    lambda steps, times: [1000 + each for each in steps] * times,
    st.lists(st.integers(-300, 300), min_size=1, max_size=9),
    st.integers(1, 60),
)
line = st.builds(RatingLine, name, st.integers(1, 99), ratings.map(lambda played: (1000, *played)))
lines = st.lists(line, min_size=1, max_size=8).map(tuple)


@some
@given(st.builds(Ratings, name, lines), locale)
def test_curves_of_any_ratings_hold_together(drawn: Ratings, locale: str) -> None:
    reader = Reader(locale)
    sound(record_drawings.draw_ratings(drawn, words_for(reader)), reader)


def curve_of(*ratings: int, whose: str = "Anna") -> Picture:
    only = RatingLine("Skull King", 2, (1000, *ratings))
    return record_drawings.draw_ratings(Ratings(whose, (only,)), words_for(ENGLISH))


def test_a_curve_shows_the_present_the_best_and_how_many_games_there_were() -> None:
    shown = words_in(curve_of(1050, 1240, 1180).drawing.svg())
    assert shown[:8] == [
        "Ratings of Anna",
        "Skull King, season 2",
        "1180",
        "now",
        "1240",
        "peak",
        "3",
        "rated games",
    ]


def test_the_best_is_what_was_reached_by_playing_and_counts_from_when_it_was_first_reached() -> None:
    assert RatingLine("Skull King", 1, (1000, 960, 940)).best == 960
    assert RatingLine("Skull King", 1, (1000, 1010, 1050, 1020, 1050)).best_game == 2


def test_the_best_and_the_present_are_marked_in_the_chart() -> None:
    shown = words_in(curve_of(1050, 1240, 1180).drawing.svg())
    assert (shown.count("1240"), shown.count("1180")) == (2, 2)
    assert (
        words_in(curve_of(1050, 1240).drawing.svg()).count("1240") == 3
    )  # twice as a figure, once in the chart


def test_a_curve_says_the_same_in_words() -> None:
    assert alt(curve_of(1050, 1240, 1180)) == [
        "Ratings of Anna",
        "Skull King: Rating 1180 after 3 rated games in season 2, peak 1240",
    ]
    assert alt(curve_of(990))[1] == "Skull King: Rating 990 after 1 rated game in season 2, peak 990"


def test_a_name_that_cannot_be_drawn_stands_in_the_words_alone() -> None:
    picture = curve_of(1050, whose="小さな海賊")
    assert "Ratings" in words_in(picture.drawing.svg())
    assert alt(picture)[0] == "Ratings of 小さな海賊"


def test_several_games_have_a_strip_each() -> None:
    both = (
        RatingLine("Skull King", 1, (1000, 1100, 1200)),
        RatingLine("Corsari", 3, (1000, 950)),
    )
    picture = record_drawings.draw_ratings(Ratings("Anna", both), words_for(ENGLISH))
    assert words_in(picture.drawing.svg()) == [
        "Ratings of Anna",
        *("Skull King", "1200", "peak 1200", "2 games in season 1"),
        *("Corsari", "950", "peak 950", "1 game in season 3"),
    ]
    assert [line.split(":")[0] for line in alt(picture)] == ["Ratings of Anna", "Skull King", "Corsari"]


# Leaderboards


@st.composite
def pages(draw: st.DrawFn) -> tuple[LeaderboardPage, dict[int, str]]:
    """A page, and what everybody on it is called."""
    first = draw(st.sampled_from((0, 15, 990)))
    numbers = range(first, first + draw(st.integers(1, 15)))
    rank, rows = first + 1, list[LeaderboardRow]()
    for number in numbers:
        rank = number + 1 if draw(st.booleans()) else rank
        figures = draw(st.tuples(st.integers(-999, 9999), st.integers(5, 9999), st.integers(0, 9999)))
        rows.append(LeaderboardRow(number, rank, *figures, own=draw(st.booleans())))
    elsewhere = draw(st.none() | st.just(LeaderboardRow(2000, 2001, 900, 5, 0, own=True)))
    called = draw(st.lists(name, min_size=len(rows) + 1, max_size=len(rows) + 1))
    names = dict(zip((*numbers, 2000), called, strict=True))
    return LeaderboardPage(_("Skull King"), _("Season {season}", season=99), tuple(rows), elsewhere), names


@some
@given(pages(), locale)
def test_any_page_of_a_leaderboard_holds_together(
    drawn: tuple[LeaderboardPage, dict[int, str]], locale: str
) -> None:
    page, names = drawn
    reader = Reader(locale, None, names)
    sound(record_drawings.draw_leaderboard(page, words_for(reader)), reader)


PIRATES = Reader("en-US", None, {number: f"Pirate {number + 1}" for number in range(99)})


def page_of(*numbers: int, own: int | None = None, elsewhere: int | None = None) -> Picture:
    """A page with these people, who are ranked by their numbers."""

    def row(number: int) -> LeaderboardRow:
        return LeaderboardRow(number, number + 1, 2000 - number, 40 + number, 9, number in (own, elsewhere))

    other = None if elsewhere is None else row(elsewhere)
    drawn = LeaderboardPage(_("Skull King"), _("Season {season}", season=1), tuple(map(row, numbers)), other)
    return record_drawings.draw_leaderboard(drawn, words_for(PIRATES))


def test_everybody_stands_there_with_rating_games_and_games_won() -> None:
    shown = words_in(page_of(*range(15)).drawing.svg())
    for number in range(15):
        assert {f"Pirate {number + 1}", str(2000 - number)} <= set(shown)
    assert {"40 games", "9 games won", "Rating", "Games", "Won", "54"} <= set(shown)


def test_only_the_first_page_has_a_podium() -> None:
    assert "40 games" in words_in(page_of(0).drawing.svg())
    assert "55 games" not in words_in(page_of(*range(15, 20)).drawing.svg())


def test_the_readers_own_line_is_marked_and_comes_first_in_the_words() -> None:
    plain, marked = page_of(*range(15)), page_of(*range(15), own=11)
    assert plain.drawing.svg() != marked.drawing.svg()
    assert words_in(plain.drawing.svg()) == words_in(marked.drawing.svg())
    assert alt(marked, PIRATES)[:4] == [
        "Skull King",
        "Season 1",
        "You: 12. Pirate 12: rating 1989, games 51, won 9",
        "1. Pirate 1: rating 2000, games 40, won 9",
    ]


def test_a_reader_on_another_page_is_shown_below() -> None:
    picture = page_of(*range(15), elsewhere=37)
    assert "Pirate 38" in words_in(picture.drawing.svg())
    assert alt(picture, PIRATES)[2].startswith("You: 38. Pirate 38")


# Both


def test_the_pictures_are_still_as_they_were_looked_at() -> None:
    drawn = (curve_of(*range(1010, 1400, 7)), page_of(*range(15), elsewhere=37))
    seen = [hashlib.sha256(picture.drawing.svg().encode()).hexdigest()[:12] for picture in drawn]
    assert seen == ["d827d468df94", "3d7af76e1333"]


def test_what_is_drawn_can_be_sent_to_another_process() -> None:
    drawn = Ratings("Anna", (RatingLine("Skull King", 1, (1000, 1100)),))
    page = LeaderboardPage(
        _("Skull King"), _("Season {season}", season=1), (LeaderboardRow(0, 1, 1100, 9, 4),)
    )
    assert pickle.loads(pickle.dumps((drawn, page))) == (drawn, page)
