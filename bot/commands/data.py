"""`/privacy`: what is stored about whoever asks, as a file, and how to have it erased."""

from __future__ import annotations

import asyncio
import io
import zipfile

import msgspec

from bot.asked import Asked
from bot.privacy.export import everything_about
from bot.screens import notice
from bot.screens import privacy as screens
from bot.tables.house import OPEN
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from games.text import _

WAITED_FOR = 8.0
"""Seconds for which the answer waits until all is erased; it goes on by itself."""


async def export(tavern: Tavern, asked: Asked) -> None:
    """All that is stored about whoever asks, in a file that only they see."""
    data = await everything_about(tavern.store, asked.user, tavern.house.clock.now())
    written = msgspec.json.format(msgspec.json.encode(data), indent=2)
    filename, content = packed(written, asked.interaction.filesize_limit)
    page = screens.export(filename, await tavern.reader(asked)).payload()
    await asked.hand_over(page, {filename: content})


def packed(written: bytes, most: int) -> tuple[str, bytes]:
    """The file's name and content, at most so large: packed if it has to be. Refusal if that is no help."""
    if len(written) <= most:
        return "tortuga.json", written
    with io.BytesIO() as packing:
        with zipfile.ZipFile(packing, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("tortuga.json", written)
        content = packing.getvalue()
    if len(content) > most:
        raise Refusal(
            "input",
            _(
                "So much is stored about you that Discord does not let me send it. Ask whoever runs this bot "
                "for the file."
            ),
        )
    return "tortuga.zip", content


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
