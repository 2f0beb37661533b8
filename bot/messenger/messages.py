"""A table's public messages kept up to date: drawn anew, moved when out of sight, mended, put back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

import structlog

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.messenger import complaints
from bot.messenger.canvas import Canvas
from bot.messenger.drawing import DRAWN
from bot.messenger.placing import Placing
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
"""Age in seconds from which a message is posted anew: older than an hour it is hardly edited (30046)."""
_LIVING = {"lobby": "lobby", "playing": "board", "over": "result"}
MOVED = ("lobby", "playing")
"""Phases in which that message is posted anew when it is out of sight."""


def living(table: Table) -> str | None:
    """The kind of the message that people need now; None: none."""
    if table.phase == "lobby" and table.record.pod is not None:
        return "board"  # where its players meet
    return _LIVING.get(table.phase)


class Messages:
    """The public messages of all tables. One table's are handled by one caller at a time."""

    def __init__(self, placing: Placing) -> None:
        self.placing = placing
        self.turns = Turns()

    # drawing anew

    async def refresh(self, table: Table) -> bool:
        """Bring all messages of the table up to date; False if that should be tried again soon.

        The caller has the table's turn.
        """
        if self.placing.is_muted(table):
            return True
        posts = [post for post in (await self.placing.posts.of(table.id)).values() if post.kind in DRAWN]
        drawn = [await self._refresh(table, post) for post in posts]
        return all(drawn)

    async def _refresh(self, table: Table, post: Post) -> bool:
        canvas = self.placing.posts.canvas(post.message)
        if canvas.in_use:
            canvas.skipped = True
            return True
        canvas.wants_more()  # whatever it is, it is drawn now
        payload = await self.placing.drawn(table, post.kind)
        try:
            await self._bring_up_to_date(table, post, canvas, payload)
        except ERRORS as error:
            return await self._tried_to_mend(table, post, error)
        return True

    async def _bring_up_to_date(self, table: Table, post: Post, canvas: Canvas, payload: Payload) -> None:
        if table.phase in MOVED and living(table) == post.kind and await self._out_of_sight(table, post):
            await self.placing.move(table, post, [post.channel, table.channel])
        elif not canvas.shows(payload):
            with canvas.drawing(payload):
                await self._edit(table, post, payload)
            await self.placing.posts.shown(post, table.revision)
        elif table.phase not in ("lobby", "playing"):
            await self.placing.posts.shown(post, table.revision)

    async def _edit(self, table: Table, post: Post, payload: Payload) -> None:
        """Draw the message, also where a finished table's thread was put away: it is put away again.

        (A running table's thread is opened by posting the board anew, which its players should see.)
        """
        channels = self.placing.channels
        try:
            await channels.edit(table.guild, post.channel, post.message, payload)
        except ERRORS as error:
            if trouble(error) is not Trouble.ARCHIVED or table.phase in MOVED:
                raise
            async with channels.open_again(post.channel):
                await channels.edit(table.guild, post.channel, post.message, payload)

    async def _out_of_sight(self, table: Table, post: Post) -> bool:
        """Whether the message has become too old to be edited at will, or is a board that chat has buried."""
        if time.time() - post.at > OLDEST_EDITED:
            return True
        if post.kind != "board":
            return False
        canvas = self.placing.posts.canvas(post.message)
        if _now() - canvas.looked_after < LOOK_EVERY or time.time() - post.at < LOOK_EVERY:
            return False
        canvas.looked_after = _now()
        try:
            return await self.placing.channels.buried(table.guild, post.channel, post.message, BURIED_UNDER)
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
        if why is Trouble.OURS:  # it is a mistake of ours, which the same words would only repeat
            self.placing.posts.canvas(post.message).leave_at(await self.placing.drawn(table, post.kind))
        if why in (Trouble.PASSING, Trouble.OURS):
            raise error
        if why in (Trouble.MESSAGE_GONE, Trouble.CHANNEL_GONE):
            await self.placing.posts.gone(post)
        if living(table) == post.kind:
            await self._move_out(table, post, [post.channel, table.channel])
        elif why not in (Trouble.MESSAGE_GONE, Trouble.CHANNEL_GONE):
            await self._leave_as_it_is(table, post)

    async def _leave_as_it_is(self, table: Table, post: Post) -> None:
        """Nobody needs the message now: it is not tried again until it would show something else."""
        with self.placing.posts.canvas(post.message).drawing(await self.placing.drawn(table, post.kind)):
            await self.placing.posts.shown(post, table.revision)

    # moving and putting back

    async def put_back(self, table: Table, here: int) -> Post | None:
        """See to it that the message that people need can be seen; None if it may stand nowhere.

        Where it stands in this place already it is posted anew, at the end; where its place is gone it
        comes here.
        """
        self.placing.unmute(table)
        kind = living(table)
        if kind is None:
            return None
        async with self.turns.turn(table.id):
            post = (await self.placing.posts.of(table.id)).get(kind)
            if post is None:
                return await self.placing.post_somewhere(
                    table, kind, [here, table.channel], instead_of=table.revision
                )
            if post.channel != here and await self._still_there(table, post):
                return post
            return await self.placing.move(table, post, [here, table.channel])

    async def _still_there(self, table: Table, post: Post) -> bool:
        """Whether the message can be drawn anew where it is."""
        payload = await self.placing.drawn(table, post.kind)
        try:
            with self.placing.posts.canvas(post.message).drawing(payload):
                await self._edit(table, post, payload)
        except ERRORS as error:
            if trouble(error) in (Trouble.PASSING, Trouble.OURS):
                raise
            return False
        await self.placing.posts.shown(post, table.revision)
        return True

    async def leave_thread(self, table: Table) -> None:
        """Not even answers are shown in the table's thread: the board moves to the channel."""
        async with self.turns.turn(table.id):
            post = (await self.placing.posts.of(table.id)).get("board")
            if post is not None and post.channel != table.channel and living(table) == "board":
                await self._move_out(table, post, [table.channel])

    async def _move_out(self, table: Table, post: Post, places: Sequence[int]) -> None:
        """Post the message anew, and let the host know if it could not stay where it was."""
        new = await self.placing.move(table, post, places)
        if new is not None and new.channel != post.channel:
            self.placing.complaints.about(table.id, table.channel, complaints.moved(table))


def _now() -> float:
    return asyncio.get_running_loop().time()
