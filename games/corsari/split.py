"""How cards are split when a ship sails: prisoners, crew and stowaways.

A split is fixed by naming up to two crew colours, in order, other than the pier's: every number that they
hold joins the crew, once, and of two equal numbers the first-named colour's. The rest are stowaways. (Ours:
the leaflet calls the stowaways "the remaining cards", and prisoners whatever has the pier's colour.)
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple, TypeAlias

import msgspec

from games.cards import ONE, Card, Cards
from games.corsari.cards import BIT, COLOUR, COUNT, HIGHEST, NUMBER, OF_COLOUR, SUM, Colour
from games.corsari.constants import COLOURS

Crew: TypeAlias = tuple[Colour, ...]
"""Up to two colours, the one that keeps equal numbers first."""
NOBODY: Crew = ()


class Layout(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A player's cards, laid out. `attached` went to the closer's crew."""

    prisoners: Cards
    crew: Cards
    stowaways: Cards
    attached: Cards = b""

    @property
    def limit(self) -> int:
        """The sum of the stowaways' numbers."""
        return sum([NUMBER[card] for card in self.stowaways])


class Worth(NamedTuple):
    """What a split comes to, in the order in which a closer prefers: low limit, few stowaways, few colours
    for others to attach to.
    """

    limit: int
    stowaways: int
    colours: int
    crew: Crew


def laid_out(cards: Cards, pier: Colour, crew: Crew, attached: Cards = b"") -> Layout:
    """The cards split with this crew; `attached`: what was put to the closer's crew, not in `cards`."""
    aboard, numbers = b"", 0
    for colour in crew:
        joining = bytes([card for card in cards if COLOUR[card] == colour and not BIT[card] & numbers])
        numbers |= sum([BIT[card] for card in joining])
        aboard += joining
    prisoners = bytes([card for card in cards if COLOUR[card] == pier])
    return Layout(prisoners, aboard, cards.translate(None, prisoners + aboard), attached)


def numbers_by_colour(cards: Cards, pier: Colour) -> list[tuple[Colour, int]]:
    """The set of numbers held in each colour but the pier's, as far as there are any."""
    held = [0] * COLOURS
    for card in cards:
        held[COLOUR[card]] |= BIT[card]
    held[pier] = 0
    return [(colour, numbers) for colour, numbers in enumerate(held) if numbers]


def crews(cards: Cards, pier: Colour) -> list[Crew]:
    """Every crew that makes a split of its own, in the order of the colours.

    Left out is what another way of naming says already: a second colour which adds nobody, and the other
    order of two colours that share no number.
    """
    held = numbers_by_colour(cards, pier)
    found: list[Crew] = [NOBODY]
    for first, ours in held:
        found.append((first,))
        found += [
            (first, second)
            for second, theirs in held
            if theirs & ~ours and second != first and (first < second or ours & theirs)
        ]
    return found


def worths(cards: Cards, pier: Colour) -> list[Worth]:
    """What each pair of colours, each one alone, and no crew at all come to; the best first.

    The order of two colours changes neither limit nor number of stowaways, so each pair is there once; not if
    one of the two would add nobody.
    """
    held = numbers_by_colour(cards, pier)
    total, count = _all_of(held)
    found = [Worth(total, count, 0, NOBODY)]
    found += [Worth(total - SUM[numbers], count - COUNT[numbers], 1, (colour,)) for colour, numbers in held]
    for (first, ours), (second, theirs) in combinations(held, 2):
        both = ours | theirs
        if both not in (ours, theirs):
            found.append(Worth(total - SUM[both], count - COUNT[both], 2, (first, second)))
    return sorted(found)


def _all_of(held: list[tuple[Colour, int]]) -> tuple[int, int]:
    """The sum and the count of all cards but prisoners."""
    return sum([SUM[numbers] for _colour, numbers in held]), sum(
        [COUNT[numbers] for _colour, numbers in held]
    )


def best(cards: Cards, pier: Colour) -> Worth:
    """The lowest limit; of those the fewest stowaways, then the fewest crew colours."""
    held = numbers_by_colour(cards, pier)
    total, count = _all_of(held)
    chosen, top, crew = 0, (0, 0), NOBODY
    for place, (first, ours) in enumerate(held):
        if (SUM[ours], COUNT[ours] * 4 + 1) > top:
            chosen, top, crew = ours, (SUM[ours], COUNT[ours] * 4 + 1), (first,)
        for second, theirs in held[place + 1 :]:
            both = ours | theirs
            if SUM[both] >= top[0] and (SUM[both], COUNT[both] * 4) > top:
                chosen, top, crew = both, (SUM[both], COUNT[both] * 4), (first, second)
    return Worth(total - SUM[chosen], count - COUNT[chosen], len(crew), crew)


def limit_after_drop(cards: Cards, pier: Colour) -> int:
    """The lowest limit that is left when the best card has been dropped."""
    return _after_drop(cards, pier)[0]


def _after_drop(cards: Cards, pier: Colour) -> tuple[int, set[int]]:
    """The lowest limit that is left after a drop, and which numbers bring it about: some splits' highest
    stowaways; 0 if any card will do.
    """
    held = numbers_by_colour(cards, pier)
    total, once, twice = 0, 0, 0
    for _colour, numbers in held:
        total += SUM[numbers]
        twice |= once & numbers
        once |= numbers
    highest = HIGHEST[once]
    lowest, dropped = total - highest, {highest}
    for place, (_first, ours) in enumerate(held):
        for _second, theirs in held[place:]:
            both = ours | theirs
            highest = HIGHEST[twice | once & ~both]
            limit = total - SUM[both] - highest
            if limit < lowest:
                lowest, dropped = limit, {highest}
            elif limit == lowest:
                dropped.add(highest)
    return lowest, dropped


def attachable(cards: Cards, crew: Cards) -> Cards:
    """The cards that fit the closer's crew as it was laid out: one of its colours, a number that it lacks."""
    taken = sum([BIT[card] for card in crew])
    welcome = b"".join([OF_COLOUR[colour] for colour in {COLOUR[card] for card in crew}])
    return bytes([card for card in cards if card in welcome and not BIT[card] & taken])


def attachings(cards: Cards, crew: Cards) -> list[Cards]:
    """Every choice of cards to attach, none among them: at most one of a number. Each in ascending order."""
    found: list[tuple[Cards, int]] = [(b"", 0)]
    for card in attachable(cards, crew):
        bit, alone = BIT[card], bytes((card,))
        found += [(chosen + alone, numbers | bit) for chosen, numbers in found if not numbers & bit]
    return [chosen for chosen, _numbers in found]


def best_drop(cards: Cards, pier: Colour) -> tuple[Card, Worth]:
    """The card to drop for the best split of the rest, and that split; of equal ones the highest number."""
    _lowest, numbers = _after_drop(cards, pier)
    worth_trying = cards if 0 in numbers else [card for card in cards if NUMBER[card] in numbers]
    found = [(best(cards.replace(ONE[card], b""), pier), -NUMBER[card], card) for card in worth_trying]
    worth, _number, card = min(found)
    return card, worth
