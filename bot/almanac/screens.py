"""The almanac handed over: to one person, or to everybody."""

from __future__ import annotations

from bot.i18n import Reader
from bot.ui import components as ui
from games.text import Text, _


def almanac_screen(title: Text, file: str, reader: Reader, *ways: ui.Button | None) -> ui.Screen:
    """What the file is, and the file. `title`: of what it is kept."""
    said = _("One page to keep: open it in any browser, or print it.")
    gone = _("Whoever has a copy keeps it: a name that is erased later still stands there.")
    return ui.screen(
        ui.Accent.GOLD,
        ui.block(ui.heading(reader, title), reader(said), ui.small(reader(gone)), most=600),
        ui.File(ui.MediaItem(f"attachment://{file}")),
        ui.row(*ways),
    )


def posts_screen(reader: Reader) -> ui.Screen:
    """What whoever has it posted is told."""
    return ui.screen(ui.Accent.SAND, ui.block(reader(_("I'll put it in the channel.")), most=200))
