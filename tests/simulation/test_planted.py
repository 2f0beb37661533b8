"""Mistakes that are made on purpose are found. Those that need a crash at one certain moment take dozens of
seeds: `python -m tests.simulation.planted` tries all.
"""

from __future__ import annotations

import pytest

from tests.simulation.planted import PLANTED, found

pytestmark = pytest.mark.three_seconds

FINDS = {
    "an answer before its commit": 0,
    "deadlines lost at a restart": 0,
    "a hand in a public message": 1,
    "clocks that run in an outage": 5,
    "a press that leaves no trace": 0,
    "a commit that waits for the next one": 0,
    "drawn in an arena while playing": 3,
}
"""The seed that finds each."""


@pytest.mark.parametrize("name", FINDS)
def test_what_is_planted_is_found(name: str) -> None:
    assert name in PLANTED
    assert found(name, FINDS[name]) is not None
