"""What those who run a server can do to a table that is not a tournament's, and how it is taken back.

Each act is data, kept in the audit log as a `RecordedAction` with whatever taking it back needs. Pure: a
table and an act go in, the changed table comes out, or a `Refusal` that says why not. Who may do it is asked
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from bot.admin_actions import ALREADY_DONE, CLOCKS_RUN, AdminAction
from bot.pace import MOST_MOVE, most_more
from bot.refusal import Refusal
from bot.tables import clocks, leaving, lobby, pods
from bot.tables.model import ERASED_USER, Notice, Press, Seat, Table, TableUpdate
from bot.tables.notices import DEEDS
from bot.tables.play import require_running
from games.text import Text, _
from storage.models import AuditRow, OutboxEntry, Phase

LONGEST_REASON = 120
"""Characters of a moderator's reason that the table shows; the audit log keeps all of it."""


class TableAction(AdminAction, frozen=True):
    """One of the things that can be done to a table."""

    phases: ClassVar[tuple[Phase, ...]] = ("playing",)
    """The phases of a table in which the act is offered."""

    @classmethod
    def makes_sense(cls, table: Table) -> bool:
        """Whether it should be offered now, the phase being right. `apply` has the last word."""
        return True

    def opposite(self) -> TableAction | None:
        return None

    def apply(self, at: Moderation) -> ModerationResult:
        """The act, done. Refusal if it cannot be done (any more)."""
        raise NotImplementedError

    def undo(self, at: Moderation) -> ModerationResult:
        """The act, taken back. Refusal if that cannot be done (any more)."""
        opposite = self.opposite()
        if opposite is None:
            raise NotImplementedError
        return opposite.apply(at)


class SeatAction(TableAction, frozen=True):
    """An act about a seat."""

    seat: int

    @classmethod
    def candidates(cls, table: Table) -> list[int]:
        """The seats that can be chosen."""
        return [at for at in range(len(table.seats)) if table.owner(at) is not None]


class Extend(TableAction, frozen=True, tag="extend"):
    """Everybody for whom the game waits has so many seconds more for this move."""

    label = _("Give more time")
    effect = _("Whoever is to move gets more time.")
    done = DEEDS["mod extended"]
    undone = DEEDS["mod shortened"]

    seconds: float

    def apply(self, at: Moderation) -> ModerationResult:
        require_running(at.table)
        if not at.table.record.pace.limited:
            raise Refusal("input", _("This table has no clock: nobody can run out of time."))
        if not 0 < self.seconds <= MOST_MOVE:
            raise Refusal("input", most_more(MOST_MOVE))
        asked = tuple(clock.decision for clock in at.table.timing.seats if clock.decision)
        longer = clocks.with_extra_time(at.table, self.seconds, at.now)
        if longer is at.table:
            raise Refusal("stale", _("Nobody's clock is running just now."))
        done = at.noticed(longer, "extended")
        return replace(done, kept=RecordedAction(self, decisions=asked))

    def undo(self, at: Moderation) -> ModerationResult:
        require_running(at.table)
        shorter = clocks.with_extra_time(at.table, -self.seconds, at.now, at.kept.decisions)
        if shorter is at.table:
            raise Refusal("stale", _("They've already moved."))
        return at.noticed(shorter, "shortened")


class Hold(TableAction, frozen=True, tag="hold"):
    """A moderator stops the clocks of a table until they are restarted."""

    label = _("Stop the clocks")
    effect = _("The table's clocks stop until a moderator restarts them.")
    done = DEEDS["mod held"]

    @classmethod
    def makes_sense(cls, table: Table) -> bool:
        return not table.is_held

    def apply(self, at: Moderation) -> ModerationResult:
        require_running(at.table)
        if at.table.record.held:
            raise Refusal("twice", ALREADY_DONE)
        return at.noticed(at.table.with_record(held=True), "held")

    def opposite(self) -> Release:
        return Release()


class Release(TableAction, frozen=True, tag="release"):
    """A moderator restarts the clocks of a table that were stopped."""

    label = _("Restart the clocks")
    effect = CLOCKS_RUN
    done = DEEDS["mod released"]

    @classmethod
    def makes_sense(cls, table: Table) -> bool:
        return table.is_held

    def apply(self, at: Moderation) -> ModerationResult:
        require_running(at.table)
        if not at.table.record.held:
            raise Refusal("twice", ALREADY_DONE)
        return at.noticed(at.table.with_record(held=False), "released")

    def opposite(self) -> Hold:
        return Hold()


class GiveToRobot(SeatAction, frozen=True, tag="robot"):
    """A robot plays the seat until its owner comes back."""

    label = _("Hand a seat to a robot")
    effect = _("A robot plays until the player comes back.")
    done = DEEDS["mod given"]
    undone = DEEDS["mod taken back"]

    @classmethod
    def candidates(cls, table: Table) -> list[int]:
        """The seats that can be chosen: those in which no robot plays."""
        return [at for at in super().candidates(table) if not table.seats[at].robot]

    def apply(self, at: Moderation) -> ModerationResult:
        owner, name = at.owner(self.seat)
        if at.table.seats[self.seat].robot:
            raise Refusal("twice", ALREADY_DONE)
        lent = leaving.lend_to_robot(at.table, self.seat)
        return replace(at.noticed(lent, "given", self.seat), about=owner, about_name=name)

    def undo(self, at: Moderation) -> ModerationResult:
        owner, name = at.owner(self.seat)
        if not at.table.seats[self.seat].robot:
            raise Refusal("stale", ALREADY_DONE)
        back = leaving.give_back(at.table, self.seat, at.notice("taken back", self.seat))
        return at.result(back, owner, name)


class Replace(SeatAction, frozen=True, tag="replace"):
    """Somebody else plays on in the seat."""

    label = _("Replace somebody")
    effect = _("Someone else takes over the cards and points.")
    done = _("{who} put {other} in for {player}.")
    needs_reason = True
    person = _("Who plays from now on")

    user: int
    name: str
    username: str | msgspec.UnsetType = msgspec.UNSET

    def apply(self, at: Moderation) -> ModerationResult:
        require_running(at.table)
        old = at.table.seats[self.seat] if 0 <= self.seat < len(at.table.seats) else None
        if old is None or old.user is None:
            raise Refusal("input", _("That seat is a robot's. Choose a person's seat."))
        leaving.require_never_played_here(at.table, self.user)
        handed = self._handed(at, Seat(self.name, "", self.user, username=self.username or ""))
        kept = RecordedAction(self, old.user, old.name)
        return replace(at.result(handed, self.user, handed.names[self.seat]), kept=kept)

    def undo(self, at: Moderation) -> ModerationResult:
        require_running(at.table)
        if at.kept.user == ERASED_USER or at.table.seats[self.seat].user != self.user:
            raise Refusal("stale", _("Someone else has that seat by now."))
        if at.table.seat_kept_for(at.kept.user) is not None:
            raise Refusal("twice", _("They have another seat at this table by now."))
        back = self._handed(at, Seat(at.kept.name, "", at.kept.user))
        return at.result(back, at.kept.user, back.names[self.seat])

    def _handed(self, at: Moderation, sitter: Seat) -> Table:
        old = at.table.names[self.seat]
        notice = at.notice("replaced", None if not old else self.seat, name=old)
        return leaving.hand_over(at.table, sitter, self.seat, notice)


class Remove(SeatAction, frozen=True, tag="remove"):
    """Whoever sits there is out of this game for good; in a lobby, the seat is free."""

    label = _("Remove somebody")
    effect = _("They leave for good. Mid-game, a robot plays it out.")
    done = DEEDS["mod removed"]
    needs_reason = True
    grave = True
    phases = ("lobby", "playing")

    def apply(self, at: Moderation) -> ModerationResult:
        if at.table.phase == "lobby":
            return self._emptied(at)
        owner, name = at.owner(self.seat)
        sitter = at.table.seats[self.seat]
        notice = at.notice("removed", self.seat, name=name)
        removed = leaving.give_to_robot(at.table, self.seat, "removed", notice)
        told = (lobby.removal_entry(owner, at.by.name, at.reason),)
        return replace(at.result(lobby.shut_out(removed, sitter), owner, name), outbox=told)

    def _emptied(self, at: Moderation) -> ModerationResult:
        if not 0 <= self.seat < len(at.table.seats):
            raise Refusal("stale", _("Nobody sits there any more."))
        sitter, name = at.table.seats[self.seat], at.table.names[self.seat]
        emptied, told = lobby.sent_away(at.table, self.seat, at.by.name, at.reason)
        done = replace(at.noticed(emptied, "emptied", name=name), outbox=told)
        if not sitter.user:
            return done
        kept = RecordedAction(self, sitter.user, sitter.name)
        return replace(done, about=sitter.user, about_name=name, kept=kept)

    def undo(self, at: Moderation) -> ModerationResult:
        if at.table.phase == "lobby":
            return self._let_back(at)
        require_running(at.table)
        if at.kept.user != ERASED_USER:  # the seats were others in the lobby
            raise Refusal(
                "late",
                _(
                    "Too late to undo: the game has begun without {name}. To let them in, replace somebody.",
                    name=at.kept.name,
                ),
            )
        if not leaving.is_removed(at.table, self.seat):
            raise Refusal("stale", _("That seat is someone else's now, or its player is back."))
        name, owner = at.table.names[self.seat], at.table.seats[self.seat].user
        back = leaving.reinstate(at.table, self.seat, at.notice("taken back", self.seat))
        back = lobby.let_back(back, () if owner is None else (owner,))
        return at.result(back, owner, name)

    def _let_back(self, at: Moderation) -> ModerationResult:
        """Whoever was removed can join again, and sits there again if a seat is free for them."""
        user, name = at.kept.user, at.kept.name
        if not lobby.is_removed(at.table, user):
            raise Refusal("stale", ALREADY_DONE)
        back = lobby.let_back(at.table, (user,))
        try:
            back = lobby.join(back, Press(at.by.id, user, name))
        except Refusal:
            return at.result(back, user, name, _("{name} can join again.", name=name))
        return at.result(back, user, name)


class VoidTable(TableAction, frozen=True, tag="void"):
    """The table is closed; what was played does not count."""

    label = _("Declare the table void")
    effect = _("The table closes, and the game counts for nobody.")
    done = DEEDS["mod void"]
    needs_reason = True
    grave = True
    phases = ("lobby", "playing")

    def apply(self, at: Moderation) -> ModerationResult:
        if at.table.phase == "over":
            raise Refusal("over", _("This game is over and its result stands."))
        if at.table.phase == "closed":
            raise Refusal("twice", ALREADY_DONE)
        return at.noticed(pods.void(at.table), "void")

    def opposite(self) -> Restore:
        return Restore()


class ClearTable(VoidTable, frozen=True, tag="clear"):
    """The same for many tables that lack people: their messages are taken away. It is not offered."""

    phases = ()

    def apply(self, at: Moderation) -> ModerationResult:
        if not at.table.lacks_people:
            raise Refusal("stale", _("People play at this table by now."))
        done = super().apply(at)
        return replace(done, table=done.table.with_record(closed_by="cleared"))


class Restore(TableAction, frozen=True, tag="restore"):
    """A table that was declared void goes on where it was. It is not offered: void is taken back instead."""

    done = DEEDS["mod restored"]
    phases = ()

    def apply(self, at: Moderation) -> ModerationResult:
        if not pods.is_void(at.table):
            raise Refusal("stale", _("Only a void table can be reopened."))
        restored = pods.restore(at.table)
        if not restored.owners:
            raise Refusal("few", _("Nobody who played here is left, so it stays closed."))
        return at.noticed(restored, "restored")

    def opposite(self) -> VoidTable:
        return VoidTable()


ModerationAction: TypeAlias = (
    Extend | Hold | Release | GiveToRobot | Replace | Remove | VoidTable | ClearTable | Restore
)
"""Every act, those first that are likelier to be wanted."""

ACTIONS: Mapping[str, type[ModerationAction]] = {
    act.kind(): act for act in get_args(ModerationAction) if act.phases
}
"""The acts that can be offered, by their kinds."""


class RecordedAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the audit log keeps: the act, and how it was before, as far as taking it back needs that."""

    act: ModerationAction
    user: int = ERASED_USER
    name: str = ""
    """Who sat in the seat that was emptied, or into which somebody else was put."""
    decisions: tuple[str, ...] = ()
    """What those were asked who were given more time."""
    openly: bool = False
    """Everybody may read the reason."""
    ends: float = 0.0
    """When the time of the first of them would have been up, in Unix seconds; 0: not known."""


class ModerationResult(msgspec.Struct, frozen=True):
    """The changed table, what is kept of the act, what to tell the moderator, and whom the act is about."""

    table: Table
    kept: RecordedAction
    said: Text | None
    about: int | None = None
    about_name: str = ""
    outbox: tuple[OutboxEntry, ...] = ()


class Moderation(msgspec.Struct, frozen=True):
    """One act at one table, on somebody's word: `kept` is done, or taken back. `now`: awake time."""

    table: Table
    kept: RecordedAction
    by: Press
    reason: str
    now: float

    def owner(self, seat: int) -> tuple[int, str]:
        """Whose seat it is. Refusal if it is nobody's any more."""
        require_running(self.table)
        owner = self.table.owner(seat) if 0 <= seat < len(self.table.seats) else None
        if owner is None:
            raise Refusal(
                "stale",
                _("Nobody plays that seat any more. Choose someone who does."),
            )
        return owner, self.table.names[seat]

    def noticed(self, table: Table, kind: str, seat: int | None = None, name: str = "") -> ModerationResult:
        """The changed table, where everybody is told of it."""
        return self.result(table.with_notices(self.notice(kind, seat, name=name)))

    def result(
        self, table: Table, about: int | None = None, about_name: str = "", said: Text | None = None
    ) -> ModerationResult:
        """The changed table, in which everybody is told of it already; `said`: what the moderator is told
        beside that.
        """
        return ModerationResult(table, self.kept, said, about, about_name)

    def notice(self, kind: str, seat: int | None, *, name: str = "") -> Notice:
        """What the table is told."""
        reason = " ".join(self.reason.split()) if self.kept.openly else ""
        short = reason if len(reason) <= LONGEST_REASON else reason[: LONGEST_REASON - 1] + "…"
        return Notice(
            *(f"mod {kind}", self.table.actions, seat, name),
            other=self.by.name,
            by=self.by.user,
            why=short,
            seconds=getattr(self.kept.act, "seconds", 0.0),
        )


def offered(table: Table) -> Sequence[type[TableAction]]:
    """What makes sense now, the likeliest first."""
    return [act for act in ACTIONS.values() if table.phase in act.phases and act.makes_sense(table)]


def apply_action(
    table: Table, by: Press, act: ModerationAction, reason: str, now: float, *, openly: bool = False
) -> ModerationResult:
    """The act, done by this press. `now`: awake time; `openly`: the table is told why. Refusal if it cannot
    be done (any more).
    """
    if table.record.pod is not None:
        raise Refusal(
            "shut",
            _("This is a tournament table. Do that at the tournament's desk."),
        )
    done = act.apply(Moderation(table, RecordedAction(act, openly=openly), by, reason, now))
    return replace(done, kept=replace(done.kept, openly=openly))


def with_end_kept(done: ModerationResult, before: Table, unix: Callable[[float], float]) -> ModerationResult:
    """The same; of more time it is kept when it would have been up at the table as it was. `unix`: when a
    moment of awake time is, in Unix seconds.
    """
    ends = [end for seat in range(len(before.seats)) if (end := clocks.deadline(before, seat)) is not None]
    if not isinstance(done.kept.act, Extend) or not ends:
        return done
    return replace(done, kept=replace(done.kept, ends=unix(min(ends))))


def undo_action(table: Table, by: Press, kept: RecordedAction, reason: str, now: float) -> ModerationResult:
    """The act, taken back. Refusal if that cannot be done (any more)."""
    return kept.act.undo(Moderation(table, replace(kept, openly=False), by, reason, now))


def audited(
    table: Table, by: Press, done: ModerationResult, reason: str, at: float, undoes: AuditRow | None = None
) -> TableUpdate:
    """What was done, with what the audit log keeps. `at`: Unix seconds; `undoes`: what is taken back."""
    row = AuditRow(
        id=0,
        guild=table.guild,
        tournament=None,
        table=table.id,
        at=at,
        user=by.user,
        name=by.name,
        kind=done.kept.act.kind() if undoes is None else undoes.kind,
        action=msgspec.json.encode(done.kept),
        reason=reason,
        about=done.about,
        about_name=done.about_name,
        undoes=None if undoes is None else undoes.id,
    )
    return TableUpdate(done.table, done.said, done.outbox, audit=(row,))


def require_undoable(row: AuditRow | None) -> tuple[AuditRow, str, RecordedAction]:
    """The entry of the audit log, its table and what was done there. Refusal if it cannot be undone."""
    if row is None or row.table is None or row.tournament is not None:
        raise Refusal("gone", _("There's no such entry in the log."))
    if row.undoes is not None:
        raise Refusal("twice", _("That was itself an undo. Do it again instead."))
    return row, row.table, action_of(row)


def action_of(row: AuditRow) -> RecordedAction:
    """What was done, from the audit log. msgspec.ValidationError if it was nothing that is done to tables."""
    return msgspec.json.decode(row.action, type=RecordedAction)
