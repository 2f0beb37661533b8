"""The score sheet in words: ship by ship what it changed, then what the booty brought."""

from __future__ import annotations

from collections.abc import Sequence

from games.buccaneer import scoring
from games.buccaneer.boarding import gains, pieces
from games.buccaneer.ships import BOOTY, SHIPS, Kind
from games.buccaneer.speech import (
    award_words,
    voyage_words,
)
from games.buccaneer.state import Table, View, Voyage
from games.contract import Sheet, SheetRow
from games.text import Listed, Player, Text, _, labelled, signed


def sheet(view: View) -> Sheet | None:
    """The ships that are gone; None while all are there."""
    table = view.table
    over = table.phase == "over"
    if not (table.voyages or over):
        return None
    return Sheet(
        title=_("Ducats and booty, ship by ship"),
        rows=(
            SheetRow(begun(table), tuple(_("{ducats}", ducats=ducats) for ducats in purses(table))),
            *(_row(voyage, table.players) for voyage in table.voyages),
            *(_booty_row(table, kind) for kind in range(len(BOOTY)) if over),
        ),
        totals=SheetRow(_("Ducats"), tuple(_("{ducats}", ducats=ducats) for ducats in table.ducats)),
        latest=_booty_lines(table) if over else tuple(voyage_words(table.voyages[-1])),
    )


def begun(table: Table) -> Text:
    """What the purses are called; no voyages are known where only what was left in the end was counted."""
    return _("Start") if table.voyages else _("Coins")


def purses(table: Table) -> tuple[int, ...]:
    """What everybody had before the first voyage."""
    won: list[Sequence[int]] = [gains(voyage, table.players) for voyage in table.voyages]
    if table.phase == "over":
        won += scoring.all_awards(table.booty)
    return tuple([ducats - sum(each) for ducats, *each in zip(table.ducats, *won, strict=True)])


def _row(voyage: Voyage, players: int) -> SheetRow:
    """What everybody gained or paid, and the pieces of booty as their symbols."""
    won = dict(pieces(voyage)) if voyage.party else dict[int, Kind]()
    changed = gains(voyage, players)
    cells = tuple(_cell(changed[seat], won.get(seat)) for seat in range(players))
    return SheetRow(SHIPS[voyage.ship].name, cells)


def _cell(ducats: int, booty: Kind | None) -> Text:
    if booty is None:
        return _("{ducats}", ducats=signed(ducats))
    return _("{ducats} {symbol}", ducats=signed(ducats), symbol=BOOTY[booty].symbol)


def _booty_row(table: Table, kind: Kind) -> SheetRow:
    own = scoring.pieces_of(table.booty, kind)
    won = scoring.awards(own, BOOTY[kind].value)
    cells = tuple(labelled(own[seat], signed(won[seat])) for seat in range(len(own)))
    return SheetRow(BOOTY[kind].name, cells)


def _booty_lines(table: Table) -> tuple[Text, ...]:
    """For each kind what it brought whom."""
    lines: list[Text] = []
    for kind, row in enumerate(BOOTY):
        own = scoring.pieces_of(table.booty, kind)
        if any(own):
            lines.append(
                _(
                    "{symbol} {booty} (pieces): {ducats}",
                    symbol=row.symbol,
                    booty=row.name,
                    ducats=award_words(own, scoring.awards(own, row.value)),
                )
            )
    equal = _equal_in_ducats(table)
    if equal:
        lines.append(_("Equal ducats, so booty decides: {pieces}", pieces=Listed(equal)))
    return tuple(lines)


def _equal_in_ducats(table: Table) -> tuple[Text, ...]:
    """Those whose place is decided by their pieces of booty, with how many those are."""
    pieces = tuple(map(len, table.booty))
    return tuple(
        _("{player} {pieces}", player=Player(seat), pieces=own)
        for seat, own in enumerate(pieces)
        if any(
            ducats == table.ducats[seat] and other != own
            for ducats, other in zip(table.ducats, pieces, strict=True)
        )
    )
