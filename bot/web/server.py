"""The port on which pages are served: for reading, to anybody, without cookies, and to nobody too often."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic

import structlog
from aiohttp import web

from bot.images.fonts import FONT_FILES
from bot.runtime.log_context import trace
from bot.settings import SettingsError
from bot.web.page import FONTS
from bot.web.service import FRESH, Both, Busy, PageService, Served
from storage.errors import StorageError

log = structlog.get_logger(__name__)

BURST, A_SECOND = 60, 2.0
"""Requests that one address may make at once, and how many more it may make with each second."""
MOST_ADDRESSES = 10_000
"""That are remembered; of more, those are forgotten that asked least recently."""
SHUTDOWN_TIMEOUT = 1.0
"""Seconds that answers under way are given at a stop."""
_FONT_KEPT = 24 * 3600
_ID = "[2-9a-z]{1,12}"
_UNFURLERS = ("Discordbot", "facebookexternalhit", "Slackbot-LinkExpanding", "TelegramBot", "Twitterbot")
"""Those who show beside a link what it leads to; they keep no index."""
_ROBOTS = "".join(f"User-agent: {name}\n" for name in _UNFURLERS) + (
    "Allow: /t/game-\nDisallow: /\n\nUser-agent: *\nDisallow: /\n"
)
_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "Server": "Tortuga",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
}


class RateLimiter:
    """A bucket for each address, which fills again with time. `clock`: seconds that never go back."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> int:
        """0 if it may ask now, which counts; else after how many seconds it may."""
        now = self._clock()
        left, since = self._left.pop(address, (float(BURST), now))
        left = min(BURST, left + (now - since) * A_SECOND)
        self._left[address] = (left - 1 if left >= 1 else left), now
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return 0 if left >= 1 else 1 + int((1 - left) / A_SECOND)


def asking(peer: str | None, forwarded: str) -> str:
    """Whose request it is: the connection's other end or, if that is a proxy on a machine of ours, whom that
    names last that is none itself. Of an address of IPv6 the half that one household has.
    """
    found = _address(peer or "")
    if found is None:
        return peer or ""
    if not found.is_global:
        named = [_address(each) for each in reversed(forwarded.split(","))]
        found = next((each for each in named if each is not None and each.is_global), named[0]) or found
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


_WITH_PORT = re.compile(r"\[([^]]*)\](?::\d*)?|([\d.]+):\d*")
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
"""In which an address of IPv4 stands where a network has IPv6 alone (RFC 6052)."""


def _address(written: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """As connections and proxies write it: with a port, or one of IPv4 within one of IPv6."""
    written = written.strip(' \t"').partition("%")[0]
    if within := _WITH_PORT.fullmatch(written):
        written = within[1] or within[2] or ""
    try:
        found = ipaddress.ip_address(written)
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return found.ipv4_mapped
        if found in _TRANSLATED:
            return ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    return found


@asynccontextmanager
async def serve_pages(
    pages: Callable[[], PageService | None], base: str, host: str, port: int
) -> AsyncIterator[None]:
    """Answer on that port as long as the block lasts, with what `pages` gives just then. SettingsError, in
    one line, if the port cannot be had.
    """
    runner = web.AppRunner(
        application(pages),
        access_log=None,
        logger=_strangers(),
        handle_signals=False,
        shutdown_timeout=SHUTDOWN_TIMEOUT,
    )
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
            raise SettingsError(
                f"WEB_PORT: nothing can listen on port {port} of {host} ({why}); "
                "choose another one (WEB_PORT, WEB_HOST), or 0 for none"
            ) from None
        log.info("pages are served", host=host, port=port, address=base)
        yield
    finally:
        await runner.cleanup()


def _strangers() -> logging.Logger:
    """For aiohttp, which would log a trace with whatever is sent that is no HTTP: anybody could fill the log.
    What fails in answering is logged by `guarded`.
    """
    quiet = logging.getLogger(f"{__name__}.strangers")
    quiet.setLevel(logging.CRITICAL)
    return quiet


def application(
    pages: Callable[[], PageService | None], limiter: RateLimiter | None = None
) -> web.Application:
    """The web application that serves pages and their data. `pages`: gives the service, or None while no
    shard is served here. `limiter`: how often one address may ask.
    """
    counted = limiter or RateLimiter()

    def service() -> PageService:
        if (found := pages()) is None:  # no shard is served here just now
            raise Busy
        return found

    @web.middleware
    async def guarded(
        request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        seconds = counted.wait(asking(request.remote, request.headers.get("X-Forwarded-For", "")))
        if seconds:
            return _sorry(429, "Too many requests.", seconds)
        try:
            return await handler(request)
        except Busy:
            return _sorry(503, "Too much is asked for just now.", 10)
        except StorageError as error:
            log.error("a page cannot be read", trace=trace(error))
            return _sorry(503, "This cannot be read just now.", 10)
        except web.HTTPException as refused:
            return _sorry(refused.status, f"{refused.reason}.")
        except Exception as error:
            log.error("a page failed", trace=trace(error))
            return _sorry(500, "That was our mistake.")

    async def tournament(request: web.Request) -> web.Response:
        return _both(request, await service().tournament(request.match_info["id"]))

    async def game(request: web.Request) -> web.Response:
        found = await service().game(request.match_info["id"], request.match_info["table"])
        return _both(request, found)

    async def season(request: web.Request) -> web.Response:
        return _both(
            request, await service().season(request.match_info["id"], int(request.match_info["season"]))
        )

    async def robots(_request: web.Request) -> web.Response:
        return web.Response(text=_ROBOTS)

    app = web.Application(middlewares=[guarded], client_max_size=1024)
    app.on_response_prepare.append(_with_headers)
    app.add_routes(
        [
            *_beside_tournaments(service),
            web.get("/robots.txt", robots),
            web.get(f"/t/{FONTS}/{{name}}", _font),
            web.get(f"/t/series-{{id:{_ID}}}-{{season:[1-9][0-9]{{0,3}}}}{{json:(\\.json)?}}", season),
            web.get(f"/t/{{id:{_ID}}}{{json:(\\.json)?}}", tournament),
            web.get(f"/t/{{id:{_ID}}}-{{table:{_ID}}}{{json:(\\.json)?}}", game),
        ]
    )
    return app


def _beside_tournaments(service: Callable[[], PageService]) -> list[web.RouteDef]:
    """Finished games by themselves, calendars, and what goes on at all."""

    async def finished(request: web.Request) -> web.Response:
        return _both(request, await service().finished(request.match_info["table"]))

    async def picture(request: web.Request) -> web.Response:
        return _file(request, await service().picture(request.match_info["table"]))

    async def calendar(request: web.Request) -> web.Response:
        who = request.match_info
        return _file(request, await service().calendar(int(who["user"], 16), who["secret"]))

    async def server_calendar(request: web.Request) -> web.Response:
        return _file(request, await service().server_calendar(int(request.match_info["guild"])))

    async def index(request: web.Request) -> web.Response:
        return _answer(request, await service().index())

    return [
        web.get("/", index),
        web.get("/calendar/{user:[0-9a-f]{1,16}}-{secret:[0-9a-f]{32}}.ics", calendar),
        web.get("/calendar/server-{guild:[0-9]{1,19}}.ics", server_calendar),
        web.get(f"/t/game-{{table:{_ID}}}.png", picture),
        web.get(f"/t/game-{{table:{_ID}}}{{json:(\\.json)?}}", finished),
    ]


async def _with_headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
    response.headers.setdefault("Content-Security-Policy", "default-src 'none'")


def _sorry(status: int, why: str, retry: int = 0) -> web.Response:
    headers = {"Retry-After": str(retry)} if retry else {}
    return web.Response(status=status, text=f"{why}\n", headers={"Cache-Control": "no-store", **headers})


def _file(request: web.Request, found: Served | None) -> web.Response:
    return _sorry(404, "There is no such file.") if found is None else _answer(request, found)


def _both(request: web.Request, found: Both | None) -> web.Response:
    if found is None:
        return _sorry(404, "There is no such page.")
    return _answer(request, found.json if request.match_info["json"] else found.page)


def _answer(request: web.Request, served: Served) -> web.Response:
    """As it is or packed; nothing but that it is the same, to whoever has it."""
    headers = {"Cache-Control": f"public, max-age={FRESH:.0f}", "ETag": f'W/"{served.tag}"'}
    headers["Vary"] = "Accept-Encoding"
    if served.policy:
        headers["Content-Security-Policy"] = served.policy
    if served.tag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    body = served.content
    if re.search(r"\bgzip\b(?!\s*;\s*q=0)", request.headers.get("Accept-Encoding", "")):
        body, headers["Content-Encoding"] = served.packed, "gzip"
    charset = None if served.kind.startswith("image/") else "utf-8"
    return web.Response(body=body, content_type=served.kind, charset=charset, headers=headers)


_FONT_NAMES = {path.name: path for path in FONT_FILES.values()}


async def _font(request: web.Request) -> web.Response:
    path = _FONT_NAMES.get(request.match_info["name"])
    if path is None:
        return _sorry(404, "There is no such typeface.")
    content = await asyncio.to_thread(path.read_bytes)
    headers = {"Cache-Control": f"public, max-age={_FONT_KEPT}"}
    return web.Response(body=content, content_type="font/ttf", headers=headers)
