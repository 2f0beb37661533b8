"""A renderer without a process, whose images can be read: they are the drawings themselves."""

from __future__ import annotations

import asyncio
import hashlib

from bot.images.model import AnimatedDrawing, DescribedDrawing, ImageRequest, RenderedImage
from bot.images.renderer import ImageRenderer
from bot.runtime.worker_process import WorkerProcess


class InlineRenderer(ImageRenderer):
    """Draws at once; with `opened` cleared, as soon as that is set again."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = asyncio.Event()
        self.opened.set()

    @property
    def wait(self) -> float:
        """Nothing: how long a drawing takes on a busy machine is not what answers depend on here."""
        return 0.0

    def forget(self) -> None:
        """Nothing has been drawn yet."""
        self._kept.clear()

    async def done(self) -> None:
        """Wait until all that is being drawn is."""
        await asyncio.wait(self._under_way.values())

    async def _drawn(self, painter: WorkerProcess, wanted: ImageRequest) -> RenderedImage | None:
        await self.opened.wait()
        drawing: DescribedDrawing | AnimatedDrawing | None = wanted.draw(*wanted.args)
        if drawing is None:
            return None
        frames = drawing.frames if isinstance(drawing, AnimatedDrawing) else (drawing,)
        svg = "".join(frame.drawing.svg() for frame in frames)
        drawn = RenderedImage(name_of(svg), svg.encode(), drawing.alt)
        self._keep(wanted.key, drawn)
        return drawn


def name_of(svg: str) -> str:
    """What the file of this drawing is called."""
    return hashlib.sha256(svg.encode()).hexdigest()[:20] + ".png"
