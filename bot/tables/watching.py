"""What was played: while somebody was away, and in a whole game, as a seat saw it, move by move; in words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.refusal import Refusal
from bot.tables import history
from bot.tables.model import Table
from games.contract import AnyGame, Event, Observation
from games.text import Text, _
from storage.models import ActionRow
from storage.sql.store import Store

FEW_MOVES = 13
"""So many are shown card by card. Of more, only those that ended something: a trick, a round."""
MOST_SHOWN = 30
LATEST_MOVES = 12
"""So many are shown to those who have no move of their own."""


class Playback(msgspec.Struct, frozen=True):
    """What somebody sees of it. `seen`: how it began, then how it stood after each move that is shown."""

    seen: tuple[Observation, ...]
    lines: tuple[Text, ...]
    """What happened between these moments, in words."""
    moves: int
    """How many there were, shown or not."""
    mine: bool = False
    """Whether they came after a move of the reader's own."""


def moves_missed(table: Table, log: Sequence[ActionRow], seat: int | None) -> int:
    """How many moves have been made since whoever sits there made one themselves, those of a robot in their
    seat among them.
    """
    return len(log) - _last_of(table, log, seat)


def missed(table: Table, log: Sequence[ActionRow], seat: int | None) -> Playback:
    """What was played since the last move that whoever sits there has made themselves, or of late for those
    without one.
    """
    start = _last_of(table, log, seat)
    if start == 0:
        start = max(_taken(table, seat), len(log) - LATEST_MOVES, 0)
    mine = any(row.seat == seat and row.user is not None for row in log[:start])
    return _course(table, log, seat, start, FEW_MOVES, mine=mine)


def whole_game(table: Table, log: Sequence[ActionRow]) -> Playback:
    """A game that is over, as everybody could see it: what ended something."""
    if table.phase != "over":
        raise Refusal("early", _("You can watch the whole game once it's over."))
    return _course(table, log, None, 0, 0)


def _last_of(table: Table, log: Sequence[ActionRow], seat: int | None) -> int:
    """After how many actions somebody in this seat had done their last one; 0: they have done none. What a
    robot did there is none of theirs.

    Who took the seat over is told nothing of what only the one before could know.
    """
    own = [number for number, row in enumerate(log, 1) if row.seat == seat and row.user is not None]
    return max(own[-1] if own else 0, _taken(table, seat))


def _taken(table: Table, seat: int | None) -> int:
    """After how many actions somebody took the seat over; 0: nobody did."""
    return max((left.taken for left in table.record.leavers if left.seat == seat and left.taken), default=0)


def _course(
    table: Table, log: Sequence[ActionRow], seat: int | None, start: int, few: int, *, mine: bool = False
) -> Playback:
    states = list(history.replay_states(table, log))[start:]
    game, last = table.game, len(states) - 1
    happened = [events for _state, events in states]
    shown = range(last + 1) if last <= few else _that_counted(game, happened)
    seen = tuple(game.observe(states[number][0], seat) for number in shown)
    return Playback(seen, tuple(history.narrate(table, log, seat, after=start)), last, mine)


def _that_counted(game: AnyGame, happened: Sequence[Sequence[Event]]) -> list[int]:
    """Which moves ended something, with the first and the last. Of a long game the ends of rounds rather
    than of tricks, of which then only every second or third is seen.
    """
    most = {0, len(happened) - 1}
    for counted in (game.milestone, game.moment):
        these = [
            number
            for number, events in enumerate(happened)
            if number not in most and any(map(counted, events))
        ]
        most.update(_spread(these, MOST_SHOWN - len(most)))
    return sorted(most)


def _spread(numbers: Sequence[int], most: int) -> Sequence[int]:
    """So many of them, from the whole length."""
    if len(numbers) <= most:
        return numbers
    return [numbers[(2 * at + 1) * len(numbers) // (2 * most)] for at in range(most)]


class TableLogs:
    """What was played at tables, as it is stored."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def actions_of(self, table: Table) -> list[ActionRow]:
        """The table's log as it is stored. It tells hidden things: shown of games that are over alone."""
        return await self._store.log(table.id)

    async def missed_by(self, table: Table, user: int) -> Playback:
        """What was played since the user's last move, as they may know it."""
        return missed(table, await self._store.log(table.id), table.seat_of(user))

    async def whole_game(self, table: Table) -> Playback:
        """A game that is over, in short. Refusal while it goes on."""
        return whole_game(table, await self._store.log(table.id))

    async def moves_missed_by(self, table: Table, user: int) -> int:
        """How many moves others have made since the user's last one."""
        if table.phase != "playing" or table.seat_of(user) is None:
            return 0
        return moves_missed(table, await self._store.log(table.id), table.seat_of(user))

    async def narrate(self, table: Table, user: int | None) -> list[Text]:
        """The game so far in words, only what this user may know."""
        seat = None if user is None else table.seat_of(user)
        return history.narrate(table, await self._store.log(table.id), seat)
