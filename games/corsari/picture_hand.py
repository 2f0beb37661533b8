"""The play view: what lies on the table, the plates, and the own cards sorted as they would be best."""

from __future__ import annotations

from collections.abc import Sequence

from games.corsari import (
    emblems,
    picture_board,
    picture_groups,
    picture_plates,
    picture_quay,
    picture_showdown,
    tabletop,
)
from games.corsari.artwork import TOKEN, by_number, draw_token, dress
from games.corsari.foresight import LETTERS, offered_splits
from games.corsari.picture_groups import Group, Line
from games.corsari.sorting import SortedHand, sorted_hand
from games.corsari.split import Worth, laid_out
from games.corsari.state import NOTHING, View
from games.drawing.canvas import Box, Canvas
from games.drawing.furniture import MARGIN, SMALL, STRIP, WIDTH, disc, emblem_disc, plate, strip, table
from games.drawing.lettering import STRONG
from games.drawing.palette import CHALK_SOFT, GOLD, HUES, LEATHER
from games.text import Seat, Words, _

_OPTION = 56
"""The height of a split that is offered."""
_MOST = 800
"""Where there is less room than this, everything is smaller."""
_LEFT_OVER = 36
"""The width of a stowaway in it."""


def draw(view: View, words: Words, chosen: Sequence[str], room: float) -> Canvas:
    """The table and the seat's own cards; after the end all that was laid out. `chosen`: what is built by
    hand so far.
    """
    so = sorted_hand(view, chosen)
    if so is None or view.seat is None:
        return picture_board.draw(view, words)
    shown, low = view.table, room < _MOST
    asked = view.seat in view.to_act
    options = offered_splits(view) if shown.phase == "split" and asked and not chosen else []
    lines = _lines(so, view)
    ended = None if shown.closed is not None or shown.phase == "split" else picture_board.ending_of(shown)
    above = _above_height(view, low=low) + (0 if ended is None or low else picture_showdown.STORY)
    if low:
        lines, plates = picture_groups.on_one_line(lines, words), picture_plates.low_height(shown)
    else:
        plates = picture_plates.height(shown, view.seat)
    own = picture_groups.height(lines, words)
    canvas = table(STRIP + above + plates + own + len(options) * _OPTION + MARGIN - 12)
    if ended is None or not low:
        strip(canvas, words(tabletop.headline(shown)), words(_("your turn")) if asked else "", urgent=asked)
    top = STRIP
    if ended is not None:
        top -= STRIP - 4 if low else 0
        picture_showdown.draw_story(canvas, top, ended, words)
        top = STRIP + (0 if low else picture_showdown.STORY)
    _draw_above(canvas, top, view, view.seat, words, low=low)
    top = STRIP + above
    if low:
        picture_plates.draw_low(canvas, top, shown, words, view.seat)
    else:
        picture_plates.draw(canvas, top, shown, words, view.seat)
    top += plates
    picture_groups.draw(canvas, top, lines, words)
    top += own
    for letter, worth in zip(LETTERS, options, strict=False):
        box = Box(MARGIN - 6, top, WIDTH - 2 * MARGIN + 12, _OPTION - 6)
        _draw_option(canvas, box, letter, worth, view, words)
        top += _OPTION
    return canvas


def _above_height(view: View, *, low: bool) -> float:
    shown = view.table
    if shown.closed is not None:
        return 0 if shown.closer == view.seat else picture_showdown.closer_height()
    if shown.phase == "split":
        return 0
    if low:
        return picture_quay.low_height()
    return picture_quay.CHOOSING if _draws(view) else picture_quay.HEIGHT


def _draws(view: View) -> bool:
    return view.table.phase == "draw" and view.seat in view.to_act


def _draw_above(canvas: Canvas, top: float, view: View, seat: Seat, words: Words, *, low: bool) -> None:
    """What the own cards are held against: the ship that sails, or else the cards to draw."""
    shown = view.table
    if shown.closed is not None:
        if shown.closer != seat:
            picture_showdown.draw_closer(canvas, top, shown.closer, shown.closed, words)
        return
    if shown.phase == "split":
        return
    picture_quay.draw(canvas, top, shown, words, view if _draws(view) else None, low=low)


def _lines(so: SortedHand, view: View) -> list[Line]:
    closer, closed = view.table.closer, view.table.closed
    against = None if closed is None or view.seat == closer else (closer, closed.limit)
    return picture_groups.lines_of(so.layout, view.table.pier_colour, _beside(so, view), view.drawn, against)


def _beside(so: SortedHand, view: View) -> Group | None:
    """The group of cards that do not go aboard; None if all do."""
    if so.drop != NOTHING:
        return Group(emblems.OVERBOARD, _("Without"), (so.drop,), fresh=view.drawn)
    if so.layout.attached:
        title = _("Attached") if so.standing in ("laid out", "by hand") else _("To attach")
        return Group(emblems.ROPE, title, so.layout.attached)
    return None


def _draw_option(canvas: Canvas, box: Box, letter: str, worth: Worth, view: View, words: Words) -> None:
    """A way to split: its letter, the crew's colours, the limit, and who would be left over."""
    plate(canvas, box)
    disc(canvas, box.x + 36, box.cy, 24, LEATHER, letter)
    x = box.x + 84
    for band in worth.crew:
        hue, emblem = dress(band)
        emblem_disc(canvas, x, box.cy, 20, HUES[hue], emblem)
        x += 46
    text = words(_("limit {limit}", limit=worth.limit))
    limit = Box(box.x + 162, box.y, 124, box.h)
    canvas.words_in(text, limit, STRONG, 25, GOLD, anchor="start", least=SMALL)
    canvas.art(emblems.BARREL.art(CHALK_SOFT, LEATHER), Box(limit.right + 4, box.cy - 14, 28, 28))
    pier = view.table.pier_colour
    left_over = by_number(laid_out(view.hand, pier, worth.crew).stowaways)[::-1]
    x, room = limit.right + 40, box.right - limit.right - 52
    width = min(_LEFT_OVER, room / max(1, len(left_over)) - 3)
    for card in left_over:
        draw_token(canvas, Box(x, box.cy - _LEFT_OVER * TOKEN / 2, width, _LEFT_OVER * TOKEN), card)
        x += width + 3
