"""The way of notifications to Discord: where they stand, how they are posted, edited and taken away."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import discord

from bot.i18n import Reader, reader_for
from bot.notifications.pending import AwaitedTurn
from bot.notifications.sender import Told
from bot.pace import HOUR
from bot.publishing.message_state import is_old, message_link
from bot.publishing.table_messages import TableMessages
from bot.screens.table_lists import NotifiedTable, turn_notification
from bot.tables import clocks
from bot.tables.model import Table
from bot.ui import custom_ids
from bot.ui.views import Payload, walk_components

PATIENCE = 60.0
"""Seconds for which a notification waits at most behind others when the budget is short."""


def patience(left: float | None) -> float:
    """Seconds for which a notification lets others go first; `left`: how long the person has for the move.

    Of two that wait together, the one with the earlier deadline always comes first.
    """
    return PATIENCE if left is None else PATIENCE * left / (left + HOUR)


class DiscordNotificationTransport:
    """Notifications over Discord: `bot.notifications.sender.NotificationTransport` says what its methods
    take and raise.
    """

    def __init__(self, messages: TableMessages) -> None:
        self._messages = messages
        self._channels = messages.channels

    async def turn(self, left: float | None) -> None:
        """See `NotificationTransport.turn`. The less time somebody has, the sooner."""
        await self._channels.budget.take(patience(left))

    async def direct(self, user: int) -> int:
        return await self._channels.direct(user)

    async def places(self, table: Table) -> Sequence[int]:
        """See `NotificationTransport.places`. Nowhere if the table cannot be shown just now."""
        if self._messages.is_muted(table) or table.in_group:
            return ()
        board = (await self._messages.posts.of(table.id, table.guild)).get("board")
        return tuple(dict.fromkeys([table.channel if board is None else board.channel, table.channel]))

    async def post(self, to: Told, channel: int, direct: str | None) -> int:
        payload = await self._drawn(to, channel, direct)
        mention = list(to) if direct is None else []
        return await self._channels.send(0, channel, payload, nonce=secrets.token_hex(12), mention=mention)

    def may_edit(self, channel: int, message: int) -> bool:
        """See `NotificationTransport.may_edit`. Boards and announcements there count as well."""
        if is_old(discord.utils.snowflake_time(message).timestamp()):
            if not self._channels.may_edit_old(channel, self._messages.pauses.old_edits):
                return False
            self._channels.note_old_edit(channel)
        return True

    async def edit(self, to: Told, channel: int, message: int, direct: str | None) -> None:
        drawn = await self._drawn(to, channel, direct)
        await self._channels.edit(0, channel, message, drawn)

    async def delete(self, channel: int, message: int) -> None:
        """See `NotificationTransport.delete`. Also in the thread of a game that has ended, which may be put
        away by now.
        """
        await self._channels.change(0, channel, lambda: self._channels.delete(0, channel, message))

    async def find(self, user: int, channel: int) -> int | None:
        def is_theirs(message: discord.Message) -> bool:
            parts = list(walk_components(message.components))
            # A direct message names nobody, one to several has the first of them in its button alone.
            is_named = any(f"<@{user}>" in str(getattr(part, "content", "")) for part in parts)
            ids = [str(getattr(part, "custom_id", "")) for part in parts]
            return any(custom_ids.is_turn_notification(id, None if is_named else user) for id in ids)

        return await self._channels.own_post(0, channel, is_theirs)

    async def _drawn(self, to: Told, channel: int, direct: str | None) -> Payload:
        awaited = next(iter(to.values()))
        lines = [await self._line(each, channel) for each in awaited]
        first = awaited[0].table
        reader = reader_for(first, first.record.locale) if direct is None else Reader(direct)
        return turn_notification(
            lines, reader, list(to), direct=direct is not None, unix=self._messages.clock.unix
        ).payload()

    async def _line(self, each: AwaitedTurn, channel: int) -> NotifiedTable:
        table = each.table
        board = await self._messages.live_post(table)
        end = clocks.deadline(table, each.turn.seat)
        where = "" if board is None else message_link(table.guild, board)
        beside = board is not None and board.channel == channel
        return NotifiedTable(table, each.turn.why, where, end, beside)
