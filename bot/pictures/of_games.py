"""Pictures of a game at a table: its board, a hand, the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec

from bot.pictures.commissions import Commission, Sketch
from bot.pictures.words import alt_text, words_at_table
from bot.words import Reader
from bot.words.catalogues import load
from games.catalogue import catalogue
from games.catalogue import game as game_of
from games.contract import AnyGame, Observation

Kind = Literal["board", "hand", "sheet"]


def picture_of(kind: Kind, game: AnyGame, seen: Observation, reader: Reader, subject: str = "") -> Commission:
    """The game's picture of this kind for whoever is told `seen` and no more."""
    told = msgspec.json.encode(seen)
    return Commission(_sketch, (kind, game.slug, told, reader.locale, tuple(reader.names.items())), subject)


# in the studio's process


def _sketch(
    kind: Kind, slug: str, told: bytes, locale: str, names: tuple[tuple[int, str], ...]
) -> Sketch | None:
    game = known(slug)
    return sketch(kind, game, msgspec.json.decode(told, type=game.Observation), locale, dict(names))


def sketch(
    kind: Kind, game: AnyGame, seen: Observation, locale: str, names: Mapping[int, str]
) -> Sketch | None:
    """The game's drawing of what is seen, with words; None if it draws none."""
    reader = Reader(locale, game, names)
    draw = {"board": game.board_picture, "hand": game.hand_picture, "sheet": game.sheet_picture}[kind]
    picture = draw(seen, words_at_table(reader))
    return None if picture is None else Sketch(picture.svg, alt_text(reader, picture))


@cache
def known(slug: str) -> AnyGame:
    """The game, with the words of all games in all languages."""
    load(game.locale for game in catalogue().values())
    return game_of(slug)
