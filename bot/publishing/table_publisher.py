"""Keeps what stands in the channels, and the hands that are open, in step with the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager

import discord
import msgspec
import structlog

from bot.client.channels import Channels
from bot.client.discord_errors import DISCORD_ERRORS, discord_problem
from bot.client.rate_limits import RequestBudget
from bot.images.service import POST_PATIENCE, ImageService
from bot.notifications.scheduler import Notifications
from bot.notifications.sender import AGAIN_AFTER_FAILURE
from bot.preferences.people import PersonPreferencesRepository
from bot.publishing.forum_posts import show_tags
from bot.publishing.message_state import PostedMessages
from bot.publishing.messages import PublishingPauses
from bot.publishing.moments import Moments
from bot.publishing.notification_transport import DiscordNotificationTransport
from bot.publishing.open_hands import KeptHand, OpenHands, hand_page
from bot.publishing.redraws import Redraws
from bot.publishing.table_messages import TableMessages
from bot.publishing.table_outbox import DIRECT, TableOutbox
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.deadline_queue import DeadlineQueue
from bot.runtime.load_gate import LoadGate, RecentActivity
from bot.runtime.log_context import create_detached_task, trace
from bot.tables.model import Table
from bot.tables.opening import NO_LIMIT
from bot.tables.repository import timings_in_play
from bot.tables.service import TableService
from bot.tables.turns import OPEN_PHASES
from bot.ui.views import Payload
from games.text import Text
from storage.errors import StorageError
from storage.models import WHOLE, News, OutboxRow, Post, Shard
from storage.sql.store import Store

log = structlog.get_logger(__name__)


class DiscordTablePublisher:
    """`bot.tables.turns.TablePublisher` over Discord. `attach` comes before anything else."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        load_gate: LoadGate,
        clock: Clock,
        people: PersonPreferencesRepository,
        recent_activity: RecentActivity,
        image_service: ImageService,
        pauses: PublishingPauses,
        budget: RequestBudget,
        shard: Shard = WHOLE,
    ) -> None:
        self.ready = client.wait_until_ready
        self._client, self._store = client, store
        self._shard, self._hands_key = shard, f"open hands {shard.id}/{shard.count}"
        self._image_service, self._people = image_service, people
        channels, posts = Channels(client, budget), PostedMessages(store, shard)
        self.messages = TableMessages(
            channels,
            posts,
            clock,
            image_service,
            self.redraw,
            pauses,
            store.results,
            self._out_of_sight,
            lambda: self.tables.servers,
        )
        when = load_gate.wait_until_quiet
        self.message_redraws = Redraws("table", self._refresh_messages, when, pauses.redraw, pauses.boards)
        self.hand_redraws = Redraws("table", self._refresh_hands, when, pauses.hands)
        self.open_hands = OpenHands(self._draw_hand, self.hand_redraws.soon, pauses.taps, pauses.moment)
        self.moments = Moments(pauses.moment, self._moment_over, self.watched)
        transport = DiscordNotificationTransport(self.messages)
        self.notifications = Notifications(
            store.notifications,
            people,
            recent_activity,
            clock,
            self._table,
            transport,
            when,
            pauses.gather,
            shard,
            store.tell,
        )
        self._outbox = TableOutbox(
            self.messages, lambda: self.tables, self.notifications.has_messages_about, people
        )
        self._clock = clock
        self._lobbies = DeadlineQueue(clock, self._anyone_may_start)
        """When anybody may start a game, and its lobby says so."""
        self._taking_up: asyncio.Task[None] | None = None
        self._answers: set[tuple[int, asyncio.Future[None]]] = set()
        self._opening: dict[str, asyncio.Event] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._listeners: list[Callable[[Table], None]] = []
        self._tables: TableService | None = None

    def attach(self, tables: TableService) -> None:
        """Publish the tables of this service."""
        self._tables = tables

    @property
    def tables(self) -> TableService:
        """The service whose tables these are."""
        if self._tables is None:
            raise RuntimeError("the publisher is not attached to a table service yet")
        return self._tables

    async def _table(self, id: str) -> Table:
        return await self.tables.table(id)

    def open(self) -> None:
        """Take up the notifications that a stop or a crash left, as soon as people can press: there may be
        thousands, and nobody is to wait for them. Lobbies say from now on when anybody may start. The table
        service is open.
        """
        self._lobbies.open(())
        self._taking_up = create_detached_task(self._take_up(), "taking up hands and notifications")

    async def _take_up(self) -> None:
        await self.ready()
        await self._take_up_hands()
        while True:
            try:
                await self.notifications.open(timings_in_play(await self._store.clocks()))
                return
            except Exception as error:  # nobody is told in vain: it is tried until it is known who was told
                log.error("notifications were not taken up", trace=trace(error))
                await asyncio.sleep(AGAIN_AFTER_FAILURE)

    async def _take_up_hands(self) -> None:
        """Those that were open at the last stop: each once, as their tokens are worth something."""
        try:
            stored = await self._store.get_note(self._hands_key)
            if stored:
                await self._store.set_note(self._hands_key, "")
                kept = msgspec.json.decode(stored, type=list[KeptHand])
                self.open_hands.take_up(kept, self._client, self._clock.now())
        except (StorageError, msgspec.MsgspecError) as error:  # their owners press once more
            log.warning("open hands were not taken up", trace=trace(error))

    async def _keep_hands(self) -> None:
        kept = self.open_hands.kept(self._clock.now())
        if kept:
            try:
                await self._store.set_note(self._hands_key, msgspec.json.encode(kept).decode())
            except StorageError as error:
                log.warning("open hands were not kept", trace=trace(error))

    # what the table service asks

    def changed(self, table: Table) -> None:
        """Redraw soon whatever shows this table. Never blocks, never raises."""
        self.notifications.changed(table.id)
        if table.timing.shut:  # there is no way into its server
            return
        self.moments.changed(table)
        self.message_redraws.soon(table.id, at_once=not self._plays_by_hands(table))
        if self.open_hands.due(table, self.moments.shown(table)):
            self.hand_redraws.soon(table.id)

    def _moment_over(self, table: Table) -> None:
        """What has just ended has been seen: everything may show the table as it is now."""
        self.message_redraws.soon(table.id, at_once=not self._plays_by_hands(table))
        self.hand_redraws.soon(table.id)

    def _plays_by_hands(self, table: Table) -> bool:
        """Whether all who play have their hands open, so that the board is there for those who look on."""
        return table.phase == "playing" and all(
            self.open_hands.is_open(table.id, user) for user in table.people
        )

    async def run(self, table: Table, entry: OutboxRow) -> None:
        """Do what the outbox entry says, as far as that is possible; raises what may pass by itself."""
        if entry.kind == "nudge":
            await self.notifications.run(table, entry)
            return
        await self.ready()
        if table.in_group and entry.kind not in DIRECT:
            self.redraw(table.id)  # nothing is posted there; what cannot be drawn waits for the next press
            return
        if entry.kind in ("lobby", "open"):  # before the table's turn, which the answer does not need
            await self._wait_for_answers(table)
        try:
            await self.messages.publish(self._outbox.handlers, table, entry)
        except Exception:
            await self._look_whether_seen(table, entry)
            raise
        await self._look_whether_seen(table, entry)
        if entry.kind == "open":
            for listener in self._listeners:
                listener(table)
            if table.id in self._opening:
                self._opening[table.id].set()

    async def _look_whether_seen(self, table: Table, entry: OutboxRow) -> None:
        """After an attempt to post it first: a table that stands in no channel waits until it does."""
        if entry.kind not in ("lobby", "open"):
            return
        table = await self.tables.table(table.id)
        if await self.messages.live_post(table) is not None:
            await self.tables.places.set_unseen(table.id, False)
        elif not await self._closed_with_channel(table):
            await self.tables.places.set_unseen(table.id, True)

    async def _out_of_sight(self, table: Table) -> None:
        """What people need of the table is gone, and can be posted nowhere just now."""
        if not await self._closed_with_channel(table):
            await self.tables.places.set_unseen(table.id, True, again=True)

    async def _closed_with_channel(self, table: Table) -> bool:
        """Whether it is closed, as it only waits for people, and its channel is gone."""
        waits = table.phase == "lobby" and table.record.pod is None
        if not waits or not await self.messages.channels.is_gone(table.guild, table.channel):
            return False
        await self.tables.places.close_homeless(table.id)
        return True

    async def put_back(self, table: Table, here: int) -> Post | None:
        """See `TableMessages.put_back`. What could not be posted before is, now that it can be."""
        post = await self.messages.put_back(table, here)
        if post is not None:
            if table.timing.unseen is not None:
                await self.tables.places.move(table.id, post.channel)
            await self.tables.places.set_unseen(table.id, False)
            await self.tables.outbox.retry({table.id})
        self.redraw(table.id)
        return post

    async def bring_here(self, tables: Collection[str], here: int) -> None:
        """Those of the tables that stand nowhere are posted: in this channel, if not where they were to be.
        Returns when it was tried.
        """
        refused = self.messages.channels.is_refused
        found = [await self.tables.table(id) for id in tables]
        unseen = [table for table in found if table.timing.unseen is not None]
        for table in unseen:
            if refused(table.guild, table.channel) and not refused(table.guild, here):
                await self.tables.places.move(table.id, here)
        await self.tables.outbox.retry({table.id for table in unseen})

    async def channel_deleted(self, guild: int, channel: int) -> None:
        """A channel or thread is no more: what stood there moves, or waits, or is closed."""
        self.messages.channels.note_deleted(guild, channel)
        for row in await self._store.tables(guild=guild, phases=OPEN_PHASES, limit=NO_LIMIT):
            known = (await self.messages.posts.of(row.id, guild)).values()
            if channel in (row.channel, *(post.channel for post in known)):
                await self._move_out_of(row.id, channel)

    async def look_for_deleted(self, guild: int | None = None) -> None:
        """The same for channels and threads that were deleted while nobody listened."""
        channels = self.messages.channels
        for row in await self._store.tables(guild=guild, phases=OPEN_PHASES, limit=NO_LIMIT):
            if not self._shard.serves(row.guild):
                continue
            posts = await self.messages.posts.of(row.id, row.guild)
            places = dict.fromkeys((row.channel, *(post.channel for post in posts.values())))
            for place in [each for each in places if channels.granted(row.guild, each) is None]:
                if await channels.is_gone(row.guild, place):
                    await self._move_out_of(row.id, place)

    async def _move_out_of(self, id: str, channel: int) -> None:
        """One that cannot be read or moved must not keep the others."""
        try:
            await self.messages.channel_deleted(await self.tables.table(id), channel)
        except (*DISCORD_ERRORS, Refusal, ValueError) as error:
            log.warning("a table is left in a deleted channel", table=id, trace=trace(error))

    async def permissions_changed(self, guild: int) -> None:
        """What could not be posted on the server is tried again."""
        await self.tables.outbox.retry(self.messages.try_again(guild))

    def watched(self, table: Table) -> bool:
        """Whether somebody has a hand open at the table, which can still be drawn anew."""
        return self.open_hands.watched(table.id)

    def listen(self, listener: Callable[[Table], None]) -> None:
        """Tell of every table whose board stands from now on, in its thread if it has one."""
        self._listeners.append(listener)

    # what those ask who answer presses

    @contextmanager
    def posting(self, press: int) -> Iterator[None]:
        """The answer to this press will be a new table's lobby: its outbox entries wait for that."""
        answer = press, asyncio.get_running_loop().create_future()
        self._answers.add(answer)
        try:
            yield
        finally:
            self._answers.discard(answer)
            answer[1].set_result(None)

    async def _wait_for_answers(self, table: Table) -> None:
        """Wait until the press that opened this table is answered."""
        joins = {int(seat.join) for seat in table.seats}
        for answer in [answer for press, answer in self._answers if press in joins]:
            await answer

    async def wait_for_board(self, table: Table, patience: float) -> None:
        """Wait until the board stands, if it will stand in the table's channel, for `patience` at most."""
        if table.in_group or self.messages.channels.may_open_threads(table.guild, table.channel):
            return
        opening = self._opening.setdefault(table.id, asyncio.Event())
        try:
            if "board" not in await self.messages.posts.of(table.id, table.guild):
                await asyncio.wait_for(opening.wait(), patience)
        except TimeoutError:
            log.info("a hand was shown before its board stood", table=table.id)
        finally:
            self._opening.pop(table.id, None)

    @contextmanager
    def pressed(self, table: str, message: int) -> Iterator[None]:
        """A press on one of the table's messages is being answered; afterwards it is up to date."""
        message_state = self.messages.posts.message_state(message)
        try:
            with message_state.pressed():
                yield
        finally:
            if message_state.needs_redraw():
                self.redraw(table)

    async def tell_directly(self, user: int, payload: Payload, nonce: str) -> bool:
        """Whether the user could be written to in a direct message."""
        channels = self.messages.channels
        try:
            await channels.post(0, await channels.direct(user), payload, nonce=nonce, mention=(user,))
        except DISCORD_ERRORS as error:
            log.info("somebody was not written to", why=discord_problem(error).value)
            return False
        return True

    async def hand_opened(self, table: Table, user: int) -> None:
        """The user sees their hand, as it was at this revision. What has happened since is drawn soon: nobody
        knew yet that it is open.
        """
        if not self._shard.serves(table.guild):  # whoever does is to tell of what happens there
            await self._store.tell(News("table", table.id, table.guild))
        newest = await self.tables.table(table.id)
        if newest.record.private:  # robots have waited for somebody to look on
            self.tables.let_move(newest)
        if newest is not table and self.open_hands.is_outdated(newest, user):
            self.hand_redraws.soon(table.id)

    async def answer_with(
        self,
        table: Table,
        kind: str,
        channel: int,
        message: int,
        payload: Payload,
        send: Callable[[], Awaitable[bool]],
        interaction: discord.Interaction | None = None,
    ) -> None:
        """Let `send`, an answer, draw this message of the table's, and remember what it shows. `interaction`:
        by way of which it can be drawn from now on, where that is the only one.
        """
        message_state = self.messages.posts.message_state(message)
        with message_state.drawing(payload):
            seen = await send()
        if not seen:
            message_state.overlapped = True
        elif interaction is not None and table.in_group:
            self.messages.group_boards.answered(table.id, interaction)
            await self.messages.remember(table, kind, channel, message, payload)
        elif not message_state.overlapped:
            revision = self.messages.posted_version(table, kind)
            known = (await self.messages.posts.of(table.id, table.guild)).get(kind)
            if known is None:
                await self.messages.posts.posted(table.id, kind, channel, message, revision)
            elif known.message == message:
                await self.messages.posts.shown(known, revision)

    async def stands_in(self, table: Table, channel: int) -> bool:
        """Whether the table was opened in this channel or has a message in it."""
        posts = await self.messages.posts.of(table.id, table.guild)
        return table.channel == channel or any(post.channel == channel for post in posts.values())

    async def live_post(self, table: Table) -> Post | None:
        """The message that people need now, if it stands."""
        return await self.messages.live_post(table)

    def redraw(self, table: str) -> None:
        """Look at the table's messages soon, whether or not it has changed."""
        self.message_redraws.soon(table)

    def thread_blocked(self, table: str) -> None:
        """Not even an answer can be shown where a table's button was pressed: out of that thread."""
        task = asyncio.ensure_future(self._leave_thread(table))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    def problem_for_host(self, table: Table, user: int) -> Text | None:
        """What a host has to be told, once: that their table cannot be shown, and what to do about it."""
        return self.messages.take_problem(table.id) if user == table.record.host else None

    async def close(self) -> None:
        """Stop drawing and notifying. Presses that are still being answered begin nothing new."""
        self.moments.close()
        await self._lobbies.close()
        if self._taking_up is not None:
            self._taking_up.cancel()
            await asyncio.gather(self._taking_up, return_exceptions=True)
        await self.notifications.close()
        await self.message_redraws.close()
        await self.hand_redraws.close()
        await self._keep_hands()

    # drawing

    async def _refresh_messages(self, id: str) -> bool:
        table = await self.tables.table(id)
        if not self._shard.serves(table.guild):  # whoever does draws them
            return True
        waits = self.messages.closed_to_most_for(table)
        self._lobbies.set(id, self._clock.awake() + waits if waits else None)
        async with self.messages.turns.turn(id):
            if table.phase in OPEN_PHASES:
                await show_tags(self.messages.channels, table, table.channel)
            return await self.messages.refresh(self.moments.shown(table))

    async def _anyone_may_start(self, id: str) -> None:
        self.redraw(id)

    async def _refresh_hands(self, id: str) -> bool:
        table = await self.tables.table(id)
        return await self.open_hands.refresh(table, self.moments.shown(table))

    async def _draw_hand(self, table: Table, user: int, locale: str, result: bool) -> Payload:
        asked = self.tables, self._image_service, table, user, await self._people.of(user), locale
        return await hand_page(*asked, patience=POST_PATIENCE, result=result)

    async def _leave_thread(self, table: str) -> None:
        try:
            await self.messages.leave_thread(await self.tables.table(table))
        except (*DISCORD_ERRORS, Refusal, StorageError) as error:
            log.warning("a board could not be moved", table=table, trace=trace(error))
