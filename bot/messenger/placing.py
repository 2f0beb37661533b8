"""Where a table's messages stand: posted in the first place that takes them, and what if none does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord
import structlog

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.messenger import complaints, permissions, posting
from bot.messenger.channels import Channels
from bot.messenger.complaints import Complaints
from bot.messenger.drawing import draw
from bot.messenger.posting import Muted
from bot.messenger.posts import Posts
from bot.messenger.table_pictures import TablePictures
from bot.page import Payload
from bot.records.verdicts import verdict_on
from bot.tables.clock import Clock
from bot.tables.table import Table
from storage.doors.results import Results
from storage.records import Post

log = structlog.get_logger(__name__)


class Placing:
    """Posts, moves and removes the tables' messages, and remembers which table cannot be shown.

    Without `pictures` all is in words.
    """

    def __init__(
        self,
        channels: Channels,
        posts: Posts,
        results: Results,
        clock: Clock,
        pictures: TablePictures | None = None,
    ) -> None:
        self.channels = channels
        self.pictures = pictures
        self.clock = clock
        self.posts = posts
        self._results = results
        self.complaints = Complaints("table")
        self._muted = Muted()

    async def drawn(self, table: Table, kind: str) -> Payload:
        """The message of this kind as it should be."""
        board = (await self.posts.of(table.id)).get("board")
        verdict = await verdict_on(self._results, table)
        where = None if board is None else link(table.guild, board)
        picture = None if self.pictures is None else await self.pictures.of_post(table, kind)
        return draw(table, kind, where, self.clock, verdict, picture)

    async def waits_for_ratings(self, table: Table) -> bool:
        """Whether the table's result will show what it did to ratings, which is not known yet."""
        verdict = await verdict_on(self._results, table)
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
            except ERRORS as error:
                if trouble(error) in (Trouble.PASSING, Trouble.OURS):
                    raise
                log.info("a message could not be posted", table=table.id, kind=kind, why=trouble(error).value)
            else:
                self.complaints.settle(table.id)
                return await self.remember(table, kind, place, message, payload)
        self._give_up(table, places[0])
        return None

    async def remember(self, table: Table, kind: str, channel: int, message: int, payload: Payload) -> Post:
        """The table's message of this kind is this one, and shows the payload."""
        with self.posts.canvas(message).drawing(payload):
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
        """Post for an errand, unless an earlier attempt has: the message, None if it may not stand there.

        `mark` is this post's among all of the table's. Raises what may pass by itself.
        """
        try:
            return await posting.post_once(
                self.channels,
                table.guild,
                channel,
                payload,
                nonce=f"{table.id}.{mark}",
                tried_before=tried_before,
                is_it=is_it,
                mention=mention,
            )
        except ERRORS as error:
            if trouble(error) in (Trouble.PASSING, Trouble.OURS):
                raise
            log.info("an errand's message could not be posted", table=table.id, why=trouble(error).value)
            self._give_up(table, channel)
            return None

    async def _remove(self, table: Table, post: Post) -> None:
        if post.message in {kept.message for kept in (await self.posts.of(table.id)).values()}:
            return
        try:
            await self.channels.delete(table.guild, post.channel, post.message)
        except ERRORS as error:
            log.debug(
                "an old message was not removed", table=table.id, kind=post.kind, why=trouble(error).value
            )

    def _give_up(self, table: Table, channel: int) -> None:
        """The table cannot be shown: the game is kept, and the host will be told."""
        self._muted.mute(table.id)
        granted = self.channels.granted(table.guild, channel)
        lacking = permissions.missing(granted) if granted is not None else ()
        words = (
            complaints.not_allowed(table, permissions.names(lacking))
            if lacking
            else complaints.place_gone(table)
        )
        self.complaints.about(table.id, table.channel, words)

    # tables that cannot be shown

    def is_muted(self, table: Table) -> bool:
        """Whether it was tried lately to show the table, in vain."""
        return self._muted.is_muted(table.id)

    def unmute(self, table: Table) -> None:
        """Try again."""
        self._muted.unmute(table.id)


def link(guild: int, post: Post) -> str:
    """The address of the message."""
    return f"https://discord.com/channels/{guild}/{post.channel}/{post.message}"
