"""The board: one game in words, as everybody may see it. Public, in the server's language."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import truncate
from bot.images.model import MessageImage
from bot.screens import clocks, common, leaving
from bot.tables.model import NO_ORDER, Table
from bot.ui import components as ui
from bot.ui.limits import TEXT, THREAD_NAME
from games.text import _


def board_screen(
    table: Table,
    reader: Reader,
    *,
    unix: clocks.Unix | None = None,
    opening: bool = False,
    picture: MessageImage | None = None,
) -> ui.Screen:
    """The table as it stands; `opening`: as it is first posted, with the one mention of those who play.

    Without `unix` nothing is said of deadlines.
    """
    shown = table.game.board(table.observe(None))
    over = table.phase == "over"
    greeting = _(
        "{people}: the game begins. Press My hand to see what is yours.", people=common.mentions(table)
    )
    mentioned = ui.block(reader(greeting), most=400) if opening else None
    # The game does not know of concessions.
    conceded = _("The game ends here, as nobody else wants to play on.")
    turn = conceded if table.was_conceded else shown.turn
    pod = common.pod_line(reader, table)
    head = ui.block(ui.heading(reader, shown.headline), reader(turn), pod, most=600)
    played = common.cards_on_table(reader, shown, most=1000)
    lines = [msgspec.structs.replace(line, waiting=line.waiting and not over) for line in shown.seats]
    seats = common.seat_lines(reader, lines, common.robot_seats(table), most=1200)
    time = clocks.table_status(table, reader, unix)
    foot = common.table_footer(reader, table)
    room = TEXT - ui.text_length(mentioned, head, played, seats, time, foot)
    return ui.screen(
        ui.Accent.GOLD if over else ui.Accent.NAVY,
        mentioned,
        picture,
        head,
        common.small_section(reader, shown.recap, most=room),
        played,
        ui.Separator(),
        seats,
        time,
        foot,
        ui.row(
            None if over else ui.hand_button(reader, table.id, style=ui.PRIMARY),
            common.log_button(reader, table.id),
            common.rules_button(reader, table.id),
            ui.button(reader, _("More"), "more", table.id),
        ),
    )


def thread_name(table: Table, reader: Reader) -> str:
    """What the thread is called in which a game's board stands."""
    pod = table.record.pod
    plainly = _("{game}, table {id}", game=table.game.title, id=Markup(table.id))
    return truncate(reader.plain(plainly if pod is None else common.pod_name(pod)), THREAD_NAME)


def more_screen(table: Table, reader: Reader, user: int, *, to_be_filled: Sequence[int] = ()) -> ui.Screen:
    """What is one press away from the board: the last trick, how this table plays, ways out. Private.

    `to_be_filled`: the seats for which this user may look for a substitute.
    """
    playing = table.phase == "playing"
    mine = playing and table.seat_kept_for(user) is not None
    seat = table.seat_of(user) if playing else None
    can_close = user == table.record.host and playing and table.actions == 0
    return ui.screen(
        ui.Accent.SAND,
        _just_played(table, reader, user),
        ui.Separator(),
        ui.block(
            ui.strong(reader, _("What is played")),
            *ui.bulleted(map(reader, common.terms(table))),
            most=1500,
        ),
        None
        if table.phase == "over"
        else ui.block(*map(ui.small, common.shuffle_commitment(reader, table)), most=300),
        common.table_footer(reader, table),
        ui.row(
            ui.hand_button(reader, table.id, style=ui.PRIMARY) if mine else None,
            common.sheet_button(reader, table.id),
            common.log_button(reader, table.id),
            ui.button(reader, _("Show the board here"), "show", table.id),
        ),
        None if seat is None else _forced(table, reader, seat),
        None if seat is None else _pause(table, reader, seat),
        leaving.substitute_buttons(table, reader, to_be_filled),
        ui.row(
            ui.button(reader, _("Leave the table"), "leave", table.id) if mine else None,
            ui.button(reader, _("Close the table"), "close", table.id) if can_close else None,
        ),
    )


def _just_played(table: Table, reader: Reader, user: int) -> ui.TextBlock | None:
    """What was played last, or lies on the table as long as nothing else was."""
    shown = None if table.state is None else table.game.board(table.observe(user))
    played = shown and (
        common.section(reader, shown.recap, most=1500) or common.cards_on_table(reader, shown, most=1500)
    )
    return played or ui.block(reader(_("Nothing has been played yet.")), most=200)


def _pause(table: Table, reader: Reader, seat: int) -> ui.Row | None:
    """Ways into a pause and out of it, at a table with clocks."""
    if not table.record.pace.limited or table.is_held:
        return None
    timing = table.timing
    if timing.paused is not None:
        return ui.row(ui.button(reader, _("End the pause"), "unpause", table.id))
    if not timing.asking:
        return ui.row(ui.button(reader, _("Ask for a pause"), "pause", table.id))
    if seat in timing.asking:
        return ui.row(ui.button(reader, _("No pause after all"), "unpause", table.id))
    return ui.row(
        ui.button(reader, _("Agree to a pause"), "pause", table.id, style=ui.PRIMARY),
        ui.button(reader, _("Rather play on"), "unpause", table.id),
    )


def _forced(table: Table, reader: Reader, seat: int) -> ui.Row | None:
    """Whether moves without a choice make themselves: a switch."""
    if table.orders.get(seat, NO_ORDER).forced:
        return ui.row(ui.button(reader, _("Make my forced moves myself"), "forced", table.id, 0))
    return ui.row(ui.button(reader, _("Make my forced moves for me"), "forced", table.id, 1))
