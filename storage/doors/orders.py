"""The door to what seats want done by themselves."""

from __future__ import annotations

from typing import Protocol

from storage.records import OrderRow


class Orders(Protocol):
    """What seats want done by themselves. Private. Every method may raise `StorageError`."""

    async def of(self, table: str) -> list[OrderRow]:
        """The standing orders at the table, by seat."""
        ...

    async def seats(self) -> list[tuple[str, int]]:
        """Everybody who wants anything: table and seat."""
        ...

    async def keep(self, order: OrderRow) -> None:
        """This is what the seat wants now, in place of what it wanted before. Conflict if there is no such
        table.
        """
        ...
