"""Whatever fails in the background is tried again: no table waits for what nobody sees to."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from msgspec.structs import replace as replace_struct

from bot.refusal import Refusal
from bot.runtime.clock import SystemClock
from bot.tables import automatic_moves as robots_module
from bot.tables.automatic_moves import PLANNED_MOVE_RETRY_DELAY, PlannedMoveRunner, RobotRunner
from bot.tables.clocks import DAY, LOBBY_LASTS
from bot.tables.model import Plan, PlannedMove, Table
from games.contract import EVEN, Action, Manner, Observation
from games.text import _
from games.thinking.levels import BOLD
from storage.errors import Conflict, StorageError
from tests.bot.tables.conftest import PEOPLE, InPlace
from tests.bot.tables.test_clocks import Days, open_house
from tests.bot.tables.test_plans import A_MOMENT, Planners, first_choices, in_turn, offer
from tests.bot.tables.test_plans import open_house as planners_house
from tests.storage.make_database import DATABASES
from tests.support.clock import VirtualClock, in_virtual_time, passes

GONE = Refusal("gone", _("I don't know that table. /table list shows them all."))


@pytest.fixture
async def days(tmp_path: Path) -> AsyncIterator[Days]:
    """An open table service."""
    async with open_house(tmp_path, VirtualClock()) as there:
        yield there


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long before they try again."""
    monkeypatch.setattr(robots_module, "FIRST_RETRY_DELAY", 0.001)


async def waits_for_a_robot(days: Days) -> tuple[Table, Table, int]:
    """A table that waits for a robot, as it was then and as it is afterwards, and that robot's seat."""
    table = await days.dealt("Anne", robots=1)
    await days.settled()
    seat = next(at for at, sitter in enumerate(table.seats) if sitter.robot)
    return table, await days.now(table), seat


@pytest.mark.parametrize("trouble", [StorageError("disk full"), Conflict("old"), ValueError("what is that?")])
@pytest.mark.parametrize("where", ["read", "stored"])
async def test_robots_play_on_when_their_table_could_be_read_or_stored_again(
    days: Days, where: str, trouble: Exception
) -> None:
    waiting, afterwards, robot = await waits_for_a_robot(days)
    moved, failures = list[int](), [trouble, trouble]

    async def load(_table: str) -> Table:
        if where == "read" and failures:
            raise failures.pop()
        return afterwards if moved else waiting

    async def move(_table: str, seat: int, _decision: str, _action: Action) -> None:
        if where == "stored" and failures:
            raise failures.pop()
        moved.append(seat)

    robots = RobotRunner(load, move, InPlace())
    robots.start_if_due(waiting)
    await days.until(lambda: _is(lambda: bool(moved)))
    assert moved == [robot]
    await robots.close()


async def test_robots_leave_a_table_that_is_no_more(days: Days) -> None:
    waiting, _afterwards, _robot = await waits_for_a_robot(days)

    async def load(_table: str) -> Table:
        raise GONE

    async def move(_table: str, _seat: int, _decision: str, _action: Action) -> None:
        raise AssertionError

    robots = RobotRunner(load, move, InPlace())
    robots.start_if_due(waiting)
    await days.until(lambda: _is(lambda: not robots.tasks))


class Cheating(InPlace):
    """Robots that have not read the rules."""

    async def think(
        self, slug: str, robot: str, observation: Observation, live: bool = True, manner: Manner = EVEN
    ) -> Action:
        """Something that no rule book knows."""
        return "bribe the dealer"


async def test_a_robot_that_would_break_the_rules_holds_nobody_up(tmp_path: Path) -> None:
    async with open_house(tmp_path, VirtualClock(), Cheating()) as days:
        table = await days.dealt("Anne", robots=1)
        await days.settled()
        assert (await days.now(table)).actions == 1


class Noting(InPlace):
    """Remembers with which manner it was asked."""

    def __init__(self) -> None:
        self.manners = list[Manner]()

    async def think(
        self, slug: str, robot: str, observation: Observation, live: bool = True, manner: Manner = EVEN
    ) -> Action:
        """What anybody would do."""
        self.manners.append(manner)
        return await super().think(slug, robot, observation, live, manner)


@pytest.mark.parametrize(("name", "manner"), [("Tin Rufus", BOLD), ("Rusty Nell", EVEN), ("Anne", EVEN)])
async def test_a_robot_plays_in_the_manner_of_its_name(days: Days, name: str, manner: Manner) -> None:
    waiting, afterwards, robot = await waits_for_a_robot(days)
    seats = list(waiting.seats)
    seats[robot] = replace_struct(seats[robot], name=name)
    named, moved, engine = waiting.with_record(seats=tuple(seats)), list[int](), Noting()

    async def load(_table: str) -> Table:
        return afterwards if moved else named

    async def move(_table: str, seat: int, _decision: str, _action: Action) -> None:
        moved.append(seat)

    robots = RobotRunner(load, move, engine)
    robots.start_if_due(named)
    await days.until(lambda: _is(lambda: bool(moved)))
    assert engine.manners == [manner]
    await robots.close()


async def test_an_order_is_carried_out_when_its_table_can_be_read_again(tmp_path: Path) -> None:
    async with planners_house(tmp_path, VirtualClock()) as harness:
        table = await harness.round(1, "Anne", "Calico")
        name = in_turn(table)
        seat = table.seat_of(PEOPLE[name])
        assert seat is not None
        clock, failures, attended = VirtualClock(), [StorageError("disk full")], list[int]()
        planned = with_a_plan(table, seat)

        async def load(_table: str) -> Table:
            if failures:
                raise failures.pop()
            return table if attended else planned

        async def attend(_table: str, seat: int, _decision: str) -> None:
            attended.append(seat)

        valet = PlannedMoveRunner(load, attend, clock)
        valet.start_if_due(planned)
        for _attempt in range(3):
            await harness.idle()
            clock.advance(PLANNED_MOVE_RETRY_DELAY)
        await harness.idle()
        assert attended == [seat]
        await valet.close()


def with_a_plan(table: Table, seat: int) -> Table:
    """The table, at which this seat has planned its first card."""
    action = table.game.legal_actions(table.state, seat)[0]
    label = next(
        choice.label for choice in first_choices(table, in_turn(table)) if choice.why_not is None
    )  # of a card that is played in two steps, the label of the first
    return replace(table, plans={seat: Plan(move=PlannedMove(action, label, table.actions))})


async def test_an_order_waits_while_the_bot_is_not_in_the_tables_server(tmp_path: Path) -> None:
    async with planners_house(tmp_path, VirtualClock()) as harness:
        table = await harness.round(1, "Anne", "Calico")
        name = in_turn(table)
        other = next(each for each in ("Anne", "Calico") if each != name)
        planned = await harness.plans(other, table, (await _legal_later(harness, table, other)))
        await harness.choose(name, table.id)
        await harness.idle()
        await harness.tables.places.set_server_gone(planned.guild, True)
        before = (await harness.now(table)).actions
        for _time in range(3):
            harness.clock.advance(A_MOMENT)
            await harness.idle()
        assert (await harness.now(table)).actions == before
        await harness.tables.places.set_server_gone(planned.guild, False)
        await harness.a_moment()
        assert (await harness.now(table)).actions == before + 1


async def _legal_later(harness: Planners, table: Table, name: str) -> Action:
    action = offer(await harness.now(table), name).choices[0].action
    assert action is not None
    return action


async def _is(there: Callable[[], bool]) -> bool:
    return there()


# tables of a time before there were clocks


async def test_tables_of_a_version_without_clocks_have_some_from_the_first_start_on(tmp_path: Path) -> None:
    shutil.copy(DATABASES / "0001.sqlite3", tmp_path / "tortuga.sqlite3")
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as days:
        [lobby] = await days.store.tables(phases=("lobby",))
        [game] = await days.store.tables(phases=("playing",))
        assert {table for table, _due in await days.store.due()} == {lobby.id, game.id}
        assert (await days.tables.table(game.id)).timing.seats
        await days.until(lambda: _no_outbox(days))
        clock.advance(LOBBY_LASTS)
        await days.until(lambda: _closed(days, lobby.id))
        clock.advance(30 * DAY)
        await days.until(lambda: _closed(days, game.id))
    async with open_house(tmp_path, clock) as days:
        assert (await days.tables.table(game.id)).record.closed_by == "forgotten"


async def test_tables_that_have_clocks_are_left_alone_at_a_start(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as days:
        tables = [await days.lobby("Anne"), await days.dealt("Anne", "Calico")]
    async with open_house(tmp_path, clock) as days:
        for table in tables:
            assert (await days.now(table)).revision == table.revision


async def _no_outbox(days: Days) -> bool:
    return not await days.store.outbox()


async def _closed(days: Days, table: str) -> bool:
    return (await days.tables.table(table)).phase == "closed"


@in_virtual_time
async def test_a_clock_that_is_stopped_already_takes_up_the_time_before() -> None:
    clock = SystemClock(speed=1000)
    clock.stop()
    await passes(0.01)
    clock.resume(500.0)
    await passes(0.01)
    assert clock.awake() == pytest.approx(500.0)
    clock.go_on()
    await passes(0.01)
    assert clock.awake() == pytest.approx(510.0)


@pytest.mark.parametrize(
    ("looked_at", "learning", "waits"), [(True, False, [2.0]), (True, True, [4.0]), (False, False, [])]
)
async def test_a_robot_leaves_a_finished_trick_in_sight_where_somebody_looks_on(
    days: Days, monkeypatch: pytest.MonkeyPatch, looked_at: bool, learning: bool, waits: list[float]
) -> None:
    waiting, afterwards, robot = await waits_for_a_robot(days)
    moved, waited = list[int](), list[float]()
    sleep = asyncio.sleep

    async def load(_table: str) -> Table:
        seen = replace(waiting, actions=8, moment=8).with_record(learning=learning)
        return afterwards if moved else seen

    async def move(_table: str, seat: int, _decision: str, _action: Action) -> None:
        moved.append(seat)

    async def wait(seconds: float) -> None:
        if seconds >= 2.0:
            waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr(robots_module.asyncio, "sleep", wait)
    robots = RobotRunner(load, move, InPlace(), lambda _table: looked_at, moment_pause=2.0)
    robots.start_if_due(waiting)
    await days.until(lambda: _is(lambda: bool(moved)))
    assert moved == [robot]
    assert waited == waits
    await robots.close()


@pytest.mark.parametrize(("looked_at", "pauses"), [(True, 1), (False, 0)])
async def test_robots_move_one_after_the_other_at_a_pace_that_people_can_follow(
    days: Days, monkeypatch: pytest.MonkeyPatch, looked_at: bool, pauses: int
) -> None:
    waiting, afterwards, robot = await waits_for_a_robot(days)
    happened = list[float]()
    sleep = asyncio.sleep

    async def load(_table: str) -> Table:
        return afterwards if happened.count(robot) == 2 else waiting

    async def move(_table: str, seat: int, _decision: str, _action: Action) -> None:
        happened.append(seat)

    async def wait(seconds: float) -> None:
        if seconds == 0.75:
            happened.append(seconds)
        await sleep(0)

    monkeypatch.setattr(robots_module.asyncio, "sleep", wait)
    robots = RobotRunner(load, move, InPlace(), lambda _table: looked_at, move_pause=0.75)
    robots.start_if_due(waiting)
    await days.until(lambda: _is(lambda: happened.count(robot) == 2))
    assert happened == [robot, *[0.75] * pauses, robot]
    await robots.close()
