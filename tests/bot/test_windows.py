"""What Windows lacks is guarded: a bot without it plays with pictures, and stops when asked.

That is as far as another system can show it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from playground import Playground
from tests.support.child import HASTE, ROOT, child_bot

COMMANDS = """
from tests.support.windows_bot import take_away
take_away()
from bot.__main__ import main
for command in ("migrate", "backup copy.db", "restore copy.db", "health", "doctor"):
    print(command, main(command.split()))
"""

pytestmark = [pytest.mark.trial, pytest.mark.sample]


async def test_a_bot_without_what_windows_lacks_plays_and_stops(pg: Playground, tmp_path: Path) -> None:
    anne = pg.person("Anne")
    windows = "tests.support.windows_bot"
    async with child_bot(pg, tmp_path, windows, PICTURES="True", THINKING="1", **HASTE) as child:
        hand = (await anne.slash("play", game="skull-king")).message
        assert hand is not None
        await anne.wait_for(lambda seen: seen.id == hand.id and bool(seen.json.attachments))  # from a thread
        assert await child.stop() == 0
        assert '"level": "error"' not in child.log, child.log
        assert '"why": "a signal"' in child.log


def test_its_database_is_made_copied_and_put_back(tmp_path: Path) -> None:
    (tmp_path / "tortuga.db.heartbeat").touch()
    told = subprocess.run(
        [sys.executable, "-c", COMMANDS],
        env={"PYTHONPATH": str(ROOT), "DATABASE_PATH": str(tmp_path / "tortuga.db")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Traceback" not in told.stderr, told.stderr
    for said in ("migrate 0", "backup copy.db 0", "restore copy.db 0", "health 0"):
        assert f"{said}\n" in told.stdout, told.stderr
