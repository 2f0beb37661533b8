"""Whoever posts messages keeps in memory which a table has; anybody else looks. And how old they are."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from discord.utils import time_snowflake, utcnow

from bot.publishing.message_state import PostedMessages
from storage import Change, Shard, opened
from tests.storage.samples import new_table

HERE = 1


async def test_whoever_serves_others_sees_a_board_that_was_moved(tmp_path: Path) -> None:
    async with opened(tmp_path / "db") as store:
        await store.commit(Change(new_table("t1", guild=HERE)))
        here, elsewhere = (PostedMessages(store, Shard(id, 2)) for id in range(2))
        await here.posted("t1", "board", 10, 100, 1)
        assert (await elsewhere.of("t1", HERE))["board"].message == 100
        await here.posted("t1", "board", 11, 101, 2)
        for posts in (here, elsewhere):
            assert (await posts.of("t1", HERE))["board"].message == 101
        await here.gone((await here.of("t1", HERE))["board"])
        assert not await elsewhere.of("t1", HERE)


async def test_a_message_that_is_found_after_a_crash_is_as_old_as_it_is(tmp_path: Path) -> None:
    """Else it would be edited at will, which Discord refuses with 30046."""
    posted_at = utcnow() - timedelta(hours=2)
    async with opened(tmp_path / "db") as store:
        await store.commit(Change(new_table("t1", guild=HERE)))
        posts = PostedMessages(store)
        await posts.posted("t1", "board", 10, time_snowflake(posted_at), 1)
        board = (await posts.of("t1", HERE))["board"]
    assert abs(board.at - posted_at.timestamp()) < 1
