"""What is remembered of games that ended: replays, people's figures, leaderboards, and their seasons."""

from __future__ import annotations

from collections.abc import Iterable

from bot.asked import Asked
from bot.commands import finding, illustrated
from bot.commands.reading import turn_page
from bot.pictures.commissions import Illustration
from bot.pictures.of_games import picture_of
from bot.records import leaderboard as standings
from bot.records import seasons
from bot.records.curves import curves
from bot.records.replays import replay_of
from bot.records.stats import career
from bot.screens import leaderboard as leaderboard_screens
from bot.screens import notice
from bot.screens import stats as stats_screens
from bot.screens.kit import Screen
from bot.screens.parts import MINE
from bot.screens.replay import reader_then, seat_then, view_of
from bot.screens.replay import replay as replay_screen
from bot.tables.refusal import Refusal
from bot.tables.terms import check_game
from bot.tavern import Tavern
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import Text, _
from storage.records import ResultRow


async def replay(
    tavern: Tavern, asked: Asked, table_id: str, step: str = "0", view: str = MINE, way: str = ""
) -> None:
    """A step of a finished game. `way` only tells buttons apart."""
    del way
    table = await finding.table_here(tavern, asked, table_id)
    shown = replay_of(table, await tavern.house.actions_of(table))
    reader = await tavern.reader(asked, table.id)
    number = shown.nearest(int(step))
    seen = table.game.observe(shown.steps[number].state, seat_then(table, asked.user))
    wanted = picture_of("board", table.game, seen, reader_then(reader, table, number))

    def page(picture: Illustration | None) -> Screen:
        return replay_screen(shown, number, view_of(view), asked.user, reader, picture)

    await illustrated.turn_page(tavern, asked, wanted, page)


async def replay_round(tavern: Tavern, asked: Asked, table_id: str, view: str) -> None:
    """The step with which the chosen round begins."""
    await replay(tavern, asked, table_id, asked.values[0], view)


async def stats(tavern: Tavern, asked: Asked, user: int, name: str, slug: str | None) -> None:
    """What somebody's games here come to, all of them or those of one game."""
    rows = await tavern.results.of_user(user, asked.guild, slug)
    reader = await tavern.reader(asked)
    games = _games_in(rows)
    if not games:
        await asked.tell(stats_screens.nothing(name, reader).payload())
        return
    careers = [(game, career([row for row in rows if row.game == game.slug], user)) for game in games]
    rated = curves(await tavern.results.ratings_of(user, asked.guild, slug))

    def page(picture: Illustration | None) -> Screen:
        return stats_screens.stats(name, careers, career(rows, user), rated, reader, picture)

    await illustrated.tell(tavern, asked, stats_screens.picture(name, careers, rated, reader), page)


def _games_in(rows: Iterable[ResultRow]) -> list[AnyGame]:
    """The games that are installed, in the order of the catalogue."""
    played = {row.game for row in rows}
    return [game for slug, game in catalogue().items() if slug in played]


async def leaderboard(
    tavern: Tavern, asked: Asked, slug: str | None = None, season: str = "", page: str = "0"
) -> None:
    """Who stands where: in the game that was named, else in the one that ended last here."""
    game = check_game(slug or await tavern.results.latest_game(asked.guild))
    shown = await standings.leaderboard(
        tavern.results, asked.guild, game.slug, asked.user, int(season) if season else None
    )
    reader, number = (await tavern.reader(asked)).about(game), int(page)

    def drawn(picture: Illustration | None) -> Screen:
        return leaderboard_screens.leaderboard(game, shown, number, reader, picture)

    wanted = leaderboard_screens.picture(game, shown, number, reader)
    await illustrated.turn_page(tavern, asked, wanted, drawn)


# for those who manage the server


async def ask_for_season(tavern: Tavern, asked: Asked, slug: str) -> None:
    """Whether ratings are to begin anew."""
    _require_manager(asked)
    game = check_game(slug)
    season = seasons.latest(await tavern.results.seasons(asked.guild, game.slug)) + 1
    reader = (await tavern.reader(asked)).about(game)
    await asked.tell(leaderboard_screens.confirm_season(game, season, reader).payload())


async def new_season(tavern: Tavern, asked: Asked, slug: str, season: str) -> None:
    """Ratings begin anew."""
    _require_manager(asked)
    game = check_game(slug)
    await seasons.begin(tavern.results, asked.guild, game.slug, int(season), tavern.house.clock.now())
    said: Text = _(
        "Season {season} of {game} has begun. /leaderboard shows it, and those before.",
        season=int(season),
        game=game.title,
    )
    reader = (await tavern.reader(asked)).about(game)
    await turn_page(asked, notice.said(said, reader).payload())


def _require_manager(asked: Asked) -> None:
    """Refusal to those who may not manage the server, however they got at the command or button."""
    if not asked.manages:
        raise Refusal(
            "foreign",
            _("Only those who may manage this server can begin a season. Ask one of them to do it."),
        )
