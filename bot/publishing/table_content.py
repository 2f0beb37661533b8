"""What each of a table's public messages shows, in the server's language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.i18n import reader_for
from bot.images.model import ImageRequest, MessageImage, RenderedImage
from bot.images.requests import game_image
from bot.images.service import ImageService
from bot.profiles.rating_service import RatingChanges
from bot.runtime.clock import Clock
from bot.screens import lobby
from bot.screens.board import board_screen
from bot.screens.lobby import game_started_screen, lobby_screen, table_closed_screen
from bot.screens.result import result_screen
from bot.tables.lobby import ANYONE_MAY_START_AFTER
from bot.tables.model import Table
from bot.ui.views import Payload
from games.contract import Observation

DRAWN_KINDS = ("lobby", "board", "result")
"""The kinds of posts that show how the table stands. (A "thread" is one too, but nothing is drawn on it.)"""


def table_payload(
    table: Table,
    kind: str,
    board_link: str | None,
    clock: Clock,
    verdict: RatingChanges | None = None,
    picture: MessageImage | None = None,
) -> Payload:
    """The message of this kind. `board_link`: where the board is, if there is one; `verdict`: of its end;
    `picture`: of what it shows.
    """
    reader = reader_for(table, table.record.locale)
    if table.phase == "closed":
        return table_closed_screen(table, reader).payload()
    match kind, table.phase:
        case "lobby", "lobby" if table.record.pod is not None:
            return lobby.pod_card_screen(table, reader, unix=clock.unix, board=board_link).payload()
        case "board", "lobby":
            return lobby.pod_lobby_screen(table, reader, unix=clock.unix).payload()
        case "lobby", "lobby":
            now = clock.now()
            opens = clock.unix(clock.awake() + table.created + ANYONE_MAY_START_AFTER - now)
            return lobby_screen(table, reader, now, opens).payload()
        case "lobby", "playing":
            return game_started_screen(table, reader, board_link).payload()
        case (("lobby" | "result"), "over"):
            return result_screen(table, reader, verdict, picture).payload()
        case _:
            return board_screen(table, reader, unix=clock.unix, picture=picture).payload()


# The pictures in tables' public messages, in the server's language.


class TableImages:
    """Has them drawn. `redraw` looks at a table's messages again when one comes late."""

    def __init__(self, image_service: ImageService, redraw: Callable[[str], None]) -> None:
        self._image_service = image_service
        self._redraw = redraw

    async def of_post(self, table: Table, kind: str) -> MessageImage | None:
        """The picture in the table's message of this kind; None if it has none."""
        illustration = await self._image_service.for_all(table.guild, _image_request(table, kind))
        if illustration is not None and illustration.coming is not None:
            illustration.coming.add_done_callback(lambda picture: self._arrived(table.id, picture))
        return illustration

    async def of_sheet(self, table: Table, seen: Observation) -> MessageImage | None:
        """The score sheet as it was when this was seen. What is late is left out: it would never be added."""
        wanted = game_image("sheet", table.game, seen, reader_for(table, table.record.locale))
        return await self._image_service.for_all(table.guild, wanted, SHEET_PATIENCE)

    def _arrived(self, table: str, picture: asyncio.Future[RenderedImage | None]) -> None:
        if not picture.cancelled() and picture.result() is not None:
            self._redraw(table)


SHEET_PATIENCE = 3.0
"""Seconds that a score sheet's message waits for its picture: nobody waits for it, nor is it drawn anew."""


def _image_request(table: Table, kind: str) -> ImageRequest | None:
    reader, subject = reader_for(table, table.record.locale), f"{table.id} {kind}"
    match kind, table.phase:
        case (("lobby" | "result"), "over"):
            return game_image("sheet", table.game, table.observe(None), reader, subject)
        case "board", ("playing" | "over"):
            return game_image("board", table.game, table.observe(None), reader, subject)
        case _:
            return None
