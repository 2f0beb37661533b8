"""What publishing tables and publishing tournaments have in common: posted once, edited where it has changed,
put back where it is gone, and drawn again no oftener than Discord allows.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

import discord
import msgspec
import structlog
from msgspec.structs import replace

from bot.client.channels import Channels, loop_time, missing_permissions, permission_names
from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.i18n import Reader
from bot.images.model import ImageRequest, MessageImage, RenderedImage
from bot.images.service import POST_PATIENCE, ImageService
from bot.pace import DAY
from bot.publishing.message_state import LEFT, OUTDATED, PostedMessages, is_old
from bot.runtime.clock import Clock, backoff
from bot.runtime.keyed_lock import KeyedLock
from bot.runtime.outbox import RetryLater
from bot.tables.model import Table
from bot.tournaments.model import Tournament
from bot.ui.views import Payload
from games.text import Listed, Text
from storage.models import OutboxRow, Post

log = structlog.get_logger(__name__)


class Blocked(msgspec.Struct, frozen=True):
    """Something could not be posted or drawn in this channel, as Discord refuses it."""

    guild: int
    channel: int
    words: Text


SubjectT = TypeVar("SubjectT", bound=Table | Tournament)
"""What the messages are about."""


class PublishingPauses(msgspec.Struct, frozen=True):
    """Seconds for which the publishers wait by themselves."""

    redraw: float = 1.2
    """Between two edits of a message. Discord allows five in five seconds in a channel."""
    boards: float = 5.0
    """Between two edits of a board by which nobody plays: all who do have their hands open."""
    hands: float = 0.1
    """Between two refreshes of the open hands, each through the token of another press."""
    retry: float = 1.0
    """Before the first new attempt at an outbox entry; twice as long before each that follows."""
    gather: float = 1.0
    """For which a notification waits for others: what is due so close together goes into one message."""
    blocked: float = 30.0
    """Before what may stand nowhere is tried again, if nothing is heard of its permissions meanwhile."""
    old_edits: float = 10.0
    """Between two edits of old messages in a channel. Discord refuses them (30046) when there are more than a
    few, and the library waits then, with everything else that is to be edited there.
    """
    board_checks: float = 60.0
    """Between two looks at what was posted in a board's channel."""
    moment: float = 2.0
    """For which a finished trick stays in sight under the next card, and before a robot plays on."""
    robots: float = 0.8
    """Between two moves of robots, so that people can follow them."""
    taps: float = 0.6
    """After which a press on the same place of a hand is meant for what stands there now."""


DEFAULT_PAUSES = PublishingPauses()

ASKED_EVERY = 10
"""Of so many attempts at what may not be posted as far as the bot knows, one is made all the same."""
LONGEST_RETRY_PAUSE = 300.0
"""Seconds before another attempt at an outbox entry at most."""
IsIt = Callable[[discord.Message], bool]
"""Whether a message of the bot's is the one that may have been posted before."""

Handler = Callable[[SubjectT, OutboxRow], Awaitable[None]]
"""Does what an outbox entry of one kind says."""


class Messages(ABC, Generic[SubjectT]):
    """The public messages of all tables, or of all tournaments.

    One subject's are handled by one caller at a time: by whoever has its turn. `redraw` has a subject's
    messages looked at soon.
    """

    def __init__(
        self,
        channels: Channels,
        posts: PostedMessages,
        clock: Clock,
        image_service: ImageService,
        redraw: Callable[[str], None],
        pauses: PublishingPauses,
    ) -> None:
        self.channels = channels
        self.posts = posts
        self.clock = clock
        self.redraw = redraw
        self.turns = KeyedLock()
        self.pauses = pauses
        self._image_service = image_service
        self._muted_until: dict[str, float] = {}
        self._problems: dict[str, Text] = {}
        self._blocked: dict[str, Blocked] = {}
        self._put_back_at: dict[str, float] = {}
        """When a deleted message is next put back, of those of which one was lately."""

    # what a message shows

    async def drawn(self, subject: SubjectT, kind: str, /) -> Payload | None:
        """The message of this kind as it should be; None if there is nothing to show."""
        basis = await self._basis(subject, kind)
        payload = await self._content(subject, kind)
        if payload is not None and not payload.pending:
            payload.basis = basis
        return payload

    @abstractmethod
    async def _content(self, subject: SubjectT, kind: str, /) -> Payload | None: ...

    @abstractmethod
    async def _basis(self, subject: SubjectT, kind: str, /) -> object:
        """All that the message depends on: as long as it is equal, nothing is drawn. None: too much."""

    async def image(
        self, subject: SubjectT, wanted: ImageRequest | None, patience: float = POST_PATIENCE
    ) -> MessageImage | None:
        """The picture in a message of the subject's, which is drawn anew if the picture comes late."""
        image = await self._image_service.for_all(subject.guild, wanted, patience)
        if image is not None and image.pending is not None:
            image.pending.add_done_callback(lambda picture: self._arrived(subject.id, picture))
        return image

    def _arrived(self, id: str, picture: asyncio.Future[RenderedImage | None]) -> None:
        if not picture.cancelled() and picture.result() is not None:
            self.redraw(id)

    # posting

    async def publish(
        self, handlers: Mapping[str, Handler[SubjectT]], subject: SubjectT, entry: OutboxRow
    ) -> None:
        """Do what the outbox entry says. What is impossible for good counts as done.

        RetryLater if Discord or the network fails just now.
        """
        handle = handlers.get(entry.kind)
        if handle is None:
            log.info("an outbox entry that this version does not know is dropped", kind=entry.kind)
            return
        try:
            async with self.turns.turn(subject.id):
                await handle(subject, entry)
                self._forget_if_over(subject)
        except DISCORD_ERRORS as error:
            if discord_problem(error) is not DiscordProblem.PASSING:
                raise
            raise RetryLater(backoff(self.pauses.retry, entry.attempts, LONGEST_RETRY_PAUSE)) from error

    async def post_kind(
        self,
        subject: SubjectT,
        entry: OutboxRow,
        kind: str,
        place: int,
        is_it: IsIt,
        *,
        mark: object = None,
        mention: Sequence[int] = (),
        call: Sequence[int] = (),
        is_answer: bool = False,
    ) -> None:
        """Post the message of this kind for an outbox entry, unless it stands already. See `post_once`."""
        if kind in await self.posts.of(subject.id, subject.guild):
            return
        payload = await self.drawn(subject, kind)
        if payload is None:
            return
        message = await self.post_once(
            *(subject, entry, place, payload, is_it),
            mark=mark,
            mention=mention,
            call=call,
            is_answer=is_answer,
        )
        if message is not None:
            await self.remember(subject, kind, place, message, payload)

    async def post_once(
        self,
        subject: SubjectT,
        entry: OutboxRow,
        place: int,
        payload: Payload,
        is_it: IsIt | None,
        *,
        mark: object = None,
        mention: Sequence[int] = (),
        call: Sequence[int] = (),
        is_answer: bool = False,
    ) -> int | None:
        """Post for an outbox entry, unless an earlier attempt has. None if it may not stand there, and nobody
        needs it any more; RetryLater if somebody does.

        `is_it` finds what an earlier attempt has posted; None: that has been looked for. `mark` tells this
        post from all others of the subject's where the entry alone does not. `is_answer`: the answer to a
        press may have posted it, of which no attempt at the entry tells. Raises what may pass by itself.
        """
        if entry.attempts % ASKED_EVERY and self.channels.is_refused(subject.guild, place):
            return self.wait_for_place(subject, place)
        try:
            if (entry.attempts or is_answer) and is_it is not None:
                for message in await self.own_latest(subject, place):
                    if is_it(message):
                        self.posts.message_state(message.id).overlapped = True  # it may show what was then
                        return message.id
            nonce = f"{subject.id}.{entry.id if mark is None else mark}"
            message = await self.channels.post(
                subject.guild, place, payload, nonce=nonce, mention=mention, call=call
            )
        except DISCORD_ERRORS as error:
            why = require_refusal(error)
            log.info("an outbox entry's message was not posted", why=why.value)
            self._note_deleted(subject, place, why)
            return self.wait_for_place(subject, place)
        self.end_blocked(subject.id)
        return message

    def wait_for_place(self, subject: SubjectT, place: int) -> None:
        """It is tried again for as long as somebody needs it: RetryLater."""
        if self._is_needed(subject):
            self._block(subject, place)
            raise RetryLater(self.pauses.blocked)

    def _is_needed(self, subject: SubjectT, /) -> bool:
        """Whether it goes on, or has ended so lately that people look for how it did."""
        goes_on = subject.phase in ("lobby", "playing", "open", "running")
        return goes_on or (subject.phase == "over" and self.clock.now() < subject.changed + DAY)

    def _note_deleted(self, subject: SubjectT, place: int, why: DiscordProblem) -> None:
        if why is DiscordProblem.CHANNEL_GONE:
            self.channels.note_deleted(subject.guild, place)

    async def own_latest(self, subject: SubjectT, place: int) -> list[discord.Message]:
        """The bot's own messages among the latest there. Where it may not look, or nothing is any more, there
        are none: then the nonce is all there is against posting twice.
        """
        try:
            return await self.channels.own_latest(subject.guild, place)
        except DISCORD_ERRORS as error:
            if discord_problem(error) not in (DiscordProblem.FORBIDDEN, DiscordProblem.CHANNEL_GONE):
                raise
            return []

    async def remember(
        self, subject: SubjectT, kind: str, channel: int, message: int, payload: Payload
    ) -> Post:
        """The subject's message of this kind is this one, and shows the payload."""
        with self.posts.message_state(message).drawing(payload):
            revision = self.posted_version(subject, kind)
            await self.posts.posted(subject.id, kind, channel, message, revision)
        self.end_blocked(subject.id)
        return (await self.posts.of(subject.id, subject.guild))[kind]

    async def post_anew(
        self, subject: SubjectT, kind: str, places: Sequence[int], payload: Payload, *, instead_of: int
    ) -> Post | None:
        """Post the message of this kind in the first of the places where that works; None if nowhere.

        What it replaces makes the nonce: each is replaced once.
        """
        nonce = f"{subject.id}.{instead_of % 10**16}"
        for place in dict.fromkeys(places):
            if self.channels.is_deleted(place):
                continue
            try:
                message = await self.channels.post(subject.guild, place, payload, nonce=nonce)
            except DISCORD_ERRORS as error:
                why = require_refusal(error)
                log.info("a message could not be posted", kind=kind, why=why.value)
                self._note_deleted(subject, place, why)
            else:
                return await self.remember(subject, kind, place, message, payload)
        self._give_up(subject, places[0])
        return None

    async def move(
        self, subject: SubjectT, post: Post, places: Sequence[int], payload: Payload
    ) -> Post | None:
        """Post the message anew, as `post_anew`, and remove the old one. That it is being left is remembered
        until it is removed: a crash in between must not leave two.
        """
        left = replace(post, kind=f"{LEFT}{post.kind}")
        await self.posts.posted(subject.id, left.kind, post.channel, post.message, OUTDATED)
        new = await self.post_anew(subject, post.kind, places, payload, instead_of=post.message)
        if new is None:
            await self.posts.gone(left)
        else:
            await self._remove_left(subject, left)
        return new

    async def _remove_left(self, subject: SubjectT, left: Post) -> None:
        known = (await self.posts.of(subject.id, subject.guild)).values()
        if left.message not in {kept.message for kept in known if not kept.kind.startswith(LEFT)}:
            try:
                await self.delete(subject, left)
            except DISCORD_ERRORS as error:
                log.debug("an old message was not removed", kind=left.kind, why=discord_problem(error).value)
                if discord_problem(error) is DiscordProblem.PASSING:
                    return
        await self.posts.gone(left)

    async def delete(self, subject: SubjectT, post: Post) -> None:
        """Remove the message, also from a thread that was put away. It is gone with its channel."""
        if self.channels.is_deleted(post.channel):
            return
        at = subject.guild, post.channel
        await self.channels.change(*at, lambda: self.channels.delete(*at, post.message))

    async def _take_up_moves(self, subject: SubjectT) -> bool:
        """Whether no move is left half done, as by a crash; else that should be tried again soon."""
        known = await self.posts.of(subject.id, subject.guild)
        for post in [each for each in known.values() if each.kind.startswith(LEFT)]:
            try:
                await self._take_up_move(subject, post)
            except DISCORD_ERRORS as error:
                if discord_problem(error) is DiscordProblem.PASSING:
                    return False
                await self.posts.gone(post)
        return True

    async def _take_up_move(self, subject: SubjectT, left: Post) -> None:
        """A move was begun, and not brought to its end: what it may have posted counts, if it is found."""
        kind = left.kind.removeprefix(LEFT)
        known = await self.posts.of(subject.id, subject.guild)
        if kind in known and known[kind].message == left.message:
            messages = {post.message for post in known.values()}
            for place in dict.fromkeys((left.channel, subject.channel)):
                for message in await self.own_latest(subject, place):
                    if message.id not in messages and self._may_be(message, subject, kind):
                        self.posts.message_state(message.id).overlapped = True  # it may show what was then
                        await self.posts.posted(subject.id, kind, place, message.id, OUTDATED)
                        return await self._remove_left(subject, left)
        await self._remove_left(subject, left)

    def _may_be(self, message: discord.Message, subject: SubjectT, kind: str, /) -> bool:
        """Whether a message that is not known was posted as the subject's of this kind."""
        del message, subject, kind
        return False

    # drawing anew

    async def refresh(self, subject: SubjectT) -> bool:
        """Bring the messages up to date; False if that should be tried again soon."""
        self._forget_if_over(subject)
        if self.is_muted(subject):
            return True
        if not await self._take_up_moves(subject):
            return False
        return all([await self._refresh(subject, post) for post in await self._due(subject)])

    @abstractmethod
    async def _due(self, subject: SubjectT, /) -> Sequence[Post]:
        """The messages that may show something else than they should."""

    async def _refresh(self, subject: SubjectT, post: Post) -> bool:
        state = self.posts.message_state(post.message)
        if state.in_use:
            state.skipped = True
            return True
        if subject.id in self._blocked and self._is_surely_refused(subject, post):
            self._give_up(subject, post.channel)
            return True
        state.needs_redraw()  # whatever it is, it is drawn now
        moves = await self._is_out_of_sight(subject, post)
        if not moves and state.is_drawn_from(await self._basis(subject, post.kind)):
            await self._note_unchanged(subject, post)
            return True
        if not moves and not self._may_edit(post):
            return False
        payload = await self.drawn(subject, post.kind)
        if payload is None:
            return True
        try:
            if moves:
                await self.move(subject, post, [post.channel, subject.channel], payload)
            elif state.shows(payload):
                state.record_shown(payload)
                await self._note_unchanged(subject, post)
            elif not self._may_edit(post):  # another has been edited meanwhile
                return False
            else:
                state.edited = loop_time()
                if is_old(post.at):
                    self.channels.note_old_edit(post.channel)
                with state.drawing(payload):
                    await self._edit(subject, post, payload)
                await self.posts.shown(post, self._version(subject, post.kind))
                self._unblock(subject, post.channel)
        except DISCORD_ERRORS as error:
            why = discord_problem(error)
            log.info("a message could not be drawn", kind=post.kind, why=why.value)
            if why is DiscordProblem.OURS:  # a mistake of ours, which the same words would only repeat
                state.record_shown(payload)
                raise
            return why is not DiscordProblem.PASSING and await self._try_repair(subject, post, payload, why)
        return True

    def message_deleted(self, message: int) -> None:
        """Somebody has deleted the message: if it is one of these, it is looked at at once, and of the same
        table or tournament not again for a while: whatever deletes all that is posted must not be outrun.
        """
        id, now = self.posts.whose(message), loop_time()
        if id is None:
            return
        self.posts.message_state(message).overlapped = True  # it shows nothing any more
        since = now - self.pauses.blocked
        self._put_back_at = {each: at for each, at in self._put_back_at.items() if at > since}
        latest = self._put_back_at.get(id, since)
        if latest <= now:  # else it will be looked at in any case
            self._put_back_at[id] = latest + self.pauses.blocked
            asyncio.get_running_loop().call_later(latest - since, self.redraw, id)

    async def _is_out_of_sight(self, subject: SubjectT, post: Post, /) -> bool:
        """Whether the message is posted anew, where people see it, instead of edited."""
        del subject, post
        return False

    def _may_edit(self, post: Post) -> bool:
        """Whether the message is young enough to be edited at will, or the last old one was long ago."""
        return not is_old(post.at) or self.channels.may_edit_old(post.channel, self.pauses.old_edits)

    def posted_version(self, subject: SubjectT, kind: str, /) -> int:
        """Which revision of its message has just been posted, for storage."""
        del kind
        return subject.revision

    def _version(self, subject: SubjectT, kind: str, /) -> int:
        """Which revision of its message this is, for storage."""
        return self.posted_version(subject, kind)

    async def _note_unchanged(self, subject: SubjectT, post: Post, /) -> None:
        """The message shows what it should already."""
        await self.posts.shown(post, self._version(subject, post.kind))

    @abstractmethod
    async def _edit(self, subject: SubjectT, post: Post, payload: Payload, /) -> None:
        """Draw the message, also in a thread that was put away."""

    async def _try_repair(self, subject: SubjectT, post: Post, payload: Payload, why: DiscordProblem) -> bool:
        self._note_deleted(subject, post.channel, why)
        try:
            is_done = await self._repair(subject, post, payload, why)
        except DISCORD_ERRORS as error:
            if discord_problem(error) is not DiscordProblem.PASSING:
                raise
            return False  # it is still known, so that the next attempt finds it gone again
        if why in (DiscordProblem.MESSAGE_GONE, DiscordProblem.CHANNEL_GONE):
            await self._lost(subject, post)
        return is_done

    async def _lost(self, subject: SubjectT, post: Post, /) -> None:
        """The message is gone; what has come in its place is known already."""
        del subject
        await self.posts.gone(post)

    @abstractmethod
    async def _repair(self, subject: SubjectT, post: Post, payload: Payload, why: DiscordProblem, /) -> bool:
        """Do what can be done about it that it was not drawn; False if that should be tried again soon."""

    async def _refused_edit(self, subject: SubjectT, post: Post, payload: Payload) -> DiscordProblem | None:
        """Draw the message where it stands; why that is refused, if it is. Raises what may pass by itself."""
        try:
            with self.posts.message_state(post.message).drawing(payload):
                await self._edit(subject, post, payload)
        except DISCORD_ERRORS as error:
            return require_refusal(error)
        self._unblock(subject, post.channel)
        await self.posts.shown(post, self.posted_version(subject, post.kind))
        return None

    # what may not be shown: left alone for a while, and told to whoever can see to it

    def is_muted(self, subject: SubjectT) -> bool:
        """Whether it was tried lately to show the subject, in vain."""
        return self._muted_until.get(subject.id, 0.0) > loop_time()

    def unmute(self, subject: SubjectT) -> None:
        """Lets messages of this subject be tried again at once that Discord has refused lately."""
        self._muted_until.pop(subject.id, None)

    def _give_up(self, subject: SubjectT, channel: int) -> None:
        """Until permissions or channels change, or for a while if nothing is heard of that."""
        self._muted_until[subject.id] = loop_time() + self.pauses.blocked
        self._block(subject, channel)
        asyncio.get_running_loop().call_later(self.pauses.blocked, self._look_again, subject.id)

    def _block(self, subject: SubjectT, channel: int) -> None:
        words = self._why_not_shown(subject, self.lacking(subject.guild, channel))
        self._blocked[subject.id] = Blocked(subject.guild, channel, words)
        self._report(subject, words)

    def _is_surely_refused(self, subject: SubjectT, post: Post) -> bool:
        """Whether it can be drawn neither where it stands nor be posted anew: Discord need not be asked."""
        refused = self.channels.is_refused
        return refused(subject.guild, post.channel, editing=True) and refused(subject.guild, subject.channel)

    def lacking(self, guild: int, channel: int) -> Listed | None:
        """The permissions that are missing there; None if none is, or there is no such channel."""
        granted = self.channels.granted(guild, channel)
        lacking = missing_permissions(granted) if granted is not None else ()
        return permission_names(lacking) if lacking else None

    def _look_again(self, id: str) -> None:
        if id in self._blocked and self._muted_until.get(id, 0.0) <= loop_time():
            self.redraw(id)

    def _unblock(self, subject: SubjectT, channel: int) -> None:
        """Something was drawn in the channel. That takes less than posting, for which it may wait still."""
        self._muted_until.pop(subject.id, None)
        refused = self.channels.is_refused(subject.guild, channel)
        if not refused and self.blocked_channel(subject.id) in (channel, None):
            self.end_blocked(subject.id)

    def end_blocked(self, id: str) -> None:
        """It is shown as it should; whoever was not told that it was not need not be told now."""
        blocked = self._blocked.pop(id, None)
        self._muted_until.pop(id, None)
        if blocked is not None and self._problems.get(id) == blocked.words:
            del self._problems[id]

    def blocked_channel(self, id: str) -> int | None:
        """Where it cannot be shown just now; None if it can, as far as is known."""
        blocked = self._blocked.get(id)
        return None if blocked is None else blocked.channel

    def try_again(self, guild: int) -> list[str]:
        """Permissions or channels of the server have changed: what could not be shown there is drawn again.
        The ids of all that could not be.
        """
        found = [id for id, blocked in self._blocked.items() if blocked.guild == guild]
        for id in found:
            self._muted_until.pop(id, None)
            self.redraw(id)
        return found

    def _forget_if_over(self, subject: SubjectT) -> None:
        """What nobody needs any more is not looked at again."""
        if not self._is_needed(subject):
            self.end_blocked(subject.id)

    @abstractmethod
    def _why_not_shown(self, subject: SubjectT, lacking: Listed | None, /) -> Text:
        """What to tell of it. `lacking`: the permissions that are missing; None: its place is gone."""

    def _report(self, subject: SubjectT, words: Text) -> None:
        """Tell this to the table's host or the tournament's organiser when they next press something."""
        if self._problems.get(subject.id) != words:
            self._problems[subject.id] = words
            log.warning("it cannot be shown as it should", why=Reader("").plain(words))

    def has_problem(self, id: str) -> bool:
        """Whether there is something that whoever is in charge was not told yet."""
        return id in self._problems

    def take_problem(self, id: str) -> Text | None:
        """What to tell them now; the next time there is nothing."""
        return self._problems.pop(id, None)


def require_refusal(error: BaseException) -> DiscordProblem:
    """Why Discord refuses it for good; raises what may pass by itself, or is a mistake of ours."""
    why = discord_problem(error)
    if why in (DiscordProblem.PASSING, DiscordProblem.OURS):
        raise error
    return why
