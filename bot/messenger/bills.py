"""A tournament's bills: its public messages, drawn anew where they stand, and mended if that fails.

Unlike a table's board they are not moved when chat has buried them: people look for them where they were
posted. Only one that Discord lets nobody edit any more is posted anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import discord
import structlog

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.messenger import complaints, permissions, posting
from bot.messenger.channels import Channels
from bot.messenger.complaints import Complaints
from bot.messenger.messages import OLDEST_EDITED
from bot.messenger.posting import Muted
from bot.messenger.posts import Posts, is_history
from bot.messenger.tournament_drawing import ANNOUNCEMENT, Drawings, is_wanted, version
from bot.organising.tournament import Tournament
from bot.page import Payload
from storage.records import Post

log = structlog.get_logger(__name__)

OLD_EVERY = 10.0
"""Seconds between two edits of old messages in a channel. Discord refuses them (30046) when there are more
than a few, and the library waits then, with everything else that is to be edited there.
"""


class Bills:
    """The public messages of all tournaments. One tournament's are handled by one caller at a time."""

    def __init__(self, channels: Channels, posts: Posts, drawings: Drawings) -> None:
        self.channels = channels
        self.posts = posts
        self.drawings = drawings
        self.complaints = Complaints("tournament")
        self.muted = Muted()
        self._old_edits: dict[int, float] = {}

    async def place(self, tournament: Tournament) -> int:
        """The channel for all that is posted next: where the announcement is."""
        post = (await self.posts.of(tournament.id)).get(ANNOUNCEMENT)
        return tournament.channel if post is None else post.channel

    # posting

    async def post(
        self,
        tournament: Tournament,
        kind: str,
        *,
        mark: str,
        tried_before: bool,
        is_it: Callable[[discord.Message], bool],
    ) -> None:
        """Post the message of this kind for an errand, unless it stands already.

        Raises `ERRORS` that may pass by themselves.
        """
        if kind in await self.posts.of(tournament.id):
            return
        payload = await self.drawings.drawn(tournament, kind)
        if payload is None:
            return
        place = await self.place(tournament)
        message = await self.post_once(
            tournament, place, payload, mark=mark, tried_before=tried_before, is_it=is_it
        )
        if message is not None:
            await self._remember(tournament, kind, place, message, payload)

    async def post_once(
        self,
        tournament: Tournament,
        place: int,
        payload: Payload,
        *,
        mark: str,
        tried_before: bool,
        is_it: Callable[[discord.Message], bool],
        mention: tuple[int, ...] = (),
    ) -> int | None:
        """Post for an errand, unless an earlier attempt has; None if it may not stand there.

        `mark` is this post's among all of the tournament's. Raises `ERRORS` that may pass by themselves.
        """
        try:
            return await posting.post_once(
                self.channels,
                tournament.guild,
                place,
                payload,
                nonce=f"{tournament.id}.{mark}",
                tried_before=tried_before,
                is_it=is_it,
                mention=mention,
            )
        except ERRORS as error:
            if trouble(error) in (Trouble.PASSING, Trouble.OURS):
                raise
            self.give_up(tournament, place, error)
            return None

    async def _remember(
        self, tournament: Tournament, kind: str, channel: int, message: int, payload: Payload
    ) -> Post:
        with self.posts.canvas(message).drawing(payload):
            await self.posts.posted(tournament.id, kind, channel, message, tournament.revision)
        self.complaints.settle(tournament.id)
        return (await self.posts.of(tournament.id))[kind]

    # drawing anew

    async def refresh(self, tournament: Tournament) -> bool:
        """Bring the messages up to date; False if that should be tried again soon.

        The caller has the tournament's turn.
        """
        if self.muted.is_muted(tournament.id):
            return True
        posts = list((await self.posts.of(tournament.id)).values())
        due = [post for post in posts if _is_due(tournament, post)]
        for post in due:
            if is_history(post):
                await self.posts.outdated(post)
        due.sort(key=lambda post: self.posts.canvas(post.message).edited)  # where they wait, all have turns
        drawn = [await self._refresh(tournament, post) for post in due]
        return all(drawn)

    async def _refresh(self, tournament: Tournament, post: Post) -> bool:
        canvas = self.posts.canvas(post.message)
        payload = await self.drawings.drawn(tournament, post.kind)
        if payload is None:
            return True
        try:
            if not canvas.shows(payload):
                if not self._may_edit(post):
                    return False
                with canvas.drawing(payload):
                    await self._edit(tournament, post, payload)
            await self.posts.shown(post, version(tournament, post.kind))
        except ERRORS as error:
            why = trouble(error)
            log.info("a bill could not be drawn", tournament=tournament.id, kind=post.kind, why=why.value)
            try:
                return await self._mended(tournament, post, payload, error)
            except ERRORS as another:
                if trouble(another) is Trouble.PASSING:
                    return False
                raise
        return True

    def _may_edit(self, post: Post) -> bool:
        """Whether the message is young enough to be edited at will, or the last old one was long ago."""
        now = asyncio.get_running_loop().time()
        if _is_old(post):
            if now - self._old_edits.get(post.channel, -OLD_EVERY) < OLD_EVERY:
                return False
            self._old_edits[post.channel] = now
        self.posts.canvas(post.message).edited = now
        return True

    async def _edit(self, tournament: Tournament, post: Post, payload: Payload) -> None:
        """Draw the message, also in a thread that has been put away."""
        try:
            await self.channels.edit(tournament.guild, post.channel, post.message, payload)
        except ERRORS as error:
            if trouble(error) is not Trouble.ARCHIVED:
                raise
            await self.channels.reopen(post.channel)
            await self.channels.edit(tournament.guild, post.channel, post.message, payload)

    async def _mended(
        self, tournament: Tournament, post: Post, payload: Payload, error: BaseException
    ) -> bool:
        """Do what can be done about it; False if it should be tried again. Raises what cannot be helped."""
        match trouble(error):
            case Trouble.MESSAGE_GONE:
                await self.posts.gone(post)
                if is_wanted(tournament, post.kind) and tournament.phase in ("open", "running"):
                    await self._post_anew(tournament, post, payload)
                return True
            case Trouble.OLD_MESSAGE if _is_old(post):
                if await self._post_anew(tournament, post, payload):
                    await self._remove(tournament, post)
                return True
            case Trouble.PASSING | Trouble.OLD_MESSAGE:
                return False
            case Trouble.OURS:  # it is a mistake of ours, which the same words would only repeat
                self.posts.canvas(post.message).leave_at(payload)
                raise error
            case Trouble.CHANNEL_GONE:
                await self.posts.gone(post)
                self.give_up(tournament, post.channel, error)
                return True
            case _:
                self.give_up(tournament, post.channel, error)
                return True

    async def _post_anew(self, tournament: Tournament, post: Post, payload: Payload) -> bool:
        """Post what replaces this message, which makes the nonce: each is replaced once."""
        nonce = f"{tournament.id}.{post.message % 10**16}"
        try:
            message = await self.channels.post(tournament.guild, post.channel, payload, nonce=nonce)
        except ERRORS as error:
            if trouble(error) in (Trouble.PASSING, Trouble.OURS):
                raise
            self.give_up(tournament, post.channel, error)
            return False
        await self._remember(tournament, post.kind, post.channel, message, payload)
        return True

    async def _remove(self, tournament: Tournament, post: Post) -> None:
        try:
            await self.channels.delete(tournament.guild, post.channel, post.message)
        except ERRORS as error:
            log.debug("an old bill was not removed", tournament=tournament.id, why=trouble(error).value)

    # where it may not stand

    def give_up(self, tournament: Tournament, channel: int, error: BaseException) -> None:
        """The tournament cannot be shown there: it goes on, and its organiser will be told."""
        self.muted.mute(tournament.id)
        granted = self.channels.granted(tournament.guild, channel)
        lacking = permissions.missing(granted) if granted is not None else ()
        log.info("a bill may not stand there", tournament=tournament.id, why=trouble(error).value)
        words = (
            complaints.tournament_not_allowed(tournament, permissions.names(lacking))
            if lacking
            else complaints.tournament_place_gone(tournament)
        )
        self.complaints.about(tournament.id, channel, words)

    async def put_back(self, tournament: Tournament, here: int) -> Post | None:
        """See to it that the announcement can be seen; None if it may stand nowhere.

        Where it stands already it stays; where it or its channel is gone it comes here. The caller has the
        tournament's turn. Raises `ERRORS` that may pass by themselves.
        """
        self.muted.unmute(tournament.id)
        post = (await self.posts.of(tournament.id)).get(ANNOUNCEMENT)
        payload = await self.drawings.announcement(tournament)
        if post is not None and await self._still_there(tournament, post, payload):
            return post
        nonce = f"{tournament.id}.{(tournament.revision if post is None else post.message) % 10**16}"
        try:
            message = await self.channels.post(tournament.guild, here, payload, nonce=nonce)
        except ERRORS as error:
            if trouble(error) in (Trouble.PASSING, Trouble.OURS):
                raise
            self.give_up(tournament, here, error)
            return None
        return await self._remember(tournament, ANNOUNCEMENT, here, message, payload)

    async def _still_there(self, tournament: Tournament, post: Post, payload: Payload) -> bool:
        try:
            with self.posts.canvas(post.message).drawing(payload):
                await self._edit(tournament, post, payload)
        except ERRORS as error:
            if trouble(error) in (Trouble.PASSING, Trouble.OURS):
                raise
            return trouble(error) is Trouble.OLD_MESSAGE
        await self.posts.shown(post, tournament.revision)
        return True


def _is_due(tournament: Tournament, post: Post) -> bool:
    """Whether the message may show less than it should. (Where links lead is not told by any revision.)"""
    return is_wanted(tournament, post.kind) or post.revision != version(tournament, post.kind)


def _is_old(post: Post) -> bool:
    return time.time() - post.at > OLDEST_EDITED
