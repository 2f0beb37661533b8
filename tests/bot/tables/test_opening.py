"""How many tables one member opens: lobbies that wait at the same time, and tables in ten minutes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.refusal import Refusal
from bot.tables import leaving, lobby, opening
from bot.tables.model import Press, Table
from games.text import english
from storage.models import Post
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD
from tests.bot.tables.test_clocks import Days, open_house
from tests.support.clock import VirtualClock

ELSEWHERE = 77


@pytest.fixture
async def days(tmp_path: Path) -> AsyncIterator[Days]:
    """An open table service."""
    async with open_house(tmp_path, VirtualClock()) as there:
        yield there


async def opened(days: Days, name: str = "Anne", guild: int = GUILD) -> Table:
    """A lobby that this person opens."""
    press = days.press(name)
    return (
        await days.tables.opening.create(press, guild=guild, channel=CHANNEL, game=GAME, options={})
    ).table


async def refused(attempt: object, reason: str) -> str:
    """The sentence with which the attempt was refused, for that reason."""
    with pytest.raises(Refusal) as refusal:
        await attempt  # type: ignore[misc]
    assert refusal.value.reason == reason
    return english(refusal.value.text)


async def test_a_member_has_three_lobbies_at_once_and_is_told_where_they_are(days: Days) -> None:
    tables = [await opened(days) for _table in range(3)]
    await days.store.post_shown(Post(tables[0].id, "lobby", 5, 6, 1, 1.0))
    said = await refused(opened(days), "full")
    assert said.startswith("3 of your tables have nobody else at them yet: ")
    assert f"[`{tables[0].id}`](https://discord.com/channels/{GUILD}/5/6)" in said
    assert f"[`{tables[1].id}`](https://discord.com/channels/{GUILD}/{CHANNEL})" in said


async def test_who_has_begun_or_closed_one_opens_another(days: Days) -> None:
    first, second, _third = [await opened(days) for _table in range(3)]
    await days.tables.change(days.press("Calico"), first.id, lobby.join)
    await days.tables.playing.start(days.press("Anne"), first.id)
    await opened(days)
    await days.tables.change(days.press("Anne"), second.id, lobby.close)
    await opened(days)
    await refused(opened(days), "full")


async def test_each_member_and_each_server_counts_by_itself(days: Days) -> None:
    for name, guild in (("Anne", GUILD), ("Calico", GUILD), ("Anne", ELSEWHERE)):
        for _table in range(3):
            await opened(days, name, guild)
        await refused(opened(days, name, guild), "full")


async def test_a_table_that_was_passed_on_counts_for_whoever_has_it_now(days: Days) -> None:
    tables = [await opened(days) for _table in range(3)]
    await days.tables.change(days.press("Calico"), tables[0].id, lobby.join)
    await days.tables.change(days.press("Anne"), tables[0].id, lobby.leave)
    await opened(days)
    for _table in range(2):
        await opened(days, "Calico")
    await refused(opened(days, "Calico"), "full")


@pytest.mark.parametrize(("wanted", "possible"), [(1, 1), (5, 5), (0, opening.MOST_OPENED)])
async def test_a_server_wants_it_otherwise(days: Days, wanted: int, possible: int) -> None:
    await days.tables.servers.change(GUILD, lobbies=wanted)
    for _table in range(possible):
        await opened(days)
    await refused(opened(days), "full" if wanted else "early")


@pytest.mark.long
async def test_a_thousand_presses_at_once_open_three_tables(days: Days) -> None:
    done = await asyncio.gather(*(opened(days) for _press in range(1000)), return_exceptions=True)
    assert sum(isinstance(each, Table) for each in done) == 3
    assert {type(each) for each in done} == {Table, Refusal}


async def test_ten_tables_in_ten_minutes_whether_or_not_they_have_begun(days: Days) -> None:
    await days.tables.servers.change(GUILD, lobbies=0)
    for _table in range(opening.MOST_OPENED):
        await days.tables.opening.play(
            days.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={}
        )
    play = days.tables.opening.play(days.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={})
    assert "You've opened 10 tables in ten minutes." in await refused(play, "early")
    await opened(days, "Calico")
    await days.tables.opening.play(
        days.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={}, private=True
    )
    days.clock.advance(opening.WITHIN + 1)
    await opened(days)


async def test_a_rematch_counts_as_well(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.tables.change(days.press("Calico"), table.id, leaving.concede)
    for _table in range(3):
        await opened(days)
    await refused(days.tables.opening.rematch(days.press("Anne"), table.id), "full")
    await days.tables.opening.rematch(days.press("Calico"), table.id)
    joined = await days.tables.opening.rematch(days.press("Anne"), table.id)
    assert joined.table.phase == "playing"


async def test_games_that_one_plays_among_robots_count_as_waiting_for_people(days: Days) -> None:
    for _table in range(3):
        table = await opened(days)
        await days.tables.change(days.press("Anne"), table.id, lobby.add_robot)
        assert (await days.tables.playing.start(days.press("Anne"), table.id)).table.phase == "playing"
    assert "have nobody else at them yet" in await refused(opened(days), "full")
    play = days.tables.opening.play(days.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={})
    await refused(play, "full")
    await opened(days, "Calico")


async def test_of_many_members_who_open_at_once_as_many_find_room_as_the_server_allows(days: Days) -> None:
    await days.tables.servers.change(GUILD, tables=20)

    async def open_one(user: int) -> Table:
        press = Press(next(days.presses), user, "Sailor")
        return (
            await days.tables.opening.create(press, guild=GUILD, channel=CHANNEL, game=GAME, options={})
        ).table

    done = await asyncio.gather(*map(open_one, range(1001, 1026)), return_exceptions=True)
    assert sum(isinstance(each, Table) for each in done) == 20
    assert {type(each) for each in done} == {Table, Refusal}
    assert await days.store.servers.open_tables(GUILD) == 20
