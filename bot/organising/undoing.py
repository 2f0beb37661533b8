"""What takes an act back, as long as nothing has been built upon it since. Pure functions."""

from __future__ import annotations

import msgspec

from bot.organising import acts, deeds, doing, entering, members, required, results, rounds
from bot.organising.acts import Act
from bot.organising.deeds import Before
from bot.organising.outcome import Outcome
from bot.organising.tournament import FORMER, Entry, Tournament
from bot.organising.troubles import refused
from bot.tables.refusal import Refusal
from bot.tournaments import running
from bot.tournaments.event import Event, Impossible, Trouble
from games.text import _
from storage.records import AuditRow


def undone(t: Tournament, row: AuditRow, now: float) -> Outcome:
    """The tournament without the act of this entry. Refusal if that cannot be. `now`: house time."""
    act = deeds.act_of(row)
    try:
        after = _undone(t, act, deeds.before_of(row), row, now)
    except Impossible as impossible:
        raise refused(impossible.trouble) from None
    if isinstance(act, acts.Drop | acts.Disqualify) and members.waits(after, act.entrant):
        return Outcome(
            after,
            _(
                "Taken back; but their place is somebody else's by now, so they are the first who "
                "wait for one."
            ),
        )
    return Outcome(after, _("Taken back: it is as it was before."))


def _undone(t: Tournament, act: Act, before: Before, row: AuditRow, now: float) -> Tournament:
    match act:
        case acts.Extend():
            _require_round(t, before)
            back = msgspec.structs.replace(act, seconds=-act.seconds)
            return doing.done(t, back, now).tournament
        case acts.Pause():
            return doing.resumed(t, now).tournament
        case acts.Resume():
            return doing.paused(t, now).tournament
        case acts.Drop():
            return _in_again(t, _entry(t, act.entrant, "dropped"), before)
        case acts.Disqualify():
            return _in_again(t, _entry(t, act.entrant, "disqualified"), before)
        case acts.Reinstate():
            return _out_again(t, _entry(t, act.entrant, "in"), before)
        case acts.Substitute():
            return _replaced_again(t, _entry(t, act.entrant, "in"), act)
        case acts.Correct() | acts.Void() | acts.Restore():
            return _counted_again(t, act, before)
        case acts.HandOver():
            return _taken_back(t, act, before, row)
        case _:
            raise Refusal("late", _("That cannot be taken back: others know of it, and rely on it."))


def _too_late() -> Refusal:
    return Refusal(
        "late",
        _("That cannot be taken back any more: something else has come of it since. Do what is wanted now."),
    )


def _require_round(t: Tournament, before: Before) -> None:
    event = required.require_running(t)
    if len(event.rounds) != before.round:
        raise _too_late()


def _entry(t: Tournament, entrant: str, state: str) -> Entry:
    """Whom the act was about, if they are still as it left them."""
    if t.phase == "cancelled":
        required.require_running(t)
    entry = t.entry(entrant)
    if entry is None or entry.state != state:
        raise _too_late()
    return entry


def _in_again(t: Tournament, entry: Entry, before: Before) -> Tournament:
    """Neither dropped nor disqualified, or only dropped."""
    if before.state == "dropped":
        t = entering.with_entry(t, msgspec.structs.replace(entry, state="dropped", out=before.out))
        event = t.record.event
        return t if event is None else t.with_record(event=_not_disqualified(event, entry.id))
    if entry.user == FORMER:
        raise _too_late()
    return members.back(t, entry)


def _not_disqualified(event: Event, who: str) -> Event:
    return msgspec.structs.replace(
        event,
        entrants=tuple(
            msgspec.structs.replace(one, disqualified_after=None) if one.id == who else one
            for one in event.entrants
        ),
    )


def _out_again(t: Tournament, entry: Entry, before: Before) -> Tournament:
    """Dropped or disqualified again, as before the reinstatement."""
    if t.phase == "running":
        _require_round(t, before)
    return entering.dropped(t, entry, out=before.out, disqualified=before.state == "disqualified")


def _replaced_again(t: Tournament, entry: Entry, act: acts.Substitute) -> Tournament:
    """Whoever was replaced plays again."""
    if entry.user != act.user or entry.user == FORMER or not entry.former_users:
        raise _too_late()
    *users, user = entry.former_users
    *names, name = entry.formerly
    if user == FORMER or t.entry_of(user) is not None or t.phase not in ("open", "running"):
        raise _too_late()
    return entering.with_entry(
        t,
        msgspec.structs.replace(
            entry, user=user, name=name, formerly=tuple(names), former_users=tuple(users)
        ),
    )


def _counted_again(t: Tournament, act: acts.Correct | acts.Void | acts.Restore, before: Before) -> Tournament:
    """What counted before counts again; if nothing did, the pod is played on."""
    event = required.require_event(t)
    told = results.of_pod(t, act.round, act.pod)
    if len(told) != before.results + 1:
        raise _too_late()
    if before.results:
        return results.counted(t, told[before.results - 1])
    if t.phase != "running" or len(event.rounds) != before.round or t.record.drawn is not None:
        raise _too_late()
    t = rounds.with_table(t, act.round, act.pod, void=False)
    return t.with_record(event=_without_results(event, act.round, act.pod))


def _without_results(event: Event, round: int, pod: int) -> Event:
    kept = tuple(one for one in event.results if (one.round, one.pod) != (round, pod))
    if (round, pod) not in running.missing(msgspec.structs.replace(event, results=kept)):
        raise Impossible(Trouble.NO_SUCH_POD)
    return msgspec.structs.replace(event, results=kept)


def _taken_back(t: Tournament, act: acts.HandOver, before: Before, row: AuditRow) -> Tournament:
    """Whoever handed it over is the organiser again, if it was theirs."""
    if not before.organiser or row.user is None or t.record.organiser != act.user:
        raise _too_late()
    return t.with_record(organiser=row.user, organiser_name=row.name)
