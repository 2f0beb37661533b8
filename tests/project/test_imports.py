"""What an import contract cannot say: who names a game, and what a game reaches for."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/rules.py"))
LIBRARIES_OF_GAMES = {"pydantic", "msgspec"}
"""What the rules of play may import beside Python's own library."""


def imports(path: Path) -> Iterator[str]:
    """The full names of the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_there_are_games():
    assert GAMES


@pytest.mark.parametrize("folder", ["bot", "storage", "playground"])
def test_nothing_outside_the_games_names_a_game(folder: str):
    names = re.compile("|".join(name.replace("_", "[ _-]?") for name in GAMES), re.I)
    sources = [
        path for path in (ROOT / folder).rglob("*") if path.suffix in {".py", ".js", ".html", ".css", ".sql"}
    ]
    assert sources
    assert [str(path) for path in sources if names.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_no_other_game(game: str):
    others = tuple(f"games.{other}." for other in GAMES if other != game)
    for path in (ROOT / "games" / game).rglob("*.py"):
        assert [name for name in imports(path) if others and f"{name}.".startswith(others)] == [], path


def test_games_need_two_libraries_only():
    allowed = LIBRARIES_OF_GAMES | {"games"} | sys.stdlib_module_names
    for path in (ROOT / "games").rglob("*.py"):
        assert {name.partition(".")[0] for name in imports(path)} <= allowed, path
