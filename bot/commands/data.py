"""`/privacy`: what is stored about whoever asks, as a file, and how to have it erased."""

from __future__ import annotations

import asyncio

import msgspec

from bot.asked import Asked
from bot.commands.files import packed
from bot.privacy.export import everything_about
from bot.screens import notice
from bot.screens import privacy as screens
from bot.tables.house import OPEN
from bot.tavern import Tavern
from games.text import _

WAITED_FOR = 8.0
"""Seconds for which the answer waits until all is erased; it goes on by itself."""
_TOO_MUCH = _(
    "So much is stored about you that Discord does not let me send it. Ask whoever runs this bot for the "
    "file."
)


async def export(tavern: Tavern, asked: Asked) -> None:
    """All that is stored about whoever asks, in a file that only they see."""
    data = await everything_about(tavern.store, asked.user, tavern.house.clock.now())
    written = msgspec.json.format(msgspec.json.encode(data), indent=2)
    files = packed({"tortuga.json": written}, "tortuga.zip", asked.interaction.filesize_limit, _TOO_MUCH)
    page = screens.export(next(iter(files)), await tavern.reader(asked)).payload()
    await asked.hand_over(page, files)


async def forget(tavern: Tavern, asked: Asked) -> None:
    """Whether they mean it."""
    games = len(await tavern.house.tables_of(asked.user, OPEN))
    await asked.tell(screens.confirm_forget(games, await tavern.reader(asked)).payload())


async def forget_now(tavern: Tavern, asked: Asked) -> None:
    """They do."""
    erasing = await tavern.eraser.erase(asked.user)
    done, _going_on = await asyncio.wait({erasing}, timeout=WAITED_FOR)
    erased = _("All that I had stored about you is erased. You are welcome at any table, as somebody new.")
    going_on = _(
        "All that I have stored about you is being erased, which takes a while. You need do nothing."
    )
    await asked.redraw(notice.said(erased if done else going_on, await tavern.reader(asked)).payload())
