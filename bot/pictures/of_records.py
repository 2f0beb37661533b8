"""Pictures of what no game draws, by what they show: ratings, leaderboards, tournaments."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.pictures.commissions import Commission, Sketch
from bot.pictures.of_games import known
from bot.pictures.words import alt_text, words_for
from bot.words import Reader
from games.contract import Picture
from games.text import Words

Shown = TypeVar("Shown")
Draw = Callable[[Shown, Words], Picture]
"""One of `bot.pictures.drawings`."""


def picture_of(draw: Draw[Shown], shown: Shown, reader: Reader, subject: str = "") -> Commission:
    """The drawing of this, for a reader who knows the people in it."""
    game = None if reader.game is None else reader.game.slug
    return Commission(_sketch, (draw, shown, game, reader.locale, tuple(reader.names.items())), subject)


# in the studio's process


def _sketch(
    draw: Draw[Shown], shown: Shown, game: str | None, locale: str, names: tuple[tuple[int, str], ...]
) -> Sketch:
    reader = Reader(locale, None if game is None else known(game), dict(names))
    picture = draw(shown, words_for(reader))
    return Sketch(picture.svg, alt_text(reader, picture))
