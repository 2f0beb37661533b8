"""This game's sensible robot from before there were levels: a yardstick that does not move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from games.cards import ONE, Card, Cards
from games.contract import Action
from games.skull_queen import constants, trick
from games.skull_queen.cards import (
    CARD_OF,
    COLOUR,
    COLOURS,
    OTHERS,
    PLAYS,
    RANKS,
    SPECIALS,
    TWO_DOWN,
    TWO_UP,
    VALUES,
    Colour,
)
from games.skull_queen.constants import OLD_KING_PLAYS
from games.skull_queen.dealing import deck_of
from games.skull_queen.plank import ACTION_OF, DOWN, SPACES, UP, WORTH, Side, Space, after
from games.skull_queen.state import View
from games.skull_queen.trick import playable

IN_ITS_COLOUR = 0.8
"""How often a card will be played where its colour is led, and the others follow it."""
STEERING = 0.75
"""How likely a hurtful step is that a better choice of the moment might spare."""


class Sensible:
    """Puts its pirates where its hand will leave them best, and plays the card that serves them best."""

    def choose(self, observation: View, random: Random) -> Action:
        """The plank, or the card, that looks best; the same whenever the same is known."""
        crew = _Prospects(observation)
        return _plank(crew) if observation.table.phase == "plank" else _card(observation, crew)


class _Way(NamedTuple):
    """How likely a card sends its pirate up and down, and by how many spaces."""

    card: Card
    up: float
    down: float
    spaces_up: int
    spaces_down: int


class _Prospects:
    """What a seat may expect of its pirates, by the cards that it holds and those that it has not seen."""

    def __init__(self, view: View) -> None:
        table = view.table
        seen = view.hand + table.trick + table.middle + table.aside + table.gone
        self.hand = view.hand
        self.unseen = deck_of(view.players).translate(None, seen)
        self.others = max(view.players - 1, OLD_KING_PLAYS)
        """Who plays in a trick besides this seat."""
        self.ways = [
            [self._some_day(card) for card in _of(self.hand, colour)] for colour in range(len(COLOURS))
        ]

    def led(self, colour: Colour) -> float:
        """How likely another player has a card of this colour, and so plays it where it is led."""
        share = len(_of(self.unseen, colour)) / max(len(self.unseen), 1)
        return 1 - (1 - share) ** len(self.hand)

    def thrown(self, colour: Colour, led: Colour) -> float:
        """How likely another player, having none of the colour that is led, throws away one of this."""
        return (1 - self.led(led)) * len(_of(self.unseen, colour)) / max(len(self.unseen), 1)

    def way(self, card: Card, rank: int, lying: Cards, still: int, likely: float) -> _Way:
        """What a card does as this rank, when these ranks of its colour lie there and so many are still to
        play, each of them as likely to play this colour.
        """
        colour = COLOUR[rank]
        unseen = _of(self.unseen, colour)
        below = sum(other < rank for other in unseen) / max(len(unseen), 1)
        alone = 0.0 if lying else (1 - likely) ** still
        up = (1 - likely + likely * below) ** still - alone if rank > max(lying, default=-1) else 0.0
        down = (1 - likely * below) ** still - alone if rank < min(lying, default=255) else 0.0
        pool = (*lying, rank)
        spaces_up = constants.LONG_STEP if TWO_UP[colour] in pool else constants.STEP
        spaces_down = constants.LONG_STEP if TWO_DOWN[colour] in pool else constants.STEP
        return _Way(card, up, down, spaces_up, spaces_down)

    def _some_day(self, card: Card) -> _Way:
        """What a card may do at a moment not known yet."""
        likely = IN_ITS_COLOUR * self.led(COLOUR[card])
        return self.way(card, card, b"", self.others, likely)

    def worth(self, side: Side, space: Space, colour: Colour, without: Card | None = None) -> float:
        """What a pirate on this space is likely to be worth in the end; `without` a card just played."""
        return _expected(side, space, (way for way in self.ways[colour] if way.card != without))


def _of(cards: Cards, colour: Colour) -> Cards:
    """Those that have this colour."""
    return cards.translate(None, OTHERS[colour])


def _expected(side: Side, space: Space, ways: Iterable[_Way]) -> float:
    """The mean of what a pirate is worth after all these."""
    worth = WORTH[side]
    chances = [float(at == space) for at in range(len(worth))]
    for way in ways:
        chances = _spread(worth, chances, way)
    return sum(chance * points for chance, points in zip(chances, worth, strict=True))


def _spread(worth: Sequence[int], chances: Sequence[float], way: _Way) -> list[float]:
    """Where a pirate may stand after one more card."""
    spread = [chances[0]] + [0.0] * (len(chances) - 1)
    for space in SPACES:
        higher, lower = after(space, way.spaces_up), after(space, -way.spaces_down)
        up = way.up * (STEERING if worth[higher] < worth[space] else 1)
        down = way.down * (STEERING if worth[lower] < worth[space] else 1)
        spread[higher] += chances[space] * up
        spread[lower] += chances[space] * down
        spread[space] += chances[space] * (1 - up - down)
    return spread


def _plank(crew: _Prospects) -> Action:
    """The side, and on it for each pirate the space, that promise most."""
    best: list[tuple[float, bytes]] = []
    for side in (UP, DOWN):
        spaces = [
            max((crew.worth(side, space, colour), space) for space in SPACES)
            for colour in range(len(COLOURS))
        ]
        best.append(
            (sum(worth for worth, _space in spaces), bytes((side, *(space for _worth, space in spaces))))
        )
    return ACTION_OF[max(best)[1]]


def _card(view: View, crew: _Prospects) -> Action:
    return PLAYS[max(playable(view.hand, view.table.trick), key=lambda card: _gain(view, crew, card))]


def _gain(view: View, crew: _Prospects, card: Card) -> float:
    """What playing this card now is likely to be worth, against keeping it."""
    led = trick.colour_led(view.table.trick)
    if card not in SPECIALS:
        return _gain_in(view, crew, card, COLOUR[card], COLOUR[card] if led is None else led)
    if led is not None:
        return _gain_in(view, crew, card, led, led)
    return sum(_gain_in(view, crew, card, colour, colour) for colour in range(len(COLOURS))) / len(COLOURS)


def _gain_in(view: View, crew: _Prospects, card: Card, colour: Colour, led: Colour) -> float:
    """The same, where the card counts in this colour and that one is led."""
    table = view.table
    as_led = RANKS[_some_card(led)]
    lying = _of(table.trick.translate(as_led) + table.middle, colour)
    rank = as_led[card]
    still = crew.others - len(table.trick)
    likely = crew.led(colour) if colour == led else crew.thrown(colour, led)
    way = crew.way(card, rank, lying, still, likely)
    side, space = view.plank[0], view.plank[1 + colour]
    now = crew.worth(side, space, colour)
    stays = crew.worth(side, space, colour, card)
    higher = crew.worth(side, after(space, way.spaces_up), colour, card)
    lower = crew.worth(side, after(space, -way.spaces_down), colour, card)
    return way.up * higher + way.down * lower + (1 - way.up - way.down) * stays - now


def _some_card(colour: Colour) -> Card:
    """Any card that sets this colour."""
    return TWO_UP[colour]


class Beginner:
    """Somebody in a first game, who goes by what lies open.

    Takes the ascending side, and starts a pirate on the second space where its cards of that colour are high
    (their mean is above 6), else on the fourth. Plays the card that would bring most points if the trick
    ended with it; of equal ones that with the lowest number.
    """

    def choose(self, observation: View, random: Random) -> Action:
        """The same whenever the same is seen."""
        view = observation
        if view.table.phase == "plank":
            return ACTION_OF[
                bytes((UP, *(_first_space(view.hand, colour) for colour in range(len(COLOURS)))))
            ]
        allowed = [CARD_OF[action] for action in view.legal]
        return PLAYS[max(allowed, key=lambda card: (_gained_at_once(view, card), -VALUES[card]))]


def _first_space(hand: Cards, colour: Colour) -> Space:
    values = [VALUES[card] for card in _of(hand, colour) if card not in SPECIALS]
    return 2 if sum(values) > 6 * len(values) else 4


def _gained_at_once(view: View, card: Card) -> int:
    lying = view.table.trick + ONE[card]
    if not lying.strip(SPECIALS):
        return 0
    gained, worth = 0, WORTH[view.plank[0]]
    for step in trick.settle(lying, view.table.middle).steps:
        if step.place == len(lying) - 1:
            space = view.plank[1 + step.colour]
            gained += worth[after(space, step.steps)] - worth[space]
    return gained
