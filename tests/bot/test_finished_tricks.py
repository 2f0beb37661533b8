"""A finished trick is what the others see while the next card lies there; no press waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.app import Tortuga
from playground import Playground, Seen, Visitor
from playground.people import PATIENCE
from tests.support.bot import SHORT_PAUSES, tortuga
from tests.support.table_play import choices, choose_first, deal, hand, look_again, table_of

FOR_EVER = 3600.0
"""Seconds that the test does not take: what waits for that waits until it is over."""


@pytest.fixture
async def bot(pg: Playground, tmp_path: Path) -> AsyncIterator[Tortuga]:
    """The bot, at whose tables a moment lasts."""
    async with tortuga(pg, tmp_path, pauses=replace(SHORT_PAUSES, moment=FOR_EVER)) as running:
        yield running


async def to_move(pg: Playground, hands: dict[str, Seen]) -> str:
    """Whose turn it is."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for name, shown in hands.items():
                if choices(shown.refresh()):
                    return name
                await look_again(pg.person(name), shown)


async def test_a_press_is_answered_at_once_and_others_see_the_finished_trick_meanwhile(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    for name in hands:
        await choose_first(pg.person(name), hands[name])
    table = await bot.services.tables.table(table_of(board))
    while not table.moment:  # the first trick of round one is its only one
        mover = await to_move(pg, hands)
        await choose_first(pg.person(mover), hands[mover])
        table = await bot.services.tables.table(table.id)
    await bot.services.table_publisher.message_redraws.settled()
    finished = board.refresh().text
    mover = await to_move(pg, hands)
    async with asyncio.timeout(PATIENCE):
        after = await choose_first(pg.person(mover), hands[mover])
    moved = await bot.services.tables.table(table.id)
    assert moved.actions == table.actions + 1
    assert after.text, "whoever moved is shown the hand as it is now"
    await bot.services.table_publisher.message_redraws.settled()
    assert board.refresh().text == finished, "the others still see the trick"
    assert bot.services.table_publisher.message_redraws.is_idle
