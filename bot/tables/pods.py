"""What becomes of a tournament's table: opened, waiting for its players, dealt, brought to what is wanted.

Pure functions: a table goes in, the changed table comes out. What is no different there from any other table
is not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bot.hours import agreement
from bot.pace import Pace
from bot.refusal import Refusal
from bot.tables import clocks, leaving, lobby
from bot.tables.history import replay_states
from bot.tables.model import ERASED_USER, Notice, Press, Record, Seat, Table, TableUpdate, robot_name
from bot.tables.pod_model import PodInfo, PodSeat, PodTarget
from games.contract import AnyGame
from games.text import _
from storage.models import ActionRow

NOBODY = 0
"""The host of a tournament's table."""


def pod_of(table: Table) -> PodInfo:
    """Whose table it is. ValueError if it is no tournament's."""
    if table.record.pod is None:
        raise ValueError(f"table {table.id} is no tournament's")
    return table.record.pod


def _with_pod(table: Table, **changes: Any) -> Table:
    return table.with_record(pod=replace(pod_of(table), **changes))


def new_pod_table(
    table_id: str,
    *,
    guild: int,
    channel: int,
    game: AnyGame,
    options: dict[str, Any],
    pace: Pace,
    rated: bool,
    locale: str,
    secret: str,
    pod: PodInfo,
    sitters: Sequence[PodSeat],
    now: float,
) -> Table:
    """The table as it waits for its players. `now`: Unix seconds."""
    seats = list[Seat]()
    for sitter in sitters:
        seats.append(_seat(game, sitter, [seat.name for seat in seats]))
    record = Record(
        host=NOBODY,
        options=options,
        secret=secret,
        capacity=len(seats),
        locale=locale,
        seats=tuple(seats),
        pace=pace,
        rated=rated,
        pod=pod,
    )
    return Table(table_id, guild, channel, game, "lobby", 0, 0, record, None, now, now)


def _seat(game: AnyGame, sitter: PodSeat, taken: Sequence[str]) -> Seat:
    if sitter.entrant:
        return _seat_of(sitter)
    return Seat(robot_name(taken), sitter.join, robot=game.default_robot)


def _seat_of(sitter: PodSeat) -> Seat:
    return Seat(sitter.name, sitter.join, user=sitter.user, username=sitter.username, number=sitter.number)


def with_move_taken_back(
    former: Table, log: Sequence[ActionRow], kept: int, table_id: str, now: float
) -> Table:
    """The game of `former` as it was after the first so many actions of its log, at a table of its own: the
    cards are the same, the clocks begin anew. If it had ended, its ratings stay those. `now`: Unix seconds.
    """
    *_before, (state, _events) = replay_states(former, log[:kept])
    record, pod, undone = former.record, pod_of(former), log[kept].seat
    back = {
        left.seat
        for left in record.leavers
        if left.at > kept
        and left.how in ("left", "conceded")
        and left.taken is None
        and former.seats[left.seat].user
        and former.entrant(left.seat) not in pod.out
    }
    seats = tuple(
        replace(seat, robot=None) if at in back else _as_dealt(former, at)
        for at, seat in enumerate(former.seats)
    )
    leavers = tuple(
        replace(left, at=min(left.at, kept), taken=None if left.taken is None else min(left.taken, kept))
        for left in record.leavers
        if left.seat not in back or left.taken is not None
    )
    have_moved = {former.entrant(action.seat) for action in log[:kept]}
    moved = None if pod.moved is None else tuple(who for who in pod.moved if who in have_moved)
    happenings = tuple(each for each in record.happenings if each.at <= kept)
    record = replace(
        record,
        seats=seats,
        leavers=leavers,
        calls=(),
        closed_by="",
        happenings=(*happenings, Notice("rewound", kept, undone)),
        rated=record.rated and former.phase != "over",
        pod=replace(pod, moved=moved, finish=False, verdict=None),
    )
    place = former.guild, former.channel, former.game
    return Table(table_id, *place, "playing", 0, kept, record, state, now, now)


# until the cards are dealt


def with_away(table: Table, seat: int, away: bool) -> Table:
    """The seat's owner is on vacation, or back; the same table if that is known."""
    pod, entrant = pod_of(table), table.entrant(seat)
    if (entrant in pod.away) == away:
        return table
    others = tuple(each for each in pod.away if each != entrant)
    return _with_pod(table, away=(*others, entrant) if away else others)


def check_in(table: Table, press: Press) -> TableUpdate:
    """The user says that they are here. Refusal if they are not expected, or not yet."""
    lobby.require_lobby(table)
    pod = table.record.pod
    if pod is None:
        raise Refusal(
            "input", _("This isn't a tournament table: the game starts when the host presses Start.")
        )
    seat = table.seat_of(press.user)
    if seat is None:
        raise Refusal(
            "foreign",
            _("You have no seat here. The tournament's message in the channel says who plays where."),
        )
    if table.entrant(seat) in pod.out:
        raise Refusal(
            "foreign",
            _("You're out of this tournament, and a robot plays your seat. Ask the organiser why."),
        )
    if table.is_early:
        raise Refusal(
            "early",
            _("Too early: I ping you five minutes before you play. Press “I am here” then."),
        )
    said = _("Good to see you! Your cards appear here once they're dealt.")
    return TableUpdate(table.with_arrival(seat), said)


def is_to_be_dealt(table: Table, now: float) -> bool:
    """Whether the table waits no longer: all are here who may come, or the time is up."""
    if table.phase != "lobby" or table.record.pod is None or table.timing.shut:
        return False
    end = clocks.show_up_deadline(table)
    return not table.awaited or (end is not None and now >= end)


def on_due(table: Table, now: float) -> Table | None:
    """What the time that has passed brings while the table waits; None: nothing yet. `now`: awake time."""
    if is_to_be_dealt(table, now):
        return deal_pod(table)
    hour = clocks.hour_due(table)
    return _with_pod(table, called=True) if hour is not None and now >= hour else None


def deal_pod(table: Table) -> Table:
    """The cards are dealt in the order of the draw, to those who are here, and by the tournament's rule to
    those who are not.
    """
    pod, playing = pod_of(table), _playing(table)
    entrants = tuple(pod.entrants[at] for at in playing)
    absent = tuple(entrant for entrant in pod.entrants if entrant and entrant not in entrants)
    joins = () if pod.shares_deals else tuple(seat.join for seat in table.seats)
    waited = table.with_record(
        joins=(*joins, pod.mark),
        seats=tuple(_as_dealt(table, at) for at in playing),
    )
    began = lobby.deal_cards(_with_pod(waited, seated=entrants, walked_over=absent, moved=()))
    return _with_dropped(began, pod.out)


def _playing(table: Table) -> list[int]:
    """The seats of the draw at which it is played."""
    pod, everybody = pod_of(table), range(len(table.seats))
    if pod.absent == "robot" or not pod.show_up:
        return list(everybody)
    gone = [at for at in everybody if table.entrant(at) in pod.out]
    absent = [at for at in everybody if table.is_missing(at) and at not in gone] + gone
    # If too few came for this game, the first of those who did not are waited for while it is played.
    least = table.game.players_for(table.options)[0]
    spared = absent[: max(0, least - (len(everybody) - len(absent)))]
    return [at for at in everybody if at not in absent or at in spared]


def _as_dealt(table: Table, at: int) -> Seat:
    """The seat; a robot plays to the end for somebody of whom nothing is known any more."""
    seat = table.seats[at]
    if seat.user != ERASED_USER or seat.robot:
        return seat
    return replace(seat, robot=table.game.default_robot)


# as the tournament wants it


def bring_to_target(table: Table, target: PodTarget, now: float) -> Table:
    """The table as the tournament wants it; one that is so already is as it was. `now`: awake time."""
    if target.verdict != pod_of(table).verdict:
        table = _with_pod(table, verdict=target.verdict)
    if target.closed != pod_of(table).closed:
        table = _with_pod(table, closed=target.closed)
    if table.phase == "over":
        return table
    if target.void:
        return table if table.phase == "closed" else void(table)
    if table.phase == "closed":
        if table.record.closed_by != "void":
            return table
        table = restore(table)
    for seat, sitter in _substitutes(table, target.sitters):
        table = _substitute(table, seat, sitter)
    table = _with_numbers(table, target.sitters)
    table = _with_dropped(table, target.out)
    return _with_rules(table, target, now)


def void(table: Table) -> Table:
    """The table is closed, and what was played does not count."""
    return replace(table, phase="closed").with_record(closed_by="void")


def is_void(table: Table) -> bool:
    """Whether it was declared void, which can be taken back."""
    return table.phase == "closed" and table.record.closed_by in ("void", "cleared")


def restore(table: Table) -> Table:
    """A table that was declared void goes on where it was."""
    phase = "lobby" if table.state is None else "playing"
    reopened = replace(table, phase=phase).with_record(closed_by="")
    if phase == "lobby":
        return reopened
    # Whoever had their data erased meanwhile does not come back.
    return reopened.with_record(seats=tuple(_as_dealt(reopened, at) for at in range(len(reopened.seats))))


def _substitutes(table: Table, sitters: Sequence[PodSeat]) -> Iterator[tuple[int, PodSeat]]:
    """The seats in which somebody else plays from now on."""
    by_entrant = {sitter.entrant: sitter for sitter in sitters if sitter.entrant and sitter.user}
    for seat, sitting in enumerate(table.seats):
        wanted = by_entrant.get(table.entrant(seat))
        if wanted is not None and sitting.user != wanted.user and table.seat_kept_for(wanted.user) is None:
            yield seat, wanted


def _substitute(table: Table, seat: int, sitter: PodSeat) -> Table:
    if table.phase == "playing":
        return leaving.hand_over(table, _seat_of(sitter), seat)
    gone, seats = table.seats[seat].user, list(table.seats)
    seats[seat] = _seat_of(sitter)
    cuts = tuple(cut for cut in table.record.cuts if cut.user != gone)
    pod = pod_of(table)
    here = tuple(entrant for entrant in pod.here if entrant != sitter.entrant)
    times = agreement.times_without(pod, sitter.entrant)
    return _with_pod(table.with_record(seats=tuple(seats), cuts=cuts), here=here, times=times)


def _with_numbers(table: Table, sitters: Sequence[PodSeat]) -> Table:
    """Those of the same name are told apart as in the tournament, whoever has entered it since."""
    numbers = {sitter.user: sitter.number for sitter in sitters if sitter.user}
    seats = tuple(
        replace(seat, number=numbers.get(seat.user, seat.number) if seat.user else seat.number)
        for seat in table.seats
    )
    return table if seats == table.seats else table.with_record(seats=seats)


def _with_dropped(table: Table, out: Sequence[str]) -> Table:
    """Robots play to the end for those who are out of the tournament, until they are in again."""
    for seat in range(len(table.seats) if table.phase == "playing" else 0):
        if table.entrant(seat) not in out:
            table = leaving.reinstate(table, seat, Notice("reinstated", table.actions, seat))
        elif table.owner(seat) is not None:
            notice = Notice("removed", table.actions, seat, table.seats[seat].name)
            table = leaving.give_to_robot(table, seat, "removed", notice)
    still = tuple(entrant for entrant in pod_of(table).entrants if entrant and entrant in out)
    return _with_pod(table, out=still)


def _with_rules(table: Table, target: PodTarget, now: float) -> Table:
    """The tournament's clocks and deadline at this table."""
    pod, kinds = pod_of(table), list[str]()
    if target.held != pod.held:
        kinds.append("held" if target.held else "released")
    if target.extra != pod.extra:
        kinds.append("extended" if target.extra > pod.extra else "shortened")
    if target.finish != pod.finish:
        kinds.append("finished" if target.finish else "unfinished")
    if not kinds:
        return table
    later = target.extra - pod.extra if pod.hour and not pod.called else 0.0
    changed = _with_pod(
        table,
        held=target.held,
        extra=target.extra,
        finish=target.finish,
        hour=pod.hour + later,
        latest=pod.latest and pod.latest + later,
    )
    if target.extra > pod.extra:
        changed = clocks.with_reminders_reset(changed, now)
    more = target.extra - pod.extra
    told = (
        Notice(kind, table.actions, seconds=more if kind in ("extended", "shortened") else 0.0)
        for kind in kinds
    )
    return changed.with_notices(*told)
