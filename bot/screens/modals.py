"""Windows that ask for something to be typed. No move is among them: they do not survive a restart."""

from __future__ import annotations

from bot.screens import ids
from bot.screens.kit import Label, Modal, TextInput
from bot.screens.limits import MODAL_HINT, MODAL_LABEL, MODAL_TITLE
from bot.tables.lobby import LONGEST_WORD
from bot.tables.table import Table
from bot.words import Reader
from bot.words.harmless import cut as shorten
from games.text import _

WORD = "word"
"""The field of the window that `cut` opens."""


def cut(table: Table, reader: Reader) -> Modal:
    """Asks for the word with which somebody cuts the deck."""
    field = TextInput(
        custom_id=WORD,
        max_length=LONGEST_WORD,
        placeholder=shorten(reader.plain(_("Anything; leave it empty to take your word back")), MODAL_HINT),
    )
    why = reader.plain(_("It goes into the shuffle and is shown to everybody after the game."))
    word = Label(shorten(reader.plain(_("A word of your own")), MODAL_LABEL), shorten(why, MODAL_HINT), field)
    return Modal(shorten(reader.plain(_("Cut the deck")), MODAL_TITLE), ids.encode("cut", table.id), (word,))
