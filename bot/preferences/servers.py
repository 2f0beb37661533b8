"""How servers want it: where tables may stand, who may open them, how many, how fast, in which language."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.i18n import Markup
from bot.pace import DAILY, PACES, Pace
from bot.preferences.repository import PreferencesRepository
from bot.refusal import Refusal
from games.text import Listed, Value, _, _n
from storage.interfaces import PreferencesStore
from storage.models import WHOLE, Shard

SERVERS_CACHED = 2_500
"""Servers whose preferences are kept in memory: as many as one connection serves."""
MOST_LOBBIES = 25
"""Tables of one member that wait for people at once, as many as a server can allow short of any number."""
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
    spoilers: bool = False
    """Public messages hide how a game ended until somebody presses there."""
    channels: tuple[int, ...] = ()
    """Where tables may be opened, threads there included; none: everywhere."""
    roles: tuple[int, ...] = ()
    """Who may open tables: whoever has one of these roles; none: everybody."""
    tables: int = 0
    """How many tables may be open at once; 0: any number."""
    puzzles: int = 0
    """The channel in which the puzzle of the day is posted; 0: none."""
    puzzle_posted: int = 0
    """The day of the one that was posted last, counted from 1970."""
    organisers: tuple[int, ...] = ()
    """Whoever has one of these roles runs tournaments, beside the managers; as long as there are no
    `moderators`, they see to tables as well, but ban nobody.
    """
    lobbies: int = 3
    """How many tables of one member may wait for people at once, tournaments' left out; 0: any number."""
    moderators: tuple[int, ...] = ()
    """Whoever has one of these roles moderates tables and bans, beside the managers."""
    call_role: int = 0
    """The role that is pinged when a host calls players; 0: none."""
    role_called: float = 0.0
    """When it last was, in Unix seconds."""
    listed: bool = False
    """Whether the page at `/`, where pages are served, says what goes on here in public."""
    forum: int = 0
    """The forum in which tables open as posts; 0: they open where they are asked for."""

    @property
    def default_pace(self) -> Pace:
        """The pace of a table for which nobody chooses."""
        return PACES.get(self.pace, DAILY)

    @property
    def slow_pace(self) -> Pace:
        """The pace of a table that plays over days."""
        return DAILY if self.default_pace.live else self.default_pace


class Opener(msgspec.Struct, frozen=True):
    """Whoever wants to open a table, as far as a server may ask. `parent`: of the thread they are in."""

    roles: frozenset[int] = frozenset()
    manages: bool = False
    parent: int | None = None


ANYBODY = Opener()


def require_may_open(server: ServerPreferences, opener: Opener, channel: int) -> None:
    """Refusal if the server does not want this person to open tables, or none in this channel."""
    if server.roles and not opener.manages and not opener.roles & set(server.roles):
        raise Refusal(
            "shut",
            _(
                "Only {roles} open tables here. Ask one of them, or join one from /table list.",
                roles=_named(server.roles, "<@&{}>"),
            ),
        )
    if server.channels and not {channel, opener.parent} & set(server.channels):
        raise Refusal(
            "shut",
            _(
                "No tables in this channel. Try {channels}.",
                channels=_named(server.channels, "<#{}>"),
            ),
        )


def require_room(server: ServerPreferences, open_tables: int) -> None:
    """Refusal if as many tables are open as the server wants at once."""
    if server.tables and open_tables >= server.tables:
        raise Refusal(
            "full",
            _n(
                "This server allows {count} open table, and it's taken. Join it (/table list) or wait for "
                "it to end.",
                "This server allows {count} open tables, and all are taken. Join one (/table list) or wait "
                "for one to end.",
                server.tables,
            ),
        )


def _named(ids: tuple[int, ...], mention: str) -> Listed:
    named: list[Value] = [Markup(mention.format(id)) for id in ids[:MOST_NAMED]]
    return Listed((*named, "…") if len(ids) > MOST_NAMED else tuple(named))


class ServerPreferencesRepository(PreferencesRepository[ServerPreferences]):
    """Every server's preferences. Methods raise `StorageError`."""

    def __init__(self, store: PreferencesStore, shard: Shard = WHOLE) -> None:
        super().__init__(store, ServerPreferences, SERVERS_CACHED, shard.serves)
