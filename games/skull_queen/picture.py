"""Skull Queen's pictures, each with what it says in words."""

from __future__ import annotations

from games import picture_alt
from games.contract import Picture
from games.skull_queen import picture_board, picture_hand, picture_sheet, picture_trick, sheet, tabletop
from games.skull_queen.state import View
from games.text import Listed, Text, Words, _


def board(view: View, words: Words) -> Picture:
    """The table, for everybody who may see this view."""
    said = tabletop.board(view)
    alt = (said.headline, said.turn, *said.table, *picture_alt.seats(said), *_latest(view))
    return Picture(picture_board.draw(view, words).svg(), alt)


def _latest(view: View) -> tuple[Text, ...]:
    """The last trick as long as it is shown; once a round is scored, how its planks were."""
    shown, written = view.table, sheet.sheet(view)
    if shown.phase != "play":
        return () if written is None else written.latest
    return picture_alt.recap(tabletop.board(view)) if picture_trick.shows_last(shown) else ()


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
