"""Opening tables: a lobby to wait in, a game against robots at once, a rematch."""

from __future__ import annotations

from typing import Any

import discord

from bot.asked import Asked
from bot.commands.hand import tell_hand
from bot.messenger import permissions
from bot.messenger.placing import link
from bot.page import Payload
from bot.screens import notice
from bot.tables.house import Done
from bot.tables.pace import Pace
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tavern import Tavern
from bot.words import Markup
from games.text import _


async def create(
    tavern: Tavern, asked: Asked, game: str, capacity: int | None, options: dict[str, Any], pace: Pace
) -> None:
    """A new lobby; the answer is its message."""
    _require_room(asked)
    with tavern.messenger.posting(asked.interaction.id):
        done = await tavern.house.create(
            asked.press,
            guild=asked.guild,
            channel=asked.channel,
            game=game,
            options=options,
            capacity=capacity,
            locale=asked.public_locale,
            pace=pace,
        )
        await _answer_with_lobby(tavern, asked, done)


async def play(tavern: Tavern, asked: Asked, game: str | None, options: dict[str, Any]) -> None:
    """A table full of robots, the game begun; the answer is the hand."""
    _require_room(asked)
    done = await tavern.house.play(
        asked.press,
        guild=asked.guild,
        channel=asked.channel,
        game=game,
        options=options,
        locale=asked.public_locale,
    )
    await tell_hand(tavern, asked, done.table, done.said)


async def rematch(tavern: Tavern, asked: Asked, table: str) -> None:
    """The first to press opens the table for the next game, the others sit down at it."""
    with tavern.messenger.posting(asked.interaction.id):
        done = await tavern.house.rematch(asked.press, table)
        if done.table.record.host == asked.user and done.table.revision == 1:
            await _answer_with_lobby(tavern, asked, done)
            return
    await tell_seated(tavern, asked, done)


async def tell_seated(tavern: Tavern, asked: Asked, done: Done) -> None:
    """Where the table is at which somebody has sat down."""
    post = await tavern.messenger.living_post(done.table)
    if done.said is not None:
        words = done.said
    elif post is None:
        words = _("You sit at table {table}.", table=done.table.id)
    else:
        where = Markup(link(done.table.guild, post))
        words = _("You sit at table {table}: {where}", table=done.table.id, where=where)
    await asked.tell(notice.said(words, await tavern.reader(asked, done.table.id)).payload())


async def _answer_with_lobby(tavern: Tavern, asked: Asked, done: Done) -> None:
    """The lobby as the answer. If that was put off, the errand posts it, and the host is told so."""
    table, placing = done.table, tavern.messenger.placing
    payload = await placing.drawn(table, "lobby")
    message = await _posted(asked, table, payload)
    if message is not None:
        await placing.remember(table, "lobby", asked.channel, message, payload)
        return
    words = _("Table {table} is open. Its lobby appears in this channel in a moment.", table=table.id)
    await asked.tell(notice.said(words, await tavern.reader(asked, table.id)).payload())


async def _posted(asked: Asked, table: Table, payload: Payload) -> int | None:
    # A rematch stands where the first game's lobby stood, not in that game's thread.
    return await asked.post(payload) if table.channel == asked.channel else None


def _require_room(asked: Asked) -> None:
    """Refusal in a channel in which the bot may not show a table."""
    thread = isinstance(asked.interaction.channel, discord.Thread)
    lacking = permissions.lacking(asked.interaction.app_permissions, thread=thread)
    if lacking:
        raise Refusal(
            "shut",
            _(
                "I cannot set up a table here: in this channel I lack {permissions}. Whoever manages the "
                "server can give it to me in the channel's settings, under Permissions. Until then, try "
                "another channel.",
                permissions=permissions.names(lacking),
            ),
        )
