"""Skull King as the catalogue sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import msgspec
from msgspec.structs import replace

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
from games.skull_king import (
    advice,
    handbook,
    lessons,
    menus,
    picture,
    plans,
    powers,
    scoring,
    sheet,
    story,
    tabletop,
)
from games.skull_king import options as _options
from games.skull_king.options import SkullKingOptions
from games.skull_king.position import SkullKingPosition
from games.skull_king.robot import CabinBoy, Sailor
from games.skull_king.rules import Rules
from games.skull_king.state import BidsRevealed, RoundEnded, ShotsRevealed, State, TrickEnded, View
from games.text import Text, Words, _
from games.thinking import levels


class SkullKing(Rules, Game[SkullKingOptions, State, View]):
    """Both editions; see `games.skull_king.editions` for what differs."""

    slug = "skull-king"
    title = _("Skull King")
    tagline = _("Say how many tricks you will take, then take exactly that many.")
    players = range(2, 9)
    Options = SkullKingOptions
    Position = SkullKingPosition
    State = State
    Observation = View
    robots: ClassVar[Mapping[str, Robot]] = levels.crew(
        Rules(), CabinBoy(), Sailor(), captain=Effort(400, 400), admiral=Effort(3000, 8000)
    )
    default_robot = levels.CAPTAIN
    first_robot = levels.CABIN_BOY
    length_option = "length"
    locale = Path(__file__).parent / "locale"
    counted: ClassVar[Mapping[str, Text]] = scoring.COUNTED

    def option_fields(self, options: SkullKingOptions) -> tuple[OptionField, ...]:
        return _options.option_fields(options)

    def describe_options(self, options: SkullKingOptions) -> tuple[Text, ...]:
        return _options.describe_options(options)

    def steps(self, observation: View, chosen: Sequence[str] = ()) -> Menu | None:
        return menus.steps(observation, chosen)

    def forced(self, observation: View) -> Action | None:
        """Whom Juanita Jade shows cards is to see them."""
        action = super().forced(observation)
        return None if action == powers.SEEN else action

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
        return picture.hand(observation, words)

    def sheet_picture(self, observation: View, words: Words) -> Picture | None:
        return picture.score_sheet(observation, words)

    def narrate(self, event: Event) -> Text | None:
        return story.narrate(event)

    def milestone(self, event: Event) -> bool:
        return isinstance(event, RoundEnded)

    def cover_picture(self, words: Words) -> Picture:
        return picture.cover(self.title, self.tagline, words)

    def reference_picture(self, options: SkullKingOptions, words: Words) -> Picture:
        return picture.reference(options.setup, self.title, words)

    def frames(self, seen: Sequence[View], words: Words) -> tuple[Frame, ...]:
        return picture.frames(seen, words)

    def moment(self, event: Event) -> bool:
        return isinstance(event, TrickEnded | BidsRevealed | ShotsRevealed | RoundEnded)

    def lessons(self, observation: View) -> tuple[Lesson, ...]:
        return lessons.lessons(observation)

    def measured(self, observation: View, action: Action, events: Sequence[Event]) -> Mapping[str, float]:
        return advice.measured(observation, events)

    def reason(self, observation: View, study: Study) -> Text | None:
        return advice.reason(observation, study)

    def mistake(self, observation: View, study: Study, action: Action) -> Text | None:
        return advice.mistake(observation, study, action)

    def course(self) -> Course:
        return lessons.COURSE

    def reveals(self, event: Event) -> bool:
        return isinstance(event, BidsRevealed | ShotsRevealed)

    def rules(self, options: SkullKingOptions, observation: View | None) -> tuple[Section, ...]:
        return handbook.rules(options, observation)

    def figures(self, state: State) -> tuple[Figure, ...]:
        return scoring.figures(scoring.rounds_of(state.table.score_sheet, state.table.players))

    def dump(self, state: State) -> bytes:
        """Every move stores it, so that what it says twice, or only by default, is left out."""
        table = replace(state.table, last=b"") if state.table.fallen else state.table
        if (state.pile, state.drawn, state.changes, state.shown) != (None, b"", (), None):
            return super().dump(replace(state, table=table))
        return msgspec.json.encode((table, state.hands, state.sealed, state.seed))

    def load(self, stored: bytes) -> State:
        """The latest trick, where it was left out, is the end of what has fallen."""
        state = super().load(stored)
        table = state.table
        if table.last or not table.fallen:
            return state
        return replace(state, table=replace(table, last=table.fallen[-table.hands :]))
