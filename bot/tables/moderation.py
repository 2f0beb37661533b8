"""What those who run a server can do to a table that is not a tournament's, and how it is taken back.

Each act is data, kept in the audit log as a `Deed` with whatever taking it back needs. Pure functions: a
table and an act go in, the changed table comes out, or a `Refusal` that says why not. Who may do it is asked
elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from bot.pace import MOST_MOVE
from bot.refusal import Refusal
from bot.tables import clocks, leaving, lobby, notices, pods
from bot.tables.model import ERASED_USER, Notice, Press, Table
from bot.tables.play import require_running
from games.text import Text, _
from storage.models import AuditRow

LONGEST_REASON = 120
"""Characters of a moderator's reason that the table shows; the audit log keeps all of it."""


class GiveToRobot(msgspec.Struct, frozen=True, tag="robot"):
    """A robot plays the seat until its owner comes back."""

    seat: int


class Remove(msgspec.Struct, frozen=True, tag="remove"):
    """Whoever sits there is out of this game for good; in a lobby, the seat is free."""

    seat: int


class Replace(msgspec.Struct, frozen=True, tag="replace"):
    """Somebody else plays on in the seat."""

    seat: int
    user: int
    name: str


class Extend(msgspec.Struct, frozen=True, tag="extend"):
    """Everybody for whom the game waits has so many seconds more for this move."""

    seconds: float


class Hold(msgspec.Struct, frozen=True, tag="hold"):
    """The clocks stand still."""


class Release(msgspec.Struct, frozen=True, tag="release"):
    """They run again."""


class VoidTable(msgspec.Struct, frozen=True, tag="void"):
    """The table is closed; what was played does not count."""


class Restore(msgspec.Struct, frozen=True, tag="restore"):
    """A table that was declared void goes on where it was."""


ModerationAction: TypeAlias = GiveToRobot | Remove | Replace | Extend | Hold | Release | VoidTable | Restore


class RecordedAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the audit log keeps: the act, and how it was before, as far as taking it back needs that."""

    act: ModerationAction
    user: int = ERASED_USER
    name: str = ""
    """Who sat in the seat that somebody else was put into."""
    decisions: tuple[str, ...] = ()
    """What those were asked who were given more time."""


@dataclass(frozen=True, slots=True)
class ModerationResult:
    """The changed table, what is kept of the act, whom it is about, and what to tell the moderator."""

    table: Table
    deed: RecordedAction
    said: Text
    about: int | None = None
    about_name: str = ""


def apply_action(table: Table, by: Press, act: ModerationAction, reason: str, now: float) -> ModerationResult:
    """The act, done by this press. `now`: house time. Refusal if it cannot be done (any more)."""
    if table.record.pod is not None:
        raise Refusal(
            "shut",
            _(
                "This is a tournament's table. Do that at the tournament's own desk, so that the tournament "
                "knows of it."
            ),
        )
    work = _Moderation(table, by, reason, now)
    match act:
        case GiveToRobot(seat):
            return work.give_to_robot(act, seat)
        case Remove(seat):
            return work.remove(act, seat)
        case Replace(seat, user, name):
            return work.replace(act, seat, user, name)
        case Extend(seconds):
            return work.extend(act, seconds)
        case Hold():
            return work.hold(act, held=True)
        case Release():
            return work.hold(act, held=False)
        case VoidTable():
            return work.void(act)
        case Restore():
            return work.restore(act)


def undo_action(table: Table, by: Press, deed: RecordedAction, reason: str, now: float) -> ModerationResult:
    """The act, taken back. Refusal if that cannot be done (any more)."""
    work = _Moderation(table, by, reason, now)
    match deed.act:
        case GiveToRobot(seat):
            return work.take_back_from_robot(deed, seat)
        case Remove(seat):
            return work.reinstate(deed, seat)
        case Replace(seat, user):
            return work.put_back(deed, seat, user)
        case Extend(seconds):
            return work.shorten(deed, seconds)
        case Hold():
            return work.hold(deed.act, held=False)
        case Release():
            return work.hold(deed.act, held=True)
        case VoidTable():
            return work.restore(deed.act)
        case Restore():
            return work.void(deed.act)


@dataclass(frozen=True, slots=True)
class _Moderation:
    """One act at one table, on somebody's word."""

    table: Table
    by: Press
    reason: str
    now: float

    def give_to_robot(self, act: ModerationAction, seat: int) -> ModerationResult:
        owner, name = self._owner(seat)
        if self.table.seats[seat].robot:
            raise Refusal("twice", _("A robot plays in that seat already, until its owner comes back."))
        lent = leaving.lend_to_robot(self.table, seat)
        said = _("A robot plays on in the seat of {name} until they are back.", name=name)
        return self._done(lent, "given", RecordedAction(act), said, owner, name, seat=seat)

    def take_back_from_robot(self, deed: RecordedAction, seat: int) -> ModerationResult:
        owner, name = self._owner(seat)
        if not self.table.seats[seat].robot:
            raise Refusal("stale", _("{name} plays in that seat again already.", name=name))
        back = leaving.give_back(self.table, seat, self._happening("taken back", seat))
        return ModerationResult(back, deed, _("{name} plays again.", name=name), owner, name)

    def remove(self, act: ModerationAction, seat: int) -> ModerationResult:
        if self.table.phase == "lobby":
            return self._empty(act, seat)
        owner, name = self._owner(seat)
        removed = leaving.give_to_robot(self.table, seat, "removed", self._happening("removed", seat))
        said = _("{name} is out of this game. A robot plays the seat to the end.", name=name)
        return ModerationResult(removed, RecordedAction(act), said, owner, name)

    def _empty(self, act: ModerationAction, seat: int) -> ModerationResult:
        if not 0 <= seat < len(self.table.seats):
            raise Refusal("stale", _("Nobody sits there any more."))
        sitter = self.table.seats[seat]
        notice = self._happening("emptied", None, name=sitter.name)
        emptied = notices.with_notices(lobby.without_seat(self.table, seat), notice)
        said = _("{name} has been removed from the table: the seat is free.", name=sitter.name)
        return ModerationResult(
            emptied, RecordedAction(act), said, sitter.user or None, sitter.name if sitter.user else ""
        )

    def reinstate(self, deed: RecordedAction, seat: int) -> ModerationResult:
        if self.table.phase == "lobby":
            raise Refusal("late", _("The seat is free, and whoever sat there can press Join again."))
        require_running(self.table)
        if not leaving.is_removed(self.table, seat):
            raise Refusal("stale", _("That seat is somebody else's now, or its player plays again already."))
        name, owner = self.table.seats[seat].name, self.table.seats[seat].user
        back = leaving.reinstate(self.table, seat, self._happening("taken back", seat))
        return ModerationResult(back, deed, _("{name} plays again.", name=name), owner, name)

    def replace(self, act: ModerationAction, seat: int, user: int, name: str) -> ModerationResult:
        require_running(self.table)
        old = self.table.seats[seat] if 0 <= seat < len(self.table.seats) else None
        if old is None or old.user is None:
            raise Refusal(
                "input", _("That seat is a robot's. Choose one of somebody who plays or played there.")
            )
        leaving.require_never_played_here(self.table, user)
        handed = self._handed(seat, user, name)
        said = _("{new} plays on in the seat of {old}.", new=name, old=old.name)
        return ModerationResult(handed, RecordedAction(act, old.user, old.name), said, user, name)

    def put_back(self, deed: RecordedAction, seat: int, user: int) -> ModerationResult:
        require_running(self.table)
        if deed.user == ERASED_USER or self.table.seats[seat].user != user:
            raise Refusal(
                "stale", _("Somebody else has that seat by now, or its former player is not known.")
            )
        if self.table.seat_kept_for(deed.user) is not None:
            raise Refusal("twice", _("Whoever sat there has another seat at this table by now."))
        back = self._handed(seat, deed.user, deed.name)
        return ModerationResult(back, deed, _("{name} plays again.", name=deed.name), deed.user, deed.name)

    def _handed(self, seat: int, user: int, name: str) -> Table:
        old = self.table.seats[seat].name
        notice = self._happening("replaced", None if not old else seat, name=old)
        return leaving.hand_over(self.table, user, name, seat, notice)

    def extend(self, act: ModerationAction, seconds: float) -> ModerationResult:
        require_running(self.table)
        if not self.table.record.pace.limited:
            raise Refusal("input", _("This table plays without a time limit: nobody can run out of time."))
        if not 0 < seconds <= MOST_MOVE:
            raise Refusal(
                "input", _("A move can be given up to 14 days more. Name a length of time up to that.")
            )
        asked = tuple(clock.decision for clock in self.table.timing.seats if clock.decision)
        longer = clocks.with_extra_time(self.table, seconds, self.now)
        if longer is self.table:
            raise Refusal("stale", _("The game waits for nobody who has a clock just now."))
        said = _("Everybody for whom the game waits has more time for this move.")
        return self._done(longer, "extended", RecordedAction(act, decisions=asked), said)

    def shorten(self, deed: RecordedAction, seconds: float) -> ModerationResult:
        require_running(self.table)
        shorter = clocks.with_extra_time(self.table, -seconds, self.now, deed.decisions)
        if shorter is self.table:
            raise Refusal("stale", _("Those who were given more time have moved already."))
        return self._done(shorter, "shortened", deed, _("The time that was given is taken back."))

    def hold(self, act: ModerationAction, *, held: bool) -> ModerationResult:
        require_running(self.table)
        if self.table.record.held == held:
            already = _("The clocks of this table stand still already.")
            running = _("The clocks of this table run already.")
            raise Refusal("twice", already if held else running)
        stopped = _("The clocks of this table stand still until a moderator sets them going again.")
        changed = self.table.with_record(held=held)
        said = stopped if held else _("The clocks of this table run again.")
        return self._done(changed, "held" if held else "released", RecordedAction(act), said)

    def void(self, act: ModerationAction) -> ModerationResult:
        if self.table.phase == "over":
            raise Refusal(
                "over", _("This game was played to its end and its result is recorded, so it stays as it is.")
            )
        if self.table.phase == "closed":
            raise Refusal("twice", _("This table has closed already."))
        said = _("The table is closed, and does not count for anybody.")
        return self._done(pods.void(self.table), "void", RecordedAction(act), said)

    def restore(self, act: ModerationAction) -> ModerationResult:
        if self.table.phase != "closed" or self.table.record.closed_by != "void":
            raise Refusal(
                "stale", _("This table is not one that was declared void, so it cannot be opened again.")
            )
        restored = pods.restore(self.table)
        if not restored.owners:
            raise Refusal("few", _("Nobody is left who played at this table, so it stays closed."))
        return self._done(
            restored, "restored", RecordedAction(act), _("The table is open again, and goes on where it was.")
        )

    def _owner(self, seat: int) -> tuple[int, str]:
        """Whose seat it is. Refusal if it is nobody's any more."""
        require_running(self.table)
        owner = self.table.owner(seat) if 0 <= seat < len(self.table.seats) else None
        if owner is None:
            raise Refusal(
                "stale",
                _("That seat is a robot's, or its player has left for good. Choose somebody who plays."),
            )
        return owner, self.table.seats[seat].name

    def _done(
        self,
        table: Table,
        kind: str,
        deed: RecordedAction,
        said: Text,
        about: int | None = None,
        about_name: str = "",
        *,
        seat: int | None = None,
    ) -> ModerationResult:
        return ModerationResult(
            notices.with_notices(table, self._happening(kind, seat)), deed, said, about, about_name
        )

    def _happening(self, kind: str, seat: int | None, *, name: str = "") -> Notice:
        reason = " ".join(self.reason.split())
        short = reason if len(reason) <= LONGEST_REASON else reason[: LONGEST_REASON - 1] + "…"
        return Notice(
            f"mod {kind}", self.table.actions, seat, name, other=self.by.name, by=self.by.user, why=short
        )


def audit_row(
    table: Table, by: Press, done: ModerationResult, reason: str, at: float, undoes: AuditRow | None = None
) -> AuditRow:
    """What the audit log keeps. `at`: Unix seconds; `undoes`: what is taken back."""
    return AuditRow(
        id=0,
        guild=table.guild,
        tournament=None,
        table=table.id,
        at=at,
        user=by.user,
        name=by.name,
        kind=kind_of(done.deed.act) if undoes is None else undoes.kind,
        act=msgspec.json.encode(done.deed),
        reason=reason,
        about=done.about,
        about_name=done.about_name,
        undoes=None if undoes is None else undoes.id,
    )


def kind_of(act: ModerationAction) -> str:
    """What the act is called in the audit log."""
    return str(act.__struct_config__.tag)


def action_of(row: AuditRow) -> RecordedAction:
    """What was done, from the audit log. msgspec.ValidationError if it was nothing that is done to tables."""
    return msgspec.json.decode(row.act, type=RecordedAction)
