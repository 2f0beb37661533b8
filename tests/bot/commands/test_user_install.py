"""Whoever has installed the bot for themselves plays alone on servers where it is no member, of which nothing
is kept.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.app import Tortuga
from bot.commands.tree import ALL
from playground import Answer, Playground, Seen, Visitor, places
from playground.interactions import Interaction, Kind
from playground.model import Guild
from playground.permissions import Permission
from tests.bot.commands.test_odd_commands import TAKEN_ALONG, answer_to, given
from tests.support.bot import tortuga
from tests.support.table_play import SHORT, choices, choose_first, has_ended, play_on, press, table_of

HERE, CHANNEL, NICK = "Nassau", "wharf", "Annie Flint"


@pytest.fixture
def nassau(pg: Playground, bot: Tortuga) -> Guild:
    """A server without the bot, where Anne has it with her and Calico has not."""
    del bot
    guild = pg.add_server(HERE, CHANNEL, "Morgan", "Anne", "Calico")
    pg.person("Anne").installs_app()
    places.change_member(pg.world, guild, guild.members[pg.person("Anne").id], nick=NICK)
    return guild


@pytest.fixture
def anna(pg: Playground, nassau: Guild) -> Visitor:
    """Anne, looking at that server's channel."""
    del nassau
    return pg.person("Anne", CHANNEL)


async def play(person: Visitor, command: str = "play", **options: Any) -> Seen:
    """The first hand of a private game."""
    shown = await (await person.slash(command, **options)).settled()
    assert shown is not None
    assert shown.is_ephemeral
    return shown


def stored(folder: Path) -> str:
    """Everything in the database, written out."""
    with sqlite3.connect(folder / "tortuga.db") as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return "\n".join(str(row) for name in names for row in database.execute(f'SELECT * FROM "{name}"'))


async def test_only_those_who_have_it_with_them_are_offered_anything_there(
    pg: Playground, anna: Visitor
) -> None:
    assert set(anna.commands()) == TAKEN_ALONG
    assert pg.person("Calico", CHANNEL).commands() == []
    anna.installs_app(False)
    assert anna.commands() == []


async def test_a_private_game_is_played_to_its_end_and_once_more(
    pg: Playground, bot: Tortuga, anna: Visitor
) -> None:
    shown = await play(anna, **SHORT)
    assert choices(shown)
    await play_on(pg, {"Anne": shown})
    assert has_ended(shown.refresh())
    again = await (await press(anna, shown, "rematch")).settled()
    assert again is not None
    assert again.is_ephemeral
    assert {table.guild for table in await bot.store.tables()} == {0}
    assert pg.person("Calico", CHANNEL).sees() == []
    assert pg.violations == []


async def test_nothing_is_stored_of_that_server(
    pg: Playground, bot: Tortuga, anna: Visitor, nassau: Guild, tmp_path: Path
) -> None:
    await choose_first(anna, await play(anna))
    await play(anna, "learn")
    await anna.slash("turns")
    opened = await anna.slash("score", game="skull-king")
    assert opened.modal is not None
    await anna.submit(opened.modal, {"members": [anna.id], "names": "Bart"})
    everything = stored(tmp_path)
    assert "Anne" in everything  # so it was looked at
    for kept_out in (nassau.id, pg.channel(CHANNEL).id, HERE, NICK):
        assert kept_out not in everything
    assert await bot.store.servers.known() == []


async def test_it_is_no_server_that_the_bot_has_left(pg: Playground, tmp_path: Path) -> None:
    pg.add_server(HERE, CHANNEL, "Anne")
    anna = pg.person("Anne", CHANNEL)
    anna.installs_app()
    async with tortuga(pg, tmp_path):
        table = table_of(await play(anna))
    async with tortuga(pg, tmp_path) as bot:
        await bot.on_ready()  # it was asked about servers at the start, too, but nobody waited for that
        assert await bot.store.servers.gone() == []
        assert (await bot.services.tables.table(table)).phase == "playing"
        asked = await play(anna)
        assert "You are in the middle of" in asked.text
        await choose_first(anna, await shown_after(anna, asked, "Go on"))


async def shown_after(person: Visitor, asked: Seen, label: str) -> Seen:
    """What stands in that private message after a press."""
    shown = await (await person.press(asked, label)).settled()
    assert shown is not None
    return shown


@pytest.mark.parametrize("name", sorted({command.name for command in ALL} - TAKEN_ALONG))
async def test_what_needs_the_bot_on_the_server_is_refused_there(
    pg: Playground, bot: Tortuga, anna: Visitor, name: str
) -> None:
    said = await answer_to(pg, anna, given(name), pg.channel(CHANNEL))
    assert said.text.endswith("You can use /play, /learn, /puzzle, /rules, /score, /turns and /privacy.")
    assert await bot.store.tables() == []


async def test_a_game_for_all_to_see_is_refused_there(bot: Tortuga, anna: Visitor) -> None:
    refused = await anna.slash("play", where="here")
    assert refused.message is not None
    assert refused.message.is_ephemeral
    assert "I'm no member here, so nobody else can watch" in refused.text
    assert await bot.store.tables() == []


async def test_a_result_of_no_server_is_not_to_be_shared(pg: Playground, bot: Tortuga, anna: Visitor) -> None:
    shown = await play(anna, **SHORT)
    await play_on(pg, {"Anne": shown})
    table = table_of(shown.refresh())
    assert [button for button in shown.buttons if "share" in str(button.custom_id)] == []
    pressed = forged(pg, anna, shown, f"share:{table}")
    assert "This game belongs to no server" in (await anna.answered(pressed)).text
    assert (await bot.services.tables.table(table)).record.private


def forged(pg: Playground, person: Visitor, on: Seen, custom_id: str) -> Interaction:
    """A press of a button that is not on the message."""
    data = {"component_type": 2, "custom_id": custom_id}
    return pg.backend.interactions.begin(
        Kind.COMPONENT, person.id, pg.world.channel(on.channel_id), data, on.post
    )


async def test_the_game_goes_on_wherever_its_player_is(pg: Playground, anna: Visitor) -> None:
    begun = await play(anna)
    for place in ("tavern", anna.direct_messages):
        waiting = (await anna.slash("turns", channel=place)).message
        assert waiting is not None
        assert "just for you" in waiting.text
        [button] = waiting.buttons
        hand = await (await anna.press(waiting, custom_id=str(button.custom_id))).settled()
        assert hand is not None
        assert table_of(hand) == table_of(begun)
        await choose_first(anna, hand)
    assert pg.violations == []


async def test_with_the_bot_it_is_found_as_a_private_game_of_that_server_is(
    pg: Playground, bot: Tortuga, anna: Visitor
) -> None:
    table = table_of(await play(anna))
    assert table_of(await play(anna, "hand", channel="tavern")) == table
    asked = (await anna.slash("table leave", channel="tavern")).message
    assert asked is not None
    await anna.press(asked, "End the game")
    assert (await bot.services.tables.table(table)).phase == "closed"


async def test_it_is_ended_from_there(pg: Playground, bot: Tortuga, anna: Visitor) -> None:
    shown = await play(anna)
    table = table_of(shown)
    await press(anna, shown, "more")
    await press(anna, shown.refresh(), "thistable")
    await press(anna, shown.refresh(), "leave")
    assert "/turns finds it again" in shown.refresh().text
    await anna.press(shown, "End the game")
    assert (await bot.services.tables.table(table)).phase == "closed"


async def test_nobody_else_gets_at_it(pg: Playground, anna: Visitor) -> None:
    shown = await play(anna)
    calico = pg.person("Calico")
    asked = await calico.slash("log", table=table_of(shown))
    assert "I don't know that table" in asked.text


async def test_tables_of_other_servers_are_played_from_there(pg: Playground, anna: Visitor) -> None:
    card = (await anna.slash("play", channel="tavern", where="here")).message
    assert card is not None
    waiting = (await anna.slash("turns")).message
    assert waiting is not None
    [button] = waiting.buttons
    hand = await (await anna.press(waiting, custom_id=str(button.custom_id))).settled()
    assert hand is not None
    assert hand.channel_id == pg.channel(CHANNEL).id
    await choose_first(anna, hand)


async def test_who_manages_that_server_manages_nothing_of_the_bots(
    pg: Playground, bot: Tortuga, nassau: Guild, tmp_path: Path
) -> None:
    morgan = pg.person("Morgan", CHANNEL)
    morgan.installs_app()
    shown = await play(morgan)
    pressed = forged(pg, morgan, shown, "server:text:1")
    assert "Only server managers can change this" in (await morgan.answered(pressed)).text
    assert nassau.id not in stored(tmp_path)


async def test_what_is_stored_is_exported_and_erased_from_there(
    pg: Playground, bot: Tortuga, anna: Visitor, tmp_path: Path
) -> None:
    await choose_first(anna, await play(anna))
    exported = (await anna.slash("privacy export")).message
    assert exported is not None
    [file] = exported.json.attachments
    content = pg.world.file(file.id)
    assert content is not None
    [table] = json.loads(content.content)["tables"]
    assert table["private"]
    asked = (await anna.slash("privacy delete")).message
    assert asked is not None
    assert "I've forgotten you" in (await shown_after(anna, asked, "Erase my data")).text
    assert anna.id not in stored(tmp_path)


@pytest.mark.three_seconds
async def test_an_answer_that_comes_late_is_as_private(pg: Playground, anna: Visitor, nassau: Guild) -> None:
    everyone = nassau.roles[nassau.id]
    without = int(everyone.permissions) & ~Permission.USE_EXTERNAL_APPS
    places.change_role(pg.world, nassau, everyone, permissions=str(without))
    pg.deliver_next(2.6)
    reply = await anna.slash("play")
    assert reply.kind is Answer.DEFERRED_MESSAGE
    shown = await reply.settled()
    assert shown is not None
    assert shown.is_ephemeral
    assert choices(shown)


async def test_it_is_said_in_the_readers_language(pg: Playground, anna: Visitor) -> None:
    anna.speaks("de")
    assert "Ich bin hier nicht Mitglied" in (await anna.slash("play", where="here")).text
