"""A season of a series: who stands where, and everybody's place in each tournament; a podium at its end."""

from __future__ import annotations

import msgspec

from bot.images import drawing_parts
from bot.images.drawing_parts import HEAD_HEIGHT, INNER_WIDTH, MEDALS
from bot.images.requests import can_be_drawn
from games.contract import Picture
from games.drawing import furniture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.furniture import BANNER, MARGIN, MIDDLE, SMALL
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import CHALK_SOFT, GOLD, INK, INK_SOFT, NIGHT, PAPER
from games.text import Text, Value, Words, _

MOST_EVENTS = 14
"""Tournaments of which the places are shown: the latest."""
_SHADE, _FADED = "#eee1c9", "#bdae93"
_EDGE, _TITLES, _ROW_HEIGHT = 10, 38, 96
_BESIDE_PLACE, _POINTS, _CHIP = 66, 132, 17


class EventCell(msgspec.Struct, frozen=True):
    """Somebody's place in one tournament; 0: they did not take part. `counts`: it is among their best."""

    place: int = 0
    counts: bool = True


class SeriesRow(msgspec.Struct, frozen=True):
    """One line: who, how they stand, and how they came out of each tournament."""

    place: int
    name: Value
    points: Value
    events: tuple[EventCell, ...]
    alt: Text
    """What the row says, in words for whoever cannot see it."""
    own: bool = False
    """Whether the row is of the one who looks at the picture."""


class SeriesData(msgspec.Struct, frozen=True):
    """What is shown, and in which words."""

    title: Text
    subtitle: Text
    rows: tuple[SeriesRow, ...]
    decided: bool = False
    """The first three stand on a podium."""
    remarks: tuple[Text, ...] = ()


def draw_series(data: SeriesData, words: Words) -> Picture:
    """The standings of a series' season, drawn and in words; on a podium when the season is decided."""
    steps = [_step(row, words) for row in data.rows[: drawing_parts.ON_PODIUM]] if data.decided else []
    top = HEAD_HEIGHT + drawing_parts.podium_height(steps)
    pad = Box(MARGIN, top, INNER_WIDTH, _TITLES + len(data.rows) * _ROW_HEIGHT + 2 * _EDGE)
    canvas = furniture.table(pad.bottom + 14 + drawing_parts.remarks_height(words, data.remarks) + 10)
    title = words(data.title)
    furniture.banner(canvas, title if can_be_drawn(title) else words(_("Series")))
    below = Box(MARGIN, BANNER - 4, INNER_WIDTH, 36)
    canvas.words_in(words(data.subtitle), below, TEXT, MIDDLE, CHALK_SOFT, anchor="start", least=SMALL)
    if steps:
        drawing_parts.draw_podium(
            canvas, Box(MARGIN, HEAD_HEIGHT, INNER_WIDTH, top - HEAD_HEIGHT - 16), steps
        )
    _draw_pad(canvas, pad, words)
    y = pad.y + _EDGE + _TITLES
    for at, row in enumerate(data.rows):
        _draw_row(canvas, Box(pad.x + 6, y, pad.w - 12, _ROW_HEIGHT), row, words, shaded=at % 2 == 0)
        y += _ROW_HEIGHT
    drawing_parts.draw_remarks(canvas, words, pad.bottom + 14, data.remarks)
    return Picture(
        canvas.drawing(), (data.title, data.subtitle, *(row.alt for row in data.rows), *data.remarks)
    )


def _step(row: SeriesRow, words: Words) -> drawing_parts.PodiumStep:
    name = drawing_parts.name_in_words(words, row.name)
    points = drawing_parts.name_in_words(words, row.points)
    return drawing_parts.PodiumStep(name, row.place, points, min(row.place, len(MEDALS)), own=row.own)


def _draw_pad(canvas: Canvas, pad: Box, words: Words) -> None:
    canvas.rect(Box(pad.x + 4, pad.y + 6, pad.w, pad.h - 2), NIGHT, radius=10, opacity=0.6)
    canvas.rect(pad, PAPER, radius=8)
    titles = Box(pad.x + 20, pad.y + _EDGE - 2, pad.w - 40, _TITLES)
    right = canvas.words_in(words(_("Points")), titles, TEXT, SMALL, INK_SOFT, anchor="end")
    left = Box(titles.x, titles.y, titles.w - right - 20, titles.h)
    heads = words(_("Place, name, place in each tournament"))
    canvas.words_in(heads, left, TEXT, SMALL, INK_SOFT, anchor="start")


def _draw_row(canvas: Canvas, box: Box, row: SeriesRow, words: Words, *, shaded: bool) -> None:
    upper, lower = Box(box.x, box.y + 2, box.w, 50), Box(box.x, box.y + 50, box.w, 40)
    if row.own:
        canvas.rect(box, GOLD)
        canvas.polygon([(box.x, upper.cy - 12), (box.x + 13, upper.cy), (box.x, upper.cy + 12)], INK)
    elif shaded:
        canvas.rect(box, _SHADE)
    drawing_parts.draw_place(canvas, box.x + 38, upper.cy, 21, row.place, INK)
    points = Box(upper.right - _POINTS - 14, upper.y, _POINTS, upper.h)
    shown = drawing_parts.name_in_words(words, row.points)
    taken = canvas.words_in(shown, points, DISPLAY, 34, INK, anchor="end", least=SMALL)
    left = box.x + _BESIDE_PLACE
    name = Box(left, upper.y, points.right - taken - 16 - left, upper.h)
    called = drawing_parts.name_in_words(words, row.name)
    canvas.words_in(called, name, STRONG, 30, INK, anchor="start", least=SMALL)
    for at, cell in enumerate(row.events[-MOST_EVENTS:]):
        _draw_cell(canvas, left + _CHIP + at * (2 * _CHIP + 10), lower.cy, cell, own=row.own)


def _draw_cell(canvas: Canvas, x: float, y: float, cell: EventCell, *, own: bool) -> None:
    """A medal or a ring with the place; a dash for who was not there; crossed out what does not count."""
    ink = INK_SOFT if own else _FADED
    if not cell.place:
        canvas.line([(x - 7, y), (x + 7, y)], Stroke(ink, 3))
        return
    if cell.counts:
        drawing_parts.draw_place(canvas, x, y, _CHIP, cell.place, INK_SOFT)
        return
    canvas.circle(x, y, _CHIP - 1.5, None, stroke=Stroke(ink, 2, 5))
    inner = Box(x, y, 0, 0).inset(-_CHIP * 0.8)
    canvas.words_in(str(cell.place), inner, DISPLAY, _CHIP * 1.2, INK_SOFT, least=12)
    canvas.line([(x - _CHIP + 4, y + _CHIP - 4), (x + _CHIP - 4, y - _CHIP + 4)], Stroke(INK_SOFT, 2.5))
