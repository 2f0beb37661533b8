"""Skull King as the catalogue sees it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from games.contract import Action, Effort, Event, Figure, Game, Picture, Robot, function
from games.skull_king import (
    advice,
    artwork,
    certainty,
    columns,
    menus,
    options,
    picture,
    plans,
    powers,
    rulebook,
    scoring,
    sheet,
    story,
    tabletop,
)
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
        Rules(), CabinBoy(), Sailor(), captain=Effort(400, 400)
    )
    default_robot = levels.CAPTAIN
    first_robot = levels.CABIN_BOY
    length_option = "length"
    locale = Path(__file__).parent / "locale"
    counted: ClassVar[Mapping[str, Text]] = scoring.COUNTED

    milestones: ClassVar[tuple[type[Event], ...]] = (RoundEnded,)
    moments: ClassVar[tuple[type[Event], ...]] = (TrickEnded, BidsRevealed, ShotsRevealed)
    revealing: ClassVar[tuple[type[Event], ...]] = (BidsRevealed, ShotsRevealed)
    option_fields = function(options.option_fields)
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
    frames = function(picture.frames)

    course = function(rulebook.course)
    rulebook = function(rulebook.rulebook)
    review = function(advice.review)
    certain = function(certainty.certain)
    nearly = 5.0
    measured = function(advice.measured)
    kept = function(advice.kept)
    reason = function(advice.reason)
    did = function(advice.did)
    mistake = function(advice.mistake)

    def round_of(self, observation: View) -> int:
        return observation.table.round

    def forced(self, observation: View) -> Action | None:
        """Whom Juanita Jade shows cards is to see them."""
        action = super().forced(observation)
        return None if action == powers.SEEN else action

    def figures(self, state: State) -> tuple[Figure, ...]:
        return scoring.figures(scoring.rounds_of(state.table.score_sheet, state.table.players))

    def cover_picture(self, words: Words) -> Picture:
        return picture.cover(self.title, self.tagline, words)

    def reference_picture(self, options: SkullKingOptions, words: Words) -> Picture:
        return picture.reference(options, self.title, words)

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
