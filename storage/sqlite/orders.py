"""The door to standing orders, with the store's SQLite file behind it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from storage.records import OrderRow
from storage.sqlite.group import Group

_OF_TABLE = "SELECT table_id, seat, wish FROM orders WHERE table_id = ? ORDER BY seat"


class SqliteOrders:
    """See `storage.doors.orders.Orders`. What changes with a move is written with it, by `Store.commit`."""

    def __init__(self, group: Group, read: Callable[..., Awaitable[list[Any]]]) -> None:
        self._group = group
        self._read = read

    async def of(self, table: str) -> list[OrderRow]:
        """See `Orders.of`."""
        return [OrderRow(*row) for row in await self._read(_OF_TABLE, table)]

    async def seats(self) -> list[tuple[str, int]]:
        """See `Orders.seats`."""
        return [(table, seat) for table, seat in await self._read("SELECT table_id, seat FROM orders")]

    async def keep(self, order: OrderRow) -> None:
        """See `Orders.keep`."""
        await self._group.store(order)
