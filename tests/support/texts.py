"""What people read in what the bot sends."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any


def texts(sent: Any, read: Collection[str], key: str = "") -> Iterator[tuple[str, str]]:
    """Every string that stands under one of the keys that are `read`, with its key."""
    if isinstance(sent, dict):
        for name, value in sent.items():
            yield from texts(value, read, name)
    elif isinstance(sent, list):
        for value in sent:
            yield from texts(value, read, key)
    elif isinstance(sent, str) and key in read:
        yield key, sent
