"""What must happen after a tournament's change is stored: the kinds, and what each carries with it.

The office opens tables and brings them to what the tournament wants of them; all else is the herald's.
"""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

from bot.organising.acts import Act
from storage.records import Errand, ErrandRow

Kind = Literal[
    # by the office itself
    "tables",  # RoundErrand: the tables of a round that was opened
    "bring",  # Bring: a table is brought to what the tournament wants of it
    # by the herald
    "announce",
    "check-in",
    "moved-up",  # MovedUp
    "round",  # RoundErrand: its pods are published
    "standings",  # RoundErrand: all its results are in
    "final",
    "acted",  # Acted
]
"""Those without a payload named are told by the tournament alone."""

OFFICE_OWN: frozenset[Kind] = frozenset({"tables", "bring"})


class RoundErrand(msgspec.Struct, frozen=True):
    """About a round. It is no longer of interest if the round has been drawn anew since (`draw`)."""

    round: int
    draw: int


class MovedUp(msgspec.Struct, frozen=True):
    """These users were on the waiting list and are in now."""

    users: tuple[int, ...]


class Acted(msgspec.Struct, frozen=True):
    """An organiser did something: whoever it is about is told."""

    kind: str
    """The act's tag, or "undo" (then `act` is what was taken back)."""
    who: str
    """The organiser's name."""
    about: int | None
    about_name: str
    reason: str
    act: Act


class Bring(msgspec.Struct, frozen=True):
    """A pod's table."""

    round: int
    pod: int


Payload = RoundErrand | MovedUp | Acted | Bring
P = TypeVar("P", bound=Payload)


def errand(kind: Kind, payload: Payload | None = None) -> Errand:
    """The errand as it is stored."""
    return Errand(kind) if payload is None else Errand(kind, msgspec.json.encode(payload))


def payload_of(row: ErrandRow, kind: type[P]) -> P:
    """What a stored errand carries with it."""
    return msgspec.json.decode(row.payload, type=kind)
