"""The image renderer and its cache: requests become PNG in worker processes, each once.

A board that nobody has touched, and a hand that its player opens a second time, cost nothing. Where more is
wanted than can be drawn, each subject waits with its newest picture only.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

import structlog

from bot.images.animation import assembled
from bot.images.model import AnimatedDrawing, ImageRequest, RenderedImage
from bot.images.painter import empty_drawing, painted, render
from bot.runtime.log_context import create_detached_task, current_log_context, trace, use_log_context
from bot.runtime.worker_process import WorkerProcess

log = structlog.get_logger(__name__)

MOST_KEPT = 16 * 1024 * 1024
"""Bytes of pictures: some two hundred of them."""
USUAL = 0.05
"""Seconds that a picture is taken to need before any was drawn."""
WEIGHT = 0.2
"""Of the latest picture, in what one is taken to need."""
NICENESS = 5
"""Answers go out before pictures are drawn, where there is not enough time for both."""

Future = asyncio.Future[RenderedImage | None]


RenderEnd = Literal["drawn", "nothing", "failed", "kept"]


class RenderReport(NamedTuple):
    """How a picture came about, for metrics."""

    ended: RenderEnd
    """Kept: nothing was done for it, since it was there already, or is being drawn for somebody else."""
    seconds: float


RenderListener = Callable[[RenderReport], None]
"""Hears of each picture. It must neither block nor raise."""


class ImageRenderer:
    """Draws what is requested, and keeps so many bytes of it. `listener` hears of each picture. Each of the
    `painters` is a process of its own, which begins when all before it are busy.
    """

    def __init__(
        self, most_kept: int = MOST_KEPT, listener: RenderListener | None = None, painters: int = 1
    ) -> None:
        self._painters = [WorkerProcess("pictures", niceness=NICENESS) for _each in range(painters)]
        self._busy: dict[WorkerProcess, asyncio.Task[None]] = {}
        self._most_kept = most_kept
        self._listener = listener
        self._kept: OrderedDict[bytes, RenderedImage | None] = OrderedDict()
        self._size = 0
        self._waiting: dict[bytes, tuple[ImageRequest, Future, Mapping[str, Any]]] = {}
        self._by_subject: dict[str, bytes] = {}
        self._under_way: dict[bytes, Future] = {}
        self._drawing = 0
        self._seconds_each = USUAL
        self.is_missing = False
        """Whether the library that draws is not there: everything is said in words."""

    def request(self, wanted: ImageRequest) -> Future:
        """The picture, now or later. None comes if there is none, or another took its place.

        Whoever waits for it does so behind `asyncio.shield`: others may wait for the same picture.
        """
        loop = asyncio.get_running_loop()
        if wanted.key in self._kept:
            self._kept.move_to_end(wanted.key)
            cached: Future = loop.create_future()
            cached.set_result(self._kept[wanted.key])
            self._report("kept")
            return cached
        if wanted.key in self._under_way:
            self._report("kept")
            return self._under_way[wanted.key]
        if wanted.key in self._waiting:
            self._report("kept")
        else:
            self._supersede(wanted)
            self._waiting[wanted.key] = wanted, loop.create_future(), current_log_context()
            if wanted.subject:
                self._by_subject[wanted.subject] = wanted.key
        idle = next((painter for painter in self._painters if painter not in self._busy), None)
        if idle is not None:
            self._busy[idle] = create_detached_task(self._render_waiting(idle), "pictures")
        return self._waiting[wanted.key][1]

    def _supersede(self, wanted: ImageRequest) -> None:
        """Whatever waits on the same subject is wanted no more."""
        older = self._by_subject.pop(wanted.subject, None) if wanted.subject else None
        if older is not None and older in self._waiting:
            _wanted, dropped, _subject = self._waiting.pop(older)
            dropped.set_result(None)

    @property
    def wait(self) -> float:
        """Seconds until a picture that is requested now will be there, as far as that can be told."""
        return (self.waiting // len(self._painters) + 1) * self._seconds_each

    @property
    def waiting(self) -> int:
        """How many pictures are wanted and not there yet; animated ones let all others go first."""
        return sum(not wanted.animated for wanted, *_rest in self._waiting.values()) + self._drawing

    async def _render_waiting(self, painter: WorkerProcess) -> None:
        try:
            while self._waiting:
                await self._render_live(painter)
                if self._waiting:
                    await self._render(painter, next(iter(self._waiting)))
        finally:
            del self._busy[painter]

    async def _render_live(self, painter: WorkerProcess) -> None:
        """Draw all that waits but what is animated."""
        while key := next(
            (key for key, (wanted, *_rest) in self._waiting.items() if not wanted.animated), None
        ):
            await self._render(painter, key)

    async def _render(self, painter: WorkerProcess, key: bytes) -> None:
        wanted, future, subject = self._waiting.pop(key)
        if self._by_subject.get(wanted.subject) == key:
            del self._by_subject[wanted.subject]
        self._under_way[key] = future
        self._drawing += not wanted.animated
        begun = asyncio.get_running_loop().time()
        try:
            with use_log_context(subject):
                drawn = await self._drawn(painter, wanted)
        finally:
            self._drawing -= not wanted.animated
        if not wanted.animated:
            seconds = asyncio.get_running_loop().time() - begun
            self._seconds_each += WEIGHT * (seconds - self._seconds_each)
        del self._under_way[key]
        if not future.done():  # somebody who stopped waiting for it may have cancelled it
            future.set_result(drawn)

    async def _drawn(self, painter: WorkerProcess, wanted: ImageRequest) -> RenderedImage | None:
        began = time.perf_counter()
        try:
            made = await painter.run(render, wanted.draw, wanted.args)
            if isinstance(made, AnimatedDrawing):
                made = await self._animated(painter, made)
        except ImportError as error:
            self._found_missing(error)
            self._report("failed", time.perf_counter() - began)
            return None
        except Exception as error:  # a message without its picture says the same
            log.error("a picture was not drawn", drawing=wanted.draw.__qualname__, trace=trace(error))
            self._report("failed", time.perf_counter() - began)
            return None
        self._report("nothing" if made is None else "drawn", time.perf_counter() - began)
        if made is not None:
            content, alt = made
            kind = "gif" if wanted.animated else "png"
            drawn = RenderedImage(f"{hashlib.sha256(content).hexdigest()[:20]}.{kind}", content, alt)
        else:
            drawn = None
        self._keep(wanted.key, drawn)
        return drawn

    def _found_missing(self, error: ImportError) -> None:
        if not self.is_missing:
            self.is_missing = True
            log.warning("there are no pictures: what draws them cannot be loaded", what=error.name)

    async def _animated(self, painter: WorkerProcess, drawing: AnimatedDrawing) -> tuple[bytes, str]:
        """Frame by frame: between two of them, whatever else is wanted is drawn first."""
        pngs: list[bytes] = []
        for frame in drawing.frames:
            await self._render_live(painter)
            pngs.append(await painter.run(painted, frame.drawing))
        await self._render_live(painter)
        durations = [frame.milliseconds for frame in drawing.frames]
        return await painter.run(assembled, pngs, durations, drawing.most_bytes), drawing.alt

    def _report(self, ended: Literal["drawn", "nothing", "failed", "kept"], seconds: float = 0) -> None:
        if self._listener is not None:
            self._listener(RenderReport(ended, seconds))

    def _keep(self, key: bytes, drawn: RenderedImage | None) -> None:
        self._kept[key] = drawn
        self._size += _size(drawn)
        while self._size > self._most_kept and len(self._kept) > 1:
            _oldest, dropped = self._kept.popitem(last=False)
            self._size -= _size(dropped)

    @property
    def busy(self) -> int:
        """How many of the painters draw."""
        return len(self._busy)

    def open(self) -> None:
        """Begin the first process, so that the first picture need not wait for that."""
        self.request(ImageRequest(empty_drawing, ()))

    def close(self) -> None:
        """The processes end; what is under way is dropped."""
        for task in self._busy.values():
            task.cancel()
        waiting = (future for _wanted, future, _subject in self._waiting.values())
        for future in (*self._under_way.values(), *waiting):
            future.cancel()
        self._waiting.clear()
        for painter in self._painters:
            painter.close()


_HEAD = 100
"""Bytes for a picture's name and place."""


def _size(drawn: RenderedImage | None) -> int:
    return _HEAD + (len(drawn.content) + len(drawn.alt) if drawn is not None else 0)
