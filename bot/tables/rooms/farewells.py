"""Servers that speak otherwise or are gone, and people who want to be forgotten."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import structlog

from bot.tables import adjusting, former
from bot.tables.refusal import Refusal
from bot.tables.rooms.hall import ALL, OPEN, Hall, closing
from bot.tables.table import Record
from storage.records import Change, TableRow

log = structlog.get_logger(__name__)


class Farewells(Hall):
    """Tables without what has gone."""

    async def speak(self, guild: int, locale: str) -> None:
        """The server's open tables are told of in another language from now on."""
        for row in await self._store.tables(guild=guild, phases=OPEN, limit=ALL):
            await self._at_table(row.id, lambda table: table.with_record(locale=locale))

    async def shut(self, guild: int, shut: bool) -> None:
        """The bot was removed from the server: its tables stand still. Or it is there again: they go on.

        May be called again and again.
        """
        for row in await self._store.tables(guild=guild, phases=OPEN, limit=ALL):
            await self._at_table(row.id, lambda table: adjusting.shut(table, shut))

    async def forget_person(self, user: int, table_id: str) -> None:
        """They leave the table for good, and nothing about it names them any more.

        May be called again and again. The audit log is the caller's part.
        """
        async with self._ledger.turn(table_id):
            row = await self._store.table(table_id)
            if row is None:
                return
            record = msgspec.json.decode(row.record, type=Record)
            # First whatever is only found by the seat, which does not tell afterwards whose it was.
            await self._store.privacy.erase_at_table(table_id, user, former.seats_of(record, user))
            self._drafts.forget(table_id)
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError):  # its game is not installed, or it cannot be read: the names can
                await self._forget_in_record(row, record, user)
                return
            if (after := former.without(table, user)) is not table:
                await self._ledger.store(None, table, closing(after))

    async def _forget_in_record(self, row: TableRow, record: Record, user: int) -> None:
        after = former.forgotten(record, user)
        if after != record:
            users = tuple(seat.person for seat in after.seats if seat.person is not None)
            changed = replace(row, record=msgspec.json.encode(after), revision=row.revision + 1)
            await self._store.commit(Change(changed, users=users))
