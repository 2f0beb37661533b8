"""Robot players. They are told a view, so they know what a person in their seat would know."""

from __future__ import annotations

from random import Random

from games.cards import ONE, Card, Cards
from games.contract import Action
from games.corsari import actions, policy, split
from games.corsari.actions import DRAW_PIER, DROPS, SAIL
from games.corsari.answering import arrangements
from games.corsari.cards import NUMBER
from games.corsari.constants import LAST_HAND
from games.corsari.foresight import certain
from games.corsari.state import Table, View
from games.text import Seat

ASTRAY = 0.85
"""How often a cabin boy draws from anywhere, or drops any stowaway."""
NEARLY = 14
"""With so much more than a sailor sails with, to sail is worth a thought."""
IN_HASTE = 13
"""With how much more than a sailor a cabin boy sails."""


class Sailor:
    """Brings its limit down, and sails when it is low for how long the hand has lasted."""

    def choose(self, observation: View, random: Random) -> Action:
        """What leaves the lowest limit, as far as can be known."""
        return policy.choose(observation.table, observation.hand)

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """Every source; every drop, those first that leave the lowest limits, and to sail if that is near.
        Crews and answers it finds by itself, but for one that may end the game.
        """
        table, hand, legal = observation.table, observation.hand, observation.legal
        if len(certain(observation)) == 1:
            return certain(observation)
        thoughts = [self.choose(observation, random)]
        if table.phase == "draw":
            thoughts += legal
        elif SAIL in legal:
            limit, _drop = policy.drop_of(table, hand)
            near = limit <= policy.sails_at(table.players, table.turn) + NEARLY
            thoughts += [SAIL] * near + [DROPS[card] for card in _drops(table, hand)]
        elif table.phase == "answer":
            thoughts += _ending(table, hand, observation.seat or 0)
        return tuple(dict.fromkeys(thoughts))


def _ending(table: Table, hand: Cards, seat: Seat) -> list[Action]:
    """The answer that takes most penalty cards, where so many may end the game while the seat is ahead."""
    closed, counts = table.closed, table.counts
    if closed is None or counts[seat] > min(counts):
        return []
    most = arrangements(hand, closed.crew, table.pier_colour, closed.limit)[-1]
    if most.limit <= closed.limit or sum(counts) + most.stowaways < LAST_HAND:
        return []
    return [actions.answer(most.attached, most.crew)]


def _drops(table: Table, hand: Cards) -> list[Card]:
    """The cards, those first that leave the lowest limits when they are dropped."""

    def left(card: Card) -> tuple[split.Worth, int]:
        return split.best(hand.replace(ONE[card], b""), table.pier_colour), -NUMBER[card]

    return sorted(hand, key=left)


class CabinBoy:
    """Plays as a sailor does, but often goes astray with a card, and sails in haste."""

    def choose(self, observation: View, random: Random) -> Action:
        """What a sailor would do, or what comes to mind."""
        table, hand = observation.table, observation.hand
        astray = random.random() < ASTRAY
        if table.phase == "draw" and astray:
            last = len(table.pier) == 1 and len(observation.legal) > 1
            return random.choice([each for each in observation.legal if each != DRAW_PIER or not last])
        if SAIL in observation.legal:
            limit, drop = policy.drop_of(table, hand)
            if limit <= policy.sails_at(table.players, table.turn) + IN_HASTE:
                return SAIL
            crew = split.best(hand, table.pier_colour).crew
            stowaways = split.laid_out(hand, table.pier_colour, crew).stowaways
            return DROPS[random.choice(stowaways)] if astray and stowaways else drop
        return policy.choose(table, hand)

    def shortlist(self, observation: View, random: Random) -> tuple[Action, ...]:
        """The own choice, and what a sailor would think about."""
        thoughts = Sailor().shortlist(observation, random)
        return tuple(dict.fromkeys([self.choose(observation, random), *thoughts]))
