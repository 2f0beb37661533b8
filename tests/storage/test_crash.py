"""The process is killed at random moments: what was acknowledged is there once, and nothing by half."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.soak.kills import kill_upgrades, kill_writers
from tests.storage.promised import PLACES

pytestmark = pytest.mark.trial

KILLS = 10


async def test_after_every_kill_all_that_was_acknowledged_is_there_once_and_nothing_by_half(path: Path):
    promised = await kill_writers(Random(17), path, KILLS)
    assert set(promised.numbers) == set(PLACES)
    assert min(promised.numbers.values()) > 10


async def test_an_upgrade_that_is_killed_at_any_moment_is_made_good_by_the_next_start(tmp_path: Path):
    await kill_upgrades(Random(17), tmp_path, 6)
