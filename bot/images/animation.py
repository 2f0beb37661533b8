"""Animated pictures: drawings one after the other in one GIF, in the worker process.

It is the one format that moves in every client of Discord: docs/screens.md says where that is known from. All
frames share one palette, so that only what changes between two of them has to be told again.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from games.contract import Frame

if TYPE_CHECKING:
    from PIL.Image import Image

LEAST_MILLISECONDS = 300
"""A frame that stands for less than that is not seen."""
LAST_MILLISECONDS = 1500
"""The last frame stands at least so long, before it all begins again."""
COLOURS = 127
"""Our drawings are flat. Half of what a palette may have makes the files smaller by a fifth."""
UNCHANGED = COLOURS
"""The colour after those: what lies below is seen."""
SEEN_SMALL = 3
"""The palette is taken from the frames in a third of their size."""
MOST_SEEN = 20
"""Frames from which it is taken: finding the colours of all takes more memory than drawing them."""
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
        kept = [
            Frame(each.drawing, max(LEAST_MILLISECONDS, each.milliseconds * room // wanted)) for each in kept
        ]
    while len(kept) > 1 and sum(each.milliseconds for each in kept[:-1]) > room:
        del kept[_least([each.milliseconds for each in kept])]
    return (*kept[:-1], Frame(kept[-1].drawing, min(last, most_milliseconds)))


def _least(durations: Sequence[int]) -> int:
    """Which one to leave out: what stands most briefly counts least, a card less than the trick that it fell
    in. Of those that stand equally long the oldest. Never the first, which stands for itself, nor the last.
    """
    return min(range(1, max(2, len(durations) - 1)), key=durations.__getitem__)


def assembled(pngs: Sequence[bytes], milliseconds: Sequence[int], most_bytes: int) -> bytes:
    """The GIF of these pictures. In half of its size where it would be too many bytes; where that does not
    help, without some of the frames between the first and the last.
    """
    film, durations = list(pngs), list(milliseconds)
    gif = _gif(film, durations, 1)
    if len(gif) > most_bytes:
        gif = _gif(film, durations, 2)
    while len(gif) > most_bytes and len(film) > 2:
        too_many = max(1, len(film) * (len(gif) - most_bytes) // len(gif))
        for _each in range(min(too_many, len(film) - 2)):
            least = _least(durations)
            del film[least], durations[least]
        gif = _gif(film, durations, 2)
    return gif


# A frame is megabytes of pixels, so there is never more than one of them beside the one before it: each is
# unpacked twice, for the palette and for the file.


def _gif(pngs: Sequence[bytes], durations: Sequence[int], reduced: int) -> bytes:
    """In so many times less of its width and height."""
    size = _canvas(pngs)
    gif = _Gif(_palette(pngs, size, reduced * SEEN_SMALL))
    for frame, duration in zip(_frames(pngs, size, reduced), durations, strict=True):
        gif.add(frame, duration)
    return gif.finished()


def _canvas(pngs: Sequence[bytes]) -> tuple[int, int]:
    """As wide and high as the largest, for games whose pictures grow."""
    from PIL import Image

    sizes: list[tuple[int, int]] = []
    for png in pngs:
        with Image.open(io.BytesIO(png)) as opened:  # of which only the head is read
            sizes.append(opened.size)
    return max(wide for wide, _high in sizes), max(high for _wide, high in sizes)


def _frames(pngs: Sequence[bytes], size: tuple[int, int], reduced: int) -> Iterator[Image]:
    for png in pngs:
        yield _placed(png, size).reduce(reduced)


def _placed(png: bytes, size: tuple[int, int]) -> Image:
    """The picture in the middle of the canvas, at its top."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as opened:
        drawn = opened.convert("RGBA")
    canvas = Image.new("RGBA", size, BEHIND)
    canvas.alpha_composite(drawn, ((size[0] - drawn.width) // 2, 0))
    return canvas.convert("RGB")


def _palette(pngs: Sequence[bytes], size: tuple[int, int], reduced: int) -> Image:
    """The colours of the whole film, of which some frames are looked at, spread over it."""
    from PIL import Image

    seen = pngs[:: -(-len(pngs) // MOST_SEEN)]
    frames = _frames(seen, size, reduced)
    first = next(frames)
    together = Image.new("RGB", (first.width, first.height * len(seen)))
    for number, small in enumerate(chain([first], frames)):
        together.paste(small, (0, number * first.height))
    return together.quantize(COLOURS, Image.Quantize.MEDIANCUT)


class _Gif:
    """A GIF, frame by frame: each is laid over the one before it, of which it has what changed.

    Pillow writes one as well, but keeps all frames until the last one is there.
    """

    def __init__(self, palette: Image) -> None:
        self._palette = palette
        self._parts: list[bytes] = []
        self._before: Image | None = None
        self._waits: tuple[Image, tuple[int, int], int] | None = None
        """A frame, where it lies, and how long it stands if nothing else comes that looks the same."""

    def add(self, frame: Image, milliseconds: int) -> None:
        """Adds a frame that stands for so many milliseconds."""
        from PIL import Image, ImageChops

        drawn = frame.quantize(palette=self._palette, dither=Image.Dither.NONE)
        before, self._before = self._before, drawn
        if before is None:
            self._begin(drawn)
            self._waits = drawn, (0, 0), milliseconds
            return
        assert self._waits is not None
        changed = ImageChops.difference(_indexes(before), _indexes(drawn))
        box = changed.getbbox()
        if box is None:
            self._waits = (*self._waits[:2], self._waits[2] + milliseconds)
            return
        self._write()
        part = drawn.crop(box)
        part.paste(UNCHANGED, mask=changed.crop(box).point([255, *(0,) * 255], "1"))
        self._waits = part, box[:2], milliseconds

    def _begin(self, first: Image) -> None:
        from PIL import GifImagePlugin

        head, _colours = GifImagePlugin.getheader(first.copy(), info={"loop": 0})
        self._parts += head

    def _write(self) -> None:
        from PIL import GifImagePlugin

        if self._waits is not None:
            part, place, milliseconds = self._waits
            self._parts += GifImagePlugin.getdata(
                part, place, duration=milliseconds, disposal=1, transparency=UNCHANGED
            )

    def finished(self) -> bytes:
        """The bytes of the whole GIF, with every frame that was added."""
        self._write()
        return b"".join((*self._parts, b";"))


def _indexes(drawn: Image) -> Image:
    """Which colour of the palette each pixel has, as a picture of its own."""
    from PIL import Image

    return Image.frombytes("L", drawn.size, drawn.tobytes())
