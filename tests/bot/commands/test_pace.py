"""Time as people in Discord meet it: chosen in the lobby, seen on board and hand, paused, run out."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

from msgspec.structs import replace

from bot.app import Tortuga
from bot.tables.model import Press
from playground import Playground, Visitor
from tests.support.child import child_bot
from tests.support.idle import until
from tests.support.table_play import (
    behind_more,
    board_of,
    choices,
    choose_first,
    deal,
    hand,
    has_ended,
    last_options,
    open_lobby,
    table_of,
)

FAST = 3600.0
UP = re.compile(r"<t:(\d+):T>")


async def test_a_table_is_opened_at_the_pace_that_was_chosen(anne: Visitor) -> None:
    assert "🗓️ Over days: 1 day a move" in (await open_lobby(anne, pace="daily")).text
    assert "⚡ Now: 2 minutes a move" in (await open_lobby(anne, pace="blitz")).text
    assert "⏱️ No clock" in (await open_lobby(anne, pace="none")).text


async def test_the_host_chooses_another_pace_from_the_list(anne: Visitor, calico: Visitor) -> None:
    lobby = await open_lobby(anne, calico)
    options = await last_options(anne, lobby)
    await anne.choose(options, f"pace:{table_of(lobby)}", "relaxed")
    await anne.wait_for(lambda seen: seen.id == lobby.id and "Over days: 3 days a move" in seen.text)


async def test_the_host_writes_a_pace_of_their_own_into_a_window(anne: Visitor) -> None:
    lobby = await open_lobby(anne)
    options = await last_options(anne, lobby)
    asked = await anne.press(options, "Own pace")
    assert asked.modal is not None
    refused = await anne.submit(asked.modal, {"move": "soon", "bank": "0", "increment": "0"})
    assert "I can't read “soon” as a length of time." in refused.text
    asked = await anne.press(options, "Fix it")
    assert asked.modal is not None
    await anne.submit(asked.modal, {"move": "36 h", "bank": "2 d", "increment": ""})
    await anne.wait_for(lambda seen: seen.id == lobby.id and "1 day and 12 hours a move" in seen.text)
    assert any(
        "1 day and 12 hours" in str(option) for each in options.refresh().selects for option in each.options
    )


async def test_board_and_hand_tell_the_same_moment(bot: Tortuga, anne: Visitor, calico: Visitor) -> None:
    board = await deal(anne, calico, pace="blitz")
    shown = await hand(anne, board)
    assert "🎓" in shown.text, "time runs beside a lesson as well"
    on_board, in_hand = UP.findall(board.text), UP.findall(shown.text)
    assert on_board == in_hand
    clock = bot.services.tables.clock
    assert 410 <= int(on_board[0]) - clock.unix(clock.awake()) <= 420


async def test_a_pause_is_asked_for_behind_more_and_answered_on_the_board(
    anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, pace="blitz")
    mine = await (await behind_more(anne, board, "This table")).settled()
    assert mine is not None
    assert "asked for a pause" in (await anne.press(mine, "Ask for pause")).text
    asked = await calico.wait_for(lambda seen: seen.id == board.id and "would like a pause. And" in seen.text)
    assert [button.label for button in asked.buttons][-2:] == ["Agree to pause", "Play on"]
    assert "You agreed: it's paused." in (await calico.press(asked, "Agree to pause")).text
    paused = await anne.wait_for(lambda seen: seen.id == board.id and "Paused." in seen.text)
    assert UP.findall(paused.text) == []
    assert "Agree to pause" not in [button.label for button in paused.buttons]
    assert "The pause is over" in (await anne.press(paused, "End pause")).text
    over = await anne.wait_for(lambda seen: seen.id == board.id and "ended the pause" in seen.text)
    assert "would like" not in over.text
    assert "up for a pause" not in over.text


async def test_whoever_wants_a_pause_no_longer_reads_that_they_do_once_it_is_refused(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    dampier = pg.person("Dampier")
    board = await deal(anne, calico, dampier, pace="blitz")
    mine = await (await behind_more(anne, board, "This table")).settled()
    assert mine is not None
    said = await (await anne.press(mine, "Ask for pause")).settled()
    assert said is not None
    assert "You've asked for a pause." in said.text
    asked = await calico.wait_for(lambda seen: seen.id == board.id and "would like a pause. And" in seen.text)
    agreed = await (await calico.press(asked, "Agree to pause")).settled()
    assert agreed is not None
    assert "You agreed to a pause. Not yet:" in agreed.text
    await dampier.press(asked.refresh(), "Play on")
    await anne.wait_for(lambda seen: seen.id == said.id and "asked for a pause" not in seen.text)
    await calico.wait_for(lambda seen: seen.id == agreed.id and "agreed to a pause" not in seen.text)


async def test_a_move_ends_a_pause(anne: Visitor, calico: Visitor) -> None:
    board = await deal(anne, calico, pace="blitz")
    more = await (await behind_more(anne, board, "This table")).settled()
    assert more is not None
    await anne.press(more, "Ask for pause")
    asked = await calico.wait_for(lambda seen: seen.id == board.id and "would like a pause. And" in seen.text)
    await calico.press(asked, "Agree to pause")
    await choose_first(anne, await hand(anne, board))
    await calico.wait_for(lambda seen: seen.id == board.id and "**Anne** ended the pause" in seen.text)


async def test_a_hand_that_is_out_of_date_gives_the_seat_back_too(
    bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, pace="blitz")
    shown = await hand(anne, board)
    old = choices(shown)[0]
    table = await bot.services.tables.table(table_of(board))
    seat = table.seat_of(int(anne.id)) or 0
    clocks = list(table.timing.seats)
    clocks[seat] = replace(clocks[seat], stand_in=True)
    absent = replace(table, timing=replace(table.timing, seats=tuple(clocks)))
    press = Press(1, int(calico.id), "Calico")
    await bot.services.tables.change(
        press, table.id, lambda _table, _press: absent
    )  # as after two missed moves
    await anne.wait_for(lambda seen: seen.id == board.id and "a robot stands in" in seen.text.lower())
    await anne.press(shown, custom_id=old)
    await anne.wait_for(lambda seen: seen.id == board.id and "**Anne** is back" in seen.text)


async def test_clocks_stand_still_while_the_gateway_is_out_of_reach(pg: Playground, bot: Tortuga) -> None:
    clock = bot.services.tables.clock
    awake, began = clock.awake(), time.monotonic()
    back = asyncio.ensure_future(bot.wait_for("resumed"))
    await asyncio.sleep(0)
    pg.disconnect_gateway()
    await back
    cut_off = time.monotonic() - began - (clock.awake() - awake)
    assert cut_off > 0.0005
    before = clock.awake()
    await until(lambda: clock.awake() > before)


async def test_on_a_fast_clock_robots_help_out_stand_in_and_get_up_again(
    pg: Playground, tmp_path: Path
) -> None:
    async with child_bot(pg, tmp_path, CLOCK_SPEED=str(FAST / 15)):
        anne, calico = pg.person("Anne"), pg.person("Calico")
        lobby = await open_lobby(anne, calico, pace="blitz")
        await anne.press(lobby, "Start")
        board = await board_of(anne, lobby)
        await anne.wait_for(lambda seen: "a robot played for" in seen.text and seen.id == board.id)
        alone = await anne.wait_for(lambda seen: "Only robots here" in seen.text and seen.id == board.id)
        assert "🤖 **Anne**" in alone.text
        await hand(anne, board)
        log = await behind_more(calico, board, "Log")
        assert log.text.index("a robot stands in for **Anne**") < log.text.index("**Anne** is back.")


async def test_on_a_fast_clock_a_lobby_closes_itself_and_says_so(pg: Playground, tmp_path: Path) -> None:
    async with child_bot(pg, tmp_path, CLOCK_SPEED=str(24 * FAST)):
        anne = pg.person("Anne")
        lobby = await open_lobby(anne)
        closed = await anne.wait_for(
            lambda seen: seen.id == lobby.id and "Nobody did anything here" in seen.text, 30
        )
        assert [button.label for button in closed.buttons] == []
        assert not has_ended(closed)
