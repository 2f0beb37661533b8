"""What an organiser can do to a tournament that is under way, as data: each act is confirmed and recorded."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


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


Act: TypeAlias = (
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
