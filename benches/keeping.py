"""What was measured last and is kept with the sources, in `benches/figures.json`: of each bench its figures,
the day, and the machine.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from pydantic import TypeAdapter

from benches.report import Figure

KEPT = Path(__file__).parent / "figures.json"
DIGITS = 4
"""So many of a figure are worth keeping."""


@dataclass(frozen=True, slots=True)
class Machine:
    """On what something was measured, as far as it explains a difference."""

    cpu: str
    cores: int
    python: str
    system: str

    def __str__(self) -> str:
        cores = "1 core" if self.cores == 1 else f"{self.cores} cores"
        return f"{cores} of {self.cpu}, {self.python}, {self.system}"


@dataclass(frozen=True, slots=True)
class Measured:
    """What one bench returned."""

    day: date
    machine: Machine
    figures: tuple[Figure, ...]


_FILE = TypeAdapter(dict[str, Measured])


def read(path: Path = KEPT) -> dict[str, Measured]:
    """By the name of the bench; nothing, if nothing has been kept yet.

    Raises pydantic's ValidationError if the file holds something else.
    """
    return _FILE.validate_json(path.read_bytes()) if path.exists() else {}


def write(measured: Mapping[str, Measured], path: Path = KEPT) -> None:
    """Keep these, and nothing else."""
    in_order = {name: measured[name] for name in sorted(measured)}
    path.write_bytes(_FILE.dump_json(in_order, indent=2, exclude_defaults=True) + b"\n")


def rounded(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """The figures with as many digits as are kept, so that what is shown now is what is shown later."""
    return tuple(
        replace(
            each, measured=_short(each.measured), floor=None if each.floor is None else _short(each.floor)
        )
        for each in figures
    )


def _short(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def this_machine() -> Machine:
    """Where this process runs."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return Machine(_processor(), cores, python, f"{platform.system()} {platform.machine()}")


def _processor() -> str:
    """Its model's name; Linux tells it in a file, others by themselves."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text("utf-8").splitlines() if told.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()
