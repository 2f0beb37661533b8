"""Skull King's pictures, each with what it says in words."""

from __future__ import annotations

from games import picture_alt
from games.contract import Picture
from games.drawing.furniture import MARGIN, table
from games.skull_king import picture_hand, picture_sheet, picture_table, sheet, tabletop
from games.skull_king.state import View
from games.text import Listed, Words, _


def board(view: View, words: Words) -> Picture:
    """The table, for everybody who may see this view."""
    said = tabletop.board(view)
    recap = () if view.table.trick else picture_alt.recap(said)
    alt = (said.headline, said.turn, *said.table, *picture_alt.seats(said), *recap)
    canvas = table(picture_table.height(view.table) + MARGIN - 4)
    picture_table.draw(canvas, view, words)
    return Picture(canvas.svg(), alt)


def hand(view: View, words: Words) -> Picture | None:
    """The seat's own cards, for its player alone."""
    said = tabletop.hand(view)
    if said is None:
        return None
    held = _("Your hand: {cards}", cards=Listed(said.cards)) if said.cards else _("Your hand is empty.")
    return Picture(picture_hand.draw(view, words).svg(), picture_alt.hand(held, said))


def score_sheet(view: View, words: Words) -> Picture | None:
    """The notepad, as soon as anything stands on it."""
    said = sheet.sheet(view)
    return None if said is None else Picture(picture_sheet.draw(view, words).svg(), picture_alt.sheet(said))
