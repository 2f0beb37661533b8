"""Hints before a choice, where a game counts for nothing, and afterwards what the choices gave away."""

from __future__ import annotations

import re

import pytest

from bot.app import Tortuga
from bot.refusal import Refusal
from bot.tables.model import Press
from playground import Playground, Seen, Visitor
from tests.bot.commands.test_solo import play_alone
from tests.support.table_play import (
    SHORT,
    board_of,
    choices,
    deal,
    hand,
    has_ended,
    last_options,
    open_lobby,
    play_on,
    press,
    table_of,
)


def buttons_for(shown: Seen, verb: str) -> list[str]:
    return [str(button.custom_id) for button in shown.buttons if str(button.custom_id).startswith(f"{verb}:")]


async def test_a_hint_stands_above_the_hand_and_the_result_says_who_was_helped(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    shown = await play_alone(anne, game="skull-king", **SHORT)
    offered = choices(shown)
    told = await (await press(anne, shown, "hint")).settled()
    assert told is not None
    assert told.id == shown.id
    assert "💡" in told.text
    assert "🎓" not in told.text, "one thing at a time is explained"
    assert choices(told) == offered
    assert buttons_for(told, "hint") == []
    table = await bot.services.tables.table(table_of(shown))
    assert table.record.helped == (table.seat_of(int(anne.id)),)
    await play_on(pg, {"Anne": shown})
    assert "💡 With hints: **Anne**" in shown.refresh().text
    assert pg.violations == []


async def test_by_how_much_it_is_better_is_told_below_the_same_hint_to_whoever_asks(
    pg: Playground, anne: Visitor
) -> None:
    shown = await play_alone(anne, game="skull-king")
    told = await (await press(anne, shown, "hint")).settled()
    assert told is not None
    [hint] = [line for line in told.text.split("\n") if "💡" in line]
    figured = await (await press(anne, told, "figure")).settled()
    assert figured is not None
    assert figured.id == shown.id
    assert hint in figured.text
    assert re.search(r"better on average than|is just as good", figured.text)
    assert buttons_for(figured, "figure") == []
    assert choices(figured) == choices(shown)
    assert pg.violations == []


async def test_nobody_is_given_a_hint_where_the_game_counts(
    bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    assert buttons_for(await hand(anne, board), "hint") == []
    with pytest.raises(Refusal, match="this game counts"):
        await bot.services.tables.playing.hint(Press(0, int(anne.id), "Anne"), table_of(board))


async def test_a_host_can_do_without_hints(anne: Visitor, calico: Visitor) -> None:
    lobby = await open_lobby(anne, calico)
    options = await last_options(anne, lobby)
    assert buttons_for(options, "hints") == []
    unrated = await anne.press(options, "Play unrated")
    assert unrated.message is not None
    await anne.press(unrated.message, "No hints")
    await anne.wait_for(lambda seen: seen.id == lobby.id and "no hints" in seen.text)
    await anne.press(lobby, "Start")
    board = await board_of(anne, lobby)
    assert buttons_for(await hand(anne, board), "hint") == []


async def test_a_game_is_judged_once_and_the_judgement_is_kept(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    shown = await play_alone(anne, game="skull-king", **SHORT)
    table = table_of(shown)
    await play_on(pg, {"Anne": shown})
    assert has_ended(shown.refresh())
    more = await (await press(anne, shown.refresh(), "more")).settled()
    assert more is not None
    await press(anne, more, "analysis")
    summed = await anne.wait_for(lambda seen: "Where it was decided" in seen.text)
    assert "gave nothing away" in summed.text or " better" in summed.text
    known = await bot.services.analyses.stored(await bot.services.tables.table(table))
    assert len(known) == 1
    [analysis] = known.values()
    assert analysis.choices in (1, 2), "the bid, and what the only card is played as or lets its player do"
    assert buttons_for(summed.refresh(), "analysis") == [
        f"analysis:{table}:{at}" for at in range(1, len(analysis.worst) + 1)
    ]
    for slip in analysis.worst:
        assert slip.lost > 0
    assert pg.violations == []
