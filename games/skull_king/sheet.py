"""The score sheet in words."""

from __future__ import annotations

from games.contract import TOTAL, Sheet, SheetRow
from games.skull_king.dealing import cards_dealt
from games.skull_king.scoring import Entry, rounds_of
from games.skull_king.state import Table, View
from games.skull_king.variants import Scoring
from games.text import Player, Text, _, figure, signed


def sheet(view: View) -> Sheet | None:
    """The complete rounds; None while there are none."""
    table = view.table
    rounds, scoring = rounds_of(table.score_sheet, table.players), table.setup.scoring
    if not rounds:
        return None
    return Sheet(
        title=_title(table.complete, len(table.setup.length.rounds)),
        rows=tuple(
            _row(number, line, cards_dealt(table, number), scoring)
            for number, line in enumerate(rounds, table.complete - len(rounds) + 1)
        ),
        totals=SheetRow(TOTAL, tuple(_("{points}", points=figure(points)) for points in table.points)),
        latest=latest(table),
    )


def _title(round: int, rounds: int) -> Text:
    if round > rounds:
        return _("Score sheet, extra round: tricks taken / bid, points")
    return _("Score sheet, round {round} of {rounds}: tricks taken / bid, points", round=round, rounds=rounds)


def latest(table: Table) -> tuple[Text, ...]:
    """How the points of the round that ended last came about, seat by seat; empty before the first end."""
    return by_round(table)[-1] if table.score_sheet else ()


def by_round(table: Table) -> tuple[tuple[Text, ...], ...]:
    """The same of every complete round."""
    rounds, scoring = rounds_of(table.score_sheet, table.players), table.setup.scoring
    return tuple(
        tuple(
            _how(Player(seat), entry, cards_dealt(table, number), scoring) for seat, entry in enumerate(line)
        )
        for number, line in enumerate(rounds, table.complete - len(rounds) + 1)
    )


def told_by_hand(view: View) -> tuple[tuple[Text, ...], ...]:
    """How the points of each round came about, seat by seat."""
    return by_round(view.table)


def _row(number: int, line: list[Entry], cards: int, scoring: Scoring) -> SheetRow:
    return SheetRow(_("{round}.", round=number), tuple(_cell(entry, cards, scoring) for entry in line))


def _cell(entry: Entry, cards: int, scoring: Scoring) -> Text:
    points = signed(entry.points(cards, scoring))
    if entry.cannonball:
        return _("💣 {taken}/{bid} {points}", taken=entry.taken, bid=entry.bid, points=points)
    return _("{taken}/{bid} {points}", taken=entry.taken, bid=entry.bid, points=points)


def _how(player: Player, entry: Entry, cards: int, scoring: Scoring) -> Text:
    """How a round's points came about."""
    text = _bid_words(player, entry, cards, scoring)
    if not entry.wager:
        return text
    if entry.made:
        return _("{told} (won a bet of {wager})", told=text, wager=entry.wager)
    return _("{told} (lost a bet of {wager})", told=text, wager=entry.wager)


def _bid_words(player: Player, entry: Entry, cards: int, scoring: Scoring) -> Text:
    points = signed(entry.points(cards, scoring))
    if not entry.made:
        return _missed(player, entry, points, scoring)
    if entry.cannonball and entry.bonus:
        return _(
            "{player} bid {bid} and made it with a cannonball, {bonus} in bonuses: {points}",
            player=player,
            bid=entry.bid,
            bonus=entry.bonus,
            points=points,
        )
    if entry.cannonball:
        return _(
            "{player} bid {bid} and made it with a cannonball: {points}",
            player=player,
            bid=entry.bid,
            points=points,
        )
    if not entry.bonus:
        return _("{player} bid {bid} and made it: {points}", player=player, bid=entry.bid, points=points)
    return _(
        "{player} bid {bid} and made it, {bonus} in bonuses: {points}",
        player=player,
        bid=entry.bid,
        bonus=entry.bonus,
        points=points,
    )


def _missed(player: Player, entry: Entry, points: str, scoring: Scoring) -> Text:
    if entry.cannonball:
        return _(
            "{player} bid {bid} and took {taken}, so the cannonball missed: {points}",
            player=player,
            bid=entry.bid,
            taken=entry.taken,
            points=points,
        )
    if entry.counts(scoring) and entry.bonus:
        return _(
            "{player} bid {bid} and took {taken}, so half, and half of {bonus} in bonuses: {points}",
            player=player,
            bid=entry.bid,
            taken=entry.taken,
            bonus=entry.bonus,
            points=points,
        )
    if entry.counts(scoring):
        return _(
            "{player} bid {bid} and took {taken}, so half: {points}",
            player=player,
            bid=entry.bid,
            taken=entry.taken,
            points=points,
        )
    return _(
        "{player} bid {bid} and took {taken}: {points}",
        player=player,
        bid=entry.bid,
        taken=entry.taken,
        points=points,
    )
