"""Who stands where in a tournament, as a page of the harbour's ledger; at the end with a podium."""

from __future__ import annotations

import msgspec

from bot.pictures.drawings import ledger
from bot.pictures.drawings.ledger import HEAD, INNER, Cup
from games.contract import Picture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWN
from games.drawing.furniture import MARGIN, SMALL, disc, note, note_height, table
from games.drawing.lettering import DISPLAY, STRONG, TEXT, drawable, initials, wrapped
from games.drawing.palette import (
    CHALK,
    CHALK_SOFT,
    GOLD,
    INK,
    INK_SOFT,
    LEATHER,
    LEATHER_EDGE,
    NIGHT,
    PAPER,
)
from games.text import Listed, Text, Value, Words, _

_PODIUM, _BETWEEN = 322, 10
_NAME, _NAME_SIZE = 36, 30
"""How high a line with a name is on the podium, and the name itself."""
_STEPS = (134, 108, 90)
"""How high each of the first three stands."""
_SHADE = "#eee1c9"
"""Of every other line. A colour of its own: what is see-through takes long to rasterise."""
_EDGE = 10
_TITLES = 38
_LINE, _NOTE = 54, SMALL * 1.3
_BESIDE_PLACE, _POINTS = 66, 132
"""Where names begin, and how wide the column with the points is."""


class Row(msgspec.Struct, frozen=True):
    """One line: who, and how they stand."""

    place: int
    name: Value
    points: Value
    notes: tuple[Text, ...]
    """How far they came, what parts them from their neighbours, that they are out."""
    said: Text
    """The line in words."""
    out: bool = False
    """Dropped out or disqualified; the notes say so."""
    own: bool = False
    """It is the reader's."""


class Data(msgspec.Struct, frozen=True):
    """What is shown, and in which words."""

    title: Text
    cup: Cup
    rows: tuple[Row, ...]
    counted: Text
    """What the points are."""
    podium: tuple[Row, ...] = ()
    """The first three, when it is over."""
    remarks: tuple[Text, ...] = ()
    """How many there are beyond the rows, and what the figures in the notes mean."""


def draw(data: Data, words: Words) -> Picture:
    """The page."""
    heights = [_height(row, words) for row in data.rows]
    top = HEAD + _podium_height(data.podium, words)
    pad = Box(MARGIN, top, INNER, _TITLES + sum(heights) + 2 * _EDGE)
    canvas = table(pad.bottom + 14 + ledger.remarks_height(words, data.remarks) + 10)
    ledger.head(canvas, words, data.title, data.cup)
    if data.podium:
        _draw_podium(canvas, Box(MARGIN, HEAD, INNER, top - HEAD - 12), data.podium, words)
    _draw_pad(canvas, pad, words, words(data.counted))
    y = pad.y + _EDGE + _TITLES
    for at, (row, height) in enumerate(zip(data.rows, heights, strict=True)):
        line = Box(pad.x + 6, y, pad.w - 12, height)
        _draw_row(canvas, line, row, words, shaded=at % 2 == 0)
        if at and row.place != data.rows[at - 1].place + 1:
            canvas.line([(line.x + 4, y), (line.right - 4, y)], Stroke(INK, 3, 9))
        y += height
    ledger.remarks(canvas, words, pad.bottom + 14, data.remarks)
    return Picture(canvas.svg(), (data.title, data.cup.said, *(row.said for row in data.rows), *data.remarks))


def _notes(row: Row, words: Words) -> str:
    return words(_("{notes}", notes=Listed(row.notes))) if row.notes else ""


_NOTE_ROOM = INNER - 12 - _BESIDE_PLACE - 14


def _height(row: Row, words: Words) -> float:
    return _LINE + note_height(_notes(row, words), _NOTE_ROOM, size=SMALL)


def _draw_pad(canvas: Canvas, pad: Box, words: Words, counted: str) -> None:
    canvas.rect(Box(pad.x + 4, pad.y + 6, pad.w, pad.h - 2), NIGHT, radius=10, opacity=0.6)
    canvas.rect(pad, PAPER, radius=8)
    titles = Box(pad.x + 20, pad.y + _EDGE - 2, pad.w - 40, _TITLES)
    half = Box(titles.cx, titles.y, titles.w / 2, titles.h)
    right = canvas.words_in(counted, half, TEXT, SMALL, INK_SOFT, anchor="end")
    left = Box(titles.x, titles.y, titles.w - right - 20, titles.h)
    canvas.words_in(words(_("Place and name")), left, TEXT, SMALL, INK_SOFT, anchor="start")


def _draw_row(canvas: Canvas, box: Box, row: Row, words: Words, *, shaded: bool) -> None:
    if row.own:
        canvas.rect(box, GOLD)
        pointer = box.y + _LINE / 2
        canvas.polygon([(box.x, pointer - 12), (box.x + 13, pointer), (box.x, pointer + 12)], INK)
    elif shaded:
        canvas.rect(box, _SHADE)
    ink = INK_SOFT if row.out else INK
    line = Box(box.x, box.y, box.w, _LINE)
    ledger.place(canvas, box.x + 38, line.cy, 21, row.place, ink)
    points = Box(line.right - _POINTS - 14, line.y, _POINTS, line.h)
    taken = canvas.words_in(
        ledger.called(words, row.points), points, DISPLAY, 34, ink, anchor="end", least=SMALL
    )
    left = box.x + _BESIDE_PLACE
    name = Box(left, line.y, points.right - taken - 16 - left, line.h)
    face = TEXT if row.out else STRONG
    canvas.words_in(ledger.called(words, row.name), name, face, 30, ink, anchor="start", least=SMALL)
    if row.notes:
        below = Box(left, line.bottom - 8, _NOTE_ROOM, box.h - _LINE)
        note(canvas, _notes(row, words), below, size=SMALL, colour=INK_SOFT, anchor="start")


def _podium_height(rows: tuple[Row, ...], words: Words) -> float:
    """How high it is, with room for a name on two lines if one needs that."""
    return _PODIUM + _NAME * max(len(_name_lines(row, words)) - 1 for row in rows) if rows else 0


def _name_lines(row: Row, words: Words) -> list[str]:
    """The name on one line, or else on two."""
    name = drawable(ledger.called(words, row.name), DISPLAY)
    room = (INNER - 2 * _BETWEEN) / 3
    return [name] if DISPLAY.width(name, SMALL + 2) <= room else wrapped(name, DISPLAY, SMALL + 2, room, 2)


def _draw_podium(canvas: Canvas, box: Box, rows: tuple[Row, ...], words: Words) -> None:
    """The first in the middle, highest, under a crown."""
    columns = box.columns(3, _BETWEEN)
    for row, at, step in zip(rows, (1, 0, 2), _STEPS, strict=False):
        column = columns[at]
        block = Box(column.x, box.bottom - step, column.w, step)
        canvas.rect(block.inset(1), LEATHER, radius=10, stroke=Stroke(LEATHER_EDGE, 2))
        first = row is rows[0]
        figures = block.inset(8, 8)
        points = Box(figures.x, figures.bottom - 34, figures.w, 34)
        number = Box(figures.x, figures.y, figures.w, points.y - figures.y)
        canvas.words_in(str(row.place), number, DISPLAY, min(64, number.h), CHALK)
        canvas.words_in(ledger.called(words, row.points), points, STRONG, 26, CHALK_SOFT, least=SMALL)
        lines = _name_lines(row, words)
        over = Box(column.x, block.y - 6 - _NAME * len(lines), column.w, _NAME * len(lines))
        for name, line in zip(lines, over.rows(len(lines), 0), strict=True):
            canvas.words_in(name, line, DISPLAY, _NAME_SIZE, CHALK, least=SMALL)
        radius = 42 if first else 36
        centre = over.y - radius - 2
        disc(
            canvas,
            column.cx,
            centre,
            radius,
            ledger.MEDALS[rows.index(row)],
            initials(ledger.called(words, row.name)),
        )
        if first:
            crown = Box(column.cx - 30, centre - radius - 48, 60, 46)
            canvas.art(CROWN.art(GOLD, LEATHER), crown)
