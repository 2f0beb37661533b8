"""Where Skull King's pieces are, and what a seat cannot know; see `tests.games.hidden`."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from games.cards import undealt
from games.skull_king.cards import CARD_OF
from games.skull_king.dealing import deck_of, shuffled_for
from games.skull_king.state import NO_BID, State
from games.text import Seat


def _undealt(state: State) -> bytes:
    table = state.table
    order = shuffled_for(table.setup, state.seed, table.round)
    return undealt(deck_of(table.setup), order, table.players * table.dealt)


def pieces(state: State) -> list[int]:
    played = [CARD_OF[face] for face in state.table.fallen + state.table.trick]
    return sorted([*b"".join(state.hands), *played, *_undealt(state)])


def otherwise(state: State, watcher: Seat | None, random: Random) -> State:
    hidden = [seat for seat in range(state.table.players) if seat != watcher]
    cards = [*_undealt(state), *(card for seat in hidden for card in state.hands[seat])]
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
