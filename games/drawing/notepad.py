"""The notepad that lies on every card table: a column for each player, a line for each round, the totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWN, Emblem
from games.drawing.furniture import MARGIN, SMALL, WIDTH, chip
from games.drawing.lettering import DISPLAY, STRONG, TEXT, drawable, shrunk
from games.drawing.palette import CHALK_SOFT, GOLD, INK, INK_SOFT, NIGHT, PAPER, PAPER_SHADE, PLANK

_HEAD, _TOTAL = 92, 68
_HOW = 20
"""The size of the words that say how points came about."""
_LEAST_LABEL, _MOST_LABEL = 52, 136
"""The width of the column with the labels."""
_EDGE = 12
_SMALL_LINE = 22
"""The height of a line that says how points came about."""
_MOST_WIDE = 4
"""With more columns there is no room for two things beside each other."""
_DENSE = 36
KEY = 44
"""The height of the line that explains the signs, below the notepad."""
_KEY_SIGN, _KEY_APART = 24, 20


class Entry(msgspec.Struct, frozen=True):
    """What one player got in one round: the points, and in small how they came about."""

    points: str
    how: str = ""
    sign: Emblem | None = None
    """Stands before `how`; without that, after the points."""
    parts: str = ""
    """What the points are the sum of: behind `how`, or below it where columns are narrow."""


class Line(msgspec.Struct, frozen=True):
    """A round: its label, and an entry for each seat."""

    label: str
    entries: tuple[Entry, ...]
    sign: Emblem | None = None
    """An emblem that stands before the label; None: there is none."""
    dense: bool = False
    """Says points alone, on as little room as they take: of a round that is long over."""

    @property
    def height(self) -> float:
        """How high the line is drawn, in units: by whether it says how points came about, and is dense."""
        if self.dense or not any(entry.how for entry in self.entries):
            return _DENSE if self.dense else 44
        below = len(self.entries) > _MOST_WIDE and any(entry.parts for entry in self.entries)
        return 60 + (_SMALL_LINE if below else 0)


def height(lines: Sequence[Line]) -> float:
    """How high a notepad with these lines is."""
    return _HEAD + sum(line.height for line in lines) + _TOTAL + 2 * _EDGE


def draw(
    canvas: Canvas,
    top: float,
    names: Sequence[str],
    lines: Sequence[Line],
    label: str,
    totals: Sequence[str],
    leading: Sequence[bool],
) -> None:
    """The notepad, as wide as the picture, from `top` on. Everything by seat. `label`: what the totals are
    called; `leading`: who has most points.
    """
    pad = Box(MARGIN, top, WIDTH - 2 * MARGIN, height(lines))
    canvas.rect(Box(pad.x + 4, pad.y + 6, pad.w, pad.h - 2), NIGHT, radius=10, opacity=0.6)
    canvas.rect(pad, PAPER, radius=8)
    inner = Box(pad.x + 6, pad.y + _EDGE, pad.w - 12, pad.h - 2 * _EDGE)
    first = _label_width([label, *(line.label for line in lines)])
    columns = Box(inner.x + first, inner.y, inner.w - first, inner.h).columns(len(names), 0)
    for at in range(1, len(names), 2):
        canvas.rect(columns[at], PAPER_SHADE, opacity=0.45)
    for seat, column in enumerate(columns):
        _draw_head(canvas, Box(column.x, inner.y, column.w, _HEAD), seat, names[seat])
    y = inner.y + _HEAD
    for line in lines:
        row = Box(inner.x, y, inner.w, line.height)
        y += line.height
        canvas.line([(row.x, row.y), (row.right, row.y)], Stroke(PAPER_SHADE, 2))
        beside = Box(row.x, row.y, first, row.h).inset(4, 0)
        if line.sign is not None:
            canvas.art(line.sign.art(INK_SOFT, PAPER), Box(beside.x + 2, beside.y, 32, beside.h))
            beside = Box(beside.x + 36, beside.y, beside.w - 36, beside.h)
        canvas.words_in(line.label, beside, TEXT, SMALL, INK_SOFT, least=16)
        for entry, column in zip(line.entries, columns, strict=True):
            box = Box(column.x, row.y, column.w, row.h).inset(3, 0)
            _draw_entry(canvas, box, replace(entry, how="") if line.dense else entry, len(names))
    bottom = inner.bottom - _TOTAL
    canvas.line([(inner.x, bottom), (inner.right, bottom)], Stroke(INK, 3))
    beside = Box(inner.x, bottom, first, _TOTAL).inset(4, 0)
    canvas.words_in(label, beside, STRONG, SMALL, INK, least=16)
    for total, leads, column in zip(totals, leading, columns, strict=True):
        box = Box(column.x, bottom, column.w, _TOTAL).inset(4, 8)
        if leads:
            canvas.rect(box, GOLD, radius=10)
            canvas.art(CROWN.art(INK, GOLD), Box(box.cx - 11, box.y - 1, 22, 20))
            box = Box(box.x, box.y + 12, box.w, box.h - 12)
        canvas.words_in(total, box.inset(2, 0), DISPLAY, 34, INK, least=16)


def _label_width(labels: Sequence[str]) -> float:
    widest = max(STRONG.width(drawable(label, STRONG), SMALL) for label in labels)
    return min(_MOST_LABEL, max(_LEAST_LABEL, widest + 10))


def _draw_head(canvas: Canvas, box: Box, seat: int, name: str) -> None:
    chip(canvas, box.cx, box.y + 30, 26, seat, name)
    canvas.name_in(name, Box(box.x + 3, box.y + 58, box.w - 6, 30), STRONG, 20, INK, least=16)


def _draw_entry(canvas: Canvas, box: Box, entry: Entry, columns: int) -> None:
    if not entry.how:
        if entry.sign is not None:
            canvas.art(entry.sign.art(INK_SOFT, PAPER), Box(box.right - 28, box.y, 28, box.h))
            box = box.inset(29, 0)
        canvas.words_in(entry.points, box, STRONG, 24, INK, least=14)
        return
    canvas.words_in(entry.points, Box(box.x, box.y + 3, box.w, 32), STRONG, 24, INK, least=14)
    how, text = Box(box.x, box.y + 33, box.w, _SMALL_LINE), entry.how
    if entry.parts and columns <= _MOST_WIDE:
        text = f"{entry.how} · {entry.parts}"
    else:
        below = Box(how.x, how.bottom, how.w, how.h)
        canvas.words_in(entry.parts, below, TEXT, _HOW, INK_SOFT, least=14)
    if entry.sign is not None:
        size = shrunk(text, TEXT, _HOW, how.w - 26, 14)
        left = how.cx - (TEXT.width(text, size) + 26) / 2
        canvas.art(entry.sign.art(INK_SOFT, PAPER), Box(left, how.y, 20, how.h))
        how = Box(left + 26, how.y, how.right - left - 26, how.h)
        canvas.words_in(text, how, TEXT, size, INK_SOFT, anchor="start")
    else:
        canvas.words_in(text, how, TEXT, _HOW, INK_SOFT, least=14)


Key: TypeAlias = Sequence[tuple[Emblem | None, str]]
"""Signs with their meanings; without a sign what the words alone explain."""


def key_lines(shown: Key, wide: float) -> list[Key]:
    """On one line, or on two where the words are too long for that."""
    if sum(_key_widths(shown)) <= _key_room(shown, wide):
        return [shown]
    half = -(-len(shown) // 2)
    return [shown[:half], shown[half:]]


def _key_widths(shown: Key) -> list[float]:
    return [TEXT.width(drawable(text, TEXT), SMALL) for _emblem, text in shown]


def _key_room(shown: Key, wide: float) -> float:
    """What the signs and the gaps leave for words."""
    signs = sum(emblem is not None for emblem, _text in shown)
    return wide - signs * (_KEY_SIGN + 6) - (len(shown) - 1) * _KEY_APART


def draw_key(canvas: Canvas, box: Box, shown: Key) -> None:
    """What signs mean, on one line; closer together where the words are long."""
    widths = _key_widths(shown)
    share, x = min(1, _key_room(shown, box.w) / max(1, sum(widths))), box.x
    for (emblem, text), width in zip(shown, widths, strict=True):
        if emblem is not None:
            sign = Box(x, box.cy - _KEY_SIGN / 2, _KEY_SIGN, _KEY_SIGN)
            canvas.art(emblem.art(CHALK_SOFT, PLANK), sign)
            x = sign.right + 6
        word = Box(x, box.y, width * share + 0.1, box.h)
        canvas.words_in(text, word, TEXT, SMALL, CHALK_SOFT, anchor="start", least=15)
        x = word.right + _KEY_APART
