"""The tables at which benches play: each game of the catalogue, in each of its editions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.tables.model import Record, Seat, Table
from games.catalogue import catalogue
from games.contract import AnyGame, Options
from games.text import english

USUAL = 4
"""Players at a table, or the nearest number that the game allows."""


@dataclass(frozen=True)
class Laid:
    """A table laid for one edition of a game."""

    name: str
    game: AnyGame
    options: Options
    players: int

    def new(self, random: Random) -> Any:
        """A first state, from a seed drawn."""
        return self.game.new(self.options, self.players, random.randbytes(32))

    def in_lobby(self, random: Random, **told: Any) -> Table:
        """A lobby of people only, with a secret drawn; `told`: what else its record has."""
        seats = tuple(Seat(f"Sailor {at}", str(at), at + 1) for at in range(self.players))
        record = Record(
            host=1,
            options=self.options.model_dump(mode="json", exclude_defaults=True),
            secret=random.randbytes(32).hex(),
            capacity=self.players,
            seats=seats,
            **told,
        )
        return Table("voyage", 1, 1, self.game, "lobby", 1, 0, record, None, 0.0, 0.0)


def tables() -> Iterator[Laid]:
    """A table for each game as it is by itself, and for each of its other editions."""
    for game in catalogue().values():
        for edition, options in _editions(game):
            players = min(game.players_for(options), key=lambda count: abs(count - USUAL))
            title = english(game.title)
            yield Laid(f"{title}, {edition}" if edition else title, game, options, players)


def _editions(game: AnyGame) -> Iterator[tuple[str, Options]]:
    """The editions by name; a game that has none is one, without a name."""
    fields = [field for field in game.option_fields(game.Options()) if field.name == "edition"]
    if not fields:
        yield "", game.Options()
    for field in fields:
        for value in field.values:
            yield english(value.label), game.Options.model_validate({field.name: value.value})
