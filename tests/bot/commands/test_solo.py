"""Games for one alone: /play and /learn leave no trace but their player's private answers, until shared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.app import Tortuga
from bot.publishing import open_hands
from games.catalogue import catalogue
from playground import Answer, Playground, Seen, Visitor
from tests.support.bot import tortuga
from tests.support.idle import until
from tests.support.table_play import (
    SHORT,
    behind_more,
    choices,
    choose_first,
    has_ended,
    id_of,
    play_on,
    press,
    table_of,
)

POSTS = ("POST /channels/{channel_id}/messages", "PATCH /channels/{channel_id}/messages/{message_id}")
"""How the bot speaks to everybody."""


def said_aloud(pg: Playground) -> list[str]:
    """What the bot has posted or edited for others to see, and the threads that it has opened."""
    return [each.route for each in pg.requests if each.route in POSTS or "threads" in each.route]


async def play_alone(person: Visitor, command: str = "play", **options: Any) -> Seen:
    """The first hand of a private game."""
    shown = await (await person.slash(command, **options)).settled()
    assert shown is not None
    assert shown.is_ephemeral
    return shown


async def end(person: Visitor, shown: Seen) -> None:
    """Close the game that this hand is of."""
    asked = await person.slash("table leave")
    assert asked.message is not None
    await person.press(asked.message, "End the game")
    await person.wait_for(lambda seen: seen.id == shown.id and not choices(seen))


async def test_play_deals_at_once_in_private_and_leaves_no_trace(
    pg: Playground, anne: Visitor, dampier: Visitor
) -> None:
    shown = await play_alone(anne)
    assert choices(shown)
    await choose_first(anne, shown)
    assert said_aloud(pg) == []
    assert anne.pings() == []
    assert [seen.id for seen in anne.sees()] == [shown.id]
    assert dampier.sees() == []
    assert pg.violations == []


async def test_a_private_game_is_played_to_its_end_shared_by_a_press_and_only_then_seen(
    pg: Playground, anne: Visitor, dampier: Visitor
) -> None:
    shown = await play_alone(anne, **SHORT)
    table = table_of(shown)
    await play_on(pg, {"Anne": shown})
    assert has_ended(shown.refresh())
    assert said_aloud(pg) == []
    hidden = await dampier.slash("replay", table=table)
    assert "I don't know that table" in hidden.text
    shared = await press(anne, shown, "share")
    assert "Your result is in the channel." in shared.text
    result = await dampier.wait_for(has_ended)
    assert "Anne" in result.text
    assert result.notified == []
    assert [button.custom_id for button in shown.refresh().buttons if "share" in str(button.custom_id)] == []


async def test_where_here_plays_in_public_as_ever(pg: Playground, anne: Visitor, dampier: Visitor) -> None:
    card = (await anne.slash("play", where="here")).message
    assert card is not None
    assert not card.is_ephemeral
    assert choices(await anne.wait_for(lambda seen: seen.is_ephemeral))
    assert dampier.sees() != []


async def test_nobody_else_gets_at_a_private_game(anne: Visitor, dampier: Visitor) -> None:
    shown = await play_alone(anne)
    table = table_of(shown)
    assert "No tables open" in (await dampier.slash("table list")).text
    assert "No tables open" in (await anne.slash("table list")).text
    for command in ("table show", "log", "table leave", "table close"):
        assert "I don't know that table" in (await dampier.slash(command, table=table)).text
        assert table not in [each["value"] for each in await dampier.choices(command, "table", "")]
    assert "so it stands in no channel" in (await anne.slash("table show", table=table)).text


async def test_a_moderator_who_has_the_id_closes_a_private_game(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    shown = await play_alone(anne)
    morgan = pg.person("Morgan")
    table = table_of(shown)
    desk = (await morgan.slash("moderate table", table=table)).message
    assert desk is not None
    assert table in desk.text
    assert await morgan.choices("moderate table", "table", "") == []
    opened = await morgan.choose(desk, f"macts:{table}", "void")
    assert opened.modal is not None
    await morgan.submit(opened.modal, {"reason": "so it is"})
    assert (await bot.services.tables.table(table)).phase == "closed"
    await anne.wait_for(lambda seen: seen.id == shown.id and "This table has closed" in seen.text)
    assert said_aloud(pg) == []


async def test_learn_once_more_says_that_it_is_the_course_that_goes_on(anne: Visitor) -> None:
    for asked in ("👉 ", "You are already learning Skull King"):
        shown = await (await anne.slash("learn", game="skull-king")).settled()
        assert shown is not None
        assert asked in shown.text


async def test_learn_it_at_a_table_of_another_edition_says_which_course_goes_on(
    bot: Tortuga, anne: Visitor
) -> None:
    assert await (await anne.slash("learn", game="skull-king")).settled()
    shown = await play_alone(anne, options="first edition")
    asked = await (await press(anne, shown, "course")).settled()
    assert asked is not None
    assert "You are already learning Skull King (Edition: Grandpa Beck's): Round" in asked.text
    assert "What you asked for: Edition: First edition." in asked.text
    await press(anne, asked, "anew")
    begun = await bot.services.tables.table(table_of(asked.refresh()))
    assert begun.record.learning
    assert begun.record.options == {"edition": "classic"}


async def test_play_once_more_offers_to_go_on_or_to_start_over(bot: Tortuga, anne: Visitor) -> None:
    first = await play_alone(anne)
    await choose_first(anne, first)
    asked = await play_alone(anne, options="kraken=yes")
    assert "You are in the middle of Skull King (Kraken: no): Round" in asked.text
    assert "What you asked for: Kraken." in asked.text
    gone_on = await press(anne, asked, "hand")
    assert gone_on.kind is Answer.UPDATE
    assert table_of(asked.refresh()) == table_of(first)
    again = await play_alone(anne, options="kraken=yes")
    await press(anne, again, "anew")
    assert choices(again.refresh())
    assert table_of(again) != table_of(first)
    await anne.wait_for(lambda seen: seen.id == asked.id and "This table has closed" in seen.text)
    begun = await bot.services.tables.table(table_of(again))
    assert begun.record.options == {"kraken": True}


async def test_another_game_and_another_server_are_other_games(bot: Tortuga, anne: Visitor) -> None:
    await play_alone(anne)
    other = await play_alone(anne, game="corsari")
    words = await (await behind_more(anne, other, "Words")).settled()
    assert words is not None
    assert "Hand 1" in words.text
    assert len(await bot.services.tables.tables_of(int(anne.id))) == 2


async def test_a_private_game_is_ended_at_any_time(anne: Visitor) -> None:
    shown = await play_alone(anne)
    await choose_first(anne, shown)
    await end(anne, shown)
    assert "It's not your turn anywhere" in (await anne.slash("turns")).text


async def test_rematch_plays_the_same_in_private_again(pg: Playground, anne: Visitor) -> None:
    shown = await play_alone(anne, options="length=bedtime kraken=yes")
    before = table_of(shown)
    await play_on(pg, {"Anne": shown})
    again = await anne.press(shown.refresh(), custom_id=id_of(shown, "rematch"))
    assert again.kind is Answer.UPDATE
    assert table_of(shown.refresh()) != before
    assert choices(shown)
    assert said_aloud(pg) == []


async def test_robots_wait_until_their_player_looks_on_again(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_hands, "LIFE", 0.0)
    async with tortuga(pg, tmp_path) as bot:
        anne = pg.person("Anne")
        shown = await play_alone(anne)
        table = await bot.services.tables.table(table_of(shown))
        assert bot.services.tables.robots.tasks == {}
        assert table.actions == 0
        assert "just for you" in (await anne.slash("turns")).text
        monkeypatch.setattr(open_hands, "LIFE", 60.0)
        again = await play_alone(anne, "hand")
        assert table_of(again) == table.id
        await until(lambda: bot.services.tables.repository.newest(table).actions == 3)


async def test_a_private_game_outlives_a_restart(pg: Playground, tmp_path: Path) -> None:
    anne = pg.person("Anne")
    async with tortuga(pg, tmp_path):
        shown = await play_alone(anne)
        await choose_first(anne, shown)
    async with tortuga(pg, tmp_path):
        again = await play_alone(anne, "hand")
        assert table_of(again) == table_of(shown)
        assert said_aloud(pg) == []


async def test_robots_and_level_are_chosen_in_the_command(bot: Tortuga, anne: Visitor) -> None:
    shown = await play_alone(anne, robots=4, level="any")
    table = await bot.services.tables.table(table_of(shown))
    assert [seat.robot for seat in table.seats if seat.robot] == ["any"] * 4
    assert len(table.people) == 1
    levels = await anne.choices("play", "level", "", game="skull-king")
    assert [each["value"] for each in levels] == [*catalogue()["skull-king"].robots][::-1]
    assert levels[-1]["name"].startswith("Deckhand")


async def test_robots_of_another_game_are_refused_with_what_to_do_instead(anne: Visitor) -> None:
    refused = await anne.slash("play", level="admiral of the moon")
    assert "Pick one from the list" in refused.text


async def test_so_many_robots_as_the_game_has_no_seats_for_are_refused(anne: Visitor) -> None:
    refused = await anne.slash("play", game="corsari", robots=7)
    assert refused.message is not None
    assert not choices(refused.message), refused.text


@pytest.mark.parametrize("where", ["alone", "here"])
async def test_level_holds_in_private_and_in_public(bot: Tortuga, anne: Visitor, where: str) -> None:
    reply = await anne.slash("play", robots=2, level="sensible", where=where)
    assert reply.message is not None
    shown = await anne.wait_for(lambda seen: seen.is_ephemeral and bool(choices(seen)))
    table = await bot.services.tables.table(table_of(shown))
    assert [seat.robot for seat in table.seats if seat.robot] == ["sensible"] * 2
