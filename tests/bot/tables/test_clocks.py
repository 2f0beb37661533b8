"""Days of play at a table service on a virtual clock: deadlines, robots that help out, restarts, outages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest

from bot.pace import BLITZ, DAILY, NONE, RELAXED, Pace
from bot.refusal import Refusal
from bot.runtime.clock import SystemClock
from bot.runtime.deadline_queue import DeadlineQueue
from bot.tables import clocks, lobby, options, play
from bot.tables.automatic_moves import RobotRunner
from bot.tables.clocks import ReminderDue
from bot.tables.model import Table
from bot.tables.service import TableService
from games.contract import EVEN, Action, Manner, Observation
from games.text import english
from storage import open_store
from storage.models import OutboxRow
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE, InPlace, Notebook, Tavern
from tests.support.clock import VirtualClock, in_virtual_time, passes
from tests.support.database import made
from tests.support.idle import has_come_to_rest, let_all_run, moments, until

DAY = 86400.0


@dataclass
class Remembering(Notebook):
    """Writes down also whom it was asked to nudge."""

    nudges: list[ReminderDue] = field(default_factory=list)
    nudged: list[tuple[str, int]] = field(default_factory=list)
    """At which table which seat."""

    async def run(self, table: Table, entry: OutboxRow) -> None:
        """As ever; and what a nudge is about."""
        await super().run(table, entry)
        if entry.kind == "nudge":
            self.nudges.append(msgspec.json.decode(entry.payload, type=ReminderDue))
            self.nudged.append((table.id, self.nudges[-1].seat))


class Pondering(InPlace):
    """Robots that are still thinking when the service stops."""

    async def think(
        self, slug: str, robot: str, observation: Observation, live: bool = True, manner: Manner = EVEN
    ) -> Action:
        """Never come to an end."""
        await asyncio.Event().wait()
        raise AssertionError


@dataclass
class Days(Tavern):
    """A tavern whose time a test moves."""

    clock: VirtualClock
    notebook: Remembering

    def __init__(
        self, tables: TableService, store: object, notebook: Remembering, clock: VirtualClock
    ) -> None:
        super().__init__(tables, store, notebook)  # type: ignore[arg-type]
        self.clock = clock

    async def dealt(self, *names: str, pace: Pace = DAILY, robots: int = 0) -> Table:
        """A table of this pace at which these people have begun to play."""
        host, *others = names
        table = await self.lobby(host, *others)
        await self.tables.change(self.press(host), table.id, options.set_pace, pace)
        for _robot in range(robots):
            await self.tables.change(self.press(host), table.id, lobby.add_robot)
        return (await self.tables.playing.start(self.press(host), table.id)).table

    async def until(self, there: Callable[[], Awaitable[bool]]) -> None:
        """Wait until it is so."""
        await until(there)

    async def settled(self) -> None:
        """Wait until nothing more follows: no alarm is due, and no table waits for a robot or the outbox."""
        await until(lambda: has_come_to_rest(self.tables, self.store, self.clock))

    async def passes(self, seconds: float) -> None:
        """So much time passes, alarm by alarm, as it does in life."""
        end = self.clock.awake() + seconds
        await self.settled()
        while self.clock.awake() < end:
            due = [moment for moment in moments(self.tables.deadlines) if moment <= end]
            self.clock.advance(min(due, default=end) - self.clock.awake())
            await self.settled()

    async def now(self, table: Table) -> Table:
        """The table as it is."""
        return await self.tables.table(table.id)


@asynccontextmanager
async def open_house(
    folder: Path,
    clock: VirtualClock,
    robot_pool: InPlace | None = None,
    service: type[TableService] = TableService,
) -> AsyncIterator[Days]:
    """A table service over the database in this folder."""
    store = await open_store(await made(folder / "tortuga.sqlite3"))
    notebook = Remembering()
    tables = service(store, notebook, robot_pool=robot_pool or InPlace(), clock=clock)
    try:
        await tables.open()
        yield Days(tables, store, notebook, clock)
    finally:
        await tables.close()
        await store.close()


@pytest.fixture
async def days(tmp_path: Path) -> AsyncIterator[Days]:
    """An open table service."""
    async with open_house(tmp_path, VirtualClock()) as there:
        yield there


def told(table: Table) -> list[str]:
    """What happened at the table, by kind."""
    return [each.kind for each in table.record.happenings]


async def test_new_tables_are_daily_and_quick_ones_without_a_limit(days: Days) -> None:
    assert (await days.lobby("Anne")).record.pace == DAILY
    done = await days.tables.opening.play(
        days.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={}
    )
    assert done.table.record.pace == NONE


async def test_a_rematch_keeps_the_pace(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=RELAXED)
    await days.play_on(table.id)
    done = await days.tables.opening.rematch(days.press("Anne"), table.id)
    assert done.table.record.pace == RELAXED


async def test_who_is_in_turn_is_nudged_once_for_each_reminder(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.passes(89)
    assert days.notebook.nudges == []
    await days.passes(1)
    assert sorted(nudge.seat for nudge in days.notebook.nudges) == [0, 1]
    await days.passes(2 * DAY - 91)
    assert [nudge.why for nudge in days.notebook.nudges] == ["turn"] * 2 + ["half"] * 2 + ["late"] * 2
    assert (await days.now(table)).actions == 0


async def test_who_plays_alone_with_robots_and_without_a_limit_is_not_nudged(days: Days) -> None:
    await days.dealt("Anne", pace=NONE, robots=2)
    await days.passes(DAY)
    assert days.notebook.nudges == []
    await days.dealt("Calico", pace=BLITZ, robots=2)
    await days.passes(400)
    assert days.notebook.nudges != []


async def test_after_the_deadline_a_robot_makes_the_one_move_and_everybody_reads_it(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.choose("Anne", table.id)
    await days.passes(2 * DAY - 1)
    assert (await days.now(table)).actions == 1
    await days.passes(1)
    table = await days.now(table)
    assert table.actions == 2
    log = await days.store.log(table.id)
    assert [row.user for row in log] == [PEOPLE["Anne"], None]
    lines = [english(line, {0: "A", 1: "B"}) for line in await days.tables.logs.narrate(table, None)]
    late = table.seat_of(PEOPLE["Calico"])
    played = f"⏱️ Time's up: a robot played for {'AB'[late or 0]}."
    assert played in lines
    bids = next(at for at, line in enumerate(lines) if "The bids:" in line)
    assert lines.index(played) < bids, "why it came is told before what it was"


async def test_a_robot_stands_in_until_the_hand_is_opened(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=BLITZ)
    while "stand_in" not in told(await days.now(table)):
        if (await days.now(table)).waiting_for(PEOPLE["Anne"]):
            await days.choose("Anne", table.id)
        else:
            await days.passes(420)
    table = await days.now(table)
    seat = table.seat_of(PEOPLE["Calico"])
    assert seat is not None
    assert clocks.clock_of(table, seat).stand_in
    for _move in range(6):  # the game goes on without any waiting
        await days.settled()
        if (await days.now(table)).waiting_for(PEOPLE["Anne"]):
            await days.choose("Anne", table.id)
    await days.settled()
    back = await days.tables.seating.came_back(PEOPLE["Calico"], table.id)
    assert told(back)[-1] == "back"
    assert not clocks.clock_of(back, seat).stand_in
    assert (await days.tables.seating.came_back(PEOPLE["Calico"], table.id)).revision == back.revision


async def test_a_stand_in_gets_up_when_its_owner_moves(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=BLITZ)
    await days.passes(3000)  # nobody is here any more: the game waits
    table = await days.now(table)
    assert table.timing.deserted is not None
    actions = table.actions
    await days.passes(DAY)
    assert (await days.now(table)).actions == actions
    name = days.next_person(table)
    assert name is not None
    await days.choose(name, table.id)
    await days.settled()
    table = await days.now(table)
    assert told(table)[-1] == "back"
    assert table.timing.deserted is None


async def test_a_table_that_nobody_comes_back_to_stops_after_a_week(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=BLITZ)
    await days.passes(3000)
    await days.passes(7 * DAY)
    table = await days.now(table)
    assert (table.phase, table.record.closed_by) == ("closed", "deserted")
    assert days.notebook.ran.count("closed") == 1


async def test_a_lobby_that_nobody_touches_closes_after_a_day(days: Days) -> None:
    table = await days.lobby("Anne")
    await days.passes(DAY - 1)
    await days.tables.change(days.press("Calico"), table.id, lobby.join)
    await days.passes(DAY - 1)
    assert (await days.now(table)).phase == "lobby"
    await days.passes(1)
    assert (await days.now(table)).record.closed_by == "untouched"
    assert days.notebook.ran.count("closed") == 1


async def test_a_pause_is_agreed_by_all_and_ended_by_anybody(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=BLITZ)
    await days.tables.playing.pause(days.press("Anne"), table.id)
    await days.tables.playing.pause(days.press("Anne"), table.id)
    assert (await days.now(table)).timing.paused is None
    done = await days.tables.playing.pause(days.press("Calico"), table.id)
    assert done.table.timing.paused is not None
    await days.passes(DAY)
    assert days.notebook.nudges == []
    await days.tables.change(days.press("Anne"), table.id, play.unpause)
    await days.passes(419)
    assert (await days.now(table)).actions == 0
    with pytest.raises(Refusal) as refusal:
        await days.tables.change(days.press("Anne"), table.id, play.unpause)
    assert refusal.value.reason == "stale"


async def test_a_pause_is_for_those_who_play_against_a_clock(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=NONE)
    with pytest.raises(Refusal) as refusal:
        await days.tables.playing.pause(days.press("Anne"), table.id)
    assert refusal.value.reason == "input"
    with pytest.raises(Refusal) as refusal:
        await days.tables.playing.pause(days.press("Dampier"), table.id)
    assert refusal.value.reason == "foreign"


async def test_a_game_goes_on_over_days_at_the_servers_pace_and_nobody_on_vacation_is_waited_for(
    days: Days,
) -> None:
    table = await days.dealt("Anne", "Calico", "Dampier", pace=BLITZ)
    await days.tables.vacation_tracker.begin(PEOPLE["Dampier"], days=3)
    await days.tables.playing.ask_for_pace(days.press("Anne"), table.id, "days")
    done = await days.tables.playing.ask_for_pace(days.press("Calico"), table.id, "days")
    assert done.table.record.pace == BLITZ
    with pytest.raises(Refusal) as refusal:
        await days.tables.playing.pause(days.press("Dampier"), table.id)
    assert refusal.value.reason == "early"
    await days.passes(clocks.AGREED_AFTER)
    table = await days.now(table)
    assert table.record.pace == DAILY
    assert [clock.away for clock in table.timing.seats] == [
        seat.user == PEOPLE["Dampier"] for seat in table.seats
    ]
    with pytest.raises(Refusal) as refusal:
        await days.tables.playing.ask_for_pace(days.press("Anne"), table.id, "days")
    assert refusal.value.reason == "stale"


async def test_an_agreement_that_was_asked_for_survives_a_restart(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as days:
        table = await days.dealt("Anne", "Calico", "Dampier", pace=BLITZ)
        for name in ("Anne", "Calico"):
            await days.tables.playing.ask_for_pace(days.press(name), table.id, "days")
    async with open_house(tmp_path, clock) as days:
        await days.passes(clocks.AGREED_AFTER)
        assert (await days.now(table)).record.pace == DAILY


async def test_a_vacation_stops_the_clocks_at_all_tables_however_often_it_is_said(days: Days) -> None:
    tables = [await days.dealt("Anne", "Calico") for _table in range(2)]
    until = days.clock.now() + 30 * DAY
    for _again in range(2):
        await days.tables.seating.set_away(PEOPLE["Anne"], until)
    revisions = [(await days.now(table)).revision for table in tables]
    await days.tables.seating.set_away(PEOPLE["Anne"], until)
    assert [(await days.now(table)).revision for table in tables] == revisions
    await days.passes(3 * DAY)
    for table in tables:
        table = await days.now(table)
        assert table.waiting_for(PEOPLE["Anne"])
        seat = table.seat_of(PEOPLE["Anne"]) or 0
        assert (table.id, seat) not in days.notebook.nudged
        assert clocks.time_left(table, seat, days.clock.awake()) == 2 * DAY
    await days.tables.seating.set_away(PEOPLE["Anne"], None)
    await days.passes(2 * DAY)
    for table in tables:
        assert (await days.now(table)).actions >= 2


async def test_an_alarm_that_rings_too_soon_changes_nothing_and_rings_again(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    days.tables.deadlines.set(table.id, 50.0)
    days.clock.advance(50)
    await let_all_run(days.store)
    assert (await days.now(table)).revision == table.revision
    days.clock.advance(40)
    await days.until(lambda: _nudged(days))


async def _nudged(days: Days) -> bool:
    return len(days.notebook.nudges) == 2


async def test_robots_that_have_just_finished_are_called_again(days: Days) -> None:
    table = await days.dealt("Anne", robots=1)
    await days.settled()
    idle, moves = await days.now(table), list[int]()
    robot = next(at for at, seat in enumerate(idle.seats) if seat.robot)
    looked = iter([idle, table, idle])

    async def load(_table: str) -> Table:
        return next(looked)

    async def move(_table: str, seat: int, _decision: str, _action: Action) -> None:
        moves.append(seat)

    robots = RobotRunner(load, move, InPlace())
    robots.start_if_due(table)
    # After the robots found nothing to do, and before anybody has noticed that they ended.
    asyncio.get_running_loop().call_soon(robots.start_if_due, table)
    await _idle()
    assert moves == [robot]
    await robots.close()


# restarts


async def test_a_bot_killed_between_the_deadline_and_the_robots_move_makes_it_once_afterwards(
    tmp_path: Path,
) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock, Pondering()) as days:
        table = await days.dealt("Anne", "Calico")
        await days.choose("Anne", table.id)
        clock.advance(2 * DAY)
        seat = table.seat_of(PEOPLE["Calico"]) or 0

        async def overdue() -> bool:
            return clocks.clock_of(await days.now(table), seat).overdue

        await days.until(overdue)
        assert (await days.now(table)).actions == 1
    async with open_house(tmp_path, clock) as days:
        await days.settled()
        table = await days.now(table)
        assert told(table) == ["late"]
        assert [row.user for row in await days.store.log(table.id)] == [PEOPLE["Anne"], None]


async def test_a_bot_killed_just_before_the_alarm_was_stored_rings_once_afterwards(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as days:
        table = await days.dealt("Anne", "Calico")
        await days.tables.deadlines.close()
        clock.advance(90)
    async with open_house(tmp_path, clock) as days:
        await days.settled()
        assert sorted(nudge.seat for nudge in days.notebook.nudges) == [0, 1]
        await days.passes(60)
        assert len(days.notebook.nudges) == 2
        assert (await days.now(table)).actions == 0


async def test_an_outage_moves_every_deadline_by_its_length_and_boards_are_drawn_anew(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as days:
        table = await days.dealt("Anne", "Calico")
        await days.passes(DAY)
        promised = clock.unix(clocks.deadline(await days.now(table), 0) or 0)
    clock.away(30 * DAY)
    async with open_house(tmp_path, clock) as days:
        await days.until(lambda: _drawn(days, table))
        deadline = clocks.deadline(await days.now(table), 0)
        assert deadline is not None
        assert clock.unix(deadline) == promised + 30 * DAY
        await days.passes(DAY - 1)
        assert (await days.now(table)).actions == 0
        await days.passes(1)
        assert (await days.now(table)).actions == 2


async def _drawn(days: Days, table: Table) -> bool:
    return any(shown == table.id for shown, _revision in days.notebook.shown)


async def test_after_a_short_restart_nothing_is_drawn_that_has_not_changed(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as days:
        await days.dealt("Anne", "Calico")
    clock.away(20)
    async with open_house(tmp_path, clock) as days:
        await days.settled()
        assert days.notebook.shown == []


async def test_while_discord_is_out_of_reach_nobodys_time_runs(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=BLITZ)
    await days.passes(100)
    days.tables.timekeeper.disconnected()
    days.tables.timekeeper.disconnected()
    days.clock.advance(DAY)
    days.notebook.shown.clear()
    days.tables.timekeeper.reconnected()
    await days.until(lambda: _drawn(days, table))
    await days.passes(319)
    assert (await days.now(table)).actions == 0
    await days.passes(1)
    assert (await days.now(table)).actions == 2


async def test_a_calendar_that_is_set_changes_no_deadline(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=BLITZ)
    days.clock.away(-10 * DAY)
    await days.passes(419)
    days.clock.away(20 * DAY)
    await days.settled()
    assert (await days.now(table)).actions == 0
    await days.passes(1)
    assert (await days.now(table)).actions == 2


async def test_a_move_leaves_the_tables_record_alone(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    before = await days.store.table(table.id)
    await days.choose("Anne", table.id)
    row = await days.store.table(table.id)
    assert before is not None
    assert row is not None
    assert row.record == before.record
    assert row.timing is not None
    assert row.timing != before.timing
    assert len(row.timing) < 400


# alarms by themselves


async def test_alarms_ring_in_order_and_one_that_was_moved_rings_at_its_new_moment_only() -> None:
    clock, rung = VirtualClock(), list[str]()

    async def ring(table: str) -> None:
        rung.append(table)

    alarms = DeadlineQueue(clock, ring)
    alarms.open([("late", 50.0), ("early", 10.0), ("never", 20.0)])
    alarms.set("never", None)
    alarms.set("early", 30.0)
    for moment, expected in ((29.0, []), (30.0, ["early"]), (49.0, ["early"]), (60.0, ["early", "late"])):
        await _idle()
        clock.advance(moment - clock.awake())
        await _idle()
        assert rung == expected
    alarms.set("sooner", 61.0)
    await _idle()
    clock.advance(1.0)
    await _idle()
    assert rung[-1] == "sooner"
    await alarms.close()


async def test_an_alarm_that_fails_is_tried_again(capsys: pytest.CaptureFixture[str]) -> None:
    clock, attempts = VirtualClock(), list[float]()

    async def ring(table: str) -> None:
        attempts.append(clock.awake())
        if len(attempts) == 1:
            raise OSError("the disk is full")

    alarms = DeadlineQueue(clock, ring)
    alarms.open([("a", 1.0)])
    for _step in range(3):
        await _idle()
        clock.advance(3.0)
    await _idle()
    assert attempts == [3.0, 9.0]
    assert "a deadline could not be handled" in capsys.readouterr().out
    await alarms.close()


async def _idle() -> None:
    """Let everybody who can go on do so."""
    for _turn in range(20):
        await asyncio.sleep(0)


# the machine's clock


@in_virtual_time
async def test_a_fast_clock_sleeps_shorter_and_tells_when_that_will_really_be() -> None:
    clock = SystemClock(3600)
    clock.resume(1_000_000.0)
    began = asyncio.get_running_loop().time()
    moment = clock.awake() + 360
    said = clock.unix(moment) - clock.unix(clock.awake())
    await clock.sleep_until(moment)
    assert clock.awake() >= moment
    assert asyncio.get_running_loop().time() - began == pytest.approx(0.1, abs=1e-4)
    assert said == pytest.approx(0.1, abs=1e-4)


@in_virtual_time
async def test_a_clock_that_was_stopped_has_not_moved() -> None:
    clock = SystemClock(1000)
    clock.stop()
    at = clock.awake()
    sleeper = asyncio.create_task(clock.sleep_until(at + 1))
    await passes(0.02)
    assert clock.awake() == at
    assert not sleeper.done()
    assert clock.go_on() == pytest.approx(20, abs=0.01)
    await sleeper
    assert clock.awake() == pytest.approx(at + 1, abs=0.01)
    assert clock.go_on() == 0


@in_virtual_time
async def test_a_moment_is_told_later_by_however_short_a_time_the_clock_stood_still() -> None:
    clock = SystemClock()
    moment = clock.awake() + 60
    told = clock.unix(moment)
    clock.stop()
    await passes(3)
    clock.go_on()
    assert clock.unix(moment) - told == pytest.approx(3, abs=0.01)


@in_virtual_time
async def test_the_time_for_which_a_clock_stood_still_is_not_made_up_for() -> None:
    clock = SystemClock()
    clock.stop()
    at = clock.awake()
    await passes(0.1)
    assert clock.go_on() == pytest.approx(0.1, abs=1e-4)
    assert clock.awake() == pytest.approx(at, abs=1e-4)


async def test_the_same_moment_is_told_in_the_same_words_each_time() -> None:
    clock = SystemClock()
    assert len({clock.unix(1000.0) for _time in range(1000)}) == 1
