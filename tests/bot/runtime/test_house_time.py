"""Time that is a server's own, however many shards there are, and whichever of them was away for how long."""

from __future__ import annotations

import ast
import asyncio
import itertools
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace

import bot
from bot.pace import DAILY
from bot.runtime.house_time import (
    AWAKE_TIME_KEY,
    HOUSE_TIME_KEY,
    AwakeTimeRecorder,
    HouseTime,
    RecordedAwakeTime,
    house_time,
    in_shard_time,
    moments_of,
    moved,
    parts_of,
    structs_in,
)
from bot.tables import clocks
from bot.tables.model import Plan, Table
from bot.tables.service import TableService
from bot.tables.timing import SeatClock, Timing
from bot.tournaments.model import PodTable, Tournament, TournamentRecord, from_row, to_row
from games.catalogue import game
from storage import open_store
from storage.models import Shard, TournamentChange
from storage.sql.store import Store
from tests.bot.tables.conftest import CHANNEL, GAME, InPlace, Notebook, Tavern
from tests.bot.tournaments.conftest import quick
from tests.support.clock import VirtualClock
from tests.support.database import made
from tests.support.examples import examples
from tests.support.idle import has_come_to_rest, until

SERVERS = [number << 22 for number in range(1, 13)]
HOUR = 3600.0


def in_time_of(store: Store, shard: Shard, clock: VirtualClock | None = None) -> Store:
    """The store as the services of this shard have it."""
    clock = clock or VirtualClock()
    return in_shard_time(store.for_shard(shard, 0), shard, clock, Timing, TournamentRecord)


# how the numbers of shards follow on one another


Generation = tuple[int, Sequence[float]]
"""How many shards, and for how long each of them is awake."""

lengths = some.one_of(some.just(60.0), some.integers(0, 10**6).map(float))
generations = some.lists(
    some.integers(1, 7).flatmap(
        lambda count: some.tuples(some.just(count), some.lists(lengths, min_size=count, max_size=count))
    ),
    min_size=1,
    max_size=6,
)


async def _each_server_has_its_own_time(folder: Path, history: Sequence[Generation]) -> None:
    store = await open_store(await made(folder / "tortuga.sqlite3"))
    own = dict.fromkeys(SERVERS, 0.0)
    for count, awake in history:
        shards = [Shard(id, count) for id in range(count)]
        running = [VirtualClock() for _shard in shards]
        recorders = [
            AwakeTimeRecorder(store, clock, shard) for clock, shard in zip(running, shards, strict=True)
        ]
        await asyncio.gather(*(recorder.open() for recorder in recorders))
        house = await house_time(store, count)
        for server in SERVERS:
            lag = house.lag(server)
            assert lag <= 0
            assert running[(server >> 22) % count].awake() + lag == pytest.approx(own[server], abs=1e-3)
        for id, seconds in enumerate(awake):
            running[id].advance(seconds)
        for server in SERVERS:
            own[server] += awake[(server >> 22) % count]
        await asyncio.gather(*(recorder.close() for recorder in recorders))
    await store.close()


@examples(60, deadline=None)
@given(generations)
def test_a_servers_own_time_is_how_long_it_was_served_whatever_the_numbers_of_shards(
    history: Sequence[Generation],
) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_each_server_has_its_own_time(Path(folder), history))


async def test_of_several_processes_one_says_what_the_time_is_with_another_number_of_shards(
    tmp_path: Path,
) -> None:
    store = await open_store(await made(tmp_path / "tortuga.sqlite3"))
    noted = RecordedAwakeTime(500.0, 1_800_000_000.0)
    await store.set_note(AWAKE_TIME_KEY, msgspec.json.encode(noted).decode())
    found = await asyncio.gather(*(house_time(store, 3) for _process in range(8)))
    assert set(found) == {HouseTime(3, 1, 500.0, 1_800_000_000.0)}
    stored = await store.get_note(HOUSE_TIME_KEY)
    assert await house_time(store, 3) == found[0]
    assert await store.get_note(HOUSE_TIME_KEY) == stored
    await store.close()


async def test_who_has_never_had_another_number_of_shards_notes_nothing_of_it(tmp_path: Path) -> None:
    store = await open_store(await made(tmp_path / "tortuga.sqlite3"))
    assert await house_time(store, 1) == HouseTime()
    assert await store.get_note(HOUSE_TIME_KEY) is None
    await store.close()


# tables and tournaments


class House:
    """A bot of so many shards over one store, each with a clock of its own."""

    def __init__(self, store: Store, count: int, now: float) -> None:
        self.store = store
        self.clocks = [VirtualClock(now) for _shard in range(count)]
        self.stores = [in_time_of(store, Shard(id, count), clock) for id, clock in enumerate(self.clocks)]
        self.taverns = [
            self._tavern(each, clock, Shard(id, count))
            for id, (each, clock) in enumerate(zip(self.stores, self.clocks, strict=True))
        ]

    @staticmethod
    def _tavern(store: Store, clock: VirtualClock, shard: Shard) -> Tavern:
        notebook = Notebook()
        tables = TableService(store, notebook, clock=clock, robot_pool=InPlace(), shard=shard)
        tavern = Tavern(tables, store, notebook)
        tavern.presses = itertools.count(1000 + shard.id, shard.count)
        return tavern

    def tavern(self, server: int) -> Tavern:
        """Where the server is served."""
        return self.taverns[(server >> 22) % len(self.taverns)]

    def clock(self, server: int) -> VirtualClock:
        """That of the server's shard."""
        return self.clocks[(server >> 22) % len(self.clocks)]

    async def pass_time(self, seconds: float, away: Sequence[int] = ()) -> None:
        """So many seconds pass; these shards are away meanwhile."""
        for id, clock in enumerate(self.clocks):
            (clock.away if id in away else clock.advance)(seconds)
        await self.rest()

    async def rest(self) -> None:
        """Return when nothing more happens before time passes."""
        for tavern, store, clock in zip(self.taverns, self.stores, self.clocks, strict=True):
            await until(partial(has_come_to_rest, tavern.tables, store, clock))

    async def begin(self, server: int) -> str:
        """A game at a table of the server, in which somebody is to move; the table's id."""
        tavern = self.tavern(server)
        press = tavern.press("Anne")
        done = await tavern.tables.opening.create(
            press, guild=server, channel=CHANNEL, game=GAME, options={}, pace=DAILY
        )
        await tavern.tables.seating.join(tavern.press("Calico"), done.table.id)
        return (await tavern.tables.playing.start(tavern.press("Anne"), done.table.id)).table.id

    async def write(self, server: int, id: str, plan: Plan) -> None:
        """The table is stored anew, its clocks as they are."""
        repository = self.tavern(server).tables.repository
        async with repository.turn(id):
            before = await repository.get(id)
            assert (await repository.store_plan(before, 0, plan)).revision == before.revision + 1

    async def left(self, games: Mapping[int, str]) -> dict[int, tuple[float, ...]]:
        """How far off all is that tables wait for: seats' deadlines, and when each is looked at next."""
        found: dict[int, tuple[float, ...]] = {}
        for server, id in games.items():
            table = await self.tavern(server).tables.table(id)
            now = self.clock(server).awake()
            ends = [clocks.deadline(table, seat) for seat in range(len(table.seats))]
            assert table.due in self.tavern(server).tables.deadlines.moments
            found[server] = tuple(end - now for end in (*ends, table.due) if end is not None)
            assert len(found[server]) > 1
        return found

    async def shown(self, games: Mapping[int, str]) -> dict[int, float]:
        """When people are told that their time is up."""
        ends: dict[int, float] = {}
        for server, id in games.items():
            table = await self.tavern(server).tables.table(id)
            end = min(filter(None, (clocks.deadline(table, seat) for seat in range(len(table.seats)))))
            ends[server] = self.clock(server).unix(end)
        return ends


@asynccontextmanager
async def served(store: Store, count: int, now: float) -> AsyncIterator[House]:
    """All shards are served as long as the block lasts."""
    house = House(store, count, now)
    for tavern in house.taverns:
        await tavern.tables.open()
    await house.rest()
    yield house
    for tavern in house.taverns:
        await tavern.tables.close()


def to_the_millisecond(moments: Mapping[int, tuple[float, ...]]) -> dict[int, tuple[float, ...]]:
    """Whose sums may differ in their last digits."""
    return {server: tuple(round(each, 3) for each in all) for server, all in moments.items()}


async def test_an_outage_moves_the_deadlines_of_its_shard_alone_and_a_new_number_of_shards_nobodys(
    tmp_path: Path,
) -> None:
    store = await open_store(await made(tmp_path / "tortuga.sqlite3"))
    now, games = 1_800_000_000.0, dict[int, str]()
    async with served(store, 4, now) as house:
        for server in SERVERS:
            games[server] = await house.begin(server)
        shown = await house.shown(games)
        for away, seconds in (([1], 2 * HOUR), ([1, 3], 5 * HOUR), ([], 60.0)):
            await house.pass_time(seconds, away)
        moved_by = {0: 0.0, 1: 7 * HOUR, 2: 0.0, 3: 5 * HOUR}
        after = await house.shown(games)
        for server in SERVERS:
            assert after[server] - shown[server] == pytest.approx(moved_by[(server >> 22) % 4])
        left, now = to_the_millisecond(await house.left(games)), house.clocks[0].now()
    assert len(set(left.values())) == 3
    for change, count in enumerate((6, 1, 5, 4)):
        now += 3 * HOUR  # nobody is there
        async with served(store, count, now) as house:
            assert to_the_millisecond(await house.left(games)) == left, count
            shown = {server: round(at - now, 3) for server, at in (await house.shown(games)).items()}
            assert shown == {server: min(moments[:-1]) for server, moments in left.items()}
            # What is stored in one time is read in another; and each shard may be away again.
            for server in SERVERS[::2]:
                await house.write(server, games[server], Plan(forced=change % 2 == 0))
            await house.pass_time(HOUR, away=[0])
            before, left = left, to_the_millisecond(await house.left(games))
            for server, (*ends, _due) in left.items():
                passed = 0.0 if (server >> 22) % count == 0 else HOUR
                assert ends == [round(each - passed, 3) for each in before[server][:-1]]
            now = house.clocks[0].now()
    await store.close()


async def test_a_turn_ends_when_it_should_with_another_number_of_shards(tmp_path: Path) -> None:
    store = await open_store(await made(tmp_path / "tortuga.sqlite3"))
    now, games = 1_800_000_000.0, dict[int, str]()
    async with served(store, 4, now) as house:
        for server in SERVERS[:3]:
            games[server] = await house.begin(server)
        await house.pass_time(5 * HOUR, away=[(SERVERS[0] >> 22) % 4])
    async with served(store, 1, now + 5 * HOUR) as house:
        first, *others = (min(moments[:-1]) for moments in (await house.left(games)).values())
        assert others == pytest.approx([first - 5 * HOUR] * 2)
        for seconds, ended in ((others[0] - 1, 0), (2.0, 2), (5 * HOUR - 3, 2), (3.0, 3)):
            await house.pass_time(seconds)
            tables = [await house.tavern(server).tables.table(id) for server, id in games.items()]
            assert sum(table.actions > 0 for table in tables) == ended
    await store.close()


def _latest_deadline(table: Table) -> float | None:
    ends = [clocks.deadline(table, seat) for seat in range(len(table.seats))]
    return max((end for end in ends if end is not None), default=None)


@pytest.mark.parametrize("count_of_before", [4, 3])
async def test_what_is_pressed_at_the_first_shard_ends_when_it_should_on_another_one(
    tmp_path: Path, count_of_before: int
) -> None:
    """The first shard was away for a while, and so its clock is behind, or what it serves lags."""
    store, server = await open_store(await made(tmp_path / "tortuga.sqlite3")), SERVERS[1]
    now = 1_800_000_000.0
    async with served(store, count_of_before, now) as house:
        await house.pass_time(7 * HOUR, away=[0])
    async with served(store, 4, now + 8 * HOUR) as house:
        await house.pass_time(2 * HOUR, away=[0])
        first, id = house.taverns[0], await house.begin(server)
        by_first, by_own = house.clocks[0], house.clock(server)
        assert by_own.awake() > by_first.awake() + HOUR
        [left] = to_the_millisecond(await house.left({server: id})).values()
        seen = await first.tables.table(id)
        assert seen.due is not None
        assert round(seen.due - by_first.awake(), 3) == left[-1]
        awaited = first.next_person(seen)
        assert awaited is not None
        await first.choose(awaited, id, 0)
        there, here = await house.stores[0].table(id), await in_time_of(store, Shard(1, 4), by_own).table(id)
        assert there is not None
        assert here is not None
        assert there.revision == here.revision > seen.revision
        assert there.due is not None
        assert here.due is not None
        assert here.due - by_own.awake() == pytest.approx(there.due - by_first.awake())
        assert there.due > by_first.awake()
        by_each = [
            clock.unix(end)
            for clock, tavern in ((by_first, first), (by_own, house.tavern(server)))
            if (end := _latest_deadline(await tavern.tables.table(id))) is not None
        ]
        assert by_each == [pytest.approx(by_own.now() + DAILY.move + DAILY.bank, abs=1.0)] * 2
    await store.close()


async def test_shards_of_before_their_number_was_noted_go_on_where_they_were(tmp_path: Path) -> None:
    store = await open_store(await made(tmp_path / "tortuga.sqlite3"))
    noted = {AWAKE_TIME_KEY: (9000.0, 50.0), "awake 0/2": (500.0, 90.0), "awake 1/2": (700.0, 80.0)}
    for key, (awake, at) in noted.items():
        await store.set_note(key, msgspec.json.encode(RecordedAwakeTime(awake, at)).decode())
    clocks_of_both = [VirtualClock(), VirtualClock()]
    for id, clock in enumerate(clocks_of_both):
        recorder = AwakeTimeRecorder(store, clock, Shard(id, 2))
        await recorder.open()
        await recorder.close()
    assert [clock.awake() for clock in clocks_of_both] == [500.0, 700.0]
    assert await house_time(store, 3) == HouseTime(3, 1, 700.0, clocks_of_both[0].now(), ((-200.0, 0.0),))
    await store.close()


def a_tournament(server: int, at: float) -> Tournament:
    """One that runs on the server, each of whose moments is at this time."""
    tables = (PodTable(1, 1, "abcdefgh", "5e" * 32, since=at), PodTable(1, 2, "bcdefghj", "5f" * 32))
    record = TournamentRecord(
        50, "Anne", "en", quick(starts=1_800_000_000.0), "5a" * 32, tables=tables, began=1_800_000_000.0
    )
    for name in moments_of(TournamentRecord).own:
        record = replace(record, **{name: at})
    return Tournament(f"cup{server >> 22}", server, 2, game(GAME), "running", 1, record, 0.0, 0.0)


async def test_the_moments_of_tournaments_are_as_far_off_as_before_and_all_else_stays(tmp_path: Path) -> None:
    store = await open_store(await made(tmp_path / "tortuga.sqlite3"))
    house = House(store, 4, 1_800_000_000.0)
    ago = HOUR
    for id, clock in enumerate(house.clocks):
        recorder = AwakeTimeRecorder(store, clock, Shard(id, 4))
        await recorder.open()
        clock.advance((id + 1) * 10 * HOUR)
        await recorder.close()
    for server in SERVERS:
        at = house.clock(server).awake() - ago
        await house.stores[(server >> 22) % 4].tournaments.commit(
            TournamentChange(to_row(a_tournament(server, at)), users=(50,))
        )
    noted = await house_time(store, 6)
    assert noted.base == max(clock.awake() for clock in house.clocks)
    for id in range(6):
        part = in_time_of(store, Shard(id, 6))
        (of_shard, one) = await part.tournaments.tournaments(), SERVERS[(id - 1) % 6]
        assert {row.guild for row in of_shard} == {
            server for server in SERVERS if Shard(id, 6).serves(server)
        }
        by_id = await part.tournaments.tournament(f"cup{one >> 22}")
        assert by_id is not None
        for row in (*of_shard, by_id, *await part.tournaments.tournaments(guild=one)):
            wanted = a_tournament(row.guild, noted.base - ago)
            found = from_row(row)
            assert found == replace(wanted, record=found.record)
            assert moved(found.record, -found.record.opened) == moved(wanted.record, -wanted.record.opened)
            assert found.record.opened == pytest.approx(wanted.record.opened)
        # Stored again by a shard of today, it is where it was in the time of its server.
        raw = await store.tournaments.tournament(by_id.id)
        assert raw is not None
        await part.tournaments.commit(TournamentChange(replace(by_id, revision=2)))
        again = await store.tournaments.tournament(by_id.id)
        assert again is not None
        assert from_row(again).record.opened == pytest.approx(from_row(raw).record.opened)
    await store.close()


async def test_a_row_that_cannot_be_read_is_left_to_its_reader(tmp_path: Path) -> None:
    store = await open_store(await made(tmp_path / "tortuga.sqlite3"))
    await _with_lags(store)
    row = replace(to_row(a_tournament(SERVERS[0], 5.0)), record=b"{")
    await store.tournaments.commit(TournamentChange(row))
    assert await in_time_of(store, Shard(0, 1)).tournaments.tournament(row.id) == row
    await store.close()


async def _with_lags(store: Store) -> None:
    """Of two shards one was awake for an hour more."""
    await house_time(store, 2)
    for id in range(2):
        noted = RecordedAwakeTime(id * HOUR, 1_800_000_000.0, 1)
        await store.set_note(f"{AWAKE_TIME_KEY} {id}/2", msgspec.json.encode(noted).decode())
    assert (await house_time(store, 1)).lags == ((-HOUR, 0.0),)


# no moment is forgotten


NO_MOMENTS = {
    SeatClock: {"used", "spent", "away_until"},
    Timing: {"waited"},
    PodTable: {"extra"},
    TournamentRecord: {"began", "extra"},
}
"""The numbers of seconds that are lengths, or in Unix time."""


@pytest.mark.parametrize("kind", NO_MOMENTS)
def test_each_number_of_seconds_is_known_to_be_a_moment_or_not(kind: type[msgspec.Struct]) -> None:
    numbers = {name for name, hint in kind.__annotations__.items() if {"float", "AwakeTime"} & _names(hint)}
    assert set(moments_of(kind).own) | NO_MOMENTS[kind] == numbers
    assert not set(moments_of(kind).own) & NO_MOMENTS[kind]


def _names(hint: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(hint)) if isinstance(node, ast.Name)}


def test_whatever_holds_moments_of_tables_and_tournaments_is_known() -> None:
    known, found = set[type[msgspec.Struct]](), [Timing, TournamentRecord]
    while found:
        kind = found.pop()
        if any(moments_of(kind)):
            known.add(kind)
            hints = get_type_hints(kind, include_extras=True)
            found += [each for name in moments_of(kind).inside for each in structs_in(parts_of(hints[name]))]
    assert known == set(NO_MOMENTS)


def test_what_is_said_to_be_in_awake_time_is_marked_so() -> None:
    found = 0
    for path in Path(bot.__file__).parent.rglob("*.py"):
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source)) if "in awake time" in " ".join(source.split()) else ():
            for field, said in itertools.pairwise(getattr(node, "body", ()) if _is_class(node) else ()):
                if isinstance(field, ast.AnnAssign) and "in awake time" in _docstring(said):
                    found += 1
                    assert "AwakeTime" in _names(ast.unparse(field.annotation)), f"{path}: {field.lineno}"
    assert found >= 8


def _is_class(node: ast.AST) -> bool:
    return isinstance(node, ast.ClassDef)


def _docstring(node: ast.stmt) -> str:
    said = node.value if isinstance(node, ast.Expr) else None
    return said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""
