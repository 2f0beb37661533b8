"""What somebody's games on this server come to. Private, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.pictures.commissions import Commission, Illustration
from bot.pictures.drawings import rating_curve
from bot.pictures.drawings.rating_curve import Line, Ratings
from bot.pictures.of_records import picture_of
from bot.records.curves import Curve
from bot.records.stats import Career, Rival
from bot.screens import parts
from bot.screens.kit import Accent, Screen, TextBlock, block, screen, written
from bot.screens.limits import TEXT
from bot.words import Reader
from games.contract import AnyGame
from games.text import Listed, Text, _, _n

MOST_GAMES = 8
"""Shown together, those played most; `/stats game` tells of any one."""


def stats(
    name: str,
    careers: Sequence[tuple[AnyGame, Career]],
    all_of_it: Career,
    rated: Mapping[str, Curve],
    reader: Reader,
    picture: Illustration | None = None,
) -> Screen:
    """All of somebody's games together, then each game by itself, with its rating; of one game that alone."""
    head = block(parts.heading(reader, _("{name} on this server", name=name)), most=200)
    together = block(*_together(all_of_it, reader), most=500) if len(careers) > 1 else None
    rivals = _rivals(all_of_it.rivals, reader)
    often = _often(careers)
    room = (TEXT - written(head, together, rivals)) // max(1, len(often))
    return screen(
        Accent.SAND,
        picture,
        head,
        together,
        [
            shown
            for game, career in often
            if (shown := _of_game(game, career, rated.get(game.slug), reader.about(game), room))
        ],
        rivals,
    )


def picture(
    name: str, careers: Sequence[tuple[AnyGame, Career]], rated: Mapping[str, Curve], reader: Reader
) -> Commission | None:
    """The same games' ratings as curves; None if there are none."""
    lines = tuple(
        Line(reader.about(game).plain(game.title), rated[game.slug])
        for game, _career in _often(careers)
        if game.slug in rated
    )
    return picture_of(rating_curve.draw, Ratings(name, lines), reader) if lines else None


def _often(careers: Sequence[tuple[AnyGame, Career]]) -> Sequence[tuple[AnyGame, Career]]:
    """As many as are shown, those played most first."""
    return sorted(careers, key=lambda each: -each[1].games)[:MOST_GAMES]


def nothing(name: str, reader: Reader) -> Screen:
    """That there is nothing to tell yet."""
    said = _(
        "{name} has not finished a game here yet. /play deals you one at once, /table create is for company.",
        name=name,
    )
    return screen(Accent.SAND, block(reader(said), most=300))


def _together(career: Career, reader: Reader) -> list[str]:
    return [reader(line) for line in (_games(career), *_left(career), *_wins(career))]


def _of_game(
    game: AnyGame, career: Career, curve: Curve | None, reader: Reader, most: int
) -> TextBlock | None:
    rating = () if curve is None else (rating_curve.in_words(curve),)
    lines = [_games(career), *rating, *_left(career), *_wins(career), *_places(career)]
    lines += _points(game, career)
    lines += [
        _("{what}: {made} of {of}", what=game.counted[name], made=made, of=of)
        for name, made, of in career.figures
        if name in game.counted and of
    ]
    return block(parts.strong(reader, game.title), *parts.bulleted(map(reader, lines)), most=most)


def _games(career: Career) -> Text:
    return _n(
        "{count} game ({social} with other people)",
        "{count} games ({social} with other people)",
        career.games,
        social=career.with_people,
    )


def _left(career: Career) -> list[Text]:
    if not career.left:
        return []
    return [_n("{count} game left before its end", "{count} games left before their end", career.left)]


def _wins(career: Career) -> list[Text]:
    won = _n("{count} game won", "{count} games won", career.won)
    if career.longest < 2:
        return [won]
    return [
        _(
            "{won}; {longest} in a row at best, {streak} in a row just now",
            won=won,
            longest=career.longest,
            streak=career.streak,
        )
    ]


def _places(career: Career) -> list[Text]:
    if not career.places:
        return []
    reached = tuple(_("{times}× place {place}", times=times, place=place) for place, times in career.places)
    return [_("Reached {places}", places=Listed(reached))]


def _points(game: AnyGame, career: Career) -> list[Text]:
    if career.points is None:
        return []
    best, average = game.score(career.points.best), game.score(career.points.average)
    return [_("At best {best}, on average {average}", best=best, average=average)]


def _rivals(rivals: Sequence[Rival], reader: Reader) -> TextBlock | None:
    if not rivals:
        return None
    lines = (
        _n(
            "{name}: {count} game together, {ahead}× ahead of them, {behind}× behind",
            "{name}: {count} games together, {ahead}× ahead of them, {behind}× behind",
            rival.games,
            name=rival.name,
            ahead=rival.ahead,
            behind=rival.behind,
        )
        for rival in rivals
    )
    return block(parts.strong(reader, _("Met most often")), *parts.bulleted(map(reader, lines)), most=600)
