"""Where drawings become pictures: away from the event loop, each one once, the latest ones kept.

A picture is found again by what it shows: a board that nobody has touched, and a hand that its player opens a
second time, cost nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict

from bot.aside import Aside
from bot.pictures.rasteriser import png

MOST_KEPT = 24 * 1024 * 1024
"""Bytes of pictures: some three hundred of them."""


class Studio:
    """Turns SVG into PNG and remembers the result, by its content."""

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        self._aside = Aside("pictures")
        self._most_kept = most_kept
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0
        self._under_way: dict[bytes, asyncio.Task[bytes]] = {}

    async def png(self, svg: str) -> bytes:
        """The picture of this drawing. ValueError if it is none."""
        key = hashlib.sha256(svg.encode()).digest()
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(self._drawn(key, svg))
        # Whoever asked first may have stopped waiting, and others still wait for the same picture.
        return await asyncio.shield(task)

    def ready(self, svg: str) -> bytes | None:
        """The picture if it is there already."""
        return self._kept.get(hashlib.sha256(svg.encode()).digest())

    async def _drawn(self, key: bytes, svg: str) -> bytes:
        try:
            picture = await self._aside.work_out(png, svg)
        finally:
            del self._under_way[key]
        self._keep(key, picture)
        return picture

    def _keep(self, key: bytes, picture: bytes) -> None:
        self._kept[key] = picture
        self._size += len(picture)
        while self._size > self._most_kept and len(self._kept) > 1:
            _oldest, dropped = self._kept.popitem(last=False)
            self._size -= len(dropped)

    def close(self) -> None:
        """The process ends; what is under way is dropped."""
        for task in self._under_way.values():
            task.cancel()
        self._aside.close()
