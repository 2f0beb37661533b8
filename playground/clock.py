"""The stand-in's time, which tests can move forward, and the ids that Discord makes out of it."""

import time
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000

Shard = tuple[int, int]
"""A shard as the bot names it: its number, from 0, and how many there are."""
ONLY_SHARD: Shard = (0, 1)


class Clock:
    """Wall-clock time plus what a test has added to it.

    `ahead` seconds may be negative, so that what is made first is old once `advance` has caught up.
    """

    def __init__(self, ahead: float = 0.0) -> None:
        self._ahead = ahead

    def now(self) -> float:
        """The playground's time in Unix seconds, ahead of the machine's by what it was advanced."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += seconds

    def timestamp(self) -> str:
        """Now, as Discord writes it: ISO 8601 with microseconds and +00:00."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat(timespec="microseconds")


class Snowflakes:
    """Hands out Discord's ids: milliseconds since 2015 above 22 bits, never the same one twice, always
    rising.
    """

    def __init__(self, clock: Clock, last: int = 0) -> None:
        self._clock = clock
        self.last = last

    def next(self, shard: Shard = ONLY_SHARD) -> str:
        """The next id; that of a server which this shard serves."""
        born = (int(self._clock.now() * 1000) - DISCORD_EPOCH_MS) << 22
        self.last = max(born, self.last + 1)
        while not serves(shard, str(self.last)):
            self.last = ((self.last >> 22) + 1) << 22
        return str(self.last)


def made_at(snowflake: str) -> float:
    """When a thing with this id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000


def serves(shard: Shard, guild_id: str | None) -> bool:
    """Whether a shard is told of what happens in a server. What happens in none is told to the first.

    https://discord.com/developers/docs/events/gateway#sharding
    """
    number, count = shard
    return number == (0 if guild_id is None else (int(guild_id) >> 22) % count)
