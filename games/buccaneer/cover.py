"""What the lobby shows: boats full of pirates make for a merchant ship at dusk."""

from __future__ import annotations

from games.buccaneer.artwork import BOAT, SEA, Boat, boat_width, draw_boat
from games.buccaneer.discs import Party, discs_of
from games.buccaneer.emblems import SHIP
from games.contract import Picture
from games.drawing.canvas import Box, Stroke
from games.drawing.emblems import JOLLY_ROGER
from games.drawing.furniture import MARGIN, WIDTH, note, table
from games.drawing.lettering import DISPLAY
from games.drawing.palette import CHALK, EMBER, GOLD, INK
from games.text import Seat, Words, _

_HEIGHT = 290
_SKY, _HORIZON = "#2a2038", 176

_TITLE = _("Buccaneer")
_ABOUT = _("Gather a crew, board ships, pay the wages, keep the rest.")


def cover(words: Words) -> Picture:
    """What a lobby shows of Buccaneer: a ship on the open sea with the title, drawn and in words."""
    canvas = table(_HEIGHT)
    inside = Box(12, 12, WIDTH - 24, _HEIGHT - 24)
    canvas.rect(inside, _SKY, radius=16)
    canvas.circle(620, 106, 50, EMBER)
    canvas.circle(620, 106, 38, GOLD)
    canvas.rect(Box(inside.x, _HORIZON, inside.w, inside.bottom - _HORIZON - 16), SEA)
    canvas.rect(Box(inside.x, inside.bottom - 34, inside.w, 34), SEA, radius=16)
    for y, opacity in ((_HORIZON + 14, 0.5), (_HORIZON + 44, 0.35), (inside.bottom - 14, 0.3)):
        points = [(inside.x + 20 + 28 * at, y + (5 if at % 2 else 0)) for at in range(23)]
        canvas.line(points, Stroke(CHALK, 2.5), opacity=opacity)
    canvas.art(SHIP.art(CHALK, SEA), Box(424, 30, 176, 176))
    canvas.art(JOLLY_ROGER.art(INK, CHALK), Box(528, 76, 52, 52))
    canvas.words(words(_TITLE), MARGIN + 18, 84, DISPLAY, 62, CHALK, room=376, least=34)
    note(
        canvas, words(_ABOUT), Box(MARGIN + 18, 92, 384, 88), size=24, colour=CHALK, anchor="start", least=22
    )
    x = MARGIN + 16.0
    for party in (_crew(0, 1, 2), _crew(3, 0, 4, 1), _crew(2, 3)):
        width = boat_width(len(party))
        draw_boat(canvas, Boat(party, Box(x, _HEIGHT - BOAT - 22, width, BOAT)), words)
        x += width + 22
    return Picture(canvas.drawing(), (_TITLE, _ABOUT))


def _crew(captain: Seat, *others: Seat) -> Party:
    """A party of these colours; the captain's wage is 5."""
    return bytes([discs_of(captain)[3], *(discs_of(seat)[0] for seat in others)])
