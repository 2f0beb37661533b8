"""The gateway: sessions of the bot, what each is told by its intents, and what one that was cut off has
missed.

A session outlives its connection: events go into its memory, and a resume replays those it did not see.
Frames are plain text, which discord.py reads whatever compression it asked for.
"""

import asyncio
import json
import secrets
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from playground import gateway_events
from playground.events import Event
from playground.gateway_session import MOST_FRAMES_A_MINUTE, Connection, Session
from playground.model import JsonObject
from playground.world import World

HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = 1, 2, 3, 6, 7, 8, 9, 10, 11
HEARTBEAT_MS = 41_250
ACK_SECONDS = 0.05
"""Seconds until a heartbeat is answered, as over a real network: discord.py notes only after sending that it
has asked, and takes an answer that is there by then for one to the heartbeat before.
"""
SECONDS_BETWEEN_IDENTIFIES = 5.0
IDENTIFIES_A_DAY = 1000

NOT_AUTHENTICATED, BAD_TOKEN, ALREADY_AUTHENTICATED, TOO_FAST = 4003, 4004, 4005, 4008
INVALID_SHARD, INVALID_INTENTS, DISALLOWED_INTENTS, UNKNOWN_OPCODE, DECODE_ERROR = (
    4010,
    4013,
    4014,
    4001,
    4002,
)

GOOD_ORDER = (1000, 1001)


class Gateway:
    """All sessions, and the websocket's endpoint.

    `strict` enforces the pauses between IDENTIFYs; `refuse` is told of every violation that closes a
    connection.
    """

    def __init__(self, world: World, token: str, strict: bool) -> None:
        self.world = world
        self.token = token
        self.strict = strict
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.identified_at: list[float] = []
        self.closings: list[tuple[int, str]] = []
        self.on_change: list[Callable[[bool], None]] = []
        self._was_connected = False
        self._changed = asyncio.Event()
        world.listen(self.hear)

    # towards the bot

    def hear(self, event: Event) -> None:
        """Tells every session of a change in the world, as far as its intents go."""
        for session in self.sessions.values():
            for name, data in gateway_events.told(self.world, event, session.intents):
                session.dispatch(name, data)

    def dispatch(self, event: str, data: Any) -> None:
        for session in self.sessions.values():
            session.dispatch(event, data)

    @property
    def connected(self) -> bool:
        """Whether a bot is there to hear of anything."""
        return any(session.connection for session in self.sessions.values())

    async def wait_connected(self, connected: bool = True) -> None:
        """Returns as soon as a bot is connected and has its session (or none is)."""
        while self.connected is not connected:
            await self._changed.wait()

    def ask_to_reconnect(self) -> None:
        """Op 7: the bot shall come back and resume."""
        for connection in self._connections():
            connection.send(RECONNECT)

    def invalidate(self, resumable: bool = False) -> None:
        """Op 9: the session is over (or, if resumable, the connection only)."""
        for session in list(self.sessions.values()):
            if session.connection:
                session.connection.send(INVALID, resumable)
            if not resumable:
                self._drop_session(session)

    def cut(self) -> None:
        """The connections break without a word, as a network's do."""
        for connection in self._connections():
            if connection.session:
                self._disconnected(connection.session)
            if connection.transport:
                connection.transport.abort()

    async def close(self) -> None:
        for connection in self._connections():
            connection.waiting.put_nowait(None)
            await connection.socket.close(code=1001)

    def _connections(self) -> list[Connection]:
        return [session.connection for session in self.sessions.values() if session.connection]

    def _drop_session(self, session: Session) -> None:
        self.sessions.pop(session.id, None)
        self._note_change()

    def _disconnected(self, session: Session) -> None:
        session.connection = None
        self._note_change()

    def _ended(self, connection: Connection) -> None:
        """Closed in good order, a session is over; after a break it waits to be resumed."""
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        if connection.socket.close_code in GOOD_ORDER:
            self.sessions.pop(session.id, None)
        self._note_change()

    def _note_change(self) -> None:
        """Wakes those who wait for the bot to come or go, and tells those who watch it."""
        if self.connected is self._was_connected:
            return
        self._was_connected = self.connected
        self._changed.set()
        self._changed = asyncio.Event()
        for watcher in self.on_change:
            watcher(self.connected)

    # the endpoint

    async def serve(self, request: web.BaseRequest) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=4096)
        await socket.prepare(request)
        connection = Connection(socket, request.transport)
        writer = asyncio.create_task(connection.write())
        connection.send(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        try:
            await self._read(connection)
        finally:
            self._ended(connection)
            writer.cancel()
        return socket

    async def _read(self, connection: Connection) -> None:
        async for frame in connection.socket:
            if frame.type is not WSMsgType.TEXT:
                continue
            if self._too_fast(connection):
                return await self._close(connection, TOO_FAST, "You are being rate limited.")
            try:
                payload = json.loads(frame.data)
                op, data = payload["op"], payload.get("d")
            except (ValueError, KeyError, TypeError):
                return await self._close(connection, DECODE_ERROR, "Error while decoding payload.")
            if refusal := self._obey(connection, op, data):
                return await self._close(connection, *refusal)

    def _too_fast(self, connection: Connection) -> bool:
        now = asyncio.get_running_loop().time()
        full = len(connection.frames_at) == MOST_FRAMES_A_MINUTE
        too_fast = full and now - connection.frames_at[0] < 60
        connection.frames_at.append(now)
        return too_fast

    async def _close(self, connection: Connection, code: int, reason: str) -> None:
        self.closings.append((code, reason))
        await connection.socket.close(code=code, message=reason.encode())

    def _obey(self, connection: Connection, op: int, data: Any) -> tuple[int, str] | None:
        """Does what a frame asks; returns code and reason when the connection is to be closed for it."""
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_SECONDS, connection.send, ACK)
        elif op == IDENTIFY:
            return self._identify(connection, data)
        elif op == RESUME:
            return self._resume(connection, data)
        elif connection.session is None:
            return NOT_AUTHENTICATED, "Not authenticated."
        elif op == MEMBERS:
            self._members(connection.session, data)
        elif op != PRESENCE:
            return UNKNOWN_OPCODE, f"Opcode {op} is not modelled by the playground."
        return None

    def _identify(self, connection: Connection, data: JsonObject) -> tuple[int, str] | None:
        if connection.session:
            return ALREADY_AUTHENTICATED, "Already authenticated."
        if data.get("token") != self.token:
            return BAD_TOKEN, "Authentication failed."
        if data.get("shard", [0, 1])[1] != 1:
            return INVALID_SHARD, "More than one shard is not modelled by the playground."
        if not isinstance(data.get("intents"), int):
            return INVALID_INTENTS, "Invalid intent(s)."
        if data["intents"] & gateway_events.PRIVILEGED:
            return DISALLOWED_INTENTS, "Disallowed intent(s)."
        if self._identifies_too_often():
            connection.send(INVALID, False)
            return None
        self._begin(connection, data["intents"])
        return None

    def _identifies_too_often(self) -> bool:
        now = self.world.clock.now()
        hasty = bool(self.identified_at) and now - self.identified_at[-1] < SECONDS_BETWEEN_IDENTIFIES
        self.identified_at = [moment for moment in self.identified_at if now - moment < 86_400]
        if self.strict and (hasty or len(self.identified_at) >= IDENTIFIES_A_DAY):
            return True
        self.identified_at.append(now)
        return False

    def identifies_left(self) -> int:
        return IDENTIFIES_A_DAY - len(self.identified_at)

    def _begin(self, connection: Connection, intents: int) -> None:
        for old in [session for session in self.sessions.values() if session.connection is None]:
            # The one bot has started anew: what it was then will not come back to resume.
            self._drop_session(old)
        session = Session(secrets.token_hex(16), intents)
        self.sessions[session.id] = session
        self._attach(connection, session)
        session.dispatch("READY", gateway_events.ready(self.world, session.id, self.url))
        for guild in self.world.state.guilds.values():
            if self.world.bot.id in guild.members:
                session.dispatch("GUILD_CREATE", gateway_events.guild_create(self.world, guild))
        self._note_change()

    def _attach(self, connection: Connection, session: Session) -> None:
        session.connection, connection.session = connection, session

    def _resume(self, connection: Connection, data: JsonObject) -> tuple[int, str] | None:
        if data.get("token") != self.token:
            return BAD_TOKEN, "Authentication failed."
        session = self.sessions.get(str(data.get("session_id")))
        missed = session.missed_since(int(data.get("seq") or 0)) if session else None
        if session is None or missed is None:
            connection.send(INVALID, False)
            return None
        for frame in missed:
            connection.waiting.put_nowait(frame)
        self._attach(connection, session)
        session.dispatch("RESUMED", {"_trace": ["playground"]})
        self._note_change()
        return None

    def _members(self, session: Session, data: JsonObject) -> None:
        """Op 8 for accounts named by their ids, which needs no intent."""
        guild = self.world.state.guilds[str(data["guild_id"])]
        asked = data.get("user_ids") or []
        ids = [str(user_id) for user_id in (asked if isinstance(asked, list) else [asked])]
        session.dispatch(
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": guild.id,
                "members": [guild.members[user_id] for user_id in ids if user_id in guild.members],
                "not_found": [user_id for user_id in ids if user_id not in guild.members],
                "chunk_index": 0,
                "chunk_count": 1,
                "nonce": data.get("nonce"),
            },
        )
