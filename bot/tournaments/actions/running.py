"""The acts by which a tournament begins, runs, changes hands and ends."""

from __future__ import annotations

from msgspec.structs import replace

from bot.admin_actions import CLOCKS_RUN, _name
from bot.pace import DAY, most_more
from bot.refusal import Refusal
from bot.tables.model import Table
from bot.tournaments import beacon, entries, rounds
from bot.tournaments.actions.base import (
    StateBefore,
    TournamentAction,
    already_done,
    require_same_round,
    too_late_to_undo,
)
from bot.tournaments.formats import engine
from bot.tournaments.model import PendingChange, Tournament, TournamentSettings
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
    """Draw the first tables now, for whoever is in."""

    label = _("Begin now")
    effect = _("I draw the first tables now, and the settings are final.")
    done = _("{who} began the tournament.")
    command = _name("begin")
    phases = ("open",)
    asks_reason = False
    quiet = True

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        if t.phase != "open":
            raise already_done()
        t, outbox = entries.without_absent(t)
        return PendingChange(rounds.begun(t), outbox=outbox)


class SetUp(TournamentAction, frozen=True, omit_defaults=True, tag="settings"):
    """What was chosen before it began is chosen otherwise, on the pages where it is set up.

    It is not taken back: what was is chosen again.
    """

    done = _("{who} changed the settings.")
    phases = ()
    quiet = True

    game: str
    was: TournamentSettings
    now: TournamentSettings
    at: float = 0.0
    """When the settings were changed, in Unix seconds."""

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        fields = TournamentSettings.__struct_fields__
        chosen = {field: getattr(self.now, field) for field in fields}
        changes = {field: value for field, value in chosen.items() if value != getattr(self.was, field)}
        return entries.settings_changed(t, changes, self.at)

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        raise too_late_to_undo(_("That can't be undone. Choose again what it was."))


class Draw(TournamentAction, frozen=True, tag="draw"):
    """Draw and publish the next round."""

    label = _("Draw the next round")
    effect = _("I draw the next round's pods and post them.")
    done = _("{who} drew the next round.")
    command = _name("next")
    asks_reason = False
    quiet = True

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        """Whether there is a next round, and nothing is missing that it depends on."""
        event = t.record.event
        if (
            t.record.drawn is not None
            or event is None
            or event.awaited
            or engine.is_over(event)
            or t.is_arena
        ):
            return False
        decided = not engine.missing(event) and engine.undecided(event) is None
        return engine.goes_by_fixtures(event) or decided

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_running(t)
        require_clocks(t)
        if t.record.drawn is not None:
            raise Refusal(
                "twice",
                _("The next round is already drawn. Open its tables, or redraw it."),
            )
        return PendingChange(t)


class OfBeacon(TournamentAction, frozen=True):
    """An act about the value for which the first draw waits, which follows."""

    quiet = True

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.record.event is not None and t.record.event.awaited is not None

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        event = require_running(t)
        if event.awaited is None:
            raise already_done()
        return PendingChange(t.with_record(event=event.with_beacon(self.signature(event.awaited.round))))

    def signature(self, round: int) -> str:
        """The round's signature; empty: it is drawn without. Refusal if it is not right."""
        raise NotImplementedError


class EnterBeacon(OfBeacon, frozen=True, tag="beacon"):
    """The organiser has looked the beacon's value up."""

    label = _("Enter drand's value")
    effect = _("I check it, and draw the first round with it.")
    done = _("{who} entered drand's value for the draw.")
    types = _("drand's value")
    command = ""

    value: str

    def signature(self, round: int) -> str:
        if not (found := beacon.signature_in(self.value, round)):
            raise Refusal(
                "input", _("That isn't drand's round {round}. Copy what stands at that address.", round=round)
            )
        return found


class WithoutBeacon(OfBeacon, frozen=True, tag="no-beacon"):
    """The first round is drawn, and all that follow, as if there were no beacon."""

    label = _("Draw without drand")
    effect = _("I draw with my own sealed seed alone. The log and the export say so.")
    done = _("{who} drew without drand's value.")
    command = ""
    quiet = False

    def signature(self, round: int) -> str:
        return ""


class OfTheDrawn(TournamentAction, frozen=True):
    """An act about the round that is drawn, as long as its tables are not open."""

    quiet = True

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.record.drawn is not None

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_drawn(t)
        return PendingChange(t)


class OpenRound(OfTheDrawn, frozen=True, tag="open"):
    """Open the tables of the round that is drawn, now."""

    label = _("Open the tables")
    effect = _("The drawn round's tables open now.")
    done = _("{who} opened the round's tables.")
    command = _name("open")
    asks_reason = False

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_clocks(t)
        return super().apply(t, now, table)


class Redraw(OfTheDrawn, frozen=True, tag="redraw"):
    """Draw the round anew that is published and not opened."""

    label = _("Redraw the round")
    effect = _("I draw the posted pods again, before their tables open.")
    done = _("{who} redrew the round.")
    command = _name("redraw")


class Extend(TournamentAction, frozen=True, tag="extend"):
    """Put the deadline of the running round off, or of one of its pods; a move's time as well.

    `seconds` may be negative, to take it back.
    """

    label = _("Give more time")
    effect = _("That much more for the round or one pod, and on each player's clock.")
    command = _name("extend")
    target = "pod"
    quiet = True

    seconds: float
    pod: int = 0
    """The number of the pod; 0: the whole round."""

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return bool(t.open_pods())

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_running(t)
        latest = t.running_round
        over = latest is None or latest.number in rounds.complete(t.record.event)
        if latest is None or (over and not (t.is_arena and t.open_pods())):
            raise Refusal("early", _("No round is being played right now."))
        if not 0 < abs(self.seconds) <= LONGEST_EXTENSION:
            raise Refusal("input", most_more(LONGEST_EXTENSION))
        if t.is_arena:
            for one, pod in t.open_pods():
                if self.pod in (0, pod.number):
                    t = self._extended_pod(t, one.number, pod.number)
        elif self.pod:
            t = self._extended_pod(t, latest.number, self.pod)
        else:
            t = t.with_record(extra=self._added_to(t.record.extra))
        return PendingChange(rounds.with_deadlines_applied(t, now))

    def _extended_pod(self, t: Tournament, round: int, pod: int) -> Tournament:
        one = t.table_of(round, pod)
        if one is None:
            raise refusal_of(PairingProblem.NO_SUCH_POD)
        if t.result_of(round, pod) is not None:
            raise Refusal("over", _("This pod's game has ended."))
        return rounds.with_table(t, round, pod, extra=self._added_to(one.extra))

    def _added_to(self, extra: float) -> float:
        if extra + self.seconds < 0:
            raise Refusal("input", _("You can't take back more time than was given. Choose less."))
        return extra + self.seconds

    def opposite(self) -> Extend:
        return replace(self, seconds=-self.seconds)

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        require_same_round(t, before)
        return super().undo(t, before, row, now)

    def sentence(self, *, undone: bool) -> Text:
        if undone:
            return self.opposite().sentence(undone=False)
        if self.seconds < 0:
            whole, one = (
                _("{who} took back {length} from the round."),
                _("{who} took back {length}: {pod}."),
            )
        else:
            whole, one = (
                _("{who} gave {length} more to the round."),
                _("{who} gave {length} more: {pod}."),
            )
        return one if self.pod else whole


class Pause(TournamentAction, frozen=True, tag="pause"):
    """All clocks stand still: the tables', and the tournament's own."""

    label = _("Stop all clocks")
    effect = _("All clocks stop, and no new table opens.")
    done = _("{who} stopped all clocks.")
    command = _name("pause")

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.record.paused is None

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_running(t)
        if t.record.paused is not None:
            raise already_done()
        return PendingChange(rounds.clocks_stopped(t, now, paused=True))

    def opposite(self) -> Resume:
        return Resume()


class HidePage(TournamentAction, frozen=True, tag="hide-page"):
    """Nobody can look at the tournament in a browser any more.

    It is put up before the start alone: whoever presses Join has to know of it.
    """

    label = _("Take the page down")
    effect = _("Nobody can open the public page any more. Copies that people made stay theirs.")
    done = _("{who} took the public page down.")
    command = _name("hide-page")
    phases = ("open", "running", "over", "cancelled")
    quiet = True

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.settings.public_page

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        if not t.settings.public_page:
            raise already_done()
        return PendingChange(_with_page(t, up=False))

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        if t.settings.public_page:
            raise too_late_to_undo()
        return _with_page(t, up=True)


def _with_page(t: Tournament, *, up: bool) -> Tournament:
    return t.with_record(settings=replace(t.settings, public_page=up))


class Resume(TournamentAction, frozen=True, tag="resume"):
    """The organiser restarts all clocks of a tournament that was paused."""

    label = _("Restart the clocks")
    effect = CLOCKS_RUN
    done = _("{who} restarted all clocks.")
    command = _name("resume")

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.record.paused is not None

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_running(t)
        if t.record.paused is None:
            raise already_done()
        return PendingChange(rounds.clocks_resumed(t, now, paused=True))

    def opposite(self) -> Pause:
        return Pause()


class HandOver(TournamentAction, frozen=True, tag="hand-over"):
    """Somebody hands the tournament over to another organiser."""

    label = _("Hand the tournament over")
    effect = _("Somebody else becomes the organiser.")
    done = _("{who} handed the tournament over to {other}.")
    person = _("Who organises from now on")
    command = _name("handover")
    phases = ("open", "running", "over")

    user: int
    name: str

    def concerns(self, t: Tournament) -> tuple[int | None, str]:
        return self.user, self.name

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        if t.phase == "cancelled":
            require_running(t)
        if self.user == t.record.organiser:
            raise already_done()
        return PendingChange(t.with_record(organiser=self.user, organiser_name=self.name))

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        """Whoever handed it over is the organiser again, if it was theirs."""
        if not before.organiser or row.user is None or t.record.organiser != self.user:
            raise too_late_to_undo()
        return t.with_record(organiser=row.user, organiser_name=row.name)


class Finish(TournamentAction, frozen=True, tag="finish"):
    """The tournament ends with the standings as they are; rounds still to come are not played."""

    label = _("End the tournament now")
    effect = _("The standings now become final. No more tables open.")
    done = _("{who} ended the tournament early. The standings counted as they were.")
    needs_reason = True
    grave = True
    command = _name("finish")

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.running_round is not None and not t.open_pods()

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        event = require_running(t)
        if not event.rounds:
            raise Refusal(
                "early",
                _("No round has been played yet. Cancel the tournament instead."),
            )
        if t.open_pods():
            raise Refusal(
                "early",
                _("Some tables are still playing. Wait for them, or declare them void."),
            )
        t = rounds.unpublished(t)
        return PendingChange(
            replace(t, phase="over").with_record(trouble="", paused=None),
            outbox=(outbox_entry("final"),),
        )


class Cancel(TournamentAction, frozen=True, tag="cancel"):
    """The tournament ends here, without a winner; its tables are closed."""

    label = _("Cancel the tournament")
    effect = _("The tournament ends here. Its tables close, and nobody wins.")
    effect_before = _("The tournament doesn't take place.")
    done = _("{who} cancelled the tournament.")
    needs_reason = True
    grave = True
    command = _name("cancel")
    phases = ("open", "running")

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        require_alive(t)
        t = rounds.unpublished(t)
        if t.record.paused is not None:
            t = t.with_record(paused=None)
        return PendingChange(replace(t, phase="cancelled").with_record(trouble=""))
