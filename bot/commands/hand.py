"""A player's private hand: shown, played from, shown again."""

from __future__ import annotations

from bot.asked import Asked
from bot.hands import hand_page
from bot.screens import notice
from bot.tables import play
from bot.tables.press import Done
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tavern import Tavern
from games.text import Text

STILL_HAS_A_HAND = ("stale", "twice", "illegal", "over", "late", "early")
"""Refusals after which the hand is shown as it is now, with the reason above it."""


async def show(tavern: Tavern, asked: Asked, table_id: str) -> None:
    """My hand: as a new private message, on a hand as that hand anew."""
    with tavern.messenger.hand_pressed(table_id, asked.user):
        table = await tavern.house.came_back(asked.user, table_id)
        play.require_seat(table, asked.user)
        if asked.on_private_message:
            await redraw_hand(tavern, asked, table)
        else:
            await tell_hand(tavern, asked, table)


async def here(tavern: Tavern, asked: Asked, table_id: str) -> None:
    """I am here, at a tournament's table. The answer is the hand, or becomes it when the cards are dealt."""
    done = await tavern.house.here(asked.press, table_id)
    play.require_seat(done.table, asked.user)
    await tell_hand(tavern, asked, done.table, done.said)


async def nudged(tavern: Tavern, asked: Asked, table_id: str, user: str) -> None:
    """My hand, from a message that tells somebody of their turn, maybe not me; also in direct messages."""
    del user
    await show(tavern, asked, table_id)


async def pick(tavern: Tavern, asked: Asked, table_id: str, decision: str, depth: str, index: str) -> None:
    """A choice on the hand: one press plays."""
    with tavern.messenger.hand_pressed(table_id, asked.user):
        try:
            done = await tavern.house.choose(asked.press, table_id, decision, int(depth), int(index))
        except Refusal as refusal:
            done = await as_it_is_now(tavern, asked, table_id, refusal)
        await redraw_hand(tavern, asked, done.table, done.said)


async def picks(tavern: Tavern, asked: Asked, table_id: str, decision: str, depth: str) -> None:
    """The same, from a list."""
    await pick(tavern, asked, table_id, decision, depth, asked.values[0])


async def back(tavern: Tavern, asked: Asked, table_id: str, decision: str) -> None:
    """The choice begins anew."""
    with tavern.messenger.hand_pressed(table_id, asked.user):
        try:
            done = await tavern.house.back(asked.press, table_id, decision)
        except Refusal as refusal:
            done = await as_it_is_now(tavern, asked, table_id, refusal)
        await redraw_hand(tavern, asked, done.table, done.said)


async def as_it_is_now(tavern: Tavern, asked: Asked, table_id: str, refusal: Refusal) -> Done:
    """The table, with why nothing was done. The refusal itself for somebody who has no hand there."""
    if refusal.reason not in STILL_HAS_A_HAND:
        raise refusal
    asked.refused = refusal.reason
    table = await tavern.house.came_back(asked.user, table_id)
    if table.seat_of(asked.user) is None:
        raise refusal
    return Done(table, refusal.text)


async def tell_hand(tavern: Tavern, asked: Asked, table: Table, said: Text | None = None) -> None:
    """The hand as a new private message."""
    payload = await hand_page(tavern.house, tavern.illustrator, table, asked.user, asked.locale, said)
    if await asked.tell(payload):
        await tavern.messenger.hand_shown(table, asked.interaction, payload)
    await tell_host(tavern, asked, table)


async def follow_with_hand(tavern: Tavern, asked: Asked, table: Table, said: Text | None = None) -> None:
    """The hand as a private message below the answer."""
    payload = await hand_page(tavern.house, tavern.illustrator, table, asked.user, asked.locale, said)
    message = await asked.follow_up(payload)
    if message is not None:
        await tavern.messenger.hand_shown(table, asked.interaction, payload, message)
    await tell_host(tavern, asked, table)


async def redraw_hand(tavern: Tavern, asked: Asked, table: Table, said: Text | None = None) -> None:
    """The hand in the message whose button was pressed."""
    payload = await hand_page(tavern.house, tavern.illustrator, table, asked.user, asked.locale, said)
    if await asked.redraw(payload):
        await tavern.messenger.hand_shown(table, asked.interaction, payload)
    await tell_host(tavern, asked, table)


async def tell_host(tavern: Tavern, asked: Asked, table: Table) -> None:
    """Tell a host, once, if their table cannot be shown as it should."""
    words = tavern.messenger.word_for_host(table, asked.user)
    if words is not None:
        await asked.also_tell(notice.said(words, await tavern.reader(asked, table.id)).payload())
