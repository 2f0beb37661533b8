"""What a game is: the one interface between the rules of play and all that shows, stores or drives them.

A game is one stateless object. Its states are plain immutable data, made by `new` and `apply` alone; chance
comes only from the state's own seed, so (options, players, seed, actions) is the whole game on every machine.

Who sees what is decided in one place, `observe`: robots, screens, menus and pictures are given an observation
and never a state, so that what a seat cannot know cannot leak through them.

Names follow OpenSpiel and boardgame.io where they have one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec
from pydantic import BaseModel, ConfigDict

from games.cards import CardNames
from games.fairness import SECRET_BYTES
from games.text import Seat, Text, Words, _n, english

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


# What people are shown, still without a language


class OptionValue(msgspec.Struct, frozen=True):
    """One value that an option can take, with its name for people and what it changes."""

    value: str | int | bool
    label: Text
    note: Text | None = None


class OptionField(msgspec.Struct, frozen=True):
    """One thing that a table can choose about the game, at most 25 values; `name` is a field of `Options`."""

    name: str
    label: Text
    values: tuple[OptionValue, ...]


BUTTON = 14
"""Characters of a button beside a picture, its symbol counted: five buttons fit side by side, or three."""

ChoiceKind: TypeAlias = Literal["plain", "card", "number", "confirm"]


class Choice(msgspec.Struct, frozen=True):
    """One value of a step. `action` is set if choosing it completes the action, `why_not` if it cannot be.

    `label` says it in full (80 characters in every language), `symbol` is an emoji or empty.
    """

    value: str
    label: Text
    action: Action | None = None
    symbol: str = ""
    why_not: Text | None = None
    kind: ChoiceKind = "plain"
    short: Text | None = None
    """What its button says beside a picture: with the symbol at most `BUTTON` characters in every language,
    but for people's names; None: the label.
    """
    chosen: bool = False
    """Is what this seat has chosen already, and could still change."""
    place: int = 0
    """Choices with less stand before the others beside a picture; each keeps its number in the menu."""
    called: Text | None = None
    """What its action is called where nobody sees the steps to it; None: their labels in a row."""


class Menu(msgspec.Struct, frozen=True):
    """One step of building an action: what is asked, in a sentence, and at most 25 values."""

    prompt: Text
    choices: tuple[Choice, ...]


class Surprise(msgspec.Struct, frozen=True):
    """Something that may happen before a planned choice is made, and that cancels the plan if it is named.

    `name` is a stable id; `label` says what must hold instead: it ends the sentence "I play it only if ..."
    and fits a list (100 characters).
    """

    name: str
    label: Text
    usual: bool = True
    """Named unless the player takes it off."""
    fixed: bool = False
    """Always named: the plan would be for another situation."""


class PlanMenu(msgspec.Struct, frozen=True):
    """What a seat can plan to do when it is next asked for something. Every choice has an action (at most 25
    choices, 25 surprises).
    """

    prompt: Text
    choices: tuple[Choice, ...]
    surprises: tuple[Surprise, ...] = ()


class Section(msgspec.Struct, frozen=True):
    """A heading and lines under it."""

    title: Text
    lines: tuple[Text, ...]


class SeatLine(msgspec.Struct, frozen=True):
    """What the board says of one seat, without its name: bid, tricks, points, whether it is awaited."""

    seat: Seat
    words: Text
    waiting: bool = False
    leads: bool = False
    """Is the seat that began, or will begin, what is going on."""


class Board(msgspec.Struct, frozen=True):
    """The table in words, from one observation: the same for everybody but for what the observation adds."""

    headline: Text
    """Where the game stands: "Round 3 of 10, trick 2"."""
    turn: Text
    """Who is to do what."""
    table: tuple[Text, ...]
    """What lies on the table, one line each, in order of play."""
    seats: tuple[SeatLine, ...]
    recap: Section | None = None
    """What has just been: the last trick and who took it."""
    news: Text | None = None
    """The same in one line beside a picture (12 words): "Mermaid takes the King: +50 for Anne"."""


class Hand(msgspec.Struct, frozen=True):
    """A seat's own cards in words, sorted. Private."""

    title: Text
    cards: tuple[Text, ...]
    note: Text | None = None


class SheetRow(msgspec.Struct, frozen=True):
    """One line of the notepad; a cell for each seat, in seat order."""

    label: Text
    cells: tuple[Text, ...]


class Sheet(msgspec.Struct, frozen=True):
    """The score sheet as far as the game has come. `rows` round by round; `totals` beneath the line."""

    title: Text
    rows: tuple[SheetRow, ...]
    totals: SheetRow
    latest: tuple[Text, ...] = ()
    """How the latest round's points came about, a line for each seat, for people who wonder."""


class Picture(msgspec.Struct, frozen=True):
    """A drawing (see `games.drawing`), and what it says, in lines, for those who do not see it."""

    svg: str
    alt: tuple[Text, ...]


class Frame(msgspec.Struct, frozen=True):
    """One picture of an animated one, as wide and high as the others, and for how many milliseconds it
    stands.
    """

    svg: str
    milliseconds: int


# What newcomers are taught


class Lesson(msgspec.Struct, frozen=True):
    """Something worth saying once to whoever has never been in this situation, in one or two sentences (40
    words). `name` is a stable id ([a-z0-9-]{1,20}) under which it is kept who has seen it.
    """

    name: str
    text: Text


class Course(msgspec.Struct, frozen=True):
    """The game in which somebody learns, alone among robots, in about ten minutes: the learner has seat 0.

    Its deals bring about, early and one after the other, what the lessons are about.
    """

    options: Options
    players: int
    seed: bytes
    position: Position | None = None
    """Where it begins; None: with a deal of the seed."""


StateT = TypeVar("StateT", bound=msgspec.Struct)
ObservationT = TypeVar("ObservationT", bound=Observation)
OptionsT = TypeVar("OptionsT", bound=Options)


class Play(ABC, Generic[OptionsT, StateT, ObservationT]):
    """The half of a game that is play, without words for people: the rules, and what a thinker needs."""

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

    @abstractmethod
    def bounds(self, options: OptionsT, players: int) -> Bounds:
        """What the longest and the most extreme game comes to."""

    # what a thinker needs

    @abstractmethod
    def resample(self, observation: ObservationT, random: Random) -> StateT:
        """A whole state drawn at random from those that look exactly like this to the seat: observed by it,
        it gives this observation again. What the table has shown (who could not follow, what a power let
        this seat see) holds in it, and every card that fits lies everywhere that it may. ValueError for a
        spectator.
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
    """The same, with how it plays."""
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


class Weighed(msgspec.Struct, frozen=True):
    """What one choice of a seat brought on deals that could be the true one."""

    action: Action
    points: float
    """What it adds to the seat's points on average, or takes from them, from now to where playouts stop."""
    behind: float
    """By how many points it is worse than the best one, on the same deals; 0 for that."""
    error: float
    """One standard error of that."""
    figures: Mapping[str, float] = {}
    """The means of what `Game.measured` says."""

    def figure(self, name: str) -> float:
        """One of them; 0 if it was never measured."""
        return self.figures.get(name, 0.0)


class Study(msgspec.Struct, frozen=True):
    """The choices that are worth thinking about, compared on the same deals, the best first."""

    deals: int
    weighed: tuple[Weighed, ...]

    @property
    def best(self) -> Weighed:
        """What brought most."""
        return self.weighed[0]

    @property
    def clear(self) -> bool:
        """Whether every other choice is worse beyond two standard errors."""
        return all(each.behind > 2 * each.error for each in self.weighed[1:])

    def rival(self, name: str, by: float) -> Weighed | None:
        """The next best choice whose figure is below the best's by so much, or above it where `by` is below
        0; None if no other differs so.
        """
        own, sign = self.best.figure(name), 1 if by > 0 else -1
        return next((each for each in self.weighed[1:] if sign * (own - each.figure(name)) >= abs(by)), None)

    def of(self, action: Action) -> Weighed:
        """What the study says of one choice. KeyError if it was not among those compared."""
        for each in self.weighed:
            if each.action == action:
                return each
        raise KeyError(action)


class Game(Play[OptionsT, StateT, ObservationT]):
    """One game of the catalogue: its play, and all that people see of it. Stateless: everything about a
    game in progress is in its state.
    """

    slug: ClassVar[str]
    """Stable id: lower-case words with hyphens. Stored with every table."""
    title: ClassVar[Text]
    tagline: ClassVar[Text]
    """One sentence for somebody who has never heard of it (100 characters)."""
    players: ClassVar[range]
    """Numbers of players that some options allow."""
    Options: ClassVar[type[Options]]
    Position: ClassVar[type[Position]] = Position
    State: ClassVar[type[msgspec.Struct]]
    Observation: ClassVar[type[Observation]]
    robots: ClassVar[Mapping[str, Robot]]
    """By a stable id, the strongest last (`games.thinking.levels` has a whole crew)."""
    default_robot: ClassVar[str]
    """The id of the one that a table gets when nobody chooses, and that stands in for people."""
    first_robot: ClassVar[str]
    """The id of the one that whoever plays for the first time meets."""
    length_option: ClassVar[str] = ""
    """The field of `Options` whose values are games of different lengths; empty if there is none."""
    locale: ClassVar[Path]
    """Folder of this game's gettext catalogues: `<language>/LC_MESSAGES/messages.po`."""
    counted: ClassVar[Mapping[str, Text]] = {}
    """What people are told of all their games beside places and points ("Bids made"), by a stable name
    ([a-z0-9_]{1,20}) under which it is stored; at most 5."""

    # the words

    @abstractmethod
    def option_fields(self, options: OptionsT) -> tuple[OptionField, ...]:
        """What can be chosen, given what is chosen so far."""

    @abstractmethod
    def describe_options(self, options: OptionsT) -> tuple[Text, ...]:
        """The options in words, for the lobby and the rules."""

    @abstractmethod
    def steps(self, observation: ObservationT, chosen: Sequence[str] = ()) -> Menu | None:
        """The next step of building an action after the values `chosen`; None if nothing is asked of this
        seat.

        Every legal action is reached by exactly one path. ValueError if `chosen` is no path's beginning.
        """

    @abstractmethod
    def board(self, observation: ObservationT) -> Board:
        """The table in words."""

    @abstractmethod
    def hand(self, observation: ObservationT) -> Hand | None:
        """The seat's own cards in words; None for a spectator."""

    @abstractmethod
    def sheet(self, observation: ObservationT) -> Sheet | None:
        """The score sheet; None before there is anything on it."""

    @abstractmethod
    def narrate(self, event: Event) -> Text | None:
        """The event as a sentence for the log; None if it goes without saying."""

    @abstractmethod
    def milestone(self, event: Event) -> bool:
        """Whether the event closes a chapter (a round), after which the table is shown the score sheet."""

    @abstractmethod
    def rules(self, options: OptionsT, observation: ObservationT | None) -> tuple[Section, ...]:
        """The rules, short, in our own words: overview, this phase, scoring, the options at this table."""

    # the same for every game, unless it says otherwise

    def forced(self, observation: ObservationT) -> Action | None:
        """The action that can be made for this seat because there is no other; None if there is a choice, or
        something to be read first.
        """
        return observation.legal[0] if len(observation.legal) == 1 else None

    def plans(self, observation: ObservationT) -> PlanMenu | None:
        """What this seat, which nobody waits for, could want to do when it is next asked; None if planning
        makes no sense now.

        What is planned need not be legal then: it is done only if it is.
        """
        return None

    def surprised(
        self, surprise: str, action: Action, observation: ObservationT, events: Sequence[Event]
    ) -> bool:
        """Whether this has happened to the seat that planned the action and is now asked.

        `events`: all that has happened since it planned, as far as this seat may know. ValueError if `plans`
        names no such surprise.
        """
        raise ValueError(f"{surprise!r} is no surprise in this game.")

    def board_picture(self, observation: ObservationT, words: Words) -> Picture | None:
        """What `board` says, drawn; None if this game draws none. A picture adds nothing that is not said."""
        return None

    def hand_picture(
        self, observation: ObservationT, words: Words, chosen: Sequence[str] = ()
    ) -> Picture | None:
        """The play view: all that a player needs to choose, drawn once. What lies on the table and who is
        winning, a small plate for each player, the own cards below. None for a spectator, and if this game
        draws none.

        `chosen`: the values chosen so far, as in `steps`; a game whose actions are built in steps shows them.
        """
        return None

    def sheet_picture(self, observation: ObservationT, words: Words) -> Picture | None:
        """What `sheet` says, drawn; None before there is anything on it, and if this game draws none."""
        return None

    def cover_picture(self, words: Words) -> Picture | None:
        """What the lobby shows while people come: the game's title and what it is about, drawn, at most 300
        units high.
        """
        return None

    def reference_picture(self, options: OptionsT, words: Words) -> Picture | None:
        """The rules on one page, drawn: what beats what, what scores what. At most 1,100 units high."""
        return None

    def frames(self, seen: Sequence[ObservationT], words: Words) -> tuple[Frame, ...]:
        """What was seen after each of these moves, as an animated picture; the first stands for itself.

        `seen`: observations by the same watcher, one after each move. A game that says nothing else shows
        its board after each.
        """
        pictures = (self.board_picture(each, words) for each in seen)
        return tuple(Frame(picture.svg, 700) for picture in pictures if picture is not None)

    def moment(self, event: Event) -> bool:
        """Whether the event ends something that people want to see before it goes on: a trick is taken, a
        plank is full, a ship is boarded. The next move is shown two seconds after it was made, not at once.
        """
        return self.milestone(event)

    def lessons(self, observation: ObservationT) -> tuple[Lesson, ...]:
        """What is worth explaining here and now to somebody who has not been told yet, what is needed first
        standing first. None of it is untrue with the options of this table.
        """
        return ()

    def measured(
        self, observation: ObservationT, action: Action, events: Sequence[Event]
    ) -> Mapping[str, float]:
        """What a playout shows about the choice, for `reason`, by stable names: 1 or 0 for what came true or
        did not, or a number. `events`: what the action and all that followed caused, to where it stopped.
        """
        return {}

    def reason(self, observation: ObservationT, study: Study) -> Text | None:
        """Why the best choice of a study is the best, in a sentence or two (40 words), from the figures that
        decided; None if there is nothing to say but how many points better it is.
        """
        return None

    def mistake(self, observation: ObservationT, study: Study, action: Action) -> Text | None:
        """What kind of mistake the action was, which the study shows to be worse than the best: a few words
        that fit many games ("You bid too high"), always the same for the same kind; None: of no kind.
        """
        return None

    def course(self) -> Course | None:
        """The game in which it is learned; None: any game will do."""
        return None

    def reveals(self, event: Event) -> bool:
        """Whether everybody has waited for the event, although it is no `milestone`: it shows what several
        have chosen side by side, or deals anew. The hands that people have open are drawn again then.
        """
        return False

    def score(self, points: int) -> Text:
        """A seat's points of the outcome in words. Games that count something else than points name it."""
        return _n("{count} point", "{count} points", points)

    def figures(self, state: StateT) -> tuple[Figure, ...]:
        """What each seat came to in a game that is over, for people's statistics: some of `counted`."""
        return ()

    def dump(self, state: StateT) -> bytes:
        """The state as JSON, for storage."""
        return msgspec.json.encode(state)

    def load(self, stored: bytes) -> StateT:
        """The state that `dump` wrote. msgspec.ValidationError if it is not one."""
        return msgspec.json.decode(stored, type=self.State)  # type: ignore[return-value]


AnyGame: TypeAlias = Game[Any, Any, Any]
