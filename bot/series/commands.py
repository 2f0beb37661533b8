"""`/tournament series`: the standings of a season, and what organisers do to a series."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from bot.commands import responses
from bot.commands.context import Context
from bot.commands.responses import file_stem, pack_files
from bot.commands.verbs import Found, button, modal, select
from bot.refusal import Refusal, read_fields
from bot.screens.tournaments.information import NO_ROOM
from bot.series import screens
from bot.series.export import season_files
from bot.series.service import Series, SeriesRecord, season_publicly_named
from bot.series.standings import SeriesRules
from bot.tournaments.export import ExportFile
from bot.tournaments.requirements import is_organiser
from bot.ui import custom_ids, notices
from games.text import _


async def show_all(context: Context) -> None:
    """`/tournament series`: all of the server; the only one by itself."""
    there = await context.tournaments.series.of_server(context.guild)
    organises = is_organiser(context.rights, await context.tables.servers.of(context.guild))
    if len(there) == 1 and not organises:
        await _show(context, there[0])
        return
    await context.show(screens.several(there, context.reader(), organises=organises))


async def _here(context: Context, id: str) -> Series:
    return await context.tournaments.series.series(id, context.guild)


SeriesHere = Annotated[Series, Found(_here)]


async def _show(context: Context, series: Series, season: int = 0, page: int = 0) -> None:
    """The standings of a season; 0: the one that goes on."""
    number = season if 1 <= season <= series.record.season else series.record.season
    now = await context.tournaments.series.season(series, number)
    reader, user = context.reader(), context.user
    organises = is_organiser(context.rights, await context.tables.servers.of(context.guild))
    wanted = None if page else screens.image(now, reader, f"{series.id} season {number} {user}", user)
    joinable = await context.tournaments.tournaments_in(context.guild, ("open",)) if organises else []
    draw = partial(
        *(screens.standings, now, page, user, reader),
        organises=organises,
        joinable=joinable,
        base=context.services.pages.base,
    )
    await responses.show_with_image(context, wanted, lambda picture: draw(picture=picture))


@select("series")
async def pressed(
    context: Context, series: SeriesHere, what: str, season: int, page: int, chosen: list[str]
) -> None:
    """A button at its standings, or the list of tournaments that could count."""
    if what == "show":
        return await _show(context, series, season, page)
    if what == "export":
        return await _export(context, series, season)
    await context.require_organiser()
    service = context.tournaments.series
    match what:
        case screens.JOIN:
            joining = await context.tournament_here(next(iter(chosen), ""))
            await context.tournaments.set(context.press, context.rights, joining.id, series=series.id)
            await _show(context, series)
        case "edit":
            await _open(context, custom_ids.encode("series", series.id, what, 0, 0), series.record)
        case "end" | "remove":
            now = await service.season(series, season)
            await context.show(screens.sure(now, what, context.reader()))
        case "ended":
            await service.end_season(context.press, series.id, season)
            await _show(context, await service.series(series.id), season)
        case "removed":
            await service.remove(context.press, series.id)
            await context.show(notices.info(_("The series is removed."), context.reader()))
        case _:
            raise Refusal("stale", _("That's an old button. /tournament show brings a new one."))


@button("newseries", "new")
async def ask_for_new(context: Context) -> None:
    """Open the window that asks how tournaments are to count together."""
    await context.require_organiser()
    await _open(context, custom_ids.encode("newseries"), None)


async def _open(context: Context, custom_id: str, record: SeriesRecord | None) -> None:
    await context.open(screens.window(custom_id, record, context.reader()))


@modal("newseries")
async def written_new(context: Context) -> None:
    """Begins a series with the name and rules that were typed. Refusal to all but organisers."""
    await context.require_organiser()
    service = context.tournaments.series
    await _show(context, await service.create(context.press, context.guild, _typed(context)))


@modal("series", back="series:{series}:show:{season}:{page}".format)
async def written(context: Context, series: SeriesHere, what: str, season: int, page: int) -> None:
    """It was typed: the series is called, or counts, otherwise."""
    del what, season, page
    await context.require_organiser()
    changed = await context.tournaments.series.change(context.press, series.id, _typed(context))
    await _show(context, changed)


def _typed(context: Context) -> SeriesRecord:
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


async def _export(context: Context, series: Series, season: int) -> None:
    """Hand the season over as files, in private."""
    now = season_publicly_named(await context.tournaments.series.season(series, season), "file")
    reader = context.reader()
    page = await context.services.pages.season_file(now, context.public_locale)
    pool = context.tournaments.pairing_pool
    made = (ExportFile("series.html", page), *await pool.files(season_files, now, context.locale))
    stem = file_stem(series.record.name, series.id)
    content = {f"{stem}-season-{season}-{file.name}": file.content for file in made}
    given = await asyncio.to_thread(
        pack_files, content, f"{stem}.zip", context.interaction.filesize_limit, NO_ROOM
    )
    await context.send_files(screens.export_screen(now, list(given), reader).payload(), given)
