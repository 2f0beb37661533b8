"""The bot's process is killed at random moments, and nothing that was answered is lost or done twice.

A small sample of what `python -m tests.soak kills` tries a thousand times.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from playground import Playground
from tests.support.kill_and_restart import Siege

KILLS = 6
TABLES = 3


@pytest.mark.timeout(300)
async def test_kills_amid_three_tables_lose_nothing_and_repeat_nothing(
    pg: Playground, tmp_path: Path
) -> None:
    async with Siege.begun(pg, tmp_path, Random(50), TABLES) as siege:
        for _kill in range(KILLS):
            await siege.kill_once()
        await siege.end()
    assert siege.counted["presses answered"] > KILLS * TABLES
    assert siege.counted["presses cut off"] > KILLS / 2
