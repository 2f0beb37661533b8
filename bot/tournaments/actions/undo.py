"""What takes an act back, as long as nothing has been built upon it since. Pure functions."""

from __future__ import annotations

import msgspec

from bot.refusal import Refusal
from bot.tournaments import entries, requirements, rounds
from bot.tournaments.actions import apply, definitions
from bot.tournaments.actions.definitions import AdminAction, StateBefore
from bot.tournaments.formats import engine
from bot.tournaments.model import ERASED_USER, Entry, PendingChange, Tournament
from bot.tournaments.pairing.event import Event, PairingError, PairingProblem
from bot.tournaments.requirements import refusal_of
from games.text import _
from storage.models import AuditRow


def undo_action(t: Tournament, row: AuditRow, now: float) -> PendingChange:
    """The tournament without the act of this entry. Refusal if that cannot be. `now`: house time."""
    act = definitions.action_of(row)
    try:
        after = _undo(t, act, definitions.state_before_of(row), row, now)
    except PairingError as impossible:
        raise refusal_of(impossible.trouble) from None
    if isinstance(act, definitions.Drop | definitions.Disqualify) and apply.is_waiting(after, act.entrant):
        return PendingChange(
            after,
            _(
                "Taken back; but their place is somebody else's by now, so they are the first who "
                "wait for one."
            ),
        )
    return PendingChange(after, _("Taken back: it is as it was before."))


def _undo(t: Tournament, act: AdminAction, before: StateBefore, row: AuditRow, now: float) -> Tournament:
    match act:
        case definitions.Extend():
            _require_round(t, before)
            back = msgspec.structs.replace(act, seconds=-act.seconds)
            return apply.apply_action(t, back, now).tournament
        case definitions.Pause():
            return apply.resumed(t, now).tournament
        case definitions.Resume():
            return apply.paused(t, now).tournament
        case definitions.Drop():
            return _in_again(t, _entry(t, act.entrant, "dropped"), before)
        case definitions.Disqualify():
            return _in_again(t, _entry(t, act.entrant, "disqualified"), before)
        case definitions.Reinstate():
            return _out_again(t, _entry(t, act.entrant, "in"), before)
        case definitions.Substitute():
            return _replaced_again(t, _entry(t, act.entrant, "in"), act)
        case definitions.Correct() | definitions.Void() | definitions.Restore():
            return _counted_again(t, act, before)
        case definitions.HandOver():
            return _taken_back(t, act, before, row)
        case _:
            raise Refusal("late", _("That cannot be taken back: others know of it, and rely on it."))


def _too_late() -> Refusal:
    return Refusal(
        "late",
        _("That cannot be taken back any more: something else has come of it since. Do what is wanted now."),
    )


def _require_round(t: Tournament, before: StateBefore) -> None:
    event = requirements.require_running(t)
    if len(event.rounds) != before.round:
        raise _too_late()


def _entry(t: Tournament, entrant: str, state: str) -> Entry:
    """Whom the act was about, if they are still as it left them."""
    if t.phase == "cancelled":
        requirements.require_running(t)
    entry = t.entry(entrant)
    if entry is None or entry.state != state:
        raise _too_late()
    return entry


def _in_again(t: Tournament, entry: Entry, before: StateBefore) -> Tournament:
    """Neither dropped nor disqualified, or only dropped."""
    if before.state == "dropped":
        t = entries.with_entry(t, msgspec.structs.replace(entry, state="dropped", out=before.out))
        event = t.record.event
        return t if event is None else t.with_record(event=_not_disqualified(event, entry.id))
    if entry.user == ERASED_USER:
        raise _too_late()
    return apply.back_in(t, entry)


def _not_disqualified(event: Event, who: str) -> Event:
    return msgspec.structs.replace(
        event,
        entrants=tuple(
            msgspec.structs.replace(one, disqualified_after=None) if one.id == who else one
            for one in event.entrants
        ),
    )


def _out_again(t: Tournament, entry: Entry, before: StateBefore) -> Tournament:
    """Dropped or disqualified again, as before the reinstatement."""
    if t.phase == "running":
        _require_round(t, before)
    return entries.dropped(t, entry, out=before.out, disqualified=before.state == "disqualified")


def _replaced_again(t: Tournament, entry: Entry, act: definitions.Substitute) -> Tournament:
    """Whoever was replaced plays again."""
    if entry.user != act.user or entry.user == ERASED_USER or not entry.former_users:
        raise _too_late()
    *users, user = entry.former_users
    *names, name = entry.formerly
    if user == ERASED_USER or t.entry_of(user) is not None or t.phase not in ("open", "running"):
        raise _too_late()
    return entries.with_entry(
        t,
        msgspec.structs.replace(
            entry, user=user, name=name, formerly=tuple(names), former_users=tuple(users)
        ),
    )


def _counted_again(
    t: Tournament, act: definitions.Correct | definitions.Void | definitions.Restore, before: StateBefore
) -> Tournament:
    """What counted before counts again; if nothing did, the pod is played on."""
    event = requirements.require_event(t)
    past_results = rounds.results_of_pod(t, act.round, act.pod)
    if len(past_results) != before.results + 1:
        raise _too_late()
    if before.results:
        return rounds.with_result_counted(t, past_results[before.results - 1])
    if t.phase != "running" or len(event.rounds) != before.round or t.record.drawn is not None:
        raise _too_late()
    t = rounds.with_table(t, act.round, act.pod, void=False)
    return t.with_record(event=_without_results(event, act.round, act.pod))


def _without_results(event: Event, round: int, pod: int) -> Event:
    kept = tuple(one for one in event.results if (one.round, one.pod) != (round, pod))
    if (round, pod) not in engine.missing(msgspec.structs.replace(event, results=kept)):
        raise PairingError(PairingProblem.NO_SUCH_POD)
    return msgspec.structs.replace(event, results=kept)


def _taken_back(t: Tournament, act: definitions.HandOver, before: StateBefore, row: AuditRow) -> Tournament:
    """Whoever handed it over is the organiser again, if it was theirs."""
    if not before.organiser or row.user is None or t.record.organiser != act.user:
        raise _too_late()
    return t.with_record(organiser=row.user, organiser_name=row.name)
