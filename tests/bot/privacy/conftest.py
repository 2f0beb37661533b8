"""A house whose time a test moves, and in it somebody whose name and id stand out in any file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.tables.conftest import PEOPLE
from tests.bot.tables.test_clocks import Days, open_house
from tests.support.clock import VirtualClock

MARY, MARYS_ID = "Quitschquatsch Read", 760_111_222_333_444_555
MARYS_WORD = "Wackelpudding"


@pytest.fixture(autouse=True)
def mary(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more who plays."""
    monkeypatch.setitem(PEOPLE, MARY, MARYS_ID)


@pytest.fixture
async def days(tmp_path: Path, mary: None) -> AsyncIterator[Days]:
    """An open house."""
    async with open_house(tmp_path, VirtualClock()) as there:
        yield there
