"""Lists of tables: where there is room, where I play, which of my hands is meant. Private."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from bot.screens import ids, parts
from bot.screens.kit import (
    PRIMARY,
    SUCCESS,
    Accent,
    Button,
    Option,
    Row,
    Screen,
    Section,
    Select,
    TextBlock,
    block,
    option_text,
    placeholder,
    screen,
)
from bot.screens.limits import OPTIONS
from bot.tables.table import Table
from bot.words import Markup, Reader
from games.text import Listed, Player, Text, _, _n

MOST_TABLES = 10
"""Shown on one screen: three components each."""
_LONGEST_ENTRY = 370


def tables(tables: Sequence[Table], reader: Reader, user: int) -> Screen:
    """The tables of a server, each with the way to it; the first ones if there are many."""
    if not tables:
        nothing = _(
            "No table is open on this server. /table create opens one, /play deals you cards at once."
        )
        return screen(Accent.SAND, block(reader(nothing), most=300))
    more = len(tables) - MOST_TABLES
    left_out = _n("{count} more table is not shown.", "{count} more tables are not shown.", more)
    return screen(
        Accent.SAND,
        block(parts.heading(reader, _("Tables on this server")), most=200),
        [_entry(table, reader.at(table), user) for table in tables[:MOST_TABLES]],
        block(parts.small(reader(left_out)), most=100) if more > 0 else None,
    )


def _entry(table: Table, reader: Reader, user: int) -> Section:
    who = tuple(Player(index) for index in range(len(table.seats)))
    title = _(
        "{game}, table {id} in {channel}", game=table.game.title, id=_code(table), channel=_channel(table)
    )
    text = block(parts.strong(reader, title), reader(_stage(table)), reader.listed(who), most=_LONGEST_ENTRY)
    return Section((text or TextBlock(table.id),), _way(table, reader, user))


def _code(table: Table) -> Markup:
    return Markup(f"`{table.id}`")


def _channel(table: Table) -> Markup:
    return Markup(f"<#{table.channel}>")


def _stage(table: Table) -> Text:
    """How far the table has come."""
    if table.phase == "lobby" and table.record.pod is not None:
        return _("Waits for the players of a tournament")
    if table.phase == "lobby":
        taken = len(table.seats)
        seats = table.record.capacity
        return _n(
            "Waits for people: {taken} of {count} seat taken",
            "Waits for people: {taken} of {count} seats taken",
            seats,
            taken=taken,
        )
    if table.phase == "playing":
        return table.game.board(table.observe(None)).headline
    return _("Over")


def _way(table: Table, reader: Reader, user: int) -> Button:
    if table.has_hand(user):
        mine = _("My hand, your turn") if table.waiting_for(user) else _("My hand")
        return parts.button(reader, mine, "hand", table.id, style=PRIMARY)
    if table.seat_of(user) in table.awaited:
        return parts.button(reader, _("I am here"), "here", table.id, style=SUCCESS)
    if _has_room_for(table, user):
        return parts.button(reader, _("Join"), "join", table.id, style=SUCCESS)
    return parts.button(reader, _("Show"), "show", table.id)


def _has_room_for(table: Table, user: int) -> bool:
    kept = table.record
    if table.phase != "lobby" or table.seat_of(user) is not None or kept.locked or kept.pod is not None:
        return False
    return len(table.seats) < kept.capacity and (kept.invited is None or user in kept.invited)


def which(what: str, question: Text, tables: Sequence[Table], reader: Reader) -> Screen:
    """Asks which of the tables is meant: at most 25, the first ones. `what` goes on with the one chosen."""
    ways = tuple(_option(table, reader.at(table)) for table in tables[:OPTIONS])
    more = len(tables) - OPTIONS
    left_out = _n(
        "{count} more table is not in this list. Name it in the command instead.",
        "{count} more tables are not in this list. Name the one you mean in the command instead.",
        more,
    )
    hint = placeholder(reader.plain(_("Choose a table")))
    return screen(
        Accent.SAND,
        block(reader(question), most=300),
        Row((Select(ids.encode("which", what), ways, hint),)),
        block(parts.small(reader(left_out)), most=200) if more > 0 else None,
    )


def _option(table: Table, reader: Reader) -> Option:
    name = _("{game}, table {id}", game=table.game.title, id=Markup(table.id))
    players = Listed(tuple(Player(seat) for seat in range(len(table.seats))))
    stage = _("{stage}, with {players}", stage=_stage(table), players=players)
    return Option(option_text(reader.plain(name)), table.id, option_text(reader.plain(stage)) or UNSET)
