"""Whether a message gets its picture, and how long it may wait for it.

A picture repeats what the words beside it say. So nothing waits long for one: what is not ready goes out in
words, and the picture follows.
"""

from __future__ import annotations

import asyncio

from bot.pictures.commissions import Commission, Illustration
from bot.pictures.studio import Studio
from bot.wishes.people import People
from bot.wishes.servers import Servers

ANSWER = 0.2
"""Seconds that an answer to a press may wait: most pictures take a quarter of that. Where so many are wanted
that it would take longer, it does not wait at all.
"""
POST = 0.6
"""Seconds for what the bot posts or draws anew by itself."""


class Illustrator:
    """Gets pictures from the studio for those who want any. Without a studio nobody gets one."""

    def __init__(self, studio: Studio | None, people: People, servers: Servers) -> None:
        self._studio = studio
        self._people = people
        self._servers = servers

    async def for_one(
        self, user: int, wanted: Commission | None, patience: float = ANSWER
    ) -> Illustration | None:
        """The picture in a private message to the user; None if they want none, or nothing is wanted."""
        if wanted is None or self._studio is None or (await self._people.of(user)).text_mode:
            return None
        return await self._illustration(self._studio, wanted, patience)

    async def for_all(
        self, guild: int, wanted: Commission | None, patience: float = POST
    ) -> Illustration | None:
        """The picture in a public message; None if the server wants none, or nothing is wanted."""
        if wanted is None or self._studio is None or (await self._servers.of(guild)).text_mode:
            return None
        return await self._illustration(self._studio, wanted, patience)

    async def _illustration(self, studio: Studio, wanted: Commission, patience: float) -> Illustration | None:
        coming = studio.commission(wanted)
        if not coming.done() and studio.wait <= patience:
            await asyncio.wait([coming], timeout=patience)
        if not coming.done():
            return Illustration(None, coming)
        drawn = None if coming.cancelled() else coming.result()
        return None if drawn is None else Illustration(drawn)

    @property
    def waiting(self) -> int:
        """How many pictures are wanted and not there yet."""
        return 0 if self._studio is None else self._studio.waiting

    def open(self) -> None:
        """Be ready for the first picture."""
        if self._studio is not None:
            self._studio.open()

    def close(self) -> None:
        """Nothing more is drawn."""
        if self._studio is not None:
            self._studio.close()
