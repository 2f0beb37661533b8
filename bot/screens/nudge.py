"""A nudge: one short message to somebody for whom tables wait, in their channel or to them directly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.screens import clocks, ids, parts
from bot.screens.kit import PRIMARY, Accent, Button, Screen, block, label, rows, screen
from bot.tables.table import Table
from bot.tables.timing import Why
from bot.words import Markup, Reader
from games.text import Text, _, _n

MOST = 5
"""Tables named in one message, the most urgent ones; /turns shows all."""


@dataclass(frozen=True, slots=True)
class Line:
    """A table that waits: `where` is the address of its board, `end` when the time is up, in house time."""

    table: Table
    why: Why
    where: str
    end: float | None


def nudge(lines: Sequence[Line], reader: Reader, user: int, *, direct: bool, unix: clocks.Unix) -> Screen:
    """What waits, with a way there and to the hand. Only a message in a channel says to whom it speaks."""
    named, more = lines[:MOST], len(lines) - MOST
    left_out = _n("{count} more table: /turns", "{count} more tables: /turns", more)
    single = len(lines) == 1
    return screen(
        Accent.GREEN,
        block(
            reader(_said(lines, Markup(f"<@{user}>"), direct)),
            *(reader.at(line.table)(_where(line, unix)) for line in named),
            reader(left_out) if more > 0 else None,
            parts.small(reader(_("How and when you are told: /settings me"))),
            most=2500,
        ),
        rows([_hand(reader.at(line.table), line.table, user, single) for line in named]),
    )


def _said(lines: Sequence[Line], player: Markup, direct: bool) -> Text:
    if len(lines) > 1:
        return (
            _("These tables wait for you:")
            if direct
            else _("{player}, these tables wait for you:", player=player)
        )
    match lines[0].why, direct:
        case "turn", True:
            return _("It is your turn.")
        case "turn", False:
            return _("{player}, it is your turn.", player=player)
        case "half", True:
            return _("It is still your turn, and half of the time for it is over.")
        case "half", False:
            return _("{player}, it is still your turn, and half of the time for it is over.", player=player)
        case _, True:
            return _("It is still your turn, and your time is almost up.")
        case _:
            return _("{player}, it is still your turn, and your time is almost up.", player=player)


def _where(line: Line, unix: clocks.Unix) -> Text:
    game, table, where = line.table.game.title, Markup(f"`{line.table.id}`"), Markup(line.where)
    if line.end is None:
        return _("{game}, table {table}: {where}", game=game, table=table, where=where)
    when = clocks.moment(unix(line.end))
    return _(
        "{game}, table {table}: {where} (your time is up {when})",
        game=game,
        table=table,
        where=where,
        when=when,
    )


def _hand(reader: Reader, table: Table, user: int, single: bool) -> Button:
    named = _("My hand: {game}, {table}", game=table.game.title, table=Markup(table.id))
    shown = label(reader.plain(_("My hand") if single else named))
    return Button(shown, ids.encode("nudged", table.id, user), PRIMARY)
