"""The one loopback server: REST API, gateway, attachments, and the page with its socket."""

import asyncio
import mimetypes
from collections.abc import Awaitable, Callable
from email.utils import formatdate
from pathlib import Path

from aiohttp import StreamReader, web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.http import RawRequestMessage

from playground.backend import Backend
from playground.rest.endpoint import Endpoint

API = "/api/v10"
GATEWAY = "/gateway"
ATTACHMENTS = "/attachments/"
EMOJIS = "/emojis/"
PAGE_SOCKET = "/page/socket"
MOST_REQUEST_BYTES = 32 * 1024 * 1024
PAGE_FOLDER = Path(__file__).parent / "page"

Serve = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class Server:
    """Listens on 127.0.0.1; `serve_page_socket` answers the page's websocket."""

    def __init__(self, backend: Backend, serve_page_socket: Serve) -> None:
        self._backend = backend
        self._endpoint = Endpoint(backend)
        self._serve_page_socket = serve_page_socket
        server = web.Server(self._answer, request_factory=_request, access_log=None)
        self._runner = web.ServerRunner(server, shutdown_timeout=1.0)
        self.address = ""

    async def start(self, port: int) -> None:
        """Takes the port (0: any free one); raises OSError when it is taken."""
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self._backend.gateway.url = self.address.replace("http", "ws") + GATEWAY

    @property
    def api_base(self) -> str:
        return self.address + API

    async def go_away(self) -> int:
        """Nobody answers any more, as when the network is gone; the port on which it can `come_back`."""
        port = int(self.address.rpartition(":")[2])
        for site in list(self._runner.sites):
            await site.stop()
        self._backend.gateway.cut()
        return port

    async def come_back(self, port: int) -> None:
        """Answers again, on the same port."""
        await web.TCPSite(self._runner, "127.0.0.1", port).start()

    async def stop(self) -> None:
        await self._backend.gateway.close()
        await self._runner.cleanup()

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        path = request.path
        if path.startswith(API):
            answer = await self._endpoint.answer(request, path[len(API) :])
            answer.headers["Date"] = formatdate(self._backend.world.clock.now(), usegmt=True)
            return answer
        if path.rstrip("/") == GATEWAY:
            return await self._backend.gateway.serve(request)
        if path.startswith(ATTACHMENTS):
            return self._attachment(path)
        if path.startswith(EMOJIS):
            return self._emoji(path.removeprefix(EMOJIS))
        if path == PAGE_SOCKET:
            return await self._serve_page_socket(request)
        return _page(path)

    def _attachment(self, path: str) -> web.Response:
        attachment_id = path.split("/")[3] if path.count("/") == 4 else ""
        stored = self._backend.world.file(attachment_id)
        if stored is None:
            return web.Response(status=404)
        return web.Response(body=stored.content, content_type=stored.content_type)

    def _emoji(self, id: str) -> web.Response:
        stored = self._backend.world.state.emojis.get(id)
        if stored is None:
            return web.Response(status=404)
        return web.Response(body=stored.content, content_type=stored.content_type)


def _request(
    message: RawRequestMessage,
    payload: StreamReader,
    protocol: web.RequestHandler,
    writer: AbstractStreamWriter,
    task: asyncio.Task[None],
) -> web.BaseRequest:
    """A request as aiohttp makes it, but with room for what Discord itself judges to be too large."""
    loop = asyncio.get_running_loop()
    return web.BaseRequest(message, payload, protocol, writer, task, loop, client_max_size=MOST_REQUEST_BYTES)


def _page(path: str) -> web.Response:
    """A file of the page; / is its index."""
    name = "index.html" if path == "/" else path.removeprefix("/page/")
    file = (PAGE_FOLDER / name).resolve()
    if not file.is_relative_to(PAGE_FOLDER) or not file.is_file():
        return web.Response(status=404, text="There is nothing here; the page is at /.")
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return web.Response(body=file.read_bytes(), headers={"Content-Type": kind, "Cache-Control": "no-cache"})
