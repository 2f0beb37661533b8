"""How somebody sensible plays, from the table and the own hand alone."""

from __future__ import annotations

from random import Random

from games.cards import ONE, Card, Cards
from games.contract import Action
from games.text import Seat

from .cards import NAMES, SUITS, suit_of
from .state import Table, View, playable, strongest


def action(table: Table, hand: Cards, seat: Seat) -> Action:
    """The longest suit as trumps; a card that wins as cheaply as it can, or else the lowest."""
    if table.phase == "trump":
        return f"trump {max(SUITS, key=lambda suit: _worth(suit.cards, hand)).letter}"
    return f"play {NAMES[_card(table, hand, seat)].short}"


def _worth(suit: Cards, hand: Cards) -> tuple[int, int]:
    held = [card for card in hand if card in suit]
    return len(held), sum(held)


def _card(table: Table, hand: Cards, seat: Seat) -> Card:
    cards = sorted(playable(hand, table.trick), key=lambda card: (suit_of(card) == table.trump, card % 13))
    if not table.trick:
        plain = [card for card in cards if suit_of(card) != table.trump]
        return plain[-1] if plain and not table.taken[seat] else cards[-1]
    winning = [card for card in cards if strongest(table.trick + ONE[card], table.trump) == len(table.trick)]
    last = len(table.trick) + 1 == len(table.order)
    return (winning[0] if last else winning[-1]) if winning else cards[0]


class Sensible:
    """A robot that plays by the policy alone."""

    def choose(self, observation: View, random: Random) -> Action:
        """The action that the policy chooses for this view."""
        return action(observation.table, observation.hand, observation.seat or 0)

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """Everything that is legal, the policy's choice first."""
        own = self.choose(observation, random)
        return own, *(each for each in observation.legal if each != own)


class Careless(Sensible):
    """Plays any card, now and then."""

    def choose(self, observation: View, random: Random) -> Action:
        """The policy's choice, or any."""
        careless = random.random() < 0.3
        return random.choice(observation.legal) if careless else super().choose(observation, random)
