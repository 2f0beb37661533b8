"""Mistakes that are made on purpose are found: each by the first seed with which
`python -m tests.simulation.planted` has found it, far below the two hundred that it may take.
"""

from __future__ import annotations

import pytest

from tests.simulation.planted import PLANTED, found

FINDS = {
    "an answer before its commit": 2,
    "deadlines lost at a restart": 0,
    "an outbox entry done before it is run": 55,
    "a hand in a public message": 0,
    "clocks that run in an outage": 0,
    "a press that leaves no trace": 1,
    "a commit that waits for the next one": 0,
    "robots forgotten at a restart": 19,
    "an edit taken for done": 0,
    "a message posted again without a look": 8,
}
"""The seed that finds each."""


def test_each_has_a_seed() -> None:
    assert set(FINDS) == set(PLANTED)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", PLANTED)
def test_what_is_planted_is_found(name: str) -> None:
    assert found(name, FINDS[name]) is not None
