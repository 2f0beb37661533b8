"""What organisers did, in one sentence each: for the log, the announcement, and whoever it is about.

And the log in full, for organisers. Private.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.i18n import FORMER_PLAYER, Markup, Reader
from bot.i18n.sanitising import escape_markdown
from bot.screens import clocks, common
from bot.screens.admin_actions import LONGEST_REASON, desk_button
from bot.tournaments.actions import definitions
from bot.tournaments.actions.definitions import UNDO, AdminAction, action_of
from bot.tournaments.model import Tournament
from bot.tournaments.outbox import ActionTaken
from bot.ui import custom_ids
from bot.ui.components import Accent, Option, Row, Screen, Select, block, option_text, placeholder, screen
from games.text import Text, Value, _
from storage.models import AuditRow

ON_A_PAGE = 8
"""Entries on one page of the log."""
_LONGEST = 3200


def of_row(row: AuditRow) -> Text:
    """The entry as everybody may read it."""
    return _of_row(row, reason=True)


def _of_row(row: AuditRow, *, reason: bool) -> Text:
    undone = row.kind == UNDO
    return action_sentence(
        action_of(row), row.name, row.about_name, row.reason if reason else "", undone=undone
    )


def of_outbox_entry(acted: ActionTaken) -> Text:
    """The same, just after it was done."""
    return action_sentence(acted.act, acted.who, acted.about_name, acted.reason, undone=acted.kind == UNDO)


def action_sentence(act: AdminAction, who: str, about: str, reason: str, *, undone: bool = False) -> Text:
    """Who did what to whom, and why. `undone`: this is what they took back."""
    organiser, player = who or _FORMER_ORGANISER, about or FORMER_PLAYER
    deed = _undone(act, organiser, player) if undone else _done(act, organiser, player)
    return with_reason(deed, reason)


def with_reason(deed: Text, reason: str) -> Text:
    """What was done and, if one was given, the reason."""
    if not reason.strip():
        return deed
    return _("{deed} Reason: {reason}", deed=deed, reason=Markup(escape_markdown(reason, LONGEST_REASON)))


def log(
    tournament: Tournament,
    rows: Sequence[AuditRow],
    undoable: Sequence[AuditRow],
    page: int,
    pages: int,
    reader: Reader,
) -> Screen:
    """A page of all that was done, with time, name and reason, and what of it can be taken back."""
    title = _("What was done in {name}", name=tournament.settings.name)
    told = [reader(dated(row.at, of_row(row))) for row in rows] or [reader(_("Nothing yet."))]
    return screen(
        Accent.SAND,
        block(common.heading(reader, title), *common.bulleted(told), most=_LONGEST),
        _undoable(tournament, undoable, reader),
        common.row(
            *common.page_buttons(reader, "taudit", tournament.id, page, pages, _("Later"), _("Earlier")),
            desk_button(reader, "t", tournament.id),
        ),
    )


def _undoable(tournament: Tournament, rows: Sequence[AuditRow], reader: Reader) -> Row | None:
    if not rows:
        return None
    options = tuple(
        Option(option_text(reader.plain(_of_row(row, reason=False))), str(row.id)) for row in rows
    )
    hint = placeholder(reader.plain(_("Take something back")))
    return Row((Select(custom_ids.encode("tbacks", tournament.id), options, hint),))


def dated(at: float, deed: Text) -> Text:
    """When it was done, and what."""
    return _("{when}: {deed}", when=clocks.date_and_time(at), deed=deed)


_FORMER_ORGANISER = _("a former organiser")


def _done(act: AdminAction, who: Value, player: Value) -> Text:
    match act:
        case definitions.Begin():
            return _("{who} began the tournament.", who=who)
        case definitions.Draw():
            return _("{who} had the next round drawn.", who=who)
        case definitions.Redraw():
            return _("{who} had the round drawn anew.", who=who)
        case definitions.OpenRound():
            return _("{who} opened the round's tables.", who=who)
        case definitions.Extend():
            return _extended(act, who)
        case definitions.Pause():
            return _("{who} stopped all clocks.", who=who)
        case definitions.Resume():
            return _("{who} let all clocks run again.", who=who)
        case definitions.Drop():
            return _("{who} took {player} out of the tournament.", who=who, player=player)
        case definitions.Disqualify():
            return _("{who} disqualified {player}.", who=who, player=player)
        case definitions.Reinstate():
            return _("{who} let {player} play again.", who=who, player=player)
        case definitions.Substitute():
            other = act.name or FORMER_PLAYER
            return _("{who} put {other} in the place of {player}.", who=who, other=other, player=player)
        case definitions.Correct():
            return _(
                "{who} corrected the result of pod {pod} in round {round}.",
                who=who,
                pod=act.pod,
                round=act.round,
            )
        case definitions.Void():
            return _(
                "{who} declared the table of pod {pod} in round {round} void: it does not count.",
                who=who,
                pod=act.pod,
                round=act.round,
            )
        case definitions.Restore():
            return _(
                "{who} let the former result of pod {pod} in round {round} count again.",
                who=who,
                pod=act.pod,
                round=act.round,
            )
        case definitions.HandOver():
            return _("{who} handed the tournament over to {other}.", who=who, other=act.name or FORMER_PLAYER)
        case definitions.Finish():
            return _("{who} ended the tournament with the standings as they were.", who=who)
        case definitions.Cancel():
            return _("{who} cancelled the tournament.", who=who)


def _extended(act: definitions.Extend, who: Value) -> Text:
    length = clocks.duration(abs(act.seconds))
    if act.seconds < 0 and act.pod:
        return _("{who} took {length} from pod {pod} again.", who=who, length=length, pod=act.pod)
    if act.seconds < 0:
        return _("{who} took {length} from the round again.", who=who, length=length)
    if act.pod:
        return _("{who} gave pod {pod} {length} more.", who=who, length=length, pod=act.pod)
    return _("{who} gave the round {length} more.", who=who, length=length)


def _undone(act: AdminAction, who: Value, player: Value) -> Text:
    match act:
        case definitions.Extend():
            return _extended(msgspec.structs.replace(act, seconds=-act.seconds), who)
        case definitions.Pause():
            return _done(definitions.Resume(), who, player)
        case definitions.Resume():
            return _done(definitions.Pause(), who, player)
        case definitions.Drop():
            return _("{who} took it back: {player} plays on in the tournament.", who=who, player=player)
        case definitions.Disqualify():
            return _("{who} took the disqualification of {player} back.", who=who, player=player)
        case definitions.Reinstate():
            return _("{who} took it back: {player} does not play on after all.", who=who, player=player)
        case definitions.Substitute():
            return _(
                "{who} took it back: {player} plays again, and not {other} in their place.",
                who=who,
                player=player,
                other=act.name or FORMER_PLAYER,
            )
        case definitions.Correct():
            return _(
                "{who} took the correction back: pod {pod} of round {round} counts as before.",
                who=who,
                pod=act.pod,
                round=act.round,
            )
        case definitions.Void():
            return _(
                "{who} took it back: the table of pod {pod} in round {round} counts.",
                who=who,
                pod=act.pod,
                round=act.round,
            )
        case definitions.HandOver():
            return _("{who} took the tournament back from {other}.", who=who, other=act.name or FORMER_PLAYER)
        case definitions.Cancel():
            return _("{who} took it back: the tournament goes on.", who=who)
        case _:
            return _("{who} took it back: {deed}", who=who, deed=_done(act, who, player))
