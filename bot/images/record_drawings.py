"""Somebody's ratings over their rated games: one game large, with its scale; several games in strips."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.images import drawing_parts
from bot.images.drawing_parts import INNER_WIDTH, MEDALS
from bot.images.requests import can_be_drawn
from games.contract import Picture
from games.drawing import furniture
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWN
from games.drawing.furniture import BANNER, MARGIN, MIDDLE, SMALL, WIDTH
from games.drawing.lettering import DISPLAY, STRONG, TEXT
from games.drawing.palette import (
    CHALK,
    CHALK_FAINT,
    CHALK_SOFT,
    GOLD,
    HUES,
    INK,
    INK_SOFT,
    LEATHER,
    LEATHER_EDGE,
    NIGHT,
    PAPER,
    PAPER_SHADE,
    Colour,
)
from games.text import Player, Text, Words, _, _n, labelled

_WHERE, _FIGURES_HEIGHT, _CHART = 42, 96, 356
_STRIP, _GAP = 128, 10
_LINE_COLOUR = HUES["sky"]
_UNDER = "#2c3a45"
"""Below the line, on leather."""
_MOST_DOTS = 40
"""Games that are marked each; of more, the line alone is clearer."""


class RatingLine(msgspec.Struct, frozen=True):
    """The ratings in one game, whose title is in the reader's language already: what everybody begins with,
    then after each rated game of one season; at least one.
    """

    title: str
    season: int
    ratings: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many rated games there were."""
        return len(self.ratings) - 1

    @property
    def now(self) -> int:
        """The rating after the latest game, in whole points."""
        return self.ratings[-1]

    @property
    def best(self) -> int:
        """The highest that was reached by playing."""
        return max(self.ratings[1:])

    @property
    def best_game(self) -> int:
        """After which game it was reached first, counted from 1."""
        return self.ratings.index(self.best, 1)


class Ratings(msgspec.Struct, frozen=True):
    """The ratings that one person has had, as one or several lines."""

    name: str
    lines: tuple[RatingLine, ...]


def draw_ratings(ratings: Ratings, words: Words) -> Picture:
    """The picture. A name that cannot be drawn is left out of it: whoever asked knows of whom."""
    lines = ratings.lines
    whose = _("Ratings of {name}", name=ratings.name)
    title = words(whose if can_be_drawn(ratings.name) else _("Ratings"))
    canvas = _of_one_game(lines[0], title, words) if len(lines) == 1 else _of_several(lines, title, words)
    return Picture(canvas.drawing(), (whose, *(_rating_alt(line) for line in lines)))


def rating_in_words(line: RatingLine) -> Text:
    """What the curve of a rating shows, as a sentence: the rating now and at its best, and the number of
    games.
    """
    return _n(
        "Rating {now} after {count} rated game in season {season}, peak {best}",
        "Rating {now} after {count} rated games in season {season}, peak {best}",
        line.games,
        now=line.now,
        season=line.season,
        best=line.best,
    )


def _rating_alt(line: RatingLine) -> Text:
    return labelled(line.title, rating_in_words(line))


# One game


def _of_one_game(line: RatingLine, title: str, words: Words) -> Canvas:
    top = BANNER + _WHERE
    canvas = furniture.table(top + _FIGURES_HEIGHT + 12 + _CHART + MARGIN)
    furniture.banner(canvas, title)
    where = words(_("{game}, season {season}", game=line.title, season=line.season))
    under = Box(MARGIN, BANNER - 4, WIDTH - 2 * MARGIN, 36)
    canvas.words_in(where, under, TEXT, MIDDLE, CHALK_SOFT, anchor="start", least=SMALL)
    figures = (
        (str(line.now), _("now"), GOLD),
        (str(line.best), _("peak"), CHALK),
        (str(line.games), _n("rated game", "rated games", line.games), CHALK),
    )
    boxes = Box(MARGIN, top, WIDTH - 2 * MARGIN, _FIGURES_HEIGHT).columns(len(figures), 12)
    for box, (figure, label, colour) in zip(boxes, figures, strict=True):
        furniture.plate(canvas, box)
        canvas.words_in(figure, Box(box.x + 10, box.y + 10, box.w - 20, 48), DISPLAY, 42, colour, least=26)
        below = Box(box.x + 10, box.bottom - 38, box.w - 20, 28)
        canvas.words_in(words(label), below, TEXT, SMALL, CHALK_SOFT, least=16)
    _draw_chart(canvas, Box(MARGIN, boxes[0].bottom + 12, WIDTH - 2 * MARGIN, _CHART), line, words)
    return canvas


def _draw_chart(canvas: Canvas, box: Box, line: RatingLine, words: Words) -> None:
    canvas.rect(box.inset(1), LEATHER, radius=14, stroke=Stroke(LEATHER_EDGE, 2))
    plot = Box(box.x + 78, box.y + 50, box.w - 78 - 92, box.h - 50 - 84)
    low, high = _range(line.ratings)
    step = _scale_step(high - low, 4)
    low, high = low // step * step, -(-high // step) * step
    points = _points(plot, line.ratings, low, high)
    _fill_under(canvas, plot, points)
    for rating in range(low, high + 1, step):
        y = plot.bottom - plot.h * (rating - low) / (high - low)
        canvas.line([(plot.x, y), (plot.right, y)], Stroke(CHALK_FAINT, 2 if rating > low else 3))
        beside = Box(box.x + 10, y - 14, 58, 28)
        canvas.words_in(_signed(rating), beside, TEXT, 20, CHALK_SOFT, anchor="end", least=14)
    every = _scale_step(line.games, 6, least=1)
    for game in range(0, line.games + 1, every):
        x = plot.x + plot.w * game / line.games
        canvas.line([(x, plot.bottom), (x, plot.bottom + 7)], Stroke(CHALK_FAINT, 3))
        canvas.words_in(str(game), Box(x - 30, plot.bottom + 10, 60, 28), TEXT, 20, CHALK_SOFT, least=14)
    caption = Box(plot.x, box.bottom - 42, plot.w, 30)
    after = words(_("number of rated games"))
    canvas.words_in(after, caption, TEXT, SMALL, CHALK_SOFT, least=16)
    _draw_line(canvas, points, line)
    _mark_best(canvas, plot, points[line.best_game], line)
    x, y = points[-1]
    beside = Box(x + 18, y - 18, box.right - x - 26, 36)
    canvas.words_in(_signed(line.now), beside, STRONG, 28, GOLD, anchor="start", least=16)


def _mark_best(canvas: Canvas, plot: Box, at: tuple[float, float], line: RatingLine) -> None:
    """A crown over the point, with the rating unless it is the last, which has it beside itself."""
    x, y = at
    _crown(canvas, x, y, 30)
    if line.best == line.now:
        return
    label = Box(x + 20, y - 44, 76, 30)
    if label.right > plot.right:
        label = Box(x - 20 - label.w, label.y, label.w, label.h)
        canvas.words_in(_signed(line.best), label, STRONG, SMALL, CHALK, anchor="end", least=14)
    else:
        canvas.words_in(_signed(line.best), label, STRONG, SMALL, CHALK, anchor="start", least=14)


# Several games


def _of_several(lines: Sequence[RatingLine], title: str, words: Words) -> Canvas:
    height = len(lines) * (_STRIP + _GAP) - _GAP
    canvas = furniture.table(BANNER + 8 + height + MARGIN)
    furniture.banner(canvas, title)
    strips = Box(MARGIN, BANNER + 8, WIDTH - 2 * MARGIN, height).rows(len(lines), _GAP)
    for strip, line in zip(strips, lines, strict=True):
        _draw_strip(canvas, strip, line, words)
    return canvas


def _draw_strip(canvas: Canvas, box: Box, line: RatingLine, words: Words) -> None:
    furniture.plate(canvas, box)
    title, figures, season = Box(box.x + 16, box.y + 8, 272, box.h - 16).rows(3, 0)
    canvas.words_in(line.title, title, STRONG, MIDDLE, CHALK, anchor="start", least=SMALL)
    wide = canvas.words_in(_signed(line.now), figures, DISPLAY, 40, GOLD, anchor="start")
    beside = Box(figures.x + wide + 14, figures.y, figures.w - wide - 14, figures.h)
    best = words(_("peak {rating}", rating=line.best))
    canvas.words_in(best, beside, TEXT, SMALL, CHALK_SOFT, anchor="start", least=16)
    played = _n(
        "{count} game in season {season}",
        "{count} games in season {season}",
        line.games,
        season=line.season,
    )
    canvas.words_in(words(played), season, TEXT, SMALL, CHALK_SOFT, anchor="start", least=16)
    plot = Box(box.x + 306, box.y + 34, box.w - 306 - 26, box.h - 34 - 18)
    low, high = _range(line.ratings)
    points = _points(plot, line.ratings, low, high)
    _fill_under(canvas, plot, points)
    start = points[0][1]
    canvas.line([(plot.x, start), (plot.right, start)], Stroke(CHALK_FAINT, 2, 7))
    _draw_line(canvas, points, line)
    _crown(canvas, *points[line.best_game], 24)


# What both have


_Points = list[tuple[float, float]]


def _range(ratings: Sequence[int]) -> tuple[int, int]:
    """From the lowest to the highest, and never so little that a few points look like a mountain."""
    low, high = min(ratings), max(ratings)
    missing = max(0, 80 - (high - low))
    return low - missing // 2, high + missing - missing // 2


def _scale_step(span: int, most: int, *, least: int = 10) -> int:
    """How far apart the lines of a scale are: round numbers, about so many of them."""
    step = least
    for factor in (2, 2.5, 2) * 6:
        if span <= most * step:
            break
        step = int(step * factor)
    return step


def _points(plot: Box, ratings: Sequence[int], low: int, high: int) -> _Points:
    last = len(ratings) - 1
    return [
        (plot.x + plot.w * at / last, plot.bottom - plot.h * (rating - low) / (high - low))
        for at, rating in enumerate(ratings)
    ]


def _fill_under(canvas: Canvas, plot: Box, points: _Points) -> None:
    canvas.polygon([(plot.x, plot.bottom), *points, (plot.right, plot.bottom)], _UNDER)


def _draw_line(canvas: Canvas, points: _Points, line: RatingLine) -> None:
    """The line, with its games if they are few, and where it stands now."""
    canvas.line(points, Stroke(_LINE_COLOUR, 5))
    if line.games <= _MOST_DOTS:
        for x, y in points[1:-1]:
            canvas.circle(x, y, 5, _LINE_COLOUR)
    canvas.circle(*points[-1], 9, GOLD, stroke=Stroke(INK, 3))


def _crown(canvas: Canvas, x: float, y: float, side: float) -> None:
    """Draw a crown over a point, not on it."""
    canvas.art(CROWN.art(GOLD, LEATHER), Box(x - side / 2, y - side - 10, side, side))


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


# A page of a leaderboard: the first three of a server on a podium, the others as a list on paper.


_TITLES, _ROW_HEIGHT, _EDGE, _BREAK = 40, 54, 10, 34
_BESIDE_PLACE, _COUNT_WIDTH, _RATING_WIDTH = 64, 80, 100
"""Where names begin, and how wide the columns are."""


class LeaderboardRow(msgspec.Struct, frozen=True):
    """Somebody who is listed; the words know them by `number`, counted from 0 in the whole list."""

    number: int
    rank: int
    rating: int
    games: int
    wins: int
    own: bool = False
    """Whether the row is of the one who looks at the picture."""


class LeaderboardPage(msgspec.Struct, frozen=True):
    """What is shown. `rows`: at least one, the best first; `own_elsewhere`: the reader's, on another page."""

    title: Text
    season: Text
    rows: tuple[LeaderboardRow, ...]
    own_elsewhere: LeaderboardRow | None = None


def draw_leaderboard(page: LeaderboardPage, words: Words) -> Picture:
    """The page of a leaderboard, drawn and in words; the first three stand on a podium on the first page."""
    first = page.rows[: drawing_parts.ON_PODIUM] if page.rows[0].number == 0 else ()
    below = page.rows[len(first) :]
    steps = [_podium_step(row, words) for row in first]
    top = BANNER + (drawing_parts.podium_height(steps) or 4)
    height = _list_height(below, page.own_elsewhere)
    canvas = furniture.table(top + height + (MARGIN if height else 4))
    furniture.banner(canvas, words(page.title), words(page.season))
    if steps:
        drawing_parts.draw_podium(canvas, Box(MARGIN, BANNER, INNER_WIDTH, top - BANNER - 16), steps)
    if height:
        _draw_list(canvas, Box(MARGIN, top, INNER_WIDTH, height), below, page.own_elsewhere, words)
    return Picture(canvas.drawing(), _leaderboard_alt(page))


def _leaderboard_alt(page: LeaderboardPage) -> tuple[Text, ...]:
    """The reader's own line first: of a long page not all lines have room."""
    listed = page.rows if page.own_elsewhere is None else (page.own_elsewhere, *page.rows)
    own = (_("You: {line}", line=_row_in_words(row)) for row in listed if row.own)
    return page.title, page.season, *own, *(_row_in_words(row) for row in listed if not row.own)


def _row_in_words(row: LeaderboardRow) -> Text:
    return _(
        "{rank}. {player}: rating {rating}, games {games}, won {wins}",
        rank=row.rank,
        player=Player(row.number),
        rating=row.rating,
        games=row.games,
        wins=row.wins,
    )


def _called(row: LeaderboardRow, words: Words) -> str:
    return words(_("{player}", player=Player(row.number)))


def _podium_step(row: LeaderboardRow, words: Words) -> drawing_parts.PodiumStep:
    played = _n("{count} game", "{count} games", row.games)
    won = _n("{count} game won", "{count} games won", row.wins)
    return drawing_parts.PodiumStep(
        _called(row, words),
        row.rank,
        _signed(row.rating),
        rank=row.rank,
        notes=(words(played), words(won)),
        own=row.own,
    )


def _medal(row: LeaderboardRow) -> Colour | None:
    return MEDALS[row.rank - 1] if row.rank <= len(MEDALS) else None


def _list_height(rows: Sequence[LeaderboardRow], own: LeaderboardRow | None) -> float:
    lines = len(rows) * _ROW_HEIGHT + (0 if own is None else _BREAK + _ROW_HEIGHT)
    return lines + _TITLES + 2 * _EDGE if lines else 0


def _draw_list(
    canvas: Canvas, pad: Box, rows: Sequence[LeaderboardRow], own: LeaderboardRow | None, words: Words
) -> None:
    canvas.rect(Box(pad.x + 4, pad.y + 6, pad.w, pad.h - 2), NIGHT, radius=10, opacity=0.6)
    canvas.rect(pad, PAPER, radius=8)
    head = Box(pad.x, pad.y + _EDGE - 2, pad.w, _TITLES)
    for column, label in zip(_columns(head), (_("Rating"), _("Games"), _("Won")), strict=True):
        canvas.words_in(words(label), column, TEXT, SMALL, INK_SOFT, anchor="end", least=16)
    y = pad.y + _EDGE + _TITLES
    for at, row in enumerate(rows):
        _draw_row(canvas, Box(pad.x + 6, y, pad.w - 12, _ROW_HEIGHT), row, words, shaded=at % 2 == 0)
        y += _ROW_HEIGHT
    if own is not None:
        for dot in (-24, 0, 24):
            canvas.circle(pad.cx + dot, y + _BREAK / 2, 4, INK_SOFT)
        _draw_row(canvas, Box(pad.x + 6, y + _BREAK, pad.w - 12, _ROW_HEIGHT), own, words, shaded=False)


def _columns(line: Box) -> tuple[Box, Box, Box]:
    """For rating, games and games won, in a line or in the head."""
    right = line.right - 16
    won = Box(right - _COUNT_WIDTH, line.y, _COUNT_WIDTH, line.h)
    games = Box(won.x - 8 - _COUNT_WIDTH, line.y, _COUNT_WIDTH, line.h)
    return Box(games.x - 8 - _RATING_WIDTH, line.y, _RATING_WIDTH, line.h), games, won


def _draw_row(canvas: Canvas, box: Box, row: LeaderboardRow, words: Words, *, shaded: bool) -> None:
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
