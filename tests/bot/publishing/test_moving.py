"""A message that is posted anew never stands twice: not after a crash in between, not in a thread that was
put away. (The simulation found what is tried here, `tests/simulation`.)
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Tortuga
from bot.publishing.messages import LEFT
from bot.publishing.table_messages import TableMessages
from bot.tables.model import Table
from playground import Playground, Seen, Visitor
from storage.models import OutboxRow
from tests.support.bot import tortuga
from tests.support.table_play import deal, open_lobby, table_of
from tests.support.whole_game import come_to_rest


def messages_of(bot: Tortuga) -> TableMessages:
    """Those of the bot's tables."""
    return bot.services.table_publisher.messages


def standing(pg: Playground, table: str, verb: str) -> list[Seen]:
    """The public messages with a button that does this at the table."""
    return [
        seen
        for channel in pg.world.state.channels.values()
        for seen in pg.person("Anne").sees(channel)
        if not seen.is_ephemeral and f"{verb}:{table}" in [each.custom_id for each in seen.buttons]
    ]


async def settled(bot: Tortuga, table: str) -> None:
    """All is drawn that is to be drawn."""
    bot.services.table_publisher.redraw(table)
    await bot.services.table_publisher.message_redraws.settled()


async def table_at(bot: Tortuga, board: Seen) -> Table:
    """The table of this message."""
    return await bot.services.tables.table(table_of(board))


@pytest.mark.parametrize("posted", [False, True], ids=["before it was posted", "after it was posted"])
async def test_a_board_whose_move_a_crash_cut_short_stands_once(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, tmp_path: Path, posted: bool
) -> None:
    board = await deal(anne, calico)
    await come_to_rest(bot)
    table = await table_at(bot, board)
    messages = messages_of(bot)
    old = (await messages.posts.of(table.id, table.guild))["board"]
    await messages.posts.posted(table.id, f"{LEFT}board", old.channel, old.message, 0)
    if posted:
        payload = await messages.drawn(table, "board")
        await messages.channels.post(table.guild, old.channel, payload, nonce="before the crash")
    await bot.close()
    async with tortuga(pg, tmp_path) as again:
        await settled(again, table.id)
        [stands] = standing(pg, table.id, "sheet")
        known = await messages_of(again).posts.of(table.id, table.guild)
    assert known["board"].message == int(stands.id)
    assert (str(old.message) not in pg.world.posts_in(str(old.channel))) is posted
    assert not any(kind.startswith(LEFT) for kind in known)


async def test_a_board_that_was_remembered_before_a_crash_leaves_no_old_one(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    await come_to_rest(bot)
    table = await table_at(bot, board)
    messages = messages_of(bot)
    old = (await messages.posts.of(table.id, table.guild))["board"]
    await messages.posts.posted(table.id, f"{LEFT}board", old.channel, old.message, 0)
    payload = await messages.drawn(table, "board")
    await messages.post_anew(table, "board", [old.channel], payload, instead_of=old.message)
    assert str(old.message) in pg.world.posts_in(str(old.channel))
    await settled(bot, table.id)
    assert str(old.message) not in pg.world.posts_in(str(old.channel))
    [stands] = standing(pg, table.id, "sheet")
    assert stands.channel_id == str(old.channel)


async def test_a_board_leaves_a_thread_that_was_put_away(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    await come_to_rest(bot)
    table = await table_at(bot, board)
    thread = pg.world.channel(board.channel_id)
    pg.archive(thread)
    shown = await anne.slash("table show", table=table.id, channel="captains-table")
    assert await shown.settled() is not None
    await settled(bot, table.id)
    [stands] = standing(pg, table.id, "sheet")
    assert stands.channel_id == pg.channel("captains-table").id
    assert pg.world.channel(thread.id).metadata.archived


async def test_a_lobby_that_an_answer_posted_unnoticed_is_not_posted_again(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    """The answer may arrive although the bot dies at once: no attempt at the outbox entry tells of it."""
    lobby = await open_lobby(anne)
    await come_to_rest(bot)
    table, messages = await table_at(bot, lobby), messages_of(bot)
    await messages.posts.gone((await messages.posts.of(table.id, table.guild))["lobby"])
    entry = OutboxRow(99, table.id, "lobby", b"{}", attempts=0)
    await bot.services.table_publisher.run(table, entry)
    [stands] = standing(pg, table.id, "join")
    assert stands.id == lobby.id
    known = await messages.posts.of(table.id, table.guild)
    assert known["lobby"].message == int(lobby.id)
