"""What tables ask of the chat they are in."""

from __future__ import annotations

from typing import Protocol

from bot.tables.table import Table
from storage.records import ErrandRow


class Messenger(Protocol):
    """The chat, as far as a table cares."""

    def changed(self, table: Table) -> None:
        """Redraw soon whatever shows this table: its messages, open hands. Never blocks or raises."""
        ...

    async def run(self, table: Table, errand: ErrandRow) -> None:
        """Do it. Later: not now. Anything else that is raised is logged, and the errand tried again."""
        ...
