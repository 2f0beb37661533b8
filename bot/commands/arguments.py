"""What is typed into a command: which table is meant, with the list that opens."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from bot.commands.context import Context
from bot.i18n import Reader
from bot.i18n.sanitising import truncate
from bot.screens.common import game_or_pod
from bot.tables.model import Table
from games.text import Listed, Player, _
from storage.models import Phase

OPEN: tuple[Phase, ...] = ("lobby", "playing")
SEEN: tuple[Phase, ...] = ("playing", "lobby", "over")

TableScope: TypeAlias = Literal["mine", "waiting", "hosted", "any", "all"]
"""Tables at which I sit, those of them that wait for me (all of them if none does), those whose host I am;
or mine, and where I have none, others' in this channel; or this channel's, and where there is none, all.
"""


async def candidate_tables(context: Context, scope: TableScope, phases: Collection[Phase]) -> list[Table]:
    """The tables that may be meant where none is named: one if that is clear, else this channel's first."""
    if scope == "all":
        known = await context.tables_here(phases)
        return [
            table for table in known if await context.publisher.stands_in(table, context.channel)
        ] or known
    own, place = await _own_tables(context, scope, phases), context.channel or context.group
    here = [table for table in own if await context.publisher.stands_in(table, place)]
    if scope == "waiting":
        return own
    if len(here) == 1:
        return here
    if own or scope != "any":
        return [*here, *(table for table in own if table not in here)]
    return [
        each for each in await context.tables_here(phases) if await context.publisher.stands_in(each, place)
    ]


async def _own_tables(context: Context, scope: TableScope, phases: Collection[Phase]) -> list[Table]:
    """The tables on this server, or on none, at which the user sits, or of which they are the host."""
    user = context.user
    known = await context.tables.tables_of(user, phases)
    seated = [table for table in known if table.guild in (0, context.guild)]
    if scope == "waiting":
        seated = [table for table in seated if table.phase == "playing" or table.record.pod is not None]
        return [table for table in seated if table.waiting_for(user)] or seated
    if scope != "hosted":
        return seated
    # A host who has given the seat to a robot is the host still.
    hosted = [table for table in await context.tables_here(phases) if table.record.host == user]
    return [*{table.id: table for table in (*seated, *hosted) if table.record.host == user}.values()]


async def suggest_tables(
    context: Context, typed: str, *, scope: TableScope, phases: Collection[Phase] = OPEN
) -> list[tuple[str, str]]:
    """Tables that fit what is typed: what to show, and the id. My own come first."""
    own = await _own_tables(context, "mine" if scope == "waiting" else scope, phases)
    others = await context.tables_here(phases) if scope in ("any", "all") else []
    known = {table.id: table for table in (*own, *others)}
    shown = [(table_label(table, context.reader(table)), table.id) for table in known.values()]
    wanted = typed.strip().lower()
    return [(text, table_id) for text, table_id in shown if wanted in text.lower()][:25]


def table_label(table: Table, reader: Reader) -> str:
    players = Listed(tuple(Player(seat) for seat in range(len(table.seats))))
    words = _("{table}: {game} with {players}", table=table.id, game=game_or_pod(table), players=players)
    return truncate(reader.plain(words), 100)
