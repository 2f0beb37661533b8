"""The bot without Discord: a house, its messenger on paper, one clock; can be stopped, killed and cut off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

import bot.commands.buttons  # noqa: F401 (declares the verbs that screens name)
from bot.client.rate_limits import BURST, RATE, RequestBudget
from bot.images.service import ImageService
from bot.notifications.pending import AwaitedTurn
from bot.notifications.scheduler import Notifications
from bot.notifications.sender import Told
from bot.preferences.people import PersonPreferencesRepository
from bot.preferences.servers import ServerPreferencesRepository
from bot.profiles.rating_service import RatingService
from bot.publishing.message_state import OLDEST_EDITED, PostedMessages
from bot.publishing.messages import DEFAULT_PAUSES
from bot.publishing.notification_transport import DiscordNotificationTransport
from bot.publishing.table_messages import TableMessages
from bot.publishing.table_outbox import TableOutbox
from bot.runtime.house_time import AWAKE_TIME_KEY, RECORD_INTERVAL, RecordedAwakeTime
from bot.runtime.load_gate import RecentActivity
from bot.tables.model import Table
from bot.tables.repository import timings_in_play
from bot.tables.service import TableService
from bot.ui.views import Payload
from games.contract import EVEN, Action, Manner, Observation
from storage import open_store
from storage.models import OutboxRow
from storage.sql.store import Store
from tests.games.hidden import OTHERWISE
from tests.support.clock import VirtualClock
from tests.support.week.channels import Chronicle, PaperChannels
from tests.support.week.people import Person
from tests.support.week.watched_store import Committed, Doorway

LOOKED_AT = 0.1
"""The share of changes after which a board is drawn, to be looked at."""


class Ears:
    """What is told of the bot's doings to whoever watches it."""

    def committed(self, change: Any, awake: float) -> None:
        """A change was stored when the bot had been awake for so many seconds."""

    def meant(self, row: Any) -> None:
        """A message that nudges is about to be posted, or has been."""

    def pinged(self, user: int, channel: int, awaited: Sequence[AwaitedTurn]) -> None:
        """Somebody is told that these tables wait."""


class SameForAll:
    """Draws everything twice, the second time with other cards in all hands: nobody must see a difference."""

    def __init__(self, random: Random, is_wrong: Callable[[str], None]) -> None:
        self._random = random
        self._is_wrong = is_wrong
        self.compared = 0

    def otherwise(self, table: Table) -> Table:
        """The running game as everybody sees it, with everything that is hidden drawn anew."""
        return replace(table, state=OTHERWISE[table.game.slug](table.state, None, self._random))

    def require(self, shown: Payload, otherwise: Payload) -> None:
        """It is wrong if a message tells something of a hand."""
        self.compared += 1
        if shown != otherwise:
            self._is_wrong(f"a message tells what is hidden: {shown}")


class PaperTableMessages(TableMessages):
    """`TableMessages` that see to it that none of them tells anything of a hand."""

    def __init__(
        self,
        channels: PaperChannels,
        store: Store,
        clock: VirtualClock,
        people: PersonPreferencesRepository,
        redraw: Callable[[str], None],
        same: SameForAll,
    ) -> None:
        servers = ServerPreferencesRepository(store.servers)
        words_only = ImageService(None, servers)
        posts = PostedMessages(store)
        super().__init__(
            channels,
            posts,
            clock,
            words_only,
            redraw,
            DEFAULT_PAUSES,
            store.results,
            self._unseen_there,
            lambda: servers,
        )
        self._same = same

    async def _unseen_there(self, table: Table) -> None:
        """See `TableMessages`: on this paper nothing is ever out of sight."""
        raise AssertionError(f"the board of {table.id} cannot be out of sight")

    async def drawn(self, table: Table, kind: str) -> Payload:
        shown = await super().drawn(table, kind)
        if table.phase == "playing":
            self._same.require(shown, await super().drawn(self._same.otherwise(table), kind))
        return shown


class PaperNotificationTransport(DiscordNotificationTransport):
    """`DiscordNotificationTransport` that tells whom it pings."""

    def __init__(self, messages: PaperTableMessages, same: SameForAll, ears: Ears) -> None:
        super().__init__(messages)
        self._ears = ears
        self._same = same

    async def post(self, to: Told, channel: int, direct: str | None) -> int:
        message = await super().post(to, channel, direct)
        for user, awaited in to.items():
            self._ears.pinged(user, channel, awaited)
        return message

    async def _drawn(self, to: Told, channel: int, direct: str | None) -> Payload:
        shown = await super()._drawn(to, channel, direct)
        hidden = {
            user: [AwaitedTurn(each.turn, self._same.otherwise(each.table)) for each in awaited]
            for user, awaited in to.items()
        }
        self._same.require(shown, await super()._drawn(hidden, channel, direct))
        return shown


class PaperTablePublisher:
    """A `bot.tables.turns.TablePublisher` that writes down what a messenger of Discord's would send.

    It does not draw after each change, as the real one does, which waits for presses that come close
    together: boards are drawn now and then to be looked at, and posted anew when they are old.
    """

    def __init__(
        self,
        store: Store,
        people: PersonPreferencesRepository,
        recent_activity: RecentActivity,
        clock: VirtualClock,
        channels: PaperChannels,
        same: SameForAll,
        ears: Ears,
        random: Random,
    ) -> None:
        self._clock = clock
        self._random = random
        self.messages = PaperTableMessages(channels, store, clock, people, self.redraw, same)
        transport = PaperNotificationTransport(self.messages, same, ears)
        self.notifications = Notifications(
            store.notifications, people, recent_activity, clock, self._table, transport
        )
        self._outbox = TableOutbox(
            self.messages, lambda: self.tables, self.notifications.has_messages_about, people
        )
        self.tables: TableService
        self._boards: dict[str, float] = {}
        self._drawing = set[asyncio.Task[None]]()

    async def _table(self, table: str) -> Table:
        return await self.tables.table(table)

    # what the table service asks

    def changed(self, table: Table) -> None:
        self.notifications.changed(table.id)
        if table.phase == "playing":
            old = self._clock.now() - self._boards.get(table.id, self._clock.now()) > OLDEST_EDITED
            if old or self._random.random() < LOOKED_AT:
                task = asyncio.create_task(self._board(table, old), name=f"board {table.id}")
                self._drawing.add(task)
                task.add_done_callback(self._drawing.discard)

    async def _board(self, table: Table, old: bool) -> None:
        async with self.messages.turns.turn(table.id):
            board = (await self.messages.posts.of(table.id, table.guild)).get("board")
            if old and board is not None:
                self._boards[table.id] = self._clock.now()
                shown = await self.messages.drawn(table, "board")
                await self.messages.move(table, board, [board.channel, table.channel], shown)
            else:
                await self.messages.drawn(table, "board")

    async def run(self, table: Table, entry: OutboxRow) -> None:
        if entry.kind == "nudge":
            await self.notifications.run(table, entry)
            return
        await self.messages.publish(self._outbox.handlers, table, entry)
        if entry.kind == "open":
            self._boards[table.id] = self._clock.now()

    def redraw(self, table: str) -> None:
        """What could not be drawn is drawn with the next change."""


class InPlace:
    """Robots that think in the test's own process: any legal action, always the same in the same place."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def think(
        self, slug: str, robot: str, observation: Observation, live: bool = True, manner: Manner = EVEN
    ) -> Action:
        """Any legal action, drawn by the seed and the decision: the same in each run."""
        return Random(f"{self._seed}:{observation.decision}").choice(observation.legal)

    def close(self) -> None:
        """Does nothing, as no process was begun."""


@dataclass
class Bot:
    """One life of the bot's, from a start to a stop or a crash."""

    doorway: Doorway
    clock: VirtualClock
    tables: TableService
    table_publisher: PaperTablePublisher
    recent_activity: RecentActivity
    people: PersonPreferencesRepository
    rater: RatingService
    foreign: frozenset[asyncio.Task[Any]]
    """What was there before the bot, and is no part of it."""

    @classmethod
    async def start(
        cls,
        path: Path,
        now: float,
        chronicle: Chronicle,
        same: SameForAll,
        ears: Ears,
        folk: dict[int, Person],
        seed: int,
        meet: Callable[[Bot], None],
    ) -> Bot:
        """The bot starts at this Unix time."""
        foreign = frozenset(asyncio.all_tasks())
        clock = VirtualClock(now)
        committed: Committed = ears.committed
        doorway = Doorway(await open_store(path), clock.awake, committed, ears.meant)
        store: Store = doorway.door()
        recent_activity, people = RecentActivity(clock), PersonPreferencesRepository(store.people)
        channels = PaperChannels(
            chronicle, RequestBudget(RATE, BURST, clock), clock, lambda user: folk[user].closed
        )
        table_publisher = PaperTablePublisher(
            store, people, recent_activity, clock, channels, same, ears, Random(seed)
        )
        tables = TableService(store, table_publisher, clock=clock, people=people, robot_pool=InPlace(seed))
        table_publisher.tables = tables
        rater = RatingService(store.results, tables.outbox.wake)
        tables.listen(rater.table_changed)
        bot = cls(doorway, clock, tables, table_publisher, recent_activity, people, rater, foreign)
        meet(bot)
        await tables.open()
        recent_activity.begin()
        await table_publisher.notifications.open(timings_in_play(await store.clocks()))
        rater.open()
        await bot.settled()
        return bot

    async def settled(self) -> None:
        """Wait until nothing more happens before time passes.

        That is so when nothing is ready to run and storage has nothing to do: whoever waits then waits for
        the clock or for a press.
        """
        ready: Sequence[object] = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
        while True:
            await asyncio.sleep(0)
            if ready:
                continue
            if not self.doorway.busy:
                return
            await self.doorway.something_done()

    @property
    def waits_for_its_turn(self) -> bool:
        """Whether something is to be sent as soon as Discord's limit allows it."""
        return self.table_publisher.messages.channels.budget.waiting > 0

    async def kill(self, random: Random) -> None:
        """The power fails: whatever the bot is about is cut off; only what the disk was given is stored.

        The last note of how long the bot has been awake is some seconds old.
        """
        note = RecordedAwakeTime(
            max(0.0, self.clock.awake() - random.uniform(0, RECORD_INTERVAL)), self.clock.now()
        )
        spared = {*self.foreign, *self.doorway.protected}
        others = [
            task for task in asyncio.all_tasks() if task not in spared and task.get_name() != "group commit"
        ]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.gather(*self.doorway.protected, return_exceptions=True)
        await self.doorway.store.set_note(AWAKE_TIME_KEY, msgspec.json.encode(note).decode())
        await self.doorway.store.close()

    async def stop(self) -> None:
        """Ends the bot in order, as SIGTERM does."""
        await self.rater.close()
        await self.tables.close()
        await self.table_publisher.notifications.close()
        await self.settled()
        await self.doorway.store.close()
