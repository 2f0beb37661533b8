"""Whose awake time a moment is in: it is recorded for each shard, and carried over when their number changes.

A shard's clock counts the seconds that the shard was awake, so that an outage moves its own deadlines alone.
When `SHARD_COUNT` changes, servers that were awake for different times come under one clock. Their stored
moments stay as they are, in the time of each server: all new clocks begin where the one of the old that was
awake longest has ended, and it is noted how far the others were behind. What a server's time lags behind its
shard's clock is the sum of what is noted, whatever the counts were. What is pressed in a direct message
arrives at the first shard: there another shard's table is worked with by the first one's clock, which is held
against what the other one has recorded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from math import fsum
from typing import Any, Generic, NamedTuple, TypeVar, cast, get_args, get_type_hints

import msgspec
import structlog
from msgspec.structs import replace

from bot.runtime.clock import AWAKE_TIME, Clock
from bot.runtime.log_context import trace
from storage.errors import StorageError
from storage.models import (
    WHOLE,
    Change,
    ClockRow,
    OutboxRow,
    Shard,
    TableRow,
    TournamentChange,
    TournamentRow,
)
from storage.sql.store import Store
from storage.sql.tournaments import TournamentStore

log = structlog.get_logger(__name__)

AWAKE_TIME_KEY = "awake"
HOUSE_TIME_KEY = "house time"
RECORD_INTERVAL = 10.0
"""Seconds between two records of how long the bot has been awake."""

R = TypeVar("R", TableRow, ClockRow)
S = TypeVar("S", bound=msgspec.Struct)
K = TypeVar("K", Store, TournamentStore)


class RecordedAwakeTime(msgspec.Struct, frozen=True):
    """How long a shard has been awake. What passes between the last record and a crash counts as an outage:
    deadlines move by it, never the other way.
    """

    awake: float
    at: float
    """When it was recorded, in Unix seconds."""
    generation: int = 0
    """Of shards: a record of an earlier one counts for nothing."""


class HouseTime(msgspec.Struct, frozen=True):
    """What is noted of the shards of today: of the only one, in a database that knows nothing of them."""

    count: int = 1
    generation: int = 0
    """How often their number has changed."""
    base: float = 0.0
    """Where the clocks of all of them began."""
    since: float | None = None
    """When the first shard of the generation before was last heard of, in Unix seconds."""
    lags: tuple[tuple[float, ...], ...] = ()
    """For each earlier number of shards: how far each of them was behind the base that came next. Those that
    had all been awake equally long are left out.
    """

    def lag(self, server: int) -> float:
        """How far the server's own time is behind the clock of its shard: 0 or less."""
        return fsum(lags[(server >> 22) % len(lags)] for lags in self.lags)


async def house_time(store: Store, count: int) -> HouseTime:
    """What is noted, with so many shards from now on: nobody may serve any of another number any more."""
    while True:
        noted = await store.get_note(HOUSE_TIME_KEY)
        if noted is None:
            house = await _before_it_was_noted(store, count)
        else:
            house = msgspec.json.decode(noted, type=HouseTime)
        if house.count == count and (noted is not None or count == 1):
            return house
        after = house if house.count == count else await _with_count(store, house, count)
        if await store.replace_note(HOUSE_TIME_KEY, noted, msgspec.json.encode(after).decode()):
            log.info("the number of shards has changed", before=house.count, now=count)
            return after


async def _before_it_was_noted(store: Store, count: int) -> HouseTime:
    """There was one shard; or as many as now, if they were heard of later than the one."""
    whole = await _recorded(store, HouseTime(), WHOLE)
    shards = [await _recorded(store, HouseTime(count), Shard(id, count)) for id in range(count)]
    heard = max((one.at for one in shards if one is not None), default=0.0)
    return HouseTime(count) if heard > (0.0 if whole is None else whole.at) else HouseTime()


async def _with_count(store: Store, house: HouseTime, count: int) -> HouseTime:
    shards = [Shard(id, house.count) for id in range(house.count)]
    noted = [await _recorded(store, house, shard) for shard in shards]
    awake = [house.base if one is None else one.awake for one in noted]
    lags = tuple(each - max(awake) for each in awake)
    return HouseTime(
        count=count,
        generation=house.generation + 1,
        base=max(awake),
        since=min((one.at for one in noted if one is not None), default=house.since),
        lags=(*house.lags, lags) if any(lags) else house.lags,
    )


def _record_key(shard: Shard) -> str:
    return AWAKE_TIME_KEY if shard.count == 1 else f"{AWAKE_TIME_KEY} {shard.id}/{shard.count}"


async def _recorded(store: Store, house: HouseTime, shard: Shard) -> RecordedAwakeTime | None:
    """None: the shard was never served in this generation."""
    stored = await store.get_note(_record_key(shard))
    noted = None if stored is None else msgspec.json.decode(stored, type=RecordedAwakeTime)
    return None if noted is None or noted.generation != house.generation else noted


class AwakeTimeRecorder:
    """Carries the time that a shard has been awake over from one start to the next."""

    def __init__(self, store: Store, clock: Clock, shard: Shard = WHOLE) -> None:
        self._store = store
        self._clock = clock
        self._shard = shard
        self._generation = 0
        self._recorder: asyncio.Task[None] | None = None

    async def open(self) -> float:
        """Resume the time where it stopped; for how many seconds the shard was away."""
        house = await house_time(self._store, self._shard.count)
        noted = await _recorded(self._store, house, self._shard)
        self._generation, since = house.generation, house.since
        if noted is not None:
            self._clock.resume(noted.awake)
            since = noted.at
        elif house.generation:
            self._clock.resume(house.base)
        self._recorder = asyncio.create_task(self._record_regularly(), name="awake")
        return 0.0 if since is None else max(0.0, self._clock.now() - since)

    async def close(self) -> None:
        """Record the awake time for the last time."""
        if self._recorder is not None:
            self._recorder.cancel()
            await asyncio.gather(self._recorder, return_exceptions=True)
            await self._record()

    async def _record_regularly(self) -> None:
        while True:
            await self._record()
            await asyncio.sleep(RECORD_INTERVAL)

    async def _record(self) -> None:
        noted = RecordedAwakeTime(self._clock.awake(), self._clock.now(), self._generation)
        try:
            await self._store.set_note(_record_key(self._shard), msgspec.json.encode(noted).decode())
        except StorageError as error:
            log.error("how long the bot has been awake was not noted", trace=trace(error))


# What is stored, in the time of a server, and what is worked with, in that of its shard's clock.


class AwakeFields(NamedTuple):
    """The fields of a struct that are moments in awake time, with what stands there when there is none, and
    the fields in which there are some.
    """

    own: dict[str, object]
    inside: tuple[str, ...]


@cache
def moments_of(kind: type[msgspec.Struct]) -> AwakeFields:
    """Which of its fields are marked as `AwakeTime`, or hold structs with such fields."""
    hints = get_type_hints(kind, include_extras=True)
    own, inside = dict[str, object](), list[str]()
    for field in msgspec.structs.fields(kind):
        parts = parts_of(hints[field.name])
        if AWAKE_TIME in parts:
            own[field.name] = field.default
        elif any(part is not kind and any(moments_of(part)) for part in structs_in(parts)):
            inside.append(field.name)
    return AwakeFields(own, tuple(inside))


def structs_in(parts: Collection[object]) -> list[type[msgspec.Struct]]:
    """The structs among the parts of a type."""
    return [part for part in parts if isinstance(part, type) and issubclass(part, msgspec.Struct)]


def parts_of(hint: Any) -> list[object]:
    """The type, and all of which it is made."""
    return [hint, *(part for each in get_args(hint) for part in parts_of(each))]


def moved(value: S, by: float) -> S:
    """The same, with all its moments so many seconds later."""
    own, inside = moments_of(type(value))
    changes: dict[str, Any] = {
        name: at + by for name, none in own.items() if (at := getattr(value, name)) != none
    }
    for name in inside:
        held = getattr(value, name)
        if isinstance(held, tuple):
            changes[name] = tuple(moved(each, by) for each in cast(tuple[msgspec.Struct, ...], held))
        elif held is not None:
            changes[name] = moved(held, by)
    return replace(value, **changes) if changes else value


def _moved_json(stored: bytes, kind: type[msgspec.Struct], by: float) -> bytes:
    """The stored struct with its moments moved; what cannot be read stays, for its reader to say so."""
    try:
        return msgspec.json.encode(moved(msgspec.json.decode(stored, type=kind), by))
    except ValueError:
        return stored


def in_shard_time(
    store: Store,
    shard: Shard,
    clock: Clock,
    timing: type[msgspec.Struct],
    tournament: type[msgspec.Struct],
) -> Store:
    """The store, with the moments of tables and tournaments in the time of the shard's clock.

    `timing`, `tournament`: what a table's clocks and a tournament are stored as.
    """
    return cast(Store, _TablesInShardTime(store, _Servers(store, shard, clock), timing, tournament))


class _Servers:
    """What the times of servers lag behind the clock of a shard."""

    def __init__(self, store: Store, shard: Shard, clock: Clock) -> None:
        self._store = store
        self._shard = shard
        self._clock = clock
        self._noted: HouseTime | None = None

    async def lag(self) -> bool:
        """Whether any server that the shard serves may lag."""
        return bool((await self._house()).lags)

    async def lags(self, servers: Iterable[int]) -> Mapping[int, float]:
        """Those of these servers, whoever serves them; empty if nothing lags."""
        house = await self._house()
        lags, others = dict[int, float](), dict[Shard, float]()
        for server in servers:
            lags[server] = house.lag(server)
            if not self._shard.serves(server):
                other = Shard((server >> 22) % house.count, house.count)
                if other not in others:
                    others[other] = await self._ahead(house, other)
                lags[server] += others[other]
        return lags if house.lags or others else {}

    async def _ahead(self, house: HouseTime, other: Shard) -> float:
        """How far the clock of another shard is ahead of this one's. Of an outage that is not over nothing is
        known: what is worked with meanwhile ends later by it, never sooner.
        """
        noted = await _recorded(self._store, house, other)
        if noted is None:  # it begins there when somebody serves it
            return house.base - self._clock.awake()
        return noted.awake + (self._clock.now() - noted.at) - self._clock.awake()

    async def _house(self) -> HouseTime:
        if self._noted is None:
            self._noted = await house_time(self._store, self._shard.count)
        return self._noted


class _InShardTime(Generic[K]):
    """What is not said here is as the store has it; `kind`: what holds a row's moments is stored as that."""

    def __init__(self, store: K, servers: _Servers, kind: type[msgspec.Struct]) -> None:
        self._store = store
        self._servers = servers
        self._kind = kind

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class _TablesInShardTime(_InShardTime[Store]):
    """The store itself, whose tables are moved here."""

    def __init__(
        self, store: Store, servers: _Servers, timing: type[msgspec.Struct], tournament: type[msgspec.Struct]
    ) -> None:
        super().__init__(store, servers, timing)
        self.tournaments = _TournamentsInShardTime(store.tournaments, self._servers, tournament)

    async def commit(self, change: Change) -> tuple[OutboxRow, ...]:
        lags = await self._servers.lags([change.table.guild])
        if lags:
            change = replace(change, table=self._moved(change.table, lags[change.table.guild]))
        return await self._store.commit(change)

    async def table(self, table: str) -> TableRow | None:
        row = await self._store.table(table)
        return None if row is None else (await self._read([row]))[0]

    async def tables(self, **wanted: Any) -> list[TableRow]:
        return await self._read(await self._store.tables(**wanted))

    async def due(self) -> list[tuple[str, float]]:
        due, lags = await self._store.due(), await self._lags_of_tables()
        if not lags:
            return due
        return sorted(((id, at - lags[id]) for id, at in due if id in lags), key=lambda each: each[1])

    async def clocks(self) -> list[ClockRow]:
        rows, lags = await self._store.clocks(), await self._lags_of_tables()
        return [self._moved(row, -lags[row.table]) for row in rows if row.table in lags] if lags else rows

    async def _lags_of_tables(self) -> Mapping[str, float]:
        """Those of the tables at which something happens by now; empty if nothing lags."""
        if not await self._servers.lag():
            return {}
        servers = await self._store.servers_of_tables()
        lags = await self._servers.lags(set(servers.values()))
        return {id: lags[server] for id, server in servers.items()}

    async def _read(self, rows: list[TableRow]) -> list[TableRow]:
        lags = await self._servers.lags({row.guild for row in rows})
        return [self._moved(row, -lags[row.guild]) for row in rows] if lags else rows

    def _moved(self, row: R, by: float) -> R:
        if not by:
            return row
        return replace(
            row,
            timing=None if row.timing is None else _moved_json(row.timing, self._kind, by),
            due=None if row.due is None else row.due + by,
        )


class _TournamentsInShardTime(_InShardTime[TournamentStore]):
    """Tournaments whose moments are moved, as they are read and stored, by how far the shard lags behind."""

    async def commit(self, change: TournamentChange) -> tuple[OutboxRow, ...]:
        lags = await self._servers.lags([change.row.guild])
        if lags:
            change = replace(change, row=self._moved(change.row, lags[change.row.guild]))
        return await self._store.commit(change)

    async def tournament(self, tournament: str) -> TournamentRow | None:
        row = await self._store.tournament(tournament)
        return None if row is None else (await self._read([row]))[0]

    async def tournaments(self, **wanted: Any) -> list[TournamentRow]:
        return await self._read(await self._store.tournaments(**wanted))

    async def of_series(self, series: str, season: int) -> list[TournamentRow]:
        return await self._read(await self._store.of_series(series, season))

    async def _read(self, rows: list[TournamentRow]) -> list[TournamentRow]:
        lags = await self._servers.lags({row.guild for row in rows})
        return [self._moved(row, -lags[row.guild]) for row in rows] if lags else rows

    def _moved(self, row: TournamentRow, by: float) -> TournamentRow:
        return replace(row, record=_moved_json(row.record, self._kind, by)) if by else row
