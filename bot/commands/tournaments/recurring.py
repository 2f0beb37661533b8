"""Tournaments that come again: the window that asks when, the screen on which one is skipped or stopped."""

from __future__ import annotations

from msgspec.structs import replace

from bot.client.interaction_context import InteractionContext
from bot.commands.tournaments import lookup, server_rights
from bot.commands.tournaments.setup import time_zone, zone_known
from bot.i18n.date_parsing import parse_weekly
from bot.pace import DAY, HOUR, parse_duration
from bot.refusal import Refusal, read_fields
from bot.screens.tournaments import recurring as screens
from bot.services import Services
from bot.tournaments.model import Tournament
from bot.tournaments.recurrence import MOST_WEEKS, Recurrence, occurrences, week_at, weekly_like
from bot.tournaments.recurring import RecurringPlan
from bot.tournaments.requirements import is_organiser, require_organiser
from bot.ui import custom_ids
from games.text import _

LEAST_AHEAD, MOST_AHEAD = HOUR, 28 * DAY
"""How long before the start it can be announced."""


async def show_all(services: Services, context: InteractionContext) -> None:
    """`/tournament recurring`: all of the server; the only one by itself."""
    require_organiser(context.rights, await services.tables.servers.of(context.guild))
    service = services.tournament_service.recurring
    plans = await service.of_server(context.guild)
    if len(plans) == 1:
        await _show(services, context, plans[0])
        return
    reader = await services.reader(context)
    await context.show(screens.several(plans, reader).payload())


async def _show(services: Services, context: InteractionContext, plan: RecurringPlan) -> None:
    held = services.tournament_service.recurring.upcoming(plan)
    then = next(occurrences(plan.record.rule, held.starts))
    await context.show(screens.one(plan, held, then, await services.reader(context)).payload())


async def _organised(services: Services, context: InteractionContext, id: str) -> RecurringPlan:
    """The plan, for somebody who may change it. Refusal to everybody else."""
    plan = await services.tournament_service.recurring.plan(id)
    if plan.guild != context.guild:
        raise Refusal("gone", _("That no longer repeats. /tournament recurring shows what does."))
    wishes = await services.tables.servers.of(context.guild)
    if plan.record.organiser != context.user and not is_organiser(context.rights, wishes):
        require_organiser(context.rights, wishes)
    return plan


async def pressed(services: Services, context: InteractionContext, id: str, what: str, start: str) -> None:
    """A button on its screen."""
    plan = await _organised(services, context, id)
    service, press = services.tournament_service.recurring, context.press
    match what:
        case "edit":
            return await _open(
                services, context, custom_ids.encode("recurring", id, what, 0), plan.record.rule
            )
        case "skip":
            plan = await service.skip(press, id, float(start))
        case "hold":
            plan = await service.hold(press, id)
        case "stop":
            plan = await service.stop(press, id)
        case "resume":
            plan = await service.resume(press, id)
        case "copy":
            latest = await lookup.tournament_here(services, context, plan.record.last)
            server_rights.check_settings(context, latest.settings)
            plan = await service.copy(press, id, latest)
        case "remove":
            await service.remove(press, id)
            await context.show(screens.removed(await services.reader(context)).payload())
            return
        case _:
            pass
    await _show(services, context, plan)


async def ask(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """Open the window that asks when the tournament comes again."""
    require_organiser(context.rights, await services.tables.servers.of(context.guild), tournament)
    if not await zone_known(services, context):
        raise Refusal(
            "early", _("Whose Friday 20:00? Set your time zone in /settings me, then press Every week again.")
        )
    zone, starts = await time_zone(services, context), tournament.settings.starts
    opens = tournament.settings.opens
    rule = None if starts is None else weekly_like(starts, zone)
    if (
        rule is not None
        and starts is not None
        and opens is not None
        and LEAST_AHEAD <= starts - opens <= MOST_AHEAD
    ):
        rule = replace(rule, ahead=starts - opens)
    await _open(services, context, custom_ids.encode("trepeat", tournament.id), rule, zone)


async def _open(
    services: Services, context: InteractionContext, custom_id: str, rule: Recurrence | None, zone: str = ""
) -> None:
    zone = rule.zone if rule is not None else zone
    window = screens.window(custom_id, rule, zone, await services.reader(context))
    if not await context.open_modal(window.payload()):
        raise Refusal("late", _("That took too long. Press the button again."))


async def asked(services: Services, context: InteractionContext, tournament: Tournament) -> None:
    """Makes a tournament come again by the calendar, as it was typed. Refusal if that cannot be read."""
    require_organiser(context.rights, await services.tables.servers.of(context.guild), tournament)
    service = services.tournament_service.recurring
    zone = await time_zone(services, context)
    around = tournament.settings.starts or services.tables.clock.now()
    server_rights.check_settings(context, tournament.settings)
    plan = await service.repeat(context.press, tournament, _typed_rule(context, zone, around))
    await _show(services, context, plan)


async def edited(services: Services, context: InteractionContext, id: str, what: str, start: str) -> None:
    """Makes what comes again come at other times, as they were typed. Refusal if they cannot be read."""
    del what, start
    plan = await _organised(services, context, id)
    service = services.tournament_service.recurring
    rule = _typed_rule(context, plan.record.rule.zone, service.upcoming(plan).starts)
    await _show(services, context, await service.reschedule(context.press, id, rule))


def _typed_rule(context: InteractionContext, zone: str, around: float) -> Recurrence:
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
