"""What the records of a game that is over say of those who played it: hand by hand, who cost whom what, how
close it was. Pure.

A hand is told of somebody only if every choice of their seat in it was their own: not where a robot chose for
them, nor somebody else who sat there before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from bot.tables.history import replay_states
from bot.tables.model import Table
from games.contract import Cost, Figure, Outcome
from storage.models import ActionRow


class Hand(msgspec.Struct, frozen=True):
    """A hand of a game, or all of a game that knows none. Tuples by seat."""

    number: int
    """From 0, among the game's."""
    start: int
    end: int
    """After how many actions it began, and was over."""
    brought: tuple[int, ...]
    held: tuple[int, ...]
    """After how many actions each seat last had to choose with most of its cards in its hand."""
    own: tuple[bool, ...]
    """Whether whoever has the seat made all of its choices."""
    costs: tuple[Cost, ...]
    last: bool
    """Whether the game was over with it."""

    def told_costs(self) -> Iterator[Cost]:
        """Those in which both seats were played by those who have them."""
        return (cost for cost in self.costs if self.own[cost.by] and self.own[cost.who])


class Facts(msgspec.Struct, frozen=True):
    """A game that is over; without hands and figures if all but one gave up before its end."""

    outcome: Outcome
    hands: tuple[Hand, ...]
    figures: tuple[Figure, ...]
    days: tuple[float, float]
    """When the first and the last choice was made, in Unix seconds."""

    @property
    def margin(self) -> int | None:
        """By how many points the first was ahead of the second, 0 if they had as many; None where the place
        was won by something else.
        """
        if not self.hands:
            return None
        sign = 1 if self.outcome.higher_is_better else -1
        first, second, *_others = sorted(zip(self.outcome.places, self.outcome.points, strict=True))
        ahead = sign * (first[1] - second[1])
        return None if ahead < 0 else ahead


def facts_of(table: Table, log: Sequence[ActionRow]) -> Facts | None:
    """What there is to tell of the game; None while it goes on."""
    if table.outcome is None:
        return None
    days = (log[0].at, log[-1].at) if log else (table.created, table.changed)
    if table.was_conceded:
        return Facts(table.outcome, (), (), days)
    hands = tuple(_hands(table, log, table.outcome))
    return Facts(table.outcome, hands, tuple(table.game.figures(table.state)), days)


class _Seen:
    """What is noted of a hand while it goes on, by seat."""

    def __init__(self, players: int, start: int = 0) -> None:
        self.start = start
        self.own = [True] * players
        self.held = [(-1, -1)] * players
        self.costs: list[Cost] = []

    def note(self, table: Table, number: int, state: Any, move: ActionRow) -> None:
        """Somebody chose in this state, after so many actions."""
        cards = len(getattr(table.game.observe(state, move.seat), "hand", b""))
        self.held[move.seat] = max(self.held[move.seat], (cards, number))
        self.own[move.seat] &= move.user == table.seats[move.seat].user

    def ended(self, number: int, brought: tuple[int, ...], at: int, last: bool) -> Hand:
        """The hand that was over after so many actions (`at`)."""
        held = tuple(at - 1 if step < 0 else step for _cards, step in self.held)
        return Hand(number, self.start, at, brought, held, tuple(self.own), tuple(self.costs), last)


def _hands(table: Table, log: Sequence[ActionRow], outcome: Outcome) -> Iterator[Hand]:
    """What the game knows as hands; else all of it as one."""
    game, players, number = table.game, len(table.seats), 0
    seen, before = _Seen(players), None
    for at, (state, events) in enumerate(replay_states(table, log)):
        if at:
            seen.note(table, at - 1, before, log[at - 1])
            reckoning = game.reckoned(game.observe(before, None), events)
            seen.costs += reckoning.costs
            if reckoning.brought:
                yield seen.ended(number, reckoning.brought, at, at == len(log))
                seen, number = _Seen(players, at), number + 1
        before = state
    if not number:
        yield seen.ended(0, outcome.points, len(log), True)
