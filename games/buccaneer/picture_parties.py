"""A party as it stands on a picture: its tower, what has just happened to it, and whether there is mutiny."""

from __future__ import annotations

from collections.abc import Sequence

from games.buccaneer import tabletop
from games.buccaneer.actions import obliged, to_be_asked
from games.buccaneer.artwork import Tower, draw_tower, names_by, tower_in
from games.buccaneer.discs import OWNER, Party
from games.buccaneer.state import View
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import HOURGLASS, SABRES
from games.drawing.furniture import glow, mark
from games.drawing.palette import CHALK
from games.text import Words

LATEST = Stroke(CHALK, 4)
"""Around what was done last."""


def places(box: Box, count: int, widest: float) -> list[Box]:
    """Columns for so many parties, side by side in the middle."""
    width = min(widest, box.w / max(1, count))
    middle = Box(box.cx - width * count / 2, box.y, width * count, box.h)
    return middle.columns(count, 0) if count else []


def draw_party(canvas: Canvas, column: Box, view: View, party: Party, words: Words) -> Tower:
    """The tower, on the column's lower edge. A light frame holds what was put there by the latest turn, a
    golden one those who must board; sabres say mutiny, the hourglass that somebody may still call one.
    """
    tower = tower_in(column, party)
    laid = view.table.laid
    if party in obliged(view.table, view.parties):
        glow(canvas, tower.upper(len(party)).inset(-4, 0))
    if laid is not None and laid.top == party[0]:
        canvas.rect(tower.upper(laid.size).inset(-5, -3), None, radius=14, stroke=LATEST)
    draw_tower(canvas, tower, names_by(words))
    if tabletop.challengers(view, party):
        mark(canvas, tower.face.right, tower.face.y, SABRES)
    elif party in _asked_about(view):
        mark(canvas, tower.face.right, tower.face.y, HOURGLASS)
    return tower


def _asked_about(view: View) -> Sequence[Party]:
    """The parties about which somebody is asked now."""
    shown = view.table
    if shown.phase != "mutiny":
        return ()
    captain = shown.current
    own = [party for party in view.parties if OWNER[party[0]] == captain]
    return [party for party in own if to_be_asked(shown, (party,), captain)]
