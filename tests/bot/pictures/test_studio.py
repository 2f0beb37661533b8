"""Drawings become pictures away from the event loop, each once; and in our own typefaces only."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator

import pytest

from bot.pictures.rasteriser import png
from bot.pictures.studio import Studio
from games.drawing.canvas import PIXELS, Box, Canvas
from games.drawing.lettering import DISPLAY, STRONG, TEXT, Typeface

EMPTY = Canvas(200, 100).svg()


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


async def test_a_studio_makes_the_same_picture(studio: Studio) -> None:
    assert await studio.png(EMPTY) == png(EMPTY)


async def test_a_picture_that_was_made_is_there_at_once(studio: Studio) -> None:
    assert studio.ready(EMPTY) is None
    made = await studio.png(EMPTY)
    assert studio.ready(EMPTY) is made
    assert await studio.png(EMPTY) is made


async def test_several_who_ask_at_once_get_one_picture(studio: Studio) -> None:
    first, second, third = await asyncio.gather(*(studio.png(EMPTY) for _asking in range(3)))
    assert first is second is third


async def test_who_stops_waiting_does_not_take_the_picture_from_others(studio: Studio) -> None:
    impatient = asyncio.create_task(studio.png(EMPTY))
    patient = asyncio.create_task(studio.png(EMPTY))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient == png(EMPTY)


async def test_pictures_that_nobody_asked_for_longest_are_forgotten_first() -> None:
    studio = Studio(most_kept=3 * len(png(drawing("a"))))
    try:
        words = ["a", "b", "c", "d", "e"]
        for word in words:
            await studio.png(drawing(word))
            await studio.png(drawing("a"))
        kept = [word for word in words if studio.ready(drawing(word)) is not None]
        assert kept[0] == "a"
        assert "e" in kept
        assert "b" not in kept
    finally:
        studio.close()


async def test_a_broken_drawing_spoils_nothing_for_the_next(studio: Studio) -> None:
    with pytest.raises(ValueError, match="cannot read"):
        await studio.png("<svg")
    assert await studio.png(EMPTY) == png(EMPTY)
