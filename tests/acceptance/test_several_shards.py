"""Several shards: in one process on a file, and in two processes on PostgreSQL, one of which dies."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest

from bot.__main__ import WRONG_SETTING
from playground import Clock, GatewayRules, InteractionFailed, Playground, Seen, Visitor
from playground.default_world import add_servers_for_shards, default_world
from playground.gateway_events import guilds_of
from tests.bot.test_nudging import POST, choose_in_settings, gone, is_nudge
from tests.soak import upgrade
from tests.support.child import HASTE, ChildBot, child_bot
from tests.support.deployment import ACKNOWLEDGED, UNKNOWN_INTERACTION
from tests.support.idle import until
from tests.support.ports import free_port
from tests.support.table_play import choices, choose_first, deal, hand, look_again

pytestmark = [
    pytest.mark.by_itself("starts its processes itself, on both engines"),
    pytest.mark.three_seconds,
]

SHARDS = 2
ALL = [(number, SHARDS) for number in range(SHARDS)]
ATTENDED = '"event": "attended to"'
"""In a log, for each press that something is done about."""
COUNT = {"SHARD_COUNT": str(SHARDS), **HASTE}
FAST = COUNT | {"CLOCK_SPEED": "400"}
"""The two minutes for which somebody is here are less than a second, a day is nearly four minutes."""


@pytest.fixture
async def sharded() -> AsyncIterator[Playground]:
    """A playground with servers on each of two shards, which may begin side by side."""
    world = default_world(Clock())
    add_servers_for_shards(world, SHARDS)
    rules = GatewayRules(max_concurrency=16, seconds_between_identifies=0, shards=SHARDS)
    async with Playground.start(limits="off", world=world, rules=rules) as pg:
        yield pg


def tavern_of(pg: Playground, number: int) -> str:
    """The channel of the server of this shard that was made last."""
    return next(pg.world.channels_of(guilds_of(pg.world, (number, SHARDS))[-1])).id


def anne_at(pg: Playground, number: int) -> Visitor:
    """Anne, looking at a server of this shard."""
    return Visitor(pg.backend, pg.world.person("Anne"), tavern_of(pg, number))


async def begun(anne: Visitor) -> Seen:
    """A game alone with robots, its first choice made."""
    shown = await (await anne.slash("play")).settled()
    assert shown is not None
    await choose_first(anne, shown)
    return shown


async def goes_on(anne: Visitor, shown: Seen, timeout: float = 40) -> None:
    """The hand asks something again, and takes what is chosen."""
    await anne.wait_for(lambda seen: seen.id == shown.id and bool(choices(seen)), timeout=timeout)
    await choose_first(anne, shown.refresh())


async def serve(first: ChildBot, some: int, second: ChildBot, others: int) -> None:
    """Returns when the processes serve so many shards."""
    await until(lambda: (len(first.connections), len(second.connections)) == (some, others))


def presses_attended_to(bot: ChildBot) -> list[str]:
    """The lines of its log that tell what came of each press."""
    return [line for line in bot.log.splitlines() if ATTENDED in line]


async def epochs(figures: str) -> dict[str, float]:
    """By the shards that a process serves: how many have served them by now."""
    text = await asyncio.to_thread(lambda: urlopen(figures).read().decode())
    found = re.findall(r'^tortuga_shard_epoch{shard="(\d+)"} (\S+)$', text, re.MULTILINE)
    return {shard: float(epoch) for shard, epoch in found}


async def test_one_process_serves_all_shards_from_a_file(sharded: Playground, tmp_path: Path) -> None:
    async with child_bot(sharded, tmp_path, **COUNT) as bot:
        await sharded.wait_until_connected(30, shards=ALL)
        crew = [anne_at(sharded, number) for number in range(SHARDS)]
        games = [await begun(anne) for anne in crew]
        await bot.kill()
        await bot.start()
        await sharded.wait_until_connected(30, shards=ALL)
        for anne, shown in zip(crew, games, strict=True):
            again = await (await anne.slash("hand")).settled()
            assert again is not None
            await goes_on(anne, again)
            assert shown.id != again.id
    assert sharded.violations == []


async def test_whoever_opens_their_hand_in_a_direct_message_plays_on_at_a_table_of_another_shard(
    sharded: Playground, tmp_path: Path
) -> None:
    """What is pressed there arrives at the first shard."""
    async with child_bot(sharded, tmp_path, **COUNT):
        await sharded.wait_until_connected(30, shards=ALL)
        anne = anne_at(sharded, 1)
        there = Visitor(sharded.backend, sharded.world.person("Anne"), anne.direct_messages.id)
        seen = set[str | None]()
        for where in ("alone", "here"):
            await (await anne.slash("play", where=where)).settled()
            turns = await (await there.slash("turns")).settled()
            assert turns is not None
            [hand] = {button.custom_id for button in turns.buttons} - seen
            seen.add(hand)
            shown = await (await there.press(turns, custom_id=hand)).settled()
            assert shown is not None
            while "Round 2" not in shown.refresh().text:
                await goes_on(there, shown, timeout=20)
    assert sharded.violations == []


async def test_of_two_processes_one_dies_and_the_other_goes_on_with_its_games(
    sharded: Playground, tmp_path: Path, postgres_url: str
) -> None:
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    settings = {**COUNT, "DATABASE_URL": postgres_url}
    figures = f"http://127.0.0.1:{(port := free_port())}/metrics"
    async with (
        child_bot(sharded, folders[0], **settings, METRICS_PORT=str(port)) as first,
        child_bot(sharded, folders[1], **settings) as second,
    ):
        await serve(first, 1, second, 1)
        crew = [anne_at(sharded, number) for number in range(SHARDS)]
        games = [await begun(anne) for anne in crew]
        for anne, shown in zip(crew, games, strict=True):
            await goes_on(anne, shown)
        before = await epochs(figures)
        await second.kill()
        await serve(first, SHARDS, second, 0)
        assert len(before) == 1
        [taken] = (await epochs(figures)).items() - before.items()
        assert taken[1] > 1
        for anne, shown in zip(crew, games, strict=True):
            again = await (await anne.slash("hand")).settled()
            assert again is not None
            assert again.id != shown.id
            await goes_on(anne, again)
        await second.start()
        await serve(first, 1, second, 1)
    # Whoever takes over asks Discord whether what it has heard was answered before the death.
    assert {violation.code for violation in sharded.violations} <= {ACKNOWLEDGED, UNKNOWN_INTERACTION}
    logs = [folder.joinpath("bot.log").read_text() for folder in folders]
    assert '"level": "error"' not in "".join(logs)


@pytest.mark.parametrize("count", [{}, {"SHARD_COUNT": "3"}], ids=["forgotten", "another"])
async def test_a_process_that_divides_the_servers_otherwise_says_so_and_leaves(
    sharded: Playground, tmp_path: Path, postgres_url: str, count: dict[str, str]
) -> None:
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    async with child_bot(sharded, folders[0], **COUNT, DATABASE_URL=postgres_url) as first:
        await sharded.wait_until_connected(30, shards=ALL)
        second = ChildBot(sharded, folders[1], DATABASE_URL=postgres_url, **count)
        await second.launch()
        try:
            assert await second.ended() == WRONG_SETTING
        finally:
            await second.end()
        assert "tortuga: SHARD_COUNT: Another process divides the servers into another number" in second.log
        assert "Traceback" not in second.log
        assert '"level": "error"' not in second.log
        assert len(first.connections) == SHARDS


async def test_a_rolling_upgrade_loses_no_press(
    sharded: Playground, tmp_path: Path, postgres_emptied: str
) -> None:
    """Everybody plays on while each of two processes is replaced: every press is answered, once. Then it is
    killed in the middle of that, twice: what was answered is there once, and no log tells of errors.
    """
    counted = await upgrade.upgraded(sharded, Random(1), tmp_path, postgres_emptied, 1, 0.0, 2)
    assert counted["presses answered"] > 100


async def test_who_presses_while_a_shard_changes_hands_is_answered_by_who_has_it_then(
    sharded: Playground, tmp_path: Path, postgres_emptied: str
) -> None:
    """Somebody plays on, and somebody begins game after game, until the old process has ended."""
    fleet = upgrade.Fleet(sharded, tmp_path, postgres_emptied)
    old = await fleet.begin()
    await sharded.wait_until_connected(30, shards=ALL)
    try:
        await fleet.begin()
        await fleet.all_served()
        anne, calico = (
            anne_at(sharded, 0),
            Visitor(sharded.backend, sharded.world.person("Calico"), tavern_of(sharded, 1)),
        )
        shown = await (await anne.slash("play")).settled()
        assert shown is not None
        ending = asyncio.create_task(fleet.end(old))
        games = list[Seen | None]()
        while not ending.done():
            games.append(await (await calico.slash("play")).settled())
            await look_again(anne, shown)
            if choices(shown.refresh()):
                await choose_first(anne, shown)
        await fleet.all_served()
        assert games[0] is not None
        assert choices(games[0])
        assert upgrade.answers(sharded) > len(games)
    finally:
        for bot in fleet.running:
            await bot.stop()
    assert sharded.violations == []
    assert fleet.errors == []


async def test_what_is_pressed_in_a_direct_message_reaches_the_table_on_another_shard(
    sharded: Playground, tmp_path: Path
) -> None:
    async with child_bot(sharded, tmp_path, **COUNT):
        await sharded.wait_until_connected(30, shards=ALL)
        anne, place = anne_at(sharded, 1), tavern_of(sharded, 1)
        calico = Visitor(sharded.backend, sharded.world.person("Calico"), place)
        lobby = (await anne.slash("table create", game="skull-king", pace="none")).message
        assert lobby is not None
        await calico.press(lobby, "Join")
        await anne.press(lobby, "Start")
        turns = await (await anne.slash("turns", channel=anne.direct_messages)).settled()
        assert turns is not None
        shown = await (await anne.press(turns, "My hand")).settled()
        assert shown is not None
        await choose_first(anne, shown)
        board = await calico.wait_for(lambda seen: "Anne" in seen.text and "has bid" in seen.text, timeout=20)
        assert not board.is_ephemeral
    assert sharded.violations == []


async def test_who_was_frozen_for_longer_than_the_lease_leaves_alone_what_waits_in_its_socket(
    sharded: Playground, tmp_path: Path, postgres_url: str
) -> None:
    """Presses came while nobody read them; when they are read, somebody else serves the shard."""
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    settings = {**COUNT, "DATABASE_URL": postgres_url, "LOG_LEVEL": "DEBUG"}
    async with (
        child_bot(sharded, folders[0], **settings) as first,
        child_bot(sharded, folders[1], **settings) as second,
    ):
        await serve(first, 1, second, 1)
        [session] = second.connections.values()
        anne = anne_at(sharded, session.shard[0])
        shown = await begun(anne)
        await anne.wait_for(lambda seen: seen.id == shown.id and bool(choices(seen)), timeout=40)
        while len(attended := presses_attended_to(second)) < 2:
            await asyncio.sleep(0.1)
        second.freeze()
        for _attempt in range(2):
            with pytest.raises(InteractionFailed):
                await anne.press(shown, custom_id=choices(shown.refresh())[0])
        await until(lambda: len({session.shard for session in first.connections.values()}) >= SHARDS)
        second.thaw()
        await serve(first, 1, second, 1)
        assert presses_attended_to(second) == attended
        again = await (await anne.slash("hand")).settled()
        assert again is not None
        await goes_on(anne, again)


def directly(anne: Visitor) -> list[Seen]:
    """The messages that tell Anne of her turns, where nobody else reads them."""
    return [seen for seen in anne.sees(anne.direct_messages) if is_nudge(anne)(seen)]


async def names_only(anne: Visitor, *boards: Seen) -> Seen:
    """Wait until one direct message tells of these tables, and no other: that one."""
    links = {f"/{board.channel_id}/{board.id}" for board in boards}
    async with asyncio.timeout(40):
        while True:
            texts = [seen.text for seen in directly(anne)]
            if [text.count("/channels/") for text in texts] == [len(links)] and all(
                link in texts[0] for link in links
            ):
                return directly(anne)[0]
            await asyncio.sleep(0.05)


async def played_on_both(pg: Playground, anne: Visitor) -> None:
    """Anne is told of her turns on both shards in one direct message, which shrinks as she moves."""
    await choose_in_settings(anne, "nudges", "direct")
    crew = [anne_at(pg, number) for number in range(SHARDS)]
    boards = [
        await deal(each, Visitor(pg.backend, pg.world.person("Calico"), tavern_of(pg, number)), pace="daily")
        for number, each in enumerate(crew)
    ]
    nudge = await names_only(anne, *boards)
    await choose_first(crew[0], await hand(crew[0], boards[0]))
    assert (await names_only(anne, boards[1])).id == nudge.id
    await choose_first(crew[1], await hand(crew[1], boards[1]))
    await gone(nudge)


async def test_one_direct_message_tells_of_turns_on_two_shards_of_one_process(
    sharded: Playground, tmp_path: Path
) -> None:
    async with child_bot(sharded, tmp_path, **FAST) as bot:
        await sharded.wait_until_connected(30, shards=ALL)
        await played_on_both(sharded, anne_at(sharded, 0))
    assert sharded.violations == []
    assert '"level": "error"' not in bot.log


async def test_closed_direct_messages_fall_back_to_the_boards_thread_on_another_shard(
    sharded: Playground, tmp_path: Path
) -> None:
    async with child_bot(sharded, tmp_path, **FAST):
        await sharded.wait_until_connected(30, shards=ALL)
        there = 1 - (int(anne_at(sharded, 0).id) >> 22) % SHARDS
        anne = anne_at(sharded, there)
        await choose_in_settings(anne, "nudges", "direct")
        anne.closes_dms()
        calico = Visitor(sharded.backend, sharded.world.person("Calico"), tavern_of(sharded, there))
        board = await deal(anne, calico, pace="daily")
        nudge = await anne.wait_for(is_nudge(anne), timeout=20)
        assert nudge.channel_id == board.channel_id
        assert "Anne" in nudge.notified
        await choose_first(anne, await hand(anne, board))
        await until(lambda: nudge.is_gone or f"<@{anne.id}>" not in nudge.refresh().text)


async def test_one_direct_message_tells_of_turns_at_two_processes_also_if_the_one_that_is_to_send_it_dies(
    sharded: Playground, tmp_path: Path, postgres_url: str
) -> None:
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    settings = {**FAST, "DATABASE_URL": postgres_url}
    async with (
        child_bot(sharded, folders[0], **settings) as first,
        child_bot(sharded, folders[1], **settings) as second,
    ):
        await serve(first, 1, second, 1)
        anne = anne_at(sharded, 0)
        own = (int(anne.id) >> 22) % SHARDS
        await played_on_both(sharded, anne)
        calico = Visitor(sharded.backend, sharded.world.person("Calico"), tavern_of(sharded, 1 - own))
        there = anne_at(sharded, 1 - own)
        [sends] = [bot for bot in (first, second) if own in _served(bot)]
        board = await deal(there, calico, pace="daily")
        sends.freeze()
        await asyncio.sleep(2)  # the turn is old enough, and it was told of that
        assert directly(anne) == []
        await sends.kill()
        nudge = await names_only(anne, board)
        [others] = [bot for bot in (first, second) if bot is not sends]
        assert _served(others) == {0, 1}
        await asyncio.sleep(2)
        sent = [
            request
            for request in sharded.requests
            if request.route == POST
            and anne.direct_messages.id in request.path
            and board.id in str(request.json)
        ]
        assert len(sent) == 1
        await choose_first(there, await hand(there, board))
        await gone(nudge)
        await sends.start()
    logs = [folder.joinpath("bot.log").read_text() for folder in folders]
    assert '"level": "error"' not in "".join(logs)


def _served(bot: ChildBot) -> set[int]:
    return {session.shard[0] for session in bot.connections.values()}
