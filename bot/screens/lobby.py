"""The lobby: who sits at a table, what they will play, how the deal is sealed. Public."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import Markup, Reader
from bot.screens import clocks, common
from bot.screens.common import rules_button, shuffle_commitment, table_footer, terms
from bot.tables import clocks as tables_clocks
from bot.tables import notices
from bot.tables.lobby import ANYONE_MAY_START_AFTER
from bot.tables.model import Seat, Table
from bot.tables.pods import pod_of
from bot.ui import components as ui
from games.text import Listed, Player, Text, Value, _, _n


def lobby_screen(table: Table, reader: Reader, now: float, opens: float | None = None) -> ui.Screen:
    """The table as it waits for people. `now`: Unix seconds, as the table's own times are.

    `opens`: when anybody may start, for a clock that does not go as people's do.
    """
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(ui.title(reader, table.game.title), ui.small(reader(table.game.tagline)), most=300),
        _who(table, reader),
        ui.block(ui.strong(reader, _("What is played")), *ui.bulleted(map(reader, terms(table))), most=700),
        ui.Separator(),
        ui.block(*map(reader, _how_it_stands(table, now, opens)), most=700),
        _deal(table, reader),
        table_footer(reader, table),
        ui.row(
            ui.button(
                reader, _("Join"), "join", table.id, style=ui.SECONDARY if _full(table) else ui.PRIMARY
            ),
            ui.button(reader, _("Leave"), "leave", table.id),
            ui.button(reader, _("Cut"), "cut", table.id),
            ui.button(reader, _("Add robot"), "robot", table.id),
            ui.button(
                reader, _("Start"), "start", table.id, style=ui.SUCCESS if _enough(table) else ui.SECONDARY
            ),
        ),
        ui.row(ui.button(reader, _("Options"), "options", table.id), rules_button(reader, table.id)),
    )


def _who(table: Table, reader: Reader) -> ui.TextBlock | None:
    taken = _n(
        "{taken} of {count} seat taken",
        "{taken} of {count} seats taken",
        table.record.capacity,
        taken=len(table.seats),
    )
    lines = [reader(_seat(table, index, seat)) for index, seat in enumerate(table.seats)]
    free = table.record.capacity - len(table.seats)
    if free:
        lines.append(reader(_n("🪑 {count} free seat", "🪑 {count} free seats", free)))
    return ui.block(ui.strong(reader, taken), *ui.bulleted(lines), most=1000)


def _seat(table: Table, index: int, seat: Seat) -> Text:
    sitter = Player(index)
    if seat.robot:
        known = table.game.robots.get(seat.robot)
        strength: Value = known.label if known else seat.robot
        return _("🤖 {player}, a robot ({strength})", player=sitter, strength=strength)
    if seat.user == table.record.host:
        return _("👑 {player}, the host", player=sitter)
    return _("🏴‍☠️ {player}", player=sitter)


def _full(table: Table) -> bool:
    return len(table.seats) >= table.record.capacity


def _enough(table: Table) -> bool:
    return len(table.seats) in table.game.players_for(table.options)


def _how_it_stands(table: Table, now: float, opens: float | None) -> Iterator[Text]:
    """How many are still wanted, who may come in, who may start, and what is at stake."""
    missing = table.game.players_for(table.options)[0] - len(table.seats)
    if missing > 0:
        yield _n(
            "{count} more player is needed: press Join, or Add robot.",
            "{count} more players are needed: press Join, or Add robot.",
            missing,
        )
    elif _full(table):
        yield _("The table is full.")
    else:
        yield _("Enough are here to begin, and there is room for more.")
    if table.record.locked:
        yield _("🔒 The host has locked the table: nobody else can join.")
    if table.record.invited is not None:
        yield _("✉️ By invitation: only those whom the host has invited can join.")
    anyone = table.created + ANYONE_MAY_START_AFTER
    if _enough(table) and now >= anyone:
        yield _("Anybody who sits here may press Start. Then the seats are drawn and the cards are dealt.")
    elif _enough(table):
        when = clocks.relative_time(anyone if opens is None else opens)
        yield _(
            "The host presses Start; {when}, anybody who sits here may. Then the seats are drawn.", when=when
        )
    if not table.record.rated:
        yield _("Whoever wins: this game does not count for ratings.")


def _deal(table: Table, reader: Reader) -> ui.TextBlock | None:
    """What the shuffle is bound to. Words that cut it stay secret to the end: nobody can aim at a deal."""
    return ui.block(*map(ui.small, (*shuffle_commitment(reader, table), reader(cutters(table)))), most=900)


def cutters(table: Table) -> Text:
    """Who has put a word into the shuffle."""
    users = {cut.user for cut in table.record.cuts}
    seats = tuple(Player(index) for index, seat in enumerate(table.seats) if seat.user in users)
    if not seats:
        return _(
            "Nobody has cut yet. To be sure that nobody prepared the deal, press Cut, best just before the "
            "start, and put a word of your own into the shuffle."
        )
    return _("Cut by {names}. Their words are shown when the game has ended.", names=Listed(seats))


def confirm_close(table: Table, reader: Reader) -> ui.Screen:
    """Whether the host means to call it off."""
    text = _("Close this table for everybody? It cannot be opened again.")
    close = ui.button(reader, _("Close the table"), "closeconfirm", table.id, style=ui.DANGER)
    return ui.screen(
        ui.Accent.AMBER, ui.block(reader(text), most=300), table_footer(reader, table), ui.row(close)
    )


# A tournament's table as it waits for its players: its card in the channel, and the board to be. Public.


def pod_card_screen(table: Table, reader: Reader, *, unix: clocks.Unix, board: str | None) -> ui.Screen:
    """What stands in the channel, short: there is one for each table of a round.

    `board`: the address of the message at which its players meet.
    """
    seats = reader.listed([_pod_seat(table, seat) for seat in range(len(table.seats))])
    where = None if board is None else _("The players meet here: {board}", board=Markup(board))
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(
            ui.heading(reader, common.pod_name(pod_of(table))),
            seats,
            reader(_until(table, unix)),
            None if where is None else reader(where),
            most=1900,
        ),
        ui.block(*map(ui.small, shuffle_commitment(reader, table)), most=300),
        table_footer(reader, table),
        ui.row(_present_button(table, reader), rules_button(reader, table.id)),
    )


def pod_lobby_screen(table: Table, reader: Reader, *, unix: clocks.Unix, opening: bool = False) -> ui.Screen:
    """Where the players meet, and where the board will be. `opening`: as it is first posted, with the one
    mention of those who play.
    """
    greeting = _("{people}: this is your table. Press I am here.", people=common.mentions(table))
    head = ui.heading(reader, common.pod_name(pod_of(table)))
    players = (reader(_pod_seat(table, seat)) for seat in range(len(table.seats)))
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(reader(greeting), most=400) if opening else None,
        ui.block(head, reader(_until(table, unix)), reader(_absent(table)), most=900),
        ui.block(ui.strong(reader, _("Who plays, in this order")), *ui.bulleted(players), most=1000),
        clocks.news(table, reader),
        ui.Separator(),
        _deal(table, reader),
        table_footer(reader, table),
        ui.row(
            _present_button(table, reader),
            ui.button(reader, _("Cut"), "cut", table.id),
            rules_button(reader, table.id),
        ),
    )


def _present_button(table: Table, reader: Reader) -> ui.Button:
    return ui.button(reader, _("I am here"), "here", table.id, style=ui.PRIMARY)


def _until(table: Table, unix: clocks.Unix) -> Text:
    """What the table waits for."""
    end = tables_clocks.show_up_deadline(table)
    if not table.awaited:
        return _("Everybody is here: the cards are being dealt.")
    if end is None:
        return _("This table waits for its players. The waiting time stands still: the clocks are stopped.")
    return _(
        "This table waits for its players. The cards are dealt when all of them are here, or else {when}.",
        when=clocks.relative_time(unix(end)),
    )


def _absent(table: Table) -> Text:
    if pod_of(table).absent == "robot":
        return _("Whoever has not come by then has a robot in their place until they come.")
    return _(
        "Whoever has not come by then is a walk-over: the others play without them. Where too few would be "
        "left to play, robots keep seats until their players come."
    )


def _pod_seat(table: Table, seat: int) -> Text:
    player = Player(seat)
    if table.entrant(seat) in pod_of(table).out:
        return _("🚫 {player} is out of the tournament", player=player)
    if table.seats[seat].person is None:
        return _("🤖 {player}", player=player)
    if table.is_missing(seat):
        return _("⌛ {player}", player=player)
    return _("✅ {player} is here", player=player)


# What the lobby's message says while the game goes on: who plays, and where the board is. Public.
#
# Short, because it may stand below somebody's open hand.


def game_started_screen(table: Table, reader: Reader, board: str | None) -> ui.Screen:
    """That the cards are dealt. `board`: the address of the board's message, if it stands already."""
    players = Listed(tuple(Player(seat) for seat in range(len(table.seats))))
    # What is played at a tournament's tables, its announcement says for all of them.
    pod = common.pod_line(reader, table)
    return ui.screen(
        ui.Accent.NAVY,
        ui.block(
            ui.heading(reader, table.game.title),
            reader(_("The game has begun: {players} play, in this order.", players=players)),
            reader(_where_board_is(board)),
            pod,
            most=1000,
        ),
        None if pod else ui.block(*map(ui.small, map(reader, common.terms(table))), most=700),
        ui.block(*map(ui.small, common.shuffle_commitment(reader, table)), most=300),
        common.table_footer(reader, table),
        ui.row(
            ui.hand_button(reader, table.id, style=ui.PRIMARY),
            common.rules_button(reader, table.id),
            ui.button(reader, _("More"), "more", table.id),
        ),
    )


def _where_board_is(board: str | None) -> Text:
    if board is None:
        return _("The board will stand here in a moment. My hand shows what is yours and what you can do.")
    return _(
        "The board is here: {board}. My hand shows what is yours and what you can do.", board=Markup(board)
    )


# What is left of a table that closed without a result. Public.


def table_closed_screen(table: Table, reader: Reader) -> ui.Screen:
    """That it closed, why, and what to do instead."""
    pod = common.pod_line(reader, table)
    instead = _("/table create opens a new one, /play deals you cards at once.")
    how_on = _("The tournament's messages in the channel say how it goes on.")
    void = table.record.closed_by == "void"
    latest = table.record.happenings[-1:]
    by_a_moderator = (notices.notice_text(each) for each in latest if void and each.by is not None)
    return ui.screen(
        ui.Accent.GREY,
        ui.block(ui.heading(reader, _("{game}: this table has closed", game=table.game.title)), most=200),
        ui.block(reader(_why_closed(table)), reader(instead if pod is None else how_on), most=500),
        ui.block(*map(reader, by_a_moderator), most=500),
        ui.block(pod, most=200),
        common.table_footer(reader, table),
    )


def _why_closed(table: Table) -> Text:
    match table.record.closed_by:
        case "void":
            return _("This table was declared void: what was played here does not count for anybody.")
        case "untouched":
            return _("Nobody did anything here for a day, so the table has closed itself.")
        case "deserted":
            return _("Nobody came back for a week, so the game has stopped. It does not count for anybody.")
        case "forgotten":
            return _("Nobody has moved for a month, so the game has stopped. It does not count for anybody.")
        case _ if table.owners:
            return _("The host called it off before the first move.")
        case _ if table.state is None:
            return _("Everybody had left before the game began.")
        case _:
            return _("Nobody was left who played; robots do not play on among themselves.")
