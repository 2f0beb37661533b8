"""What the files promise with which it is run: the image, compose.yaml, the unit, the workflow.

None of them runs in a test, as a container engine would be needed: what they say is held to the code, and to
each other.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from bot.__main__ import WRONG_SETTING
from bot.settings import Settings

ROOT = Path(__file__).parents[2]

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
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
SEVERAL = (ROOT / "compose.scale.yaml").read_text("utf-8")
UNIT = (ROOT / "deploy/tortuga.service").read_text("utf-8")
WORKFLOW = (ROOT / ".github/workflows/image.yml").read_text("utf-8")


def the_one(name: str, stage: list[Instruction] = FINAL) -> str:
    """What stands behind the only instruction of this name."""
    [rest] = [rest for each, rest in stage if each == name]
    return rest


def environment() -> dict[str, str]:
    """What the image sets."""
    return dict(each.split("=", 1) for each in the_one("ENV").split())


def readmitted() -> list[str]:
    """What .dockerignore lets through."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert lines[1] == "*", "everything is kept out first"
    return [line[1:] for line in lines if line.startswith("!")]


def test_both_stages_are_of_the_same_ordinary_base() -> None:
    base = the_one("FROM")
    assert the_one("FROM", BUILD) == f"{base} AS build"
    assert re.fullmatch(r"python:3\.\d+-slim-bookworm", base)
    assert [rest for name, rest in FINAL if name in ("COPY", "ADD")] == [
        "--from=build /opt/tortuga /opt/tortuga"
    ]


def test_it_is_started_without_a_shell_so_that_it_hears_signals() -> None:
    assert json.loads(the_one("CMD")) == ["tortuga", "run"]
    _options, command = the_one("HEALTHCHECK").split(" CMD ")
    assert json.loads(command) == ["tortuga", "health"]
    assert environment()["PATH"].startswith("/opt/tortuga/bin:")


def test_it_runs_as_a_user_without_rights_who_owns_its_folders() -> None:
    user, group = the_one("USER").split(":")
    made = the_one("RUN")
    assert int(user) > 0
    assert f"useradd --uid {user} --gid {group}" in made
    assert f"install --directory --owner {user} --group {group} /data /backups" in made


def test_it_writes_to_its_volume_alone() -> None:
    assert the_one("VOLUME") == the_one("WORKDIR") == "/data"
    assert environment()["DATABASE_PATH"] == "/data/tortuga.db"
    assert environment()["PYTHONDONTWRITEBYTECODE"] == "1"


def test_all_that_is_installed_is_locked_and_nothing_is_built_but_the_bot() -> None:
    installs = [rest for name, rest in BUILD if name == "RUN" and "pip install" in rest]
    dependencies, bot = installs
    assert "--require-hashes --no-deps --only-binary :all: --requirement requirements.lock" in dependencies
    assert "--no-deps --no-build-isolation ." in bot


def test_what_only_the_build_needs_does_not_stay() -> None:
    entry = r"^([a-z0-9-]+)==.*\n(?:    --hash.*\n)+((?:    #.*\n)+)"
    asked = {
        name: set(re.findall(r"[#a] +([a-z][a-z0-9-]*(?: \(.*\))?)$", via, re.M))
        for name, via in re.findall(entry, (ROOT / "requirements.lock").read_text("utf-8"), re.M)
    }
    kept = {name for name, by in asked.items() if "tortuga (pyproject.toml)" in by}
    while more := {name for name, by in asked.items() if by & kept} - kept:
        kept |= more
    [gone] = re.findall(r"pip uninstall --yes (.*)", (ROOT / "Dockerfile").read_text("utf-8"))
    assert set(gone.split()) - {"pip", "setuptools"} == asked.keys() - kept


@pytest.mark.parametrize("kept_out", [".env", "data", "tests", "benches", "docs", ".git", ".venv"])
def test_what_is_private_or_not_needed_stays_outside(kept_out: str) -> None:
    assert kept_out not in readmitted()


def test_what_the_build_needs_is_let_in_and_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needed = {
        "pyproject.toml",
        "requirements.lock",
        project["project"]["readme"],
        *project["project"]["license-files"],
        *project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"],
    }
    assert set(readmitted()) == needed
    assert all((ROOT / each).exists() for each in needed)


def test_the_languages_of_the_bot_are_kept_of_babels() -> None:
    [kept] = re.findall(r"-regex '([^']+)' -delete", (ROOT / "Dockerfile").read_text("utf-8"))
    pattern = re.compile(re.sub(r"\\([(|)?])", r"\1", kept).replace(r"\.dat", r"[.]dat"))
    languages = ["en", *(folder.name for folder in (ROOT / "bot/locale").iterdir() if folder.is_dir())]
    for language in (*languages, "en_GB", "de_CH"):
        assert pattern.fullmatch(f"babel/locale-data/{language}.dat"), language
    assert not pattern.fullmatch("babel/locale-data/es.dat")


def test_the_script_that_builds_it_can_be_read_by_the_shell() -> None:
    subprocess.run(["bash", "-n", ROOT / "deploy/build-image.sh"], check=True)


def test_compose_keeps_the_games_where_the_image_and_the_copies_look_for_them() -> None:
    bot, backup = re.split(r"^  (?:tortuga|backup):\n", COMPOSE, flags=re.M)[1:]
    for service in (bot, backup):
        assert f"DATABASE_PATH: {environment()['DATABASE_PATH']}" in service
        assert "- games:/data" in service
        assert "read_only: true" in service
        assert "cap_drop: [ALL]" in service
    assert "test: [CMD, tortuga, health]" in bot
    assert "tortuga backup --keep 14 /backups" in backup
    assert "env_file" not in backup, "it has no use for the token"


def test_several_processes_may_give_a_sign_of_life_and_have_any_password() -> None:
    user, group = the_one("USER").split(":")
    assert f'tmpfs: ["/data:uid={user},gid={group},mode=0700"]' in SEVERAL
    bot, _others = re.split(r"^  postgres:\n", SEVERAL, maxsplit=1, flags=re.M)
    assert "DATABASE_URL: postgresql://tortuga@postgres/tortuga\n" in bot
    assert "PGPASSWORD: ${POSTGRES_PASSWORD:?set it in .env}" in bot


def test_every_command_that_the_files_name_is_one() -> None:
    known = set(re.findall(r'add\(\s*"([a-z-]+)"', (ROOT / "bot/__main__.py").read_text("utf-8")))
    for text in (COMPOSE, *((ROOT / page).read_text("utf-8") for page in ("README.md", "docs/running.md"))):
        assert set(re.findall(r"[ `]tortuga ([a-z][a-z-]+) [-/a-z]*[/-]", text)) <= known


def test_the_unit_tries_again_for_ever_but_where_only_a_person_can_help() -> None:
    lines = dict(line.split("=", 1) for line in UNIT.splitlines() if "=" in line and not line.startswith("#"))
    assert lines["Restart"] == "on-failure"
    assert lines["RestartPreventExitStatus"] == str(WRONG_SETTING)
    assert lines["StartLimitIntervalSec"] == "0"
    assert 1 <= int(lines["RestartSec"]) <= 30
    usual = Settings.model_fields["database_path"].get_default(call_default_factory=True)
    assert lines["ReadWritePaths"] == f"/srv/tortuga/{usual.parent}"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "tortuga.service"
    unit.write_text(UNIT.replace("/srv/tortuga/.venv/bin/python", "/bin/true"))  # what is not installed here
    told = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


def test_the_workflow_builds_for_both_machines_and_says_what_came_of_it() -> None:
    assert "platforms: linux/amd64,linux/arm64" in WORKFLOW
    assert "${{ vars.IMAGE }}" in WORKFLOW
    assert "steps.build.outputs.digest" in WORKFLOW
    assert not re.search(r"ghcr\.io|docker\.io|quay\.io", WORKFLOW), "the address is a variable"
    for script in re.findall(r"run: \|\n((?: {10}.*\n|\n)+)", WORKFLOW):
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)


@pytest.mark.parametrize(
    ("version", "tags"),
    [
        ("v1.4.2", "r.example.org/a/t:1.4.2,r.example.org/a/t:1.4,r.example.org/a/t:latest"),
        ("v2.0.0-rc.1", "r.example.org/a/t:2.0.0-rc.1"),
    ],
)
def test_which_tags_a_version_gets(version: str, tags: str, tmp_path: Path) -> None:
    [script] = re.findall(r"name: Where to\?\n +run: \|\n((?: {10}.*\n)+)", WORKFLOW)
    told = tmp_path / "env"
    subprocess.run(
        ["bash", "-e", "-c", re.sub("^ {10}", "", script, flags=re.M)],
        env={"IMAGE": "r.example.org/a/t", "GITHUB_REF_NAME": version, "GITHUB_ENV": str(told)},
        check=True,
    )
    set_by_it = dict(line.split("=", 1) for line in told.read_text().splitlines())
    assert set_by_it == {"REGISTRY": "r.example.org", "VERSION": version[1:], "TAGS": tags}
