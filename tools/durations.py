"""`python -m tools.durations REPORT...`: where the seconds of a test run went, by folder and by kind.

A report is what pytest writes with `--junitxml=FILE`. The kinds are told by what a test file says and by the
name of the test, which is counted once, by the first of them that fits.
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


def table(reports: list[Path]) -> str:
    """Two tables in Markdown: seconds and tests by folder, and by kind."""
    cases = [case for report in reports for case in _cases(report)]
    whole = sum(seconds for _file, _name, seconds in cases)
    lines = [f"{len(cases):,} tests, {whole:,.0f} s of all workers together", ""]
    for title, of in (("folder", _folder), ("kind", _kind)):
        seconds, tests = dict[str, float](), Counter[str]()
        for file, name, took in cases:
            key = of(file, name)
            seconds[key] = seconds.get(key, 0.0) + took
            tests[key] += 1
        longest = sorted((-took, key) for key, took in seconds.items() if took >= LEAST)
        lines += [f"| {title} | tests | seconds |", "| --- | ---: | ---: |"]
        lines += [f"| {key} | {tests[key]:,} | {-took:,.0f} |" for took, key in longest]
        lines.append("")
    return "\n".join(lines)


def _cases(report: Path) -> Iterator[tuple[Path, str, float]]:
    """Each test's file, name and seconds, what it set up and took down among them."""
    for case in xml.parse(report).getroot().iter("testcase"):
        parts = (case.get("classname") or "").split(".")
        while parts and not ROOT.joinpath(*parts).with_suffix(".py").is_file():
            parts.pop()  # a class in the file
        file = Path(*parts).with_suffix(".py") if parts else Path("tests")
        yield file, case.get("name") or "", float(case.get("time") or 0.0)


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
