"""A duplicate cup as people see it: boards, results and the page say nothing before the last pod is over."""

from __future__ import annotations

from pathlib import Path
from random import Random

import aiohttp
import pytest
from msgspec.structs import replace

from bot.tournaments import actions
from bot.tournaments.settings import default_settings
from games.catalogue import game
from playground import Playground, Seen
from tests.support.bot import tortuga
from tests.support.idle import until
from tests.support.ports import free_port
from tests.support.table_play import choices, choose_any, hand, lists
from tests.support.tournament_play import shown
from tests.support.whole_game import PEOPLE, come_to_rest
from tests.support.whole_tournament import PATIENCE, Cup, announced

pytestmark = pytest.mark.long
GAME, POD = "skull-king", 3


async def playing(pg: Playground, cup: Cup) -> None:
    """Six have entered, and the tables of the first round stand."""
    await cup.entered()
    await cup.act(actions.Begin())
    await cup.act(actions.OpenRound())

    async def stand() -> bool:
        return len(await cup.tables()) == 2

    await until(stand)
    await come_to_rest(cup.bot)


async def board_of(cup: Cup, table: str) -> Seen:
    """What stands in the table's thread."""
    tavern = cup.pg.channel("tavern").id
    looking = cup.pg.person("Morgan")
    return await looking.wait_for(
        lambda seen: (
            any(each.custom_id == f"hand:{table}" for each in seen.buttons) and seen.channel_id != tavern
        ),
        PATIENCE,
    )


async def played(cup: Cup, table: str, board: Seen) -> None:
    """Each of those who sit there plays their card."""
    services = cup.bot.services.tables
    people = [cup.people[user] for user in (await services.table(table)).people]
    hands = {person: await hand(person, board) for person in people}
    while (await services.table(table)).phase == "playing":
        for person, held in hands.items():
            if choices(held.refresh()) or lists(held):
                await choose_any(person, held, cup.random)
        await come_to_rest(cup.bot)


async def page_of(cup: Cup, port: int) -> str:
    """What everybody reads in a browser."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/t/{cup.id}") as got:
        assert got.status == 200
        return await got.text()


async def test_nobody_else_sees_a_table_before_the_last_pod_is_over_and_then_all_hands_stand_side_by_side(
    tmp_path: Path,
) -> None:
    port = free_port()
    async with Playground.start(limits="off") as pg, tortuga(pg, tmp_path, web_port=port) as bot:
        pg.add_people(*PEOPLE[3:])
        people = [pg.person(name) for name in PEOPLE[: 2 * POD]]
        usual = default_settings(
            game(GAME), "Same cards", game_options={"length": "bedtime"}, format="duplicate"
        )
        how = replace(usual.how, fewest=POD, preferred=POD, most=POD, rounds=1)
        settings = replace(usual, public_page=True, show_up=0.0, between=0.0, by_hand=True, how=how)
        cup = await announced(pg, bot, game(GAME), settings, people, Random(3))
        await playing(pg, cup)
        first, second = await cup.tables()
        inside, outside = cup.people[first.people[0]], cup.people[second.people[0]]
        board = await board_of(cup, first.id)
        refused = await shown(await outside.press(board, custom_id=f"hand:{first.id}"))
        assert "Others play the same cards" in refused.text
        assert "Your cards" not in refused.text

        await played(cup, first.id, board)
        assert "Others play the same cards" in board.refresh().text
        assert "bid" not in board.text
        refused = await shown(await outside.press(board, custom_id=f"more:{first.id}"))
        assert "Others play the same cards" in refused.text
        refused = await shown(await inside.slash("replay", table=first.id))
        assert "Others play the same cards" in refused.text, "with all hands, others' among them"
        page = await page_of(cup, port)
        assert "Replay" not in page
        assert "With this hand" not in page
        standings = await shown(await inside.slash("tournament standings"))
        assert "You're number" not in standings.text

        await played(cup, second.id, await board_of(cup, second.id))

        async def opened() -> bool:
            tables = [await bot.services.tables.table(each.id) for each in (first, second)]
            return not any(each.is_closed for each in tables) and (
                "Others play the same cards" not in board.refresh().text
            )

        await until(opened)
        assert "Replay, step" in (await shown(await outside.slash("replay", table=first.id))).text
        content = await bot.services.pages.file(await cup.now(), 10**7)
        assert content is not None
        assert content.decode().count("With this hand") == POD
        assert pg.violations == []
