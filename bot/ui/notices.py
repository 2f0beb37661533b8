"""Small private answers: what was done, why something was not, what went wrong, are you sure."""

from __future__ import annotations

from bot.i18n import Markup, Reader
from bot.screens import common
from bot.tables.model import Table
from bot.ui.components import DANGER, PRIMARY, Accent, Screen, block, screen
from games.text import Text, _

LONGEST_NOTICE = 1500


def info(text: Text, reader: Reader, *more: Text, hand_button: str | None = None) -> Screen:
    """That it was done; `more`: what else there is to know of it. `hand_button`: the table to whose hand a
    button leads.
    """
    lead = None if hand_button is None else common.row(common.hand_button(reader, hand_button, style=PRIMARY))
    return screen(Accent.TEAL, block(*map(reader, (text, *more)), most=LONGEST_NOTICE), lead)


def refusal(text: Text, reader: Reader, *, hand_button: str | None = None) -> Screen:
    """Why it was not done; `hand_button`: the table to whose hand a button leads."""
    lead = None if hand_button is None else common.row(common.hand_button(reader, hand_button, style=PRIMARY))
    return screen(Accent.AMBER, block(reader(text), most=LONGEST_NOTICE), lead)


def error(error_id: str, reader: Reader) -> Screen:
    """That something broke, under which name whoever runs the bot finds it."""
    text = _(
        "Something went wrong here, and it is not your fault. Nothing that you did before is lost; "
        "please try again. If it happens again, tell whoever runs this bot: error {error}.",
        error=Markup(f"`{error_id}`"),
    )
    return screen(Accent.AMBER, block(reader(text), most=LONGEST_NOTICE))


def confirm_close(table: Table, reader: Reader) -> Screen:
    """Whether the host means to call it off."""
    text = _("Close this table for everybody? It cannot be opened again.")
    close = common.button(reader, _("Close the table"), "closeconfirm", table.id, style=DANGER)
    return screen(
        Accent.AMBER,
        block(reader(text), most=LONGEST_NOTICE),
        common.table_footer(reader, table),
        common.row(close),
    )
