"""Who may not play on a server: asked before somebody opens a table, joins one or enters a tournament.

A ban is found by a hash of the server and the user, under a key that this installation alone has. So it
holds also when they had their data erased and come back: then nothing else is left that tells whose it is.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets

from msgspec.structs import replace

from bot.i18n import Markup
from bot.i18n.sanitising import tell_apart
from bot.preferences.people import PersonPreferencesRepository
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.tables.model import Table
from games.text import _
from storage.models import BanRow
from storage.sql.store import Store

KEY_NOTE = "ban key"
"""The note of the installation that holds the key, in hexadecimal digits."""
DIGEST = 16
"""Bytes of a hash: enough that no two people of a server ever share one."""


async def require_wanted(people: PersonPreferencesRepository, table: Table, user: int) -> None:
    """Refusal to somebody with whom one who plays there does not want to play. It does not say so: whom
    somebody blocks is theirs to know. Whoever sits there already may stay.
    """
    if table.seat_kept_for(user) is not None:
        return
    for other in table.owners:
        if user in (await people.of(other)).blocked:
            raise Refusal("shut", _("You can't join this table. /table wanted shows where there's room."))


class BanList:
    """The bans of all servers. Methods raise `StorageError`."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._secret = b""
        self._reading = asyncio.Lock()

    async def key(self, guild: int, user: int) -> bytes:
        """By which a ban of this user from this server is found."""
        async with self._reading:
            if not self._secret:
                known = await self._store.keep_note(KEY_NOTE, secrets.token_hex(32))
                self._secret = bytes.fromhex(known)
        return hmac.digest(self._secret, f"{guild} {user}".encode(), "sha256")[:DIGEST]

    async def of(self, guild: int) -> list[BanRow]:
        """Those that have not ended, the latest first; two of the same name are numbered, the first one 1."""
        bans = await self._store.bans.of(guild, self._clock.now())
        names = tell_apart({ban.key: ban.name for ban in reversed(bans)})
        return [replace(ban, name=names[ban.key]) for ban in bans]

    async def find(self, guild: int, key: bytes) -> BanRow | None:
        """The ban of that key, unless it has ended."""
        return await self._store.bans.find(guild, key, self._clock.now())

    async def require_welcome(self, guild: int, user: int) -> None:
        """Refusal to somebody who is banned there."""
        ban = await self.find(guild, await self.key(guild, user))
        if ban is None:
            return
        if ban.until is None:
            said = _("This server's moderators have banned you from playing. Ask them if that's a mistake.")
        else:
            until = Markup(f"<t:{int(ban.until)}:f>")
            said = _(
                "This server's moderators have banned you from playing until {until}. Ask them if that's a "
                "mistake.",
                until=until,
            )
        raise Refusal("shut", said)

    async def require_may_be_put_in(self, guild: int, user: int) -> None:
        """Refusal if they are banned, said to somebody who wants to put them in."""
        if await self.find(guild, await self.key(guild, user)) is not None:
            raise Refusal("shut", _("They're banned from playing here. /moderate unban lifts that."))
