"""Days over real sockets in some seconds: the clock is fast, people come and go, and the bot is killed."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from playground import Playground, Seen, Visitor
from playground.recorder import Violation
from tests.support.database import reading
from tests.support.deployment import Deployment
from tests.support.idle import until
from tests.support.processes import new_bot
from tests.support.table_play import (
    board_of,
    choices,
    choose_any,
    has_ended,
    last_options,
    lists,
    open_lobby,
    press,
    table_of,
)

SPEED = "28800"
"""A second is eight hours."""
PACE = {"move": "2 h", "bank": "4 h", "increment": "1 h"}
"""On that clock: a quarter of a second for a move, half a second more in the bank."""
LIVES = 3
WHILE = 1.5
"""Seconds until the bot is killed."""
ENOUGH = 60.0
"""Seconds in which all must have ended after the last kill."""
TABLES = 2


@pytest.mark.several_processes
async def test_days_pass_over_real_sockets_and_every_game_ends(
    pg: Playground, tmp_path: Path, deployment: Deployment
) -> None:
    people = pg.add_people(*(f"Sailor {number}" for number in range(2 * TABLES)))
    bot = new_bot(pg, tmp_path, CLOCK_SPEED=SPEED)
    await bot.start()
    tables = {
        await begun(host, guest): (host, guest) for host, guest in zip(people[::2], people[1::2], strict=True)
    }
    for life in range(LIVES):
        coming = [
            asyncio.ensure_future(comes_and_goes(person, table, Random(f"{life} {person.name}")))
            for table, pair in tables.items()
            for person in pair
        ]
        if life < LIVES - 1:
            await asyncio.sleep(WHILE)
            await bot.kill()
            for person in coming:
                person.cancel()
            await asyncio.gather(*coming, return_exceptions=True)
            await bot.start()
        else:
            await asyncio.wait_for(asyncio.gather(*coming), ENOUGH)
    await until(lambda: all(seen.is_gone for person in people for seen in person.pings() if is_nudge(seen)))
    assert await bot.stop() == 0
    violations = [each for each in pg.violations if each.code not in deployment.explained]
    assert [each for each in violations if not is_repeated_deletion(each)] == []
    assert len(violations) < LIVES  # after a kill it is not known what had been taken away already
    async with reading(bot.place) as rows:
        phases = Counter(phase for (phase,) in await rows("SELECT phase FROM standing"))
        moves = await rows('SELECT table_id, number, "user" FROM actions ORDER BY 1, 2')
        results = Counter(table for (table,) in await rows("SELECT table_id FROM results"))
    assert phases == {"over": TABLES}
    assert all(results[table] == 2 for table in tables)
    for table in tables:
        numbers = [number for of, number, _user in moves if of == table]
        assert numbers == list(range(1, len(numbers) + 1))
    assert any(user is None for _table, _number, user in moves)  # robots helped out
    assert any(user is not None for _table, _number, user in moves)


async def begun(host: Visitor, guest: Visitor) -> str:
    """A short game begins at a pace of its own: the table's id."""
    lobby = await open_lobby(host, guest, options="length=swift")
    options = await last_options(host, lobby)
    asked = await press(host, options, "ownpace")
    assert asked.modal is not None
    await host.submit(asked.modal, PACE)
    await press(host, lobby, "start")
    await board_of(host, lobby)
    return table_of(lobby)


async def comes_and_goes(person: Visitor, table: str, random: Random) -> None:
    """Somebody plays for a while, is away for a while, until the game has ended."""
    while True:
        shown = await (await person.slash("hand", table=table)).settled()
        assert shown is not None
        if has_ended(shown):
            return
        for _move in range(random.randint(1, 4)):
            if not choices(shown.refresh()) and not lists(shown):
                break
            shown = await choose_any(person, shown, random)
        away = random.uniform(0.5, 1.5) if random.random() < 0.2 else random.uniform(0.02, 0.15)
        await asyncio.sleep(away)


def is_repeated_deletion(violation: Violation) -> bool:
    """Whether the bot took away what it had taken away before."""
    return (violation.method, violation.code) == ("DELETE", 10008)


def is_nudge(seen: Seen) -> bool:
    """Whether a message tells somebody that it is their turn."""
    return any((button.custom_id or "").startswith("nudged:") for button in seen.buttons)
