"""Pauses, alarms, vacations: what the time brings, or must not."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from bot.tables import adjusting, play, pods, timekeeping
from bot.tables.press import Done, Outcome, Press
from bot.tables.refusal import Refusal
from bot.tables.rooms.tournaments import Tournaments
from bot.tables.table import Table
from bot.traces import trace
from games.text import _

log = structlog.get_logger(__name__)


class PassingTime(Tournaments):
    """Clocks and those who are away."""

    async def pause(self, press: Press, table_id: str) -> Done:
        """Ask for a pause, or agree to one: when everybody has, the clocks stand still."""

        def asked(table: Table) -> Outcome:
            _require_not_held(table)
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            if not table.record.pace.limited:
                raise Refusal(
                    "input", _("This table plays without a time limit: there is no clock to be stopped.")
                )
            asked = adjusting.ask_for_pause(table, seat, self.clock.awake())
            if asked.timing.paused is not None:
                return Outcome(asked, _("The table pauses: all clocks stand still until somebody plays on."))
            return Outcome(
                asked, _("The board says that you would like a pause. It begins when everybody agrees.")
            )

        return await self._ledger.change(press, table_id, asked)

    async def unpause(self, press: Press, table_id: str) -> Done:
        """End the pause, or say no to one that was asked for."""

        def ended(table: Table) -> Outcome:
            _require_not_held(table)
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            if table.timing.paused is not None:
                return Outcome(
                    adjusting.end_pause(table, seat), _("The pause is over: the clocks run again.")
                )
            if table.timing.asking:
                return Outcome(adjusting.end_pause(table, seat), _("There is no pause: the clocks go on."))
            raise Refusal("stale", _("There is no pause just now: the clocks run."))

        return await self._ledger.change(press, table_id, ended)

    # as time passes

    async def _ring(self, table_id: str) -> None:
        """The table's moment has come."""
        async with self._ledger.turn(table_id):
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError) as error:  # its game is not installed, or it cannot be read
                log.warning("a table's clocks stand still", table=table_id, trace=trace(error))
                return
            now = self.clock.awake()
            to_be_dealt = pods.is_to_be_dealt(table, now)
            outcome = Outcome(await self._dealt(table)) if to_be_dealt else timekeeping.ring(table, now)
            if outcome is None:  # it is not so far yet: something has changed meanwhile
                self._alarms.set(table_id, table.due)
                return
            table = (await self._ledger.store(None, table, outcome)).table
        if to_be_dealt:
            await self._begun(table)

    async def set_away(self, user: int, until: float | None) -> None:
        """The user is on vacation until that Unix time: their clocks stand still at all tables that last for
        days. None: they are here again.

        May be called again and again. `holidays` calls it.
        """
        for table in await self.tables_of(user, ("playing",)):
            await self._at_seat(user, table.id, _away(until))


def _require_not_held(table: Table) -> None:
    if table.is_held:
        raise Refusal(
            "shut",
            _(
                "Whoever runs this tournament or server has stopped the clocks of this table, and will set "
                "them going again. You can play on meanwhile."
            ),
        )


def _away(until: float | None) -> Callable[[Table, int], Table]:
    return lambda table, seat: adjusting.away(table, seat, until)
