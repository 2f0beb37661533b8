"""What the bot does in channels by itself: post, edit, delete, look, open a thread; all within budget."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import discord
import msgspec
import structlog

from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.client.rate_limits import RequestBudget
from bot.runtime.keyed_lock import KeyedLock
from bot.ui.views import Payload, PayloadView
from games.text import Listed, Text, _

log = structlog.get_logger(__name__)

ARCHIVE_AFTER = 10080
"""Minutes without a message until Discord archives a thread: a week, the longest there is."""

NOBODY = discord.AllowedMentions.none()

CHANNELS_REMEMBERED = 5_000
"""Of which it is known what was posted there of late."""


def loop_time() -> float:
    """Now, in the event loop's time."""
    return asyncio.get_running_loop().time()


def is_open_to_all(guild: discord.Guild, channel: int) -> bool:
    """Whether everybody on the server sees this channel or thread; no, if it is not known."""
    place = guild.get_channel_or_thread(channel)
    is_private = isinstance(place, discord.Thread) and place.is_private()
    return place is not None and not is_private and place.permissions_for(guild.default_role).view_channel


class _Latest(msgspec.Struct):
    """The latest messages of a channel."""

    asked: float
    """When that was asked, in the event loop's time."""
    messages: list[int] = msgspec.field(default_factory=list[int])


def _note(places: OrderedDict[int, None], place: int) -> None:
    """The place is one of these, of which the latest are remembered."""
    places[place] = None
    while len(places) > CHANNELS_REMEMBERED:
        places.popitem(last=False)


class Channels:
    """The channels and threads of all servers. Every method raises `discord_errors.ERRORS`."""

    def __init__(self, client: discord.Client, budget: RequestBudget) -> None:
        self._client = client
        self.budget = budget
        self._latest: OrderedDict[int, _Latest] = OrderedDict()
        self._deleted: OrderedDict[int, None] = OrderedDict()
        self._put_away: OrderedDict[int, None] = OrderedDict()
        self._old_edits: OrderedDict[int, float] = OrderedDict()
        self._asking = KeyedLock()

    def _at(self, guild: int, channel: int) -> discord.PartialMessageable:
        """The place; without a server where nothing depends on which one it is in, and in direct messages."""
        return self._client.get_partial_messageable(channel, guild_id=guild or None)

    async def post(
        self,
        guild: int,
        channel: int,
        payload: Payload,
        *,
        nonce: str,
        mention: Sequence[int] = (),
        call: Sequence[int] = (),
    ) -> int:
        """A new message's id. Silent, unless it mentions somebody, or calls roles. Discord posts the same
        nonce only once.
        """
        await self.budget.take()
        silent = not mention and not call
        return await self.send(
            guild, channel, payload, nonce=nonce, mention=mention, call=call, silent=silent
        )

    async def send(
        self,
        guild: int,
        channel: int,
        payload: Payload,
        *,
        nonce: str,
        mention: Sequence[int] = (),
        call: Sequence[int] = (),
        silent: bool = False,
    ) -> int:
        """The same for those who have waited for the budget themselves, and say whether it makes a sound."""
        message = await self._at(guild, channel).send(
            view=PayloadView(payload),
            files=payload.files(),
            nonce=nonce,
            silent=silent,
            allowed_mentions=discord.AllowedMentions(
                everyone=False,
                roles=[discord.Object(role) for role in call],
                replied_user=False,
                users=[discord.Object(user) for user in mention],
            ),
        )
        self._put_away.pop(channel, None)  # whoever writes in a thread opens it
        if channel in self._latest:
            self._latest[channel].messages.append(message.id)
        return message.id

    async def direct(self, user: int) -> int:
        """The channel of direct messages with the user. That they can be sent is not said by that."""
        await self.budget.take()
        return (await self._client.create_dm(discord.Object(user))).id

    async def edit(self, guild: int, channel: int, message: int, payload: Payload) -> None:
        """The message shows something else. Nobody is notified of an edit."""
        await self.budget.take()
        partial = self._at(guild, channel).get_partial_message(message)
        await partial.edit(view=PayloadView(payload), attachments=payload.files(), allowed_mentions=NOBODY)

    async def delete(self, guild: int, channel: int, message: int) -> None:
        """The message is no more."""
        await self.budget.take()
        await self._at(guild, channel).get_partial_message(message).delete()

    async def buried(self, channel: int, message: int, under: int, every: float) -> bool:
        """Whether at least so many messages came after this one.

        A channel is asked once in `every` seconds, whoever wants to know, and how many of the latest messages
        there are the bot's own is known without.
        """
        latest = self._latest.get(channel)
        if latest is None or loop_time() - latest.asked >= every:
            latest = self._latest[channel] = _Latest(loop_time())
            self._latest.move_to_end(channel)
            while len(self._latest) > CHANNELS_REMEMBERED:
                self._latest.popitem(last=False)
            await self.budget.take()
            found = await self._client.http.logs_from(channel, under)
            latest.messages += (int(each["id"]) for each in found)
        return sum(each > message for each in latest.messages) >= under

    def may_edit_old(self, channel: int, every: float) -> bool:
        """Whether no message older than an hour was edited there in the last `every` seconds."""
        return loop_time() - self._old_edits.get(channel, float("-inf")) >= every

    def note_old_edit(self, channel: int) -> None:
        """A message older than an hour is about to be edited there."""
        self._old_edits[channel] = loop_time()
        self._old_edits.move_to_end(channel)
        while len(self._old_edits) > CHANNELS_REMEMBERED:
            self._old_edits.popitem(last=False)

    async def own_post(
        self, guild: int, channel: int, is_it: Callable[[discord.Message], bool], *, limit: int = 50
    ) -> int | None:
        """The newest of the bot's own messages that is the one looked for, among the channel's latest."""
        own = await self.own_latest(guild, channel, limit=limit)
        return next((message.id for message in own if is_it(message)), None)

    async def own_latest(self, guild: int, channel: int, *, limit: int = 50) -> list[discord.Message]:
        """The bot's own messages among the channel's latest, the newest first."""
        await self.budget.take()
        me = self._client.user
        history = self._at(guild, channel).history(limit=limit)
        return [message async for message in history if me is not None and message.author.id == me.id]

    async def open_thread(self, guild: int, channel: int, message: int, name: str) -> int:
        """A thread under the message; its id is the message's."""
        await self.budget.take()
        thread = (
            await self._at(guild, channel)
            .get_partial_message(message)
            .create_thread(name=name, auto_archive_duration=ARCHIVE_AFTER)
        )
        return thread.id

    async def archive(self, thread: int) -> None:
        """The thread leaves the list of channels; whoever writes in it opens it again."""
        await self.budget.take()
        found = await self._client.fetch_channel(thread)
        if isinstance(found, discord.Thread) and not found.archived:
            await self.budget.take()
            await found.edit(archived=True)
        _note(self._put_away, thread)

    async def reopen(self, thread: int) -> bool:
        """What stands in an archived thread can be drawn anew again; False if it is open already. Nobody is
        notified.
        """
        found = await self._archived(thread)
        if found is not None:
            await self.budget.take()
            await found.edit(archived=False)
            self._put_away.pop(thread, None)
        return found is not None

    async def _archived(self, thread: int) -> discord.Thread | None:
        """The thread, if it is archived."""
        await self.budget.take()
        found = await self._client.fetch_channel(thread)
        if isinstance(found, discord.Thread) and found.archived:
            return found
        self._put_away.pop(thread, None)
        return None

    def _may_be_archived(self, guild: int, place: int) -> bool:
        """Whether the place may be an archived thread: the bot has archived it, or the library, which knows
        the channels and open threads of a server that is there, does not know it.
        """
        server = self._client.get_guild(guild)
        is_unknown = server is not None and not server.unavailable and not server.get_channel_or_thread(place)
        return place in self._put_away or is_unknown

    async def is_archived(self, guild: int, place: int) -> bool:
        """Whether the place is an archived thread. Discord is asked if it may be."""
        if not self._may_be_archived(guild, place) or not await self._is_there(guild, place):
            return False
        return place in self._put_away

    async def change(
        self, guild: int, place: int, act: Callable[[], Awaitable[None]], *, stays_open: bool = False
    ) -> None:
        """Do this to a message that stands there, also in a thread that was put away, which it is again then
        unless it `stays_open`.

        Nothing is tried in a thread that is known to be archived: an edit or a delete is refused there.
        """
        if not self._may_be_archived(guild, place):
            try:
                return await act()
            except DISCORD_ERRORS as error:
                if discord_problem(error) is not DiscordProblem.ARCHIVED:
                    raise
        if stays_open:
            await self.reopen(place)
            return await act()
        async with self.open_again(place):
            await act()

    @asynccontextmanager
    async def open_again(self, thread: int) -> AsyncIterator[None]:
        """For something that has to change in a thread that was put away, which it is again afterwards.

        Also if it could not be changed; but a stop, which cuts it short, waits for nothing more. One that
        is open stays so.
        """
        if not await self.reopen(thread):
            yield
            return
        try:
            yield
        except Exception:
            await self.archive(thread)
            raise
        await self.archive(thread)

    def place(self, guild: int, channel: int) -> discord.abc.GuildChannel | discord.Thread | None:
        """The channel or thread that is open, as far as it is known."""
        server = self._client.get_guild(guild)
        return server.get_channel_or_thread(channel) if server is not None else None

    def forum(self, guild: int, channel: int) -> discord.ForumChannel | None:
        """The channel, if it is a forum."""
        place = self.place(guild, channel)
        return place if isinstance(place, discord.ForumChannel) else None

    def may_open_threads(self, guild: int, channel: int) -> bool:
        """Whether a thread can be opened from a message there: a text channel, and the permissions for it."""
        server = self._client.get_guild(guild)
        place = server.get_channel(channel) if server is not None else None
        if server is None or not isinstance(place, discord.TextChannel):
            return False
        granted = place.permissions_for(server.me)
        return granted.create_public_threads and granted.send_messages_in_threads

    def is_public(self, guild: int, channel: int) -> bool:
        """Whether everybody on the server can see it; True also of one that is not known."""
        server = self._client.get_guild(guild)
        place = server.get_channel_or_thread(channel) if server is not None else None
        if server is None or place is None:
            return True
        return place.permissions_for(server.default_role).view_channel

    def note_deleted(self, guild: int, channel: int) -> None:
        """Discord knows no such channel or thread any more. (It may say so once the bot has left.)"""
        server = self._client.get_guild(guild)
        if server is None or server.unavailable or server.get_channel_or_thread(channel) is not None:
            return
        _note(self._deleted, channel)

    def is_deleted(self, channel: int) -> bool:
        """Whether it is known that there is no such channel any more."""
        return channel in self._deleted

    async def is_gone(self, guild: int, channel: int) -> bool:
        """The same for certain: of a channel that is not known here, which may be a thread that was put away,
        Discord is asked. A server that cannot be reached has lost nothing.
        """
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return False
        if server.get_channel_or_thread(channel) is None:
            try:
                await self._is_there(guild, channel)
            except DISCORD_ERRORS as error:
                log.debug("whether a channel is gone is not known", why=discord_problem(error).value)
        return channel in self._deleted

    async def _is_there(self, guild: int, place: int) -> bool:
        """Whether Discord knows the place: where it does not, it is asked once. Notes a thread that was put
        away.
        """
        async with self._asking.turn(str(place)):
            if place in self._deleted:
                return False
            await self.budget.take()
            try:
                found = await self._client.fetch_channel(place)
            except DISCORD_ERRORS as error:
                if discord_problem(error) is DiscordProblem.CHANNEL_GONE:
                    self.note_deleted(guild, place)
                raise
        if isinstance(found, discord.Thread) and found.archived:
            _note(self._put_away, place)
        else:
            self._put_away.pop(place, None)
        return True

    def is_refused(self, guild: int, channel: int, *, editing: bool = False) -> bool:
        """Whether nothing can be posted there, or drawn (`editing`): as far as is known without asking."""
        if channel in self._deleted:
            return True
        server = self._client.get_guild(guild)
        place = server.get_channel_or_thread(channel) if server is not None else None
        if server is None or place is None:
            return False
        is_thread, granted = isinstance(place, discord.Thread), place.permissions_for(server.me)
        if editing:
            return not granted.view_channel
        is_locked = isinstance(place, discord.Thread) and place.locked and not granted.manage_threads
        return is_locked or bool(missing_for_tables(granted, thread=is_thread))

    def granted(self, guild: int, channel: int) -> discord.Permissions | None:
        """What the bot may do there; None if there is no such channel or server as far as it knows."""
        server = self._client.get_guild(guild)
        place = server.get_channel_or_thread(channel) if server is not None else None
        return place.permissions_for(server.me) if server is not None and place is not None else None


# What the bot may do in a channel: the few permissions it asks for, and what to say if one is missing.


NEEDED_PERMISSIONS = discord.Permissions(
    view_channel=True,  # without it a channel's messages can be neither posted nor edited
    send_messages=True,  # the board, score sheets and results
    send_messages_in_threads=True,  # the same, at a table with a thread of its own
    create_public_threads=True,  # that thread; without it the board stands in the channel
    read_message_history=True,  # has chat buried the board? was a post made before a crash?
)
"""All that it asks for. Not attach_files (nothing is uploaded), not manage_messages (it deletes only its
own), not manage_threads (it archives only threads of its own), not mention_everyone (a role that an
organiser has it call may be made mentionable instead).
"""

_REQUIRED_FOR_TABLES = ("view_channel", "send_messages")
"""Without these there is no table in a channel."""

_PERMISSION_NAMES: dict[str, Text] = {
    "view_channel": _("View Channel"),
    "send_messages": _("Send Messages"),
    "send_messages_in_threads": _("Send Messages in Threads"),
    "create_public_threads": _("Create Public Threads"),
    "read_message_history": _("Read Message History"),
}

_OPTIONAL_NAMES: dict[str, Text] = {
    "mention_everyone": _("Mention `@everyone`, `@here` and All Roles"),
    "manage_roles": _("Manage Roles"),
    "create_events": _("Create Events"),
}
"""What single features take: asked for by those who switch them on, and never when it is invited."""


def invite_link(application: int) -> str:
    """The address at which somebody adds the bot to a server, with exactly the permissions it needs."""
    return discord.utils.oauth_url(
        application, permissions=NEEDED_PERMISSIONS, scopes=("bot", "applications.commands")
    )


def missing_for_tables(granted: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """The permissions without which no table can be shown in a channel (or thread)."""
    required = ("view_channel", "send_messages_in_threads") if thread else _REQUIRED_FOR_TABLES
    return tuple(name for name in required if not getattr(granted, name))


def missing_for_log(granted: discord.Permissions) -> tuple[str, ...]:
    """The permissions without which what moderators do cannot be posted in a channel, once."""
    required = ("view_channel", "send_messages", "read_message_history")
    return tuple(name for name in required if not getattr(granted, name))


def missing_for_forum(granted: discord.Permissions | None) -> tuple[str, ...]:
    """The permissions without which tables cannot open as posts of a forum, and be played in them."""
    required = ("view_channel", "send_messages", "send_messages_in_threads")
    return tuple(name for name in required if granted is None or not getattr(granted, name))


def missing_permissions(granted: discord.Permissions) -> tuple[str, ...]:
    """All that it asks for and was not given."""
    return tuple(name for name in _PERMISSION_NAMES if not getattr(granted, name))


def permission_names(permissions: tuple[str, ...]) -> Listed:
    """The permissions as Discord's settings call them."""
    names = _PERMISSION_NAMES | _OPTIONAL_NAMES
    return Listed(tuple(names[name] for name in permissions))
