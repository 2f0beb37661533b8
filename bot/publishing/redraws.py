"""Drawing what has changed, no oftener than Discord allows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.refusal import Refusal
from bot.runtime.clock import backoff
from bot.runtime.log_context import LogSubject, bind_log_context, trace
from storage.errors import StorageError

log = structlog.get_logger(__name__)

LONGEST_REDRAW_PAUSE = 60.0
"""Seconds between two attempts at most, while drawing fails."""


class Redraws:
    """Draws what has changed: at once, then at most once in `pause` seconds; what comes meanwhile is joined.

    `draw` draws the newest state of the table or tournament; False if that failed for the moment: then it is
    drawn again, with growing pauses. `when` is waited for before each drawing. What nobody needs `at_once` is
    drawn at most once in `lazy_pause` seconds.
    """

    def __init__(
        self,
        about: LogSubject,
        draw: Callable[[str], Awaitable[bool]],
        when: Callable[[], Awaitable[None]],
        pause: float,
        lazy_pause: float = 0.0,
    ) -> None:
        self._about: LogSubject = about
        self._draw = draw
        self._when = when
        self._pause = pause
        self._lazy_pause = max(pause, lazy_pause)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._wanted = set[str]()
        self._at_once = set[str]()
        self._lingering: dict[str, asyncio.Event] = {}
        """Those that are in the rest of the longer pause, which may be cut short."""
        self._closed = False

    def soon(self, id: str, *, at_once: bool = True) -> None:
        """There is something new to draw; `at_once`: that somebody needs."""
        if self._closed:  # the next start draws what is outdated
            return
        self._wanted.add(id)
        if at_once:
            self._at_once.add(id)
            if id in self._lingering:
                self._lingering[id].set()
        if id not in self._tasks:
            self._tasks[id] = asyncio.ensure_future(self._run(id))

    @property
    def is_idle(self) -> bool:
        """Whether everything is drawn, and the pauses after that are over."""
        return not self._tasks

    async def settled(self) -> None:
        """Wait until everything is drawn, and the pauses after that are over."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def close(self) -> None:
        """Stop; what was not drawn is found at the next start, as storage knows what each message shows."""
        self._closed = True
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, id: str) -> None:
        bind_log_context(self._about, id)
        failures = 0
        try:
            while id in self._wanted or failures:
                await self._when()
                self._wanted.discard(id)
                self._at_once.discard(id)
                failures = 0 if await self._try(id) else failures + 1
                await asyncio.sleep(backoff(self._pause, failures, LONGEST_REDRAW_PAUSE))
                if not failures:
                    await self._linger(id)
        finally:
            self._at_once.discard(id)
            del self._tasks[id]

    async def _linger(self, id: str) -> None:
        """Wait for the rest of the longer pause, or until something is wanted at once."""
        if id in self._at_once or self._lazy_pause <= self._pause:
            return
        wanted = self._lingering[id] = asyncio.Event()
        try:
            await asyncio.wait_for(wanted.wait(), self._lazy_pause - self._pause)
        except TimeoutError:
            pass
        finally:
            del self._lingering[id]

    async def _try(self, id: str) -> bool:
        """Draw it; False if that should be tried again. Raises nothing."""
        try:
            return await self._draw(id)
        except Refusal as refusal:
            log.warning("its messages cannot be drawn", why=refusal.text.message)
        except StorageError as error:  # may pass by itself, and then nobody would draw what is outdated
            log.warning("it could not be read to be drawn", why=str(error))
            return False
        except Exception as error:
            log.error("its messages were not drawn", trace=trace(error))
        return True
