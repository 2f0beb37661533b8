"""`/tournament series`: the standings of a season, and what organisers do to a series."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.client.interaction_context import InteractionContext
from bot.commands import responses
from bot.commands.responses import file_stem, pack_files
from bot.commands.tournaments import lookup
from bot.refusal import Refusal, read_fields
from bot.screens.tournaments import series as screens
from bot.services import Services
from bot.tournaments.export import File
from bot.tournaments.requirements import is_organiser, require_organiser
from bot.tournaments.series import Series, SeriesRecord, season_publicly_named
from bot.tournaments.series_export import season_files
from bot.tournaments.series_standings import SeriesRules
from bot.ui import custom_ids
from games.text import _


async def show_all(services: Services, context: InteractionContext) -> None:
    """`/tournament series`: all of the server; the only one by itself."""
    there = await services.tournament_service.series.of_server(context.guild)
    organises = is_organiser(context.rights, await services.tables.servers.of(context.guild))
    if len(there) == 1 and not organises:
        await _show(services, context, there[0])
        return
    reader = await services.reader(context)
    await context.show(screens.several(there, reader, organises=organises).payload())


async def _here(services: Services, context: InteractionContext, id: str) -> Series:
    found = await services.tournament_service.series.series(id)
    if found.guild != context.guild:
        raise Refusal("gone", _("There's no such series. /tournament series shows them all."))
    return found


async def _show(
    services: Services, context: InteractionContext, series: Series, season: int = 0, page: int = 0
) -> None:
    """The standings of a season; 0: the one that goes on."""
    number = season if 1 <= season <= series.record.season else series.record.season
    now = await services.tournament_service.series.season(series, number)
    reader, user = await services.reader(context), context.user
    organises = is_organiser(context.rights, await services.tables.servers.of(context.guild))
    wanted = None if page else screens.image(now, reader, f"{series.id} season {number} {user}", user)
    joinable = await services.tournament_service.tournaments_in(context.guild, ("open",)) if organises else []
    draw = partial(
        *(screens.standings, now, page, user, reader),
        organises=organises,
        joinable=joinable,
        base=services.pages.base,
    )
    await responses.show_with_image(services, context, wanted, lambda picture: draw(picture=picture))


async def pressed(
    services: Services, context: InteractionContext, id: str, what: str, season: str, page: str
) -> None:
    """A button at its standings."""
    series, number = await _here(services, context, id), int(season)
    if what in ("show", "export"):
        if what == "show":
            return await _show(services, context, series, number, int(page))
        return await _export(services, context, series, number)
    require_organiser(context.rights, await services.tables.servers.of(context.guild))
    service = services.tournament_service.series
    match what:
        case screens.JOIN:
            joining = await lookup.tournament_here(services, context, context.values[0])
            await services.tournament_service.set(context.press, context.rights, joining.id, series=id)
            await _show(services, context, series)
        case "edit":
            await _open(services, context, custom_ids.encode("series", id, what, 0, 0), series.record)
        case "end" | "remove":
            now = await service.season(series, number)
            await context.show(screens.sure(now, what, await services.reader(context)).payload())
        case "ended":
            await service.end_season(context.press, id, number)
            await _show(services, context, await service.series(id), number)
        case "removed":
            await service.remove(context.press, id)
            await context.show(screens.removed(await services.reader(context)).payload())
        case _:
            raise Refusal("stale", _("That's an old button. /tournament show brings a new one."))


async def ask_for_new(services: Services, context: InteractionContext) -> None:
    """Open the window that asks how tournaments are to count together."""
    require_organiser(context.rights, await services.tables.servers.of(context.guild))
    await _open(services, context, custom_ids.encode("newseries"), None)


async def _open(
    services: Services, context: InteractionContext, custom_id: str, record: SeriesRecord | None
) -> None:
    window = screens.window(custom_id, record, await services.reader(context))
    if not await context.open_modal(window.payload()):
        raise Refusal("late", _("That took too long. Press the button again."))


async def written_new(services: Services, context: InteractionContext) -> None:
    """Begins a series with the name and rules that were typed. Refusal to all but organisers."""
    require_organiser(context.rights, await services.tables.servers.of(context.guild))
    service = services.tournament_service.series
    await _show(services, context, await service.create(context.press, context.guild, _typed(context)))


async def written(
    services: Services, context: InteractionContext, id: str, what: str, season: str, page: str
) -> None:
    """It was typed: the series is called, or counts, otherwise."""
    del what, season, page
    await _here(services, context, id)
    require_organiser(context.rights, await services.tables.servers.of(context.guild))
    changed = await services.tournament_service.series.change(context.press, id, _typed(context))
    await _show(services, context, changed)


def _typed(context: InteractionContext) -> SeriesRecord:
    """What the window says. Refusal if it cannot be read."""
    points = context.written(screens.POINTS).replace(",", " ").replace(";", " ").split()
    read = read_fields(
        screens.LABELS,
        points=lambda: tuple(map(_number, points)),
        best=lambda: _number(context.written(screens.BEST)),
        length=lambda: _number(context.written(screens.LENGTH)),
    )
    rules = SeriesRules(read["points"], read["best"])
    return SeriesRecord(context.written(screens.NAME), rules, read["length"])


def _number(typed: str) -> int:
    typed = typed.strip() or "0"
    if not typed.isascii() or not typed.isdecimal() or len(typed) > 6:
        raise Refusal("input", _("I can't read “{typed}” as a whole number.", typed=typed))
    return int(typed)


async def _export(services: Services, context: InteractionContext, series: Series, season: int) -> None:
    """Hand the season over as files, in private."""
    now = season_publicly_named(await services.tournament_service.series.season(series, season), "file")
    reader = await services.reader(context)
    page = await services.pages.season_file(now, context.public_locale)
    pool = services.tournament_service.pairing_pool
    made = (File("series.html", page), *await pool.files(season_files, now, context.locale))
    stem = file_stem(series.record.name, series.id)
    content = {f"{stem}-season-{season}-{file.name}": file.content for file in made}
    too_much = _("The files are too big for Discord. Ask whoever runs this bot for them.")
    given = await asyncio.to_thread(
        pack_files, content, f"{stem}.zip", context.interaction.filesize_limit, too_much
    )
    await context.send_files(screens.export_screen(now, list(given), reader).payload(), given)
