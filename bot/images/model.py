"""An image request, and the image that comes of it.

A request names a function of a module and its arguments: both travel to the worker process in which images
are drawn. Equal requests are the same image, by which the cache finds it.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from games.contract import Frame
from games.shapes import Drawing

if TYPE_CHECKING:
    import asyncio

MOST_ALT = 1024
"""Characters that Discord takes of what a picture says to those who do not see it."""


class DescribedDrawing(NamedTuple):
    """A drawing, and what it says to those who do not see it, in the language of whoever reads it."""

    drawing: Drawing
    alt: str


class AnimatedDrawing(NamedTuple):
    """Drawings that are seen one after the other, as one file of at most so many bytes."""

    frames: tuple[Frame, ...]
    alt: str
    most_bytes: int


@dataclass(frozen=True)
class ImageRequest:
    """A picture that somebody wants.

    `draw` returns the drawing (an `AnimatedDrawing` if it is `animated`), or None if there is nothing to
    draw. All of `args` can be pickled. `subject` names what is shown where: one on the same subject takes
    the place of an older one that was not begun yet. Those without a subject all stand. What is `animated`
    takes a second or more, and waits for all others.
    """

    draw: Callable[..., Any]
    args: tuple[Any, ...]
    subject: str = ""
    animated: bool = False

    @cached_property
    def key(self) -> bytes:
        """A hash of what is drawn: the same for the same picture. Where nobody wants pictures nobody asks."""
        what = self.draw.__module__, self.draw.__qualname__, self.args
        return hashlib.sha256(pickle.dumps(what)).digest()


class RenderedImage(msgspec.Struct, frozen=True):
    """A picture that is there."""

    name: str
    """The name of the file, which is the same for the same picture."""
    content: bytes
    """PNG, or GIF if it is animated."""
    alt: str


class MessageImage(msgspec.Struct, frozen=True):
    """The picture of one message; while it is `pending`, the message does without."""

    drawn: RenderedImage | None
    pending: asyncio.Future[RenderedImage | None] | None = None
    """None also comes of a request whose place another has taken."""
    spoiler: bool = False
    """Covered until its reader presses it."""
