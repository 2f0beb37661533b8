"""What must happen after a tournament's change is stored: the kinds, and what each carries with it.

The scheduler opens tables and brings them to what the tournament wants of them; all else is published.
"""

from __future__ import annotations

from typing import Literal, Protocol, TypeVar

import msgspec

from bot.tournaments.model import Tournament
from storage.models import OutboxEntry, OutboxRow

OutboxKind = Literal[
    # by the scheduler
    "tables",  # RoundMessage: the tables of a round that was opened
    "bring",  # Bring: a table is brought to what the tournament wants of it
    "beacon",  # the draw waits for its value: it is fetched, or the organiser is asked for it
    "restate",  # the later tournaments of its season are told anew: this one's standings or names changed
    # by the publisher
    "announce",
    "check-in",
    "moved-up",  # MovedUp
    "round",  # RoundMessage: its pods are published
    "standings",  # RoundMessage: all its results are in
    "final",
    "series",  # it is over, and counts for a series
    "season",  # an organiser has ended the season whose last one it is
    "missed",  # MissedRound: whoever did not come is asked, or told that they are out
    "out",  # KnockedOut: whoever does not go on is told so
    "changed",  # FatesChanged: who goes on after all, and who no longer does
    "stuck",  # StuckTables: its organiser is told, once for each
    "trouble",  # Trouble: its organiser has to do something
    "unseen",  # something of it can be posted nowhere: its organiser is told so directly
    "champion",  # the champion's role is the winner's
    "event",  # Discord's list of events says of it what is so
    "acted",  # ActionTaken, in bot/tournaments/actions: whoever it is about is told
]
"""Those without a payload named are told by the tournament alone."""

SCHEDULER_KINDS: frozenset[OutboxKind] = frozenset({"tables", "bring", "beacon", "restate"})
SERVER_KINDS: frozenset[OutboxKind] = frozenset({"champion", "event"})
"""By the publisher too, but outside the channels."""
DIRECT_KINDS: frozenset[OutboxKind] = frozenset({"unseen"})
"""Said directly, because nothing can be said in the channels."""


ALL_ALONG = 0
"""In place of a round's number: the standings as they are now, in an arena's one message."""


class RoundMessage(msgspec.Struct, frozen=True):
    """About a round. It is no longer of interest if the round has been drawn anew since (`draw`)."""

    round: int
    draw: int


class MovedUp(msgspec.Struct, frozen=True):
    """These users were on the waiting list and are in now."""

    users: tuple[int, ...]


class MissedRound(msgspec.Struct, frozen=True):
    """These entrants did not come to the round. `out`: nor to the one before, so they are out."""

    round: int
    entrants: tuple[str, ...]
    out: bool


class KnockedOut(msgspec.Struct, frozen=True):
    """For these entrants a knock-out ended with this round. `by_lot`: those of them for whom nothing else
    decided it.
    """

    round: int
    entrants: tuple[str, ...]
    by_lot: tuple[str, ...] = ()


class FatesChanged(msgspec.Struct, frozen=True):
    """What these entrants were told of this round does not hold any more. Of the final: who has won."""

    round: int
    on: tuple[str, ...]
    off: tuple[str, ...]


class StuckTables(msgspec.Struct, frozen=True):
    """At these tables, by round and pod, nothing has gone on for long."""

    pods: tuple[tuple[int, int], ...]


class Trouble(msgspec.Struct, frozen=True):
    """Why it does not go on by itself. It is no longer of interest if that is over."""

    trouble: str


class SyncTable(msgspec.Struct, frozen=True):
    """The table of a pod is to be brought to what the tournament wants of it."""

    round: int
    pod: int
    former: str = ""
    """The id of a table of this pod that does not count any more; empty: the one that does."""


P = TypeVar("P", bound=msgspec.Struct)


def outbox_entry(kind: OutboxKind, payload: msgspec.Struct | None = None) -> OutboxEntry:
    """The outbox entry as it is stored."""
    return OutboxEntry(kind) if payload is None else OutboxEntry(kind, msgspec.json.encode(payload))


def payload_of(row: OutboxRow, kind: type[P]) -> P:
    """What a stored outbox entry carries with it."""
    return msgspec.json.decode(row.payload, type=kind)


# What tournaments ask of the chat they are in.


class TournamentPublisher(Protocol):
    """The chat, as far as a tournament cares. `bot.tables.model.Later` from `run`: not now."""

    def changed(self, tournament: Tournament) -> None:
        """Redraw soon whatever shows this tournament. Never blocks or raises."""
        ...

    def tables_place(self, tournament: Tournament) -> int:
        """The channel in which its tables are opened."""
        ...

    async def run(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Do it. Anything that is raised but `Later` is logged, and the outbox entry tried again."""
        ...
