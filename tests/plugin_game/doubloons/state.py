"""A game of Doubloons in progress, what a seat may know of it, and what happens in it."""

from __future__ import annotations

import msgspec

from games.cards import Card, Cards
from games.contract import Event, Observation
from games.text import Seat

DECK: Cards = bytes(range(1, 37))
"""Thirty-six cards, a number on each."""
ROUNDS = 6


class Table(msgspec.Struct, frozen=True, array_like=True):
    """What lies open on the table."""

    leader: Seat
    played: Cards
    """This round's cards, the leader's first."""
    coins: tuple[int, ...]
    past: Cards
    """The cards of the rounds before."""

    @property
    def round(self) -> int:
        """From 1; one more than there are when the game is over."""
        return sum(self.coins) + 1

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who is to play a card."""
        return () if self.round > ROUNDS else ((self.leader + len(self.played)) % len(self.coins),)


class State(msgspec.Struct, frozen=True, array_like=True):
    """The whole game."""

    table: Table
    hands: tuple[Cards, ...]
    seed: bytes


class View(Observation, frozen=True, kw_only=True):
    """All that a seat may know: the table, and its own hand."""

    table: Table
    hand: Cards = b""


class Played(Event, frozen=True, kw_only=True):
    """A card was laid on the table."""

    seat: Seat
    card: Card


class CoinWon(Event, frozen=True, kw_only=True):
    """The round's highest card won the coin."""

    seat: Seat
    card: Card
