"""The whole program: the bot in processes of its own, and Discord's stand-in, over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from playground import Playground
from tests.support.child import HASTE, ChildBot
from tests.support.deployment import Deployment, database_of, deployed, generate_deployments
from tests.support.processes import running_bot

FOLDER = Path(__file__).parent


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test is run on what is asked for."""
    generate_deployments(metafunc)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them are trials, but for those that are samples."""
    for item in items:
        if item.path.parent == FOLDER and not item.get_closest_marker("sample"):
            item.add_marker(pytest.mark.trial)


@pytest.fixture(autouse=True)
def deployment(request: pytest.FixtureRequest) -> Iterator[Deployment]:
    """Where the bots of the test keep their games, and how many processes they are."""
    with deployed(database_of(request)) as chosen:
        yield chosen


@pytest.fixture
async def bot(pg: Playground, tmp_path: Path) -> AsyncIterator[ChildBot]:
    """The bot, connected, and as fast as those who press here."""
    async with running_bot(pg, tmp_path, **HASTE) as started:
        yield started
