"""The third floor, what teaches: lessons, and the reasons for hints. A game that says nothing here is learned
by playing it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from games.contract.play import Action, Event, ObservationT, Options, OptionsT, Position, StateT
from games.contract.table import Table
from games.text import Text


class Lesson(msgspec.Struct, frozen=True):
    """One idea, worth saying once to whoever has never been in this situation, in one or two sentences (25
    words). `name` is a stable id ([a-z0-9-]{1,20}) under which it is kept who has seen it.
    """

    name: str
    text: Text
    of_picture: bool = False
    """Whether it says what a picture shows."""


class Course(msgspec.Struct, frozen=True):
    """The game in which somebody learns, alone among robots, in about ten minutes: the learner has seat 0.

    Its deals bring about, early and one after the other, what the lessons are about.
    """

    options: Options
    players: int
    seed: bytes
    position: Position | None = None
    """Where it begins; None: with a deal of the seed."""


class Review(msgspec.Struct, frozen=True):
    """What somebody who has learned is told of the game when it is over, in a sentence each."""

    well: Text | None = None
    """What they did well; None: nothing that can be told."""
    better: Text | None = None
    """The one thing that would bring most if it was done otherwise; None: nothing."""


class Weighed(msgspec.Struct, frozen=True):
    """What one choice of a seat brought on deals that could be the true one."""

    action: Action
    points: float
    """What it adds to the seat's points on average, or takes from them, from now to where playouts stop."""
    behind: float
    """By how many points it is worse than the best one, on the same deals; 0 for that."""
    error: float
    """The standard error of `behind`, in points."""
    figures: Mapping[str, float] = {}
    """The means of what `Game.measured` says."""

    def figure(self, name: str) -> float:
        """The mean of what `Game.measured` says under this name; 0 if it was never measured."""
        return self.figures.get(name, 0.0)


class Study(msgspec.Struct, frozen=True):
    """The choices that are worth thinking about, compared on the same deals, the best first."""

    deals: int
    weighed: tuple[Weighed, ...]

    @property
    def best(self) -> Weighed:
        """The choice that brought most, which is the first one."""
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


class Learning(Table[OptionsT, StateT, ObservationT]):
    """What a game teaches, from an observation and from studies of it."""

    nearly: ClassVar[float] = 1.0
    """Points that people at the table call nearly the same."""

    def lessons(self, observation: ObservationT, /) -> tuple[Lesson, ...]:
        """What is worth explaining here and now to a seat that is asked for something, what is needed first
        standing first. None of it is untrue with the options of this table.
        """
        if observation.seat not in observation.to_act:
            return ()
        usual: Any = self.Options()
        return tuple(
            Lesson(rule.lesson, rule.text, rule.of_picture)
            for chapter in self.rulebook(usual, observation)
            for rule in chapter.rules
            if rule.lesson and rule.when(observation)
        )

    def lesson(
        self, observation: ObservationT, told: Collection[str], /, *, in_words: bool = False
    ) -> Lesson | None:
        """What to explain beside a choice to whoever has been told these: the first that is new to them, and
        (`in_words`) not about a picture. None if there is nothing new, or nothing to choose.
        """
        if len(observation.legal) < 2:
            return None
        new = (each for each in self.lessons(observation) if each.name not in told)
        return next((each for each in new if not (in_words and each.of_picture)), None)

    def certain(self, observation: ObservationT, /) -> tuple[Action, ...]:
        """The legal actions without those that surely bring no more than one of the others, whatever anybody
        holds and does; found without a playout. All of them where nothing is sure; never none.
        """
        return observation.legal

    def measured(
        self, observation: ObservationT, action: Action, events: Sequence[Event], /
    ) -> Mapping[str, float]:
        """What a playout shows about the choice, for `reason`, by stable names: 1 or 0 for what came true or
        did not, or a number. `events`: what the action and all that followed caused, to where it stopped.
        """
        return {}

    def kept(self, observation: ObservationT, event: Event, /) -> tuple[bool, ...]:
        """Who kept what everybody had promised openly where this was observed, by seat, if the event settles
        that; else, and in a game in which nothing is promised, empty.
        """
        return ()

    def reason(self, observation: ObservationT, study: Study, /) -> Text | None:
        """The best choice of a study by its name, and one reason in the game's own words (20 words): what is
        sure of it, else what decided, else what it saves or keeps, which holds where others are as good too.
        A study of no deals has but one choice, the only one that is `certain`. None if there is nothing to
        say but how many points better it is.
        """
        return None

    def did(self, observation: ObservationT, action: Action, /) -> Text | None:
        """What the seat did, as it is told to whoever sits there (8 words): "You bid 8". None: that it chose
        this, by its name.
        """
        return None

    def mistake(self, observation: ObservationT, study: Study, action: Action, /) -> Text | None:
        """What kind of mistake the action was, which the study shows to be worse than the best: a few words
        that fit many games ("You bid too high"), always the same for the same kind; None: of no kind.
        """
        return None

    def course(self, options: OptionsT | None = None, /) -> Course | None:
        """The game in which it is learned as it is played with these options, or usually; None: any game will
        do.
        """
        return None

    def review(self, observation: ObservationT, /) -> Review:
        """What the seat did well in a game that is over, and what it could do better."""
        return Review()
