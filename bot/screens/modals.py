"""Windows that ask for something to be typed. No move is among them: they do not survive a restart."""

from __future__ import annotations

from bot.pace import DAILY, Pace, spelled
from bot.screens import ids
from bot.screens.kit import Label, Modal, TextInput
from bot.screens.limits import MODAL_HINT, MODAL_LABEL, MODAL_TITLE
from bot.tables.lobby import LONGEST_WORD
from bot.tables.table import Table
from bot.words import Reader
from bot.words.harmless import cut as shorten
from games.text import Text, _

WORD = "word"
"""The field of the window that `cut` opens."""
MOVE, BANK, INCREMENT = "move", "bank", "increment"
"""The fields of the window that `pace` opens."""
LONGEST_LENGTH = 20
"""Characters of a length of time."""


def pace(custom_id: str, chosen: Pace, reader: Reader) -> Modal:
    """Asks for a pace of one's own."""
    now = chosen if chosen.limited else DAILY
    like = reader.plain(_("For example 90 s, 10 min, 36 h or 3 d"))

    def field(name: str, label: Text, why: Text, seconds: float) -> Label:
        line = TextInput(name, LONGEST_LENGTH, shorten(like, MODAL_HINT), spelled(seconds))
        return Label(shorten(reader.plain(label), MODAL_LABEL), shorten(reader.plain(why), MODAL_HINT), line)

    return Modal(
        shorten(reader.plain(_("A pace of your own")), MODAL_TITLE),
        custom_id,
        (
            field(MOVE, _("Time for a move"), _("From 30 seconds to 14 days."), now.move),
            field(
                BANK,
                _("In reserve"),
                _("For the whole game, used when a move takes longer. 0: none."),
                now.bank,
            ),
            field(
                INCREMENT,
                _("Brought back by each move"),
                _("Into the reserve, which never holds more than at first."),
                now.increment,
            ),
        ),
    )


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
