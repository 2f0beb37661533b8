"""A table's public messages kept up to date: drawn anew, moved when out of sight, mended, put back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import discord
import structlog

from bot.client import channels as client_channels
from bot.client.channels import Channels
from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.profiles.rating_service import rating_changes_of
from bot.publishing import delivery
from bot.publishing.delivery import DeliveryProblems, Muted
from bot.publishing.message_state import MessageState, PostedMessages
from bot.publishing.table_content import DRAWN_KINDS, TableImages, table_payload
from bot.runtime.clock import Clock
from bot.runtime.keyed_lock import KeyedLock
from bot.tables.model import Table
from bot.ui.views import Payload
from storage.interfaces import ResultStore
from storage.models import Post

# Where a table's messages stand: posted in the first place that takes them, and what if none does.


log = structlog.get_logger(__name__)


class TablePoster:
    """Posts, moves and removes the tables' messages, and remembers which table cannot be shown.

    Without `pictures` all is in words.
    """

    def __init__(
        self,
        channels: Channels,
        posts: PostedMessages,
        results: ResultStore,
        clock: Clock,
        pictures: TableImages | None = None,
    ) -> None:
        self.channels = channels
        self.pictures = pictures
        self.clock = clock
        self.posts = posts
        self._results = results
        self.problems = DeliveryProblems("table")
        self._muted = Muted()

    async def drawn(self, table: Table, kind: str) -> Payload:
        """The message of this kind as it should be."""
        board = (await self.posts.of(table.id)).get("board")
        verdict = await rating_changes_of(self._results, table)
        where = None if board is None else message_link(table.guild, board)
        picture = None if self.pictures is None else await self.pictures.of_post(table, kind)
        return table_payload(table, kind, where, self.clock, verdict, picture)

    async def waits_for_ratings(self, table: Table) -> bool:
        """Whether the table's result will show what it did to ratings, which is not known yet."""
        verdict = await rating_changes_of(self._results, table)
        return verdict is not None and verdict.pending

    async def move(self, table: Table, post: Post, places: Sequence[int]) -> Post | None:
        """Post the message anew in the first of the places where it may stand, and remove the old one."""
        new = await self.post_somewhere(table, post.kind, places, instead_of=post.message)
        if new is not None:
            await self._remove(table, post)
        return new

    async def post_somewhere(
        self, table: Table, kind: str, places: Sequence[int], *, instead_of: int
    ) -> Post | None:
        """Post the table's message of this kind in the first of the places where that works; None if nowhere.

        What it replaces makes the nonce: each is replaced once.
        """
        payload = await self.drawn(table, kind)
        nonce = f"{table.id}.{instead_of % 10**16}"
        for place in dict.fromkeys(places):
            try:
                message = await self.channels.post(table.guild, place, payload, nonce=nonce)
            except DISCORD_ERRORS as error:
                if discord_problem(error) in (DiscordProblem.PASSING, DiscordProblem.OURS):
                    raise
                log.info(
                    "a message could not be posted",
                    table=table.id,
                    kind=kind,
                    why=discord_problem(error).value,
                )
            else:
                self.problems.settle(table.id)
                return await self.remember(table, kind, place, message, payload)
        self._give_up(table, places[0])
        return None

    async def remember(self, table: Table, kind: str, channel: int, message: int, payload: Payload) -> Post:
        """The table's message of this kind is this one, and shows the payload."""
        with self.posts.message_state(message).drawing(payload):
            await self.posts.posted(table.id, kind, channel, message, table.revision)
        return (await self.posts.of(table.id))[kind]

    async def post_once(
        self,
        table: Table,
        channel: int,
        payload: Payload,
        *,
        mark: str,
        tried_before: bool,
        is_it: Callable[[discord.Message], bool],
        mention: Sequence[int] = (),
    ) -> int | None:
        """Post for an outbox entry, unless an earlier attempt has: the message, or None if it is not allowed.

        `mark` is this post's among all of the table's. Raises what may pass by itself.
        """
        try:
            return await delivery.post_once(
                self.channels,
                table.guild,
                channel,
                payload,
                nonce=f"{table.id}.{mark}",
                tried_before=tried_before,
                is_it=is_it,
                mention=mention,
            )
        except DISCORD_ERRORS as error:
            if discord_problem(error) in (DiscordProblem.PASSING, DiscordProblem.OURS):
                raise
            log.info(
                "an outbox entry's message could not be posted",
                table=table.id,
                why=discord_problem(error).value,
            )
            self._give_up(table, channel)
            return None

    async def _remove(self, table: Table, post: Post) -> None:
        if post.message in {kept.message for kept in (await self.posts.of(table.id)).values()}:
            return
        try:
            await self.channels.delete(table.guild, post.channel, post.message)
        except DISCORD_ERRORS as error:
            log.debug(
                "an old message was not removed",
                table=table.id,
                kind=post.kind,
                why=discord_problem(error).value,
            )

    def _give_up(self, table: Table, channel: int) -> None:
        """The table cannot be shown: the game is kept, and the host will be told."""
        self._muted.mute(table.id)
        granted = self.channels.granted(table.guild, channel)
        lacking = client_channels.missing_permissions(granted) if granted is not None else ()
        words = (
            delivery.table_not_allowed(table, client_channels.permission_names(lacking))
            if lacking
            else delivery.table_place_gone(table)
        )
        self.problems.about(table.id, table.channel, words)

    # tables that cannot be shown

    def is_muted(self, table: Table) -> bool:
        """Whether it was tried lately to show the table, in vain."""
        return self._muted.is_muted(table.id)

    def unmute(self, table: Table) -> None:
        """Try again."""
        self._muted.unmute(table.id)


def message_link(guild: int, post: Post) -> str:
    """The address of the message."""
    return f"https://discord.com/channels/{guild}/{post.channel}/{post.message}"


BURIED_UNDER = 10
"""Messages after which a board is looked for: it is posted anew under them."""
LOOK_EVERY = 15.0
"""Seconds between two looks at what was posted after the board."""
OLDEST_EDITED = 50 * 60.0
"""Age in seconds from which a message is posted anew: older than an hour it is hardly edited (30046)."""
_LIVE_KINDS = {"lobby": "lobby", "playing": "board", "over": "result"}
MOVABLE_PHASES = ("lobby", "playing")
"""Phases in which that message is posted anew when it is out of sight."""


def live_kind(table: Table) -> str | None:
    """The kind of the message that people need now; None: none."""
    if table.phase == "lobby" and table.record.pod is not None:
        return "board"  # where its players meet
    return _LIVE_KINDS.get(table.phase)


class TableMessages:
    """The public messages of all tables. One table's are handled by one caller at a time."""

    def __init__(self, poster: TablePoster) -> None:
        self.poster = poster
        self.turns = KeyedLock()

    # drawing anew

    async def refresh(self, table: Table) -> bool:
        """Bring all messages of the table up to date; False if that should be tried again soon.

        The caller has the table's turn.
        """
        if self.poster.is_muted(table):
            return True
        posts = [post for post in (await self.poster.posts.of(table.id)).values() if post.kind in DRAWN_KINDS]
        drawn = [await self._refresh(table, post) for post in posts]
        return all(drawn)

    async def _refresh(self, table: Table, post: Post) -> bool:
        message_state = self.poster.posts.message_state(post.message)
        if message_state.in_use:
            message_state.skipped = True
            return True
        message_state.needs_redraw()  # whatever it is, it is drawn now
        payload = await self.poster.drawn(table, post.kind)
        try:
            await self._bring_up_to_date(table, post, message_state, payload)
        except DISCORD_ERRORS as error:
            return await self._try_repair(table, post, error)
        return True

    async def _bring_up_to_date(
        self, table: Table, post: Post, message_state: MessageState, payload: Payload
    ) -> None:
        if (
            table.phase in MOVABLE_PHASES
            and live_kind(table) == post.kind
            and await self._is_out_of_sight(table, post)
        ):
            await self.poster.move(table, post, [post.channel, table.channel])
        elif not message_state.shows(payload):
            with message_state.drawing(payload):
                await self._edit(table, post, payload)
            await self.poster.posts.shown(post, table.revision)
        elif table.phase not in ("lobby", "playing"):
            await self.poster.posts.shown(post, table.revision)

    async def _edit(self, table: Table, post: Post, payload: Payload) -> None:
        """Draw the message, also where a finished table's thread was put away: it is put away again.

        (A running table's thread is opened by posting the board anew, which its players should see.)
        """
        channels = self.poster.channels
        try:
            await channels.edit(table.guild, post.channel, post.message, payload)
        except DISCORD_ERRORS as error:
            if discord_problem(error) is not DiscordProblem.ARCHIVED or table.phase in MOVABLE_PHASES:
                raise
            async with channels.open_again(post.channel):
                await channels.edit(table.guild, post.channel, post.message, payload)

    async def _is_out_of_sight(self, table: Table, post: Post) -> bool:
        """Whether the message has become too old to be edited at will, or is a board that chat has buried."""
        if time.time() - post.at > OLDEST_EDITED:
            return True
        if post.kind != "board":
            return False
        message_state = self.poster.posts.message_state(post.message)
        if _now() - message_state.buried_checked_at < LOOK_EVERY or time.time() - post.at < LOOK_EVERY:
            return False
        message_state.buried_checked_at = _now()
        try:
            return await self.poster.channels.buried(table.guild, post.channel, post.message, BURIED_UNDER)
        except DISCORD_ERRORS as error:
            log.debug(
                "whether chat buried a board is not known", table=table.id, why=discord_problem(error).value
            )
            return False

    async def _try_repair(self, table: Table, post: Post, error: BaseException) -> bool:
        """After a message could not be drawn: False if that should be tried again soon."""
        log.info(
            "a message could not be drawn", table=table.id, kind=post.kind, why=discord_problem(error).value
        )
        try:
            await self._repair(table, post, error)
        except DISCORD_ERRORS as another:
            if discord_problem(another) is DiscordProblem.PASSING:
                return False
            raise
        return True

    async def _repair(self, table: Table, post: Post, error: BaseException) -> None:
        """Do what can be done about it; raises what cannot be helped, or may pass by itself."""
        why = discord_problem(error)
        if why is DiscordProblem.OURS:  # it is a mistake of ours, which the same words would only repeat
            self.poster.posts.message_state(post.message).record_shown(
                await self.poster.drawn(table, post.kind)
            )
        if why in (DiscordProblem.PASSING, DiscordProblem.OURS):
            raise error
        if why in (DiscordProblem.MESSAGE_GONE, DiscordProblem.CHANNEL_GONE):
            await self.poster.posts.gone(post)
        if live_kind(table) == post.kind:
            await self._move_out(table, post, [post.channel, table.channel])
        elif why not in (DiscordProblem.MESSAGE_GONE, DiscordProblem.CHANNEL_GONE):
            await self._leave_as_it_is(table, post)

    async def _leave_as_it_is(self, table: Table, post: Post) -> None:
        """Nobody needs the message now: it is not tried again until it would show something else."""
        with self.poster.posts.message_state(post.message).drawing(await self.poster.drawn(table, post.kind)):
            await self.poster.posts.shown(post, table.revision)

    # moving and putting back

    async def put_back(self, table: Table, here: int) -> Post | None:
        """See to it that the message that people need can be seen; None if it may stand nowhere.

        Where it stands in this place already it is posted anew, at the end; where its place is gone it
        comes here.
        """
        self.poster.unmute(table)
        kind = live_kind(table)
        if kind is None:
            return None
        async with self.turns.turn(table.id):
            post = (await self.poster.posts.of(table.id)).get(kind)
            if post is None:
                return await self.poster.post_somewhere(
                    table, kind, [here, table.channel], instead_of=table.revision
                )
            if post.channel != here and await self._still_editable(table, post):
                return post
            return await self.poster.move(table, post, [here, table.channel])

    async def _still_editable(self, table: Table, post: Post) -> bool:
        """Whether the message can be drawn anew where it is."""
        payload = await self.poster.drawn(table, post.kind)
        try:
            with self.poster.posts.message_state(post.message).drawing(payload):
                await self._edit(table, post, payload)
        except DISCORD_ERRORS as error:
            if discord_problem(error) in (DiscordProblem.PASSING, DiscordProblem.OURS):
                raise
            return False
        await self.poster.posts.shown(post, table.revision)
        return True

    async def leave_thread(self, table: Table) -> None:
        """Not even answers are shown in the table's thread: the board moves to the channel."""
        async with self.turns.turn(table.id):
            post = (await self.poster.posts.of(table.id)).get("board")
            if post is not None and post.channel != table.channel and live_kind(table) == "board":
                await self._move_out(table, post, [table.channel])

    async def _move_out(self, table: Table, post: Post, places: Sequence[int]) -> None:
        """Post the message anew, and let the host know if it could not stay where it was."""
        new = await self.poster.move(table, post, places)
        if new is not None and new.channel != post.channel:
            self.poster.problems.about(table.id, table.channel, delivery.board_moved(table))


def _now() -> float:
    return asyncio.get_running_loop().time()
