"""What is remembered of games that ended: replays, people's figures, leaderboards, and their seasons."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping

from bot.client.interaction_context import PAGE_LIFE
from bot.commands import responses
from bot.commands.context import Context
from bot.commands.verbs import Id, button, select
from bot.i18n import Reader
from bot.images.model import MessageImage
from bot.images.requests import game_image
from bot.profiles import leaderboards
from bot.profiles import leaderboards as standings
from bot.profiles.analysis import until_done
from bot.profiles.ratings import SheetRating, rating_curves, sheet_rating
from bot.profiles.replays import replay_of
from bot.profiles.statistics import player_statistics
from bot.refusal import Refusal
from bot.screens import profiles as leaderboard_screens
from bot.screens import profiles as stats_screens
from bot.screens.analysis import (
    SUMMARY,
    analysing_screen,
    analysis_screen,
    callers_screen,
    chances_screen,
)
from bot.screens.common import CLOSED, MINE
from bot.screens.history import reader_then, replay_screen, seat_then, view_of
from bot.screens.result import page_screen
from bot.tables import play
from bot.tables.history import replay_states
from bot.tables.model import Table
from bot.tables.options import check_game
from bot.tables.reliability import load_reliability
from bot.ui import notices
from bot.ui.components import Payload, Screen
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import Text, _
from games.thinking.analysis import Analysis
from games.thinking.chances import TurningPoint
from storage.models import ResultRow


@button("replay")
async def replay(
    context: Context,
    table: Table,
    step: int = 0,
    view: str = MINE,
    way: str = "",
    *,
    thought: Text | None = None,
    turn: TurningPoint | None = None,
) -> None:
    """A step of a finished game. `way` only tells buttons apart; `thought`: why a robot led to it; `turn`:
    how the game turned there. Refusal while others play the same cards.
    """
    del way
    if table.is_closed:
        raise Refusal("shut", CLOSED)
    shown = replay_of(table, await context.tables.logs.actions_of(table))
    reader = context.reader(table)
    number = shown.nearest(step)
    seen = table.game.observe(shown.steps[number].state, seat_then(table, context.user))
    wanted = game_image("board", table.game, seen, reader_then(reader, table, number))

    def page(picture: MessageImage | None) -> Screen:
        looks = number, view_of(view), context.user, reader, picture, thought
        pages = bool(context.services.pages.base and not table.in_group)
        return replay_screen(shown, *looks, turn=turn, pages=pages)

    await responses.show_with_image(context, wanted, page)


@button("page")
async def page(context: Context, table: Table) -> None:
    """Whether a finished game has a page for everybody, and who decides."""
    play.require_server(table)
    if not (address := context.services.pages.address(table.id)):
        raise Refusal("shut", _("Games have no pages here. Ask whoever runs me."))
    await context.show(page_screen(table, context.reader(table), context.user, address))


@button("pageagree")
async def agree_to_page(context: Context, table: Table, agrees: bool) -> None:
    """Whoever played agrees to the page, or takes it down."""
    done = await context.change(table, play.agree_to_page, agrees)
    await page(context, done.table)


@button("why")
async def why(context: Context, table: Table, step: int, view: str) -> None:
    """The step of a finished game, and what the robot thought whose choice led to it. Refusal before the end:
    a reason tells what is held.
    """
    shown = replay_of(table, await context.tables.logs.actions_of(table))
    made, thought = shown.steps[shown.nearest(step)], None
    if made.robot and made.seat is not None:
        seen = table.game.observe(shown.steps[made.number - 1].state, made.seat)
        thought = await context.services.analyses.why(table, seen, made.action)
    await replay(context, table, step, view, thought=thought)


@button("turned")
async def turning_point(context: Context, table: Table, view: str) -> None:
    """The step of a finished game with which it turned, and for whom."""
    log = await context.tables.logs.actions_of(table)
    found = await context.services.analyses.turning_point(table, log)
    if found is None:
        raise Refusal("few", _("I can't say where this game turned."))
    step, turn = found
    await replay(context, table, step, view, turn=turn)


@button("chances")
async def chances(context: Context, table: Table) -> None:
    """Everybody's chances a trick ago, or whom to call. Refusal to whoever plays."""
    if table.phase != "playing" or table.seat_kept_for(context.user) is not None:
        raise Refusal("early", _("Chances are for those who look on at a game that goes on."))
    shown, called = await _chances_page(context, table)
    await context.show(shown)
    if called is not None:
        pages = _when_scored(context, table, called)
        context.services.error_handler.deferred_images.follow_pages(context, pages)


@button("forecast")
async def forecast(context: Context, table: Table, round: int, seat: int, percent: int) -> None:
    """Whoever looks on says how likely this seat makes its bid of the round."""
    press = context.press
    await context.services.forecasts.call(table, press.user, press.name, round, seat, percent)
    await chances(context, table)


async def _chances_page(context: Context, table: Table) -> tuple[Screen, int | None]:
    """The screen; and the first round that its reader has called and that is not scored."""
    log = await context.tables.logs.actions_of(table)
    calling, found = await context.services.forecasts.calling(table, log, context.user), None
    if table.phase == "playing" and (calling is None or calling.round is None):
        found = await context.services.analyses.chances(table, log)
    pending = None if calling is None or calling.pending is None else calling.pending.round
    return chances_screen(table, found, context.reader(table), calling), pending


async def _when_scored(context: Context, table: Table, round: int) -> AsyncIterator[Payload]:
    """The screen once more when a round is over that its reader has called, with what came of it."""
    called: int | None = round
    while called is not None and await context.services.forecasts.has_ended(table.id, called, PAGE_LIFE):
        shown, called = await _chances_page(context, await context.tables.table(table.id))
        yield shown.payload()


@button("callers")
async def callers(context: Context, table: Id) -> None:
    """Who called best on this server. `table`: from where it is looked at."""
    listed = await context.services.forecasts.ranking(context.guild, 1)
    await context.show(callers_screen(listed, context.user, table, context.reader()))


PROGRESS_EVERY = 1.5
"""Seconds between two looks at how far an analysis has come."""


@button("analysis")
async def analysis(context: Context, table: Table, page: int = 0) -> None:
    """What the reader's choices gave away in a game that is over: kept, or judged now."""
    reader, seat = context.reader(table), table.seat_of(context.user)
    known = await context.services.analyses.stored(table)
    if seat is not None and seat in known:
        await _show_analysis(context, table, known, seat, page, reader)
        return
    progress = context.services.analyses.follow(
        table, await context.tables.logs.actions_of(table), context.user
    )
    await context.show(analysing_screen(table, progress, reader))

    async def pages() -> AsyncIterator[Payload]:
        async for now in until_done(progress, PROGRESS_EVERY):
            if now.found is None or seat is None:
                yield analysing_screen(table, now, reader).payload()
            else:
                found = {**known, seat: now.found}
                yield analysis_screen(table, now.found, found, seat, SUMMARY, reader).payload()

    context.services.error_handler.deferred_images.follow_pages(context, pages())


@button("analysed")
async def share_analysis(context: Context, table: Table) -> None:
    """The others may see it, as soon as all agree."""
    await context.services.analyses.share(table, context.user)
    await analysis(context, table)


async def _show_analysis(
    context: Context, table: Table, known: Mapping[int, Analysis], seat: int, page: int, reader: Reader
) -> None:
    mine, wanted = known[seat], None
    if SUMMARY < page <= len(mine.worst):
        number = mine.worst[page - 1].number
        states = [
            state for state, _events in replay_states(table, await context.tables.logs.actions_of(table))
        ]
        wanted = game_image("hand", table.game, table.game.observe(states[number], seat), reader)

    def shown(picture: MessageImage | None) -> Screen:
        return analysis_screen(table, mine, known, seat, page, reader, picture)

    await responses.show_with_image(context, wanted, shown)


@select("rounds")
async def replay_round(context: Context, table: Table, view: str, step: int) -> None:
    """The step with which the chosen round begins."""
    await replay(context, table, step, view)


async def stats(context: Context, user: int, name: str, slug: str | None) -> None:
    """What somebody's games here come to, all of them or those of one game."""
    rows = await context.services.results.of_user(user, context.guild, slug)
    reader = context.reader()
    games, by_sheets = _games_in(rows), await _by_sheets(context, user, slug)
    if not games:
        whose = None if user == context.user else name
        await context.send(stats_screens.no_stats(whose, reader, by_sheets))
        return
    fewest_win = {game.slug for game in games if not game.higher_is_better}
    careers = [
        (game, player_statistics([row for row in rows if row.game == game.slug], user, fewest_win))
        for game in games
    ]
    rated = rating_curves(await context.services.results.ratings_of(user, context.guild, slug))

    reliable = await load_reliability(context.services.results, user, context.guild)

    def page(picture: MessageImage | None) -> Screen:
        return stats_screens.stats_screen(
            *(name, careers, player_statistics(rows, user, fewest_win), rated, reader, picture, reliable),
            by_sheets=by_sheets,
        )

    await responses.show_with_image(
        context, stats_screens.ratings_picture(name, careers, rated, reader), page
    )


async def _by_sheets(context: Context, user: int, slug: str | None) -> dict[AnyGame, SheetRating]:
    """What somebody's evenings with real cards on this server come to, game by game."""
    sheets = await context.services.score_sheets.of_server(context.guild) if context.guild else []
    mine = {each.record.game for each in sheets if any(player.user == user for player in each.record.players)}
    found = {
        game: sheet_rating((each for each in sheets if each.record.game == game.slug), user)
        for game in catalogue().values()
        if game.slug in mine and slug in (None, game.slug)
    }
    return {game: rating for game, rating in found.items() if rating is not None}


def _games_in(rows: Iterable[ResultRow]) -> list[AnyGame]:
    """The games that are installed, in the order of the catalogue."""
    played = {row.game for row in rows}
    return [game for slug, game in catalogue().items() if slug in played]


@button("leaderboard")
async def leaderboard(context: Context, game: AnyGame, season: int | None, page: int) -> None:
    """Who stands where in a game's season; None: in the one that goes on."""
    results, reader = context.services.results, context.reader().about(game)
    shown = await standings.load_leaderboard(results, context.guild, game.slug, context.user, season)
    calls = bool(await context.services.forecasts.ranking(context.guild, 1))

    def drawn(picture: MessageImage | None) -> Screen:
        return leaderboard_screens.leaderboard_screen(game, shown, page, reader, picture, calls=calls)

    wanted = leaderboard_screens.leaderboard_picture(game, shown, page, reader)
    await responses.show_with_image(context, wanted, drawn)


async def leaderboard_from_command(context: Context, slug: str | None, season: int | None, page: int) -> None:
    """The same, of the game that was named, else of the one that ended last here."""
    game = check_game(slug or await context.services.results.latest_game(context.guild))
    await leaderboard(context, game, season, page)


# for those who manage the server


async def ask_for_new_season(context: Context, slug: str) -> None:
    """Ask whether the server's ratings are to begin anew."""
    _require_manager(context)
    game = check_game(slug)
    season = leaderboards.current_season(await context.services.results.seasons(context.guild, game.slug)) + 1
    await context.send(leaderboard_screens.confirm_season(game, season, context.reader().about(game)))


@button("newseason")
async def new_season(context: Context, game: AnyGame, season: int) -> None:
    """Begins the season of this number, with ratings afresh. Refusal to all but managers."""
    _require_manager(context)
    results, now = context.services.results, context.tables.clock.now()
    await leaderboards.begin_season(results, context.guild, game.slug, season, now)
    said = _("Season {season} of {game} has begun. /leaderboard shows it.", season=season, game=game.title)
    await context.show(notices.info(said, context.reader().about(game)))


def _require_manager(context: Context) -> None:
    """Refusal to those who may not manage the server, however they got at the command or button."""
    if not context.rights.manages:
        raise Refusal(
            "foreign",
            _("Only server managers can start a season. Ask one of them."),
        )
