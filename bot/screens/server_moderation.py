"""What moderators do to a whole server: bans, and waiting tables closed at once. Private."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import NAMELESS, escape_markdown
from bot.screens import clocks
from bot.screens.admin_actions import LENGTH, LONGEST_REASON, PERSON, REASON
from bot.screens.audit_log import HERE
from bot.screens.common import left_out
from bot.tables.model import Table
from bot.tables.server_moderation import BAN_LENGTHS, name_of
from bot.ui import components as ui
from bot.ui import custom_ids
from games.text import Listed, Text, _, _n
from storage.models import BanRow

GAMES = "games"
"""The field that says what becomes of the games they are in."""
STAY, GO = "stay", "go"
BANS_ON_A_PAGE, TABLES_SHOWN = 10, 8


def ban_modal(user: int, games: int, seconds: float, reason: str, reader: Reader) -> ui.Modal:
    """Says what a ban is, and asks for the rest: sending it off is the confirmation. `games`: in how many
    games and tournaments they are.
    """
    effect = _("They stay on the server, but open and join no table here and enter no tournament.")
    going_on = _n(
        "They're in {count} game or tournament just now.",
        "They're in {count} games or tournaments just now.",
        games,
    )
    options = (
        ui.option(reader, words, str(int(each)), chosen=each == seconds)
        for each, words in BAN_LENGTHS.items()
    )
    length = ui.Select(LENGTH, tuple(options))
    stay = ui.option(reader, _("Let them finish what they've started"), STAY, chosen=True)
    go = ui.option(reader, _("Take them out: robots play on"), GO)
    their_games = ui.Select(GAMES, (stay, go))
    why = ui.text_input(reader, REASON, LONGEST_REASON, _("I tell them, nobody else."), reason, required=True)
    person = ui.UserSelect(
        PERSON,
        ui.placeholder(reader.plain(_("Somebody on this server"))),
        max_values=1,
        default_values=(ui.DefaultValue(str(user), "user"),),
    )
    return ui.modal(
        reader,
        _("Ban from playing here"),
        custom_ids.encode("sban", HERE),
        ui.block(reader(effect), reader(going_on) if games else None, most=900),
        ui.labelled(reader, _("Who"), person),
        ui.labelled(reader, _("How long"), length),
        ui.labelled(reader, _("The reason"), why),
        ui.labelled(reader, _("Their games"), their_games) if games else None,
    )


def banned_screen(
    ban: BanRow, left: int, reader: Reader, entry: int | None, *, told: bool = True
) -> ui.Screen:
    """That somebody is banned; `left`: out of how many games and tournaments they were taken; `told`: whether
    they know of it.
    """
    said = [_ends(ban)]
    if left:
        said.append(
            _n("Taken out of {count} game or tournament.", "Taken out of {count} games or tournaments.", left)
        )
    if not told:
        said.append(_("I can't write to them: they'll see it when they next try to play."))
    return _done(said, entry, ui.button(reader, _("All bans"), "sbans", 0), reader)


def _done(said: Iterable[Text], entry: int | None, on: ui.Button, reader: Reader) -> ui.Screen:
    """What has happened, with the way back, if there is one (`entry`: its number in the log), and `on`."""
    back = None if entry is None else ui.button(reader, _("Undo"), "sback", HERE, entry)
    return ui.screen(ui.Accent.TEAL, ui.block(*map(reader, said), most=900), ui.row(back, on))


def ban_notice(ban: BanRow, who: str, server: str, reason: str, reader: Reader) -> ui.Screen:
    """For whom it is about: that they are banned, by whom, until when and why."""
    if ban.until is None:
        said = _("🚫 {who} banned you from playing on {server} for good.", who=who, server=server)
    else:
        until = clocks.date_and_time(ban.until)
        said = _(
            "🚫 {who} banned you from playing on {server} until {until}.",
            who=who,
            server=server,
            until=until,
        )
    mistake = ui.small(reader(_("Ask the moderators there if that's a mistake.")))
    return ui.screen(ui.Accent.AMBER, ui.block(reader(said), _why(reason, reader), mistake, most=900))


def lift_notice(who: str, server: str, reason: str, out_of: Sequence[str], reader: Reader) -> ui.Screen:
    """For whom it was about: they may play again; `out_of`: tournaments into which organisers let them."""
    said = _("⛵ {who} lifted your ban. You can play on {server} again!", who=who, server=server)
    out = None
    if out_of:
        names = Listed(tuple(out_of[:MOST_NAMED]))
        out = reader(
            _("You're still out of {tournaments}. To come back, ask the organiser.", tournaments=names)
        )
    return ui.screen(ui.Accent.GREEN, ui.block(reader(said), _why(reason, reader), out, most=900))


MOST_NAMED = 5
"""Tournaments that are named to whoever is out of them."""


def _why(reason: str, reader: Reader) -> str | None:
    written = Markup(escape_markdown(reason, LONGEST_REASON))
    return reader(_("Reason: {reason}", reason=written)) if reason else None


def _ends(ban: BanRow) -> Text:
    if ban.until is None:
        return _("{player} is banned for good.", player=name_of(ban))
    until = clocks.date_and_time(ban.until)
    return _("{player} is banned until {until}.", player=name_of(ban), until=until)


def bans_screen(bans: Sequence[BanRow], page: int, reader: Reader) -> ui.Screen:
    """Who is banned, the latest first, and a list from which a ban is chosen to be lifted."""
    pages = max(1, -(-len(bans) // BANS_ON_A_PAGE))
    page = min(max(page, 0), pages - 1)
    shown = bans[page * BANS_ON_A_PAGE : (page + 1) * BANS_ON_A_PAGE]
    lines = [f"{reader(_ends(ban))}{_mention(ban)}" for ban in shown] or [reader(_("Nobody."))]
    options = [ui.option(reader, _short(ban), ban.key.hex()) for ban in shown]
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("Who is banned from playing here")), *ui.bulleted(lines), most=3000),
        ui.select(reader, custom_ids.encode("slifts", page), _("Lift a ban"), options) if options else None,
        ui.row(
            *ui.page_buttons(reader, page, pages, (_("Later"), _("Earlier")), "sbans"),
            ui.button(reader, _("To the log"), "mlog", 0),
        ),
    )


def _mention(ban: BanRow) -> str:
    """Whoever it is, named so that it is certain who is meant."""
    return f" <@{ban.user}>" if ban.user else ""


def _short(ban: BanRow) -> Text:
    """In a list, which shows no moments."""
    return _("{player}", player=name_of(ban))


def lift_screen(ban: BanRow, reader: Reader) -> ui.Screen:
    """The ban that was chosen, with the button that lifts it."""
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, _("Lift this ban?")), reader(_ends(ban)), most=900),
        ui.row(
            ui.button(reader, _("Lift the ban"), "slift", ban.key.hex(), style=ui.PRIMARY),
            ui.button(reader, _("All bans"), "sbans", 0),
        ),
    )


def lift_modal(ban: BanRow, reader: Reader) -> ui.Modal:
    """Asks for the reason, which is the confirmation."""
    line = ui.text_input(reader, REASON, LONGEST_REASON, _("I tell them, nobody else."))
    return ui.modal(
        reader,
        _("Lift a ban"),
        custom_ids.encode("slift", ban.key.hex()),
        ui.block(reader(_ends(ban)), most=900),
        ui.labelled(reader, _("The reason, if you like"), line),
    )


def lifted_screen(ban: BanRow, reader: Reader, entry: int | None) -> ui.Screen:
    """Says that somebody who was banned may play again, with buttons to undo it and to all bans."""
    said = _("{player} can play here again.", player=name_of(ban))
    return _done([said], entry, ui.button(reader, _("All bans"), "sbans", 0), reader)


def close_screen(tables: Sequence[Table], which: tuple[int, int, int], reader: Reader) -> ui.Screen:
    """How many waiting tables would be closed, and the oldest of them. `which`: as it was asked for."""
    many = _n("{count} waiting table fits.", "{count} waiting tables fit.", len(tables))
    lines = [reader(_table(table)) for table in tables[:TABLES_SHOWN]]
    if len(tables) > TABLES_SHOWN:
        more = len(tables) - TABLES_SHOWN
        lines.append(reader(left_out(more)))
    close = _n("Close {count} table", "Close {count} tables", len(tables))
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(ui.heading(reader, _("Close waiting tables")), reader(many), *ui.bulleted(lines), most=2500),
        ui.row(ui.button(reader, close, "sclose", *which, style=ui.DANGER)) if tables else None,
    )


def _table(table: Table) -> Text:
    opened = Markup(f"<t:{int(table.created)}:R>")
    place = Markup(f"<#{table.channel}>")
    return _(
        "{game}, {player} in {channel}, {when}",
        game=table.game.title,
        player=table.host_name or NAMELESS,
        channel=place,
        when=opened,
    )


def close_modal(many: int, which: tuple[int, int, int], reader: Reader) -> ui.Modal:
    """Asks for the reason, which is the confirmation."""
    effect = _n(
        "{count} table closes before its game begins.", "{count} tables close before their games begin.", many
    )
    line = ui.text_input(reader, REASON, LONGEST_REASON, _("Players can read it."), required=True)
    return ui.modal(
        reader,
        _("Close waiting tables"),
        custom_ids.encode("sclose", *which),
        ui.block(reader(effect), most=600),
        ui.labelled(reader, _("The reason"), line),
    )


def closed_screen(many: int, reader: Reader, entry: int | None) -> ui.Screen:
    """Says how many tables were closed, with buttons to undo it (`entry`: its number in the log) and to
    the log.
    """
    said = _n("{count} table is closed.", "{count} tables are closed.", many)
    return _done([said], entry, ui.button(reader, _("To the log"), "mlog", 0), reader)
