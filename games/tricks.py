"""What trick-taking games share: which suit was led, and who must follow it."""

from __future__ import annotations

from dataclasses import dataclass

from games.cards import Cards, all_but


@dataclass(frozen=True)
class Followed:
    """A suit as something to be followed. `cards` are the suit's; `held_back` may not be played by who can
    follow.
    """

    cards: Cards
    held_back: Cards
    others: Cards
    """Every number but the suit's."""

    @classmethod
    def among(cls, suit: Cards, suited: Cards) -> Followed:
        """The suit, where `suited` are the cards of all suits; the rest are special cards, which may always
        be played.
        """
        return cls(suit, suited.translate(None, suit), all_but(suit))

    def held_in(self, cards: Cards) -> Cards:
        """Those of the cards that are of this suit."""
        return cards.translate(None, self.others)

    def playable(self, hand: Cards) -> Cards:
        """What may be played from a hand: the suit and special cards, or anything if there is none of the
        suit.
        """
        return hand.translate(None, self.held_back) if self.held_in(hand) else hand


def decisive(trick: Cards, passing: Cards) -> int | None:
    """The first card of the trick that does not pass the choice of suit on to the next; None if all have so
    far.
    """
    rest = trick.lstrip(passing)
    return rest[0] if rest else None
