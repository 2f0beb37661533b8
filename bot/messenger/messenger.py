"""The messenger: keeps what stands in the channels, and the hands that are open, in step with the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Literal

import discord
import structlog

from bot.discord_errors import ERRORS
from bot.following import from_now_on
from bot.hands import hand_page
from bot.messenger import errands
from bot.messenger.budget import Budget
from bot.messenger.carrier import DiscordCarrier
from bot.messenger.channels import Channels
from bot.messenger.messages import Messages, living
from bot.messenger.nudges import Nudges
from bot.messenger.placing import Placing
from bot.messenger.posts import Posts
from bot.messenger.redraw import Redraw
from bot.messenger.table_pictures import TablePictures
from bot.messenger.windows import Windows
from bot.page import Payload
from bot.pictures.illustrator import POST, Illustrator
from bot.presence import Presence
from bot.rush import Rush
from bot.tables.clock import Clock
from bot.tables.house import House
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tables.waking import clocks_in_play
from bot.traces import trace
from bot.wishes.people import People
from games.text import Text
from storage.doors.store import Store
from storage.errors import StorageError
from storage.records import ErrandRow, Post

log = structlog.get_logger(__name__)

POSTS_PAUSE = 1.2
"""Seconds between two edits of a message. Discord allows five in five seconds in a channel."""
HANDS_PAUSE = 0.1
"""Seconds between two refreshments of the open hands, each through the token of another press."""

What = Literal["posts", "hands"]


class DiscordMessenger:
    """`bot.tables.messenger.Messenger` over Discord. `serve` tells it the house before anything else."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        rush: Rush,
        clock: Clock,
        people: People,
        presence: Presence,
        illustrator: Illustrator,
    ) -> None:
        self._client = client
        self._store = store
        self._rush = rush
        self._illustrator = illustrator
        pictures = TablePictures(illustrator, self.redraw)
        self.placing = Placing(Channels(client, Budget()), Posts(store), store.results, clock, pictures)
        self.messages = Messages(self.placing)
        self.windows = Windows(self._draw_hand, self._hands_soon)
        carrier = DiscordCarrier(self.placing, clock)
        self.nudges = Nudges(store.nudges, people, presence, clock, self._table, carrier, self._rush.lull)
        self._redraws: dict[tuple[str, What], Redraw] = {}
        self._answers: set[tuple[int, asyncio.Future[None]]] = set()
        self._opening: dict[str, asyncio.Event] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._listeners: list[Callable[[Table], None]] = []
        self._house: House | None = None
        self._closed = False

    def serve(self, house: House) -> None:
        """Draw tables as this house knows them."""
        self._house = house

    @property
    def house(self) -> House:
        """The house whose tables these are."""
        if self._house is None:
            raise RuntimeError("the messenger serves no house yet")
        return self._house

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
        if self.windows.due(table):
            self._soon(table.id, "hands")

    async def run(self, table: Table, errand: ErrandRow) -> None:
        """Do it, unless that is impossible for good; raises what may pass by itself."""
        if errand.kind == "nudge":
            await self.nudges.run(table, errand)
            return
        await errands.run(self, table, errand)
        if errand.kind == "open":
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
        """The answer to this press will be a new table's lobby: errands that would post one wait for it."""
        answer = press, asyncio.get_running_loop().create_future()
        self._answers.add(answer)
        try:
            yield
        finally:
            self._answers.discard(answer)
            answer[1].set_result(None)

    async def answers_given(self, table: Table) -> None:
        """Wait until the press that opened this table is answered."""
        joins = {int(seat.join) for seat in table.seats}
        for answer in [answer for press, answer in self._answers if press in joins]:
            await answer

    async def settled_in(self, table: Table, patience: float) -> None:
        """Wait until the board stands, if it will stand in the table's channel, for `patience` at most."""
        if self.placing.channels.may_open_threads(table.guild, table.channel):
            return
        opening = self._opening.setdefault(table.id, asyncio.Event())
        try:
            if "board" not in await self.placing.posts.of(table.id):
                await asyncio.wait_for(opening.wait(), patience)
        except TimeoutError:
            log.info("a hand was shown before its board stood", table=table.id)
        finally:
            self._opening.pop(table.id, None)

    @contextmanager
    def pressed(self, table: str, message: int) -> Iterator[None]:
        """A press on one of the table's messages is being answered; afterwards it is up to date."""
        canvas = self.placing.posts.canvas(message)
        try:
            with canvas.pressed():
                yield
        finally:
            if canvas.wants_more():
                self._soon(table, "posts")

    @contextmanager
    def hand_pressed(self, table: str, user: int) -> Iterator[None]:
        """A press on the user's hand is being answered with that hand; it is up to date afterwards."""
        try:
            with self.windows.pressed(table, user):
                yield
        finally:
            if self.windows.wants_more(table, user):
                self._soon(table, "hands")

    async def hand_shown(
        self, table: Table, interaction: discord.Interaction, shown: Payload, message: int | None = None
    ) -> None:
        """The interaction's answer, or this later message of its, shows its user's hand at this table.

        What has happened since the hand was drawn is drawn soon: nobody knew yet that it is open.
        """
        self.windows.opened(table, interaction, shown, message)
        if self.windows.is_outdated(await self.house.table(table.id), interaction.user.id):
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
        canvas = self.placing.posts.canvas(message)
        with canvas.drawing(payload):
            seen = await send()
        if not seen:
            canvas.smudged = True
        elif not canvas.smudged:
            known = (await self.placing.posts.of(table.id)).get(kind)
            if known is None:
                await self.placing.posts.posted(table.id, kind, channel, message, table.revision)
            elif known.message == message:
                await self.placing.posts.shown(known, table.revision)

    async def stands_in(self, table: Table, channel: int) -> bool:
        """Whether the table was opened in this channel or has a message in it."""
        posts = await self.placing.posts.of(table.id)
        return table.channel == channel or any(post.channel == channel for post in posts.values())

    async def living_post(self, table: Table) -> Post | None:
        """The message that people need now, if it stands."""
        kind = living(table)
        return None if kind is None else (await self.placing.posts.of(table.id)).get(kind)

    def redraw(self, table: str) -> None:
        """Look at the table's messages soon, whether or not it has changed."""
        self._soon(table, "posts")

    def shut_out(self, table: str) -> None:
        """Not even an answer can be shown where a table's button was pressed: out of that thread."""
        task = asyncio.ensure_future(self._leave_thread(table))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    def word_for_host(self, table: Table, user: int) -> Text | None:
        """What a host has to be told, once: that their table cannot be shown, and what to do about it."""
        return self.placing.complaints.told(table.id) if user == table.record.host else None

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
            when=self._rush.lull,
        )

    def _hands_soon(self, table: str) -> None:
        self._soon(table, "hands")

    async def _draw(self, table: str, what: What) -> bool:
        """Draw the newest state; False if that should be tried again. Raises nothing."""
        from_now_on("table", table)
        try:
            known = await self.house.table(table)
            if what == "hands":
                return await self.windows.refresh(known)
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
        return await self.house.table(table)

    async def _draw_hand(self, table: Table, user: int, locale: str) -> Payload:
        return await hand_page(self.house, self._illustrator, table, user, locale, patience=POST)

    async def _leave_thread(self, table: str) -> None:
        try:
            await self.messages.leave_thread(await self.house.table(table))
        except (*ERRORS, Refusal, StorageError) as error:
            log.warning("a board could not be moved", table=table, trace=trace(error))
