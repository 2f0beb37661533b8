"""The lobby: who sits at a table, when and what they will play. Public."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.hours import agreement
from bot.hours.screens import hour_button, hour_in_words
from bot.i18n import Markup, Reader
from bot.i18n.sanitising import truncate_distinct
from bot.images.model import MessageImage
from bot.screens import clocks, common
from bot.screens.common import rules_button, table_footer, terms
from bot.screens.pod_verdicts import result_lines
from bot.tables import calling, notices
from bot.tables import clocks as tables_clocks
from bot.tables.lobby import ANYONE_MAY_START_AFTER, NO_CUT, rematch_waits_until
from bot.tables.model import ROBOTS, Seat, Table
from bot.tables.pods import is_void, pod_of
from bot.tables.reliability import Reliability, in_words
from bot.ui import components as ui
from games.contract import AnyGame, Options
from games.text import Listed, Player, Text, Value, _, _n, labelled
from games.thinking.levels import MANNERS, level_of

NOBODY_KNOWN: Mapping[int, Reliability] = {}
"""Of nobody it is known how they play."""
MOST_LINES = 4
"""Seats that have a line each."""
LONGEST_OF_MANY = 16
"""Characters of a name where there are more."""
MOST_OPTIONS_NAMED = 2
"""Options that the lobby names; More tells all."""


def lobby_screen(
    table: Table, reader: Reader, now: float, opens: float | None = None, picture: MessageImage | None = None
) -> ui.Screen:
    """The table as it waits for people. `now`: Unix seconds, as the table's own times are.

    `opens`: when a rematch no longer waits, for a clock that does not go as people's do. `picture`: the
    game's cover, which says its title and what it is about.
    """
    covered = picture is not None and picture.drawn is not None
    return ui.screen(
        ui.Accent.TEAL,
        picture,
        None
        if covered
        else ui.block(ui.title(reader, table.game.title), ui.small(reader(table.game.tagline)), most=300),
        ui.block(
            *_seats(table, reader),
            *map(reader, _how_it_stands(table, now, opens)),
            " · ".join(map(reader, _what_is_played(table))),
            common.seal_line(reader, table),
            most=1900,
        ),
        ui.row(
            ui.button(
                reader, _("Join"), "join", table.id, style=ui.SECONDARY if _full(table) else ui.PRIMARY
            ),
            ui.button(reader, _("Leave"), "leave", table.id),
            ui.button(
                reader, _("Start"), "start", table.id, style=ui.SUCCESS if _enough(table) else ui.SECONDARY
            ),
        ),
        ui.row(
            ui.button(reader, _("Add robot"), "robot", table.id),
            _when_button(table, reader),
            ui.button(reader, _("More"), "more", table.id),
        ),
    )


def wanted_screen(
    table: Table, reader: Reader, called: Sequence[int], roles: Sequence[int], where: str | None
) -> ui.Screen:
    """That players are wanted, and who wants to know of it. Public. `where`: the lobby's address."""
    free = table.record.capacity - len(table.seats)
    wanted = _n(
        "📣 {game}: {count} more player wanted",
        "📣 {game}: {count} more players wanted",
        free,
        game=table.game.title,
    )
    pinged = [*(Markup(f"<@&{role}>") for role in roles), *(Markup(f"<@{user}>") for user in called)]
    about = (pace_line(table), options_line(table))
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(
            ui.strong(reader, wanted),
            " · ".join(map(reader, about)),
            reader.listed(pinged) if pinged else None,
            most=1500,
        ),
        ui.row(
            ui.button(reader, _("Join"), "aboard", table.id, style=ui.SUCCESS),
            None if where is None else ui.link(reader, _("The table"), where),
        ),
    )


def full_screen(table: Table, reader: Reader, host: int | None = None) -> ui.Screen:
    """Asks the host to start. `host`: whom it pings in public; None: it is told directly."""
    aboard = _n("{count} aboard. Start?", "{count} aboard. Start?", len(table.seats))
    named = _("{game}: {what}", game=table.game.title, what=aboard)
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(reader(named) if host is None else f"<@{host}> {reader(named)}", most=300),
        ui.row(ui.button(reader, _("Start"), "startnow", table.id, style=ui.SUCCESS)),
    )


def _when_button(table: Table, reader: Reader) -> ui.Button:
    """To the other way of playing than the one that stands there: in one sitting, or over days."""
    if table.record.pace.live:
        return ui.button(reader, _("Over days"), "when", table.id, "days", emoji="🗓️")
    return ui.button(reader, _("Now"), "when", table.id, "now", emoji="⚡")


def _seats(table: Table, reader: Reader) -> list[str]:
    """Who sits there: a line each, or one after the other where that would be a long list."""
    many = len(table.seats) > MOST_LINES
    if many:
        reader = Reader(reader.locale, reader.game, truncate_distinct(reader.names, LONGEST_OF_MANY))
    seats = [reader(_seat(table, index, seat)) for index, seat in enumerate(table.seats)]
    return [" · ".join(seats)] if many else seats


def _seat(table: Table, index: int, seat: Seat) -> Text:
    sitter = Player(index)
    if seat.robot:
        known = table.game.robots.get(level_of(table.game, seat.robot))
        level: Value = known.name if known else seat.robot
        manner, _weighs = MANNERS.get(ROBOTS.get(seat.name, ""), (None, None))
        if manner is not None and len(table.seats) <= MOST_LINES:
            return _("🤖 {player} ({level}, {manner})", player=sitter, level=level, manner=manner)
        return _("🤖 {player} ({level})", player=sitter, level=level)
    host = seat.user == table.record.host
    if seat.on_time and len(table.seats) <= MOST_LINES:
        told = _("👑 {player} · on time {percent} %", player=sitter, percent=seat.on_time)
        other = _("🏴‍☠️ {player} · on time {percent} %", player=sitter, percent=seat.on_time)
        return told if host else other
    return _("👑 {player}", player=sitter) if host else _("🏴‍☠️ {player}", player=sitter)


def _full(table: Table) -> bool:
    return len(table.seats) >= table.record.capacity


def _enough(table: Table) -> bool:
    return len(table.seats) in table.game.players_for(table.options)


def _how_it_stands(table: Table, now: float, opens: float | None) -> Iterator[Text]:
    """How many are still wanted, and who may start."""
    expected = table.record.expected
    if expected:
        who = Listed(tuple(Markup(f"<@{user}>") for user in expected))
        end = rematch_waits_until(table) if opens is None else opens
        when = Markup(f"<t:{int(end)}:{'t' if table.record.pace.live else 'f'}>")
        yield _(
            "🔁 Rematch! {people}, press Join. From {when} we can start without you.", people=who, when=when
        )
        return
    missing = table.game.players_for(table.options)[0] - len(table.seats)
    free = table.record.capacity - len(table.seats)
    if missing > 0:
        yield _n("🪑 {count} more to start", "🪑 {count} more to start", missing)
    elif free > 0:
        yield _n("🪑 Ready to start, {count} seat free", "🪑 Ready to start, {count} seats free", free)
    else:
        yield _("🪑 Full, ready to start")
    if missing <= 0 and len(table.seats) <= MOST_LINES and now >= table.created + ANYONE_MAY_START_AFTER:
        yield _("Anyone here may press Start.")


def _what_is_played(table: Table) -> Iterator[Text]:
    """When, by which rules, who may come in, and what is at stake: a few words each."""
    yield pace_line(table)
    yield options_line(table)
    if table.record.locked:
        yield _("🔒 Locked")
    elif table.record.invited is not None:
        yield _("✉️ By invitation")
    if not table.record.rated:
        yield _("Unrated, no hints") if table.record.no_hints else _("Unrated")


def pace_line(table: Table) -> Text:
    """When it is played: in one sitting, or over days."""
    pace = table.record.pace
    if not pace.limited:
        return _("⏱️ No clock")
    if pace.live:
        return _("⚡ Now: {time} a move", time=clocks.duration(pace.move))
    return _("🗓️ Over days: {time} a move", time=clocks.duration(pace.move))


def options_line(table: Table) -> Text:
    """What is played otherwise than usual, in a line."""
    changed = list(chosen_otherwise(table.game, table.options, table.game.Options()))
    if not changed:
        return _("📜 Standard rules")
    named_here = MOST_OPTIONS_NAMED if len(table.seats) <= MOST_LINES else 1
    more = len(changed) - named_here
    if more > 0:
        changed[named_here:] = [_n("{count} more option", "{count} more options", more)]
    return _("📜 {options}", options=Listed(tuple(changed)))


def chosen_otherwise(game: AnyGame, options: Options, than: Options) -> Iterator[Value]:
    """What is chosen otherwise `than` there, as people call it."""
    for field in game.option_fields(options):
        now = getattr(options, field.name)
        if now != getattr(than, field.name):
            named = next((offer.label for offer in field.values if offer.value == now), str(now))
            yield field.label if now is True else labelled(field.label, named)


def lobby_more_screen(
    table: Table, reader: Reader, user: int, reliable: Mapping[int, Reliability] = NOBODY_KNOWN
) -> ui.Screen:
    """What is one press away from the lobby: all that is played, how those play who sit there (`reliable`, by
    seat), and what the host can change. Private.
    """
    conduct = (
        _("{player}: {conduct}", player=Player(seat), conduct=in_words(one)) for seat, one in reliable.items()
    )
    pod = table.record.pod is not None
    host = user == table.record.host and not pod
    calls = host and not table.in_group and table.record.wanted is None and calling.has_room(table)
    seated = table.seat_of(user) is not None
    return ui.screen(
        ui.Accent.SAND,
        ui.block(*ui.bulleted(map(reader, terms(table))), most=1200),
        ui.block(*ui.bulleted(map(reader, conduct)), most=1000),
        ui.block(*map(reader, _doors(table)), reader(cutters(table)), most=900),
        table_footer(reader, table),
        ui.row(
            ui.button(reader, _("Call players"), "callplayers", table.id, style=ui.PRIMARY, emoji="📣")
            if calls
            else None,
            ui.button(reader, _("Options"), "options", table.id) if host else None,
            ui.button(reader, _("Seats"), "doors", table.id) if host else None,
        ),
        ui.row(
            rules_button(reader, table.id),
            ui.button(reader, _("Cut"), "cut", table.id) if seated and not table.shares_deals else None,
            common.proof_button(reader, table),
            ui.button(reader, _("Close table"), "close", table.id, style=ui.DANGER) if host else None,
        ),
    )


def _doors(table: Table) -> Iterator[Text]:
    """Who may come in, and who may start."""
    if table.record.pod is not None:
        yield _absent(table)
        return
    if table.record.locked:
        yield _("🔒 The host has locked the table.")
    elif table.record.invited is not None:
        yield _("✉️ Only those the host has invited can join.")
    when = clocks.relative_time(table.created + ANYONE_MAY_START_AFTER)
    yield _("The host can start now, anyone here {when}. Seats are drawn by lot.", when=when)


def cutters(table: Table) -> Text:
    """Who has put a word into the shuffle."""
    if table.shares_deals:
        return NO_CUT
    users = {cut.user for cut in table.record.cuts}
    seats = tuple(Player(index) for index, seat in enumerate(table.seats) if seat.user in users)
    if not seats:
        return _("✂️ Nobody has cut yet: Cut puts a word of your own into the shuffle.")
    return _("✂️ Cut by {names}. Their words are shown after the game.", names=Listed(seats))


def confirm_close(table: Table, reader: Reader) -> ui.Screen:
    """Whether the host means to call it off."""
    text = _("Close this table for everyone? There is no way back.")
    close = ui.button(reader, _("Close table"), "closeconfirm", table.id, style=ui.DANGER)
    back = ui.button(reader, _("Back"), "more", table.id)
    return ui.screen(
        ui.Accent.AMBER, ui.block(reader(text), most=300), table_footer(reader, table), ui.row(close, back)
    )


# A tournament's table as it waits for its players: its card in the channel, and the board to be. Public.


def pod_card_screen(table: Table, reader: Reader, *, unix: clocks.Unix, board: str | None) -> ui.Screen:
    """What stands in the channel, short: there is one for each table of a round.

    `board`: the address of the message at which its players meet.
    """
    where = None if board is None else reader(_("Meet here: {board}", board=Markup(board)))
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(
            ui.heading(reader, common.pod_name(pod_of(table))),
            reader.listed([_pod_seat(table, seat) for seat in range(len(table.seats))]),
            reader(_until(table, unix)),
            where,
            most=1900,
        ),
        ui.block(common.seal_line(reader, table), most=200),
        ui.row(hour_button(table, reader), _present_button(table, reader), rules_button(reader, table.id)),
    )


def pod_lobby_screen(table: Table, reader: Reader, *, unix: clocks.Unix, opening: bool = False) -> ui.Screen:
    """Where the players meet, and where the board will be. `opening`: as it is first posted, with the one
    mention of those who play.
    """
    people = common.mentions(table)
    greeting = (
        _("{people}, this is your table: find a time to play.", people=people)
        if agreement.is_open(table)
        else _("{people}, this is your table: press “I am here”.", people=people)
    )
    players = (reader(_pod_seat(table, seat)) for seat in range(len(table.seats)))
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(reader(greeting), most=400) if opening else None,
        ui.block(ui.heading(reader, common.pod_name(pod_of(table))), *players, most=1000),
        clocks.news(table, reader),
        ui.block(reader(_until(table, unix)), most=300),
        ui.block(common.seal_line(reader, table), most=200),
        ui.row(
            hour_button(table, reader),
            _present_button(table, reader),
            rules_button(reader, table.id),
            ui.button(reader, _("More"), "more", table.id),
        ),
    )


def _present_button(table: Table, reader: Reader) -> ui.Button | None:
    if table.is_early:
        return None
    return ui.button(reader, _("I am here"), "here", table.id, style=ui.PRIMARY)


def _until(table: Table, unix: clocks.Unix) -> Text:
    """What the table waits for."""
    end = tables_clocks.show_up_deadline(table)
    if not table.awaited:
        return _("All here: dealing the cards.")
    if end is None:
        return _("Waiting for players; the clocks are stopped.")
    if table.is_early:
        return hour_in_words(table)
    return _("I deal when all are here, or {when}.", when=clocks.relative_time(unix(end)))


def _absent(table: Table) -> Text:
    if pod_of(table).absent == "robot":
        return _("A robot plays for anyone who is late, until they come.")
    return _("Anyone who is late misses this game; robots fill in only where too few are left.")


def _pod_seat(table: Table, seat: int) -> Text:
    player = Player(seat)
    if table.entrant(seat) in pod_of(table).out:
        return _("🚫 {player} is out", player=player)
    if table.seats[seat].person is None:
        return _("🤖 {player}", player=player)
    if table.is_missing(seat):
        return _("⌛ {player}", player=player)
    return _("✅ {player}", player=player)


# What the lobby's message says while the game goes on: who plays, and where the board is. Public.
#
# Short, because it may stand below somebody's open hand.


def game_started_screen(table: Table, reader: Reader, board: str | None) -> ui.Screen:
    """That the cards are dealt. `board`: the address of the board's message, if it stands already."""
    players = Listed(tuple(Player(seat) for seat in range(len(table.seats))))
    where = None if board is None else reader(_("⚔️ The board: {board}", board=Markup(board)))
    return ui.screen(
        ui.Accent.NAVY,
        ui.block(
            ui.heading(reader, table.game.title),
            reader(_("{players} are playing.", players=players)),
            where,
            common.pod_line(reader, table),
            most=1000,
        ),
        ui.block(common.seal_line(reader, table), most=200),
        ui.row(
            ui.hand_button(reader, table.id, style=ui.PRIMARY),
            common.rules_button(reader, table.id),
            ui.button(reader, _("More"), "more", table.id),
        ),
    )


# What is left of a table that closed without a result. Public.


def table_closed_screen(table: Table, reader: Reader) -> ui.Screen:
    """Says that a table has closed without a result, why, and what to do instead."""
    pod = common.pod_line(reader, table)
    instead = _("/play deals you a game at once, /table create opens a new table.")
    latest = table.record.happenings[-1:] if is_void(table) else ()
    by_a_moderator = (notices.notice_text(each) for each in latest if each.by is not None)
    return ui.screen(
        ui.Accent.GREY,
        ui.block(ui.heading(reader, _("{game}: table closed", game=table.game.title)), most=200),
        ui.block(*map(reader, _why_closed(table)), *map(reader, by_a_moderator), most=700),
        ui.block(reader(instead) if pod is None else pod, most=500),
        common.table_footer(reader, table),
    )


def homeless_screen(table: Table, reader: Reader) -> ui.Screen:
    """Told to its host directly: the table was closed with its channel."""
    said = _("🍂 Your table {table} is closed: its channel was deleted.", table=Markup(f"`{table.id}`"))
    instead = _("/table create opens another, in any channel.")
    return ui.screen(ui.Accent.GREY, ui.block(reader(said), reader(instead), most=400))


def _why_closed(table: Table) -> list[Text]:
    """Why it closed; of a tournament's table that the organiser closed, what counts of it."""
    pod = table.record.pod
    if table.record.closed_by != "void" or pod is None:
        return [_reason_of_closing(table)]
    return [_("The organiser decided this table.")] if pod.verdict is None else list(result_lines(table))


def _reason_of_closing(table: Table) -> Text:
    match table.record.closed_by:
        case "void" | "cleared":
            return _("It was declared void: nothing played here counts.")
        case "untouched":
            return _("Nobody did anything here for a day.")
        case "deserted":
            return _("Nobody came back for a week. The game doesn't count.")
        case "homeless":
            return _("Its channel was deleted before the game began.")
        case "forgotten":
            return _("Nobody moved for a month. The game doesn't count.")
        case _ if table.owners:
            return _("The host called it off before the first move.")
        case _ if table.state is None:
            return _("Everyone left before the game began.")
        case _:
            return _("Everyone left, and robots don't play on by themselves.")
