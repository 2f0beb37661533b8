"""What is posted while people play, and who is told that a game is over: an edited message tells nobody."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import Tortuga
from bot.publishing.table_outbox import LONG_GAME
from playground import Playground, Seen, Visitor
from tests.support.idle import until_all_is_drawn
from tests.support.table_play import SHORT, deal, hand, has_ended, id_of, play_on, table_of

POST = "POST /channels/{channel_id}/messages"
"""A game that is over after one card each."""


async def played(pg: Playground, board: Seen, *people: Visitor) -> None:
    """The game is played to its end, with what that brings."""
    await play_on(pg, {person.name: await hand(person, board) for person in people})
    await people[0].wait_for(lambda seen: seen.id == board.id and has_ended(seen))


def begun_earlier(folder: Path, table: str, seconds: float) -> None:
    """As if the first move had been made so long ago."""
    with closing(sqlite3.connect(folder / "tortuga.db")) as database, database:
        sql = "UPDATE actions SET at = at - ? WHERE table_id = ? AND number = 1"
        assert database.execute(sql, (seconds, table)).rowcount == 1


async def test_a_plain_game_of_three_posts_nothing_between_its_first_message_and_its_last(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico, dampier)
    await played(pg, board, anne, calico, dampier)
    await until_all_is_drawn(bot)
    morgan = pg.person("Morgan")
    assert len([each for each in pg.requests if each.route == POST]) == 1, "the board alone"
    assert [seen.id for seen in morgan.sees(board) if seen.buttons] == [board.id]
    assert [seen.id for seen in morgan.sees()] == [board.channel_id], "in the channel the game's one message"
    assert pg.violations == []


async def test_where_the_server_hides_results_its_messages_cover_who_has_won(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, **SHORT)
    await bot.services.tables.servers.change(int(pg.guild().id), spoilers=True)
    await play_on(pg, {person.name: await hand(person, board) for person in (anne, calico)})
    await until_all_is_drawn(bot)
    public = [seen.text for place in (None, board) for seen in pg.person("Morgan").sees(place)]
    assert any("||" in text and "Yo-ho-ho!||" in text for text in public)
    assert not [text for text in public if re.search(r"(?<!\|\|)\*\*\w+\*\* wins", text)]


async def long_game(pg: Playground, folder: Path, seconds: float, *people: Visitor) -> Seen:
    """A game that took so long was played to its end: its board."""
    board = await deal(*people, **SHORT)
    first = await hand(people[0], board)
    await play_on(pg, {people[0].name: first}, presses=1)
    begun_earlier(folder, table_of(board), seconds)
    await played(pg, board, *people)
    return board


async def test_after_more_than_an_hour_its_players_are_told_once_who_has_won_with_the_way_to_a_rematch(
    pg: Playground, bot: Tortuga, tmp_path: Path, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await long_game(pg, tmp_path, LONG_GAME + 60, anne, calico, dampier)
    await until_all_is_drawn(bot)
    posted = [seen for seen in pg.person("Morgan").sees(board) if seen.id != board.id and seen.buttons]
    (told,) = posted
    assert sorted(told.notified) == ["Anne", "Calico", "Dampier"]
    assert "Skull King is over" in told.text
    assert "Yo-ho-ho!" in told.text
    assert len(told.text.split()) <= 25, "it is short"
    assert [button.label for button in told.buttons] == ["Rematch"]
    assert id_of(told, "rematch") == f"rematch:{table_of(board)}"
    assert len([each for each in pg.requests if each.route == POST]) == 2


@pytest.mark.parametrize("seconds", [0.0, LONG_GAME - 600])
async def test_after_a_shorter_game_nobody_is_told(
    pg: Playground, bot: Tortuga, tmp_path: Path, anne: Visitor, calico: Visitor, seconds: float
) -> None:
    board = await long_game(pg, tmp_path, seconds, anne, calico)
    await until_all_is_drawn(bot)
    assert [seen.id for seen in pg.person("Morgan").sees(board) if seen.buttons] == [board.id]
    assert len([each for each in pg.requests if each.route == POST]) == 1
