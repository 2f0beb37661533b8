"""The score sheet in words."""

from __future__ import annotations

from games.contract import TOTAL, Sheet, SheetRow
from games.corsari import scoring
from games.corsari.scoring import CAPPOTTO, ScoredHand
from games.corsari.speech import (
    gained_words,
    seats_in_short,
)
from games.corsari.state import View
from games.text import Text, _


def sheet(view: View) -> Sheet | None:
    """The complete hands; None while there are none. Void hands are not on it."""
    table = view.table
    hands = scoring.hands_of(table.score_sheet, table.players)
    if not hands:
        return None
    return Sheet(
        title=_("Penalty cards: fewest win (⛵ set sail)"),
        rows=tuple(map(_row, hands)),
        totals=SheetRow(TOTAL, tuple(_("{cards}", cards=count) for count in table.counts)),
        latest=seats_in_short(table.latest) if table.latest else (),
    )


def _row(scored: ScoredHand) -> SheetRow:
    cells = tuple(_cell(seat == scored.closer, gained) for seat, gained in enumerate(scored.gained))
    return SheetRow(_("Hand {hand}", hand=scored.hand), cells)


def _cell(sailed: bool, gained: int) -> Text:
    if gained == CAPPOTTO:
        return _("cappotto")
    if sailed:
        return _("⛵ {cards}", cards=gained_words(gained))
    return _("{cards}", cards=gained_words(gained))
