"""Robot players. They are told a view, so they know what a person in their seat would know."""

from __future__ import annotations

from random import Random

from games.contract import Action
from games.corsari import policy
from games.corsari.state import View


class Sailor:
    """Brings its limit down, and sails when it is low for how long the hand has lasted."""

    def choose(self, observation: View, random: Random) -> Action:
        """What leaves the lowest limit, as far as can be known."""
        return policy.choose(observation.table, observation.hand)

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """All that is legal."""
        own = self.choose(observation, random)
        return own, *(action for action in observation.legal if action != own)
