"""Twenty weeks of a small server, each from its seed, with faults and crashes: nothing is wrong in any; and
the same seed is the same history. More of it: `make simulate` (docs/reliability.md).
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
from dataclasses import replace
from pathlib import Path
from tests.simulation.simulation import WEEK, Simulation
print(Simulation(replace(WEEK, seed=int(sys.argv[1]), days=3.0), Path(sys.argv[2])).run().history)
"""


@pytest.mark.parametrize("seed", range(20))
def test_a_week_with_faults_and_crashes_goes_as_it_must(seed: int, tmp_path: Path) -> None:
    simulation = Simulation(replace(WEEK, seed=seed), tmp_path)
    watch = simulation.run()
    again = f"again: make simulate SEED={seed} UNTIL={simulation.simulator.now + 1:.0f}"
    assert not watch.wrong, "\n".join([*watch.latest, again])
    assert watch.counted["games"] > 0
    assert watch.counted["lives that crashed"] > 0


def test_the_same_seed_is_the_same_history_to_the_last_byte(tmp_path: Path) -> None:
    """Also in another process, in which sets have another order."""

    def history(order: str) -> str:
        folder = tmp_path / order
        folder.mkdir()
        command = [sys.executable, "-c", HISTORY, "5", str(folder)]
        environment = {**os.environ, "PYTHONHASHSEED": order}
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout

    assert history("1") == history("2")
