"""What each of a table's public messages shows, in the server's language, and its picture."""

from __future__ import annotations

from bot.i18n import reader_for
from bot.images.model import ImageRequest, MessageImage
from bot.images.requests import game_image
from bot.profiles.rating_service import RatingChanges
from bot.runtime.clock import Clock
from bot.screens import lobby
from bot.screens.board import board_screen
from bot.screens.lobby import game_started_screen, lobby_screen, table_closed_screen
from bot.screens.result import result_screen
from bot.tables.lobby import ANYONE_MAY_START_AFTER
from bot.tables.model import Table
from bot.ui.views import Payload

DRAWN_KINDS = ("lobby", "board", "result")
"""The kinds of posts that show how the table stands. (A "thread" is one too, but nothing is drawn on it.)"""


def table_payload(
    table: Table,
    kind: str,
    board_link: str | None,
    clock: Clock,
    verdict: RatingChanges | None = None,
    picture: MessageImage | None = None,
    *,
    opening: bool = False,
) -> Payload:
    """The message of this kind. `board_link`: where the board is, if there is one; `verdict`: of its end;
    `picture`: of what it shows; `opening`: of a board, as it is first posted.
    """
    reader = reader_for(table, table.record.locale)
    if table.phase == "closed":
        return table_closed_screen(table, reader).payload()
    match kind, table.phase:
        case "lobby", "lobby" if table.record.pod is not None:
            return lobby.pod_card_screen(table, reader, unix=clock.unix, board=board_link).payload()
        case "board", "lobby":
            return lobby.pod_lobby_screen(table, reader, unix=clock.unix, opening=opening).payload()
        case "lobby", "lobby":
            now = clock.now()
            opens = clock.unix(clock.awake() + table.created + ANYONE_MAY_START_AFTER - now)
            return lobby_screen(table, reader, now, opens).payload()
        case "lobby", "playing":
            return game_started_screen(table, reader, board_link).payload()
        case (("lobby" | "result"), "over"):
            return result_screen(table, reader, verdict, picture).payload()
        case _:
            return board_screen(table, reader, unix=clock.unix, opening=opening, picture=picture).payload()


def table_image(table: Table, kind: str) -> ImageRequest | None:
    """The picture in the table's message of this kind; None if it has none."""
    reader, subject = reader_for(table, table.record.locale), f"{table.id} {kind}"
    match kind, table.phase:
        case (("lobby" | "result"), "over"):
            return game_image("sheet", table.game, table.observe(None), reader, subject)
        case "board", ("playing" | "over"):
            return game_image("board", table.game, table.observe(None), reader, subject)
        case _:
            return None
