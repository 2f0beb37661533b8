"""The page about privacy speaks of everything that is stored, and says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

from bot.pace import DAY
from bot.privacy.server_removal import KEPT_FOR

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/privacy.md").read_text("utf-8")


def test_it_speaks_of_every_table_of_the_database():
    steps = (ROOT / "storage/migrations").glob("*.sql")
    tables = {name for step in steps for name in re.findall(r"CREATE TABLE (\w+)", step.read_text())}
    assert len(tables) > 10
    assert {name for name in tables if f"`{name}`" not in PAGE} == set()


def test_it_says_for_how_long_a_server_that_is_gone_is_kept():
    assert f"**{KEPT_FOR / DAY:.0f} days**" in PAGE.replace("\n", " ")
