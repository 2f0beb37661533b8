"""What trick-taking games share: following suit."""

from __future__ import annotations

import msgspec

from games.cards import Card, Cards


class Followed(msgspec.Struct, frozen=True):
    """A suit as something to be followed."""

    cards: frozenset[Card]
    held_back: Cards
    """The cards of the other suits, which may not be played by those who can follow."""

    @classmethod
    def among(cls, suit: Cards, suited: Cards) -> Followed:
        """The suit, where `suited` are the cards of all suits; special cards may always be played."""
        return cls(frozenset(suit), suited.translate(None, suit))

    def playable(self, hand: Cards) -> Cards:
        """What may be played from a hand: the suit and special cards, or anything if there is none of it."""
        return hand if self.cards.isdisjoint(hand) else hand.translate(None, self.held_back)
