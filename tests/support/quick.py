"""`--quick`: only the tests that need no playground, no browser and no other process; told by their imports.

A test file is left out unread if it, or anything of the tests that it imports, imports one of `SLOW`; so are
tests that ask for a fixture with a playground, are tried on PostgreSQL, or are marked `long`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SLOW = (
    *("playground", "playwright", "subprocess", "multiprocessing", "concurrent.futures", "benches"),
    "bot.runtime.worker_process",
)
IMPORT = re.compile(r"^(?:import ([^#\n]+)|from (\w\S*) import (\([^)]*\)|[^#\n]+))", re.MULTILINE)
NAME = re.compile(r"([\w.]+)(?: as \w+)?")
"""Looked for in the text, as parsing all tests took every worker a second."""
SLOW_FIXTURE = "pg"
"""The fixture on which all others with a playground stand."""
SLOW_VALUE = "postgres"
"""With which a test is tried that needs a server."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help="only tests without a playground, a browser or another process"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if config.getoption("quick") and collection_path.match("test_*.py") and is_slow(collection_path):
        return True
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("quick"):
        slow = [item for item in items if _asks_for_what_is_slow(item)]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


def _asks_for_what_is_slow(item: pytest.Item) -> bool:
    values = getattr(getattr(item, "callspec", None), "params", {}).values()
    return (
        item.get_closest_marker("long") is not None
        or SLOW_FIXTURE in getattr(item, "fixturenames", ())
        or SLOW_VALUE in values
    )


def is_slow(path: Path) -> bool:
    """Whether the file, or one of the tests' own that it imports, imports one of `SLOW`."""
    seen, todo = {path}, [path]
    while todo:
        names = _imported(todo.pop())
        if any(f"{name}.".startswith(f"{slow}.") for name in names for slow in SLOW):
            return True
        found = {file for name in names if (file := _file_of(name)) is not None} - seen
        seen |= found
        todo += found
    return False


@cache
def _file_of(name: str) -> Path | None:
    if not name.startswith("tests."):
        return None
    path = ROOT.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


@cache
def _imported(path: Path) -> frozenset[str]:
    """The modules that are imported when the file is, and the names that are taken from them, dotted."""
    names = set[str]()
    for modules, module, taken in IMPORT.findall(path.read_text("utf-8")):
        names.update(NAME.findall(modules))
        if module:
            names |= {module, *(f"{module}.{name}" for name in NAME.findall(taken))}
    return frozenset(names)
