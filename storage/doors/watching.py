"""The door for whoever watches over the bot: figures without a name, an id or a word that is stored."""

from __future__ import annotations

from typing import Protocol

from storage.watching import Census


class Watching(Protocol):
    """Figures for whoever watches over the bot. Methods may raise `StorageError`."""

    @property
    def writes_waiting(self) -> int:
        """How many writes wait for their transaction to begin."""
        ...

    async def census(self) -> Census:
        """What there is now."""
        ...

    async def try_to_write(self) -> None:
        """Returns when something has been written, durably, as a move would be."""
        ...
