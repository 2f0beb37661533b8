"""Drawings become pictures away from the event loop, each once; and in our own typefaces only."""

from __future__ import annotations

import asyncio
import os
import struct
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from bot.images.model import DescribedDrawing, ImageRequest, RenderedImage
from bot.images.painter import painted
from bot.images.renderer import ImageRenderer
from games.drawing.canvas import Box, Canvas
from games.drawing.lettering import DISPLAY, STRONG, TEXT, Typeface
from games.shapes import PIXELS, Drawing, Words

EMPTY = Drawing(200, 100)
UNKNOWN = Drawing(200, 100, (Words("Hello", 0, 50, "DejaVu Sans", 500, 40, "#000000"),))
"""In a typeface that we do not bring along."""
BROKEN = "broken"


def drawing(word: str, face: Typeface = TEXT) -> Drawing:
    """The word on nothing."""
    canvas = Canvas(400, 100)
    canvas.words_in(word, Box(0, 0, 400, 100), face, 40, "#000000")
    return canvas.drawing()


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", picture[16:24])


@pytest.fixture
async def renderer() -> AsyncIterator[ImageRenderer]:
    renderer = ImageRenderer()
    yield renderer
    renderer.close()


def test_a_picture_is_as_large_as_its_drawing_says() -> None:
    assert size_of(painted(EMPTY)) == (200 * PIXELS, 100 * PIXELS)


WORKING = """
import sys
from bot.images import knockout_drawing, record_drawings, tournament_drawings
from bot.series import images
from bot.images.painter import empty_drawing, render
from bot.i18n.catalogues import language_of
from games.catalogue import game
from bot.runtime import worker

assert render(empty_drawing, ())
language_of("de", game("skull-king").locale)
print({"asyncio", "concurrent.futures", "multiprocessing", "structlog", "PIL", "discord"} & {*sys.modules})
"""


def test_a_process_that_draws_loads_nothing_of_what_asks_it() -> None:
    done = subprocess.run([sys.executable, "-c", WORKING], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("face", [TEXT, STRONG, DISPLAY], ids=lambda face: f"{face.family} {face.weight}")
def test_words_are_seen_in_each_of_our_typefaces(face: Typeface) -> None:
    assert painted(drawing("Hello", face)) != painted(Drawing(400, 100))


def test_each_typeface_looks_different() -> None:
    assert len({painted(drawing("Hello", face)) for face in (TEXT, STRONG, DISPLAY)}) == 3


def test_no_typeface_of_the_machine_is_used() -> None:
    with pytest.raises(ValueError, match="no typeface DejaVu Sans 500"):
        painted(UNKNOWN)


def request_of(word: str, subject: str = "") -> ImageRequest:
    """A picture of the word."""
    return ImageRequest(draw_word, (word,), subject)


def draw_word(word: str) -> DescribedDrawing | None:
    """The word drawn, in the worker process; nothing of no word."""
    if word == BROKEN:
        return DescribedDrawing(UNKNOWN, word)
    return DescribedDrawing(drawing(word), f"It says {word}.") if word else None


async def drawn(renderer: ImageRenderer, word: str) -> RenderedImage | None:
    return await renderer.request(request_of(word))


async def test_a_renderer_makes_the_picture_and_says_what_it_shows(renderer: ImageRenderer) -> None:
    made = await drawn(renderer, "Hello")
    assert made is not None
    assert made.content == painted(drawing("Hello"))
    assert made.alt == "It says Hello."
    other = await drawn(renderer, "Ahoy")
    assert other is not None
    assert other.name != made.name


async def test_nothing_comes_where_there_is_nothing_to_draw(renderer: ImageRenderer) -> None:
    assert await drawn(renderer, "") is None


async def test_a_picture_that_was_made_is_there_at_once(renderer: ImageRenderer) -> None:
    first = await drawn(renderer, "Hello")
    again = renderer.request(request_of("Hello"))
    assert again.done()
    assert again.result() is first


async def test_several_who_ask_at_once_get_one_picture(renderer: ImageRenderer) -> None:
    first, second, third = await asyncio.gather(*(drawn(renderer, "Hello") for _asking in range(3)))
    assert first is second is third is not None


async def test_pictures_that_nobody_asked_for_longest_are_forgotten_first() -> None:
    renderer = ImageRenderer(most_kept=4 * len(painted(drawing("a"))))
    try:
        words = ["a", "b", "c", "d", "e", "f"]
        for word in words:
            await drawn(renderer, word)
            await drawn(renderer, "a")
        kept = [word for word in words if renderer.request(request_of(word)).done()]
        assert kept[0] == "a"
        assert "f" in kept
        assert "b" not in kept
    finally:
        renderer.close()


async def test_a_broken_drawing_is_no_picture_and_spoils_nothing_for_the_next(
    renderer: ImageRenderer,
) -> None:
    assert await drawn(renderer, BROKEN) is None
    assert await drawn(renderer, "Hello") is not None


async def test_of_one_subject_only_the_newest_picture_waits(renderer: ImageRenderer) -> None:
    begun = renderer.request(request_of("first"))
    await asyncio.sleep(0)
    old = renderer.request(request_of("second", "board"))
    other = renderer.request(request_of("other", "hand"))
    new = renderer.request(request_of("third", "board"))
    assert old.done()
    assert old.result() is None
    assert [bool(await each) for each in (begun, other, new)] == [True, True, True]


async def test_how_long_a_picture_will_take_grows_with_those_that_wait(renderer: ImageRenderer) -> None:
    before = renderer.wait
    waiting = [renderer.request(request_of(str(number))) for number in range(20)]
    assert renderer.wait > 10 * before
    await asyncio.gather(*waiting)
    assert renderer.wait < 20 * before


async def test_what_is_there_or_under_way_is_told_as_kept() -> None:
    heard: list[str] = []
    renderer = ImageRenderer(listener=lambda report: heard.append(report.ended))
    try:
        await asyncio.gather(*(drawn(renderer, "Hello") for _asking in range(3)))
        await drawn(renderer, "Hello")
        assert sorted(heard) == ["drawn", "kept", "kept", "kept"]
    finally:
        renderer.close()


def draw_process(number: int) -> DescribedDrawing:
    """The number, and which process drew it."""
    return DescribedDrawing(drawing(str(number)), str(os.getpid()))


@pytest.mark.parametrize("painters", [1, 2])
async def test_several_painters_draw_side_by_side(painters: int) -> None:
    renderer = ImageRenderer(painters=painters)
    try:
        wanted = [ImageRequest(draw_process, (number,)) for number in range(8)]
        made = await asyncio.gather(*map(renderer.request, wanted))
        assert len({each.alt for each in made if each is not None}) == painters
        again = ImageRequest(draw_process, (0,))
        assert await renderer.request(again) is made[0]
    finally:
        renderer.close()


async def test_what_is_not_drawn_when_the_renderer_closes_does_not_come() -> None:
    renderer = ImageRenderer()
    waiting = [renderer.request(request_of(str(number))) for number in range(3)]
    renderer.close()
    done = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(each, asyncio.CancelledError) for each in done)


async def test_where_the_library_that_draws_cannot_be_loaded_it_is_said_once_and_nothing_drawn() -> None:
    renderer = ImageRenderer()
    with capture_logs() as lines:
        assert await renderer.request(ImageRequest(lacking, (1,))) is None
        assert await renderer.request(ImageRequest(lacking, (2,))) is None
    renderer.close()
    assert [(line["log_level"], line["what"]) for line in lines] == [("warning", "thorvg_cython")]
    assert renderer.is_missing


def lacking(_number: int) -> DescribedDrawing:
    """As where the library is broken, in the process that draws."""
    raise ImportError("no such library", name="thorvg_cython")
