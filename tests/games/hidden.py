"""What only a game itself can tell a test: where its cards are, and what a seat cannot know.

A game of the catalogue has its two functions here. `pieces(state)` lists every card, disc and coin there is,
wherever it is. `otherwise(state, watcher, random)` is the same game as the watcher sees it, with everything
that the watcher cannot know drawn anew: it must be a state that could be the true one, as far as the watcher
can tell. The shared test then demands that both look the same to that watcher.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from games.cards import undealt
from games.corsari import split as corsari_split
from games.corsari.state import NOTHING
from games.corsari.state import State as CorsariState
from games.skull_king.cards import CARD_OF
from games.skull_king.dealing import deck_of, shuffled_for
from games.skull_king.state import NO_BID, State
from games.text import Seat


def _skull_king_undealt(state: State) -> bytes:
    table = state.table
    order = shuffled_for(table.setup, state.seed, table.round)
    return undealt(deck_of(table.setup), order, table.players * table.dealt)


def _skull_king_pieces(state: State) -> list[int]:
    played = [CARD_OF[face] for face in state.table.fallen + state.table.trick]
    return sorted([*b"".join(state.hands), *played, *_skull_king_undealt(state)])


def _skull_king_otherwise(state: State, watcher: Seat | None, random: Random) -> State:
    hidden = [seat for seat in range(state.table.players) if seat != watcher]
    cards = [*_skull_king_undealt(state), *(card for seat in hidden for card in state.hands[seat])]
    random.shuffle(cards)
    hands = list(state.hands)
    for seat in hidden:
        size = len(hands[seat])
        hands[seat], cards = bytes(sorted(cards[:size])), cards[size:]
    bids = list(state.bids)
    for seat in hidden:
        if bids and bids[seat] != NO_BID:
            bids[seat] = random.randint(0, state.table.dealt)
    return replace(state, hands=tuple(hands), bids=tuple(bids), seed=random.randbytes(32))


def _corsari_pieces(state: CorsariState) -> list[int]:
    table = state.table
    in_play = [*b"".join(state.hands), *state.stock, *table.pier, *table.discards]
    return sorted([*in_play, *b"".join(table.penalties)])


def _corsari_otherwise(state: CorsariState, watcher: Seat | None, random: Random) -> CorsariState:
    """The stock and the other hands drawn anew, but for cards that have been laid out."""
    table = state.table
    shown = {seat for seat in range(table.players) if seat == table.closer and table.closed is not None}
    if table.phase == "over" and table.latest and len(b"".join(table.latest.gained)):
        shown = set(range(table.players))
    hidden = [seat for seat in range(table.players) if seat != watcher and seat not in shown]
    cards = [*state.stock, *(card for seat in hidden for card in state.hands[seat])]
    random.shuffle(cards)
    hands, answers, drawn = list(state.hands), list(state.answers), state.drawn
    for seat in hidden:
        size = len(hands[seat])
        hands[seat], cards = bytes(sorted(cards[:size])), cards[size:]
        if answers and answers[seat] is not None and table.closed is not None:
            attached = random.choice(corsari_split.attachings(hands[seat], table.closed.crew))
            rest = hands[seat].translate(None, attached)
            crew = random.choice(corsari_split.crews(rest, table.pier_colour))
            answers[seat] = corsari_split.laid_out(rest, table.pier_colour, crew, attached)
        if drawn != NOTHING and seat in table.to_act:
            drawn = random.choice(hands[seat])
    return replace(
        state,
        hands=tuple(hands),
        stock=bytes(cards),
        answers=tuple(answers),
        drawn=drawn,
        seed=random.randbytes(32),
    )


PIECES: Mapping[str, Callable[[Any], list[int]]] = {
    "skull-king": _skull_king_pieces,
    "corsari": _corsari_pieces,
}
OTHERWISE: Mapping[str, Callable[[Any, Seat | None, Random], Any]] = {
    "skull-king": _skull_king_otherwise,
    "corsari": _corsari_otherwise,
}
