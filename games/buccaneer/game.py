"""Buccaneer as the catalogue sees it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from games.buccaneer import (
    advice,
    artwork,
    columns,
    cover,
    frames,
    menus,
    picture,
    plans,
    reference,
    rulebook,
    scoring,
    sheet,
    story,
    tabletop,
)
from games.buccaneer.options import BuccaneerOptions, describe_options
from games.buccaneer.position import BuccaneerPosition
from games.buccaneer.robot import CabinBoy, Sailor
from games.buccaneer.rules import PLAYERS, Rules
from games.buccaneer.state import Boarded, Disbanded, GameEnded, SailedAway, ShipsSighted, State, View
from games.contract import Effort, Event, Figure, Game, Robot, function
from games.text import Text, _, _n
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
        Rules(), CabinBoy(), Sailor(), captain=Effort(200, 200), sailor_thinks=Effort(24, 24)
    )
    default_robot = levels.CAPTAIN
    first_robot = levels.CABIN_BOY
    locale = Path(__file__).parent / "locale"
    counted: ClassVar[Mapping[str, Text]] = scoring.COUNTED

    milestones: ClassVar[tuple[type[Event], ...]] = (ShipsSighted, GameEnded)
    moments: ClassVar[tuple[type[Event], ...]] = (Boarded, SailedAway, Disbanded)
    describe_options = function(describe_options)
    steps = function(menus.steps)
    board = function(tabletop.board)
    hand = function(tabletop.hand)
    sheet = function(sheet.sheet)
    reckoned = function(scoring.reckoned)
    noted = function(columns.noted)  # before a name of the class hides the module
    columns = function(columns.columns)
    narrate = function(story.narrate)
    surprised = function(plans.surprised)  # before a name of the class hides the module
    plans = function(plans.plans)
    emoji = function(artwork.emoji)
    board_picture = function(picture.board)
    hand_picture = function(picture.hand)
    sheet_picture = function(picture.score_sheet)
    cover_picture = function(cover.cover)
    reference_picture = function(reference.reference)
    frames = function(frames.frames)

    course = function(rulebook.course)
    lessons = function(rulebook.lessons)
    rulebook = function(rulebook.rulebook)
    review = function(advice.review)
    measured = function(advice.measured)
    reason = function(advice.reason)
    did = function(advice.did)
    mistake = function(advice.mistake)

    def score(self, points: int) -> Text:
        return _n("{count} ducat", "{count} ducats", points)

    def figures(self, state: State) -> tuple[Figure, ...]:
        return scoring.figures([voyage.captain for voyage in state.table.voyages], state.table.players)
