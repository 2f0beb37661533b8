"""`/privacy` over the playground, and what becomes of a server that shows the bot the door."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bot.app import Tortuga
from bot.commands.responses import pack_files
from bot.privacy.server_removal import KEPT_FOR
from bot.refusal import Refusal
from games.text import Text
from playground import Playground, Seen, Visitor, places
from tests.support.bot import tortuga
from tests.support.idle import until
from tests.support.table_play import (
    SHORT,
    behind_more,
    choices,
    choose_first,
    deal,
    hand,
    open_lobby,
    play_on,
    table_of,
)


async def exported(pg: Playground, person: Visitor, where: Any = None) -> dict[str, Any]:
    """The file that somebody gets of themselves."""
    shown = await (await person.slash("privacy export", channel=where)).settled()
    return read(pg, shown)


def read(pg: Playground, shown: Seen | None) -> dict[str, Any]:
    """What is in the file of a private message."""
    assert shown is not None
    assert shown.is_ephemeral
    [attachment] = shown.json.attachments
    return json.loads(pg.world.state.files[attachment.id].content)


async def forget(person: Visitor) -> Seen:
    """Somebody has everything erased; what they read then."""
    asked = await (await person.slash("privacy delete")).settled()
    assert asked is not None
    assert "There's no undo" in asked.text
    answered = await (await person.press(asked, "Erase my data")).settled()
    assert answered is not None
    assert answered.is_ephemeral
    return answered


async def test_an_export_is_a_private_file_with_everything(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    data = await exported(pg, anne)
    assert data["user"] == anne.id
    [table] = data["tables"]
    assert table["table"] == table_of(board)
    assert [seat["name"] for seat in table["seats"]] == ["Anne"]
    assert table["your hand"]["seat"] == table["seats"][0]["seat"]
    assert "Calico" not in json.dumps(data)
    assert not any(seen.json.attachments for seen in calico.sees())


async def test_an_export_can_be_had_in_direct_messages(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    await open_lobby(anne, calico)
    assert "privacy" in anne.commands(anne.direct_messages)
    assert len((await exported(pg, anne, anne.direct_messages))["tables"]) == 1


async def test_an_export_that_takes_long_still_arrives_in_private(
    pg: Playground, anne: Visitor, calico: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_lobby(anne, calico)
    monkeypatch.setattr("bot.client.interaction_context.DEFER_AFTER", -10.0)
    assert len((await exported(pg, anne))["tables"]) == 1


def test_what_is_too_large_for_discord_is_packed_and_what_is_even_then_is_refused() -> None:
    large = {"tortuga.json": b'{"much":"' + b"x" * 5000 + b'"}'}
    ((name, content),) = pack_files(large, "tortuga.zip", 4000, Text("too much")).items()
    assert name == "tortuga.zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.read("tortuga.json") == large["tortuga.json"]
    assert pack_files({"tortuga.json": b"{}"}, "tortuga.zip", 4000, Text("too much")) == {
        "tortuga.json": b"{}"
    }
    with pytest.raises(Refusal, match="too much"):
        pack_files(large, "tortuga.zip", 10, Text("too much"))


async def test_a_question_comes_first_and_a_copy_is_offered_with_it(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    await deal(anne, calico)
    asked = await (await anne.slash("privacy delete")).settled()
    assert asked is not None
    assert "(1 now)" in asked.text
    data = read(pg, await (await anne.press(asked, "Give me a copy first")).settled())
    assert len(data["tables"]) == 1
    assert len(await bot.services.tables.tables_of(int(anne.id))) == 1


async def test_whoever_is_erased_is_gone_from_board_and_lobby_and_a_robot_plays_on(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    board = await deal(anne, calico)
    assert "Anne" in board.text
    assert "forgotten you" in (await forget(anne)).text

    assert (await exported(pg, anne))["tables"] == []

    async def drawn() -> bool:
        texts = [board.refresh().text, lobby.refresh().text]
        return not any("Anne" in text for text in texts)

    await until(drawn)
    assert "a former player" in board.text
    assert "Calico" in lobby.text
    table = await bot.services.tables.table(table_of(board))
    assert table.phase == "playing"
    assert table.record.host == int(calico.id)
    said = (await anne.press(board, "My hand")).text
    assert "not playing here" in said
    await choose_first(calico, await hand(calico, board))


async def test_the_result_of_a_finished_game_names_a_former_player(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, **SHORT)
    await play_on(pg, {"Anne": await hand(anne, board), "Calico": await hand(calico, board)})
    result = await calico.wait_for(lambda seen: " wins. " in seen.text or "share the" in seen.text)
    await forget(anne)

    async def drawn() -> bool:
        return "Anne" not in result.refresh().text

    await until(drawn)
    assert "a former player" in result.text
    proof = await (await behind_more(calico, result, "Fairness")).settled()
    assert proof is not None
    assert "a former player (join" in proof.text


async def test_somebody_who_was_erased_is_welcome_again(anne: Visitor, calico: Visitor) -> None:
    await open_lobby(anne, calico)
    await forget(anne)
    assert "Anne" in (await open_lobby(calico, anne)).text


async def test_an_erasing_that_a_stop_interrupted_is_finished_after_the_start(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path) as bot:
        await open_lobby(anne, calico)
        await bot.store.privacy.begin_erasing(int(anne.id))
    async with tortuga(pg, tmp_path) as bot:

        async def through() -> bool:
            return not await bot.store.privacy.erasing()

        await until(through)
        assert await bot.services.tables.tables_of(int(anne.id)) == []


# servers


async def test_a_server_that_removes_the_bot_is_kept_for_a_while(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    guild = pg.guild()
    pg.remove_bot()

    async def marked() -> bool:
        return [server for server, _since in await bot.store.servers.gone()] == [int(guild.id)]

    await until(marked)

    async def shut() -> bool:
        return (await bot.services.tables.table(table_of(board))).timing.shut

    await until(shut)
    places.invite_bot(pg.world, guild, 0x7FFFFFFF)

    async def open_again() -> bool:
        return not await bot.store.servers.gone() and not await shut()

    await until(open_again)
    shown = await (await anne.slash("hand")).settled()
    assert shown is not None
    assert choices(shown)


async def test_a_server_that_merely_cannot_be_reached_is_not_gone(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    await open_lobby(anne)
    guild = pg.guild()
    pg.backend.gateway.dispatch("GUILD_DELETE", {"id": guild.id, "unavailable": True})
    await anne.slash("table list")  # what came before has been heard when this is answered
    assert await bot.store.servers.gone() == []


async def test_a_removal_while_the_bot_is_stopped_is_found_at_the_start_and_the_month_goes_by(
    pg: Playground, tmp_path: Path
) -> None:
    anne = pg.person("Anne")
    async with tortuga(pg, tmp_path):
        lobby = await open_lobby(anne)
    pg.remove_bot()
    async with tortuga(pg, tmp_path) as bot:

        async def marked() -> bool:
            return bool(await bot.store.servers.gone())

        await until(marked)
        assert await bot.store.table(table_of(lobby)) is not None
        [(guild, since)] = await bot.store.servers.gone()
        await bot.store.servers.came_back(guild)
        await bot.store.servers.went(guild, since - KEPT_FOR)
    async with tortuga(pg, tmp_path) as bot:

        async def erased() -> bool:
            return await bot.store.servers.of(int(pg.guild().id)) is None

        await until(erased)
        assert await bot.store.table(table_of(lobby)) is None
