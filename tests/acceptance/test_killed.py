"""The bot's process is killed at random moments, and nothing that was answered is lost or done twice.

A small sample of what `python -m tests.soak kills` tries a thousand times.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from playground import Playground
from tests.support.child import HASTE
from tests.support.deployment import Deployment
from tests.support.kill_and_restart import KilledBot
from tests.support.processes import running_bot
from tests.support.table_play import choices, choose_first, table_of

pytestmark = pytest.mark.three_seconds
"""Whose bot is killed tries again after them."""

KILLS = 6
TABLES = 3


@pytest.mark.several_processes
async def test_kills_amid_three_tables_lose_nothing_and_repeat_nothing(
    pg: Playground, tmp_path: Path, deployment: Deployment
) -> None:
    async with KilledBot.begun(pg, tmp_path, Random(50), TABLES) as killed_bot:
        for _kill in range(KILLS):
            await killed_bot.kill_once()
        await killed_bot.end()
    assert killed_bot.counted["presses answered"] > KILLS * TABLES
    if deployment.processes == 1:  # of two, the other one hears what was cut off, and may answer all of it
        assert killed_bot.counted["presses cut off"] > KILLS / 2


@pytest.mark.several_processes
async def test_a_private_game_outlives_a_kill_and_its_robots_go_on_when_its_hand_is_opened_again(
    pg: Playground, tmp_path: Path
) -> None:
    anne = pg.person("Anne")
    async with running_bot(pg, tmp_path, **HASTE) as bot:
        shown = await (await anne.slash("play")).settled()
        assert shown is not None
        await choose_first(anne, shown)
        await bot.kill()
        await bot.start()
        again = await (await anne.slash("hand")).settled()
        assert again is not None
        assert again.is_ephemeral
        assert table_of(again) == table_of(shown)
        while "Round 2" not in again.refresh().text:  # the robots have bid, and they play their cards
            await anne.wait_for(
                lambda seen: (
                    seen.id == again.id and bool(choices(seen)) and "until all have bid" not in seen.text
                ),
                timeout=40,
            )
            await choose_first(anne, again)
    assert [seen.id for seen in pg.person("Dampier").sees()] == [], "nobody else has heard of it"
