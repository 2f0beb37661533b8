"""Posts the puzzle of the day in the channels of those servers that want it.

Which day was posted last is stored with the server's preferences, before the post: at a stop in between a day
is left out rather than posted twice.
"""

from __future__ import annotations

import asyncio

import structlog

from bot.client.channels import Channels
from bot.client.discord_errors import DISCORD_ERRORS, discord_problem
from bot.images.service import ImageService
from bot.pace import HOUR
from bot.preferences.servers import ServerPreferencesRepository
from bot.profiles.puzzles import DAY, DailyPuzzle, day_at, puzzle_of
from bot.runtime.clock import Clock
from bot.runtime.log_context import trace
from bot.screens.puzzle import daily_post_screen, puzzle_image, puzzle_reader
from storage.errors import StorageError
from storage.interfaces import ServerStore

log = structlog.get_logger(__name__)

POSTED_AT = 8 * HOUR
"""Seconds after midnight, UTC, from when on the day's puzzle is posted."""
LONGEST_SLEEP = HOUR
"""Seconds after which the calendar is looked at again: a server may have chosen its channel meanwhile."""
PICTURE_PATIENCE = 30.0
"""Seconds to wait for the picture: nobody waits for the post."""


class DailyPuzzlePoster:
    """Looks at the calendar once an hour."""

    def __init__(
        self,
        servers: ServerStore,
        preferences: ServerPreferencesRepository,
        channels: Channels,
        image_service: ImageService,
        clock: Clock,
    ) -> None:
        self._servers = servers
        self._preferences = preferences
        self._channels = channels
        self._image_service = image_service
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin. May be called again."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="daily puzzle")

    async def close(self) -> None:
        """Nothing more is posted."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            now = self._clock.now()
            if now % DAY >= POSTED_AT:
                try:
                    await self.post_all(day_at(now))
                except StorageError as error:
                    log.error("the puzzle of the day was not posted", trace=trace(error))
            await self._clock.sleep_until(self._clock.awake() + LONGEST_SLEEP)

    async def post_all(self, day: int) -> None:
        """Post the puzzle of that day wherever it is wanted and was not posted. StorageError."""
        daily = puzzle_of(day)
        for guild in await self._servers.known():
            wanted = await self._preferences.of(guild)
            if not wanted.puzzles or wanted.puzzle_posted >= day:
                continue
            await self._preferences.change(guild, puzzle_posted=day)
            try:
                await self._post(guild, wanted.puzzles, wanted.locale, daily)
            except DISCORD_ERRORS as error:
                why = discord_problem(error).value
                log.warning("the puzzle of the day could not be posted", server=guild, why=why)

    async def _post(self, guild: int, channel: int, locale: str, daily: DailyPuzzle) -> None:
        reader = puzzle_reader(daily, locale)
        wanted = puzzle_image(daily, (), reader)
        picture = await self._image_service.for_all(guild, wanted, PICTURE_PATIENCE)
        payload = daily_post_screen(daily, reader, picture).payload()
        await self._channels.post(guild, channel, payload, nonce=f"puzzle.{channel}.{daily.day}"[-25:])
