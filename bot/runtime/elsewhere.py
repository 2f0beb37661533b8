"""What the services of a shard tell those of others: something has changed that others keep in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec


class ChangedElsewhere(msgspec.Struct, frozen=True, array_like=True):
    """Something was stored. It may be told of twice, or late."""

    kind: Literal["table", "tournament", "recurring", "person"]
    whose: int
    """The server, or the person, by whose shard it is known who has to hear of it."""
    id: str
    revision: int = 0


TellOthers = Callable[[ChangedElsewhere], None]
"""Tells them soon. It neither blocks nor raises."""


def nobody_else(_news: ChangedElsewhere) -> None:
    """There are no others."""
