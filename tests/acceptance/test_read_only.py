"""The bot needs no place to write to but the folder of its database: all else can be read-only."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from playground import Playground, Seen
from tests.support.child import HASTE, ROOT, child_bot
from tests.support.sandbox import can_confine
from tests.support.table_play import choose_first, deal, hand

pytestmark = [
    pytest.mark.skipif(not can_confine(), reason="needs Landlock, which Linux has from 6.2 on"),
    pytest.mark.by_itself("of the folder of a file: beside a server nothing is written"),
]

DEVICES = "/dev"
"""Its shared memory holds the locks between the bot and the process that draws."""


UNCOUNTED = {"COVERAGE_PROCESS_CONFIG": ""}
"""`make coverage` would have the program write down elsewhere what of it was run."""


def confined_to(folder: Path) -> list[str]:
    """What has to stand before a program so that it writes nowhere else."""
    return [sys.executable, "-m", "tests.support.sandbox", str(folder), DEVICES, "--"]


def run(folder: Path, *program: str) -> subprocess.CompletedProcess[str]:
    """Run a program to its end."""
    settings = {"PYTHONPATH": str(ROOT), "DATABASE_PATH": str(folder / "tortuga.db"), **UNCOUNTED}
    return subprocess.run(
        [*confined_to(folder), *program],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def has_a_picture(seen: Seen) -> bool:
    """Whether something is drawn on a message."""
    return any(attachment.content_type == "image/png" for attachment in seen.json.attachments)


@pytest.fixture
def elsewhere() -> Iterator[Path]:
    """A folder that is neither the data's nor a device's: `tmp_path` may lie in shared memory."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


async def test_a_game_with_pictures_goes_on_where_nothing_else_can_be_written(
    pg: Playground, tmp_path: Path, elsewhere: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    assert run(data, "touch", str(elsewhere / "file")).returncode != 0
    assert run(data, "touch", str(data / "file")).returncode == 0

    anne, calico = pg.person("Anne"), pg.person("Calico")
    under = confined_to(data)
    settings = {
        "PICTURES": "true",
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(elsewhere),
        **UNCOUNTED,
        **HASTE,
    }
    async with child_bot(pg, data, under=under, **settings) as bot:
        board = await deal(anne, calico, pace="none")
        for person in (anne, calico):
            await choose_first(person, await hand(person, board))
        await anne.wait_for(lambda seen: not seen.is_ephemeral and has_a_picture(seen), timeout=30)
        async with asyncio.timeout(30):  # it tells of itself every second until it does so for the first time
            while (health := run(data, sys.executable, "-m", "bot", "health")).returncode:
                await asyncio.sleep(0.1)
        copied = run(data, sys.executable, "-m", "bot", "backup", str(data / "copy.db"))
        assert (health.returncode, copied.returncode) == (0, 0), health.stdout + copied.stderr
        assert await bot.stop() == 0
    assert "rror" not in bot.log
    assert list(elsewhere.iterdir()) == []
