"""Which table is meant, where a command leaves it open, and the list that opens while somebody types."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.asked import Asked
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tavern import Tavern
from bot.words import Reader, reader_for
from bot.words.harmless import cut
from games.text import Listed, Player, _
from storage.records import Phase

OPEN: tuple[Phase, ...] = ("lobby", "playing")
SEEN: tuple[Phase, ...] = ("playing", "lobby", "over")


async def table_here(tavern: Tavern, asked: Asked, table_id: str) -> Table:
    """The table of that id on this server. Refusal if there is none: other servers' tables stay theirs.

    In direct messages every table is here at which the user plays.
    """
    table = await tavern.house.table(table_id.strip().lower())
    if table.guild != asked.guild and not (
        asked.in_direct_messages and table.seat_kept_for(asked.user) is not None
    ):
        raise Refusal("gone", _("There is no table of that name. /table list shows the tables here."))
    return table


async def meant(tavern: Tavern, asked: Asked, given: str | None, phases: Collection[Phase] = OPEN) -> Table:
    """The table that was named, else mine, else the one in this channel. Refusal if none, or several."""
    if given:
        return await table_here(tavern, asked, given)
    mine = await my_tables(tavern, asked.guild, asked.user, phases)
    here = [table for table in mine if await tavern.messenger.stands_in(table, asked.channel)]
    others = [] if mine else await tavern.house.tables_in(asked.guild, phases)
    others_here = [table for table in others if await tavern.messenger.stands_in(table, asked.channel)]
    for candidates in (here, mine, others_here):
        if len(candidates) == 1:
            return candidates[0]
    if mine or others_here:
        raise Refusal(
            "input", _("There are several tables. Name the one you mean: the list opens while you type.")
        )
    raise Refusal(
        "gone",
        _("There is no table for that here. /table list shows the tables, /play deals you cards at once."),
    )


async def my_tables(tavern: Tavern, guild: int, user: int, phases: Collection[Phase] = OPEN) -> list[Table]:
    """The tables on this server at which the user plays."""
    return [table for table in await tavern.house.tables_of(user, phases) if table.guild == guild]


async def suggestions(
    tavern: Tavern,
    guild: int,
    user: int,
    typed: str,
    locale: str,
    *,
    mine: bool,
    phases: Collection[Phase] = OPEN,
) -> list[tuple[str, str]]:
    """Tables that fit what is typed: what to show, and the id. My own come first."""
    own = await my_tables(tavern, guild, user, phases)
    others = [] if mine else await tavern.house.tables_in(guild, phases)
    known = {table.id: table for table in (*own, *others)}
    shown = [(_described(table, reader_for(table, locale)), table.id) for table in known.values()]
    wanted = typed.strip().lower()
    return [(text, table_id) for text, table_id in shown if wanted in text.lower()][:25]


def _described(table: Table, reader: Reader) -> str:
    players = Listed(tuple(Player(seat) for seat in range(len(table.seats))))
    words = _("{table}: {game} with {players}", table=table.id, game=table.game.title, players=players)
    return cut(reader.plain(words), 100)


def waiting(tables: Sequence[Table], user: int) -> list[Table]:
    """Those that wait for the user, or all of them if none does."""
    return [table for table in tables if table.waiting_for(user)] or list(tables)
