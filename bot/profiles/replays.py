"""A finished game, step by step: each state, what led to it, and where its rounds begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.refusal import Refusal
from bot.tables.history import replay_states
from bot.tables.model import Table
from games.contract import Action, Event
from games.text import _
from storage.models import ActionRow


class Step(msgspec.Struct, frozen=True):
    """The game after so many actions. `seat`: whose action the last one was, and which; None before the
    first.
    """

    number: int
    state: Any
    events: tuple[Event, ...]
    seat: int | None
    action: Action = ""
    robot: bool = False
    """Whether a robot chose it."""


class Replay(msgspec.Struct, frozen=True):
    """All of a game. `rounds`: the numbers of the steps with which its chapters begin."""

    table: Table
    steps: tuple[Step, ...]
    rounds: tuple[int, ...]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps) - 1

    def nearest(self, number: int) -> int:
        """The step of this number, or the first or last one."""
        return max(0, min(number, self.last))

    def round_of(self, step: int) -> int:
        """In which of the rounds a step is, from 0."""
        return max(place for place, start in enumerate(self.rounds) if start <= step)


def replay_of(table: Table, log: Sequence[ActionRow]) -> Replay:
    """The game at this table. Refusal while it goes on: hands are nobody else's business until it is over."""
    if table.phase != "over":
        raise Refusal("early", _("You can replay a game once it's over. /log tells what's happened so far."))
    made = [(None, "", False), *((row.seat, row.action, row.user is None) for row in log)]
    steps = tuple(
        Step(number, state, events, *made[number])
        for number, (state, events) in enumerate(replay_states(table, log))
    )
    ends = [step.number for step in steps if any(map(table.game.milestone, step.events))]
    return Replay(table, steps, (0, *(end for end in ends if end < len(steps) - 1)))
