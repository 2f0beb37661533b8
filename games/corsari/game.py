"""Corsari as the catalogue sees it."""

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
from games.corsari import (
    advice,
    handbook,
    lessons,
    menus,
    picture,
    picture_frames,
    picture_pages,
    plans,
    scoring,
    sheet,
    story,
    tabletop,
)
from games.corsari import options as _options
from games.corsari.constants import PLAYERS
from games.corsari.options import CorsariOptions
from games.corsari.position import CorsariPosition
from games.corsari.robot import CabinBoy, Sailor
from games.corsari.rules import Rules
from games.corsari.state import Cappotto, HandDealt, HandScored, HandVoid, LaidOut, State, View
from games.text import Text, Words, _, _n
from games.thinking import levels


class Corsari(Rules, Game[CorsariOptions, State, View]):
    """The first edition; `games.corsari.constants` has its numbers."""

    slug = "corsari"
    title = _("Corsari")
    tagline = _("Swap cards until your crew fits, then set sail with fewer stowaways than anyone.")
    players = PLAYERS
    Options = CorsariOptions
    Position = CorsariPosition
    State = State
    Observation = View
    robots: ClassVar[Mapping[str, Robot]] = levels.crew(
        Rules(), CabinBoy(), Sailor(), captain=Effort(200, 200), admiral=Effort(1500, 5000)
    )
    default_robot = levels.CAPTAIN
    first_robot = levels.CABIN_BOY
    locale = Path(__file__).parent / "locale"
    counted: ClassVar[Mapping[str, Text]] = scoring.COUNTED

    def score(self, points: int) -> Text:
        return _n("{count} penalty card", "{count} penalty cards", points)

    def option_fields(self, options: CorsariOptions) -> tuple[OptionField, ...]:
        return _options.option_fields(options)

    def describe_options(self, options: CorsariOptions) -> tuple[Text, ...]:
        return _options.describe_options(options)

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

    def narrate(self, event: Event) -> Text | None:
        return story.narrate(event)

    def cover_picture(self, words: Words) -> Picture:
        return picture_pages.cover(self.title, self.tagline, words)

    def reference_picture(self, options: CorsariOptions, words: Words) -> Picture:
        return picture_pages.reference(options.early_sailing, words)

    def frames(self, seen: Sequence[View], words: Words) -> tuple[Frame, ...]:
        return picture_frames.frames(seen, words)

    def moment(self, event: Event) -> bool:
        """A ship sails, and comes home or goes under; the pier is empty."""
        return isinstance(event, LaidOut | HandScored | HandVoid | Cappotto)

    def lessons(self, observation: View) -> tuple[Lesson, ...]:
        return lessons.lessons(observation)

    def measured(self, observation: View, action: Action, events: Sequence[Event]) -> Mapping[str, float]:
        return advice.measured(observation, events)

    def reason(self, observation: View, study: Study) -> Text | None:
        return advice.reason(observation, study)

    def mistake(self, observation: View, study: Study, action: Action) -> Text | None:
        return advice.mistake(observation, study, action)

    def course(self) -> Course:
        return lessons.course()

    def milestone(self, event: Event) -> bool:
        return isinstance(event, HandScored | Cappotto)

    def reveals(self, event: Event) -> bool:
        """After a void hand, too, everybody has new cards."""
        return isinstance(event, HandDealt)

    def rules(self, options: CorsariOptions, observation: View | None) -> tuple[Section, ...]:
        return handbook.rules(options, observation)

    def figures(self, state: State) -> tuple[Figure, ...]:
        return scoring.figures(
            scoring.hands_of(state.table.score_sheet, state.table.players), state.table.players
        )
