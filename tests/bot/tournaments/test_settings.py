"""What an organiser chooses: good where nothing was said, refused where it makes no sense."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from bot.pace import BLITZ, DAILY, DAY, HOUR, MINUTE, NONE, PACES, RELAXED
from bot.refusal import Refusal
from bot.tournaments import requirements
from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.game_lengths import WEEK, misfit
from bot.tournaments.model import TournamentSettings
from bot.tournaments.pairing.event import EventOptions, Fill, PairingProblem
from bot.tournaments.settings import (
    checked_settings,
    default_settings,
    fitted_to_game,
    pod_sizes,
    require_fit,
)
from games.catalogue import catalogue
from games.contract import AnyGame
from tests.bot.tournaments.conftest import quick

NOW = 1_800_000_000.0
GAMES = list(catalogue().values())


def why(game: AnyGame, settings: TournamentSettings) -> str:
    """The reason for which the settings are refused."""
    with pytest.raises(Refusal) as refusal:
        checked_settings(game, settings, NOW)
    return refusal.value.reason


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_what_is_good_where_nothing_was_said_makes_sense(game: AnyGame) -> None:
    for format, pace in product(FORMATS, (BLITZ, DAILY, RELAXED, NONE)):
        settings = default_settings(game, "Cup", pace=pace, format=format)
        assert checked_settings(game, settings, NOW) == settings
        assert settings.how.preferred == 4


def test_live_tables_wait_for_their_players_and_slow_ones_are_dealt_at_once() -> None:
    live, slow = (default_settings(GAMES[0], "Cup", pace=pace) for pace in (BLITZ, DAILY))
    assert (live.show_up, live.between) == (10 * MINUTE, 2 * MINUTE)
    assert (slow.show_up, slow.between) == (0.0, 0.0)


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_every_default_fits_what_goes_with_it(game: AnyGame) -> None:
    for format, pace in product(FORMATS, (None, *PACES.values())):
        settings = default_settings(game, "Cup", pace=pace, format=format)
        assert misfit(game, checked_settings(game, settings, 0.0)) is None, (format, pace)
        slow = FORMATS[format].is_arena and not (pace is not None and pace.live and pace.limited)
        assert settings.pace == (FORMATS[format].pace if slow else pace or FORMATS[format].pace)


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_a_league_is_played_over_days_in_rounds_of_weeks_with_a_game_that_is_over_by_then(
    game: AnyGame,
) -> None:
    league = default_settings(game, "Cup", format="league")
    assert league.pace == DAILY
    assert league.round_lasts % WEEK == 0 < league.round_lasts
    assert league.every <= league.round_lasts
    chosen = default_settings(game, "Cup", game_options=league.game_options, format="league")
    assert chosen == league
    if game.length_option:
        whole = game.Options().model_dump(mode="json")[game.length_option]
        kept = default_settings(game, "Cup", game_options={game.length_option: whole}, format="league")
        assert kept.game_options[game.length_option] == whole


def test_what_does_not_fit_can_not_be_announced() -> None:
    weekly = default_settings(GAMES[0], "Cup", pace=DAILY)
    require_fit(GAMES[0], weekly)
    with pytest.raises(Refusal, match="Robots would finish the games"):
        require_fit(GAMES[0], msgspec.structs.replace(weekly, round_lasts=WEEK))


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_pods_fit_the_game_whatever_was_chosen_before(game: AnyGame) -> None:
    how = EventOptions(fewest=2, preferred=9, most=10, go_on=1, points={10: (10,) * 10})
    after = fitted_to_game(game, msgspec.structs.replace(default_settings(game, "Cup"), how=how))
    sizes = pod_sizes(game, {})
    assert (after.how.fewest, after.how.most) == (sizes[0], sizes[-1])
    assert after.how.preferred == min(9, sizes[-1])
    assert checked_settings(game, after, NOW)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "x" * 61},
        {"name": "a\x07b"},
        {"game_options": {"length": "endless"}},
        {"how": {"fewest": 1}},
        {"how": {"most": 11}},
        {"how": {"preferred": 9}},
        {"how": {"go_on": 5}},
        {"how": {"points": {3: (1, 2, 3)}}},
        {"show_up": 1.0},
        {"show_up": -1.0},
        {"round_lasts": MINUTE},
        {"between": 30 * DAY},
        {"every": MINUTE},
        {"check_in": 10 * MINUTE},
        {"check_in": MINUTE, "starts": NOW + DAY},
        {"absent": "walk-over"},
        {"pace": NONE},
        {"cap": 600},
        {"cap": -1},
        {"late": 100},
        {"roles": tuple(range(26))},
        {"starts": NOW},
        {"starts": NOW + DAY, "opens": NOW + DAY},
        {"starts": NOW + HOUR, "check_in": 2 * HOUR},
        {"starts": NOW + 2 * HOUR, "opens": NOW + HOUR + 60, "check_in": HOUR},
    ],
    ids=str,
)
def test_settings_that_make_no_sense_are_refused(changes: dict[str, Any]) -> None:
    assert why(GAMES[0], quick(**changes)) == "input"


def test_a_cap_that_fills_no_table_is_refused() -> None:
    assert why(GAMES[0], quick(cap=2, how={"fewest": 3})) == "input"
    assert checked_settings(GAMES[0], quick(cap=2, how={"fewest": 3, "fill": Fill.ROBOTS}), NOW).cap == 2


def test_a_name_is_kept_without_needless_spaces_and_options_without_what_is_usual() -> None:
    kept = checked_settings(GAMES[0], quick(name="  Cup   of   cups "), NOW)
    assert kept.name == "Cup of cups"
    usual = GAMES[0].Options().model_dump(mode="json")
    assert checked_settings(GAMES[0], quick(game_options=usual), NOW).game_options == {}


@given(some.text(max_size=80))
def test_any_name_is_kept_or_refused_and_a_name_that_is_kept_can_be_read(name: str) -> None:
    readable = " ".join(name.split())
    if readable.isprintable() and 1 <= len(readable) <= 60:
        assert checked_settings(GAMES[0], quick(name=name), NOW).name == readable
    else:
        assert why(GAMES[0], quick(name=name)) == "input"


def test_there_is_a_sentence_for_every_trouble() -> None:
    assert set(requirements.PROBLEM_TEXTS) == set(PairingProblem)
    assert requirements.problem_text("") is None
    assert requirements.problem_text("too-few") == requirements.PROBLEM_TEXTS[PairingProblem.TOO_FEW]
