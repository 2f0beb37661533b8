"""What somebody's games on this server come to. Private, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.i18n import Reader
from bot.images import record_drawings
from bot.images.model import ImageRequest, MessageImage
from bot.images.record_drawings import LeaderboardPage, RatingLine, Ratings, draw_leaderboard
from bot.images.record_drawings import LeaderboardRow as DrawnRow
from bot.images.requests import record_image
from bot.profiles.leaderboards import LEAST_GAMES, Leaderboard, LeaderboardEntry
from bot.profiles.ratings import RatingCurve, SheetRating
from bot.profiles.statistics import PlayerStatistics, Rival
from bot.screens import common
from bot.screens.analysis import callers_button
from bot.screens.rules import PAGE_WORDS
from bot.tables.reliability import Reliability, in_words
from bot.ui import components as ui
from games.contract import AnyGame
from games.text import Listed, Text, _, _n

MOST_GAMES = 3
"""Shown together, those played most, so that six lines say all; `/stats game` tells of any one."""

BETWEEN = " · "
"""Stands between what is told on one line."""


def stats_screen(
    name: str,
    careers: Sequence[tuple[AnyGame, PlayerStatistics]],
    all_of_it: PlayerStatistics,
    rated: Mapping[str, RatingCurve],
    reader: Reader,
    picture: MessageImage | None = None,
    reliable: Reliability | None = None,
    *,
    by_sheets: Mapping[AnyGame, SheetRating] = {},
) -> ui.Screen:
    """Somebody's games in six lines: all of them together, then each game by itself; of one game that alone.
    `picture`: of the ratings, told where it is missing; `reliable`: how they play, if that is known;
    `by_sheets`: how they play with real cards.
    """
    drawn = picture is not None and picture.drawn is not None
    told = [] if drawn else [_rating(rated[game.slug]) for game, _career in careers if game.slug in rated]
    if len(careers) > 1:
        lines = [_told(reader, _totals(all_of_it)), *_each_game(careers, reader)]
    else:
        lines = [
            _told(reader.about(game), part)
            for game, career in careers
            for part in (_totals(career), told, *_of_game(game, career))
        ]
    return ui.screen(
        ui.Accent.SAND,
        picture,
        ui.block(ui.heading(reader, _headed(name, careers)), most=400),
        ui.block(
            *ui.bulleted(
                line
                for line in (
                    *lines,
                    _told(reader, _rivals(all_of_it.rivals)),
                    None if reliable is None else reader(in_words(reliable)),
                )
                if line
            ),
            most=2500,
        ),
        _with_real_cards(by_sheets, reader),
    )


def _with_real_cards(rated: Mapping[AnyGame, SheetRating], reader: Reader) -> ui.TextBlock | None:
    told = (
        _n(
            "{game}: rated {rating}, number {place} of {among}, after {count} evening ({won} won)",
            "{game}: rated {rating}, number {place} of {among}, after {count} evenings ({won} won)",
            each.evenings,
            game=game.title,
            rating=each.rating,
            place=each.place,
            among=each.among,
            won=each.won,
        )
        for game, each in rated.items()
    )
    heading = ui.heading(reader, _("🧾 With real cards, rated apart"))
    return ui.block(heading, *ui.bulleted(map(reader, told)), most=1000) if rated else None


def _headed(name: str, careers: Sequence[tuple[AnyGame, PlayerStatistics]]) -> Text:
    if len(careers) > 1:
        return _("{name} on this server", name=name)
    return _("{name} on this server: {game}", name=name, game=careers[0][0].title)


def _told(reader: Reader, told: Iterable[Text]) -> str:
    return BETWEEN.join(map(reader, told))


def _each_game(careers: Sequence[tuple[AnyGame, PlayerStatistics]], reader: Reader) -> Iterator[str]:
    for game, career in _most_played(careers):
        told = (_games(career), _won(career), *_points(game, career))
        yield f"{ui.strong(reader, game.title)}: {_told(reader.about(game), told)}"


def _of_game(game: AnyGame, career: PlayerStatistics) -> Iterator[Sequence[Text]]:
    """What only one game tells, line by line."""
    reached = tuple(_("{times}× place {place}", times=times, place=place) for place, times in career.places)
    places = (_("Reached {places}", places=Listed(reached)),) if reached else ()
    yield (*places, *_points(game, career))
    yield [
        _("{what}: {made} of {of}", what=game.counted[name], made=made, of=of)
        for name, made, of in career.figures
        if name in game.counted and of
    ]
    yield list(_given_away(game, career))


def ratings_picture(
    name: str,
    careers: Sequence[tuple[AnyGame, PlayerStatistics]],
    rated: Mapping[str, RatingCurve],
    reader: Reader,
) -> ImageRequest | None:
    """The same games' ratings as curves; None if there are none."""
    lines = tuple(
        _rating_line(reader.about(game).plain(game.title), rated[game.slug])
        for game, _career in _most_played(careers)
        if game.slug in rated
    )
    return record_image(record_drawings.draw_ratings, Ratings(name, lines), reader) if lines else None


def _rating_line(title: str, curve: RatingCurve) -> RatingLine:
    return RatingLine(title, curve.season, curve.from_the_start)


def _most_played(
    careers: Sequence[tuple[AnyGame, PlayerStatistics]],
) -> Sequence[tuple[AnyGame, PlayerStatistics]]:
    """As many as are shown, those played most first."""
    return sorted(careers, key=lambda each: -each[1].games)[:MOST_GAMES]


def no_stats(name: str | None, reader: Reader, by_sheets: Mapping[AnyGame, SheetRating] = {}) -> ui.Screen:
    """That there is nothing to tell yet of somebody of that name; None: of whoever reads it. `by_sheets`: how
    they play with real cards.
    """
    own = _("You haven't finished a game here yet. /play starts one, /table create invites others.")
    others = _("{name} hasn't finished a game here yet.", name=name or "")
    said = ui.block(reader(own if name is None else others), most=300)
    return ui.screen(ui.Accent.SAND, said, _with_real_cards(by_sheets, reader))


_BARS = "▁▂▃▄▅▆▇█"
MOST_BARS = 20


def _given_away(game: AnyGame, statistics: PlayerStatistics) -> Iterator[Text]:
    """What analyses have found, as a curve of bars, and what there is to learn."""
    lost = statistics.given_away
    if not lost:
        return
    average = game.score(round(sum(lost) / len(lost)))
    highest = max(*lost, 1.0)
    bars = "".join(_BARS[round(each / highest * (len(_BARS) - 1))] for each in lost[-MOST_BARS:])
    yield _n(
        "Given away: {average} in {count} analysed game {bars}",
        "Given away: {average} a game in {count} analysed games {bars}",
        len(lost),
        average=average,
        bars=bars,
    )
    if statistics.mistake is not None:
        yield _("Most to learn from: {mistake}", mistake=statistics.mistake)


def _totals(statistics: PlayerStatistics) -> Iterator[Text]:
    """Games played, left and won."""
    yield _games(statistics)
    if statistics.left:
        yield _n("{count} game left before its end", "{count} games left before their end", statistics.left)
    if statistics.longest < 2:
        yield _won(statistics)
    else:
        yield _(
            "{won}; best run {longest}, current run {streak}",
            won=_won(statistics),
            longest=statistics.longest,
            streak=statistics.streak,
        )


def _games(statistics: PlayerStatistics) -> Text:
    return _n(
        "{count} game ({social} with other people)",
        "{count} games ({social} with other people)",
        statistics.games,
        social=statistics.with_people,
    )


def _won(statistics: PlayerStatistics) -> Text:
    return _n("{count} game won", "{count} games won", statistics.won)


def _points(game: AnyGame, statistics: PlayerStatistics) -> Iterator[Text]:
    if statistics.points is not None:
        best, average = game.score(statistics.points.best), game.score(statistics.points.average)
        yield _("Best {best}, average {average}", best=best, average=average)


def _rating(curve: RatingCurve) -> Text:
    return record_drawings.rating_in_words(_rating_line("", curve))


def _rivals(rivals: Sequence[Rival]) -> Iterator[Text]:
    """Who was met most often, and how often the one whose figures these are came before them."""
    if rivals:
        met = (
            _("{name} in {ahead} of {games}", name=rival.name, ahead=rival.ahead, games=rival.games)
            for rival in rivals
        )
        yield _("Finished ahead of {rivals}", rivals=Listed(tuple(met)))


# Who stands where on a server in one game, and what a moderator is asked before a new season. Private.


PEOPLE_ON_PAGE = 15
"""How many people stand on one page of a leaderboard."""


def leaderboard_screen(
    game: AnyGame,
    shown: Leaderboard,
    page: int,
    reader: Reader,
    picture: MessageImage | None = None,
    *,
    calls: bool = False,
) -> ui.Screen:
    """One page of a season; `page` counts from 0 and is brought into range. `calls`: somebody who looked on
    has called who makes the bid.
    """
    page, pages = _in_range(shown, page)
    here = shown.listed[page * PEOPLE_ON_PAGE : (page + 1) * PEOPLE_ON_PAGE]
    nobody = reader(
        _n(
            "Nobody is listed yet: that takes {count} rated game.",
            "Nobody is listed yet: that takes {count} rated games.",
            LEAST_GAMES,
        )
    )
    return ui.screen(
        ui.Accent.GOLD,
        picture,
        ui.block(ui.heading(reader, _("Leaderboard of {game}", game=game.title)), most=200),
        ui.block(ui.small(reader(_season(shown))), most=200),
        ui.block(*(reader(_line(standing)) for standing in here), most=2200) or ui.block(nobody, most=200),
        ui.block(reader(_own_standing(shown, here)), most=300),
        ui.block(ui.small(reader(_EXPLANATION)), most=500),
        ui.page_number(reader, page, pages),
        ui.rows(_page_buttons(shown, page, pages, reader)),
        ui.row(callers_button(reader)) if calls else None,
    )


def leaderboard_picture(game: AnyGame, shown: Leaderboard, page: int, reader: Reader) -> ImageRequest | None:
    """The request for the picture of a leaderboard's page; None if nobody is listed."""
    page, _pages = _in_range(shown, page)
    rows = tuple(
        _row(shown, standing)
        for standing in shown.listed[page * PEOPLE_ON_PAGE : (page + 1) * PEOPLE_ON_PAGE]
    )
    if not rows:
        return None
    own = None if shown.mine is None else _row(shown, shown.mine)
    elsewhere = None if own in rows else own
    season = _("Season {season}", season=shown.season)
    names = {row.number: shown.listed[row.number].name for row in (*rows, elsewhere) if row is not None}
    drawn = LeaderboardPage(_("{game}", game=game.title), season, rows, elsewhere)
    return record_image(draw_leaderboard, drawn, Reader(reader.locale, game, names))


def _row(shown: Leaderboard, standing: LeaderboardEntry) -> DrawnRow:
    figures = standing.rank, standing.rating, standing.games, standing.wins
    return DrawnRow(shown.listed.index(standing), *figures, own=standing == shown.mine)


def _in_range(shown: Leaderboard, page: int) -> tuple[int, int]:
    """The page, brought into range, and how many there are."""
    pages = max(1, -(-len(shown.listed) // PEOPLE_ON_PAGE))
    return max(0, min(page, pages - 1)), pages


_EXPLANATION = _(
    "Everyone starts at 1000 and rises by beating people, not robots. Whoever leaves a game comes last."
)


def _season(shown: Leaderboard) -> Text:
    if shown.season == shown.latest_season:
        return _("Season {season} on this server", season=shown.season)
    return _(
        "Season {season} of {latest} on this server, finished",
        season=shown.season,
        latest=shown.latest_season,
    )


def _line(standing: LeaderboardEntry) -> Text:
    return _n(
        "{medal} {rank}. {name}: {rating}, after {count} game ({wins} won)",
        "{medal} {rank}. {name}: {rating}, after {count} games ({wins} won)",
        standing.games,
        medal=common.medal(standing.rank),
        rank=standing.rank,
        name=standing.name,
        rating=standing.rating,
        wins=standing.wins,
    )


def _own_standing(shown: Leaderboard, here: tuple[LeaderboardEntry, ...]) -> Text:
    """Where the reader stands, or what is missing."""
    mine = shown.mine
    if mine is not None and mine in here:
        return _("You're number {place} of {count}.", place=mine.rank, count=len(shown.listed))
    if mine is not None:
        return _(
            "You're number {rank} of {count}, rated {rating}.",
            rank=mine.rank,
            count=len(shown.listed),
            rating=mine.rating,
        )
    if shown.season != shown.latest_season:
        return _("You're not on this season's list.")
    return _n(
        "{count} more rated game and you're on the list.",
        "{count} more rated games and you're on the list.",
        shown.missing,
    )


def _page_buttons(shown: Leaderboard, page: int, pages: int, reader: Reader) -> list[ui.Button]:
    here = "leaderboard", shown.game
    seasons = (_("Previous season"), shown.season - 1), (_("Next season"), shown.season + 1)
    return [
        *ui.page_buttons(reader, page, pages, PAGE_WORDS, *here, shown.season),
        *(ui.button(reader, text, *here, to, 0) for text, to in seasons if 1 <= to <= shown.latest_season),
    ]


def confirm_season(game: AnyGame, season: int, reader: Reader) -> ui.Screen:
    """Whether somebody means to let ratings begin anew."""
    text = _(
        "Start season {season} of {game} on this server? Everyone goes back to 1000, and there's no undo. "
        "Past seasons stay readable.",
        season=season,
        game=game.title,
    )
    begin = ui.button(
        reader, _("Start season {season}", season=season), "newseason", game.slug, season, style=ui.DANGER
    )
    return ui.screen(ui.Accent.AMBER, ui.block(reader(text), most=500), ui.Row((begin,)))
