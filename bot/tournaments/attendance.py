"""Who did not come, and what follows: asked after one round, out after the next, back with a press. Pure.

A round counts once all its results are in. In a knock-out nobody is asked: who does not come is out.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from bot.refusal import Refusal
from bot.tournaments import entries, rounds
from bot.tournaments.formats import engine
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.model import ERASED_USER, Entry, PendingChange, Tournament
from bot.tournaments.outbox import MissedRound, outbox_entry
from bot.tournaments.pairing.event import Event, PairingProblem, Round
from bot.tournaments.pairing.standings import Standings
from games.text import _
from storage.models import OutboxEntry


def rounds_attended(
    before: Tournament, t: Tournament, away: Collection[int] = ()
) -> tuple[Tournament, tuple[OutboxEntry, ...]]:
    """What follows from the rounds that have ended with this change, for those who did not come to them.

    `away`: the users who are on vacation, of whom nobody asks anything.
    """
    outbox: tuple[OutboxEntry, ...] = ()
    event = t.record.event
    if t.is_arena:
        return _gone_sit_out(before, t), outbox
    if not t.settings.drop_absent or t.phase != "running" or event is None or event is before.record.event:
        return t, outbox
    ended = rounds.complete(event) - rounds.complete(before.record.event)
    for one in event.rounds:
        if one.number in ended and not one.stage.knocks_out:
            t, more = _round_attended(t, one, away)
            outbox += more
    return t, outbox


def _gone_sit_out(before: Tournament, t: Tournament) -> Tournament:
    """The arena, in which those are drawn no more who did not play at a table that has ended with this
    change, or left it: until they say that they are back.
    """
    event = t.record.event
    for round, pod in before.open_pods():
        result = t.result_of(round.number, pod.number)
        gone = () if result is None else (*result.away, *result.behind, *result.idle)
        for entry in (t.entry(pod.seats[seat] or "") for seat in gone):
            if event is not None and entry is not None and entry.state == "in":
                event = engine.sitting_out(event, entry.id, on=True)
    return t if event is t.record.event else t.with_record(event=event)


def _round_attended(
    t: Tournament, one: Round, away: Collection[int]
) -> tuple[Tournament, tuple[OutboxEntry, ...]]:
    event = t.record.event
    assert event is not None
    if engine.is_over(event) or engine.nobody_came(event, one.number):
        return t, ()
    asked, dropped, outbox = list[str](), list[str](), tuple[OutboxEntry, ...]()
    asks = another_for_all(event, one.number)
    for entry, came in _seated(t, one):
        if not came and entry.user in away:
            continue
        if came and entry.asked:
            t = entries.with_entry(t, msgspec.structs.replace(entry, asked=0))
        elif not came and not entry.asked and asks:
            t = entries.with_entry(t, msgspec.structs.replace(entry, asked=one.number))
            asked.append(entry.id)
        elif not came and entry.asked and entry.asked != one.number:
            out = entries.dropped(t, msgspec.structs.replace(entry, no_show=True))
            t, moved = entries.moved_up(out)
            outbox += moved
            dropped.append(entry.id)
    told = ((tuple(asked), False), (tuple(dropped), True))
    missing = (outbox_entry("missed", MissedRound(one.number, who, out)) for who, out in told if who)
    return t, (*outbox, *missing)


def another_for_all(event: Event, number: int) -> bool:
    """Whether after this round another one comes that everybody plays who is in."""
    return number < format_of(event.options).rounds_of(event)


def missing_may_drop(event: Event, number: int) -> bool:
    """Whether somebody is out who misses this round after another one: nobody is after the last."""
    return another_for_all(event, number) or format_of(event.options).eliminates


def missed(t: Tournament, number: int) -> frozenset[str]:
    """Who did not come to their table in that round, of those who are still in."""
    one = t.published_round(number)
    return frozenset() if one is None else frozenset(each.id for each, came in _seated(t, one) if not came)


def _seated(t: Tournament, one: Round) -> list[tuple[Entry, bool]]:
    """Those still in who sat in this round, and whether they came. Byes and void tables say nothing."""
    found = list[tuple[Entry, bool]]()
    for pod in one.drawn_pods:
        result = t.result_of(one.number, pod.number)
        if result is None or result.void:
            continue
        for seat, who in enumerate(pod.seats):
            entry = None if who is None else t.entry(who)
            if entry is not None and entry.state == "in":
                found.append((entry, seat not in result.away))
    return found


def standing_by(t: Tournament, user: int, order: Standings, on: bool) -> PendingChange:
    """Somebody who is out of a knock-out would play on in somebody else's place, or would not any more."""
    entry = t.entry_of(user)
    if t.phase != "running":
        raise Refusal("over", _("This tournament is over. /tournament list shows what's on."))
    if (
        entry is None
        or entry.state != "in"
        or not any(line.entrant == entry.id and line.out_since for line in order)
    ):
        raise Refusal("foreign", _("You're still in. Only those who are out can stand in."))
    after = entries.with_entry(t, msgspec.structs.replace(entry, stands_by=on))
    if on:
        return PendingChange(after, _("Thank you! The organiser sees your name when a substitute is needed."))
    return PendingChange(after, _("All right, nobody will ask you."))


def substitutes(t: Tournament) -> list[Entry]:
    """Those who would play in somebody's place: who said so, and whoever waits to get in."""
    ready = (entry for entry in t.record.entries if entry.stands_by and not entry.plays_as)
    return [entry for entry in (*ready, *t.waiting) if entry.user != ERASED_USER]


# Sitting a round out: it brings no points, and nobody asks why.


def may_sit_out(t: Tournament, entry: Entry) -> bool:
    """Whether somebody can leave the next round out and play on: not where a round decides who does."""
    event = t.record.event
    if t.phase != "running" or entry.state != "in" or event is None:
        return False
    if t.is_arena:
        return not engine.is_over(event)
    # A format whose number of rounds is chosen begins with rounds of everybody.
    return "rounds" in format_of(event.options).settings and another_for_all(event, len(event.rounds))


def sits_out(t: Tournament, entry: Entry) -> int:
    """The round to come that they sit out; 0 if they play it."""
    number = 0 if t.record.event is None else len(t.record.event.rounds) + 1
    return number if sat_out(t, entry, number) else 0


def sat_out(t: Tournament, entry: Entry, number: int) -> bool:
    """Whether they are not of that round, though in the tournament."""
    entrants = () if t.record.event is None else t.record.event.entrants
    return any(each.id == entry.id and number in each.missed for each in entrants)


def sitting_out(t: Tournament, user: int, on: bool) -> PendingChange:
    """They do not play the next round, or do after all. Refusal if there is none that can be left out."""
    entry, event = t.entry_of(user), t.record.event
    if entry is None or entry.state != "in" or t.phase != "running" or event is None:
        raise Refusal("foreign", _("Only those who are in a running tournament can sit out a round."))
    if not may_sit_out(t, entry):
        raise Refusal(
            "late",
            _("No round to sit out: from here on each one decides who goes on. To leave, press Withdraw."),
        )
    number = len(event.rounds) + 1
    after = t.with_record(event=engine.sitting_out(event, entry.id, on=on))
    if t.is_arena:
        return PendingChange(after)
    if on:
        return PendingChange(
            after, _("You sit out round {round}: no points, no harm. See you after it!", round=number)
        )
    return PendingChange(after, _("Good to have you: you're in round {round}.", round=number))


def excused(t: Tournament, away: Collection[int]) -> Tournament:
    """In a league whoever is on vacation sits the next round out, as long as enough are left to play it."""
    event = t.record.event
    if not away or not t.settings.every or event is None:
        return t
    for entry in t.entrants:
        playing = len(event.playing(len(event.rounds) + 1))
        if entry.user in away and may_sit_out(t, entry) and playing > t.settings.how.fewest:
            event = engine.sitting_out(event, entry.id, on=True)
    return t.with_record(event=event)


def nobody_came(t: Tournament) -> bool:
    """Whether the tournament stops here, as its latest round was played by robots alone."""
    event, drawn = t.record.event, t.record.drawn
    if t.phase != "running" or drawn is not None or event is None or not event.rounds or t.is_arena:
        return False
    return event.options.absent_last and engine.nobody_came(event, event.rounds[-1].number)


def waits_for_people(t: Tournament) -> bool:
    """Whether it has stopped for that reason."""
    return t.record.trouble == PairingProblem.NOBODY_CAME


def still_in(t: Tournament, user: int) -> PendingChange:
    """They say that they are still in, or come back after they were dropped for not coming."""
    entry = t.entry_of(user)
    event = t.record.event
    if entry is None or entry.state in ("waiting", "disqualified") or t.phase == "open" or entry.missed_start:
        raise Refusal("foreign", _("This is for players who missed a round."))
    if entry.state == "in" and t.phase == "running":
        if not entry.asked:
            raise Refusal("twice", _("You're in. I'll ping you for the next round."))
        kept = msgspec.structs.replace(entry, asked=0)
        return PendingChange(
            entries.with_entry(t, kept), _("Good to have you! I'll ping you for the next round.")
        )
    if t.phase != "running" or event is None or engine.is_over(event):
        raise Refusal("over", _("Too late: the last round is drawn. See you at the next one!"))
    if not another_for_all(event, len(event.rounds)):
        raise Refusal("over", _("Entries are closed: it's down to the qualifiers. See you at the next one!"))
    if not entry.no_show:
        raise Refusal("late", _("You dropped out. To come back, ask the organiser."))
    return PendingChange(
        entries.back_in(t, entry), _("Welcome back! You're in again, from the next round on.")
    )
