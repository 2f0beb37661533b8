"""A game in progress, what a seat may know of it, and what happens in it."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.cards import Card, Cards
from games.contract import Event, Observation
from games.text import Seat

from .cards import FOLLOWED, suit_of

MOST = 7
"""Cards of the first round, and rounds."""


class Table(msgspec.Struct, frozen=True, array_like=True):
    """What lies open on the table."""

    players: int
    round: int
    phase: Literal["trump", "play", "over"]
    leader: Seat
    """Who leads the trick; before a round, who names trumps."""
    trump: int
    """The suit, -1 before it is named."""
    turned: int
    """The card whose suit the first round's trumps are, -1 in later ones."""
    trick: Cards
    last: Cards
    """The trick before, from its leader on; empty where a round begins."""
    last_leader: Seat
    fallen: Cards
    """The cards of the round's tricks before."""
    taken: tuple[int, ...]
    """Tricks of the round, by seat; -1 for those who are out."""
    voids: tuple[int, ...]
    """The suits that a seat is known to have none of, by bits."""
    sheet: tuple[tuple[int, ...], ...]
    """What `taken` was at the end of each round."""

    @property
    def dealt(self) -> int:
        """Cards of everybody who is in, at the beginning of the round."""
        return MOST + 1 - self.round

    @property
    def order(self) -> tuple[Seat, ...]:
        """Those who are in, from the leader on."""
        return self.order_from(self.leader)

    def order_from(self, leader: Seat) -> tuple[Seat, ...]:
        """Those who are in, from this seat on."""
        seats = [(leader + step) % self.players for step in range(self.players)]
        return tuple(seat for seat in seats if self.taken[seat] >= 0)

    @property
    def done(self) -> int:
        """Complete tricks of the round."""
        return sum(count for count in self.taken if count > 0)

    def held(self, seat: Seat) -> int:
        """How many cards a seat holds."""
        if self.phase == "over" or self.taken[seat] < 0:
            return 0
        return self.dealt - self.done - (seat in self.order[: len(self.trick)])

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return () if self.phase == "over" else (self.order[len(self.trick)],)

    @property
    def points(self) -> tuple[int, ...]:
        """In how many rounds each seat has taken a trick."""
        return tuple(sum(round_[seat] > 0 for round_ in self.sheet) for seat in range(self.players))


def playable(hand: Cards, trick: Cards) -> Cards:
    """What may be played: the suit that is led, or anything by those who have none of it."""
    return FOLLOWED[suit_of(trick[0])].playable(hand) if trick else hand


def strongest(trick: Cards, trump: int) -> int:
    """The place of the card that takes a trick."""
    suits = (trump, suit_of(trick[0]))

    def strength(place: int) -> tuple[bool, bool, Card]:
        card = trick[place]
        return suit_of(card) == suits[0], suit_of(card) == suits[1], card

    return max(range(len(trick)), key=strength)


class State(msgspec.Struct, frozen=True, array_like=True):
    """The whole game, hidden cards and all."""

    table: Table
    hands: tuple[Cards, ...]
    seed: bytes


class View(Observation, frozen=True, kw_only=True):
    """All that a seat may know: the table, and its own hand."""

    table: Table
    hand: Cards = b""


class RoundBegan(Event, frozen=True, kw_only=True):
    """Everybody who is in has new cards. `turned`: the card that makes trumps, -1 where they are named."""

    round: int
    cards: int
    turned: int


class TrumpNamed(Event, frozen=True, kw_only=True):
    """A seat has named trumps."""

    seat: Seat
    suit: int


class CardPlayed(Event, frozen=True, kw_only=True):
    """A card was laid on the table."""

    seat: Seat
    card: Card
    leads: bool


class TrickTaken(Event, frozen=True, kw_only=True):
    """Somebody took the trick, with which card."""

    seat: Seat
    card: Card


class RoundEnded(Event, frozen=True, kw_only=True):
    """All cards are played; these are knocked out, and those are still in."""

    round: int
    out: tuple[Seat, ...]
    left: tuple[Seat, ...]
