"""What is in the box, how it is dealt: every number of the rules in one table, each with its source.

*Booklet* is Schmidt's rule booklet of 2024, *help* the help page of BrettspielWelt, *ours* a ruling of this
project where both are silent. A corrected copy of this page corrects the game.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

COLOURS = 4
"""Help, material: four colours of cards and of pirates; everybody has one pirate of each."""

LOWEST, HIGHEST = 1, 12
"""Help, material: the numbers of a colour."""

MONKEY, MATE = 0, 13
"""Help, Monkey and First Mate: below and above every number. There is one of each."""

STEP = 1
"""Help, scoring of a trick b): spaces up for the pirate of the highest card, down for the lowest's."""

TWO_UP, TWO_DOWN = 8, 5
"""Help, "Yes, Madame!" and "Just grabbing a bite": the numbers that lengthen the way up, or down."""

LONG_STEP = 2
"""Help, the same: to so many spaces."""

SPACES = 5
"""Booklet, material: spaces of a plank, counted here from the bottom (its wide end) to the top."""

ASCENDING = (1, 2, 3, 5, 8)
"""What the spaces are worth from the bottom to the top, on the side that ascends. Booklet: from 1 to 8; the
three between are known from one published implementation only. The other side has them in reverse.
"""

MOST_SETTINGS = 10
"""Ours: so often may a seat set its plank in one round, the first time included. The rules let people change
their minds without end until all are ready; a game that is stored must end.
"""

MOST_CHANGES = 3
"""Ours: so often may one of two players change the card that was chosen in secret, in one trick."""
FIRST_LEADER = 0
"""Ours: the first seat (the seats are drawn) leads in round 1, and one seat further in each later round."""


class Deal(msgspec.Struct, frozen=True):
    """How the cards are dealt at a table of one size."""

    lowest: int
    highest: int
    """The numbers of each colour that take part."""
    hand: int
    """Cards to each, and so the tricks of a round."""
    king: int = 0
    """Cards in the old Pirate King's pile."""

    @property
    def cards(self) -> int:
        """How many cards take part in a deal of these ranks, with Monkey and First Mate."""
        return COLOURS * (self.highest - self.lowest + 1) + 2

    def middle(self, players: int) -> int:
        """Cards that are left over and lie face up in the middle."""
        return self.cards - players * self.hand - self.king


DEALS: Mapping[int, Deal] = {
    2: Deal(2, 11, hand=14, king=14),
    3: Deal(2, 11, hand=14),
    4: Deal(1, 12, hand=12),
    5: Deal(1, 12, hand=10),
    6: Deal(1, 12, hand=8),
}
"""By players. Help, set-up: all cards are dealt evenly, the rest goes to the middle; two and three play
without the 1s and 12s. Help, two players: a third pile of the same size for the old Pirate King.
"""

PLAYERS = range(min(DEALS), max(DEALS) + 1)

OLD_KING_PLAYS = 2
"""Help, two players: with so many the old Pirate King leads every trick."""


def rounds(players: int) -> int:
    """Help, end of the game: as many rounds as players."""
    return players
