"""What a change brings with it, whoever made it: a draw that no longer holds, a round's end, tables' news."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.organising import rounds
from bot.organising.errands import RoundErrand, errand
from bot.organising.outcome import Outcome
from bot.organising.reckoner import Reckoning
from bot.organising.rounds import NewSecret
from bot.organising.timetable import Times
from bot.organising.tournament import Tournament
from bot.tournaments.event import Impossible
from storage.records import Errand


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is needed to draw a round."""

    reckoner: Reckoning
    new_secret: NewSecret


async def drawn(outcome: Outcome, times: Times, by: Drawing, draw: int = 0) -> Outcome:
    """The next round is drawn and published; opened as well, if nothing is to come in between.

    `Impossible` if there can be none.
    """
    t = outcome.tournament
    assert t.record.event is not None
    made = await by.reckoner.next_round(t.record.event, draw)
    t = rounds.published(t, made, times.awake, by.new_secret)
    errands = *outcome.errands, errand("round", RoundErrand(made.number, made.draw))
    if not t.settings.between and not t.settings.by_hand:
        t, opening = rounds.opened(t, times.awake, times.unix)
        errands = *errands, opening
    return replace(outcome, tournament=t, errands=errands)


async def redrawn(outcome: Outcome, times: Times, by: Drawing) -> Outcome:
    """The round that is published and not opened is drawn anew. `Impossible` if there can be none."""
    was = outcome.tournament.record.drawn
    assert was is not None
    return await drawn(outcome, times, by, was.draw + 1)


async def settled(before: Tournament | None, outcome: Outcome, times: Times, by: Drawing) -> Outcome:
    """The outcome with all that follows from it."""
    if before is None or outcome.tournament.phase == before.phase == "open":
        return outcome
    outcome = await _draw_holds(before, outcome, times, by)
    t = _without_trouble(before, outcome.tournament)
    errands = outcome.errands
    event = t.record.event
    if t.phase == "running" and event is not None and t.record.drawn is None and rounds.is_over(event):
        t = replace(t, phase="over").with_record(paused=None)
        errands = *errands, errand("final")
    else:
        errands = *errands, *_completed(before, t)
    errands = *errands, *rounds.to_bring(before, t)
    return replace(outcome, tournament=t, errands=errands)


async def _draw_holds(before: Tournament, outcome: Outcome, times: Times, by: Drawing) -> Outcome:
    """A published round is drawn anew as soon as it is not what comes out any more."""
    t = outcome.tournament
    event, was = t.record.event, t.record.drawn
    if t.phase != "running" or event is None or was is None or was is not before.record.drawn:
        return outcome
    if event == before.record.event:
        return outcome
    try:
        if await by.reckoner.next_round(event, was.draw) == was:
            return outcome
        return await redrawn(outcome, times, by)
    except Impossible as impossible:
        none = rounds.unpublished(t).with_record(trouble=impossible.trouble.value)
        return replace(outcome, tournament=none)


def _without_trouble(before: Tournament, t: Tournament) -> Tournament:
    """What kept it from going on may be gone, if anything has changed since."""
    same = t.record.event == before.record.event
    if same or not t.record.trouble or t.record.trouble != before.record.trouble:
        return t
    return t.with_record(trouble="")


def _completed(before: Tournament, t: Tournament) -> tuple[Errand, ...]:
    """The rounds of which the last result has come."""
    event = t.record.event
    if event is None or event is before.record.event:
        return ()
    new = rounds.complete(event) - rounds.complete(before.record.event)
    ended = (one for one in event.rounds if one.number in new)
    return tuple(errand("standings", RoundErrand(one.number, one.draw)) for one in ended)
