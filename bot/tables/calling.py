"""Players wanted: a host calls whoever wants to be called, and is told when all seats are taken.

What a table wants is in its record (`Record.wanted`), what people want is theirs (`PersonPreferences.calls`).
"""

from __future__ import annotations

import msgspec

from bot.pace import DAY, HOUR
from bot.preferences.people import (
    Called,
    PersonPreferences,
    PersonPreferencesRepository,
    quiet_until,
    zone_of,
)
from bot.preferences.servers import ServerPreferencesRepository
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.tables.bans import BanList
from bot.tables.clocks import CALL_LASTS
from bot.tables.lobby import is_removed, require_host, require_own_lobby
from bot.tables.model import Press, Table
from bot.tables.play import require_server
from games.text import _
from storage.models import OutboxEntry

MOST_CALLED = 20
"""People whom one call pings; Discord takes a hundred ids
(https://discord.com/developers/docs/resources/message#allowed-mentions-object).
"""
ROLE_RESTS = HOUR
"""Seconds between two calls of a server's role."""


def has_room(table: Table) -> bool:
    """Whether anybody may still sit down."""
    record = table.record
    taken = len(table.seats) + len(record.expected)
    is_open = table.phase == "lobby" and record.pod is None and not record.locked and record.invited is None
    return is_open and taken < record.capacity


def call_players(table: Table, press: Press, now: float, awake: float) -> Table:
    """The host wants whoever wants to be called to be called. `now`: Unix seconds; `awake`: awake time."""
    require_server(table)
    require_own_lobby(table)
    require_host(table, press.user)
    if table.record.wanted is not None:
        raise Refusal("twice", _("You've called already. The call stands until the table is full."))
    if table.record.locked or table.record.invited is not None:
        raise Refusal("shut", _("Nobody could join: open the table first, under More, Seats."))
    if not has_room(table):
        raise Refusal("full", _("All seats are taken or kept, so nobody is wanted."))
    if now >= table.created + CALL_LASTS:
        raise Refusal(
            "late", _("This table has waited for a day. Open a new one and call there: /table create.")
        )
    return table.with_record(wanted=awake)


def settle_wanted(
    before: Table | None, after: Table, presser: int | None
) -> tuple[Table, tuple[OutboxEntry, ...]]:
    """With every change: a call ends when nobody is wanted any more, and the host is told once that all seats
    are taken, unless they have seen to it themselves. The outbox entries that post and remove both.
    """
    record = after.record
    if record.wanted is not None and not has_room(after):
        after = after.with_record(wanted=None)
    was_wanted = before is not None and before.record.wanted is not None
    outbox = list[OutboxEntry]()
    if was_wanted != (after.record.wanted is not None):
        outbox.append(OutboxEntry("unwanted" if was_wanted else "wanted"))
    was_full = before is not None and is_full(before)
    if is_full(after) and not was_full and not record.told_full and presser not in (None, record.host):
        after = after.with_record(told_full=True)
        outbox.append(OutboxEntry("full"))
    elif was_full and record.told_full and not is_full(after):
        outbox.append(OutboxEntry("unfull"))
    return after, tuple(outbox)


def is_full(table: Table) -> bool:
    """Whether a lobby of its host's waits for nothing but Start."""
    record = table.record
    own = table.phase == "lobby" and record.pod is None and not record.expected
    return own and len(table.seats) >= record.capacity and len(table.people) > 1


class Callers:
    """Whom a table's call reaches. Methods raise `StorageError`."""

    def __init__(
        self,
        people: PersonPreferencesRepository,
        servers: ServerPreferencesRepository,
        bans: BanList,
        clock: Clock,
    ) -> None:
        self._people = people
        self._servers = servers
        self._bans = bans
        self._clock = clock

    async def called(self, table: Table, entry: int) -> list[int]:
        """Who is pinged for this call, the outbox `entry`: noted before they are, so that nobody is called
        more often than they like, and the same ones if it is asked again. Whoever waited longest comes first.
        """
        now = self._clock.now()
        apart = {user for other in table.owners for user in (await self._people.of(other)).blocked}
        wish = [
            (max((each.at for each in prefers.called), default=0.0), user)
            for user, prefers in await self._people.all_with(b'"calls"')
            if user not in apart and may_be_called(table, user, prefers, entry, now)
        ]
        chosen = list[int]()
        for _last, user in sorted(wish):
            if len(chosen) == MOST_CALLED:
                break
            if await self._bans.find(table.guild, await self._bans.key(table.guild, user)) is None:
                await self._people.update(user, lambda prefers: _noted(prefers, table.id, entry, now))
                chosen.append(user)
        return chosen

    async def role(self, table: Table) -> list[int]:
        """The role that the server wants called, unless it was of late."""
        prefers, now = await self._servers.of(table.guild), self._clock.now()
        if not prefers.call_role or now < prefers.role_called + ROLE_RESTS:
            return []
        await self._servers.change(table.guild, role_called=now)
        return [prefers.call_role]


def may_be_called(table: Table, user: int, prefers: PersonPreferences, entry: int, now: float) -> bool:
    """Whether they want to be called to this table at this hour, and were not too often of late."""
    if table.game.slug not in prefers.calls.get(table.guild, ()) or prefers.nudges == "none":
        return False
    if user in table.owners or is_removed(table, user) or prefers.vacations.on:
        return False
    if not set(prefers.blocked).isdisjoint(table.owners):
        return False
    lately = [each for each in prefers.called if each.at > now - DAY and each.entry != entry]
    if len(lately) >= prefers.calls_a_day or any(each.table == table.id for each in lately):
        return False
    zone, hours, quiet = zone_of(prefers.zone), prefers.call_hours, prefers.quiet
    is_quiet = quiet is not None and quiet_until(quiet, zone, now) is not None
    return not is_quiet and (hours is None or quiet_until(hours, zone, now) is not None)


def _noted(prefers: PersonPreferences, table: str, entry: int, now: float) -> PersonPreferences:
    if any(each.entry == entry for each in prefers.called):
        return prefers
    lately = tuple(each for each in prefers.called if each.at > now - DAY)
    return msgspec.structs.replace(prefers, called=(*lately, Called(now, table, entry)))
