"""How servers want it: where tables may stand, who may open them, how many, how fast, in which language."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from bot.i18n import Markup
from bot.pace import DAILY, PACES, Pace
from bot.refusal import Refusal
from bot.runtime.keyed_lock import KeyedLock
from games.text import Listed, Text, Value, _, _n
from storage.interfaces import ServerStore as ServersDoor

SERVERS_CACHED = 2_500
"""Servers whose wishes are kept in memory: as many as one connection serves."""
MOST_NAMED = 10
"""Channels or roles that a refusal names at most."""

ServerPace = Literal["none", "blitz", "daily", "relaxed"]
ServerLocale = Literal["", "en", "de", "fr", "it"]


class ServerPreferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """What those who manage a server have chosen."""

    locale: ServerLocale = ""
    """The language of what everybody reads; empty: the one that Discord knows of the server."""
    pace: ServerPace = "daily"
    """How long a move may take at tables for which nobody chooses."""
    text_mode: bool = False
    """No pictures in public messages."""
    channels: tuple[int, ...] = ()
    """Where tables may be opened, threads there included; none: everywhere."""
    roles: tuple[int, ...] = ()
    """Who may open tables: whoever has one of these roles; none: everybody."""
    tables: int = 0
    """How many tables may be open at once; 0: any number."""
    organisers: tuple[int, ...] = ()
    """Whoever has one of these roles runs tournaments and moderates tables, beside the managers."""

    @property
    def default_pace(self) -> Pace:
        """The pace of a table for which nobody chooses."""
        return PACES.get(self.pace, DAILY)


NO_SERVER_PREFERENCES = ServerPreferences()


@dataclass(frozen=True, slots=True)
class Opener:
    """Whoever wants to open a table, as far as a server may ask. `parent`: of the thread they are in."""

    roles: frozenset[int] = frozenset()
    manages: bool = False
    parent: int | None = None


ANYBODY = Opener()


def require_may_open(wishes: ServerPreferences, opener: Opener, channel: int) -> None:
    """Refusal if the server does not want this person to open tables, or none in this channel."""
    if wishes.roles and not opener.manages and not opener.roles & set(wishes.roles):
        raise Refusal(
            "shut",
            _(
                "On this server only members with one of these roles open tables: {roles}. Ask one of them "
                "for a table, or sit down at one: /table list shows where there is room.",
                roles=_named(wishes.roles, "<@&{}>"),
            ),
        )
    if wishes.channels and not {channel, opener.parent} & set(wishes.channels):
        raise Refusal(
            "shut",
            _(
                "No tables are opened in this channel: whoever manages this server has chosen other places "
                "for them. Go there and try again: {channels}.",
                channels=_named(wishes.channels, "<#{}>"),
            ),
        )


def require_room(wishes: ServerPreferences, open_tables: int) -> None:
    """Refusal if as many tables are open as the server wants at once."""
    if wishes.tables and open_tables >= wishes.tables:
        raise Refusal("full", _no_room(wishes.tables))


def _no_room(most: int) -> Text:
    return _n(
        "This server wants no more than {count} open table at once, and there is one. Sit down at it if "
        "there is room (/table list shows it), or wait until its game is over.",
        "This server wants no more than {count} open tables at once, and there are as many. Sit down where "
        "there is room (/table list shows them), or wait until a game is over.",
        most,
    )


def _named(ids: tuple[int, ...], mention: str) -> Listed:
    named: list[Value] = [Markup(mention.format(id)) for id in ids[:MOST_NAMED]]
    return Listed((*named, "…") if len(ids) > MOST_NAMED else tuple(named))


class ServerPreferencesRepository:
    """Every server's wishes. Methods raise `StorageError`."""

    def __init__(self, store: ServersDoor) -> None:
        self._store = store
        self._locks = KeyedLock()
        self._known: OrderedDict[int, ServerPreferences] = OrderedDict()

    async def of(self, guild: int) -> ServerPreferences:
        """How the server wants it."""
        if guild not in self._known:
            row = await self._store.of(guild)
            read = (
                NO_SERVER_PREFERENCES
                if row is None
                else msgspec.json.decode(row.wishes, type=ServerPreferences)
            )
            self._known.setdefault(guild, read)
            while len(self._known) > SERVERS_CACHED:
                self._known.popitem(last=False)
        self._known.move_to_end(guild)
        return self._known[guild]

    async def change(self, guild: int, **changes: Any) -> ServerPreferences:
        """The server wants it otherwise; how it wants it now."""
        async with self._locks.turn(str(guild)):
            wishes = msgspec.structs.replace(await self.of(guild), **changes)
            self._known.pop(guild, None)  # until it is stored; what is, is read again
            await self._store.wish(guild, msgspec.json.encode(wishes))
            self._known[guild] = wishes
            return wishes

    def forget(self, guild: int) -> None:
        """What is stored of the server was erased."""
        self._known.pop(guild, None)
