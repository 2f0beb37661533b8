"""What the final score is called: fewer is better, so it must not read as points."""

from __future__ import annotations

from games.catalogue import game
from games.text import english


def test_the_result_counts_penalty_cards() -> None:
    corsari = game("corsari")
    assert [english(corsari.score(cards)) for cards in (1, 12)] == ["1 penalty card", "12 penalty cards"]
