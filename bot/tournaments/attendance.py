"""Who did not come, and what follows: asked after one round, out after the next, back with a press. Pure.

A round counts once all its results are in. In a knock-out nobody is asked: who does not come is out.
"""

from __future__ import annotations

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


def rounds_attended(before: Tournament, t: Tournament) -> tuple[Tournament, tuple[OutboxEntry, ...]]:
    """What follows from the rounds that have ended with this change, for those who did not come to them."""
    outbox: tuple[OutboxEntry, ...] = ()
    event = t.record.event
    if not t.settings.drop_absent or t.phase != "running" or event is None or event is before.record.event:
        return t, outbox
    ended = rounds.complete(event) - rounds.complete(before.record.event)
    for one in event.rounds:
        if one.number in ended and not one.stage.knocks_out:
            t, more = _round_attended(t, one)
            outbox += more
    return t, outbox


def _round_attended(t: Tournament, one: Round) -> tuple[Tournament, tuple[OutboxEntry, ...]]:
    event = t.record.event
    assert event is not None
    if engine.is_over(event) or engine.nobody_came(event, one.number):
        return t, ()
    asked, dropped, outbox = list[str](), list[str](), tuple[OutboxEntry, ...]()
    asks = another_for_all(event, one.number)
    for entry, came in _seated(t, one):
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
    for pod in one.pods:
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
        raise Refusal("foreign", _("You're still in it. Substitutes are those who are out."))
    after = entries.with_entry(t, msgspec.structs.replace(entry, stands_by=on))
    if on:
        return PendingChange(after, _("Thank you! The organiser sees your name when a substitute is needed."))
    return PendingChange(after, _("All right, nobody will ask you."))


def substitutes(t: Tournament) -> list[Entry]:
    """Those who would play in somebody's place: who said so, and whoever waits to get in."""
    ready = (entry for entry in t.record.entries if entry.stands_by and not entry.plays_as)
    return [entry for entry in (*ready, *t.waiting) if entry.user != ERASED_USER]


def nobody_came(t: Tournament) -> bool:
    """Whether the tournament stops here, as its latest round was played by robots alone."""
    event, drawn = t.record.event, t.record.drawn
    if t.phase != "running" or drawn is not None or event is None or not event.rounds:
        return False
    return event.options.absent_last and engine.nobody_came(event, event.rounds[-1].number)


def waits_for_people(t: Tournament) -> bool:
    """Whether it has stopped for that reason."""
    return t.record.trouble == PairingProblem.NOBODY_CAME


def still_in(t: Tournament, user: int) -> PendingChange:
    """They say that they are still in, or come back after they were dropped for not coming."""
    entry = t.entry_of(user)
    event = t.record.event
    if entry is None or entry.state in ("waiting", "disqualified") or t.phase == "open":
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
        raise Refusal("over", _("Too late: it's down to the qualifiers. See you at the next one!"))
    if not entry.no_show:
        raise Refusal("late", _("You dropped out. To come back, ask the organiser."))
    return PendingChange(
        entries.back_in(t, entry), _("Welcome back! You're in again, from the next round on.")
    )
