"""The board, drawn: what cards are drawn from, whoever sails, how a hand ended, and the plates."""

from __future__ import annotations

from games.corsari import (
    picture_plates,
    picture_quay,
    picture_showdown,
    scoring,
    tabletop,
)
from games.corsari.constants import LAST_HAND
from games.corsari.state import Showdown, Table, View
from games.corsari.tabletop import has_just_ended
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN
from games.drawing.furniture import MARGIN, SMALL, STRIP, WIDTH, chip, strip, table
from games.drawing.lettering import DISPLAY
from games.drawing.palette import (
    CHALK,
    GOLD,
    LEATHER,
)
from games.text import Text, Words, _, _n, named

_WINNERS = 74
_SHIP = 150
"""The size of one that sails."""


def draw(view: View, words: Words) -> Canvas:
    """The table as this watcher sees it."""
    shown = view.table
    ended = ending_of(shown)
    first, middle = _first_height(shown), _middle_height(shown, ended)
    plates = 0 if shows_everybody(ended) else picture_plates.height(shown)
    canvas = table(STRIP + first + middle + plates + MARGIN - 8)
    strip(canvas, words(tabletop.title(shown)), words(_penalties(shown)))
    if first:
        _draw_winners(canvas, Box(MARGIN, STRIP, WIDTH - 2 * MARGIN, _WINNERS - 6), shown, words)
    _draw_middle(canvas, STRIP + first, shown, ended, words)
    if plates:
        picture_plates.draw(canvas, STRIP + first + middle, shown, words)
    return canvas


def _penalties(shown: Table) -> Text:
    """How near the end is."""
    total = sum(shown.counts)
    if shown.phase == "over" or shown.last_hand:
        return _n("{count} penalty card", "{count} penalty cards", total)
    return _("{count} of {most} penalty cards", count=total, most=LAST_HAND)


def _first_height(shown: Table) -> float:
    """The height that those take who have won."""
    return _WINNERS if shown.phase == "over" else 0


def ending_of(shown: Table) -> Showdown | None:
    """How a hand has ended, as long as that is the latest news."""
    return shown.latest if has_just_ended(shown) else None


def shows_everybody(ended: Showdown | None) -> bool:
    """Whether what is shown of it takes the place of the plates."""
    return ended is not None and all(map(picture_plates.has_shown, ended.layouts)) and bool(ended.layouts)


def quay_top(shown: Table) -> float:
    """Where stock, discards and pier begin."""
    ended = ending_of(shown)
    return STRIP + (picture_showdown.STORY if ended is not None else 0)


def plates_top(shown: Table) -> float:
    """The y at which the players' plates begin, in units of the drawing."""
    return STRIP + _first_height(shown) + _middle_height(shown, ending_of(shown))


def _draw_winners(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """Draw those who have won, under their crowns, side by side."""
    won = scoring.winners(shown)
    for seat, place in zip(won, box.columns(len(won), 10), strict=True):
        name = words(named(seat))
        chip(canvas, place.x + 40, place.cy + 10, 30, seat, name)
        canvas.art(CROWN.art(GOLD, LEATHER), Box(place.x + 16, place.y - 4, 48, 30))
        beside = Box(place.x + 84, place.y + 8, place.w - 84, place.h - 8)
        canvas.name_in(name, beside, DISPLAY, 38, CHALK, anchor="start", least=SMALL)


def _middle_height(shown: Table, ended: Showdown | None) -> float:
    if ended is not None and ended.layouts:
        return picture_showdown.height(ended)
    if shown.closed is not None:
        return picture_showdown.closer_height(_SHIP)
    return picture_quay.HEIGHT + (picture_showdown.STORY if ended is not None else 0)


def _draw_middle(canvas: Canvas, top: float, shown: Table, ended: Showdown | None, words: Words) -> None:
    if ended is not None and ended.layouts:
        picture_showdown.draw(canvas, top, ended, shown, words)
        return
    if shown.closed is not None:
        picture_showdown.draw_closer(canvas, top, shown.closer, shown.closed, words, _SHIP)
        return
    if ended is not None:
        picture_showdown.draw_story(canvas, top, ended, words)
        top += picture_showdown.STORY
    picture_quay.draw(canvas, top, shown, words)
