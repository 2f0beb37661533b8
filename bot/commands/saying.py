"""What the house says to whoever pressed, where they read it best."""

from __future__ import annotations

from bot.asked import Asked
from bot.screens import notice
from bot.tables.press import Done
from bot.tavern import Tavern
from games.text import Text


async def say(tavern: Tavern, asked: Asked, done: Done, otherwise: Text) -> None:
    """What the house says, or `otherwise`: in place of the private question that was asked, or by itself."""
    payload = notice.said(done.said or otherwise, await tavern.reader(asked, done.table.id)).payload()
    if asked.on_private_message and asked.is_press:
        await asked.redraw(payload)
    else:
        await asked.tell(payload)
