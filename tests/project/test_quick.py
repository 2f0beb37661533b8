"""Which tests `make quick` leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.quick import is_slow

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "file",
    [
        "acceptance/test_chaos.py",
        "playground/test_messages.py",
        "playground/browser/test_looks.py",
        "project/test_make.py",
        "storage/test_crash.py",
    ],
)
def test_what_talks_to_a_playground_a_browser_or_a_process_is_slow(file: str):
    assert is_slow(TESTS / file)


@pytest.mark.parametrize(
    "file",
    [
        "games/test_contract.py",
        "bot/screens/test_board.py",
        "bot/tables/test_clocks.py",
        "project/test_quick.py",
    ],
)
def test_rules_and_screens_are_not(file: str):
    assert not is_slow(TESTS / file)
