"""A hand as somebody sets it up, at the beginning of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from games.cards import Cards
from games.contract import Position
from games.corsari import dealing, scoring
from games.corsari.cards import ALL, NAMES
from games.corsari.constants import (
    FIRST_DISCARDS,
    HAND,
    OVER,
    PIER,
    QUIET_ROUNDS,
    STOCK_ROUNDS,
    VOIDS_RUNNING,
)
from games.corsari.options import CorsariOptions
from games.corsari.state import State
from games.fairness import shuffled
from games.position import Pack, by_seat, check_between

_CARDS = {face.short: number for number, face in NAMES.items()}
"""The cards by the short names under which a position names them."""


class CorsariPosition(Position):
    """A hand when somebody is to draw. Cards are named as in actions: "orange5 sky11"."""

    hand: int = 1
    penalties: tuple[str, ...] = ()
    """The penalty cards that each seat has, as short names; empty: none."""
    hands: tuple[str | None, ...] = ()
    """None: as it is dealt."""
    pier: str | None = None
    """From the card that may be drawn."""
    discards: str | None = None
    """The last one is the top."""
    stock: str = ""
    """Its first cards, from the top."""
    turn: int | None = None
    """Complete turns in this hand, which say who is next. None: as few as the discards show."""
    taken: tuple[str, ...] = ()
    """What each seat took openly and still holds."""
    quiet: int = 0
    """Turns running without a card from stock or pier."""
    voids: int = 0
    """How many void hands have come one after the other."""


def set_up(options: CorsariOptions, players: int, seed: bytes, given: CorsariPosition) -> State:
    """That hand at that turn. ValueError if it cannot be."""
    first = dealing.new(options, players, seed).table
    deck = Pack(ALL, ALL, _CARDS)
    penalties = tuple([deck.take(cards) for cards in by_seat("penalties", given.penalties, players, "")])
    total = sum(map(len, penalties))
    check_between("The number of penalty cards", total, 0, OVER - 1)
    check_between("The number of void hands", given.voids, 0, VOIDS_RUNNING)
    # Each hand that was scored has brought a penalty card at least, after as many void ones as there can be.
    most = 1 + total * (1 + VOIDS_RUNNING) + given.voids
    check_between("The hand", given.hand, 1 + given.voids + bool(total), most)
    ended = replace(
        first, hand=given.hand - 1, penalties=penalties, voids=given.voids, last_hand=scoring.ends_soon(total)
    )
    state = dealing.next_hand(ended, seed)
    return _at_turn(_dealt(state, given), given)


def _dealt(state: State, given: CorsariPosition) -> State:
    """The hand with the cards where they are said to be."""
    table, players = state.table, state.table.players
    deck = dealing.deck_without(table.penalties)
    pack = Pack(deck, shuffled(state.seed, f"hand {table.hand}", len(deck)), _CARDS)
    pier, discards, top = (pack.take(words or "") for words in (given.pier, given.discards, given.stock))
    hands = pack.hands(given.hands, [b""] * players, HAND, [b""] * players)
    pier = pack.deal(PIER[players]) if given.pier is None else pier
    discards = pack.deal(FIRST_DISCARDS) if given.discards is None else discards
    stock = top + pack.rest
    check_between("The number of cards on the pier", len(pier), 1, PIER[players])
    # Each turn takes a card from somewhere and puts one on the discards.
    from_pier = PIER[players] - len(pier)
    check_between("The number of discards", len(discards), FIRST_DISCARDS + from_pier, len(deck))
    check_between("The number of cards in the stock", len(stock), 1, len(deck))
    taken = _taken(given, hands)
    shown = replace(table, pier=pier, discards=discards, stock=len(stock), taken=taken)
    return replace(state, table=shown, hands=hands, stock=stock)


def _taken(given: CorsariPosition, hands: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """What each took openly. ValueError if it is not there."""
    taken: list[Cards] = []
    for seat, words in enumerate(by_seat("taken", given.taken, len(hands), "")):
        held = [name for name, card in _CARDS.items() if card in hands[seat]]
        if missing := [name for name in words.split() if name not in held]:
            raise ValueError(f"Seat {seat} has taken {missing[0]!r}, but does not hold it.")
        taken.append(Pack(hands[seat], range(HAND), _CARDS).take(words))
    return tuple(taken)


def _at_turn(state: State, given: CorsariPosition) -> State:
    """The hand when so many turns are complete."""
    table = state.table
    drawn = (
        len(table.discards) - FIRST_DISCARDS
    )  # from stock and pier: each such turn leaves one discard more
    turn = drawn if given.turn is None else given.turn
    quiet = QUIET_ROUNDS * table.players
    check_between("The number of complete turns", turn, drawn, drawn + (drawn + 1) * quiet)
    most = min(turn, quiet + STOCK_ROUNDS * table.players - 1)
    check_between("The number of quiet turns", given.quiet, 0, most)
    seat = (table.starter + turn) % table.players
    return replace(state, table=replace(table, turn=turn, to_act=(seat,), quiet=given.quiet))
