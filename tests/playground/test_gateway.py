"""The gateway: who is let in, what a session hears by its intents, how it comes back after a break."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from playground import Playground, places, threads
from tests.support.bare_bot import BareBot, running
from tests.support.bare_gateway import ALL_ORDINARY, INTENT_GUILDS, BareGateway


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as client:
        yield client


@pytest.fixture
async def gateway(pg: Playground, session: aiohttp.ClientSession) -> AsyncIterator[BareGateway]:
    async with session.ws_connect(f"{pg.gateway_url}?v=10&encoding=json&compress=zlib-stream") as socket:
        yield BareGateway(socket, pg.token)


async def test_hello_identify_ready_and_the_servers(pg: Playground, gateway: BareGateway) -> None:
    hello = await gateway.receive()
    assert (hello["op"], hello["d"]) == (10, {"heartbeat_interval": 41250})
    await gateway.identify(INTENT_GUILDS)
    ready = await gateway.receive()
    assert (ready["op"], ready["t"], ready["s"]) == (0, "READY", 1)
    assert ready["d"]["guilds"] == [{"id": pg.guild().id, "unavailable": True}]
    guild = (await gateway.receive())["d"]
    assert [channel["name"] for channel in guild["channels"]] == ["tavern", "captains-table"]
    assert [member["user"]["id"] for member in guild["members"]] == [pg.world.bot.id]
    assert guild["member_count"] == 7


async def test_heartbeats_are_acknowledged(gateway: BareGateway) -> None:
    await gateway.receive()
    await gateway.send(1, None)
    assert (await gateway.receive())["op"] == 11


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "wrong", "intents": 1}, 4004),
        (2, {"intents": 1 << 15}, 4014),
        (2, {"intents": 1 << 1}, 4014),
        (2, {}, 4013),
        (2, {"intents": 1, "shard": [2, 2]}, 4010),
        (2, {"intents": 1, "shard": [-1, 2]}, 4010),
        (2, {"intents": 1, "shard": "0"}, 4010),
        (3, {"status": "idle"}, 4003),
        (6, {"token": "wrong", "session_id": "x", "seq": 1}, 4004),
    ],
)
async def test_who_does_not_belong_is_sent_away(
    pg: Playground, gateway: BareGateway, op: int, data: dict[str, Any], code: int
) -> None:
    await gateway.send(op, {"token": pg.token} | data)
    assert await gateway.closed_with() == code
    assert pg.gateway_closings[0][0] == code


async def test_one_identify_is_enough(gateway: BareGateway) -> None:
    await gateway.begin(INTENT_GUILDS)
    await gateway.identify(INTENT_GUILDS)
    assert await gateway.closed_with() == 4005


async def test_opcodes_that_are_not_here_say_so(pg: Playground, gateway: BareGateway) -> None:
    await gateway.begin(INTENT_GUILDS)
    await gateway.send(4, {"guild_id": "1"})
    assert await gateway.closed_with() == 4001
    assert "not modelled" in pg.gateway_closings[0][1]


async def test_what_is_no_frame_is_refused(gateway: BareGateway) -> None:
    await gateway.socket.send_str("{")
    assert await gateway.closed_with() == 4002


async def test_more_than_120_frames_a_minute_are_too_many(gateway: BareGateway) -> None:
    for _ in range(121):
        await gateway.send(1, None)
    assert await gateway.closed_with() == 4008


async def test_messages_are_heard_only_with_their_intents(
    pg: Playground, gateway: BareGateway, session: aiohttp.ClientSession
) -> None:
    await gateway.begin(INTENT_GUILDS)
    async with session.ws_connect(pg.gateway_url) as socket:
        other = BareGateway(socket, pg.token)
        await other.begin(ALL_ORDINARY)
        said = pg.person("Anne").says("hello")
        heard = await other.receive()
        assert (heard["t"], heard["d"]["id"]) == ("MESSAGE_CREATE", said.id)
        assert (heard["d"]["content"], heard["d"]["guild_id"]) == ("", pg.guild().id)
        pg.delete(said)
        assert (await other.receive())["t"] == "MESSAGE_DELETE"
        direct = pg.person("Anne").direct_messages
        pg.person("Anne").says("just you", direct)
        assert (await other.receive())["d"]["content"] == "just you"
    await gateway.send(1, None)
    assert (await gateway.receive())["op"] == 11


async def test_changes_of_places_are_told(pg: Playground, gateway: BareGateway) -> None:
    await gateway.begin(INTENT_GUILDS)

    async def told() -> tuple[str, str]:
        frame = await gateway.receive()
        return frame["t"], frame["d"].get("name", "")

    channel = places.add_channel(pg.world, pg.guild(), "docks")
    assert await told() == ("CHANNEL_CREATE", "docks")
    pg.forget_permission("docks", "send_messages")
    assert await told() == ("CHANNEL_UPDATE", "docks")
    thread = threads.open_thread(pg.world, channel, pg.world.bot.id, "Table", 60, 11)
    assert await told() == ("THREAD_CREATE", "Table")
    assert await told() == ("THREAD_MEMBERS_UPDATE", "")
    pg.archive(thread.id)
    assert await told() == ("THREAD_UPDATE", "Table")
    pg.delete_channel(thread.id)
    assert await told() == ("THREAD_DELETE", "")
    pg.delete_channel("docks")
    assert await told() == ("CHANNEL_DELETE", "docks")
    role = pg.guild().roles[pg.guild().id]
    places.change_role(pg.world, pg.guild(), role, permissions="0")
    assert await told() == ("GUILD_ROLE_UPDATE", "")
    pg.remove_bot()
    assert await told() == ("GUILD_DELETE", "")
    places.invite_bot(pg.world, pg.guild(), 0)
    assert await told() == ("GUILD_CREATE", "Tortuga")


async def test_what_is_not_seen_is_not_told(pg: Playground, gateway: BareGateway) -> None:
    await gateway.begin(ALL_ORDINARY)
    pg.forget_permission("tavern", "view_channel")
    assert (await gateway.receive())["t"] == "CHANNEL_UPDATE"
    pg.person("Anne").says("psst")
    pg.person("Anne").says("hello", "captains-table")
    assert (await gateway.receive())["d"]["channel_id"] == pg.channel("captains-table").id


async def test_a_resume_replays_exactly_what_was_missed(
    pg: Playground, gateway: BareGateway, session: aiohttp.ClientSession
) -> None:
    ready = await gateway.begin(ALL_ORDINARY)
    heard = pg.person("Anne").says("heard")
    sequence = (await gateway.receive())["s"]
    pg.disconnect_gateway()
    missed = [pg.person("Anne").says(word).id for word in ("one", "two")]
    async with session.ws_connect(ready["resume_gateway_url"]) as socket:
        again = BareGateway(socket, pg.token)
        await again.receive()
        await again.resume(ready["session_id"], sequence)
        frames = [await again.receive() for _ in range(3)]
        assert [frame["d"].get("id") for frame in frames[:2]] == missed
        assert frames[2]["t"] == "RESUMED"
        assert heard.id not in missed
        later = pg.person("Anne").says("three")
        assert (await again.receive())["d"]["id"] == later.id


async def test_a_session_that_was_closed_in_good_order_is_over(
    pg: Playground, gateway: BareGateway, session: aiohttp.ClientSession
) -> None:
    ready = await gateway.begin(INTENT_GUILDS)
    await gateway.socket.close(code=1000)
    async with session.ws_connect(pg.gateway_url) as socket:
        again = BareGateway(socket, pg.token)
        await again.receive()
        await again.resume(ready["session_id"], 2)
        assert (await again.receive())["op"] == 9


async def test_a_resume_after_too_much_is_an_invalid_session(pg: Playground, gateway: BareGateway) -> None:
    await gateway.receive()
    await gateway.resume("long-gone", 3)
    assert await gateway.receive() == {"op": 9, "d": False, "s": None, "t": None}


async def test_a_hasty_second_identify_is_an_invalid_session(session: aiohttp.ClientSession) -> None:
    async with Playground.start(limits="discord") as pg:
        for hasty in (False, True, False):
            async with session.ws_connect(pg.gateway_url) as socket:
                gateway = BareGateway(socket, pg.token)
                await gateway.receive()
                await gateway.identify(INTENT_GUILDS)
                assert ((await gateway.receive())["op"] == 9) is hasty
            pg.clock.advance(5 if hasty else 1)


async def test_members_are_told_by_their_ids(pg: Playground, gateway: BareGateway) -> None:
    await gateway.begin(INTENT_GUILDS)
    anna = pg.person("Anne")
    await gateway.send(8, {"guild_id": pg.guild().id, "user_ids": [anna.id, "1"], "limit": 0})
    chunk = (await gateway.receive())["d"]
    assert [member["user"]["id"] for member in chunk["members"]] == [anna.id]
    assert chunk["not_found"] == ["1"]


# With discord.py


async def test_discord_py_resumes_after_a_break_and_hears_what_it_missed(pg: Playground) -> None:
    bot = BareBot(discord.Intents(guilds=True, guild_messages=True))
    for event in ("resumed", "message"):
        bot.note(event)
    async with running(bot, pg):
        pg.disconnect_gateway()
        pg.person("Anne").says("still there?")
        await bot.hears("resumed")
        [(message,)] = await bot.hears("message")
        assert message.author.display_name == "Anne"


async def test_discord_py_follows_a_call_to_reconnect(pg: Playground) -> None:
    bot = BareBot()
    bot.note("resumed")
    async with running(bot, pg):
        pg.ask_to_reconnect()
        await bot.hears("resumed")


async def test_the_unchanged_cache_follows_the_world(pg: Playground) -> None:
    bot = BareBot()
    for event in ("guild_channel_update", "guild_remove"):
        bot.note(event)
    async with running(bot, pg):
        tavern = bot.channel_called("tavern")
        assert tavern.permissions_for(tavern.guild.me).send_messages
        pg.forget_permission("tavern", "send_messages")
        await bot.hears("guild_channel_update")
        assert not tavern.permissions_for(tavern.guild.me).send_messages
        pg.give_permission("tavern", "send_messages")
        message = await tavern.send("The table")
        thread = await message.create_thread(name="Table 1", auto_archive_duration=10080)
        await thread.send("Welcome")
        assert [read.content async for read in thread.history(limit=1)] == ["Welcome"]
        await thread.edit(archived=True)
        pg.remove_bot()
        await bot.hears("guild_remove")
        assert list(bot.guilds) == []
