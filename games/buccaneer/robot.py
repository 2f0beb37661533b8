"""Robot players. They are told a view, so they know what a person in their seat would see."""

from __future__ import annotations

from random import Random

from games.buccaneer import thinking
from games.buccaneer.state import View
from games.contract import Action

MISJUDGES = 4.5
"""By how many ducats a cabin boy is wrong about what a turn is worth, as a standard deviation."""


class CabinBoy:
    """Wants what the sailor wants, but is often wrong about what it is worth."""

    def choose(self, observation: View, random: Random) -> Action:
        """The legal action that looks best to this robot."""
        return thinking.misjudged(observation, random, MISJUDGES)

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """The own choice, and what else looks good to those who know."""
        return tuple(dict.fromkeys([self.choose(observation, random), *thinking.shortlist(observation)]))


class Sailor:
    """Boards when it pays, otherwise builds the party that would pay best, and leads it with its dearest
    pirate, since others climb on cheap ones; mutinies whenever it can.
    """

    def choose(self, observation: View, random: Random) -> Action:
        """What looks best; the same whenever the same is seen."""
        return thinking.sensible(observation.table, observation.parties, observation.seat or 0)

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """The own choice, and what else looks good."""
        return thinking.shortlist(observation)
