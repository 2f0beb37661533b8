"""The robots' faces, and the strip of those who sit at a table below its game's cover."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Reader
from bot.images.model import DescribedDrawing
from bot.images.portraits import PORTRAITS
from bot.images.requests import cover_image
from bot.tables.model import ROBOTS
from games.catalogue import BUILT_IN
from games.contract import AnyGame
from games.drawing.canvas import Canvas
from games.shapes import svg_of
from tests.games.audit import SVG, outside, overlapping_words, parsed, words_in
from tests.support.examples import examples

GAME = BUILT_IN[0]
NAMES = tuple(ROBOTS)
MOST_COVER, MOST_STRIP = 300, 66


def drawn(robots: list[tuple[str, str]], locale: str = "en-US", game: AnyGame = GAME) -> DescribedDrawing:
    request = cover_image(game, Reader(locale, game), robots)
    return request.draw(*request.args)


def height(svg: str) -> float:
    return float(parsed(svg).attrib["viewBox"].split()[-1])


def in_strip(robots: list[tuple[str, str]], locale: str = "en-US") -> list[str]:
    """The words below the cover."""
    cover = words_in(drawn([], locale).drawing.svg())
    shown = words_in(drawn(robots, locale).drawing.svg())
    assert shown[: len(cover)] == cover
    return shown[len(cover) :]


def svg(name: str) -> str:
    """The face as it is shown by a browser."""
    return "".join(map(svg_of, PORTRAITS[name].shapes))


def test_every_robot_has_a_face_and_no_two_have_the_same() -> None:
    assert set(PORTRAITS) == set(ROBOTS)
    assert len(set(PORTRAITS.values())) == len(ROBOTS)


@pytest.mark.parametrize("name", NAMES)
def test_no_two_faces_are_of_the_same_parts_in_other_colours(name: str) -> None:
    def shapes(of: str) -> str:
        return re.sub("#[0-9a-f]{6}", "", svg(of))

    assert shapes(name) not in {shapes(other) for other in NAMES if other != name}


@pytest.mark.parametrize("name", NAMES)
def test_a_face_keeps_within_its_medallion(name: str) -> None:
    canvas = Canvas(100, 100)
    canvas.art(PORTRAITS[name], canvas.box)
    assert outside(canvas.drawing().svg()) == []


def test_the_faces_are_still_as_they_were_looked_at() -> None:
    seen = hashlib.sha256("".join(map(svg, NAMES)).encode()).hexdigest()
    strips = (
        drawn([(name, "captain") for name in NAMES[:3]]),
        drawn([(name, "captain") for name in NAMES[:8]]),
    )
    assert [
        seen[:12],
        *(hashlib.sha256(each.drawing.svg().encode()).hexdigest()[:12] for each in strips),
    ] == [
        "caf215e175fc",
        "7fc0d3997bfa",
        "b94d5150d5c3",
    ]


# The strip


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)
def test_the_strip_stands_only_where_robots_sit(game: AnyGame) -> None:
    alone = drawn([], game=game)
    assert drawn([("Anna", "captain"), ("Rusty Nell 11", "captain")], game=game) == alone, (
        "nobody with a face"
    )
    assert 0 < height(alone.drawing.svg()) <= MOST_COVER
    joined = drawn([("Rusty Nell", "captain")], game=game)
    assert height(joined.drawing.svg()) > height(alone.drawing.svg())
    assert words_in(joined.drawing.svg()) == [*words_in(alone.drawing.svg()), "Rusty Nell", "Captain"]
    assert joined.alt == f"{alone.alt}\nRobots at the table: Rusty Nell (Captain)"


def test_it_shows_a_face_for_each_of_them() -> None:
    def faces(*names: str) -> int:
        strip = drawn([(name, "captain") for name in names]).drawing.svg()
        return sum(svg(name) in strip for name in NAMES)

    assert [faces(*NAMES[:count]) for count in range(len(NAMES))] == list(range(len(NAMES)))


@pytest.mark.parametrize("locale", ["en-US", "de", "fr", "it"])
@pytest.mark.parametrize("level", GAME.robots)
def test_eight_robots_show_their_faces_and_are_named_to_who_does_not_see_them(
    level: str, locale: str
) -> None:
    robots = [(name, level) for name in NAMES[:8]]
    called = Reader(locale, GAME).plain(GAME.robots[level].name)
    assert in_strip(robots, locale) == []
    assert all(f"{name} ({called})" in drawn(robots, locale).alt for name in NAMES[:8])


@pytest.mark.parametrize("count", range(1, 4))
def test_no_german_level_is_cut_whoever_has_it(count: int) -> None:
    levels = list(GAME.robots)
    called = {Reader("de", GAME).plain(level.name) for level in GAME.robots.values()}
    for turn in range(len(levels)):
        robots = [(name, levels[(at + turn) % len(levels)]) for at, name in enumerate(NAMES[:count])]
        assert len(set(in_strip(robots, "de")) & called) == count


@pytest.mark.parametrize("locale", ["en-US", "de", "fr", "it"])
def test_any_number_of_robots_is_no_higher_than_one(locale: str) -> None:
    of = [
        height(drawn([(name, "captain") for name in NAMES[:count]], locale).drawing.svg())
        for count in range(1, 9)
    ]
    assert len(set(of)) == 1


@examples(40)
@given(
    st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from([*GAME.robots, "of old"])), max_size=8),
    st.sampled_from(("en-US", "de", "fr", "it")),
    st.sampled_from(BUILT_IN),
)
def test_any_robots_hold_together_and_keep_within_their_room(
    robots: list[tuple[str, str]], locale: str, game: AnyGame
) -> None:
    picture = drawn(robots, locale, game)
    assert outside(picture.drawing.svg()) == []
    assert overlapping_words(picture.drawing.svg()) == []
    assert height(picture.drawing.svg()) <= height(drawn([], locale, game).drawing.svg()) + MOST_STRIP
    sizes = [float(each.attrib["font-size"]) for each in parsed(picture.drawing.svg()).iter(f"{SVG}text")]
    cover = len(words_in(drawn([], locale, game).drawing.svg()))
    assert all(size >= 22 for size in sizes[cover:])
