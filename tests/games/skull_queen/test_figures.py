"""What is counted of a player over a whole game: pirates kept on the plank, and the best planks."""

from __future__ import annotations

from games.contract import Figure
from games.skull_queen.plank import OVERBOARD, UP
from games.skull_queen.scoring import figures


def test_pirates_still_aboard_and_rounds_with_the_best_plank_are_counted() -> None:
    dry, wet = bytes((UP, 5, 5, 5, 5)), bytes((UP, 5, OVERBOARD, OVERBOARD, 5))
    assert figures([[dry, wet], [wet, wet]]) == (
        Figure("pirates_saved", (6, 4), (8, 8)),
        Figure("best_planks", (2, 1), (2, 2)),
    )
