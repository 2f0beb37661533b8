"""What is stored of people in SQL: preferences, notifications, plans; how it is erased."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Collection

from msgspec.structs import astuple

from storage.models import (
    ActionRow,
    BanRow,
    Draft,
    ForecastRow,
    News,
    NotificationRow,
    PersonRows,
    PlanRow,
    RatingRow,
    SeatRows,
    TournamentDraftRow,
    preferences_digest,
)
from storage.sql.changes import BAN, REPLACED_WISHES, RESULT_COLUMNS, Statement
from storage.sql.forecasts import FORECAST
from storage.sql.group_commit import Database
from storage.sql.results import RATING, result_of
from storage.sql.tournaments import DRAFT, ENTRY_CHANGED, NAMED_IN_POSTS, AuditStore

_PREFERENCES = (
    "INSERT INTO people (user, wishes) VALUES (?, ?)"
    f" ON CONFLICT (user) DO UPDATE SET {REPLACED_WISHES.format('people')}"
)
_NOTIFICATIONS = "SELECT user, channel, message, tables, at FROM nudges"
_NOTIFICATION_SENT = (
    "INSERT INTO nudges (user, channel, message, tables, at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (user, message)"
    " DO UPDATE SET channel = excluded.channel, tables = excluded.tables, at = excluded.at"
)
_IDS_AT_ONCE = 500
"""So many are asked for in one statement."""
_NOTIFICATION_GONE = "DELETE FROM nudges WHERE user = ? AND message = ?"


class PersonStore:
    """What people prefer, whatever the server: preferences by user id, each as encoded bytes."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def preferences(self, id: int) -> bytes | None:
        """What the person or server prefers; None if they never said anything."""
        rows = await self._db.read("SELECT wishes FROM people WHERE user = ?", id)
        return rows[0][0] if rows else None

    async def all(self) -> list[tuple[int, bytes]]:
        """Everybody who ever said anything, with what they prefer."""
        return [(user, wishes) for user, wishes in await self._db.read("SELECT user, wishes FROM people")]

    async def set_preferences(self, id: int, preferences: bytes, before: bytes | None = None) -> None:
        """From now on they prefer this. Conflict if what they preferred is not `before` (None: nothing)."""
        news = (
            News("person", str(id), id, preferences_digest(preferences)) if self._db.shard.count > 1 else None
        )
        await self._db.write((_PREFERENCES, (id, preferences, before)), news=news)


class NotificationStore:
    """Notifications: messages that say that it is somebody's turn. Every method may raise `StorageError`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def all(self) -> list[NotificationRow]:
        """All that were not taken away yet, the oldest first."""
        return [
            NotificationRow(*row) for row in await self._db.read(f"{_NOTIFICATIONS} ORDER BY at, message")
        ]

    async def of(self, user: int) -> list[NotificationRow]:
        """This user's notifications that were not taken away yet, the oldest first."""
        rows = await self._db.read(f"{_NOTIFICATIONS} WHERE user = ? ORDER BY at, message", user)
        return [NotificationRow(*row) for row in rows]

    async def servers_of(self, tables: Collection[str]) -> dict[str, int]:
        """The servers of these tables, as far as there are such."""
        found, ids = dict[str, int](), list(tables)
        for first in range(0, len(ids), _IDS_AT_ONCE):
            some = ids[first : first + _IDS_AT_ONCE]
            sql = f"SELECT id, guild FROM tables WHERE id IN ({', '.join('?' * len(some))})"
            found.update((row[0], row[1]) for row in await self._db.read(sql, *some))
        return found

    async def sent(self, notification: NotificationRow, *, instead_of: int | None = None) -> None:
        """Remember (or replace) the message; `instead_of`: another one to this user, forgotten with it."""
        rows: list[Statement] = [(_NOTIFICATION_SENT, astuple(notification))]
        if instead_of is not None:
            rows.append((_NOTIFICATION_GONE, (notification.user, instead_of)))
        await self._db.write(*rows, about=(notification.user,))

    async def gone(self, user: int, message: int) -> None:
        """The message is no more."""
        await self._db.write((_NOTIFICATION_GONE, (user, message)), about=(user,))


_PLANS_OF_TABLE = "SELECT table_id, seat, wish FROM orders WHERE table_id = ? ORDER BY seat"


class PlanStore:
    """What seats want done by themselves. Private. Every method may raise `StorageError`.

    They change with their table, by `Store.commit`.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of(self, table: str) -> list[PlanRow]:
        """The plans of those at the table, by seat."""
        return [PlanRow(*row) for row in await self._db.read(_PLANS_OF_TABLE, table)]

    async def seats(self) -> list[tuple[str, int]]:
        """Everybody who wants anything: table and seat."""
        return [(table, seat) for table, seat in await self._db.read("SELECT table_id, seat FROM orders")]


_AT_ONCE = 500
"""Tables looked through in one go: others read in between."""
_ERASING = "erase "
"""How the note begins that says whose erasing was begun."""

TO_BE_WIPED = "wipe"
"""The note that something was erased and may still stand in the file's gaps."""
COUNTED_UP = (
    "INSERT INTO notes (key, value) VALUES (?, '1')"
    " ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(notes.value AS INTEGER) + 1 AS TEXT)"
)
"""One more of what a note counts."""
LEAVE_WIPING = COUNTED_UP
"""Its value counts the erasures, so that one that comes during the wiping is not taken for wiped."""


class PrivacyStore(ABC):
    """All that is stored about somebody, for an export and for erasing it. May raise `StorageError`."""

    def __init__(self, database: Database, audit: AuditStore) -> None:
        self._db = database
        self._audit = audit
        self._wiping = asyncio.Lock()

    async def tables_naming(self, user: int) -> list[str]:
        """Every table at which they sit or sat, moved, cut, or are named in any other way.

        A record is the bot's: whatever has the id in it counts.
        """
        sql = (
            "SELECT id, instr(record, ?) > 0"
            " OR EXISTS (SELECT 1 FROM seated WHERE seated.table_id = id AND user = ?)"
            " OR EXISTS (SELECT 1 FROM actions WHERE actions.table_id = id AND user = ?)"
            " FROM tables WHERE id > ? ORDER BY id LIMIT ?"
        )
        return await self._naming(sql, str(user).encode(), user, user)

    async def tournaments_naming(self, user: int) -> list[str]:
        """Every tournament that they have or had to do with, as players, organisers or in any other way.

        Whoever was replaced is in the audit only.
        """
        sql = (
            "SELECT id, instr(record, ?) > 0"
            " OR EXISTS (SELECT 1 FROM tournament_users WHERE tournament_id = id AND user = ?)"
            " OR EXISTS (SELECT 1 FROM audit WHERE audit.tournament_id = tournaments.id"
            " AND (audit.user = ? OR about = ? OR instr(act, ?) > 0))"
            " FROM tournaments WHERE id > ? ORDER BY id LIMIT ?"
        )
        text = str(user).encode()
        return await self._naming(sql, text, user, user, user, text)

    async def recurring_naming(self, user: int) -> list[str]:
        """Every recurring tournament that they organise.

        A record is the bot's: whatever has the id in it counts.
        """
        sql = "SELECT id, instr(record, ?) > 0 FROM recurring WHERE id > ? ORDER BY id LIMIT ?"
        return await self._naming(sql, str(user).encode())

    async def score_sheets_naming(self, user: int) -> list[str]:
        """Every score sheet that they keep, or in whose record their id is: the bot's JSON."""
        sql = (
            "SELECT id, keeper = ? OR instr(record, ?) > 0 FROM score_sheets WHERE id > ? ORDER BY id LIMIT ?"
        )
        return await self._naming(sql, user, str(user).encode())

    async def _naming(self, sql: str, *values: int | bytes) -> list[str]:
        """The ids that `sql` finds after an id, with a true value beside each that names the user."""
        found, last = list[str](), ""
        while rows := await self._db.read(sql, *values, last, _AT_ONCE):
            found += [id for id, named in rows if named]
            last = rows[-1][0]
        return found

    async def of_person(self, user: int) -> PersonRows:
        """What is stored of them apart from tables and tournaments."""
        wishes = await self._db.read("SELECT wishes FROM people WHERE user = ?", user)
        results = await self._db.read(
            f"SELECT {RESULT_COLUMNS} FROM results WHERE user = ? ORDER BY ended", user
        )
        ratings = await self._db.read(f"SELECT {RATING} FROM ratings WHERE user = ? ORDER BY at", user)
        notifications = await self._db.read(f"{_NOTIFICATIONS} WHERE user = ? ORDER BY at", user)
        drafts = await self._db.read(f"{DRAFT} WHERE user = ? ORDER BY guild", user)
        bans = await self._db.read(f"{BAN} WHERE user = ? ORDER BY since", user)
        said = await self._db.read(f"{FORECAST} WHERE user = ? ORDER BY at", user)
        return PersonRows(
            wishes[0][0] if wishes else None,
            tuple(map(result_of, results)),
            tuple(RatingRow(*row) for row in ratings),
            tuple(NotificationRow(*row) for row in notifications),
            tuple(await self._audit.naming(user)),
            tuple(TournamentDraftRow(*row) for row in drafts),
            tuple(BanRow(*row) for row in bans),
            tuple(ForecastRow(*row) for row in said),
        )

    async def at_table(self, table: str, user: int, seats: Collection[int]) -> SeatRows:
        """What is stored of them at a table; `seats`: those that are theirs."""
        actions = await self._db.read(
            "SELECT number, seat, action, user, at FROM actions WHERE table_id = ? AND user = ?"
            " ORDER BY number",
            table,
            user,
        )
        drafts = await self._db.read(
            "SELECT table_id, seat, decision, chosen FROM drafts WHERE table_id = ? ORDER BY seat", table
        )
        plans = await self._db.read("SELECT seat, wish FROM orders WHERE table_id = ? ORDER BY seat", table)
        return SeatRows(
            tuple(ActionRow(*row) for row in actions),
            tuple(
                Draft(id, seat, decision, tuple(json.loads(chosen)))
                for id, seat, decision, chosen in drafts
                if seat in seats
            ),
            tuple((seat, wish) for seat, wish in plans if seat in seats),
        )

    async def begin_erasing(self, user: int) -> None:
        """They want to be erased: not forgotten until `erase` is through."""
        sql = "INSERT INTO notes (key, value) VALUES (?, '') ON CONFLICT DO NOTHING"
        await self._db.write((sql, (f"{_ERASING}{user}",)))

    async def erasing(self) -> list[int]:
        """Whose erasing was begun and is not through."""
        rows = await self._db.read("SELECT key FROM notes WHERE key LIKE ?", f"{_ERASING}%")
        return [int(row[0].removeprefix(_ERASING)) for row in rows]

    async def erase_at_table(self, table: str, user: int, seats: Collection[int]) -> None:
        """Who took the actions, what `seats` planned; the table itself is the caller's part."""
        planned = (
            (f"DELETE FROM {kept} WHERE table_id = ? AND seat = ?", (table, seat))
            for kept in ("drafts", "orders")
            for seat in seats
        )
        moved = "UPDATE actions SET user = NULL WHERE table_id = ? AND user = ?", (table, user)
        await self._db.write(moved, *planned)

    async def rewrite_audit(self, entry: int, action: bytes) -> None:
        """Replace an audit entry's action by one without them: who it names is for the caller to read."""
        rewritten = "UPDATE audit SET act = ? WHERE id = ?", (action, entry)
        await self._db.write(rewritten, (ENTRY_CHANGED, (entry,)))

    async def erase(self, user: int) -> None:
        """All that is left of them; at last that they wanted it.

        Results and audit entries stay, of nobody in particular, and so do the moderators' words in the
        latter: the reasons. Bans stay as well, with nothing but their keys to tell whom they are about.
        """
        mine = (user,)
        await self._db.write(
            ("UPDATE results SET user = NULL, name = '', analysis = NULL WHERE user = ?", mine),
            ("DELETE FROM ratings WHERE user = ?", mine),
            ("DELETE FROM forecasts WHERE user = ?", mine),
            ("DELETE FROM nudges WHERE user = ?", mine),
            ("DELETE FROM seated WHERE user = ?", mine),
            ("DELETE FROM tournament_users WHERE user = ?", mine),
            (NAMED_IN_POSTS, (user, user)),
            ("UPDATE audit SET user = NULL, name = '' WHERE user = ?", mine),
            ("UPDATE audit SET about = NULL, about_name = '' WHERE about = ?", mine),
            ("DELETE FROM tournament_drafts WHERE user = ?", mine),
            ("UPDATE bans SET user = NULL, name = '' WHERE user = ?", mine),
            ("DELETE FROM score_sheets WHERE keeper = ?", mine),
            ("DELETE FROM people WHERE user = ?", mine),
            ("DELETE FROM notes WHERE key = ?", (f"{_ERASING}{user}",)),
            (LEAVE_WIPING, (TO_BE_WIPED,)),
            news=News("person", str(user), user),  # whoever keeps what they preferred forgets it
        )

    @abstractmethod
    async def wipe(self) -> None:
        """See to it that nothing that was erased, of people or servers, can be found in the file or its log.

        Nothing happens if nothing was erased since. Writes wait meanwhile: about as long as a copy takes.
        """
