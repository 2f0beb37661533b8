"""What can be read of tables."""

from __future__ import annotations

from collections.abc import Collection

from bot.tables import history
from bot.tables.refusal import Refusal
from bot.tables.rooms.hall import OPEN, Hall, readable
from bot.tables.table import Table
from games.contract import Observation
from games.text import Text, _
from storage.records import ActionRow, Phase


class Reading(Hall):
    """Nothing is changed here."""

    async def tables_in(self, guild: int, phases: Collection[Phase] = OPEN) -> list[Table]:
        """The tables of a server, the latest changed first."""
        return readable(await self._store.tables(guild=guild, phases=phases))

    async def log_of(self, table: Table, user: int | None) -> list[Text]:
        """The game so far in words, only what this user may know."""
        _require_deal(table)
        seat = None if user is None else table.seat_of(user)
        return history.told(table, await self._store.log(table.id), seat)

    async def actions_of(self, table: Table) -> list[ActionRow]:
        """The table's log as it is stored. It tells hidden things: for games that are over."""
        return await self._store.log(table.id)

    async def seen_at(self, table: Table, actions: int) -> Observation:
        """What everybody could see after so many actions."""
        log = await self._store.log(table.id)
        return history.seen_after(table, log[:actions])

    async def proof_of(self, table: Table) -> history.Proof:
        """How the shuffle was made. Refusal before the end: it would show every hand."""
        if table.phase != "over":
            raise Refusal(
                "early",
                _(
                    "The shuffle's secret is shown when the game has ended. Its commitment stands in "
                    "the lobby."
                ),
            )
        return history.proof_of(table)


def _require_deal(table: Table) -> None:
    """Refusal unless cards were dealt at this table."""
    if table.state is None:
        raise Refusal("early", _("The game has not begun yet, so there is nothing in its log."))
