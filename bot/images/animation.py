"""Animated pictures: drawings one after the other in one GIF, in the worker process.

It is the one format that moves in every client of Discord: docs/screens.md says where that is known from. All
frames share one palette, so that only what changes between two of them has to be told again.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.contract import Frame

if TYPE_CHECKING:
    from PIL.Image import Image

LEAST_MILLISECONDS = 300
"""A frame that stands for less than that is not seen."""
LAST_MILLISECONDS = 1500
"""The last frame stands at least so long, before it all begins again."""
COLOURS = 128
"""Our drawings are flat. Half of what a palette may have makes the files smaller by a fifth."""
SEEN_SMALL = 3
"""The palette is taken from the frames in a third of their size."""
BEHIND = "#313338"
"""Discord's dark background, for the corners: a GIF has no half-transparent edges."""


def fitting(frames: Sequence[Frame], most_milliseconds: int) -> tuple[Frame, ...]:
    """The frames, in at most that time: first they go faster, then some are left out, but not the first and
    the last.
    """
    kept = list(frames)
    if not kept:
        return ()
    while len(kept) > 1 and len(kept) * LEAST_MILLISECONDS + LAST_MILLISECONDS > most_milliseconds:
        del kept[_least([each.milliseconds for each in kept])]
    last = max(kept[-1].milliseconds, LAST_MILLISECONDS)
    wanted = sum(frame.milliseconds for frame in kept[:-1])
    room = most_milliseconds - last
    if wanted > room:  # what stands long is shortened as much as what stands briefly
        kept = [Frame(each.svg, max(LEAST_MILLISECONDS, each.milliseconds * room // wanted)) for each in kept]
    while len(kept) > 1 and sum(each.milliseconds for each in kept[:-1]) > room:
        del kept[_least([each.milliseconds for each in kept])]
    return (*kept[:-1], Frame(kept[-1].svg, min(last, most_milliseconds)))


def _least(durations: Sequence[int]) -> int:
    """Which one to leave out: what stands most briefly counts least, a card less than the trick that it fell
    in. Of those that stand equally long the oldest. Never the first, which stands for itself, nor the last.
    """
    return min(range(1, max(2, len(durations) - 1)), key=durations.__getitem__)


def assembled(pngs: Sequence[bytes], milliseconds: Sequence[int], most_bytes: int) -> bytes:
    """The GIF of these pictures. In half of its size where it would be too many bytes; where that does not
    help, without some of the frames between the first and the last.
    """
    images = _on_one_canvas([_opened(png) for png in pngs])
    durations = list(milliseconds)
    gif = _gif(images, durations)
    if len(gif) > most_bytes:
        images = [each.reduce(2) for each in images]
        gif = _gif(images, durations)
    while len(gif) > most_bytes and len(images) > 2:
        too_many = max(1, len(images) * (len(gif) - most_bytes) // len(gif))
        for _each in range(min(too_many, len(images) - 2)):
            least = _least(durations)
            del images[least], durations[least]
        gif = _gif(images, durations)
    return gif


def _opened(png: bytes) -> Image:
    from PIL import Image

    drawn = Image.open(io.BytesIO(png)).convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", drawn.size, BEHIND), drawn).convert("RGB")


def _on_one_canvas(images: Sequence[Image]) -> list[Image]:
    """All as wide and high as the largest, for games whose pictures grow."""
    from PIL import Image

    wide, high = (max(each.size[way] for each in images) for way in (0, 1))
    placed = []
    for each in images:
        canvas = each if each.size == (wide, high) else Image.new("RGB", (wide, high), BEHIND)
        if canvas is not each:
            canvas.paste(each, ((wide - each.width) // 2, 0))
        placed.append(canvas)
    return placed


def _gif(images: Sequence[Image], durations: Sequence[int]) -> bytes:
    from PIL import Image

    small = [each.reduce(SEEN_SMALL) for each in images]
    sample = Image.new("RGB", (small[0].width, small[0].height * len(small)))
    for number, each in enumerate(small):
        sample.paste(each, (0, number * each.height))
    palette = sample.quantize(COLOURS, Image.Quantize.MEDIANCUT)
    frames = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in images]
    written = io.BytesIO()
    # "disposal": each frame is laid over the one before it, of which it has what changed.
    frames[0].save(
        written, "GIF", save_all=True, append_images=frames[1:], duration=list(durations), loop=0, disposal=1
    )
    return written.getvalue()
