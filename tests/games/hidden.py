"""What only a game itself can tell a test: where its cards are, and what a seat cannot know.

A game of the catalogue has its two functions here. `pieces(state)` lists every card, disc and coin there is,
wherever it is. `otherwise(state, watcher, random)` is the same game as the watcher sees it, with everything
that the watcher cannot know drawn anew: it must be a state that could be the true one, as far as the watcher
can tell. The shared test then demands that both look the same to that watcher.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from games.buccaneer import discs as buccaneer_discs
from games.buccaneer.boarding import gains, pieces
from games.buccaneer.scoring import all_awards
from games.buccaneer.ships import PIECES_OF_A_KIND
from games.buccaneer.state import State as BuccaneerState
from games.cards import undealt
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


def _buccaneer_pieces(state: BuccaneerState) -> list[int]:
    """Pirates, ships wherever they are, booty, and the ducats of each that did not come and go since."""
    table = state.table
    ships = [*table.ships, *state.deck, *(voyage.ship for voyage in table.voyages)]
    won: list[Sequence[int]] = [gains(voyage, table.players) for voyage in table.voyages]
    if table.phase == "over":
        won += all_awards(table.booty)
    first = [ducats - sum(each) for ducats, *each in zip(table.ducats, *won, strict=True)]
    boarded = [piece for voyage in table.voyages if voyage.party for piece in pieces(voyage)]
    for seat, kind in boarded:
        assert kind in table.booty[seat]
    assert sum(map(len, table.booty)) == len(boarded)
    assert all(b"".join(table.booty).count(kind) <= PIECES_OF_A_KIND for kind in range(4))
    return [*sorted(b"".join(state.parties)), *sorted(ships), *first]


def _buccaneer_otherwise(state: BuccaneerState, watcher: Seat | None, random: Random) -> BuccaneerState:
    """Each colour's covered pirates change places, and the ships face down are shuffled."""
    covered = [disc for party in state.parties for disc in party[1:]]
    others: dict[int, list[int]] = {}
    for disc in random.sample(covered, len(covered)):
        others.setdefault(buccaneer_discs.OWNER[disc], []).append(disc)
    parties = tuple(
        party[:1] + bytes(others[buccaneer_discs.OWNER[disc]].pop() for disc in party[1:])
        for party in state.parties
    )
    deck = bytes(random.sample(state.deck, len(state.deck)))
    return replace(state, parties=parties, deck=deck, seed=random.randbytes(32))


PIECES: Mapping[str, Callable[[Any], list[int]]] = {
    "skull-king": _skull_king_pieces,
    "buccaneer": _buccaneer_pieces,
}
OTHERWISE: Mapping[str, Callable[[Any, Seat | None, Random], Any]] = {
    "skull-king": _skull_king_otherwise,
    "buccaneer": _buccaneer_otherwise,
}
NOTHING_PRIVATE = {"buccaneer"}
"""Games in which no seat knows more than another: what is hidden is hidden from all."""
