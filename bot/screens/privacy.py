"""What is stored about whoever asks: as a file, or erased after a question. Private."""

from __future__ import annotations

from bot.i18n import Reader
from bot.ui import components as ui
from games.text import Text, _

LONGEST_PRIVACY_TEXT = 1500


def data_export_screen(filename: str, reader: Reader) -> ui.Screen:
    """The file with all that is stored."""
    text = _(
        "Everything I've stored about you, as JSON: settings, games, moves, results, ratings. Open games "
        "show only what you may see."
    )
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("Your data")), reader(text), most=LONGEST_PRIVACY_TEXT),
        ui.File(ui.MediaItem(f"attachment://{filename}")),
    )


def confirm_erasure(games: int, reader: Reader) -> ui.Screen:
    """Whether they mean to be forgotten. `games`: how many they are in the middle of."""
    lines: list[Text] = [
        _("I'll forget your name, settings, results and ratings, on every server."),
        _("Finished games stay, with “a former player” in your seat. Words you cut with go too."),
        _(
            "You leave every lobby, and robots take over your open games ({count} now).",
            count=games,
        ),
        _("Messages already in channels belong to Discord; I update those I can."),
        _("There's no undo. Get a copy first with /privacy export."),
    ]
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(
            ui.heading(reader, _("Erase everything I've stored about you?")),
            *ui.bulleted(map(reader, lines)),
            most=LONGEST_PRIVACY_TEXT,
        ),
        ui.row(
            ui.button(reader, _("Erase my data"), "forgetconfirm", style=ui.DANGER),
            ui.button(reader, _("Give me a copy first"), "export"),
        ),
    )
