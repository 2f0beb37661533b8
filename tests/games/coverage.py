"""The lists of rules in `docs/rules-coverage`: what stands in them, and what is wrong with them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "docs" / "rules-coverage"

HEAD = ("number", "rule", "test")
NUMBER = re.compile(r"([A-Z]+)([1-9][0-9]*)")
TEST = re.compile(r"`(tests/games/\w[\w/]*\.py)::(test_\w+)`")


@dataclass(frozen=True)
class Rule:
    """One line of a list, as it is written."""

    number: str
    words: str
    tests: tuple[str, ...]


def rules_in(page: str) -> list[Rule]:
    """All rules of a list, from all of its tables. ValueError if a row has not three cells."""
    rows = [_cells(line) for line in page.splitlines() if line.startswith("|")]
    wrong = [" | ".join(row) for row in rows if len(row) != len(HEAD)]
    if wrong:
        raise ValueError(f"not number, rule and test: {wrong[0]}")
    return [
        Rule(number, words, tuple(test.strip() for test in re.split(r"<br */?>", tests) if test.strip()))
        for number, words, tests in rows
        if (number, words, tests) != HEAD and not re.fullmatch(r"[ :-]+", number)
    ]


def _cells(line: str) -> tuple[str, ...]:
    """The cells of a table's row; a bar inside one is written `\\|`."""
    return tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1])


def faults(rules: Sequence[Rule], root: Path = ROOT) -> Iterator[str]:
    """What is wrong with a list, a sentence each. `root`: where the tests are looked for."""
    if not rules:
        yield "there are no rules"
    yield from _numbering(rules)
    for rule in rules:
        if not rule.words:
            yield f"{rule.number} says nothing"
        if not rule.tests:
            yield f"{rule.number} has no test"
        yield from (f"{rule.number}: {why}" for test in rule.tests if (why := _not_there(test, root)))


def _numbering(rules: Sequence[Rule]) -> Iterator[str]:
    """Under each letter the numbers are 1, 2, 3 ... in this order."""
    last: dict[str, int] = {}
    for rule in rules:
        match = NUMBER.fullmatch(rule.number)
        if match is None:
            yield f"{rule.number or 'an empty cell'} is no number like K12"
            continue
        letter, number = match[1], int(match[2])
        expected = last.get(letter, 0) + 1
        if number != expected:
            yield f"{rule.number} stands where {letter}{expected} should"
        last[letter] = number


def _not_there(test: str, root: Path) -> str:
    """Why this is no test that runs; empty if it is one."""
    match = TEST.fullmatch(test)
    if match is None:
        return f"{test} is not written like `tests/games/<game>/test_x.py::test_name`"
    path, name = root / match[1], match[2]
    if not path.name.startswith("test_") or not path.is_file():
        return f"there is no file {match[1]} with tests"
    return "" if name in tests_of(path) else f"{match[1]} has no {name}"


@cache
def tests_of(path: Path) -> frozenset[str]:
    """The names of the tests in a file."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    functions = (node for node in module.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(function.name for function in functions if function.name.startswith("test_"))
