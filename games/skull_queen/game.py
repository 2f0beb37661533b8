"""Skull Queen as the catalogue sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from games.contract import (
    Action,
    Board,
    Course,
    Effort,
    Event,
    Figure,
    Frame,
    Game,
    Hand,
    Lesson,
    Menu,
    OptionField,
    Picture,
    PlanMenu,
    Robot,
    Section,
    Sheet,
    Study,
)
from games.skull_queen import (
    advice,
    constants,
    handbook,
    lessons,
    menus,
    picture,
    picture_frames,
    plans,
    scoring,
    sheet,
    story,
    tabletop,
)
from games.skull_queen.options import SkullQueenOptions, describe_options
from games.skull_queen.position import SkullQueenPosition
from games.skull_queen.robot import CabinBoy, Sailor
from games.skull_queen.rules import Rules
from games.skull_queen.state import PlanksRevealed, RoundEnded, State, TrickEnded, View
from games.text import Text, Words, _
from games.thinking import levels


class SkullQueen(Rules, Game[SkullQueenOptions, State, View]):
    """The whole game, from two players (and the old Pirate King) to six."""

    slug = "skull-queen"
    title = _("Skull Queen")
    tagline = _("High cards send your pirates up the plank, low ones down. Keep them dry, and high up.")
    players = constants.PLAYERS
    Options = SkullQueenOptions
    Position = SkullQueenPosition
    State = State
    Observation = View
    robots: ClassVar[Mapping[str, Robot]] = levels.crew(
        Rules(), CabinBoy(), Sailor(), captain=Effort(140, 140), admiral=Effort(1200, 4000)
    )
    default_robot = levels.CAPTAIN
    first_robot = levels.CABIN_BOY
    locale = Path(__file__).parent / "locale"
    counted: ClassVar[Mapping[str, Text]] = scoring.COUNTED

    def option_fields(self, options: SkullQueenOptions) -> tuple[OptionField, ...]:
        return ()

    def describe_options(self, options: SkullQueenOptions) -> tuple[Text, ...]:
        return describe_options()

    def steps(self, observation: View, chosen: Sequence[str] = ()) -> Menu | None:
        return menus.steps(observation, chosen)

    def plans(self, observation: View) -> PlanMenu | None:
        return plans.plans(observation)

    def surprised(self, surprise: str, action: Action, observation: View, events: Sequence[Event]) -> bool:
        return plans.surprised(surprise, action, observation, events)

    def board(self, observation: View) -> Board:
        return tabletop.board(observation)

    def hand(self, observation: View) -> Hand | None:
        return tabletop.hand(observation)

    def sheet(self, observation: View) -> Sheet | None:
        return sheet.sheet(observation)

    def board_picture(self, observation: View, words: Words) -> Picture | None:
        return picture.board(observation, words)

    def hand_picture(self, observation: View, words: Words, chosen: Sequence[str] = ()) -> Picture | None:
        return picture.hand(observation, words, chosen)

    def sheet_picture(self, observation: View, words: Words) -> Picture | None:
        return picture.score_sheet(observation, words)

    def cover_picture(self, words: Words) -> Picture:
        return picture.cover(self.title, self.tagline, words)

    def reference_picture(self, options: SkullQueenOptions, words: Words) -> Picture:
        return picture.reference(self.title, words)

    def frames(self, seen: Sequence[View], words: Words) -> tuple[Frame, ...]:
        return picture_frames.frames(seen, words)

    def narrate(self, event: Event) -> Text | None:
        return story.narrate(event)

    def milestone(self, event: Event) -> bool:
        return isinstance(event, RoundEnded)

    def moment(self, event: Event) -> bool:
        """Every trick: its moves are to be seen before the next card falls."""
        return isinstance(event, TrickEnded | RoundEnded)

    def lessons(self, observation: View) -> tuple[Lesson, ...]:
        return lessons.lessons(observation)

    def measured(self, observation: View, action: Action, events: Sequence[Event]) -> Mapping[str, float]:
        return advice.measured(observation, action, events)

    def reason(self, observation: View, study: Study) -> Text | None:
        return advice.reason(observation, study)

    def mistake(self, observation: View, study: Study, action: Action) -> Text | None:
        return advice.mistake(observation, study, action)

    def course(self) -> Course:
        return lessons.course()

    def reveals(self, event: Event) -> bool:
        """The planks; and with two players, who choose their cards side by side, every trick."""
        two = isinstance(event, TrickEnded) and event.leads_next is None
        return two or isinstance(event, PlanksRevealed)

    def rules(self, options: SkullQueenOptions, observation: View | None) -> tuple[Section, ...]:
        return handbook.rules(observation)

    def figures(self, state: State) -> tuple[Figure, ...]:
        return scoring.figures(scoring.rounds_of(state.table.score_sheet, state.table.players))
