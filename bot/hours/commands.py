"""Finding an hour at which everybody at a tournament's table can play."""

from __future__ import annotations

from bot.commands.context import Context
from bot.commands.responses import prefer
from bot.commands.verbs import button, select
from bot.hours import agreement
from bot.hours.screens import hours_screen, zone_screen
from bot.preferences.people import zone_of
from bot.preferences.zone_names import zone_named
from bot.refusal import Refusal
from bot.screens.calls import usual_zone
from bot.tables import lobby, play
from bot.tables.model import Table
from bot.ui import notices
from bot.ui.components import Screen
from bot.ui.views import Payload
from games.text import _


@button("hour")
async def find_hour(context: Context, table: Table, *, day: int | None = None) -> None:
    """When everybody at a tournament's table can play; `day`: whose hours can be chosen."""
    await context.show(await _hours_page(context, table, day))

    async def draw() -> Payload:
        now = await context.tables.table(table.id)
        try:
            return (await _hours_page(context, now, day)).payload()
        except Refusal as refusal:
            return notices.info(refusal.text, context.reader(now)).payload()

    context.services.error_handler.open_pages.opened(table.id, context, draw)


async def _hours_page(context: Context, table: Table, day: int | None) -> Screen:
    """As things stand. Refusal if no hour is looked for there (any more)."""
    play.require_seat(table, context.user)
    if not table.is_early:
        lobby.require_lobby(table)
        raise Refusal("late", _("It's time: press “I am here” at your table."))
    zone, now = (await context.people.of(context.user)).zone, context.tables.clock.now()
    name, reader = zone or usual_zone(context.locale), context.reader(table)
    if agreement.is_open(table) and not zone:
        return zone_screen(table, reader, name)
    return hours_screen(table, reader, context.user, (name, zone_of(name)), now, day)


@select("hourzone")
async def choose_zone(context: Context, table: Table, name: str) -> None:
    """Where I live; then the hours are told in that time zone."""
    zone = zone_named(name)
    if zone is None:
        raise Refusal("stale", _("That's an old list. Press Find a time again."))
    await prefer(context, locale=context.locale, zone=zone)
    await find_hour(context, table)


@select("hourday")
async def show_hours_of_day(context: Context, table: Table, day: int) -> None:
    """Show the hours of a day on which the table can be played."""
    await find_hour(context, table, day=day)


@select("hourset")
async def choose_hours(context: Context, table: Table, day: int, chosen: list[int]) -> None:
    """I can play at these hours of those that were listed."""
    zone = zone_of((await context.people.of(context.user)).zone or usual_zone(context.locale))
    now = context.tables.clock.now()
    listed = agreement.hours_of(table, day, now, zone) if day else list(agreement.proposed(table))
    done = await context.change(table, agreement.choose, listed, chosen, now)
    await find_hour(context, done.table, day=day or None)
