"""Small private answers: what was done, why something was not, what went wrong."""

from __future__ import annotations

from bot.i18n import Markup, Reader
from bot.ui import components
from bot.ui.components import PRIMARY, Accent, Screen, block, row, screen
from games.text import Text, _

LONGEST_NOTICE = 1500


def info(
    text: Text, reader: Reader, *more: Text, hand_button: str | None = None, in_place: bool = False
) -> Screen:
    """That it was done; `more`: what else there is to know of it. `hand_button`: the table to whose hand a
    button leads; `in_place`: back, as it stands where that hand did.
    """
    return _notice(Accent.TEAL, reader, (text, *more), hand_button, in_place=in_place)


def refusal(text: Text, reader: Reader, *, again: str = "", back: str = "") -> Screen:
    """Why it was not done; `again`: the custom_id that opens the window again which was refused; `back`: that
    shows again what this stands in place of.
    """
    fix = components.button(reader, _("Fix it"), *again.split(":"), style=PRIMARY) if again else None
    leave = components.button(reader, _("Back"), *back.split(":")) if back else None
    return screen(Accent.AMBER, block(reader(text), most=LONGEST_NOTICE), row(fix, leave))


def error(error_id: str, reader: Reader) -> Screen:
    """That something broke, under which name whoever runs the bot finds it."""
    text = _(
        "That was my mistake, not yours. Nothing is lost: please try again. If it keeps happening, report "
        "error {error}.",
        error=Markup(f"`{error_id}`"),
    )
    return _notice(Accent.AMBER, reader, (text,), None)


def _notice(
    accent: int, reader: Reader, texts: tuple[Text, ...], table: str | None, *, in_place: bool = False
) -> Screen:
    way = _("Back") if in_place else _("My hand")
    to_hand = None if table is None else row(components.button(reader, way, "hand", table, style=PRIMARY))
    return screen(accent, block(*map(reader, texts), most=LONGEST_NOTICE), to_hand)
