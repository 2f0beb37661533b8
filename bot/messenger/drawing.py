"""What each of a table's public messages shows, in the server's language."""

from __future__ import annotations

from bot.page import Payload
from bot.pictures.commissions import Illustration
from bot.records.verdicts import Verdict
from bot.screens import pods
from bot.screens.begun import begun
from bot.screens.board import board
from bot.screens.closed import closed
from bot.screens.lobby import lobby
from bot.screens.result import result
from bot.tables.clock import Clock
from bot.tables.lobby import ANYONE_MAY_START_AFTER
from bot.tables.table import Table
from bot.words import reader_for

DRAWN = ("lobby", "board", "result")
"""The kinds of posts that show how the table stands. (A "thread" is one too, but nothing is drawn on it.)"""


def draw(
    table: Table,
    kind: str,
    board_link: str | None,
    clock: Clock,
    verdict: Verdict | None = None,
    picture: Illustration | None = None,
) -> Payload:
    """The message of this kind. `board_link`: where the board is, if there is one; `verdict`: of its end;
    `picture`: of what it shows.
    """
    reader = reader_for(table, table.record.locale)
    if table.phase == "closed":
        return closed(table, reader).payload()
    match kind, table.phase:
        case "lobby", "lobby" if table.record.pod is not None:
            return pods.card(table, reader, unix=clock.unix, board=board_link).payload()
        case "board", "lobby":
            return pods.waiting(table, reader, unix=clock.unix).payload()
        case "lobby", "lobby":
            now = clock.now()
            opens = clock.unix(clock.awake() + table.created + ANYONE_MAY_START_AFTER - now)
            return lobby(table, reader, now, opens).payload()
        case "lobby", "playing":
            return begun(table, reader, board_link).payload()
        case (("lobby" | "result"), "over"):
            return result(table, reader, verdict, picture).payload()
        case _:
            return board(table, reader, unix=clock.unix, picture=picture).payload()
