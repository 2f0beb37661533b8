"""The messenger: keeps what stands in the channels, and the hands that are open, in step with the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Literal

import discord
import structlog

from bot.client.channels import Channels
from bot.client.discord_errors import DISCORD_ERRORS
from bot.client.rate_limits import RequestBudget
from bot.images.service import POST_PATIENCE, ImageService
from bot.notifications.scheduler import Notifications
from bot.preferences.people import PersonPreferencesRepository
from bot.publishing import table_outbox
from bot.publishing.delivery import Redraw
from bot.publishing.message_state import PostedMessages
from bot.publishing.notification_transport import DiscordNotificationTransport
from bot.publishing.open_hands import OpenHands, hand_page
from bot.publishing.table_content import TableImages
from bot.publishing.table_messages import TableMessages, TablePoster, live_kind
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.load_gate import LoadGate, RecentActivity
from bot.runtime.log_context import bind_log_context, trace
from bot.tables.model import Table
from bot.tables.service import TableService
from bot.tables.startup_scan import clocks_in_play
from bot.ui.views import Payload
from games.text import Text
from storage.errors import StorageError
from storage.interfaces import Store
from storage.models import OutboxRow, Post

log = structlog.get_logger(__name__)

POSTS_PAUSE = 1.2
"""Seconds between two edits of a message. Discord allows five in five seconds in a channel."""
HANDS_PAUSE = 0.1
"""Seconds between two refreshments of the open hands, each through the token of another press."""

What = Literal["posts", "hands"]


class DiscordTablePublisher:
    """`bot.tables.model.TablePublisher` over Discord. `serve` tells it the house before anything else."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        load_gate: LoadGate,
        clock: Clock,
        people: PersonPreferencesRepository,
        recent_activity: RecentActivity,
        image_service: ImageService,
    ) -> None:
        self._client = client
        self._store = store
        self._load_gate = load_gate
        self._image_service = image_service
        pictures = TableImages(image_service, self.redraw)
        self.poster = TablePoster(
            Channels(client, RequestBudget()), PostedMessages(store), store.results, clock, pictures
        )
        self.messages = TableMessages(self.poster)
        self.open_hands = OpenHands(self._draw_hand, self._hands_soon)
        transport = DiscordNotificationTransport(self.poster, clock)
        self.nudges = Notifications(
            store.nudges,
            people,
            recent_activity,
            clock,
            self._table,
            transport,
            self._load_gate.wait_until_quiet,
        )
        self._redraws: dict[tuple[str, What], Redraw] = {}
        self._answers: set[tuple[int, asyncio.Future[None]]] = set()
        self._opening: dict[str, asyncio.Event] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._listeners: list[Callable[[Table], None]] = []
        self._tables: TableService | None = None
        self._closed = False

    def attach(self, tables: TableService) -> None:
        """Draw tables as this house knows them."""
        self._tables = tables

    @property
    def tables(self) -> TableService:
        """The house whose tables these are."""
        if self._tables is None:
            raise RuntimeError("the messenger serves no house yet")
        return self._tables

    async def open(self) -> None:
        """Take up the nudges that a stop or a crash left. The house is open."""
        await self.nudges.open(await clocks_in_play(self._store))

    async def ready(self) -> None:
        """Wait until the bot knows the servers it is in."""
        await self._client.wait_until_ready()

    # what the house asks

    def changed(self, table: Table) -> None:
        """Redraw soon whatever shows this table. Never blocks, never raises."""
        self.nudges.changed(table.id)
        if table.timing.shut:  # there is no way into its server
            return
        self._soon(table.id, "posts")
        if self.open_hands.due(table):
            self._soon(table.id, "hands")

    async def run(self, table: Table, entry: OutboxRow) -> None:
        """Do it, unless that is impossible for good; raises what may pass by itself."""
        if entry.kind == "nudge":
            await self.nudges.run(table, entry)
            return
        await table_outbox.handle_entry(self, table, entry)
        if entry.kind == "open":
            for tell in self._listeners:
                tell(table)
            if table.id in self._opening:
                self._opening[table.id].set()

    def listen(self, tell: Callable[[Table], None]) -> None:
        """Tell of every table whose board stands from now on, in its thread if it has one."""
        self._listeners.append(tell)

    # what those ask who answer presses

    @contextmanager
    def posting(self, press: int) -> Iterator[None]:
        """The answer to this press will be a new table's lobby: outbox entries that post one wait for it."""
        answer = press, asyncio.get_running_loop().create_future()
        self._answers.add(answer)
        try:
            yield
        finally:
            self._answers.discard(answer)
            answer[1].set_result(None)

    async def wait_for_answers(self, table: Table) -> None:
        """Wait until the press that opened this table is answered."""
        joins = {int(seat.join) for seat in table.seats}
        for answer in [answer for press, answer in self._answers if press in joins]:
            await answer

    async def wait_for_board(self, table: Table, patience: float) -> None:
        """Wait until the board stands, if it will stand in the table's channel, for `patience` at most."""
        if self.poster.channels.may_open_threads(table.guild, table.channel):
            return
        opening = self._opening.setdefault(table.id, asyncio.Event())
        try:
            if "board" not in await self.poster.posts.of(table.id):
                await asyncio.wait_for(opening.wait(), patience)
        except TimeoutError:
            log.info("a hand was shown before its board stood", table=table.id)
        finally:
            self._opening.pop(table.id, None)

    @contextmanager
    def pressed(self, table: str, message: int) -> Iterator[None]:
        """A press on one of the table's messages is being answered; afterwards it is up to date."""
        message_state = self.poster.posts.message_state(message)
        try:
            with message_state.pressed():
                yield
        finally:
            if message_state.needs_redraw():
                self._soon(table, "posts")

    @contextmanager
    def hand_pressed(self, table: str, user: int) -> Iterator[None]:
        """A press on the user's hand is being answered with that hand; it is up to date afterwards."""
        try:
            with self.open_hands.pressed(table, user):
                yield
        finally:
            if self.open_hands.needs_redraw(table, user):
                self._soon(table, "hands")

    async def hand_shown(
        self, table: Table, interaction: discord.Interaction, shown: Payload, message: int | None = None
    ) -> None:
        """The interaction's answer, or this later message of its, shows its user's hand at this table.

        What has happened since the hand was drawn is drawn soon: nobody knew yet that it is open.
        """
        self.open_hands.opened(table, interaction, shown, message)
        if self.open_hands.is_outdated(await self.tables.table(table.id), interaction.user.id):
            self._soon(table.id, "hands")

    async def answer_with(
        self,
        table: Table,
        kind: str,
        channel: int,
        message: int,
        payload: Payload,
        send: Callable[[], Awaitable[bool]],
    ) -> None:
        """Let `send`, an answer, draw this message of the table's, and remember what it shows."""
        message_state = self.poster.posts.message_state(message)
        with message_state.drawing(payload):
            seen = await send()
        if not seen:
            message_state.overlapped = True
        elif not message_state.overlapped:
            known = (await self.poster.posts.of(table.id)).get(kind)
            if known is None:
                await self.poster.posts.posted(table.id, kind, channel, message, table.revision)
            elif known.message == message:
                await self.poster.posts.shown(known, table.revision)

    async def stands_in(self, table: Table, channel: int) -> bool:
        """Whether the table was opened in this channel or has a message in it."""
        posts = await self.poster.posts.of(table.id)
        return table.channel == channel or any(post.channel == channel for post in posts.values())

    async def live_post(self, table: Table) -> Post | None:
        """The message that people need now, if it stands."""
        kind = live_kind(table)
        return None if kind is None else (await self.poster.posts.of(table.id)).get(kind)

    def redraw(self, table: str) -> None:
        """Look at the table's messages soon, whether or not it has changed."""
        self._soon(table, "posts")

    def thread_blocked(self, table: str) -> None:
        """Not even an answer can be shown where a table's button was pressed: out of that thread."""
        task = asyncio.ensure_future(self._leave_thread(table))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    def problem_for_host(self, table: Table, user: int) -> Text | None:
        """What a host has to be told, once: that their table cannot be shown, and what to do about it."""
        return self.poster.problems.told(table.id) if user == table.record.host else None

    async def close(self) -> None:
        """Stop drawing and nudging. Presses that are still being answered begin nothing new."""
        self._closed = True
        await self.nudges.close()
        await asyncio.gather(*(redraw.close() for redraw in list(self._redraws.values())))

    # drawing

    def _soon(self, table: str, what: What) -> None:
        if self._closed:  # the next start draws what is outdated
            return
        key = table, what
        redraw = self._redraws.get(key)
        if redraw is not None:
            redraw.soon()
            return
        self._redraws[key] = Redraw(
            lambda: self._draw(table, what),
            lambda: self._redraws.pop(key, None),
            pause=POSTS_PAUSE if what == "posts" else HANDS_PAUSE,
            when=self._load_gate.wait_until_quiet,
        )

    def _hands_soon(self, table: str) -> None:
        self._soon(table, "hands")

    async def _draw(self, table: str, what: What) -> bool:
        """Draw the newest state; False if that should be tried again. Raises nothing."""
        bind_log_context("table", table)
        try:
            known = await self.tables.table(table)
            if what == "hands":
                return await self.open_hands.refresh(known)
            async with self.messages.turns.turn(table):
                return await self.messages.refresh(known)
        except Refusal as refusal:
            log.warning("a table cannot be drawn", table=table, why=refusal.text.message)
        except StorageError as error:  # may pass by itself, and then nobody would draw what is outdated
            log.warning("a table could not be read to be drawn", table=table, why=str(error))
            return False
        except Exception as error:
            log.error("a table was not drawn", table=table, what=what, trace=trace(error))
        return True

    async def _table(self, table: str) -> Table:
        return await self.tables.table(table)

    async def _draw_hand(self, table: Table, user: int, locale: str) -> Payload:
        return await hand_page(self.tables, self._image_service, table, user, locale, patience=POST_PATIENCE)

    async def _leave_thread(self, table: str) -> None:
        try:
            await self.messages.leave_thread(await self.tables.table(table))
        except (*DISCORD_ERRORS, Refusal, StorageError) as error:
            log.warning("a board could not be moved", table=table, trace=trace(error))
