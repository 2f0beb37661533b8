"""The lobby: who sits at a table, what they will play, how the deal is sealed. Public."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Markup, Reader
from bot.screens import clocks, common
from bot.screens.common import rules_button, shuffle_commitment, table_footer, terms
from bot.tables import clocks as tables_clocks
from bot.tables import notices
from bot.tables.lobby import ANYONE_MAY_START_AFTER
from bot.tables.model import Notice, Seat, Table
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
        _what(table, reader),
        ui.Separator(),
        ui.block(
            *map(reader, (_needed(table), *_door(table), *_starting(table, now, opens), *_stakes(table))),
            most=700,
        ),
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
        return _("🤖 {player}, a robot ({strength})", player=sitter, strength=_strength(table, seat.robot))
    if seat.user == table.record.host:
        return _("👑 {player}, the host", player=sitter)
    return _("🏴‍☠️ {player}", player=sitter)


def _strength(table: Table, robot: str) -> Value:
    known = table.game.robots.get(robot)
    return known.label if known else robot


def _what(table: Table, reader: Reader) -> ui.TextBlock | None:
    return ui.block(ui.strong(reader, _("What is played")), *ui.bulleted(map(reader, terms(table))), most=700)


def _full(table: Table) -> bool:
    return len(table.seats) >= table.record.capacity


def _enough(table: Table) -> bool:
    return len(table.seats) in table.game.players_for(table.options)


def _needed(table: Table) -> Text:
    """How many are still wanted."""
    missing = table.game.players_for(table.options)[0] - len(table.seats)
    if missing > 0:
        return _n(
            "{count} more player is needed: press Join, or Add robot.",
            "{count} more players are needed: press Join, or Add robot.",
            missing,
        )
    if _full(table):
        return _("The table is full.")
    return _("Enough are here to begin, and there is room for more.")


def _door(table: Table) -> list[Text]:
    """Who may come in, if not everybody."""
    lines: list[Text] = []
    if table.record.locked:
        lines.append(_("🔒 The host has locked the table: nobody else can join."))
    if table.record.invited is not None:
        lines.append(_("✉️ By invitation: only those whom the host has invited can join."))
    return lines


def _starting(table: Table, now: float, opens: float | None) -> list[Text]:
    if not _enough(table):
        return []
    if now >= table.created + ANYONE_MAY_START_AFTER:
        return [_("Anybody who sits here may press Start. Then the seats are drawn and the cards are dealt.")]
    when = clocks.relative_time(table.created + ANYONE_MAY_START_AFTER if opens is None else opens)
    return [
        _("The host presses Start; {when}, anybody who sits here may. Then the seats are drawn.", when=when)
    ]


def _stakes(table: Table) -> list[Text]:
    if table.record.rated:
        return []
    return [_("Whoever wins: this game does not count for ratings.")]


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
        ui.Accent.AMBER,
        ui.block(reader(text), most=300),
        table_footer(reader, table),
        ui.row(close),
    )


# A tournament's table as it waits for its players: its card in the channel, and the board to be. Public.


def pod_card_screen(table: Table, reader: Reader, *, unix: clocks.Unix, board: str | None) -> ui.Screen:
    """What stands in the channel, short: there is one for each table of a round.

    `board`: the address of the message at which its players meet.
    """
    seats = reader.listed([_pod_seat(table, seat) for seat in range(len(table.seats))])
    where = None if board is None else reader(_meeting_place(board))
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(
            ui.heading(reader, common.pod_name(pod_of(table))),
            seats,
            reader(_until(table, unix)),
            where,
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
    pod = pod_of(table)
    return ui.screen(
        ui.Accent.TEAL,
        _pod_greeting(table, reader) if opening else None,
        ui.block(
            ui.heading(reader, common.pod_name(pod)),
            reader(_until(table, unix)),
            reader(_absent(table)),
            most=900,
        ),
        _pod_players(table, reader),
        clocks.news(table, reader),
        ui.Separator(),
        ui.block(*map(ui.small, (*shuffle_commitment(reader, table), reader(cutters(table)))), most=900),
        table_footer(reader, table),
        ui.row(
            _present_button(table, reader),
            ui.button(reader, _("Cut"), "cut", table.id),
            rules_button(reader, table.id),
        ),
    )


def _present_button(table: Table, reader: Reader) -> ui.Button:
    return ui.button(reader, _("I am here"), "here", table.id, style=ui.PRIMARY)


def _pod_greeting(table: Table, reader: Reader) -> ui.TextBlock | None:
    people = Listed(tuple(Markup(f"<@{user}>") for user in table.people))
    return ui.block(reader(_("{people}: this is your table. Press I am here.", people=people)), most=400)


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


def _pod_players(table: Table, reader: Reader) -> ui.TextBlock | None:
    lines = [reader(_pod_seat(table, seat)) for seat in range(len(table.seats))]
    return ui.block(ui.strong(reader, _("Who plays, in this order")), *ui.bulleted(lines), most=1000)


def _pod_seat(table: Table, seat: int) -> Text:
    player = Player(seat)
    if table.entrant(seat) in pod_of(table).out:
        return _("🚫 {player} is out of the tournament", player=player)
    if table.seats[seat].person is None:
        return _("🤖 {player}", player=player)
    if table.is_missing(seat):
        return _("⌛ {player}", player=player)
    return _("✅ {player} is here", player=player)


def _meeting_place(board: str | None) -> Text:
    return _("The players meet here: {board}", board=Markup(board or ""))


# What the lobby's message says while the game goes on: who plays, and where the board is. Public.
#
# Short, because it may stand below somebody's open hand.


def game_started_screen(table: Table, reader: Reader, board: str | None) -> ui.Screen:
    """That the cards are dealt. `board`: the address of the board's message, if it stands already."""
    return ui.screen(
        ui.Accent.NAVY,
        ui.block(
            ui.heading(reader, table.game.title),
            reader(_started_players(table)),
            reader(_where_board_is(board)),
            common.pod_line(reader, table),
            most=1000,
        ),
        _started_terms(table, reader),
        ui.block(*map(ui.small, common.shuffle_commitment(reader, table)), most=300),
        common.table_footer(reader, table),
        ui.row(
            ui.hand_button(reader, table.id, style=ui.PRIMARY),
            common.rules_button(reader, table.id),
            ui.button(reader, _("More"), "more", table.id),
        ),
    )


def _started_terms(table: Table, reader: Reader) -> ui.TextBlock | None:
    """What is played; a tournament's announcement says that for all its tables."""
    if table.record.pod is not None:
        return None
    return ui.block(*map(ui.small, map(reader, common.terms(table))), most=700)


def _started_players(table: Table) -> Text:
    players = Listed(tuple(Player(seat) for seat in range(len(table.seats))))
    return _("The game has begun: {players} play, in this order.", players=players)


def _where_board_is(board: str | None) -> Text:
    if board is None:
        return _("The board will stand here in a moment. My hand shows what is yours and what you can do.")
    return _(
        "The board is here: {board}. My hand shows what is yours and what you can do.", board=Markup(board)
    )


# What is left of a table that closed without a result. Public.


def table_closed_screen(table: Table, reader: Reader) -> ui.Screen:
    """That it closed, why, and what to do instead."""
    return ui.screen(
        ui.Accent.GREY,
        ui.block(ui.heading(reader, _("{game}: this table has closed", game=table.game.title)), most=200),
        ui.block(
            reader(_why_closed(table)),
            reader(_what_instead(table)),
            most=500,
        ),
        ui.block(*map(reader, map(notices.notice_text, _by_a_moderator(table))), most=500),
        ui.block(common.pod_line(reader, table), most=200),
        common.table_footer(reader, table),
    )


def _what_instead(table: Table) -> Text:
    if table.record.pod is not None:
        return _("The tournament's messages in the channel say how it goes on.")
    return _("/table create opens a new one, /play deals you cards at once.")


def _by_a_moderator(table: Table) -> Sequence[Notice]:
    """Who closed it, and what for."""
    void = table.record.closed_by == "void"
    return [each for each in table.record.happenings[-1:] if void and each.by is not None]


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
        case _:
            return _why_people_closed_it(table)


def _why_people_closed_it(table: Table) -> Text:
    if table.owners:
        return _("The host called it off before the first move.")
    if table.state is None:
        return _("Everybody had left before the game began.")
    return _("Nobody was left who played; robots do not play on among themselves.")
