"""`/moderate`: what moderators do to ordinary tables, and all that was done on the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from bot.commands.admin_actions import AdminPanel, opens_panel
from bot.commands.context import Context
from bot.commands.verbs import Found, button
from bot.i18n import Reader
from bot.preferences.servers import ServerPreferences
from bot.refusal import Refusal
from bot.screens import audit_log
from bot.screens import moderation as screens
from bot.screens.admin_actions import TARGET, ActionStep
from bot.screens.table_lists import table_in_channel
from bot.tables import moderation, server_moderation
from bot.tables.model import Press, Table
from bot.tables.moderation import ModerationAction
from bot.tournaments.requirements import is_moderator, may_ban
from bot.ui import notices
from bot.ui.views import Payload
from games.text import Text, _
from storage.models import AuditRow

ON_A_PAGE = 12


async def require_moderator(context: Context) -> ServerPreferences:
    """What the server prefers. Refusal to those who may not moderate here just now, however they got at the
    command or screen.
    """
    ours = await context.tables.servers.of(context.guild)
    if not is_moderator(context.rights, ours):
        raise Refusal("foreign", _("Only server managers and moderators can do that. Ask one of them."))
    return ours


async def require_may_ban(context: Context) -> None:
    """Refusal to those who may not ban anybody here just now."""
    if not may_ban(context.rights, await require_moderator(context)):
        raise Refusal(
            "foreign",
            _(
                "Only server managers and moderators can ban. Ask one of them, or have a manager choose "
                "moderator roles: /settings server, Moderation."
            ),
        )


async def _to_moderate(context: Context, table_id: str) -> Table:
    """The table, a tournament's as well, for somebody who moderates here. Refusal to others."""
    table = await context.table_here(table_id, to_moderate=True)
    await require_moderator(context)
    if table.guild != context.guild:
        raise Refusal("gone", _("I don't know that table. /table list shows them all."))
    return table


Moderated = Annotated[Table, Found(_to_moderate)]


class TablePanel(AdminPanel[ModerationAction]):
    """What can be done to a table."""

    letter = screens.LETTER
    actions = moderation.ACTIONS
    no_such_action = _("That's gone. /moderate table shows what you can do now.")
    no_such_entry = _("There's no such entry in the log.")

    def __init__(self, context: Context, table: Table, reader: Reader) -> None:
        super().__init__(context, table.id, reader)
        self._table = table

    def step(self, act: type[ModerationAction], what: str, page: int = 0) -> ActionStep:
        """See `AdminPanel`. A table's seats fit one page."""
        return screens.step(self._table, act, what, self.reader)

    def target_in_window(self, act: type[ModerationAction], what: str) -> str:
        """See `AdminPanel`: whoever was chosen from the list of those who sit there."""
        return next(iter(self.context.picked(TARGET)), what)

    async def apply(self, act: ModerationAction, reason: str) -> Sequence[Text]:
        done = await self.context.tables.moderation.apply(
            self.context.press, self.place, act, reason, openly=self.openly
        )
        if reason and not self.openly:
            await self._tell_why()
        return [done.said or _("Done.")]

    async def _tell_why(self) -> None:
        """Whom it is about learns why, where the table does not. Whoever was removed is told so anyway."""
        row = (await self.rows())[-1]
        if row.about is None or row.kind == moderation.Remove.kind():
            return
        preferences = await self.context.people.of(row.about)
        reader = Reader(preferences.locale or self._table.record.locale, self._table.game)
        told = notices.info(audit_log.of_row(row), reader, table_in_channel(self._table)).payload()
        publisher = self.context.publisher
        await publisher.tell_directly(row.about, told, f"why.{self.context.press.id}")

    async def desk(self) -> Payload:
        return await _drawn(self.context, self._table)

    async def undo(self, entry: int, reason: str) -> Text | None:
        return (await self.context.tables.moderation.undo(self.context.press, entry, reason)).said

    async def rows(self) -> list[AuditRow]:
        return await self.context.services.store.audit.of_table(self.place)

    async def require_undoable(self, row: AuditRow, rows: Sequence[AuditRow]) -> None:
        table = await self.context.tables.table(self.place)
        _require_undoable(table, row, rows, self.context.tables.clock.awake())


@opens_panel(screens.LETTER, "mdesk:{table}:0".format)
async def _opened(context: Context, table: Moderated) -> TablePanel:
    """The panel. Refusal at a tournament's table."""
    if table.record.pod is not None:
        raise Refusal("foreign", screens.at_the_desk(table.record.pod))
    return TablePanel(context, table, context.reader(table))


def _can_be_undone(table: Table, row: AuditRow, rows: Sequence[AuditRow], now: float) -> bool:
    """Whether it could be taken back just now, and was not yet."""
    try:
        _require_undoable(table, row, rows, now)
    except Refusal:
        return False
    return True


def _require_undoable(table: Table, row: AuditRow, rows: Sequence[AuditRow], now: float) -> None:
    _row, _table, done = moderation.require_undoable(row)
    moderation.undo_action(table, Press(0, 0, ""), done, "", now)
    if any(other.undoes == row.id for other in rows):
        raise Refusal("twice", _("That's already been taken back."))


@button("mdesk")
async def show(context: Context, table: Moderated, page: int = 0) -> None:
    """The panel itself; at a tournament's table, the way to the tournament's."""
    del page
    if table.record.pod is not None:
        await context.redraw(screens.way_to_the_desk(table.record.pod, context.reader(table)))
    else:
        await context.redraw(await _drawn(context, table))


async def show_to_moderator(context: Context, table: Table) -> None:
    """The same, after a command. Refusal to those who may not moderate here."""
    await show(context, await _to_moderate(context, table.id))


async def _drawn(context: Context, table: Table) -> Payload:
    rows = list(reversed(await context.services.store.audit.of_table(table.id)))
    now, reader = context.tables.clock.awake(), context.reader(table)
    undoable = [row for row in rows[: screens.SHOWN] if _can_be_undone(table, row, rows, now)]
    return screens.panel(table, rows, undoable, reader, context.tables.clock.unix).payload()


@button("mlog")
async def log(context: Context, before: int = 0) -> None:
    """What was done on this server, the latest first."""
    await require_moderator(context)
    audit = context.services.store.audit
    rows = await audit.of_server(context.guild, before=before or None, limit=ON_A_PAGE + 1)
    shown, undone = rows[:ON_A_PAGE], await audit.undone(context.guild)
    older = shown[-1].id if len(rows) > ON_A_PAGE else None
    lines = [(row, audit_log.where(row, await context.tournaments.of_entry(row))) for row in shown]
    to_undo = [
        row
        for row in shown
        if row.kind in server_moderation.ACTIONS
        and row.kind != server_moderation.SetServer.kind()
        and row.undoes is None
        and row.id not in undone
    ]
    await context.redraw(audit_log.server_log(lines, to_undo, older, not before, context.reader()))
