"""`python -m tools.letter_widths`: how wide each letter of our typefaces is, for `games.drawing`.

Drawings are made without files, so the widths stand in a module of their own, which this writes. Only what is
needed of the font format is read: which glyph a character has, and how far it advances.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

from bot.images.rasteriser import FILES
from games.drawing import advances

_HEAD = '''"""How far each letter advances, in thousandths of its size: characters by width.

Written by `python -m tools.letter_widths` from the typefaces' files, which lack every character that does
not stand here.
"""

from __future__ import annotations
'''


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
    """Where each table begins."""
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


def _written(name: str, widths: Mapping[str, int]) -> str:
    by_width: dict[int, str] = {}
    for char in sorted(widths):
        by_width[widths[char]] = by_width.get(widths[char], "") + char
    lines = [f"{name}: dict[int, str] = {{"]
    for width, chars in sorted(by_width.items()):
        pieces = [json.dumps(chars[start : start + _PIECE]) for start in range(0, len(chars), _PIECE)]
        if len(pieces) == 1:
            lines.append(f"    {width}: {pieces[0]},")
        else:
            lines += [f"    {width}: (", *(f"        {piece}" for piece in pieces), "    ),"]
    return "\n".join((*lines, "}"))


_PIECE = 16
"""Characters in a line: written in plain ASCII, they take up to six columns each."""


def module() -> str:
    """The module's text: a table of widths for each of the typefaces."""
    tables = [_written(name, widths_of_font(path)) for name, path in FILES.items()]
    return "\n".join((_HEAD, "\n\n".join(tables), ""))


def main() -> None:
    """Write the module."""
    Path(advances.__file__).write_text(module(), encoding="utf-8")


if __name__ == "__main__":
    main()
