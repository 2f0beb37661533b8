"""The acts about one of those who are in a tournament."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.admin_actions import _name
from bot.refusal import Refusal
from bot.tables.model import Table
from bot.tournaments import entries
from bot.tournaments.actions.base import (
    StateBefore,
    TournamentAction,
    already_done,
    require_same_round,
    too_late_to_undo,
)
from bot.tournaments.formats import engine
from bot.tournaments.model import ERASED_USER, Entry, EntryState, Named, PendingChange, Tournament
from bot.tournaments.pairing.event import Move, PairingProblem, Stage, with_move
from bot.tournaments.requirements import (
    entry_named,
    refusal_of,
    require_alive,
    require_drawn,
    require_event,
    require_running,
)
from games.text import _
from storage.models import AuditRow


class EntrantAction(TournamentAction, frozen=True):
    """An act about an entrant."""

    target = "entrant"
    phases = ("open", "running")
    states: ClassVar[tuple[EntryState, ...]]
    """Of those to whom it can be done."""

    entrant: str

    @classmethod
    def candidates(cls, t: Tournament) -> list[Entry]:
        """The entries to which the act can be done."""
        return [entry for entry in t.record.entries if entry.state in cls.states]

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return bool(t.record.entries)

    def concerns(self, t: Tournament) -> tuple[int | None, str]:
        entry = entry_named(t, self.entrant)
        return entry.user or None, entry.called

    def _entry_left_as(self, t: Tournament, state: EntryState) -> Entry:
        """Whom the act was about. Refusal if they are not as it left them any more."""
        if t.phase == "cancelled":
            require_running(t)
        entry = t.entry(self.entrant)
        if entry is None or entry.state != state:
            raise too_late_to_undo()
        return entry


class Substitute(EntrantAction, frozen=True, tag="substitute"):
    """Somebody else, who is new to the tournament, plays on in an entrant's place with what they have won."""

    label = _("Put a substitute in")
    effect = _("Somebody new plays on in their place, with the points won so far.")
    done = _("{who} put {other} in for {player}.")
    person = _("Who plays from now on")
    command = _name("substitute")
    phases = ("running",)  # before the start somebody is taken out, and somebody else is added
    states = ("in",)

    user: int
    name: str
    username: str | msgspec.UnsetType = msgspec.UNSET

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_alive(t)
        entry = entry_named(t, self.entrant)
        if entry.state != "in":
            raise Refusal(
                "late",
                _("They've left the tournament. Let them back in first, then put the substitute in."),
            )
        known = t.entry_of(self.user)
        had_another = any(self.user in one.former_users for one in t.record.entries if one is not entry)
        stood_by = known is not None and known.stands_by and not known.plays_as
        never_played = known is not None and (known.state == "waiting" or known.missed_start)
        if had_another or (known is not None and not never_played and not stood_by):
            raise Refusal(
                "twice",
                _("That substitute is or was in this tournament. Choose somebody new."),
            )
        if known is not None and stood_by:
            t = entries.with_entry(t, msgspec.structs.replace(known, plays_as=entry.id))
        elif known is not None:
            t = entries.without_entry(t, known)
        seated = msgspec.structs.replace(
            entry,
            user=self.user,
            name=self.name,
            username=self.username or "",
            formerly=(*entry.formerly, entry.name),
            former_users=(*entry.former_users, entry.user),
            out=False,
            named="",
            formerly_named=(*_formerly_named(entry), entry.named),
            asked=0,
        )
        return PendingChange(entries.with_entry(t, seated))

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        """Whoever was replaced plays again, if the substitute has begun no other round."""
        entry = self._entry_left_as(t, "in")
        if t.phase == "running":
            require_same_round(t, before)
        if entry.user != self.user or entry.user == ERASED_USER or not entry.former_users:
            raise too_late_to_undo()
        own = next((one for one in t.record.entries if one.plays_as == entry.id), None)
        if own is not None and own.user == self.user:
            t = entries.with_entry(t, msgspec.structs.replace(own, plays_as=""))
        *users, user = entry.former_users
        *names, name = entry.formerly
        *formerly_named, named = _formerly_named(entry)
        if user == ERASED_USER or t.entry_of(user) is not None or t.phase not in ("open", "running"):
            raise too_late_to_undo()
        return entries.with_entry(
            t,
            msgspec.structs.replace(
                entry,
                user=user,
                name=name,
                username="",
                formerly=tuple(names),
                former_users=tuple(users),
                named=named,
                formerly_named=tuple(formerly_named),
            ),
        )


def _formerly_named(entry: Entry) -> tuple[Named, ...]:
    """One for each of `formerly`: entries of earlier versions have none."""
    kept = entry.formerly_named
    return (*kept, *[""] * (len(entry.formerly) - len(kept)))  # type: ignore[return-value]


class Reseat(EntrantAction, frozen=True):
    """Somebody sits elsewhere in the round that is drawn, as long as its tables are not open."""

    phases = ("running",)
    states = ("in",)
    quiet = True

    @classmethod
    def candidates(cls, t: Tournament) -> list[Entry]:
        drawn = t.record.drawn
        seated = set[str | None]() if drawn is None else {each for pod in drawn.pods for each in pod.seats}
        seated |= set() if drawn is None else set(drawn.byes)
        return [entry for entry in super().candidates(t) if entry.id in seated]

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.record.drawn is not None and t.record.drawn.stage is not Stage.GROUPS

    def sits(self, t: Tournament) -> tuple[int, ...]:
        """In which pods of the drawn round those sit whom it moves; 0: in none."""
        return (_pod_of(t, self.entrant),)

    def _moved(self, t: Tournament, move: Move) -> PendingChange:
        require_drawn(t)
        assert t.record.drawn is not None
        after = with_move(t.record.drawn, move, t.settings.how)
        return PendingChange(t.with_record(drawn=after))

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        raise too_late_to_undo(_("That can't be undone. Move them back, or draw the round again."))


def _pod_of(t: Tournament, entrant: str) -> int:
    pods = () if t.record.drawn is None else t.record.drawn.pods
    return next((pod.number for pod in pods if entrant in pod.seats), 0)


class MoveTo(Reseat, frozen=True, tag="move"):
    """Somebody plays in another pod than they were drawn into."""

    label = _("Move a player")
    effect = _("They play in another pod of the drawn round. A robot there makes room first.")
    done = _("{who} moved {player}: {pod}.")
    command = _name("move")

    pod: int

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        return self._moved(t, Move(self.entrant, pod=self.pod))


class Swap(Reseat, frozen=True, tag="swap"):
    """Two change places in the round that is drawn."""

    label = _("Swap two players")
    effect = _("They change places in the drawn round, before its tables open.")
    done = _("{who} swapped {player} and {other}.")
    person = _("With whom")
    command = _name("swap")

    user: int
    name: str

    def sits(self, t: Tournament) -> tuple[int, ...]:
        other = t.entry_of(self.user)
        return (*super().sits(t), 0 if other is None else _pod_of(t, other.id))

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        other = t.entry_of(self.user)
        if other is None:
            raise refusal_of(PairingProblem.NO_SUCH_ENTRANT)
        return self._moved(t, Move(self.entrant, other=other.id))


WAITING = _("All places are taken: they're on the waiting list.")
OUT_BEFORE = _("They're out until you let them back in. Their place is free.")


class Drop(EntrantAction, frozen=True, tag="drop"):
    """An entrant plays no further round, and a robot plays on at their table."""

    label = _("Take somebody out")
    effect = _("They keep their points but get no more tables. A robot finishes their game.")
    effect_before = OUT_BEFORE
    done = _("{who} took {player} out of the tournament.")
    needs_reason = True
    grave = True
    command = _name("drop")
    states = ("in", "waiting")

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_alive(t)
        entry = entry_named(t, self.entrant)
        if entry.state in ("dropped", "disqualified"):
            raise already_done()
        if entry.state == "waiting":
            return PendingChange(entries.dropped(t, entry, out=True))
        after, outbox = entries.moved_up(entries.dropped(t, entry, out=True))
        return PendingChange(after, outbox=outbox)

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        entry = self._entry_left_as(t, "dropped")
        if before.state != "waiting" or entry.user == ERASED_USER:
            return _in_again(t, entry)
        t = entries.with_entry(t, msgspec.structs.replace(entry, state="waiting", out=False))
        return t.with_record(entries=(*t.entrants, *t.waiting))


class Disqualify(EntrantAction, frozen=True, omit_defaults=True, tag="disqualify"):
    """An entrant is out as if dropped, and stands below everybody else."""

    label = _("Disqualify somebody")
    effect = _("They're out, below everybody else. A robot finishes their game.")
    effect_before = OUT_BEFORE
    done = _("{who} disqualified {player}.")
    needs_reason = True
    grave = True
    command = _name("disqualify")
    phases = ("open", "running", "over")
    states = ("in", "dropped")

    recount: bool = False
    """What they have played counts anew, with them behind the others."""

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        if t.phase != "open":
            require_event(t)
        entry = entry_named(t, self.entrant)
        if entry.state == "disqualified":
            raise already_done()
        after, outbox = entries.moved_up(entries.dropped(t, entry, out=True, disqualified=True))
        event = after.record.event
        if self.recount and event is not None:
            after = after.with_record(event=engine.with_recounted(event, entry.id))
        return PendingChange(after, outbox=outbox)

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        """They are neither dropped nor disqualified, or only dropped, if they were that before."""
        entry = self._entry_left_as(t, "disqualified")
        if self.recount and t.record.event is not None:
            t = t.with_record(event=engine.without_recount(t.record.event, entry.id))
        if before.state != "dropped":
            return _in_again(t, entry)
        t = entries.with_entry(t, msgspec.structs.replace(entry, state="dropped", out=before.out))
        event = t.record.event
        if event is None:
            return t
        entrants = tuple(
            msgspec.structs.replace(one, disqualified_after=None) if one.id == entry.id else one
            for one in event.entrants
        )
        return t.with_record(event=msgspec.structs.replace(event, entrants=entrants))


class Reinstate(EntrantAction, frozen=True, tag="reinstate"):
    """Dropped or disqualified, an entrant is in again, from the next round on."""

    label = _("Let somebody back in")
    effect = _("Whoever was out plays again from the next round.")
    effect_before = _("Whoever was out is in again.")
    done = _("{who} let {player} back in.")
    command = _name("reinstate")
    phases = ("open", "running", "over")
    states = ("dropped", "disqualified")

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return bool(cls.candidates(t))

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        entry = entry_named(t, self.entrant)
        if entry.state not in ("dropped", "disqualified"):
            raise already_done()
        if entry.user == ERASED_USER:
            raise Refusal(
                "gone",
                _(
                    "They had their data erased, so nobody could play there. The tournament goes on "
                    "without them."
                ),
            )
        if t.phase == "over":
            require_event(t)
            if entry.state == "dropped":
                raise Refusal("over", _("Too late: the tournament is over."))
        else:
            require_alive(t)
        after = entries.back_in(t, entry)
        return PendingChange(after, WAITING if is_waiting(after, entry.id) else None)

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        """Dropped or disqualified again, as before the reinstatement."""
        entry = self._entry_left_as(t, "in")
        if t.phase == "running":
            require_same_round(t, before)
        return entries.dropped(t, entry, out=before.out, disqualified=before.state == "disqualified")


def is_waiting(t: Tournament, entrant: str) -> bool:
    """Whether they are on the waiting list."""
    return any(entry.id == entrant for entry in t.waiting)


def _in_again(t: Tournament, entry: Entry) -> Tournament:
    """Neither dropped nor disqualified. Refusal if nobody would play there."""
    if entry.user == ERASED_USER:
        raise too_late_to_undo()
    return entries.back_in(t, entry)
