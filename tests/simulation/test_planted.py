"""Mistakes that are made on purpose are found. Those that need a crash at one certain moment take dozens of
seeds: `python -m tests.simulation.planted` tries all.
"""

from __future__ import annotations

import pytest

from tests.simulation.planted import PLANTED, found

pytestmark = pytest.mark.three_seconds

SEEDS = range(6)
"""One of them finds each: which it is changes with whatever the weeks have that is new."""
ARENAS = range(3, 60, 10)
"""The weeks with an arena."""
FINDS = {
    "an answer before its commit": SEEDS,
    "deadlines lost at a restart": SEEDS,
    "a hand in a public message": SEEDS,
    "clocks that run in an outage": SEEDS,
    "a press that leaves no trace": SEEDS,
    "a commit that waits for the next one": SEEDS,
    "drawn in an arena while playing": ARENAS,
}


@pytest.mark.parametrize("name", FINDS)
def test_what_is_planted_is_found(name: str) -> None:
    assert name in PLANTED
    assert any(found(name, seed) is not None for seed in FINDS[name])
