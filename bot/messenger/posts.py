"""Which messages belong to a table or tournament, as storage knows it, and what each of them shows."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from bot.messenger.canvas import Canvas
from storage.records import Post

NEVER_OUTDATED = 2**62
"""From this revision on nothing need be drawn on a post: storage need not tell of it at every start."""
REMEMBERED = 5_000
"""Tables whose posts are kept in memory, and messages of which it is known what they show."""


OUTDATED = 0
"""Before every revision: whatever the message shows, it has to be drawn."""


def is_history(post: Post) -> bool:
    """Whether it was last drawn as what nothing outdates that comes after it."""
    return post.revision >= NEVER_OUTDATED


class Stored(Protocol):
    """Where it is kept which messages there are: `Store`, or `Store.tournaments`."""

    async def posts(self, whose: str, /) -> list[Post]:
        """The messages of a table or tournament."""
        ...

    async def post_shown(self, post: Post, /) -> None:
        """Remember (or replace) the message of that kind and which revision it shows."""
        ...

    async def post_gone(self, whose: str, kind: str, /) -> None:
        """The message is no more."""
        ...


class Posts:
    """The posts of all tables, or of all tournaments. Methods raise `StorageError`."""

    def __init__(self, store: Stored) -> None:
        self._store = store
        self._known: OrderedDict[str, dict[str, Post]] = OrderedDict()
        self._canvases: OrderedDict[int, Canvas] = OrderedDict()

    async def of(self, table: str) -> Mapping[str, Post]:
        """The table's messages by kind."""
        known = self._known.get(table)
        if known is None:
            stored = await self._store.posts(table)
            known = self._known.setdefault(table, {post.kind: post for post in stored})
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(table)
        return known

    def canvas(self, message: int) -> Canvas:
        """What is known of what the message shows."""
        found = self._canvases.get(message)
        if found is None:
            found = self._canvases[message] = Canvas()
            while len(self._canvases) > REMEMBERED:
                self._canvases.popitem(last=False)
        self._canvases.move_to_end(message)
        return found

    async def posted(self, table: str, kind: str, channel: int, message: int, revision: int) -> None:
        """The table's message of that kind is this one now."""
        await self._keep(Post(table, kind, channel, message, revision, time.time()))

    async def shown(self, post: Post, revision: int) -> None:
        """The message shows the table as it was at this revision.

        Those from `NEVER_OUTDATED` on have no order: the newest counts.
        """
        latest = (await self.of(post.table)).get(post.kind)
        if latest is None or latest.message != post.message:
            return
        if latest.revision < revision or revision > NEVER_OUTDATED:
            await self._keep(replace(latest, revision=revision))

    async def outdated(self, post: Post) -> None:
        """The message will be drawn. From now on nobody knows what it shows, until it is known to be drawn.

        What is history has to be told apart so: its correction may be seen although the answer is lost, or
        the bot killed; when the correction is taken back, what is remembered would seem right again.
        """
        latest = (await self.of(post.table)).get(post.kind)
        if latest is not None and latest.message == post.message:
            await self._keep(replace(latest, revision=OUTDATED))

    async def gone(self, post: Post) -> None:
        """The message is no more."""
        self._canvases.pop(post.message, None)
        known = await self.of(post.table)
        if post.kind in known and known[post.kind].message == post.message:
            del self._known[post.table][post.kind]
            await self._store.post_gone(post.table, post.kind)

    async def _keep(self, post: Post) -> None:
        await self.of(post.table)
        self._known[post.table][post.kind] = post
        await self._store.post_shown(post)
