"""What a trial is: many runs of the same kind, each told by its seed alone."""

from __future__ import annotations

import importlib
import pkgutil
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import tests.soak

Run = Callable[[int, Path], Mapping[str, float]]
"""One run: takes its seed and an empty folder, says what it counted, raises if something did not hold.

The same seed does the same, as far as the machine's scheduling is not part of what is tried. It may take its
time, but not more than a few minutes: an interrupted soak begins the run anew. What is counted under a name
that begins with "worst" is put together by the maximum over all runs, everything else by the sum.
"""


@dataclass(frozen=True, slots=True)
class Trial:
    """A module of this folder has it as `TRIAL`; its name is the module's."""

    what: str
    """What is tried, in a few words: "games under a mixture of faults"."""
    runs: int
    """How many runs a whole soak makes of it; their seeds are 1, 2, 3 ..."""
    run: Run
    """A function at a module's top level: it is called in another process."""
    alone: bool = False
    """Whether nothing else may run at the same time, since times are measured."""


def trials() -> dict[str, Trial]:
    """All there are, by name."""
    found: dict[str, Trial] = {}
    for module in pkgutil.iter_modules(tests.soak.__path__):
        if not module.name.startswith("_"):
            trial = getattr(importlib.import_module(f"tests.soak.{module.name}"), "TRIAL", None)
            if isinstance(trial, Trial):
                found[module.name] = trial
    return found


def one_run(name: str, seed: int) -> tuple[float, dict[str, float], str]:
    """Seconds, what was counted, and the traceback if it failed. Runs in a process of the pool."""
    began = time.monotonic()
    counted: dict[str, float] = {}
    failed = ""
    with tempfile.TemporaryDirectory(prefix=f"soak-{name}-") as folder:
        try:
            counted = dict(trials()[name].run(seed, Path(folder)))
        except Exception:
            failed = traceback.format_exc()
    return time.monotonic() - began, counted, failed
