"""Buccaneer as the catalogue sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from games.buccaneer import (
    advice,
    cover,
    frames,
    handbook,
    lessons,
    menus,
    picture,
    plans,
    reference,
    scoring,
    sheet,
    story,
    tabletop,
)
from games.buccaneer.options import BuccaneerOptions, describe_options
from games.buccaneer.position import BuccaneerPosition
from games.buccaneer.robot import CabinBoy, Sailor
from games.buccaneer.rules import PLAYERS, Rules
from games.buccaneer.state import (
    Boarded,
    Disbanded,
    GameEnded,
    SailedAway,
    ShipsSighted,
    State,
    View,
)
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
from games.text import Text, Words, _, _n
from games.thinking import levels


class Buccaneer(Rules, Game[BuccaneerOptions, State, View]):
    """The game by Stefan Dorra, in its one edition."""

    slug = "buccaneer"
    title = _("Buccaneer")
    tagline = _("Gather a crew, board ships, pay the wages, keep the rest.")
    players = PLAYERS
    Options = BuccaneerOptions
    Position = BuccaneerPosition
    State = State
    Observation = View
    robots: ClassVar[Mapping[str, Robot]] = levels.crew(
        Rules(), CabinBoy(), Sailor(), captain=Effort(200, 200), admiral=Effort(1600, 5000)
    )
    default_robot = levels.CAPTAIN
    first_robot = levels.CABIN_BOY
    locale = Path(__file__).parent / "locale"
    counted: ClassVar[Mapping[str, Text]] = scoring.COUNTED

    def score(self, points: int) -> Text:
        return _n("{count} ducat", "{count} ducats", points)

    def option_fields(self, options: BuccaneerOptions) -> tuple[OptionField, ...]:
        return ()

    def describe_options(self, options: BuccaneerOptions) -> tuple[Text, ...]:
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

    def cover_picture(self, words: Words) -> Picture | None:
        return cover.cover(words)

    def reference_picture(self, options: BuccaneerOptions, words: Words) -> Picture | None:
        return reference.reference(words)

    def frames(self, seen: Sequence[View], words: Words) -> tuple[Frame, ...]:
        return frames.frames(seen, words)

    def moment(self, event: Event) -> bool:
        """Whether a ship is gone, or everybody has gone home."""
        return isinstance(event, Boarded | SailedAway | Disbanded | GameEnded)

    def lessons(self, observation: View) -> tuple[Lesson, ...]:
        return lessons.lessons(observation)

    def measured(self, observation: View, action: Action, events: Sequence[Event]) -> Mapping[str, float]:
        return advice.measured(observation, events)

    def reason(self, observation: View, study: Study) -> Text | None:
        return advice.reason(observation, study)

    def mistake(self, observation: View, study: Study, action: Action) -> Text | None:
        return advice.mistake(study, action)

    def course(self) -> Course:
        return lessons.course()

    def narrate(self, event: Event) -> Text | None:
        return story.narrate(event)

    def milestone(self, event: Event) -> bool:
        """Whether all three ships in sight are gone, or the game is over."""
        return isinstance(event, ShipsSighted | GameEnded)

    def rules(self, options: BuccaneerOptions, observation: View | None) -> tuple[Section, ...]:
        return handbook.rules(options, observation)

    def figures(self, state: State) -> tuple[Figure, ...]:
        return scoring.figures([voyage.captain for voyage in state.table.voyages], state.table.players)
