"""Skull King as the catalogue sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from games.contract import (
    Action,
    Board,
    Bounds,
    Event,
    Game,
    Hand,
    Menu,
    OptionField,
    Outcome,
    Robot,
    Section,
    Sheet,
)
from games.skull_king import dealing, handbook, menus, rules, scoring, sheet, story, tabletop
from games.skull_king import options as _options
from games.skull_king.options import SkullKingOptions
from games.skull_king.robot import AnyLegal, Sensible
from games.skull_king.state import RoundEnded, State, View
from games.text import Seat, Text, _

MOST_BONUS = 310
"""More than a round's bonuses ever come to: 260 for characters and 50 for fourteens, loot included."""


class SkullKing(Game[SkullKingOptions, State, View]):
    """Both editions; see `games.skull_king.editions` for what differs."""

    slug = "skull-king"
    title = _("Skull King")
    tagline = _("Say how many tricks you will take, then take exactly that many. Pirates get in the way.")
    players = range(2, 9)
    Options = SkullKingOptions
    State = State
    Observation = View
    robots: ClassVar[Mapping[str, Robot]] = {"any": AnyLegal(), "sensible": Sensible()}
    locale = Path(__file__).parent / "locale"

    def players_for(self, options: SkullKingOptions) -> range:
        return options.setup.edition.players

    def new(self, options: SkullKingOptions, players: int, seed: bytes) -> State:
        return dealing.new(options.setup, players, seed)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.table.to_act

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return rules.legal_actions(state, seat)

    def decision(self, state: State, seat: Seat) -> str:
        return rules.decision(state, seat)

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        return rules.apply(state, seat, action)

    def observe(self, state: State, seat: Seat | None) -> View:
        return rules.observe(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        points = state.table.points
        return Outcome(scoring.places(points), points) if state.table.phase == "over" else None

    def bounds(self, options: SkullKingOptions, players: int) -> Bounds:
        dealt = dealing.cards_in_round(options.setup, players)
        actions = players * sum(1 + cards for cards in dealt)
        return Bounds(actions, -10 * sum(dealt), sum(20 * cards + MOST_BONUS for cards in dealt))

    def option_fields(self, options: SkullKingOptions) -> tuple[OptionField, ...]:
        return _options.option_fields(options)

    def describe_options(self, options: SkullKingOptions) -> tuple[Text, ...]:
        return _options.describe_options(options)

    def steps(self, observation: View, chosen: Sequence[str] = ()) -> Menu | None:
        return menus.steps(observation, chosen)

    def board(self, observation: View) -> Board:
        return tabletop.board(observation)

    def hand(self, observation: View) -> Hand | None:
        return tabletop.hand(observation)

    def sheet(self, observation: View) -> Sheet | None:
        return sheet.sheet(observation)

    def narrate(self, event: Event) -> Text | None:
        return story.narrate(event)

    def milestone(self, event: Event) -> bool:
        return isinstance(event, RoundEnded)

    def rules(self, options: SkullKingOptions, observation: View | None) -> tuple[Section, ...]:
        return handbook.rules(options, observation)
