"""The ledger of the long trials: what ended is kept; what was cut off, or had other sources, is run again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.ledger import Ledger, fingerprint, together
from tests.soak.trial import trials


def test_an_interrupted_soak_goes_on_where_it_was(tmp_path: Path):
    path = tmp_path / "trial.jsonl"
    first = Ledger(path, "today")
    first.write(1, 0.5, {"games": 2}, "")
    first.write(2, 0.5, {}, "Traceback ...")
    with path.open("ab") as file:
        file.write(b'{"seed":3,"sour')  # killed while it wrote
    again = Ledger(path, "today")
    assert again.open_seeds(4) == [2, 3, 4]
    again.write(3, 0.5, {"games": 3}, "")
    assert [line.seed for line in Ledger(path, "today").lines] == [1, 2, 3]
    assert Ledger(path, "tomorrow").open_seeds(2) == [1, 2]


def test_what_runs_counted_is_summed_and_the_worst_is_the_worst(tmp_path: Path):
    ledger = Ledger(tmp_path / "trial.jsonl", "today")
    lines = [ledger.write(seed, 0.1, {"games": 2, "worst wait (s)": seed / 10}, "") for seed in (2, 7, 5)]
    assert together(lines) == {"games": 6, "worst wait (s)": 0.7}


@pytest.mark.long
def test_every_trial_has_a_name_and_runs():
    assert trials()
    assert all(trial.runs > 0 and trial.what for trial in trials().values())
    assert fingerprint() == fingerprint()
