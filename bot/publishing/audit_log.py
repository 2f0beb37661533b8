"""Posts what moderators and organisers do in the channel that a server has chosen for it, one line for each.

What is to be posted is an outbox, filled by storage with each entry of the log. A line is posted at most
once: a second attempt looks for it first, and lets it be where it may not look. Where the bot may not write,
lines wait until it may. When somebody is erased whom a line may name, it is edited.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
import structlog

from bot.client.channels import Channels
from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.i18n import Reader
from bot.publishing.message_state import is_old, says
from bot.publishing.messages import DEFAULT_PAUSES, LONGEST_RETRY_PAUSE
from bot.runtime.clock import backoff
from bot.runtime.outbox import Outbox, RetryLater
from bot.screens.audit_log import log_line
from bot.tournaments.model import Tournament
from bot.ui.views import Payload
from storage.models import AuditPost, AuditRow, OutboxRow
from storage.sql.store import Store

log = structlog.get_logger(__name__)


class AuditLogPublisher:
    """`ready` is waited for first. `tournament_of` tells in which an entry was done, `locale_of` in which
    language everybody reads on a server.
    """

    def __init__(
        self,
        store: Store,
        channels: Channels,
        ready: Callable[[], Awaitable[None]],
        tournament_of: Callable[[AuditRow], Awaitable[Tournament | None]],
        locale_of: Callable[[int], Awaitable[str]],
    ) -> None:
        self._store = store
        self._channels = channels
        self._ready = ready
        self._tournament_of = tournament_of
        self._locale_of = locale_of
        self._outbox = Outbox(store.audit_posts, self._run, subject="server")
        store.audit_posts.listen(self._outbox.wake)

    def open(self) -> None:
        """Begin, with whatever the last stop left."""
        self._outbox.open()

    def wake(self) -> None:
        """Has the posts looked through now, as somebody was erased who may stand in them."""
        self._outbox.wake()

    async def permissions_changed(self, guild: int) -> None:
        """What waits on this server because the bot might not write is tried again."""
        await self._outbox.retry({str(guild)})

    async def close(self) -> None:
        """Stop; what is left is posted after the next start."""
        await self._outbox.close()

    async def _run(self, row: OutboxRow) -> None:
        await self._ready()
        post, entry = await self._store.audit_posts.of(row.id), await self._store.audit.entry(row.id)
        if post is None or entry is None:
            return
        if await self._waits(post):
            raise RetryLater(DEFAULT_PAUSES.blocked)
        reader = Reader(await self._locale_of(post.guild))
        payload = log_line(entry, await self._tournament_of(entry), reader).payload()
        try:
            message = await self._shown(post, payload, again=row.attempts > 0)
        except DISCORD_ERRORS as error:
            why = discord_problem(error)
            if why in (DiscordProblem.PASSING, DiscordProblem.OLD_MESSAGE):
                raise RetryLater(backoff(DEFAULT_PAUSES.retry, row.attempts, LONGEST_RETRY_PAUSE)) from error
            if await self._waits(post):
                raise RetryLater(DEFAULT_PAUSES.blocked) from error
            log.warning("a line of the log was not shown", server=post.guild, why=why.value)
            await self._store.audit_posts.gone(row.id)
        else:
            await self._store.audit_posts.shown(post, message)

    async def _waits(self, post: AuditPost) -> bool:
        """Whether the bot may not write there, and the server still reads its log there, so that a permission
        mends it. What is there already can be edited all the same.
        """
        refused = post.message is None and self._channels.is_refused(post.guild, post.channel)
        if not refused or self._channels.is_deleted(post.channel):
            return False
        return await self._store.audit_posts.channel(post.guild) == post.channel

    async def _shown(self, post: AuditPost, payload: Payload, *, again: bool) -> int:
        """The message that shows it. Raises what a request to Discord does."""
        if post.message is not None:
            if is_old(discord.utils.snowflake_time(post.message).timestamp()):
                if not self._channels.may_edit_old(post.channel, DEFAULT_PAUSES.old_edits):
                    raise RetryLater(DEFAULT_PAUSES.old_edits)
                self._channels.note_old_edit(post.channel)
            await self._channels.edit(post.guild, post.channel, post.message, payload)
            return post.message
        if again:
            own = await self._channels.own_latest(post.guild, post.channel)
            known = next((message.id for message in own if says(message, payload)), None)
            if known is not None:
                return known
        return await self._channels.post(post.guild, post.channel, payload, nonce=f"log.{post.entry}")
