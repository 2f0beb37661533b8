"""A table as data: who sits there, what is played, how far it has come; and what goes in and out of one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.i18n.sanitising import tell_apart, with_number
from bot.pace import NONE, Pace
from bot.runtime.clock import AwakeTime
from bot.tables.pod_model import PodInfo
from bot.tables.timing import NO_CLOCKS, Timing
from games.contract import Action, AnyGame, Observation, Options, Outcome, Position, Surprise
from games.text import Text
from storage.models import AuditRow, OutboxEntry, Phase

ROBOTS: Mapping[str, str] = {
    "Rusty Nell": "",
    "Tin Rufus": "bold",
    "Clockwork Olga": "careful",
    "Brass Ben": "tricky",
    "Copper Kate": "",
    "Piston Pete": "bold",
    "Sprocket Sue": "tricky",
    "Magnet Max": "careful",
    "Rivet Rose": "",
    "Cog Caspar": "bold",
}
"""The robots' names, each with its manner (`games.thinking.levels.MANNERS`); empty: an even temper."""


def robot_name(taken: Collection[str]) -> str:
    """A robot's name that nobody at the table has yet."""
    names = list(ROBOTS)
    free = [name for name in names if name not in taken]
    return free[0] if free else f"{names[0]} {len(taken)}"


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that the bot did, or that became of somebody's seat: everybody at the table reads it.

    It came after so many actions (`at`). `name`: whom it is about where that is nobody who sits there now.
    `other`: who else had a part in it. `by`, `why`: which moderator did it (`other`), and what for.
    """

    kind: str
    at: int
    seat: int | None = None
    name: str = ""
    other: str = ""
    by: int | None = None
    why: str = ""
    seconds: float = 0.0
    """How much more time there is, or less; notices of earlier versions do not say."""


ERASED_USER = 0
"""The user of what belonged to somebody who had their data erased. Their name is empty then."""


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
    username: str = ""
    """By which Discord tells them from everybody else; empty: not known."""
    on_time: int = 0
    """When they sat down, no robot had made so many of a hundred of their latest moves here; 0: not known."""
    number: int = 0
    """At a tournament's table: what tells them from others in it who are called the same; 0: nothing."""

    @property
    def person(self) -> int | None:
        """The user who plays this seat; None if a robot does, or somebody who has had their data erased."""
        return None if self.robot or self.user == ERASED_USER else self.user


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


class Removal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who was sent away from a table and cannot join it again until they are let back."""

    user: int
    name: str
    username: str = ""


class SoloWish(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody wants to play alone: so many `players`, robots among them, each of them this `robot`."""

    options: dict[str, Any] = {}
    players: int | None = None
    robot: str | None = None


class _Sitter(NamedTuple):
    """Whoever sits in a seat (`leaver` -1), or sat there: as which of the `leavers`."""

    seat: int
    leaver: int


class Record(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
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
    pace_open: bool = False
    """Nobody has chosen the pace: before the start it goes by whether all who sit here are here just now."""
    sitting: Pace | None = None
    """At which pace the game was played in one sitting, if its players have agreed to go on over days."""
    expected: tuple[int, ...] = ()
    """In the lobby of a rematch: those who played the game before and have not sat down yet. Seats are kept
    for them, and when the last of them sits down the game begins."""
    asks_to_wait: bool = False
    """Whether the others are asked before a robot plays for somebody whose time is up."""
    wanted: AwakeTime | None = None
    """In the lobby: since when its host has players called; None: nobody is, or not any more."""
    told_full: bool = False
    """Whether the host was told that all seats are taken."""
    happenings: tuple[Notice, ...] = ()
    """What became of seats and clocks, in order."""
    closed_by: Literal["", "untouched", "deserted", "forgotten", "homeless", "void", "cleared"] = ""
    """Why the bot closed the table by itself; "homeless": its channel was deleted while it waited; "void": a
    moderator or organiser did; "cleared": a moderator did, with others that lacked people, and nothing of it
    is left to be seen; else empty.
    """
    rated: bool = True
    """Whether the result is to count for ratings."""
    leavers: tuple[Leaver, ...] = ()
    """Who gave a seat up in the running game, in order. Whoever comes back is no longer among them."""
    calls: tuple[Call, ...] = ()
    """The seats for which a substitute is wanted."""
    held: bool = False
    """A moderator has stopped the clocks; players cannot start them again."""
    pod: PodInfo | None = None
    """Set at a tournament's table: nobody is its host, and much goes by the tournament's rules."""
    position: dict[str, Any] | None = None
    """Where the game began, if it was set up and not dealt: it is never rated, its shuffle proves nothing."""
    private: bool = False
    """Nobody but its one player knows of the table: it lives in their private answers, and nothing of it is
    posted. Robots move while they look on.
    """
    learning: bool = False
    """The game is played to learn it (`Game.course`): it ends in nobody's statistics."""
    wish: SoloWish | None = None
    """What its player asked for last while they were in the middle of this private game."""
    no_hints: bool = False
    """The host wants nobody to be given hints; in rated games nobody ever is."""
    helped: tuple[int, ...] = ()
    """The seats whose players were given a hint, in order."""
    removed: tuple[Removal, ...] = ()
    """Whom the host or a moderator has sent away: they cannot join any more."""
    page: tuple[int, ...] = ()
    """Who agrees that anybody may look at the finished game on a page, where such are served."""

    @cached_property
    def told_apart(self) -> tuple[Mapping[int, str], tuple[str, ...]]:
        """The names of those who sit there and of those who have left, of which no two are the same."""
        seats, leavers, names = self.seats, self.leavers, dict[_Sitter, str]()
        for seat in sorted(range(len(seats)), key=lambda at: (len(seats[at].join), seats[at].join, at)):
            for at, left in enumerate(leavers):
                if left.seat == seat and left.user != seats[seat].user:
                    names[_Sitter(seat, at)] = left.name
            name, number = seats[seat].name, seats[seat].number
            names[_Sitter(seat, -1)] = with_number(name, number) if name and number else name
        told = tell_apart(names)
        sitting = {at: told[_Sitter(at, -1)] for at in range(len(seats))}
        return sitting, tuple(
            told.get(_Sitter(left.seat, at), sitting[left.seat]) for at, left in enumerate(leavers)
        )


# Plans: what a seat wants done by itself. `plans` says what becomes of one, `automatic_moves` carries it out.


class PlannedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seat wants to do when it is next asked, unless one of the surprises has happened."""

    action: Action
    label: Text
    """The choice as its player read it."""
    since: int
    """Made after so many actions: what happened later can be a surprise."""
    surprises: tuple[Surprise, ...] = ()
    only_if: bool = False
    """The surprises are labelled by what must hold; in plans of earlier versions by what cancels it."""


class PlanOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a plan, for the player to read.

    `forced` and `planned` were done; a planned move was dropped as it was not allowed any more (`illegal`),
    or because of a surprise (`why`) or as a condition (`why`) did not hold (`unmet`).
    """

    kind: Literal["forced", "planned", "illegal", "surprised", "unmet"]
    label: Text
    why: Text | None = None


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that one seat wants done by itself, private to whoever plays it."""

    forced: bool = False
    """Moves without a choice are to be made by themselves."""
    move: PlannedMove | None = msgspec.field(name="plan", default=None)
    """What is done when the seat is next asked."""
    told: PlanOutcome | None = None
    """What became of the last one, until the seat's next move."""


NO_PLAN = Plan()


class Table(msgspec.Struct, frozen=True, dict=True):
    """A table as it stands at one revision, which never changes: what changes it makes another."""

    id: str
    guild: int
    """The server; 0 for a game that was begun where the bot is no member."""
    channel: int
    """The channel or, where there is no server, the message between people; 0 for a private game there."""
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
    due: AwakeTime | None = None
    """When the table must be looked at next, in awake time; None: never."""
    plans: Mapping[int, Plan] = msgspec.field(default_factory=dict[int, Plan])
    """What seats want done by themselves; those that want nothing are left out. Kept apart from the rest:
    `table_from_row` knows nothing of them.
    """
    turning_point: int = 0
    """The latest of the actions after which everybody had something new to see: a reveal, a round's end.

    It is not stored: it matters to hands that are open, and after a restart none is known to be.
    """
    moment: int = 0
    """The latest of the actions that ended what people want to see before it goes on (`Game.moment`). It is
    not stored either.
    """

    @cached_property
    def options(self) -> Options:
        """The game's options at this table."""
        return self.game.Options.model_validate(self.record.options)

    @cached_property
    def position(self) -> Position | None:
        """The position in which the game began, or will; None: it is dealt."""
        given = self.record.position
        return None if given is None else self.game.Position.model_validate(given)

    @property
    def gives_hints(self) -> bool:
        """Whether whoever is to choose may ask for a hint: never where a game counts for something."""
        return (
            self.phase == "playing"
            and self.record.pod is None
            and not (self.record.rated or self.record.no_hints)
        )

    @property
    def in_group(self) -> bool:
        """Whether it stands in a message between people, of no server, in which the bot only answers."""
        return not self.guild and bool(self.channel)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats by number, with who sits in each."""
        return self.record.seats

    @property
    def names(self) -> Mapping[int, str]:
        """What whoever sits in each seat is called wherever it is shown: two of the same name are numbered,
        in the tournament's way or in the order of joining. Empty: the name was erased.
        """
        return self.record.told_apart[0]

    @property
    def former_names(self) -> tuple[str, ...]:
        """The name of each of the `leavers`, by which texts tell them from all others."""
        return self.record.told_apart[1]

    @property
    def host_name(self) -> str:
        """What the host is called; empty: they do not sit here, or their name was erased."""
        at = next((at for at, seat in enumerate(self.seats) if seat.user == self.record.host), None)
        return "" if at is None else self.names[at]

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
        return None if user is None or user == ERASED_USER or self.has_conceded(seat) else user

    def has_conceded(self, seat: int) -> bool:
        """Whether a robot plays the seat to the end: whoever sat there has conceded, or was removed."""
        return any(
            left.seat == seat and left.how in ("conceded", "removed") and left.taken is None
            for left in self.record.leavers
        )

    def seat_of(self, user: int) -> int | None:
        """The seat that this user plays."""
        for index, seat in enumerate(self.record.seats):  # asked ten times while a press is answered
            if seat.person == user:
                return index
        return None

    def seat_kept_for(self, user: int) -> int | None:
        """The seat that this user plays, or may come back to."""
        return next((seat for seat in range(len(self.seats)) if self.owner(seat) == user), None)

    @property
    def played(self) -> Mapping[int, str]:
        """Everybody who ever played here, with their names. Those who had their data erased are one."""
        sat = {seat.user: self.names[at] for at, seat in enumerate(self.seats) if seat.user is not None}
        left = dict(zip((left.user for left in self.record.leavers), self.former_names, strict=True))
        return {**left, **sat}

    @property
    def has_page(self) -> bool:
        """Whether anybody may look at the finished game: all who played agree. Nobody does for those who had
        their data erased. A tournament's games are on its own page.
        """
        agreed = self.played.keys() <= {*self.record.page}
        return self.phase == "over" and self.record.pod is None and agreed and bool(self.record.page)

    @property
    def lacks_people(self) -> bool:
        """Whether it waits for people, or one plays it among robots, for all to see: of these a member may
        have a few. A tournament's does not count.
        """
        if self.record.pod is not None or self.record.private:
            return False
        return self.phase == "lobby" or (self.phase == "playing" and len(self.owners) < 2)

    def may_be_seen_by(self, user: int) -> bool:
        """Whether the user may know what is played there. (Moderators find any by its id.)"""
        return not (self.record.private or self.is_closed) or user in (self.record.host, *self.owners)

    @property
    def is_held(self) -> bool:
        """Whether a moderator or organiser has stopped the clocks."""
        return self.record.held or (self.record.pod is not None and self.record.pod.held)

    # at a tournament's table

    @property
    def shares_deals(self) -> bool:
        """Whether other tables are dealt the same cards."""
        return self.record.pod is not None and self.record.pod.shares_deals

    @property
    def is_closed(self) -> bool:
        """Whether cards were dealt there that others are still to play: nobody else may see them."""
        return self.record.pod is not None and self.record.pod.closed and self.phase != "lobby"

    @property
    def out(self) -> tuple[int, ...]:
        """The seats of those who were taken out by whoever runs the tournament or the server."""
        return tuple(
            left.seat
            for left in self.record.leavers
            if left.how == "removed" and left.taken is None and self.seats[left.seat].robot
        )

    def entrant(self, seat: int) -> str:
        """Who the seat's player is in a tournament's draw; empty: nobody, or it is no tournament's table."""
        pod = self.record.pod
        return "" if pod is None else (pod.seated or pod.entrants)[seat]

    def is_missing(self, seat: int) -> bool:
        """Whether the seat is that of an entrant who has never been here."""
        pod = self.record.pod
        return pod is not None and bool(entrant := self.entrant(seat)) and entrant not in pod.here

    def has_moved(self, seat: int) -> bool:
        """Whether whoever plays there in a tournament has made a move of this game, as far as is known."""
        pod, entrant = self.record.pod, self.entrant(seat)
        return pod is None or not entrant or pod.moved is None or entrant in pod.moved

    def with_move(self, seat: int) -> Table:
        """The tournament knows that the entrant of this seat has made a move; the same table if it did."""
        pod = self.record.pod
        if pod is None or pod.moved is None or self.has_moved(seat):
            return self
        return self.with_record(pod=replace(pod, moved=(*pod.moved, self.entrant(seat))))

    def with_arrival(self, seat: int) -> Table:
        """The tournament knows that the entrant of this seat has been here; the same table if it did, or if
        its hour is yet to come.
        """
        pod = self.record.pod
        if pod is None or not self.is_missing(seat) or self.is_early:
            return self
        return self.with_record(pod=replace(pod, here=(*pod.here, self.entrant(seat))))

    @property
    def is_early(self) -> bool:
        """Whether it is played at an hour that is yet to come: who looks in before will not be there then."""
        pod = self.record.pod
        return pod is not None and self.phase == "lobby" and bool(pod.hour) and not pod.called

    @property
    def awaited(self) -> tuple[int, ...]:
        """While a tournament's table waits for its players: the seats of those who may still come."""
        pod = self.record.pod
        if pod is None or self.phase != "lobby" or not pod.show_up or pod.finish:
            return ()
        missing = (at for at in range(len(self.seats)) if self.is_missing(at))
        gone = {*pod.out, *pod.away}
        return tuple(at for at in missing if self.entrant(at) not in gone and self.seats[at].person)

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
        """Whether the game waits for this user, or a tournament's table waits for them to come. In private
        everything does, the robots too.
        """
        seat = self.seat_of(user)
        if seat in self.awaited or (self.record.private and self.has_hand(user)):
            return True
        return self.phase == "playing" and seat is not None and seat in self.game.to_act(self.state)

    def has_hand(self, user: int) -> bool:
        """Whether the user holds cards here just now."""
        return self.phase == "playing" and self.seat_of(user) is not None

    def with_plan(self, seat: int, plan: Plan) -> Table:
        """The same table, at which this is what the seat wants done by itself."""
        others = {other: kept for other, kept in self.plans.items() if other != seat}
        return replace(self, plans=others if plan == NO_PLAN else {**others, seat: plan})

    def with_notices(self, *notices: Notice) -> Table:
        """The table, at which everybody is told of this; the same one if it is nothing."""
        return self.with_record(happenings=(*self.record.happenings, *notices)) if notices else self

    def with_record(self, **changes: Any) -> Table:
        """The table with these fields of its record changed."""
        return replace(self, record=replace(self.record, **changes))


# What comes in and what goes out: a press, what it comes to, and what is answered.


def at_once(work: Callable[[], None]) -> None:
    """Do it now: nobody waits for an answer."""
    work()


async def _answerable() -> None:
    """Do nothing: whoever presses can be told what comes of it."""


@dataclass(frozen=True, slots=True)
class Press:
    """Who asks, and by which interaction of Discord's."""

    id: int
    user: int
    name: str
    after_answer: Callable[[Callable[[], None]], None] = field(default=at_once, compare=False, repr=False)
    """Takes what is not to keep the answer waiting."""
    require_answerable: Callable[[], Awaitable[None]] = field(default=_answerable, compare=False, repr=False)
    """Called before anything of it is stored: TimeoutError if nobody can be told any more what came of it."""
    on_begun: Callable[[PressResult], None] | None = field(default=None, compare=False, repr=False)
    """Is told what the press comes to as soon as that is being stored: for work that can be done meanwhile,
    and is of no use should it not be stored.
    """
    username: str = ""
    """By which Discord tells them from everybody else."""


class PressResult(msgspec.Struct, frozen=True):
    """The table as it is now, and what to tell the presser, if anything."""

    table: Table
    said: Text | None = None


class TableUpdate(msgspec.Struct, frozen=True):
    """What a press comes to, before it is stored: the table, what to tell, what must happen afterwards.

    `action` is the seat's move in the game, if it was one; `by` is whose move it is where nobody pressed.
    `audit`: what a moderator did. `copied_from`: of a new table, the one whose first actions it begins with.
    """

    table: Table
    said: Text | None = None
    outbox: tuple[OutboxEntry, ...] = ()
    action: tuple[int, Action] | None = None
    by: int | None = None
    audit: tuple[AuditRow, ...] = ()
    copied_from: str = ""
