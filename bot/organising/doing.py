"""What each act of an organiser's makes of a tournament. Pure functions: a `Refusal` says why not.

The two acts that need a round to be drawn (`Draw`, `Redraw`) and the first (`Begin`) are worked out up to
that; whoever stores the change has the round drawn.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.organising import acts, entering, results, rounds
from bot.organising.acts import Act
from bot.organising.errands import errand
from bot.organising.outcome import Outcome
from bot.organising.tournament import FORMER, Entry, Tournament
from bot.organising.troubles import refused
from bot.tables.pace import DAY
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tournaments import running
from bot.tournaments.checks import find_pod
from bot.tournaments.event import Event, Impossible, Result, Trouble
from games.text import _

LONGEST_EXTENSION = 30 * DAY


def about(t: Tournament, act: Act) -> tuple[int | None, str]:
    """The user whom an act concerns, and their name; nobody in particular for most."""
    match act:
        case acts.Drop() | acts.Disqualify() | acts.Reinstate() | acts.Substitute():
            entry = entry_named(t, act.entrant)
            return entry.user or None, entry.name
        case acts.HandOver():
            return act.user, act.name
        case _:
            return None, ""


def entry_named(t: Tournament, entrant: str) -> Entry:
    """Whoever is meant. Refusal if there is nobody like that."""
    entry = t.entry(entrant)
    if entry is None:
        raise refused(Trouble.NO_SUCH_ENTRANT)
    return entry


def done(t: Tournament, act: Act, now: float, table: Table | None = None) -> Outcome:
    """The tournament after the act. `now`: house time; `table`: that of the act's pod, if there is one."""
    try:
        return _done(t, act, now, table)
    except Impossible as impossible:
        raise refused(impossible.trouble) from None


def _done(t: Tournament, act: Act, now: float, table: Table | None) -> Outcome:
    match act:
        case acts.Begin():
            return _begun(t)
        case acts.Draw():
            return _to_draw(t)
        case acts.Redraw():
            require_drawn(t)
            return Outcome(t, _("The round is drawn anew. The pods published before count no more."))
        case acts.OpenRound():
            return _opened(t)
        case acts.Extend():
            return _extended(t, act, now)
        case acts.Pause():
            return paused(t, now)
        case acts.Resume():
            return resumed(t, now)
        case acts.Drop():
            return _dropped(t, act)
        case acts.Disqualify():
            return _disqualified(t, act)
        case acts.Reinstate():
            return _reinstated(t, act)
        case acts.Substitute():
            return _substituted(t, act)
        case acts.Correct():
            return _corrected(t, act, table)
        case acts.Void():
            return _voided(t, act, table)
        case acts.Restore():
            return _restored(t, act)
        case acts.HandOver():
            return _handed_over(t, act)
        case acts.Finish():
            return _finished(t)
        case acts.Cancel():
            return _cancelled(t)


# what a tournament must be like


def require_running(t: Tournament) -> Event:
    """The event. Refusal before the start and after the end."""
    if t.phase == "open":
        raise Refusal("early", _("The tournament has not begun yet. Begin it first, or wait for its start."))
    event = t.record.event
    if t.phase != "running" or event is None:
        raise Refusal("over", _("The tournament is over, so that is not possible any more."))
    return event


def require_event(t: Tournament) -> Event:
    """The event, also when it is over. Refusal before the start, and if the tournament was cancelled."""
    event = t.record.event
    return event if t.phase == "over" and event is not None else require_running(t)


def _require_alive(t: Tournament) -> None:
    if t.phase not in ("open", "running"):
        require_running(t)


def require_drawn(t: Tournament) -> None:
    """Refusal unless a round is published whose tables are not open yet."""
    require_running(t)
    if t.record.drawn is None:
        raise Refusal(
            "early",
            _("No round is drawn whose tables could be opened. Have the next round drawn first."),
        )


def _require_clocks(t: Tournament) -> None:
    if t.record.paused is not None:
        raise Refusal("shut", _("All clocks stand still. Let them run again first."))


# rounds


def _begun(t: Tournament) -> Outcome:
    if t.phase != "open":
        raise Refusal("twice", _("The tournament has begun already, so there is nothing to begin."))
    t, errands = entering.present(t)
    return Outcome(rounds.begun(t), _("The tournament has begun: the first round is drawn."), errands)


def _to_draw(t: Tournament) -> Outcome:
    require_running(t)
    _require_clocks(t)
    if t.record.drawn is not None:
        raise Refusal(
            "twice",
            _("The next round is drawn already. Open its tables, or have it drawn anew."),
        )
    return Outcome(t, _("The next round is drawn, and its pods are published."))


def _opened(t: Tournament) -> Outcome:
    require_drawn(t)
    _require_clocks(t)
    return Outcome(t, _("The round's tables are being opened, and its players are told."))


def _extended(t: Tournament, act: acts.Extend, now: float) -> Outcome:
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
    return Outcome(rounds.in_time(t, now), _("Done: the clocks have been set."))


def _extended_pod(t: Tournament, round: int, act: acts.Extend) -> Tournament:
    one = t.table_of(round, act.pod)
    if one is None:
        raise refused(Trouble.NO_SUCH_POD)
    if t.result_of(round, act.pod) is not None:
        raise Refusal("over", _("This pod's game has ended, so there is no time to be extended."))
    return rounds.with_table(t, round, act.pod, extra=_more(one.extra, act.seconds))


def _more(extra: float, seconds: float) -> float:
    if extra + seconds < 0:
        raise Refusal("input", _("No more time can be taken back than was given. Choose a shorter time."))
    return extra + seconds


def paused(t: Tournament, now: float) -> Outcome:
    """All clocks stand still."""
    require_running(t)
    if t.record.paused is not None:
        raise Refusal("twice", _("All clocks stand still already."))
    return Outcome(
        rounds.stopped(t, now, paused=True),
        _("All clocks stand still, at every table. They run again when you say so."),
    )


def resumed(t: Tournament, now: float) -> Outcome:
    """They run again."""
    require_running(t)
    if t.record.paused is None:
        raise Refusal("twice", _("The clocks run already."))
    return Outcome(
        rounds.going_on(t, now, paused=True),
        _("The clocks run again, from where they stood."),
    )


# people


def _dropped(t: Tournament, act: acts.Drop) -> Outcome:
    _require_alive(t)
    entry = entry_named(t, act.entrant)
    if entry.state in ("dropped", "disqualified"):
        raise Refusal("twice", _("They are not in the tournament any more."))
    if entry.state == "waiting":
        others = tuple(one for one in t.record.entries if one.id != entry.id)
        return Outcome(t.with_record(entries=others), _("They are on the waiting list no more."))
    after, errands = entering.moved_up(entering.dropped(t, entry, out=True))
    return Outcome(after, _("They play no further round, and a robot plays on at their table."), errands)


def _disqualified(t: Tournament, act: acts.Disqualify) -> Outcome:
    if t.phase != "open":
        require_event(t)
    entry = entry_named(t, act.entrant)
    if entry.state == "disqualified":
        raise Refusal("twice", _("They are disqualified already."))
    after, errands = entering.moved_up(entering.dropped(t, entry, out=True, disqualified=True))
    return Outcome(after, _("They are disqualified, and stand below everybody else."), errands)


def _reinstated(t: Tournament, act: acts.Reinstate) -> Outcome:
    entry = entry_named(t, act.entrant)
    if entry.state not in ("dropped", "disqualified"):
        raise Refusal("twice", _("They have not left the tournament, so there is nothing to be done."))
    if entry.user == FORMER:
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
        _require_alive(t)
    after = back(t, entry)
    if waits(after, entry.id):
        return Outcome(after, _("All places are taken by now: they are the first on the waiting list."))
    return Outcome(after, _("They are in again, from the next round on."))


def waits(t: Tournament, entrant: str) -> bool:
    """Whether they are on the waiting list."""
    return any(entry.id == entrant for entry in t.waiting)


def back(t: Tournament, entry: Entry) -> Tournament:
    """They are in again; before the start only if there is a place, else on the waiting list."""
    full = t.phase == "open" and not entering.has_room(t)
    state = "waiting" if full else "in"
    t = entering.with_entry(t, msgspec.structs.replace(entry, state=state, out=False))
    t = t.with_record(entries=(*t.entrants, *t.waiting))
    event = t.record.event
    if event is None:
        return t
    if any(one.id == entry.id for one in event.entrants):
        return t.with_record(event=running.with_again(event, entry.id))
    return t.with_record(event=running.with_entrant(event, entry.id))


def _substituted(t: Tournament, act: acts.Substitute) -> Outcome:
    _require_alive(t)
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
    return Outcome(
        entering.with_entry(t, seated),
        _("The substitute plays on in their place, with what has been won so far."),
    )


def _handed_over(t: Tournament, act: acts.HandOver) -> Outcome:
    if t.phase == "cancelled":
        require_running(t)
    if act.user == t.record.organiser:
        raise Refusal("twice", _("They are this tournament's organiser already."))
    return Outcome(
        t.with_record(organiser=act.user, organiser_name=act.name), _("They are the organiser from now on.")
    )


# results


def _corrected(t: Tournament, act: acts.Correct, table: Table | None) -> Outcome:
    event = require_event(t)
    pod = find_pod(event, act.round, act.pod)
    walk_overs = tuple(at for at, place in enumerate(act.places) if place == 0)
    former = t.result_of(act.round, act.pod)
    # Whoever had a walk-over before, and has a place now, did play.
    away = results.absent(table, pod) if former is None else former.stand_ins
    result = Result(
        round=act.round,
        pod=act.pod,
        places=act.places,
        walk_overs=walk_overs,
        stand_ins=tuple(seat for seat in away if seat not in walk_overs),
    )
    if former is not None and _same(former, result):
        raise Refusal("twice", _("This is how the pod's result is already."))
    return Outcome(
        _decided(t, result), _("The result is corrected, and the standings are those that follow from it.")
    )


def _same(one: Result, other: Result) -> bool:
    return msgspec.structs.replace(one, since=0) == msgspec.structs.replace(other, since=0)


def _voided(t: Tournament, act: acts.Void, table: Table | None) -> Outcome:
    event = require_event(t)
    pod = find_pod(event, act.round, act.pod)
    former = t.result_of(act.round, act.pod)
    if former is not None and former.void:
        raise Refusal("twice", _("This table does not count already."))
    away = results.absent(table, pod) if former is None else (*former.walk_overs, *former.stand_ins)
    return Outcome(
        _decided(t, results.void(act.round, pod, away)),
        _("The table does not count: whoever came gets as much as for a bye."),
    )


def _decided(t: Tournament, result: Result) -> Tournament:
    """The result counts; if the pod's game is still being played, it is not played on."""
    if t.result_of(result.round, result.pod) is None:
        t = rounds.with_table(t, result.round, result.pod, void=True)
    return results.counted(t, result)


def _restored(t: Tournament, act: acts.Restore) -> Outcome:
    event = require_event(t)
    find_pod(event, act.round, act.pod)
    told = results.of_pod(t, act.round, act.pod)
    one = t.table_of(act.round, act.pod)
    if len(told) < 2 or one is None or one.void or _same(told[0], told[-1]):
        raise Refusal(
            "stale", _("This pod has no other result that could count again. Correct the one that it has.")
        )
    return Outcome(results.counted(t, told[0]), _("The result that came from the table counts again."))


# the end


def _finished(t: Tournament) -> Outcome:
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
    return Outcome(
        replace(t, phase="over").with_record(trouble="", paused=None),
        _("The tournament is over: the standings as they are now are the final ones."),
        (errand("final"),),
    )


def _cancelled(t: Tournament) -> Outcome:
    _require_alive(t)
    t = rounds.unpublished(t)
    if t.record.paused is not None:
        t = t.with_record(paused=None)
    return Outcome(
        replace(t, phase="cancelled").with_record(trouble=""),
        _("The tournament is cancelled. Its tables are closed, and nobody has won."),
    )
