"""Tables' outbox entries: what must be published once, however often the bot is killed meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import discord
import msgspec
import structlog

from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.hours import agreement
from bot.hours.screens import agreed_screen, hour_screen, proposed_screen
from bot.i18n import Reader, reader_for
from bot.preferences.people import PersonPreferencesRepository
from bot.publishing import forum_posts
from bot.publishing.message_state import NEVER_OUTDATED, has_button, message_link, says
from bot.publishing.messages import require_refusal
from bot.publishing.table_messages import TableMessages
from bot.runtime.outbox import RetryLater
from bot.screens.board import thread_name
from bot.screens.clocks import relative_time
from bot.screens.leaving import removed_screen, substitute_screen
from bot.screens.lobby import full_screen, homeless_screen, wanted_screen
from bot.screens.result import ended_screen
from bot.tables.calling import is_full
from bot.tables.leaving import SubstituteCallPayload
from bot.tables.lobby import RemovalPayload
from bot.tables.model import Table
from bot.tables.service import TableService
from bot.ui.components import Screen
from bot.ui.views import Payload
from storage.models import OutboxRow

log = structlog.get_logger(__name__)

MOST_WAITS_FOR_PICTURES = 10
"""Attempts to put a thread away that wait for a picture; one that cannot be drawn must not keep it open."""
CARD_PATIENCE = 5.0
"""Seconds that a card waits for the one above it, and one more for each above that: so many Discord takes."""
DIRECT = ("removed", "homeless", "full")
"""Kinds of entries that are told somebody directly, if that is possible."""
LONG_GAME = 3600.0
"""Seconds from the first move to the last after which its players are told that a game has ended."""


class TableOutbox:
    """Does what tables' outbox entries say: `handlers`, by their kinds. The caller has the table's turn.

    `has_notifications`: whether somebody is notified of a table, or is about to be.
    """

    def __init__(
        self,
        messages: TableMessages,
        tables: Callable[[], TableService],
        has_notifications: Callable[[str], bool],
        people: PersonPreferencesRepository,
    ) -> None:
        self._messages = messages
        self._tables = tables
        self._has_notifications = has_notifications
        self._people = people
        self._awaited: dict[str, asyncio.Event] = {}
        """By table: set once it was tried to post its card, below which another's comes."""
        self.handlers = {
            "lobby": self._lobby,
            "open": self._open,
            "sheet": self._drop,
            "call": self._call,
            "uncall": self._uncall,
            "wanted": self._wanted,
            "unwanted": self._unwanted,
            "full": self._full,
            "unfull": self._unfull,
            "removed": self._removed,
            "homeless": self._homeless,
            "agreed": self._agreed,
            "proposed": self._proposed,
            "hour": self._hour,
            "result": self._result,
            "rated": self._finish,
            "closed": self._finish,
        }

    async def _lobby(self, table: Table, entry: OutboxRow) -> None:
        """Post the lobby, unless the answer to the press that opened the table has."""
        if table.phase == "lobby":
            await self._post_lobby(table, entry)

    async def _post_lobby(self, table: Table, entry: OutboxRow) -> None:
        forum = self._messages.channels.forum(table.guild, table.channel)
        if forum is not None:
            return await self._open_post(table, forum)
        await self._after_the_card_above(table)
        try:
            await self._messages.post_kind(
                table,
                entry,
                "lobby",
                table.channel,
                lambda message: any(has_button(message, verb, table.id) for verb in ("join", "rules")),
                mark=f"{entry.id}.lobby",
                mention=table.record.expected,
                is_answer=True,
            )
        finally:
            if (awaited := self._awaited.get(table.id)) is not None:
                awaited.set()

    async def _open_post(self, table: Table, forum: discord.ForumChannel) -> None:
        """The lobby is the first message of a forum's post, which is the table's thread and place from then
        on.
        """
        messages = self._messages
        lobby = (await messages.posts.of(table.id, table.guild)).get("lobby")
        if lobby is None:
            payload = await messages.drawn(table, "lobby")
            name = thread_name(table, reader_for(table, table.record.locale))
            try:
                post = await forum_posts.open_post(
                    messages.channels, forum, table, name, payload, table.record.expected
                )
            except DISCORD_ERRORS as error:
                log.info("a table has no post in its forum", why=require_refusal(error).value)
                return messages.wait_for_place(table, forum.id)
            lobby = await messages.remember(table, "lobby", post, post, payload)
        await messages.posts.posted(table.id, "thread", lobby.channel, lobby.channel, NEVER_OUTDATED)
        await self._tables().places.move(table.id, lobby.channel)

    async def _after_the_card_above(self, table: Table) -> None:
        """A round's cards come in the order of its pods, unless one takes long or cannot be posted."""
        pod, messages = table.record.pod, self._messages
        if pod is None or not pod.after or "lobby" in await messages.posts.of(table.id, table.guild):
            return
        awaited = self._awaited.setdefault(pod.after, asyncio.Event())
        try:
            if "lobby" not in await messages.posts.of(pod.after, table.guild):
                await asyncio.wait_for(awaited.wait(), CARD_PATIENCE + pod.number)
        except TimeoutError:
            log.info("a card comes before the one above it", table=table.id, above=pod.after)
        finally:
            self._awaited.pop(pod.after, None)

    async def _open(self, table: Table, entry: OutboxRow) -> None:
        """The game has begun: a thread under the lobby's message where there may be one, and the board in it.
        Or a tournament's table waits for its players: there they are asked whether they are here.

        The board mentions once those who play, which brings them into the thread.
        """
        messages = self._messages
        if "board" not in await messages.posts.of(table.id, table.guild):
            await self._post_lobby(table, entry)  # else it is shown already; the lobby's channel may be gone
        if table.phase == "closed" and table.state is None:  # the card says all there is to say
            return
        place = await self._place_for_the_board(table)
        posts = await messages.posts.of(table.id, table.guild)
        lobby = posts["lobby"].message if "lobby" in posts else None
        if "board" not in posts:
            # The greeting stays until the board is drawn for another reason. (This comes first: a picture
            # that arrives meanwhile is not taken for shown.)
            shown = await messages.drawn(table, "board")
            message = await messages.post_once(
                table,
                entry,
                place,
                await messages.opening_board(table),
                lambda message: message.id != lobby and _is_board(message, table),
                mark=f"{entry.id}.board",
                mention=table.people,
            )
            if message is not None:
                await messages.remember(table, "board", place, message, shown)
        if not await messages.refresh(await self._tables().table(table.id)):
            messages.redraw(table.id)

    async def _place_for_the_board(self, table: Table) -> int:
        """The table's thread if it has one or can have one, else the channel."""
        channels, posts = self._messages.channels, await self._messages.posts.of(table.id, table.guild)
        if "thread" in posts and not channels.is_refused(table.guild, posts["thread"].channel):
            return posts["thread"].channel
        lobby = posts.get("lobby")
        if lobby is None or not channels.may_open_threads(table.guild, lobby.channel):
            return table.channel
        name = thread_name(table, reader_for(table, table.record.locale))
        try:
            thread = await channels.open_thread(table.guild, lobby.channel, lobby.message, name)
        except DISCORD_ERRORS as error:
            why = discord_problem(error)
            if why is DiscordProblem.PASSING:
                raise
            if why is not DiscordProblem.THREAD_EXISTS:
                log.info("no thread for a table; its board stands in the channel", why=why.value)
                return table.channel
            # Opened by an earlier attempt: a thread has the id of the message from which it was opened.
            thread = lobby.message
        await self._messages.posts.posted(table.id, "thread", thread, thread, NEVER_OUTDATED)
        return thread

    async def _place_of(self, table: Table, kind: str) -> int:
        """Where its post of this kind stands, or would."""
        post = (await self._messages.posts.of(table.id, table.guild)).get(kind)
        return table.channel if post is None else post.channel

    async def _drop(self, table: Table, _entry: OutboxRow) -> None:
        """What earlier versions left to be posted: score sheets, which the board shows now."""
        log.debug("a score sheet is not posted any more", table=table.id)

    async def _result(self, table: Table, entry: OutboxRow) -> None:
        """The lobby's message becomes the result, the board shows the end. Where neither stands, as the game
        was private until now, the result is posted.
        """
        posts = await self._messages.posts.of(table.id, table.guild)
        if "lobby" not in posts and "board" not in posts:
            await self._messages.post_kind(
                table, entry, "result", table.channel, lambda message: has_button(message, "more", table.id)
            )
        elif await self._was_long(table):
            await self._announce_end(table, entry)
        await self._finish(table, entry)

    async def _was_long(self, table: Table) -> bool:
        """Whether people have played with each other for so long that they may not be looking any more."""
        if len(table.people) < 2:
            return False
        moves = await self._tables().logs.actions_of(table)
        return bool(moves) and moves[-1].at - moves[0].at > LONG_GAME

    async def _agreed(self, table: Table, entry: OutboxRow) -> None:
        """One mention of those who play: they have agreed on an hour."""
        if not table.is_early:
            return
        payload = agreed_screen(table, reader_for(table, table.record.locale)).payload()
        await self._post_where_they_meet(table, entry, payload, table.people, "agreed")

    async def _proposed(self, table: Table, entry: OutboxRow) -> None:
        """One mention of those who have not said when they can: somebody has."""
        users = [user for seat in agreement.unanswered(table) if (user := table.seats[seat].user) is not None]
        if users and agreement.is_open(table):
            payload = proposed_screen(table, reader_for(table, table.record.locale)).payload()
            await self._post_where_they_meet(table, entry, payload, users, "proposed")

    async def _hour(self, table: Table, entry: OutboxRow) -> None:
        """One mention of those who are not here yet: the hour is about to come."""
        pod, missing = table.record.pod, [table.seats[seat].user for seat in table.awaited]
        users = [user for user in missing if user is not None]
        if pod is None or not users:
            return
        reader = reader_for(table, table.record.locale)
        payload = hour_screen(table, reader, users, relative_time(pod.hour)).payload()
        await self._post_where_they_meet(table, entry, payload, users, "hour")

    async def _post_where_they_meet(
        self, table: Table, entry: OutboxRow, payload: Payload, mention: Sequence[int], mark: str
    ) -> None:
        place = await self._place_of(table, "board")
        await self._messages.post_once(
            table,
            entry,
            place,
            payload,
            lambda message: says(message, payload),
            mark=f"{entry.id}.{mark}",
            mention=mention,
        )

    async def _announce_end(self, table: Table, entry: OutboxRow) -> None:
        """One mention of those who played: that a message was edited tells nobody."""
        reader, hidden = reader_for(table, table.record.locale), await self._messages.hides_end(table)
        payload = ended_screen(table, reader, hidden=hidden).payload()
        await self._post_where_they_meet(table, entry, payload, table.people, "end")

    async def _call(self, table: Table, entry: OutboxRow) -> None:
        """Somebody is wanted for a seat: said in the channel, where those are who do not play yet."""
        messages, seat = self._messages, _seat_of(entry)
        wanted = any(call.seat == seat for call in table.record.calls)
        place = await self._place_of(table, "lobby")
        may_stand = entry.attempts and not messages.channels.is_refused(table.guild, place)
        if not wanted and not may_stand:  # else it is found, to be taken away
            return
        payload = substitute_screen(table, reader_for(table, table.record.locale), seat).payload()
        message = await messages.post_once(
            table, entry, place, payload, lambda message: has_button(message, "take", table.id, str(seat))
        )
        if message is not None:
            await messages.posts.posted(table.id, _call_kind(seat), place, message, NEVER_OUTDATED)

    async def _removed(self, table: Table, entry: OutboxRow) -> None:
        """Somebody was sent away: they are told so directly, or else where the table is."""
        told = msgspec.json.decode(entry.payload, type=RemovalPayload)
        if await self._said_directly(
            table, entry, told.user, lambda reader: removed_screen(table, reader, told)
        ):
            return
        place, reader = await self._place_of(table, "board"), reader_for(table, table.record.locale)
        try:
            shown = removed_screen(table, reader, told, in_public=True)
            await self._say_once(table, entry, place, shown, (told.user,))
        except DISCORD_ERRORS as error:
            log.info("somebody was not told that they were removed", why=require_refusal(error).value)

    async def _homeless(self, table: Table, entry: OutboxRow) -> None:
        """The host is told that their table is no more, as its channel is not."""
        await self._said_directly(
            table, entry, table.record.host, lambda reader: homeless_screen(table, reader)
        )

    async def _said_directly(
        self, table: Table, entry: OutboxRow, user: int, shown: Callable[[Reader], Screen]
    ) -> bool:
        """Say it in a direct message, in their language. False if they get none and can be told elsewhere."""
        prefers = await self._people.of(user)
        reader = reader_for(table, prefers.locale or table.record.locale)
        mention = () if prefers.nudges == "none" else (user,)
        try:
            direct = await self._messages.channels.direct(user)
            await self._say_once(table, entry, direct, shown(reader), mention)
        except DISCORD_ERRORS as error:
            why = require_refusal(error)
            log.info("somebody is not told directly", kind=entry.kind, why=why.value)
            return table.in_group or why is not DiscordProblem.FORBIDDEN
        return True

    async def _say_once(
        self, table: Table, entry: OutboxRow, place: int, shown: Screen, mention: Sequence[int]
    ) -> None:
        """Post it, unless an earlier attempt has. Raises what a request to Discord does."""
        payload = shown.payload()
        earlier = await self._messages.own_latest(table, place) if entry.attempts else ()
        if any(says(message, payload) for message in earlier):
            return
        nonce = f"{table.id}.{entry.id}.{place % 1000}"
        await self._messages.channels.post(table.guild, place, payload, nonce=nonce, mention=mention)

    async def _take_away(self, table: Table) -> None:
        """Nothing of it is left to be seen; its thread, which takes a right to be deleted, is put away."""
        posts = await self._messages.posts.of(table.id, table.guild)
        for kind, post in sorted(posts.items(), key=lambda one: one[0] == "thread"):  # once it is empty
            try:
                if kind == "thread":
                    await self._messages.channels.archive(post.channel)
                    continue
                await self._messages.delete(table, post)
            except DISCORD_ERRORS as error:
                if discord_problem(error) is DiscordProblem.PASSING:
                    raise
                log.info("a message was not taken away", why=discord_problem(error).value)
            await self._messages.posts.gone(post)

    async def _uncall(self, table: Table, entry: OutboxRow) -> None:
        """Nobody is wanted for the seat any more: the call is taken away."""
        await self._take_down(table, _call_kind(_seat_of(entry)))

    async def _wanted(self, table: Table, entry: OutboxRow) -> None:
        """Players are called where the lobby stands: one message, which pings whoever wants to be."""
        posts = await self._messages.posts.of(table.id, table.guild)
        place = posts["lobby"].channel if "lobby" in posts else table.channel
        if entry.attempts and self._messages.channels.is_refused(table.guild, place):
            return  # nobody is called where nobody can read it, and what comes next need not wait
        # (When attempts were made, it may stand: then it is found, to be taken away by the next entry.)
        if table.record.wanted is None and not entry.attempts:
            return
        callers, is_new = self._tables().callers, table.record.wanted is not None
        called = await callers.called(table, entry.id) if is_new else []
        role = await callers.role(table) if is_new and not entry.attempts else []
        where = message_link(table.guild, posts["lobby"]) if "lobby" in posts else None
        reader = reader_for(table, table.record.locale)
        payload = wanted_screen(table, reader, called, role, where).payload()
        message = await self._messages.post_once(
            table,
            entry,
            place,
            payload,
            lambda message: has_button(message, "aboard", table.id),
            mention=called,
            call=role,
        )
        if message is not None:
            await self._messages.posts.posted(table.id, "wanted", place, message, NEVER_OUTDATED)

    async def _unwanted(self, table: Table, _entry: OutboxRow) -> None:
        await self._take_down(table, "wanted")

    async def _full(self, table: Table, entry: OutboxRow) -> None:
        """The host is told, as they like to be told of turns, that all seats are taken."""
        host = table.record.host
        prefers = await self._people.of(host)
        if not is_full(table) or prefers.nudges == "none":
            return
        if (prefers.nudges == "direct" or table.in_group) and await self._said_directly(
            table, entry, host, lambda reader: full_screen(table, reader)
        ):
            return
        message = await self._messages.post_once(
            table,
            entry,
            (place := await self._place_of(table, "lobby")),
            full_screen(table, reader_for(table, table.record.locale), host).payload(),
            lambda message: has_button(message, "startnow", table.id),
            mention=(host,),
        )
        if message is not None:
            await self._messages.posts.posted(table.id, "full", place, message, NEVER_OUTDATED)

    async def _unfull(self, table: Table, _entry: OutboxRow) -> None:
        await self._take_down(table, "full")

    async def _take_down(self, table: Table, kind: str) -> None:
        """The message of that kind, which asked for something, is taken away."""
        posts = self._messages.posts
        post = (await posts.of(table.id, table.guild)).get(kind)
        if post is None:
            return
        try:
            await self._messages.delete(table, post)
        except DISCORD_ERRORS as error:
            if discord_problem(error) is DiscordProblem.PASSING:
                raise
            log.info("what asked for something was not removed", kind=kind, why=discord_problem(error).value)
        await posts.gone(post)

    async def _finish(self, table: Table, entry: OutboxRow) -> None:
        """Draw the last state, then put the thread away. Whoever still writes in it opens it again.

        What is drawn in a thread opens it, too; so it stays for what the next entry has to draw.
        """
        table = await self._tables().table(table.id)  # it had to wait for the table's turn
        if table.phase == "playing":  # its closing was undone: it is drawn as the entry of that says
            return
        if table.record.closed_by == "cleared":
            await self._take_away(table)
            return
        messages = self._messages
        more_to_come = await messages.waits_for_ratings(table)
        if not await messages.refresh(table):
            raise RetryLater(2 * messages.pauses.retry)
        thread = (await messages.posts.of(table.id, table.guild)).get("thread")
        if thread is None or more_to_come:
            return
        await forum_posts.show_tags(messages.channels, table, thread.channel)
        if entry.attempts < MOST_WAITS_FOR_PICTURES and await messages.waits_for_pictures(table):
            raise RetryLater(2 * messages.pauses.retry)
        if not await messages.refresh(table):  # with those that have come since it was drawn first
            raise RetryLater(2 * messages.pauses.retry)
        if self._has_notifications(table.id):  # those in the thread go first: what goes later opens it again
            raise RetryLater(2 * messages.pauses.retry)
        try:
            await messages.channels.archive(thread.channel)
        except DISCORD_ERRORS as error:
            if discord_problem(error) is DiscordProblem.PASSING:
                raise
            log.info("a thread was not archived", why=discord_problem(error).value)


def _is_board(message: discord.Message, table: Table) -> bool:
    """Whether it is the table's board, or was posted where it will be."""
    return has_button(message, "hand", table.id) or has_button(message, "here", table.id)


def _seat_of(entry: OutboxRow) -> int:
    return msgspec.json.decode(entry.payload, type=SubstituteCallPayload).seat


def _call_kind(seat: int) -> str:
    """The kind of post that a call for this seat is."""
    return f"call {seat}"
