"""The gateway: sessions of the bot, what each is told by its shard and its intents, and what one that was
cut off has missed.

A session outlives its connection: events go into its memory, and a resume, from whichever process, replays
those it did not see. A shard may have several sessions, and shards of different counts stand side by side.
Frames are plain text, which discord.py reads whatever compression it asked for.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from email.utils import formatdate
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from playground import gateway_events
from playground.clock import ONLY_SHARD, Shard, serves
from playground.events import Event
from playground.gateway_session import (
    MOST_FRAMES_A_MINUTE,
    Closing,
    Connection,
    GatewayRules,
    Session,
    SessionStarts,
    encoded,
)
from playground.model import JsonObject
from playground.world import World

HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = 1, 2, 3, 6, 7, 8, 9, 10, 11
HEARTBEAT_MS = 41_250
ACK_SECONDS = 0.05
"""Seconds until a heartbeat is answered, as over a real network: discord.py notes only after sending that it
has asked, and takes an answer that is there by then for one to the heartbeat before.
"""

UNKNOWN_ERROR, UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN = 4000, 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SEQUENCE, TOO_FAST = 4005, 4007, 4008
INVALID_SHARD, SHARDING_REQUIRED, INVALID_INTENTS, DISALLOWED_INTENTS = 4010, 4011, 4013, 4014

GOOD_ORDER = (1000, 1001)

_log = logging.getLogger(__name__)


class Gateway:
    """All sessions, and the websocket's endpoint."""

    def __init__(self, world: World, token: str, rules: GatewayRules) -> None:
        self.world = world
        self.token = token
        self.rules = rules
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.starts = SessionStarts(rules)
        self.closings: list[tuple[int, str]] = []
        self.on_change: list[Callable[[bool], None]] = []
        self._was_connected = False
        self._changed = asyncio.Event()
        world.listen(self.hear)

    # towards the bot

    def hear(self, event: Event) -> None:
        """Tells of a change in the world: the shard where it happened, as far as a session's intents go."""
        told: dict[int, list[tuple[str, msgspec.Raw]]] = {}
        for session in self.serving(gateway_events.guild_id(self.world, event)):
            if session.intents not in told:
                news = gateway_events.told(self.world, event, session.intents)
                told[session.intents] = [(name, encoded(data)) for name, data in news]
            for name, data in told[session.intents]:
                session.dispatch(name, data)

    def dispatch(self, event: str, data: Any, guild_id: str | None = None) -> None:
        """Tells of something that happened in a server, or in none."""
        for session in self.serving(guild_id):
            session.dispatch(event, data)

    def serving(self, guild_id: str | None) -> list[Session]:
        """The sessions that are told of a server, those among them that may still be resumed."""
        oldest = self.world.clock.now() - self.rules.seconds_to_resume
        for session in [one for one in self.sessions.values() if not one.connection]:
            if session.broken_at < oldest:
                del self.sessions[session.id]
        return [session for session in self.sessions.values() if serves(session.shard, guild_id)]

    @property
    def connections(self) -> dict[Connection, Session]:
        """The connections that have their session, the one with the oldest session first."""
        return {one.connection: one for one in self.sessions.values() if one.connection}

    @property
    def connected(self) -> bool:
        """Whether a bot is there to hear of anything."""
        return bool(self.connections)

    async def wait_until(self, holds: Callable[[], bool]) -> None:
        """Returns as soon as something holds of who is connected."""
        while not holds():
            await self._changed.wait()

    async def wait_connected(self, connected: bool = True) -> None:
        """Returns as soon as a bot is connected and has its session (or none is)."""
        await self.wait_until(lambda: self.connected is connected)

    def ask_to_reconnect(self, *sessions: Session) -> None:
        """Op 7: the bot shall come back and resume (in these sessions, or in all)."""
        for connection in self._connections(sessions):
            connection.send(RECONNECT)

    def invalidate(self, *sessions: Session) -> None:
        """Op 9: the sessions (or all) are over."""
        for session in sessions or list(self.sessions.values()):
            if session.connection:
                session.connection.send(INVALID, False)
            self._drop(session)

    def cut(self, *sessions: Session) -> None:
        """The connections (of these sessions, or all) break without a word, as a network's do."""
        for connection in self._connections(sessions):
            if connection.session:
                self._broken(connection.session)
            if connection.transport:
                connection.transport.abort()

    async def close(self) -> None:
        for connection in self.connections:
            await connection.socket.close(code=1001)

    def _connections(self, sessions: tuple[Session, ...]) -> list[Connection]:
        return [connection for connection, one in self.connections.items() if not sessions or one in sessions]

    def _drop(self, session: Session) -> None:
        self.sessions.pop(session.id, None)
        self._note_change()

    def _broken(self, session: Session) -> None:
        session.connection, session.broken_at = None, self.world.clock.now()
        self._note_change()

    def _ended(self, connection: Connection) -> None:
        """Closed in good order, a session is over; after a break it waits to be resumed."""
        session = connection.session
        if session is None or session.connection is not connection:
            return
        self._broken(session)
        if connection.socket.close_code in GOOD_ORDER:
            self._drop(session)

    def _note_change(self) -> None:
        """Wakes those who wait for the bot to come or go, and tells those who watch it."""
        self._changed.set()
        self._changed = asyncio.Event()
        if self.connected is self._was_connected:
            return
        self._was_connected = self.connected
        for watcher in self.on_change:
            watcher(self.connected)

    # the endpoint

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        socket = web.WebSocketResponse(max_msg_size=4096)
        socket.headers["Date"] = formatdate(self.world.clock.now(), usegmt=True)
        try:
            await socket.prepare(request)
        except ConnectionResetError:
            return web.Response()  # to nobody: whoever called is gone, as a bot that is killed while it calls
        await self.attend(socket, request.transport)
        return socket

    async def attend(self, socket: Any, transport: Any) -> None:
        """Speak with whoever is at the other end of a websocket, until it is closed."""
        connection = Connection(socket, transport)
        writer = asyncio.create_task(connection.write())
        connection.send(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        try:
            await self._read(connection)
        finally:
            self._ended(connection)
            writer.cancel()

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
                return await self._close(connection, refusal.code, refusal.reason)

    def _too_fast(self, connection: Connection) -> bool:
        now = asyncio.get_running_loop().time()
        full = len(connection.frames_at) == MOST_FRAMES_A_MINUTE
        too_fast = full and now - connection.frames_at[0] < 60
        connection.frames_at.append(now)
        return too_fast

    async def _close(self, connection: Connection, code: int, reason: str) -> None:
        self.closings.append((code, reason))
        await connection.socket.close(code=code, message=reason.encode())

    def _obey(self, connection: Connection, op: int, data: Any) -> Closing | None:
        """Does what a frame asks; returns why the connection is to be closed for it."""
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_SECONDS, connection.send, ACK)
        elif op in (IDENTIFY, RESUME):
            return self._authenticate(connection, op, data)
        elif connection.session is None:
            return Closing(NOT_AUTHENTICATED, "Not authenticated.")
        elif op == MEMBERS:
            return self._members(connection.session, data)
        elif op != PRESENCE:
            return Closing(UNKNOWN_OPCODE, f"Opcode {op} is not modelled by the playground.")
        return None

    def _authenticate(self, connection: Connection, op: int, data: JsonObject) -> Closing | None:
        if connection.session:
            return Closing(ALREADY_AUTHENTICATED, "Already authenticated.")
        if data.get("token") != self.token:
            return Closing(BAD_TOKEN, "Authentication failed.")
        return self._identify(connection, data) if op == IDENTIFY else self._resume(connection, data)

    def _identify(self, connection: Connection, data: JsonObject) -> Closing | None:
        shard = _shard(data.get("shard", ONLY_SHARD))
        if shard is None:
            return Closing(INVALID_SHARD, "Invalid shard.")
        if not isinstance(data.get("intents"), int):
            return Closing(INVALID_INTENTS, "Invalid intent(s).")
        if data["intents"] & gateway_events.PRIVILEGED:
            return Closing(DISALLOWED_INTENTS, "Disallowed intent(s).")
        most = self.rules.servers_a_shard
        if most is not None and len(gateway_events.guilds_of(self.world, shard)) > most:
            return Closing(SHARDING_REQUIRED, "Sharding required.")
        now = self.world.clock.now()
        if self.starts.too_soon(shard, now):
            connection.send(INVALID, False)
            return None
        if not self.starts.remaining(now):
            return self._reset_token()
        self.starts.begin(shard, now)
        self._begin(connection, data["intents"], shard)
        return None

    def _begin(self, connection: Connection, intents: int, shard: Shard) -> None:
        session = Session(secrets.token_hex(16), intents, shard)
        self.sessions[session.id] = session
        self._attach(connection, session)
        session.dispatch("READY", gateway_events.ready(self.world, session.id, shard, self.url))
        for guild in gateway_events.guild_creates(self.world, shard):
            session.dispatch("GUILD_CREATE", guild)

    def _reset_token(self) -> Closing:
        """What Discord does to a bot that begins too many sessions: they all end, and so does its token."""
        self.token = f"{self.token}.reset"
        most = self.rules.identifies_a_day
        closing = Closing(BAD_TOKEN, f"More than {most} sessions in a day: the token has been reset.")
        _log.error("The bot began more than %s sessions in a day. Discord resets the token then.", most)
        for connection in self.connections:
            connection.end(closing)
        self.sessions.clear()
        self.starts = SessionStarts(self.rules)  # of the new token none has been begun
        self._note_change()
        return closing

    def _attach(self, connection: Connection, session: Session) -> None:
        session.connection, connection.session = connection, session
        self._note_change()

    def _resume(self, connection: Connection, data: JsonObject) -> Closing | None:
        """Goes on with a session that this process or another one began.

        What Discord does with a connection that the session still has is not documented; here it is closed.
        """
        self.serving(None)  # forgets those for which it is too late
        session, sequence = self.sessions.get(str(data.get("session_id"))), int(data.get("seq") or 0)
        if session and sequence > session.sequence:
            return Closing(INVALID_SEQUENCE, "Invalid seq.")
        missed = session.missed_since(sequence) if session else None
        if session is None or missed is None:
            connection.send(INVALID, False)
            return None
        if earlier := session.connection:
            earlier.session = None
            earlier.end(Closing(UNKNOWN_ERROR, "The session goes on elsewhere."))
        for frame in missed:
            connection.waiting.put_nowait(frame)
        self._attach(connection, session)
        session.dispatch("RESUMED", {"_trace": ["playground"]})
        return None

    def _members(self, session: Session, data: JsonObject) -> Closing | None:
        """Op 8 for accounts named by their ids, which needs no intent."""
        guild = self.world.state.guilds[str(data["guild_id"])]
        if not serves(session.shard, guild.id):
            return Closing(UNKNOWN_ERROR, f"Server {guild.id} is not one of shard {session.shard}.")
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
        return None


def _shard(given: Any) -> Shard | None:
    """What an IDENTIFY names as its shard; None when there is no such one."""
    match given:
        case [int(number), int(count)] if 0 <= number < count:
            return number, count
        case _:
            return None
