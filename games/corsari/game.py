"""Corsari as the catalogue sees it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from games.contract import Effort, Event, Figure, Game, Picture, Robot, function
from games.corsari import (
    advice,
    artwork,
    columns,
    foresight,
    menus,
    options,
    picture,
    picture_frames,
    picture_pages,
    plans,
    rulebook,
    scoring,
    sheet,
    story,
    tabletop,
)
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
        Rules(), CabinBoy(), Sailor(), captain=Effort(200, 200), most_weighed=5
    )
    default_robot = levels.CAPTAIN
    first_robot = levels.CABIN_BOY
    locale = Path(__file__).parent / "locale"
    counted: ClassVar[Mapping[str, Text]] = scoring.COUNTED

    milestones: ClassVar[tuple[type[Event], ...]] = (HandScored, Cappotto)
    moments: ClassVar[tuple[type[Event], ...]] = (LaidOut, HandVoid)
    revealing: ClassVar[tuple[type[Event], ...]] = (HandDealt,)
    option_fields = function(options.option_fields)
    describe_options = function(options.describe_options)
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
    reference_picture = function(picture_pages.reference)
    frames = function(picture_frames.frames)

    course = function(rulebook.course)
    rulebook = function(rulebook.rulebook)
    review = function(advice.review)
    certain = function(foresight.certain)
    nearly = 0.5
    measured = function(advice.measured)
    reason = function(advice.reason)
    did = function(advice.did)
    mistake = function(advice.mistake)

    def round_of(self, observation: View) -> int:
        return observation.table.hand

    def score(self, points: int) -> Text:
        return _n("{count} penalty card", "{count} penalty cards", points)

    def figures(self, state: State) -> tuple[Figure, ...]:
        players = state.table.players
        return scoring.figures(scoring.hands_of(state.table.score_sheet, players), players)

    def cover_picture(self, words: Words) -> Picture:
        return picture_pages.cover(self.title, self.tagline, words)
