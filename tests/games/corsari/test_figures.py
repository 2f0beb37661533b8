"""What is counted of a player over a whole game: hands without a penalty card, and those closed so."""

from __future__ import annotations

from games.contract import Figure
from games.corsari.scoring import CAPPOTTO, ScoredHand, figures


def test_hands_without_a_penalty_card_are_counted_and_those_of_the_closer_apart() -> None:
    lines = [ScoredHand(1, 0, (0, 3, 0)), ScoredHand(2, 0, (4, 0, 0)), ScoredHand(4, 1, (2, CAPPOTTO, 1))]
    assert figures(lines, 3) == (
        Figure("clean_sailings", (1, 1, 0), (2, 1, 0)),
        Figure("clean_hands", (1, 2, 2), (3, 3, 3)),
    )
