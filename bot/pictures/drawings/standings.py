"""Who stands where in a tournament, as a page of the harbour's ledger; at the end with a podium."""

from __future__ import annotations

import msgspec

from bot.pictures.drawings import ledger, podium
from bot.pictures.drawings.ledger import HEAD, INNER, Cup
from games.contract import Picture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.furniture import MARGIN, SMALL, note, note_height, table
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import (
    GOLD,
    INK,
    INK_SOFT,
    NIGHT,
    PAPER,
)
from games.text import Listed, Text, Value, Words, _

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
    steps = _steps(data.podium, words)
    top = HEAD + podium.height(steps)
    pad = Box(MARGIN, top, INNER, _TITLES + sum(heights) + 2 * _EDGE)
    canvas = table(pad.bottom + 14 + ledger.remarks_height(words, data.remarks) + 10)
    ledger.head(canvas, words, data.title, data.cup)
    if steps:
        podium.draw(canvas, Box(MARGIN, HEAD, INNER, top - HEAD - 16), steps)
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


def _steps(rows: tuple[Row, ...], words: Words) -> list[podium.Step]:
    """Ranks count those who are shown: a place before theirs may be that of somebody disqualified."""
    return [
        podium.Step(
            ledger.called(words, row.name), row.place, ledger.called(words, row.points), rank, own=row.own
        )
        for rank, row in enumerate(rows, 1)
    ]
