"""What is counted at the end where people play with discs and coins of their own, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.buccaneer import scoring
from games.buccaneer.options import BuccaneerOptions
from games.buccaneer.rules import Rules
from games.buccaneer.ships import BOOTY, PIECES_OF_A_KIND
from games.buccaneer.state import State
from games.contract import Column, IllegalAction, Noted
from games.fairness import SECRET_BYTES
from games.text import _

_MOST_DUCATS = 999


def columns(
    _options: BuccaneerOptions, _players: int, rounds: Sequence[Noted]
) -> tuple[tuple[Column, ...], ...]:
    """Once, at the end: the coins, and the pieces of each kind of booty."""
    if rounds:
        return ()
    pieces = range(PIECES_OF_A_KIND + 1)
    return (
        (Column("ducats", _("Coins"), range(_MOST_DUCATS + 1)),),
        tuple(Column(kind.short, kind.name, pieces) for kind in BOOTY),
    )


def noted(options: BuccaneerOptions, players: int, rounds: Sequence[Noted], *, over: bool = False) -> State:
    """What the booty brings on top of the coins. IllegalAction if there is more of a kind than there is."""
    fresh = Rules().new(options, players, bytes(SECRET_BYTES))
    for counted in rounds:
        for kind in BOOTY:
            if (total := sum(counted[kind.short])) > PIECES_OF_A_KIND:
                raise IllegalAction(
                    _(
                        "There are {pieces} of {booty}, and you count {total}: who has fewer?",
                        pieces=PIECES_OF_A_KIND,
                        booty=kind.name,
                        total=total,
                    )
                )
        booty = tuple(
            b"".join(bytes((kind,)) * counted[each.short][seat] for kind, each in enumerate(BOOTY))
            for seat in range(players)
        )
        won = zip(counted["ducats"], *scoring.all_awards(booty), strict=True)
        fresh = replace(fresh, table=replace(fresh.table, ducats=tuple(map(sum, won)), booty=booty))
    if rounds or over:
        fresh = replace(fresh, table=replace(fresh.table, phase="over", to_act=()))
    return fresh
