"""Every bench runs on its way to its figures, with numbers so small that the figures tell nothing."""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from benches import bench_engine, bench_games, bench_pictures, bench_waiting
from benches.__main__ import names
from benches.report import Figure
from benches.tables import tables
from bot.images.painter import painted
from games.catalogue import game
from tools.gallery import scenes

pytestmark = pytest.mark.trial

SMALL: dict[str, dict[str, object]] = {
    "chatter": {"bench_chatter.EVENTS": 200},
    "requests": {
        "bench_requests.MOVES": 5,
        "bench_requests.PACE": 0.3,
        "bench_requests.SETTLED": 0.5,
    },
    "evening": {
        "bench_evening.TABLES": 4,
        "bench_evening.BETWEEN": 0.1,
        "bench_evening.A_TURN": 8.0,
        "bench_evening.TURNS": 1,
        "bench_evening.HINTS": 0.5,
    },
    "duplicate": {"bench_duplicate.CUPS": 2},
    "pairing": {
        "bench_pairing.LARGE": 24,
        "bench_pairing.LARGE_ROUNDS": 3,
        "bench_pairing.SMALL": (9,),
        "bench_pairing.EVENTS": 1,
        "bench_pairing.WHOLE": (12,),
        "bench_pairing.TIMES": 1,
        "annealing.STEPS": 3000,
        "annealing.STARTS": 1,
    },
    "postgres": {
        "bench_postgres.ROUNDS": 1,
        "bench_postgres.WAITING": (1, 5),
        "bench_postgres.MOVES": {1: 2, 5: 2},
        "bench_postgres.PLAYED": 2,
        "bench_postgres.CROWD": 5,
    },
    "press": {
        "bench_press.BOTS": {"in words": False},
        "bench_press.ROUNDS": 1,
        "bench_press.ALONE": 2,
        "bench_press.BREATH": 0.0,
        "bench_press.CROWD": 2,
        "bench_press.QUIET": 0.1,
    },
    "storage": {
        "bench_storage.ROUNDS": 1,
        "bench_storage.SLICES": 1,
        "bench_storage.CROWD": 5,
        "bench_storage.PLAYED": 2,
        "bench_storage.ALONE": 3,
    },
}
"""What is made small where `main` needs nothing but what is installed; the others have a test below."""
OTHERS = {"engine", "games", "pictures", "waiting"}


def test_no_bench_is_left_out() -> None:
    """One of `SMALL`, one with a test below, or one with a file of its own that tries its `main`."""
    own = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}
    assert set(names()) - set(SMALL) - OTHERS <= own


@pytest.mark.parametrize("name", SMALL)
def test_it_measures_on_a_small_scale(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for constant, value in SMALL[name].items():
        monkeypatch.setattr(f"benches.{constant}", value)
    figures = importlib.import_module(f"benches.bench_{name}").main()
    assert_sound(figures)


@pytest.fixture
def _short_races(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benches.racing.ROUNDS", 1)
    monkeypatch.setattr("benches.racing.SECONDS", 0.001)
    for name in ("engine", "games"):
        monkeypatch.setattr(f"benches.bench_{name}.TIMES", 1)


@pytest.mark.usefixtures("_short_races")
def test_the_engine_runs_beside_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benches.bench_engine.GAMES", 1)
    itself = bench_engine.skull_king
    figures = bench_engine.speed({bench_engine.SPIEL: itself, bench_engine.RLCARD: itself})
    assert_sound([*figures, bench_engine.replay(), bench_engine.weight()])


@pytest.mark.usefixtures("_short_races")
def test_every_game_runs_beside_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benches.bench_games.HANDS", 2)
    laid = list(tables())
    figures, _rates = bench_games.speed(laid, bench_engine.skull_king)
    assert [figure.what for figure in figures] == [table.name for table in laid]
    assert_sound([*figures, bench_games.replay(laid), bench_games.splitting(ten_moves=1.0)])


def test_every_kind_of_picture_is_drawn_and_timed() -> None:
    assert_sound(bench_pictures.measure(islice(scenes([game("corsari")]), 2), painted))


def test_waiting_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benches.bench_waiting.GAMES", 1)
    assert_sound(bench_waiting.measure(table for table in tables() if table.name == "Corsari"))


def test_the_peers_play_whole_games() -> None:
    for package in ("pyspiel", "rlcard"):
        pytest.importorskip(package, reason="installed by `make bench`")
    for peer in (bench_engine.oh_hell(), bench_engine.bridge(), bench_games.gin_rummy()):
        assert peer(Random(1)) > 10


def assert_sound(figures: Sequence[Figure]) -> None:
    """They are figures, each with a name of its own."""
    assert figures
    assert len({figure.key for figure in figures}) == len(figures)
    assert all(math.isfinite(figure.compared) and figure.measured >= 0 for figure in figures)
    assert all(bool(figure.beside) == (figure.floor is not None) for figure in figures)
