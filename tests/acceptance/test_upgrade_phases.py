"""Games in every phase, left by an earlier version: each goes on by a button of then, and to its end."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.app import Tortuga
from bot.tables.model import Table
from bot.tables.verify import verify_table
from playground import Playground, Visitor
from playground.recorder import Violation
from tests.storage.make_database import PEOPLE, Company
from tests.storage.make_phases import PHASES
from tests.support.bot import tortuga
from tests.support.database_playground import kept_world
from tests.support.forged_interactions import Crafted, answer_to

pytestmark = pytest.mark.by_itself(
    "looks at each step into the test's own process; test_upgrade.py does it from without"
)

KEPT = sorted(PHASES.glob("*.sqlite3"))
UNKNOWN_MESSAGE = 10008
ENDS = ("leave", "close", "rematch", "start", "join", "robot", "pick", "picks", "back")
"""Buttons after which a table is no longer as it was left."""
Scene = dict[str, Any]


@pytest.fixture
async def pg() -> AsyncIterator[Playground]:
    """Where the people of the databases are, before the bot comes back."""
    async with Playground.start(limits="off", world=kept_world()) as pg:
        yield pg


@pytest.fixture(params=KEPT, ids=lambda file: file.stem)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database of an earlier version; where the bot finds it, stands a copy."""
    (tmp_path / "tortuga.db").write_bytes(request.param.read_bytes())
    return request.param


def scenes_of(file: Path) -> list[Scene]:
    return json.loads(file.with_suffix(".json").read_text())


async def at_home(pg: Playground, user: int) -> Visitor:
    """The person, with a private message of the bot's before them."""
    person = pg.person(PEOPLE[user])
    await (await person.slash("help")).settled()
    return person


async def moved(bot: Tortuga, scene: Scene, before: tuple[int, tuple[str, ...]]) -> bool:
    return await stands(bot, scene) != before


async def stands(bot: Tortuga, scene: Scene) -> tuple[int, tuple[str, ...]]:
    """How many moves were made, and what the one who is asked has chosen so far."""
    table = await bot.services.tables.table(scene["table"])
    seat = table.seat_of(scene["user"])
    assert seat is not None
    return table.actions, tuple(await bot.services.tables.drafts.of(table, seat))


async def press_old_choice(pg: Playground, bot: Tortuga, scene: Scene, person: Visitor) -> None:
    """One of the choices that were before them then, the first that the rules allow. Where what they had
    chosen before it is not asked any more, it shows their hand as it is asked now.
    """
    before, source = await stands(bot, scene), person.last().post
    forgotten = int(scene["what"].split()[0]) > len(before[1])  # "2 And ...": after two choices
    for custom_id in scene["buttons"]:
        verb = custom_id.split(":")[0]
        if verb in ("pick", "picks"):
            values = ("0",) if verb == "picks" else None
            said = await answer_to(pg, person, Crafted(custom_id, values), source)
            if await moved(bot, scene, before):
                return
            if forgotten:
                assert "👉" in said, said
                return
    raise AssertionError(f"no old button does anything at {scene['game']}: {scene['what']}")


async def played_out(bot: Tortuga, company: Company, table_id: str) -> Table:
    """The table after a thousand moves, or at its game's end."""
    table = await bot.services.tables.table(table_id)
    for _move in range(1000):
        if table.phase != "playing":
            break
        await company.move(table_id)
        table = await bot.services.tables.table(table_id)
    return table


async def test_each_game_goes_on_by_an_old_button_and_is_played_to_its_end(
    pg: Playground, file: Path, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path) as bot:
        company = Company(bot.services.tables, first=1_700_000_000_000_000_000)
        home = {user: await at_home(pg, user) for user in PEOPLE}
        for scene in scenes_of(file):
            if scene["user"] is None:
                continue
            await press_old_choice(pg, bot, scene, home[scene["user"]])
            table = await played_out(bot, company, scene["table"])
            assert table.phase == "over", scene
            assert all(finding.right for finding in await verify_table(bot.store, table.id)), scene
    assert unexpected(pg) == []


async def test_whatever_else_could_be_pressed_then_is_answered(
    pg: Playground, file: Path, tmp_path: Path
) -> None:
    async with tortuga(pg, tmp_path) as bot:
        anne = await at_home(pg, 101)
        for scene in scenes_of(file):
            for custom_id in scene["buttons"]:
                if custom_id.split(":")[0] in ENDS:
                    continue
                said = await answer_to(pg, anne, Crafted(custom_id), anne.last().post)
                assert said, custom_id
                assert "my mistake" not in said, custom_id
                assert "That's an old " not in said, custom_id
        del bot
    assert unexpected(pg) == []


def unexpected(pg: Playground) -> list[Violation]:
    """What the bot was told off for, apart from the messages of then, which are not in this world."""
    return [each for each in pg.violations if each.code != UNKNOWN_MESSAGE]
