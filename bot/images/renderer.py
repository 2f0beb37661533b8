"""The image renderer and its cache: requests become PNG in a worker process, one after another, each once.

A board that nobody has touched, and a hand that its player opens a second time, cost nothing. Where more is
wanted than can be drawn, each subject waits with its newest picture only.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import structlog

from bot.images.animation import assembled
from bot.images.model import AnimatedDrawing, ImageRequest, RenderedImage, SvgDrawing
from bot.runtime.log_context import create_detached_task, current_log_context, trace, use_log_context
from bot.runtime.worker_process import WorkerProcess, keep_freed_memory

if TYPE_CHECKING:
    from resvg import usvg

log = structlog.get_logger(__name__)

MOST_KEPT = 24 * 1024 * 1024
"""Bytes of pictures: some three hundred of them."""
USUAL = 0.05
"""Seconds that a picture is taken to need before any was drawn."""
WEIGHT = 0.2
"""Of the latest picture, in what one is taken to need."""
NICENESS = 5
"""Answers go out before pictures are drawn, where there is not enough time for both."""

Future = asyncio.Future[RenderedImage | None]


class RenderReport(NamedTuple):
    """How a picture came about, for metrics."""

    ended: Literal["drawn", "nothing", "failed"]
    seconds: float


RenderListener = Callable[[RenderReport], None]
"""Hears of each picture. It must neither block nor raise."""


class ImageRenderer:
    """Draws what is requested, and keeps so many bytes of it. `listener` hears of each picture."""

    def __init__(self, most_kept: int = MOST_KEPT, listener: RenderListener | None = None) -> None:
        self._worker = WorkerProcess("pictures", niceness=NICENESS)
        self._most_kept = most_kept
        self._listener = listener
        self._kept: OrderedDict[bytes, RenderedImage | None] = OrderedDict()
        self._size = 0
        self._waiting: dict[bytes, tuple[ImageRequest, Future, Mapping[str, Any]]] = {}
        self._by_subject: dict[str, bytes] = {}
        self._under_way: dict[bytes, Future] = {}
        self._drawing = 0
        self._task: asyncio.Task[None] | None = None
        self._seconds_each = USUAL

    def request(self, wanted: ImageRequest) -> Future:
        """The picture, now or later. None comes if there is none, or another took its place.

        Whoever waits for it does so behind `asyncio.shield`: others may wait for the same picture.
        """
        loop = asyncio.get_running_loop()
        if wanted.key in self._kept:
            self._kept.move_to_end(wanted.key)
            cached: Future = loop.create_future()
            cached.set_result(self._kept[wanted.key])
            return cached
        if wanted.key in self._under_way:
            return self._under_way[wanted.key]
        if wanted.key not in self._waiting:
            self._supersede(wanted)
            self._waiting[wanted.key] = wanted, loop.create_future(), current_log_context()
            if wanted.subject:
                self._by_subject[wanted.subject] = wanted.key
        if self._task is None:
            self._task = create_detached_task(self._render_waiting(), "pictures")
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
        return (self.waiting + 1) * self._seconds_each

    @property
    def waiting(self) -> int:
        """How many pictures are wanted and not there yet; animated ones let all others go first."""
        return sum(not wanted.animated for wanted, *_rest in self._waiting.values()) + self._drawing

    async def _render_waiting(self) -> None:
        try:
            while self._waiting:
                await self._render_live()
                if self._waiting:
                    await self._render(next(iter(self._waiting)))
        finally:
            self._task = None

    async def _render_live(self) -> None:
        """Draw all that waits but what is animated."""
        while key := next(
            (key for key, (wanted, *_rest) in self._waiting.items() if not wanted.animated), None
        ):
            await self._render(key)

    async def _render(self, key: bytes) -> None:
        wanted, future, subject = self._waiting.pop(key)
        if self._by_subject.get(wanted.subject) == key:
            del self._by_subject[wanted.subject]
        self._under_way[key] = future
        self._drawing += not wanted.animated
        begun = asyncio.get_running_loop().time()
        try:
            with use_log_context(subject):
                drawn = await self._drawn(wanted)
        finally:
            self._drawing -= not wanted.animated
        if not wanted.animated:
            seconds = asyncio.get_running_loop().time() - begun
            self._seconds_each += WEIGHT * (seconds - self._seconds_each)
        del self._under_way[key]
        if not future.done():  # somebody who stopped waiting for it may have cancelled it
            future.set_result(drawn)

    async def _drawn(self, wanted: ImageRequest) -> RenderedImage | None:
        began = time.perf_counter()
        try:
            made = await self._worker.run(_render, wanted.draw, wanted.args)
            if isinstance(made, AnimatedDrawing):
                made = await self._animated(made)
        except Exception as error:  # a message without its picture says the same
            log.error("a picture was not drawn", drawing=wanted.draw.__qualname__, trace=trace(error))
            self._report("failed", began)
            return None
        self._report("nothing" if made is None else "drawn", began)
        if made is not None:
            content, alt = made
            kind = "gif" if wanted.animated else "png"
            drawn = RenderedImage(f"{hashlib.sha256(content).hexdigest()[:20]}.{kind}", content, alt)
        else:
            drawn = None
        self._keep(wanted.key, drawn)
        return drawn

    async def _animated(self, drawing: AnimatedDrawing) -> tuple[bytes, str]:
        """Frame by frame: between two of them, whatever else is wanted is drawn first."""
        pngs: list[bytes] = []
        for frame in drawing.frames:
            await self._render_live()
            pngs.append(await self._worker.run(svg_to_png, frame.svg))
        await self._render_live()
        durations = [frame.milliseconds for frame in drawing.frames]
        return await self._worker.run(assembled, pngs, durations, drawing.most_bytes), drawing.alt

    def _report(self, ended: Literal["drawn", "nothing", "failed"], began: float) -> None:
        if self._listener is not None:
            self._listener(RenderReport(ended, time.perf_counter() - began))

    def _keep(self, key: bytes, drawn: RenderedImage | None) -> None:
        self._kept[key] = drawn
        self._size += _size(drawn)
        while self._size > self._most_kept and len(self._kept) > 1:
            _oldest, dropped = self._kept.popitem(last=False)
            self._size -= _size(dropped)

    def open(self) -> None:
        """Begin the process, so that the first picture need not wait for that."""
        self.request(ImageRequest(_empty_drawing, ()))

    def close(self) -> None:
        """The process ends; what is under way is dropped."""
        if self._task is not None:
            self._task.cancel()
        waiting = (future for _wanted, future, _subject in self._waiting.values())
        for future in (*self._under_way.values(), *waiting):
            future.cancel()
        self._waiting.clear()
        self._worker.close()


_HEAD = 100
"""Bytes for a picture's name and place."""


def _size(drawn: RenderedImage | None) -> int:
    return _HEAD + (len(drawn.content) + len(drawn.alt) if drawn is not None else 0)


# In the worker process: SVG to PNG by resvg, with our own typefaces and none of the machine's. Rasterising
# holds Python's lock from beginning to end, which is why it has a process of its own; resvg is imported there
# alone, as it need not be loaded where nothing is drawn.


FONTS = Path(__file__).parent / "fonts"
FONT_FILES: Mapping[str, Path] = {
    "TEXT": FONTS / "NotoSans-Medium.ttf",
    "STRONG": FONTS / "NotoSans-Bold.ttf",
    "DISPLAY": FONTS / "Vollkorn-ExtraBold.ttf",
}
"""Each file by the name of its table."""
EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'
"""The least there is to draw."""

_IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
"""resvg's order: across, down and moved, for the horizontal and then for the vertical."""


def _render(
    draw: Callable[..., SvgDrawing | AnimatedDrawing | None], args: tuple[Any, ...]
) -> tuple[bytes, str] | AnimatedDrawing | None:
    drawing = draw(*args)
    if drawing is None or isinstance(drawing, AnimatedDrawing):
        return drawing
    return svg_to_png(drawing.svg), drawing.alt


def _empty_drawing() -> SvgDrawing:
    return SvgDrawing(EMPTY, "")


def svg_to_png(svg: str) -> bytes:
    """The drawing in the size that it gives itself. ValueError if it is none."""
    from resvg import render, usvg

    try:
        return bytes(render(usvg.Tree.from_str(svg, _options(threading.get_ident())), _IDENTITY))
    except BaseException as panic:
        # What the library does not understand is no Exception with it, and would end the process.
        if type(panic).__name__ != "PanicException":
            raise
        raise ValueError(f"resvg cannot read this drawing: {panic}") from None


@cache
def _options(_thread: int) -> usvg.Options:
    """With the typefaces, which may be used by the thread that read them and no other."""
    from resvg import usvg

    keep_freed_memory()  # a picture is megabytes of pixels, several times over: a tenth of its time
    options = usvg.Options.default()
    for path in FONT_FILES.values():
        # From memory: a typeface that is given as a file is read again for every line of words.
        options.load_font_data(path.read_bytes())
    return options
