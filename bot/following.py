"""What the log's lines are about, so that an operator can follow one table or tournament by its id.

Whatever is logged inside `about`, by the libraries too, has the id; tasks that are begun there inherit it. A
task that goes on for others is begun `apart`, lest its lines name whoever happened to come first.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Coroutine, Mapping
from contextlib import AbstractContextManager
from typing import Any, Literal, TypeVar

import structlog

Whose = Literal["table", "tournament"]
"""What an id is an id of."""

T = TypeVar("T")


def about(whose: Whose, id: str) -> AbstractContextManager[None]:
    """The lines of this block."""
    return structlog.contextvars.bound_contextvars(**{whose: id})


def from_now_on(whose: Whose, id: str) -> None:
    """The lines of this task from here on: it has turned out what it is about."""
    structlog.contextvars.bind_contextvars(**{whose: id})


def subject() -> Mapping[str, Any]:
    """What this task's lines are about, for one that does some of its work."""
    return structlog.contextvars.get_contextvars()


def on_behalf_of(subject: Mapping[str, Any]) -> AbstractContextManager[None]:
    """The lines of this block are about the same."""
    return structlog.contextvars.bound_contextvars(**subject)


def apart(work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
    """A task that is about nothing in particular, whoever begins it."""
    return asyncio.create_task(work, name=name, context=contextvars.Context())
