"""Pictures do not hang on one library: a second one draws the same, and without both all is in words."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice

import pytest

from benches.bench_pictures import LIKENESS_AIM, by_resvg, measured
from games.catalogue import BUILT_IN
from games.contract import Game
from tests.games.playing import draws
from tools.gallery import scenes

DRAWN_WITHOUT = """
import sys
sys.modules |= dict.fromkeys({lacking})
from bot.images.painter import empty_drawing, painted
try:
    print(painted(empty_drawing().drawing)[1:4].decode())
except ImportError as error:
    print(error.name)
"""


@pytest.mark.parametrize("game", [*filter(draws, BUILT_IN)], ids=lambda game: game.slug)
def test_the_second_painter_draws_what_the_first_does(game: Game) -> None:
    pytest.importorskip("resvg", reason="resvg, the second painter, is not installed")
    compared = [each for scene in islice(scenes([game]), 3) for each in measured(scene, by_resvg)]
    assert {screen for screen, _taken in compared} == {"board", "hand", "sheet"}
    assert max(taken.apart for _screen, taken in compared) < LIKENESS_AIM


def test_without_the_first_the_second_draws_and_without_both_the_first_is_named() -> None:
    pytest.importorskip("resvg", reason="resvg, the second painter, is not installed")

    def told(*lacking: str) -> str:
        program = DRAWN_WITHOUT.format(lacking=lacking)
        return subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout.strip()

    assert told("thorvg_cython") == "PNG"
    assert told("thorvg_cython", "resvg") == "thorvg_cython"
