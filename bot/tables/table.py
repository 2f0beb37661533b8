"""A table as data: who sits there, what is played, how far it has come. Never changed in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import msgspec

from bot.tables.orders import Order, Orders
from bot.tables.pace import NO_CLOCKS, NONE, Happening, Pace, Timing
from games.catalogue import game as game_of
from games.contract import AnyGame, Observation, Options
from storage.records import Phase, TableRow


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits there. Seats stand in the order of joining, and from the start on in the order of play.

    A robot's seat has `robot` set to its strength. `user` stays None for a robot that was one from the
    start, and
    names the person whose seat a robot plays on. `join` is the id of the press that took the seat; it goes
    into the
    shuffle.
    """

    name: str
    join: str
    user: int | None = None
    robot: str | None = None

    @property
    def person(self) -> int | None:
        """The user who plays this seat; None if a robot does."""
        return None if self.robot else self.user


class Cut(msgspec.Struct, frozen=True):
    """A word that somebody at the table put into the shuffle."""

    user: int
    word: str


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table is apart from the game's state."""

    host: int
    options: dict[str, Any]
    secret: str
    """64 hexadecimal digits, shown when the game has ended; its SHA-256 is shown from the first moment."""
    capacity: int
    """How many seats the table has."""
    locale: str = ""
    """The server's language when the table was made: public messages are in it."""
    seats: tuple[Seat, ...] = ()
    joins: tuple[str, ...] = ()
    """The ids of the presses that took the seats, in the order of joining; set at the start."""
    cuts: tuple[Cut, ...] = ()
    locked: bool = False
    invited: tuple[int, ...] | None = None
    """Who may join, if the table is by invitation."""
    pace: Pace = NONE
    happenings: tuple[Happening, ...] = ()
    """What became of seats and clocks, in order."""
    closed_by: Literal["", "untouched", "deserted", "forgotten"] = ""
    """Why the house closed the table by itself; empty if it did not."""
    rated: bool = True
    """Whether the result is to count for ratings."""


@dataclass(frozen=True)
class Table:
    """One table at one revision."""

    id: str
    guild: int
    channel: int
    game: AnyGame
    phase: Phase
    revision: int
    actions: int
    record: Record
    state: Any
    """The game's state; None in the lobby."""
    created: float
    changed: float
    timing: Timing = NO_CLOCKS
    due: float | None = None
    """When the table must be looked at next, in house time; None: never."""
    orders: Orders = field(default_factory=dict[int, Order])
    """What seats want done by themselves. Kept apart from the rest: `from_row` knows nothing of them."""
    turning_point: int = 0
    """The latest of the actions after which everybody had something new to see: a reveal, a round's end.

    It is not stored: it matters to hands that are open, and after a restart none is known to be.
    """

    @cached_property
    def options(self) -> Options:
        """The game's options at this table."""
        return self.game.Options.model_validate(self.record.options)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits here."""
        return self.record.seats

    @property
    def people(self) -> tuple[int, ...]:
        """The users who play here, robots' seats left out."""
        return tuple(seat.person for seat in self.seats if seat.person is not None)

    def seat_of(self, user: int) -> int | None:
        """The seat that this user plays."""
        return next((index for index, seat in enumerate(self.seats) if seat.person == user), None)

    def observe(self, user: int | None) -> Observation:
        """What this user may know of the running game: a player's own view, or a spectator's."""
        seat = None if user is None else self.seat_of(user)
        observation: Observation = self.game.observe(self.state, seat)
        return observation

    def waiting_for(self, user: int) -> bool:
        """Whether the game waits for this user."""
        seat = self.seat_of(user)
        return self.phase == "playing" and seat is not None and seat in self.game.to_act(self.state)

    def has_hand(self, user: int) -> bool:
        """Whether the user holds cards here just now."""
        return self.phase == "playing" and self.seat_of(user) is not None

    def with_record(self, **changes: Any) -> Table:
        """The same table with parts of its record changed."""
        return replace(self, record=msgspec.structs.replace(self.record, **changes))


def to_row(table: Table) -> TableRow:
    """The table as storage keeps it."""
    return TableRow(
        id=table.id,
        guild=table.guild,
        channel=table.channel,
        game=table.game.slug,
        phase=table.phase,
        revision=table.revision,
        actions=table.actions,
        record=msgspec.json.encode(table.record),
        state=None if table.state is None else table.game.dump(table.state),
        created=table.created,
        changed=table.changed,
        timing=msgspec.json.encode(table.timing) if table.timing != NO_CLOCKS else None,
        due=table.due,
    )


def from_row(row: TableRow) -> Table:
    """The table that storage kept. KeyError if its game is no longer installed."""
    game = game_of(row.game)
    return Table(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        game=game,
        phase=row.phase,
        revision=row.revision,
        actions=row.actions,
        record=msgspec.json.decode(row.record, type=Record),
        state=None if row.state is None else game.load(row.state),
        created=row.created,
        changed=row.changed,
        timing=NO_CLOCKS if row.timing is None else msgspec.json.decode(row.timing, type=Timing),
        due=row.due,
    )


def seat_names(table: Table) -> Mapping[int, str]:
    """Each seat's name, for filling in texts."""
    return {index: seat.name for index, seat in enumerate(table.seats)}
