"""What is counted of a player over a whole game: bids made, and bids of nothing."""

from __future__ import annotations

from games.contract import Figure
from games.skull_king.scoring import Entry, figures


def test_bids_made_are_counted_of_all_bids_and_bids_of_0_of_their_own_kind() -> None:
    rounds = [
        [Entry(0, 0, 0), Entry(1, 1, 10), Entry(0, 1, 0)],
        [Entry(2, 1, 0), Entry(1, 1, 0), Entry(0, 0, 0)],
    ]
    assert figures(rounds) == (
        Figure("bids", (1, 2, 1), (2, 2, 2)),
        Figure("bids_of_nothing", (1, 0, 1), (1, 0, 2)),
    )
