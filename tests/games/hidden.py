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
from games.skull_king.cards import CARD_OF
from games.skull_king.dealing import deck_of, shuffled_for
from games.skull_king.state import NO_BID, State
from games.skull_queen import box
from games.skull_queen import state as queens
from games.skull_queen.plank import PLANK_OF
from games.skull_queen.rules import playable
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


def _skull_queen_pieces(state: queens.State) -> list[int]:
    table = state.table
    return sorted(
        [*b"".join(state.hands), *state.king, *table.trick, *table.middle, *table.aside, *table.gone]
    )


def _skull_queen_otherwise(state: queens.State, watcher: Seat | None, random: Random) -> queens.State:
    """Other hands and the old Pirate King's pile are mixed; planks and cards chosen in secret are others."""
    hidden = [seat for seat in range(state.table.players) if seat != watcher]
    cards = [*state.king, *(card for seat in hidden for card in state.hands[seat])]
    random.shuffle(cards)
    hands, planks, settings, picks = (
        list(state.hands),
        list(state.planks),
        list(state.settings),
        list(state.picks),
    )
    for seat in hidden:
        size = len(hands[seat])
        hands[seat], cards = bytes(sorted(cards[:size])), cards[size:]
        if planks and planks[seat] != queens.NO_PLANK:
            planks[seat] = random.choice(list(PLANK_OF.values()))
            settings[seat] = random.randint(1, box.MOST_SETTINGS)
        if picks and picks[seat] != queens.NO_CARD:
            picks[seat] = random.choice(playable(hands[seat], state.table.trick))
    return queens.State(
        state.table,
        tuple(hands),
        tuple(planks),
        tuple(settings),
        tuple(picks),
        bytes(cards),
        random.randbytes(32),
    )


PIECES: Mapping[str, Callable[[Any], list[int]]] = {
    "skull-king": _skull_king_pieces,
    "skull-queen": _skull_queen_pieces,
}
OTHERWISE: Mapping[str, Callable[[Any, Seat | None, Random], Any]] = {
    "skull-king": _skull_king_otherwise,
    "skull-queen": _skull_queen_otherwise,
}
