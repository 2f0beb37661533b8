"""Corsari's pictures, each with what it says in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from games import picture_alt
from games.contract import Picture
from games.corsari import picture_board, picture_hand, picture_sheet, sheet, tabletop
from games.corsari.state import View
from games.corsari.tabletop import has_just_ended
from games.text import Words


def board(view: View, words: Words) -> Picture:
    """The table, for everybody who may see this view."""
    said = tabletop.board(view)
    done, recap = (
        tabletop.just_done(view.table),
        picture_alt.recap(said) if has_just_ended(view.table) else (),
    )
    alt = (tabletop.title(view.table), said.turn, *done, *said.table, *picture_alt.seats(said), *recap)
    return Picture(picture_board.draw(view, words).drawing(), alt)


def hand(view: View, words: Words, chosen: Sequence[str] = (), room: float = math.inf) -> Picture | None:
    """The table and the seat's own cards, for its player alone. `chosen`: the steps so far."""
    said, table = tabletop.hand(view), tabletop.board(view)
    if said is None:
        return None
    own = said.cards if said.note is None else (said.note,)
    recap = picture_alt.recap(table) if has_just_ended(view.table) else ()
    alt = (*own, *recap, *table.table, *picture_alt.seats(table), table.headline)
    return Picture(picture_hand.draw(view, words, chosen, room).drawing(), alt)


def score_sheet(view: View, words: Words) -> Picture | None:
    """The notepad, as soon as anything stands on it."""
    said = sheet.sheet(view)
    return (
        None if said is None else Picture(picture_sheet.draw(view, words).drawing(), picture_alt.sheet(said))
    )
