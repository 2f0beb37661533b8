"""A game from somebody else's package: installed, found, offered, and played to its end, with no line of ours
that knows it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio

from bot.i18n.catalogues import catalogue_file
from playground import Playground
from tests.support.child import HASTE, ROOT, ChildBot
from tests.support.processes import running_bot
from tests.support.table_play import (
    behind_more,
    board_of,
    choices,
    choose_first,
    hand,
    has_ended,
    is_result,
    open_lobby,
    play_on,
)
from tools import messages

SOURCE = ROOT / "tests" / "plugin_game"
GAME = "doubloons"
CREW = ("Anne", "Bartholomew", "Calico")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package is installed, built from its source with nothing fetched for it."""
    folder = tmp_path_factory.mktemp("packages")
    install = ("pip", "install", "--quiet", "--disable-pip-version-check", "--no-cache-dir", "--no-index")
    subprocess.run(
        [sys.executable, "-m", *install, "--no-deps", "--no-build-isolation", "--target", folder, SOURCE],
        check=True,
        timeout=100,
    )
    return folder


@pytest_asyncio.fixture
async def bot_with_package(pg: Playground, tmp_path: Path, packages: Path) -> AsyncIterator[ChildBot]:
    """The bot, which finds the package beside its own."""
    found = os.pathsep.join(map(str, (ROOT, packages)))
    async with running_bot(pg, tmp_path, PYTHONPATH=found, **HASTE) as started:
        yield started


@pytest.fixture
def translated(packages: Path) -> Iterator[None]:
    """Somebody has translated the package's first sentence to German."""
    folder = packages / GAME / "locale"
    path = catalogue_file(folder, "de")
    path.parent.mkdir(parents=True)
    path.touch()
    messages.main([str(packages / GAME)])
    collected = path.read_text()
    path.write_text(collected.replace('msgid "Doubloons"\nmsgstr ""', 'msgid "Doubloons"\nmsgstr "Dublonen"'))
    yield
    shutil.rmtree(folder)


def games_found(*folders: Path) -> list[str]:
    """The catalogue of a Python that finds packages in these folders too."""
    found = subprocess.run(
        [sys.executable, "-c", "from games.catalogue import catalogue; print(*catalogue())"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, *folders)))},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return found.stdout.split()


def games_offered(pg: Playground) -> list[str]:
    """What `/table create` offers as games."""
    (commands,) = [each for each in pg.world.state.commands.values() if each]
    options: list[dict[str, Any]] = commands
    for name in ("table", "create", "game"):
        found = next(each for each in options if each["name"] == name)
        options = found.get("options", [])
    return [choice["value"] for choice in found["choices"]]


def test_the_package_brings_its_game_where_it_is_installed_and_nowhere_else(packages: Path) -> None:
    without = games_found()
    assert GAME not in without
    assert games_found(packages) == [*without, GAME]


@pytest.mark.usefixtures("translated")
async def test_a_package_brings_its_own_translations(pg: Playground, bot_with_package: ChildBot) -> None:
    anne = pg.person("Anne")
    told = await anne.speaks("de").slash("rules", game=GAME)
    assert "## Dublonen" in told.text
    assert "## Doubloons" in (await anne.speaks("fr").slash("rules", game=GAME)).text


async def test_a_game_from_a_package_is_offered_and_played_to_its_end(
    pg: Playground, bot_with_package: ChildBot
) -> None:
    assert GAME in games_offered(pg)
    people = [pg.person(name) for name in CREW]
    lobby = await open_lobby(*people, game=GAME, pace="none")
    assert "the highest card wins a coin" in lobby.text
    await people[0].press(lobby, "Start")
    board = await board_of(people[0], lobby)
    await play_on(pg, {person.name: await hand(person, board) for person in people}, random=Random(4))

    result = await people[0].wait_for(is_result)
    assert all(name in result.text for name in CREW)
    assert sum(map(int, re.findall(r"(\d+) points?\b", result.text))) == 6, "six coins were there to be won"
    log = await behind_more(people[0], result, "Log")
    assert log.text.count("wins the coin with") == 6
    assert pg.violations == []


async def test_its_course_is_learned_in_private_and_tells_everything_once(
    pg: Playground, bot_with_package: ChildBot
) -> None:
    del bot_with_package
    anne = pg.person(CREW[0])
    shown = await (await anne.slash("learn", game=GAME)).settled()
    assert shown is not None
    told: list[str] = []
    while not has_ended(shown.refresh()):
        told += [line for line in shown.text.splitlines() if line.startswith("🎓")]
        if choices(shown):
            await choose_first(anne, shown)
        else:
            await anne.wait_for(
                lambda seen: seen.id == shown.id and bool(choices(seen) or has_ended(seen)), timeout=20
            )
    assert len(told) == len(set(told)) == 3
    assert "You know Doubloons now" in shown.text
