"""What organisers and moderators did, in one sentence each: for logs, announcements, and whoever it is about.

And the logs in full, for those who may do such things. Private.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import starmap
from typing import get_args

import msgspec

from bot.admin_actions import AdminAction
from bot.i18n import FORMER_PLAYER, Markup, Reader
from bot.i18n.sanitising import escape_markdown
from bot.recurring import screens as recurring
from bot.recurring.service import ChangeRepeat, RecurringAction
from bot.screens import clocks, pod_names
from bot.screens.admin_actions import LONGEST_REASON, panel_button
from bot.screens.preferences import changed_settings
from bot.screens.tournaments import lines, settings_text
from bot.screens.tournaments.action_targets import NOT_THERE
from bot.series import screens as series
from bot.series.service import ChangeSeries, SeriesAction
from bot.tables import moderation, server_moderation
from bot.tournaments import actions
from bot.tournaments.actions import UNDO, ActionTaken, TournamentAction
from bot.tournaments.model import Tournament
from bot.ui import components as ui
from bot.ui import custom_ids
from games.catalogue import catalogue
from games.text import Listed, Text, Value, _, labelled
from storage.models import AuditRow

ON_A_PAGE = 8
"""Entries on one page of the log."""
_LONGEST = 3200
SERVER, HERE = "s", "here"
"""The letter of the verbs about a whole server, and the place in their custom_ids."""


def of_row(
    row: AuditRow, tournament: Tournament | None = None, *, reason: bool = True, reader: int | None = None
) -> Text:
    """The entry as the log has it: who did what to whom, from what to what, and why. `tournament`: the one in
    which it was done, which tells what its pods are called. `reader`: as this user may read it (0: everybody,
    without the places of a correction), who learns why only if that was said openly, or is about them or
    their pod.
    """
    changes: Sequence[Text] = ()
    opened = 0
    if row.kind in PLAN_ACTIONS:
        act = msgspec.json.decode(row.action, type=PLAN_ACTIONS[row.kind])
        who, about = row.name or _FORMER_ORGANISER, ""
        changes = list(_changes_of_plan(act))
    elif row.kind in server_moderation.ACTIONS:
        act, who = server_moderation.action_of(row), row.name or _FORMER_MODERATOR
        about = row.about_name
    elif row.tournament is None:
        kept = moderation.action_of(row)
        act, who = kept.act, row.name or _FORMER_MODERATOR
        about = kept.name if isinstance(act, moderation.Replace) else row.about_name
        if isinstance(act, moderation.Extend) and kept.ends and row.undoes is None:
            changes = [_later(kept.ends, act.seconds)]
    else:
        act, who, about = actions.action_of(row), row.name or _FORMER_ORGANISER, row.about_name
        is_long = reader == 0 and isinstance(act, actions.Correct)
        told = row.undoes is None and not is_long
        before = actions.before_of(row)
        opened = before.round
        changes = list(_changes(act, about, before, tournament)) if told else []
    if reader is not None and not _is_open(row):
        reason = reason and reader in actions.concerned(tournament, row.about, act, opened)
    pod = _pod_of(act, opened, tournament)
    if changes:
        said = _sentence(act, who, about, "", pod, undone=False)
        return _with_reason(_one_after_another([said, *changes]), act, row.reason if reason else "")
    return _sentence(act, who, about, row.reason if reason else "", pod, undone=row.undoes is not None)


def _pod_of(act: AdminAction, opened: int, tournament: Tournament | None) -> Text:
    """What the pod is called that the act is about. `opened`: how many rounds were, as not every act names
    its own.
    """
    round = getattr(act, "round", 0) or opened + isinstance(act, actions.Reseat)
    return pod_names.in_all(pod_names.numbered(tournament, round, getattr(act, "pod", 0)))


def _is_open(row: AuditRow) -> bool:
    """Whether whoever did it wanted everybody to read why."""
    return msgspec.json.decode(row.action, type=_Openness).openly


class _Openness(msgspec.Struct, frozen=True):
    openly: bool = False


def _changes(
    act: TournamentAction, about: str, before: actions.StateBefore, tournament: Tournament | None
) -> Iterator[Text]:
    """From what to what, where the sentence does not say it."""

    def seat_changed(who: str, was: int, now: int) -> Text:
        drawn = before.round + 1
        was_in, now_in = (
            pod_names.beside_round(pod_names.numbered(tournament, drawn, pod)) if pod else _("no table")
            for pod in (was, now)
        )
        return _("{player}: {before} → {now}.", player=who or FORMER_PLAYER, before=was_in, now=now_in)

    match act:
        case actions.Correct():
            yield from _corrected(act, before, tournament)
        case actions.Extend() if before.ends:
            yield _later(before.ends, act.seconds)
        case actions.MoveTo() if before.pods:
            yield seat_changed(about, before.pods[0], act.pod)
        case actions.Swap() if before.pods:
            here, there = before.pods
            yield seat_changed(about, here, there)
            yield seat_changed(act.name, there, here)
        case actions.TakeBack():
            yield _("Moves played: {before} → {now}.", before=act.was, now=act.kept)
        case actions.SetUp():
            game = catalogue().get(act.game)  # it may be installed no more
            changed = () if game is None else settings_text.changed_settings(game, act.was, act.now)
            yield from starmap(_replaced, changed)
        case _:
            return


PLAN_ACTIONS: Mapping[str, type[SeriesAction | RecurringAction]] = {
    act.kind(): act for act in get_args(SeriesAction | RecurringAction)
}
"""What is done to series and recurring tournaments, by its kind."""


def _changes_of_plan(act: SeriesAction | RecurringAction) -> Iterator[Text]:
    """From what to what a recurring tournament or a series was changed: the lines that have not stayed."""
    changed: Iterable[tuple[Sequence[Text], Sequence[Text]]] = ()
    if isinstance(act, ChangeSeries):
        changed = series.changed(act)
    elif isinstance(act, ChangeRepeat):
        changed = recurring.changed(act)
    for before, after in changed:
        gone = [line for line in before if line not in after]
        new = [line for line in after if line not in before]
        if gone or new:
            yield _replaced(gone, new)


def _later(ends: float, seconds: float) -> Text:
    """When it ended, and when it does so much later."""
    was, now = clocks.date_and_time(ends), clocks.date_and_time(ends + seconds)
    return _("End: {before} → {now}.", before=was, now=now)


def _corrected(
    act: actions.Correct, before: actions.StateBefore, tournament: Tournament | None
) -> Iterator[Text]:
    """Who has which place now, and had before; nothing where it is not known who sat there."""
    one = None if tournament is None else tournament.published_round(act.round)
    pod = next((each for each in (() if one is None else one.pods) if each.number == act.pod), None)
    if tournament is None or pod is None:
        return

    def placed(who: str | None, was: int, now: int) -> Text:
        player = lines.who(tournament, who)
        if was == now:
            return _("{player} {place}", player=player, place=now or NOT_THERE)
        return _("{player} {before} → {now}", player=player, before=was or NOT_THERE, now=now or NOT_THERE)

    each = zip(pod.seats, before.places or act.places, act.places, strict=False)
    yield _("Places: {players}.", players=Listed(tuple(starmap(placed, each))))


def _replaced(gone: Sequence[Text], new: Sequence[Text]) -> Text:
    """What no longer holds, and what holds in its place."""
    if not gone:
        return _("New: {now}", now=_one_after_another(new))
    if not new:
        return _("No longer: {before}", before=_one_after_another(gone))
    return _("{before} → {now}", before=_one_after_another(gone), now=_one_after_another(new))


def _one_after_another(lines: Sequence[Text]) -> Text:
    return reduce(lambda said, line: _("{deed} {change}", deed=said, change=line), lines)


def of_action_taken(taken: ActionTaken, tournament: Tournament, *, openly: bool | None = None) -> Text:
    """The same, just after an organiser did it; `openly`: whether with the reason, if not as they chose."""
    told = taken.openly if openly is None else openly
    reason = taken.reason if told else ""
    who, pod = taken.who or _FORMER_ORGANISER, _pod_of(taken.act, taken.opened, tournament)
    return _sentence(taken.act, who, taken.about_name, reason, pod, undone=taken.kind == UNDO)


_FORMER_ORGANISER, _FORMER_MODERATOR = _("a former organiser"), _("a former moderator")


def _sentence(act: AdminAction, who: Value, about: str, reason: str, pod: Text, *, undone: bool) -> Text:
    values: dict[str, Value] = {
        "who": who,
        "player": about or FORMER_PLAYER,
        "other": getattr(act, "name", "") or FORMER_PLAYER,
        "length": clocks.duration(abs(getattr(act, "seconds", 0.0))),
        "pod": pod,
        "plan": getattr(act, "plan", ""),
    }
    if isinstance(act, server_moderation.SetServer):
        before, after = changed_settings(act.before, act.after)
        values |= {"before": before, "after": after}
    said = _filled_in(act.sentence(undone=False), values)
    if undone:
        said = _filled_in(act.sentence(undone=True), {**values, "deed": said})
    return _with_reason(said, act, reason)


def _with_reason(said: Text, act: AdminAction, reason: str) -> Text:
    if not reason.strip():
        return said
    written = Markup(escape_markdown(reason, LONGEST_REASON))
    if act.writes:
        return _("{deed} “{words}”", deed=said, words=written)
    return _("{deed} Reason: {reason}", deed=said, reason=written)


def _filled_in(sentence: Text, values: Mapping[str, Value]) -> Text:
    """The sentence with these values beside its own."""
    return msgspec.structs.replace(sentence, values={**values, **sentence.values})


def tournament_log(
    tournament: Tournament,
    rows: Sequence[AuditRow],
    undoable: Sequence[AuditRow],
    page: int,
    pages: int,
    reader: Reader,
) -> ui.Screen:
    """A page of all that was done, with time, name and reason, and what of it can be taken back."""
    title = _("Log of {name}", name=tournament.settings.name)
    told = [reader(dated(row.at, of_row(row, tournament))) for row in rows] or [reader(_("Nothing yet."))]
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, title), *ui.bulleted(told), most=_LONGEST),
        undo_select("t", tournament.id, undoable, reader, tournament),
        ui.row(
            *ui.page_buttons(reader, page, pages, (_("Later"), _("Earlier")), "taudit", tournament.id),
            panel_button(reader, "t", tournament.id),
        ),
    )


def undo_select(
    letter: str, place: str, rows: Sequence[AuditRow], reader: Reader, tournament: Tournament | None = None
) -> ui.Row | None:
    """The list of what can be taken back; None if nothing can."""
    if not rows:
        return None
    options = (ui.option(reader, of_row(row, tournament, reason=False), str(row.id)) for row in rows)
    custom_id = custom_ids.encode(f"{letter}backs", place)
    return ui.select(reader, custom_id, _("Undo something"), options)


def dated(at: float, deed: Text) -> Text:
    """When it was done, and what."""
    return labelled(clocks.date_and_time(at), deed)


def server_log(
    rows: Sequence[tuple[AuditRow, Text]],
    undoable: Sequence[AuditRow],
    older: int | None,
    newest: bool,
    reader: Reader,
) -> ui.Screen:
    """What was done on this server, the latest first: each entry with where. `older`: what comes before.

    `undoable`: what can be taken back here; what was done at a table or in a tournament is so there.
    """
    title = _("Who moderated what here, and why")
    said = [reader(dated(row.at, text)) for row, text in rows] or [reader(_("Nothing yet."))]
    return ui.screen(
        ui.Accent.SAND,
        ui.block(ui.heading(reader, title), *ui.bulleted(said), most=3300),
        undo_select(SERVER, HERE, undoable, reader),
        ui.row(
            None if newest else ui.button(reader, _("The latest"), "mlog", 0),
            None if older is None else ui.button(reader, _("Earlier"), "mlog", older),
        ),
    )


def log_line(row: AuditRow, tournament: Tournament | None, reader: Reader) -> ui.Screen:
    """The entry by itself, for the channel in which a server reads its log. Public there."""
    return ui.screen(ui.Accent.SAND, ui.block(reader(dated(row.at, where(row, tournament))), most=1500))


def where(row: AuditRow, tournament: Tournament | None) -> Text:
    """The entry, and at which table or in which tournament."""
    if tournament is not None:
        return labelled(tournament.settings.name, of_row(row, tournament))
    if row.table is None:
        return of_row(row)
    return _("table {table}: {deed}", table=Markup(f"`{row.table}`"), deed=of_row(row))
