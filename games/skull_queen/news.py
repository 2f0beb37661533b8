"""What has just happened, in one line."""

from __future__ import annotations

from games.skull_queen import plank, scoring
from games.skull_queen.cards import COLOURS
from games.skull_queen.constants import OLD_KING_PLAYS
from games.skull_queen.state import Move, Table
from games.text import Listed, Player, Text, _, _n

_MOST_NAMED = 2
"""Movers of one trick of whom it is told where they stand now."""
_MOST_MOVING = 4
"""Movers of one trick who are named; more are counted."""


def news(table: Table) -> Text | None:
    """The round that ended, the planks that were turned up, or what the last trick did."""
    if table.phase == "plank":
        return _round_ended(table)
    if table.phase == "play" and shows_last(table):
        return _trick_ended([move for move in table.last_moves if acts(move)])
    opened = table.phase == "play" and not table.done and len(table.trick) <= turned_up(table)
    return _("All planks are set. Here we go!") if opened else None


def turned_up(table: Table) -> int:
    """Cards that lie there before anybody has played one."""
    return 1 if table.players == OLD_KING_PLAYS else 0


def shows_last(table: Table) -> bool:
    """Whether the last trick is to be seen: until a player adds a card to the next one."""
    return table.phase == "play" and table.done > 0 and len(table.trick) <= turned_up(table)


def acts(move: Move) -> bool:
    """Whether it moves a pirate."""
    return move.who >= 0 and move.before != plank.OVERBOARD


def falls(move: Move) -> bool:
    """Whether it sends a pirate into the water."""
    return acts(move) and plank.after(move.before, move.steps) == plank.OVERBOARD


def _round_ended(table: Table) -> Text | None:
    rounds = scoring.rounds_of(table.score_sheet, table.players)
    if not rounds:
        return None
    scored = [plank.worth(each) for each in rounds[-1]]
    best = Listed(tuple(Player(seat) for seat, own in enumerate(scored) if own == max(scored)))
    return _n(
        "Round {round}: {count} point for {players}.",
        "Round {round}: {count} points for {players}.",
        max(scored),
        round=table.complete,
        players=best,
    )


def _trick_ended(moves: list[Move]) -> Text:
    if fallen := [move for move in moves if falls(move)]:
        if len(fallen) > _MOST_MOVING:
            return _n("💦 Splash! {count} pirate falls.", "💦 Splash! {count} pirates fall.", len(fallen))
        return _("💦 Splash! Overboard: {pirates}.", pirates=_pirates(fallen))
    up = [move for move in moves if move.steps > 0]
    down = [move for move in moves if move.steps < 0]
    if len(moves) > _MOST_MOVING:
        return _n("{count} pirate moves.", "{count} pirates move.", len(moves))
    if moves and len(moves) <= _MOST_NAMED:
        return _("{moves}.", moves=Listed(tuple(map(_moved, moves))))
    if up and down:
        return _("Up: {ups}. Down: {downs}.", ups=_pirates(up), downs=_pirates(down))
    if up:
        return _("Up: {ups}. Nobody goes down.", ups=_pirates(up))
    if down:
        return _("Down: {downs}. Nobody goes up.", downs=_pirates(down))
    return _("Nobody moves.")


def _moved(move: Move) -> Text:
    """Whose pirate, and what it is worth now: "🔥 Anne up to 8"."""
    symbol, player = COLOURS[move.colour].symbol, Player(move.who)
    if move.steps > 0:
        return _("{symbol} {player} up to {points}", symbol=symbol, player=player, points=move.worth)
    return _("{symbol} {player} down to {points}", symbol=symbol, player=player, points=move.worth)


def _pirates(moves: list[Move]) -> Listed:
    """Whose, by colour: "🔥 Anne"."""
    return Listed(
        tuple(
            _("{symbol} {player}", symbol=COLOURS[move.colour].symbol, player=Player(move.who))
            for move in moves
        )
    )
