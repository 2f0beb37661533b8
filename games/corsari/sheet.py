"""The score sheet in words."""

from __future__ import annotations

from games.contract import Sheet, SheetRow
from games.corsari import ledger
from games.corsari.ledger import CAPPOTTO, Line
from games.corsari.speech import gained_words, showdown_words
from games.corsari.state import View
from games.text import Text, _


def sheet(view: View) -> Sheet | None:
    """The complete hands; None while there are none. Void hands are not on it."""
    table = view.table
    lines = ledger.read(table.ledger, table.players)
    if not lines:
        return None
    return Sheet(
        title=_("Penalty cards: fewest win (⛵ set sail)"),
        rows=tuple(map(_row, lines)),
        totals=SheetRow(_("Total"), tuple(_("{cards}", cards=count) for count in table.counts)),
        latest=showdown_words(table.latest) if table.latest else (),
    )


def _row(line: Line) -> SheetRow:
    cells = tuple(_cell(seat == line.closer, gained) for seat, gained in enumerate(line.gained))
    return SheetRow(_("Hand {hand}", hand=line.hand), cells)


def _cell(sailed: bool, gained: int) -> Text:
    if gained == CAPPOTTO:
        return _("cappotto")
    if sailed:
        return _("⛵ {cards}", cards=gained_words(gained))
    return _("{cards}", cards=gained_words(gained))
