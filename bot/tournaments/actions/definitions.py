"""What an organiser can do to a tournament that is under way, as data: each act is confirmed and recorded."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from bot.tournaments.model import EntryState, Tournament
from storage.models import AuditRow


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Draw the first round now, whoever is in."""


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Draw and publish the next round."""


class Redraw(msgspec.Struct, frozen=True, tag="redraw"):
    """Draw the round anew that is published and not opened."""


class OpenRound(msgspec.Struct, frozen=True, tag="open"):
    """Open the tables of the round that is drawn, now."""


class Extend(msgspec.Struct, frozen=True, tag="extend"):
    """Put the deadline of the running round off, or of one of its pods; a move's time as well.

    `seconds` may be negative, to take it back.
    """

    seconds: float
    pod: int = 0
    """0: the whole round."""


class Pause(msgspec.Struct, frozen=True, tag="pause"):
    """All clocks stand still: the tables', and the tournament's own."""


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    """They run again."""


class Drop(msgspec.Struct, frozen=True, tag="drop"):
    """An entrant plays no further round; a robot plays on at their table."""

    entrant: str


class Disqualify(msgspec.Struct, frozen=True, tag="disqualify"):
    """The same, and they stand below everybody else."""

    entrant: str


class Reinstate(msgspec.Struct, frozen=True, tag="reinstate"):
    """Dropped or disqualified, an entrant is in again, from the next round on."""

    entrant: str


class Substitute(msgspec.Struct, frozen=True, tag="substitute"):
    """Somebody else plays on in an entrant's place, with what they have won so far."""

    entrant: str
    user: int
    name: str


class Correct(msgspec.Struct, frozen=True, tag="correct"):
    """The places of a pod were these, seat by seat; 0: a walk-over."""

    round: int
    pod: int
    places: tuple[int, ...]


class Void(msgspec.Struct, frozen=True, tag="void"):
    """A pod's table does not count; it is closed if it is still played at."""

    round: int
    pod: int


class Restore(msgspec.Struct, frozen=True, tag="restore"):
    """A pod's result is again what it was before a correction or before it was made void."""

    round: int
    pod: int
    entry: int = 0
    """The audit entry that is taken back."""


class HandOver(msgspec.Struct, frozen=True, tag="hand-over"):
    """Somebody else is the tournament's organiser."""

    user: int
    name: str


class Finish(msgspec.Struct, frozen=True, tag="finish"):
    """The tournament ends with the standings as they are; rounds still to come are not played."""


class Cancel(msgspec.Struct, frozen=True, tag="cancel"):
    """The tournament ends here, without a winner; its tables are closed."""


AdminAction: TypeAlias = (
    Begin
    | Draw
    | Redraw
    | OpenRound
    | Extend
    | Pause
    | Resume
    | Drop
    | Disqualify
    | Reinstate
    | Substitute
    | Correct
    | Void
    | Restore
    | HandOver
    | Finish
    | Cancel
)


# What is kept of an act in the audit log, and how much of what was before an undo has to know.


UNDO = "undo"
"""The kind of an entry that takes another one back."""


class StateBefore(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it was before the act."""

    round: int = 0
    """Rounds that were opened."""
    results: int = 0
    """Of the act's pod: how many results had counted, the corrected ones too."""
    state: EntryState = "in"
    """The entrant's."""
    out: bool = False
    organiser: bool = False
    """Whoever did it was the tournament's organiser."""


class _AuditPayload(msgspec.Struct, frozen=True):
    before: StateBefore = StateBefore()


def audit_payload(act: AdminAction, before: StateBefore) -> bytes:
    """The act's JSON, with what was before as one more field of it."""
    payload: dict[str, Any] = msgspec.to_builtins(act)
    return msgspec.json.encode(payload | {"before": msgspec.to_builtins(before)})


def action_of(row: AuditRow) -> AdminAction:
    """What was done."""
    return msgspec.json.decode(row.act, type=AdminAction)


def state_before_of(row: AuditRow) -> StateBefore:
    """How it was before."""
    return msgspec.json.decode(row.act, type=_AuditPayload).before


def kind_of(act: AdminAction) -> str:
    """The act's kind."""
    return str(msgspec.to_builtins(act)["type"])


def state_before(t: Tournament, act: AdminAction, user: int) -> StateBefore:
    """What an undo will have to know."""
    event = t.record.event
    about = t.entry(getattr(act, "entrant", ""))
    pod = getattr(act, "round", 0), getattr(act, "pod", 0)
    results = [] if event is None else [one for one in event.results if (one.round, one.pod) == pod]
    return StateBefore(
        round=len(event.rounds) if event is not None else 0,
        results=len(results),
        state=about.state if about is not None else "in",
        out=about is not None and about.out,
        organiser=user == t.record.organiser,
    )
