"""What changes in a thread that was put away: it is opened for that, and put away again, whatever comes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import discord
import pytest

from bot.app import Tortuga
from bot.client.channels import Channels
from bot.publishing.notification_transport import DiscordNotificationTransport
from bot.ui.views import Payload
from playground import Playground
from storage.models import OutboxRow
from tests.bot.commands.test_leaving import ways_out
from tests.bot.test_nudging import SPEED, is_nudge
from tests.support.bot import tortuga
from tests.support.idle import until, until_told
from tests.support.table_play import deal, has_ended, table_of

DELETE = "DELETE /channels/{channel_id}/messages/{message_id}"
CHANGE = "PATCH /channels/{channel_id}"
TEXT = Payload([{"type": 10, "content": "Your turn!"}])


@dataclass
class Thread:
    """A thread that is put away, and the bot's message in it."""

    pg: Playground
    id: int
    message: int

    @property
    def is_archived(self) -> bool:
        """Whether it is put away now."""
        return self.pg.world.channel(str(self.id)).metadata.archived

    @property
    def has_message(self) -> bool:
        """Whether people still see the message."""
        there = self.pg.person("Anne").sees(self.pg.world.channel(str(self.id)))
        return str(self.message) in [seen.id for seen in there]

    def changes(self) -> list[bool]:
        """Each time that the bot put it away (true) or opened it."""
        return put_away(self.pg, str(self.id))


def put_away(pg: Playground, thread: str) -> list[bool]:
    """Each time that the bot put the thread away (true) or opened it."""
    changes = [request for request in pg.requests if request.route == CHANGE and thread in request.path]
    return [request.json["archived"] for request in changes]


@pytest.fixture
async def channels(bot: Tortuga) -> Channels:
    """The channels as the bot reaches them."""
    return bot.services.table_publisher.messages.channels


@pytest.fixture
async def thread(pg: Playground, channels: Channels) -> Thread:
    """A thread with a message, put away by silence."""
    guild, services = int(pg.guild().id), int(pg.channel("tavern").id)
    card = await channels.post(guild, services, TEXT, nonce="card")
    thread = await channels.open_thread(guild, services, card, "A game")
    message = await channels.post(guild, thread, TEXT, nonce="message")
    pg.archive(pg.world.channel(str(thread)))
    return Thread(pg, thread, message)


async def test_what_was_put_away_is_open_while_something_changes_in_it_and_put_away_again(
    thread: Thread, channels: Channels
) -> None:
    async with channels.open_again(thread.id):
        assert not thread.is_archived
    assert thread.is_archived


async def test_what_was_put_away_is_put_away_again_also_when_the_change_is_refused(
    thread: Thread, channels: Channels
) -> None:
    thread.pg.fail_next(DELETE, 400)
    with pytest.raises(discord.HTTPException):
        async with channels.open_again(thread.id):
            await channels.delete(0, thread.id, thread.message)
    assert thread.changes() == [False, True]
    assert thread.is_archived


async def test_nothing_is_tried_in_a_thread_that_others_have_put_away(
    thread: Thread, channels: Channels, bot: Tortuga
) -> None:
    at = int(thread.pg.guild().id), thread.id
    await until(lambda: bot.guilds[0].get_thread(thread.id) is None)  # it has heard of it
    await channels.change(*at, lambda: channels.delete(*at, thread.message))
    assert not thread.has_message
    assert thread.is_archived
    assert thread.pg.violations == []


async def test_nothing_is_tried_in_a_thread_that_it_has_just_put_away_itself(
    thread: Thread, channels: Channels
) -> None:
    """However late the gateway tells of it: of a server that is not named it never does."""
    await channels.reopen(thread.id)
    await channels.archive(thread.id)
    await channels.change(0, thread.id, lambda: channels.delete(0, thread.id, thread.message))
    assert not thread.has_message
    assert thread.is_archived
    assert thread.pg.violations == []


async def test_a_thread_that_people_have_opened_again_stays_open_for_them(
    thread: Thread, channels: Channels
) -> None:
    await channels.reopen(thread.id)
    await channels.archive(thread.id)
    thread.pg.person("Anne").says("Who is here?", channel=thread.pg.world.channel(str(thread.id)))
    await channels.change(0, thread.id, lambda: channels.delete(0, thread.id, thread.message))
    assert not thread.has_message
    assert not thread.is_archived


async def test_a_nudge_in_a_thread_that_was_put_away_is_taken_away_and_the_thread_stays_so(
    thread: Thread, bot: Tortuga
) -> None:
    transport = DiscordNotificationTransport(bot.services.table_publisher.messages)
    assert thread.has_message
    await transport.delete(thread.id, thread.message)
    assert not thread.has_message
    assert thread.is_archived


async def test_a_thread_is_put_away_when_the_last_nudge_in_it_has_gone_and_not_opened_for_that(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path, SPEED) as bot:
        board = await deal(anne, calico)
        nudge = await anne.wait_for(is_nudge(anne))
        pg.hold_back_next(DELETE, 1.0)
        asked = await calico.press(await ways_out(calico, board), "Concede")
        assert asked.message is not None
        await calico.press(asked.message, "Yes, concede")
        await anne.wait_for(lambda seen: seen.channel_id == board.channel_id and has_ended(seen))
        await until_told(bot.store, lambda: nudge.is_gone)
    assert put_away(pg, board.channel_id) == [True]


async def test_no_thread_is_put_away_of_a_game_whose_closing_was_undone_meanwhile(
    pg: Playground, bot: Tortuga
) -> None:
    """That it was closed is still to be done when the undo is stored already."""
    board = await deal(pg.person("Anne"), pg.person("Calico"))
    table = await bot.services.tables.table(table_of(board))
    await bot.services.table_publisher.run(table, OutboxRow(10_000, table.id, "closed", b"", 1))
    assert put_away(pg, board.channel_id) == []
