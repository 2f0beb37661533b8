"""What is stored about whoever asks: as a file, or erased after a question. Private."""

from __future__ import annotations

from bot.screens import parts
from bot.screens.kit import DANGER, Accent, Attached, File, Screen, block, screen
from bot.words import Reader
from games.text import Text, _

MOST = 1500


def export(filename: str, reader: Reader) -> Screen:
    """The file with all that is stored."""
    said = _(
        "Here is all that I have stored about you, as JSON: what you prefer, your games and moves, your "
        "results and ratings. Of a game that still goes on it holds what you may see, and nobody else's "
        "cards."
    )
    return screen(
        Accent.SAND,
        block(parts.heading(reader, _("Your data")), reader(said), most=MOST),
        File(Attached(f"attachment://{filename}")),
    )


def confirm_forget(games: int, reader: Reader) -> Screen:
    """Whether they mean to be forgotten. `games`: how many they are in the middle of."""
    lines: list[Text] = [
        _("I forget your name, what you prefer, your results and your ratings, on every server."),
        _(
            "Games that are over stay as they were played, with “a former player” in your place. A word that "
            "you cut with is erased too; the shuffle stays as it was."
        ),
        _(
            "Tables that wait for players lose you; games that go on are handed to robots for good. You are "
            "in {count} of them now.",
            count=games,
        ),
        _("What stands in Discord's channels already is Discord's; I draw anew what I can."),
        _("This cannot be undone. /privacy export gives you a copy first."),
    ]
    return screen(
        Accent.AMBER,
        block(
            parts.heading(reader, _("Erase all that I have stored about you?")),
            *parts.bulleted(map(reader, lines)),
            most=MOST,
        ),
        parts.row(
            parts.button(reader, _("Erase my data"), "forgetconfirm", style=DANGER),
            parts.button(reader, _("Give me a copy first"), "export"),
        ),
    )
