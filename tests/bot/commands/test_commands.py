"""Each command: what it answers, to whom, and the lists that open while somebody types."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot.app import Tortuga
from bot.commands import tree
from bot.commands.slash.organise import organise
from bot.i18n.catalogues import catalogue_file
from bot.tournaments.actions import ACTIONS
from playground import Answer, Playground, Visitor, places
from playground.default_world import BOT_RIGHTS
from tests.support.table_play import (
    GAME,
    board_of,
    choices,
    deal,
    hand,
    is_board,
    open_lobby,
    play_on,
    table_of,
)


async def test_the_commands_that_are_offered(anne: Visitor) -> None:
    assert sorted(anne.commands()) == [
        *("hand", "help", "leaderboard", "learn", "log", "moderate", "organise", "play", "privacy", "puzzle"),
        *("replay", "rules", "score", "settings", "stats", "table", "tournament", "turns", "vacation"),
    ]
    everywhere = ["privacy", "puzzle", "rules", "score", "settings", "turns", "vacation"]
    assert sorted(anne.commands(anne.direct_messages)) == everywhere


def test_organisers_have_as_many_commands_as_discord_takes_and_no_more() -> None:
    offered = [each.name for each in organise.commands]
    assert sorted(offered) == sorted(each.command for each in ACTIONS.values() if each.command)
    assert len(offered) == 25, "a next act is at the desk alone"


async def test_help_is_private_and_names_the_first_steps(anne: Visitor) -> None:
    told = await anne.slash("help")
    assert told.message is not None
    assert told.message.is_ephemeral
    assert "With friends" in told.text


async def test_options_are_typed_with_a_list_that_opens_step_by_step(anne: Visitor) -> None:
    first = await anne.choices("table create", "options", "", game=GAME)
    assert {"Edition: First edition", "Kraken", "Loot"} <= {choice["name"] for choice in first}
    second = await anne.choices("table create", "options", "loot=True krak", game=GAME)
    assert [choice["name"] for choice in second] == ["Loot, Kraken"]
    assert [choice["value"] for choice in second] == ["loot=True kraken=True"]
    assert await anne.choices("table create", "options", "edition=kraken ", game=GAME) == []


async def test_a_table_is_opened_with_options_and_seats(anne: Visitor) -> None:
    lobby = await open_lobby(anne, seats=4, options="edition=beck kraken=yes loot=YES")
    assert "1 more to start" in lobby.text
    assert "Kraken" in lobby.text
    assert "Loot" in lobby.text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("parrots=yes", "“parrots=yes” is no option of Skull King"),
        ("edition=second", "Pick from the list"),
        ("edition=classic kraken=yes", "is no option"),
        ("kraken=yes edition=classic", "don't go together"),
    ],
)
async def test_options_that_are_none_are_refused_with_what_there_is(
    anne: Visitor, typed: str, sentence: str
) -> None:
    refused = await anne.slash("table create", game=GAME, options=typed)
    assert refused.message is not None
    assert refused.message.is_ephemeral
    assert sentence in refused.text.replace("\\", "")
    assert [seen for seen in anne.sees() if not seen.is_ephemeral] == []


async def test_a_game_without_options_says_so(anne: Visitor) -> None:
    refused = await anne.slash("table create", game="buccaneer", options="kraken=yes")
    assert "is no option of Buccaneer" in refused.text


async def test_more_seats_than_the_game_allows_are_refused(anne: Visitor) -> None:
    refused = await anne.slash("table create", game=GAME, seats=12)
    assert "2 to 8" in refused.text


async def test_the_list_shows_the_tables_here_with_a_way_to_each(
    anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    assert "No tables open" in (await dampier.slash("table list")).text
    lobby = await open_lobby(anne)
    board = await deal(anne, calico)
    listed = await dampier.slash("table list")
    assert listed.message is not None
    assert listed.message.is_ephemeral
    assert table_of(lobby) in listed.text
    assert table_of(board) in listed.text
    joined = await dampier.press(listed.message, custom_id=f"join:{table_of(lobby)}")
    assert joined.message is not None
    assert joined.message.is_ephemeral
    assert lobby.id in joined.text
    await anne.wait_for(lambda seen: seen.id == lobby.id and "Dampier" in seen.text)


async def test_hand_finds_my_table_and_asks_which_when_several_wait(
    pg: Playground, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    none = await dampier.slash("hand")
    assert "You're not playing here" in none.text
    board = await deal(anne, calico)
    found = await calico.slash("hand")
    assert found.message is not None
    assert choices(found.message)
    other = await deal(calico, dampier)
    asked = await calico.slash("hand")
    assert asked.message is not None
    chosen = await calico.choose(asked.message, "which:hand", table_of(other))
    assert chosen.message is not None
    assert choices(chosen.message)[0].startswith(f"pick:{table_of(other)}")
    named = await calico.slash("hand", table=table_of(board))
    assert named.message is not None
    assert choices(named.message)[0].startswith(f"pick:{table_of(board)}")
    typed = await calico.choices("hand", "table", "")
    assert {choice["value"] for choice in typed} == {table_of(board), table_of(other)}
    assert await dampier.complete("hand", "table", table_of(board)) == []


async def test_a_table_that_is_not_there_or_somebody_elses_is_refused(
    anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico)
    assert "know that table" in (await dampier.slash("hand", table="nosuch")).text
    assert "not playing here" in (await dampier.slash("hand", table=table_of(board))).text
    assert "not at this table" in (await dampier.slash("table leave", table=table_of(board))).text.replace(
        "do not play", "do not sit"
    )
    assert "Only" in (await calico.slash("table close", table=table_of(board))).text


async def test_a_table_of_another_server_is_none_here(
    pg: Playground, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico)
    elsewhere = places.add_guild(pg.world, "Port Royal", dampier.person)
    quay = places.add_channel(pg.world, elsewhere, "quay")
    places.invite_bot(pg.world, elsewhere, BOT_RIGHTS)
    for command in ("table show", "log", "table leave", "table close"):
        refused = await dampier.slash(command, table=table_of(board), channel=quay)
        assert "know that table" in refused.text
    assert await dampier.complete("table show", "table", "", channel=quay) == []
    assert "no table" in (await dampier.slash("table list", channel=quay)).text.lower()


async def test_leaving_and_closing_by_command(anne: Visitor, calico: Visitor) -> None:
    lobby = await open_lobby(anne, calico)
    left = await calico.slash("table leave")
    assert "You left" in left.text
    await anne.wait_for(lambda seen: seen.id == lobby.id and "Calico" not in seen.text)
    asked = await anne.slash("table close")
    assert asked.message is not None
    done = await anne.press(asked.message, "Close table")
    assert "is closed" in done.text
    await calico.wait_for(lambda seen: seen.id == lobby.id and "closed" in seen.text)
    again = await anne.slash("table close", table=table_of(lobby))
    assert "already closed" in again.text


async def test_leaving_and_closing_mean_my_own_tables_only(
    anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    assert "You're not at a table here" in (await dampier.slash("table leave")).text
    for somebody in (calico, dampier):
        refused = (await somebody.slash("table close")).text
        assert "You're not hosting a table here" in refused
        assert await somebody.complete("table close", "table", "") == []
    assert await dampier.complete("table leave", "table", "") == []
    assert "Anne" in lobby.refresh().text
    own = await open_lobby(calico)
    asked = await calico.slash("table close")
    assert table_of(own) in asked.text


async def test_a_host_whose_seat_a_robot_plays_can_still_close_the_table(
    anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    asked = await anne.slash("table leave", channel=board)
    assert asked.message is not None
    await anne.press(asked.message, "Robot plays")
    assert "Close this table" in (await anne.slash("table close")).text


@pytest.mark.parametrize(
    ("command", "what", "sentence"),
    [
        ("table show", "show", "is here"),
        ("table leave", "leave", "Leave this game?"),
        ("table close", "close", "Close this table"),
        ("hand", "hand", "Round 1"),
        ("log", "log", "What happened at this table"),
        ("rules", "rules", "Skull King"),
    ],
)
async def test_whoever_has_several_tables_chooses_one_from_a_list_and_the_command_goes_on(
    anne: Visitor, calico: Visitor, command: str, what: str, sentence: str
) -> None:
    tables = [table_of(await deal(anne, calico)) for _table in range(2)]
    asked = await anne.slash(command)
    assert asked.message is not None
    assert asked.message.is_ephemeral
    assert "Which " in asked.text
    offered = [option.value for option in asked.message.select(f"which:{what}").options]
    assert sorted(offered) == sorted(tables)
    chosen = await anne.choose(asked.message, f"which:{what}", tables[0])
    assert chosen.kind is Answer.UPDATE  # the answer takes the place of the question
    assert sentence in chosen.text
    assert [seen.id for seen in anne.sees() if seen.is_ephemeral] == [asked.message.id]


async def test_a_table_chosen_from_an_old_list_may_be_gone_and_that_is_said_in_its_place(
    anne: Visitor,
) -> None:
    first, second = await open_lobby(anne), await open_lobby(anne)
    asked = await anne.slash("table leave")
    assert asked.message is not None
    await anne.press(first, "Leave")
    gone = await anne.choose(asked.message, "which:leave", table_of(first))
    assert gone.kind is Answer.UPDATE
    assert "This table is closed" in gone.text
    assert "Anne" in second.refresh().text


async def test_show_says_where_the_table_is_or_brings_it_to_the_end_of_this_channel(
    anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico)
    elsewhere = await dampier.slash("table show", table=table_of(board))
    assert board.id in elsewhere.text
    assert not board.is_gone
    here = await calico.slash("table show", channel=board)
    assert board.id not in here.text
    new = await calico.wait_for(lambda seen: is_board(seen, table_of(board)) and seen.id in here.text)
    assert new.channel_id == board.channel_id
    assert board.is_gone


async def test_the_log_is_private_and_told_to_players_and_onlookers_alike(
    pg: Playground, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    assert "hasn't begun" in (await anne.slash("log", table=table_of(lobby))).text
    await anne.press(lobby, "Start")
    board = await board_of(anne, lobby)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands, until="Round 2")
    for reader in (calico, dampier):
        log = await reader.slash("log", table=table_of(lobby))
        assert log.message is not None
        assert log.message.is_ephemeral
        assert "Yo-ho-ho! The bids" in log.text
        assert "Round 1 scores" in log.text


async def test_only_those_who_play_are_offered_their_hand_under_log_and_score_sheet(
    pg: Playground, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands, until="Round 2")
    for reader, offered in ((calico, True), (dampier, False)):
        log = await reader.slash("log", table=table_of(board))
        more = await reader.press(board, "More")
        assert more.message is not None
        for read in (log, more, await reader.press(more.message, "Scores")):
            assert read.message is not None
            ways = [str(button.custom_id).split(":")[0] for button in read.message.buttons]
            assert ("hand" in ways) is offered


async def test_rules_are_those_of_my_table_or_of_the_game_that_is_named(
    anne: Visitor, dampier: Visitor
) -> None:
    await open_lobby(anne, options="edition=classic")
    at_the_table = await anne.slash("rules")
    of_the_game = await dampier.slash("rules", game=GAME)
    assert at_the_table.message is not None
    assert at_the_table.message.is_ephemeral
    assert of_the_game.kind is Answer.MESSAGE


async def test_private_answers_are_in_the_readers_language_and_public_ones_in_the_servers(
    bot: Tortuga, anne: Visitor
) -> None:
    lobby = await open_lobby(anne.speaks("de"))
    table = await bot.services.tables.table(table_of(lobby))
    assert table.record.locale == "en-US"


async def test_the_commands_are_the_same_to_discord_until_they_change(bot: Tortuga) -> None:
    known = await bot.store.get_note(tree.STATE_KEY)
    assert known == tree.fingerprint(bot.tree)
    bot.tree.remove_command("help")
    assert known != tree.fingerprint(bot.tree)


async def test_commands_are_brought_anew_once_a_translation_has_changed(
    bot: Tortuga, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = tree.fingerprint(bot.tree)
    shutil.copytree(tree.BOT_LOCALE, tmp_path / "locale")
    monkeypatch.setattr(tree, "BOT_LOCALE", tmp_path / "locale")
    assert tree.fingerprint(bot.tree) == known
    german = catalogue_file(tmp_path / "locale", "de")
    german.write_text(german.read_text("utf-8").replace('msgstr "hilfe"', 'msgstr "beistand"'), "utf-8")
    assert tree.fingerprint(bot.tree) != known
