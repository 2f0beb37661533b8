"""What the house says to whoever pressed, where they read it best."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from bot.client.interaction_context import InteractionContext
from bot.refusal import Refusal
from bot.services import Services
from bot.tables.model import PressResult
from bot.ui import notices
from games.text import Text


async def confirm(services: Services, asked: InteractionContext, done: PressResult, otherwise: Text) -> None:
    """What the house says, or `otherwise`: in place of the private question that was asked, or by itself."""
    payload = notices.info(done.said or otherwise, await services.reader(asked, done.table.id)).payload()
    if asked.is_on_private_message and asked.is_press:
        await asked.redraw(payload)
    else:
        await asked.tell(payload)


# Files for somebody's eyes alone, as large as Discord lets them be.


def pack_files(files: Mapping[str, bytes], archive: str, most: int, too_much: Text) -> Mapping[str, bytes]:
    """The files by name, together at most so large: packed into one archive if they have to be.

    Refusal with `too_much` if that is no help.
    """
    if sum(map(len, files.values())) <= most:
        return files
    with io.BytesIO() as packing:
        with zipfile.ZipFile(packing, "w", zipfile.ZIP_DEFLATED) as written:
            for name, content in files.items():
                written.writestr(name, content)
        content = packing.getvalue()
    if len(content) > most:
        raise Refusal("input", too_much)
    return {archive: content}
