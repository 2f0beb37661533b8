"""Drawings become files: what a `Canvas` writes, drawn by ThorVG in our own typefaces, packed by ISA-L.

A drawing is taken apart into its pieces (a rectangle, a line of words, a piece of artwork), most of which
come again in other pictures. The latest are kept as ThorVG has them, so that each is read once. What a
`Canvas` never writes is refused. docs/performance.md says why not another library, and none for any SVG.
"""

from __future__ import annotations

import ctypes
import re
import struct
import threading
import zlib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from html import unescape
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple, cast

try:
    from isal import isal_zlib as packer
except ImportError:  # the same format, in more time
    import zlib as packer
from thorvg_cython import Engine, Matrix, Paint, Picture, Scene, Shape, SwCanvas, Text

from bot.images.fonts import FONT_FILES
from bot.runtime.memory import keep_freed_memory

MOST_PIECES = 4096
"""How many pieces are kept: some two kilobytes each."""
MOST_SPRITES = 1024
"""How many sprites are kept: some ten kilobytes each."""


class Pixels(NamedTuple):
    """A picture: its size, and red, green, blue and alpha of each pixel, row by row from the top."""

    width: int
    height: int
    data: memoryview


def svg_to_pixels(svg: str) -> Pixels:
    """The drawing in the size that it gives itself. ValueError if it is none."""
    found = _SVG.fullmatch(svg)
    if found is None:
        raise ValueError("cannot read this drawing: it is not one svg element with a size and a viewBox")
    wide, high, left, across = (float(each) for each in found.groups()[:4])
    width, height = int(wide + 0.5), int(high + 0.5)
    with _LOCK:
        return Pixels(width, height, _drawn(width, height, wide / across, left, _pieces(found[5])))


_SVG = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg" width="([\d.]+)" height="([\d.]+)"'
    r' viewBox="(-?[\d.]+) 0 ([\d.]+) [\d.]+">(.*)</svg>',
    re.DOTALL,
)
_PIECE = re.compile(r"<g\b|<text\b[^<]*</text>|<[^<]*/>")
_GROUP = re.compile(r"<(/?)g\b[^<]*?(/?)>")
_LOCK = threading.Lock()
"""ThorVG draws one picture at a time, as far as we know."""


def _pieces(body: str) -> Iterator[str]:
    """The elements of which the drawing is made, with all that is in them."""
    at = 0
    while at < len(body):
        found = _PIECE.match(body, at)
        if found is None:
            raise ValueError(f"cannot read this drawing: {body[at : at + 40]!r}")
        end = found.end() if found[0] != "<g" else _end_of_group(body, at)
        yield body[at:end]
        at = end


def _end_of_group(body: str, at: int) -> int:
    depth = 0
    for found in _GROUP.finditer(body, at):
        depth += -1 if found[1] else 0 if found[2] else 1
        if depth == 0:
            return found.end()
    raise ValueError("cannot read this drawing: a group does not end")


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


def _drawn(width: int, height: int, scale: float, left: float, pieces: Iterator[str]) -> memoryview:
    """`left`: the x of the picture's left edge, in the drawing's units."""
    _engine()
    page = Scene()
    for piece in pieces:
        page.add(_in_place(piece, scale).again())
    page.translate(-round(left * scale), 0)
    return _pixels(width, height, _STRAIGHT, page)


@lru_cache(MOST_PIECES)
def _in_place(piece: str, scale: float) -> _Kept:
    """A piece of a drawing, where it belongs in the picture. ValueError as with `_made`."""
    return _Kept(_sprite_in_place(piece, scale) or _scaled(_made(piece), scale))


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

_PLACED = re.compile(
    r'(<text x="|<ellipse cx="|<g transform="translate\()([^" ]+)(" c?y="| )([^")]+)((?:"|\) scale).*)',
    re.DOTALL,
)
_ACROSS, _DOWN = 1, 2
"""At so many places within a pixel a sprite may begin."""
_LARGEST = 50_000
"""Pixels. What is larger is drawn as all else is: it is seldom, and would fill the memory."""
_MARGIN = 2
"""Pixels around what a sprite is said to fill."""


def _sprite_in_place(piece: str, scale: float) -> Paint | None:
    """Words, an ellipse, or artwork that is not turned; None if this is something else, or too large."""
    found = _PLACED.fullmatch(piece)
    if found is None:
        return None
    begin, x, between, y, rest = found.groups()
    left, across = divmod(round(float(x) * scale * _ACROSS), _ACROSS)
    top, down = divmod(round(float(y) * scale * _DOWN), _DOWN)
    sprite = _sprite(f"{begin}0{between}0{rest}", scale, across / _ACROSS, down / _DOWN)
    if sprite is None:
        return None
    kept, before, above = sprite
    paint = kept.again()
    paint.translate(left + before, top + above)
    return paint


@lru_cache(MOST_SPRITES)
def _sprite(piece: str, scale: float, x: float, y: float) -> tuple[_Kept, int, int] | None:
    """What the piece looks like, and how far to the right of and below the origin it begins."""
    page = _scaled(_made(piece), scale, x, y)
    _failed, left, top, wide, high = page.get_aabb()
    before, above = floor(left) - _MARGIN, floor(top) - _MARGIN
    width, height = ceil(left + wide) + _MARGIN - before, ceil(top + high) + _MARGIN - above
    if width * height > _LARGEST:
        return None
    page.set_transform(Matrix(e11=scale, e22=scale, e13=x - before, e23=y - above))
    pixels = _pixels(width, height, _MULTIPLIED, page)
    if "opacity" not in piece:  # else its colours, multiplied, are others than are written there
        colours = frozenset(b"".join(map(bytes.fromhex, _COLOUR.findall(piece))))
        pixels = bytearray(pixels).translate(_shades(colours))
    picture = Picture()
    address = ctypes.addressof(ctypes.c_char.from_buffer(pixels))
    picture.load_raw(address, width, height, _MULTIPLIED, True)
    return _Kept(picture), before, above


_COLOUR = re.compile("#([0-9a-f]{6})")
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


# A piece of a drawing, as ThorVG has it.


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


def _made(piece: str) -> Paint:
    """ValueError if it is nothing that a `Canvas` writes."""
    found = _ELEMENT.match(piece)
    try:
        if found is None:
            raise ValueError("this is no element")
        tag, attributes = found[1], dict(_ATTRIBUTE.findall(found[2]))
        if tag == "g":
            made = _group(attributes, piece[found.end() : -len("</g>")])
        elif tag == "text":
            made = _line_of_words(attributes, unescape(found[3]))
        else:
            made = _shape(tag, attributes)
        if attributes:
            raise ValueError(f"no {', '.join(attributes)} here")
    except (KeyError, ValueError) as error:
        raise ValueError(f"cannot read this drawing: {error!r} in {piece[:80]!r}") from None
    return made


Attributes = dict[str, str]
"""Of an element. Whatever is read is taken out, so that nothing is left."""
_ELEMENT = re.compile(r'<(\w+)((?: [\w-]+="[^"<]*")*)/?>([^<]*)')
_ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')


def _group(attributes: Attributes, inside: str) -> Paint:
    """What is inside is kept for itself: artwork comes again in other places and sizes."""
    scene = Scene()
    scene.set_transform(_matrix(attributes.pop("transform")))
    scene.set_opacity(_byte(attributes.pop("opacity", "1")))
    scene.add(_artwork(inside).again())
    return scene


@lru_cache(MOST_PIECES // 8)
def _artwork(inside: str) -> _Kept:
    scene = Scene()
    for piece in _pieces(inside):
        scene.add(_made(piece))
    return _Kept(scene)


_TRANSFORM = re.compile(
    r"translate\((?P<x>\S+) (?P<y>\S+)\) scale\((?P<scale>\S+)\)"
    r"|matrix\((?P<a>\S+) (?P<b>\S+) (?P<c>\S+) (?P<d>\S+) (?P<e>\S+) (?P<f>\S+)\)"
)


def _matrix(transform: str) -> Matrix:
    found = _TRANSFORM.fullmatch(transform)
    if found is None:
        raise ValueError(transform)
    if found["x"]:
        x, y, scale = map(float, found.group("x", "y", "scale"))
        return Matrix(e11=scale, e22=scale, e13=x, e23=y)
    a, b, c, d, e, f = (float(found[name]) for name in "abcdef")
    return Matrix(e11=a, e21=b, e12=c, e22=d, e13=e, e23=f)


_TYPEFACES = {
    ("Noto Sans", "500"): ("TEXT", 1.069),
    ("Noto Sans", "700"): ("STRONG", 1.069),
    ("Vollkorn", "800"): ("DISPLAY", 0.952),
}
"""By family and weight: the name that it is loaded by, and how far above the line ThorVG begins to draw, its
size being 1: the ascent that the file gives.
"""
_POINTS = 0.75
"""In a unit. ThorVG counts sizes of words so."""


def _line_of_words(attributes: Attributes, words: str) -> Paint:
    taken = attributes.pop
    name, ascent = _TYPEFACES[taken("font-family"), taken("font-weight")]
    size = float(taken("font-size"))
    text = Text()
    text.set_font(name)
    text.set_size(size * _POINTS)
    text.set_text(words)
    text.set_color(*_rgb(taken("fill")))
    text.set_opacity(_byte(taken("fill-opacity", "1")))
    text.translate(float(taken("x")), float(taken("y")) - size * ascent)
    return text


def _shape(tag: str, attributes: Attributes) -> Paint:
    taken = attributes.pop
    fill, stroke, width = taken("fill"), taken("stroke", ""), float(taken("stroke-width", "0"))
    if stroke and tag in _ROUND_ABOUT and "stroke-dasharray" not in attributes:
        return _framed(tag, attributes, fill, stroke, width)
    shape = Shape()
    _outline(shape, tag, attributes)
    if fill != "none":
        shape.set_fill_color(*_rgb(fill), _byte(taken("fill-opacity", "1")))
    if stroke:
        shape.set_stroke_color(*_rgb(stroke), _byte(taken("stroke-opacity", "1")))
        shape.set_stroke_width(width)
        shape.set_stroke_cap(_ENDS[taken("stroke-linecap", "butt")])
        shape.set_stroke_join(_ENDS[taken("stroke-linejoin", "miter")])
        shape.set_stroke_miterlimit(4)
        if dash := taken("stroke-dasharray", ""):
            shape.set_stroke_dash([float(dash)] * 2)
    return shape


_ENDS = {"butt": 0, "miter": 0, "round": 1}
"""Of lines and at their corners, as ThorVG numbers them."""
_ROUND_ABOUT = ("rect", "ellipse", "circle")


def _framed(tag: str, attributes: Attributes, fill: str, stroke: str, width: float) -> Paint:
    """A shape and the line around it, drawn as what lies between two shapes: much faster than a line."""
    inside, around = (_byte(attributes.pop(f"{part}-opacity", "1")) for part in ("fill", "stroke"))
    scene = Scene()
    if fill != "none":
        within = Shape()
        _outline(within, tag, attributes.copy())
        within.set_fill_color(*_rgb(fill), inside)
        scene.add(within)
    ring = Shape()
    _outline(ring, tag, attributes.copy(), width / 2)
    _outline(ring, tag, attributes, -width / 2, clockwise=False)
    ring.set_fill_color(*_rgb(stroke), around)
    scene.add(ring)
    return scene


def _outline(
    shape: Shape, tag: str, attributes: Attributes, by: float = 0, *, clockwise: bool = True
) -> None:
    """Where the shape's edge goes; `by`: so far outside of it."""

    def number(name: str) -> float:
        return float(attributes.pop(name))

    match tag:
        case "rect":
            x, y = number("x") - by, number("y") - by
            across, down = number("width") + 2 * by, number("height") + 2 * by
            corner = float(attributes.pop("rx", "0"))
            # A corner is round at most as far as to the middle of a side.
            corner = min(max(0, corner + by), across / 2, down / 2) if corner else 0
            if across > 0 and down > 0:
                shape.append_rect(x, y, across, down, corner, corner, clockwise)
        case "ellipse" | "circle":
            x, y = number("cx"), number("cy")
            across, down = (number("rx"), number("ry")) if tag == "ellipse" else (number("r"),) * 2
            if min(across, down) + by > 0:
                shape.append_circle(x, y, across + by, down + by, clockwise)
        case "polyline" | "polygon":
            points = _points(attributes.pop("points"))
            steps = [_MOVE, *[_LINE] * (len(points) - 1), *[_CLOSE] * (tag == "polygon")]
            shape.append_path(steps, points)
        case "path":
            shape.append_path(*_steps(attributes.pop("d")))
        case _:
            raise ValueError(f"there are no {tag} elements")


Point = tuple[float, float]
_CLOSE, _MOVE, _LINE, _CURVE = range(4)
_STEPS: Mapping[str, tuple[int, int]] = {"M": (_MOVE, 1), "L": (_LINE, 1), "C": (_CURVE, 3), "Z": (_CLOSE, 0)}
"""A path's letters: ThorVG's numbers for them, and how many points come after each."""
_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")


def _points(written: str) -> list[Point]:
    numbers = [float(each) for each in written.replace(",", " ").split()]
    if len(numbers) % 2:
        raise ValueError(written)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _steps(path: str) -> tuple[list[int], list[Point]]:
    steps: list[int] = []
    points: list[Point] = []
    for letter, written in _STEP.findall(path):
        step, count = _STEPS[letter]
        several = _points(written)
        if (several and (not count or len(several) % count)) or (count and not several):
            raise ValueError(path)
        # More points after the first of an "M" are gone to by lines.
        times = len(several) // count if count else 1
        steps += [step, *[_LINE if step == _MOVE else step] * (times - 1)]
        points += several
    return steps, points


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def _byte(share: str) -> int:
    return round(255 * float(share))
