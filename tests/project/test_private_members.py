"""Tests use what is public: nobody's `_member` is read or set from outside, and no `_name` is imported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
TEXT = ("_", "_n")
"""What marks a sentence for translation (`games.text`)."""
ALLOWED = {
    ("mutants/judge.py", "_exit"): "os._exit has no other name",
    ("mutants/reach.py", "_exit"): "os._exit has no other name",
    (
        "project/test_watching.py",
        "_labelnames",
    ): "prometheus_client tells labels in no other way",
    ("simulation/loop.py", "_log_destroy_pending"): "asyncio is told in no other way that a task was dropped",
    ("simulation/loop.py", "_run"): "asyncio runs what is ready in no other way",
    ("simulation/loop.py", "_set_running_loop"): "asyncio has it for loops alone, under this name",
    ("simulation/network.py", "_fields"): "aiohttp tells what is in a form in no other way",
    ("support/bare_bot.py", "_connection"): "discord.py takes the time out at the making of a client alone",
    ("support/bot.py", "_connection"): "discord.py takes the time out at the making of a client alone",
    ("support/week/bot.py", "_ready"): "asyncio tells in no other way whether anything is ready to run",
}
"""File, member: why there is no other way."""


SUSPECT = re.compile(r"(?<!\bself)(?<!\bcls)\._|\bimport\b[^\n(]*\b_\w|\bimport \([^)]*\b_\w")
"""What stands in every source in which anything is private and another's: others need not be parsed."""


def private_uses(path: Path) -> Iterator[str]:
    """The private members of others that a file uses."""
    source = path.read_text("utf-8")
    if not SUSPECT.search(source):
        return
    tree = ast.parse(source)
    own = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_own(node.value)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_private(node.attr):
            if not _is_own(node.value) and node.attr not in own:
                yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (
                alias.name for alias in node.names if _is_private(alias.name) and alias.name not in TEXT
            )


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _is_own(value: ast.expr) -> bool:
    is_super = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "super"
    return is_super or (isinstance(value, ast.Name) and value.id in ("self", "cls"))


@pytest.mark.long
def test_tests_use_no_private_members_of_others():
    found = {
        (path.relative_to(TESTS).as_posix(), name)
        for path in sorted(TESTS.rglob("*.py"))
        for name in private_uses(path)
    }
    assert sorted(found - set(ALLOWED)) == []
    assert sorted(set(ALLOWED) - found) == [], "these are not used any more"
