"""What is counted of a player over a whole game: ships boarded, of all that there were."""

from __future__ import annotations

from games.buccaneer.scoring import figures
from games.contract import Figure


def test_ships_boarded_are_counted_of_all_that_left_the_sea() -> None:
    assert figures([2, None, 2, 0], 3) == (Figure("ships_boarded", (1, 0, 2), (4, 4, 4)),)
