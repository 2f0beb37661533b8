"""A page of a leaderboard: the first three of a server on a podium, the others as a list on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.drawings.ledger import INNER, MEDALS
from games.contract import Picture
from games.drawing import furniture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWN
from games.drawing.furniture import BANNER, MARGIN, SMALL
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
    PAPER_SHADE,
    Colour,
)
from games.text import Player, Text, Words, _, _n

ON_PODIUM = 3

_PODIUM, _BETWEEN = 322, 12
_NAME, _NAME_SIZE = 32, 26
"""How high a line with a name is on the podium, and the name itself."""
_STEPS = (156, 136, 118)
"""How high each of the first three stands."""
_TITLES, _LINE, _EDGE, _BREAK = 40, 54, 10, 34
_BESIDE_PLACE, _FIGURE, _RATING = 64, 80, 100
"""Where names begin, and how wide the columns are."""


@dataclass(frozen=True)
class Row:
    """Somebody who is listed; the words know them by `number`, counted from 0 in the whole list."""

    number: int
    rank: int
    rating: int
    games: int
    wins: int
    own: bool = False
    """It is the reader."""


@dataclass(frozen=True)
class Page:
    """What is shown. `rows`: at least one, the best first; `own_elsewhere`: the reader's, on another page."""

    title: Text
    season: Text
    rows: tuple[Row, ...]
    own_elsewhere: Row | None = None


def draw(page: Page, words: Words) -> Picture:
    """The picture."""
    podium = page.rows[:ON_PODIUM] if page.rows[0].number == 0 else ()
    below = page.rows[len(podium) :]
    top = BANNER + (_podium_height(podium, words) or 4)
    height = _list_height(below, page.own_elsewhere)
    canvas = furniture.table(top + height + (MARGIN if height else 4))
    furniture.banner(canvas, words(page.title), words(page.season))
    if podium:
        _draw_podium(canvas, Box(MARGIN, BANNER, INNER, top - BANNER - 16), podium, words)
    if height:
        _draw_list(canvas, Box(MARGIN, top, INNER, height), below, page.own_elsewhere, words)
    return Picture(canvas.svg(), _alt(page))


def _alt(page: Page) -> tuple[Text, ...]:
    """The reader's own line first: of a long page not all lines have room."""
    listed = page.rows if page.own_elsewhere is None else (page.own_elsewhere, *page.rows)
    own = (_("You: {line}", line=_row_in_words(row)) for row in listed if row.own)
    return page.title, page.season, *own, *(_row_in_words(row) for row in listed if not row.own)


def _row_in_words(row: Row) -> Text:
    return _(
        "{rank}. {player}: rating {rating}, games {games}, won {wins}",
        rank=row.rank,
        player=Player(row.number),
        rating=row.rating,
        games=row.games,
        wins=row.wins,
    )


def _called(row: Row, words: Words) -> str:
    return words(_("{player}", player=Player(row.number)))


def _medal(row: Row) -> Colour | None:
    return MEDALS[row.rank - 1] if row.rank <= len(MEDALS) else None


# The first three


def _podium_height(rows: Sequence[Row], words: Words) -> float:
    """How high it is, with room for a name on two lines if one needs that."""
    return _PODIUM + _NAME * (max(len(_name_lines(row, words)) for row in rows) - 1) if rows else 0


def _draw_podium(canvas: Canvas, box: Box, rows: Sequence[Row], words: Words) -> None:
    """The first in the middle; who has the same rank stands as high."""
    columns = box.columns(ON_PODIUM, _BETWEEN)
    for row, at in zip(rows, (1, 0, 2), strict=False):
        column, step = columns[at], _STEPS[row.rank - 1]
        block = Box(column.x, column.bottom - step, column.w, step)
        _draw_step(canvas, block, row, words)
        lines = _name_lines(row, words)
        top = block.y - 6 - _NAME * len(lines)
        names = Box(column.x, top, column.w, _NAME * len(lines))
        for line, place in zip(lines, names.rows(len(lines), 0), strict=True):
            canvas.words_in(line, place, STRONG, _NAME_SIZE, GOLD if row.own else CHALK, least=SMALL)
        radius = 38 if row.rank == 1 else 34
        centre = top - radius - 2
        letters = initials(_called(row, words)) or str(row.number + 1)
        furniture.disc(canvas, column.cx, centre, radius, MEDALS[row.rank - 1], letters)
        if row.rank == 1:
            crown = Box(column.cx - 26, centre - radius - 40, 52, 40)
            canvas.art(CROWN.art(GOLD, LEATHER), crown)


def _draw_step(canvas: Canvas, block: Box, row: Row, words: Words) -> None:
    edge = Stroke(GOLD, 4) if row.own else Stroke(LEATHER_EDGE, 2)
    canvas.rect(block.inset(2), LEATHER, radius=12, stroke=edge)
    rank = Box(block.x + 14, block.y + 8, 38, 50)
    canvas.words_in(str(row.rank), rank, DISPLAY, 44, MEDALS[row.rank - 1], anchor="start", least=SMALL)
    rating = Box(rank.right + 4, rank.y, block.right - rank.right - 18, rank.h)
    canvas.words_in(_signed(row.rating), rating, DISPLAY, 42, CHALK, anchor="end", least=SMALL)
    figures = Box(block.x + 12, (rank.bottom + block.bottom - 60) / 2, block.w - 24, 54)
    played = _n("{count} game", "{count} games", row.games)
    won = _n("{count} game won", "{count} games won", row.wins)
    for text, line in zip((played, won), figures.rows(2, 0), strict=True):
        canvas.words_in(words(text), line, TEXT, SMALL, CHALK_SOFT, least=16)


def _name_lines(row: Row, words: Words) -> list[str]:
    """The name on one line, or else on two."""
    shown = drawable(_called(row, words), STRONG)
    room = (INNER - _BETWEEN * (ON_PODIUM - 1)) / ON_PODIUM
    return [shown] if STRONG.width(shown, _NAME_SIZE) <= room else wrapped(shown, STRONG, _NAME_SIZE, room, 2)


# The others


def _list_height(rows: Sequence[Row], own: Row | None) -> float:
    lines = len(rows) * _LINE + (0 if own is None else _BREAK + _LINE)
    return lines + _TITLES + 2 * _EDGE if lines else 0


def _draw_list(canvas: Canvas, pad: Box, rows: Sequence[Row], own: Row | None, words: Words) -> None:
    canvas.rect(Box(pad.x + 4, pad.y + 6, pad.w, pad.h - 2), NIGHT, radius=10, opacity=0.6)
    canvas.rect(pad, PAPER, radius=8)
    head = Box(pad.x, pad.y + _EDGE - 2, pad.w, _TITLES)
    for column, label in zip(_columns(head), (_("Rating"), _("Games"), _("Won")), strict=True):
        canvas.words_in(words(label), column, TEXT, SMALL, INK_SOFT, anchor="end", least=16)
    y = pad.y + _EDGE + _TITLES
    for at, row in enumerate(rows):
        _draw_row(canvas, Box(pad.x + 6, y, pad.w - 12, _LINE), row, words, shaded=at % 2 == 0)
        y += _LINE
    if own is not None:
        for dot in (-24, 0, 24):
            canvas.circle(pad.cx + dot, y + _BREAK / 2, 4, INK_SOFT)
        _draw_row(canvas, Box(pad.x + 6, y + _BREAK, pad.w - 12, _LINE), own, words, shaded=False)


def _columns(line: Box) -> tuple[Box, Box, Box]:
    """For rating, games and games won, in a line or in the head."""
    right = line.right - 16
    won = Box(right - _FIGURE, line.y, _FIGURE, line.h)
    games = Box(won.x - 8 - _FIGURE, line.y, _FIGURE, line.h)
    return Box(games.x - 8 - _RATING, line.y, _RATING, line.h), games, won


def _draw_row(canvas: Canvas, box: Box, row: Row, words: Words, *, shaded: bool) -> None:
    if row.own:
        canvas.rect(box, GOLD)
        canvas.polygon([(box.x, box.cy - 12), (box.x + 13, box.cy), (box.x, box.cy + 12)], INK)
    elif shaded:
        canvas.rect(box, PAPER_SHADE, opacity=0.45)
    x, radius = box.x + 38, 21
    medal = _medal(row)
    canvas.circle(x, box.cy, radius - 1.5, medal, stroke=Stroke(INK if medal else INK_SOFT, 2))
    inner = Box(x, box.cy, 0, 0).inset(-radius * 0.8)
    canvas.words_in(str(row.rank), inner, DISPLAY, radius * 1.15, INK, least=12)
    line = Box(box.x - 6, box.y, box.w + 12, box.h)
    rating, games, won = _columns(line)
    left = box.x + _BESIDE_PLACE
    name = Box(left, box.y, rating.x - 8 - left, box.h)
    canvas.words_in(_called(row, words), name, STRONG, 28, INK, anchor="start", least=SMALL)
    canvas.words_in(_signed(row.rating), rating, DISPLAY, 34, INK, anchor="end", least=SMALL)
    for count, column in ((row.games, games), (row.wins, won)):
        canvas.words_in(str(count), column, TEXT, 26, INK, anchor="end", least=16)


def _signed(number: int) -> str:
    return str(number).replace("-", "−")
