"""The acts by which a tournament begins, runs, changes hands and ends."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.admin_actions import _name
from bot.pace import DAY
from bot.refusal import Refusal
from bot.tables.model import Table
from bot.tournaments import entries, rounds
from bot.tournaments.actions.base import (
    StateBefore,
    TournamentAction,
    require_same_round,
    too_late_to_undo,
)
from bot.tournaments.formats import engine
from bot.tournaments.model import PendingChange, Tournament
from bot.tournaments.outbox import outbox_entry
from bot.tournaments.pairing.event import PairingProblem
from bot.tournaments.requirements import (
    refusal_of,
    require_alive,
    require_clocks,
    require_drawn,
    require_running,
)
from games.text import Text, _
from storage.models import AuditRow

LONGEST_EXTENSION = 30 * DAY


class Begin(TournamentAction, frozen=True, tag="begin"):
    """Draw the first round now, whoever is in."""

    label = _("Begin now")
    effect = _(
        "The first round is drawn now, with everybody who is in; if the check-in has begun, with those "
        "who have said that they are here. The settings are fixed from then on."
    )
    done = _("{who} began the tournament.")
    command = _name("begin")
    summary = _("Begin now: the first round is drawn")
    phases = ("open",)
    has_own_message = True

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        if t.phase != "open":
            raise Refusal("twice", _("The tournament has begun already, so there is nothing to begin."))
        t, outbox = entries.without_absent(t)
        return PendingChange(
            rounds.begun(t), _("The tournament has begun: the first round is drawn."), outbox
        )


class Draw(TournamentAction, frozen=True, tag="draw"):
    """Draw and publish the next round."""

    label = _("Draw the next round")
    effect = _("The pods of the next round are drawn and published.")
    done = _("{who} had the next round drawn.")
    command = _name("next")
    summary = _("Draw the next round")
    has_own_message = True

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        """Whether there is a next round, and nothing is missing that it depends on."""
        event = t.record.event
        if t.record.drawn is not None or event is None or engine.is_over(event):
            return False
        return engine.goes_by_fixtures(event) or not engine.missing(event)

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_running(t)
        require_clocks(t)
        if t.record.drawn is not None:
            raise Refusal(
                "twice",
                _("The next round is drawn already. Open its tables, or have it drawn anew."),
            )
        return PendingChange(t, _("The next round is drawn, and its pods are published."))


class OpenRound(TournamentAction, frozen=True, tag="open"):
    """Open the tables of the round that is drawn, now."""

    label = _("Open the tables")
    effect = _("The tables of the round that is drawn open now.")
    done = _("{who} opened the round's tables.")
    command = _name("open")
    summary = _("Open the tables of the round that is drawn")
    has_own_message = True

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.record.drawn is not None

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_drawn(t)
        require_clocks(t)
        return PendingChange(t, _("The round's tables are being opened, and its players are told."))


class Redraw(TournamentAction, frozen=True, tag="redraw"):
    """Draw the round anew that is published and not opened."""

    label = _("Draw the round anew")
    effect = _("The published pods are drawn once more, before their tables open.")
    done = _("{who} had the round drawn anew.")
    command = _name("redraw")
    summary = _("Draw the round anew that is not open yet")

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.record.drawn is not None

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_drawn(t)
        return PendingChange(t, _("The round is drawn anew. The pods published before count no more."))


class Extend(TournamentAction, frozen=True, tag="extend"):
    """Put the deadline of the running round off, or of one of its pods; a move's time as well.

    `seconds` may be negative, to take it back.
    """

    label = _("Give more time")
    effect = _("The round, or one pod of it, may last longer, and every move there too.")
    command = _name("extend")
    summary = _("Give the round or one of its pods more time")
    target = "pod"

    seconds: float
    pod: int = 0
    """0: the whole round."""

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return bool(t.open_pods())

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_running(t)
        latest = t.running_round
        if latest is None or latest.number in rounds.complete(t.record.event):
            raise Refusal(
                "early", _("No round is being played just now, so there is no time to be extended.")
            )
        if not 0 < abs(self.seconds) <= LONGEST_EXTENSION:
            raise Refusal("input", _("Time is extended by 30 days at most. Choose a shorter time."))
        if self.pod:
            t = self._extended_pod(t, latest.number)
        else:
            t = t.with_record(extra=self._added_to(t.record.extra))
        return PendingChange(rounds.with_deadlines_applied(t, now), _("Done: the clocks have been set."))

    def _extended_pod(self, t: Tournament, round: int) -> Tournament:
        one = t.table_of(round, self.pod)
        if one is None:
            raise refusal_of(PairingProblem.NO_SUCH_POD)
        if t.result_of(round, self.pod) is not None:
            raise Refusal("over", _("This pod's game has ended, so there is no time to be extended."))
        return rounds.with_table(t, round, self.pod, extra=self._added_to(one.extra))

    def _added_to(self, extra: float) -> float:
        if extra + self.seconds < 0:
            raise Refusal("input", _("No more time can be taken back than was given. Choose a shorter time."))
        return extra + self.seconds

    def opposite(self) -> Extend:
        return msgspec.structs.replace(self, seconds=-self.seconds)

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        require_same_round(t, before)
        return super().undo(t, before, row, now)

    def sentence(self, *, undone: bool) -> Text:
        if undone:
            return self.opposite().sentence(undone=False)
        if self.seconds < 0:
            whole, one = (
                _("{who} took {length} from the round again."),
                _("{who} took {length} from pod {pod} again."),
            )
        else:
            whole, one = _("{who} gave the round {length} more."), _("{who} gave pod {pod} {length} more.")
        return one if self.pod else whole


class Pause(TournamentAction, frozen=True, tag="pause"):
    """All clocks stand still: the tables', and the tournament's own."""

    label = _("Stop all clocks")
    effect = _("All clocks stand still, at the tables and between the rounds.")
    done = _("{who} stopped all clocks.")
    command = _name("pause")
    summary = _("Stop all clocks of the tournament")

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.record.paused is None

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_running(t)
        if t.record.paused is not None:
            raise Refusal("twice", _("All clocks stand still already."))
        return PendingChange(
            rounds.clocks_stopped(t, now, paused=True),
            _("All clocks stand still, at every table. They run again when you say so."),
        )

    def opposite(self) -> Resume:
        return Resume()


class Resume(TournamentAction, frozen=True, tag="resume"):
    """They run again."""

    label = _("Restart the clocks")
    effect = _("All clocks run again.")
    done = _("{who} let all clocks run again.")
    command = _name("resume")
    summary = _("Let all clocks run again")

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.record.paused is not None

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_running(t)
        if t.record.paused is None:
            raise Refusal("twice", _("The clocks run already."))
        return PendingChange(
            rounds.clocks_resumed(t, now, paused=True),
            _("The clocks run again, from where they stood."),
        )

    def opposite(self) -> Pause:
        return Pause()


class HandOver(TournamentAction, frozen=True, tag="hand-over"):
    """Somebody else is the tournament's organiser."""

    label = _("Hand the tournament over")
    effect = _("Somebody else becomes the organiser of this tournament.")
    done = _("{who} handed the tournament over to {other}.")
    undone = _("{who} took the tournament back from {other}.")
    person = _("Who organises from now on")
    command = _name("handover")
    summary = _("Make somebody else the organiser")
    phases = ("open", "running", "over")

    user: int
    name: str

    def concerns(self, t: Tournament) -> tuple[int | None, str]:
        return self.user, self.name

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        if t.phase == "cancelled":
            require_running(t)
        if self.user == t.record.organiser:
            raise Refusal("twice", _("They are this tournament's organiser already."))
        return PendingChange(
            t.with_record(organiser=self.user, organiser_name=self.name),
            _("They are the organiser from now on."),
        )

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        """Whoever handed it over is the organiser again, if it was theirs."""
        if not before.organiser or row.user is None or t.record.organiser != self.user:
            raise too_late_to_undo()
        return t.with_record(organiser=row.user, organiser_name=row.name)


class Finish(TournamentAction, frozen=True, tag="finish"):
    """The tournament ends with the standings as they are; rounds still to come are not played."""

    label = _("End the tournament now")
    effect = _("The standings as they are become the final ones; rounds still to come are not played.")
    done = _("{who} ended the tournament with the standings as they were.")
    needs_reason = True
    grave = True
    command = _name("finish")
    summary = _("End the tournament with the standings as they are")

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.running_round is not None and not t.open_pods()

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        event = require_running(t)
        if not event.rounds:
            raise Refusal(
                "early",
                _("No round has been played, so there are no standings yet. Cancel the tournament instead."),
            )
        if t.open_pods():
            raise Refusal(
                "early",
                _(
                    "Tables of the running round are still playing. Wait for them, or declare them void: the "
                    "tournament can then end with the standings as they are."
                ),
            )
        t = rounds.unpublished(t)
        return PendingChange(
            replace(t, phase="over").with_record(trouble="", paused=None),
            _("The tournament is over: the standings as they are now are the final ones."),
            (outbox_entry("final"),),
        )


class Cancel(TournamentAction, frozen=True, tag="cancel"):
    """The tournament ends here, without a winner; its tables are closed."""

    label = _("Cancel the tournament")
    effect = _("The tournament ends here, nobody wins, and its tables are closed.")
    done = _("{who} cancelled the tournament.")
    undone = _("{who} took it back: the tournament goes on.")
    needs_reason = True
    grave = True
    command = _name("cancel")
    summary = _("Call the tournament off")
    phases = ("open", "running")

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_alive(t)
        t = rounds.unpublished(t)
        if t.record.paused is not None:
            t = t.with_record(paused=None)
        return PendingChange(
            replace(t, phase="cancelled").with_record(trouble=""),
            _("The tournament is cancelled. Its tables are closed, and nobody has won."),
        )
