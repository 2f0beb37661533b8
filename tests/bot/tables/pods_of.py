"""Pods for tests: four entrants, and the table that a tournament would open for them."""

from __future__ import annotations

from typing import Any

from bot.pace import BLITZ
from bot.tables.ids import pod_table_id
from bot.tables.model import Table
from bot.tables.pod_model import PodInfo, PodSeat, PodTarget
from bot.tables.pods import new_pod_table
from games.catalogue import game
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE
from tests.bot.tables.test_clocks import Days

NAMES = ("Anne", "Bartholomew", "Calico")
SECRET = "5e" * 32
TABLE = pod_table_id("cup", 2, 1, 5)
SHOW_UP = 600.0


def sitter(name: str, entrant: str | None = None) -> PodSeat:
    """Somebody whom the draw knows by the first letter of their name; no name: a robot fills in."""
    if not name:
        return PodSeat("")
    return PodSeat(entrant or name[0], PEOPLE[name], name, f"9{PEOPLE[name]}")


def pod(*names: str, **rules: Any) -> PodInfo:
    """The fifth pod of the second round."""
    entrants = tuple(name[:1] for name in names)
    usual = {"round": 2, "number": 5, "show_up": SHOW_UP}
    return PodInfo("cup", "Winter Cup", entrants=entrants, **{**usual, **rules})


async def opened(days: Days, *names: str, pace: Any = BLITZ, options: Any = None, **rules: Any) -> Table:
    """The table of a pod of these people, opened as a tournament does."""
    names = names or NAMES
    table = new_pod_table(
        TABLE,
        guild=GUILD,
        channel=CHANNEL,
        game=game(GAME),
        options=options or {},
        pace=pace,
        rated=True,
        locale="de",
        secret=SECRET,
        pod=pod(*names, **rules),
        sitters=tuple(map(sitter, names)),
        now=days.clock.now(),
    )
    return await days.tables.pods.open(table)


def pod_target(*names: str, **wanted: Any) -> PodTarget:
    """Those sit there, and otherwise everything is as usual but for what is wanted."""
    return PodTarget(tuple(map(sitter, names or NAMES)), **wanted)


async def come(days: Days, *names: str) -> None:
    """They say that they are here."""
    for name in names:
        await days.tables.pods.check_in(days.press(name), TABLE)


async def dealt(days: Days, *names: str, **how: Any) -> Table:
    """A pod's table to which everybody has come."""
    names = names or NAMES
    await opened(days, *names, **how)
    await come(days, *(name for name in names if name))
    await days.settled()
    table = await days.tables.table(TABLE)
    assert table.phase == "playing"
    return table
