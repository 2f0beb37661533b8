"""Skull Queen as the catalogue sees it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from games.contract import Effort, Event, Figure, Game, Picture, Robot, Section, function
from games.skull_queen import (
    advice,
    artwork,
    certainty,
    columns,
    constants,
    menus,
    options,
    picture,
    picture_frames,
    plans,
    rulebook,
    scoring,
    sheet,
    story,
    tabletop,
)
from games.skull_queen.options import SkullQueenOptions
from games.skull_queen.position import SkullQueenPosition
from games.skull_queen.robot import CabinBoy, Sailor, Thinker
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
        Rules(), CabinBoy(), Sailor(), captain=Effort(140, 140), thinker=Thinker()
    )
    default_robot = levels.CAPTAIN
    first_robot = levels.CABIN_BOY
    locale = Path(__file__).parent / "locale"
    counted: ClassVar[Mapping[str, Text]] = scoring.COUNTED

    milestones: ClassVar[tuple[type[Event], ...]] = (RoundEnded,)
    moments: ClassVar[tuple[type[Event], ...]] = (TrickEnded,)
    revealing: ClassVar[tuple[type[Event], ...]] = (PlanksRevealed,)
    describe_options = function(options.describe_options)
    steps = function(menus.steps)
    slots = function(menus.slots)
    board = function(tabletop.board)
    hand = function(tabletop.hand)
    told_by_hand = function(sheet.told_by_hand)
    reckoned = function(scoring.reckoned)
    sheet = function(sheet.sheet)
    noted = function(columns.noted)  # before a name of the class hides the module
    columns = function(columns.columns)
    narrate = function(story.narrate)
    surprised = function(plans.surprised)  # before a name of the class hides the module
    plans = function(plans.plans)
    emoji = function(artwork.emoji)
    board_picture = function(picture.board)
    hand_picture = function(picture.hand)
    sheet_picture = function(picture.score_sheet)
    frames = function(picture_frames.frames)

    course = function(rulebook.course)
    rulebook = function(rulebook.rulebook)
    review = function(advice.review)
    certain = function(certainty.certain)
    measured = function(advice.measured)
    reason = function(advice.reason)
    did = function(advice.did)
    mistake = function(advice.mistake)

    def rules(self, options: SkullQueenOptions, observation: View | None) -> tuple[Section, ...]:
        """The rule book says all of it: there are no options at a table."""
        return super().rules(options, observation)[:-1]

    def round_of(self, observation: View) -> int:
        return observation.table.round

    def reveals(self, event: Event) -> bool:
        """With two players, who choose their cards side by side, every trick does."""
        return super().reveals(event) or (isinstance(event, TrickEnded) and event.leads_next is None)

    def figures(self, state: State) -> tuple[Figure, ...]:
        return scoring.figures(scoring.rounds_of(state.table.score_sheet, state.table.players))

    def cover_picture(self, words: Words) -> Picture:
        return picture.cover(self.title, self.tagline, words)

    def reference_picture(self, options: SkullQueenOptions, words: Words) -> Picture:
        return picture.reference(options, self.title, words)
