"""The bot's process is killed at random moments, and nothing that was answered is lost or done twice.

A small sample of what `python -m tests.soak kills` tries a thousand times.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from playground import Playground
from tests.support.kill_and_restart import KilledBot

KILLS = 6
TABLES = 3


@pytest.mark.timeout(300)
async def test_kills_amid_three_tables_lose_nothing_and_repeat_nothing(
    pg: Playground, tmp_path: Path
) -> None:
    async with KilledBot.begun(pg, tmp_path, Random(50), TABLES) as killed_bot:
        for _kill in range(KILLS):
            await killed_bot.kill_once()
        await killed_bot.end()
    assert killed_bot.counted["presses answered"] > KILLS * TABLES
    assert killed_bot.counted["presses cut off"] > KILLS / 2
