"""A moderator's desk at an ordinary table: how it stands, what can be done, what was done. Private.

It shows no more of a game than its public board does: a moderator may be playing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.i18n import FORMER_PLAYER, Markup, Reader
from bot.refusal import Refusal
from bot.screens import clocks, common
from bot.screens.admin_actions import ActionInfo, ActionStep, Choice, ChoiceList, action_select
from bot.screens.tournaments import audit_log
from bot.screens.tournaments.audit_log import dated, with_reason
from bot.tables import moderation as acts
from bot.tables.model import Table
from bot.tables.moderation import ModerationAction
from bot.ui import custom_ids
from bot.ui.components import (
    Accent,
    Button,
    Option,
    Row,
    Screen,
    Select,
    block,
    option_text,
    placeholder,
    screen,
)
from games.text import Player, Text, Value, _
from storage.models import AuditRow

LETTER = "m"
SHOWN = 8
"""Entries on one screen."""

ACTIONS: Mapping[str, ActionInfo] = {
    "robot": ActionInfo(
        _("Hand a seat to a robot"),
        _("A robot plays on in the seat until its player comes back, which they may at any time."),
    ),
    "remove": ActionInfo(
        _("Remove somebody"),
        _("They leave the table for good. In a running game a robot plays their seat to the end."),
        needs_reason=True,
        grave=True,
    ),
    "replace": ActionInfo(
        _("Replace somebody"),
        _("Somebody else plays on in the seat, with its cards and points."),
        needs_reason=True,
        person=_("Who plays from now on"),
    ),
    "extend": ActionInfo(
        _("Give more time"), _("Everybody for whom the game waits has more time for this move."), length=True
    ),
    "hold": ActionInfo(
        _("Stop the clocks"), _("The table's clocks stand still until a moderator lets them run again.")
    ),
    "release": ActionInfo(_("Let the clocks run"), _("The table's clocks run again.")),
    "void": ActionInfo(
        _("Declare the table void"),
        _("The table is closed, and its game counts for nobody."),
        needs_reason=True,
        grave=True,
    ),
}
ABOUT_A_SEAT = ("robot", "remove", "replace")


def possible(table: Table) -> list[str]:
    """What makes sense now. The house has the last word."""
    if table.phase == "lobby":
        return ["remove", "void"]
    if table.phase != "playing":
        return []
    held = "release" if table.is_held else "hold"
    return ["extend", held, "robot", "replace", "remove", "void"]


def desk(
    table: Table,
    rows: Sequence[AuditRow],
    undoable: Sequence[AuditRow],
    reader: Reader,
    unix: clocks.Unix,
) -> Screen:
    """The whole of it. `rows`: what was done here, the latest first."""
    told = [reader(dated(row.at, of_row(row))) for row in rows[:SHOWN]]
    return screen(
        Accent.SAND,
        block(
            common.heading(reader, _("Table {id}: moderation", id=Markup(f"`{table.id}`"))),
            reader(_stage(table)),
            *common.bulleted(reader(_seat(table, seat)) for seat in range(len(table.seats))),
            most=1300,
        ),
        clocks.table_status(table, reader, unix),
        block(common.strong(reader, _("What was done")), *common.bulleted(told), most=1700) if told else None,
        _undoable(table, undoable, reader),
        action_select(table.id, LETTER, possible(table), ACTIONS, reader),
        common.row(
            common.button(reader, _("Look again"), "mdesk", table.id, 0),
            _log_button(reader),
        ),
    )


def _log_button(reader: Reader) -> Button:
    return common.button(reader, _("What was done on this server"), "mlog", 0)


def _stage(table: Table) -> Text:
    match table.phase:
        case "lobby":
            return _("{game}: it waits for people.", game=table.game.title)
        case "playing":
            headline = table.game.board(table.observe(None)).headline
            return _("{game}: {headline}", game=table.game.title, headline=headline)
        case "over":
            return _("{game}: the game is over.", game=table.game.title)
        case _:
            return _("{game}: the table is closed.", game=table.game.title)


def _seat(table: Table, seat: int) -> Text:
    robot = seat in common.robot_seats(table)
    awaited = table.phase == "playing" and seat in table.game.to_act(table.state)
    match robot, awaited:
        case False, False:
            return _("{player}", player=Player(seat))
        case False, True:
            return _("⏳ {player}: to move", player=Player(seat))
        case _:
            return _("🤖 {player}: a robot plays", player=Player(seat))


def _undoable(table: Table, rows: Sequence[AuditRow], reader: Reader) -> Row | None:
    if not rows:
        return None
    said = {str(row.id): reader.plain(_of_row(row, reason=False)) for row in rows}
    options = tuple(Option(option_text(each), entry) for entry, each in said.items())
    hint = placeholder(reader.plain(_("Take something back")))
    return Row((Select(custom_ids.encode("mbacks", table.id), options, hint),))


# choosing


def action_info(kind: str) -> ActionInfo:
    """What it is. Refusal if there is no such thing (any more)."""
    if kind not in ACTIONS:
        raise _not_any_more()
    return ACTIONS[kind]


def _not_any_more() -> Refusal:
    return Refusal("stale", _("That can no longer be chosen. /moderate table shows what there is now."))


def step(table: Table, kind: str, what: str, reader: Reader) -> ActionStep:
    """How far the choice has come. `what`: the press with which whoever is meant joined."""
    asked = action_info(kind)
    if what and kind not in ABOUT_A_SEAT:
        raise _not_any_more()
    seat = _seat_of(table, what) if what else None
    questions = (_seats(table, kind, what, reader),) if kind in ABOUT_A_SEAT else ()
    return ActionStep(
        *(LETTER, table.id, kind, what, asked),
        about=() if seat is None else (_("Chosen: {player}", player=Player(seat)),),
        questions=tuple(question for question in questions if question.choices),
        ready=kind not in ABOUT_A_SEAT or seat is not None,
    )


def _seat_of(table: Table, what: str) -> int:
    seat = next((at for at, sitter in enumerate(table.seats) if _key(sitter.user) == what), None)
    if seat is None:
        raise Refusal("gone", _("They do not sit at this table any more. Choose once more."))
    return seat


def _key(user: int | None) -> str:
    """How a seat is named: by who sits there, since seats may shift."""
    return str(user or "")


def _seats(table: Table, kind: str, what: str, reader: Reader) -> ChoiceList:
    choices = [
        Choice(_key(seat.user), reader.plain(_("{player}", player=Player(at))), _key(seat.user) == what)
        for at, seat in enumerate(table.seats)
        if table.owner(at) is not None and not (kind == "robot" and seat.robot)
    ]
    return ChoiceList("0", reader.plain(_("Who is meant?")), choices)


def build_action(
    table: Table, kind: str, what: str, person: int | None = None, name: str = "", seconds: float = 0.0
) -> ModerationAction | None:
    """The act itself, when all is chosen; None if something is missing."""
    seat = _seat_of(table, what) if what else None
    match kind:
        case "robot" if seat is not None:
            return acts.GiveToRobot(seat)
        case "remove" if seat is not None:
            return acts.Remove(seat)
        case "replace" if seat is not None and person is not None:
            return acts.Replace(seat, person, name)
        case "extend" if seconds > 0:
            return acts.Extend(seconds)
        case "hold":
            return acts.Hold()
        case "release":
            return acts.Release()
        case "void":
            return acts.VoidTable()
        case _:
            return None


# the log


def of_row(row: AuditRow) -> Text:
    """The entry as a sentence: who did what to whom, and why."""
    return _of_row(row, reason=True)


def _of_row(row: AuditRow, *, reason: bool) -> Text:
    kept = acts.action_of(row)
    who = row.name or _FORMER_MODERATOR
    about = kept.name if isinstance(kept.act, acts.Replace) else row.about_name
    told = (_done if row.undoes is None else _undone)(kept.act, who, about or FORMER_PLAYER)
    return with_reason(told, row.reason if reason else "")


_FORMER_MODERATOR = _("a former moderator")


def _done(act: ModerationAction, who: Value, player: Value) -> Text:
    match act:
        case acts.GiveToRobot():
            return _("{who} handed the seat of {player} to a robot.", who=who, player=player)
        case acts.Remove():
            return _("{who} removed {player} from the table.", who=who, player=player)
        case acts.Replace():
            other = act.name or FORMER_PLAYER
            return _("{who} put {other} in the place of {player}.", who=who, other=other, player=player)
        case acts.Extend():
            return _("{who} gave {length} more for the move.", who=who, length=clocks.duration(act.seconds))
        case acts.Hold():
            return _("{who} stopped the table's clocks.", who=who)
        case acts.Release():
            return _("{who} let the table's clocks run again.", who=who)
        case acts.VoidTable():
            return _("{who} declared the table void: it does not count.", who=who)
        case acts.Restore():
            return _("{who} opened the table again: the game goes on where it was.", who=who)


def _undone(act: ModerationAction, who: Value, player: Value) -> Text:
    match act:
        case acts.GiveToRobot():
            return _("{who} gave {player} the seat back from the robot.", who=who, player=player)
        case acts.Remove():
            return _("{who} let {player} back to the table.", who=who, player=player)
        case acts.Hold():
            return _done(acts.Release(), who, player)
        case acts.Release():
            return _done(acts.Hold(), who, player)
        case acts.VoidTable():
            return _done(acts.Restore(), who, player)
        case acts.Restore():
            return _done(acts.VoidTable(), who, player)
        case acts.Replace():
            return _("{who} took it back: {player} plays again in their own seat.", who=who, player=player)
        case acts.Extend():
            length = clocks.duration(act.seconds)
            return _("{who} took the {length} more for the move back.", who=who, length=length)


def log(rows: Sequence[tuple[AuditRow, Text]], older: int | None, newest: bool, reader: Reader) -> Screen:
    """What was done on this server, the latest first: each entry with where. `older`: what comes before."""
    title = _("What was moderated on this server")
    said = [reader(dated(row.at, text)) for row, text in rows] or [reader(_("Nothing yet."))]
    return screen(
        Accent.SAND,
        block(common.heading(reader, title), *common.bulleted(said), most=3600),
        common.row(
            None if newest else common.button(reader, _("The latest"), "mlog", 0),
            None if older is None else common.button(reader, _("Earlier"), "mlog", older),
        ),
    )


def where(row: AuditRow, name: str) -> Text:
    """The entry, and at which table or in which tournament."""
    if row.tournament is not None:
        return _("{tournament}: {deed}", tournament=name, deed=audit_log.of_row(row))
    return _("table {table}: {deed}", table=Markup(f"`{row.table}`"), deed=of_row(row))
