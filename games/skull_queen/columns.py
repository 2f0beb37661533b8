"""What is noted round by round where people play with cards of their own, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from msgspec.structs import replace

from games.contract import Column, Noted
from games.fairness import SECRET_BYTES
from games.skull_queen import constants, dealing
from games.skull_queen.options import SkullQueenOptions
from games.skull_queen.plank import NOTED, UP, WORTH
from games.skull_queen.state import State
from games.text import _

_POINTS = tuple(sorted({sum(pirates) for pirates in product(WORTH[UP], repeat=constants.COLOURS)}))
"""What the four pirates of a plank can be worth together."""
_UNKNOWN = bytes(constants.COLOURS - 1)


def columns(
    _options: SkullQueenOptions, players: int, rounds: Sequence[Noted]
) -> tuple[tuple[Column, ...], ...]:
    """The points of each plank at the end of the round; nothing is known before it."""
    if len(rounds) >= constants.rounds(players):
        return ()
    return ((Column("points", _("Planks"), _POINTS),),)


def noted(_options: SkullQueenOptions, players: int, rounds: Sequence[Noted], *, over: bool = False) -> State:
    """The points of the planks on the score sheet."""
    fresh = dealing.new(players, bytes(SECRET_BYTES))
    each = [noted_round["points"] for noted_round in rounds]
    table = replace(
        fresh.table,
        phase="over" if over else "plank",
        round=len(rounds) + (not over),
        to_act=() if over else fresh.table.to_act,
        points=tuple(map(sum, zip((0,) * players, *each, strict=True))),
        score_sheet=b"".join(bytes((NOTED, points)) + _UNKNOWN for line in each for points in line),
    )
    return replace(fresh, table=table)
