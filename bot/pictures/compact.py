"""A PNG of ours in fewer bytes: a palette of 256 colours, for the pictures that are kept in the repository.

Our drawings are flat: a few hundred colours fill them, and the thousands along the edges of letters and
circles can take the nearest of those without being missed. Too slow for what is sent while people play.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import cache

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_COLOURS = 256
PER_PIXEL = 4
_SIZE_AND_KIND = ">IIBBBBB"
_RGBA, _PALETTE = 6, 3

Colour = tuple[int, int, int, int]


def compact(png: bytes, note: str = "") -> bytes:
    """The same picture with a palette; `note` is kept in it, and `note_in` reads it. ValueError if the PNG
    is none that the rasteriser makes: eight bits each of red, green, blue and alpha, not interlaced.
    """
    parts = list(_parts(png))
    width, height, *kind = struct.unpack(_SIZE_AND_KIND, parts[0][1])
    if kind != [8, _RGBA, 0, 0, 0]:
        raise ValueError(f"no picture with eight bits of each colour and of alpha: {kind}")
    packed = b"".join(data for name, data in parts if name == b"IDAT")
    pixels = list(struct.iter_unpack("4B", _unfiltered(zlib.decompress(packed), width * PER_PIXEL)))
    palette, number = _palette(pixels)
    rows = b"".join(
        b"\0" + bytes(map(number.__getitem__, pixels[at : at + width]))
        for at in range(0, width * height, width)
    )
    return SIGNATURE + b"".join(
        [
            _part(b"IHDR", struct.pack(_SIZE_AND_KIND, width, height, 8, _PALETTE, 0, 0, 0)),
            _part(b"tEXt", b"Comment\0" + note.encode("latin-1")) if note else b"",
            _part(b"PLTE", b"".join(bytes(colour[:3]) for colour in palette)),
            _part(b"tRNS", bytes(colour[3] for colour in palette)),
            _part(b"IDAT", zlib.compress(rows, 9)),
            _part(b"IEND", b""),
        ]
    )


def note_in(png: bytes) -> str:
    """What `compact` was told to note in it; nothing if there is no note."""
    notes = (data.partition(b"\0")[2] for name, data in _parts(png) if name == b"tEXt")
    return next(notes, b"").decode("latin-1")


def _parts(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """What the file is made of: names, and what stands under them."""
    if not png.startswith(SIGNATURE):
        raise ValueError("no PNG")
    at = len(SIGNATURE)
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        yield name, png[at + 8 : at + 8 + length]
        at += length + 12


def _part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _unfiltered(filtered: bytes, length: int) -> bytes:
    """The rows as they are, from rows that say only how they differ from what is left of them and above."""
    above = bytearray(length)
    rows: list[bytearray] = []
    for start in range(0, len(filtered), length + 1):
        way, row = filtered[start], bytearray(filtered[start + 1 : start + 1 + length])
        for at, difference in enumerate(row):
            left = row[at - PER_PIXEL] if at >= PER_PIXEL else 0
            corner = above[at - PER_PIXEL] if at >= PER_PIXEL else 0
            row[at] = difference + _expected(way, left, above[at], corner) & 255
        rows.append(row)
        above = row
    return b"".join(rows)


def _expected(way: int, left: int, above: int, corner: int) -> int:
    """What a byte is expected to be: the five ways of the standard."""
    if way == 4:
        guess = left + above - corner
        return min((left, above, corner), key=lambda each: abs(guess - each))
    return (0, left, above, (left + above) // 2)[way]


def _palette(pixels: list[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    """The colours that are seen most, and for each colour the number of the nearest of them."""
    seen = [colour for colour, _times in Counter(pixels).most_common()]
    kept = seen[:MOST_COLOURS]

    @cache
    def nearest(colour: Colour) -> int:
        return min(range(len(kept)), key=lambda number: _distance(kept[number], colour))

    return kept, {colour: nearest(colour) for colour in seen}


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
