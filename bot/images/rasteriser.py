"""Drawings become files: their shapes, drawn by ThorVG in our own typefaces, packed by ISA-L.

Most shapes of a drawing come again in other pictures. The latest are kept as ThorVG has them, so that each
is read once. docs/performance.md says why not another library.
"""

from __future__ import annotations

import ctypes
import struct
import threading
import zlib
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple, cast

import msgspec

try:
    from isal import isal_zlib as packer
except ImportError:  # the same format, in more time
    import zlib as packer
from thorvg_cython import Engine, Matrix, Paint, Picture, Scene, SwCanvas, Text
from thorvg_cython import Shape as Outline

from bot.images.fonts import FONT_FILES
from bot.runtime.memory import keep_freed_memory
from games.drawing.palette import Colour
from games.shapes import Art, Drawing, Ellipse, Path, Placed, Rect, Shape, Words
from games.shapes import Stroke as Line

MOST_SHAPES = 4096
"""How many shapes are kept: some two kilobytes each."""
MOST_SPRITES = 1024
"""How many sprites are kept: some ten kilobytes each."""


class Pixels(NamedTuple):
    """A picture: its size, and red, green, blue and alpha of each pixel, row by row from the top."""

    width: int
    height: int
    data: memoryview


def pixels_of(drawing: Drawing) -> Pixels:
    """The drawing as large as it says. ValueError if a typeface or a colour in it is unknown."""
    scale = drawing.pixels
    width, height = int(drawing.width * scale + 0.5), int(drawing.height * scale + 0.5)
    with _LOCK:
        return Pixels(width, height, _drawn(width, height, scale, drawing.shapes))


_LOCK = threading.Lock()
"""ThorVG draws one picture at a time, as far as we know."""


# PNG: the rows as they are, unfiltered: flat colours pack best so, and fastest.


def packed(pixels: Pixels) -> bytes:
    """The picture as a PNG, which holds nothing beside its pixels."""
    header = struct.pack(">IIBBBBB", pixels.width, pixels.height, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", _packed_rows(pixels)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


_AT_ONCE = 64
"""Rows: few enough that what is done to them one after the other stays in the processor's cache."""


def _packed_rows(pixels: Pixels) -> bytes:
    packing = packer.compressobj(1)
    stride = 4 * pixels.width
    packed: list[bytes] = []
    rows = [pixels.data[at : at + stride] for at in range(0, len(pixels.data), stride)]
    for start in range(0, len(rows), _AT_ONCE):
        several = b"\0".join((b"", *rows[start : start + _AT_ONCE]))  # before each row, that it is as it is
        packed.append(packing.compress(several))
    return b"".join((*packed, packing.flush()))


def _chunk(name: bytes, data: bytes) -> bytes:
    return b"".join(
        (struct.pack(">I", len(data)), name, data, struct.pack(">I", zlib.crc32(data, zlib.crc32(name))))
    )


@cache
def _engine() -> Engine:
    """ThorVG with our typefaces, and none of the machine's."""
    keep_freed_memory()  # a picture is megabytes of pixels, twice over
    engine = Engine()
    for name, path in FONT_FILES.items():
        Text.font_load_data(name, path.read_bytes(), "ttf", True)
    return engine


_MULTIPLIED, _STRAIGHT = 0, 2
"""Pixels are red, green, blue and alpha; whether the others are multiplied by it."""
_AS_TOLD = 0
"""All is drawn, not what has changed alone."""


def _drawn(width: int, height: int, scale: float, shapes: Iterable[Shape]) -> memoryview:
    _engine()
    page = Scene()
    for shape in shapes:
        page.add(_in_place(shape, scale).again())
    return _pixels(width, height, _STRAIGHT, page)


@lru_cache(MOST_SHAPES)
def _in_place(shape: Shape, scale: float) -> _Kept:
    """A shape of a drawing, where it belongs in the picture."""
    return _Kept(_sprite_in_place(shape, scale) or _scaled(_made(shape), scale))


def _scaled(paint: Paint, scale: float, x: float = 0, y: float = 0) -> Scene:
    scene = Scene()
    scene.add(paint)
    scene.set_transform(Matrix(e11=scale, e22=scale, e13=x, e23=y))
    return scene


def _pixels(width: int, height: int, kind: int, page: Scene) -> memoryview:
    canvas = SwCanvas(width, height, kind, _AS_TOLD)
    canvas.add(page)
    failed = canvas.draw(False) or canvas.sync()  # it is empty
    pixels = memoryview(cast(bytes, canvas.buffer))  # its stubs do not say that it can be read like them
    canvas.destroy()  # with all that was on it; the pixels live as long as they are looked at
    if failed:
        raise RuntimeError(f"ThorVG does not draw: {failed}")
    return pixels


# Sprites: words, artwork and ellipses as pixels. To lay these down takes a tenth of what filling their edges
# does, and the same ones come again and again, in the same picture too.

_ACROSS, _DOWN = 1, 2
"""At so many places within a pixel a sprite may begin."""
_LARGEST = 50_000
"""Pixels. What is larger is drawn as all else is: it is seldom, and would fill the memory."""
_MARGIN = 2
"""Pixels around what a sprite is said to fill."""


def _sprite_in_place(shape: Shape, scale: float) -> Paint | None:
    """Words, an ellipse, or artwork; None if this is something else, or too large."""
    if not isinstance(shape, Words | Ellipse | Placed):
        return None
    left, across = divmod(round(shape.x * scale * _ACROSS), _ACROSS)
    top, down = divmod(round(shape.y * scale * _DOWN), _DOWN)
    at_origin = msgspec.structs.replace(shape, x=0, y=0)
    sprite = _sprite(at_origin, scale, across / _ACROSS, down / _DOWN)
    if sprite is None:
        return None
    kept, before, above = sprite
    paint = kept.again()
    paint.translate(left + before, top + above)
    return paint


@lru_cache(MOST_SPRITES)
def _sprite(shape: Shape, scale: float, x: float, y: float) -> tuple[_Kept, int, int] | None:
    """What the shape looks like, and how far to the right of and below the origin it begins."""
    page = _scaled(_made(shape), scale, x, y)
    _failed, left, top, wide, high = page.get_aabb()
    before, above = floor(left) - _MARGIN, floor(top) - _MARGIN
    width, height = ceil(left + wide) + _MARGIN - before, ceil(top + high) + _MARGIN - above
    if width * height > _LARGEST:
        return None
    page.set_transform(Matrix(e11=scale, e22=scale, e13=x - before, e23=y - above))
    pixels = _pixels(width, height, _MULTIPLIED, page)
    if shape.opacity == 1:  # else its colours, multiplied, are others than its own
        pixels = bytearray(pixels).translate(_shades(frozenset(_levels(shape))))
    picture = Picture()
    address = ctypes.addressof(ctypes.c_char.from_buffer(pixels))
    picture.load_raw(address, width, height, _MULTIPLIED, True)
    return _Kept(picture), before, above


def _levels(shape: Shape) -> Iterator[int]:
    """How much red, green or blue the shape's colours have."""
    if isinstance(shape, Placed):
        for each in shape.art.shapes:
            yield from _levels(each)
        return
    if shape.fill:
        yield from _rgb(shape.fill)
    if not isinstance(shape, Words) and shape.stroke:
        yield from _rgb(shape.stroke.colour)


_STEP_OF_EDGES = 32
"""How far apart the shades of a sprite's edges are. With all 256 no two pixels of an edge would be alike, and
files larger by a quarter; nobody sees the difference, at most a sixteenth of that between black and white.
"""


@lru_cache(1024)
def _shades(kept: frozenset[int]) -> bytes:
    """For each value the nearest of those that are kept, and of steps where none of these is near."""
    step = _STEP_OF_EDGES
    near = {(flat + step // 2) // step * step for flat in kept}
    levels = sorted({0, 255, *kept, *range(0, 256, step)} - (near - kept - {0}))
    nearest = b"".join(
        bytes([low]) * ((high - low) // 2) + bytes([high]) * ((high - low + 1) // 2)
        for low, high in pairwise(levels)
    )
    return b"\0" + nearest


# A shape of a drawing, as ThorVG has it.


class _Kept:
    """One that is kept, to be drawn as often as it comes."""

    def __init__(self, paint: Paint) -> None:
        paint.ref()
        self._paint = paint

    def again(self) -> Paint:
        """Another of its kind, for one picture."""
        paint = self._paint.duplicate()
        if paint is None:
            raise MemoryError
        return paint

    def __del__(self) -> None:
        self._paint.deref(True)


def _made(shape: Shape) -> Paint:
    match shape:
        case Placed():
            return _artwork_in_place(shape)
        case Words():
            return _line_of_words(shape)
        case Path():
            return _path(shape)
        case Rect() | Ellipse():
            line = shape.stroke
            return _framed(shape, line) if line and not line.dash else _plain(shape)


def _artwork_in_place(placed: Placed) -> Paint:
    """What is inside is kept for itself: artwork comes again in other places and sizes."""
    scene, scale = Scene(), placed.scale
    across = -scale if placed.mirrored else scale
    scene.set_transform(Matrix(e11=across, e22=scale, e13=placed.x, e23=placed.y))
    scene.set_opacity(_byte(placed.opacity))
    scene.add(_artwork(placed.art).again())
    return scene


@lru_cache(MOST_SHAPES // 8)
def _artwork(art: Art) -> _Kept:
    scene = Scene()
    for shape in art.shapes:
        scene.add(_made(shape))
    return _Kept(scene)


_TYPEFACES = {
    ("Noto Sans", 500): ("TEXT", 1.069),
    ("Noto Sans", 700): ("STRONG", 1.069),
    ("Vollkorn", 800): ("DISPLAY", 0.952),
}
"""By family and weight: the name that it is loaded by, and how far above the line ThorVG begins to draw, its
size being 1: the ascent that the file gives.
"""
_POINTS = 0.75
"""In a unit. ThorVG counts sizes of words so."""


def _line_of_words(line: Words) -> Paint:
    if (line.family, line.weight) not in _TYPEFACES:
        raise ValueError(f"there is no typeface {line.family} {line.weight} to draw with")
    name, ascent = _TYPEFACES[line.family, line.weight]
    text = Text()
    text.set_font(name)
    text.set_size(line.size * _POINTS)
    text.set_text(line.words)
    text.set_color(*_rgb(line.fill))
    text.set_opacity(_byte(line.opacity))
    text.translate(line.x, line.y - line.size * ascent)
    return text


_STEPS = {"Z": 0, "M": 1, "L": 2, "C": 3}
_ROUND, _SHARP = 1, 0
"""The steps of a path, and the ends and corners of lines, as ThorVG numbers them."""


def _path(path: Path) -> Paint:
    outline = Outline()
    points = zip(path.points[::2], path.points[1::2], strict=True)
    outline.append_path([_STEPS[step] for step in path.steps], list(points))
    return _painted(outline, path, _ROUND)


def _plain(shape: Rect | Ellipse) -> Paint:
    """A shape without a line around it, or with one of dashes."""
    outline = Outline()
    _append(outline, shape)
    return _painted(outline, shape, _SHARP)


def _painted(outline: Outline, look: Path | Rect | Ellipse, ends: int) -> Paint:
    opacity = _byte(look.opacity)
    if look.fill:
        outline.set_fill_color(*_rgb(look.fill), opacity)
    if line := look.stroke:
        outline.set_stroke_color(*_rgb(line.colour), opacity)
        outline.set_stroke_width(line.width)
        outline.set_stroke_cap(ends)
        outline.set_stroke_join(ends)
        outline.set_stroke_miterlimit(4)
        if line.dash:
            outline.set_stroke_dash([line.dash] * 2)
    return outline


def _framed(shape: Rect | Ellipse, line: Line) -> Paint:
    """A shape and the line around it, drawn as what lies between two shapes: much faster than a line."""
    opacity, scene = _byte(shape.opacity), Scene()
    if shape.fill:
        within = Outline()
        _append(within, shape)
        within.set_fill_color(*_rgb(shape.fill), opacity)
        scene.add(within)
    ring = Outline()
    _append(ring, shape, line.width / 2)
    _append(ring, shape, -line.width / 2, clockwise=False)
    ring.set_fill_color(*_rgb(line.colour), opacity)
    scene.add(ring)
    return scene


def _append(outline: Outline, shape: Rect | Ellipse, by: float = 0, *, clockwise: bool = True) -> None:
    """Where the shape's edge goes; `by`: so far outside of it."""
    if isinstance(shape, Ellipse):
        if min(shape.across, shape.down) + by > 0:
            outline.append_circle(shape.x, shape.y, shape.across + by, shape.down + by, clockwise)
        return
    across, down = shape.width + 2 * by, shape.height + 2 * by
    # A corner is round at most as far as to the middle of a side.
    corner = min(max(0, shape.radius + by), across / 2, down / 2) if shape.radius else 0
    if across > 0 and down > 0:
        outline.append_rect(shape.x - by, shape.y - by, across, down, corner, corner, clockwise)


def _rgb(colour: Colour) -> tuple[int, int, int]:
    """ValueError if it is not told as `#` and six digits."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def _byte(share: float) -> int:
    return round(255 * share)
