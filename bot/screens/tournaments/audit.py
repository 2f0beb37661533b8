"""What organisers did, in one sentence each: for the log, the announcement, and whoever it is about.

And the log in full, for organisers. Private.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.organising import acts
from bot.organising.acts import Act
from bot.organising.deeds import UNDO, act_of
from bot.organising.errands import Acted
from bot.organising.tournament import Tournament
from bot.screens import clocks, ids, parts
from bot.screens.acting import LONGEST_REASON, desk_button
from bot.screens.kit import Accent, Option, Row, Screen, Select, block, option_text, placeholder, screen
from bot.tables.table import FORMER_PLAYER
from bot.words import Markup, Reader
from bot.words.harmless import escaped
from games.text import Text, Value, _
from storage.records import AuditRow

ON_A_PAGE = 8
"""Entries on one page of the log."""
_LONGEST = 3200


def of_row(row: AuditRow) -> Text:
    """The entry as everybody may read it."""
    return _of_row(row, reason=True)


def _of_row(row: AuditRow, *, reason: bool) -> Text:
    undone = row.kind == UNDO
    return told(act_of(row), row.name, row.about_name, row.reason if reason else "", undone=undone)


def of_errand(acted: Acted) -> Text:
    """The same, just after it was done."""
    return told(acted.act, acted.who, acted.about_name, acted.reason, undone=acted.kind == UNDO)


def told(act: Act, who: str, about: str, reason: str, *, undone: bool = False) -> Text:
    """Who did what to whom, and why. `undone`: this is what they took back."""
    organiser, player = who or _FORMER_ORGANISER, about or FORMER_PLAYER
    deed = _undone(act, organiser, player) if undone else _done(act, organiser, player)
    return with_reason(deed, reason)


def with_reason(deed: Text, reason: str) -> Text:
    """What was done and, if one was given, the reason."""
    if not reason.strip():
        return deed
    return _("{deed} Reason: {reason}", deed=deed, reason=Markup(escaped(reason, LONGEST_REASON)))


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
        block(parts.heading(reader, title), *parts.bulleted(told), most=_LONGEST),
        _undoable(tournament, undoable, reader),
        parts.row(
            *parts.turner(reader, "taudit", tournament.id, page, pages, _("Later"), _("Earlier")),
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
    return Row((Select(ids.encode("tbacks", tournament.id), options, hint),))


def dated(at: float, deed: Text) -> Text:
    """When it was done, and what."""
    return _("{when}: {deed}", when=clocks.date(at), deed=deed)


_FORMER_ORGANISER = _("a former organiser")


def _done(act: Act, who: Value, player: Value) -> Text:
    match act:
        case acts.Begin():
            return _("{who} began the tournament.", who=who)
        case acts.Draw():
            return _("{who} had the next round drawn.", who=who)
        case acts.Redraw():
            return _("{who} had the round drawn anew.", who=who)
        case acts.OpenRound():
            return _("{who} opened the round's tables.", who=who)
        case acts.Extend():
            return _extended(act, who)
        case acts.Pause():
            return _("{who} stopped all clocks.", who=who)
        case acts.Resume():
            return _("{who} let all clocks run again.", who=who)
        case acts.Drop():
            return _("{who} took {player} out of the tournament.", who=who, player=player)
        case acts.Disqualify():
            return _("{who} disqualified {player}.", who=who, player=player)
        case acts.Reinstate():
            return _("{who} let {player} play again.", who=who, player=player)
        case acts.Substitute():
            other = act.name or FORMER_PLAYER
            return _("{who} put {other} in the place of {player}.", who=who, other=other, player=player)
        case acts.Correct():
            return _(
                "{who} corrected the result of pod {pod} in round {round}.",
                who=who,
                pod=act.pod,
                round=act.round,
            )
        case acts.Void():
            return _(
                "{who} declared the table of pod {pod} in round {round} void: it does not count.",
                who=who,
                pod=act.pod,
                round=act.round,
            )
        case acts.Restore():
            return _(
                "{who} let the former result of pod {pod} in round {round} count again.",
                who=who,
                pod=act.pod,
                round=act.round,
            )
        case acts.HandOver():
            return _("{who} handed the tournament over to {other}.", who=who, other=act.name or FORMER_PLAYER)
        case acts.Finish():
            return _("{who} ended the tournament with the standings as they were.", who=who)
        case acts.Cancel():
            return _("{who} cancelled the tournament.", who=who)


def _extended(act: acts.Extend, who: Value) -> Text:
    length = clocks.span(abs(act.seconds))
    if act.seconds < 0 and act.pod:
        return _("{who} took {length} from pod {pod} again.", who=who, length=length, pod=act.pod)
    if act.seconds < 0:
        return _("{who} took {length} from the round again.", who=who, length=length)
    if act.pod:
        return _("{who} gave pod {pod} {length} more.", who=who, length=length, pod=act.pod)
    return _("{who} gave the round {length} more.", who=who, length=length)


def _undone(act: Act, who: Value, player: Value) -> Text:
    match act:
        case acts.Extend():
            return _extended(msgspec.structs.replace(act, seconds=-act.seconds), who)
        case acts.Pause():
            return _done(acts.Resume(), who, player)
        case acts.Resume():
            return _done(acts.Pause(), who, player)
        case acts.Drop():
            return _("{who} took it back: {player} plays on in the tournament.", who=who, player=player)
        case acts.Disqualify():
            return _("{who} took the disqualification of {player} back.", who=who, player=player)
        case acts.Reinstate():
            return _("{who} took it back: {player} does not play on after all.", who=who, player=player)
        case acts.Substitute():
            return _(
                "{who} took it back: {player} plays again, and not {other} in their place.",
                who=who,
                player=player,
                other=act.name or FORMER_PLAYER,
            )
        case acts.Correct():
            return _(
                "{who} took the correction back: pod {pod} of round {round} counts as before.",
                who=who,
                pod=act.pod,
                round=act.round,
            )
        case acts.Void():
            return _(
                "{who} took it back: the table of pod {pod} in round {round} counts.",
                who=who,
                pod=act.pod,
                round=act.round,
            )
        case acts.HandOver():
            return _("{who} took the tournament back from {other}.", who=who, other=act.name or FORMER_PLAYER)
        case acts.Cancel():
            return _("{who} took it back: the tournament goes on.", who=who)
        case _:
            return _("{who} took it back: {deed}", who=who, deed=_done(act, who, player))
