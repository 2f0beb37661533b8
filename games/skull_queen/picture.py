"""Skull Queen's pictures, each with what it says in words."""

from __future__ import annotations

from games import picture_alt
from games.contract import Picture
from games.skull_queen import (
    menus,
    news,
    picture_board,
    picture_cover,
    picture_hand,
    picture_reference,
    picture_sheet,
    sheet,
    tabletop,
)
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
    return picture_alt.recap(tabletop.board(view)) if news.shows_last(shown) else ()


def hand(view: View, words: Words) -> Picture | None:
    """All that its player needs, for its player alone."""
    held, said = tabletop.hand(view), tabletop.board(view)
    if held is None:
        return None
    cards = _("Your hand: {cards}", cards=Listed(held.cards)) if held.cards else _("Your hand is empty.")
    menu = menus.steps(view)
    asked = said.turn if menu is None else menu.prompt
    rest = (*said.table, *picture_alt.seats(said), *_latest(view))
    alt = (said.headline, asked, *picture_alt.hand(cards, held), *rest)
    return Picture(picture_hand.draw(view, words).svg(), alt)


def score_sheet(view: View, words: Words) -> Picture | None:
    """The notepad, as soon as anything stands on it."""
    said = sheet.sheet(view)
    return None if said is None else Picture(picture_sheet.draw(view, words).svg(), picture_alt.sheet(said))


def cover(title: Text, tagline: Text, words: Words) -> Picture:
    """What the lobby shows."""
    return Picture(picture_cover.draw(title, tagline, words).svg(), (title, tagline))


def reference(title: Text, words: Words) -> Picture:
    """The rules on one page."""
    return Picture(picture_reference.draw(title, words).svg(), picture_reference.lines())
