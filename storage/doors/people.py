"""The doors to what people wish, and to the messages that tell them of their turns."""

from __future__ import annotations

from typing import Protocol

from storage.records import NudgeRow


class People(Protocol):
    """What people prefer, everywhere. `wishes` is the bot's JSON. Every method may raise `StorageError`."""

    async def wishes(self, user: int) -> bytes | None:
        """What the user wishes; None if they never said anything."""
        ...

    async def all(self) -> list[tuple[int, bytes]]:
        """Everybody who ever said anything, with their wishes."""
        ...

    async def wish(self, user: int, wishes: bytes) -> None:
        """From now on the user wishes this."""
        ...


class Nudges(Protocol):
    """The messages that tell people of their turns. Every method may raise `StorageError`."""

    async def all(self) -> list[NudgeRow]:
        """All that were not taken away yet, the oldest first."""
        ...

    async def told(self, nudge: NudgeRow, *, instead_of: int | None = None) -> None:
        """Remember (or replace) the message; `instead_of`: another one to this user, forgotten with it."""
        ...

    async def gone(self, user: int, message: int) -> None:
        """The message is no more."""
        ...
