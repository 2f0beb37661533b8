"""What people want to see before it goes on, a finished trick: it stays in sight until the next card has lain
there for a moment.

Nothing is stored and nobody's press waits: only what is drawn for others shows the table as it was, for so
long. A robot has waited before its move already (`bot.tables.automatic_moves`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from bot.tables.automatic_moves import robots_to_act
from bot.tables.model import Table


class _Moment(msgspec.Struct):
    """The table as it was then; `ends`: what is called when it has been seen, once the next move is made."""

    table: Table
    ends: asyncio.TimerHandle | None = None


class Moments:
    """Which tables are still shown as they were, `pause` seconds from the move that follows a moment.

    `over` hears of tables, as they were, that can be drawn as they are now. `watched`: whether somebody looks
    on, so that robots wait.
    """

    def __init__(self, pause: float, over: Callable[[Table], None], watched: Callable[[Table], bool]) -> None:
        self._pause = pause
        self._over = over
        self._watched = watched
        self._latest: dict[str, _Moment] = {}

    def changed(self, table: Table) -> None:
        """The table has moved on, or anything else has become of it."""
        latest = self._latest.get(table.id)
        if latest is not None and not _goes_on(latest.table, table):
            self._forget(table.id)
            latest = None
        if not self._pause or table.phase != "playing" or not table.moment:
            return
        if table.actions == table.moment:
            if latest is None:
                self._latest[table.id] = _Moment(table)
        elif latest is not None and latest.ends is None:
            if robots_to_act(latest.table) and self._watched(table):
                self._forget(table.id)  # its robot has waited
            else:
                loop = asyncio.get_running_loop()
                latest.ends = loop.call_later(self._pause, self._seen, table.id)

    def shown(self, table: Table) -> Table:
        """The table as those see it now who only look on."""
        latest = self._latest.get(table.id)
        is_held = latest is not None and latest.ends is not None and _goes_on(latest.table, table)
        return latest.table if latest is not None and is_held else table

    @property
    def is_idle(self) -> bool:
        """Whether every table is shown as it is."""
        return not any(moment.ends for moment in self._latest.values())

    def close(self) -> None:
        """Nothing is shown as it was any more."""
        for id in [*self._latest]:
            self._forget(id)

    def _seen(self, id: str) -> None:
        table = self._latest[id].table
        self._forget(id)
        self._over(table)

    def _forget(self, id: str) -> None:
        latest = self._latest.pop(id, None)
        if latest is not None and latest.ends is not None:
            latest.ends.cancel()


def _goes_on(then: Table, now: Table) -> bool:
    """Whether nothing has become of the table since but moves, none of which was such a moment."""
    return then.moment == now.moment and then.phase == now.phase and then.record == now.record
