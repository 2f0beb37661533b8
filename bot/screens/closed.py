"""What is left of a table that closed without a result. Public."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens import parts
from bot.screens.kit import Accent, Screen, block, screen
from bot.tables import happenings
from bot.tables.pace import Happening
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
            reader(_instead(table)),
            most=500,
        ),
        block(*map(reader, map(happenings.told, _by_a_moderator(table))), most=500),
        block(parts.of_the_pod(reader, table), most=200),
        parts.foot(reader, table),
    )


def _instead(table: Table) -> Text:
    if table.record.pod is not None:
        return _("The tournament's messages in the channel say how it goes on.")
    return _("/table create opens a new one, /play deals you cards at once.")


def _by_a_moderator(table: Table) -> Sequence[Happening]:
    """Who closed it, and what for."""
    void = table.record.closed_by == "void"
    return [each for each in table.record.happenings[-1:] if void and each.by is not None]


def _why(table: Table) -> Text:
    match table.record.closed_by:
        case "void":
            return _("This table was declared void: what was played here does not count for anybody.")
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
