"""The acts about the result of a pod."""

from __future__ import annotations

import msgspec

from bot.admin_actions import _name
from bot.refusal import Refusal
from bot.tables.model import Table
from bot.tournaments import rounds
from bot.tournaments.actions.base import StateBefore, TournamentAction, already_done, too_late_to_undo
from bot.tournaments.actions.entrants import EntrantAction
from bot.tournaments.formats import engine, knock_out
from bot.tournaments.model import Entry, PendingChange, Tournament
from bot.tournaments.pairing.event import Event, PairingError, PairingProblem, Result, find_pod, settled
from bot.tournaments.requirements import refusal_of, require_event
from games.text import _
from storage.models import AuditRow


class ResultAction(TournamentAction, frozen=True):
    """An act about what counts as the result of a pod."""

    target = "pod"
    phases = ("running", "over")

    round: int
    pod: int

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return t.running_round is not None

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        """What counted before counts again; if nothing did, the pod is played on."""
        event = require_event(t)
        past_results = t.results_of_pod(self.round, self.pod)
        one = t.table_of(self.round, self.pod)
        if len(past_results) != before.results + 1 or (one is not None and one.again != before.again):
            raise too_late_to_undo()
        if before.results:
            return rounds.with_result_counted(t, past_results[before.results - 1])
        if t.phase != "running" or len(event.rounds) != before.round or t.record.drawn is not None:
            raise too_late_to_undo()
        t = rounds.with_table(t, self.round, self.pod, void=False)
        return t.with_record(event=_without_results(event, self.round, self.pod))


class Correct(ResultAction, frozen=True, tag="correct"):
    """The places of a pod were these, seat by seat; 0: a walk-over."""

    label = _("Correct a result")
    effect = _("Say how a pod ended; an open table closes. Rounds already open stay as they are.")
    done = _("{who} corrected a result: {pod}.")
    needs_reason = True
    command = _name("correct")

    places: tuple[int, ...]

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return not t.shares_deals and super().makes_sense(t)

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        event = require_event(t)
        _require_own_deals(t)
        pod = find_pod(event, self.round, self.pod)
        walk_overs = tuple(at for at, place in enumerate(self.places) if place == 0)
        previous = t.result_of(self.round, self.pod)
        # Whoever had a walk-over before, and has a place now, did play.
        away = rounds.absent_seats(table, pod) if previous is None else previous.stand_ins
        if event.options.absent_last and _are_placed_anew(previous, self.places):
            away = ()
        result = Result(
            round=self.round,
            pod=self.pod,
            places=self.places,
            walk_overs=walk_overs,
            stand_ins=tuple(seat for seat in away if seat not in walk_overs),
            idle=_still_idle(previous, self.places),
        )
        if previous is not None and _same_result(previous, settled(result, event.options)):
            raise already_done()
        return PendingChange(_with_decision(t, result))


def _still_idle(previous: Result | None, places: tuple[int, ...]) -> tuple[int, ...]:
    """Those who made no move, unless the organiser says that they came in elsewhere."""
    if previous is None or previous.void:
        return ()
    return tuple(seat for seat in previous.idle if places[seat : seat + 1] == (previous.places[seat],))


def _are_placed_anew(previous: Result | None, places: tuple[int, ...]) -> bool:
    """Whether the organiser gives somebody who never came to their table another place than their robot's:
    then it was played, wherever that was, by all who are given a place.
    """
    if previous is None or previous.void or len(places) != len(previous.places):
        return True
    return any(places[at] not in (0, previous.places[at]) for at in previous.stand_ins)


class Void(ResultAction, frozen=True, tag="void"):
    """A pod's table does not count; it is closed if it is still played at."""

    label = _("Declare the table void")
    effect = _("The table closes and doesn't count. Whoever came gets points as for a bye.")
    done = _("{who} declared a table void: {pod}.")
    needs_reason = True
    grave = True
    command = _name("void")

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        pod = find_pod(require_event(t), self.round, self.pod)
        previous = t.result_of(self.round, self.pod)
        if previous is None:
            away = rounds.absent_seats(table, pod)
        elif previous.void:
            raise already_done()
        else:
            away = (*previous.walk_overs, *previous.stand_ins)
        after = _with_decision(t, rounds.void_result(self.round, pod, away))
        if not is_left_open(after, self.round, self.pod):
            return PendingChange(after)
        if t.phase == "over":
            raise Refusal(
                "late", _("Then nobody would have won. Play the table again, or correct its result.")
            )
        return PendingChange(
            after, _("Now play it again or correct its result: nobody is out because of it.")
        )


class PlayAgain(ResultAction, frozen=True, tag="again"):
    """A pod is played again at a new table, before the next round has begun. Whoever stores the change has
    the table drawn up.
    """

    label = _("Play a table again")
    effect = _("What was played at this table no longer counts. A new table opens for the same players.")
    done = _("{who} had a table played again: {pod}.")
    needs_reason = True
    grave = True
    command = _name("again")

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return not t.shares_deals and super().makes_sense(t)

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        _require_own_deals(t)
        return _with_another_table(t, self.round, self.pod)

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        """The new table stands: what it brings counts, or is corrected."""
        raise too_late_to_undo()


class TakeBack(EntrantAction, frozen=True, omit_defaults=True, tag="take-back"):
    """The latest decision of one seat is undone, with all that came after it: the game goes on from there at
    a new table, before the next round has begun. Whoever stores the change has the table drawn up.
    """

    label = _("Take a move back")
    effect = _("Their last choice and all since is undone, at a new table with the same cards.")
    done = _("{who} took {player}'s last move back: {pod}.")
    needs_reason = True
    grave = True
    command = _name("take-back")
    phases = ("running", "over")

    round: int = 0
    pod: int = 0
    was: int = 0
    """How many moves the game had come to."""
    kept: int = 0
    """How many of them are left: what nobody chooses, whoever does it fills in."""

    @classmethod
    def candidates(cls, t: Tournament) -> list[Entry]:
        """Those who sit at a table of the latest round; in an arena, at any that is played."""
        seated = {who for _round, pod in t.pods_being_played() for who in pod.seats}
        return [entry for entry in t.record.entries if entry.id in seated]

    @classmethod
    def makes_sense(cls, t: Tournament) -> bool:
        return bool(cls.candidates(t))

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        return _with_another_table(t, self.round, self.pod)

    def undo(self, t: Tournament, before: StateBefore, row: AuditRow, now: float) -> Tournament:
        """The game goes on at the new table: what it brings counts, or is corrected."""
        raise too_late_to_undo()


def _require_own_deals(t: Tournament) -> None:
    """Refusal where a table's points count beside those that others made of the same cards: new cards, or
    places alone, compare with nothing.
    """
    if t.shares_deals:
        raise Refusal(
            "input",
            _(
                "Here points are compared with those who had the same cards. Declare the table void, or "
                "take a move back."
            ),
        )


def _with_another_table(t: Tournament, round: int, pod: int) -> PendingChange:
    """The pod is about to get a new table. Refusal if the next round has begun."""
    event = require_event(t)
    find_pod(event, round, pod)
    if all((round, pod) != (one.number, each.number) for one, each in t.pods_being_played()):
        raise Refusal("late", _("The next round has begun. Correct the table's result instead."))
    if t.table_of(round, pod) is None:
        raise refusal_of(PairingProblem.NO_SUCH_POD)
    if not engine.goes_by_fixtures(event):
        t = rounds.unpublished(t)
    return PendingChange(msgspec.structs.replace(t, phase="running"))


class Restore(ResultAction, frozen=True, tag="restore"):
    """What came from the table counts again, in place of what was decided since.

    It is not offered, since taking back what was done to the result comes to the same; logs may tell of it.
    """

    done = _("{who} put an old result back: {pod}.")
    phases = ()

    entry: int = 0
    """The audit entry that is taken back."""

    def apply(self, t: Tournament, now: float, table: Table | None) -> PendingChange:
        find_pod(require_event(t), self.round, self.pod)
        past_results = t.results_of_pod(self.round, self.pod)
        one = t.table_of(self.round, self.pod)
        if (
            len(past_results) < 2
            or one is None
            or one.void
            or _same_result(past_results[0], past_results[-1])
        ):
            raise Refusal(
                "stale",
                _("This pod has no older result to go back to. Correct the one it has."),
            )
        return PendingChange(
            rounds.with_result_counted(t, past_results[0]),
            _("The table's own result counts again."),
        )


def is_left_open(t: Tournament, round: int, pod: int) -> bool:
    """Whether nobody of this pod goes on or is out, since its table does not count."""
    event = require_event(t)
    return round == len(event.rounds) and pod in knock_out.void_pods(event)


def _same_result(one: Result, other: Result) -> bool:
    return msgspec.structs.replace(one, since=0) == msgspec.structs.replace(other, since=0)


def _with_decision(t: Tournament, result: Result) -> Tournament:
    """The result counts; if the pod's game is still being played, it is not played on."""
    if t.result_of(result.round, result.pod) is None:
        t = rounds.with_table(t, result.round, result.pod, void=True)
    return rounds.with_result_counted(t, result)


def _without_results(event: Event, round: int, pod: int) -> Event:
    kept = tuple(one for one in event.results if (one.round, one.pod) != (round, pod))
    if (round, pod) not in engine.missing(msgspec.structs.replace(event, results=kept)):
        raise PairingError(PairingProblem.NO_SUCH_POD)
    return msgspec.structs.replace(event, results=kept)
