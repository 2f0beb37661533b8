"""A hundred weeks of a small server, each from its seed, with faults and crashes: nothing is wrong in any
of them; and the same seed is the same history. Twenty of them are in `make test`. More of it: `make simulate`
(docs/reliability.md).
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.simulation.simulation import WEEK, Simulation

HISTORY = """
import sys
from pathlib import Path
from tests.simulation.test_weeks import history
print(history(int(sys.argv[1]), Path(sys.argv[2])))
"""
SEED = 5
ANOTHER_ORDER = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"


def history(seed: int, folder: Path) -> str:
    """What happened in two simulated days with this seed, as one text."""
    return Simulation(replace(WEEK, seed=seed, days=2.0), folder).run().history


pytestmark = pytest.mark.three_seconds


SEEDS = [*range(20), *(pytest.param(seed, marks=pytest.mark.trial) for seed in range(20, 100))]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_week_with_faults_and_crashes_goes_as_it_must(seed: int, tmp_path: Path) -> None:
    simulation = Simulation(replace(WEEK, seed=seed), tmp_path)
    watch = simulation.run()
    again = f"again: make simulate SEED={seed} UNTIL={simulation.simulator.now + 1:.0f}"
    assert not watch.wrong, "\n".join([*watch.latest, again])
    assert watch.counted["games"] > 0
    assert watch.counted["lives that crashed"] > 0
    assert watch.counted["almanacs in vain"] == 0


def test_the_same_seed_is_the_same_history_to_the_last_byte(tmp_path: Path) -> None:
    """Also in another process, in which sets have another order, and nothing has happened before."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    command = [sys.executable, "-c", HISTORY, str(SEED), str(there)]
    environment = {**os.environ, "PYTHONHASHSEED": ANOTHER_ORDER}
    told = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    assert told.strip() == history(SEED, here)
