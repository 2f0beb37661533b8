"""Drawings become pictures away from the event loop, each once; and in our own typefaces only."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator

import pytest

from bot.pictures.commissions import Commission, Drawn, Sketch
from bot.pictures.rasteriser import png
from bot.pictures.studio import Studio
from games.drawing.canvas import PIXELS, Box, Canvas
from games.drawing.lettering import DISPLAY, STRONG, TEXT, Typeface

EMPTY = Canvas(200, 100).svg()
BROKEN = "broken"


def drawing(word: str, face: Typeface = TEXT) -> str:
    """The word on nothing."""
    canvas = Canvas(400, 100)
    canvas.words_in(word, Box(0, 0, 400, 100), face, 40, "#000000")
    return canvas.svg()


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", picture[16:24])


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    studio = Studio()
    yield studio
    studio.close()


def test_a_picture_is_as_large_as_its_drawing_says() -> None:
    assert size_of(png(EMPTY)) == (200 * PIXELS, 100 * PIXELS)


@pytest.mark.parametrize("face", [TEXT, STRONG, DISPLAY], ids=lambda face: f"{face.family} {face.weight}")
def test_words_are_seen_in_each_of_our_typefaces(face: Typeface) -> None:
    assert png(drawing("Hello", face)) != png(Canvas(400, 100).svg())


def test_each_typeface_looks_different() -> None:
    assert len({png(drawing("Hello", face)) for face in (TEXT, STRONG, DISPLAY)}) == 3


def test_no_typeface_of_the_machine_is_used() -> None:
    other = drawing("Hello").replace(TEXT.family, "DejaVu Sans")
    assert png(other) == png(Canvas(400, 100).svg())


@pytest.mark.parametrize(
    "broken", ["", "<svg", "no drawing", "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>"]
)
def test_what_is_no_drawing_is_an_error_that_can_be_handled(broken: str) -> None:
    with pytest.raises(ValueError, match="cannot read"):
        png(broken)


def commission(word: str, subject: str = "") -> Commission:
    """A picture of the word."""
    return Commission(sketch, (word,), subject)


def sketch(word: str) -> Sketch | None:
    """The word drawn, in the studio's process; nothing of no word."""
    if word == BROKEN:
        return Sketch("<svg", word)
    return Sketch(drawing(word), f"It says {word}.") if word else None


async def drawn(studio: Studio, word: str) -> Drawn | None:
    return await studio.commission(commission(word))


async def test_a_studio_makes_the_picture_and_says_what_it_shows(studio: Studio) -> None:
    made = await drawn(studio, "Hello")
    assert made is not None
    assert made.png == png(drawing("Hello"))
    assert made.alt == "It says Hello."
    other = await drawn(studio, "Ahoy")
    assert other is not None
    assert other.name != made.name


async def test_nothing_comes_where_there_is_nothing_to_draw(studio: Studio) -> None:
    assert await drawn(studio, "") is None


async def test_a_picture_that_was_made_is_there_at_once(studio: Studio) -> None:
    first = await drawn(studio, "Hello")
    again = studio.commission(commission("Hello"))
    assert again.done()
    assert again.result() is first


async def test_several_who_ask_at_once_get_one_picture(studio: Studio) -> None:
    first, second, third = await asyncio.gather(*(drawn(studio, "Hello") for _asking in range(3)))
    assert first is second is third is not None


async def test_pictures_that_nobody_asked_for_longest_are_forgotten_first() -> None:
    studio = Studio(most_kept=4 * len(png(drawing("a"))))
    try:
        words = ["a", "b", "c", "d", "e", "f"]
        for word in words:
            await drawn(studio, word)
            await drawn(studio, "a")
        kept = [word for word in words if studio.commission(commission(word)).done()]
        assert kept[0] == "a"
        assert "f" in kept
        assert "b" not in kept
    finally:
        studio.close()


async def test_a_broken_drawing_is_no_picture_and_spoils_nothing_for_the_next(studio: Studio) -> None:
    assert await drawn(studio, BROKEN) is None
    assert await drawn(studio, "Hello") is not None


async def test_of_one_subject_only_the_newest_picture_waits(studio: Studio) -> None:
    begun = studio.commission(commission("first"))
    await asyncio.sleep(0)
    old = studio.commission(commission("second", "board"))
    other = studio.commission(commission("other", "hand"))
    new = studio.commission(commission("third", "board"))
    assert old.done()
    assert old.result() is None
    assert [bool(await each) for each in (begun, other, new)] == [True, True, True]


async def test_how_long_a_picture_will_take_grows_with_those_that_wait(studio: Studio) -> None:
    before = studio.wait
    waiting = [studio.commission(commission(str(number))) for number in range(20)]
    assert studio.wait > 10 * before
    await asyncio.gather(*waiting)
    assert studio.wait < 20 * before


async def test_what_is_not_drawn_when_the_studio_closes_does_not_come() -> None:
    studio = Studio()
    waiting = [studio.commission(commission(str(number))) for number in range(3)]
    studio.close()
    done = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(each, asyncio.CancelledError) for each in done)
