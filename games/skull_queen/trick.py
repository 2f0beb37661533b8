"""What a trick does: which colour is led, who goes up or down with which pirate, what lies in the middle, who
leads next.

A trick is the cards in the order of play. Answers are places in that order, 0 for whoever led.
"""

from __future__ import annotations

import msgspec

from games.cards import ONE, Card, Cards
from games.skull_queen import constants
from games.skull_queen.cards import (
    COLOUR,
    COLOURS,
    FOLLOWED,
    OTHERS,
    RANKS,
    SPECIALS,
    TWO_DOWN,
    TWO_UP,
    VALUES,
    Colour,
)
from games.text import Seat
from games.tricks import Followed

FROM_MIDDLE = -1
"""The place of a card that nobody played in this trick: it lay in the middle."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One colour's highest or lowest card, and how far it sends the pirate of whoever played it."""

    place: int
    card: Card
    colour: Colour
    steps: int
    """Up, or below 0 down."""


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """How a trick ends: each colour's step up, then its step down; and what lies in the middle after it."""

    steps: tuple[Step, ...]
    middle: Cards


def followed(trick: Cards) -> Followed | None:
    """What must be followed; None as long as no card with a colour lies there."""
    deciding = trick.lstrip(SPECIALS)
    return FOLLOWED[deciding[0]] if deciding else None


def playable(hand: Cards, played: Cards) -> Cards:
    """The cards of a hand that may be played on what lies there."""
    colour = followed(played)
    return hand if colour is None else colour.playable(hand)


def colour_led(trick: Cards) -> Colour | None:
    """The colour of the first card that has one, which Monkey and First Mate take; None if there is none."""
    deciding = trick.lstrip(SPECIALS)
    return COLOUR[deciding[0]] if deciding else None


def voids_after(voids: bytes, seat: Seat, played: Cards, card: Card) -> bytes:
    """The colours that each seat has shown not to have, when this seat lays a card on what was played; they
    stay empty where they were not noticed from the deal on.
    """
    suit = followed(played)
    if not voids or suit is None or card not in suit.held_back:
        return voids
    shown = voids[seat] | 1 << (colour_led(played) or 0)
    return voids[:seat] + ONE[shown] + voids[seat + 1 :]


def settle(trick: Cards, middle: Cards) -> Verdict:
    """How the trick ends. ValueError if no colour has been led."""
    deciding = trick.lstrip(SPECIALS)
    if not deciding:
        raise ValueError("No colour has been led.")
    ranks = trick.translate(RANKS[deciding[0]])
    pool = ranks + middle
    steps: list[Step] = []
    stays = b""
    for colour in range(len(COLOURS)):
        own = pool.translate(None, OTHERS[colour])
        if len(own) > 1:
            steps += _both_ways(trick, ranks, own, colour)
        else:
            stays += own
    return Verdict(tuple(steps), stays)


def _both_ways(trick: Cards, ranks: Cards, own: Cards, colour: Colour) -> tuple[Step, Step]:
    """The highest goes up and the lowest down: two cards or more of one colour, among them those of the
    middle.
    """
    up = constants.LONG_STEP if TWO_UP[colour] in own else constants.STEP
    down = constants.LONG_STEP if TWO_DOWN[colour] in own else constants.STEP
    highest, lowest = max(own), min(own)
    top, bottom = ranks.find(highest), ranks.find(lowest)
    return (
        Step(top, highest if top < 0 else trick[top], colour, up),
        Step(bottom, lowest if bottom < 0 else trick[bottom], colour, -down),
    )


def leads_next(trick: Cards) -> int:
    """The highest value of all colours leads the next trick, 13 and 0 for the specials; of equals the later
    one.
    """
    values = trick.translate(VALUES)
    return values.rfind(max(values))


def values_of(trick: Cards) -> bytes:
    """The values of its cards, in order."""
    return trick.translate(VALUES)
