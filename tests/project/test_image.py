"""What the image promises: small, no shell, no rights, nothing in it that was not asked for."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ASSEMBLE = ROOT / "docker/assemble.sh"

Instruction = tuple[str, str]
"""Its name and the rest of its line."""


def stages() -> list[list[Instruction]]:
    """The Dockerfile's stages, each from its FROM on."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.M).replace("\\\n", " ")
    found: list[list[Instruction]] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        name, rest = line.split(None, 1)
        if name == "FROM":
            found.append([])
        found[-1].append((name, " ".join(rest.split())))
    return found


BUILD, FINAL = stages()


def the_one(name: str, stage: list[Instruction] = FINAL) -> str:
    """What stands behind the only instruction of this name."""
    [rest] = [rest for each, rest in stage if each == name]
    return rest


def readmitted() -> list[str]:
    """What .dockerignore lets through."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert lines[1] == "*", "everything is kept out first"
    return [line[1:] for line in lines if line.startswith("!")]


def test_the_image_holds_what_was_assembled_and_nothing_else() -> None:
    assert the_one("FROM") == "scratch"
    copied = [rest for name, rest in FINAL if name in ("COPY", "ADD")]
    assert copied == ["--from=build /image /", "--from=build --chown=1000:1000 /volumes /"]


def test_nothing_in_it_needs_a_shell() -> None:
    assert {name for name, _rest in FINAL} <= {
        *("FROM", "COPY", "ENV", "USER", "WORKDIR", "VOLUME", "HEALTHCHECK", "CMD")
    }
    assert json.loads(the_one("CMD")) == ["tortuga", "run"]
    _options, command = the_one("HEALTHCHECK").split(" CMD ")
    assert json.loads(command) == ["tortuga", "health"]


def test_it_runs_as_a_user_without_rights_who_is_named_by_number() -> None:
    user, group = the_one("USER").split(":")
    assert int(user) > 0
    assert f"tortuga:x:{user}:{group}::/data:" in ASSEMBLE.read_text("utf-8")


def test_it_writes_to_its_volume_alone() -> None:
    settings = dict(each.split("=", 1) for each in the_one("ENV").split())
    assert the_one("VOLUME") == the_one("WORKDIR") == "/data"
    assert settings["DATABASE_PATH"].startswith("/data/")
    assert settings["PYTHONDONTWRITEBYTECODE"] == "1"


def test_all_that_is_installed_is_locked_and_nothing_is_built_but_the_bot() -> None:
    installs = [rest for name, rest in BUILD if name == "RUN" and "pip install" in rest]
    dependencies, bot = installs
    assert "--require-hashes --only-binary :all: --requirement requirements.lock" in dependencies
    assert "--no-deps --no-build-isolation ." in bot


def test_the_assembling_is_of_the_same_python_and_is_shell() -> None:
    version = re.match(r"python:(\d+\.\d+)-slim-bookworm AS build", the_one("FROM", BUILD))
    assert version is not None
    assert set(re.findall(r"python(\d+\.\d+)", ASSEMBLE.read_text("utf-8"))) == {version[1]}
    subprocess.run(["sh", "-n", ASSEMBLE], check=True)


@pytest.mark.parametrize("kept_out", [".env", "data", "tests", "benches", "docs", ".git", ".venv"])
def test_what_is_private_or_not_needed_stays_outside(kept_out: str) -> None:
    assert kept_out not in readmitted()


def test_what_the_build_needs_is_let_in_and_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needed = {
        "pyproject.toml",
        "requirements.lock",
        ASSEMBLE.parent.name,
        project["project"]["readme"],
        *project["project"]["license-files"],
        *project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"],
    }
    assert set(readmitted()) == needed
    assert all((ROOT / each).exists() for each in needed)
