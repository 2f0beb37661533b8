"""The line over the table: what has just happened and why, or what the trick that lies there is about."""

from __future__ import annotations

from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROWN
from games.drawing.furniture import MIDDLE, SMALL, emblem_disc, note
from games.drawing.palette import CHALK, GOLD, HUES, PLANK, Colour
from games.skull_king import tabletop, trick
from games.skull_king.artwork import dress
from games.skull_king.cards import FACES, Suit
from games.skull_king.dealing import tricks_done
from games.skull_king.state import Table, View
from games.text import Words


def draw_story(canvas: Canvas, box: Box, view: View, words: Words) -> None:
    """One line, with a sign before it."""
    shown = view.table
    told = tabletop.story(shown)
    suit = suit_led(shown)
    left: float = 0
    colour: Colour = CHALK
    if suit is not None:
        hue, emblem = dress(suit)
        emblem_disc(canvas, box.x + 24, box.cy, 24, HUES[hue], emblem)
        left = 60
    elif not shown.trick and shown.phase in ("play", "power", "over") and tricks_done(shown):
        canvas.art(CROWN.art(GOLD, PLANK), Box(box.x, box.cy - 22, 44, 44))
        colour, left = GOLD, 60
    rest = Box(box.x + left, box.y, box.w - left, box.h - 2)
    note(canvas, words(told), rest, size=MIDDLE, colour=colour, anchor="start", least=SMALL)


def suit_led(shown: Table) -> Suit | None:
    """The suit that must be followed in the trick that lies there."""
    edition = shown.setup.edition
    if shown.phase != "play" or trick.suit_led(shown.trick, edition) is None:
        return None
    return FACES[shown.trick.lstrip(edition.passing)[0]].suit
