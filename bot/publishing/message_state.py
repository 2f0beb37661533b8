"""Which messages belong to a table or tournament, as storage knows it, and what each of them shows."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import discord
import msgspec
from msgspec.structs import replace

from bot.ui.custom_ids import decode
from bot.ui.views import Payload, texts_of, walk_components
from storage.models import WHOLE, Post, Shard
from storage.sql.tournaments import OwnedStore

OLDEST_EDITED = 50 * 60.0
"""Age in seconds from which a message is posted anew: older than an hour it is hardly edited (30046)."""

# One message that is drawn again and again, from two sides: by answers to presses on it, and by the bot
# itself.
#
# What is sent side by side may arrive in either order. So wherever two drawings overlapped, the message is
# drawn once more when both are done.


class MessageState(msgspec.Struct):
    """What is known of one message."""

    overlapped: bool = False
    """Drawings overlapped, or it was drawn before a restart: what it shows is not known."""
    skipped: bool = False
    """The bot itself did not draw it, as a press on it was being answered."""
    edited: float = 0.0
    """When the bot itself last set about editing it, in the event loop's time."""
    _shown: bytes | None = None
    """The digest of what it shows (there are thousands, and what they show has pictures); None: not known."""
    _basis: object = None
    """What that was drawn from; None: not known."""
    _pressed: int = 0
    _drawing: int = 0

    @property
    def in_use(self) -> bool:
        """Whether presses on it are being answered: each of them draws it, so the bot itself need not."""
        return bool(self._pressed or self._drawing)

    @contextmanager
    def pressed(self) -> Iterator[None]:
        """A press on the message is being answered."""
        self._pressed += 1
        try:
            yield
        finally:
            self._pressed -= 1

    @contextmanager
    def drawing(self, payload: Payload) -> Iterator[None]:
        """It is being drawn; an exception says that it was not."""
        self.overlapped = self.overlapped or self._drawing > 0
        self._drawing += 1
        self._shown = self._basis = None
        try:
            yield
            self.record_shown(payload)
        finally:
            self._drawing -= 1

    def record_shown(self, payload: Payload) -> None:
        """It shows this, or is to be left as if it did."""
        self._shown, self._basis = _digest(payload), payload.basis

    def is_drawn_from(self, basis: object) -> bool:
        """Whether it surely shows what would be drawn from this."""
        return basis is not None and not self.overlapped and self._basis == basis

    def shows(self, payload: Payload) -> bool:
        """Whether it shows just this, for certain."""
        return not self.overlapped and self._shown == _digest(payload)

    def needs_redraw(self) -> bool:
        """Whether the bot has to look at it after a press was answered; asking settles it."""
        if self.in_use or not (self.overlapped or self.skipped):
            return False
        if self.overlapped:
            self._shown = self._basis = None
        self.overlapped = self.skipped = False
        return True


def _digest(payload: Payload) -> bytes:
    """The same for payloads that are equal: with them, pictures are what they show."""
    return hashlib.blake2b(msgspec.json.encode([*payload], order="deterministic"), digest_size=16).digest()


NEVER_OUTDATED = 2**62
"""From this revision on nothing need be drawn on a post: storage need not tell of it at every start."""
REMEMBERED = 5_000
"""Tables whose posts are kept in memory, and messages of which it is known what they show."""


LEFT = "left "
"""So the kind of a post begins that is about to be removed, as its message is posted anew."""
OUTDATED = 0
"""Before every revision: whatever the message shows, it has to be drawn."""


def is_history(post: Post) -> bool:
    """Whether it was last drawn as what nothing outdates that comes after it."""
    return post.revision >= NEVER_OUTDATED


class PostedMessages:
    """The posts of all tables, or of all tournaments. Methods raise `StorageError`.

    Whoever serves the server posts and draws them, and keeps them in memory.
    """

    def __init__(self, store: OwnedStore, shard: Shard = WHOLE) -> None:
        self._store = store
        self._shard = shard
        self._known: OrderedDict[str, dict[str, Post]] = OrderedDict()
        self._whose: dict[int, str] = {}
        """Of which table or tournament each of those messages is."""
        self._message_states: OrderedDict[int, MessageState] = OrderedDict()

    async def of(self, table: str, guild: int) -> Mapping[str, Post]:
        """The table's messages by kind; it stands on this server."""
        if not self._shard.serves(guild):
            return {post.kind: post for post in await self._store.posts(table)}
        return await self._of(table)

    async def _of(self, table: str) -> Mapping[str, Post]:
        known = self._known.get(table)
        if known is None:
            stored = await self._store.posts(table)
            known = self._known.setdefault(table, {post.kind: post for post in stored})
            self._whose |= {post.message: table for post in known.values()}
            while len(self._known) > REMEMBERED:
                _table, forgotten = self._known.popitem(last=False)
                for post in forgotten.values():
                    self._whose.pop(post.message, None)
        self._known.move_to_end(table)
        return known

    def whose(self, message: int) -> str | None:
        """The table or tournament of which this is a message, as far as is known here; None for one that is
        being left.
        """
        owner = self._whose.get(message)
        posts = () if owner is None else self._known[owner].values()
        stands = any(post.message == message and not post.kind.startswith(LEFT) for post in posts)
        return owner if stands else None

    def message_state(self, message: int) -> MessageState:
        """What is known of what the message shows."""
        found = self._message_states.get(message)
        if found is None:
            found = self._message_states[message] = MessageState()
            while len(self._message_states) > REMEMBERED:
                self._message_states.popitem(last=False)
        self._message_states.move_to_end(message)
        return found

    async def posted(self, table: str, kind: str, channel: int, message: int, revision: int) -> None:
        """The table's message of that kind is this one now. It is as old as its id says, as an
        earlier start of the bot may have posted it.
        """
        at = discord.utils.snowflake_time(message).timestamp()
        await self._keep(Post(table, kind, channel, message, revision, at))

    async def shown(self, post: Post, revision: int) -> None:
        """The message shows the table as it was at this revision.

        Those from `NEVER_OUTDATED` on have no order: the newest counts.
        """
        latest = (await self._of(post.table)).get(post.kind)
        if latest is None or latest.message != post.message:
            return
        if latest.revision < revision or revision > NEVER_OUTDATED:
            await self._keep(replace(latest, revision=revision))

    async def outdated(self, post: Post) -> None:
        """The message will be drawn. From now on nobody knows what it shows, until it is known to be drawn.

        What is history has to be told apart so: its correction may be seen although the answer is lost, or
        the bot killed; when the correction is taken back, what is remembered would seem right again.
        """
        latest = (await self._of(post.table)).get(post.kind)
        if latest is not None and latest.message == post.message:
            await self._keep(replace(latest, revision=OUTDATED))

    async def gone(self, post: Post) -> None:
        """The message is no more."""
        self._message_states.pop(post.message, None)
        known = await self._of(post.table)
        if post.kind in known and known[post.kind].message == post.message:
            del self._known[post.table][post.kind]
            if all(kept.message != post.message for kept in self._known[post.table].values()):
                self._whose.pop(post.message, None)
            await self._store.post_gone(post.table, post.kind)

    async def _keep(self, post: Post) -> None:
        known = await self._of(post.table)
        before = known.get(post.kind)
        self._known[post.table][post.kind] = post
        self._whose[post.message] = post.table
        if before is not None and all(kept.message != before.message for kept in known.values()):
            self._whose.pop(before.message, None)
        await self._store.post_shown(post)


def is_old(at: float) -> bool:
    """Whether a message that was posted then, in Unix seconds, is too old to be edited at will."""
    return time.time() - at > OLDEST_EDITED


def message_link(guild: int, post: Post) -> str:
    """The address of the message."""
    return f"https://discord.com/channels/{guild or '@me'}/{post.channel}/{post.message}"


# What a message of the bot's contains: whether a post that may or may not have been made is this one.


def has_button(message: discord.Message, verb: str, *parts_of_it: str) -> bool:
    """Whether the message has the button that does this, at the table and with what else is named first."""
    for part in walk_components(message.components):
        custom_id = getattr(part, "custom_id", None)
        if custom_id and _means(custom_id, verb, parts_of_it):
            return True
    return False


def _means(custom_id: str, verb: str, wanted: tuple[str, ...]) -> bool:
    try:
        found, parts_of_it = decode(custom_id)
    except ValueError:  # an older version's
        return False
    return found == verb and parts_of_it[: len(wanted)] == wanted


def says(message: discord.Message, payload: Payload) -> bool:
    """Whether the message says, word for word, what the payload does."""
    shown = [part.content for part in walk_components(message.components) if hasattr(part, "content")]
    return [text.strip() for text in shown] == [text.strip() for text in texts_of(payload)]
