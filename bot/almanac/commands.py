"""`/tournament almanac`: what is kept of a tournament or a season that is over, as a file."""

from __future__ import annotations

from collections.abc import Awaitable

from bot.almanac import screens
from bot.commands.context import Context
from bot.commands.responses import file_stem
from bot.commands.verbs import button
from bot.i18n import Reader
from bot.refusal import Refusal
from bot.screens.tournaments.information import NO_ROOM
from bot.series.commands import SeriesHere
from bot.series.screens import almanac_button as season_button
from bot.series.screens import title as season_title
from bot.tournaments.model import Tournament
from bot.tournaments.requirements import is_organiser
from bot.ui import components as ui
from games.text import Text, _


@button("almanac", "new")
async def of_tournament(context: Context, tournament: Tournament, posted: bool = False) -> None:
    """The almanac of a tournament, in private, or posted for everybody by its organiser."""
    reader, organises = await _asked(context, tournament, posted=posted)
    almanacs, most = context.services.pages.almanacs, context.interaction.filesize_limit
    counts = await context.tournaments.series.known(tournament.settings.series)
    season = counts and await context.tournaments.series.season(counts, tournament.record.season)
    ways = (
        ui.button(reader, _("Post it here"), "almanac", tournament.id, 1) if organises else None,
        season_button(season, reader) if season and season.decided else None,
    )
    name = tournament.settings.name
    title, file = _("The almanac of {name}", name=name), file_stem(name, tournament.id)
    made = almanacs.of_tournament(tournament, reader.locale, most)
    await _give(context, made, title, file, reader, *(() if posted else ways), posted=posted)


@button("almanacs", "new")
async def of_season(context: Context, series: SeriesHere, season: int, posted: bool) -> None:
    """The almanac of a season, likewise."""
    reader, organises = await _asked(context, None, posted=posted)
    now = await context.tournaments.series.season(series, season)
    almanacs, most = context.services.pages.almanacs, context.interaction.filesize_limit
    post = ui.button(reader, _("Post it here"), "almanacs", series.id, season, 1)
    title = _("The almanac of {name}", name=season_title(now))
    file = f"{file_stem(series.record.name, series.id)}-{season}"
    made = almanacs.of_season(now, reader.locale, most)
    await _give(context, made, title, file, reader, post if organises and not posted else None, posted=posted)


async def _asked(context: Context, tournament: Tournament | None, *, posted: bool) -> tuple[Reader, bool]:
    """In whose words, and whether by an organiser. Refusal to others who would have it posted."""
    if posted:
        await context.require_organiser(tournament)
        if not context.may_write:
            raise Refusal("shut", _("You can't write in this channel. Post it in another one."))
    game = None if tournament is None else tournament.game
    reader = Reader(context.public_locale if posted else context.locale, game)
    server = await context.tables.servers.of(context.guild)
    return reader, is_organiser(context.rights, server, tournament)


async def _give(
    context: Context,
    made: Awaitable[bytes | None],
    title: Text,
    stem: str,
    reader: Reader,
    *ways: ui.Button | None,
    posted: bool,
) -> None:
    content = await made
    if content is None:
        raise Refusal("input", NO_ROOM)
    name = f"{stem}-almanac.html"
    payload = screens.almanac_screen(title, name, reader, *ways).payload()
    if posted:
        await context.send(screens.posts_screen(context.reader()))
        await context.follow_up(payload, {name: content}, public=True)
    else:
        await context.send_files(payload, {name: content})
