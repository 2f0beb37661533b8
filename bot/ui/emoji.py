"""Emoji on buttons and options: the application's own, in the games' art, where Discord has them, else
Unicode's.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from bot.i18n import Reader


class Emoji(msgspec.Struct, frozen=True):
    """An emoji on a button or option, always beside words: of Unicode, or with an `id` the application's."""

    name: str
    id: str | UnsetType = UNSET


_own: dict[tuple[str, str], Emoji] = {}
"""What Discord has of the application's, by the game's slug and its symbol. The same for all that this
process says.
"""


def use(own: Mapping[tuple[str, str], Emoji]) -> None:
    """From now on these stand for the games' symbols: by the game's slug and the symbol."""
    _own.clear()
    _own.update(own)


def emoji(reader: Reader, symbol: str) -> Emoji | UnsetType:
    """What stands for the symbol of the game that the reader is told about; nothing for an empty one."""
    if not symbol:
        return UNSET
    if _own and reader.game is not None:
        return _own.get((reader.game.slug, symbol)) or Emoji(symbol)
    return Emoji(symbol)
