"""Which process serves which shard, by the PostgreSQL server's clock."""

from __future__ import annotations

import json
from collections.abc import Collection

from storage.errors import Conflict
from storage.models import News, Shard, Taken
from storage.postgres.changes import NEWS_CHANNEL
from storage.sql.group_commit import Database

_LASTS = "clock_timestamp() + make_interval(secs => ?)"
_THERE = f"""
INSERT INTO processes (process, shards, connection, until, leaving)
    SELECT ?, ?, (SELECT max(application_name) FROM pg_stat_activity WHERE application_name = ?), {_LASTS}, ?
    WHERE NOT EXISTS (SELECT FROM processes WHERE shards <> ? AND until > clock_timestamp())
    ON CONFLICT (process) DO UPDATE SET shards = excluded.shards, connection = excluded.connection,
        until = excluded.until, leaving = excluded.leaving
    RETURNING 1
"""
# After a start of the server nobody is connected, and nobody could renew: that says
# nothing of them. Who is frozen in the middle of a transaction loses the connection that writes; the others,
# whose names begin so, stay.
_BURY = """
WITH dead AS (
    DELETE FROM processes WHERE until < clock_timestamp() + make_interval(secs => ?)
        AND pg_postmaster_start_time() < clock_timestamp() - make_interval(secs => ?)
        AND connection IS NOT NULL
        AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE starts_with(application_name, connection))
    RETURNING process
), freed AS (
    UPDATE leases SET until = least(until, clock_timestamp()), offered = false FROM dead
        WHERE leases.process = dead.process
)
SELECT process FROM dead
"""
# Who gave it back has left no time behind.
_TAKE = f"""
WITH left_over AS (
    SELECT FROM leases WHERE shards = ? AND shard = ? AND until > '-infinity'
), taken AS (
    INSERT INTO leases (shards, shard, process, epoch, until) VALUES (?, ?, ?, 1, {_LASTS})
        ON CONFLICT (shards, shard) DO UPDATE SET process = excluded.process, epoch = leases.epoch + 1,
        until = excluded.until, offered = false, heir = NULL, heir_ready = false, attended = '{{}}'
        WHERE leases.until <= clock_timestamp() RETURNING epoch
)
SELECT epoch, NOT EXISTS (SELECT FROM left_over) FROM taken
"""
_RENEW = f"""
UPDATE leases SET until = {_LASTS}
    WHERE process = ? AND (until > clock_timestamp() OR (until > '-infinity' AND shard = ANY (?::integer[])))
    RETURNING shard, epoch
"""
_RELEASE = (
    "UPDATE leases SET until = '-infinity', offered = false WHERE process = ? AND shard = ANY (?::integer[])"
    " AND until <> '-infinity' RETURNING 1 AS one"
)
_RENOUNCE = (
    "UPDATE leases SET heir = NULL, heir_ready = false WHERE heir = ? AND shard = ANY (?::integer[])"
    " RETURNING 1"
)
# Nobody is to have any more what is not offered any more.
_OFFER = """
UPDATE leases SET offered = NOT offered, heir = CASE WHEN offered THEN NULL ELSE heir END, heir_ready = false
    WHERE process = ? AND offered <> (shard = ANY (?::integer[])) RETURNING 1
"""
_CLAIMABLE = """
    WHERE shards = ? AND shard = ANY (?::integer[]) AND offered AND process <> ? AND until > clock_timestamp()
        AND (heir IS NULL OR heir NOT IN (SELECT process FROM processes WHERE until > clock_timestamp()))
"""
_CLAIM = f"UPDATE leases SET heir = ?, heir_ready = false {_CLAIMABLE} RETURNING shard, epoch + 1"
_READY = "UPDATE leases SET heir_ready = true WHERE heir = ? AND shard = ? AND NOT heir_ready RETURNING 1"
_HEIRS = """
SELECT shard, heir, heir_ready FROM leases JOIN processes ON leases.heir = processes.process
    WHERE leases.process = ? AND offered AND processes.until > clock_timestamp()
"""
_HAND_OVER = f"""
UPDATE leases SET process = heir, epoch = epoch + 1, until = {_LASTS}, attended = ?::bigint[],
        offered = false, heir = NULL, heir_ready = false
    WHERE process = ? AND shard = ? AND heir_ready AND until > clock_timestamp() RETURNING 1
"""
_IDENTIFY = """
WITH turn AS (
    INSERT INTO identifies (bucket, at) VALUES (?, clock_timestamp()) ON CONFLICT (bucket) DO UPDATE
        SET at = excluded.at WHERE identifies.at <= clock_timestamp() - make_interval(secs => ?)
    RETURNING at
)
INSERT INTO sessions_begun (at) SELECT at FROM turn RETURNING 1
"""
_BEGUN = """
SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - max(at)), 'infinity')::float8
    FROM sessions_begun WHERE at > clock_timestamp() - make_interval(secs => ?)
"""
_FORGET = "DELETE FROM sessions_begun WHERE at <= clock_timestamp() - make_interval(secs => ?) RETURNING 1"


class PostgresLeaseStore:
    """The SQL of `storage.interfaces.LeaseStore`, whose docstrings say what each method takes and raises.
    What decides is one statement each time.
    """

    def __init__(self, database: Database, connection: str) -> None:
        self._db = database
        self._connection = connection

    async def attend(self, process: str, count: int, lasts: float, *, leaving: bool = False) -> int:
        """See `LeaseStore.attend`. Whoever connects in a way that the server does not show is never taken for
        dead before their time.
        """
        await self._db.read("DELETE FROM processes WHERE until <= clock_timestamp() RETURNING 1")
        if not await self._db.read(_THERE, process, count, self._connection, lasts, leaving, count):
            raise Conflict(
                f"Another process divides the servers into another number of shards than {count}. Stop it "
                "first, or give all the same SHARD_COUNT."
            )
        [(living,)] = await self._db.read(
            "SELECT count(*) FROM processes WHERE until > clock_timestamp() AND shards = ? AND NOT leaving",
            count,
        )
        return living

    async def leave(self, process: str) -> None:
        held = await self._db.read("SELECT shard FROM leases WHERE ? IN (process, heir)", process)
        await self.release(process, [shard for (shard,) in held])
        await self._db.read("DELETE FROM processes WHERE process = ? RETURNING 1", process)

    async def bury(self, lasts: float, unheard: float) -> list[str]:
        return [process for (process,) in await self._db.read(_BURY, lasts - unheard, lasts)]

    async def take(self, shard: Shard, process: str, lasts: float) -> Taken | None:
        place = shard.count, shard.id
        rows = await self._db.read(_TAKE, *place, *place, process, lasts)
        return Taken(*rows[0]) if rows else None

    async def renew(self, process: str, lasts: float, served: Collection[int] = ()) -> dict[int, int]:
        return dict(await self._db.read(_RENEW, lasts, process, list(served)))

    async def release(self, process: str, shards: Collection[int]) -> None:
        await self._db.read(_RENOUNCE, process, list(shards))
        await self._and_tell(_RELEASE, process, list(shards))

    async def offer(self, process: str, shards: Collection[int]) -> None:
        await self._and_tell(_OFFER, process, list(shards))

    async def claim(self, process: str, count: int, shards: Collection[int], most: int) -> dict[int, int]:
        sql = f"SELECT shard FROM leases {_CLAIMABLE} ORDER BY shard LIMIT ?"
        some = [shard for (shard,) in await self._db.read(sql, count, list(shards), process, most)]
        return dict(await self._and_tell(_CLAIM, process, count, some, process)) if some else {}

    async def claims(self, process: str) -> dict[int, int]:
        return dict(await self._db.read("SELECT shard, epoch + 1 FROM leases WHERE heir = ?", process))

    async def be_ready(self, process: str, shard: int) -> None:
        await self._and_tell(_READY, process, shard)

    async def heirs(self, process: str) -> dict[int, tuple[str, bool]]:
        return {shard: (heir, ready) for shard, heir, ready in await self._db.read(_HEIRS, process)}

    async def hand_over(self, process: str, shard: int, lasts: float, attended: Collection[int]) -> bool:
        return bool(await self._and_tell(_HAND_OVER, lasts, list(attended), process, shard))

    async def attended(self, shard: Shard) -> list[int]:
        sql = "SELECT attended FROM leases WHERE shards = ? AND shard = ?"
        return [id for (ids,) in await self._db.read(sql, shard.count, shard.id) for id in ids]

    async def _and_tell(self, sql: str, *values: object) -> list[tuple[int, int]]:
        """What it returns; if it has changed anything, all processes are told."""
        telling = f"WITH changed AS ({sql}) SELECT pg_notify(?, ?), changed.* FROM changed"
        rows = await self._db.read(telling, *values, NEWS_CHANNEL, json.dumps(News("shards")))
        return [tuple(row)[1:] for row in rows]

    async def holders(self) -> dict[int, str]:
        sql = "SELECT shard, process FROM leases WHERE until > clock_timestamp() ORDER BY shard"
        return dict(await self._db.read(sql))

    async def take_identify_turn(self, bucket: int, pause: float) -> float:
        if await self._db.read(_IDENTIFY, bucket, pause):
            return 0.0
        sql = "SELECT extract(epoch FROM at - clock_timestamp())::float8 FROM identifies WHERE bucket = ?"
        [(since,)] = await self._db.read(sql, bucket)
        return max(0.01, since + pause)

    async def sessions_begun(self, within: float) -> tuple[int, float]:
        await self._db.read(_FORGET, within)
        [(count, ago)] = await self._db.read(_BEGUN, within)
        return count, ago


FENCED = """
SELECT place FROM unnest($1::integer[], $2::integer[], $3::bigint[])
    WITH ORDINALITY AS given (shards, shard, epoch, place)
    WHERE EXISTS (SELECT FROM leases WHERE leases.shards = given.shards AND leases.shard = given.shard
        AND leases.epoch = given.epoch AND leases.until > clock_timestamp() + make_interval(secs => $4))
"""
"""The places of the shards that are still served under these epochs, for so many seconds at least."""
