"""How robots play without thinking ahead. They are told a view: they know what a person in their seat would.

The sailor plays as `policy` says; the cabin boy as somebody does who sees a plank for the first time.
"""

from __future__ import annotations

from random import Random

from games.cards import ONE
from games.contract import Action
from games.skull_queen import constants, policy
from games.skull_queen.cards import CARD_OF, SPECIALS
from games.skull_queen.plank import ACTION_OF, SPACES, UP, WORTH, after, space_of
from games.skull_queen.state import View
from games.skull_queen.trick import settle

PLANKS = 10
"""Ways to set a plank that are worth thinking about."""
AT_RANDOM = 0.5
"""How often a cabin boy plays just any card."""


class Sailor:
    """Puts its pirates where its hand will leave them best, and plays the card that serves them best."""

    def choose(self, observation: View, random: Random) -> Action:
        """The plank, or the card, that looks best; the same whenever the same is known."""
        return self.shortlist(observation, random)[0]

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """The planks that promise most, or every card that may be played, the best first."""
        view, table = observation, observation.table
        if table.phase == "plank":
            return policy.planks(table, view.hand, PLANKS)
        cards = policy.cards(table, view.hand, view.plank)
        return tuple([card for card in cards if card in view.legal])


class CabinBoy:
    """Starts its pirates anywhere but at the ends, and looks at what its card would do if nobody followed:
    when it does not just play any.
    """

    def choose(self, observation: View, random: Random) -> Action:
        """A plank, or a card."""
        if observation.table.phase == "plank":
            spaces = random.choices(SPACES[1:-1], k=constants.COLOURS)
            return ACTION_OF[bytes((UP, *spaces))]
        cards = random.sample(observation.legal, len(observation.legal))
        if random.random() < AT_RANDOM:
            return cards[0]
        return max(cards, key=lambda card: gained_at_once(observation, card))

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """Its own choice alone."""
        return (self.choose(observation, random),)


def gained_at_once(view: View, action: Action) -> int:
    """The points that a card brings if the trick ends with it."""
    lying = view.table.trick + ONE[CARD_OF[action]]
    if not lying.strip(SPECIALS):
        return 0
    gained, worth = 0, WORTH[view.plank[0]]
    for step in settle(lying, view.table.middle).steps:
        if step.place == len(lying) - 1:
            space = space_of(view.plank, step.colour)
            gained += worth[after(space, step.steps)] - worth[space]
    return gained
