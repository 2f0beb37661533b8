"""How many tables one member may open on a server: lobbies that wait at the same time, and tables in a while.

What was opened lately is kept in memory only: a restart forgets it, and who waits at which lobby is stored.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Sequence

from bot.i18n import Markup
from bot.pace import MINUTE
from bot.preferences.servers import ServerPreferences
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.tables.model import Table
from bot.tables.repository import tables_from_rows
from games.text import Listed, Text, Value, _, _n
from storage.interfaces import Store

MOST_OPENED, MOST_PRIVATE = 10, 30
"""Tables within `WITHIN` by one member on one server: those that everybody sees, and private games."""
WITHIN = 10 * MINUTE
NO_LIMIT = 1_000_000
"""More tables than there ever are."""
MOST_LINKED = 5
"""Lobbies to which a refusal links at most."""


class OpeningLimits:
    """Asked before a table is opened, and told afterwards. For one member one after the other."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._opened: OrderedDict[tuple[int, int, bool], deque[float]] = OrderedDict()
        """By server, member and whether it was in private: when, the latest last."""

    async def require_may_open(self, table: Table, preferences: ServerPreferences) -> None:
        """Refusal if the table's host has opened as many as they may."""
        if preferences.lobbies and table.lacks_people:
            waiting = await self._waiting_of(table.record.host, table.guild)
            if len(waiting) >= preferences.lobbies:
                raise Refusal("full", await self._too_many(waiting))
        self._require_rested(table)

    async def _waiting_of(self, host: int, guild: int) -> Sequence[Table]:
        rows = await self._store.tables(user=host, guild=guild, limit=NO_LIMIT)
        return [table for table in tables_from_rows(rows) if table.record.host == host and table.lacks_people]

    async def _too_many(self, waiting: Sequence[Table]) -> Text:
        links: list[Value] = [await self._link(table) for table in waiting[:MOST_LINKED]]
        return _n(
            "Your table {tables} has nobody else at it yet. Finish it or close it, then open another.",
            "{count} of your tables have nobody else at them yet: {tables}. Finish or close one, then open "
            "another.",
            len(waiting),
            tables=Listed((*links, "…") if len(waiting) > MOST_LINKED else tuple(links)),
        )

    async def _link(self, table: Table) -> Markup:
        """The table, and where it stands: its message if there is one, else its channel."""
        posts = {post.kind: post for post in await self._store.posts(table.id)}
        lobby = posts.get("lobby")
        place = f"/{lobby.channel}/{lobby.message}" if lobby is not None else f"/{table.channel}"
        return Markup(f"[`{table.id}`](https://discord.com/channels/{table.guild}{place})")

    def _require_rested(self, table: Table) -> None:
        opened, now = self._opened.get(_key(table), deque[float]()), self._clock.awake()
        lately = [at for at in opened if at > now - WITHIN]
        most = MOST_PRIVATE if table.is_private else MOST_OPENED
        if len(lately) < most:
            return
        again = Markup(f"<t:{int(self._clock.unix(lately[-most] + WITHIN)) + 1}:R>")
        raise Refusal(
            "early",
            _(
                "You've opened {count} tables in ten minutes. Play at one of them (/turns), or open the next "
                "{when}.",
                count=len(lately),
                when=again,
            ),
        )

    def opened(self, table: Table) -> None:
        """The table's host has opened it just now."""
        key, now = _key(table), self._clock.awake()
        self._opened.setdefault(key, deque(maxlen=MOST_PRIVATE)).append(now)
        self._opened.move_to_end(key)
        while next(iter(self._opened.values()))[-1] <= now - WITHIN:
            self._opened.popitem(last=False)


def _key(table: Table) -> tuple[int, int, bool]:
    return table.guild, table.record.host, table.is_private
