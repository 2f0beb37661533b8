"""Whatever people call themselves, a whole evening of theirs is harmless, and so is a tournament:
`tests.support.odd_names` says how.

Here four of them play one game; `python -m tests.soak names` lets any of them play any.
(What screens there are at all, one by one: `screens/test_names.py`.)
"""

from __future__ import annotations

import pytest

from bot.app import Tortuga
from playground import Playground
from tests.support.odd_names import hold_a_tournament, odd_names, spend_an_evening

pytestmark = pytest.mark.trial


async def test_no_name_does_anything_the_whole_evening(pg: Playground, bot: Tortuga) -> None:
    names = odd_names(pg)
    assert await spend_an_evening(pg, bot, "corsari", [names[at] for at in (0, 2, 4, 6)]) > 1000


async def test_no_name_does_anything_in_a_tournament(pg: Playground, bot: Tortuga) -> None:
    names = odd_names(pg)
    assert await hold_a_tournament(pg, bot, "corsari", [names[at] for at in (0, 2, 11, 15)]) > 500
