"""Lists of tables: where there is room, where I play, which of my hands is meant. Private."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.i18n import Markup, Reader, reader_for
from bot.screens import clocks
from bot.screens.common import game_or_pod, left_out, not_listed
from bot.tables import clocks as tables_clocks
from bot.tables.clocks import ReminderKind
from bot.tables.model import Table
from bot.ui import components as ui
from bot.ui import custom_ids
from bot.ui.limits import OPTIONS
from games.text import Listed, Player, Text, _, _n, labelled

MOST_TABLES = 10
"""Shown on one screen: three components each."""
_LONGEST_ENTRY = 370


def tables_screen(tables: Sequence[Table], reader: Reader, user: int, *, wanted: bool = False) -> ui.Screen:
    """The tables of a server, each with the way to it; the first ones if there are many. `wanted`: only those
    that still want somebody.
    """
    if not tables:
        nothing = _("No tables open here. /table create opens one, /play deals you in right away.")
        if wanted:
            nothing = _(
                "Nobody else is waiting here. Open a table with /table create and press More, Call players."
            )
        return ui.screen(ui.Accent.SAND, ui.block(reader(nothing), most=300))
    more = len(tables) - MOST_TABLES
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("Players wanted") if wanted else _("Tables on this server")), most=200),
        [_entry(table, reader_for(table, reader.locale), user) for table in tables[:MOST_TABLES]],
        ui.block(ui.small(reader(left_out(more))), most=100) if more > 0 else None,
    )


def _entry(table: Table, reader: Reader, user: int) -> ui.ButtonSection:
    who = tuple(Player(index) for index in range(len(table.seats)))
    text = ui.block(
        ui.strong(reader, table_in_channel(table)),
        reader(_stage(table)),
        reader.listed(who),
        most=_LONGEST_ENTRY,
    )
    return ui.ButtonSection((text or ui.TextBlock(table.id),), _way(table, reader, user))


def table_in_channel(table: Table) -> Text:
    """Which table it is, and the way to its channel."""
    return _(
        "{game}, table {id} in {channel}",
        game=table.game.title,
        id=Markup(f"`{table.id}`"),
        channel=Markup(f"<#{table.channel}>"),
    )


def _stage(table: Table) -> Text:
    """How far the table has come."""
    if table.phase == "lobby" and table.record.pod is not None:
        return _("Waiting for its tournament players")
    if table.phase == "lobby":
        return _n(
            "Waiting: {taken} of {count} seat taken",
            "Waiting: {taken} of {count} seats taken",
            table.record.capacity,
            taken=len(table.seats),
        )
    if table.phase == "playing":
        return table.game.board(table.observe(None)).headline
    return _("Over")


def _way(table: Table, reader: Reader, user: int) -> ui.Button:
    if table.has_hand(user):
        mine = _("My hand, your turn") if table.waiting_for(user) else _("My hand")
        return ui.button(reader, mine, "hand", table.id, style=ui.PRIMARY)
    if table.is_early and table.seat_of(user) in table.awaited:
        return ui.button(reader, _("Find a time"), "hour", table.id, style=ui.SUCCESS)
    if table.seat_of(user) in table.awaited:
        return ui.button(reader, _("I am here"), "here", table.id, style=ui.SUCCESS)
    if has_room_for(table, user):
        return ui.button(reader, _("Join"), "join", table.id, style=ui.SUCCESS)
    return ui.button(reader, _("Show"), "show", table.id)


def has_room_for(table: Table, user: int) -> bool:
    """Whether the user could sit down there."""
    kept = table.record
    if table.phase != "lobby" or table.seat_of(user) is not None or kept.locked or kept.pod is not None:
        return False
    return len(table.seats) + len(kept.expected) < kept.capacity and (
        kept.invited is None or user in kept.invited
    )


def table_choice_screen(what: str, tables: Sequence[Table], reader: Reader) -> ui.Screen:
    """Asks which of the tables is meant: at most 25, the first ones. `what` goes on with the one chosen."""
    more = len(tables) - OPTIONS
    options = (_option(table, reader_for(table, reader.locale)) for table in tables)
    return ui.screen(
        ui.Accent.SAND,
        ui.block(reader(_("Which table do you mean?")), most=300),
        ui.select(reader, custom_ids.encode("which", what), _("Choose a table"), options),
        ui.block(ui.small(reader(not_listed(more))), most=200) if more > 0 else None,
    )


def _option(table: Table, reader: Reader) -> ui.Option:
    name = _("{game}, table {id}", game=game_or_pod(table), id=Markup(table.id))
    players = Listed(tuple(Player(seat) for seat in range(len(table.seats))))
    return ui.option(
        reader, name, table.id, _("{stage}, with {players}", stage=_stage(table), players=players)
    )


# All tables that wait for somebody, on every server, the most urgent first. Private.


class WaitingTable(msgspec.Struct, frozen=True):
    """A table that waits: the address of its board, empty while it stands nowhere, and whether the hand can
    be opened where this is read.
    """

    table: Table
    seat: int
    where: str
    here: bool

    @property
    def end(self) -> float | None:
        """When the time is up, by the clock: of the move, or of waiting for a tournament's players."""
        if self.seat in self.table.awaited:
            return tables_clocks.show_up_deadline(self.table)
        return tables_clocks.deadline(self.table, self.seat)


def turns_screen(waiting: Sequence[WaitingTable], reader: Reader, unix: clocks.Unix) -> ui.Screen:
    """Each table with the way to it; the first ones if there are many."""
    if not waiting:
        nothing = _("It's not your turn anywhere. /table list shows where there's room.")
        return ui.screen(ui.Accent.SAND, ui.block(reader(nothing), most=300))
    more = len(waiting) - MOST_TABLES
    return ui.screen(
        ui.Accent.GREEN,
        ui.block(ui.heading(reader, _("Your turn!")), most=200),
        [_turn_entry(each, reader_for(each.table, reader.locale), unix) for each in waiting[:MOST_TABLES]],
        ui.block(ui.small(reader(left_out(more))), most=100) if more > 0 else None,
    )


def _turn_entry(each: WaitingTable, reader: Reader, unix: clocks.Unix) -> ui.Component:
    game = each.table.game.title
    private = _("{game}, just for you", game=game)
    name = private if each.table.record.private else _place_of(each.table, each.where)
    text = ui.block(reader(name), reader(_turn_time(each, unix)), most=_LONGEST_ENTRY) or ui.TextBlock(
        each.table.id
    )
    return ui.ButtonSection((text,), ui.hand_button(reader, each.table.id, ui.PRIMARY)) if each.here else text


def _place_of(table: Table, where: str) -> Text:
    """The table, with the address of its board; while it stands nowhere, the way that works all the same."""
    return _(
        "{game}, table {table}: {where}",
        game=table.game.title,
        table=Markup(f"`{table.id}`"),
        where=Markup(where) if where else _BY_COMMAND,
    )


_BY_COMMAND = _("/hand opens your cards")


def _turn_time(each: WaitingTable, unix: clocks.Unix) -> Text:
    if each.table.record.private:
        return each.table.game.board(each.table.observe(None)).headline
    if each.seat not in each.table.awaited:
        return clocks.seat_status(each.table, each.seat, unix) or clocks.NO_LIMIT
    # The cards are not dealt yet: a tournament's table waits for its players.
    if each.end is None:
        return _("Your tournament table is waiting. The clocks are stopped.")
    return _(
        "Your tournament table is waiting: open your hand. I deal {when} at the latest.",
        when=clocks.relative_time(unix(each.end)),
    )


def by_urgency(waiting: Sequence[WaitingTable]) -> list[WaitingTable]:
    """Those first whose time is up first; those last whose clocks stand still."""
    return sorted(waiting, key=lambda each: float("inf") if each.end is None else each.end)


# A notification: one short message to somebody for whom tables wait, in their channel or to them directly.


MOST_NOTIFIED = 5
"""Tables named in one message, the most urgent ones; /turns shows all."""


class NotifiedTable(msgspec.Struct, frozen=True):
    """A table that waits: `where` is the address of its board, empty while it stands nowhere; `end` when the
    time is up, by the clock; `beside_board`: the message stands where the board does.
    """

    table: Table
    why: ReminderKind
    where: str
    end: float | None
    beside_board: bool = False


def turn_notification(
    lines: Sequence[NotifiedTable], reader: Reader, users: Sequence[int], *, direct: bool, unix: clocks.Unix
) -> ui.Screen:
    """What waits, with a way there and to the hand. Only a message in a channel says to whom it speaks; to
    several only if it is about one table.
    """
    named, more = lines[:MOST_NOTIFIED], len(lines) - MOST_NOTIFIED
    further = _n("{count} more table: /turns", "{count} more tables: /turns", more)
    single = len(lines) == 1
    listed = [] if single and lines[0].beside_board else named
    return ui.screen(
        ui.Accent.GREEN,
        ui.block(
            reader(_notification_text(lines, [Markup(f"<@{user}>") for user in users], direct, unix)),
            *(reader_for(line.table, reader.locale)(_notified_table(line, unix)) for line in listed),
            reader(further) if more > 0 else None,
            ui.small(reader(_("How I ping you: /settings me"))),
            most=2500,
        ),
        ui.rows([_notified_hand_button(line.table, reader.locale, users[0], single) for line in named]),
    )


def _notification_text(
    lines: Sequence[NotifiedTable], players: Sequence[Markup], direct: bool, unix: clocks.Unix
) -> Text:
    said = _direct_text(lines, unix)
    if direct:
        return said
    if len(players) == 1:
        return labelled(players[0], said)
    return _several_asked(Listed(tuple(players)), lines[0], unix)


def _direct_text(lines: Sequence[NotifiedTable], unix: clocks.Unix) -> Text:
    if len(lines) > 1:
        return _("These tables wait for you:")
    if lines[0].end is None:
        return _("Your turn!")
    when = _until(lines[0], unix)
    match lines[0].why:
        case "turn":
            return _("Your turn, until {when}.", when=when)
        case "half":
            return _("Still your turn, until {when}: half your time is gone.", when=when)
        case _:
            return _("Still your turn, until {when}: your time's almost up!", when=when)


def _until(line: NotifiedTable, unix: clocks.Unix) -> Markup:
    told = clocks.clock_time if line.table.record.pace.name == "blitz" else clocks.date_and_time
    return told(unix(line.end or 0.0))


def _several_asked(players: Listed, line: NotifiedTable, unix: clocks.Unix) -> Text:
    if line.end is None:
        return _("{players}: your turn!", players=players)
    when = _until(line, unix)
    match line.why:
        case "turn":
            return _("{players}: your turn, until {when}.", players=players, when=when)
        case "half":
            return _(
                "{players}: still your turn, until {when}. Half your time is gone.",
                players=players,
                when=when,
            )
        case _:
            return _(
                "{players}: still your turn, until {when}. Your time's almost up!",
                players=players,
                when=when,
            )


def _notified_table(line: NotifiedTable, unix: clocks.Unix) -> Text:
    game, table, where = line.table.game.title, Markup(f"`{line.table.id}`"), Markup(line.where)
    if line.end is None or not line.where:
        return _place_of(line.table, line.where)
    when = clocks.relative_time(unix(line.end))
    return _(
        "{game}, table {table}: {where}, time's up {when}",
        game=game,
        table=table,
        where=where,
        when=when,
    )


def _notified_hand_button(table: Table, locale: str, user: int, single: bool) -> ui.Button:
    named = _("My hand: {game}, {table}", game=table.game.title, table=Markup(table.id))
    text = _("My hand") if single else named
    return ui.button(reader_for(table, locale), text, "nudged", table.id, user, style=ui.PRIMARY)
