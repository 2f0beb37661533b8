"""The deal of each hand, from the cards that have not become penalties."""

from __future__ import annotations

from msgspec.structs import replace

from games.cards import Cards, deal, undealt
from games.corsari.cards import ALL
from games.corsari.constants import FIRST_DISCARDS, HAND, PIER, PLAYERS
from games.corsari.options import CorsariOptions
from games.corsari.state import NOBODY, NOTHING, HandDealt, State, Table
from games.fairness import shuffled


def new(options: CorsariOptions, players: int, seed: bytes) -> State:
    """The first hand, dealt. ValueError if so many cannot play."""
    if players not in PLAYERS:
        raise ValueError(f"Corsari is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}.")
    table = Table(
        early_sailing=options.early_sailing,
        phase="draw",
        hand=0,
        turn=0,
        to_act=(),
        pier=b"",
        discards=b"",
        stock=0,
        closer=NOBODY,
        closed=None,
        quiet=0,
        voids=0,
        last_hand=False,
        penalties=(b"",) * players,
        score_sheet=b"",
        latest=None,
        taken=(b"",) * players,
    )
    return next_hand(table, seed)


def next_hand(table: Table, seed: bytes) -> State:
    """The next hand, dealt; the deal has passed to the next seat, and so has the first turn.

    It always suffices: before a last hand at most 44 cards are penalties, and 58 are needed at most.
    """
    players, number = len(table.penalties), table.hand + 1
    deck = deck_without(table.penalties)
    order = shuffled(seed, f"hand {number}", len(deck))
    hands = deal(deck, order, players, HAND)
    rest = undealt(deck, order, players * HAND)
    pier, first = PIER[players], PIER[players] + FIRST_DISCARDS
    fresh = replace(
        table,
        phase="draw",
        hand=number,
        turn=0,
        to_act=((number - 1) % players,),
        pier=rest[:pier],
        discards=rest[pier:first],
        stock=len(rest) - first,
        closer=NOBODY,
        closed=None,
        quiet=0,
        taken=(b"",) * players,
        drew=None,
    )
    return State(fresh, hands, rest[first:], NOTHING, (), seed)


def deck_without(penalties: tuple[Cards, ...]) -> Cards:
    """The cards that are still played with."""
    return ALL.translate(None, b"".join(penalties))


def dealt(table: Table) -> HandDealt:
    """What everybody sees of a hand that has just been dealt."""
    return HandDealt(
        hand=table.hand,
        starter=table.starter,
        pier=table.pier,
        discard=table.discards[-1],
        stock=table.stock,
        last_hand=table.last_hand,
    )
