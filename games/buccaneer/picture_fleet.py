"""Parties on a picture: their boats row by row, what just happened to them, and whether there is mutiny."""

from __future__ import annotations

from collections.abc import Sequence

from games.buccaneer import tabletop
from games.buccaneer.actions import obliged, to_be_asked
from games.buccaneer.artwork import BOAT, Boat, boat_width, draw_boat, names_by
from games.buccaneer.discs import OWNER, Party
from games.buccaneer.state import View
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import HOURGLASS, SABRES
from games.drawing.furniture import glow, mark
from games.drawing.palette import CHALK, GOLD
from games.text import Words

LATEST = Stroke(CHALK, 4)
"""Around what was done last."""
CHOSEN = Stroke(GOLD, 5)
"""Around what its player has chosen so far."""
_BESIDE, _BELOW = 8, 8
"""The gaps between two boats beside each other and between two rows of them."""
_MARK = 17
"""The radius of a sign on a boat."""


def rows(parties: Sequence[Party], wide: float) -> list[list[Party]]:
    """The parties as their boats stand row by row in so much room."""
    found: list[list[Party]] = []
    left = 0.0
    for party in parties:
        width = boat_width(len(party)) + _BESIDE
        if width - _BESIDE > left:
            found.append([])
            left = wide
        found[-1].append(party)
        left -= width
    return found


def height(parties: Sequence[Party], wide: float) -> float:
    """How high the fleet is."""
    return len(rows(parties, wide)) * (BOAT + _BELOW)


def places(parties: Sequence[Party], box: Box) -> list[Boat]:
    """Where each party is, from the box's top, every row in its middle."""
    boats: list[Boat] = []
    y = box.y
    for row in rows(parties, box.w):
        x = box.cx - (sum(boat_width(len(party)) + _BESIDE for party in row) - _BESIDE) / 2
        for party in row:
            width = boat_width(len(party))
            boats.append(Boat(party, Box(x, y, width, BOAT)))
            x += width + _BESIDE
        y += BOAT + _BELOW
    return boats


def draw(canvas: Canvas, boat: Boat, view: View, words: Words) -> None:
    """A boat. A light frame holds whom the latest turn put there, a golden one those who must board; sabres
    say mutiny, the hourglass that somebody may still call one.
    """
    party, laid = boat.party, view.table.laid
    if party in obliged(view.table, view.parties):
        glow(canvas, boat.box.inset(2, 2))
    draw_boat(canvas, boat, words, names_by(words))
    if laid is not None and laid.top == party[0]:
        canvas.rect(boat.first(laid.size).inset(-3, -2), None, radius=14, stroke=LATEST)
    if tabletop.challengers(view, party):
        mark(canvas, boat.box.right - 8, boat.box.y + 12, SABRES, _MARK)
    elif party in _asked_about(view):
        mark(canvas, boat.box.right - 8, boat.box.y + 12, HOURGLASS, _MARK)


def _asked_about(view: View) -> Sequence[Party]:
    """The parties about which somebody is asked now."""
    shown = view.table
    if shown.phase != "mutiny":
        return ()
    captain = shown.current
    own = [party for party in view.parties if OWNER[party[0]] == captain]
    return [party for party in own if to_be_asked(shown, (party,), captain)]
