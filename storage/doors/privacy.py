"""The door to all that is stored about somebody: to be told to them, and to be erased."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from storage.records import PersonRows, SeatRows


class Privacy(Protocol):
    """All that is stored about somebody: to be told to them, and to be erased. May raise `StorageError`."""

    async def tables_naming(self, user: int) -> list[str]:
        """Every table at which they sit or sat, moved, cut, or are named in any other way."""
        ...

    async def tournaments_naming(self, user: int) -> list[str]:
        """Every tournament that they have or had to do with, as players, organisers or in any other way."""
        ...

    async def of_person(self, user: int) -> PersonRows:
        """What is stored of them apart from tables and tournaments."""
        ...

    async def at_table(self, table: str, user: int, seats: Collection[int]) -> SeatRows:
        """What is stored of them at a table; `seats`: those that are theirs."""
        ...

    async def begin_erasing(self, user: int) -> None:
        """They want to be erased: not forgotten until `erase` is through."""
        ...

    async def erasing(self) -> list[int]:
        """Whose erasing was begun and is not through."""
        ...

    async def erase_at_table(self, table: str, user: int, seats: Collection[int]) -> None:
        """Who took the actions, what `seats` planned; the table itself is the caller's part."""
        ...

    async def rewrite(self, entry: int, act: bytes) -> None:
        """An audit entry's act, told without them: who it names is for the caller to read."""
        ...

    async def erase(self, user: int) -> None:
        """All that is left of them; at last that they wanted it.

        Results and audit entries stay, of nobody in particular, and so do the moderators' words in the
        latter: the reasons.
        """
        ...

    async def wipe(self) -> None:
        """See to it that nothing that was erased, of people or servers, can be found in the file or its log.

        Nothing happens if nothing was erased since. Writes wait meanwhile: about as long as a copy takes.
        """
        ...
