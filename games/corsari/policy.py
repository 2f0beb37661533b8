"""How a sailor plays: swaps cards until the limit is low, and sails the sooner the higher it still may be.

It plays everybody in a playout, so it is quick: a hand is *held*, the set of numbers in each colour
(`games.corsari.cards`), and whatever is asked of it is found from those by tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from games.cards import Card, Cards
from games.contract import Action
from games.corsari import actions
from games.corsari.actions import CREW_ACTION, DRAW_DISCARD, DRAW_PIER, DRAW_STOCK, DROPS, SAIL
from games.corsari.answering import best_answer
from games.corsari.cards import BIT, COLOUR, COUNT, HIGHEST, SUM, Colour
from games.corsari.constants import COLOURS, NUMBERS
from games.corsari.split import best
from games.corsari.state import Table

Held: TypeAlias = list[int]
"""The set of numbers in each colour."""

SAILS_AT = {
    2: (19, 16, 13, 12, 9, 8, 8, 7, 7, 6, 6, 5, 4),
    3: (17, 15, 11, 10, 10, 9, 7, 7, 5, 4, 4, 3),
    4: (15, 14, 13, 11, 9, 8, 7, 5, 4, 3, 2),
}
"""With such a limit or less, by players and by complete rounds (the last for all later ones). Early nobody
else has got far; later those who have not sailed are about to, and send under whoever sails with more.
"""
EVERY_NUMBER = (1 << NUMBERS) - 1


def held(cards: Iterable[Card]) -> Held:
    """The numbers of these cards for each colour, as bits."""
    numbers = [0] * COLOURS
    for card in cards:
        numbers[COLOUR[card]] |= BIT[card]
    return numbers


def cards_of(held: Held) -> Cards:
    """The cards of such sets, sorted."""
    return bytes(
        [
            colour * NUMBERS + place
            for colour, numbers in enumerate(held)
            for place in range(NUMBERS)
            if numbers >> place & 1
        ]
    )


class Drop(NamedTuple):
    """What is left when the best card has been dropped: the limit, which number that card has (0 if there are
    no stowaways), and the colours of the crew.
    """

    limit: int
    number: int
    first: Colour
    second: Colour


def best_drop(held: Held, pier: Colour) -> Drop:
    """The drop that leaves the lowest limit; the highest number of those that do."""
    total = once = twice = 0
    colours: list[tuple[int, Colour]] = []
    for colour, numbers in enumerate(held):
        if numbers and colour != pier:
            colours.append((SUM[numbers], colour))
            total += SUM[numbers]
            twice |= once & numbers
            once |= numbers
    colours.sort(reverse=True)
    most = number = -1
    first = second = pier
    for place, (sum_of_one, one) in enumerate(colours):
        ours = held[one]
        for sum_of_other, other in colours[place:]:
            if sum_of_one + sum_of_other + NUMBERS < most:
                break
            both = ours | held[other]
            highest = HIGHEST[twice | once & ~both]
            spared = SUM[both] + highest
            if spared > most or (spared == most and highest > number):
                most, number, first, second = spared, highest, one, other
    return Drop(total - most, number, first, second) if colours else Drop(0, 0, pier, pier)


def dropped(held: Held, pier: Colour, drop: Drop) -> Card:
    """The card: of stowaways with the number that is to go, the one whose colour is held least."""
    if not drop.number:
        colour = pier if held[pier] else drop.first
        return colour * NUMBERS + HIGHEST[held[colour]] - 1
    bit, found, fewest = 1 << drop.number - 1, drop.second, NUMBERS + 1
    for colour, numbers in enumerate(held):
        if not numbers & bit or colour in (pier, drop.first):
            continue
        if (colour != drop.second or held[drop.first] & bit) and COUNT[numbers] < fewest:
            found, fewest = colour, COUNT[numbers]
    return found * NUMBERS + drop.number - 1


def from_stock(held: Held, pier: Colour, seen: Held, now: Drop) -> float:
    """The limit that a card from the stock leaves on average, if the crew stays as it is.

    `seen`: cards that cannot be in the stock. `now`: the best drop of the hand as it is, without a draw.
    """
    unseen = [EVERY_NUMBER & ~gone & ~own for gone, own in zip(seen, held, strict=True)]
    left = sum([COUNT[numbers] for numbers in unseen])
    if not left:
        return now.limit + now.number
    crew = held[now.first] | held[now.second]
    wanted = {pier: EVERY_NUMBER, now.first: ~crew, now.second: ~crew}
    useful = sum([COUNT[unseen[colour] & numbers] for colour, numbers in wanted.items()])
    highest = now.number
    # A useful card lets the highest stowaway go; another one takes its place, if it is lower.
    lower = highest * (highest - 1) / (2 * NUMBERS)
    return now.limit + highest - (useful * highest + (left - useful) * lower) / left


def best_draw(held: Held, pier: Sequence[Card], top: Card, seen: Held) -> Action:
    """The source with the lowest limit after the drop. The pier's last card, which ends the hand, is left."""
    colour = COLOUR[pier[0]]
    source, lowest = DRAW_STOCK, from_stock(held, colour, seen, best_drop(held, colour))
    limit = _limit_with(held, top, colour)
    if limit < lowest:
        source, lowest = DRAW_DISCARD, limit
    if len(pier) > 1 and _limit_with(held, pier[0], COLOUR[pier[1]]) < lowest:
        source = DRAW_PIER
    return source


def _limit_with(held: Held, card: Card, pier: Colour) -> int:
    """The limit after a drop, with this card."""
    held[COLOUR[card]] |= BIT[card]
    limit = best_drop(held, pier).limit
    held[COLOUR[card]] ^= BIT[card]
    return limit


def sails_at(players: int, turn: int) -> int:
    """With which limit the hand is closed, after so many turns."""
    limits = SAILS_AT[players]
    return limits[min(turn // players, len(limits) - 1)]


def choose(table: Table, hand: Cards) -> Action:
    """What a sailor whom the game waits for does with these cards."""
    match table.phase:
        case "draw":
            return _draw(table, hand)
        case "drop":
            return _drop(table, hand)
        case "split":
            return CREW_ACTION[best(hand, table.pier_colour).crew]
        case _:
            return _answer(table, hand)


def _draw(table: Table, hand: Cards) -> Action:
    if table.stock_only:
        return DRAW_STOCK
    seen = held(table.pier + table.discards + b"".join(table.penalties) + b"".join(table.taken))
    return best_draw(held(hand), table.pier, table.discards[-1], seen)


def _drop(table: Table, hand: Cards) -> Action:
    limit, drop = drop_of(table, hand)
    may_sail = table.closer != table.to_act[0] and not table.too_early
    return SAIL if may_sail and limit <= sails_at(table.players, table.turn) else drop


def drop_of(table: Table, hand: Cards) -> tuple[int, Action]:
    """The lowest limit that a drop leaves, and that drop."""
    mine = held(hand)
    best = best_drop(mine, table.pier_colour)
    return best.limit, DROPS[dropped(mine, table.pier_colour, best)]


def _answer(table: Table, hand: Cards) -> Action:
    if table.closed is None:
        raise ValueError("Nobody has closed this hand.")
    one = best_answer(hand, table.closed.crew, table.pier_colour, table.closed.limit)
    return actions.answer(one.attached, one.crew)
