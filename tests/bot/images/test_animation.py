"""Animated pictures: short enough, small enough, and last in the queue."""

from __future__ import annotations

import asyncio
import io
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.i18n import Reader
from bot.images.animation import BEHIND, LAST_MILLISECONDS, LEAST_MILLISECONDS, assembled, fitting
from bot.images.model import AnimatedDrawing, DescribedDrawing, ImageRequest
from bot.images.painter import painted
from bot.images.renderer import ImageRenderer
from games.catalogue import catalogue
from games.contract import Frame
from games.drawing.canvas import Box, Canvas
from games.drawing.lettering import TEXT
from games.shapes import Drawing
from tests.bot.runtime.test_worker_process import children

ROOMY = 1_000_000


def saying(word: str, high: int = 100) -> Drawing:
    """The word on a coloured ground."""
    canvas = Canvas(400, high)
    canvas.words_in(word, Box(0, 0, 400, high), TEXT, 40, "#ffffff")
    return canvas.drawing()


def frames(count: int, milliseconds: int = 700) -> list[Frame]:
    return [Frame(Drawing(number, 1), milliseconds) for number in range(count)]


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
    assert kept[0].drawing.width == 0
    assert kept[-1].drawing.width == count - 1
    assert kept[-1].milliseconds >= min(LAST_MILLISECONDS, 8000)
    assert all(each.milliseconds >= min(LEAST_MILLISECONDS, milliseconds) for each in kept)


def test_what_is_short_is_left_as_it_is() -> None:
    kept = fitting(frames(5), 8000)
    assert [each.milliseconds for each in kept] == [700] * 4 + [LAST_MILLISECONDS]
    assert fitting([], 8000) == ()


def test_the_oldest_are_left_out_but_the_first_which_stands_for_itself() -> None:
    kept = fitting(frames(100), 4000)
    assert [each.drawing.width for each in kept] == [0, *range(101 - len(kept), 100)]


def test_what_stands_most_briefly_is_left_out_before_what_ended_something() -> None:
    played = [Frame(Drawing(number, 1), 1500 if number % 5 == 0 else 600) for number in range(51)]
    kept = fitting(played, 6000)
    assert {each.drawing.width for each in kept} >= set(range(0, 51, 5))


def test_a_file_that_would_be_too_large_keeps_what_ended_something() -> None:
    pngs = [painted(saying(f"{number} {'wide ' * 5}")) for number in range(13)]
    durations = [900 if number % 4 == 0 else 500 for number in range(13)]
    small = moves(assembled(pngs, durations, len(assembled(pngs, durations, ROOMY)) // 8))
    assert len(small) < 13
    assert small.count(900) == min(4, len(small))


def test_the_frames_move_for_ever_on_one_canvas() -> None:
    gif = assembled([painted(saying("one")), painted(saying("two", 300))], [500, 900], ROOMY)
    assert moves(gif) == [500, 900]
    with Image.open(io.BytesIO(gif)) as opened:
        assert opened.format == "GIF"
        assert opened.info["loop"] == 0
        assert opened.height > opened.width * 0.7


def test_a_file_that_would_be_too_large_is_made_smaller_and_keeps_its_first_and_last() -> None:
    pngs = [painted(saying(f"{number} {'wide ' * 5}")) for number in range(12)]
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
    return AnimatedDrawing(tuple(Frame(saying(word), 500) for word in words), "It moves.", ROOMY)


def draw_still(word: str) -> DescribedDrawing:
    """The word, in the worker process."""
    return DescribedDrawing(saying(word), word)


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


def frames_of(gif: bytes) -> list[Image.Image]:
    """Each frame as it is seen."""
    with Image.open(io.BytesIO(gif)) as opened:
        seen = list[Image.Image]()
        for at in range(getattr(opened, "n_frames", 1)):
            opened.seek(at)
            seen.append(opened.convert("RGB"))
        return seen


def test_each_frame_is_seen_as_it_was_drawn_whatever_stood_there_before() -> None:
    pngs = [painted(saying(word)) for word in ("one", "seventy-seven", "", "three")]
    seen = frames_of(assembled(pngs, [500] * 4, ROOMY))
    assert len(seen) == 4
    for png, frame in zip(pngs, seen, strict=True):
        with Image.open(io.BytesIO(png)) as opened:
            drawn = Image.new("RGBA", opened.size, BEHIND)
            drawn.alpha_composite(opened.convert("RGBA"))
        assert max(ImageStat.Stat(ImageChops.difference(drawn.convert("RGB"), frame)).mean) < 1


def test_what_looks_the_same_stands_on() -> None:
    one, other = painted(saying("one")), painted(saying("other"))
    assert moves(assembled([one, one, other, other, one], [300, 400, 500, 600, 700], ROOMY)) == [
        700,
        1100,
        700,
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has taken at most")
@pytest.mark.begins_workers
async def test_a_painter_takes_at_most_120_megabytes_also_for_a_whole_game(renderer: ImageRenderer) -> None:
    """Frames are packed one after the other: 62 of them at once would be 200 MB, which it would keep."""
    there_before = children()
    drawn = await renderer.request(ImageRequest(draw_whole_game, (62, 2_500_000), animated=True))
    assert drawn is not None
    assert len(moves(drawn.content)) == 62
    [painter] = children() - there_before
    taken = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{painter}/status").read_text())
    assert taken is not None
    assert int(taken[1]) / 1024 < 120


def draw_whole_game(count: int, most_bytes: int) -> AnimatedDrawing:
    """So many boards of a game, in the worker process."""
    game = catalogue()["skull-king"]
    seats, random = 6, Random(6)
    state = game.new(game.Options(), seats, bytes(32))
    words = Reader("en-US", game, {seat: f"Anne {seat}" for seat in range(seats)}).plain
    seen = [game.observe(state, None)]
    while waiting := game.to_act(state):
        action = game.robots["any"].choose(game.observe(state, waiting[0]), random)
        state, _events = game.apply(state, waiting[0], action)
        seen.append(game.observe(state, None))
    shown = [seen[at * (len(seen) - 1) // (count - 1)] for at in range(count)]
    pictures = [picture for each in shown if (picture := game.board_picture(each, words)) is not None]
    assert len(pictures) == count
    return AnimatedDrawing(tuple(Frame(each.drawing, 300) for each in pictures), "A game.", most_bytes)
