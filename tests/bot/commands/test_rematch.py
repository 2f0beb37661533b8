"""Rematch: the others get one ping; the game begins when the last has come, after a minute without them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Tortuga
from bot.tables.lobby import REMATCH_WAITS
from playground import Playground, Seen, Visitor
from tests.support.bot import tortuga
from tests.support.table_play import (
    SHORT,
    behind_more,
    board_of,
    choices,
    deal,
    hand,
    has_ended,
    open_lobby,
    play_on,
    press,
    table_of,
)


async def played(pg: Playground, board: Seen, *people: Visitor) -> Seen:
    """The game is played to its end: the channel's message, which is its result."""
    await play_on(pg, {person.name: await hand(person, board) for person in people})
    await people[0].wait_for(lambda seen: seen.id == board.id and has_ended(seen))
    return await people[0].wait_for(lambda seen: seen.id == board.channel_id and has_ended(seen))


async def asked_for(host: Visitor, result: Seen) -> Seen:
    """The lobby of the rematch that the host asks for."""
    await press(host, result, "rematch")
    return await host.wait_for(
        lambda seen: not seen.is_ephemeral and any("join:" in str(each.custom_id) for each in seen.buttons)
    )


async def test_the_others_get_one_ping_and_it_starts_by_itself_when_the_last_joins(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    result = await played(pg, await deal(anne, calico, dampier, **SHORT), anne, calico, dampier)
    before = {person.name: len(person.pings()) for person in (anne, calico, dampier)}

    def pinged() -> list[int]:
        return [len(person.pings()) - before[person.name] for person in (anne, calico, dampier)]

    lobby = await asked_for(calico, result)
    assert pinged() == [1, 0, 1]
    assert sorted(lobby.notified) == ["Anne", "Dampier"]
    await press(anne, lobby, "join")
    assert (await bot.services.tables.table(table_of(lobby))).phase == "lobby"
    assert pinged() == [1, 0, 1]
    await press(dampier, lobby, "join")
    again = await board_of(anne, lobby)
    assert choices(await hand(calico, again))
    table = await bot.services.tables.table(table_of(lobby))
    assert {seat.name for seat in table.seats} == {"Anne", "Calico", "Dampier"}
    assert table.record.options == {"length": "bedtime"}
    assert pinged() == [2, 1, 2], "then the board mentions those who play, as in every game"


async def test_whoever_presses_rematch_as_well_joins_and_the_last_one_gets_the_cards(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    result = await played(pg, await deal(anne, calico, **SHORT), anne, calico)
    await asked_for(anne, result)
    came = await (await press(calico, result, "rematch")).settled()
    assert came is not None
    assert came.is_ephemeral
    assert choices(came), "the hand, as nobody is missing any more"


async def test_the_same_robots_are_there_again(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, calico, **SHORT)
    await press(anne, lobby, "robot")
    await press(anne, lobby, "start")
    board = await board_of(anne, lobby)
    before = await bot.services.tables.table(table_of(board))
    result = await played(pg, board, anne, calico)
    again = await asked_for(anne, result)
    table = await bot.services.tables.table(table_of(again))
    robots = [(seat.name, seat.robot) for seat in table.seats if seat.robot]
    assert robots == [(seat.name, seat.robot) for seat in before.seats if seat.robot]
    assert len(robots) == 1
    assert again.notified == ["Calico"]


async def test_before_a_minute_is_over_the_host_waits_and_after_it_goes_on_without_the_missing(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert REMATCH_WAITS == 60
    anne, calico, dampier = (pg.person(name) for name in ("Anne", "Calico", "Dampier"))
    async with tortuga(pg, tmp_path):
        result = await played(pg, await deal(anne, calico, dampier, **SHORT), anne, calico, dampier)
        lobby = await asked_for(anne, result)
        await press(calico, lobby, "join")
        early = await press(anne, lobby, "start")
        assert "Waiting for" in early.text
        assert dampier.mention in early.text
        monkeypatch.setattr("bot.tables.lobby.REMATCH_WAITS", 0.0)  # the minute is over
        await press(anne, lobby, "start")
        board = await board_of(calico, lobby)
        assert choices(await hand(calico, board))
        late = await press(dampier, board, "hand")
        assert not choices(late.message) if late.message is not None else late.text


async def test_after_a_game_the_same_people_can_play_another_one_or_meet_next_week(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico)
    asked = await (await behind_more(calico, board, "Leave game")).settled()
    assert asked is not None
    await press(calico, asked, "concede")
    await press(calico, asked.refresh(), "concedeconfirm")
    await anne.wait_for(lambda seen: seen.id == board.id and has_ended(seen))
    more = await (await press(anne, board, "more")).settled()
    assert more is not None
    await press(anne, more, "whatnext")
    assert "Skull King" not in [button.label for button in more.refresh().buttons]
    told = await anne.press(more, "Next week")
    assert "I need Create Events" in told.text
    pg.change_role("Tortuga", "create_events")
    for _twice in range(2):
        again = await (await press(anne, board, "more")).settled()
        assert again is not None
        await press(anne, again, "whatnext")
        assert "Next week, same people" in (await anne.press(again, "Next week")).text
    [event] = pg.world.state.scheduled_events[pg.guild().id].values()
    assert event.name == "Skull King: Anne and Calico"
    await anne.press(more.refresh(), "Corsari")
    lobby = await calico.wait_for(lambda seen: any("join:" in str(each.custom_id) for each in seen.buttons))
    table = await bot.services.tables.table(table_of(lobby))
    assert (table.game.slug, table.record.expected) == ("corsari", (int(calico.id),))
