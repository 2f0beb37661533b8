"""The sheet of an evening with real cards, drawn: the game's own notepad, and below it how everybody came to
their points.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.i18n import Reader
from bot.images.model import DescribedDrawing, ImageRequest
from bot.images.requests import MOST_HEARD, alt_text, words_at_table
from bot.score_sheets.sheet import ScoreSheet
from games.catalogue import game as game_of
from games.drawing import chart
from games.drawing.canvas import Box
from games.drawing.furniture import MARGIN, WIDTH, table
from games.shapes import Art, Drawing, Placed
from games.text import named

_CHART = 260
_FEWEST = 2
"""Rounds from which on a course is worth drawing."""


def sheet_image(sheet: ScoreSheet, reader: Reader) -> ImageRequest | None:
    """The sheet as far as it has come; None before the first round is complete."""
    rounds = sheet.record.rounds
    if not rounds:
        return None
    course = tuple(map(tuple, sheet.course())) if len(rounds) >= _FEWEST else ()
    seen = msgspec.json.encode(sheet.seen(rounds))
    args = (sheet.game.slug, seen, course, reader.locale, tuple(sheet.names.items()))
    return ImageRequest(_draw, args, f"score sheet {sheet.id}")


# in the worker process


def _draw(
    slug: str,
    encoded: bytes,
    course: Sequence[Sequence[int]],
    locale: str,
    names: tuple[tuple[int, str], ...],
) -> DescribedDrawing | None:
    game = game_of(slug)
    reader = Reader(locale, game, dict(names))
    words = words_at_table(reader)
    picture = game.sheet_picture(msgspec.json.decode(encoded, type=game.Observation), words)
    if picture is None:
        return None
    drawn = picture.drawing
    if course:
        below = table(_CHART + 2 * MARGIN)
        box = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, _CHART)
        chart.draw(below, box, [words(named(seat)) for seat, _name in names], course)
        added = Placed(Art(below.drawing().shapes), 0, drawn.height, 1)
        drawn = Drawing(drawn.width, drawn.height + _CHART + 2 * MARGIN, (*drawn.shapes, added))
    return DescribedDrawing(drawn, alt_text(reader, picture, MOST_HEARD))
