"""Databases full of tables: games that the bot's own rules have played, written many times over.

A game of each edition is played by robots that choose at random, an hour or two between the moves, as it
would be stored move by move. Then it is laid as often as one likes, at any of its moments, for other people,
and written as the bot stores it: what is new at a table comes between what is new at others, as in life.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

import msgspec
from msgspec.structs import astuple, replace

from benches.tables import Laid, tables
from bot.notifications.pending import NotificationContent, TurnReminder
from bot.pace import DAILY, HOUR
from bot.publishing.message_state import NEVER_OUTDATED
from bot.runtime.house_time import AWAKE_TIME_KEY, RecordedAwakeTime
from bot.tables import clocks as tables_clocks
from bot.tables import lobby, play
from bot.tables.clocks import REMINDERS
from bot.tables.model import Press, Table
from bot.tables.repository import table_to_row
from bot.tables.results import results_of
from bot.tables.timing import Timing
from storage.models import ActionRow, NotificationRow, Post
from storage.sql.changes import RESULT

BETWEEN_MOVES = 1.5 * HOUR
AWAKE, NOW = 5_000_000.0, 1_800_000_000.0
"""House time and Unix time at which every fleet lies as it was stored."""
Row: TypeAlias = tuple[object, ...]
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
SIDE_BY_SIDE = 2_000
"""Games that are under way at the same time while finished ones are written."""


@dataclass(frozen=True)
class Voyage:
    """A whole game: the table from the deal on, after each action, and the log."""

    tables: Sequence[Table]
    log: Sequence[ActionRow]


def voyage(laid: Laid, random: Random) -> Voyage:
    """One game, played at random."""
    opened = laid.in_lobby(random, locale="en-US", pace=DAILY)
    started = lobby.start(opened, Press(0, 1, ""), 0.0)
    table = tables_clocks.with_clocks_updated(opened, started, None, True, 0.0)
    played, log, now = [table], list[ActionRow](), 0.0
    while table.phase == "playing":
        now += random.expovariate(1 / BETWEEN_MOVES)
        seat = laid.game.to_act(table.state)[0]
        action = random.choice(laid.game.legal_actions(table.state, seat))
        moved = play.move(table, seat, action).table
        moved = tables_clocks.with_clocks_updated(table, moved, seat, True, now)
        table = replace(moved, revision=table.revision + 1, changed=now)
        log.append(ActionRow(table.actions, seat, action, table.seats[seat].user, now))
        played.append(table)
    return Voyage(played, log)


def voyages(seed: int = 1) -> list[Voyage]:
    """A game of each edition of each game."""
    return [voyage(laid, Random(f"{seed} {laid.name}")) for laid in tables()]


@dataclass(frozen=True)
class Place:
    """A server and a channel of it."""

    guild: int
    channel: int


class Berth(msgspec.Struct, frozen=True):
    """A table as it lies in the fleet, with the rows of its log."""

    table: Table
    log: Sequence[Row]

    @property
    def asked(self) -> list[int]:
        """Those for whom it waits."""
        seats = self.table.game.to_act(self.table.state)
        return [user for seat in seats if (user := self.table.seats[seat].person) is not None]


class Fleet:
    """Lays tables. `users`: who may sit at them; the first of each table is the `number`-th of them."""

    def __init__(self, users: Sequence[int], places: Sequence[Place], *, seed: int = 1) -> None:
        self.voyages = voyages(seed)
        self._users = users
        self._places = places
        self._random = Random(f"fleet {seed}")

    def under_way(self, number: int) -> Berth:
        """A table in the midst of its game, last changed some time in the last half day."""
        sailed = self.voyages[number % len(self.voyages)]
        actions = self._random.randrange(len(sailed.log))
        age = self._random.uniform(0.0, 12 * HOUR)
        berth = self._laid(sailed, number, actions, AWAKE - age)
        rung = tables_clocks.on_due(berth.table, AWAKE)
        kept = berth.table if rung is None else rung.table
        return replace(berth, table=replace(kept, due=tables_clocks.next_due(kept)))

    def ended(self, number: int) -> Berth:
        """A table whose game is over."""
        sailed = self.voyages[number % len(self.voyages)]
        return self._laid(sailed, number, len(sailed.log), AWAKE - self._random.uniform(0, 300 * 24 * HOUR))

    def _laid(self, sailed: Voyage, number: int, actions: int, ends: float) -> Berth:
        """The game as it was after so many actions, which ended at `ends` in house time."""
        table, place = sailed.tables[actions], self._places[number % len(self._places)]
        first = self._users[number % len(self._users)]
        others = self._random.sample(self._users, len(table.seats))
        asked = table.game.to_act(table.state)
        sitting = [user for user in others if user != first][: len(table.seats) - 1]
        sitting.insert(asked[0] if asked else 0, first)
        later, since = ends - table.changed, NOW - AWAKE
        seats = tuple(
            replace(seat, user=user, name=f"Sailor {user % 100_000}")
            for seat, user in zip(table.seats, sitting, strict=True)
        )
        record = replace(table.record, host=sitting[0], seats=seats)
        laid = replace(
            table,
            id=name(number),
            guild=place.guild,
            channel=place.channel,
            record=record,
            created=since + later,
            changed=since + ends,
            timing=_later(table, later),
        )
        log = [
            (laid.id, row.number, row.seat, row.action, sitting[row.seat], since + later + row.at)
            for row in sailed.log[:actions]
        ]
        return Berth(replace(laid, due=tables_clocks.next_due(laid)), log)


def name(number: int) -> str:
    """An id like a table's, another for each number, in no order."""
    number = number * 7_919_317 % (len(ALPHABET) ** 5 - 1)
    letters = [ALPHABET[number // len(ALPHABET) ** at % len(ALPHABET)] for at in range(6)]
    return "".join(letters)


def _later(table: Table, by: float) -> Timing:
    """The table's clocks, had all been so much later."""
    clocks = tuple(
        replace(clock, since=None if clock.since is None else clock.since + by)
        for clock in table.timing.seats
    )
    return replace(table.timing, seats=clocks)


# writing

TABLE = "INSERT INTO tables (id, guild, channel, game, record, created) VALUES (?, ?, ?, ?, ?, ?)"
STANDING = (
    "INSERT INTO standing (table_id, phase, revision, actions, changed, state, timing, due)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
ACTION = "INSERT INTO actions (table_id, number, seat, action, user, at) VALUES (?, ?, ?, ?, ?, ?)"
SEATED = "INSERT INTO seated (user, table_id) VALUES (?, ?)"
POST = "INSERT INTO posts (table_id, kind, channel, message, revision, at) VALUES (?, ?, ?, ?, ?, ?)"
NUDGE = "INSERT INTO nudges (user, channel, message, tables, at) VALUES (?, ?, ?, ?, ?)"
OUTBOX_ENTRY = "INSERT INTO errands (table_id, kind, payload) VALUES (?, ?, ?)"
NOTE = "INSERT OR REPLACE INTO notes (key, value) VALUES (?, ?)"
RATING = (
    "INSERT INTO ratings (guild, game, season, user, games, table_id, mu, sigma, at)"
    " SELECT ?, ?, 1, ?, 1 + count(*), ?, 25.0, 8.0, ? FROM ratings"
    " WHERE guild = ? AND game = ? AND season = 1 AND user = ?"
)

Message = Callable[[Table, str], int]
"""The id of the message of that kind that stands for the table."""


def any_message() -> Message:
    """Ids of messages that stand nowhere."""
    ids = itertools.count(1_400_000_000_000_000_000, 4_194_304)
    return lambda _table, _kind: next(ids)


class Shipyard:
    """Writes fleets into a database that `storage` has made. Nobody else may have it open."""

    def __init__(self, path: Path, message: Message | None = None) -> None:
        self._path = path
        self._message = message or any_message()

    def write(self, berths: Iterable[Berth]) -> None:
        """The tables, with all that belongs to them. Many thousand fit into memory in no more than one go."""
        berths = iter(berths)
        with closing(sqlite3.connect(self._path)) as db, db:
            db.execute("PRAGMA cache_size = -400000")  # in KB: all that is written into lies in memory
            db.execute("PRAGMA synchronous = OFF")
            noted = msgspec.json.encode(RecordedAwakeTime(AWAKE, NOW)).decode()
            db.execute(NOTE, (AWAKE_TIME_KEY, noted))
            while some := list(itertools.islice(berths, SIDE_BY_SIDE)):
                self._write(db, some)

    def _write(self, db: sqlite3.Connection, berths: Sequence[Berth]) -> None:
        rows = [table_to_row(berth.table) for berth in berths]
        db.executemany(TABLE, ((r.id, r.guild, r.channel, r.game, r.record, r.created) for r in rows))
        db.executemany(
            STANDING,
            ((r.id, r.phase, r.revision, r.actions, r.changed, r.state, r.timing, r.due) for r in rows),
        )
        db.executemany(ACTION, _in_turns(berths))
        db.executemany(SEATED, ((user, each.table.id) for each in berths for user in each.table.owners))
        db.executemany(POST, (astuple(post) for each in berths for post in self._posts(each.table)))
        for table in (each.table for each in berths):
            if table.phase == "over":
                _write_result(db, table)
            elif told := list(self._told(table)):
                db.executemany(NUDGE, map(astuple, told))

    def _posts(self, table: Table) -> Iterator[Post]:
        for kind in ("lobby", "board", *(("result",) if table.phase == "over" else ())):
            message = self._message(table, kind)
            yield Post(table.id, kind, table.channel, message, table.revision, table.changed)
        yield Post(table.id, "thread", table.channel, self._message(table, "thread"), NEVER_OUTDATED, 0.0)

    def _told(self, table: Table) -> Iterator[NotificationRow]:
        """The messages by which those were told who have been asked for a while."""
        for seat, clock in enumerate(table.timing.seats):
            user = table.seats[seat].person
            if clock.reminded and user is not None:
                turn = TurnReminder(table.id, seat, clock.decision, REMINDERS[clock.reminded - 1])
                told = msgspec.json.encode(NotificationContent(direct=False, turns=(turn,))).decode()
                yield NotificationRow(user, table.channel, self._message(table, "nudge"), told, table.changed)

    def outbox(self, outbox: Iterable[tuple[str, str, bytes]]) -> None:
        """What is still to be done: for which table, of which kind, with what."""
        with closing(sqlite3.connect(self._path)) as db, db:
            db.executemany(OUTBOX_ENTRY, outbox)


def _in_turns(berths: Sequence[Berth]) -> Iterator[Row]:
    """The actions as they come where many play at the same time."""
    for turn in range(max((len(berth.log) for berth in berths), default=0)):
        yield from (berth.log[turn] for berth in berths if turn < len(berth.log))


def _write_result(db: sqlite3.Connection, table: Table) -> None:
    for result in results_of(table):
        counted = replace(result, rated=2)
        db.execute(RESULT, astuple(counted))
        about = counted.guild, counted.game, counted.user
        db.execute(RATING, (*about, table.id, counted.ended, *about))
