"""One connection to the gateway; one session, which outlives its connection and remembers what it was told;
and how many sessions a bot may begin.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import msgspec
from aiohttp import web

from playground.clock import Shard

DISPATCH = 0
MOST_FRAMES_A_MINUTE = 120
# So many events are remembered for a resume.
MEMORY = 1000
DAY = 24 * 60 * 60.0

_encode = msgspec.json.encode


@dataclass(frozen=True, slots=True)
class GatewayRules:
    """What Discord allows a bot on its gateway, as figures that a test may set.

    In each bucket (a shard's number modulo `max_concurrency`) one session is begun every
    `seconds_between_identifies`, and `identifies_a_day` in all of them; one more, and the token is reset. A
    session can be resumed for so many `seconds_to_resume` after its connection broke: "a few minutes", says
    Discord. `shards` are recommended to the bot; a shard of more than `servers_a_shard` is refused (Discord:
    2,500).
    """

    max_concurrency: int = 1
    seconds_between_identifies: float = 5.0
    identifies_a_day: int = 1000
    seconds_to_resume: float = 180.0
    shards: int = 1
    servers_a_shard: int | None = None


UNHURRIED = GatewayRules(seconds_between_identifies=0, identifies_a_day=1_000_000)
"""Without what is limited by time."""


@dataclass(slots=True)
class SessionStarts:
    """The sessions that have been begun since a day began, and when the last one of each bucket was."""

    rules: GatewayRules
    day_began: float = 0.0
    begun: int = 0
    last: dict[int, float] = field(default_factory=dict)

    def too_soon(self, shard: Shard, now: float) -> bool:
        """Whether the shard's bucket has to wait."""
        before = self.last.get(shard[0] % self.rules.max_concurrency)
        return before is not None and now - before < self.rules.seconds_between_identifies

    def remaining(self, now: float) -> int:
        if now - self.day_began >= DAY:
            self.day_began, self.begun = now, 0
        return self.rules.identifies_a_day - self.begun

    def begin(self, shard: Shard, now: float) -> None:
        self.last[shard[0] % self.rules.max_concurrency] = now
        self.begun += 1

    def told(self, now: float) -> dict[str, int]:
        """What Discord says as `session_start_limit`: how many identifies are left, the milliseconds until
        the day's are new, and how many may run at once. `now`: Unix seconds.
        """
        left = self.remaining(now)  # a new day may begin with this
        return {
            "total": self.rules.identifies_a_day,
            "remaining": left,
            "reset_after": int((self.day_began + DAY - now) * 1000),
            "max_concurrency": self.rules.max_concurrency,
        }


@dataclass(frozen=True, slots=True)
class Closing:
    """Why the gateway ends a connection."""

    code: int
    reason: str


@dataclass(slots=True, eq=False)
class Connection:
    """One websocket, with the frames that wait to be written to it."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport | None
    waiting: asyncio.Queue[str | Closing] = field(default_factory=asyncio.Queue)
    frames_at: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_FRAMES_A_MINUTE))
    session: "Session | None" = None

    def send(self, op: int, data: Any = None) -> None:
        self.waiting.put_nowait(_encode({"op": op, "d": data, "s": None, "t": None}).decode())

    @property
    def peer_port(self) -> int | None:
        """The port from which the bot has connected."""
        address = self.transport.get_extra_info("peername") if self.transport else None
        return address[1] if address else None

    def end(self, closing: Closing) -> None:
        """Closes it behind what waits."""
        self.waiting.put_nowait(closing)

    async def write(self) -> None:
        """Writes what waits, in order, until the connection is closed."""
        while isinstance(frame := await self.waiting.get(), str):
            if self.socket.closed:
                return
            await self.socket.send_str(frame)
        await self.socket.close(code=frame.code, message=frame.reason.encode())


@dataclass(slots=True, eq=False)
class Session:
    """What the bot is told from one IDENTIFY on, over as many connections as it takes."""

    id: str
    intents: int
    shard: Shard
    sequence: int = 0
    memory: deque[tuple[int, str, msgspec.Raw]] = field(
        default_factory=lambda: deque(maxlen=MEMORY), repr=False
    )
    connection: Connection | None = field(default=None, repr=False)
    broken_at: float = 0.0
    """When its connection broke, if it has none."""

    def dispatch(self, event: str, data: Any) -> None:
        """Tells of an event. Whoever tells several sessions of it hands each the same `encoded` data."""
        self.sequence += 1
        raw = data if isinstance(data, msgspec.Raw) else encoded(data)
        self.memory.append((self.sequence, event, raw))
        if self.connection:
            self.connection.waiting.put_nowait(_frame(self.sequence, event, raw))

    def missed_since(self, sequence: int) -> list[str] | None:
        """The frames after that one, or None if they are no longer all remembered."""
        if self.memory and sequence < self.memory[0][0] - 1:
            return None
        return [_frame(*told) for told in self.memory if told[0] > sequence]


def encoded(data: Any) -> msgspec.Raw:
    """An event's data as it goes over the wire."""
    return msgspec.Raw(_encode(data))


def _frame(sequence: int, event: str, data: msgspec.Raw) -> str:
    return _encode({"op": DISPATCH, "t": event, "s": sequence, "d": data}).decode()
