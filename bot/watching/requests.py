"""Requests to Discord, as aiohttp tells of them: by route, and a route names nobody and nothing."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, Protocol

import aiohttp


class Tally(Protocol):
    """Where requests are counted."""

    def requested(self, method: str, route: str, status: str, seconds: float) -> None:
        """Discord has answered a request, or the way to it was cut off."""
        ...

    def rate_limited(self, scope: str) -> None:
        """Discord has refused a request as one too many."""
        ...


_WORDS = frozenset(
    (
        *("@me", "@original", "applications", "archived", "bot", "callback", "channels", "commands"),
        *("gateway", "guilds", "interactions", "members", "messages", "oauth2", "permissions", "pins"),
        *("private", "public", "roles", "thread-members", "threads", "typing", "users", "webhooks"),
    )
)
"""The words of the routes that the bot uses; whatever else stands in a path is not told."""
_SCOPES = ("user", "global", "shared")
"""Whose limit it can be that was reached."""


def route(path: str) -> str:
    """The route of a path: the words of it, and a place for each id, token or anything else."""
    parts = path.strip("/").split("/")
    if parts[:1] == ["api"]:
        parts = parts[2:] if parts[1:] and parts[1].startswith("v") else parts[1:]
    return "/" + "/".join(part if part in _WORDS else "{}" for part in parts if part)


def traced(tally: Tally) -> aiohttp.TraceConfig:
    """To be handed to the client: it hears of every request, the one that opens the gateway among them."""
    config = aiohttp.TraceConfig()

    async def begun(_session: Any, context: SimpleNamespace, _params: Any) -> None:
        context.began = asyncio.get_running_loop().time()

    def seconds(context: SimpleNamespace) -> float:
        return asyncio.get_running_loop().time() - context.began

    async def ended(_session: Any, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        status = params.response.status
        tally.requested(params.method, route(params.url.path), str(status), seconds(context))
        if status == 429:
            scope = params.response.headers.get("X-RateLimit-Scope", "")
            tally.rate_limited(scope if scope in _SCOPES else "unknown")

    async def cut_off(
        _session: Any, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        tally.requested(params.method, route(params.url.path), "cut off", seconds(context))

    config.on_request_start.append(begun)
    config.on_request_end.append(ended)
    config.on_request_exception.append(cut_off)
    return config
