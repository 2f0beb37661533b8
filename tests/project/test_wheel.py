"""The wheel, installed in an empty environment outside the checkout, with what the lock says and no more."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path

import pytest

from games.catalogue import catalogue
from playground import Playground
from tests.project.supply.locks import ROOT, RUNTIME, packages_in

DATA = ("bot", "games", "storage", "playground")
"""Folders of the checkout from which everything is in the wheel."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as a release is."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run([*pip, *options], check=True, timeout=120)
    [built] = folder.glob("tortuga-*.whl")
    return built


class Installed:
    """A user's machine: an environment, and a home."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.scripts = folder / "environment/bin"
        self.data = self.home / ".local/share/tortuga"
        self.settings = self.home / ".config/tortuga/settings.env"

    def environment(self, **settings: str) -> dict[str, str]:
        """What a command finds there."""
        return {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **settings}

    def run(self, *command: str, given: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        """Run a script of the environment to its end, in the home."""
        return subprocess.run(
            [str(self.scripts / command[0]), *command[1:]],
            cwd=self.home,
            env=self.environment(**settings),
            input=given,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """What `pipx install` makes, of packages that are here already: linked, so that nothing is fetched."""
    folder = tmp_path_factory.mktemp("machine")
    venv.create(folder / "environment", symlinks=True, with_pip=False)
    [packages] = (folder / "environment/lib").glob("python*/site-packages")
    for package in packages_in(RUNTIME):
        if package.is_for_here:
            _link(package.name, packages)
    python = str(folder / "environment/bin/python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel)], check=True, timeout=120)
    return Installed(folder)


def _link(package: str, packages: Path) -> None:
    found = distribution(package)
    for name in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
        if not (packages / name).exists():
            (packages / name).symlink_to(Path(str(found.locate_file(name))))


def test_all_that_is_not_code_is_in_the_wheel(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", *DATA], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    assert len(packed) > 500
    assert sorted(set(filter(None, listed)) - packed) == []


TRIED = """
import bot, json, sys
from pathlib import Path
from bot.i18n import Reader
from bot.images.painter import painted, empty_drawing
from games.catalogue import catalogue
from games.text import _
from storage.sqlite.migrations import migrations
from storage.postgres.migrations import migrations as of_postgres
assert Path(bot.__file__).is_relative_to(sys.prefix), bot.__file__
print(json.dumps({
    "games": len(catalogue()),
    "migrations": [len(migrations()), len(of_postgres())],
    "png": len(painted(empty_drawing().drawing)),
    "cancelled": sorted({Reader(language).plain(_("Cancel")) for language in ("en", "de", "fr", "it")}),
}))
"""


@pytest.mark.trial
def test_everything_that_the_bot_reads_is_there(installed: Installed) -> None:
    told = installed.run("python", "-c", TRIED)
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert found["games"] == len(catalogue())
    assert min(found["migrations"]) > 0
    assert found["png"] > 50
    assert found["cancelled"] == ["Abbrechen", "Annuler", "Annulla", "Cancel"]


@pytest.mark.trial
def test_games_are_kept_among_the_users_files(installed: Installed) -> None:
    assert installed.run("tortuga", "migrate").returncode == 0
    assert (installed.data / "tortuga.db").is_file()
    told = installed.run("tortuga", "doctor", PICTURES="True")
    assert told.returncode == 1, "there is no token"
    assert re.search(r"^ok +pictures +drawn", told.stdout, re.M), told.stdout + told.stderr
    assert re.search(
        rf"^ok +database +{re.escape(str(installed.data))}/tortuga.db: schema", told.stdout, re.M
    )
    assert re.search(r"^WRONG settings +DISCORD_TOKEN is missing", told.stdout, re.M)


@pytest.mark.trial
def test_games_that_are_beside_it_already_stay_there(installed: Installed) -> None:
    here = installed.home / "data/tortuga.db"
    assert installed.run("tortuga", "migrate", DATABASE_PATH="data/tortuga.db").returncode == 0
    assert f" {here.absolute()}: schema" in installed.run("tortuga", "doctor").stdout
    for file in here.parent.iterdir():
        file.unlink()


@pytest.mark.trial
async def test_the_bot_is_set_up_and_found_well(installed: Installed) -> None:
    async with Playground.start() as pg:
        told = await asyncio.to_thread(
            installed.run, "tortuga", "setup", given=f"{pg.token}\n", DISCORD_API_BASE=pg.api_base
        )
        assert told.returncode == 0, told.stdout + told.stderr
        assert "https://discord.com/oauth2/authorize?client_id=" in told.stdout
        assert pg.token not in told.stdout + told.stderr
        assert installed.settings.read_text() == f"DISCORD_TOKEN={pg.token}\n"
        assert installed.settings.stat().st_mode & 0o777 == 0o600
        doctor = await asyncio.to_thread(installed.run, "tortuga", "doctor", DISCORD_API_BASE=pg.api_base)
        assert doctor.returncode == 0, doctor.stdout + doctor.stderr
        assert "warning" not in doctor.stderr
    installed.settings.unlink()


@contextmanager
def demo(installed: Installed) -> Iterator[subprocess.Popen[str]]:
    """As long as the block lasts; then it is stopped as by Ctrl-C."""
    (installed.home / "bot").mkdir(exist_ok=True)  # somebody's own folder of that name is not ours
    running = subprocess.Popen(
        [installed.scripts / "tortuga", "demo", "--no-browser", "--port", "0"],
        cwd=installed.home,
        env=installed.environment(DATABASE_URL="postgresql://somebody@nowhere.invalid/games"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield running
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 0
    finally:
        running.kill()
        running.communicate()


@pytest.mark.trial
def test_the_demo_plays_in_the_browser(installed: Installed) -> None:
    with demo(installed) as running:
        assert running.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", running.stdout.readline())
        assert found is not None
        with urllib.request.urlopen(found[0]) as answer:
            assert b"<title>" in answer.read()
        assert running.stderr is not None
        assert any("ready" in line for line in running.stderr), "the bot is connected to the page's Discord"
    assert (installed.data / "playground/tortuga.db").is_file()
