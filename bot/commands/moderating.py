"""`/moderate`: what moderators do to ordinary tables, and all that was done on the server."""

from __future__ import annotations

from collections.abc import Sequence

from bot.asked import Asked
from bot.commands.acting import Acting, Filled, Happened, in_place
from bot.organising.rights import is_organiser
from bot.screens import moderating as screens
from bot.screens.acting import Step
from bot.tables import moderating
from bot.tables.press import Press
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tavern import Tavern
from bot.words import Reader
from games.text import Text, _
from storage.records import AuditRow

ON_A_PAGE = 12


async def _require_moderator(tavern: Tavern, asked: Asked) -> None:
    """Refusal to those who may not moderate here just now, however they got at the command or screen."""
    if not is_organiser(asked.rights, await tavern.house.servers.of(asked.guild)):
        raise Refusal(
            "foreign",
            _(
                "Tables are moderated by those who may manage this server and by members with its organiser "
                "role, which /settings server names. Ask one of them."
            ),
        )


async def _moderated(tavern: Tavern, asked: Asked, table_id: str) -> Table:
    """The table, for somebody who may moderate it. Refusal to others, and for a tournament's table."""
    await _require_moderator(tavern, asked)
    table = await tavern.house.table(table_id.strip().lower())
    if table.guild != asked.guild:
        raise Refusal("gone", _("There is no table of that name. /table list shows the tables here."))
    if table.record.pod is not None:
        raise Refusal(
            "foreign",
            _(
                "This is a table of the tournament {name}, so what can be done there is on its organiser's "
                "desk: /tournament desk.",
                name=table.record.pod.name,
            ),
        )
    return table


class TableDesk:
    """See `acting.Desk`."""

    letter = screens.LETTER

    def __init__(self, tavern: Tavern, asked: Asked, table: Table, reader: Reader) -> None:
        self._tavern, self._asked = tavern, asked
        self._table = table
        self.place = table.id
        self.reader = reader

    def step(self, kind: str, what: str, page: int = 0) -> Step:
        """See `acting.Desk.step`. A table's seats fit one page."""
        del page
        return screens.step(self._table, kind, what, self.reader)

    def answered(self, kind: str, what: str, key: str, value: str) -> str:
        """See `acting.Desk.answered`."""
        del kind, what, key
        return value

    async def do(self, now: Step, filled: Filled) -> Happened:
        """See `acting.Desk.do`."""
        person = filled.person
        act = screens.act(
            *(self._table, now.kind, now.what),
            None if person is None else person.user,
            "" if person is None else person.name,
            filled.seconds,
        )
        if act is None:
            raise Refusal("input", _("Something is still to be chosen. Begin once more from the desk."))
        done = await self._tavern.house.moderate(self._asked.press, self.place, act, filled.reason)
        return await self._happened(done.said or _("Done."))

    async def entry(self, entry: int) -> Text:
        """See `acting.Desk.entry`."""
        row = next((row for row in await self._rows() if row.id == entry), None)
        if row is None:
            raise Refusal("gone", _("That is not among what was done here. The desk shows it all."))
        return screens.of_row(row)

    async def undo(self, entry: int, reason: str) -> Happened:
        """See `acting.Desk.undo`."""
        done = await self._tavern.house.undo_moderation(self._asked.press, entry, reason)
        return await self._happened(done.said or _("It is taken back."))

    async def _rows(self) -> list[AuditRow]:
        return await self._tavern.store.audit.of_table(self.place)

    async def _happened(self, *said: Text) -> Happened:
        """With the way back, if there is one: from the latest entry of whoever asked."""
        rows = await self._rows()
        mine = next((row for row in reversed(rows) if row.user == self._asked.user), None)
        table = await self._tavern.house.table(self.place)
        if mine is None or not _can_be_undone(table, mine, rows, self._tavern.house.clock.awake()):
            return Happened(said)
        return Happened(said, mine.id)


async def _opened(tavern: Tavern, asked: Asked, table_id: str) -> TableDesk:
    table = await _moderated(tavern, asked, table_id)
    return TableDesk(tavern, asked, table, await tavern.reader(asked, table.id))


ACTING = Acting(_opened)


def _can_be_undone(table: Table, row: AuditRow, rows: Sequence[AuditRow], now: float) -> bool:
    """Whether it could be taken back just now, and was not yet."""
    if row.undoes is not None or any(other.undoes == row.id for other in rows):
        return False
    try:
        moderating.undone(table, Press(0, 0, ""), moderating.deed_of(row), "", now)
    except Refusal:
        return False
    return True


async def show(tavern: Tavern, asked: Asked, table_id: str, page: str = "0") -> None:
    """The desk itself."""
    del page
    table = await _moderated(tavern, asked, table_id)
    rows = list(reversed(await tavern.store.audit.of_table(table.id)))
    now = tavern.house.clock.awake()
    undoable = [row for row in rows[: screens.SHOWN] if _can_be_undone(table, row, rows, now)]
    reader = await tavern.reader(asked, table.id)
    shown = screens.desk(table, rows, undoable, reader, tavern.house.clock.unix)
    await in_place(asked, shown.payload())


async def log(tavern: Tavern, asked: Asked, before: str = "0") -> None:
    """What was done on this server, the latest first."""
    await _require_moderator(tavern, asked)
    audit = tavern.store.audit
    rows = await audit.of_server(asked.guild, before=int(before) or None, limit=ON_A_PAGE + 1)
    shown = rows[:ON_A_PAGE]
    older = shown[-1].id if len(rows) > ON_A_PAGE else None
    told = [(row, screens.where(row, await _called(tavern, row))) for row in shown]
    screen = screens.log(told, older, not int(before), await tavern.reader(asked))
    await in_place(asked, screen.payload())


async def _called(tavern: Tavern, row: AuditRow) -> str:
    """What the entry's tournament is called; empty for a table's."""
    if row.tournament is None:
        return ""
    return (await tavern.office.tournament(row.tournament)).settings.name
