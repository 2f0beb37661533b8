"""Games amid every trouble that Discord and the machine can make; on a file, on PostgreSQL, and there with
two processes, by turns. Two are killed meanwhile; so is one in a quarter of its runs, in which it is apart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from tests.soak.trial import Trial
from tests.support.chaos.run import BOOKS, play
from tests.support.deployment import deployed_in_turn

TABLES = 4
LINES_SHOWN = 400
"""Of the bot's log, where something did not hold."""


def run(seed: int, folder: Path) -> Mapping[str, float]:
    """Four games at once; raises AssertionError with what did not hold, and the end of the log."""
    games = [BOOKS[(seed + number) % len(BOOKS)] for number in range(TABLES)]
    with deployed_in_turn(seed) as deployment:
        told = asyncio.run(play(seed, folder, games, apart=seed % 4 == 0))
    assert not told.wrong, "\n".join([*told.wrong[:50], "The log:", *told.log[-LINES_SHOWN:]])
    return {f"runs: {deployment}": 1, **told.figures()}


TRIAL = Trial("games under a mixture of faults", runs=125, run=run)
