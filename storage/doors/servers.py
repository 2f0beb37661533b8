"""The door to what servers wish, and to all that is stored of one that the bot was removed from."""

from __future__ import annotations

from typing import Protocol

from storage.records import ServerRow


class Servers(Protocol):
    """What servers wish, and which of them the bot was removed from. May raise `StorageError`."""

    async def of(self, guild: int) -> ServerRow | None:
        """What is known of the server; None if nobody has wished anything, and the bot is there."""
        ...

    async def wish(self, guild: int, wishes: bytes) -> None:
        """This is how the server wants it from now on."""
        ...

    async def went(self, guild: int, at: float) -> None:
        """The bot was removed from the server; if that is known already, the earlier time stays."""
        ...

    async def came_back(self, guild: int) -> None:
        """The bot is there again."""
        ...

    async def gone(self) -> list[tuple[int, float]]:
        """The servers that the bot was removed from, and when, the earliest first."""
        ...

    async def known(self) -> list[int]:
        """The servers of which anything is stored and that are not marked as gone."""
        ...

    async def open_tables(self, guild: int) -> int:
        """How many tables of the server are in their lobby or playing."""
        ...

    async def erase_some(self, guild: int, most: int) -> list[str]:
        """Erase so many of the server's tables with all that belongs to them: their ids.

        When there are none any more, whatever else is stored of the server is erased, its tournaments among
        it: an empty list. What was erased is beyond finding after `Privacy.wipe`.
        """
        ...
