"""The targets that a newcomer guesses: that they are there, and which bot `make run` starts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.project.supply.wheels import supported

ROOT = Path(__file__).parents[2]

WITH_A_TOKEN = [
    "DISCORD_TOKEN=abc",
    "DISCORD_TOKEN = abc",
    "export DISCORD_TOKEN=abc",
    "DISCORD_TOKEN='abc'",
    'DISCORD_TOKEN="abc"',
    "DISCORD_TOKEN=abc\r",
    "DISCORD_TOKEN_FILE=/run/secrets/token",
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
    [
        "run",
        "quick",
        "test",
        "coverage",
        "check",
        "bench",
        "gallery",
        "game",
        "messages",
        "lock",
        "wheels",
        "release",
        "clean",
    ],
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


def pythons(folder: Path, *versions: str) -> str:
    """A PATH on which these Pythons are, and others that do not run; they say what they were asked to do."""
    for version in ("3.15", "3.14", "3.13", "3.12", "3.11"):
        python = folder / f"python{version}"
        python.write_text(
            f'#!/bin/sh\n[ "$1" = -c ] && echo "Python {version}" || echo "python{version} $@"\n'
        )
        if version not in versions:
            python.write_text("#!/bin/sh\necho shim: there is none >&2\nexit 127\n")
        python.chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


@pytest.mark.parametrize(
    ("there", "taken"),
    [(["3.11", "3.13", "3.12"], "3.13"), (["3.11", "3.14"], "3.14"), (["3.15", "3.11"], "3.11")],
)
def test_the_newest_python_that_is_supported_is_taken(there: list[str], taken: str, tmp_path: Path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    told = make(".venv/bin/python", cwd=tmp_path, PATH=pythons(tmp_path, *there))
    assert told.splitlines()[-2:] == [f"Taking Python {taken}.", f"python{taken} -m venv .venv"]


def test_the_python_that_is_named_is_taken(tmp_path: Path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    path = pythons(tmp_path, "3.13", "3.12")
    told = make(".venv/bin/python", "PYTHON=python3.12", cwd=tmp_path, PATH=path)
    assert "Taking Python 3.12." in told


def test_where_no_python_is_supported_it_is_said_what_to_do(tmp_path: Path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    old = tmp_path / "python2"
    old.write_text("#!/bin/sh\necho Python 2.7.18\nexit 1\n")
    old.chmod(0o755)
    with pytest.raises(subprocess.CalledProcessError) as refused:
        make(".venv/bin/python", f"PYTHON={old}", cwd=tmp_path)
    assert f"not {old}: Python 2.7.18" in refused.value.stdout
    assert "Tortuga needs one of Python 3.14 3.13 3.12 3.11" in refused.value.stdout


def test_make_takes_the_pythons_that_the_project_allows():
    [named] = re.findall(r"^SUPPORTED := (.+)$", (ROOT / "Makefile").read_text(), re.M)
    assert named.split() == supported()[::-1]
