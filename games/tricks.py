"""What trick-taking games share: following suit, and dealing anew what a seat has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

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


def deal_where_they_may(
    cards: Cards, room: Sequence[int], voids: Sequence[int], suits: Sequence[int], random: Random
) -> list[Cards]:
    """The cards, dealt at random to places with so much room, none where its suit cannot lie. Those of suits
    that cannot lie everywhere come first, and none takes the room that another one needs.

    `voids`: of each place the suits that it lacks, as bits; `suits`: of each card its suit, -1 for none.
    """
    free, left = list(room), [0] * (max(suits) + 1)
    barred = 0
    for lacking in voids:
        barred |= lacking
    hard: list[Card] = []
    easy: list[Card] = []
    for card in random.sample(cards, len(cards)):
        if suits[card] >= 0 and barred >> suits[card] & 1:
            hard.append(card)
            left[suits[card]] += 1
        else:
            easy.append(card)
    groups = [group for group in range(1, 1 << len(left)) if not group & ~barred]
    piles = [bytearray() for _ in room]
    for card in hard:
        suit = suits[card]
        left[suit] -= 1
        places = [at for at, count in enumerate(free) if count and not voids[at] >> suit & 1]
        while True:
            place = random.choices(places, [free[at] for at in places])[0]
            free[place] -= 1
            if _can_be_dealt(left, free, voids, groups):
                break
            free[place] += 1
            places.remove(place)
        piles[place].append(card)
    for place, count in enumerate(free):
        piles[place] += bytes(easy[:count])
        del easy[:count]
    return [bytes(pile) for pile in piles]


def _can_be_dealt(
    left: Sequence[int], free: Sequence[int], voids: Sequence[int], groups: Sequence[int]
) -> bool:
    """Whether so many cards of each suit find room: each group of suits where one of them may lie."""
    for group in groups:
        cards = sum([count for suit, count in enumerate(left) if group >> suit & 1])
        room = sum([count for count, barred in zip(free, voids, strict=True) if barred & group != group])
        if cards > room:
            return False
    return True
