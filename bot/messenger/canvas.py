"""One message that is drawn again and again, from two sides: by answers to presses on it, and by the bot
itself.

What is sent side by side may arrive in either order. So wherever two drawings overlapped, the message is
drawn once more when both are done.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from bot.page import Payload


class Canvas:
    """What is known of one message."""

    __slots__ = ("_drawing", "_pressed", "_shown", "edited", "looked_after", "skipped", "smudged")

    def __init__(self) -> None:
        self._shown: bytes | None = None
        """The digest of what it shows, as there are thousands of canvases, and what they show has pictures;
        None if that is not known.
        """
        self.smudged = False
        """Drawings overlapped: what it shows is not known."""
        self.skipped = False
        """The bot itself did not draw it, as a press on it was being answered."""
        self.looked_after = 0.0
        """When it was last asked whether chat has buried it, in the event loop's time."""
        self.edited = 0.0
        """When the bot itself last set about editing it, in the event loop's time."""
        self._pressed = 0
        self._drawing = 0

    @property
    def in_use(self) -> bool:
        """Whether presses on it are being answered: each of them draws it, so the bot itself need not."""
        return bool(self._pressed or self._drawing)

    @contextmanager
    def pressed(self) -> Iterator[None]:
        """A press on the message is being answered."""
        self._pressed += 1
        try:
            yield
        finally:
            self._pressed -= 1

    @contextmanager
    def drawing(self, payload: Payload) -> Iterator[None]:
        """It is being drawn; an exception says that it was not."""
        self.smudged = self.smudged or self._drawing > 0
        self._drawing += 1
        self._shown = None
        try:
            yield
            self.leave_at(payload)
        finally:
            self._drawing -= 1

    def leave_at(self, payload: Payload) -> None:
        """It shows this, or is to be left as if it did."""
        self._shown = _digest(payload)

    def shows(self, payload: Payload) -> bool:
        """Whether it shows just this, for certain."""
        return not self.smudged and self._shown == _digest(payload)

    def wants_more(self) -> bool:
        """Whether the bot has to look at it after a press was answered; asking settles it."""
        if self.in_use or not (self.smudged or self.skipped):
            return False
        if self.smudged:
            self._shown = None
        self.smudged = self.skipped = False
        return True


def _digest(payload: Payload) -> bytes:
    """The same for payloads that are equal: with them, pictures are what they show."""
    return hashlib.blake2b(msgspec.json.encode([*payload], order="deterministic"), digest_size=16).digest()
