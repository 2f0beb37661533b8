"""The chance of every test: what is dealt, drawn and named in it comes from its own name, so that a test that
passed passes again. DEALS is another chance for each word: `DEALS=fresh` draws one, told at the top of the
run, for whoever looks for tests that count on a deal.

hypothesis tries the same examples in each run as well, but for fresh ones.
"""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Generator, Sequence
from functools import cached_property
from importlib import import_module
from random import Random
from time import time
from typing import Any

import pytest

from games import fairness
from playground.clock import made_at

DRAWING = "games.fairness", "bot.tables.ids", "bot.tables.robot_pool", "bot.tables.bans"
"""The modules that draw; each has a chance of its own, so that which of them comes first means nothing."""
GENUINE = dict(vars(secrets))
BEGAN = time()
game_seed = fairness.game_seed


class Chance:
    """What a module has in place of `secrets`; where a test has replaced that, its replacement."""

    def __init__(self, module: str) -> None:
        self._module = module
        self.begin("")

    def begin(self, name: str) -> None:
        """From here on it is the chance of this name."""
        self._name = name
        self.__dict__.pop("state", None)

    @cached_property
    def state(self) -> Random:
        """Made where it is asked for: most tests draw in one of the modules at most."""
        return Random(f"{self._name} {self._module} {os.environ.get('DEALS', '')}")

    def __getattr__(self, name: str) -> Any:
        """The function of that name in `secrets`, drawing by this chance."""
        if (there := getattr(secrets, name)) is not GENUINE[name] or _is_replaced():
            return there
        match name:
            case "token_bytes":
                return self.state.randbytes
            case "token_hex":
                return lambda count: self.state.randbytes(count).hex()
            case "randbits":
                return self.state.getrandbits
            case "choice":
                return self.state.choice
        raise AttributeError(f"tests have no stated chance for secrets.{name}")


def seed_of_places(secret: bytes, joins: Sequence[str | int], cuts: Sequence[tuple[str | int, str]]) -> bytes:
    """`fairness.game_seed`, in which an id that was made in this run counts by its place among such ids: it
    tells the time of day.
    """
    if _is_replaced():
        return game_seed(secret, joins, cuts)
    new = sorted({id for id in map(str, (*joins, *(who for who, _word in cuts))) if _is_new(id)}, key=int)
    places = {id: f"place {place}" for place, id in enumerate(new)}
    counted = [places.get(str(join), join) for join in joins]
    return game_seed(secret, counted, [(places.get(str(who), who), word) for who, word in cuts])


def _is_replaced() -> bool:
    return secrets.token_bytes is not GENUINE["token_bytes"]


def _is_new(id: str) -> bool:
    return id.isdecimal() and made_at(id) >= BEGAN - 1


def others_deal() -> None:
    """From here to the end of the test another process deals, or deals again what it shows: what is dealt is
    computed as it is there.
    """
    fairness.game_seed = game_seed


CHANCES = [Chance(module) for module in DRAWING]


def _begin(name: str) -> None:
    random.seed(f"{name} {os.environ.get('DEALS', '')}")
    for chance in CHANCES:
        chance.begin(name)


def pytest_configure() -> None:
    if os.environ.get("DEALS") == "fresh":
        os.environ["DEALS"] = secrets.token_hex(4)  # the other processes of this run have the same
    for name, chance in zip(DRAWING, CHANCES, strict=True):
        module: Any = import_module(name)
        assert getattr(module, "secrets", None) is secrets, (
            f"{name} draws no more: whoever does in its place is to be named"
        )
        module.secrets = chance


def pytest_report_header() -> str | None:
    return f"the chance of each test: DEALS={os.environ['DEALS']}" if "DEALS" in os.environ else None


def pytest_make_collect_report(collector: pytest.Collector) -> None:
    """What is drawn while a file is read."""
    _begin(collector.nodeid)


def deal_as(name: str) -> None:
    """From here on all is dealt, drawn and named by the chance of this name."""
    _begin(name)
    fairness.game_seed = seed_of_places


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    deal_as(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any, request: Any) -> Generator[None, object, object]:
    """What several tests share is the same whichever of them comes first."""
    if request.scope == "function":
        return (yield)
    before = random.getstate(), [chance.state for chance in CHANCES]
    _begin(f"{request.node.nodeid} {fixturedef.argname}")
    try:
        return (yield)
    finally:
        random.setstate(before[0])
        for chance, state in zip(CHANCES, before[1], strict=True):
            chance.state = state
