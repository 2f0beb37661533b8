"""`python -m tools.letter_widths`: how wide each letter of our typefaces is, for `games.drawing`.

Drawings know no typefaces' files, so the widths stand in a file of their own, which this writes. Only what is
needed of the font format is read: which glyph a character has, and how far it advances.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

from bot.images.fonts import FONT_FILES
from games.drawing.lettering import ADVANCES


def widths_of_font(path: Path) -> dict[str, int]:
    """The advance of each character in thousandths of its size. ValueError if this is no such file."""
    font = path.read_bytes()
    tables = _tables(font)
    units = struct.unpack_from(">H", font, tables["head"] + 18)[0]
    metrics = struct.unpack_from(">H", font, tables["hhea"] + 34)[0]
    widths = [
        struct.unpack_from(">H", font, tables["hmtx"] + 4 * min(glyph, metrics - 1))[0]
        for glyph in range(struct.unpack_from(">H", font, tables["maxp"] + 4)[0])
    ]
    return {chr(char): round(widths[glyph] * 1000 / units) for char, glyph in _glyphs(font, tables["cmap"])}


def _tables(font: bytes) -> dict[str, int]:
    """Where each table of an OpenType font begins: byte offsets by the table's tag."""
    count = struct.unpack_from(">H", font, 4)[0]
    entries = (struct.unpack_from(">4sIII", font, 12 + 16 * at) for at in range(count))
    return {tag.decode("ascii"): offset for tag, _sum, offset, _length in entries}


def _glyphs(font: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """Characters with their glyphs, from the map of the basic plane."""
    for at in range(struct.unpack_from(">H", font, cmap + 2)[0]):
        platform, _encoding, offset = struct.unpack_from(">HHI", font, cmap + 4 + 8 * at)
        if platform == 3 and struct.unpack_from(">H", font, cmap + offset)[0] == 4:
            return _segments(font, cmap + offset)
    raise ValueError("This font has no map of characters in format 4.")


def _segments(font: bytes, at: int) -> Iterator[tuple[int, int]]:
    count = struct.unpack_from(">H", font, at + 6)[0] // 2

    def row(number: int, kind: str = "H") -> tuple[int, ...]:
        padding = 2 if number else 0
        return struct.unpack_from(f">{count}{kind}", font, at + 14 + padding + 2 * count * number)

    ends, starts, deltas, ranges = row(0), row(1), row(2, "h"), row(3)
    for segment, (start, end) in enumerate(zip(starts, ends, strict=True)):
        for char in range(start, end + 1):
            glyph = char
            if ranges[segment]:
                place = at + 16 + 6 * count + 2 * segment + ranges[segment] + 2 * (char - start)
                glyph = struct.unpack_from(">H", font, place)[0]
                if not glyph:
                    continue
            glyph = (glyph + deltas[segment]) % 0x10000
            if glyph and char != 0xFFFF:
                yield char, glyph


def _by_width(widths: Mapping[str, int]) -> dict[int, str]:
    """The characters of each width, all in order."""
    found: dict[int, str] = {}
    for char in sorted(widths):
        found[widths[char]] = found.get(widths[char], "") + char
    return dict(sorted(found.items()))


def written() -> str:
    """The file's text: a table of widths for each of the typefaces."""
    tables = {name: _by_width(widths_of_font(path)) for name, path in FONT_FILES.items()}
    return json.dumps(tables, indent=1) + "\n"


def main() -> None:
    """Measures the letters anew and writes their widths into `ADVANCES`."""
    ADVANCES.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
