"""The score sheet in words."""

from __future__ import annotations

from games.contract import Sheet, SheetRow
from games.skull_king import ledger
from games.skull_king.dealing import cards_in_round
from games.skull_king.scoring import Entry
from games.skull_king.speech import figure, signed
from games.skull_king.state import Table, View
from games.text import Player, Text, _


def sheet(view: View) -> Sheet | None:
    """The complete rounds; None while there are none."""
    table = view.table
    rounds = ledger.read(table.ledger, table.players)
    if not rounds:
        return None
    dealt = cards_in_round(table.setup, table.players)
    return Sheet(
        title=_(
            "Score sheet, round {round} of {rounds}: tricks taken / bid, and points",
            round=len(rounds),
            rounds=len(table.setup.edition.rounds),
        ),
        rows=tuple(_row(number, line, dealt[number - 1]) for number, line in enumerate(rounds, 1)),
        totals=SheetRow(_("Total"), tuple(_("{points}", points=figure(points)) for points in table.points)),
        latest=latest(table),
    )


def latest(table: Table) -> tuple[Text, ...]:
    """How the points of the round that ended last came about, seat by seat; empty before the first end."""
    rounds = ledger.read(table.ledger, table.players)
    if not rounds:
        return ()
    dealt = cards_in_round(table.setup, table.players)[len(rounds) - 1]
    return tuple(_how(Player(seat), entry, dealt) for seat, entry in enumerate(rounds[-1]))


def _row(number: int, line: list[Entry], cards: int) -> SheetRow:
    return SheetRow(_("{round}.", round=number), tuple(_cell(entry, cards) for entry in line))


def _cell(entry: Entry, cards: int) -> Text:
    points = signed(entry.points(cards))
    return _("{taken}/{bid} {points}", taken=entry.taken, bid=entry.bid, points=points)


def _how(player: Player, entry: Entry, cards: int) -> Text:
    """How a round's points came about."""
    points = signed(entry.points(cards))
    if not entry.made:
        return _(
            "{player} bid {bid} and took {taken}: {points}",
            player=player,
            bid=entry.bid,
            taken=entry.taken,
            points=points,
        )
    if not entry.bonus:
        return _("{player} bid {bid} and took {bid}: {points}", player=player, bid=entry.bid, points=points)
    return _(
        "{player} bid {bid} and took {bid}, with {bonus} in bonuses: {points}",
        player=player,
        bid=entry.bid,
        bonus=entry.bonus,
        points=points,
    )
