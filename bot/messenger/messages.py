"""A table's public messages: posted, drawn anew, moved, and put back where they may stand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import discord
import structlog

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.messenger import complaints, permissions
from bot.messenger.canvas import Canvas
from bot.messenger.channels import Channels
from bot.messenger.complaints import Complaints
from bot.messenger.drawing import DRAWN, draw
from bot.messenger.posts import Posts
from bot.page import Payload
from bot.tables.table import Table
from bot.tables.turns import Turns
from storage.records import Post

log = structlog.get_logger(__name__)

BURIED_UNDER = 10
"""Messages after which a board is looked for: it is posted anew under them."""
LOOK_EVERY = 15.0
"""Seconds between two looks at what was posted after the board."""
OLDEST_EDITED = 50 * 60.0
"""Age in seconds from which a message is posted anew: Discord edits messages older than an hour rarely
(30046).
"""
MUTED_FOR = 300.0
"""Seconds for which a table that may not be shown is left alone, unless somebody asks for it."""

LIVING = {"lobby": "lobby", "playing": "board", "over": "result"}
"""By phase, the message that people need."""
MOVED = ("lobby", "playing")
"""Phases in which that message is posted anew when it is out of sight."""


class Messages:
    """The public messages of all tables. One table's are handled by one caller at a time."""

    def __init__(self, channels: Channels, posts: Posts) -> None:
        self.channels = channels
        self.posts = posts
        self.complaints = Complaints()
        self.turns = Turns()
        self._muted: dict[str, float] = {}

    # drawing anew

    async def refresh(self, table: Table) -> bool:
        """Bring all messages of the table up to date; False if that should be tried again soon.

        The caller has the table's turn.
        """
        if self._muted.get(table.id, 0.0) > _now():
            return True
        posts = [post for post in (await self.posts.of(table.id)).values() if post.kind in DRAWN]
        drawn = [await self._refresh(table, post) for post in posts]
        return all(drawn)

    async def _refresh(self, table: Table, post: Post) -> bool:
        canvas = self.posts.canvas(post.message)
        if canvas.in_use:
            canvas.skipped = True
            return True
        canvas.wants_more()  # whatever it is, it is drawn now
        payload = await self.drawn(table, post.kind)
        try:
            await self._bring_up_to_date(table, post, canvas, payload)
        except ERRORS as error:
            return await self._tried_to_mend(table, post, error)
        return True

    async def _bring_up_to_date(self, table: Table, post: Post, canvas: Canvas, payload: Payload) -> None:
        if (
            table.phase in MOVED
            and LIVING[table.phase] == post.kind
            and await self._out_of_sight(table, post)
        ):
            await self._move(table, post, [post.channel, table.channel])
        elif not canvas.shows(payload):
            with canvas.drawing(payload):
                await self.channels.edit(table.guild, post.channel, post.message, payload)
            await self.posts.shown(post, table.revision)
        elif table.phase not in ("lobby", "playing"):
            await self.posts.shown(post, table.revision)

    async def drawn(self, table: Table, kind: str) -> Payload:
        """The message of this kind as it should be."""
        board = (await self.posts.of(table.id)).get("board")
        return draw(table, kind, None if board is None else link(table.guild, board))

    async def _out_of_sight(self, table: Table, post: Post) -> bool:
        """Whether the message has become too old to be edited at will, or is a board that chat has buried."""
        if time.time() - post.at > OLDEST_EDITED:
            return True
        if post.kind != "board":
            return False
        canvas = self.posts.canvas(post.message)
        if _now() - canvas.looked_after < LOOK_EVERY or time.time() - post.at < LOOK_EVERY:
            return False
        canvas.looked_after = _now()
        try:
            return await self.channels.buried(table.guild, post.channel, post.message, BURIED_UNDER)
        except ERRORS as error:
            log.debug("whether chat buried a board is not known", table=table.id, why=trouble(error).value)
            return False

    async def _tried_to_mend(self, table: Table, post: Post, error: BaseException) -> bool:
        """After a message could not be drawn: False if that should be tried again soon."""
        log.info("a message could not be drawn", table=table.id, kind=post.kind, why=trouble(error).value)
        try:
            await self._mend(table, post, error)
        except ERRORS as another:
            if trouble(another) is Trouble.PASSING:
                return False
            raise
        return True

    async def _mend(self, table: Table, post: Post, error: BaseException) -> None:
        """Do what can be done about it; raises what cannot be helped, or may pass by itself."""
        why = trouble(error)
        if why in (Trouble.PASSING, Trouble.OURS):
            raise error
        if why in (Trouble.MESSAGE_GONE, Trouble.CHANNEL_GONE):
            await self.posts.gone(post)
        if LIVING.get(table.phase) == post.kind:
            await self._move(table, post, [post.channel, table.channel])
        elif why not in (Trouble.MESSAGE_GONE, Trouble.CHANNEL_GONE):
            await self._leave_as_it_is(table, post)

    async def _leave_as_it_is(self, table: Table, post: Post) -> None:
        """Nobody needs the message now: it is not tried again until it would show something else."""
        with self.posts.canvas(post.message).drawing(await self.drawn(table, post.kind)):
            await self.posts.shown(post, table.revision)

    # posting

    async def _move(self, table: Table, post: Post, places: Sequence[int]) -> Post | None:
        """Post the message anew in the first of the places where it may stand, and remove the old one."""
        new = await self._post_somewhere(table, post.kind, places, instead_of=post.message)
        if new is not None:
            if new.channel != post.channel:
                self.complaints.about(table, complaints.moved(table))
            await self._remove(table, post)
        return new

    async def _post_somewhere(
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
        errand: int,
        tried_before: bool,
        is_it: Callable[[discord.Message], bool],
        mention: Sequence[int] = (),
    ) -> int | None:
        """Post for an errand, unless an earlier attempt has; the message's id, None if it may not stand
        there.

        Raises what may pass by itself.
        """
        try:
            if tried_before and (found := await self._posted_before(table, channel, is_it)) is not None:
                return found
            nonce = f"{table.id}.{errand}"
            return await self.channels.post(table.guild, channel, payload, nonce=nonce, mention=mention)
        except ERRORS as error:
            if trouble(error) in (Trouble.PASSING, Trouble.OURS):
                raise
            log.info("an errand's message could not be posted", table=table.id, why=trouble(error).value)
            self._give_up(table, channel)
            return None

    async def _posted_before(
        self, table: Table, channel: int, is_it: Callable[[discord.Message], bool]
    ) -> int | None:
        try:
            return await self.channels.own_post(table.guild, channel, is_it)
        except ERRORS as error:
            if trouble(error) is not Trouble.FORBIDDEN:
                raise
            return None  # without the permission to look, the nonce is all there is against posting twice

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
        self._muted[table.id] = _now() + MUTED_FOR
        granted = self.channels.granted(table.guild, channel)
        lacking = permissions.missing(granted) if granted is not None else ()
        words = (
            complaints.not_allowed(table, permissions.names(lacking))
            if lacking
            else complaints.place_gone(table)
        )
        self.complaints.about(table, words)

    # moving and putting back

    async def put_back(self, table: Table, here: int) -> Post | None:
        """See to it that the message that people need can be seen; None if it may stand nowhere.

        Where it stands in this place already it is posted anew, at the end; where its place is gone it
        comes here.
        """
        self._muted.pop(table.id, None)
        kind = LIVING.get(table.phase)
        if kind is None:
            return None
        async with self.turns.turn(table.id):
            post = (await self.posts.of(table.id)).get(kind)
            if post is None:
                return await self._post_somewhere(
                    table, kind, [here, table.channel], instead_of=table.revision
                )
            if post.channel != here and await self._still_there(table, post):
                return post
            return await self._move(table, post, [here, table.channel])

    async def _still_there(self, table: Table, post: Post) -> bool:
        """Whether the message can be drawn anew where it is."""
        payload = await self.drawn(table, post.kind)
        try:
            with self.posts.canvas(post.message).drawing(payload):
                await self.channels.edit(table.guild, post.channel, post.message, payload)
        except ERRORS as error:
            if trouble(error) in (Trouble.PASSING, Trouble.OURS):
                raise
            return False
        await self.posts.shown(post, table.revision)
        return True

    async def leave_thread(self, table: Table) -> None:
        """Not even answers are shown in the table's thread: the board moves to the channel."""
        async with self.turns.turn(table.id):
            post = (await self.posts.of(table.id)).get("board")
            if post is not None and post.channel != table.channel and table.phase == "playing":
                await self._move(table, post, [table.channel])


def link(guild: int, post: Post) -> str:
    """The address of the message."""
    return f"https://discord.com/channels/{guild}/{post.channel}/{post.message}"


def _now() -> float:
    return asyncio.get_running_loop().time()
