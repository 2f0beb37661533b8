"""What each act of an organiser's makes of a tournament. Pure functions: a `Refusal` says why not.

The two acts that need a round to be drawn (`Draw`, `Redraw`) and the first (`Begin`) are worked out up to
that; whoever stores the change has the round drawn.
"""

from __future__ import annotations

from dataclasses import replace

from bot.organising import acts, entering, rounds
from bot.organising.acts import Act
from bot.organising.corrections import corrected, restored, voided
from bot.organising.errands import errand
from bot.organising.members import disqualified, dropped, handed_over, reinstated, substituted
from bot.organising.outcome import Outcome
from bot.organising.required import entry_named, require_alive, require_clocks, require_drawn, require_running
from bot.organising.tournament import Tournament
from bot.organising.troubles import refused
from bot.pace import DAY
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tournaments.event import Impossible, Trouble
from games.text import _

LONGEST_EXTENSION = 30 * DAY


def about(t: Tournament, act: Act) -> tuple[int | None, str]:
    """The user whom an act concerns, and their name; nobody in particular for most."""
    match act:
        case acts.Drop() | acts.Disqualify() | acts.Reinstate() | acts.Substitute():
            entry = entry_named(t, act.entrant)
            return entry.user or None, entry.name
        case acts.HandOver():
            return act.user, act.name
        case _:
            return None, ""


def done(t: Tournament, act: Act, now: float, table: Table | None = None) -> Outcome:
    """The tournament after the act. `now`: house time; `table`: that of the act's pod, if there is one."""
    try:
        return _done(t, act, now, table)
    except Impossible as impossible:
        raise refused(impossible.trouble) from None


def _done(t: Tournament, act: Act, now: float, table: Table | None) -> Outcome:
    match act:
        case acts.Begin():
            return _begun(t)
        case acts.Draw():
            return _to_draw(t)
        case acts.Redraw():
            require_drawn(t)
            return Outcome(t, _("The round is drawn anew. The pods published before count no more."))
        case acts.OpenRound():
            return _opened(t)
        case acts.Extend():
            return _extended(t, act, now)
        case acts.Pause():
            return paused(t, now)
        case acts.Resume():
            return resumed(t, now)
        case acts.Drop():
            return dropped(t, act)
        case acts.Disqualify():
            return disqualified(t, act)
        case acts.Reinstate():
            return reinstated(t, act)
        case acts.Substitute():
            return substituted(t, act)
        case acts.Correct():
            return corrected(t, act, table)
        case acts.Void():
            return voided(t, act, table)
        case acts.Restore():
            return restored(t, act)
        case acts.HandOver():
            return handed_over(t, act)
        case acts.Finish():
            return _finished(t)
        case acts.Cancel():
            return _cancelled(t)


def _begun(t: Tournament) -> Outcome:
    if t.phase != "open":
        raise Refusal("twice", _("The tournament has begun already, so there is nothing to begin."))
    t, errands = entering.present(t)
    return Outcome(rounds.begun(t), _("The tournament has begun: the first round is drawn."), errands)


def _to_draw(t: Tournament) -> Outcome:
    require_running(t)
    require_clocks(t)
    if t.record.drawn is not None:
        raise Refusal(
            "twice",
            _("The next round is drawn already. Open its tables, or have it drawn anew."),
        )
    return Outcome(t, _("The next round is drawn, and its pods are published."))


def _opened(t: Tournament) -> Outcome:
    require_drawn(t)
    require_clocks(t)
    return Outcome(t, _("The round's tables are being opened, and its players are told."))


def _extended(t: Tournament, act: acts.Extend, now: float) -> Outcome:
    require_running(t)
    latest = t.running_round
    if latest is None or latest.number in rounds.complete(t.record.event):
        raise Refusal("early", _("No round is being played just now, so there is no time to be extended."))
    if not 0 < abs(act.seconds) <= LONGEST_EXTENSION:
        raise Refusal("input", _("Time is extended by 30 days at most. Choose a shorter time."))
    if act.pod:
        t = _extended_pod(t, latest.number, act)
    else:
        t = t.with_record(extra=_more(t.record.extra, act.seconds))
    return Outcome(rounds.in_time(t, now), _("Done: the clocks have been set."))


def _extended_pod(t: Tournament, round: int, act: acts.Extend) -> Tournament:
    one = t.table_of(round, act.pod)
    if one is None:
        raise refused(Trouble.NO_SUCH_POD)
    if t.result_of(round, act.pod) is not None:
        raise Refusal("over", _("This pod's game has ended, so there is no time to be extended."))
    return rounds.with_table(t, round, act.pod, extra=_more(one.extra, act.seconds))


def _more(extra: float, seconds: float) -> float:
    if extra + seconds < 0:
        raise Refusal("input", _("No more time can be taken back than was given. Choose a shorter time."))
    return extra + seconds


def paused(t: Tournament, now: float) -> Outcome:
    """All clocks stand still."""
    require_running(t)
    if t.record.paused is not None:
        raise Refusal("twice", _("All clocks stand still already."))
    return Outcome(
        rounds.stopped(t, now, paused=True),
        _("All clocks stand still, at every table. They run again when you say so."),
    )


def resumed(t: Tournament, now: float) -> Outcome:
    """They run again."""
    require_running(t)
    if t.record.paused is None:
        raise Refusal("twice", _("The clocks run already."))
    return Outcome(
        rounds.going_on(t, now, paused=True),
        _("The clocks run again, from where they stood."),
    )


def _finished(t: Tournament) -> Outcome:
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
    return Outcome(
        replace(t, phase="over").with_record(trouble="", paused=None),
        _("The tournament is over: the standings as they are now are the final ones."),
        (errand("final"),),
    )


def _cancelled(t: Tournament) -> Outcome:
    require_alive(t)
    t = rounds.unpublished(t)
    if t.record.paused is not None:
        t = t.with_record(paused=None)
    return Outcome(
        replace(t, phase="cancelled").with_record(trouble=""),
        _("The tournament is cancelled. Its tables are closed, and nobody has won."),
    )
