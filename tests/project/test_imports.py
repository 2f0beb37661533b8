"""What the import contracts cannot say: that the table in CONTRIBUTING is true, that nothing is imported
in a circle, how large things may be, who names a game, what a game reaches for.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.structure import between_packages, cycles, imports, modules, stands_beside, too_large

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/rules.py"))
LIBRARIES_OF_GAMES = {"pydantic", "msgspec"}
"""What the rules of play may import beside Python's own library."""


def names_imported(path: Path) -> Iterator[str]:
    """The full names of the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


OURS = ("bot", "games", "storage", "playground")


@cache
def graph() -> dict[str, set[str]]:
    """Which of our modules each one imports."""
    return imports({name: path for package in OURS for name, path in modules(package).items()}, typing=True)


def folder_of(module: str) -> str:
    """`tables` for `bot.tables.play`, `games` for `games.catalogue`, `screens` for `bot.series.screens`."""
    first, *rest = stands_beside().get(module, module).split(".")
    return rest[0] if first == "bot" and rest else first


def table() -> list[tuple[list[str], str]]:
    """CONTRIBUTING's rows: the folders, and what it says that they may import."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| `")]
    return [(_folders(row[0]), row[2]) for row in rows]


def _folders(cell: str) -> list[str]:
    return [re.sub(r"^bot/|/$|\.py$", "", name) for name in re.findall(r"`([^`]+)`", cell)]


@pytest.mark.parametrize(("folders", "may"), table(), ids=lambda each: str(each[0]))
def test_what_the_table_says_of_a_folder_is_what_it_imports(folders: list[str], may: str):
    if "everything" in may:
        return
    found = {
        folder_of(other) for name, others in graph().items() if folder_of(name) in folders for other in others
    }
    assert sorted(set(_folders(may)) - {"bot"}) == sorted(found - {"bot", *folders})


def test_the_table_goes_from_the_top_down_as_the_contract_does():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = [each["layers"] for each in contracts if each["type"] == "layers"]
    order = [[name for name in re.split(r" *[:|] *", layer) if "." not in name] for layer in layers]
    inside = {folder_of(name) for name in modules("bot")} - {"bot"} - ROOMS
    assert [folders for folders, _may in table() if set(folders) <= inside] == order
    assert {folder for folders in order for folder in folders} == inside


ROOMS = {module.split(".")[1] for module in stands_beside()}
"""Folders in which all lies together that belongs to a subject, from rules to pictures."""


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_each_file_of_a_room_stands_beside_a_folder(room: str):
    assert set(modules(f"bot/{room}")) - {f"bot.{room}"} <= set(stands_beside())
    assert graph()[f"bot.{room}"] == set()


def test_nothing_is_imported_in_a_circle():
    assert cycles(graph()) == []
    assert cycles(between_packages(graph())) == []


@pytest.mark.parametrize("package", ["bot", "games", "storage"])
def test_no_file_and_no_function_is_too_large_to_be_read(package: str):
    assert too_large(package) == []


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
        assert [name for name in names_imported(path) if others and f"{name}.".startswith(others)] == [], path


def test_games_need_two_libraries_only():
    allowed = LIBRARIES_OF_GAMES | {"games"} | sys.stdlib_module_names
    for path in (ROOT / "games").rglob("*.py"):
        assert {name.partition(".")[0] for name in names_imported(path)} <= allowed, path


NOT_AT_A_START = {"rich", "pygments", "PIL", "asyncpg", "aiohttp.web", "prometheus_client", "isal"}
"""What only some commands, settings, pictures or processes need."""


def test_a_start_loads_nothing_that_it_may_not_need() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import bot.__main__, bot.app, sys; print(*sys.modules)"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert NOT_AT_A_START & set(told.stdout.split()) == set()
