"""Who is notified of a turn, when, in how many messages, and that these go again: on a virtual clock."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import cast
from zoneinfo import ZoneInfo

import aiohttp
import discord
import pytest

from bot.notifications.pending import AwaitedTurn, TurnReminder
from bot.notifications.scheduler import Notifications
from bot.notifications.sender import AGAIN_AFTER_FAILURE, Told
from bot.pace import BLITZ, DAILY, NONE, Pace
from bot.preferences.people import PersonPreferencesRepository, QuietHours, quiet_until
from bot.runtime.load_gate import RecentActivity
from bot.tables import clocks, lobby, play
from bot.tables.model import Press, Table, TableUpdate
from bot.tables.repository import timings_in_play
from bot.tables.service import TableService
from storage import open_store
from storage.errors import StorageError
from storage.models import NotificationRow, OutboxRow
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE, InPlace, Notebook, Tavern
from tests.support.clock import VirtualClock
from tests.support.database import made
from tests.support.examples import sampled
from tests.support.idle import has_come_to_rest, until

ANNE, CALICO = PEOPLE["Anne"], PEOPLE["Calico"]
HOUR, DAY = 3600.0, 86400.0
DIRECT = 5000
"""Added to a user's id: their channel of direct messages."""
BERLIN = ZoneInfo("Europe/Berlin")


class Refused(discord.HTTPException):
    """As Discord says no."""

    def __init__(self, code: int, status: int) -> None:
        Exception.__init__(self, f"{status} {code}")
        self.code, self.status = code, status


@dataclass
class Said:
    """A message, and when it was posted, in the time of `Clock.awake`."""

    told: dict[int, list[TurnReminder]]
    channel: int
    tables: list[str]
    why: list[str]
    turns: list[TurnReminder]
    ends: list[float | None]
    at: float


@dataclass
class Recorder:
    """A transport that writes down what it is given; `refuses` says what becomes of posts in a channel."""

    clock: VirtualClock
    posted: list[Said] = field(default_factory=list)
    standing: dict[int, Said] = field(default_factory=dict)
    refuses: dict[int, Exception] = field(default_factory=dict)
    hangs: bool = False
    """Whether posts never come to an end."""
    lost: bool = False
    """Whether the reply to what was posted gets lost."""
    edits: int = 0
    in_vain: list[int] = field(default_factory=list[int])
    """The messages that were to be taken away when they were gone already."""
    bears_edits: bool = True
    """Whether the channel bears the edit of an old message just now."""
    keeps: bool = False
    """Whether nothing can be taken away just now."""
    check: Callable[[Said], None] = lambda said: None
    """Looks at each message that is posted."""
    free: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: set[float | None] = field(default_factory=set)
    """The times left to those who wait for the budget."""
    calm: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while nobody's press is being answered."""
    messages: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        self.free.set()
        self.calm.set()

    async def turn(self, left: float | None) -> None:
        self.waiting.add(left)
        await self.free.wait()
        self.waiting.discard(left)

    async def direct(self, user: int) -> int:
        return DIRECT + user

    async def places(self, table: Table) -> Sequence[int]:
        return (table.channel * 10, table.channel)

    async def post(self, to: Told, channel: int, direct: str | None) -> int:
        awaited = next(iter(to.values()))
        if self.hangs:
            await asyncio.Event().wait()
        if channel in self.refuses:
            raise self.refuses[channel]
        said = Said(
            _told(to),
            channel,
            [each.table.id for each in awaited],
            [each.turn.why for each in awaited],
            [each.turn for each in awaited],
            _ends(awaited),
            self.clock.awake(),
        )
        message = next(self.messages)
        self.check(said)
        self.posted.append(said)
        self.standing[message] = replace(said)  # edits change what stands, not what was posted
        if self.lost:
            raise aiohttp.ServerDisconnectedError
        return message

    def may_edit(self, channel: int, message: int) -> bool:
        return self.bears_edits

    async def edit(self, to: Told, channel: int, message: int, direct: str | None) -> None:
        if message not in self.standing:
            raise Refused(10008, 404)
        awaited = next(iter(to.values()))
        self.standing[message].told = _told(to)
        self.standing[message].tables = [each.table.id for each in awaited]
        self.standing[message].turns = [each.turn for each in awaited]
        self.standing[message].why = [each.turn.why for each in awaited]
        self.standing[message].ends = _ends(awaited)
        self.edits += 1

    async def delete(self, channel: int, message: int) -> None:
        if self.keeps:
            raise aiohttp.ServerDisconnectedError
        if self.standing.pop(message, None) is None:
            self.in_vain.append(message)
            raise Refused(10008, 404)

    async def find(self, user: int, channel: int) -> int | None:
        there = [id for id, said in self.standing.items() if user in said.told and said.channel == channel]
        return max(there, default=None)


def _told(to: Told) -> dict[int, list[TurnReminder]]:
    return {user: [each.turn for each in awaited] for user, awaited in to.items()}


def _ends(awaited: Sequence[AwaitedTurn]) -> list[float | None]:
    """Until when they have time, by the table's clock."""
    return [clocks.deadline(each.table, each.turn.seat) for each in awaited]


def more_time(seconds: float, clock: VirtualClock) -> Callable[[Table, Press], TableUpdate]:
    """So much more for everybody whose turn it is."""
    return lambda table, _press: TableUpdate(clocks.with_extra_time(table, seconds, clock.awake()))


class Notifier(Notebook):
    """A publisher that notifies, and else writes down what it is asked."""

    notifications: Notifications

    def changed(self, table: Table) -> None:
        self.notifications.changed(table.id)
        super().changed(table)

    async def run(self, table: Table, entry: OutboxRow) -> None:
        if entry.kind == "nudge":
            await self.notifications.run(table, entry)
        await super().run(table, entry)


@dataclass
class Days(Tavern):
    """Tables whose time a test moves, and whose notifications it reads."""

    clock: VirtualClock
    transport: Recorder
    people: PersonPreferencesRepository
    recent_activity: RecentActivity
    notifications: Notifications
    stay: bool = True
    """Whether whoever presses counts as here for a while."""

    def __init__(
        self,
        tables: TableService,
        store: object,
        publisher: Notifier,
        clock: VirtualClock,
        transport: Recorder,
    ):
        super().__init__(tables, store, publisher)  # type: ignore[arg-type]
        self.clock, self.transport = clock, transport
        self.people, self.recent_activity = (
            PersonPreferencesRepository(self.store.people),
            RecentActivity(clock),
        )
        self.notifications = publisher.notifications = Notifications(
            self.store.notifications,
            self.people,
            self.recent_activity,
            clock,
            tables.table,
            transport,
            self._calm,
        )

    async def _calm(self) -> None:
        await self.transport.calm.wait()

    def press(self, name: str) -> Press:
        """As in the error handler: whoever presses is here."""
        if self.stay:
            self.recent_activity.pressed(PEOPLE[name])
        return super().press(name)

    async def dealt(
        self, *names: str, pace: Pace = DAILY, guild: int = GUILD, channel: int = CHANNEL
    ) -> Table:
        host, *others = names
        done = await self.tables.opening.create(
            self.press(host), guild=guild, channel=channel, game=GAME, options={}, pace=pace
        )
        for name in others:
            done = await self.tables.change(self.press(name), done.table.id, lobby.join)
        return (await self.tables.playing.start(self.press(host), done.table.id)).table

    async def settled(self) -> None:
        """Wait until nothing more follows before time passes."""

        async def quiet() -> bool:
            at_rest = await has_come_to_rest(self.tables, self.store, self.clock)
            return at_rest and self.notifications.is_idle

        await until(quiet)
        for _turn in range(5):  # whoever has just said until when they sleep falls asleep
            await asyncio.sleep(0)

    async def until(self, there: Callable[[], Awaitable[bool]]) -> None:
        await until(there)

    async def passes(self, seconds: float) -> None:
        """So much time passes, whatever is due in it at its moment."""
        end = self.clock.awake() + seconds
        await self.settled()
        while self.clock.awake() < end:
            due = self.clock.next_awakening
            self.clock.advance(min(end, end if due is None else due) - self.clock.awake())
            await self.settled()

    def said(self, name: str) -> list[tuple[str, float]]:
        """Why and when somebody was told something, each message once."""
        return [(said.why[0], said.at) for said in self.transport.posted if PEOPLE[name] in said.told]

    def stands(self, name: str) -> list[Said]:
        """The messages to somebody that stand."""
        return [said for said in self.transport.standing.values() if PEOPLE[name] in said.told]


@asynccontextmanager
async def running_days(
    folder: Path, clock: VirtualClock, transport: Recorder, *, taken_up: bool = True
) -> AsyncIterator[Days]:
    """Not `taken_up`: what a stop left is not known yet."""
    store = await open_store(await made(folder / "tortuga.sqlite3"))
    publisher = Notifier()
    tables = TableService(store, publisher, robot_pool=InPlace(), clock=clock)
    days = Days(tables, store, publisher, clock, transport)
    try:
        await tables.open()
        if taken_up:
            await days.notifications.open(timings_in_play(await store.clocks()))
        yield days
    finally:
        await tables.close()
        await days.notifications.close()
        await store.close()


@pytest.fixture
async def days(tmp_path: Path) -> AsyncIterator[Days]:
    """A running bot at noon in Berlin."""
    noon = datetime(2027, 6, 10, 12, tzinfo=BERLIN).timestamp()
    clock = VirtualClock(noon)
    async with running_days(tmp_path, clock, Recorder(clock)) as there:
        yield there


async def test_somebody_is_told_when_the_turn_is_old_enough_and_they_have_gone_and_never_before(
    days: Days,
) -> None:
    await days.dealt("Anne", "Calico")
    await days.passes(119.9)
    assert days.transport.posted == []
    await days.passes(0.2)
    assert days.said("Anne") == days.said("Calico") == [("turn", 120.0)]


async def test_of_a_turn_that_begins_when_they_are_gone_they_are_told_after_ninety_seconds(
    days: Days,
) -> None:
    days.stay = False
    table = await days.dealt("Anne", "Calico")
    await days.passes(HOUR)
    await days.choose("Anne", table.id)
    days.transport.posted.clear()
    began = days.clock.awake()
    await days.choose("Calico", table.id)  # everybody has bid: now somebody leads
    leader = days.next_person(await days.tables.table(table.id))
    assert leader is not None
    await days.passes(89.9)
    assert days.said(leader) == []
    await days.passes(2)
    assert days.said(leader) == [("turn", began + 91)]  # one second for others that may come


async def test_all_whom_a_table_asks_are_told_in_one_message_and_whoever_moves_leaves_it(days: Days) -> None:
    days.stay = False
    await days.people.change(PEOPLE["Dampier"], nudges="direct")
    table = await days.dealt("Anne", "Bartholomew", "Calico", "Dampier")
    await days.passes(HOUR)
    together = [ANNE, PEOPLE["Bartholomew"], CALICO]
    posted = sorted(sorted(said.told) for said in days.transport.posted)
    assert posted == [together, [PEOPLE["Dampier"]]], "who is told directly reads it alone"
    await days.choose("Bartholomew", table.id)
    await days.settled()
    [stands] = days.stands("Anne")
    assert sorted(stands.told) == [ANNE, CALICO]
    await days.choose("Anne", table.id)
    await days.choose("Calico", table.id)
    await days.settled()
    assert [*days.transport.standing.values()] == days.stands("Dampier")
    assert len(days.transport.posted) == 2, "nobody was pinged twice"


async def test_a_message_to_several_is_taken_away_once(days: Days) -> None:
    days.stay = False
    await days.dealt("Anne", "Bartholomew", "Calico")
    await days.passes(25 * HOUR)
    together = [ANNE, PEOPLE["Bartholomew"], CALICO]
    assert [sorted(said.told) for said in days.transport.posted] == [together, together]
    assert [said.why for said in days.transport.standing.values()] == [["half"]]
    await days.passes(48 * HOUR - days.clock.awake())  # the time is up: robots bid for all
    assert days.stands("Anne") == []
    assert days.transport.in_vain == []


async def test_a_message_to_several_stays_for_whoever_was_told_of_another_server_since(days: Days) -> None:
    days.stay = False
    here = await days.dealt("Anne", "Calico")
    await days.passes(HOUR)
    await days.dealt("Calico", "Dampier", guild=7, channel=8)
    await days.passes(HOUR)
    await days.choose("Anne", here.id)
    await days.settled()
    stands = sorted((said.channel, sorted(said.told)) for said in days.stands("Calico"))
    assert stands == [(CHANNEL * 10, [CALICO]), (80, [CALICO])]


async def test_whoever_is_here_or_keeps_quiet_is_told_later_and_alone(days: Days) -> None:
    days.stay = False
    await days.people.change(CALICO, quiet=QuietHours(12 * 60, 14 * 60), zone="Europe/Berlin")
    await days.dealt("Anne", "Bartholomew", "Calico")
    await days.passes(3 * HOUR)
    told = [sorted(said.told) for said in days.transport.posted]
    assert told == [[ANNE, PEOPLE["Bartholomew"]], [CALICO]]


async def test_a_message_to_several_that_fails_is_posted_again_to_all_of_them(days: Days) -> None:
    days.stay = False
    table = await days.dealt("Anne", "Calico")
    places = await days.transport.places(table)
    days.transport.refuses = {place: Refused(0, 429) for place in places}
    await days.passes(HOUR)
    assert days.transport.posted == []
    days.transport.refuses.clear()
    await days.passes(2 * AGAIN_AFTER_FAILURE)
    assert [sorted(said.told) for said in days.transport.posted] == [[ANNE, CALICO]]


async def test_blitz_tells_after_a_quarter_of_a_move(days: Days) -> None:
    days.stay = False
    await days.dealt("Anne", "Calico", pace=BLITZ)
    await days.passes(29.9)
    assert days.transport.posted == []
    await days.passes(1.2)
    assert days.said("Anne") == [("turn", 31.0)]


async def test_whoever_presses_now_and_then_is_not_told(days: Days) -> None:
    await days.dealt("Anne", "Calico")
    for _minute in range(30):
        days.recent_activity.pressed(ANNE)
        await days.passes(60)
    assert days.said("Anne") == []
    assert days.said("Calico") == [("turn", 120.0)]
    await days.passes(61)
    assert days.said("Anne") == [("turn", 1860.0)]


async def test_the_message_goes_after_the_move_and_nobody_is_told_twice_before_half_of_the_time(
    days: Days,
) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.passes(10 * HOUR)
    assert len(days.said("Anne")) == 1
    assert len(days.stands("Anne")) == 1
    await days.choose("Anne", table.id)
    await days.settled()
    assert days.stands("Anne") == []
    assert len(days.stands("Calico")) == 1
    assert [row.user for row in await days.store.notifications.all()] == [CALICO]


async def test_reminders_at_half_and_nine_tenths_replace_the_message_and_a_robots_move_removes_the_last(
    days: Days,
) -> None:
    await days.dealt("Anne", "Calico")
    for at, why in ((120.0, "turn"), (24 * HOUR + 1, "half"), (0.9 * 48 * HOUR + 1, "late")):
        await days.passes(at - days.clock.awake())
        assert days.said("Anne")[-1] == (why, pytest.approx(at))
        assert [said.why for said in days.stands("Anne")] == [[why]]
    assert len(days.said("Anne")) == 3
    await days.passes(48 * HOUR - days.clock.awake())  # the time is up: robots bid for both
    last = [said for said in days.transport.standing.values() if said.why == ["late"]]
    assert last == []


async def test_at_a_table_without_a_limit_somebody_is_told_once(days: Days) -> None:
    await days.dealt("Anne", "Calico", pace=NONE)
    await days.passes(3 * DAY)
    assert days.said("Anne") == [("turn", 120.0)]


async def test_several_tables_on_a_server_are_told_in_one_message_which_shrinks_with_each_move(
    days: Days,
) -> None:
    first = await days.dealt("Anne", "Calico", pace=BLITZ)
    second = await days.dealt("Anne", "Calico", pace=DAILY)
    await days.passes(125)
    (said,) = days.stands("Anne")
    assert said.tables == [first.id, second.id]  # the most urgent first
    assert len(days.said("Anne")) <= 2
    before = len(days.transport.posted)
    await days.choose("Anne", first.id)
    await days.settled()
    assert [said.tables for said in days.stands("Anne")] == [[second.id]]
    await days.choose("Anne", second.id)
    await days.settled()
    assert days.stands("Anne") == []
    assert len(days.transport.posted) == before


async def test_a_message_in_a_channel_speaks_of_no_other_server(days: Days) -> None:
    here = await days.dealt("Anne", "Calico")
    there = await days.dealt("Anne", "Calico", guild=7, channel=8)
    await days.passes(125)
    assert sorted((said.channel, said.tables) for said in days.stands("Anne")) == [
        (CHANNEL * 10, [here.id]),
        (80, [there.id]),
    ]


async def test_a_direct_message_speaks_of_all_servers(days: Days) -> None:
    await days.people.change(ANNE, nudges="direct")
    here = await days.dealt("Anne", "Calico")
    there = await days.dealt("Anne", "Calico", guild=7, channel=8)
    await days.passes(125)
    (said,) = days.stands("Anne")
    assert said.channel == DIRECT + ANNE
    assert sorted(said.tables) == sorted([here.id, there.id])


async def test_whoever_wants_no_nudges_has_none_and_those_that_stand_go(days: Days) -> None:
    await days.people.change(ANNE, nudges="none")
    await days.dealt("Anne", "Calico")
    await days.passes(30 * HOUR)
    assert days.said("Anne") == []
    assert len(days.stands("Calico")) == 1
    await days.people.change(CALICO, nudges="none")
    days.notifications.preferences_changed(CALICO)
    await days.settled()
    assert days.stands("Calico") == []


async def test_in_quiet_hours_nothing_is_told_and_after_them_everything_at_once(days: Days) -> None:
    await days.people.change(ANNE, quiet=QuietHours(11 * 60, 8 * 60), zone="Europe/Berlin")
    tables = [await days.dealt("Anne", "Calico") for _table in range(3)]
    await days.passes(20 * HOUR - 1)
    assert days.said("Anne") == []
    await days.passes(1.1)
    (said,) = days.transport.posted[-1:]
    assert ([*said.told], sorted(said.tables)) == ([ANNE], sorted(table.id for table in tables))
    assert len(days.said("Anne")) == 1


async def test_a_reminder_that_falls_into_quiet_hours_comes_after_them_unless_the_time_is_up(
    days: Days,
) -> None:
    pace = Pace("own", 4 * HOUR)
    await days.people.change(ANNE, quiet=QuietHours(13 * 60, 15 * 60), zone="Europe/Berlin")
    await days.people.change(CALICO, quiet=QuietHours(15 * 60, 17 * 60), zone="Europe/Berlin")
    await days.dealt("Anne", "Calico", pace=pace)
    await days.passes(4 * HOUR - 1)
    assert [why for why, _at in days.said("Anne")] == ["turn", "half", "late"]
    assert days.said("Anne")[1][1] == pytest.approx(3 * HOUR, abs=0.1)
    assert [why for why, _at in days.said("Calico")] == ["turn", "half"]
    await days.passes(2 * HOUR)
    assert "late" not in [why for why, _at in days.said("Calico")]


async def test_closed_direct_messages_fall_back_to_the_channel_for_a_day(days: Days) -> None:
    days.transport.refuses[DIRECT + ANNE] = Refused(50007, 403)
    await days.people.change(ANNE, nudges="direct")
    await days.dealt("Anne", "Calico")
    await days.passes(125)
    assert [said.channel for said in days.stands("Anne")] == [CHANNEL * 10]
    assert len(await days.store.notifications.all()) == 2
    del days.transport.refuses[DIRECT + ANNE]
    await days.passes(44 * HOUR)
    assert [said.channel for said in days.stands("Anne")] == [DIRECT + ANNE]


@pytest.mark.parametrize("code", [40003, 40333, 0])
async def test_direct_messages_that_come_too_fast_or_that_a_proxy_refuses_are_open_all_the_same(
    days: Days, code: int
) -> None:
    days.transport.refuses[DIRECT + ANNE] = Refused(code, 403)
    await days.people.change(ANNE, nudges="direct")
    await days.dealt("Anne", "Calico")
    await days.passes(125)
    assert days.stands("Anne") == []
    assert ANNE not in [row.user for row in await days.store.notifications.all()]
    del days.transport.refuses[DIRECT + ANNE]
    await days.passes(AGAIN_AFTER_FAILURE + 5)
    assert [said.channel for said in days.stands("Anne")] == [DIRECT + ANNE]


async def test_where_the_boards_thread_is_closed_the_channel_is_told(days: Days) -> None:
    days.transport.refuses[CHANNEL * 10] = Refused(50083, 403)
    await days.dealt("Anne", "Calico")
    await days.passes(125)
    assert [said.channel for said in days.stands("Anne")] == [CHANNEL]


async def test_where_nothing_may_be_posted_nobody_is_told_and_it_is_not_tried_again_and_again(
    days: Days,
) -> None:
    for channel in (CHANNEL, CHANNEL * 10):
        days.transport.refuses[channel] = Refused(50013, 403)
    await days.dealt("Anne", "Calico")
    await days.passes(125)
    days.transport.refuses.clear()
    await days.passes(10 * HOUR)
    assert days.transport.posted == []
    assert await days.store.notifications.all() == []


async def test_what_may_have_been_posted_is_not_posted_again_but_taken_away(days: Days) -> None:
    days.transport.lost = True
    table = await days.dealt("Anne", "Calico")
    await days.passes(10 * HOUR)
    assert len(days.said("Anne")) == 1
    await days.choose("Anne", table.id)
    await days.settled()
    assert days.stands("Anne") == []


@pytest.mark.parametrize("is_there", [True, False], ids=["it was posted", "it was not"])
async def test_what_may_have_been_posted_of_two_tables_keeps_no_table_that_has_passed(
    days: Days, is_there: bool
) -> None:
    """What is to be done about a table waits until nobody is told of it any more."""
    days.transport.lost = True
    first = await days.dealt("Anne", "Calico")
    second = await days.dealt("Anne", "Calico")
    await days.passes(125)
    (said,) = days.stands("Anne")
    assert set(said.tables) == {first.id, second.id}
    if not is_there:
        days.transport.standing.clear()
    before = len(days.said("Anne"))
    await days.choose("Anne", first.id)
    await days.settled()
    assert [said.tables for said in days.stands("Anne")] == [[second.id]] * is_there
    rows = [row.tables for row in await days.store.notifications.of(ANNE)]
    assert rows
    assert not any(first.id in about for about in rows)
    await days.choose("Anne", second.id)
    await days.settled()
    assert days.stands("Anne") == []
    assert await days.store.notifications.of(ANNE) == []
    assert len(days.said("Anne")) == before


async def test_a_table_that_is_decided_while_the_budget_is_short_is_not_told_of(days: Days) -> None:
    days.stay = False
    table = await days.dealt("Anne", "Calico")
    await days.passes(90)
    days.transport.free.clear()
    days.clock.advance(1)

    async def somebody_waits() -> bool:
        return bool(days.transport.waiting)

    await days.until(somebody_waits)
    await days.choose("Anne", table.id)
    days.transport.free.set()
    await days.settled()
    assert days.said("Anne") == []
    assert len(days.said("Calico")) == 1


async def test_quiet_hours_that_end_while_the_bot_is_cut_off_are_over_when_it_is_back(days: Days) -> None:
    await days.people.change(ANNE, quiet=QuietHours(12 * 60, 20 * 60), zone="Europe/Berlin")
    await days.dealt("Anne", "Calico")
    await days.passes(HOUR)
    days.tables.timekeeper.disconnected()
    days.clock.advance(9 * HOUR)
    days.tables.timekeeper.reconnected()
    await days.passes(20 * 60)
    assert len(days.said("Anne")) == 1


async def test_in_a_pause_nobody_is_told_and_after_it_they_are(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.passes(100)
    await days.tables.playing.pause(days.press("Anne"), table.id)
    await days.tables.playing.pause(days.press("Calico"), table.id)
    await days.passes(10 * HOUR)
    assert days.transport.posted == []
    await days.tables.change(days.press("Anne"), table.id, play.unpause)
    await days.passes(121)
    assert len(days.said("Anne")) == len(days.said("Calico")) == 1


async def test_with_more_time_the_message_says_until_when_and_no_longer_that_half_of_it_is_gone(
    days: Days,
) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.passes(0.6 * (DAILY.move + DAILY.bank))
    [said] = days.stands("Anne")
    before, posted = said.ends[0], len(days.transport.posted)
    assert before is not None
    assert said.why == ["half"]
    await days.tables.change(days.press("Dampier"), table.id, more_time(10 * DAY, days.clock))
    await days.settled()
    [said] = days.stands("Anne")
    assert (said.why, said.ends) == (["turn"], [before + 10 * DAY])
    assert len(days.transport.posted) == posted
    for _day in range(10):
        await days.passes(DAY)
    assert [said.why for said in days.stands("Anne")] == [["half"]]


async def test_an_old_message_is_edited_as_soon_as_its_channel_bears_it(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.passes(2 * HOUR)
    [before] = days.stands("Anne")[0].ends
    assert before is not None
    days.transport.bears_edits = False
    await days.tables.change(days.press("Dampier"), table.id, more_time(DAY, days.clock))
    await days.settled()
    assert days.stands("Anne")[0].ends == [before]
    days.transport.bears_edits = True
    await days.passes(2 * AGAIN_AFTER_FAILURE)
    assert days.stands("Anne")[0].ends == [before + DAY]


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_pause_takes_the_message_away_and_its_end_brings_it_again(
    tmp_path: Path, restarted: bool
) -> None:
    clock = VirtualClock()
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        table = await days.dealt("Anne", "Calico")
        await days.passes(HOUR)
        [before] = days.stands("Anne")[0].ends
        assert before is not None
        await paused(days, table)
        await days.settled()
        assert not transport.standing
        await days.passes(DAY)
        assert not transport.standing
        if not restarted:
            await resumed(days, table, before)
    if restarted:
        presses = days.presses
        async with running_days(tmp_path, clock, transport) as days:
            days.presses = presses
            await days.settled()
            assert not transport.standing
            await resumed(days, table, before)


async def paused(days: Days, table: Table) -> None:
    """Two people of a table agree to stop its clocks, each in their own hand."""
    await days.tables.playing.pause(days.press("Anne"), table.id)
    await days.tables.playing.pause(days.press("Calico"), table.id)


async def resumed(days: Days, table: Table, before: float) -> None:
    """The pause of a day ends, and whoever is to move is told again, once, with that much more time."""
    await days.tables.change(days.press("Anne"), table.id, play.unpause)
    await days.passes(HOUR)
    for name in ("Anne", "Calico"):
        [again] = days.stands(name)
        [end] = again.ends
        assert (again.tables, again.why) == ([table.id], ["turn"])
        assert end is not None
        assert abs(end - before - DAY) < 1
    assert len(days.transport.posted) == 3, "whoever has ended the pause was there, and is told later"


async def test_a_pause_that_begins_as_the_bot_stops_takes_the_message_away_at_the_next_start(
    tmp_path: Path,
) -> None:
    clock = VirtualClock()
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        table = await days.dealt("Anne", "Calico")
        await days.passes(HOUR)
        transport.keeps = True
        await paused(days, table)
        await days.settled()
        assert len(transport.standing) == 1
    transport.keeps = False
    async with running_days(tmp_path, clock, transport) as days:
        await days.settled()
        assert not transport.standing


async def test_of_two_tables_in_one_message_the_one_that_pauses_goes_and_comes_again(days: Days) -> None:
    await days.people.change(ANNE, nudges="direct")
    table = await days.dealt("Anne", "Calico")
    other = await days.dealt("Anne", "Calico")
    await days.passes(HOUR)
    [both] = days.stands("Anne")
    assert set(both.tables) == {table.id, other.id}
    await paused(days, table)
    await days.settled()
    assert [said.tables for said in days.stands("Anne")] == [[other.id]]
    await days.tables.change(days.press("Anne"), table.id, play.unpause)
    await days.passes(HOUR)
    [both] = days.stands("Anne")
    assert set(both.tables) == {table.id, other.id}


async def test_a_restart_between_the_message_and_the_move_takes_the_message_away_all_the_same(
    tmp_path: Path,
) -> None:
    clock = VirtualClock()
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        table = await days.dealt("Anne", "Calico")
        await days.passes(HOUR)
    async with running_days(tmp_path, clock, transport) as days:
        await days.passes(HOUR)
        assert len(transport.posted) == 1
        await days.choose("Anne", table.id)
        await days.settled()
        assert [user for said in transport.standing.values() for user in said.told] == [CALICO]


async def test_who_plays_alone_with_all_the_time_is_not_told_of_it_after_a_restart_either(
    tmp_path: Path,
) -> None:
    clock = VirtualClock()
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        await days.tables.opening.learn(
            days.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={}
        )
        await days.passes(HOUR)
    async with running_days(tmp_path, clock, transport) as days:
        await days.passes(HOUR)
        assert transport.posted == []


async def test_a_move_while_messages_are_taken_up_takes_its_message_away(tmp_path: Path) -> None:
    clock = VirtualClock()
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        table = await days.dealt("Anne", "Calico")
        await days.passes(HOUR)
    async with running_days(tmp_path, clock, transport, taken_up=False) as days:
        clocks = timings_in_play(await days.store.clocks())
        await days.choose("Anne", table.id)
        assert days.notifications.has_messages_about(table.id)  # as far as anybody knows
        await days.notifications.open(clocks)
        await days.settled()
        assert [user for said in transport.standing.values() for user in said.told] == [CALICO]


async def test_whoever_wants_no_messages_while_they_are_taken_up_keeps_none(tmp_path: Path) -> None:
    clock = VirtualClock()
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        await days.dealt("Anne", "Calico")
        await days.passes(HOUR)
    async with running_days(tmp_path, clock, transport, taken_up=False) as days:
        await days.people.change(ANNE, nudges="none")
        days.notifications.preferences_changed(ANNE)
        await days.notifications.open(timings_in_play(await days.store.clocks()))
        await days.settled()
        assert [user for said in transport.standing.values() for user in said.told] == [CALICO]


async def test_what_could_not_be_taken_up_whole_is_tried_again_and_counts_once(tmp_path: Path) -> None:
    clock = VirtualClock()
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        await days.people.change(CALICO, nudges="none")
        table = await days.dealt("Anne", "Calico")
        await days.passes(HOUR)
    async with running_days(tmp_path, clock, transport, taken_up=False) as days:
        clocks = timings_in_play(await days.store.clocks())

        readable = False

        async def read(id: str) -> Table:
            if not readable:
                raise StorageError("the disk cannot be read")
            return await days.tables.table(id)

        notifications = Notifications(
            days.store.notifications, days.people, days.recent_activity, clock, read, transport
        )
        days.notifications = cast(Notifier, days.notebook).notifications = notifications
        with pytest.raises(StorageError):
            await notifications.open(clocks)
        readable = True
        await notifications.open(clocks)
        await days.passes(HOUR)
        assert [user for said in transport.standing.values() for user in said.told] == [ANNE]
        await days.choose("Anne", table.id)
        await days.settled()
        assert not transport.standing
        assert len(transport.posted) == 1


async def test_a_crash_between_the_move_and_its_consequences_leaves_no_message_behind(tmp_path: Path) -> None:
    clock = VirtualClock()
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        table = await days.dealt("Anne", "Calico")
        await days.passes(HOUR)
        await days.notifications.close()
        days.notifications.changed = lambda table: None  # type: ignore[method-assign]
        await days.choose("Anne", table.id)
        assert len(transport.standing) == 1
    async with running_days(tmp_path, clock, transport) as days:
        await days.settled()
        assert [user for said in transport.standing.values() for user in said.told] == [CALICO]


async def test_what_was_owed_before_a_restart_is_told_after_it_once(tmp_path: Path) -> None:
    clock = VirtualClock(datetime(2027, 6, 10, 12, tzinfo=BERLIN).timestamp())
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        await days.people.change(ANNE, quiet=QuietHours(11 * 60, 14 * 60), zone="Europe/Berlin")
        await days.dealt("Anne", "Calico")
        await days.passes(HOUR)
        assert days.said("Anne") == []
    async with running_days(tmp_path, clock, transport) as days:
        await days.passes(2 * HOUR)
        assert len(days.said("Anne")) == len(days.said("Calico")) == 1


async def test_a_restart_does_not_even_look_at_tables_whose_people_have_been_told(tmp_path: Path) -> None:
    clock = VirtualClock()
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        for _table in range(3):
            await days.dealt("Anne", "Calico")
        await days.passes(HOUR)
        told = len(transport.posted)
    async with running_days(tmp_path, clock, transport) as days:
        await days.settled()
        assert not days.tables.repository.cached
        await days.passes(HOUR)
        assert len(transport.posted) == told


async def test_a_crash_between_a_reminder_and_taking_the_earlier_one_away_leaves_the_newest(
    tmp_path: Path,
) -> None:
    clock = VirtualClock()
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        await days.dealt("Anne", "Calico")
        await days.passes(HOUR)
        transport.keeps = True
        await days.passes(DAY - HOUR + 30)
        assert len(days.stands("Anne")) == 2
    transport.keeps = False
    async with running_days(tmp_path, clock, transport) as days:
        await days.settled()
    assert [said.why for said in days.stands("Anne")] == [["half"]]


async def test_a_message_that_a_crash_cut_off_is_not_posted_again(tmp_path: Path) -> None:
    clock = VirtualClock()
    transport = Recorder(clock)
    async with running_days(tmp_path, clock, transport) as days:
        table = await days.dealt("Anne", "Calico")
        await days.passes(119)
        transport.hangs = True
        clock.advance(1)
        await days.until(lambda: _about_to_post(days))
    transport.hangs = False
    async with running_days(tmp_path, clock, transport) as days:
        await days.passes(10 * HOUR)
        assert transport.posted == []
        await days.choose("Anne", table.id)
        await days.settled()
        assert [row.user for row in await days.store.notifications.all()] == [CALICO]


async def _about_to_post(days: Days) -> bool:
    return [row.message for row in await days.store.notifications.all()] == [-1, -1]


async def test_a_message_is_taken_away_when_presses_have_been_answered(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.passes(HOUR)
    days.transport.calm.clear()
    await days.choose("Anne", table.id)
    for _turn in range(100):
        await asyncio.sleep(0)
    assert len(days.stands("Anne")) == 1
    days.transport.calm.set()
    await days.settled()
    assert days.stands("Anne") == []


async def test_the_same_outbox_entry_again_tells_nobody_twice(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.passes(125)
    posted = len(days.transport.posted)
    for attempt in range(2):
        payload = b'{"seat":0,"decision":"%s","why":"turn"}' % (table.game.decision(table.state, 0).encode())
        await days.notifications.run(
            await days.tables.table(table.id), OutboxRow(1, table.id, "nudge", payload, attempt)
        )
    await days.passes(HOUR)
    assert len(days.transport.posted) == posted


async def test_what_comes_while_tables_are_read_is_told_as_well(days: Days) -> None:
    days.stay = False
    first, second = await days.dealt("Anne", "Calico"), await days.dealt("Anne", "Calico")
    is_reading, may_go_on = asyncio.Event(), asyncio.Event()

    async def slowly(id: str) -> Table:
        is_reading.set()
        await may_go_on.wait()
        return await days.tables.table(id)

    notifications = Notifications(
        days.store.notifications, days.people, days.recent_activity, days.clock, slowly, days.transport
    )
    await notifications.open({})
    for table in (first, second):
        seat = table.seat_of(ANNE)
        assert seat is not None
        payload = b'{"seat":%d,"decision":"b1","why":"turn"}' % seat
        await notifications.run(table, OutboxRow(1, table.id, "nudge", payload, 0))
        await is_reading.wait()
    may_go_on.set()
    for _second in range(2):
        await until(lambda: notifications.is_idle)
        days.clock.advance(1)
    await until(lambda: notifications.is_idle)
    await notifications.close()
    assert sorted(*(said.tables for said in days.stands("Anne"))) == sorted([first.id, second.id])


@pytest.mark.parametrize("seed", sampled(range(4), 0))
@pytest.mark.long
async def test_in_a_random_week_nobody_is_told_in_vain_too_early_in_quiet_hours_or_twice(
    tmp_path: Path, seed: int
) -> None:
    random = Random(seed)
    clock = VirtualClock(datetime(2027, 3, 25, 12, tzinfo=BERLIN).timestamp())  # clocks are changed in it
    transport = Recorder(clock)
    told: set[tuple[int, TurnReminder]] = set()
    quiet = {ANNE: QuietHours(22 * 60, 8 * 60), CALICO: QuietHours(23 * 60, 9 * 60)}
    names = ("Anne", "Bartholomew", "Calico", "Dampier")
    pressed: dict[int, float] = {}

    def check(said: Said) -> None:
        for user, turns in said.told.items():
            new = {(user, turn) for turn in turns} - told
            assert new, "a message that tells nothing new"
            told.update(new)
            assert clock.awake() - pressed[user] >= 120
            if user in quiet:
                assert quiet_until(quiet[user], BERLIN, clock.now()) is None

    transport.check = check

    def press(name: str) -> None:
        pressed[PEOPLE[name]] = clock.awake()

    tables = list[str]()
    restarts = 3
    for part in range(restarts + 1):
        async with running_days(tmp_path, clock, transport) as days:
            for name in names:
                press(name)  # as far as the bot knows: it has just started
            for user, hours in quiet.items():
                await days.people.change(user, quiet=hours, zone="Europe/Berlin")
            await days.people.change(PEOPLE["Dampier"], nudges="direct")
            for pace in (BLITZ, DAILY, NONE) if part == 0 else ():
                for guild in (1, 7):
                    host, *others = random.sample(names, random.randint(2, 4))
                    for name in (host, *others):
                        press(name)
                    dealt = await days.dealt(host, *others, pace=pace, guild=guild, channel=guild * 2)
                    tables.append(dealt.id)
            days.recent_activity.begin()
            for _step in range(60):
                await days.passes(random.choice((1.0, 30.0, 119.0, 121.0, 1800.0, 3 * HOUR)))
                table = await days.tables.table(random.choice(tables))
                name = days.next_person(table)
                if name is not None and random.random() < 0.6:
                    press(name)
                    await days.choose(name, table.id)
                await days.settled()
                for said in transport.standing.values():
                    for who, turn in ((each, turn) for each, turns in said.told.items() for turn in turns):
                        table = await days.tables.table(turn.table)
                        assert table.timing.seats[turn.seat].decision == turn.decision
                        assert table.seats[turn.seat].user == who
    assert len(transport.posted) > 20


async def test_messages_are_kept_until_they_are_gone(tmp_path: Path) -> None:
    store = await open_store(await made(tmp_path / "db"))
    row = NotificationRow(ANNE, 5, -1, "[]", 10.0)
    await store.notifications.sent(row)
    await store.notifications.sent(NotificationRow(ANNE, 5, 77, "[1]", 10.0), instead_of=-1)
    await store.notifications.sent(NotificationRow(CALICO, 5, -1, "[]", 9.0))
    assert [row.message for row in await store.notifications.all()] == [-1, 77]
    await store.notifications.gone(ANNE, 77)
    assert [row.user for row in await store.notifications.all()] == [CALICO]
    await store.close()
