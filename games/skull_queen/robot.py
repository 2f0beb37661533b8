"""How robots play without thinking ahead. They are told a view: they know what a person in their seat would.

A captain begins with what `policy` says; the sailor sets its plank by that, but looks no further than a
trick; the cabin boy plays as somebody does who sees a plank for the first time.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.cards import ONE, Cards
from games.contract import Action
from games.skull_queen import constants, policy
from games.skull_queen.cards import CARD_OF, OTHERS, SPECIALS, VALUES, Colour
from games.skull_queen.certainty import certain
from games.skull_queen.plank import ACTION_OF, SPACES, UP, WORTH, Space, after, space_of
from games.skull_queen.state import View
from games.skull_queen.trick import settle

PLANKS = 24
"""Ways to set a plank that are worth thinking about: the best is often none of the first ten."""
AT_RANDOM = 0.25
"""How often a cabin boy plays just any card."""
MIDDLING = 6
"""A number that is neither high nor low."""


class Thinker:
    """Puts its pirates where its hand will leave them best, and plays the card that serves them best."""

    def choose(self, observation: View, random: Random) -> Action:
        """The plank, or the card, that looks best; the same whenever the same is known."""
        return self.shortlist(observation, random)[0]

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """The planks that promise most, or every card that may be played and is not surely worse, the best
        first.
        """
        view, table = observation, observation.table
        if table.phase == "plank":
            return policy.planks(table, view.hand, PLANKS)
        cards = policy.cards(table, view.hand, view.plank)
        sure = certain(view)
        return tuple([card for card in cards if card in sure])


class Sailor(Thinker):
    """Sets its plank as well, but looks no further than a trick: it stands midway between a cabin boy and a
    captain (docs/robots.md).
    """

    def choose(self, observation: View, random: Random) -> Action:
        """The plank that looks best, or a card that is not surely worse."""
        if observation.table.phase == "plank":
            return super().choose(observation, random)
        return _best_at_once(observation, certain(observation), random)


class CabinBoy:
    """Takes the ascending side, starts pirates low that have high cards, and looks at what a card would do if
    the trick ended with it: when it does not just play any.
    """

    def choose(self, observation: View, random: Random) -> Action:
        """One of the legal actions: a plank with every colour up, or a card."""
        if observation.table.phase == "plank":
            spaces = [_first_space(observation.hand, colour) for colour in range(constants.COLOURS)]
            return ACTION_OF[bytes((UP, *spaces))]
        cards = random.sample(observation.legal, len(observation.legal))
        if random.random() < AT_RANDOM:
            return cards[0]
        return max(cards, key=lambda card: gained_at_once(observation, card))

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """One legal action alone, the one that it chooses by itself."""
        return (self.choose(observation, random),)


def _first_space(hand: Cards, colour: Colour) -> Space:
    """Next to an end, with room where the cards of this colour will send its pirate."""
    numbers = [VALUES[card] for card in hand.translate(None, OTHERS[colour] + SPECIALS)]
    return SPACES[1] if sum(numbers) > MIDDLING * len(numbers) else SPACES[-2]


def _best_at_once(view: View, among: Sequence[Action], random: Random) -> Action:
    cards = random.sample(among, len(among))
    return max(cards, key=lambda card: gained_at_once(view, card))


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
