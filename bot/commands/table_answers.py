"""A table's message as the answer to whoever opens it, shows it, or presses something on it."""

from __future__ import annotations

from collections.abc import Awaitable

import discord

from bot.client import channels
from bot.commands.context import Context
from bot.commands.responses import inform
from bot.i18n import Markup
from bot.refusal import Refusal
from bot.tables.model import Table
from bot.ui.views import Payload
from games.text import Text, _


def require_permissions(context: Context) -> None:
    """Refusal in a channel in which the bot may not show a table."""
    thread = isinstance(context.interaction.channel, discord.Thread)
    lacking = channels.missing_for_tables(context.interaction.app_permissions, thread=thread)
    if lacking:
        raise Refusal(
            "shut",
            _(
                "I can't open a table here: I need {permissions} (channel settings, Permissions). Try "
                "another channel.",
                permissions=channels.permission_names(lacking),
            ),
        )


async def post_lobby(context: Context, table: Table) -> bool:
    """The lobby's message as the answer, for everybody; False if it cannot be, and the outbox posts it."""
    if table.channel != (context.channel or context.group):
        return False  # a rematch stands where the first game's lobby stood, not in that game's thread
    messages = context.publisher.messages
    payload = await messages.drawn(table, "lobby")
    message = await context.post(payload, mention=table.record.expected)
    if message is None and table.in_group:
        if context.was_deferred:  # what was promised is private
            await inform(context, opened_words(table))
        message = await context.follow_up(payload, public=True)
    if message is not None:
        await messages.remember(table, "lobby", table.channel, message, payload)
        if table.in_group:
            messages.group_boards.answered(table.id, context.interaction, context.followed and message)
    return message is not None


def opened_words(table: Table) -> Text:
    """That the table is open, and where."""
    where = Markup(f"<#{table.channel}>")
    return _("Table {table} is open, in {channel}.", table=table.id, channel=where)


async def show_in_group(context: Context, table: Table) -> None:
    """The table's message as the answer, in the message between people where it stands. Refusal elsewhere."""
    if context.group != table.channel:
        shut = _("This table is in a group message, and can only be shown there: use /table show in it.")
        raise Refusal("shut", shut)
    if not await post_lobby(context, table):
        raise Refusal("late", _("That took too long. Try again."))


async def redraw_in_group(context: Context, table_id: str) -> None:
    """Whoever presses something on a table's message in a group brings it up to date: nobody else can. What
    they are answered comes below it.
    """
    table, messages = await context.table_here(table_id), context.publisher.messages
    if table.in_group:
        drawn = await messages.drawn(table, "lobby")
        await answer_with_message(context, table, drawn, context.redraw_first(drawn))


async def answer_with_message(
    context: Context, table: Table, payload: Payload, drawing: Awaitable[bool]
) -> None:
    """Let this answer draw the table's message on which something was pressed."""
    await context.publisher.answer_with(
        *(table, "lobby", context.channel or context.group, context.message, payload),
        lambda: drawing,
        context.interaction,
    )
