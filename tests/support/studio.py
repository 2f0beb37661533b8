"""Pictures without a process of their own, for tests of the messages that show them."""

from __future__ import annotations

import asyncio

from bot.pictures.commissions import Commission, Drawn, Sketch
from bot.pictures.studio import Studio


class QuickStudio(Studio):
    """A studio whose pictures need no process. `held` keeps the next ones back until it is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = asyncio.Event()
        self.opened.set()

    async def _drawn(self, wanted: Commission) -> Drawn | None:
        await self.opened.wait()
        sketch: Sketch | None = wanted.draw(*wanted.given)
        if sketch is None:
            return None
        drawn = Drawn(f"{hash(sketch.svg)}.png", sketch.svg.encode(), sketch.alt)
        self._keep(wanted.key, drawn)
        return drawn
