"""From a pod's table that has ended to the pod's result."""

from __future__ import annotations

from bot.organising.tournament import Tournament
from bot.tables.table import Table
from bot.tournaments import running
from bot.tournaments.event import Pod, Result, Round


def has_ended(table: Table) -> bool:
    """Whether nothing is played there any more."""
    return table.phase in ("over", "closed")


def absent(table: Table | None, pod: Pod) -> tuple[int, ...]:
    """The seats of those who have not come to the table, if it stands. Robots that fill in are nobody who
    could.
    """
    if table is None:  # nobody could have come
        return ()
    here = () if table.record.pod is None else table.record.pod.here
    return tuple(seat for seat, who in enumerate(pod.seats) if who is not None and who not in here)


def result_of(table: Table, round: Round, pod: Pod) -> Result:
    """What the pod's table comes to: void if it was closed before its game had ended."""
    away = absent(table, pod)
    outcome, kept = table.outcome, table.record.pod
    if table.phase != "over" or outcome is None or kept is None:
        return void(round.number, pod, away)
    walked_over = tuple(
        seat for seat, who in enumerate(pod.seats) if who is not None and who in kept.walked_over
    )
    played = iter(outcome.places)
    places = tuple(0 if seat in walked_over else next(played) for seat in range(len(pod.seats)))
    stand_ins = tuple(seat for seat in away if seat not in walked_over)
    return Result(
        round=round.number, pod=pod.number, places=places, walk_overs=walked_over, stand_ins=stand_ins
    )


def void(round: int, pod: Pod, away: tuple[int, ...]) -> Result:
    """The table does not count; those who had not come get nothing for it."""
    return Result(round=round, pod=pod.number, places=(0,) * len(pod.seats), stand_ins=away, void=True)


def counted(t: Tournament, result: Result) -> Tournament:
    """The result counts from now on, whatever counted before. `Impossible` if no game can end so."""
    assert t.record.event is not None
    return t.with_record(event=running.with_result(t.record.event, result))


def of_pod(t: Tournament, round: int, pod: int) -> tuple[Result, ...]:
    """All that ever counted for the pod, the latest last."""
    event = t.record.event
    return tuple(one for one in event.results if (one.round, one.pod) == (round, pod)) if event else ()
