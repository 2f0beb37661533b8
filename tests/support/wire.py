"""A wire between a bot and its PostgreSQL server, on loopback, that can be cut and mended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.support.postgres import SUPERUSER, PostgresServer


@dataclass
class Wire:
    """It stands between whoever dials its port and the server's socket."""

    server: PostgresServer
    port: int = 0
    _ends: set[asyncio.StreamWriter] = field(default_factory=set)
    _is_cut: bool = False
    _flows: asyncio.Event = field(default_factory=asyncio.Event)

    def url(self, url: str) -> str:
        """The same database, by way of the wire."""
        return f"postgresql://{SUPERUSER}@127.0.0.1:{self.port}/{urlsplit(url).path[1:]}"

    def cut(self) -> None:
        """All connections break, and no new one can be had."""
        self._is_cut = True
        for end in self._ends:
            end.transport.abort()

    def hold(self) -> None:
        """Nothing arrives any more, and nobody is told so; what is on its way arrives after it is mended."""
        self._flows.clear()

    def mend(self) -> None:
        """All is as it was."""
        self._is_cut = False
        self._flows.set()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carries both ways what is said on a connection that was dialled, until the wire is cut."""
        if self._is_cut:
            writer.transport.abort()
            return
        with suppress(OSError):  # the server is not there
            far_reader, far_writer = await asyncio.open_unix_connection(self.server.socket())
            ends = {writer, far_writer}
            self._ends |= ends
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
            self._ends -= ends
        writer.transport.abort()

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                await self._flows.wait()
                target.write(data)
                await target.drain()
        target.transport.abort()


@asynccontextmanager
async def wire_to(server: PostgresServer) -> AsyncIterator[Wire]:
    """A wire to this server that is whole, on a port of its own; it is cut in the end."""
    wire = Wire(server)
    wire.mend()
    listening = await asyncio.start_server(wire.connect, "127.0.0.1")
    wire.port = listening.sockets[0].getsockname()[1]
    try:
        yield wire
    finally:
        listening.close()
        wire.mend()
        wire.cut()
