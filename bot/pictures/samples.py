"""Ratings as they could be, made up for the gallery: from a first game to several hundred."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random

from bot.pictures.drawings import leaderboard, rating_curve
from bot.pictures.drawings.leaderboard import Page, Row
from bot.pictures.drawings.rating_curve import Line, Ratings
from bot.pictures.words import words_for
from bot.records.curves import Curve
from bot.words import Reader
from games.catalogue import BUILT_IN
from games.contract import Picture
from games.text import _

Drawing = tuple[Picture, Reader]
"""A picture, and whoever it is drawn for."""

_GAMES = (57, 1, 12, 400, 3)
"""Rated games in each game, in turn."""


def everything(names: Sequence[str], languages: Sequence[str]) -> Iterator[tuple[str, Drawing]]:
    """Curves and leaderboards of every length, with their titles."""
    for language in languages:
        for title, drawing in (*ratings(names, language), *leaderboards(names, language)):
            yield f"{title} · {language}", drawing


def ratings(names: Sequence[str], language: str) -> Iterator[tuple[str, Drawing]]:
    """Curves of one game each, then one of all of them."""
    reader = Reader(language)
    lines = tuple(
        Line(reader.about(game).plain(game.title), Curve(at + 1, walk(_GAMES[at % len(_GAMES)], at)))
        for at, game in enumerate(BUILT_IN)
    )
    for line, name in zip(lines, names, strict=False):
        drawn = rating_curve.draw(Ratings(name, (line,)), words_for(reader))
        yield f"rating · {line.curve.games} games", (drawn, reader)
    yield "ratings", (rating_curve.draw(Ratings(names[0], lines), words_for(reader)), reader)


def leaderboards(names: Sequence[str], language: str) -> Iterator[tuple[str, Drawing]]:
    """First pages long and short, with the reader on them and not, and a later page."""
    game, listed = BUILT_IN[0], 40
    reader = Reader(language, game, {number: names[number % len(names)] for number in range(listed)})
    for title, first, last, own, elsewhere in (
        ("first page", 0, 15, 5, None),
        ("first page, the reader leads", 0, 15, 0, None),
        ("first page, the reader elsewhere", 0, 15, None, 37),
        ("later page", 15, 30, 20, None),
        ("two people", 0, 2, None, None),
    ):
        rows = tuple(_row(number, own) for number in range(first, last))
        there = None if elsewhere is None else _row(elsewhere, elsewhere)
        page = Page(_("{game}", game=game.title), _("Season {season}", season=2), rows, there)
        yield f"leaderboard · {title}", (leaderboard.draw(page, words_for(reader)), reader)


def walk(games: int, seed: int) -> tuple[int, ...]:
    """Ratings after so many games: up and down, less and less, and upwards on the whole."""
    random = Random(seed)
    steps = (round((random.randint(-60, 70)) / (1 + at / 20)) for at in range(games))
    return tuple(accumulate(steps, initial=1000))[1:]


def _row(number: int, own: int | None) -> Row:
    # The second and the third, and two further down, have the same rating.
    above = number - 1 if number in (2, 8) else number
    return Row(number, above + 1, 1690 - 22 * above, 12 + 7 * number % 50, 6 + number % 5, number == own)
