"""The real bot by a clock that its starter holds in their hands: `python -m tests.support.fast_bot run`.

Weeks pass in seconds, and slowly where people must have the time to press. A bot that is killed finds the
time, when it starts again, where it is by then: other than with CLOCK_SPEED it is never set back.
"""

from __future__ import annotations

import asyncio
import math
import mmap
import os
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

PLACE = "FAST_TIME"
"""The setting that names the file with the time."""
LOOK = 0.02
"""Seconds of the machine's after which a sleeper looks at the time again: it may have become faster."""
RECORDED = 0.25
"""Seconds of the machine's between two records of how long the bot has been awake."""
_TIME = struct.Struct("dddd")
"""When, by the machine's clock, it was what time, how fast it has been since, and until what time."""


class FastTime:
    """The time, in a file that several processes look at. Unix seconds."""

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), 2 * _TIME.size)

    @classmethod
    def begun(cls, path: Path, now: float) -> FastTime:
        """It is so late now, and the time stands still until it is told how fast it is."""
        path.write_bytes(bytes(2 * _TIME.size))
        made = cls(path)
        made.flow(0.0, now)
        return made

    def now(self) -> float:
        """The time by this fast clock, in Unix seconds."""
        real, was, speed, until = self._read()
        return min(was + (time.monotonic() - real) * speed, until)

    def flow(self, speed: float, now: float | None = None, *, until: float = math.inf) -> None:
        """So many of its seconds pass in one of the machine's from now on, but none after `until`, where it
        waits for whoever is kept by a busy machine from saying more.
        """
        now = self.now() if now is None else now
        packed = _TIME.pack(time.monotonic(), now, speed, max(now, until))
        self._shared[_TIME.size :] = packed
        self._shared[: _TIME.size] = packed

    async def sleep(self, seconds: float) -> None:
        """Return when so much of this time has passed."""
        until = self.now() + seconds
        while self.now() < until:
            await asyncio.sleep(LOOK)

    def _read(self) -> tuple[float, float, float, float]:
        """Written twice, so that what is half written is noticed."""
        while True:
            once, twice = self._shared[: _TIME.size], self._shared[_TIME.size :]
            if once == twice:
                return _TIME.unpack(once)


class FastClock:
    """A `bot.runtime.clock.Clock` that shows `FastTime`; `Clock` says what its methods do."""

    def __init__(self, speed: float) -> None:
        del speed  # that of the setting CLOCK_SPEED: only robots' pauses follow it
        self._time = FastTime(Path(os.environ[PLACE]))
        self._began = self._time.now()
        self._before = self._stopped_for = 0.0
        self._stopped_at: float | None = None

    def now(self) -> float:
        return self._time.now()

    def awake(self) -> float:
        return (self.now() if self._stopped_at is None else self._stopped_at) - self._off

    @property
    def _off(self) -> float:
        """What is between both times."""
        return self._began + self._stopped_for - self._before

    def unix(self, awake: float) -> float:
        still = 0.0 if self._stopped_at is None else self.now() - self._stopped_at
        return awake + self._off + still

    def resume(self, awake: float) -> None:
        self._before += awake - self.awake()

    def stop(self) -> None:
        if self._stopped_at is None:
            self._stopped_at = self.now()

    def go_on(self) -> float:
        since, self._stopped_at = self._stopped_at, None
        stopped = 0.0 if since is None else self.now() - since
        self._stopped_for += stopped
        return stopped

    async def sleep_until(self, awake: float) -> None:
        await asyncio.sleep(0)
        while self.awake() < awake:
            await asyncio.sleep(LOOK)


@contextmanager
def held_time(path: Path) -> Iterator[FastTime]:
    """Bots of this process go by that clock, as long as the block lasts; it stands still at first. `path`: a
    file that is not there yet.
    """
    now = FastTime.begun(path, time.time())
    with patch.dict(os.environ, {PLACE: str(path)}), patch("bot.app.SystemClock", FastClock):
        yield now


def main() -> int:
    """The bot's own program, with that clock."""
    from bot.__main__ import main as run

    clock, recorded = "bot.process.SystemClock", "bot.runtime.house_time.RECORD_INTERVAL"
    with patch(clock, FastClock), patch(recorded, RECORDED):
        return run()


if __name__ == "__main__":
    sys.exit(main())
