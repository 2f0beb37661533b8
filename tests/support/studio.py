"""A studio without a process, whose pictures can be read: they are the drawings themselves."""

from __future__ import annotations

import asyncio
import hashlib

from bot.pictures.commissions import Commission, Drawn, Sketch
from bot.pictures.studio import Studio


class QuickStudio(Studio):
    """Draws at once; with `opened` cleared, as soon as that is set again."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = asyncio.Event()
        self.opened.set()

    async def _drawn(self, wanted: Commission) -> Drawn | None:
        await self.opened.wait()
        sketch: Sketch | None = wanted.draw(*wanted.given)
        if sketch is None:
            return None
        drawn = Drawn(name_of(sketch.svg), sketch.svg.encode(), sketch.alt)
        self._keep(wanted.key, drawn)
        return drawn


def name_of(svg: str) -> str:
    """What the file of this drawing is called."""
    return hashlib.sha256(svg.encode()).hexdigest()[:20] + ".png"
