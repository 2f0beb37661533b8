"""What moderators do to a whole server: bans, and many tables closed at once; written down and taken back.

Each act is one entry of the audit log, of no table and no tournament, with whatever taking it back needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias, get_args

import msgspec

from bot.admin_actions import AdminAction
from bot.i18n import FORMER_PLAYER, Markup
from bot.pace import DAY, MINUTE, duration
from bot.preferences.servers import ServerPreferences
from bot.refusal import Refusal
from bot.tables.model import Press, Table
from bot.tables.moderation import ClearTable, Remove, Restore
from bot.tables.opening import NO_LIMIT
from bot.tables.pods import is_void
from bot.tables.repository import tables_from_rows
from bot.tables.service import TableService
from games.text import Text, _, _n
from storage.errors import AlreadyDone
from storage.models import AuditRow, BanRow, ServerChange
from storage.sql.store import Store

BAN_LENGTHS: Mapping[float, Text] = {
    **{days * DAY: _("For {length}", length=duration(days * DAY)) for days in (1, 3, 7, 14, 30, 90, 365)},
    0.0: _("For good"),
}
"""For how many seconds somebody is banned; 0: until somebody lifts the ban."""
USUAL_BAN = 7 * DAY


class ServerAction(AdminAction, frozen=True):
    """One of the things that moderators can do to a whole server."""


class Ban(ServerAction, frozen=True, tag="ban"):
    """Somebody may not play on the server. `key`: hexadecimal digits. `until`: Unix seconds; 0: for good."""

    key: str
    until: float = 0.0

    def sentence(self, *, undone: bool) -> Text:
        if undone:
            return Unban(self.key, self.until).sentence(undone=False)
        if not self.until:
            return _("{who} banned {player} for good.")
        return _("{who} banned {player} until {until}.", until=Markup(f"<t:{int(self.until)}:f>"))


class Unban(ServerAction, frozen=True, tag="unban"):
    """The ban, which was to last until then, has ended."""

    key: str
    until: float = 0.0

    def sentence(self, *, undone: bool) -> Text:
        return (
            Ban(self.key, self.until).sentence(undone=False) if undone else _("{who} lifted {player}'s ban.")
        )


class CloseLobbies(ServerAction, frozen=True, tag="close-lobbies"):
    """Tables that waited for people were closed all at once; `tables`: their ids."""

    tables: tuple[str, ...]

    def sentence(self, *, undone: bool) -> Text:
        many = len(self.tables)
        if undone:
            return _n("{who} reopened {count} waiting table.", "{who} reopened {count} waiting tables.", many)
        return _n("{who} closed {count} waiting table.", "{who} closed {count} waiting tables.", many)


class ServerSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that those who manage a server have chosen."""

    chosen: ServerPreferences = ServerPreferences()
    log: int | None = None
    """The channel in which the log is read."""


class SetServer(ServerAction, frozen=True, tag="server-settings"):
    """Those who manage the server have chosen something else. What is taken back is chosen again."""

    done = _("{who} changed the server's settings: {before} Now: {after}")

    before: ServerSettings
    after: ServerSettings


AnyServerAction: TypeAlias = Ban | Unban | CloseLobbies | SetServer
ACTIONS: Mapping[str, type[AnyServerAction]] = {act.kind(): act for act in get_args(AnyServerAction)}
"""By the kinds that stand in the log."""
ABOUT_BANS = (Ban.kind(), Unban.kind())


def action_of(row: AuditRow) -> AnyServerAction:
    """What was done, from the audit log. msgspec.ValidationError if it was nothing done to a server."""
    return msgspec.json.decode(row.action, type=AnyServerAction)


MOST_REMOVALS = 1_000
"""Entries after that of a ban among which those are that came with it."""


def came_with(ban: AuditRow, row: AuditRow, kind: str) -> bool:
    """Whether the entry is of an act of this kind that was done together with the ban."""
    same = (row.kind, row.about, row.user) == (kind, ban.about, ban.user)
    return bool(ban.about) and same and 0.0 <= row.at - ban.at <= MINUTE


class ServerModeration:
    """Does it. Whether whoever presses may is for the caller to see to."""

    def __init__(self, store: Store, tables: TableService) -> None:
        self._store = store
        self._tables = tables
        self._bans = tables.bans

    async def ban(
        self, press: Press, guild: int, user: int, name: str, seconds: float, reason: str
    ) -> BanRow:
        """They may not play here for so long, or for good (0). A later ban takes the place of an earlier."""
        now = self._tables.clock.now()
        until = now + seconds if seconds else None
        ban = BanRow(guild, await self._bans.key(guild, user), user, name, now, until)
        await self._commit(press, guild, _banning(ban), reason, ban, ban=ban)
        return ban

    async def lift(self, press: Press, guild: int, key: bytes, reason: str) -> BanRow:
        """Ends a ban by its key; gives what it was. Refusal if they may play already."""
        ban = await self._banned(guild, key)
        await self._commit(press, guild, _lifting(ban), reason, ban, lifted=key)
        return ban

    async def _banned(self, guild: int, key: bytes) -> BanRow:
        ban = await self._bans.find(guild, key)
        if ban is None:
            raise Refusal("stale", _("That ban has ended. /moderate bans lists those in force."))
        return ban

    async def games_of(self, guild: int, user: int) -> list[Table]:
        """The tables of the server at which they sit, tournaments' and private ones left out."""
        tables = await self._tables.tables_of(user)
        return [
            table
            for table in tables
            if table.guild == guild
            and not table.record.private
            and table.record.pod is None
            and table.seat_kept_for(user) is not None
        ]

    async def remove_everywhere(self, press: Press, guild: int, user: int) -> int:
        """A robot plays on in their seats; they leave lobbies. At how many tables. Why stands with the ban:
        what a table is told, everybody there can read.
        """

        def removal(table: Table) -> Remove | None:
            seat = table.seat_kept_for(user)
            return None if seat is None else Remove(seat)

        tables = [table.id for table in await self.games_of(guild, user)]
        return len(await self._tables.moderation.apply_each(press, tables, removal, "", logged=True))

    async def undo_removals(self, press: Press, ban: AuditRow) -> int:
        """The ban of this entry is taken back: the seats that were lost with it are their owner's again where
        a robot plays or nobody sits. At how many tables.
        """
        until = ban.id + MOST_REMOVALS
        rows = await self._store.audit.of_server(ban.guild, before=until, limit=MOST_REMOVALS)
        removals = [
            row
            for row in rows
            if row.table is not None and row.undoes is None and came_with(ban, row, Remove.kind())
        ]
        return await self._tables.moderation.undo_each(press, removals)

    async def lobbies(
        self, guild: int, *, host: int | None = None, channel: int | None = None, older: float = 0.0
    ) -> list[Table]:
        """The tables that lack people and fit all that is given, the oldest first; tournaments' stay."""
        rows = await self._store.tables(guild=guild, channel=channel, limit=NO_LIMIT)
        latest = self._tables.clock.now() - older
        fits = (
            table
            for table in tables_from_rows(rows)
            if table.lacks_people and table.created <= latest and (host is None or table.record.host == host)
        )
        return sorted(fits, key=lambda table: table.created)

    async def close_lobbies(self, press: Press, guild: int, tables: Sequence[Table], reason: str) -> int:
        """Close them, with one entry in the log: how many were still waiting. Refusal if none was.

        The entry comes first: whatever breaks this off, no table is closed without one.
        """
        if not tables:
            raise Refusal("stale", _("None of these tables is waiting any more."))
        ids = tuple(table.id for table in tables)
        await self._commit(press, guild, CloseLobbies(ids), reason)
        closed = await self._tables.moderation.apply_each(
            press, ids, lambda table: ClearTable() if table.lacks_people else None, reason
        )
        return len(closed)

    async def undo(self, press: Press, guild: int, entry: int, reason: str) -> BanRow | None:
        """Take back what this entry of the log tells; that is an entry of its own, which comes first. The ban
        that it was about, if it was about one.
        """
        row = await self._store.audit.entry(entry)
        if row is None or row.guild != guild or row.kind not in ACTIONS:
            raise Refusal("gone", _("There's no such entry in the log."))
        done, ban = action_of(row), None
        await self.require_undoable(row)
        match done:
            case Ban():
                ban = await self._banned(guild, bytes.fromhex(done.key))
                await self._commit(press, guild, done, reason, ban, undoes=entry, lifted=ban.key)
            case Unban():
                ban = BanRow(
                    guild, bytes.fromhex(done.key), row.about, row.about_name, row.at, done.until or None
                )
                await self._commit(press, guild, done, reason, ban, undoes=entry, ban=ban)
            case SetServer():
                raise RuntimeError("refused above")
            case CloseLobbies():
                rows = [found for id in done.tables if (found := await self._store.table(id)) is not None]
                void = tuple(table.id for table in tables_from_rows(rows) if _reopening(table))
                if not void:
                    raise Refusal("stale", _("None of these tables can be reopened any more."))
                await self._commit(press, guild, CloseLobbies(void), reason, undoes=entry)
                await self._tables.moderation.apply_each(press, void, _reopening, reason)
        return ban

    async def note_settings(
        self, press: Press, guild: int, before: ServerSettings, after: ServerSettings
    ) -> None:
        """Write down what those who manage the server have chosen, before it holds."""
        if before != after:
            await self._commit(press, guild, SetServer(before, after), "")

    async def require_undoable(self, row: AuditRow) -> None:
        """Refusal if it was taken back, or what it did is no more."""
        if row.kind == SetServer.kind():
            raise Refusal("late", _("Settings aren't undone here. /settings server changes them back."))
        if row.undoes is not None:
            raise Refusal("twice", _("That was itself an undo. Do it again instead."))
        if row.id in await self._store.audit.undone(row.guild):
            raise Refusal("twice", _("That's already been taken back."))
        done, now = action_of(row), self._tables.clock.now()
        if isinstance(done, Unban) and done.until and done.until <= now:
            raise Refusal("stale", _("That ban would have ended by now."))
        if isinstance(done, Ban):
            await self._banned(row.guild, bytes.fromhex(done.key))

    async def _commit(
        self,
        press: Press,
        guild: int,
        act: AnyServerAction,
        reason: str,
        about: BanRow | None = None,
        *,
        undoes: int | None = None,
        ban: BanRow | None = None,
        lifted: bytes | None = None,
    ) -> None:
        """Store the act with its entry in the log; a press that is delivered twice counts once. TimeoutError
        if whoever pressed cannot be told any more.
        """
        await press.require_answerable()
        row = AuditRow(
            *(0, guild, None, None, self._tables.clock.now(), press.user, press.name, act.kind()),
            action=msgspec.json.encode(act),
            reason=reason,
            about=None if about is None else about.user,
            about_name="" if about is None else about.name,
            undoes=undoes,
        )
        with suppress(AlreadyDone):
            await self._store.bans.commit(ServerChange(guild, (row,), ban, lifted, press.id))


def _banning(ban: BanRow) -> Ban:
    return Ban(ban.key.hex(), ban.until or 0.0)


def _lifting(ban: BanRow) -> Unban:
    return Unban(ban.key.hex(), ban.until or 0.0)


def _reopening(table: Table) -> Restore | None:
    may_be = is_void(table) and (table.state is None or table.record.closed_by == "cleared")
    return Restore() if may_be else None


def name_of(ban: BanRow) -> str | Text:
    """Whom the ban is about, as far as that is known."""
    return ban.name or FORMER_PLAYER
