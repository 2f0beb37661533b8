"""What a start has to know of every table, read from its clocks alone.

There may be thousands, and nearly all of them wait for people, who press when they like. Only those are read
at which something happens by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec
import structlog

from bot.runtime.log_context import trace
from bot.tables.model import NO_CLOCKS, Timing
from storage.interfaces import Store
from storage.models import ClockRow

log = structlog.get_logger(__name__)


async def clocks_in_play(store: Store) -> Mapping[str, Timing]:
    """The clocks of all tables that play, by table."""
    return timings_in_play(await store.clocks())


def timings_in_play(rows: Iterable[ClockRow]) -> Mapping[str, Timing]:
    """Those of them that play; one that cannot be read is left out, and the log says so."""
    found: dict[str, Timing] = {}
    for row in rows:
        if row.phase != "playing":
            continue
        try:
            found[row.table] = _decode(row.timing)
        except ValueError as error:
            log.error("a table's clocks cannot be read", table=row.table, trace=trace(error))
    return found


def _decode(timing: bytes | None) -> Timing:
    return NO_CLOCKS if timing is None else msgspec.json.decode(timing, type=Timing)


def has_no_clocks(row: ClockRow) -> bool:
    """Whether a version that kept no time opened the table."""
    return row.timing is None and row.due is None


def has_vacation(timing: Timing) -> bool:
    """Whether a clock stands still as somebody is on vacation."""
    return any(clock.away for clock in timing.seats)


def may_move_by_itself(timing: Timing, ordered: Collection[int]) -> bool:
    """Whether a robot may have to move at the table now, or one of the seats that have `ordered` something.

    A robot that is asked beside people is left out: it moves when the first of them has.
    """
    if timing.shut or timing.deserted is not None:
        return False
    asked = [at for at, clock in enumerate(timing.seats) if clock.decision]
    if not asked or any(timing.seats[at].overdue for at in asked):
        return True
    return timing.paused is None and not set(asked).isdisjoint(ordered)
