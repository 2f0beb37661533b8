"""Who stands where on a server in one game, and what a moderator is asked before a new season. Private."""

from __future__ import annotations

from bot.pictures.commissions import Commission, Illustration
from bot.pictures.drawings.leaderboard import Page, draw
from bot.pictures.drawings.leaderboard import Row as DrawnRow
from bot.pictures.of_records import picture_of
from bot.records.leaderboard import LEAST_GAMES, Leaderboard, Standing
from bot.screens import parts
from bot.screens.kit import DANGER, Accent, Button, Row, Screen, block, rows, screen
from bot.screens.rules import page_of
from bot.words import Reader
from games.contract import AnyGame
from games.text import Text, _, _n

PAGE = 15
"""People on one page."""

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_OTHERS = "🏴‍☠️"


def leaderboard(
    game: AnyGame, shown: Leaderboard, page: int, reader: Reader, picture: Illustration | None = None
) -> Screen:
    """One page of a season; `page` counts from 0 and is brought into range."""
    page, pages = _in_range(shown, page)
    here = shown.listed[page * PAGE : (page + 1) * PAGE]
    nobody = reader(
        _n(
            "Nobody is listed yet: that takes {count} rated game.",
            "Nobody is listed yet: that takes {count} rated games.",
            LEAST_GAMES,
        )
    )
    return screen(
        Accent.GOLD,
        picture,
        block(parts.heading(reader, _("Leaderboard of {game}", game=game.title)), most=200),
        block(parts.small(reader(_season(shown))), most=200),
        block(*(reader(_line(standing)) for standing in here), most=2200) or block(nobody, most=200),
        block(reader(_mine(shown, here)), most=300),
        block(parts.small(reader(_WHAT_IT_IS)), most=500),
        page_of(reader, page, pages),
        list(rows(_turners(shown, page, pages, reader))),
    )


def picture(game: AnyGame, shown: Leaderboard, page: int, reader: Reader) -> Commission | None:
    """The same page drawn; None if nobody is listed."""
    page, _pages = _in_range(shown, page)
    rows = tuple(_row(shown, standing) for standing in shown.listed[page * PAGE : (page + 1) * PAGE])
    if not rows:
        return None
    own = None if shown.mine is None else _row(shown, shown.mine)
    elsewhere = None if own in rows else own
    season = _("Season {season}", season=shown.season)
    names = {row.number: shown.listed[row.number].name for row in (*rows, elsewhere) if row is not None}
    drawn = Page(_("{game}", game=game.title), season, rows, elsewhere)
    return picture_of(draw, drawn, Reader(reader.locale, game, names))


def _row(shown: Leaderboard, standing: Standing) -> DrawnRow:
    figures = standing.rank, standing.rating, standing.games, standing.wins
    return DrawnRow(shown.listed.index(standing), *figures, own=standing == shown.mine)


def _in_range(shown: Leaderboard, page: int) -> tuple[int, int]:
    """The page, brought into range, and how many there are."""
    pages = max(1, -(-len(shown.listed) // PAGE))
    return max(0, min(page, pages - 1)), pages


_WHAT_IT_IS = _(
    "A rating begins at 1000. It says how well somebody plays at the least, going by whom they have finished "
    "ahead of; so it grows with what is certain. Robots do not count, and who leaves a game is its last."
)


def _season(shown: Leaderboard) -> Text:
    if shown.season == shown.latest_season:
        return _("On this server, season {season}, which is going on", season=shown.season)
    return _(
        "On this server, season {season} of {latest}, which is over",
        season=shown.season,
        latest=shown.latest_season,
    )


def _line(standing: Standing) -> Text:
    return _n(
        "{medal} {rank}. {name}: {rating}, after {count} game ({wins} won)",
        "{medal} {rank}. {name}: {rating}, after {count} games ({wins} won)",
        standing.games,
        medal=_MEDALS.get(standing.rank, _OTHERS),
        rank=standing.rank,
        name=standing.name,
        rating=standing.rating,
        wins=standing.wins,
    )


def _mine(shown: Leaderboard, here: tuple[Standing, ...]) -> Text:
    """Where the reader stands, or what is missing."""
    mine = shown.mine
    if mine is not None and mine in here:
        return _("You are number {rank} of {count}.", rank=mine.rank, count=len(shown.listed))
    if mine is not None:
        return _(
            "You are number {rank} of {count}, with a rating of {rating}.",
            rank=mine.rank,
            count=len(shown.listed),
            rating=mine.rating,
        )
    if shown.season != shown.latest_season:
        return _("You are not listed in this season.")
    return _n(
        "You are not listed yet: {count} more rated game, and you are.",
        "You are not listed yet: {count} more rated games, and you are.",
        shown.missing,
    )


def _turners(shown: Leaderboard, page: int, pages: int, reader: Reader) -> list[Button]:
    def to(text: Text, season: int, page: int) -> Button:
        return parts.button(reader, text, "leaderboard", shown.game, season, page)

    there: list[Button] = []
    if page > 0:
        there.append(to(_("Previous page"), shown.season, page - 1))
    if page < pages - 1:
        there.append(to(_("Next page"), shown.season, page + 1))
    if shown.season > 1:
        there.append(to(_("Season before"), shown.season - 1, 0))
    if shown.season < shown.latest_season:
        there.append(to(_("Season after"), shown.season + 1, 0))
    return there


def confirm_season(game: AnyGame, season: int, reader: Reader) -> Screen:
    """Whether somebody means to let ratings begin anew."""
    asked = _(
        "Begin season {season} of {game} on this server? Everybody's rating begins at 1000 again. The season "
        "before stays readable, and this cannot be undone.",
        season=season,
        game=game.title,
    )
    begin = parts.button(
        reader, _("Begin season {season}", season=season), "newseason", game.slug, season, style=DANGER
    )
    return screen(Accent.AMBER, block(reader(asked), most=500), Row((begin,)))
