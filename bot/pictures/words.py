"""The words in a picture, and those beside it, in a reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.screens.limits import PICTURE_TEXT
from bot.words import Reader
from bot.words.apart import shortened, told_apart
from bot.words.harmless import cut
from games.contract import Picture
from games.drawing.lettering import TEXT, drawable, initials
from games.text import Words, _

MOST_ALT = PICTURE_TEXT
_SHORTER_NAMES = (16, 10)
"""Characters of a name in it where there is no room for whole ones."""
MORE = _("The text beside the picture tells the rest.")


def words_for(reader: Reader) -> Words:
    """How this reader is told things in pictures. Whose name cannot be drawn there is called by number."""
    return Reader(reader.locale, reader.game, _drawable(reader, reader.names)).plain


def words_at_table(reader: Reader) -> Words:
    """The same at a table, where chips often stand alone: whose initials are somebody else's too has the
    seat's number behind the name, and so on the chip.
    """
    names = told_apart(_drawable(reader, reader.names), initials)
    return Reader(reader.locale, reader.game, names).plain


def _drawable(reader: Reader, names: Mapping[int, str]) -> dict[int, str]:
    return {seat: name if can_be_drawn(name) else _numbered(reader, seat) for seat, name in names.items()}


def can_be_drawn(name: str) -> bool:
    """Whether anything of it is seen in a picture. True also of no name: the reader has words for that."""
    return not name or any(map(str.isalnum, drawable(name, TEXT)))


def _numbered(reader: Reader, seat: int) -> str:
    return reader.plain(_("Player {number}", number=seat + 1))


def alt_text(reader: Reader, picture: Picture) -> str:
    """What the picture says, line by line, in as many characters as Discord takes.

    Where it would be more, names are cut first; then the last lines give way to one that says so.
    """
    lines: list[str] = []
    for names in (reader.names, *(shortened(reader.names, longest) for longest in _SHORTER_NAMES)):
        lines = list(map(Reader(reader.locale, reader.game, names).plain, picture.alt))
        if _length(lines) <= MOST_ALT:
            return "\n".join(lines)
    rest = reader.plain(MORE)
    while len(lines) > 1 and _length([*lines, rest]) > MOST_ALT:
        lines.pop()
    return "\n".join([*lines, rest] if len(lines) > 1 else [cut(lines[0], MOST_ALT)])


def _length(lines: Sequence[str]) -> int:
    return sum(map(len, lines)) + len(lines) - 1
