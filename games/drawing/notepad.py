"""The notepad that lies on every card table: a column for each player, a line for each round, the totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWN, Emblem
from games.drawing.furniture import MARGIN, SMALL, WIDTH, chip
from games.drawing.lettering import DISPLAY, STRONG, TEXT, drawable
from games.drawing.palette import GOLD, INK, INK_SOFT, NIGHT, PAPER, PAPER_SHADE

_HEAD, _TOTAL = 92, 68
_LEAST_LABEL, _MOST_LABEL = 52, 136
"""The width of the column with the labels."""
_EDGE = 12


@dataclass(frozen=True)
class Entry:
    """What one player got in one round: the points, and in small how they came about."""

    points: str
    how: str = ""
    sign: Emblem | None = None
    """Stands before `how`; without that, after the points."""


@dataclass(frozen=True)
class Line:
    """A round: its label, and an entry for each seat."""

    label: str
    entries: tuple[Entry, ...]
    sign: Emblem | None = None
    """Stands before the label."""

    @property
    def height(self) -> float:
        """How high it is."""
        return 60 if any(entry.how for entry in self.entries) else 44


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
            _draw_entry(canvas, Box(column.x, row.y, column.w, row.h).inset(3, 0), entry)
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
    canvas.words_in(name, Box(box.x + 3, box.y + 58, box.w - 6, 30), STRONG, 20, INK, least=16)


def _draw_entry(canvas: Canvas, box: Box, entry: Entry) -> None:
    if not entry.how:
        if entry.sign is not None:
            canvas.art(entry.sign.art(INK_SOFT, PAPER), Box(box.right - 28, box.y, 28, box.h))
            box = box.inset(29, 0)
        canvas.words_in(entry.points, box, STRONG, 24, INK, least=14)
        return
    canvas.words_in(entry.points, Box(box.x, box.y + 3, box.w, 32), STRONG, 24, INK, least=14)
    how = Box(box.x, box.y + 33, box.w, 22)
    if entry.sign is not None:
        canvas.art(entry.sign.art(INK_SOFT, PAPER), Box(how.cx - 34, how.y, 20, how.h))
        how = Box(how.x + 14, how.y, how.w - 14, how.h)
    canvas.words_in(entry.how, how, TEXT, 19, INK_SOFT, least=14)
