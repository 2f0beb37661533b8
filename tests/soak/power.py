"""Power cuts: what a disk may hold after one, at any moment of an evening or an upgrade, opens and is whole.

All that SQLite and the bot do to the files is recorded while they work (`tests.support.trace`). From that,
the files are made anew as a power cut may have left them (`tests.support.power_cut`), many times over, and
opened as at the next start. `tests/storage/test_power.py` tries a few.
"""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from tests.soak.trial import Trial
from tests.storage.make_database import DATABASES
from tests.storage.scenes import Evening, Scene, Upgrade
from tests.support.power_cut import Disk
from tests.support.trace import Enter, Event, Leave, Mark, Truncate, recording

CUTS = 100
"""In a run."""


def run(seed: int, folder: Path) -> dict[str, float]:
    """One evening or, every third time, one upgrade, and many power cuts in it."""
    dice = Random(seed)
    scene = Evening() if seed % 3 else Upgrade(dice.choice(sorted(DATABASES.glob("*.sqlite3"))[:-1]))
    return asyncio.run(power_cuts(scene, dice, folder, CUTS))


async def power_cuts(scene: Scene, dice: Random, folder: Path, cuts: int) -> dict[str, float]:
    """Plays the scene and cuts the power so many times; AssertionError, or whatever the next start raises, if
    a promise was broken.
    """
    live, after = folder / "live", folder / "after"
    live.mkdir()
    scene.prepare(live)
    with recording(live) as trace:
        await scene.play(trace, dice)
    disk = Disk(trace.before)
    moments = Counter(_moment(trace.events, dice) for _ in range(cuts))
    for moment in range(len(trace.events) + 1):
        for _cut in range(moments[moment]):
            _put(disk.cut(dice), after)
            await scene.assert_kept(after)
        if moment < len(trace.events):
            event = trace.events[moment]
            disk.follow(event)
            if isinstance(event, Mark):
                scene.learn(event.what)
    return {"power cuts": cuts, "writes and syncs recorded": len(trace.events)}


def _moment(events: Sequence[Event], dice: Random) -> int:
    """How many of the events happen before a power cut: any number, but every other time one near to where a
    name comes or goes or a file is cut. That is rare, and much hangs on it.
    """
    if dice.random() < 1 / 2:
        return dice.randrange(len(events) + 1)
    rare = [place for place, event in enumerate(events) if isinstance(event, Enter | Leave | Truncate)]
    return min(max(dice.choice(rare) + dice.randint(-3, 4), 0), len(events))


def _put(files: Mapping[str, bytes], folder: Path) -> None:
    """These files, and no others."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)


TRIAL = Trial("power cuts, from a trace of writes and syncs", runs=100, run=run)
