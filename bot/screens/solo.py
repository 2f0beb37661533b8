"""Games for one alone: what becomes of the one that goes on, and the end of a course. Private."""

from __future__ import annotations

from bot.i18n import Reader
from bot.tables.model import Table
from bot.ui import components as ui
from games.text import _


def go_on_or_anew(table: Table, reader: Reader) -> ui.Screen:
    """Whether to go on with the private game, or with the course, or to begin another in its place."""
    where = table.game.board(table.observe(None)).headline
    game = _("You are in the middle of {game}: {where}.", game=table.game.title, where=where)
    course = _("You are in the middle of learning {game}: {where}.", game=table.game.title, where=where)
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(reader(course if table.record.learning else game), most=400),
        ui.row(
            ui.button(reader, _("Go on"), "hand", table.id, style=ui.SUCCESS),
            ui.button(reader, _("Start over"), "anew", table.id),
        ),
    )


def confirm_end(table: Table, reader: Reader) -> ui.Screen:
    """Whether somebody means to end their private game."""
    text = _("End this game? Only you would know. Or simply come back later: /hand opens it again.")
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(reader(text), most=300),
        ui.row(
            ui.button(reader, _("End the game"), "closeconfirm", table.id, style=ui.DANGER),
            ui.hand_button(reader, table.id, style=ui.PRIMARY),
        ),
    )
