"""Robot players. They are told a view, so they know what a person in their seat would see."""

from __future__ import annotations

from random import Random

from games.buccaneer import thinking
from games.buccaneer.state import View
from games.contract import Action


class Sailor:
    """Boards when it pays, otherwise builds the party that would pay best; mutinies whenever it can."""

    def choose(self, observation: View, random: Random) -> Action:
        """What looks best; the same whenever the same is seen."""
        return thinking.sensible(observation.table, observation.parties, observation.seat or 0)

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """The own choice, and what else looks good."""
        return thinking.shortlist(observation)
