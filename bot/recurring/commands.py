"""Tournaments that come again: the window that asks when, the screen on which one is skipped or stopped."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from bot.commands.context import Context
from bot.commands.tournaments import server_rights
from bot.commands.tournaments.setup import time_zone
from bot.commands.verbs import Found, button, modal
from bot.i18n.date_parsing import parse_weekly
from bot.pace import DAY, HOUR, parse_duration
from bot.recurring import screens
from bot.recurring.recurrence import MOST_WEEKS, Recurrence, occurrences, week_at, weekly_like
from bot.recurring.service import RecurringTournament
from bot.refusal import Refusal, read_fields
from bot.tournaments.model import Tournament
from bot.ui import custom_ids, notices
from games.text import _

LEAST_AHEAD, MOST_AHEAD = HOUR, 28 * DAY
"""How long before the start it can be announced."""


async def show_all(context: Context) -> None:
    """`/tournament recurring`: all of the server; the only one by itself."""
    await context.require_organiser()
    service = context.tournaments.recurring
    programmes = await service.of_server(context.guild)
    if len(programmes) == 1:
        await _show(context, programmes[0])
        return
    await context.show(screens.several(programmes, context.reader()))


async def _show(context: Context, programme: RecurringTournament) -> None:
    held = context.tournaments.recurring.upcoming(programme)
    then = next(occurrences(programme.record.rule, held.starts))
    await context.show(screens.one(programme, held, then, context.reader()))


async def _organised(context: Context, id: str) -> RecurringTournament:
    """The programme, for somebody who may change it. Refusal to everybody else."""
    programme = await context.tournaments.recurring.programme(id, context.guild)
    if programme.record.organiser != context.user:
        await context.require_organiser()
    return programme


Organised = Annotated[RecurringTournament, Found(_organised)]


@button("recurring")
async def pressed(context: Context, programme: Organised, what: str, start: int) -> None:
    """Do what a button on the screen of a recurring tournament says."""
    service, press, id = context.tournaments.recurring, context.press, programme.id
    match what:
        case "edit":
            return await _open(context, custom_ids.encode("recurring", id, what, 0), programme.record.rule)
        case "skip":
            programme = await service.skip(press, id, start)
        case "hold":
            programme = await service.hold(press, id)
        case "stop":
            programme = await service.stop(press, id)
        case "resume":
            programme = await service.resume(press, id)
        case "copy":
            latest = await context.tournament_here(programme.record.last)
            server_rights.check_settings(context, latest.settings)
            programme = await service.copy(press, id, latest)
        case "remove":
            await service.remove(press, id)
            done = _("Removed. What was announced goes on.")
            await context.show(notices.info(done, context.reader()))
            return
        case _:
            pass
    await _show(context, programme)


@button("trepeat", "new")
async def ask(context: Context, tournament: Tournament) -> None:
    """Open the window that asks when the tournament comes again."""
    await context.require_organiser(tournament)
    zone, zone_known = await time_zone(context)
    if not zone_known:
        raise Refusal(
            "early", _("Whose Friday 20:00? Set your time zone in /settings me, then press Every week again.")
        )
    starts, opens = tournament.settings.starts, tournament.settings.opens
    rule = None if starts is None else weekly_like(starts, zone)
    if (
        rule is not None
        and starts is not None
        and opens is not None
        and LEAST_AHEAD <= starts - opens <= MOST_AHEAD
    ):
        rule = replace(rule, ahead=starts - opens)
    await _open(context, custom_ids.encode("trepeat", tournament.id), rule, zone)


async def _open(context: Context, custom_id: str, rule: Recurrence | None, zone: str = "") -> None:
    zone = rule.zone if rule is not None else zone
    await context.open(screens.window(custom_id, rule, zone, context.reader()))


@modal("trepeat", back="tdesk:{tournament}:0".format)
async def written_new(context: Context, tournament: Tournament) -> None:
    """Makes a tournament come again by the calendar, as it was typed. Refusal if that cannot be read."""
    await context.require_organiser(tournament)
    service = context.tournaments.recurring
    zone, _known = await time_zone(context)
    around = tournament.settings.starts or context.tables.clock.now()
    server_rights.check_settings(context, tournament.settings)
    programme = await service.repeat(context.press, tournament, _typed_rule(context, zone, around))
    await _show(context, programme)


@modal("recurring", back="recurring:{programme}:show:0".format)
async def written(context: Context, programme: Organised, what: str, start: int) -> None:
    """Makes what comes again come at other times, as they were typed. Refusal if they cannot be read."""
    del what, start
    service = context.tournaments.recurring
    rule = _typed_rule(context, programme.record.rule.zone, service.upcoming(programme).starts)
    await _show(context, await service.reschedule(context.press, programme.id, rule))


def _typed_rule(context: Context, zone: str, around: float) -> Recurrence:
    """What the window says. `around`: a moment in a week in which it is held. Refusal if it says nothing."""
    read = read_fields(
        screens.LABELS,
        when=lambda: _typed_when(context.written(screens.WHEN)),
        weeks=lambda: _typed_weeks(context.written(screens.WEEKS)),
        ahead=lambda: _typed_ahead(context.written(screens.AHEAD)),
    )
    days, minutes = read["when"]
    return Recurrence(zone, days, minutes, week_at(around, zone), read["weeks"], read["ahead"])


def _typed_when(typed: str) -> tuple[tuple[int, ...], int]:
    found = parse_weekly(typed)
    if found is None:
        raise Refusal(
            "input",
            _("I can't read “{typed}” as days and a time. Write it like Friday 20:00.", typed=typed),
        )
    return found


def _typed_weeks(typed: str) -> int:
    weeks = typed.strip() or "1"
    if not weeks.isascii() or not weeks.isdecimal() or not 1 <= int(weeks) <= MOST_WEEKS:
        raise Refusal("input", _("Write a number of weeks from 1 to {most}.", most=MOST_WEEKS))
    return int(weeks)


def _typed_ahead(typed: str) -> float:
    ahead = parse_duration(typed)
    if ahead is None or not LEAST_AHEAD <= ahead <= MOST_AHEAD:
        raise Refusal(
            "input", _("Choose 1 hour to 28 days before the start. Write it like 2 days or 6 hours.")
        )
    return ahead
