"""The second floor, what is shown: a game in words and pictures, and what can be pressed. Everything here has
a default that works: a game that says nothing else is played by the words of its actions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec

from games import shared_words
from games.cards import Cards
from games.contract.play import Action, Event, Figure, ObservationT, OptionsT, Play, StateT
from games.shapes import Drawing
from games.text import Player, Seat, Text, Words, _, figure, seats_words


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


class Slot(msgspec.Struct, frozen=True):
    """Where a button is for a whole round, whether it can be pressed or not; `held`: its card is there."""

    choice: Choice
    held: bool = True


class Surprise(msgspec.Struct, frozen=True):
    """Something that may happen before a planned choice is made, and that cancels the plan if it is named.

    `name` is a stable id; `label` says what must hold instead: it ends the sentence "Only if ...", which its
    player reads ("your pirate stays on the plank"), and fits a list (100 characters).
    """

    name: str
    label: Text
    usual: bool = True
    """Named unless the player takes it off."""
    fixed: bool = False
    """Always named, and taken for granted: the plan would be for another situation. So it is not said."""


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


def always(_observation: object) -> bool:
    """Whether it is worth telling: it is."""
    return True


def never(_observation: object) -> bool:
    """Whether it is what goes on: it is not."""
    return False


class Rule(msgspec.Struct, frozen=True):
    """One rule, told once: on the page of rules, and to whoever comes upon it for the first time."""

    text: Text
    lesson: str = ""
    """The stable id ([a-z0-9-]{1,20}) under which it is kept who has been told; empty: it is not taught."""
    when: Callable[[Any], bool] = always
    """Whether it is worth telling to a seat that observes this and is asked for something: its moment, one or
    several. It is true with the options of that table.
    """
    cards: Cards = b""
    """What is drawn beside it."""
    of_picture: bool = False
    """Whether it says what a picture shows: whoever plays without pictures is not taught it."""


class Chapter(msgspec.Struct, frozen=True):
    """What the rules say about one thing."""

    title: Text
    rules: tuple[Rule, ...]
    now: Callable[[Any], bool] = never
    """Whether it is about what goes on where this is observed: there it stands first."""


class SeatLine(msgspec.Struct, frozen=True):
    """What the board says of one seat, without its name: bid, tricks, points, whether it is awaited."""

    seat: Seat
    words: Text
    waiting: bool = False
    leads: bool = False
    """Is the seat that began, or will begin, what is going on."""
    brief: Text | None = None
    """Only what counts now, where there is little room: "1 of 3". None: all the words."""


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


class Cost(msgspec.Struct, frozen=True):
    """What the seat `by` took from the points of another, `who`; more than none."""

    by: Seat
    who: Seat
    points: int


class Reckoning(msgspec.Struct, frozen=True):
    """What an action brought about. `brought`: what the hand (a round, a ship) that it ended brought each
    seat; empty where it ended none. `costs`: who cost whom what.
    """

    brought: tuple[int, ...] = ()
    costs: tuple[Cost, ...] = ()


class Column(msgspec.Struct, frozen=True):
    """What is noted of a round that people play with cards of their own: a number for each seat.

    `name` is stored with what was noted ([a-z]{1,12}).
    """

    name: str
    label: Text
    numbers: Sequence[int]
    """Those that there can be; the likely ones first."""
    usual: int | None = None
    """What it is for those of whom nothing is said; None: it must be said."""
    seat: bool = False
    """One number for all: the seat that did it."""


Noted: TypeAlias = Mapping[str, tuple[int, ...]]
"""What was noted of a round: by the name of a column, a number for each seat."""


class Picture(msgspec.Struct, frozen=True):
    """A drawing (see `games.drawing`), and what it says, in lines, for those who do not see it."""

    drawing: Drawing
    alt: tuple[Text, ...]


class Stands(IntEnum):
    """For how many milliseconds something stands in a moving picture. Where there is much to see, whoever
    shows it goes faster and leaves out what stands most briefly (`bot.images.animation`).
    """

    FLIGHT = 200
    """A card on its way, a trick that is gathered."""
    MOVE = 600
    MOMENT = 1000
    """What ends something, as the last card of a trick does."""
    NOW = 1800
    """How it stands in the end."""


class Frame(msgspec.Struct, frozen=True):
    """One picture of an animated one, as wide and high as the others, and for how many milliseconds it
    stands: one of `Stands`, until it is made to fit.
    """

    drawing: Drawing
    milliseconds: int


AT_THIS_TABLE, YOUR_CARDS, TOTAL = _("At this table"), _("Your cards"), _("Total")
GAME_OVER = _("The game is over.")
"""What every game says in the same words."""

MOST_CHOICES = 25
"""The most choices that a menu may offer, as Discord has it."""


class Table(Play[OptionsT, StateT, ObservationT]):
    """What people see and press, all from an observation. A game's own functions take the place of these:
    `board = function(tabletop.board)`.
    """

    title: ClassVar[Text]
    tagline: ClassVar[Text]
    """One sentence for somebody who has never heard of it (100 characters)."""
    length_option: ClassVar[str] = ""
    """The field of `Options` whose values are games of different lengths; empty if there is none."""
    counted: ClassVar[Mapping[str, Text]] = {}
    """What people are told of all their games beside places and points ("Bids made"), by a stable name
    ([a-z0-9_]{1,20}) under which it is stored; at most 5."""
    milestones: ClassVar[tuple[type[Event], ...]] = ()
    """The events that close a chapter (a round), after which the table is shown the score sheet."""
    moments: ClassVar[tuple[type[Event], ...]] = ()
    """Others that end something which people want to see before it goes on: a trick is taken, a plank is
    full, a ship is boarded. The next move is shown two seconds after it was made, not at once."""
    revealing: ClassVar[tuple[type[Event], ...]] = ()
    """Others for which everybody has waited: what several have chosen side by side is shown, or all is dealt
    anew. The hands that people have open are drawn again then."""

    # in words

    def option_fields(self, options: OptionsT, /) -> tuple[OptionField, ...]:
        """What can be chosen, given what is chosen so far."""
        return ()

    def describe_options(self, options: OptionsT, /) -> tuple[Text, ...]:
        """The options in words, for the lobby and the rules."""
        return (self.tagline,)

    def steps(self, observation: ObservationT, chosen: Sequence[str] = (), /) -> Menu | None:
        """The next step of building an action after the values `chosen`; None if nothing is asked of this
        seat.

        Every legal action is reached by exactly one path. ValueError if `chosen` is no path's beginning. A
        game that says nothing else offers its actions as they are spelled, a card by its label.
        """
        menu = self._menu(observation.legal, 1)
        for words, value in enumerate(chosen, start=2):
            if not any(choice.value == value and choice.action is None for choice in menu):
                raise ValueError(f"Nothing is asked after {list(chosen)}.")
            under = [each for each in observation.legal if f"{each} ".startswith(f"{value} ")]
            menu = self._menu(under, words)
        return Menu(_("What do you do?"), menu) if menu else None

    def _menu(self, actions: Sequence[Action], words: int) -> tuple[Choice, ...]:
        """These actions, or where they are too many, what they begin with: so many words."""
        if len(actions) <= MOST_CHOICES:
            return tuple(Choice(each, self._label(each), each) for each in actions)
        begun = {each: " ".join(each.split()[:words]) for each in actions}
        many = {each for each, count in Counter(begun.values()).items() if count > 1}
        return tuple(
            Choice(each, self._label(each), None if each in many else each)
            for each in dict.fromkeys(way if way in many else action for action, way in begun.items())
        )

    def _label(self, action: Action) -> Text:
        name = action.partition(" ")[2]
        usual: Any = self.Options()
        labels = {face.short: face.label for face in self.card_names(usual).values()}
        return labels.get(name) or _("{words}", words=action)

    def round_of(self, observation: ObservationT, /) -> int:
        """Which round is played, from 1; 0 in a game that has none. When one is over, its result is shown
        alone for a moment, and in a round buttons stay where they are.
        """
        return 0

    def emoji(self, /) -> Mapping[str, Drawing]:
        """Drawings of the game's own for the symbols of its choices, by symbol: squares, which people see
        some 22 of their pixels wide. A symbol without one is shown as the emoji that it is.
        """
        return {}

    def slots(self, observation: ObservationT, /) -> tuple[Slot, ...]:
        """The buttons of this seat that stay where they are for a whole round, in the picture's order: its
        cards, also those that are gone. Where a menu's choice has the same value, it can be pressed. By
        default there are none, and buttons come and go.
        """
        return ()

    def points(self, observation: ObservationT, /) -> Sequence[int]:
        """What everybody has so far; for those who show no board or sheet of their own."""
        return (0,) * observation.players

    def board(self, observation: ObservationT, /) -> Board:
        """What everybody sees of the table in words; by default whose move it is, and the points of each
        seat.
        """
        waiting = observation.to_act
        return Board(
            headline=self.title,
            turn=_("{players} to move.", players=seats_words(waiting)) if waiting else GAME_OVER,
            table=(),
            seats=tuple(
                SeatLine(seat, self.score(points), seat in waiting)
                for seat, points in enumerate(self.points(observation))
            ),
        )

    def hand(self, observation: ObservationT, /) -> Hand | None:
        """The seat's own cards in words, which its observation has as `hand`; None for a spectator."""
        if observation.seat is None:
            return None
        usual: Any = self.Options()
        names = self.card_names(usual)
        held = [names[card].label for card in getattr(observation, "hand", b"") if card in names]
        return Hand(YOUR_CARDS, tuple(held))

    def sheet(self, observation: ObservationT, /) -> Sheet | None:
        """The score sheet; None before there is anything on it."""
        cells = tuple(_("{words}", words=figure(points)) for points in self.points(observation))
        return Sheet(self.title, (), SheetRow(TOTAL, cells))

    def told_by_hand(self, observation: ObservationT, /) -> tuple[tuple[Text, ...], ...]:
        """What each seat made of each hand of a game that is over, in a sentence; of one whose sheet has no
        lines, of the whole game.
        """
        sheet = self.sheet(observation)
        lines = () if sheet is None else sheet.rows or (sheet.totals,)
        return tuple(
            tuple(
                _("{player}: {cell}", player=Player(seat), cell=cell) for seat, cell in enumerate(line.cells)
            )
            for line in lines
        )

    def reckoned(self, before: ObservationT, events: Sequence[Event], /) -> Reckoning:
        """What came of an action that caused these events where a spectator saw `before`. A game that says
        nothing is told as one hand.
        """
        return Reckoning()

    def columns(
        self, options: OptionsT, players: int, rounds: Sequence[Noted], /
    ) -> tuple[tuple[Column, ...], ...]:
        """What is noted of the round after these where people play with cards of their own: what is known
        before it, then what is known after it. Empty when no round comes any more, and in a game that has no
        such sheet.
        """
        return ()

    def noted(
        self, options: OptionsT, players: int, rounds: Sequence[Noted], /, *, over: bool = False
    ) -> StateT:
        """A table on which these rounds were played, as far as its score sheet and points show it, and all
        else as at any table; `over`: after which no other is played.

        IllegalAction if no round can end so, with a reason that says what does not fit. ValueError in a game
        that has no such sheet.
        """
        raise ValueError(f"{self.title.message} has no sheet to be filled in.")

    def narrate(self, event: Event, /) -> Text | None:
        """The event as a sentence for the log; None if it goes without saying."""
        return None

    def rules(self, options: OptionsT, observation: ObservationT | None, /) -> tuple[Section, ...]:
        """The rules, short, in our own words: overview, this phase, scoring, the options at this table."""
        book = self.rulebook(options, observation)
        if observation is not None:
            book = sorted(book, key=lambda chapter: not chapter.now(observation))
        said = [Section(each.title, tuple(rule.text for rule in each.rules)) for each in book]
        return (*said, Section(AT_THIS_TABLE, self.describe_options(options)))

    def rulebook(self, options: OptionsT, observation: ObservationT | None = None, /) -> tuple[Chapter, ...]:
        """The rules, each said once: `rules`, `lessons` and the page that is drawn are read from it, lessons
        in its order.

        `observation`: of the table at which they are read, if it is one. What can be seen there (how many
        play, what they have chosen) goes before the options.
        """
        return (Chapter(self.title, (Rule(self.tagline),)),)

    def score(self, points: int, /) -> Text:
        """A seat's points of the outcome in words. Games that count something else than points name it."""
        return shared_words.points_words(points)

    def figures(self, state: StateT, /) -> tuple[Figure, ...]:
        """What each seat came to in a game that is over, for people's statistics: some of `counted`."""
        return ()

    # what can be done, and what comes of it

    def forced(self, observation: ObservationT, /) -> Action | None:
        """The action that can be made for this seat because there is no other; None if there is a choice, or
        something to be read first.
        """
        return observation.legal[0] if len(observation.legal) == 1 else None

    def plans(self, observation: ObservationT, /) -> PlanMenu | None:
        """What this seat, which nobody waits for, could want to do when it is next asked; None if planning
        makes no sense now.

        What is planned need not be legal then: it is done only if it is.
        """
        return None

    def surprised(
        self, surprise: str, action: Action, observation: ObservationT, events: Sequence[Event], /
    ) -> bool:
        """Whether this has happened to the seat that planned the action and is now asked.

        `events`: all that has happened since it planned, as far as this seat may know. ValueError if `plans`
        names no such surprise.
        """
        raise ValueError(f"{surprise!r} is no surprise in this game.")

    def milestone(self, event: Event, /) -> bool:
        """Whether the event is one of `milestones`, unless a game knows better."""
        return isinstance(event, self.milestones)

    def moment(self, event: Event, /) -> bool:
        """Whether the event is one of `moments`, or a milestone."""
        return isinstance(event, self.moments) or self.milestone(event)

    def reveals(self, event: Event, /) -> bool:
        """Whether the event is one of `revealing`."""
        return isinstance(event, self.revealing)

    # drawn

    def board_picture(self, observation: ObservationT, words: Words, /) -> Picture | None:
        """What `board` says, drawn; None if this game draws none. A picture adds nothing that is not said."""
        return None

    def hand_picture(
        self, observation: ObservationT, words: Words, chosen: Sequence[str] = (), room: float = math.inf, /
    ) -> Picture | None:
        """The play view: all that a player needs to choose, drawn once. What lies on the table and who is
        winning, a small plate for each player, the own cards below. None for a spectator, and if this game
        draws none.

        `chosen`: the values chosen so far, as in `steps`; a game whose actions are built in steps shows them.
        `room`: how many units high the picture may be; it is as high in each moment of a round. What is
        higher is shown smaller.
        """
        return None

    def sheet_picture(self, observation: ObservationT, words: Words, /) -> Picture | None:
        """What `sheet` says, drawn; None before there is anything on it, and if this game draws none."""
        return None

    def cover_picture(self, words: Words, /) -> Picture | None:
        """What the lobby shows while people come: the game's title and what it is about, drawn, at most 300
        units high.
        """
        return None

    def reference_picture(self, options: OptionsT, words: Words, /) -> Picture | None:
        """The rules on one page, drawn: what beats what, what scores what. At most 1,100 units high."""
        return None

    def frames(self, seen: Sequence[ObservationT], words: Words, /) -> tuple[Frame, ...]:
        """What was seen after each of these moves, as an animated picture; the first stands for itself.

        `seen`: observations by the same watcher, one after each move. A game that says nothing else shows
        its board after each.
        """
        pictures = (self.board_picture(each, words) for each in seen)
        return tuple(Frame(picture.drawing, Stands.MOVE) for picture in pictures if picture is not None)
