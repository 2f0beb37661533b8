"""Knock-out Whist as the catalogue sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from games.contract import (
    Action,
    Chapter,
    Course,
    Effort,
    Event,
    Game,
    Options,
    Robot,
    Study,
    function,
)
from games.text import Text, _, _n
from games.thinking import hints, levels

from . import picture, policy, words
from .rulebook import RULEBOOK
from .rules import PLAYERS, Rules
from .state import RoundEnded, State, TrickTaken, View


class KnockoutWhist(Rules, Game[Options, State, View]):
    """The English game; of its many ways the plainest, without a dog's life."""

    slug = "knockout-whist"
    title = words.TITLE
    tagline = _("Take a trick in every round, or you are out.")
    players = PLAYERS
    State = State
    Observation = View
    robots: ClassVar[Mapping[str, Robot]] = levels.crew(
        Rules(), policy.Careless(), policy.Sensible(), captain=Effort(100, 200)
    )
    default_robot, first_robot = levels.CAPTAIN, levels.CABIN_BOY
    locale = Path(__file__).parent / "locale"

    milestones: ClassVar[tuple[type[Event], ...]] = (RoundEnded,)
    moments: ClassVar[tuple[type[Event], ...]] = (TrickTaken,)
    steps = function(words.steps)
    board = function(words.board)
    hand = function(words.hand)
    sheet = function(words.sheet)
    narrate = function(words.narrate)
    board_picture = function(picture.board)
    hand_picture = function(picture.hand)
    sheet_picture = function(picture.score_sheet)
    reference_picture = function(picture.reference)
    frames = function(picture.frames)

    def rulebook(self, options: Options, observation: View | None = None) -> tuple[Chapter, ...]:
        return RULEBOOK

    def score(self, points: int) -> Text:
        return _n("{count} round", "{count} rounds", points)

    def course(self, options: Options | None = None) -> Course:
        return Course(Options(), players=3, seed=bytes(range(32)))

    def measured(self, observation: View, action: Action, events: Sequence[Event]) -> Mapping[str, float]:
        """Whether the seat takes this trick, and whether it is still in after the round."""
        takers = [event.seat for event in events if isinstance(event, TrickTaken)]
        return {"took": takers[0] == observation.seat, "stays": observation.seat in takers} if takers else {}

    def reason(self, observation: View, study: Study) -> Text | None:
        """That it keeps the seat in the game."""
        other = study.rival("stays", 0.1)
        if other is None:
            return None
        return _(
            "{choice}: it keeps you in {often}, {other} {seldom}.",
            choice=hints.label_of(self, observation, study.best.action),
            often=hints.often(study.best.figure("stays")),
            other=hints.label_of(self, observation, other.action),
            seldom=hints.often(other.figure("stays")),
        )
