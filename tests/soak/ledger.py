"""What became of the runs of a trial, a line each in a file: an interrupted soak goes on where it was."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]
SOURCES = ("bot", "games", "storage", "playground", "tests/soak", "tests/storage", "tests/support")


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One run that came to its end."""

    seed: int
    sources: str
    """The fingerprint of the sources that it ran with."""
    seconds: float
    counted: dict[str, float] = {}
    failed: str = ""
    """The traceback, if something did not hold."""


class Ledger:
    """The file of one trial. Runs with other sources than today's stay in it and do not count."""

    def __init__(self, path: Path, sources: str) -> None:
        self._path = path
        self._sources = sources
        self._lines: dict[int, Line] = {}
        if path.exists():
            whole, _newline, cut_off = path.read_bytes().rpartition(b"\n")
            if cut_off:  # the soak was ended while it wrote: that run has not ended
                path.write_bytes(whole + b"\n")
            for raw in whole.splitlines():
                line = msgspec.json.decode(raw, type=Line)
                if line.sources == sources:
                    self._lines[line.seed] = line

    @property
    def lines(self) -> list[Line]:
        """The newest of each seed, by seed."""
        return [self._lines[seed] for seed in sorted(self._lines)]

    def open_seeds(self, runs: int) -> list[int]:
        """The seeds from 1 to `runs` that have not yet been run with these sources without a failure."""
        return [seed for seed in range(1, runs + 1) if seed not in self._lines or self._lines[seed].failed]

    def write(self, seed: int, seconds: float, counted: dict[str, float], failed: str) -> Line:
        """Note a run that ended."""
        line = Line(seed, self._sources, round(seconds, 3), counted, failed)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
        self._lines[seed] = line
        return line


def together(lines: Iterable[Line]) -> dict[str, float]:
    """What all these runs counted: the maximum of what begins with "worst", the sum of everything else."""
    whole: dict[str, float] = {}
    for line in lines:
        for name, value in line.counted.items():
            before = whole.get(name, 0)
            whole[name] = max(before, value) if name.startswith("worst") else before + value
    return whole


def fingerprint() -> str:
    """Of every source that a trial runs with: a soak that goes on after a change begins anew."""
    whole = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".sql"):
                whole.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()[:12]
