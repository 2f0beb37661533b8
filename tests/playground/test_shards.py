"""Several shards and processes: who hears what, who may begin a session when, and who goes on with one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket

from playground import Clock, GatewayRules, InteractionFailed, Playground
from playground.default_world import add_servers_for_shards, default_world
from playground.gateway_events import guilds_of
from tests.support.bare_bot import BareBot, running
from tests.support.bare_gateway import ALL_ORDINARY, INTENT_GUILDS, BareGateway, bare_gateway
from tests.support.bare_rest import bare_rest
from tests.support.child import ChildBot, child_bot
from tests.support.idle import until

SHARDS = 4


@pytest.fixture
async def sharded() -> AsyncIterator[Playground]:
    """A playground with two servers on each of four shards."""
    world = default_world(Clock())
    add_servers_for_shards(world, SHARDS)
    async with Playground.start(limits="off", world=world) as pg:
        yield pg


async def begin(pg: Playground, stack: AsyncExitStack, *shard: int) -> tuple[BareGateway, dict[str, Any]]:
    """A session of a shard, or of the only one, and its READY."""
    gateway = await stack.enter_async_context(bare_gateway(pg))
    return gateway, await gateway.identified(ALL_ORDINARY, *shard)


def shard_of(guild: Mapping[str, str], count: int = SHARDS) -> int:
    return (int(guild["id"]) >> 22) % count


def tavern_of(pg: Playground, number: int, count: int = SHARDS) -> str:
    """The channel of the one server of this shard that was made last."""
    guilds = guilds_of(pg.world, (number, count))
    return next(pg.world.channels_of(guilds[-1])).id


async def test_each_shard_is_told_of_its_own_servers(sharded: Playground) -> None:
    seen: set[str] = set()
    async with AsyncExitStack() as stack:
        for number in range(SHARDS):
            _gateway, ready = await begin(sharded, stack, number, SHARDS)
            assert ready["shard"] == [number, SHARDS]
            assert [shard_of(guild) for guild in ready["guilds"]] == [number] * 2
            seen |= {guild["id"] for guild in ready["guilds"]}
        assert [session.shard for session in sharded.sessions] == [(n, SHARDS) for n in range(SHARDS)]
    assert seen == set(sharded.world.state.guilds)


async def test_an_event_goes_to_the_shard_of_its_server_and_a_direct_message_to_the_first(
    sharded: Playground,
) -> None:
    anne = sharded.person("Anne")
    async with AsyncExitStack() as stack:
        shards = [(await begin(sharded, stack, number, SHARDS))[0] for number in range(SHARDS)]
        direct = anne.says("between us", anne.direct_messages)
        said = [anne.says(f"at {number}", tavern_of(sharded, number)) for number in range(SHARDS)]
        assert (await shards[0].receive())["d"]["id"] == direct.id
        for shard, message in zip(shards, said, strict=True):
            assert (await shard.receive())["d"]["id"] == message.id


async def test_two_sessions_of_one_shard_hear_everything_and_so_do_other_counts(sharded: Playground) -> None:
    place = tavern_of(sharded, 1)
    guild_id = str(sharded.channel(place).guild_id)
    of_six = (shard_of({"id": guild_id}, 6), 6)
    async with AsyncExitStack() as stack:
        all_who_hear = [
            (await begin(sharded, stack, *shard))[0] for shard in ((1, SHARDS), (1, SHARDS), of_six, ())
        ]
        said = sharded.person("Anne").says("ahoy", place)
        for gateway in all_who_hear:
            assert (await gateway.receive())["d"]["id"] == said.id


async def test_members_are_asked_of_their_own_shard(sharded: Playground) -> None:
    async with AsyncExitStack() as stack:
        gateway, _ready = await begin(sharded, stack, 2, SHARDS)
        elsewhere = sharded.channel(tavern_of(sharded, 3)).guild_id
        await gateway.send(8, {"guild_id": elsewhere, "user_ids": [sharded.person("Anne").id], "limit": 0})
        assert await gateway.closed_with() == 4000


# Who may begin a session


async def refused(pg: Playground, *shard: int) -> bool:
    """Whether a session that is begun now is an invalid one."""
    async with bare_gateway(pg) as gateway:
        await gateway.identify(INTENT_GUILDS, shard=shard)
        return (await gateway.receive()) == {"op": 9, "d": False, "s": None, "t": None}


async def test_each_bucket_waits_for_itself() -> None:
    rules = GatewayRules(max_concurrency=2, seconds_between_identifies=5)
    async with Playground.start(rules=rules) as pg:
        assert not await refused(pg, 0, SHARDS)
        assert not await refused(pg, 1, SHARDS)
        assert await refused(pg, 2, SHARDS), "its bucket is that of shard 0"
        pg.clock.advance(5)
        assert not await refused(pg, 2, SHARDS)
        assert not await refused(pg, 3, SHARDS)


async def test_what_a_bot_may_begin_is_counted_down_for_a_day() -> None:
    rules = GatewayRules(identifies_a_day=2, max_concurrency=16, shards=SHARDS)
    async with Playground.start(rules=rules) as pg, bare_rest(pg) as rest:

        async def left() -> int:
            told = (await rest.call("GET", "/gateway/bot")).json
            assert told["shards"] == SHARDS
            limit = told["session_start_limit"]
            assert (limit["total"], limit["max_concurrency"]) == (2, 16)
            assert 0 < limit["reset_after"] <= 86_400_000
            return limit["remaining"]

        assert await left() == 2
        assert not await refused(pg, 0, SHARDS)
        assert await left() == 1
        pg.clock.advance(86_400)
        assert await left() == 2


async def test_one_session_too_many_costs_the_token_and_all_other_sessions(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rules = GatewayRules(identifies_a_day=2, seconds_between_identifies=0)
    async with Playground.start(rules=rules) as pg, bare_rest(pg) as rest, AsyncExitStack() as stack:
        token = pg.token
        shards = [(await begin(pg, stack, number, 2))[0] for number in range(2)]
        async with bare_gateway(pg) as third:
            await third.identify(INTENT_GUILDS)
            assert await third.closed_with() == 4004
        assert [await gateway.closed_with() for gateway in shards] == [4004, 4004]
        assert "reset" in caplog.text
        assert (await rest.call("GET", "/users/@me")).status == 401
        assert pg.token != token, "the owner finds another one"
        assert pg.sessions == []
        await begin(pg, stack, 0, 2)


async def test_a_shard_of_too_many_servers_has_to_be_divided() -> None:
    world = default_world(Clock())
    add_servers_for_shards(world, SHARDS)
    async with Playground.start(limits="off", world=world, rules=GatewayRules(servers_a_shard=3)) as pg:
        async with bare_gateway(pg) as gateway:
            await gateway.identify(INTENT_GUILDS)
            assert await gateway.closed_with() == 4011
        assert not await refused(pg, 0, SHARDS)


# Who goes on with a session


async def test_another_process_goes_on_with_a_session_of_its_shard(sharded: Playground) -> None:
    place, anne = tavern_of(sharded, 2), sharded.person("Anne")
    async with AsyncExitStack() as stack:
        _gateway, ready = await begin(sharded, stack, 2, SHARDS)
        sharded.disconnect_gateway()
        missed = anne.says("nobody there?", place)
        anne.says("on another shard", tavern_of(sharded, 1))
        async with bare_gateway(sharded) as another:
            await another.resume(ready["session_id"], 3)
            assert (await another.receive())["d"]["id"] == missed.id
            assert (await another.receive())["t"] == "RESUMED"
            later = anne.says("ah, there you are", place)
            assert (await another.receive())["d"]["id"] == later.id
            assert [session.shard for session in sharded.sessions] == [(2, SHARDS)]


async def test_a_connection_whose_session_goes_on_elsewhere_is_closed(sharded: Playground) -> None:
    async with AsyncExitStack() as stack:
        frozen, ready = await begin(sharded, stack, 2, SHARDS)
        async with bare_gateway(sharded) as another:
            await another.resume(ready["session_id"], 3)
            assert (await another.receive())["t"] == "RESUMED"
            assert await frozen.closed_with() == 4000
            said = sharded.person("Anne").says("ahoy", tavern_of(sharded, 2))
            assert (await another.receive())["d"]["id"] == said.id


@pytest.mark.parametrize(("minutes_later", "is_kept"), [(2, True), (4, False)])
async def test_a_session_is_kept_for_some_minutes(
    sharded: Playground, minutes_later: int, is_kept: bool
) -> None:
    async with AsyncExitStack() as stack:
        _gateway, ready = await begin(sharded, stack, 0, SHARDS)
        sharded.disconnect_gateway()
        sharded.clock.advance(minutes_later * 60)
        async with bare_gateway(sharded) as another:
            await another.resume(ready["session_id"], 3)
            answer = await another.receive()
            assert (answer["t"], answer["op"]) == (("RESUMED", 0) if is_kept else (None, 9))


async def test_a_shard_that_was_identified_anew_can_still_be_resumed(sharded: Playground) -> None:
    """Another process has taken the shard; the one that was cut off does not know, and comes back."""
    async with AsyncExitStack() as stack:
        _gateway, ready = await begin(sharded, stack, 0, SHARDS)
        sharded.disconnect_gateway()
        await begin(sharded, stack, 0, SHARDS)
        async with bare_gateway(sharded) as returning:
            await returning.resume(ready["session_id"], 3)
            assert (await returning.receive())["t"] == "RESUMED"
            assert [session.shard for session in sharded.sessions] == [(0, SHARDS)] * 2


async def test_a_sequence_that_was_never_reached_is_refused(sharded: Playground) -> None:
    async with AsyncExitStack() as stack:
        _gateway, ready = await begin(sharded, stack, 0, SHARDS)
        async with bare_gateway(sharded) as another:
            await another.resume(ready["session_id"], 1000)
            assert await another.closed_with() == 4007


async def test_one_session_can_be_cut_off_alone(sharded: Playground) -> None:
    async with AsyncExitStack() as stack:
        for number in range(2):
            await begin(sharded, stack, number, SHARDS)
        first, second = sharded.sessions
        sharded.disconnect_gateway(first)
        assert sharded.sessions == [second]
        sharded.invalidate_session(second)
        assert sharded.sessions == []


# With discord.py


class Greeter(BareBot):
    """A client of one shard that shows a button, and says who has answered it."""

    def __init__(self, name: str, *shard: int, command: str = "greet") -> None:
        super().__init__(shard_id=shard[0], shard_count=shard[1])
        self.refused: list[int] = []

        @self.tree.command(name=command, description="Shows a button")
        async def greet(interaction: discord.Interaction) -> None:
            try:
                await interaction.response.send_message(f"from {name}")
            except discord.HTTPException as refusal:
                self.refused.append(refusal.code)


async def test_two_clients_serve_their_own_shards(sharded: Playground) -> None:
    first, second = Greeter("the first", 0, 2), Greeter("the second", 1, 2)
    async with running(first, sharded), running(second, sharded):
        assert not {guild.id for guild in first.guilds} & {guild.id for guild in second.guilds}
        assert len(first.guilds) + len(second.guilds) == len(sharded.world.state.guilds)
        await sharded.wait_until_connected(shards=[(0, 2), (1, 2)])
        for client, name in ((first, "the first"), (second, "the second")):
            place = client.guilds[-1].text_channels[0]
            anne = sharded.person("Anne", str(place.id))
            assert (await anne.slash("greet")).text == f"from {name}"
        direct = sharded.person("Anne").direct_messages
        assert (await sharded.person("Anne", direct.id).slash("greet")).text == "from the first"


async def test_of_two_clients_of_one_shard_the_first_answer_counts(sharded: Playground) -> None:
    old, new = Greeter("the old", 1, SHARDS), Greeter("the new", 1, SHARDS)
    async with running(old, sharded), running(new, sharded):
        anne = sharded.person("Anne", tavern_of(sharded, 1))
        answers = {(await anne.slash("greet")).text for _time in range(3)}
        await until(lambda: len(old.refused + new.refused) >= 3)
        assert answers <= {"from the old", "from the new"}
        assert old.refused + new.refused == [40060] * 3


async def test_a_press_on_a_shard_that_nobody_serves_fails_at_once(sharded: Playground) -> None:
    async with running(Greeter("the only one", 0, SHARDS), sharded):
        anne = sharded.person("Anne", tavern_of(sharded, 3))
        with pytest.raises(InteractionFailed, match="offline"):
            await anne.slash("greet")


# With processes


async def test_a_process_that_is_frozen_or_killed_takes_its_own_shards_with_it(tmp_path: Path) -> None:
    world = default_world(Clock())
    add_servers_for_shards(world, 2)
    async with (
        Playground.start(limits="off", world=world, answer_seconds=1) as pg,
        echo_bot(pg, tmp_path, "0/2") as first,
        echo_bot(pg, tmp_path, "1/2") as second,
    ):
        at_first, at_second = (pg.person("Anne", tavern_of(pg, number, 2)) for number in range(2))
        await at_first.slash("echo")
        await at_second.slash("echo")
        assert [session.shard for session in second.connections.values()] == [(1, 2)]

        second.freeze()
        await at_first.slash("echo")
        with pytest.raises(InteractionFailed, match="within 1 s"):
            await at_second.slash("echo")
        second.thaw()
        await at_second.slash("echo")

        await first.kill()
        assert pg.sessions == list(second.connections.values())
        await at_second.slash("echo")


async def test_discord_py_goes_on_with_the_session_of_a_process_that_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library has no way in for it but this one; and then it lacks what only READY brings."""
    world = default_world(Clock())
    add_servers_for_shards(world, 2)
    async with Playground.start(limits="off", world=world) as pg, echo_bot(pg, tmp_path, "1/2") as first:
        [stored] = first.connections.values()
        seen = stored.sequence
        await first.kill()
        anne = pg.person("Anne", tavern_of(pg, 1, 2))
        pressed = asyncio.create_task(anne.slash("echo"))

        class Resuming(DiscordWebSocket):
            @classmethod
            async def from_client(cls, client: discord.Client, **options: Any) -> DiscordWebSocket:
                options |= {"session": stored.id, "sequence": seen, "resume": True}
                return await super().from_client(client, **options)

        monkeypatch.setattr("discord.client.DiscordWebSocket", Resuming)
        second = Greeter("the second", 1, 2, command="echo")
        async with running(second, pg, until="resumed"):
            assert (await pressed).text == "from the second"
            assert second.user is not None, "the login tells it"
            assert second.application_id is not None
            assert not second.is_ready()
            assert not second.guilds


def echo_bot(pg: Playground, folder: Path, shard: str) -> AbstractAsyncContextManager[ChildBot]:
    """A bot in a process of its own that serves one shard."""
    return child_bot(pg, folder, "tests.support.echo_bot", SHARD=shard, GATEWAY=pg.gateway_url)
