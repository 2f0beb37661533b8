"""The first floor, what must be: the rules of play, and what a thinker needs. It has no words for people, but
for the reason of a refusal and the names of robots.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Generic, ParamSpec, Protocol, TypeAlias, TypeVar

import msgspec
from pydantic import BaseModel, ConfigDict

from games.cards import CardNames
from games.fairness import SECRET_BYTES
from games.text import Seat, Text, english

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")

if TYPE_CHECKING:

    def function(called: Callable[_Given, _Result], /) -> Callable[Concatenate[Any, _Given], _Result]:
        """A function that takes the place of a game's method: `board = function(tabletop.board)`."""
        ...

else:
    function = staticmethod

Action: TypeAlias = str
"""A complete action, spelled as words with single spaces ("bid 3", "play g12"); in the log for ever."""


class IllegalAction(Exception):
    """An action that the rules do not allow now. `reason` tells a person why, and what would be allowed; as a
    string it says the same in English.
    """

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return english(self.reason)


def check_seat(seat: Seat, players: int) -> None:
    """ValueError if so many players have no such seat. Every function of a game that is given a state and a
    seat asks this first: Python would take -1 for the last one.
    """
    if not 0 <= seat < players:
        raise ValueError(f"There is no seat {seat}: {players} players have the seats 0 to {players - 1}.")


def check_seed(seed: bytes) -> None:
    """ValueError if this is no seed. Every game's `new` asks this first."""
    if len(seed) != SECRET_BYTES:
        raise ValueError(f"A seed has {SECRET_BYTES} bytes, not {len(seed)}.")


def spelling(written: str) -> Action:
    """What somebody wrote, in the letters of actions: lower case, single spaces, no commas, plain minus."""
    return " ".join(written.casefold().replace(",", " ").replace("−", "-").split())


class Options(BaseModel):
    """How one table plays the game; each game has its own fields. Impossible values are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Position(BaseModel):
    """A state that somebody sets up, for a test, a lesson or a puzzle: where the game stands, then what was
    done from there. Each game has fields of its own; cards go by the names that they have in actions.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    moves: tuple[tuple[Seat, Action], ...] = ()
    """Who did what from there on, as a log has it."""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """Something that an action caused, in the order in which people see it. Games have a subclass a kind.

    `audience`: the seats that may know of it; None for everybody.
    """

    audience: tuple[Seat, ...] | None = None


class Observation(msgspec.Struct, frozen=True):
    """All that a seat (None: a spectator) may know. Games add fields in a subclass; it survives JSON."""

    seat: Seat | None
    players: int
    to_act: tuple[Seat, ...]
    decision: str = ""
    """What is asked of this seat now, as `Game.decision` says; empty if nothing is."""
    legal: tuple[Action, ...] = ()
    """This seat's complete legal actions, in the order of `Game.legal_actions`."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `places[seat]` is 1 for the winner; equal points share the better place."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    higher_is_better: bool = True
    """Whether many points are good, as `Game.higher_is_better` says."""


class Figure(msgspec.Struct, frozen=True):
    """One of `Game.counted`, over a whole game: each seat did it `made` times, and could have `of` times."""

    name: str
    made: tuple[int, ...]
    of: tuple[int, ...]


class Bounds(msgspec.Struct, frozen=True):
    """What no game with these options and players exceeds: actions in the log, points of a seat."""

    actions: int
    lowest: int
    highest: int


StateT = TypeVar("StateT", bound=msgspec.Struct)
ObservationT = TypeVar("ObservationT", bound=Observation)
OptionsT = TypeVar("OptionsT", bound=Options)


class Play(ABC, Generic[OptionsT, StateT, ObservationT]):
    """The half of a game that is play, without words for people: the rules, and what a thinker needs."""

    Options: ClassVar[type[Options]] = Options
    Position: ClassVar[type[Position]] = Position
    higher_is_better: ClassVar[bool] = True
    """Whether many points are good. False where the fewest win, as penalty cards do."""
    ahead: ClassVar[int] = 1
    """How many chapters a playout looks ahead, the one in which it begins counted."""
    rivalry: ClassVar[float] = 0.0
    """Which share of its best opponent's points counts against a robot's choice: what brings most points is
    not always what wins. With two players all of them count, in every game.
    """

    # the rules (all that take a seat raise ValueError if there is none of that number: `check_seat`)

    @abstractmethod
    def players_for(self, options: OptionsT) -> range:
        """Numbers of players for these options."""

    @abstractmethod
    def new(self, options: OptionsT, players: int, seed: bytes) -> StateT:
        """The first state. `seed`: 32 bytes, secret until the end. ValueError if it has not so many, or if
        `players` does not fit.
        """

    @abstractmethod
    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """The seats that the game waits for, whose clocks run; empty when it is over."""

    @abstractmethod
    def legal_actions(self, state: StateT, seat: Seat) -> tuple[Action, ...]:
        """Every complete legal action of a seat, in a stable order; also of a seat that nobody waits for."""

    @abstractmethod
    def decision(self, state: StateT, seat: Seat) -> str:
        """A short token ([a-z0-9.]{1,16}) that changes exactly when what is asked of this seat changes; "" if
        nothing is.

        It is public (it stands in a button's custom_id) and tells nothing hidden.
        """

    @abstractmethod
    def apply(self, state: StateT, seat: Seat, action: Action) -> tuple[StateT, tuple[Event, ...]]:
        """The state after the action, and what it caused. The old state is unchanged.

        IllegalAction, with a reason for people, if the action is not one of `legal_actions`.
        """

    @abstractmethod
    def observe(self, state: StateT, seat: Seat | None) -> ObservationT:
        """All that this seat, or a spectator, may know, and nothing else."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Places and points once the game is over, before that None."""

    def points_by_hand(self, state: StateT) -> tuple[tuple[int, ...], ...]:
        """What each hand brought each seat, of a game that is over: from hand to hand all are dealt what the
        seed says, whatever was played before. A game of which only the first deal is such is one hand.
        """
        outcome = self.outcome(state)
        return () if outcome is None else (outcome.points,)

    @abstractmethod
    def bounds(self, options: OptionsT, players: int) -> Bounds:
        """What the longest and the most extreme game comes to."""

    # what a thinker needs

    @abstractmethod
    def resample(self, observation: ObservationT, random: Random) -> StateT:
        """A whole state drawn at random from those that look exactly like this to the seat: observed by it,
        it gives this observation again. What the table has shown (who could not follow, what a power let
        this seat see) holds in it, and every card that fits lies everywhere that it may. A game may refuse a
        spectator by ValueError: then those who look on are told nobody's chances.
        """

    def chapter(self, state: StateT) -> int:
        """Which chapter of the game it is (a round, a ship), from 0; it never falls. A playout may stop where
        one ends.
        """
        return 0

    def standing(self, state: StateT) -> tuple[float, ...]:
        """The points that each seat can expect of the whole game, as far as the state shows: what `outcome`
        says where it is over; in the middle of a chapter, what is certain will do. Where places do not follow
        from points, it is something else from which first places do, of about the same size.
        """
        outcome = self.outcome(state)
        if outcome is None:
            return (0.0,) * self.observe(state, None).players
        return tuple(map(float, outcome.points))

    def playout_action(self, state: StateT, seat: Seat, random: Random) -> Action:
        """What somebody sensible in this seat would do, found fast and from what the seat knows alone: so
        everybody plays in a playout.
        """
        return random.choice(self.legal_actions(state, seat))

    def playout(self, state: StateT, end: int, random: Random) -> tuple[float, ...]:
        """The standing when the chapter `end` has come, or the game is over, if everybody plays on from here
        by `playout_action`. A game may have a faster way to the same.
        """
        while self.chapter(state) < end and (waiting := self.to_act(state)):
            seat = waiting[0]
            state, _events = self.apply(state, seat, self.playout_action(state, seat, random))
        return self.standing(state)

    def sure(self, observation: ObservationT, action: Action) -> bool:
        """Whether the action brings for certain what is seldom to be had, as a capture that nobody can
        prevent. A robot leaves that only for what is better beyond doubt: luck in its playouts would hide it.
        """
        return False

    # the same for every game, unless it says otherwise

    def card_names(self, options: OptionsT) -> CardNames:
        """How the cards that are played with these options are named; empty for a game without any."""
        return CardNames({})

    def parse(self, state: StateT, seat: Seat, written: str) -> Action:
        """The action that a person or a program wants, as `legal_actions` spells it.

        Case, spaces and commas are free, and so is whatever else `canonical` forgives. IllegalAction, with
        the reason that `apply` gives, if it is not legal now.
        """
        action = self.canonical(state, seat, spelling(written))
        self.apply(state, seat, action)
        return action

    def canonical(self, state: StateT, seat: Seat, action: Action) -> Action:
        """The action spelled as the log has it: cards by their short names, in the game's own order where
        their order says nothing. What it cannot read it gives back.
        """
        return action

    def position(self, options: OptionsT, players: int, seed: bytes, given: Any) -> StateT:
        """The state that `given`, a `Position` of this game, sets up. What it leaves open, and every later
        card, is as the seed has it.

        ValueError, with a sentence that says why, if a game cannot come to stand so.
        """
        return self.moved(self.new(options, players, seed), given.moves)

    def moved(self, state: StateT, moves: Sequence[tuple[Seat, Action]]) -> StateT:
        """The state after these moves of a position. ValueError, with a sentence, where the rules refuse."""
        players = self.observe(state, None).players
        for seat, action in moves:
            if seat not in range(players):
                raise ValueError(f"There is no seat {seat}: {players} play, and the first has seat 0.")
            try:
                state, _events = self.apply(state, seat, action)
            except IllegalAction as refused:
                raise ValueError(f"Seat {seat} cannot do {action!r}: {english(refused.reason)}") from refused
        return state


class Manner(msgspec.Struct, frozen=True):
    """What a robot weighs beside its own points when it compares two choices."""

    risk: float = 0.0
    """How much it likes what is uncertain: standard deviations of a choice's points that count as points;
    below 0, how much it shuns it.
    """
    malice: float = 0.0
    """How much it likes others to fail: the share of its best opponent's points that counts against a
    choice.
    """


EVEN = Manner()


class Effort(msgspec.Struct, frozen=True):
    """How many playouts a robot has for one choice: at a table that plays now, and at one that plays over
    days. Counted and not timed, so that the same is chosen on every machine.
    """

    now: int = 0
    days: int = 0


class Robot(Protocol):
    """A robot player. It is told an observation, never a state; `random` has nothing to do with the seed."""

    name: Text
    """What people call one that plays like this, in a word or two: "Sailor"."""
    label: Text
    """What people call such a robot, with how it plays."""
    effort: Effort
    """How many playouts it wants; none if it does not search."""

    def choose(self, observation: Any, random: Random, playouts: int = 0, manner: Manner = EVEN) -> Action:
        """One of `observation.legal`, which is not empty: the same for the same observation, random, playouts
        and manner.
        """
        ...

    def shortlist(self, observation: Any, random: Random) -> tuple[Action, ...]:
        """The legal actions that are worth thinking about, the one that it would choose without thinking
        first.
        """
        ...
