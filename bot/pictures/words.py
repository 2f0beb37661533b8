"""The words in a picture, and those beside it, in a reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.limits import PICTURE_TEXT
from bot.words import Reader
from bot.words.harmless import cut
from games.contract import Picture
from games.drawing.lettering import TEXT, drawable
from games.text import Words, _

MOST_ALT = PICTURE_TEXT


def words_for(reader: Reader) -> Words:
    """How this reader is told things in pictures. Whose name cannot be drawn there is called by number."""
    return Reader(reader.locale, reader.game, _drawable(reader, reader.names)).plain


def _drawable(reader: Reader, names: Mapping[int, str]) -> dict[int, str]:
    return {seat: name if can_be_drawn(name) else _numbered(reader, seat) for seat, name in names.items()}


def can_be_drawn(name: str) -> bool:
    """Whether anything of it is seen in a picture. True also of no name: the reader has words for that."""
    return not name or any(map(str.isalnum, drawable(name, TEXT)))


def _numbered(reader: Reader, seat: int) -> str:
    return reader.plain(_("Player {number}", number=seat + 1))


def alt_text(reader: Reader, picture: Picture) -> str:
    """What the picture says, with the true names, line by line; as many lines as Discord takes."""
    lines: list[str] = []
    room = MOST_ALT
    for line in map(reader.plain, picture.alt):
        if len(line) + 1 > room:
            break
        lines.append(line)
        room -= len(line) + 1
    return "\n".join(lines) or cut(reader.plain(picture.alt[0]), MOST_ALT)
