"""What people and servers prefer, vacations, and what is stored about somebody: shown, changed, erased."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from datetime import date
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.client.channels import is_open_to_all, missing_for_forum, missing_for_log, permission_names
from bot.commands import information
from bot.commands.context import Context
from bot.commands.responses import pack_files, prefer
from bot.commands.slash.common import (
    ANYWHERE,
    EVERYWHERE,
    Interaction,
    _name,
    answer,
    localised,
    plain_command,
)
from bot.commands.tournaments.server_rights import require_callable
from bot.commands.verbs import Snowflake, button, modal, select
from bot.i18n import Markup
from bot.preferences.people import (
    DAYS_A_YEAR,
    PersonPreferences,
    calendar_path,
    new_calendar_secret,
    with_blocked,
)
from bot.preferences.zone_names import zone_named
from bot.privacy.export import export_person
from bot.publishing.forum_posts import add_tags, lacking_tags
from bot.refusal import Refusal
from bot.screens import calls, clocks
from bot.screens import preferences as screens
from bot.screens.privacy import confirm_erasure, data_export_screen
from bot.tables.server_moderation import ServerSettings
from bot.tables.turns import OPEN_PHASES
from bot.ui import custom_ids, notices
from bot.ui.views import Payload
from games.text import Text, _, _n


async def show_personal(context: Context) -> None:
    """All that I prefer, in private."""
    await context.send(await _personal_payload(context, await context.people.of(context.user)))


@select("wish")
async def choose_personal(context: Context, name: str, value: str) -> None:
    """Something else was chosen from one of the lists."""
    if (name, value) == ("zone", screens.OTHER):
        await ask_for_zone(context, "me")
    else:
        await switch_personal(context, name, value)


@button("wished")
async def switch_personal(context: Context, name: str, value: str) -> None:
    """Sets one of somebody's own settings; of a switch, `value` is "1" for on. Refusal if there is no such
    setting any more.
    """
    now, setting = await context.people.of(context.user), screens.MINE.named(name)
    try:
        mine = calls.Mine(now, context.locale, context.guild)
        changes = {} if setting is None else setting.take(mine, name, [value])
    except (ValueError, KeyError):
        changes = {}
    if not changes:
        raise Refusal("stale", _("That's gone. /settings me shows what you can choose."))
    await _change_personal(context, now, page=screens.MINE.page_of(name), **changes)


@button("callme")
async def choose_calls(context: Context, what: str) -> None:
    """Shows to which tables somebody wants to be called, or (`what`: "back") the settings again."""
    kept = await context.people.of(context.user)
    await context.redraw(await _personal_payload(context, kept, calls.CALLS if what == "page" else ""))


@button("apart")
async def show_blocked(context: Context) -> None:
    """Shows with whom somebody does not want to play."""
    await context.redraw(calls.blocked_screen(await context.people.of(context.user), context.reader()))


@select("notwith")
async def block(context: Context, users: list[Snowflake]) -> None:
    """Those who were chosen cannot join where somebody sits; those who could not already can again."""
    chosen = [user for user in users if user != context.user]
    await context.press.require_answerable()
    kept = await context.people.update(context.user, lambda now: with_blocked(now, chosen))
    await context.redraw(calls.blocked_screen(kept, context.reader()))


@button("zone", "new")
async def ask_for_zone(context: Context, what: str) -> None:
    """Open the window for a time zone once more."""
    del what
    await context.open(screens.zone_modal(await context.people.of(context.user), context.reader()))


@modal("zone")
async def set_zone(context: Context, what: str) -> None:
    """A time zone that is not in the list."""
    del what
    await _change_personal(context, await context.people.of(context.user), zone=typed_zone(context))


def typed_zone(context: Context) -> str:
    """The time zone that was typed into the window. Refusal if there is none of that name."""
    written = context.written(screens.ZONE)
    found = zone_named(written)
    if found is None:
        raise Refusal(
            "input",
            _(
                "I don't know “{written}”. Try a big city nearby, like Berlin or New York, or a name like "
                "Asia/Kathmandu.",
                written=written,
            ),
        )
    return found


async def _change_personal(context: Context, now: PersonPreferences, page: str = "", **changes: Any) -> None:
    """Keep it, and show how it stands now. Whoever never said where they live does so with quiet hours."""
    if changes.keys() & {"quiet", "call_hours"} and not now.zone:
        changes["zone"] = calls.usual_zone(context.locale)
    changed = await prefer(context, locale=context.locale, **changes)
    context.publisher.notifications.preferences_changed(context.user)
    await context.redraw(await _personal_payload(context, changed, page))


async def _personal_payload(context: Context, now: PersonPreferences, page: str = "") -> Payload:
    if page == calls.CALLS:
        return calls.calls_screen(now, context.reader(), context.guild).payload()
    unix, pages = context.tables.clock.now(), bool(context.services.pages.base)
    return screens.personal_preferences_screen(now, context.reader(), unix, pages=pages).payload()


@button("calendar")
async def show_calendar(context: Context) -> None:
    """Where calendars of mine and of this server are."""
    base, kept = context.services.pages.base, await context.people.of(context.user)
    if not base:
        raise Refusal("shut", _("There are no calendars here. Ask whoever runs me."))
    mine = f"{base}/{calendar_path(context.user, kept.calendar)}" if kept.calendar else ""
    listed = context.guild and (await context.tables.servers.of(context.guild)).listed
    ours = f"{base}/calendar/server-{context.guild}.ics" if listed else ""
    await context.show(screens.calendar_screen(context.reader(), mine, ours))


@button("calendarnew")
async def new_calendar(context: Context) -> None:
    """A calendar of mine, at an address that nobody else knows; one before it is gone."""
    await prefer(context, locale=context.locale, calendar=new_calendar_secret())
    await show_calendar(context)


@button("calendaroff")
async def no_calendar(context: Context) -> None:
    """There is no calendar of mine any more."""
    await prefer(context, calendar="")
    await show_calendar(context)


# `/settings server`: what those who manage a server choose for it. Who may is asked at every press.


async def show_server(context: Context) -> None:
    """How the server wants it."""
    _require_manager(context)
    await context.send(await _server_page(context, screens.MAIN))


@select("server")
async def choose_for_server(context: Context, what: str, value: str, values: list[str]) -> None:
    """Something was chosen, from a list or with a button (`value`)."""
    _require_manager(context)
    chosen = [value] if value else values
    page = chosen[0] if what == "page" else screens.OURS.page_of(what)
    if what == "log":
        await _choose_log_channel(context, chosen)
    elif what != "page":
        await _change_server(context, what, chosen)
    await context.redraw(await _server_page(context, page))


async def _change_server(context: Context, what: str, chosen: Sequence[str]) -> None:
    now = await _settings(context)
    setting = screens.OURS.named(what)
    try:
        changes = {} if setting is None else setting.take(screens.Ours(now.chosen), what, chosen)
    except (ValueError, KeyError):
        changes = {}
    if not changes:
        raise _no_such_setting()
    if changes.get("call_role"):
        require_callable(context, changes["call_role"])
    if changes.get("forum"):
        await _prepare_forum(context, changes["forum"])
    after = msgspec.structs.replace(now, chosen=msgspec.structs.replace(now.chosen, **changes))
    await context.services.moderation.note_settings(context.press, context.guild, now, after)
    await context.press.require_answerable()
    preferences = await context.tables.servers.change(context.guild, **changes)
    if what == "language":
        await context.tables.places.set_locale(context.guild, preferences.locale or context.public_locale)
        await context.tournaments.speak(context.guild, preferences.locale or context.public_locale)
    if what == "text":
        for table in await context.tables.tables_in(context.guild):
            context.publisher.redraw(table.id)
        for tournament in await context.tournaments.tournaments_in(context.guild):
            context.services.tournament_publisher.redraw(tournament.id)


async def _prepare_forum(context: Context, channel: int) -> None:
    """It has the tags of tables, where the bot may see to that. Refusal where it may not post."""
    channels = context.publisher.messages.channels
    _require_to_write(channel, missing_for_forum(channels.granted(context.guild, channel)))
    if (forum := channels.forum(context.guild, channel)) is not None:
        preferences = await context.tables.servers.of(context.guild)
        await context.press.require_answerable()
        await add_tags(channels, forum, preferences.locale or context.public_locale)


def _require_to_write(channel: int, lacking: tuple[str, ...]) -> None:
    if lacking:
        raise Refusal(
            "shut",
            _(
                "I can't write in {channel}: I need {permissions} there (channel settings, Permissions).",
                channel=Markup(f"<#{channel}>"),
                permissions=permission_names(lacking),
            ),
        )


async def _settings(context: Context) -> ServerSettings:
    """All that is chosen for the server now."""
    preferences = await context.tables.servers.of(context.guild)
    return ServerSettings(
        msgspec.structs.replace(preferences, puzzle_posted=0, role_called=0.0),
        await context.services.store.audit_posts.channel(context.guild),
    )


async def _server_page(context: Context, page: str) -> Payload:
    preferences = await context.tables.servers.of(context.guild)
    channel = await context.services.store.audit_posts.channel(context.guild)
    waits = channel is not None and _is_refused(context, channel)
    forum = context.publisher.messages.channels.forum(context.guild, preferences.forum)
    now = screens.Ours(
        preferences,
        None if channel is None else screens.LogChannel(channel, _is_open_to_all(context, channel), waits),
        context.channel,
        bool(preferences.puzzles) and _is_refused(context, preferences.puzzles),
        bool(context.services.pages.base),
        () if forum is None else tuple(lacking_tags(forum)),
    )
    reader = context.reader()
    return screens.server_preferences_screen(now, page, reader, _known_ids(context)).payload()


def _is_refused(context: Context, channel: int) -> bool:
    """Whether the bot may not write there, so that what is to be posted waits."""
    return context.publisher.messages.channels.is_refused(context.guild, channel)


def _is_open_to_all(context: Context, channel: int) -> bool:
    guild = context.interaction.guild
    return guild is not None and is_open_to_all(guild, channel)


async def _choose_log_channel(context: Context, chosen: Sequence[str]) -> None:
    """Acts are posted there from now on, or nowhere. Refusal where the bot may not write."""
    if not chosen or chosen[0] == screens.DEFAULT:
        await _set_log_channel(context, None)
        return
    if not custom_ids.is_id(chosen[0]):
        raise _no_such_setting()
    channel = int(chosen[0])
    granted = context.publisher.messages.channels.granted(context.guild, channel)
    _require_to_write(channel, missing_for_log(granted or discord.Permissions.none()))
    await _set_log_channel(context, channel)


async def _set_log_channel(context: Context, channel: int | None) -> None:
    """It is written down where it is read: in the channel that is given up, or in the new one."""
    now = await _settings(context)
    if channel is None:
        await context.services.moderation.note_settings(
            context.press, context.guild, now, msgspec.structs.replace(now, log=None)
        )
    await context.services.store.audit_posts.set_channel(context.guild, channel)
    if channel is not None:
        await context.services.moderation.note_settings(
            context.press, context.guild, now, msgspec.structs.replace(now, log=channel)
        )


def _no_such_setting() -> Refusal:
    return Refusal("stale", _("That's gone. /settings server shows what you can choose."))


def _known_ids(context: Context) -> Collection[int]:
    """The channels and roles of the server, as far as they are known: others cannot be shown as chosen."""
    guild = context.interaction.guild
    if guild is None:
        return ()
    return {channel.id for channel in guild.channels} | {role.id for role in guild.roles}


def _require_manager(context: Context) -> None:
    """Refusal to those who may not manage the server just now, however they got at the command or screen."""
    if not context.rights.manages:
        raise Refusal(
            "foreign",
            _("Only server managers can change this. Ask one, or use /settings me for yourself."),
        )


# Going on vacation, and coming back.


async def go_on_vacation(context: Context, days: int | None, until: str | None) -> None:
    """Asks whether it is to begin, for so many days or until the last one."""
    if (days is None) == (until is None):
        raise Refusal("input", _("How long? Give either days or until, not both."))
    last = None if until is None else typed_day(until)
    end = await context.tables.vacation_tracker.would_end(context.user, days=days, last=last)
    chosen = ("until", last.isoformat()) if last is not None else ("days", str(days))
    await context.send(screens.confirm_vacation(context.reader(), end, *chosen))


@button("vacation")
async def begin_vacation(context: Context, what: str, value: str) -> None:
    """From now on, as it was asked for."""
    days, last = (None, typed_day(value)) if what == "until" else (_number(value), None)
    await context.press.require_answerable()
    end = await context.tables.vacation_tracker.begin(context.user, days=days, last=last)
    on = _(
        "🏖️ On vacation until {when}. Your clocks stop, except at fast tables. Any move, or /vacation end, "
        "brings you back and returns unused days.",
        when=clocks.date_and_time(end),
    )
    await _respond_with_budget(context, on)


async def come_back(context: Context) -> None:
    """Ends the vacation of whoever asks, at once. Refusal if they are on none."""
    if not await context.tables.vacation_tracker.end(context.user):
        raise Refusal("stale", _("You're not on vacation. /vacation start begins one."))
    await _respond_with_budget(context, _("Welcome back! Your clocks are running."))


async def _respond_with_budget(context: Context, text: Text) -> None:
    left = await context.tables.vacation_tracker.left(context.user)
    budget = _n(
        "You have {count} vacation day left this year.",
        "You have {count} vacation days left this year.",
        left,
    )
    await context.show(notices.info(text, context.reader(), budget))


def _number(value: str) -> int:
    """The days on a button. Refusal where no version of ours can have written them."""
    if not value.isascii() or not value.isdigit() or not 1 <= int(value) <= MOST_DAYS:
        raise Refusal("stale", _("That's an old button. Enter the command again."))
    return int(value)


def typed_day(typed: str) -> date:
    try:
        return date.fromisoformat(typed.strip())
    except ValueError:
        raise Refusal(
            "input",
            _("I can't read “{typed}” as a day. Write it like 2027-08-20.", typed=typed),
        ) from None


# `/privacy`: what is stored about whoever asks, as a file, and how to have it erased.


ERASURE_PATIENCE = 8.0
"""Seconds for which the answer waits until all is erased; it goes on by itself."""
_TOO_MUCH = _("The file is too big for Discord. Ask whoever runs this bot for it.")


@button("export", "new")
async def export_data(context: Context) -> None:
    """All that is stored about whoever asks, in a file that only they see."""
    data = await export_person(context.services.store, context.user, context.tables.clock.now())
    written = msgspec.json.format(msgspec.json.encode(data), indent=2)
    most = context.interaction.filesize_limit
    files = await asyncio.to_thread(pack_files, {"tortuga.json": written}, "tortuga.zip", most, _TOO_MUCH)
    page = data_export_screen(next(iter(files)), context.reader()).payload()
    await context.send_files(page, files)


async def ask_to_erase(context: Context) -> None:
    """Asks whoever wants to be forgotten whether they mean it, and says how many games it would end."""
    games = len(await context.tables.tables_of(context.user, OPEN_PHASES))
    await context.send(confirm_erasure(games, context.reader()))


@button("forgetconfirm")
async def erase_data(context: Context) -> None:
    """Erases everything about whoever has confirmed it; says so, or that it takes a while longer."""
    erasing = await context.services.eraser.erase(context.user)
    done, _going_on = await asyncio.wait({erasing}, timeout=ERASURE_PATIENCE)
    erased = _("Done: I've forgotten you. You're welcome back any time, as someone new.")
    going_on = _("I'm erasing everything about you. It takes a while, and you need do nothing.")
    await context.redraw(notices.info(erased if done else going_on, context.reader()))


# What concerns me everywhere: also in direct messages with the bot.


MOST_DAYS = 2 * DAYS_A_YEAR
"""Of a vacation: one at the turn of the year takes from both."""


NOT_AMONG_PEOPLE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)

turns = plain_command(
    None,
    _name("turns"),
    _("All tables that wait for you, on every server, the most urgent first"),
    information.turns,
)
turns.allowed_contexts, turns.allowed_installs = ANYWHERE, EVERYWHERE

settings = app_commands.Group(
    name=_name("settings"),
    description=localised(_("How you, or this server, would like things")),
    allowed_contexts=NOT_AMONG_PEOPLE,
)


plain_command(settings, _name("me"), _("How I ping you, and your other settings"), show_personal)
# Discord cannot hide a single command of a group, so it is asked who may.
plain_command(settings, _name("server"), _("How this server wants it: for those who manage it"), show_server)

vacation = app_commands.Group(
    name=_name("vacation"),
    description=localised(_("Days off: your clocks stop")),
    allowed_contexts=NOT_AMONG_PEOPLE,
)


@vacation.command(name=_name("start"), description=localised(_("Stop your clocks from now on")))
@app_commands.rename(days=_name("days"), until=_name("until"))
@app_commands.describe(
    days=localised(_("How many days, today counted")),
    until=localised(_("The last day, as year-month-day: 2027-08-20")),
)
async def vacation_start(
    interaction: Interaction,
    days: app_commands.Range[int, 1, MOST_DAYS] | None = None,
    until: app_commands.Range[str, 1, 10] | None = None,
) -> None:
    """`/vacation start [days] [until]`: begins a vacation of so many days or up to that one."""
    await answer(
        interaction,
        "vacation start",
        lambda context: go_on_vacation(context, days, until),
    )


plain_command(vacation, _name("end"), _("You're back: restart your clocks"), come_back)

privacy = app_commands.Group(
    name=_name("privacy"),
    description=localised(_("What is stored about you")),
    allowed_contexts=ANYWHERE,
    allowed_installs=EVERYWHERE,
)


plain_command(privacy, _name("export"), _("Everything I keep about you, as a file"), export_data)
plain_command(privacy, _name("delete"), _("Erase everything I keep about you"), ask_to_erase)
