"""What organisers do to a tournament: every act there is, done, taken back, and kept in the audit log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, get_args

import msgspec

from bot.admin_actions import AdminAction
from bot.tables.model import Table
from bot.tournaments.actions.base import StateBefore, TournamentAction
from bot.tournaments.actions.entrants import (
    WAITING,
    Disqualify,
    Drop,
    EntrantAction,
    MoveTo,
    Reinstate,
    Reseat,
    Substitute,
    Swap,
    is_waiting,
)
from bot.tournaments.actions.people import AddPlayer, CheckIn, MessagePod, Remind
from bot.tournaments.actions.results import (
    Correct,
    PlayAgain,
    Restore,
    ResultAction,
    TakeBack,
    Void,
)
from bot.tournaments.actions.running import (
    Begin,
    Cancel,
    Draw,
    EnterBeacon,
    Extend,
    Finish,
    HandOver,
    HidePage,
    OpenRound,
    Pause,
    Redraw,
    Resume,
    SetUp,
    WithoutBeacon,
)
from bot.tournaments.model import ERASED_USER, PendingChange, Tournament
from bot.tournaments.pairing.event import PairingError
from bot.tournaments.requirements import refusal_of
from storage.models import AuditRow

AnyAction: TypeAlias = (
    Begin
    | EnterBeacon
    | WithoutBeacon
    | Draw
    | OpenRound
    | Redraw
    | MoveTo
    | Swap
    | Extend
    | Pause
    | Resume
    | AddPlayer
    | CheckIn
    | Remind
    | MessagePod
    | Substitute
    | Drop
    | Disqualify
    | Reinstate
    | Correct
    | TakeBack
    | PlayAgain
    | Void
    | Restore
    | Finish
    | HidePage
    | HandOver
    | Cancel
    | SetUp
)
"""Every act, those first that are likelier to be wanted."""

ACTIONS: Mapping[str, type[AnyAction]] = {act.kind(): act for act in get_args(AnyAction) if act.phases}
"""The acts that can be offered, by their kinds."""

UNDO = "undo"
"""The kind of an entry of the audit log that takes another one back."""


class ActionTaken(msgspec.Struct, frozen=True):
    """What an outbox entry of the kind "acted" carries: an organiser did something."""

    kind: str
    """The act's kind, or "undo" (then `act` is what was taken back)."""
    who: str
    """The name of the organiser who did it."""
    about: int | None
    about_name: str
    reason: str
    act: AnyAction
    openly: bool = False
    """Everybody may read the reason."""
    opened: int = 0
    """How many rounds were, as not every act names its own."""


def offered(t: Tournament) -> Sequence[type[TournamentAction]]:
    """What makes sense now, the likeliest first: once all is over, results that have to be corrected."""
    acts = [act for act in ACTIONS.values() if t.phase in act.phases and act.makes_sense(t)]
    return sorted(acts, key=lambda act: act.target != "pod") if t.phase == "over" else acts


def apply_action(
    t: Tournament, act: TournamentAction, now: float, table: Table | None = None
) -> PendingChange:
    """The tournament after the act. `now`: awake time; `table`: that of the act's pod, if there is one."""
    try:
        return act.apply(t, now, table)
    except PairingError as impossible:
        raise refusal_of(impossible.trouble) from None


def undo_action(t: Tournament, row: AuditRow, now: float) -> PendingChange:
    """The tournament without the act of this entry. Refusal if something has been built upon it since.

    `now`: awake time.
    """
    act = action_of(row)
    try:
        after = act.undo(t, before_of(row), row, now)
    except PairingError as impossible:
        raise refusal_of(impossible.trouble) from None
    if isinstance(act, EntrantAction) and is_waiting(after, act.entrant):
        return PendingChange(after, WAITING)
    return PendingChange(after)


class _AuditPayload(msgspec.Struct, frozen=True):
    before: StateBefore = StateBefore()


def before_of(row: AuditRow) -> StateBefore:
    """How it was before the act of this entry."""
    return msgspec.json.decode(row.action, type=_AuditPayload).before


def audit_payload(act: TournamentAction, before: StateBefore, *, openly: bool = False) -> bytes:
    """What the audit log keeps: the act's JSON, with what was before as one more field of it; and that
    everybody may read the reason, if it is so.
    """
    payload: dict[str, Any] = msgspec.to_builtins(act) | {"before": msgspec.to_builtins(before)}
    return msgspec.json.encode(payload | ({"openly": True} if openly else {}))


def action_of(row: AuditRow) -> AnyAction:
    """The act that an entry of the log keeps. msgspec.ValidationError if its kind is unknown."""
    return msgspec.json.decode(row.action, type=AnyAction)


def concerned(t: Tournament | None, about: int | None, act: AdminAction, opened: int) -> tuple[int, ...]:
    """The users who may learn why an act of this tournament was done: whom it is about, somebody or all who
    sit in its pod. `opened`: how many rounds were, as not every act names its own.
    """
    if act.writes:
        return ()  # they have been told
    if about is not None or t is None:
        return () if about in (None, ERASED_USER) else (about,)
    one, number = t.published_round(getattr(act, "round", 0) or opened), getattr(act, "pod", 0)
    seats = {who for pod in (() if one is None else one.pods) if pod.number == number for who in pod.seats}
    there = (entry.user for entry in t.record.entries if entry.id in seats)
    return tuple(user for user in there if user != ERASED_USER)


def state_before(t: Tournament, act: TournamentAction, user: int) -> StateBefore:
    """What an undo of this user's act will have to know."""
    event = t.record.event
    about = t.entry(act.entrant) if isinstance(act, EntrantAction) else None
    is_result = isinstance(act, ResultAction)
    counted = t.result_of(act.round, act.pod) if isinstance(act, ResultAction) else None
    return StateBefore(
        places=() if counted is None or counted.void else counted.places,
        round=len(event.rounds) if event is not None else 0,
        results=len(t.results_of_pod(act.round, act.pod)) if is_result else 0,
        again=one.again if is_result and (one := t.table_of(act.round, act.pod)) is not None else 0,
        pods=act.sits(t) if isinstance(act, Reseat) else (),
        state=about.state if about is not None else "in",
        out=about is not None and about.out,
        organiser=user == t.record.organiser,
    )
