"""Whether a message gets its picture, and how long it may wait for it.

A picture repeats what the words beside it say. So nothing waits long for one: what is not ready goes out in
words, and the picture follows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from bot.images.model import ImageRequest, MessageImage
from bot.images.renderer import ImageRenderer

ANSWER_PATIENCE = 0.2
"""Seconds that an answer to a press may wait: most pictures take a quarter of that. Where so many are wanted
that it would take longer, it does not wait at all.
"""
POST_PATIENCE = 2.0
"""Seconds for what the bot posts or draws anew by itself: nobody waits for that, and what says everything in
words at first and in a picture then is read twice.
"""


class TextMode(Protocol):
    """What somebody prefers, as far as it is about pictures."""

    @property
    def text_mode(self) -> bool:
        """Whether they want words instead of pictures."""
        ...


class TextModeRepository(Protocol):
    """Preferences by the id of their server."""

    async def of(self, guild: int, /) -> TextMode:
        """The preferences of the server with this id."""
        ...


class ImageService:
    """Gets pictures from the renderer for those who want any. Without a renderer nobody gets one."""

    def __init__(self, renderer: ImageRenderer | None, servers: TextModeRepository) -> None:
        self.renderer, self._servers = renderer, servers

    @property
    def _able(self) -> ImageRenderer | None:
        return None if self.renderer is None or self.renderer.is_missing else self.renderer

    def wanted_by(self, preferences: TextMode) -> bool:
        """Whether somebody who prefers this gets pictures in private messages."""
        return self._able is not None and not preferences.text_mode

    async def for_one(
        self,
        preferences: TextMode,
        wanted: Callable[[], ImageRequest | None],
        patience: float = ANSWER_PATIENCE,
    ) -> MessageImage | None:
        """The picture in a private message to somebody who prefers this; None if none is wanted."""
        able = self._able
        if able is None or preferences.text_mode or (request := wanted()) is None:
            return None
        return await self._image(able, request, patience)

    async def for_all(
        self, guild: int, wanted: ImageRequest | None, patience: float = POST_PATIENCE
    ) -> MessageImage | None:
        """The picture in a public message; None if the server wants none, or nothing is wanted."""
        able = self._able
        if wanted is None or able is None or not await self.wants_images(guild):
            return None
        return await self._image(able, wanted, patience)

    async def wants_images(self, guild: int) -> bool:
        """Whether the server wants pictures in public messages."""
        return not (await self._servers.of(guild)).text_mode

    async def _image(
        self, renderer: ImageRenderer, wanted: ImageRequest, patience: float
    ) -> MessageImage | None:
        pending = renderer.request(wanted)
        if not pending.done() and renderer.wait <= patience:
            await asyncio.wait([pending], timeout=patience)
        if not pending.done():
            return MessageImage(None, pending)
        drawn = None if pending.cancelled() else pending.result()
        return None if drawn is None else MessageImage(drawn)

    @property
    def waiting(self) -> int:
        """How many pictures are wanted and not there yet."""
        return 0 if self.renderer is None else self.renderer.waiting
