"""Robot players. They are told a view, so they know what a person in their seat would see."""

from __future__ import annotations

from random import Random

from games.buccaneer import thinking
from games.buccaneer.state import View
from games.contract import Action

SLIP = 0.55
"""How often a cabin boy does just anything."""


class CabinBoy:
    """Does what the sailor does, but every other time just anything."""

    def choose(self, observation: View, random: Random) -> Action:
        """What looks best, or a slip."""
        if random.random() < SLIP:
            return random.choice(observation.legal)
        return thinking.sensible(observation.table, observation.parties, observation.seat or 0)

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
