"""The targets that a newcomer guesses: that they are there, and which bot `make run` starts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

WITH_A_TOKEN = [
    "DISCORD_TOKEN=abc",
    "DISCORD_TOKEN = abc",
    "export DISCORD_TOKEN=abc",
    "DISCORD_TOKEN='abc'",
    'DISCORD_TOKEN="abc"',
    "DISCORD_TOKEN=abc\r",
]
WITHOUT_A_TOKEN = [
    "",
    "DISCORD_TOKEN=",
    "DISCORD_TOKEN=''",
    'DISCORD_TOKEN=""',
    "DISCORD_TOKEN=\r",
    "DISCORD_TOKEN= # none yet",
    "# DISCORD_TOKEN=abc",
    "OTHER=DISCORD_TOKEN=abc",
]


def make(*arguments: str, cwd: Path = ROOT, **environment: str) -> str:
    """What make prints."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    told = subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=cwd,
        env=clean | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A checkout in which everything is installed, but whose Python only says what it was asked to do."""
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    (tmp_path / ".venv/.installed-runtime").touch()
    return tmp_path


@pytest.mark.parametrize(
    "target",
    ["run", "quick", "test", "coverage", "check", "bench", "gallery", "game", "messages", "lock", "clean"],
)
def test_make_alone_says_what_its_targets_do(target: str):
    assert re.search(rf"^  make {target} +\w", make(), re.M)


def test_without_a_token_the_playground_runs_and_keeps_its_tables(installed: Path):
    assert make("run", cwd=installed) == "-m playground --data data/playground\n"


def test_the_playgrounds_clocks_can_run_faster(installed: Path):
    assert make("run", "SPEED=3600", cwd=installed) == "-m playground --data data/playground --speed 3600\n"


@pytest.mark.parametrize("line", WITHOUT_A_TOKEN)
def test_a_settings_file_without_a_token_runs_the_playground(line: str, installed: Path):
    (installed / ".env").write_text(f"{line}\nLOG_LEVEL=DEBUG\n")
    assert make("run", cwd=installed).startswith("-m playground")


@pytest.mark.parametrize("line", WITH_A_TOKEN)
def test_a_settings_file_with_a_token_runs_on_discord(line: str, installed: Path):
    (installed / ".env").write_text(f"LOG_LEVEL=DEBUG\n{line}\n")
    assert make("run", cwd=installed) == "-m bot run\n"


def test_a_token_in_the_environment_runs_on_discord(installed: Path):
    assert make("run", cwd=installed, DISCORD_TOKEN="abc") == "-m bot run\n"


def test_an_old_python_is_refused_in_a_sentence(tmp_path: Path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    old = tmp_path / "python2"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    with pytest.raises(subprocess.CalledProcessError) as refused:
        make(".venv/bin/python", f"PYTHON={old}", cwd=tmp_path)
    assert "Tortuga needs Python 3.11 or newer" in refused.value.stdout
