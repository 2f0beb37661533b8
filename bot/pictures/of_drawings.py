"""Pictures that no game draws, by the functions in `bot.pictures.drawings`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from bot.pictures.commissions import Commission, Sketch
from bot.pictures.of_games import known_game
from bot.pictures.words import alt_text, words_for
from bot.words import Reader
from games.contract import Picture
from games.text import Words

Data = TypeVar("Data")


def drawing_of(
    draw: Callable[[Data, Words], Picture], data: Data, reader: Reader, subject: str = ""
) -> Commission:
    """What `draw` makes of the data for the reader. It is a module's own function: both can be pickled."""
    slug = None if reader.game is None else reader.game.slug
    given = draw, data, slug, reader.locale, tuple(reader.names.items())
    return Commission(_sketch, given, subject)


# in the studio's process


def _sketch(
    draw: Callable[[Any, Words], Picture],
    data: Any,
    slug: str | None,
    locale: str,
    names: tuple[tuple[int, str], ...],
) -> Sketch:
    reader = Reader(locale, None if slug is None else known_game(slug), dict(names))
    picture = draw(data, words_for(reader))
    return Sketch(picture.svg, alt_text(reader, picture))
