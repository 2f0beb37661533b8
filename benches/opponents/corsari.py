"""This game's sensible robot from before there were levels: a yardstick that does not move."""

from __future__ import annotations

from random import Random

from games.cards import ONE, Cards
from games.contract import Action
from games.corsari import actions, split
from games.corsari.actions import CREW_ACTION, DRAW_DISCARD, DRAW_PIER, DRAW_STOCK, DROPS, SAIL
from games.corsari.answering import best_answer
from games.corsari.cards import ALL, COLOUR, NUMBER
from games.corsari.state import View

SAILS_AT = {2: 4, 3: 5, 4: 8}
"""With such a limit or less, by players. Patience pays, since no stowaways at all win the game; with more
players it pays less, as somebody else sails first.
"""
SAMPLE = 12
"""So many cards that the stock might give are tried."""


class Sensible:
    """Brings its limit down, and sails when it is low."""

    def choose(self, observation: View, random: Random) -> Action:
        """What leaves the lowest limit, as far as can be known."""
        match observation.table.phase:
            case "draw":
                return _draw(observation, random)
            case "drop":
                return _drop(observation)
            case "split":
                return CREW_ACTION[split.best(observation.hand, observation.table.pier_colour).crew]
            case _:
                return _answer(observation)


def _draw(view: View, random: Random) -> Action:
    """The source with the lowest limit after the drop; for the stock, on average."""
    table, hand = view.table, view.hand
    promises = {DRAW_STOCK: _from_stock(view, random)}
    if DRAW_DISCARD in view.legal:
        promises[DRAW_DISCARD] = _with(hand, table.discards[-1], table.pier_colour)
    if DRAW_PIER in view.legal and len(table.pier) > 1:
        promises[DRAW_PIER] = _with(hand, table.pier[0], COLOUR[table.pier[1]])
    return min(promises, key=promises.__getitem__)


def _with(hand: Cards, card: int, pier: int) -> float:
    return split.limit_after_drop(hand + ONE[card], pier)


def _from_stock(view: View, random: Random) -> float:
    """The average over some cards that it may give."""
    table = view.table
    seen = view.hand + table.discards + table.pier + b"".join(table.penalties)
    unseen = ALL.translate(None, seen)
    tried = random.sample(unseen, min(SAMPLE, len(unseen)))
    return sum(_with(view.hand, card, table.pier_colour) for card in tried) / len(tried)


def _drop(view: View) -> Action:
    table = view.table
    card, worth = split.best_drop(view.hand, table.pier_colour)
    if SAIL in view.legal and worth.limit <= SAILS_AT[view.players]:
        return SAIL
    return DROPS[card]


def _answer(view: View) -> Action:
    table = view.table
    if table.closed is None:
        raise ValueError("Nobody has closed this hand.")
    one = best_answer(view.hand, table.closed.crew, table.pier_colour, table.closed.limit)
    return actions.answer(one.attached, one.crew)


class Beginner:
    """Somebody in a first game, who collects two colours: those of which the most cards are in the hand.

    Takes an open card of these colours whose number they lack, the discards' before the pier's, or else one
    from the stock. Drops the highest card of other colours, the pier's excepted. Sails when no more than
    `ENOUGH` is left, with the two colours as a crew. Attaches whatever fits to the crew of others.
    """

    def choose(self, observation: View, random: Random) -> Action:
        """The same whenever the same is seen."""
        table, hand = observation.table, observation.hand
        crew = _longest(hand, table.pier_colour)
        match table.phase:
            case "draw":
                return _wanted(observation, crew)
            case "drop":
                left = split.laid_out(hand, table.pier_colour, crew).stowaways
                card = max(left or hand, key=lambda card: NUMBER[card])
                if SAIL in observation.legal and sum(NUMBER[card] for card in left) - NUMBER[card] <= ENOUGH:
                    return SAIL
                return DROPS[card]
            case "split":
                return actions.in_order(CREW_ACTION[crew], hand)
            case _:
                attached = split.attachings(hand, table.closed.crew if table.closed else b"")[-1]
                crew = _longest(hand.translate(None, attached), table.pier_colour)
                return actions.in_order(actions.answer(attached, crew), hand)


ENOUGH = 10
"""With so much left a beginner sails."""


def _longest(hand: Cards, pier: int) -> split.Crew:
    """The two colours, or fewer, with the most numbers together."""
    return min(split.worths(hand, pier), key=lambda worth: (worth.stowaways, worth)).crew


def _wanted(view: View, crew: split.Crew) -> Action:
    """An open card that fits the crew, or the stock."""
    table = view.table
    numbers = {NUMBER[card] for card in view.hand if COLOUR[card] in crew}
    for source, card in ((DRAW_DISCARD, table.discards[-1]), (DRAW_PIER, table.pier[0])):
        fits = COLOUR[card] in crew and NUMBER[card] not in numbers
        if source in view.legal and fits and (source == DRAW_DISCARD or len(table.pier) > 1):
            return source
    return DRAW_STOCK
