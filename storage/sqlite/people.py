"""The doors to what people wish and to the messages that nudge them, with the store's SQLite file behind."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection
from dataclasses import astuple
from typing import Any, Protocol

from storage.models import ActionRow, Draft, NudgeRow, OrderRow, PersonRows, RatingRow, SeatRows
from storage.sqlite.group_commit import GroupCommit
from storage.sqlite.results import RATING, RESULT, Read, result_of
from storage.sqlite.tournaments import SqliteAuditStore
from storage.sqlite.writes import Row, Rows, Statement

_PREFERENCES = (
    "INSERT INTO people (user, wishes) VALUES (?, ?) ON CONFLICT DO UPDATE SET wishes = excluded.wishes"
)
_NUDGE_SENT = (
    "INSERT INTO nudges (user, channel, message, tables, at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET channel = excluded.channel, tables = excluded.tables, at = excluded.at"
)
_NUDGE_GONE = "DELETE FROM nudges WHERE user = ? AND message = ?"


class _Read(Protocol):
    def __call__(self, sql: str, *values: Any) -> Awaitable[list[Any]]: ...


_Write = Callable[[Rows], Awaitable[None]]


class SqlitePersonStore:
    """A `People`. It reads and writes through the store whose door it is."""

    def __init__(self, read: _Read, write: _Write) -> None:
        self._read = read
        self._write = write

    async def wishes(self, user: int) -> bytes | None:
        """See `People.wishes`."""
        rows = await self._read("SELECT wishes FROM people WHERE user = ?", user)
        return rows[0][0] if rows else None

    async def all(self) -> list[tuple[int, bytes]]:
        """See `People.all`."""
        return [(user, wishes) for user, wishes in await self._read("SELECT user, wishes FROM people")]

    async def wish(self, user: int, wishes: bytes) -> None:
        """See `People.wish`."""
        await self._write(Rows(((_PREFERENCES, (user, wishes)),)))


class SqliteNudgeStore:
    """A `Nudges`, likewise."""

    def __init__(self, read: _Read, write: _Write) -> None:
        self._read = read
        self._write = write

    async def all(self) -> list[NudgeRow]:
        """See `Nudges.all`."""
        rows = await self._read("SELECT user, channel, message, tables, at FROM nudges ORDER BY at, message")
        return [NudgeRow(*row) for row in rows]

    async def told(self, nudge: NudgeRow, *, instead_of: int | None = None) -> None:
        """See `Nudges.told`."""
        rows: list[tuple[Statement, Row]] = [(_NUDGE_SENT, astuple(nudge))]
        if instead_of is not None:
            rows.append((_NUDGE_GONE, (nudge.user, instead_of)))
        await self._write(Rows(tuple(rows)))

    async def gone(self, user: int, message: int) -> None:
        """See `Nudges.gone`."""
        await self._write(Rows(((_NUDGE_GONE, (user, message)),)))


# The door to standing orders, with the store's SQLite file behind it.


_ORDERS_OF_TABLE = "SELECT table_id, seat, wish FROM orders WHERE table_id = ? ORDER BY seat"


class SqliteOrderStore:
    """See `storage.interfaces.OrderStore`. What changes with a move is written with it, by `Store.commit`."""

    def __init__(self, group: GroupCommit, read: Callable[..., Awaitable[list[Any]]]) -> None:
        self._group = group
        self._read = read

    async def of(self, table: str) -> list[OrderRow]:
        """See `Orders.of`."""
        return [OrderRow(*row) for row in await self._read(_ORDERS_OF_TABLE, table)]

    async def seats(self) -> list[tuple[str, int]]:
        """See `Orders.seats`."""
        return [(table, seat) for table, seat in await self._read("SELECT table_id, seat FROM orders")]

    async def keep(self, order: OrderRow) -> None:
        """See `Orders.keep`."""
        await self._group.store(order)


# The door to all that is stored about somebody, with the store's SQLite file behind it.


_AT_ONCE = 500
"""Tables looked through in one go: others read in between."""
_ERASING = "erase "
"""How the note begins that says whose erasing was begun."""

TO_BE_WIPED = "wipe"
"""The note that something was erased and may still stand in the file's gaps."""
LEAVE_WIPING = "INSERT INTO notes (key, value) VALUES (?, '') ON CONFLICT DO NOTHING"


class SqlitePrivacyStore:
    """A `Privacy`. It reads and writes through the store whose door it is; `afresh` makes its file anew."""

    def __init__(
        self,
        read: Read,
        write: Callable[[Rows], Awaitable[None]],
        afresh: Callable[[], Awaitable[None]],
        audit: SqliteAuditStore,
    ) -> None:
        self._read = read
        self._write = write
        self._afresh = afresh
        self._audit = audit

    async def tables_naming(self, user: int) -> list[str]:
        """See `Privacy.tables_naming`. A record is the bot's: whatever has the id in it counts."""
        sql = (
            "SELECT id, instr(record, ?) > 0"
            " OR EXISTS (SELECT 1 FROM seated WHERE seated.table_id = id AND user = ?)"
            " OR EXISTS (SELECT 1 FROM actions WHERE actions.table_id = id AND user = ?)"
            " FROM tables WHERE id > ? ORDER BY id LIMIT ?"
        )
        return await self._naming(sql, str(user).encode(), user, user)

    async def tournaments_naming(self, user: int) -> list[str]:
        """See `Privacy.tournaments_naming`. Whoever was replaced by a substitute is in the audit only."""
        sql = (
            "SELECT id, instr(record, ?) > 0"
            " OR EXISTS (SELECT 1 FROM tournament_users WHERE tournament_id = id AND user = ?)"
            " OR EXISTS (SELECT 1 FROM audit WHERE audit.tournament_id = tournaments.id"
            " AND (audit.user = ? OR about = ? OR instr(act, ?) > 0))"
            " FROM tournaments WHERE id > ? ORDER BY id LIMIT ?"
        )
        text = str(user).encode()
        return await self._naming(sql, text, user, user, user, text)

    async def _naming(self, sql: str, *values: int | bytes) -> list[str]:
        """The ids that `sql` finds after an id, with a true value beside each that names the user."""
        found, last = list[str](), ""
        while rows := await self._read(sql, *values, last, _AT_ONCE):
            found += [id for id, named in rows if named]
            last = rows[-1][0]
        return found

    async def of_person(self, user: int) -> PersonRows:
        """See `Privacy.of_person`."""
        wishes = await self._read("SELECT wishes FROM people WHERE user = ?", user)
        results = await self._read(f"SELECT {RESULT} FROM results WHERE user = ? ORDER BY ended", user)
        ratings = await self._read(f"SELECT {RATING} FROM ratings WHERE user = ? ORDER BY at", user)
        nudges = await self._read(
            "SELECT user, channel, message, tables, at FROM nudges WHERE user = ? ORDER BY at", user
        )
        return PersonRows(
            wishes[0][0] if wishes else None,
            tuple(map(result_of, results)),
            tuple(RatingRow(*row) for row in ratings),
            tuple(NudgeRow(*row) for row in nudges),
            tuple(await self._audit.naming(user)),
        )

    async def at_table(self, table: str, user: int, seats: Collection[int]) -> SeatRows:
        """See `Privacy.at_table`."""
        actions = await self._read(
            "SELECT number, seat, action, user, at FROM actions WHERE table_id = ? AND user = ?"
            " ORDER BY number",
            table,
            user,
        )
        drafts = await self._read(
            "SELECT table_id, seat, decision, chosen FROM drafts WHERE table_id = ? ORDER BY seat", table
        )
        orders = await self._read("SELECT seat, wish FROM orders WHERE table_id = ? ORDER BY seat", table)
        return SeatRows(
            tuple(ActionRow(*row) for row in actions),
            tuple(
                Draft(id, seat, decision, tuple(json.loads(chosen)))
                for id, seat, decision, chosen in drafts
                if seat in seats
            ),
            tuple((seat, wish) for seat, wish in orders if seat in seats),
        )

    async def begin_erasing(self, user: int) -> None:
        """See `Privacy.begin_erasing`."""
        sql = "INSERT INTO notes (key, value) VALUES (?, '') ON CONFLICT DO NOTHING"
        await self._write(Rows(((sql, (f"{_ERASING}{user}",)),)))

    async def erasing(self) -> list[int]:
        """See `Privacy.erasing`."""
        rows = await self._read("SELECT key FROM notes WHERE key GLOB ?", f"{_ERASING}[0-9]*")
        return [int(row[0].removeprefix(_ERASING)) for row in rows]

    async def erase_at_table(self, table: str, user: int, seats: Collection[int]) -> None:
        """See `Privacy.erase_at_table`."""
        planned = (
            (f"DELETE FROM {plans} WHERE table_id = ? AND seat = ?", (table, seat))
            for plans in ("drafts", "orders")
            for seat in seats
        )
        moved = "UPDATE actions SET user = NULL WHERE table_id = ? AND user = ?", (table, user)
        await self._write(Rows((moved, *planned)))

    async def rewrite(self, entry: int, act: bytes) -> None:
        """See `Privacy.rewrite`."""
        await self._write(Rows((("UPDATE audit SET act = ? WHERE id = ?", (act, entry)),)))

    async def erase(self, user: int) -> None:
        """See `Privacy.erase`."""
        mine = (user,)
        await self._write(
            Rows(
                (
                    ("UPDATE results SET user = NULL, name = '' WHERE user = ?", mine),
                    ("DELETE FROM ratings WHERE user = ?", mine),
                    ("DELETE FROM nudges WHERE user = ?", mine),
                    ("DELETE FROM seated WHERE user = ?", mine),
                    ("DELETE FROM tournament_users WHERE user = ?", mine),
                    ("UPDATE audit SET user = NULL, name = '' WHERE user = ?", mine),
                    ("UPDATE audit SET about = NULL, about_name = '' WHERE about = ?", mine),
                    ("DELETE FROM people WHERE user = ?", mine),
                    ("DELETE FROM notes WHERE key = ?", (f"{_ERASING}{user}",)),
                    (LEAVE_WIPING, (TO_BE_WIPED,)),
                )
            )
        )

    async def wipe(self) -> None:
        """See `Privacy.wipe`."""
        if await self._read("SELECT 1 FROM notes WHERE key = ?", TO_BE_WIPED):
            await self._afresh()
            await self._write(Rows((("DELETE FROM notes WHERE key = ?", (TO_BE_WIPED,)),)))
