"""The page's websocket. (Being written.)"""

from aiohttp import web

from playground.backend import Backend


class PageSockets:
    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        return web.Response(status=404)

    async def close(self) -> None:
        pass
