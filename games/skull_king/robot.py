"""Robot players. They are told a view, so they know what a person in their seat would know."""

from __future__ import annotations

from random import Random

from games.contract import Action
from games.skull_king import policy
from games.skull_king.state import View


class Sailor:
    """Bids what its hand promises, and tries to take exactly that."""

    def choose(self, observation: View, random: Random) -> Action:
        """What looks best; the same whenever the same is known."""
        own = policy.choose(observation)
        return own if own in observation.legal else observation.legal[0]  # it stands already

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """All that is legal."""
        own = self.choose(observation, random)
        return own, *(action for action in observation.legal if action != own)
