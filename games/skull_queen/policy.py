"""How somebody sensible sets a plank and chooses a card, found quickly: so robots play that do not think, and
everybody in a playout.

Cards are bits of whole numbers here: a colour's ranks are `SPAN` bits side by side, the lowest first, so that
the cards above another are counted in one step. What a pirate can expect is a tuple by side and space
(`CELLS`), worked out once for the cards of its colour that a seat holds and those that it has not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from games.cards import Card, Cards
from games.contract import Action
from games.skull_queen import constants
from games.skull_queen.cards import COLOURS, MATE, MONKEY, PLAYS, SPECIALS, TWO_UP, Colour
from games.skull_queen.cards import RANKS as AS_LED
from games.skull_queen.dealing import deck_of
from games.skull_queen.plank import ACTION_OF, DOWN, OVERBOARD, SPACES, UP, WORTH, Plank, after
from games.skull_queen.state import Table
from games.skull_queen.trick import colour_led

Bits: TypeAlias = int
"""Cards as a set: those of all colours, or the ranks of one."""
Expected: TypeAlias = tuple[float, ...]
"""What a pirate is likely to be worth when the round ends, by side and space."""

SPAN = constants.MATE - constants.MONKEY + 1
"""Ranks of a colour, the two of Monkey and First Mate counted."""
COLOUR_BITS: Bits = (1 << SPAN) - 1
"""All ranks of one colour."""
SHIFTS = tuple(colour * SPAN for colour in range(len(COLOURS)))
"""The number of the bit at which each colour begins in a set of cards."""
SPECIAL_BITS: Bits = 1 << MONKEY | 1 << MATE
WILD = {MONKEY: 0, MATE: SPAN - 1}
"""The ranks of the two that take any colour."""
EIGHT, FIVE = constants.TWO_UP, constants.TWO_DOWN

# Chosen by trial: some thousands of games against other choices.

IN_ITS_COLOUR = 0.9
"""How often a card will be played where its colour is led, and the others follow it."""
TRIED = 3
"""Spaces of each pirate that are thought about."""
STEERING = 0.45
"""How likely a hurtful step is that a better choice of the moment might spare. Who trusts in that keeps fewer
pirates, and comes first more often.
"""

CELLS = tuple((side, space) for side in (UP, DOWN) for space in (OVERBOARD, *SPACES))
_ROW = len(CELLS) // 2
"""How many cells of `CELLS` each side of the plank has."""


def _cells_after(steps: int) -> tuple[int, ...]:
    return tuple(side * _ROW + after(space, steps) for side, space in CELLS)


_UP, _TWO_UP, _DOWN, _TWO_DOWN = map(
    _cells_after, (constants.STEP, constants.LONG_STEP, -constants.STEP, -constants.LONG_STEP)
)
_ENDS: Expected = tuple(float(WORTH[side][space]) for side, space in CELLS)


def bits(cards: Iterable[Card]) -> Bits:
    """The cards as a set."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


FOLLOWING = tuple(
    tuple(1 - (1 - 1 / max(others, 1)) ** unseen for unseen in range(SPAN))
    for others in range(constants.PLAYERS[-1])
)
"""How likely one of so many others has a card of a colour of which so many are unseen."""


@lru_cache(maxsize=1 << 15)
def expected(others: int, unseen: Bits, own: Bits) -> Expected:
    """What a pirate is likely to be worth in the end to whoever holds these cards of its colour, while so
    many others have those that are unseen.
    """
    live, held, places = unseen | own, 0, {EIGHT: 0, FIVE: 0}
    while own:
        card = own & -own
        own ^= card
        place = 1 << (live & (card - 1)).bit_count()
        held |= place
        if card in _LONG:
            places[_LONG[card]] = place
    return _expected(others, unseen.bit_count(), held, places[EIGHT], places[FIVE])


_LONG = {1 << EIGHT: EIGHT, 1 << FIVE: FIVE}


@lru_cache(maxsize=1 << 14)
def _expected(others: int, unseen: int, held: Bits, eight: Bits, five: Bits) -> Expected:
    """The same for the cards at these places among all that are not out of play, of which so many are unseen;
    the two that lengthen a step each at one of them, or at none.
    """
    if not held:
        return _ENDS
    lowest = held & -held
    then = _expected(others, unseen, (held ^ lowest) >> 1, eight >> 1, five >> 1)
    below = lowest.bit_length() - 1
    likely = IN_ITS_COLOUR * FOLLOWING[others][unseen]
    each = likely / unseen if unseen else 0.0
    alone = (1 - likely) ** others
    up, down = (1 - each * (unseen - below)) ** others - alone, (1 - each * below) ** others - alone
    higher, lower = _TWO_UP if lowest == eight else _UP, _TWO_DOWN if lowest == five else _DOWN
    found: list[float] = []
    for now, high, low in zip(then, higher, lower, strict=True):
        gain, loss = up * (then[high] - now), down * (then[low] - now)
        found.append(now + gain * (STEERING if gain < 0 else 1) + loss * (STEERING if loss < 0 else 1))
    return tuple(found)


def _by_colour(cards: Bits) -> list[Bits]:
    """The ranks of each colour."""
    return [cards >> shift & COLOUR_BITS for shift in SHIFTS]


def planks_for(others: int, unseen: Bits, hand: Bits, count: int = 1) -> list[Plank]:
    """The settings that promise most, the best first."""
    worths = [
        expected(others, hidden, held)
        for hidden, held in zip(_by_colour(unseen), _by_colour(hand), strict=True)
    ]
    tried = 1 if count == 1 else TRIED
    found: list[tuple[float, Plank]] = []
    for side in (UP, DOWN):
        spaces = [
            sorted([(worth[side * _ROW + space], space) for space in SPACES], reverse=True)[:tried]
            for worth in worths
        ]
        found += [
            (sum([worth for worth, _space in each]), bytes((side, *[space for _worth, space in each])))
            for each in product(*spaces)
        ]
    return [plank for _worth, plank in sorted(found, reverse=True)[:count]]


def card_gains(
    others: int,
    unseen: Bits,
    hand: Bits,
    plank: Sequence[int],
    lying: Bits,
    led: Colour | None,
    still: int,
    wild: Bits = 0,
) -> list[tuple[float, Card]]:
    """What each card of a hand that may be played is worth now, against keeping it.

    `lying`: the ranks of the trick and the middle. `still`: how many play after this seat. `wild`: the rank
    of Monkey or First Mate, if one lies there and no colour is led yet.
    """
    row = plank[0] * _ROW
    own, missing = hand & ~SPECIAL_BITS, 1.0
    if led is not None:
        suit = COLOUR_BITS << SHIFTS[led]
        if hand & suit:
            own = hand & suit
            if not own & (own - 1) and not hand & SPECIAL_BITS:
                return [(0.0, own.bit_length() - 1)]
        else:
            missing = 1 - FOLLOWING[others][(unseen & suit).bit_count()]
    found: list[tuple[float, Card]] = []
    for colour, shift in enumerate(SHIFTS):
        cards = own >> shift & COLOUR_BITS
        if not cards:
            continue
        hidden, held = unseen >> shift & COLOUR_BITS, hand >> shift & COLOUR_BITS
        there = lying >> shift & COLOUR_BITS | wild
        if led is None or led == colour:
            likely = FOLLOWING[others][hidden.bit_count()]
        else:
            likely = missing * hidden.bit_count() / max(unseen.bit_count(), 1)
        each = likely / (hidden.bit_count() or 1)
        alone = 0.0 if there else (1 - likely) ** still
        at = row + plank[1 + colour]
        now = expected(others, hidden, held)[at]
        while cards:
            card = cards & -cards
            cards ^= card
            then = expected(others, hidden, held ^ card)
            gain = _worth(then, at, hidden, card, there, each, alone, still) - now
            found.append((gain, shift + card.bit_length() - 1))
    for special in SPECIALS:
        if hand >> special & 1:
            colours = range(len(SHIFTS)) if led is None else (led,)
            gains = [_gain_as(special, others, unseen, hand, plank, lying, led, still) for led in colours]
            found.append((sum(gains) / len(gains), special))
    return found


def _gain_as(
    special: Card,
    others: int,
    unseen: Bits,
    hand: Bits,
    plank: Sequence[int],
    lying: Bits,
    led: Colour,
    still: int,
) -> float:
    """What Monkey or First Mate is worth now where this colour is led."""
    shift, at = SHIFTS[led], plank[0] * _ROW + plank[1 + led]
    hidden, there = unseen >> shift & COLOUR_BITS, lying >> shift & COLOUR_BITS
    likely = FOLLOWING[others][hidden.bit_count()]
    each = likely / (hidden.bit_count() or 1)
    alone = 0.0 if there else (1 - likely) ** still
    then = expected(others, hidden, hand >> shift & COLOUR_BITS)
    return _worth(then, at, hidden, 1 << WILD[special], there, each, alone, still) - then[at]


def _worth(
    then: Expected, at: int, hidden: Bits, card: Bits, there: Bits, each: float, alone: float, still: int
) -> float:
    """What a pirate in this cell is likely to be worth after a rank of its colour was played, where `then`
    holds once it is gone. Whoever is still to play plays each hidden card so likely, and all of them another
    colour so likely that this rank stays alone.
    """
    worth, pool = then[at], there | card
    if card > there:
        up = (1 - each * (hidden // card).bit_count()) ** still - alone
        worth += up * (then[(_TWO_UP if pool >> EIGHT & 1 else _UP)[at]] - then[at])
    if not there & (card - 1):
        down = (1 - each * (hidden & (card - 1)).bit_count()) ** still - alone
        worth += down * (then[(_TWO_DOWN if pool >> FIVE & 1 else _DOWN)[at]] - then[at])
    return worth


def others_of(players: int) -> int:
    """Who plays in a trick besides a seat, the old Pirate King counted."""
    return max(players - 1, constants.OLD_KING_PLAYS)


def worth_of(others: int, unseen: Bits, hand: Bits, plank: Sequence[int]) -> float:
    """What a plank is likely to be worth in the end to whoever has these cards."""
    row = plank[0] * _ROW
    return sum(
        [
            expected(others, unseen >> shift & COLOUR_BITS, hand >> shift & COLOUR_BITS)[row + space]
            for shift, space in zip(SHIFTS, plank[1:], strict=True)
        ]
    )


def unseen_by(table: Table, hand: Cards) -> Cards:
    """The cards that whoever has this hand has not seen in this round."""
    seen = hand + table.trick + table.middle + table.aside + table.gone
    return deck_of(table.players).translate(None, seen)


def planks(table: Table, hand: Cards, count: int) -> tuple[Action, ...]:
    """The ways to set a plank that promise most to whoever has this hand, the best first."""
    own, unseen = bits(hand), bits(unseen_by(table, hand))
    best = planks_for(others_of(table.players), unseen, own, count)
    return tuple([ACTION_OF[each] for each in best])


def cards(table: Table, hand: Cards, plank: Plank) -> tuple[Action, ...]:
    """The cards of a hand that may be played now, the best first."""
    own, unseen = bits(hand), bits(unseen_by(table, hand))
    others, trick = others_of(table.players), table.trick
    led, lying, wild = colour_led(trick), bits(table.middle), 0
    if led is None:
        wild = bits(WILD[card] for card in trick)
    else:
        lying |= bits(trick.translate(AS_LED[TWO_UP[led]]))
    gains = card_gains(others, unseen, own, plank, lying, led, others - len(trick), wild)
    return tuple([PLAYS[card] for _gain, card in sorted(gains, reverse=True)])


def action(table: Table, hand: Cards, plank: Plank) -> Action:
    """What somebody sensible does who has this hand and (once it is set) this plank."""
    return planks(table, hand, 1)[0] if table.phase == "plank" else cards(table, hand, plank)[0]
