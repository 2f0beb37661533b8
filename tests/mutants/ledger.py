"""What became of the mutants, a line each in a file, and what it comes to for each package."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
Z = 1.96
"""For an interval of 95 %."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mutant that was judged. The last line of a mutant counts."""

    path: str
    number: int
    of_source: str
    fate: str
    by: str = ""
    diff: str = ""
    """Of those that no test noticed."""

    @property
    def of(self) -> tuple[str, int, str]:
        """Which mutant this is."""
        return self.path, self.number, self.of_source

    @property
    def noticed(self) -> bool:
        """Whether a test failed."""
        return self.fate in ("killed", "never ends")

    @property
    def change(self) -> tuple[str, str, str]:
        """The file, what is taken away and what is put there, wherever it stands."""
        lines = self.diff.splitlines()[2:]
        taken, put = (
            " ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in ("-", "+")
        )
        return self.path, taken, put


class Ledger:
    """The file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self.lines: dict[tuple[str, int, str], Line] = {}
        if path.exists():
            whole, _newline, _cut_off = path.read_bytes().rpartition(b"\n")
            path.write_bytes(whole + b"\n" if whole else b"")
            for raw in whole.splitlines():
                line = msgspec.json.decode(raw, type=Line)
                self.lines[line.of] = line

    def write(self, line: Line) -> None:
        """Note one."""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
        self.lines[line.of] = line


class Count(msgspec.Struct):
    """How many of a package's mutants were judged, and what became of them."""

    judged: int = 0
    killed: int = 0
    equivalent: int = 0
    left: int = 0

    @property
    def interval(self) -> tuple[float, float, float]:
        """Lowest, share and highest of those killed among those that can be: 95 %, by Wilson's formula."""
        tried = self.judged - self.equivalent
        if not tried:
            return 0.0, 0.0, 1.0
        share = self.killed / tried
        middle = (share + Z**2 / (2 * tried)) / (1 + Z**2 / tried)
        half = Z / (1 + Z**2 / tried) * math.sqrt(share * (1 - share) / tried + Z**2 / (4 * tried**2))
        return middle - half, share, middle + half


def equivalents() -> set[tuple[str, str, str]]:
    """The changes that are known to change nothing that anybody could see."""
    table = tomllib.loads(EQUIVALENT.read_text())
    return {(one["path"], one["was"], one["became"]) for one in table.get("mutant", ())}


def counted(lines: Iterable[Line], known: set[tuple[str, str, str]]) -> tuple[dict[str, Count], list[Line]]:
    """The count of each package, and the survivors that are not known to be equivalent."""
    counts: dict[str, Count] = {}
    left: list[Line] = []
    for line in lines:
        if line.fate == "no program":
            continue
        count = counts.setdefault(line.path.rpartition("/")[0], Count())
        count.judged += 1
        if line.noticed:
            count.killed += 1
        elif line.change in known:
            count.equivalent += 1
        else:
            count.left += 1
            left.append(line)
    return counts, left
