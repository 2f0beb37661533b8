"""Animated pictures: short enough, small enough, and last in the queue."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator

import pytest
from PIL import Image

from bot.images.animation import LAST_MILLISECONDS, LEAST_MILLISECONDS, assembled, fitting
from bot.images.model import AnimatedDrawing, ImageRequest, SvgDrawing
from bot.images.painter import svg_to_png
from bot.images.renderer import ImageRenderer
from games.contract import Frame
from games.drawing.canvas import Box, Canvas
from games.drawing.lettering import TEXT

ROOMY = 1_000_000


def svg_of(word: str, high: int = 100) -> str:
    """The word on a coloured ground."""
    canvas = Canvas(400, high)
    canvas.words_in(word, Box(0, 0, 400, high), TEXT, 40, "#ffffff")
    return canvas.svg()


def frames(count: int, milliseconds: int = 700) -> list[Frame]:
    return [Frame(str(number), milliseconds) for number in range(count)]


def moves(gif: bytes) -> list[int]:
    """For how many milliseconds each of its frames stands."""
    with Image.open(io.BytesIO(gif)) as opened:
        return [_duration(opened, at) for at in range(getattr(opened, "n_frames", 1))]


def _duration(opened: Image.Image, at: int) -> int:
    opened.seek(at)
    return opened.info["duration"]


@pytest.mark.parametrize("count", [1, 2, 9, 20, 200])
@pytest.mark.parametrize("milliseconds", [100, 700, 5000])
def test_all_that_was_played_fits_into_the_time_there_is(count: int, milliseconds: int) -> None:
    kept = fitting(frames(count, milliseconds), 8000)
    assert sum(each.milliseconds for each in kept) <= 8000
    assert kept[0].svg == "0"
    assert kept[-1].svg == str(count - 1)
    assert kept[-1].milliseconds >= min(LAST_MILLISECONDS, 8000)
    assert all(each.milliseconds >= min(LEAST_MILLISECONDS, milliseconds) for each in kept)


def test_what_is_short_is_left_as_it_is() -> None:
    kept = fitting(frames(5), 8000)
    assert [each.milliseconds for each in kept] == [700] * 4 + [LAST_MILLISECONDS]
    assert fitting([], 8000) == ()


def test_the_oldest_are_left_out_but_the_first_which_stands_for_itself() -> None:
    kept = fitting(frames(100), 4000)
    assert [each.svg for each in kept] == ["0", *map(str, range(101 - len(kept), 100))]


def test_what_stands_most_briefly_is_left_out_before_what_ended_something() -> None:
    played = [Frame(str(number), 1500 if number % 5 == 0 else 600) for number in range(51)]
    kept = fitting(played, 6000)
    assert {each.svg for each in kept} >= {str(number) for number in range(0, 51, 5)}


def test_a_file_that_would_be_too_large_keeps_what_ended_something() -> None:
    pngs = [svg_to_png(svg_of(f"{number} {'wide ' * 5}")) for number in range(13)]
    durations = [900 if number % 4 == 0 else 500 for number in range(13)]
    small = moves(assembled(pngs, durations, len(assembled(pngs, durations, ROOMY)) // 8))
    assert len(small) < 13
    assert small.count(900) == min(4, len(small))


def test_the_frames_move_for_ever_on_one_canvas() -> None:
    gif = assembled([svg_to_png(svg_of("one")), svg_to_png(svg_of("two", 300))], [500, 900], ROOMY)
    assert moves(gif) == [500, 900]
    with Image.open(io.BytesIO(gif)) as opened:
        assert opened.format == "GIF"
        assert opened.info["loop"] == 0
        assert opened.height > opened.width * 0.7


def test_a_file_that_would_be_too_large_is_made_smaller_and_keeps_its_first_and_last() -> None:
    pngs = [svg_to_png(svg_of(f"{number} {'wide ' * 5}")) for number in range(12)]
    whole = assembled(pngs, [500] * 12, ROOMY)
    small = assembled(pngs, [*[500] * 11, 900], len(whole) // 8)
    assert len(small) <= len(whole) // 8 or len(moves(small)) == 2
    assert moves(small)[-1] == 900


@pytest.fixture
async def renderer() -> AsyncIterator[ImageRenderer]:
    renderer = ImageRenderer()
    yield renderer
    renderer.close()


def draw_moving(words: tuple[str, ...]) -> AnimatedDrawing:
    """The words one after the other, in the worker process."""
    return AnimatedDrawing(tuple(Frame(svg_of(word), 500) for word in words), "It moves.", ROOMY)


def draw_still(word: str) -> SvgDrawing:
    """The word, in the worker process."""
    return SvgDrawing(svg_of(word), word)


async def test_whatever_people_wait_for_is_drawn_before_it_is_done(renderer: ImageRenderer) -> None:
    moving = renderer.request(ImageRequest(draw_moving, (("a", "b", "c", "d", "e"),), animated=True))
    await asyncio.sleep(0)
    assert renderer.waiting == 0, "nobody's picture comes later for it"
    still = [renderer.request(ImageRequest(draw_still, (word,))) for word in ("x", "y")]
    assert renderer.waiting == 2
    await asyncio.wait(still)
    assert not moving.done()
    drawn = await moving
    assert drawn is not None
    assert drawn.name.endswith(".gif")
    assert drawn.alt == "It moves."
    assert moves(drawn.content) == [500] * 5
