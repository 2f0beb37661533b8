"""What is kept of an act in the audit log, and how much of what was before an undo has to know."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.organising.acts import Act
from bot.organising.tournament import EntryState, Tournament
from storage.records import AuditRow

UNDO = "undo"
"""The kind of an entry that takes another one back."""


class Before(msgspec.Struct, frozen=True, omit_defaults=True):
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


class _Kept(msgspec.Struct, frozen=True):
    before: Before = Before()


def kept(act: Act, before: Before) -> bytes:
    """The act's JSON, with what was before as one more field of it."""
    told: dict[str, Any] = msgspec.to_builtins(act)
    return msgspec.json.encode(told | {"before": msgspec.to_builtins(before)})


def act_of(row: AuditRow) -> Act:
    """What was done."""
    return msgspec.json.decode(row.act, type=Act)


def before_of(row: AuditRow) -> Before:
    """How it was before."""
    return msgspec.json.decode(row.act, type=_Kept).before


def tag_of(act: Act) -> str:
    """The act's kind."""
    return str(msgspec.to_builtins(act)["type"])


def before(t: Tournament, act: Act, user: int) -> Before:
    """What an undo will have to know."""
    event = t.record.event
    about = t.entry(getattr(act, "entrant", ""))
    pod = getattr(act, "round", 0), getattr(act, "pod", 0)
    results = [] if event is None else [one for one in event.results if (one.round, one.pod) == pod]
    return Before(
        round=len(event.rounds) if event is not None else 0,
        results=len(results),
        state=about.state if about is not None else "in",
        out=about is not None and about.out,
        organiser=user == t.record.organiser,
    )
