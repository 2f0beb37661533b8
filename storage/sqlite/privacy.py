"""The door to all that is stored about somebody, with the store's SQLite file behind it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection

from storage.records import ActionRow, Draft, NudgeRow, PersonRows, RatingRow, SeatRows
from storage.sqlite.audit import SqliteAudit
from storage.sqlite.results import RATING, RESULT, Read, result_of
from storage.sqlite.writes import Rows

_AT_ONCE = 500
"""Tables looked through in one go: others read in between."""
_ERASING = "erase "
"""How the note begins that says whose erasing was begun."""

TO_BE_WIPED = "wipe"
"""The note that something was erased and may still stand in the file's gaps."""
LEAVE_WIPING = "INSERT INTO notes (key, value) VALUES (?, '') ON CONFLICT DO NOTHING"


class SqlitePrivacy:
    """A `Privacy`. It reads and writes through the store whose door it is; `afresh` makes its file anew."""

    def __init__(
        self,
        read: Read,
        write: Callable[[Rows], Awaitable[None]],
        afresh: Callable[[], Awaitable[None]],
        audit: SqliteAudit,
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
