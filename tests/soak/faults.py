"""Games amid every trouble that Discord and the machine can make; a quarter of the runs with the bot
in a process of its own, which is killed meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from tests.soak.trial import Trial
from tests.support.chaos.run import BOOKS, play

TABLES = 4
LINES_SHOWN = 400
"""Of the bot's log, where something did not hold."""


def run(seed: int, folder: Path) -> Mapping[str, float]:
    """Four games at once; raises AssertionError with what did not hold, and the end of the log."""
    games = [BOOKS[(seed + number) % len(BOOKS)] for number in range(TABLES)]
    told = asyncio.run(play(seed, folder, games, apart=seed % 4 == 0))
    assert not told.wrong, "\n".join([*told.wrong[:50], "The log:", *told.log[-LINES_SHOWN:]])
    return told.figures()


TRIAL = Trial("games under a mixture of faults", runs=125, run=run)
