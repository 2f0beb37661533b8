"""Which table is meant, where a command leaves it open, and the list that opens while somebody types."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from bot.asked import Asked
from bot.following import from_now_on
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tavern import Tavern
from bot.words import Reader, reader_for
from bot.words.harmless import cut
from games.text import Listed, Player, _
from storage.records import Phase

OPEN: tuple[Phase, ...] = ("lobby", "playing")
SEEN: tuple[Phase, ...] = ("playing", "lobby", "over")

Whose: TypeAlias = Literal["mine", "waiting", "hosted", "any", "all"]
"""Tables at which I sit, those of them that wait for me (all of them if none does), those whose host I am;
or mine, and where I have none, others' in this channel; or this channel's, and where there is none, all.
"""


async def table_here(tavern: Tavern, asked: Asked, table_id: str) -> Table:
    """The table of that id on this server. Refusal if there is none: other servers' tables stay theirs.

    In direct messages every table is here at which the user plays or has played.
    """
    table = await tavern.house.table(table_id.strip().lower())
    mine = table.seat_kept_for(asked.user) is not None or any(
        left.user == asked.user for left in table.record.leavers
    )
    if not (mine if asked.in_direct_messages else table.guild == asked.guild):
        raise Refusal("gone", _("There is no table of that name. /table list shows the tables here."))
    from_now_on("table", table.id)
    return table


async def meant(tavern: Tavern, asked: Asked, whose: Whose, phases: Collection[Phase]) -> list[Table]:
    """The tables that may be meant where none is named: one if that is clear, else this channel's first."""
    if whose == "all":
        known = await tavern.house.tables_in(asked.guild, phases)
        return [table for table in known if await tavern.messenger.stands_in(table, asked.channel)] or known
    own = await _own(tavern, asked.guild, asked.user, whose, phases)
    here = [table for table in own if await tavern.messenger.stands_in(table, asked.channel)]
    if whose == "waiting":
        return own
    if len(here) == 1:
        return here
    if own or whose != "any":
        return [*here, *(table for table in own if table not in here)]
    others = await tavern.house.tables_in(asked.guild, phases)
    return [table for table in others if await tavern.messenger.stands_in(table, asked.channel)]


async def _own(tavern: Tavern, guild: int, user: int, whose: Whose, phases: Collection[Phase]) -> list[Table]:
    """The tables on this server at which the user sits, or of which they are the host."""
    seated = [table for table in await tavern.house.tables_of(user, phases) if table.guild == guild]
    if whose == "waiting":
        seated = [table for table in seated if table.phase == "playing" or table.record.pod is not None]
        return [table for table in seated if table.waiting_for(user)] or seated
    if whose != "hosted":
        return seated
    # A host who has given the seat to a robot is the host still.
    known = {table.id: table for table in (*seated, *await tavern.house.tables_in(guild, phases))}
    return [table for table in known.values() if table.record.host == user]


async def suggestions(
    tavern: Tavern,
    guild: int,
    user: int,
    typed: str,
    locale: str,
    *,
    whose: Whose,
    phases: Collection[Phase] = OPEN,
) -> list[tuple[str, str]]:
    """Tables that fit what is typed: what to show, and the id. My own come first."""
    own = await _own(tavern, guild, user, "mine" if whose == "waiting" else whose, phases)
    others = await tavern.house.tables_in(guild, phases) if whose in ("any", "all") else []
    known = {table.id: table for table in (*own, *others)}
    shown = [(_described(table, reader_for(table, locale)), table.id) for table in known.values()]
    wanted = typed.strip().lower()
    return [(text, table_id) for text, table_id in shown if wanted in text.lower()][:25]


def _described(table: Table, reader: Reader) -> str:
    players = Listed(tuple(Player(seat) for seat in range(len(table.seats))))
    words = _("{table}: {game} with {players}", table=table.id, game=table.game.title, players=players)
    return cut(reader.plain(words), 100)
