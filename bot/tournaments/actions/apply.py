"""What an organiser's acts make of those who are in a tournament. Pure functions."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.pace import DAY
from bot.refusal import Refusal
from bot.tables.model import Table
from bot.tournaments import entries, rounds
from bot.tournaments.actions import definitions
from bot.tournaments.actions.definitions import AdminAction
from bot.tournaments.formats import engine
from bot.tournaments.model import ERASED_USER, Entry, PendingChange, Tournament
from bot.tournaments.outbox import outbox_entry
from bot.tournaments.pairing.event import PairingError, PairingProblem, Result, find_pod
from bot.tournaments.requirements import (
    entry_named,
    refusal_of,
    require_alive,
    require_clocks,
    require_drawn,
    require_event,
    require_running,
)
from games.text import _


def dropped(t: Tournament, act: definitions.Drop) -> PendingChange:
    """They play no further round; on the waiting list, they stand there no more."""
    require_alive(t)
    entry = entry_named(t, act.entrant)
    if entry.state in ("dropped", "disqualified"):
        raise Refusal("twice", _("They are not in the tournament any more."))
    if entry.state == "waiting":
        others = tuple(one for one in t.record.entries if one.id != entry.id)
        return PendingChange(t.with_record(entries=others), _("They are on the waiting list no more."))
    after, outbox = entries.moved_up(entries.dropped(t, entry, out=True))
    return PendingChange(after, _("They play no further round, and a robot plays on at their table."), outbox)


def disqualified(t: Tournament, act: definitions.Disqualify) -> PendingChange:
    """They are out and stand below everybody else."""
    if t.phase != "open":
        require_event(t)
    entry = entry_named(t, act.entrant)
    if entry.state == "disqualified":
        raise Refusal("twice", _("They are disqualified already."))
    after, outbox = entries.moved_up(entries.dropped(t, entry, out=True, disqualified=True))
    return PendingChange(after, _("They are disqualified, and stand below everybody else."), outbox)


def reinstated(t: Tournament, act: definitions.Reinstate) -> PendingChange:
    """Whoever dropped out or was disqualified is in again."""
    entry = entry_named(t, act.entrant)
    if entry.state not in ("dropped", "disqualified"):
        raise Refusal("twice", _("They have not left the tournament, so there is nothing to be done."))
    if entry.user == ERASED_USER:
        raise Refusal(
            "gone",
            _(
                "Whoever that was had their data erased, so nobody would play there. "
                "The tournament goes on without them."
            ),
        )
    if t.phase == "over":
        require_event(t)
        if entry.state == "dropped":
            raise Refusal("over", _("The tournament is over: there is no round in which they could play."))
    else:
        require_alive(t)
    after = back_in(t, entry)
    if is_waiting(after, entry.id):
        return PendingChange(after, _("All places are taken by now: they are the first on the waiting list."))
    return PendingChange(after, _("They are in again, from the next round on."))


def is_waiting(t: Tournament, entrant: str) -> bool:
    """Whether they are on the waiting list."""
    return any(entry.id == entrant for entry in t.waiting)


def back_in(t: Tournament, entry: Entry) -> Tournament:
    """They are in again; before the start only if there is a place, else on the waiting list."""
    full = t.phase == "open" and not entries.has_room(t)
    state = "waiting" if full else "in"
    t = entries.with_entry(t, msgspec.structs.replace(entry, state=state, out=False))
    t = t.with_record(entries=(*t.entrants, *t.waiting))
    event = t.record.event
    if event is None:
        return t
    if any(one.id == entry.id for one in event.entrants):
        return t.with_record(event=engine.with_reinstated(event, entry.id))
    return t.with_record(event=engine.with_entrant(event, entry.id))


def substituted(t: Tournament, act: definitions.Substitute) -> PendingChange:
    """Somebody new to the tournament plays on in their place."""
    require_alive(t)
    entry = entry_named(t, act.entrant)
    if entry.state != "in":
        raise Refusal(
            "late",
            _("They have left the tournament. Let them play again first, then put the substitute in."),
        )
    known = t.entry_of(act.user)
    had_another = any(act.user in one.former_users for one in t.record.entries if one is not entry)
    if had_another or (known is not None and known.state != "waiting"):
        raise Refusal(
            "twice",
            _("The substitute is or was in this tournament already. Choose somebody who is new to it."),
        )
    t = t.with_record(entries=tuple(one for one in t.record.entries if one is not known))
    seated = msgspec.structs.replace(
        entry,
        user=act.user,
        name=act.name,
        formerly=(*entry.formerly, entry.name),
        former_users=(*entry.former_users, entry.user),
        out=False,
    )
    return PendingChange(
        entries.with_entry(t, seated),
        _("The substitute plays on in their place, with what has been won so far."),
    )


def handed_over(t: Tournament, act: definitions.HandOver) -> PendingChange:
    """Somebody else is the organiser."""
    if t.phase == "cancelled":
        require_running(t)
    if act.user == t.record.organiser:
        raise Refusal("twice", _("They are this tournament's organiser already."))
    return PendingChange(
        t.with_record(organiser=act.user, organiser_name=act.name), _("They are the organiser from now on.")
    )


# What an organiser's acts make of a pod's result. Pure functions.


def corrected(t: Tournament, act: definitions.Correct, table: Table | None) -> PendingChange:
    """The organiser says how the pod ended."""
    event = require_event(t)
    pod = find_pod(event, act.round, act.pod)
    walk_overs = tuple(at for at, place in enumerate(act.places) if place == 0)
    previous = t.result_of(act.round, act.pod)
    # Whoever had a walk-over before, and has a place now, did play.
    away = rounds.absent_seats(table, pod) if previous is None else previous.stand_ins
    result = Result(
        round=act.round,
        pod=act.pod,
        places=act.places,
        walk_overs=walk_overs,
        stand_ins=tuple(seat for seat in away if seat not in walk_overs),
    )
    if previous is not None and _same_result(previous, result):
        raise Refusal("twice", _("This is how the pod's result is already."))
    return PendingChange(
        _with_decision(t, result),
        _("The result is corrected, and the standings are those that follow from it."),
    )


def _same_result(one: Result, other: Result) -> bool:
    return msgspec.structs.replace(one, since=0) == msgspec.structs.replace(other, since=0)


def voided(t: Tournament, act: definitions.Void, table: Table | None) -> PendingChange:
    """The pod's table does not count."""
    event = require_event(t)
    pod = find_pod(event, act.round, act.pod)
    previous = t.result_of(act.round, act.pod)
    if previous is not None and previous.void:
        raise Refusal("twice", _("This table does not count already."))
    away = (
        rounds.absent_seats(table, pod) if previous is None else (*previous.walk_overs, *previous.stand_ins)
    )
    return PendingChange(
        _with_decision(t, rounds.void_result(act.round, pod, away)),
        _("The table does not count: whoever came gets as much as for a bye."),
    )


def _with_decision(t: Tournament, result: Result) -> Tournament:
    """The result counts; if the pod's game is still being played, it is not played on."""
    if t.result_of(result.round, result.pod) is None:
        t = rounds.with_table(t, result.round, result.pod, void=True)
    return rounds.with_result_counted(t, result)


def restored(t: Tournament, act: definitions.Restore) -> PendingChange:
    """What came from the table counts again, in place of what was decided since."""
    event = require_event(t)
    find_pod(event, act.round, act.pod)
    past_results = rounds.results_of_pod(t, act.round, act.pod)
    one = t.table_of(act.round, act.pod)
    if len(past_results) < 2 or one is None or one.void or _same_result(past_results[0], past_results[-1]):
        raise Refusal(
            "stale", _("This pod has no other result that could count again. Correct the one that it has.")
        )
    return PendingChange(
        rounds.with_result_counted(t, past_results[0]), _("The result that came from the table counts again.")
    )


# What each act of an organiser's makes of a tournament. Pure functions: a `Refusal` says why not.
#
# The two acts that need a round to be drawn (`Draw`, `Redraw`) and the first (`Begin`) are worked out up to
# that; whoever stores the change has the round drawn.


LONGEST_EXTENSION = 30 * DAY


def person_concerned(t: Tournament, act: AdminAction) -> tuple[int | None, str]:
    """The user whom an act concerns, and their name; nobody in particular for most."""
    match act:
        case (
            definitions.Drop() | definitions.Disqualify() | definitions.Reinstate() | definitions.Substitute()
        ):
            entry = entry_named(t, act.entrant)
            return entry.user or None, entry.name
        case definitions.HandOver():
            return act.user, act.name
        case _:
            return None, ""


def apply_action(t: Tournament, act: AdminAction, now: float, table: Table | None = None) -> PendingChange:
    """The tournament after the act. `now`: house time; `table`: that of the act's pod, if there is one."""
    try:
        return _apply(t, act, now, table)
    except PairingError as impossible:
        raise refusal_of(impossible.trouble) from None


def _apply(t: Tournament, act: AdminAction, now: float, table: Table | None) -> PendingChange:
    match act:
        case definitions.Begin():
            return _begun(t)
        case definitions.Draw():
            return _to_draw(t)
        case definitions.Redraw():
            require_drawn(t)
            return PendingChange(t, _("The round is drawn anew. The pods published before count no more."))
        case definitions.OpenRound():
            return _opened(t)
        case definitions.Extend():
            return _extended(t, act, now)
        case definitions.Pause():
            return paused(t, now)
        case definitions.Resume():
            return resumed(t, now)
        case definitions.Drop():
            return dropped(t, act)
        case definitions.Disqualify():
            return disqualified(t, act)
        case definitions.Reinstate():
            return reinstated(t, act)
        case definitions.Substitute():
            return substituted(t, act)
        case definitions.Correct():
            return corrected(t, act, table)
        case definitions.Void():
            return voided(t, act, table)
        case definitions.Restore():
            return restored(t, act)
        case definitions.HandOver():
            return handed_over(t, act)
        case definitions.Finish():
            return _finished(t)
        case definitions.Cancel():
            return _cancelled(t)


def _begun(t: Tournament) -> PendingChange:
    if t.phase != "open":
        raise Refusal("twice", _("The tournament has begun already, so there is nothing to begin."))
    t, outbox = entries.without_absent(t)
    return PendingChange(rounds.begun(t), _("The tournament has begun: the first round is drawn."), outbox)


def _to_draw(t: Tournament) -> PendingChange:
    require_running(t)
    require_clocks(t)
    if t.record.drawn is not None:
        raise Refusal(
            "twice",
            _("The next round is drawn already. Open its tables, or have it drawn anew."),
        )
    return PendingChange(t, _("The next round is drawn, and its pods are published."))


def _opened(t: Tournament) -> PendingChange:
    require_drawn(t)
    require_clocks(t)
    return PendingChange(t, _("The round's tables are being opened, and its players are told."))


def _extended(t: Tournament, act: definitions.Extend, now: float) -> PendingChange:
    require_running(t)
    latest = t.running_round
    if latest is None or latest.number in rounds.complete(t.record.event):
        raise Refusal("early", _("No round is being played just now, so there is no time to be extended."))
    if not 0 < abs(act.seconds) <= LONGEST_EXTENSION:
        raise Refusal("input", _("Time is extended by 30 days at most. Choose a shorter time."))
    if act.pod:
        t = _extended_pod(t, latest.number, act)
    else:
        t = t.with_record(extra=_more(t.record.extra, act.seconds))
    return PendingChange(rounds.with_deadlines_applied(t, now), _("Done: the clocks have been set."))


def _extended_pod(t: Tournament, round: int, act: definitions.Extend) -> Tournament:
    one = t.table_of(round, act.pod)
    if one is None:
        raise refusal_of(PairingProblem.NO_SUCH_POD)
    if t.result_of(round, act.pod) is not None:
        raise Refusal("over", _("This pod's game has ended, so there is no time to be extended."))
    return rounds.with_table(t, round, act.pod, extra=_more(one.extra, act.seconds))


def _more(extra: float, seconds: float) -> float:
    if extra + seconds < 0:
        raise Refusal("input", _("No more time can be taken back than was given. Choose a shorter time."))
    return extra + seconds


def paused(t: Tournament, now: float) -> PendingChange:
    """All clocks stand still."""
    require_running(t)
    if t.record.paused is not None:
        raise Refusal("twice", _("All clocks stand still already."))
    return PendingChange(
        rounds.clocks_stopped(t, now, paused=True),
        _("All clocks stand still, at every table. They run again when you say so."),
    )


def resumed(t: Tournament, now: float) -> PendingChange:
    """They run again."""
    require_running(t)
    if t.record.paused is None:
        raise Refusal("twice", _("The clocks run already."))
    return PendingChange(
        rounds.clocks_resumed(t, now, paused=True),
        _("The clocks run again, from where they stood."),
    )


def _finished(t: Tournament) -> PendingChange:
    event = require_running(t)
    if not event.rounds:
        raise Refusal(
            "early",
            _("No round has been played, so there are no standings yet. Cancel the tournament instead."),
        )
    if t.open_pods():
        raise Refusal(
            "early",
            _(
                "Tables of the running round are still playing. Wait for them, or declare them void: the "
                "tournament can then end with the standings as they are."
            ),
        )
    t = rounds.unpublished(t)
    return PendingChange(
        replace(t, phase="over").with_record(trouble="", paused=None),
        _("The tournament is over: the standings as they are now are the final ones."),
        (outbox_entry("final"),),
    )


def _cancelled(t: Tournament) -> PendingChange:
    require_alive(t)
    t = rounds.unpublished(t)
    if t.record.paused is not None:
        t = t.with_record(paused=None)
    return PendingChange(
        replace(t, phase="cancelled").with_record(trouble=""),
        _("The tournament is cancelled. Its tables are closed, and nobody has won."),
    )
