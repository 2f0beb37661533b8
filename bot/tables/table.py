"""A table as data: who sits there, what is played, how far it has come. Never changed in place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import msgspec

from bot.pace import NONE, Pace
from bot.tables.orders import Order, Orders
from bot.tables.pace import NO_CLOCKS, Happening, Timing
from bot.tables.pod import PodOf
from games.catalogue import game as game_of
from games.contract import AnyGame, Observation, Options, Outcome
from games.text import _
from storage.records import Phase, TableRow

FORMER = 0
"""The user of what belonged to somebody who had their data erased. Their name is empty then."""
FORMER_PLAYER = _("a former player")
"""What they are called."""


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
        """The user who plays this seat; None if a robot does, or somebody who has had their data erased."""
        return None if self.robot or self.user == FORMER else self.user


class Leaver(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who gave a seat up in a running game; how, and after how many actions (`at`).

    "left": to a robot, until they come back; "conceded": for good, a robot plays the seat to the end;
    "removed": the same, but by whoever runs the tournament or the server, who can take it back; "replaced":
    somebody else took the seat over. Whoever left otherwise may be replaced later.
    """

    user: int
    name: str
    seat: int
    at: int
    how: Literal["left", "conceded", "removed", "replaced"]
    taken: int | None = None
    """After how many actions somebody else took the seat over; None: nobody has."""


class Call(msgspec.Struct, frozen=True):
    """Somebody is wanted to take this seat over; `by` is who asked for that."""

    seat: int
    by: int


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
    seed: str = ""
    """The game's seed in hexadecimal, where it cannot be made from the cuts any more: one was erased."""
    locked: bool = False
    invited: tuple[int, ...] | None = None
    """Who may join, if the table is by invitation."""
    pace: Pace = NONE
    happenings: tuple[Happening, ...] = ()
    """What became of seats and clocks, in order."""
    closed_by: Literal["", "untouched", "deserted", "forgotten", "void"] = ""
    """Why the house closed the table by itself; "void": a moderator or organiser did; else empty."""
    rated: bool = True
    """Whether the result is to count for ratings."""
    leavers: tuple[Leaver, ...] = ()
    """Who gave a seat up in the running game, in order. Whoever comes back is no longer among them."""
    calls: tuple[Call, ...] = ()
    """The seats for which a substitute is wanted."""
    held: bool = False
    """A moderator has stopped the clocks; players cannot start them again."""
    pod: PodOf | None = None
    """Set at a tournament's table: nobody is its host, and much goes by the tournament's rules."""


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

    @property
    def owners(self) -> tuple[int, ...]:
        """The users who play here, and those who may come back to a seat that a robot plays meanwhile."""
        return tuple(user for seat in range(len(self.seats)) if (user := self.owner(seat)) is not None)

    def owner(self, seat: int) -> int | None:
        """Whose seat it is, whoever plays in it; None: a robot's, or that of somebody who has conceded."""
        user = self.seats[seat].user
        return None if user is None or user == FORMER or self.has_conceded(seat) else user

    def has_conceded(self, seat: int) -> bool:
        """Whether a robot plays the seat to the end: whoever sat there has conceded, or was removed."""
        return any(
            left.seat == seat and left.how in ("conceded", "removed") and left.taken is None
            for left in self.record.leavers
        )

    def seat_of(self, user: int) -> int | None:
        """The seat that this user plays."""
        return next((index for index, seat in enumerate(self.seats) if seat.person == user), None)

    def seat_kept_for(self, user: int) -> int | None:
        """The seat that this user plays, or may come back to."""
        return next((seat for seat in range(len(self.seats)) if self.owner(seat) == user), None)

    @property
    def is_held(self) -> bool:
        """Whether a moderator or organiser has stopped the clocks."""
        return self.record.held or (self.record.pod is not None and self.record.pod.held)

    # at a tournament's table

    def entrant(self, seat: int) -> str:
        """Who the seat's player is in a tournament's draw; empty: nobody, or it is no tournament's table."""
        pod = self.record.pod
        return "" if pod is None else (pod.seated or pod.entrants)[seat]

    def is_missing(self, seat: int) -> bool:
        """Whether the seat is that of an entrant who has never been here."""
        pod, entrant = self.record.pod, self.entrant(seat)
        return pod is not None and bool(entrant) and entrant not in pod.here

    @property
    def awaited(self) -> tuple[int, ...]:
        """While a tournament's table waits for its players: the seats of those who may still come."""
        pod = self.record.pod
        if pod is None or self.phase != "lobby" or not pod.show_up or pod.finish:
            return ()
        missing = (at for at in range(len(self.seats)) if self.is_missing(at))
        return tuple(at for at in missing if self.entrant(at) not in pod.out and self.seats[at].person)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or because all but one have conceded; None if it has not."""
        if self.state is None:
            return None
        played_out: Outcome | None = self.game.outcome(self.state)
        if played_out is not None or self.phase != "over":
            return played_out
        return Outcome(self._places_of_concession(), (0,) * len(self.seats))

    @property
    def was_conceded(self) -> bool:
        """Whether the game ended before its end, as all but one had conceded: there are no points then."""
        return self.phase == "over" and self.game.outcome(self.state) is None

    def _places_of_concession(self) -> tuple[int, ...]:
        """First whoever did not concede, then robots that were robots from the start, then those who did."""
        ranks = [
            2 if self.has_conceded(at) else 1 if seat.user is None else 0
            for at, seat in enumerate(self.seats)
        ]
        return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)

    def observe(self, user: int | None) -> Observation:
        """What this user may know of the running game: a player's own view, or a spectator's."""
        seat = None if user is None else self.seat_of(user)
        observation: Observation = self.game.observe(self.state, seat)
        return observation

    def waiting_for(self, user: int) -> bool:
        """Whether the game waits for this user, or a tournament's table waits for them to come."""
        seat = self.seat_of(user)
        if seat in self.awaited:
            return True
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
