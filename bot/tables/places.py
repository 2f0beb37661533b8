"""Where tables stand: in servers that change their language or are gone, in channels that are closed or gone.

All of it may be called again and again.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from bot.tables import clocks
from bot.tables.consequences import outbox_of_phase
from bot.tables.model import Table, TableUpdate
from bot.tables.opening import NO_LIMIT
from bot.tables.turns import OPEN_PHASES, TableTurns
from storage.models import OutboxEntry


class TablePlaces:
    """The places of all tables."""

    def __init__(self, turns: TableTurns) -> None:
        self._turns = turns

    async def set_locale(self, guild: int, locale: str) -> None:
        """The server's open tables are shown in another language from now on."""
        await self._change_all_in(guild, lambda table: table.with_record(locale=locale))

    async def set_server_gone(self, guild: int, gone: bool) -> None:
        """The bot was removed from the server: its tables stand still. Or it is there again: they go on.

        May be called again and again.
        """
        await self._change_all_in(guild, lambda table: clocks.with_server_gone(table, gone))

    async def _change_all_in(self, guild: int, change: Callable[[Table], Table]) -> None:
        async def work(table: Table) -> None:
            if table.phase in OPEN_PHASES and (after := change(table)) != table:
                await self._turns.update(None, table, after)

        for row in await self._turns.store.tables(guild=guild, phases=OPEN_PHASES, limit=NO_LIMIT):
            if await self._turns.readable(row.id) is not None:
                await self._turns.in_turn(row.id, work)

    async def set_unseen(self, table_id: str, unseen: bool, *, again: bool = False) -> None:
        """The table stands in no channel: everything waits there until it does. `again`: what stood there is
        gone, and is to be posted anew as soon as it can be.

        May be called again and again.
        """

        async def work(table: Table) -> None:
            after = clocks.with_unseen(table, unseen, self._turns.clock.awake())
            if after is not table:
                posting = outbox_of_phase(None, table) if unseen and again else ()
                await self._turns.update(None, table, TableUpdate(after, outbox=posting))

        table = await self._turns.readable(table_id)
        if table is not None and clocks.with_unseen(table, unseen, 0.0) is not table:
            await self._turns.in_turn(table_id, work)

    async def close_homeless(self, table_id: str) -> None:
        """The channel of a table that waits for people is gone: it is closed, and its host is told."""

        async def work(table: Table) -> None:
            if table.phase == "lobby" and table.record.pod is None:
                closed = replace(table, phase="closed").with_record(closed_by="homeless")
                await self._turns.update(None, table, TableUpdate(closed, outbox=(OutboxEntry("homeless"),)))

        await self._turns.in_turn(table_id, work)

    async def move(self, table_id: str, channel: int) -> None:
        """The table is in this channel from now on: what cannot be posted where it was is posted here."""

        async def work(table: Table) -> None:
            if table.channel != channel:
                await self._turns.update(None, table, replace(table, channel=channel))

        await self._turns.in_turn(table_id, work)
