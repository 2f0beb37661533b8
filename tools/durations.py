"""`python -m tools.durations REPORT...`: where the seconds of a test run went, by folder and by kind.

A report is what pytest writes with `--junitxml=FILE`. Of each folder it is told what its tests computed (user
and system time, that of processes included which they have waited for) and how long they took. The kinds are
told by what a test file says and by the name of the test, which is counted once, by the first that fits.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as xml
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
KINDS: Mapping[str, tuple[str, ...]] = {
    "small benches": ("from benches",),
    "a browser": ("playwright",),
    "processes": ("subprocess", "child_bot", "ChildBot", "running_bot", "WorkerProcess", "command import"),
    "sockets": ("playground import", "tests.support.bot", "tortuga("),
    "examples": ("hypothesis",),
}
"""What a file that belongs to a kind says somewhere."""
POSTGRES, REST = "PostgreSQL", "the rest"
LEAST = 5.0
"""Seconds from which on a folder has a line of its own."""


Case = tuple[Path, str, float, float]
"""A test's file and name, the seconds that it computed, and those that it took."""


def table(reports: list[Path]) -> str:
    """Two tables in Markdown: seconds and tests by folder, and by kind."""
    cases = [case for report in reports for case in _cases(report)]
    computed, took = sum(case[2] for case in cases), sum(case[3] for case in cases)
    lines = [f"{len(cases):,} tests, {computed:,.0f} s computed in {took:,.0f} s of all workers together", ""]
    for title, of in (("folder", _folder), ("kind", _kind)):
        seconds, tests = dict[str, tuple[float, float]](), Counter[str]()
        for file, name, computed, took in cases:
            key = of(file, name)
            before = seconds.get(key, (0.0, 0.0))
            seconds[key] = before[0] + computed, before[1] + took
            tests[key] += 1
        longest = sorted(((-computed, -took, key) for key, (computed, took) in seconds.items()))
        lines += [f"| {title} | tests | computed | took |", "| --- | ---: | ---: | ---: |"]
        lines += [
            f"| {key} | {tests[key]:,} | {-computed:,.0f} | {-took:,.0f} |"
            for computed, took, key in longest
            if max(-computed, -took) >= LEAST
        ]
        lines.append("")
    return "\n".join(lines)


def _cases(report: Path) -> Iterator[Case]:
    """Each test, with what it set up and took down."""
    for case in xml.parse(report).getroot().iter("testcase"):
        parts = (case.get("classname") or "").split(".")
        while parts and not ROOT.joinpath(*parts).with_suffix(".py").is_file():
            parts.pop()  # a class in the file
        file = Path(*parts).with_suffix(".py") if parts else Path("tests")
        told = {each.get("name"): each.get("value") for each in case.iter("property")}
        computed = float(told.get("cpu") or 0.0)
        yield file, case.get("name") or "", computed, float(case.get("time") or 0.0)


def _folder(file: Path, _name: str) -> str:
    return f"`{file.parent}`"


def _kind(file: Path, name: str) -> str:
    if "postgres" in f"{file} {name}" or "two processes" in name:
        return POSTGRES
    said = _said(file)
    return next((kind for kind, words in KINDS.items() if any(word in said for word in words)), REST)


@cache
def _said(file: Path) -> str:
    path = ROOT / file
    return path.read_text("utf-8") if path.is_file() else ""


if __name__ == "__main__":
    print(table([Path(each) for each in sys.argv[1:]]))
