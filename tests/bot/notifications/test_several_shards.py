"""One direct message for all of a person's tables, whichever shards serve them: on clocks that differ."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.notifications.scheduler import ASKS_AGAIN_AFTER, Notifications
from bot.notifications.sender import Told
from bot.pace import DAILY
from bot.preferences.people import PersonPreferencesRepository, QuietHours
from bot.runtime.house_time import in_shard_time
from bot.runtime.load_gate import RecentActivity
from bot.tables import clocks, play
from bot.tables.model import Press, Table
from bot.tables.repository import timings_in_play
from bot.tables.service import TableService
from bot.tables.timing import Timing
from bot.tournaments.model import TournamentRecord
from storage import open_store
from storage.models import News, Shard
from storage.sql.store import Store
from tests.bot.notifications.test_notifications import (
    DIRECT,
    Notifier,
    Recorder,
    Refused,
    Said,
    more_time,
)
from tests.bot.tables.conftest import CHANNEL, GAME, PEOPLE, InPlace, Tavern
from tests.support.clock import VirtualClock
from tests.support.database import made
from tests.support.idle import has_come_to_rest, let_all_run, until

ANNE, CALICO = PEOPLE["Anne"], PEOPLE["Calico"]
OWN, OTHER = Shard(0, 2), Shard(1, 2)
"""The shard that serves everybody here, and another one."""
ON_OWN, ON_OTHER = 2 << 22, 3 << 22
"""Servers of the two."""
HOUR = 3600.0
AHEAD = 5 * HOUR
"""How far the clock of the other shard is ahead of everybody's own."""
CLOSED = Refused(50007, 403)


class Part(Tavern):
    """What serves one shard, and hears of what others have done."""

    def __init__(self, whole: Store, shard: Shard, clock: VirtualClock, transport: Recorder) -> None:
        store = in_shard_time(whole.for_shard(shard, 0), shard, clock, Timing, TournamentRecord)
        publisher = Notifier()
        tables = TableService(store, publisher, robot_pool=InPlace(), clock=clock, shard=shard)
        super().__init__(tables, store, publisher)
        self.whole, self.shard, self.clock = whole, shard, clock
        self.people = PersonPreferencesRepository(store.people, shard, hears=True)
        self.recent_activity = RecentActivity(clock)
        self.notifications = publisher.notifications = Notifications(
            *(store.notifications, self.people, self.recent_activity, clock, tables.table, transport),
            shard=shard,
            tell=store.tell,
        )
        self.deaf = False
        """Whether it hears nothing of what others tell."""
        self._follows = set[asyncio.Task[None]]()

    async def open(self) -> None:
        self.whole.listen(self._heard)
        await self.tables.open()
        await self.notifications.open(timings_in_play(await self.store.clocks()))

    async def close(self) -> None:
        self.whole.deafen(self._heard)
        await self.tables.close()
        await self.notifications.close()

    def press(self, name: str) -> Press:
        """Whoever presses is here."""
        self.recent_activity.pressed(PEOPLE[name])
        return super().press(name)

    @property
    def is_idle(self) -> bool:
        return self.notifications.is_idle and not self._follows

    def _heard(self, news: News) -> None:
        """As in `Tortuga`."""
        if not self.deaf and (news.kind == "person" or self.shard.serves(news.of)):
            task = asyncio.create_task(self._take_in(news))
            self._follows.add(task)
            task.add_done_callback(self._follows.discard)

    async def _take_in(self, news: News) -> None:
        match news.kind:
            case "table":
                await self.tables.changed_elsewhere(news.id, news.revision)
            case "person" if self.people.changed_elsewhere(news.of, news.revision):
                self.notifications.preferences_changed(news.of)
            case "nudge":
                await self.notifications.look(news.of, news.id)
            case "undelivered":
                await self.notifications.undelivered(int(news.id))
            case _:
                pass


class Fleet:
    """Two shards over one database, each with a clock of its own; either of them may stop."""

    def __init__(self, store: Store, transport: Recorder) -> None:
        self.store, self.transport = store, transport
        self.told: list[News] = []
        store.listen(self.told.append)
        self.clocks = {OWN: transport.clock, OTHER: VirtualClock(transport.clock.now())}
        self.parts: dict[Shard, Part] = {}
        self.presses = itertools.count(1000)

    @property
    def own(self) -> Part:
        return self.parts[OWN]

    @property
    def other(self) -> Part:
        return self.parts[OTHER]

    async def begin(self, shard: Shard) -> None:
        """From now on the shard is served (again)."""
        part = self.parts[shard] = Part(self.store, shard, self.clocks[shard], self.transport)
        part.presses = self.presses
        await part.open()

    async def end(self, shard: Shard) -> None:
        """The shard is served no more, as if whoever did it was killed."""
        await self.parts.pop(shard).close()

    async def settled(self) -> None:
        """Wait until nothing more follows before time passes."""

        async def is_quiet() -> bool:
            told = len(self.told)
            for part in self.parts.values():
                if not await has_come_to_rest(part.tables, part.store, part.clock):
                    return False
            # While one was asked, another may have told it something.
            return told == len(self.told) and all(part.is_idle for part in self.parts.values())

        await until(is_quiet)
        for _turn in range(5):  # whoever has just said until when they sleep falls asleep
            await asyncio.sleep(0)

    async def passes(self, seconds: float) -> None:
        """So much time passes for both, whatever is due in it at its moment."""
        await self.settled()
        while seconds > 0:
            served = [self.clocks[shard] for shard in self.parts]
            due = [(clock.next_awakening or inf) - clock.awake() for clock in served]
            step = min((seconds, *(each for each in due if each > 0)))
            for shard, clock in self.clocks.items():
                (clock.advance if shard in self.parts else clock.away)(step)
            seconds -= step
            await self.settled()

    async def dealt(self, server: int) -> Table:
        """A game of Anne's and Calico's that has begun on the server."""
        part = self.own if OWN.serves(server) else self.other
        done = await part.tables.opening.create(
            part.press("Anne"), guild=server, channel=CHANNEL + server, game=GAME, options={}, pace=DAILY
        )
        await part.tables.seating.join(part.press("Calico"), done.table.id)
        return (await part.tables.playing.start(part.press("Anne"), done.table.id)).table

    def stands(self, user: int = ANNE) -> list[Said]:
        """The messages to somebody that stand."""
        return [said for said in self.transport.standing.values() if user in said.told]

    def posted(self, user: int = ANNE) -> list[Said]:
        return [said for said in self.transport.posted if user in said.told]

    async def until_one_waits(self) -> None:
        """Time passes until the first message is about to be sent, which is to Anne."""
        await self.prefers("none", CALICO)
        await self.passes(120.5)
        self.transport.free.clear()

        async def waits() -> bool:
            return bool(self.transport.waiting)

        for clock in self.clocks.values():
            clock.advance(0.5)
        await until(waits)

    async def prefers(self, nudges: str, user: int = ANNE) -> None:
        await self.own.people.change(user, nudges=nudges)
        self.own.notifications.preferences_changed(user)


@asynccontextmanager
async def running_fleet(folder: Path) -> AsyncIterator[Fleet]:
    store = await open_store(await made(folder / "tortuga.sqlite3"))
    fleet = Fleet(store, Recorder(VirtualClock(1_800_000_000.0)))
    await fleet.begin(OTHER)
    await fleet.passes(AHEAD)
    await fleet.begin(OWN)
    assert fleet.clocks[OTHER].awake() == fleet.clocks[OWN].awake() + AHEAD
    yield fleet
    for shard in list(fleet.parts):
        await fleet.end(shard)
    await store.close()


@pytest.fixture
async def fleet(tmp_path: Path) -> AsyncIterator[Fleet]:
    """Both shards are served, and Anne wants to be told directly."""
    async with running_fleet(tmp_path) as running:
        await running.prefers("direct")
        yield running


async def test_one_direct_message_names_the_tables_of_all_shards_and_shrinks_as_they_are_attended_to(
    fleet: Fleet,
) -> None:
    here, there = await fleet.dealt(ON_OWN), await fleet.dealt(ON_OTHER)
    await fleet.passes(130)
    [said] = fleet.posted()
    assert said.channel == DIRECT + ANNE
    assert sorted(said.tables) == sorted([here.id, there.id])
    assert fleet.stands() == [said]
    await fleet.other.choose("Anne", there.id)
    await fleet.settled()
    assert [each.tables for each in fleet.stands()] == [[here.id]]
    await fleet.own.choose("Anne", here.id)
    await fleet.settled()
    assert fleet.stands() == []
    assert fleet.posted() == [said]
    assert await fleet.store.notifications.of(ANNE) == []


async def test_a_later_reminder_of_another_shards_table_takes_the_place_of_the_message(fleet: Fleet) -> None:
    tables = [await fleet.dealt(ON_OTHER), await fleet.dealt(ON_OWN)]
    await fleet.passes(130)
    await fleet.passes(24 * HOUR)
    [said] = fleet.stands()
    assert sorted(said.tables) == sorted(table.id for table in tables)
    assert set(said.why) == {"half"}
    assert len(fleet.posted()) <= 3


async def test_with_more_time_at_another_shards_table_the_message_says_until_when(fleet: Fleet) -> None:
    table = await fleet.dealt(ON_OTHER)
    await fleet.passes(130)
    [before] = fleet.stands()[0].ends
    assert before is not None
    clock = fleet.clocks[OTHER]
    await fleet.other.tables.change(fleet.other.press("Calico"), table.id, more_time(3 * HOUR, clock))
    await fleet.settled()
    assert fleet.stands()[0].ends == [pytest.approx(before + 3 * HOUR, abs=1)]
    assert len(fleet.posted()) == 1


async def test_a_pause_at_another_shards_table_takes_the_message_away_and_its_end_brings_it_again(
    fleet: Fleet,
) -> None:
    table = await fleet.dealt(ON_OTHER)
    await fleet.passes(130)
    [before] = fleet.stands()
    for name in ("Calico", "Anne"):
        await fleet.other.tables.playing.pause(fleet.other.press(name), table.id)
    await fleet.settled()
    assert fleet.stands() == []
    await fleet.passes(5 * HOUR)
    assert fleet.stands() == []
    await fleet.other.tables.change(fleet.other.press("Calico"), table.id, play.unpause)
    await fleet.passes(HOUR)
    [again] = fleet.stands()
    assert (again.tables, again.channel, again.why) == ([table.id], DIRECT + ANNE, before.why)
    assert len(fleet.posted()) == 2
    await fleet.other.choose("Anne", table.id)
    await fleet.settled()
    assert fleet.stands() == []


async def test_what_stands_in_a_channel_is_of_the_shard_that_serves_the_table(fleet: Fleet) -> None:
    tables = [await fleet.dealt(ON_OWN), await fleet.dealt(ON_OTHER)]
    await fleet.passes(HOUR)
    assert sorted(said.tables for said in fleet.stands(CALICO)) == sorted([table.id] for table in tables)
    assert CALICO not in [news.of for news in fleet.told if news.kind == "nudge"]


async def test_how_long_somebody_has_is_as_the_tables_own_clock_says(fleet: Fleet) -> None:
    """Also after the shard of the person was away, so that the two clocks differ by more."""
    await fleet.end(OWN)
    await fleet.passes(3 * HOUR)
    await fleet.begin(OWN)
    table = await fleet.dealt(ON_OTHER)
    shown: list[float | None] = []
    posted = fleet.transport.post

    async def post(to: Told, channel: int, direct: str | None) -> int:
        if direct is not None:
            shown.extend(clocks.deadline(each.table, each.turn.seat) for each in to[ANNE])
        return await posted(to, channel, direct)

    fleet.transport.post = post  # type: ignore[method-assign]
    await fleet.until_one_waits()
    served = await fleet.other.tables.table(table.id)
    left = clocks.time_left(served, 0, fleet.clocks[OTHER].awake())
    assert left is not None
    assert list(fleet.transport.waiting) == [pytest.approx(left, abs=0.01)]
    fleet.transport.free.set()
    await fleet.settled()
    [end] = shown
    assert end is not None
    assert fleet.clocks[OWN].unix(end) == pytest.approx(
        fleet.clocks[OTHER].unix(clocks.deadline(served, 0) or 0.0), abs=0.01
    )


async def test_what_the_persons_shard_has_not_sent_when_it_dies_is_sent_by_its_successor_once(
    fleet: Fleet,
) -> None:
    table = await fleet.dealt(ON_OTHER)
    await fleet.until_one_waits()
    assert "nudge" in [news.kind for news in fleet.told]
    await fleet.end(OWN)
    fleet.transport.free.set()
    await fleet.passes(600)
    assert fleet.posted() == []
    await fleet.begin(OWN)
    await fleet.passes(ASKS_AGAIN_AFTER + 130)
    assert [said.tables for said in fleet.posted()] == [[table.id]]
    await fleet.passes(5 * HOUR)
    assert len(fleet.posted()) == 1
    await fleet.other.choose("Anne", table.id)
    await fleet.settled()
    assert fleet.stands() == []


async def test_a_direct_message_of_which_nobody_knows_whether_it_stands_is_not_repeated(fleet: Fleet) -> None:
    table = await fleet.dealt(ON_OTHER)
    await fleet.passes(110)
    fleet.transport.lost = True
    await fleet.passes(30)
    assert [row.message for row in await fleet.store.notifications.of(ANNE)] == [-1]
    fleet.transport.lost = False
    await fleet.end(OWN)
    await fleet.end(OTHER)
    for shard in (OTHER, OWN):
        await fleet.begin(shard)
    await fleet.passes(5 * HOUR)
    assert len(fleet.posted()) == 1
    await fleet.other.choose("Anne", table.id)
    await fleet.settled()
    assert fleet.stands() == []
    assert await fleet.store.notifications.of(ANNE) == []


async def test_a_message_goes_though_the_tables_shard_or_the_persons_was_away_at_the_move(
    fleet: Fleet,
) -> None:
    tables = [await fleet.dealt(ON_OTHER) for _table in range(2)]
    await fleet.passes(HOUR)
    assert sorted(fleet.stands()[0].tables) == sorted(table.id for table in tables)
    for shard, left in ((OTHER, 1), (OWN, 0)):
        await fleet.end(shard)
        [part] = fleet.parts.values()
        await part.choose("Anne", tables[left].id)
        await fleet.settled()
        await fleet.begin(shard)
        await fleet.settled()
        assert sum(len(said.tables) for said in fleet.stands()) == left
    assert len(fleet.posted()) == 1


@pytest.mark.parametrize("ends", [False, True])
async def test_a_message_goes_though_the_tables_shard_died_before_it_could_say_that_the_turn_has_passed(
    fleet: Fleet, ends: bool
) -> None:
    kept, table = [await fleet.dealt(ON_OTHER) for _table in range(2)]
    await fleet.passes(HOUR)
    fleet.other.notifications.changed = lambda table: None
    if ends:
        await fleet.other.tables.change(fleet.other.press("Anne"), table.id, _ended)
    else:
        await fleet.other.choose("Anne", table.id)
    await fleet.settled()
    await fleet.end(OTHER)
    assert len(fleet.stands()[0].tables) == 2
    await fleet.begin(OTHER)
    await fleet.settled()
    assert [said.tables for said in fleet.stands()] == [[kept.id]]


def _ended(table: Table, press: Press) -> Table:
    del press
    return replace(table, phase="closed")


async def test_what_several_shards_tell_when_the_night_is_over_is_one_message(fleet: Fleet) -> None:
    minute = int(fleet.clocks[OWN].now() // 60) % (24 * 60)
    await fleet.own.people.change(ANNE, quiet=QuietHours(minute, (minute + 60) % (24 * 60)), zone="UTC")
    tables = [await fleet.dealt(server) for server in (ON_OWN, ON_OTHER, ON_OTHER)]
    await fleet.passes(600)
    await fleet.end(OTHER)
    await fleet.passes(HOUR - 600 - fleet.clocks[OWN].now() % 60 + 0.1)
    assert fleet.posted() == []
    for table in tables[1:]:
        await fleet.own.notifications.look(ANNE, table.id)
        await fleet.passes(0.3)
    await fleet.passes(2)
    assert [sorted(said.tables) for said in fleet.posted()] == [sorted(table.id for table in tables)]


async def test_who_may_have_missed_that_somebody_moved_looks_at_everything_again(fleet: Fleet) -> None:
    table = await fleet.dealt(ON_OTHER)
    await fleet.passes(HOUR)
    fleet.own.deaf = True
    await fleet.other.choose("Anne", table.id)
    await fleet.settled()
    assert len(fleet.stands()) == 1
    fleet.own.deaf = False
    fleet.own.notifications.look_again()
    await fleet.settled()
    assert fleet.stands() == []


async def test_closed_direct_messages_fall_back_to_the_channels_of_each_shard_once(fleet: Fleet) -> None:
    tables = [await fleet.dealt(ON_OWN), await fleet.dealt(ON_OTHER)]
    fleet.transport.refuses[DIRECT + ANNE] = CLOSED
    await fleet.passes(5 * HOUR)
    assert sorted(said.tables for said in fleet.posted()) == sorted([table.id] for table in tables)
    assert all(said.channel != DIRECT + ANNE for said in fleet.stands())
    await fleet.own.choose("Calico", tables[0].id)
    await fleet.settled()
    assert len([news for news in fleet.told if news.kind == "undelivered"]) == 1
    for part, table in zip((fleet.own, fleet.other), tables, strict=True):
        await part.choose("Anne", table.id)
    await fleet.settled()
    assert fleet.stands() == []


async def test_what_seemed_to_be_told_while_it_was_tried_is_told_in_the_channel(fleet: Fleet) -> None:
    table = await fleet.dealt(ON_OTHER)
    posted = fleet.transport.post

    async def post(to: Told, channel: int, direct: str | None) -> int:
        if direct is not None:
            fleet.other.notifications.look_again()
            await let_all_run(fleet.other.store)
            raise CLOSED
        return await posted(to, channel, direct)

    fleet.transport.post = post  # type: ignore[method-assign]
    await fleet.passes(HOUR)
    assert [said.channel for said in fleet.stands()] == [table.channel * 10]


async def test_who_is_where_the_table_is_and_who_wants_to_hear_nothing_is_not_told(fleet: Fleet) -> None:
    await fleet.dealt(ON_OTHER)
    for _minute in range(30):
        fleet.other.recent_activity.pressed(ANNE)
        await fleet.passes(60)
    assert fleet.posted() == []
    await fleet.prefers("none")
    await fleet.passes(HOUR)
    assert fleet.posted() == []


async def test_the_persons_shard_is_told_again_after_a_minute_and_not_at_every_change(fleet: Fleet) -> None:
    table = await fleet.dealt(ON_OTHER)

    def asked() -> int:
        return sum(news.kind == "nudge" for news in fleet.told)

    await fleet.passes(110)
    fleet.own.recent_activity.pressed(ANNE)  # so that nothing is sent before 230
    await fleet.passes(20)
    await fleet.other.choose("Calico", table.id)
    await fleet.settled()
    assert asked() == 1
    await fleet.passes(ASKS_AGAIN_AFTER)
    assert (asked(), fleet.posted()) == (2, [])
    await fleet.passes(HOUR)
    assert len(fleet.posted()) == 1
    assert asked() <= 4


async def test_after_a_change_of_mind_the_place_changes_and_nothing_is_told_twice(fleet: Fleet) -> None:
    table = await fleet.dealt(ON_OTHER)
    await fleet.passes(HOUR)
    assert [said.channel for said in fleet.stands()] == [DIRECT + ANNE]
    await fleet.prefers("channel")
    await fleet.passes(HOUR)
    assert len(fleet.posted()) == 1
    await fleet.passes(23 * HOUR)
    assert (fleet.posted()[-1].why, fleet.posted()[-1].channel) == (["half"], table.channel * 10)
    await fleet.prefers("direct")
    await fleet.passes(20 * HOUR)
    assert [(said.why, said.channel) for said in fleet.stands()] == [(["late"], DIRECT + ANNE)]
    assert len(fleet.posted()) == 3


async def test_two_shards_that_are_about_to_tell_the_same_person_know_their_messages_apart(
    fleet: Fleet,
) -> None:
    tables = [await fleet.dealt(ON_OWN), await fleet.dealt(ON_OTHER)]
    await fleet.passes(110)
    fleet.transport.lost = True
    await fleet.passes(60)
    assert len({row.message for row in await fleet.store.notifications.of(CALICO)}) == len(tables)
