"""The bot without Discord: a house, its messenger on paper, one clock; can be stopped, killed and cut off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec

from bot.messenger import errands
from bot.messenger.budget import BURST, RATE, Budget
from bot.messenger.carrier import DiscordCarrier
from bot.messenger.messages import OLDEST_EDITED, Messages
from bot.messenger.messenger import DiscordMessenger
from bot.messenger.nudge_desk import Awaited
from bot.messenger.nudges import Nudges
from bot.messenger.placing import Placing
from bot.messenger.posts import Posts
from bot.page import Payload
from bot.presence import Presence
from bot.records.rater import Rater
from bot.tables.awake import EVERY, NOTED, Noted
from bot.tables.house import House
from bot.tables.table import Table
from bot.tables.waking import clocks_in_play
from bot.wishes.people import People
from games.contract import Action, Observation
from storage import open_store
from storage.doors.store import Store
from storage.records import ErrandRow
from tests.games.hidden import OTHERWISE
from tests.support.clock import VirtualClock
from tests.support.week.channels import Chronicle, PaperChannels
from tests.support.week.door import Committed, Doorway
from tests.support.week.people import Person

LOOKED_AT = 0.1
"""The share of changes after which a board is drawn, to be looked at."""


class Ears:
    """What is told of the bot's doings to whoever watches it."""

    def committed(self, change: Any, awake: float) -> None:
        """The change is stored."""

    def meant(self, row: Any) -> None:
        """A message that nudges is about to be posted, or has been."""

    def pinged(self, user: int, channel: int, awaited: Sequence[Awaited]) -> None:
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


class PaperPlacing(Placing):
    """`Placing` that sees to it that no message tells anything of a hand."""

    def __init__(self, channels: PaperChannels, store: Store, clock: VirtualClock, same: SameForAll) -> None:
        super().__init__(channels, Posts(store), store.results, clock)
        self._same = same

    async def drawn(self, table: Table, kind: str) -> Payload:
        """See `Placing.drawn`."""
        shown = await super().drawn(table, kind)
        if table.phase == "playing":
            self._same.require(shown, await super().drawn(self._same.otherwise(table), kind))
        return shown


class PaperCarrier(DiscordCarrier):
    """`DiscordCarrier` that tells whom it pings."""

    def __init__(self, placing: PaperPlacing, clock: VirtualClock, same: SameForAll, ears: Ears) -> None:
        super().__init__(placing, clock)
        self._ears = ears
        self._same = same

    async def post(self, user: int, channel: int, awaited: Sequence[Awaited], direct: str | None) -> int:
        """See `Carrier.post`."""
        message = await super().post(user, channel, awaited, direct)
        self._ears.pinged(user, channel, awaited)
        return message

    async def _drawn(self, user: int, awaited: Sequence[Awaited], direct: str | None) -> Payload:
        shown = await super()._drawn(user, awaited, direct)
        hidden = [Awaited(each.turn, self._same.otherwise(each.table)) for each in awaited]
        self._same.require(shown, await super()._drawn(user, hidden, direct))
        return shown


class PaperMessenger:
    """A `bot.tables.messenger.Messenger` that writes down what a messenger of Discord's would send.

    It does not draw after each change, as the real one does, which waits for presses that come close
    together: boards are drawn now and then to be looked at, and posted anew when they are old.
    """

    def __init__(
        self,
        store: Store,
        people: People,
        presence: Presence,
        clock: VirtualClock,
        channels: PaperChannels,
        same: SameForAll,
        ears: Ears,
        random: Random,
    ) -> None:
        self._clock = clock
        self._random = random
        self.placing = PaperPlacing(channels, store, clock, same)
        self.messages = Messages(self.placing)
        carrier = PaperCarrier(self.placing, clock, same, ears)
        self.nudges = Nudges(store.nudges, people, presence, clock, self._table, carrier)
        self.house: House
        self._boards: dict[str, float] = {}
        self._drawing = set[asyncio.Task[None]]()

    async def _table(self, table: str) -> Table:
        return await self.house.table(table)

    # what the house asks

    def changed(self, table: Table) -> None:
        """See `Messenger.changed`."""
        self.nudges.changed(table.id)
        if table.phase == "playing":
            old = self._clock.now() - self._boards.get(table.id, self._clock.now()) > OLDEST_EDITED
            if old or self._random.random() < LOOKED_AT:
                task = asyncio.create_task(self._board(table, old), name=f"board {table.id}")
                self._drawing.add(task)
                task.add_done_callback(self._drawing.discard)

    async def _board(self, table: Table, old: bool) -> None:
        async with self.messages.turns.turn(table.id):
            board = (await self.placing.posts.of(table.id)).get("board")
            if old and board is not None:
                self._boards[table.id] = self._clock.now()
                await self.placing.move(table, board, [board.channel, table.channel])
            else:
                await self.placing.drawn(table, "board")

    async def run(self, table: Table, errand: ErrandRow) -> None:
        """See `Messenger.run`."""
        if errand.kind == "nudge":
            await self.nudges.run(table, errand)
            return
        await errands.run(cast(DiscordMessenger, self), table, errand)
        if errand.kind == "open":
            self._boards[table.id] = self._clock.now()

    # what errands ask of a messenger

    async def ready(self) -> None:
        """The bot knows its servers."""

    async def answers_given(self, table: Table) -> None:
        """Nobody waits for an answer."""

    def redraw(self, table: str) -> None:
        """What could not be drawn is drawn with the next change."""


class InPlace:
    """Robots that think in the test's own process: any legal action, always the same in the same place."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def think(self, slug: str, robot: str, observation: Observation) -> Action:
        """Any legal action."""
        return Random(f"{self._seed}:{observation.decision}").choice(observation.legal)

    def close(self) -> None:
        """Nothing to end."""


@dataclass
class Bot:
    """One life of the bot's, from a start to a stop or a crash."""

    doorway: Doorway
    clock: VirtualClock
    house: House
    messenger: PaperMessenger
    presence: Presence
    people: People
    rater: Rater
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
        presence, people = Presence(clock), People(store.people)
        channels = PaperChannels(chronicle, Budget(RATE, BURST, clock), clock, lambda user: folk[user].closed)
        messenger = PaperMessenger(store, people, presence, clock, channels, same, ears, Random(seed))
        house = House(store, messenger, clock=clock, people=people, thinkers=InPlace(seed))
        messenger.house = house
        rater = Rater(store.results, house.errands_have_come)
        house.listen(rater.look_at)
        bot = cls(doorway, clock, house, messenger, presence, people, rater, foreign)
        meet(bot)
        await house.open()
        presence.begin()
        await messenger.nudges.open(await clocks_in_play(store))
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

    async def kill(self, random: Random) -> None:
        """The power fails: whatever the bot is about is cut off; only what the disk was given is stored.

        The last note of how long the bot has been awake is some seconds old.
        """
        note = Noted(max(0.0, self.clock.awake() - random.uniform(0, EVERY)), self.clock.now())
        spared = {*self.foreign, *self.doorway.protected}
        others = [
            task for task in asyncio.all_tasks() if task not in spared and task.get_name() != "group commit"
        ]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.gather(*self.doorway.protected, return_exceptions=True)
        await self.doorway.store.note(NOTED, msgspec.json.encode(note).decode())
        await self.doorway.store.close()

    async def stop(self) -> None:
        """As with SIGTERM."""
        await self.rater.close()
        await self.house.close()
        await self.messenger.nudges.close()
        await self.settled()
        await self.doorway.store.close()
