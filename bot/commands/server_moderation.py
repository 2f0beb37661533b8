"""`/moderate ban`, `unban`, `bans` and `close`: what moderators do to a whole server."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Annotated

from bot.client.interaction_content import ChosenMember
from bot.commands import moderation
from bot.commands.admin_actions import AdminPanel, opens_panel, reason_of
from bot.commands.context import Context
from bot.commands.verbs import Snowflake, button, modal, select
from bot.i18n import Reader
from bot.pace import HOUR
from bot.refusal import Refusal
from bot.screens import server_moderation as screens
from bot.screens.admin_actions import LENGTH, PERSON, ActionStep
from bot.screens.audit_log import SERVER
from bot.services import Services
from bot.tables import server_moderation
from bot.tables.model import Table
from bot.tables.server_moderation import BAN_LENGTHS, USUAL_BAN, ServerAction, name_of
from bot.ui import custom_ids
from bot.ui.views import Payload
from games.text import Text, _
from storage.models import AuditRow, BanRow

LOOKED_BACK = 200
"""Entries of the log among which one is looked for that can be taken back."""


class ServerPanel(AdminPanel[ServerAction]):
    """What was done to the server, to be taken back: the log is its desk."""

    letter = SERVER
    actions = MappingProxyType(dict[str, type[ServerAction]]())
    no_such_action = _("That's gone. /moderate log shows what was done.")
    no_such_entry = _("There's no such entry in the log.")

    def step(self, act: type[ServerAction], what: str, page: int = 0) -> ActionStep:
        """See `AdminPanel`. Its acts have commands and windows of their own."""
        raise Refusal("stale", self.no_such_action)

    async def apply(self, act: ServerAction, reason: str) -> Sequence[Text]:
        raise Refusal("stale", self.no_such_action)

    async def desk(self) -> Payload:
        raise Refusal("stale", self.no_such_action)

    async def undo(self, entry: int, reason: str) -> Text | None:
        if any(row.id == entry and row.kind in server_moderation.ABOUT_BANS for row in await self.rows()):
            await moderation.require_may_ban(self.context)
        ban = await self.context.services.moderation.undo(
            self.context.press, self.context.guild, entry, reason
        )
        of_ban = next((row for row in await self.rows() if row.id == entry), None)
        if of_ban is not None and of_ban.kind == server_moderation.Ban.kind():
            await self.context.tournaments.organising.undo_drops(self.context.press, of_ban)
            await self.context.services.moderation.undo_removals(self.context.press, of_ban)
        if ban is not None:
            await _tell_of_ban(self.context, ban, reason)
        return _("Undone.")

    async def rows(self) -> list[AuditRow]:
        rows = await self.context.services.store.audit.of_server(self.context.guild, limit=LOOKED_BACK)
        return [row for row in reversed(rows) if row.kind in server_moderation.ACTIONS]

    async def require_undoable(self, row: AuditRow, rows: Sequence[AuditRow]) -> None:
        await self.context.services.moderation.require_undoable(row)


@opens_panel(SERVER)
async def _opened(context: Context, place: str) -> ServerPanel:
    await moderation.require_moderator(context)
    return ServerPanel(context, place, context.reader())


async def can_undo(services: Services, row: AuditRow) -> bool:
    """Whether the entry, of something that was done to the server, can be taken back now."""
    try:
        await services.moderation.require_undoable(row)
    except Refusal:
        return False
    return True


async def _latest(context: Context) -> int | None:
    """The entry that whoever asks has just added, if it can be taken back."""
    rows = await context.services.store.audit.of_server(context.guild, limit=LOOKED_BACK)
    mine = (row for row in rows if row.user == context.user and row.kind in server_moderation.ACTIONS)
    row = next(mine, None)
    return row.id if row is not None and await can_undo(context.services, row) else None


# Bans.


async def ask_to_ban(context: Context, user: int, length: str, reason: str) -> None:
    """Opens the window that says what a ban is, with what is known of it already."""
    await moderation.require_may_ban(context)
    games = await context.services.moderation.games_of(context.guild, user)
    tournaments = await context.tournaments.organising.entered_by(user, context.guild)
    games_now = len(games) + len(tournaments)
    await context.open(screens.ban_modal(user, games_now, _seconds(length), reason, context.reader()))


@button("sban", "new")
async def ask_to_ban_again(context: Context, place: str) -> None:
    """The window that was refused, as it was filled in."""
    del place
    person = next(iter(context.typed.get(PERSON, {}).get("values") or ()), "")
    if not custom_ids.is_id(person):
        raise Refusal("stale", _("That's an old button. Enter the command again."))
    await ask_to_ban(context, int(person), "", "")


def _seconds(length: str) -> float:
    """The length that was chosen, else the usual one."""
    return next((each for each in BAN_LENGTHS if str(int(each)) == length), USUAL_BAN)


@modal("sban")
async def ban(context: Context, place: str) -> None:
    """Ban somebody for the reason that the window says."""
    del place
    await moderation.require_may_ban(context)
    person, reason = _bannable(context), reason_of(context)
    if not reason:
        raise Refusal("input", _("Say why: they'll want to know."))
    seconds = _seconds(next(iter(context.picked(LENGTH)), ""))
    banned = await context.services.moderation.ban(
        context.press, context.guild, person.user, person.name, seconds, reason
    )
    entry, left = await _latest(context), 0
    if screens.GO in context.picked(screens.GAMES):
        left += await context.tournaments.organising.drop_everywhere(
            context.press, context.guild, person.user
        )
        left += await context.services.moderation.remove_everywhere(context.press, context.guild, person.user)
    told = await _tell_of_ban(context, banned, reason)
    await context.redraw(screens.banned_screen(banned, left, context.reader(), entry, told=told))


async def _tell_of_ban(context: Context, ban: BanRow, reason: str) -> bool:
    """Whom it is about learns of it, or that it is lifted, in a direct message: it is nobody else's business.
    Whether they could be told.
    """
    if ban.user is None:
        return False
    server = context.interaction.guild
    reader = Reader((await context.people.of(ban.user)).locale or context.public_locale)
    is_banned = await context.tables.bans.find(ban.guild, ban.key) is not None
    where = "" if server is None else server.name
    if is_banned:
        shown = screens.ban_notice(ban, context.press.name, where, reason, reader)
    else:
        out = await context.tournaments.organising.taken_out(ban.user, ban.guild)
        names = [each.settings.name for each in out]
        shown = screens.lift_notice(context.press.name, where, reason, names, reader)
    return await context.publisher.tell_directly(ban.user, shown.payload(), f"ban.{context.press.id}")


def _bannable(context: Context) -> ChosenMember:
    """Who was chosen. Refusal if they are nobody who can be banned."""
    person = next((context.user_chosen(id) for id in context.picked(PERSON)), None)
    if person is None:
        raise Refusal("input", _("Choose whom to ban, then send it off again."))
    if person.is_bot:
        raise Refusal("input", _("That's a bot. Choose a person."))
    if person.user == context.user:
        raise Refusal("input", _("That's you. Choose somebody else."))
    if person.manages:
        raise Refusal("foreign", _("They manage this server, and can't be banned from playing on it."))
    return person


@button("sbans")
async def show_bans(context: Context, page: int = 0) -> None:
    """Shows in place who is banned from this server, one page of them. Refusal to whoever may not ban."""
    await moderation.require_may_ban(context)
    bans = await context.tables.bans.of(context.guild)
    await context.redraw(screens.bans_screen(bans, page, context.reader()))


@select("slifts")
async def choose_ban(context: Context, page: int, key: Annotated[str, "[0-9a-f]{32}"]) -> None:
    """Shows the ban that was chosen from the list, with a button that lifts it."""
    del page
    await context.redraw(screens.lift_screen(await _ban(context, key), context.reader()))


@button("slift", "new")
async def ask_to_lift(context: Context, key: str) -> None:
    """Opens the window that lifts a ban."""
    await context.open(screens.lift_modal(await _ban(context, key), context.reader()))


@modal("slift")
async def lift(context: Context, key: str) -> None:
    """Lift a ban for the reason that the window says."""
    found = await _ban(context, key)
    await context.services.moderation.lift(context.press, context.guild, found.key, reason_of(context))
    await _tell_of_ban(context, found, reason_of(context))
    entry = await _latest(context)
    await context.redraw(screens.lifted_screen(found, context.reader(), entry))


async def _ban(context: Context, key: str) -> BanRow:
    await moderation.require_may_ban(context)
    bans = await context.tables.bans.of(context.guild)
    found = next((ban for ban in bans if ban.key.hex() == key), None)
    if found is None:
        raise Refusal("stale", _("That ban has ended. /moderate bans lists those in force."))
    return found


async def suggest_bans(
    services: Services, guild: int, allowed: bool, typed: str, locale: str
) -> list[tuple[str, str]]:
    """Those that fit what somebody types: what to show, and the value. Nothing for those who may not."""
    if not allowed:
        return []
    reader = Reader(locale)
    named = (
        (reader.plain(_("{player}", player=name_of(ban))), ban)
        for ban in await services.tables.bans.of(guild)
    )
    return [(name[:100], ban.key.hex()) for name, ban in named if typed.casefold() in name.casefold()]


# Many tables closed at once.


async def ask_to_close(context: Context, member: int, channel: int, hours: int) -> None:
    """How many waiting tables fit, and the way to close them."""
    found = await _waiting(context, member, channel, hours)
    if not found:
        raise Refusal("gone", _("No waiting table fits. /table list shows what's open."))
    await context.redraw(screens.close_screen(found, (member, channel, hours), context.reader()))


async def _waiting(context: Context, member: int, channel: int, hours: int) -> list[Table]:
    await moderation.require_moderator(context)
    return await context.services.moderation.lobbies(
        context.guild, host=member or None, channel=channel or None, older=hours * HOUR
    )


@button("sclose", "new")
async def confirm_close(context: Context, member: Snowflake, channel: Snowflake, hours: int) -> None:
    """Opens the window that asks for the reason."""
    found = await _waiting(context, member, channel, hours)
    await context.open(screens.close_modal(len(found), (member, channel, hours), context.reader()))


@modal("sclose")
async def close(context: Context, member: Snowflake, channel: Snowflake, hours: int) -> None:
    """Close waiting tables for the reason that the window says."""
    found = await _waiting(context, member, channel, hours)
    closed = await context.services.moderation.close_lobbies(
        context.press, context.guild, found, reason_of(context)
    )
    entry = await _latest(context)
    await context.redraw(screens.closed_screen(closed, context.reader(), entry))
