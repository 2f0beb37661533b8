"""The plate of each player on the board: purse, pirates that stand alone, booty."""

from __future__ import annotations

from games.buccaneer import scoring, tabletop
from games.buccaneer.artwork import draw_booty_of, draw_purse, draw_wage
from games.buccaneer.boarding import gains
from games.buccaneer.discs import OWNER
from games.buccaneer.speech import signed
from games.buccaneer.state import CHALLENGES, Table, View
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN, HOURGLASS, SABRES
from games.drawing.furniture import MIDDLE, SMALL, chip, plate
from games.drawing.lettering import STRONG, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, EMBER, GOLD, LEAF, LEATHER
from games.text import Seat, Words, _, named

PLATE = 118
"""Its height."""
_ALONE = 16.5
"""The radius of a pirate that stands alone."""


def draw_plate(canvas: Canvas, box: Box, view: View, seat: Seat, words: Words) -> None:
    """The plate of a seat."""
    table = view.table
    plate(canvas, box, awaited=seat in table.to_act)
    name = words(named(seat))
    chip(canvas, box.x + 48, box.y + 38, 26, seat, name)
    upper, lower = Box(box.x + 86, box.y + 4, box.w - 102, 70).rows(2, 0)
    used = draw_purse(canvas, upper, table.ducats[seat])
    beside = Box(upper.x, upper.y, upper.w - used - 12, upper.h)
    canvas.words_in(name, beside, STRONG, MIDDLE, CHALK, anchor="start", least=SMALL)
    if table.phase == "over":
        _draw_place(canvas, lower, table, seat, words)
    else:
        _draw_alone(canvas, lower, view, seat)
        _draw_sign(canvas, lower, table, seat)
    draw_booty_of(canvas, Box(box.x + 24, box.bottom - 41, box.w - 40, 34), table.booty[seat])


def _draw_alone(canvas: Canvas, box: Box, view: View, seat: Seat) -> None:
    alone = [party[0] for party in view.parties if len(party) == 1 and OWNER[party[0]] == seat]
    for at, disc in enumerate(alone):
        draw_wage(canvas, box.x + _ALONE + at * 2 * (_ALONE + 1), box.cy, _ALONE, disc)


def _draw_sign(canvas: Canvas, box: Box, table: Table, seat: Seat) -> None:
    """What the latest boarding brought; or whether this player is in mutiny, or asked about it."""
    if table.answers[seat] == CHALLENGES:
        canvas.art(SABRES.art(GOLD, LEATHER), Box(box.right - 34, box.y + 1, 34, 34))
    elif table.phase == "mutiny" and seat in table.to_act:
        canvas.art(HOURGLASS.art(GOLD, LEATHER), Box(box.right - 32, box.y + 3, 30, 30))
    elif tabletop.ship_just_left(table):
        gained = gains(table.voyages[-1], table.players)[seat]
        if gained:
            colour = LEAF if gained > 0 else EMBER
            right = Box(box.right - 46, box.y, 46, box.h)
            canvas.words_in(signed(gained), right, STRONG, SMALL, colour, anchor="end", least=18)


def _draw_place(canvas: Canvas, box: Box, table: Table, seat: Seat, words: Words) -> None:
    place = scoring.places(table.ducats, table.booty)[seat]
    if place == 1:
        canvas.art(CROWN.art(GOLD, LEATHER), Box(box.x, box.y + 3, 30, box.h - 6))
        box = Box(box.x + 38, box.y, box.w - 38, box.h)
    canvas.words_in(words(_("place {place}", place=place)), box, TEXT, SMALL, CHALK_SOFT, anchor="start")
