"""What an organiser's acts make of a pod's result. Pure functions."""

from __future__ import annotations

import msgspec

from bot.organising import acts, results, rounds
from bot.organising.outcome import Outcome
from bot.organising.required import require_event
from bot.organising.tournament import Tournament
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tournaments.checks import find_pod
from bot.tournaments.event import Result
from games.text import _


def corrected(t: Tournament, act: acts.Correct, table: Table | None) -> Outcome:
    """The organiser says how the pod ended."""
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


def voided(t: Tournament, act: acts.Void, table: Table | None) -> Outcome:
    """The pod's table does not count."""
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


def restored(t: Tournament, act: acts.Restore) -> Outcome:
    """What came from the table counts again, in place of what was decided since."""
    event = require_event(t)
    find_pod(event, act.round, act.pod)
    told = results.of_pod(t, act.round, act.pod)
    one = t.table_of(act.round, act.pod)
    if len(told) < 2 or one is None or one.void or _same(told[0], told[-1]):
        raise Refusal(
            "stale", _("This pod has no other result that could count again. Correct the one that it has.")
        )
    return Outcome(results.counted(t, told[0]), _("The result that came from the table counts again."))
