"""The pictures in tables' public messages, in the server's language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.pictures.commissions import Commission, Drawn, Illustration
from bot.pictures.illustrator import Illustrator
from bot.pictures.of_games import picture_of
from bot.tables.table import Table
from bot.words import reader_for
from games.contract import Observation


class TablePictures:
    """Has them drawn. `redraw` looks at a table's messages again when one comes late."""

    def __init__(self, illustrator: Illustrator, redraw: Callable[[str], None]) -> None:
        self._illustrator = illustrator
        self._redraw = redraw

    async def of_post(self, table: Table, kind: str) -> Illustration | None:
        """The picture in the table's message of this kind; None if it has none."""
        illustration = await self._illustrator.for_all(table.guild, _wanted(table, kind))
        if illustration is not None and illustration.coming is not None:
            illustration.coming.add_done_callback(lambda picture: self._arrived(table.id, picture))
        return illustration

    async def of_sheet(self, table: Table, seen: Observation) -> Illustration | None:
        """The score sheet as it was when this was seen. What is late is left out: it would never be added."""
        wanted = picture_of("sheet", table.game, seen, reader_for(table, table.record.locale))
        return await self._illustrator.for_all(table.guild, wanted, SHEET_PATIENCE)

    def _arrived(self, table: str, picture: asyncio.Future[Drawn | None]) -> None:
        if not picture.cancelled() and picture.result() is not None:
            self._redraw(table)


SHEET_PATIENCE = 3.0
"""Seconds that a score sheet's message waits for its picture: nobody waits for it, nor is it drawn anew."""


def _wanted(table: Table, kind: str) -> Commission | None:
    reader, subject = reader_for(table, table.record.locale), f"{table.id} {kind}"
    match kind, table.phase:
        case (("lobby" | "result"), "over"):
            return picture_of("sheet", table.game, table.observe(None), reader, subject)
        case "board", ("playing" | "over"):
            return picture_of("board", table.game, table.observe(None), reader, subject)
        case _:
            return None
