"""The score sheet in words."""

from __future__ import annotations

from games import shared_words
from games.contract import TOTAL, Sheet, SheetRow
from games.skull_queen import scoring
from games.skull_queen.plank import NOTED, Plank, worth
from games.skull_queen.speech import (
    pirates_words,
    side_words,
)
from games.skull_queen.state import View
from games.text import Player, Text, _, signed


def sheet(view: View) -> Sheet | None:
    """The complete rounds; None while there are none."""
    table = view.table
    rounds = scoring.rounds_of(table.score_sheet, table.players)
    if not rounds:
        return None
    first = table.complete - len(rounds) + 1
    return Sheet(
        title=shared_words.SCORE_SHEET,
        rows=tuple(_row(number, planks) for number, planks in enumerate(rounds, first)),
        totals=SheetRow(TOTAL, tuple(_("{points}", points=points) for points in table.points)),
        latest=tuple(_how(Player(seat), plank) for seat, plank in enumerate(rounds[-1]) if plank[0] != NOTED),
    )


def told_by_hand(view: View) -> tuple[tuple[Text, ...], ...]:
    """How the points of each round came about, seat by seat."""
    rounds = scoring.rounds_of(view.table.score_sheet, view.table.players)
    return tuple(tuple(_how(Player(seat), plank) for seat, plank in enumerate(planks)) for planks in rounds)


def _row(number: int, planks: list[Plank]) -> SheetRow:
    return SheetRow(
        _("Round {round}", round=number),
        tuple(_("{points}", points=signed(worth(plank))) for plank in planks),
    )


def _how(player: Player, plank: Plank) -> Text:
    """How a round's points came about."""
    return _(
        "{player} ({side}): {pirates} = {points}",
        player=player,
        side=side_words(plank),
        pirates=pirates_words(plank),
        points=signed(worth(plank)),
    )
