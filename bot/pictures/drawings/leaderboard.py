"""A page of a leaderboard: the first three of a server on a podium, the others as a list on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.drawings import podium
from bot.pictures.drawings.ledger import INNER, MEDALS
from games.contract import Picture
from games.drawing import furniture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.furniture import BANNER, MARGIN, SMALL
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import (
    GOLD,
    INK,
    INK_SOFT,
    NIGHT,
    PAPER,
    PAPER_SHADE,
    Colour,
)
from games.text import Player, Text, Words, _, _n

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
    first = page.rows[: podium.ON_PODIUM] if page.rows[0].number == 0 else ()
    below = page.rows[len(first) :]
    steps = [_step(row, words) for row in first]
    top = BANNER + (podium.height(steps) or 4)
    height = _list_height(below, page.own_elsewhere)
    canvas = furniture.table(top + height + (MARGIN if height else 4))
    furniture.banner(canvas, words(page.title), words(page.season))
    if steps:
        podium.draw(canvas, Box(MARGIN, BANNER, INNER, top - BANNER - 16), steps)
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


def _step(row: Row, words: Words) -> podium.Step:
    played = _n("{count} game", "{count} games", row.games)
    won = _n("{count} game won", "{count} games won", row.wins)
    return podium.Step(
        _called(row, words),
        row.rank,
        _signed(row.rating),
        rank=row.rank,
        notes=(words(played), words(won)),
        own=row.own,
    )


def _medal(row: Row) -> Colour | None:
    return MEDALS[row.rank - 1] if row.rank <= len(MEDALS) else None


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
