"""What the acts of a tournament's organisers have in common."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from bot.admin_actions import ALREADY_DONE, AdminAction
from bot.refusal import Refusal
from bot.tables.model import Table
from bot.tournaments import requirements
from bot.tournaments.model import EntryState, PendingChange, Tournament
from bot.tournaments.pairing.event import Event
from games.text import Text, _
from storage.models import AuditRow, TournamentPhase


class StateBefore(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it was before an act: what an undo has to know."""

    round: int = 0
    """How many rounds were opened."""
    results: int = 0
    """Of the act's pod: how many results had counted, the corrected ones too."""
    state: EntryState = "in"
    """How the entrant took part."""
    out: bool = False
    organiser: bool = False
    """Whoever did it was the tournament's organiser."""
    places: tuple[int, ...] = ()
    """The places in the act's pod that had counted."""
    dealt: bool | None = None
    """Of a substitute: whether the cards were dealt at the table; entries of earlier versions do not say."""
    again: int = 0
    """How often the act's pod had been played again."""
    pods: tuple[int, ...] = ()
    """In which pods those sat who were moved or swapped; 0: in none."""
    ends: float = 0.0
    """When the round or the pod was to end that was given more time, in Unix seconds; 0: not known."""


class TournamentAction(AdminAction, frozen=True):
    """One of the things that an organiser can do. Pure: a `Refusal` says why not.

    What draws a round (`Begin`, `Draw`, `Redraw`) or opens one is worked out up to that; whoever stores the
    change has the round drawn.
    """

    command: ClassVar[str]
    """Its name under `/organise`, where its label describes it; empty: an act of the desk alone, as whatever
    comes next has to be.
    """
    target: ClassVar[Literal["", "entrant", "pod"]] = ""
    """What has to be chosen for it."""
    phases: ClassVar[tuple[TournamentPhase, ...]] = ("running",)
    """When it may be offered."""
    quiet: ClassVar[bool] = False
    """The channel is not told of it: what comes of it is told, or seen where it matters."""

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        """Whether it should be offered now, the phase being right. `apply` has the last word."""
        return True

    def opposite(self) -> TournamentAction | None:
        return None

    def concerns(self, t: Tournament) -> tuple[int | None, str]:
        """The user whom it concerns, and their name; for most acts nobody in particular."""
        return None, ""

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        """The tournament after the act. `now`: awake time; `table`: that of the act's pod, if it stands."""
        raise NotImplementedError

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        """The tournament without the act, which stands in this row of the audit log."""
        opposite = self.opposite()
        if opposite is None:
            raise Refusal(
                "late", _("Too late to undo: others already rely on it. The desk has what you can do now.")
            )
        return opposite.apply(t, now, None).tournament


_OVERTAKEN = _("Too late to undo: too much has followed from it. Set right what you need now.")
_NEXT_ROUND = _("Too late to undo: the next round has begun. Change what you need in this one.")


def already_done() -> Refusal:
    """It is as the act would make it."""
    return Refusal("twice", ALREADY_DONE)


def too_late_to_undo(why: Text = _OVERTAKEN) -> Refusal:
    """Something has been built upon the act."""
    return Refusal("late", why)


def require_same_round(t: Tournament, before: StateBefore) -> Event:
    """The event. Refusal if a round was opened since the act."""
    event = requirements.require_running(t)
    if len(event.rounds) != before.round:
        raise too_late_to_undo(_NEXT_ROUND)
    return event
