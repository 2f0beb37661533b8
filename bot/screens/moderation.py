"""A moderator's panel for an ordinary table: how it stands, what can be done, what was done. Private.

It shows no more of a game than its public board does: a moderator may be playing.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Markup, Reader
from bot.i18n.sanitising import handle
from bot.refusal import Refusal
from bot.screens import audit_log, clocks, common
from bot.screens.admin_actions import (
    TARGET,
    ActionStep,
    ChoiceList,
    ListedChoice,
    action_select,
    usual_extension,
)
from bot.screens.tournaments import pages
from bot.tables import moderation
from bot.tables.model import Table
from bot.tables.moderation import SeatAction, TableAction
from bot.tables.pod_model import PodInfo
from bot.ui import components as ui
from games.text import Player, Text, _, labelled
from storage.models import AuditRow

LETTER = "m"
SHOWN = 8
"""How many entries of the log stand on one screen."""


def panel(
    table: Table,
    rows: Sequence[AuditRow],
    undoable: Sequence[AuditRow],
    reader: Reader,
    unix: clocks.Unix,
) -> ui.Screen:
    """The whole of it. `rows`: what was done here, the latest first."""
    told = [reader(audit_log.dated(row.at, audit_log.of_row(row))) for row in rows[:SHOWN]]
    return ui.screen(
        ui.Accent.SAND,
        ui.block(
            ui.heading(reader, _("Table {id}: moderation", id=Markup(f"`{table.id}`"))),
            reader(_stage(table)),
            *ui.bulleted(reader(_seat(table, seat)) for seat in range(len(table.seats))),
            most=1300,
        ),
        clocks.table_status(table, reader, unix),
        ui.block(ui.strong(reader, _("Log")), *ui.bulleted(told), most=1700) if told else None,
        audit_log.undo_select(LETTER, table.id, undoable, reader),
        action_select(table.id, LETTER, moderation.offered(table), reader),
        ui.row(
            ui.button(reader, _("Refresh"), "mdesk", table.id, 0),
            ui.button(reader, _("Server log"), "mlog", 0),
        ),
    )


def at_the_desk(pod: PodInfo) -> Text:
    """Whose table it is, and where it is moderated."""
    return _(
        "This table belongs to {pod}. You moderate it at the organiser's desk.", pod=common.pod_name(pod)
    )


def way_to_the_desk(pod: PodInfo, reader: Reader) -> ui.Screen:
    """Says that a tournament's table is moderated at the organiser's desk, with a button to it."""
    return ui.screen(
        ui.Accent.SAND,
        ui.block(reader(at_the_desk(pod)), most=400),
        ui.row(pages.desk(reader, pod.tournament)),
    )


def _stage(table: Table) -> Text:
    match table.phase:
        case "lobby":
            return _("{game}: waiting for people.", game=table.game.title)
        case "playing":
            headline = table.game.board(table.observe(None)).headline
            return labelled(table.game.title, headline)
        case "over":
            return labelled(table.game.title, _("The game is over."))
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


def step(table: Table, act: type[TableAction], what: str, reader: Reader) -> ActionStep:
    """How far the choice has come. `what`: the press with which whoever is meant joined."""
    if not issubclass(act, SeatAction):
        if what:
            raise no_longer_possible()
        return ActionStep(LETTER, table.id, act, what, {}, length=usual_extension(table.record.pace))
    seat = _seat_of(table, what) if what else None
    choices = _seats(table, act, what, reader)
    return ActionStep(
        *(LETTER, table.id, act, what, {} if seat is None else {"seat": seat}),
        asks=(ChoiceList(TARGET, reader.plain(_("Who do you mean?")), choices),) if choices else (),
        ready=bool(choices),
    )


def no_longer_possible() -> Refusal:
    """Said to whoever presses what an older screen offered."""
    return Refusal("stale", _("That's gone. /moderate table shows what you can do now."))


def _seat_of(table: Table, what: str) -> int:
    seat = next((at for at, sitter in enumerate(table.seats) if _key(sitter.user) == what), None)
    if seat is None:
        raise Refusal("gone", _("They're not at this table any more. Choose again."))
    return seat


def _key(user: int | None) -> str:
    """How a seat is named: by who sits there, since seats may shift."""
    return str(user or "")


def _seats(table: Table, act: type[SeatAction], what: str, reader: Reader) -> list[ListedChoice]:
    keys = ((at, _key(table.seats[at].user)) for at in act.candidates(table))
    return [
        ListedChoice(
            key,
            reader.plain(_("{player}", player=Player(at))),
            key == what,
            handle(table.seats[at].username),
        )
        for at, key in keys
    ]
