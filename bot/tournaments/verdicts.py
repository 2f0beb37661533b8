"""What counts of a pod that has ended: who has which place, who goes on, who has won. Pure.

Cards of tables, messages of rounds, pages, pictures and private answers all ask here, so that they say alike.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.pod_model import PodVerdict, SeatFate, SeatRemark, SeatVerdict
from bot.tournaments.formats import engine
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Pod, Result, Round, Stage


def verdict_of(t: Tournament, one: Round, pod: Pod, result: Result | None = None) -> PodVerdict | None:
    """What counts of the pod; None while it has no result, or nobody may know it. `result`: another than the
    one that counts.
    """
    if t.is_closed(one):
        return None
    counted = t.result_of(one.number, pod.number)
    known = counted if result is None else result
    if known is None:
        return None
    fates = fates_after(t, one) if known is counted else {}
    seats = tuple(
        SeatVerdict(
            who or "", _place(t, pod, known, seat), fates.get(who or "", ""), _remark(t, pod, known, seat)
        )
        for seat, who in enumerate(pod.seats)
    )
    played_by_robots = known.played_out and not known.void
    return PodVerdict(
        seats,
        final=one.stage is Stage.FINAL,
        waits=_decides(t, one) and not fates and _is_open(t, one),
        void=known.void,
        corrected=is_corrected(t, one, pod),
        played_out=played_by_robots,
        play_off=pod.play_off > 0,
    )


def by_place(verdict: PodVerdict) -> list[int]:
    """The seats, the best first; whoever has no place at the end, also in a table that does not count."""
    last = len(verdict.seats) + 1
    return sorted(range(len(verdict.seats)), key=lambda at: (verdict.seats[at].place or last, at))


def winners(verdict: PodVerdict) -> tuple[int, ...]:
    """The seats whose people have won something there: in the final the tournament, else their table."""
    if verdict.void or verdict.again:
        return ()
    if verdict.final:
        return tuple(at for at, seat in enumerate(verdict.seats) if seat.fate == "won")
    first = (at for at, seat in enumerate(verdict.seats) if seat.place == 1)
    return tuple(at for at in first if verdict.seats[at].entrant and not verdict.seats[at].remark)


def fates_after(t: Tournament, one: Round) -> Mapping[str, SeatFate]:
    """What has come of the round for everybody in it, as far as that is known."""
    event = t.record.event
    if event is None or not _decides(t, one):
        return {}
    later = next((each for each in event.rounds if each.number == one.number + 1), None)
    on = t.record.going_on if later is None else later.everybody
    if on is None:
        return {}
    if one.stage is Stage.FINAL:
        return {who: "won" if who in on else "" for who in one.everybody}
    return {who: "on" if who in on else "out" for who in one.everybody}


def _decides(t: Tournament, one: Round) -> bool:
    """Whether only some go on from the round."""
    event = t.record.event
    if event is None or not format_of(event.options).eliminates:
        return False
    return one.stage is not Stage.GROUPS or one.number >= format_of(event.options).rounds_of(event)


def _is_open(t: Tournament, one: Round) -> bool:
    """Whether it is not decided yet what comes of the round."""
    event = t.record.event
    if event is None or one.stage is Stage.FINAL:
        return t.phase == "running"
    return any(t.result_of(one.number, pod.number) is None for pod in one.pods) or (
        one is event.rounds[-1] and engine.undecided(event) is not None
    )


def is_corrected(t: Tournament, one: Round, pod: Pod) -> bool:
    """Whether what counts of the pod is not what came from its table."""
    found = t.results_of_pod(one.number, pod.number)
    if len(found) < 2:
        table = t.table_of(one.number, pod.number)
        return bool(found) and not found[0].void and table is not None and table.void
    first, last = found[0], found[-1]
    return not last.void and (first.void or (first.places, first.away) != (last.places, last.away))


def _place(t: Tournament, pod: Pod, result: Result, seat: int) -> int:
    """The seat's; 0 where there is none."""
    return 0 if result.void or _never_came(t, result, seat) else result.places[seat]


def _never_came(t: Tournament, result: Result, seat: int) -> bool:
    """Whether no place need be told: the seat was empty, or what the robot in it won is nobody's."""
    return seat in result.walk_overs or (t.settings.how.absent_last and seat in result.stand_ins)


def _remark(t: Tournament, pod: Pod, result: Result, seat: int) -> SeatRemark:
    who = pod.seats[seat]
    entry = None if who is None else t.entry(who)
    if entry is not None and entry.state == "disqualified":
        return "disqualified"
    if result.void:
        return ""
    if _never_came(t, result, seat):
        return "absent"
    if seat in result.stand_ins:
        return "robot"
    if seat in result.idle:
        return "idle"
    return "left" if seat in result.behind else ""
