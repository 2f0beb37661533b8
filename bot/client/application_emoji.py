"""Brings the games' art to Discord as emoji of the application, once each: what is there already has a name
that says what it shows.

An application has up to 2,000 of its own, usable wherever it writes
(https://discord.com/developers/docs/resources/emoji#emoji-object-emoji-formats-and-sizes). What nobody shows
any more stays there: during an upgrade another process may still show it, and art seldom changes.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib

import aiohttp
import discord
import msgspec
import structlog

from bot.client.discord_errors import DISCORD_ERRORS, discord_problem
from bot.images.renderer import ImageRenderer
from bot.images.requests import emoji_drawings, emoji_image
from bot.runtime.log_context import create_detached_task
from bot.ui.emoji import Emoji, use
from games.catalogue import catalogue
from games.contract import AnyGame

log = structlog.get_logger(__name__)

_LONGEST_SLUG = 20
"""Of what a name begins with: it has at most 32 letters, digits and underscores."""


class ApplicationEmoji:
    """Those of one application. `uploads`: whether this process brings what is missing."""

    def __init__(self, client: discord.Client, renderer: ImageRenderer, *, uploads: bool) -> None:
        self._client, self._renderer, self._uploads = client, renderer, uploads
        self._wanted: dict[str, tuple[AnyGame, str]] = {}
        self._task: asyncio.Task[None] | None = None

    def hear(self, requests: aiohttp.TraceConfig) -> None:
        """After a request that Discord refused it may be that somebody took an emoji away there."""

        async def ended(_session: object, _context: object, params: aiohttp.TraceRequestEndParams) -> None:
            if params.response.status == 400:
                self.bring()

        requests.on_request_end.append(ended)

    def bring(self) -> None:
        """Look what is there and bring the rest, beside everything else; symbols are Unicode's until then."""
        if self._task is None or self._task.done():
            self._task = create_detached_task(self._bring(), "emoji")

    async def close(self) -> None:
        """Stop bringing any: the next start brings what is missing then."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _bring(self) -> None:
        try:
            await self._bring_missing()
        except DISCORD_ERRORS as error:
            log.warning("the games have no emoji of their own", why=discord_problem(error).value)

    async def _bring_missing(self) -> None:
        application, http = self._client.application_id, self._client.http
        assert application is not None, "it is logged in"
        if not self._wanted:
            self._wanted = await asyncio.to_thread(_wanted)
        listed = await http.get_application_emojis(application)
        there = {str(each["name"]): str(each["id"]) for each in listed["items"]}
        self._show(there)
        missing = self._wanted.keys() - there.keys() if self._uploads else ()
        for name in sorted(missing):
            picture = await asyncio.shield(self._renderer.request(emoji_image(*self._wanted[name])))
            if picture is None:  # it cannot be drawn here
                return
            image = "data:image/png;base64," + base64.b64encode(picture.content).decode()
            made = await http.create_application_emoji(application, name, image)
            there[name] = str(made["id"])
        self._show(there)
        if missing:
            log.info("emoji brought to Discord", emoji=len(missing))

    def _show(self, there: dict[str, str]) -> None:
        use(
            {
                (game.slug, symbol): Emoji(name, there[name])
                for name, (game, symbol) in self._wanted.items()
                if name in there
            }
        )


def _wanted() -> dict[str, tuple[AnyGame, str]]:
    """By name which game's symbol is drawn."""
    return {
        _emoji_name(game, msgspec.json.encode(drawing)): (game, symbol)
        for game in catalogue().values()
        for symbol, drawing in emoji_drawings(game).items()
    }


def _emoji_name(game: AnyGame, drawn: bytes) -> str:
    slug = game.slug.replace("-", "_")[:_LONGEST_SLUG]
    return f"{slug}_{hashlib.sha256(drawn).hexdigest()[:10]}"
