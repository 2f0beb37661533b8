"""The lobby: who sits at a table, what they will play, how the deal is sealed. Public."""

from __future__ import annotations

from bot.screens import clocks
from bot.screens.kit import PRIMARY, SECONDARY, SUCCESS, Accent, Screen, Separator, TextBlock, block, screen
from bot.screens.parts import bulleted, button, foot, row, rules_button, sealed, small, strong, terms, title
from bot.tables.lobby import ANYONE_MAY_START_AFTER
from bot.tables.table import Seat, Table
from bot.words import Reader
from games.text import Listed, Player, Text, Value, _, _n


def lobby(table: Table, reader: Reader, now: float, opens: float | None = None) -> Screen:
    """The table as it waits for people. `now`: Unix seconds, as the table's own times are.

    `opens`: when anybody may start, for a clock that does not go as people's do.
    """
    return screen(
        Accent.TEAL,
        block(title(reader, table.game.title), small(reader(table.game.tagline)), most=300),
        _who(table, reader),
        _what(table, reader),
        Separator(),
        block(
            *map(reader, (_needed(table), *_door(table), *_starting(table, now, opens), *_stakes(table))),
            most=700,
        ),
        _deal(table, reader),
        foot(reader, table),
        row(
            button(reader, _("Join"), "join", table.id, style=SECONDARY if _full(table) else PRIMARY),
            button(reader, _("Leave"), "leave", table.id),
            button(reader, _("Cut"), "cut", table.id),
            button(reader, _("Add robot"), "robot", table.id),
            button(reader, _("Start"), "start", table.id, style=SUCCESS if _enough(table) else SECONDARY),
        ),
        row(button(reader, _("Options"), "options", table.id), rules_button(reader, table.id)),
    )


def _who(table: Table, reader: Reader) -> TextBlock | None:
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
    return block(strong(reader, taken), *bulleted(lines), most=1000)


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


def _what(table: Table, reader: Reader) -> TextBlock | None:
    return block(strong(reader, _("What is played")), *bulleted(map(reader, terms(table))), most=700)


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
    said: list[Text] = []
    if table.record.locked:
        said.append(_("🔒 The host has locked the table: nobody else can join."))
    if table.record.invited is not None:
        said.append(_("✉️ By invitation: only those whom the host has invited can join."))
    return said


def _starting(table: Table, now: float, opens: float | None) -> list[Text]:
    if not _enough(table):
        return []
    if now >= table.created + ANYONE_MAY_START_AFTER:
        return [_("Anybody who sits here may press Start. Then the seats are drawn and the cards are dealt.")]
    when = clocks.moment(table.created + ANYONE_MAY_START_AFTER if opens is None else opens)
    return [
        _("The host presses Start; {when}, anybody who sits here may. Then the seats are drawn.", when=when)
    ]


def _stakes(table: Table) -> list[Text]:
    if table.record.rated:
        return []
    return [_("Whoever wins: this game does not count for ratings.")]


def _deal(table: Table, reader: Reader) -> TextBlock | None:
    """What the shuffle is bound to. Words that cut it stay secret to the end: nobody can aim at a deal."""
    return block(*map(small, (*sealed(reader, table), reader(cutters(table)))), most=900)


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
