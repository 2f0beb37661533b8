"""All tables that wait for me, wherever they are."""

from __future__ import annotations

from bot.asked import Asked
from bot.messenger.placing import link
from bot.screens.turns import Waiting, by_urgency
from bot.screens.turns import turns as turns_screen
from bot.tables.table import Table
from bot.tavern import Tavern


async def turns(tavern: Tavern, asked: Asked) -> None:
    """The most urgent first. A hand opens on its own server, and in direct messages."""
    tables = await tavern.house.tables_of(asked.user)
    waiting = [await _waiting(tavern, asked, table) for table in tables if table.waiting_for(asked.user)]
    reader = await tavern.reader(asked)
    await asked.tell(turns_screen(by_urgency(waiting), reader, tavern.house.clock.unix).payload())


async def _waiting(tavern: Tavern, asked: Asked, table: Table) -> Waiting:
    post, seat = await tavern.messenger.living_post(table), table.seat_of(asked.user)
    assert seat is not None, "a table waits for those who sit at it"
    where = f"https://discord.com/channels/{table.guild}/{table.channel}"
    here = not asked.guild or table.guild == asked.guild
    return Waiting(table, seat, where if post is None else link(table.guild, post), here)
