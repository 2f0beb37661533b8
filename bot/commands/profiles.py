"""What is remembered of games that ended: replays, people's figures, leaderboards, and their seasons."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping

from bot.client.interaction_context import InteractionContext
from bot.commands import responses
from bot.i18n import Reader
from bot.images.model import MessageImage
from bot.images.requests import game_image
from bot.profiles import leaderboards
from bot.profiles import leaderboards as standings
from bot.profiles.analysis import until_done
from bot.profiles.ratings import rating_curves
from bot.profiles.replays import replay_of
from bot.profiles.statistics import player_statistics
from bot.refusal import Refusal
from bot.screens import profiles as leaderboard_screens
from bot.screens import profiles as stats_screens
from bot.screens.analysis import SUMMARY, analysing_screen, analysis_screen
from bot.screens.common import MINE
from bot.screens.history import reader_then, replay_screen, seat_then, view_of
from bot.services import Services
from bot.tables.history import replay_states
from bot.tables.model import Table
from bot.tables.options import check_game
from bot.ui import notices
from bot.ui.components import Payload, Screen
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import Text, _
from games.thinking.analysis import Analysis
from storage.models import ResultRow


async def replay(
    services: Services,
    context: InteractionContext,
    table_id: str,
    step: str = "0",
    view: str = MINE,
    way: str = "",
    *,
    thought: Text | None = None,
) -> None:
    """A step of a finished game. `way` only tells buttons apart; `thought`: why a robot led to it."""
    del way
    table = await context.table_here(services.tables, table_id)
    shown = replay_of(table, await services.tables.logs.actions_of(table))
    reader = await services.reader(context, table.id)
    number = shown.nearest(int(step))
    seen = table.game.observe(shown.steps[number].state, seat_then(table, context.user))
    wanted = game_image("board", table.game, seen, reader_then(reader, table, number))

    def page(picture: MessageImage | None) -> Screen:
        return replay_screen(shown, number, view_of(view), context.user, reader, picture, thought)

    await responses.show_with_image(services, context, wanted, page)


async def why(services: Services, context: InteractionContext, table_id: str, step: str, view: str) -> None:
    """The step of a finished game, and what the robot thought whose choice led to it. Refusal before the end:
    a reason tells what is held.
    """
    table = await context.table_here(services.tables, table_id)
    shown = replay_of(table, await services.tables.logs.actions_of(table))
    made, thought = shown.steps[shown.nearest(int(step))], None
    if made.robot and made.seat is not None:
        seen = table.game.observe(shown.steps[made.number - 1].state, made.seat)
        thought = await services.analyses.why(table, seen, made.action)
    await replay(services, context, table_id, step, view, thought=thought)


PROGRESS_EVERY = 1.5
"""Seconds between two looks at how far an analysis has come."""


async def analysis(services: Services, context: InteractionContext, table_id: str, page: str = "0") -> None:
    """What the reader's choices gave away in a game that is over: kept, or judged now."""
    table = await context.table_here(services.tables, table_id)
    reader, seat = await services.reader(context, table_id), table.seat_of(context.user)
    known = await services.analyses.stored(table)
    if seat is not None and seat in known:
        await _show_analysis(services, context, table, known, seat, int(page), reader)
        return
    progress = services.analyses.follow(table, await services.tables.logs.actions_of(table), context.user)
    await context.show(analysing_screen(table, progress, reader).payload())

    async def pages() -> AsyncIterator[Payload]:
        async for now in until_done(progress, PROGRESS_EVERY):
            if now.found is None or seat is None:
                yield analysing_screen(table, now, reader).payload()
            else:
                found = {**known, seat: now.found}
                yield analysis_screen(table, now.found, found, seat, SUMMARY, reader).payload()

    services.error_handler.deferred_images.follow_pages(context, pages())


async def share_analysis(services: Services, context: InteractionContext, table_id: str) -> None:
    """The others may see it, as soon as all agree."""
    table = await context.table_here(services.tables, table_id)
    await services.analyses.share(table, context.user)
    await analysis(services, context, table_id)


async def _show_analysis(
    services: Services,
    context: InteractionContext,
    table: Table,
    known: Mapping[int, Analysis],
    seat: int,
    page: int,
    reader: Reader,
) -> None:
    mine, wanted = known[seat], None
    if SUMMARY < page <= len(mine.worst):
        number = mine.worst[page - 1].number
        states = [
            state for state, _events in replay_states(table, await services.tables.logs.actions_of(table))
        ]
        wanted = game_image("hand", table.game, table.game.observe(states[number], seat), reader)

    def shown(picture: MessageImage | None) -> Screen:
        return analysis_screen(table, mine, known, seat, page, reader, picture)

    await responses.show_with_image(services, context, wanted, shown)


async def replay_round(services: Services, context: InteractionContext, table_id: str, view: str) -> None:
    """The step with which the chosen round begins."""
    await replay(services, context, table_id, context.values[0], view)


async def stats(
    services: Services, context: InteractionContext, user: int, name: str, slug: str | None
) -> None:
    """What somebody's games here come to, all of them or those of one game."""
    rows = await services.results.of_user(user, context.guild, slug)
    reader = await services.reader(context)
    games = _games_in(rows)
    if not games:
        await context.send(stats_screens.no_stats(None if user == context.user else name, reader).payload())
        return
    fewest_win = {game.slug for game in games if not game.higher_is_better}
    careers = [
        (game, player_statistics([row for row in rows if row.game == game.slug], user, fewest_win))
        for game in games
    ]
    rated = rating_curves(await services.results.ratings_of(user, context.guild, slug))

    def page(picture: MessageImage | None) -> Screen:
        return stats_screens.stats_screen(
            name, careers, player_statistics(rows, user, fewest_win), rated, reader, picture
        )

    await responses.send_with_image(
        services, context, stats_screens.ratings_picture(name, careers, rated, reader), page
    )


def _games_in(rows: Iterable[ResultRow]) -> list[AnyGame]:
    """The games that are installed, in the order of the catalogue."""
    played = {row.game for row in rows}
    return [game for slug, game in catalogue().items() if slug in played]


async def leaderboard(
    services: Services,
    context: InteractionContext,
    slug: str | None = None,
    season: str = "",
    page: str = "0",
) -> None:
    """Who stands where: in the game that was named, else in the one that ended last here."""
    game = check_game(slug or await services.results.latest_game(context.guild))
    shown = await standings.load_leaderboard(
        services.results, context.guild, game.slug, context.user, int(season) if season else None
    )
    reader, number = (await services.reader(context)).about(game), int(page)

    def drawn(picture: MessageImage | None) -> Screen:
        return leaderboard_screens.leaderboard_screen(game, shown, number, reader, picture)

    wanted = leaderboard_screens.leaderboard_picture(game, shown, number, reader)
    await responses.show_with_image(services, context, wanted, drawn)


# for those who manage the server


async def ask_for_new_season(services: Services, context: InteractionContext, slug: str) -> None:
    """Whether ratings are to begin anew."""
    _require_manager(context)
    game = check_game(slug)
    season = leaderboards.current_season(await services.results.seasons(context.guild, game.slug)) + 1
    reader = (await services.reader(context)).about(game)
    await context.send(leaderboard_screens.confirm_season(game, season, reader).payload())


async def new_season(services: Services, context: InteractionContext, slug: str, season: str) -> None:
    """Begins the season of this number, with ratings afresh. Refusal to all but managers."""
    _require_manager(context)
    game = check_game(slug)
    await leaderboards.begin_season(
        services.results, context.guild, game.slug, int(season), services.tables.clock.now()
    )
    said: Text = _(
        "Season {season} of {game} has begun. /leaderboard shows it.",
        season=int(season),
        game=game.title,
    )
    reader = (await services.reader(context)).about(game)
    await context.show(notices.info(said, reader).payload())


def _require_manager(context: InteractionContext) -> None:
    """Refusal to those who may not manage the server, however they got at the command or button."""
    if not context.rights.manages:
        raise Refusal(
            "foreign",
            _("Only server managers can start a season. Ask one of them."),
        )
