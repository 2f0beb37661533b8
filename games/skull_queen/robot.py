"""Robot players. They are told a view, so they know what a person in their seat would know."""

from __future__ import annotations

from random import Random

from games.contract import Action
from games.skull_queen.state import View
from games.text import Text, _


class AnyLegal:
    """Plays any legal action."""

    label: Text = _("Landlubber: plays anything")
    slow = False

    def choose(self, observation: View, random: Random) -> Action:
        """One of the legal actions, each as likely."""
        return random.choice(observation.legal)


class Sensible(AnyLegal):
    """Later."""
