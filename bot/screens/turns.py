"""All tables that wait for somebody, on every server, the most urgent first. Private."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.screens import clocks, parts
from bot.screens.kit import PRIMARY, Accent, Piece, Screen, Section, TextBlock, block, screen
from bot.tables import timing
from bot.tables.table import Table
from bot.words import Markup, Reader
from games.text import Text, _, _n

MOST = 10
"""Tables on one screen: three components each."""
_LONGEST_ENTRY = 370


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits: the address of its board, and whether the hand can be opened where this is read."""

    table: Table
    seat: int
    where: str
    here: bool


def turns(waiting: Sequence[Waiting], reader: Reader, unix: clocks.Unix) -> Screen:
    """Each table with the way to it; the first ones if there are many."""
    if not waiting:
        nothing = _("No table waits for you. /table list shows where there is room.")
        return screen(Accent.SAND, block(reader(nothing), most=300))
    more = len(waiting) - MOST
    left_out = _n("{count} more table waits for you.", "{count} more tables wait for you.", more)
    return screen(
        Accent.GREEN,
        block(parts.heading(reader, _("Your turn")), most=200),
        [_entry(each, reader.at(each.table), unix) for each in waiting[:MOST]],
        block(parts.small(reader(left_out)), most=100) if more > 0 else None,
    )


def _entry(each: Waiting, reader: Reader, unix: clocks.Unix) -> Piece:
    name = _(
        "{game}, table {table}: {where}",
        game=each.table.game.title,
        table=Markup(f"`{each.table.id}`"),
        where=Markup(each.where),
    )
    text = block(reader(name), reader(_time(each, unix)), most=_LONGEST_ENTRY) or TextBlock(each.table.id)
    return Section((text,), parts.hand_button(reader, each.table.id, PRIMARY)) if each.here else text


def _time(each: Waiting, unix: clocks.Unix) -> Text:
    if each.seat in each.table.awaited:
        return _to_come(each.table, unix)
    said = clocks.in_the_hand(each.table, each.seat, unix)
    return _("⏱️ No time limit") if said is None else said


def _to_come(table: Table, unix: clocks.Unix) -> Text:
    """The cards are not dealt yet: a tournament's table waits for its players."""
    end = timing.waits_until(table)
    if end is None:
        return _("The tournament's table waits for you to come. The clocks are stopped.")
    return _(
        "The tournament's table waits for you to come: open your hand. The cards are dealt {when} at the "
        "latest.",
        when=clocks.moment(unix(end)),
    )


def by_urgency(waiting: Sequence[Waiting]) -> list[Waiting]:
    """Those first whose time is up first; those last whose clocks stand still."""

    def end(each: Waiting) -> float:
        waits = each.seat in each.table.awaited
        moment = timing.waits_until(each.table) if waits else timing.deadline(each.table, each.seat)
        return float("inf") if moment is None else moment

    return sorted(waiting, key=end)
