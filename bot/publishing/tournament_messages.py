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

from bot.client import channels as client_channels
from bot.client.channels import Channels
from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.publishing import delivery
from bot.publishing.delivery import DeliveryProblems, Muted
from bot.publishing.message_state import PostedMessages, is_history
from bot.publishing.table_messages import OLDEST_EDITED
from bot.publishing.tournament_content import ANNOUNCEMENT, TournamentContent, is_current, version
from bot.tournaments.model import Tournament
from bot.ui.views import Payload
from storage.models import Post

log = structlog.get_logger(__name__)

OLD_EVERY = 10.0
"""Seconds between two edits of old messages in a channel. Discord refuses them (30046) when there are more
than a few, and the library waits then, with everything else that is to be edited there.
"""


class TournamentMessages:
    """The public messages of all tournaments. One tournament's are handled by one caller at a time."""

    def __init__(self, channels: Channels, posts: PostedMessages, content: TournamentContent) -> None:
        self.channels = channels
        self.posts = posts
        self.content = content
        self.problems = DeliveryProblems("tournament")
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
        """Post the message of this kind for an outbox entry, unless it stands already.

        Raises `ERRORS` that may pass by themselves.
        """
        if kind in await self.posts.of(tournament.id):
            return
        payload = await self.content.drawn(tournament, kind)
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
        """Post for an outbox entry, unless an earlier attempt has; None if it may not stand there.

        `mark` is this post's among all of the tournament's. Raises `ERRORS` that may pass by themselves.
        """
        try:
            return await delivery.post_once(
                self.channels,
                tournament.guild,
                place,
                payload,
                nonce=f"{tournament.id}.{mark}",
                tried_before=tried_before,
                is_it=is_it,
                mention=mention,
            )
        except DISCORD_ERRORS as error:
            if discord_problem(error) in (DiscordProblem.PASSING, DiscordProblem.OURS):
                raise
            self.give_up(tournament, place, error)
            return None

    async def _remember(
        self, tournament: Tournament, kind: str, channel: int, message: int, payload: Payload
    ) -> Post:
        with self.posts.message_state(message).drawing(payload):
            await self.posts.posted(tournament.id, kind, channel, message, tournament.revision)
        self.problems.settle(tournament.id)
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
        due.sort(
            key=lambda post: self.posts.message_state(post.message).edited
        )  # where they wait, all have turns
        drawn = [await self._refresh(tournament, post) for post in due]
        return all(drawn)

    async def _refresh(self, tournament: Tournament, post: Post) -> bool:
        message_state = self.posts.message_state(post.message)
        payload = await self.content.drawn(tournament, post.kind)
        if payload is None:
            return True
        try:
            if not message_state.shows(payload):
                if not self._may_edit(post):
                    return False
                with message_state.drawing(payload):
                    await self._edit(tournament, post, payload)
            await self.posts.shown(post, version(tournament, post.kind))
        except DISCORD_ERRORS as error:
            why = discord_problem(error)
            log.info("a bill could not be drawn", tournament=tournament.id, kind=post.kind, why=why.value)
            try:
                return await self._repair(tournament, post, payload, error)
            except DISCORD_ERRORS as another:
                if discord_problem(another) is DiscordProblem.PASSING:
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
        self.posts.message_state(post.message).edited = now
        return True

    async def _edit(self, tournament: Tournament, post: Post, payload: Payload) -> None:
        """Draw the message, also in a thread that has been put away."""
        try:
            await self.channels.edit(tournament.guild, post.channel, post.message, payload)
        except DISCORD_ERRORS as error:
            if discord_problem(error) is not DiscordProblem.ARCHIVED:
                raise
            await self.channels.reopen(post.channel)
            await self.channels.edit(tournament.guild, post.channel, post.message, payload)

    async def _repair(
        self, tournament: Tournament, post: Post, payload: Payload, error: BaseException
    ) -> bool:
        """Do what can be done about it; False if it should be tried again. Raises what cannot be helped."""
        match discord_problem(error):
            case DiscordProblem.MESSAGE_GONE:
                await self.posts.gone(post)
                if is_current(tournament, post.kind) and tournament.phase in ("open", "running"):
                    await self._post_anew(tournament, post, payload)
                return True
            case DiscordProblem.OLD_MESSAGE if _is_old(post):
                if await self._post_anew(tournament, post, payload):
                    await self._remove(tournament, post)
                return True
            case DiscordProblem.PASSING | DiscordProblem.OLD_MESSAGE:
                return False
            case DiscordProblem.OURS:  # it is a mistake of ours, which the same words would only repeat
                self.posts.message_state(post.message).record_shown(payload)
                raise error
            case DiscordProblem.CHANNEL_GONE:
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
        except DISCORD_ERRORS as error:
            if discord_problem(error) in (DiscordProblem.PASSING, DiscordProblem.OURS):
                raise
            self.give_up(tournament, post.channel, error)
            return False
        await self._remember(tournament, post.kind, post.channel, message, payload)
        return True

    async def _remove(self, tournament: Tournament, post: Post) -> None:
        try:
            await self.channels.delete(tournament.guild, post.channel, post.message)
        except DISCORD_ERRORS as error:
            log.debug(
                "an old bill was not removed", tournament=tournament.id, why=discord_problem(error).value
            )

    # where it may not stand

    def give_up(self, tournament: Tournament, channel: int, error: BaseException) -> None:
        """The tournament cannot be shown there: it goes on, and its organiser will be told."""
        self.muted.mute(tournament.id)
        granted = self.channels.granted(tournament.guild, channel)
        lacking = client_channels.missing_permissions(granted) if granted is not None else ()
        log.info("a bill may not stand there", tournament=tournament.id, why=discord_problem(error).value)
        words = (
            delivery.tournament_not_allowed(tournament, client_channels.permission_names(lacking))
            if lacking
            else delivery.tournament_place_gone(tournament)
        )
        self.problems.about(tournament.id, channel, words)

    async def put_back(self, tournament: Tournament, here: int) -> Post | None:
        """See to it that the announcement can be seen; None if it may stand nowhere.

        Where it stands already it stays; where it or its channel is gone it comes here. The caller has the
        tournament's turn. Raises `ERRORS` that may pass by themselves.
        """
        self.muted.unmute(tournament.id)
        post = (await self.posts.of(tournament.id)).get(ANNOUNCEMENT)
        payload = await self.content.announcement(tournament)
        if post is not None and await self._still_editable(tournament, post, payload):
            return post
        nonce = f"{tournament.id}.{(tournament.revision if post is None else post.message) % 10**16}"
        try:
            message = await self.channels.post(tournament.guild, here, payload, nonce=nonce)
        except DISCORD_ERRORS as error:
            if discord_problem(error) in (DiscordProblem.PASSING, DiscordProblem.OURS):
                raise
            self.give_up(tournament, here, error)
            return None
        return await self._remember(tournament, ANNOUNCEMENT, here, message, payload)

    async def _still_editable(self, tournament: Tournament, post: Post, payload: Payload) -> bool:
        try:
            with self.posts.message_state(post.message).drawing(payload):
                await self._edit(tournament, post, payload)
        except DISCORD_ERRORS as error:
            if discord_problem(error) in (DiscordProblem.PASSING, DiscordProblem.OURS):
                raise
            return discord_problem(error) is DiscordProblem.OLD_MESSAGE
        await self.posts.shown(post, tournament.revision)
        return True


def _is_due(tournament: Tournament, post: Post) -> bool:
    """Whether the message may show less than it should. (Where links lead is not told by any revision.)"""
    return is_current(tournament, post.kind) or post.revision != version(tournament, post.kind)


def _is_old(post: Post) -> bool:
    return time.time() - post.at > OLDEST_EDITED
