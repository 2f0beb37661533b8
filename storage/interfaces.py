"""What several stores promise alike, and what is asked of leases, which PostgreSQL alone has."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from storage.models import (
    OutboxRow,
    Shard,
    Taken,
)


class OutboxStore(Protocol):
    """What is still to be done for tables, or for tournaments. Every method may raise `StorageError`.

    The ids are unique over tables and tournaments, count up, and never come back.
    """

    async def outbox(self) -> list[OutboxRow]:
        """All that is still to be done, the oldest first."""
        ...

    async def outbox_begun(self, entry: int) -> None:
        """Counts an attempt at this entry; it is durable before the attempt begins."""
        ...

    async def outbox_done(self, entry: int) -> None:
        """Removes this entry, as it has been done, or can never be."""
        ...


class PreferencesStore(Protocol):
    """What people, or servers, prefer: the bot's JSON. Every method may raise `StorageError`."""

    async def preferences(self, id: int) -> bytes | None:
        """What the person or server prefers; None if they never said anything."""
        ...

    async def set_preferences(self, id: int, preferences: bytes, before: bytes | None = None) -> None:
        """From now on they prefer this. Conflict if what they preferred is not `before` (None: nothing)."""
        ...


class LeaseStore(Protocol):
    """Which process serves which shard. Every method may raise `StorageError`.

    Seconds are counted by the database's clock, which is the same for all processes.
    """

    async def attend(self, process: str, count: int, lasts: float, *, leaving: bool = False) -> int:
        """The process is there for so many seconds at least, or `leaving`; how many are there to stay.
        Conflict if another one divides the servers into another number of shards.
        """
        ...

    async def leave(self, process: str) -> None:
        """The process is not there any more, and holds nothing."""
        ...

    async def bury(self, lasts: float, unheard: float) -> list[str]:
        """Processes that have not attended for `unheard` seconds, each time for as long as a lease `lasts`,
        and are not connected to the database any more, are dead: they hold nothing. Returns which.
        """
        ...

    async def take(self, shard: Shard, process: str, lasts: float) -> Taken | None:
        """The shard is the process's, for so many seconds. None: it is another one's."""
        ...

    async def renew(self, process: str, lasts: float, served: Collection[int] = ()) -> dict[int, int]:
        """What the process still holds is its for so many more seconds, and so is what it has `served` all
        the while, if the lease has run out and nobody has taken it: shards with their epochs.
        """
        ...

    async def release(self, process: str, shards: Collection[int]) -> None:
        """Others may take these at once, or claim them; nothing happens to those that the process neither
        holds nor has claimed.
        """
        ...

    async def offer(self, process: str, shards: Collection[int]) -> None:
        """Of what the process holds it would give these, and no others, to whoever is ready for them."""
        ...

    async def claim(self, process: str, count: int, shards: Collection[int], most: int) -> dict[int, int]:
        """Of these shards the process is to have so many of those that are offered and that nobody else who
        is there is to have: under which epochs it would serve them.
        """
        ...

    async def claims(self, process: str) -> dict[int, int]:
        """The shards that the process is to have, with these epochs."""
        ...

    async def be_ready(self, process: str, shard: int) -> None:
        """The process, which is to have the shard, could serve it at once."""
        ...

    async def heirs(self, process: str) -> dict[int, tuple[str, bool]]:
        """Of what the process offers: who is to have it, and whether they are ready."""
        ...

    async def hand_over(self, process: str, shard: int, lasts: float, attended: Collection[int]) -> bool:
        """The shard goes to whoever is to have it and is ready, for so many seconds, with the presses that
        were `attended` to here of late. False: there is nobody, or the process does not hold it.
        """
        ...

    async def attended(self, shard: Shard) -> list[int]:
        """The latest presses to which the one before has attended, who has handed the shard over."""
        ...

    async def holders(self) -> dict[int, str]:
        """Which process holds which shard."""
        ...

    async def take_identify_turn(self, bucket: int, pause: float) -> float:
        """0: a new session may be begun in this bucket, and nobody else may for so many seconds. Else the
        seconds after which to ask again.
        """
        ...

    async def sessions_begun(self, within: float) -> tuple[int, float]:
        """How many were begun in so many seconds, and for how many seconds none has been."""
        ...
