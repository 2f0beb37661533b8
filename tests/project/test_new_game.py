"""`make game`: what it writes passes what the page says a game must, and what cannot be a game is refused."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.new_game.__main__ import Refused, checked, named

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
LEFT_BEHIND = (".*", "build", "dist", "data", "*.egg-info")
ABOUT_OTHERS = ("pictures", "drawing", "bot", "four_languages", "commands", "whist", "floors")
"""Words in the names of tests to which a game without pictures makes no difference; the slow ones."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The tree as it is, to be written in."""
    return shutil.copytree(ROOT, tmp_path / "tortuga", ignore=shutil.ignore_patterns(*LEFT_BEHIND))


def run(copy: Path, *module: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a module of the copy says."""
    return subprocess.run(
        [sys.executable, "-m", *module],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), **environment},
        capture_output=True,
        text=True,
    )


def files(copy: Path) -> dict[Path, bytes]:
    """All that stands there."""
    return {path: path.read_bytes() for path in copy.rglob("*") if path.is_file() and path.suffix != ".pyc"}


@pytest.mark.trial
def test_a_new_game_passes_what_the_page_names_and_is_linted_and_formatted(copy: Path) -> None:
    # A slug of two words, and one that begins as another game's does.
    made = run(copy, "tools.new_game", "skull-SHIP")
    assert made.returncode == 0, made.stderr
    assert "Skull Ship can be played" in made.stdout

    (command,) = re.findall(r"^    GAME=ghost-ship \S+/python -m (pytest .*)$", PAGE.read_text("utf-8"), re.M)
    chosen = f"skull_ship or skull-ship or not ({' or '.join(ABOUT_OTHERS)})"
    judged = run(
        copy, *command.split(), "-q", "--hypothesis-profile", "quick", "-k", chosen, GAME="skull-ship"
    )
    assert judged.returncode == 0, judged.stdout[-3000:]
    (passed,) = re.findall(r"(\d+) passed", judged.stdout)
    assert int(passed) > 150

    for check in (("check",), ("format", "--check")):
        kept = run(copy, "ruff", *check, "games", "tests/games")
        assert kept.returncode == 0, kept.stdout


@pytest.mark.parametrize(
    "wish", ["ghost-ship", "Ghost Ship", "GHOST SHIP", "ghost_ship", "GhostShip", " ghost  ship "]
)
def test_however_the_name_is_typed_it_is_the_same_game(wish: str) -> None:
    name = checked(named(wish))
    assert (name.title, name.slug, name.package, name.kind) == (
        "Ghost Ship", "ghost-ship", "ghost_ship", "GhostShip",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ("", "begins with a letter"),
        ("21 pirates", "begins with a letter"),
        ("Käpt'n", "letters a to z"),
        ('"); import os', "letters a to z"),
        ("../ghost", "letters a to z"),
        ("a ship that is far too long for any list", "at most 32 characters"),
        ("Skull King", "there is games/skull_king already"),
        ("skullking", "there is games/skull_king already"),
        ("Doubloons", "there is tests/plugin_game/doubloons already"),
        ("Tricks", "there is games/tricks.py already"),
        ("Table", "stands in bot"),
        ("Thrifty", "stands in tests/plugin_game"),
    ],
)
def test_what_cannot_be_a_game_is_refused_in_a_sentence(wish: str, why: str) -> None:
    with pytest.raises(Refused, match=re.escape(why)):
        checked(named(wish))


def test_who_is_refused_finds_everything_as_it_was(copy: Path) -> None:
    before = files(copy)
    refused = run(copy, "tools.new_game", "Skull King")
    assert refused.returncode == 2
    assert refused.stderr.startswith("'Skull King' cannot be the new game: ")
    assert files(copy) == before
