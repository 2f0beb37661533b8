"""A tournament's table as it waits for its players: its card in the channel, and the board to be. Public."""

from __future__ import annotations

from bot.screens import clocks, parts
from bot.screens.kit import PRIMARY, Accent, Screen, Separator, TextBlock, block, screen
from bot.screens.lobby import cutters
from bot.screens.parts import bulleted, button, foot, heading, row, rules_button, sealed, small, strong
from bot.tables import timing
from bot.tables.pods import pod_of
from bot.tables.table import Table
from bot.words import Markup, Reader
from games.text import Listed, Player, Text, _


def card(table: Table, reader: Reader, *, unix: clocks.Unix, board: str | None) -> Screen:
    """What stands in the channel, short: there is one for each table of a round.

    `board`: the address of the message at which its players meet.
    """
    seats = reader.listed([_seat(table, seat) for seat in range(len(table.seats))])
    where = None if board is None else reader(_where(board))
    return screen(
        Accent.TEAL,
        block(
            heading(reader, parts.name_of_pod(pod_of(table))),
            seats,
            reader(_until(table, unix)),
            where,
            most=1900,
        ),
        block(*map(small, sealed(reader, table)), most=300),
        foot(reader, table),
        row(_here(table, reader), rules_button(reader, table.id)),
    )


def waiting(table: Table, reader: Reader, *, unix: clocks.Unix, opening: bool = False) -> Screen:
    """Where the players meet, and where the board will be. `opening`: as it is first posted, with the one
    mention of those who play.
    """
    pod = pod_of(table)
    return screen(
        Accent.TEAL,
        _greeting(table, reader) if opening else None,
        block(
            heading(reader, parts.name_of_pod(pod)),
            reader(_until(table, unix)),
            reader(_absent(table)),
            most=900,
        ),
        _who(table, reader),
        clocks.news(table, reader),
        Separator(),
        block(*map(small, (*sealed(reader, table), reader(cutters(table)))), most=900),
        foot(reader, table),
        row(_here(table, reader), button(reader, _("Cut"), "cut", table.id), rules_button(reader, table.id)),
    )


def _here(table: Table, reader: Reader) -> parts.Button:
    return button(reader, _("I am here"), "here", table.id, style=PRIMARY)


def _greeting(table: Table, reader: Reader) -> TextBlock | None:
    people = Listed(tuple(Markup(f"<@{user}>") for user in table.people))
    return block(reader(_("{people}: this is your table. Press I am here.", people=people)), most=400)


def _until(table: Table, unix: clocks.Unix) -> Text:
    """What the table waits for."""
    end = timing.waits_until(table)
    if not table.awaited:
        return _("Everybody is here: the cards are being dealt.")
    if end is None:
        return _("This table waits for its players. The waiting time stands still: the clocks are stopped.")
    return _(
        "This table waits for its players. The cards are dealt when all of them are here, or else {when}.",
        when=clocks.moment(unix(end)),
    )


def _absent(table: Table) -> Text:
    if pod_of(table).absent == "robot":
        return _("Whoever has not come by then has a robot in their place until they come.")
    return _(
        "Whoever has not come by then is a walk-over: the others play without them. Where too few would be "
        "left to play, robots keep seats until their players come."
    )


def _who(table: Table, reader: Reader) -> TextBlock | None:
    lines = [reader(_seat(table, seat)) for seat in range(len(table.seats))]
    return block(strong(reader, _("Who plays, in this order")), *bulleted(lines), most=1000)


def _seat(table: Table, seat: int) -> Text:
    player = Player(seat)
    if table.entrant(seat) in pod_of(table).out:
        return _("🚫 {player} is out of the tournament", player=player)
    if table.seats[seat].person is None:
        return _("🤖 {player}", player=player)
    if table.is_missing(seat):
        return _("⌛ {player}", player=player)
    return _("✅ {player} is here", player=player)


def _where(board: str | None) -> Text:
    return _("The players meet here: {board}", board=Markup(board or ""))
