"""A game as it was played by the rules of one day, to be held against the rules of every later day.

It is played and written down through the contract alone, so that the games of any commit can be recorded.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import msgspec

from games.contract import Action
from games.text import Seat

Value: TypeAlias = str | int | bool

FOLDER = Path(__file__).parent
DRAWN = 600
"""Tables that are looked at for those which bring something new."""
LEAST = 8
"""Tables of each game, also where fewer have everything among them."""
ANYBODY = 0.15
"""How often somebody acts who may, but for whom the game does not wait: a bid or an answer is changed."""
KEPT = (0.3, 0.7, 1.0)
"""At which shares of the way a state is kept as it was stored."""


class Table(msgspec.Struct, frozen=True):
    """What a game begins with. `options`: those that are not as the game has them by itself."""

    options: Mapping[str, Value]
    players: int


class Recording(msgspec.Struct, frozen=True):
    """A game from the deal to its end."""

    game: str
    options: dict[str, Value]
    players: int
    seed: str
    """In hexadecimal."""
    actions: list[str]
    """Seat and action, as in "0 bid 3"."""
    asked: str
    """Two digits for the first state and for each that an action led to, see `asked_in`."""
    stored: dict[int, str]
    """The state after so many actions, as storage was handed it; the last one too."""
    places: list[int]
    points: list[int]

    @property
    def log(self) -> list[tuple[Seat, Action]]:
        """The actions, each with its seat."""
        return [(int(seat), action) for seat, action in (line.split(" ", 1) for line in self.actions)]

    def asked_after(self, actions: int) -> str:
        """What belongs to the state after so many actions, and to all later ones."""
        return self.asked[2 * actions :]


def asked_in(game: Any, state: Any) -> str:
    """Two hexadecimal digits, from whom the game waits for and all that they may do, in order.

    Cards, rounds and phases show in it as far as they matter to what may be done.
    """
    waiting = game.to_act(state)
    allowed = [game.legal_actions(state, seat) for seat in waiting]
    return hashlib.sha256(json.dumps([waiting, allowed]).encode()).hexdigest()[:2]


def brings(game: Any, table: Table) -> set[tuple[str, Value]]:
    """The number of players and each option's value, all that is to be among a game's recordings."""
    options = game.Options.model_validate(table.options)
    offered = {field.name for field in game.option_fields(options)}
    values = {(name, value) for name, value in options.model_dump().items() if name in offered}
    return {("players", table.players), *values}


def tables_of(game: Any, random: Random) -> list[Table]:
    """Tables that have each value of each option and each number of players among them."""
    drawn = [_drawn(game, random) for _ in range(DRAWN)]
    met: set[tuple[str, Value]] = set()
    new: list[Table] = []
    for table in drawn:
        if not brings(game, table) <= met:
            met |= brings(game, table)
            new.append(table)
    return [*new, *drawn[: max(0, LEAST - len(new))]]


def _drawn(game: Any, random: Random) -> Table:
    """Options chosen as a host does: one field after the other, among the values that are offered."""
    options = game.Options()
    for name in game.Options.model_fields:
        offered = {field.name: field.values for field in game.option_fields(options)}
        if name in offered and random.random() < 0.5:
            value = random.choice(offered[name]).value
            options = game.Options.model_validate({**options.model_dump(), name: value})
    return Table(options.model_dump(exclude_defaults=True), random.choice(game.players_for(options)))


def recorded(game: Any, table: Table, random: Random) -> Recording:
    """A game at this table, by legal actions drawn at random."""
    seed = random.randbytes(32)
    state = game.new(game.Options.model_validate(table.options), table.players, seed)
    states, actions = [state], list[str]()
    while waiting := game.to_act(state):
        able = [seat for seat in range(table.players) if game.legal_actions(state, seat)]
        seat = random.choice(able if random.random() < ANYBODY else waiting)
        action = random.choice(game.legal_actions(state, seat))
        state, _events = game.apply(state, seat, action)
        states.append(state)
        actions.append(f"{seat} {action}")
    outcome = game.outcome(state)
    kept = [round(share * len(actions)) for share in KEPT]
    return Recording(
        game=game.slug,
        options=dict(table.options),
        players=table.players,
        seed=seed.hex(),
        actions=actions,
        asked="".join(asked_in(game, each) for each in states),
        stored={at: game.dump(states[at]).decode() for at in kept},
        places=list(outcome.places),
        points=list(outcome.points),
    )


def recordings(game: Any, day: str) -> Iterator[Recording]:
    """Games at all sorts of tables. `day`: on another one other games are drawn."""
    random = Random(f"{day} {game.slug}")
    for table in tables_of(game, random):
        yield recorded(game, table, random)


def read(path: Path) -> list[Recording]:
    """The recordings in a file. msgspec.ValidationError if they are none."""
    return msgspec.json.Decoder(list[Recording]).decode(
        b"[" + b",".join(path.read_bytes().splitlines()) + b"]"
    )


def write(path: Path, games: list[Recording]) -> None:
    """A new file, one game a line. FileExistsError if it is there: it is the past."""
    with path.open("xb") as file:
        file.writelines(msgspec.json.encode(game) + b"\n" for game in games)
