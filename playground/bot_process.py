"""The bot as a child process: started, watched, started again when it dies, stopped with SIGTERM."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence

COMMAND = (sys.executable, "-m", "bot", "run")
SECONDS_TO_STOP = 10.0
SECONDS_BEFORE_RESTART = 1.0
# A bot that dies sooner than this after its start is given more and more time.
SECONDS_TO_SETTLE = 10.0
LONGEST_PAUSE = 30.0


class BotProcess:
    """Keeps the bot running until `stop`; `tell` shows a person a line, in which it has its `name`."""

    def __init__(
        self,
        settings: Mapping[str, str],
        tell: Callable[[str], None],
        command: Sequence[str] = COMMAND,
        name: str = "The bot",
    ) -> None:
        self._settings = settings
        self._tell = tell
        self._command = command
        self._name = name
        self._child: asyncio.subprocess.Process | None = None
        self._stopping = False

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child and self._child.returncode is None else None

    async def keep_running(self) -> None:
        """Starts the bot, and again each time that it dies, until `stop` is called."""
        pause = SECONDS_BEFORE_RESTART
        while not self._stopping:
            started = asyncio.get_running_loop().time()
            self._child = await asyncio.create_subprocess_exec(
                *self._command, env={**os.environ, **self._settings}
            )
            status = await self._child.wait()
            if self._stopping:
                return
            lived = asyncio.get_running_loop().time() - started
            pause = SECONDS_BEFORE_RESTART if lived > SECONDS_TO_SETTLE else min(pause * 2, LONGEST_PAUSE)
            self._tell(f"{self._name} has ended ({_reason(status)}); it is started again in {pause:.0f} s.")
            await asyncio.sleep(pause)

    async def stop(self) -> None:
        """Asks the bot to end, and ends it when it takes too long."""
        self._stopping = True
        if self._child is None or self._child.returncode is not None:
            return
        self._child.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self._child.wait(), SECONDS_TO_STOP)
        except TimeoutError:
            self._tell(f"{self._name} does not end by itself; it is killed.")
            self._child.kill()
            await self._child.wait()


def _reason(status: int) -> str:
    return f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"
