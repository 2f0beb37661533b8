"""The acts by which an organiser sees to people: they are added, checked in, reminded, written to."""

from __future__ import annotations

import msgspec

from bot.admin_actions import _name
from bot.pace import MINUTE
from bot.refusal import Refusal
from bot.tables.model import Press, Table
from bot.tournaments import entries
from bot.tournaments.actions.base import StateBefore, TournamentAction, too_late_to_undo
from bot.tournaments.actions.entrants import WAITING, EntrantAction
from bot.tournaments.model import Entry, PendingChange, Tournament
from bot.tournaments.pairing.event import find_pod
from bot.tournaments.requirements import entry_named, require_alive, require_running
from games.text import _
from storage.models import AuditRow

REMIND_AGAIN = 5 * MINUTE
"""Seconds after which those who are missing may be reminded once more."""
_IN_THE_DRAW = _("Too late to undo: it has begun with them in the draw. Take them out instead.")


class AddPlayer(TournamentAction, frozen=True, tag="add"):
    """Somebody is in without having pressed Join, whatever the conditions of entry are."""

    label = _("Add a player")
    effect = _("They're in, whatever the entry rules say. I ping them; they can withdraw.")
    done = _("{who} added {other}.")
    person = _("Who plays")
    command = _name("add")
    phases = ("open", "running")

    user: int
    name: str
    press: str = "0"
    """The id of the press, which goes into the shuffles of their tables as that of Join does."""
    at: float = 0.0
    """When they were added, in Unix seconds."""
    username: str | msgspec.UnsetType = msgspec.UNSET

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return entries.can_be_added(t)

    def concerns(self, t: Tournament) -> tuple[int | None, str]:
        return self.user, self.name

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_alive(t)
        press = Press(int(self.press), self.user, self.name, username=self.username or "")
        after = entries.added(t, press, self.at)
        waits = any(entry.user == self.user for entry in after.waiting)
        return PendingChange(after, WAITING if waits else None)

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        """They have no entry; once it has begun others rely on that they have."""
        entry = t.entry_of(self.user)
        if entry is not None and t.phase == "running":
            raise too_late_to_undo(_IN_THE_DRAW)
        if t.phase != "open" or entry is None:
            raise too_late_to_undo()
        return entries.without_entry(t, entry)


class CheckIn(EntrantAction, frozen=True, tag="check-in"):
    """Somebody is here who has not pressed for it."""

    label = _("Check somebody in")
    effect = _("They count as here, and are in the draw. It works until the first tables open.")
    done = _("{who} checked {player} in.")
    command = _name("checkin")
    phases = ("open", "running")
    states = ("in", "waiting")
    quiet = True

    @classmethod
    def candidates(cls, t: Tournament) -> list[Entry]:
        """Those who have not; once it has begun, those who are out for that, until the tables open."""
        if t.phase == "open":
            return [entry for entry in super().candidates(t) if not entry.here]
        return [e for e in t.record.entries if e.missed_start] if entries.can_still_check_in(t) else []

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return (t.record.checking_in or t.phase == "running") and bool(cls.candidates(t))

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        entry = entry_named(t, self.entrant)
        if entry.missed_start and entries.can_still_check_in(t):
            return PendingChange(
                entries.checked_in_late(t, entry), _("They're in: the round is drawn again with them.")
            )
        return PendingChange(entries.checked_in(t, entry.user).tournament)

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        entry = t.entry(self.entrant)
        if entry is not None and t.phase == "running":
            raise too_late_to_undo(_IN_THE_DRAW)
        if t.phase != "open" or not t.record.checking_in or entry is None or not entry.here:
            raise too_late_to_undo()
        return entries.with_here(t, entry, here=False)


class Remind(TournamentAction, frozen=True, tag="remind"):
    """Whoever is missing is mentioned once more, and nobody else."""

    label = _("Remind who's missing")
    effect = _("I ping just those who haven't checked in, or haven't come to their table.")
    done = _("{who} reminded those who were missing.")
    command = _name("remind")
    asks_reason = False
    phases = ("open", "running")
    quiet = True

    entrants: tuple[str, ...] = ()
    """The ids of the entrants who were reminded."""

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        if t.phase == "open":
            return t.record.checking_in and any(not entry.here for entry in t.playing)
        return bool(t.open_pods())

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_alive(t)
        if not self.entrants:
            raise Refusal("early", _("Nobody's missing right now."))
        if t.record.reminded and now - t.record.reminded < REMIND_AGAIN:
            raise Refusal("late", _("I've just reminded them. Give them five minutes."))
        return PendingChange(t.with_record(reminded=now))


class MessagePod(TournamentAction, frozen=True, tag="message"):
    """What the organiser writes is posted in the thread of a pod's table, whose players are mentioned."""

    label = _("Message a pod")
    effect = _("I post your words in the thread of its table, and ping its players once.")
    done = _("{who} wrote to a table: {pod}.")
    needs_reason = True
    writes = True
    command = _name("message")
    target = "pod"
    quiet = True

    round: int
    pod: int

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return bool(t.open_pods())

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        find_pod(require_running(t), self.round, self.pod)
        one = t.table_of(self.round, self.pod)
        if one is None or not one.opened:
            raise Refusal("early", _("Their table isn't open yet. Try again in a moment."))
        if t.result_of(self.round, self.pod) is not None:
            raise Refusal("over", _("This pod's game has ended."))
        return PendingChange(t)
