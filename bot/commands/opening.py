"""Opening tables: a lobby to wait in, a game against robots at once, a rematch."""

from __future__ import annotations

from typing import Any

import discord

from bot.asked import Asked
from bot.commands.hand import follow_with_hand, tell_hand
from bot.following import from_now_on
from bot.messenger import permissions
from bot.messenger.placing import link
from bot.pace import Pace
from bot.screens import notice
from bot.tables.press import Done
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tavern import Tavern
from bot.words import Markup
from games.text import _

BOARD_PATIENCE = 3.0
"""Seconds for which a hand waits, where the board will stand in the same channel, to come below it."""


async def create(
    tavern: Tavern, asked: Asked, game: str, capacity: int | None, options: dict[str, Any], pace: Pace | None
) -> None:
    """A new lobby; the answer is its message."""
    require_room(asked)
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
            opener=asked.opener,
        )
        from_now_on("table", done.table.id)
        await _answer_with_lobby(tavern, asked, done)


async def play(tavern: Tavern, asked: Asked, game: str | None, options: dict[str, Any]) -> None:
    """A table full of robots, the game begun: the answer says so to everybody, the hand follows below it.

    What is posted later pushes a private message up, out of sight. So the hand comes last.
    """
    require_room(asked)
    with tavern.messenger.posting(asked.interaction.id):
        done = await tavern.house.play(
            asked.press,
            guild=asked.guild,
            channel=asked.channel,
            game=game,
            options=options,
            locale=asked.public_locale,
            opener=asked.opener,
        )
        from_now_on("table", done.table.id)
        is_answered = await _post_lobby(tavern, asked, done.table)
    if not is_answered:  # the answer was put off: it will be private, and the errand posts the rest
        await tell_hand(tavern, asked, done.table, done.said)
        return
    await tavern.messenger.settled_in(done.table, BOARD_PATIENCE)
    await follow_with_hand(tavern, asked, await tavern.house.table(done.table.id), done.said)


async def rematch(tavern: Tavern, asked: Asked, table: str) -> None:
    """The first to press opens the table for the next game, the others sit down at it."""
    with tavern.messenger.posting(asked.interaction.id):
        done = await tavern.house.rematch(asked.press, table, asked.opener)
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
    table = done.table
    if await _post_lobby(tavern, asked, table):
        return
    where = Markup(f"<#{table.channel}>")
    words = _(
        "Table {table} is open. Its lobby appears in {channel} in a moment.", table=table.id, channel=where
    )
    await asked.tell(notice.said(words, await tavern.reader(asked, table.id)).payload())


async def _post_lobby(tavern: Tavern, asked: Asked, table: Table) -> bool:
    """The lobby's message as the answer, for everybody; False if it cannot be, and the errand posts it."""
    if table.channel != asked.channel:
        return False  # a rematch stands where the first game's lobby stood, not in that game's thread
    placing = tavern.messenger.placing
    payload = await placing.drawn(table, "lobby")
    message = await asked.post(payload)
    if message is not None:
        await placing.remember(table, "lobby", asked.channel, message, payload)
    return message is not None


def require_room(asked: Asked) -> None:
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
