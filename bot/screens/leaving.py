"""Ways out of a running game, for the one who wants out; the call for a substitute, for everybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import escape_markdown
from bot.screens import common
from bot.screens.admin_actions import LONGEST_REASON
from bot.tables.leaving import ends_the_game
from bot.tables.lobby import RemovalPayload
from bot.tables.model import Table
from bot.tables.notices import NAMELESS_MODERATOR
from bot.tables.play import ROBOT_PLAYS
from bot.ui import components as ui
from games.text import Player, Text, _

MOST_SUBSTITUTES = 10
"""Seats for which one screen offers to look for a substitute."""

_COSTS = _(
    "In rated games, leaving for good counts as last place. So does a robot still playing for you at the end."
)


_ONLY_THIS_GAME = _("This leaves only the game. To leave the tournament, press Withdraw on its message.")


def ways_out_screen(table: Table, reader: Reader, seat: int) -> ui.Screen:
    """What becomes of the seat: three ways, each with what it means. Private."""
    ways = _ways_out(table, reader, seat)
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(ui.heading(reader, _("Leave this game?")), most=200),
        ui.block(*ui.bulleted(reader(what) for what, _button in ways), most=1900),
        ui.block(reader(_ONLY_THIS_GAME), most=300) if table.record.pod is not None else None,
        ui.block(ui.small(reader(_COSTS)), most=300),
        common.table_footer(reader, table),
        ui.packed(
            (*(button for _what, button in ways if button is not None), _way_back(table, reader, seat))
        ),
    )


def _way_back(table: Table, reader: Reader, seat: int) -> ui.Button:
    """To the hand; for somebody for whom a robot plays that means to play again."""
    if table.seats[seat].robot is not None:
        return ui.hand_button(reader, table.id, style=ui.PRIMARY)
    return ui.button(reader, _("Back"), "hand", table.id, style=ui.PRIMARY)


def _ways_out(table: Table, reader: Reader, seat: int) -> list[tuple[Text, ui.Button | None]]:
    """What can be done, in words and as a button."""
    substitute = _(
        "**Substitute**: someone from the channel takes over your cards and points. You play on until then."
    )
    looking = _("You've asked for a substitute. You can cancel until someone takes over.")
    robot = _(
        "**Robot plays** until you're back. My hand brings you back, unless someone has taken your seat."
    )
    away = ROBOT_PLAYS
    concede = _("**Concede**: you leave for good, and a robot plays it out.")
    ending = _("**Concede**: you leave for good. Nobody else is left, so the game ends.")
    final = ending if ends_the_game(table, seat) else concede
    gone = table.seats[seat].robot is not None
    ways = [
        (away, None) if gone else (robot, ui.button(reader, _("Robot plays"), "leaverobot", table.id)),
        (final, ui.button(reader, _("Concede"), "concede", table.id, style=ui.DANGER)),
    ]
    if table.record.pod is not None or table.in_group:  # the organiser chooses substitutes, or nobody can
        return ways
    if any(call.seat == seat for call in table.record.calls):
        return [(looking, ui.button(reader, _("Cancel"), "uncall", table.id, seat)), *ways]
    return [(substitute, ui.button(reader, _("Substitute"), "call", table.id, seat)), *ways]


def confirm_concede(table: Table, reader: Reader, seat: int) -> ui.Screen:
    """Whether somebody means to leave for good. Private."""
    for_good = _("Concede? You can't come back: a robot plays it out.")
    the_end = _("Concede? Nobody else is left, so you lose at once.")
    text = the_end if ends_the_game(table, seat) else for_good
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(reader(text), most=500),
        ui.row(
            ui.button(reader, _("Yes, concede"), "concedeconfirm", table.id, style=ui.DANGER),
            _way_back(table, reader, seat),
        ),
    )


def substitute_screen(table: Table, reader: Reader, seat: int) -> ui.Screen:
    """That somebody is wanted for a seat. Public, in the channel."""
    own = any(each.seat == seat and each.by == table.seats[seat].user for each in table.record.calls)
    who, game = Player(seat), table.game.title
    own_call = _("🪑 {player} needs a substitute in {game}.", player=who, game=game)
    robot_seat = _(
        "🪑 {game} needs someone for {player}, who is away.",
        player=who,
        game=game,
    )
    headline = table.game.board(table.observe(None)).headline
    terms = _("You'd play on with these cards and points. It won't count for your rating.")
    return ui.screen(
        ui.Accent.TEAL,
        ui.block(ui.heading(reader, _("A seat is free")), reader(own_call if own else robot_seat), most=700),
        ui.block(*map(reader, (headline, *common.terms(table))), most=900),
        ui.block(ui.small(reader(terms)), most=500),
        common.table_footer(reader, table),
        ui.row(
            ui.button(reader, _("Take this seat"), "take", table.id, seat, style=ui.SUCCESS),
            ui.button(reader, _("Cancel"), "uncall", table.id, seat),
        ),
    )


def removed_screen(
    table: Table, reader: Reader, told: RemovalPayload, *, in_public: bool = False
) -> ui.Screen:
    """That somebody was sent away from a table, for them; `in_public`: where others read it, too."""
    said = _(
        "🚪 {who} removed you from table {table} ({game}).",
        who=told.by or NAMELESS_MODERATOR,
        table=table.id,
        game=table.game.title,
    )
    reason = Markup(escape_markdown(told.reason, LONGEST_REASON))
    why = reader(_("Reason: {reason}", reason=reason)) if told.reason else None
    back = _("You can't come back to this one. /table list shows the others.")
    return ui.screen(
        ui.Accent.AMBER,
        ui.block(
            f"<@{told.user}>" if in_public else None, reader(said), why, ui.small(reader(back)), most=900
        ),
    )


def substitute_buttons(table: Table, reader: Reader, seats: Sequence[int]) -> Iterable[ui.Button]:
    """Buttons that look for somebody in the place of a robot, for those who play on."""
    return (
        common.short_button(reader, _("Sub: {player}", player=Player(seat)), "call", table.id, seat)
        for seat in seats[:MOST_SUBSTITUTES]
    )


def no_hand_screen(table: Table, user: int, reader: Reader, notice: ui.TextBlock | None) -> ui.Screen:
    """What is left of the hand of somebody who does not play here (any more)."""
    mine = table.seat_kept_for(user)
    return ui.screen(
        ui.Accent.GREY,
        notice,
        ui.block(reader(_what_became_of(table, user)), most=400),
        common.table_footer(reader, table),
        ui.row(
            None if mine is None else ui.hand_button(reader, table.id, style=ui.PRIMARY),
            common.log_button(reader, table.id),
            ui.button(reader, _("More"), "more", table.id),
        ),
    )


def _what_became_of(table: Table, user: int) -> Text:
    if table.seat_kept_for(user) is not None:
        return ROBOT_PLAYS
    left = next((left for left in reversed(table.record.leavers) if left.user == user), None)
    if left is None:
        return _("You're not at this table anyway.")
    if left.taken is not None:
        return _(
            "{player} took over your seat. You can still watch the board.",
            player=Player(left.seat),
        )
    if left.how == "removed":
        return _(
            "A moderator took you out of this game; a robot plays for you. You can still watch the board."
        )
    return _("You conceded, and a robot plays for you. You can still watch the board.")
