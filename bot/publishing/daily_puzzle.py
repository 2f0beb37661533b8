"""Posts the puzzle of the day in the channels of those servers that want it.

Which day was posted last is stored with the server's preferences, before the post: at a stop in between a day
is left out rather than posted twice. What Discord declines is tried again on the same day; what may have been
posted although its answer is lost is looked for first.
"""

from __future__ import annotations

import asyncio

import structlog

from bot.client.channels import Channels
from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem, was_declined
from bot.images.service import ImageService
from bot.pace import HOUR, MINUTE
from bot.preferences.servers import ServerPreferencesRepository
from bot.profiles.puzzles import DAY, FIRST_DAY, DailyPuzzle, day_at, puzzle_of
from bot.publishing.message_state import says
from bot.runtime.clock import Clock
from bot.runtime.log_context import trace
from bot.screens.puzzle import daily_post_screen, puzzle_image, puzzle_reader
from storage.errors import StorageError
from storage.sql.servers import ServerStore

log = structlog.get_logger(__name__)

POSTED_AT = 8 * HOUR
"""Seconds after midnight, UTC, from when on the day's puzzle is posted."""
LONGEST_SLEEP = HOUR
"""Seconds after which the calendar is looked at again: a server may have chosen its channel meanwhile."""
NEXT_ATTEMPT = 5 * MINUTE
"""Seconds after which it is tried again where Discord failed for the moment."""
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
        self._awoken = asyncio.Event()
        self._unsure: dict[int, int] = {}
        """Of servers where a post may stand although its answer is lost: the day."""

    def look_again(self) -> None:
        """The bot may write where it might not: what is due there is posted."""
        self._awoken.set()

    def open(self) -> None:
        """Begin. May be called again."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="daily puzzle")

    async def close(self) -> None:
        """Stops posting, and waits until what was begun has stopped."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            now, failed = self._clock.now(), False
            self._awoken.clear()
            if now % DAY >= POSTED_AT:
                try:
                    failed = not await self.post_all(day_at(now))
                except StorageError as error:
                    log.error("the puzzle of the day was not posted", trace=trace(error))
            await self._sleep(NEXT_ATTEMPT if failed else LONGEST_SLEEP)

    async def _sleep(self, seconds: float) -> None:
        """For so long, or until there is reason to look again."""
        ends = (
            asyncio.ensure_future(self._clock.sleep_until(self._clock.awake() + seconds)),
            asyncio.ensure_future(self._awoken.wait()),
        )
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()

    async def post_all(self, day: int) -> bool:
        """Post the puzzle of that day wherever it is wanted, was not posted, and the bot may write. Whether
        no other attempt is worth while soon. StorageError.
        """
        daily, is_done = puzzle_of(day), True
        for guild in await self._servers.known():
            wanted = await self._preferences.of(guild)
            is_unsure = self._unsure.get(guild) == day
            if not wanted.puzzles or (wanted.puzzle_posted >= day and not is_unsure):
                continue
            if self._channels.is_refused(guild, wanted.puzzles):
                continue
            await self._preferences.change(guild, puzzle_posted=day)
            try:
                await self._post(guild, wanted.puzzles, wanted.locale, daily, again=is_unsure)
                self._unsure.pop(guild, None)
            except DISCORD_ERRORS as error:
                is_done = await self._failed(guild, wanted.puzzle_posted, day, error) and is_done
        return is_done

    async def _failed(self, guild: int, posted: int, day: int, error: Exception) -> bool:
        """What is to come of it; whether another attempt is not worth while soon."""
        why = discord_problem(error)
        log.warning("the puzzle of the day could not be posted", server=guild, why=why.value)
        if why not in (DiscordProblem.PASSING, DiscordProblem.FORBIDDEN):
            self._unsure.pop(guild, None)
        elif was_declined(error) and guild not in self._unsure:
            await self._preferences.change(guild, puzzle_posted=posted)
        else:
            self._unsure[guild] = day
        return why is not DiscordProblem.PASSING

    async def _post(self, guild: int, channel: int, locale: str, daily: DailyPuzzle, *, again: bool) -> None:
        reader = puzzle_reader(daily, locale)
        wanted = puzzle_image(daily, (), reader)
        picture = await self._image_service.for_all(guild, wanted, PICTURE_PATIENCE)
        before = puzzle_of(daily.day - 1) if daily.day > FIRST_DAY else None
        payload = daily_post_screen(daily, reader, picture, before).payload()
        own = await self._channels.own_latest(guild, channel) if again else ()
        if any(says(message, payload) for message in own):
            return
        await self._channels.post(guild, channel, payload, nonce=f"puzzle.{channel}.{daily.day}"[-25:])
