"""One connection to the gateway, and one session, which outlives its connection and remembers what it was
told.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import msgspec
from aiohttp import web

DISPATCH = 0
MOST_FRAMES_A_MINUTE = 120
# So many events are remembered for a resume.
MEMORY = 1000

_encode = msgspec.json.encode


@dataclass(slots=True)
class Connection:
    """One websocket, with the frames that wait to be written to it."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport | None
    waiting: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    frames_at: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_FRAMES_A_MINUTE))
    session: "Session | None" = None

    def send(self, op: int, data: Any = None) -> None:
        self.waiting.put_nowait(_encode({"op": op, "d": data, "s": None, "t": None}).decode())

    async def write(self) -> None:
        """Writes what waits, in order, until the connection is closed."""
        while (frame := await self.waiting.get()) is not None:
            if self.socket.closed:
                return
            await self.socket.send_str(frame)


@dataclass(slots=True)
class Session:
    """What the bot is told from one IDENTIFY on, over as many connections as it takes."""

    id: str
    intents: int
    sequence: int = 0
    memory: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=MEMORY))
    connection: Connection | None = None

    def dispatch(self, event: str, data: Any) -> None:
        self.sequence += 1
        frame = _encode({"op": DISPATCH, "t": event, "s": self.sequence, "d": data}).decode()
        self.memory.append((self.sequence, frame))
        if self.connection:
            self.connection.waiting.put_nowait(frame)

    def missed_since(self, sequence: int) -> list[str] | None:
        """The frames after that one, or None if they are no longer all remembered."""
        if sequence > self.sequence or (self.memory and sequence < self.memory[0][0] - 1):
            return None
        return [frame for number, frame in self.memory if number > sequence]
