"""What games share that set up a position: cards by name, each in one place, and the rest from the seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from games.cards import Card, Cards, without
from games.text import Seat
from games.tricks import Followed

Laid: TypeAlias = list[tuple[Seat, int]]
"""A trick: who laid what, in order of play."""

_Value = TypeVar("_Value")


def by_seat(what: str, values: Sequence[_Value], players: int, default: _Value) -> tuple[_Value, ...]:
    """A value for each seat; `default` for all if nothing is said. ValueError if there are too few."""
    if values and len(values) != players:
        raise ValueError(f"There are {players} seats, but {what} for {len(values)}.")
    return tuple(values) or (default,) * players


def check_between(what: str, value: int, lowest: int, highest: int) -> None:
    """ValueError if it is not from one to the other."""
    if not lowest <= value <= highest:
        raise ValueError(f"{what} can be {lowest} to {highest} there, not {value}.")


def check_scores(scores: Sequence[int], lowest: int, highest: int) -> None:
    """ValueError if somebody has fewer or more points than there can be by then."""
    for seat, points in enumerate(scores):
        check_between(f"The score of seat {seat}", points, lowest, highest)


def named(words: str, names: Mapping[str, int]) -> Cards:
    """What these names mean, in their order; a name has one word or two. ValueError if one means nothing."""
    found, rest = bytearray(), words.split()
    while rest:
        name = " ".join(rest[:2])
        name = name if name in names else rest[0]
        if name not in names:
            raise ValueError(f"{name!r} is not in this game, or not as it is played here.")
        found.append(names[name])
        rest = rest[len(name.split()) :]
    return bytes(found)


class Pack:
    """All cards of a game, in the order of the deal: what is named is taken out, the rest can be dealt."""

    def __init__(self, deck: Cards, order: Sequence[int], names: Mapping[str, Card]) -> None:
        """`order`: which card of the deck comes first, second ... (`fairness.shuffled`)."""
        self.rest = bytes([deck[place] for place in order])
        """What is left, from the top."""
        self._names = {name: card for name, card in names.items() if card in deck}

    def take(self, words: str) -> Cards:
        """The cards of these names, taken out. ValueError if there is no such card, or it is gone."""
        return self.take_out(named(words, self._names))

    def take_out(self, cards: Cards) -> Cards:
        """These cards, taken out. ValueError if one is gone already."""
        for card in cards:
            if card not in self.rest:
                name = next(name for name, of in self._names.items() if of == card)
                raise ValueError(f"{name!r} lies in two places.")
            self.rest = without(self.rest, card)
        return cards

    def deal(self, count: int, barred: Cards = b"") -> Cards:
        """So many cards from the top, none of those that are barred. ValueError if there are too few."""
        dealt = self.rest.translate(None, barred)[: max(count, 0)]
        if len(dealt) != count:
            raise ValueError(f"{count} cards cannot be dealt there: {len(dealt)} are left that fit.")
        self.rest = self.rest.translate(None, dealt)
        return dealt

    def hands(
        self, held: Sequence[str | None], gone: Sequence[Cards], each: int, barred: Sequence[Cards]
    ) -> tuple[Cards, ...]:
        """The hands as they were dealt, by seat: what is held (None: the first cards that fit), and what is
        gone since. ValueError if somebody would not have had `each` cards. `barred`: what a seat cannot hold.
        """
        for cards in gone:
            self.take_out(cards)
        known = [
            None if words is None else self.take(words) for words in by_seat("hands", held, len(gone), None)
        ]
        hands: list[Cards] = []
        for seat, said in enumerate(known):
            left = each - len(gone[seat])
            own = self.deal(left, barred[seat]) if said is None else said
            if len(own) != left:
                raise ValueError(f"Seat {seat} holds {len(own)} cards, and would have {left} then.")
            hands.append(bytes(sorted(gone[seat] + own)))
        return tuple(hands)


def tricks(
    fallen: Cards, trick: Cards, players: int, leader: Seat, leads_next: Callable[[Cards], int]
) -> list[Laid]:
    """A round's whole tricks, and the one that lies there. `leads_next`: whose place in a trick leads then.

    ValueError if they are not whole, or that one is.
    """
    if len(fallen) % players or len(trick) >= players:
        raise ValueError(f"{players} cards make a trick: `fallen` has whole ones, `trick` has fewer cards.")
    cards, found = fallen + trick, list[Laid]()
    for start in range(0, len(cards), players):
        faces = cards[start : start + players]
        found.append([((leader + place) % players, face) for place, face in enumerate(faces)])
        leader = (leader + leads_next(faces)) % players
    return found


def laid_by(laid: Sequence[Laid], players: int) -> list[Cards]:
    """What each seat has laid."""
    return [bytes([face for trick in laid for who, face in trick if who == seat]) for seat in range(players)]


def barred(laid: Sequence[Laid], players: int, led: Callable[[Cards], Followed | None]) -> list[Cards]:
    """The cards that each seat cannot hold, having laid another suit when one was led."""
    found = [b""] * players
    for trick in laid:
        for place, (seat, face) in enumerate(trick):
            suit = led(bytes([before for _seat, before in trick[:place]]))
            if suit is not None and face in suit.held_back:
                found[seat] += bytes(suit.cards)
    return found
