"""A start with many open tables in the file: only those are read at which something happens by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from benches.fleet import AWAKE, Berth, Fleet, Place, Shipyard
from bot.tables import clocks
from playground import Playground
from storage import migrate
from tests.support.bot import tortuga
from tests.support.table_play import deal, is_board, table_of

TABLES = 120


async def moored(pg: Playground, folder: Path, berths: Sequence[Berth]) -> None:
    """Store them where the bot will look."""
    path = folder / "tortuga.db"
    await migrate(path, lambda _told: None)
    Shipyard(path).write(berths)


def fleet_of(pg: Playground, count: int = TABLES) -> list[Berth]:
    """Tables at any moment of their games, at which people are asked. Anne sits at all of them."""
    place = Place(int(pg.guild().id), int(pg.channel("tavern").id))
    fleet = Fleet([int(pg.person("Anne").id), *range(10**17, 10**17 + 50)], [place])
    return [fleet.under_way(number * 51) for number in range(count)]


def with_a_robot_to_move(berth: Berth) -> Berth:
    """Whoever is asked has a robot in their place."""
    table = berth.table
    asked = table.game.to_act(table.state)
    seats = [
        msgspec.structs.replace(seat, robot="steady") if at in asked else seat
        for at, seat in enumerate(table.seats)
    ]
    return replace(
        berth,
        table=clocks.with_clocks_updated(table, table.with_record(seats=tuple(seats)), None, False, AWAKE),
    )


async def test_tables_at_which_people_are_asked_are_not_read_until_somebody_comes(
    pg: Playground, tmp_path: Path
) -> None:
    berths = fleet_of(pg)
    await moored(pg, tmp_path, berths)
    anne = pg.person("Anne")
    async with tortuga(pg, tmp_path) as bot:
        assert not bot.services.tables.repository.cached
        hand = (await anne.slash("hand", table=berths[7].table.id)).message
        assert hand is not None
        assert hand.is_ephemeral
        assert len(bot.services.tables.repository.cached) == 1


async def test_tables_that_wait_for_a_robot_are_read_and_it_moves(pg: Playground, tmp_path: Path) -> None:
    *people, at_robot = fleet_of(pg, 40)
    robot = with_a_robot_to_move(at_robot)
    await moored(pg, tmp_path, [*people, robot])
    async with tortuga(pg, tmp_path) as bot:
        tables, moved = bot.services.tables, asyncio.Event()
        tables.listen(lambda _table: moved.set())
        if (await tables.table(robot.table.id)).actions == robot.table.actions:
            await asyncio.wait_for(moved.wait(), 60)
        assert (await tables.table(robot.table.id)).actions > robot.table.actions
        assert len(tables.repository.cached) == 1


async def test_a_thread_that_was_deleted_while_the_bot_was_away_is_linked_no_more(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path):
        board = await deal(anne, calico)
        card = next(seen for seen in anne.sees("tavern") if seen.id == board.channel_id)
        others = await deal(anne, calico)
    pg.delete_channel(board)
    before = len(pg.requests)
    async with tortuga(pg, tmp_path):
        await anne.wait_for(
            lambda seen: (
                is_board(seen, table_of(card)) and seen.channel_id == card.channel_id and seen.id != card.id
            )
        )
        turns = await anne.slash("turns")
        assert f"/{board.channel_id}" not in turns.text + str(turns.message and turns.message.json)
        asked = [each.path for each in pg.requests[before:] if each.route == "GET /channels/{channel_id}"]
        assert asked == [f"/channels/{board.channel_id}"], "of threads that are there nothing is asked"
        assert any(seen.id == others.id for seen in anne.sees(others))
