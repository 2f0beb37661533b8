"""What the log's lines are about, and the trace of an unexpected error as the log may hold it."""

from __future__ import annotations

import asyncio
import contextvars
import traceback
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractContextManager
from typing import Any, Literal, TypeVar

import structlog

from storage.errors import Uncertain, Unwritable

SAFE_PACKAGES = ("discord", "aiohttp", "storage")
"""Packages whose errors' words come from Discord, the network or storage. A KeyError's may name a card."""


class RaisedElsewhere(Exception):
    """The cause of an error that another process raised: where it did, as files, lines and functions."""


def trace(error: BaseException) -> str:
    """Where the error was raised, and where those that led to it, the first one first.

    Files, lines and functions only: no local variables, and no words of an error that may have been made
    from a hand. Nothing but its sentence where that says what there is to be done.
    """
    if isinstance(error, Unwritable | Uncertain):
        return f"{type(error).__name__}{_safe_message(error)}"
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    own = "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__ + _safe_message(error)
    return f"{trace(before)}\n{own}" if before is not None else own


def _safe_message(error: BaseException) -> str:
    package = type(error).__module__.partition(".")[0]
    return f": {error}" if package in SAFE_PACKAGES or isinstance(error, OSError | RaisedElsewhere) else ""


# What the log's lines are about, so that an operator can follow one table or tournament by its id.
#
# Whatever is logged inside `log_context`, by the libraries too, has the id; tasks that are created there
# inherit it. A task that works for others is created by `create_detached_task`, lest its lines name whoever
# happened to come first.

LogSubject = Literal["shard", "table", "tournament", "recurring", "server"]
"""What an id is an id of."""

T = TypeVar("T")


def log_context(kind: LogSubject, id: str) -> AbstractContextManager[None]:
    """Every log line of the `with` block says what it is about: a `kind` with this id."""
    return structlog.contextvars.bound_contextvars(**{kind: id})


def bind_log_context(kind: LogSubject, id: str) -> None:
    """The lines of this task from here on: it has turned out what it is about."""
    structlog.contextvars.bind_contextvars(**{kind: id})


def current_log_context() -> Mapping[str, Any]:
    """What this task's lines are about, for one that does some of its work."""
    return structlog.contextvars.get_contextvars()


def use_log_context(subject: Mapping[str, Any]) -> AbstractContextManager[None]:
    """The lines of this block are about the same."""
    return structlog.contextvars.bound_contextvars(**subject)


def create_detached_task(work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
    """A task that is about nothing in particular, whoever begins it."""
    return asyncio.create_task(work, name=name, context=contextvars.Context())


A_MINUTE = 60.0


class OncePerMinute:
    """What happens again and again is one line of the log at once, and one a minute as long as it goes on,
    with how often it did. `say` writes the line.
    """

    def __init__(self, say: Callable[..., object]) -> None:
        self._say = say
        self._about: Mapping[str, Any] = {}
        self._times = 0
        self._timer: asyncio.TimerHandle | None = None

    def note(self, **about: Any) -> Mapping[str, Any]:
        """It has happened. What the log says about it: that is what was said first."""
        self._times += 1
        if self._timer is None:
            self._about = about
            self._tell()
        return self._about

    def _tell(self) -> None:
        self._timer = None
        if self._times:
            self._say(times=self._times, **self._about)
            self._times = 0
            self._timer = asyncio.get_running_loop().call_later(A_MINUTE, self._tell)

    def close(self) -> None:
        """What was not told yet is told now."""
        if self._timer is not None:
            self._timer.cancel()
            if self._times:
                self._say(times=self._times, **self._about)
        self._timer, self._times = None, 0
