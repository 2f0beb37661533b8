"""Where the bot keeps its games and how many processes it is: the same test runs on each.

`pytest tests/acceptance --engine postgres --processes 2`. Without these, on a file with one process, and what
is marked `several_processes` on PostgreSQL with two as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest

from playground import Clock, GatewayRules, Playground
from playground.default_world import default_world
from playground.gateway_session import UNHURRIED
from playground.world import World
from storage import migrate
from tests.support.postgres import running_postgres

ALSO_THERE = "several_processes"
BY_ITSELF = "by_itself"
ACKNOWLEDGED, UNKNOWN_INTERACTION = 40060, 10062
_NAMES = {("sqlite", 1): "sqlite", ("postgres", 1): "postgres", ("postgres", 2): "two processes"}


@dataclass(frozen=True, slots=True)
class Deployment:
    """An engine and a number of processes."""

    engine: str = "sqlite"
    processes: int = 1
    url: str = ""
    """The address of the PostgreSQL database; empty with SQLite."""

    def __str__(self) -> str:
        return _NAMES[self.engine, self.processes]

    @property
    def shards(self) -> int:
        """Two for each process, where there is more than one."""
        return 1 if self.processes == 1 else 2 * self.processes

    @property
    def all_shards(self) -> list[tuple[int, int]]:
        """Their numbers, each with how many there are."""
        return [(number, self.shards) for number in range(self.shards)]

    @property
    def explained(self) -> frozenset[int]:
        """Codes of refusals after a death: whoever takes over hears again what was answered just before it,
        and asks Discord whether what nobody has answered can still be.
        """
        return frozenset((ACKNOWLEDGED, UNKNOWN_INTERACTION) if self.processes > 1 else ())

    @property
    def settings(self) -> dict[str, str]:
        """What each of the processes is told."""
        told = {"DATABASE_URL": self.url} if self.engine == "postgres" else {}
        return told if self.processes == 1 else told | {"SHARD_COUNT": str(self.shards)}


ON_A_FILE, ON_POSTGRES, TWO_PROCESSES = Deployment(), Deployment("postgres"), Deployment("postgres", 2)

_current = ON_A_FILE


def current() -> Deployment:
    """As the bots are deployed that are started now."""
    return _current


@contextmanager
def deployed(deployment: Deployment) -> Iterator[Deployment]:
    """Bots and playgrounds that are started within the block are deployed so."""
    global _current
    before, _current = _current, deployment
    try:
        yield deployment
    finally:
        _current = before


@asynccontextmanager
async def started_playground(world: World | None = None, **options: Any) -> AsyncIterator[Playground]:
    """A playground with as many shards as the bot will have. In a world that is not given, people play on the
    last of them, so that another process hears of their direct messages.
    """
    rules: GatewayRules | None = None
    if (shards := _current.shards) > 1:
        rules = replace(UNHURRIED, max_concurrency=16, shards=shards)
        world = world or default_world(Clock(), (shards - 1, shards))
    async with Playground.start(limits="off", world=world, rules=rules, **options) as pg:
        yield pg


@contextmanager
def deployed_in_turn(number: int) -> Iterator[Deployment]:
    """On a file, on a PostgreSQL server of its own, or there with two processes, by a trial's seed."""
    wanted = (ON_A_FILE, ON_POSTGRES, TWO_PROCESSES)[number % 3]
    with ExitStack() as stack:
        if wanted.engine == "postgres":
            wanted = replace(wanted, url=stack.enter_context(running_postgres()).new_database())
            asyncio.run(migrate(wanted.url))
        yield stack.enter_context(deployed(wanted))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--engine", choices=("sqlite", "postgres"), help="where the acceptance tests' bots play")
    parser.addoption("--processes", type=int, choices=(1, 2), default=1, help="how many these bots are")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{ALSO_THERE}: runs on PostgreSQL with two processes in any case")
    config.addinivalue_line("markers", f"{BY_ITSELF}(why): says itself on what it runs, or runs on one only")
    if config.getoption("processes", 1) != 1 and config.getoption("engine") != "postgres":
        raise pytest.UsageError("several processes need --engine postgres")


def generate_deployments(metafunc: pytest.Metafunc) -> None:
    """For `pytest_generate_tests` of a folder whose tests have the fixture `deployment`."""
    node, engine = metafunc.definition, metafunc.config.getoption("engine")
    if engine is not None:
        wanted = [Deployment(engine, metafunc.config.getoption("processes") or 1)]
    elif node.get_closest_marker(ALSO_THERE):
        wanted = [ON_A_FILE, TWO_PROCESSES]
    else:
        return
    metafunc.parametrize("deployment", wanted, indirect=True, ids=str)


def database_of(request: pytest.FixtureRequest) -> Deployment:
    """The deployment that the test is run with, with a database of its own."""
    wanted: Deployment = getattr(request, "param", ON_A_FILE)
    alone = request.node.get_closest_marker(BY_ITSELF)
    if alone and wanted != ON_A_FILE:
        pytest.skip(f"not with {wanted}: {alone.args[0]}")
    if wanted.engine == "sqlite":
        return wanted
    return replace(wanted, url=request.getfixturevalue("postgres_url"))
