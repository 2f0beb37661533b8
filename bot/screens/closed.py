"""What is left of a table that closed without a result. Public."""

from __future__ import annotations

from bot.screens import parts
from bot.screens.kit import Accent, Screen, block, screen
from bot.tables.table import Table
from bot.words import Reader
from games.text import Text, _


def closed(table: Table, reader: Reader) -> Screen:
    """That it closed, why, and what to do instead."""
    return screen(
        Accent.GREY,
        block(parts.heading(reader, _("{game}: this table has closed", game=table.game.title)), most=200),
        block(
            reader(_why(table)),
            reader(_("/table create opens a new one, /play deals you cards at once.")),
            most=500,
        ),
        parts.foot(reader, table),
    )


def _why(table: Table) -> Text:
    match table.record.closed_by:
        case "untouched":
            return _("Nobody did anything here for a day, so the table has closed itself.")
        case "deserted":
            return _("Nobody came back for a week, so the game has stopped. It does not count for anybody.")
        case "forgotten":
            return _("Nobody has moved for a month, so the game has stopped. It does not count for anybody.")
        case _:
            return _why_people_closed_it(table)


def _why_people_closed_it(table: Table) -> Text:
    if table.owners:
        return _("The host called it off before the first move.")
    if table.state is None:
        return _("Everybody had left before the game began.")
    return _("Nobody was left who played; robots do not play on among themselves.")
