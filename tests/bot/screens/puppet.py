"""A game that is no game: it shows whatever a test puts into it. Screens that show it know no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
from pydantic import create_model

from bot.i18n import Reader, reader_for
from bot.tables.model import Cut, Record, Seat, Table
from games.contract import (
    Board,
    Bounds,
    Choice,
    Event,
    Game,
    Hand,
    Menu,
    Observation,
    OptionField,
    Options,
    OptionValue,
    Outcome,
    PlanMenu,
    SeatLine,
    Section,
    Sheet,
)
from games.text import Player, Text, _, _n
from storage.models import Phase

ANNE, BART, CALICO = 101, 102, 103
SECRET = "5e" * 32


class NoOptions(Options):
    """A game that is always played alike."""


class Shown(Observation, frozen=True, kw_only=True):
    """What one seat sees."""

    board: Board
    menus: tuple[Menu, ...] = ()
    own: Hand | None = None
    plan: PlanMenu | None = None


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """The whole game: what everybody sees, and what the seats are asked that the game waits for."""

    board: Board
    awaited: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    """Seats that may choose something, awaited or not."""
    menus: tuple[Menu, ...] = ()
    """What they are asked, one menu after each value chosen."""
    own: Hand | None = None
    plan: PlanMenu | None = None
    """What those can plan for whom the game does not wait."""
    score: Sheet | None = None
    end: Outcome | None = None


@dataclass(frozen=True)
class Digger:
    """A robot that is never asked."""

    name: Text
    label: Text
    slow: bool = False

    def choose(self, observation: Any, random: Random) -> str:
        """Nothing to choose from."""
        raise NotImplementedError


class Puppet(Game[Options, Scene, Shown]):
    """It does what it is told."""

    slug = "puppet"
    title = _("Find the Treasure")
    tagline = _("Dig where nobody else digs.")
    players = range(2, 9)
    Options = NoOptions
    State = Scene
    Observation = Shown
    robots: ClassVar[Mapping[str, Any]] = {
        "tame": Digger(_("Tame"), _("Tame: digs anywhere")),
        "wild": Digger(_("Wild"), _("Wild: digs with a plan")),
    }
    default_robot, first_robot = "wild", "tame"
    locale = Path(__file__).parent / "locale"

    def resample(self, observation: Shown, random: Random) -> Scene:
        raise AssertionError("nobody thinks about it")

    def __init__(
        self,
        *,
        fields: Sequence[OptionField] = (),
        described: Sequence[Text] = (_("On a small island"),),
        handbook: Sequence[Section] = (),
        title: Text = title,
        tagline: Text = tagline,
        players: range = players,
    ) -> None:
        self.fields, self.described, self.handbook = tuple(fields), tuple(described), tuple(handbook)
        self.title, self.tagline, self.players = title, tagline, players  # type: ignore[misc]
        defaults = {field.name: (Any, field.values[0].value) for field in fields}
        self.Options = create_model("PuppetOptions", __base__=NoOptions, **defaults)  # type: ignore[misc, call-overload]

    def players_for(self, options: Options) -> range:
        """As told."""
        return self.players

    def new(self, options: Options, players: int, seed: bytes) -> Scene:
        """A table on which nothing lies."""
        return digging(players)

    def to_act(self, state: Scene) -> tuple[int, ...]:
        """As told."""
        return state.awaited

    def legal_actions(self, state: Scene, seat: int) -> tuple[str, ...]:
        """None: nobody moves a puppet."""
        return ()

    def decision(self, state: Scene, seat: int) -> str:
        """One for all."""
        return "d1" if seat in state.asked else ""

    def apply(self, state: Scene, seat: int, action: str) -> tuple[Scene, tuple[Event, ...]]:
        """Nobody moves a puppet."""
        raise NotImplementedError

    def observe(self, state: Scene, seat: int | None) -> Shown:
        """The board for all, menus for those who are asked, a hand for whoever sits there."""
        asked = seat in state.asked
        return Shown(
            seat=seat,
            players=len(state.board.seats),
            to_act=state.awaited,
            decision="d1" if asked else "",
            board=state.board,
            menus=state.menus if asked else (),
            own=None if seat is None else state.own,
            plan=None if seat is None else state.plan,
        )

    def outcome(self, state: Scene) -> Outcome | None:
        """As told."""
        return state.end

    def bounds(self, options: Options, players: int) -> Bounds:
        """Of no interest here."""
        return Bounds(0, 0, 0)

    def option_fields(self, options: Options) -> tuple[OptionField, ...]:
        """As told."""
        return self.fields

    def describe_options(self, options: Options) -> tuple[Text, ...]:
        """As told."""
        return self.described

    def steps(self, observation: Shown, chosen: Sequence[str] = ()) -> Menu | None:
        """The menu after so many values."""
        return observation.menus[len(chosen)] if observation.menus else None

    def plans(self, observation: Shown) -> PlanMenu | None:
        """As told."""
        return observation.plan

    def board(self, observation: Shown) -> Board:
        """As told."""
        return observation.board

    def hand(self, observation: Shown) -> Hand | None:
        """As told."""
        return observation.own

    def sheet(self, observation: Shown) -> Sheet | None:
        """Of no interest here: tests hand sheets to the screen."""
        return None

    def narrate(self, event: Event) -> Text | None:
        """Nothing happens to a puppet."""
        return None

    def milestone(self, event: Event) -> bool:
        """Nothing happens to a puppet."""
        return False

    def rules(self, options: Options, observation: Shown | None) -> tuple[Section, ...]:
        """As told."""
        return self.handbook


# Scenes


def digging(players: int, *awaited: int, **told: Any) -> Scene:
    """Everybody digs; the game waits for some."""
    seats = tuple(
        SeatLine(seat, _n("{count} hole", "{count} holes", seat), seat in awaited, seat == 0)
        for seat in range(players)
    )
    given: dict[str, Any] = {
        "headline": _("Day {day} of {days}", day=2, days=7),
        "turn": _("{player} digs next", player=Player(awaited[0])) if awaited else _("Nobody digs"),
        "table": (_("{player} has found a boot", player=Player(0)),),
        "seats": seats,
        "recap": Section(_("Yesterday"), (_("It rained."), _("{player} got wet.", player=Player(1)))),
    }
    given["news"] = None
    given.update({name: told.pop(name) for name in list(told) if name in given})
    return Scene(board=Board(**given), awaited=awaited, asked=told.pop("asked", awaited), **told)


def cards(count: int, *forbidden: int) -> Menu:
    """A hand of spades to play from, some of which may not be played."""
    return Menu(
        _("Which spade?"),
        tuple(
            Choice(
                f"s{at}",
                _("Spade {number}", number=at),
                f"dig s{at}",
                "♠️",
                _("Spade {number} is broken.", number=at) if at in forbidden else None,
                "card",
            )
            for at in range(count)
        ),
    )


def own_cards(count: int) -> Hand:
    """The same cards in words."""
    return Hand(_("Your spades"), tuple(_("Spade {number}", number=at) for at in range(count)))


# Tables


def table_of(
    state: Scene | None,
    *names: str,
    game: Puppet | None = None,
    phase: Phase | None = None,
    robots: Sequence[str] = (),
    cuts: Sequence[tuple[int, str]] = (),
    **record: Any,
) -> Table:
    """A table at which people of these names sit (users 101, 102, ...), after them robots."""
    game = game or Puppet()
    people = names or ("Anne", "Bart")
    seats = [Seat(name, f"9{at}", ANNE + at) for at, name in enumerate(people)]
    seats += [Seat(name, f"8{at}", robot="tame") for at, name in enumerate(robots)]
    kept = Record(
        **{
            "host": ANNE,
            "options": {},
            "secret": SECRET,
            "capacity": 6,
            "seats": tuple(seats),
            "cuts": tuple(Cut(user, word) for user, word in cuts),
            **record,
        }
    )
    if phase is None:
        phase = "lobby" if state is None else "playing" if state.end is None else "over"
    return Table("k3x9qp", 1, 2, game, phase, 3, 0 if state is None else 5, kept, state, 1000.0, 1000.0)


def english(table: Table) -> Reader:
    """Somebody at this table who reads English."""
    return reader_for(table, "en-GB")


SWITCH = OptionField(
    "tide",
    _("Tide"),
    (
        OptionValue(False, _("off")),
        OptionValue(True, _("on"), _("The sea takes a hole each day")),
    ),
)
