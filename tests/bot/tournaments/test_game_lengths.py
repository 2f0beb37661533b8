"""How long a game takes: as it was measured, and estimated where it was not."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from bot.pace import BLITZ, DAILY, DAY, HOUR, MINUTE, PACES, RELAXED, Pace
from bot.tournaments.game_lengths import game_length
from games.catalogue import BUILT_IN
from games.contract import AnyGame
from tests.support.week.lengths import TABLE, Kind, kinds, lengths

KING = BUILT_IN[0]
MEASURED = [game for game in BUILT_IN if game.slug in json.loads(TABLE.read_text())["games"]]
"""A game that is new is judged by its moves until somebody measures it."""
KINDS = [kind for game in MEASURED for kind in kinds(game)]


def usual(kind: Kind, pace: Pace) -> float:
    """How long half of its games take."""
    options = kind.options.model_dump(mode="json", exclude_defaults=True)
    return game_length(kind.game, options, kind.players, pace).usual


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.game.slug} {kind.length} {kind.players}")
def test_every_game_that_was_measured_has_a_row_for_each_length_and_number_of_players(kind: Kind) -> None:
    options = kind.options.model_dump(mode="json", exclude_defaults=True)
    for pace in PACES.values():
        measured = game_length(kind.game, options, kind.players, pace)
        estimated = game_length(_strange(kind.game), options, kind.players, pace)
        assert 0 < measured.usual <= measured.longest
        assert measured != estimated
    assert usual(kind, BLITZ) < usual(kind, DAILY)


def _strange(game: AnyGame) -> AnyGame:
    """The same game, of which nothing is known."""
    strange = type(f"Strange{type(game).__name__}", (type(game),), {"slug": "strange"})
    return strange()


def test_a_game_that_was_not_measured_is_judged_by_its_moves() -> None:
    strange = _strange(KING)
    few, many = (game_length(strange, {"length": length}, 4, DAILY).usual for length in ("bedtime", "even"))
    assert 0 < few < many
    assert 5 * DAY < many < 60 * DAY


def test_an_evenings_game_takes_an_evening_and_one_over_days_weeks() -> None:
    assert 20 * MINUTE < game_length(KING, {}, 4, BLITZ).usual < 2 * HOUR
    assert 10 * DAY < game_length(KING, {}, 4, DAILY).usual < 30 * DAY


def test_more_cards_take_longer() -> None:
    ordered = ("bedtime", "swift", "even", "classic", "barrage")
    found = [game_length(KING, {"length": length}, 4, DAILY).usual for length in ordered]
    assert all(short < long for short, long in pairwise(found))


def test_a_pace_of_ones_own_is_as_slow_as_the_next_slower_one_and_as_its_clocks_allow() -> None:
    def own(move: float, bank: float = 0.0, increment: float = 0.0) -> float:
        return game_length(KING, {}, 4, Pace("own", move, bank, increment)).longest

    assert own(DAY, DAY, 2 * HOUR) == game_length(KING, {}, 4, DAILY).longest
    assert own(2 * DAY, DAY) == game_length(KING, {}, 4, RELAXED).longest
    assert own(HOUR) < own(DAY)
    assert own(30.0) <= game_length(KING, {}, 4, BLITZ).longest
    assert own(14 * DAY) == game_length(KING, {}, 4, PACES["none"]).longest


def test_what_is_measured_anew_is_near_to_what_stands_in_the_table() -> None:
    """A few games of each kind cannot tell more: the table was made by this program, and not long ago."""
    for game in MEASURED:
        kind = next(kind for kind in kinds(game) if kind.players == 4)
        seconds, _moves = lengths(kind, DAILY, 9)
        assert 0.4 < sorted(seconds)[4] / usual(kind, DAILY) < 2.5
