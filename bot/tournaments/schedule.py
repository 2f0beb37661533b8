"""What happens by itself, and when: worked out from the tournament alone, so that nothing need be remembered.

Moments are awake time (`Clock.awake`). Appointments that people have made by the calendar are in Unix
seconds; they are turned into awake time by how far off they are now.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.tournaments import attendance, rounds
from bot.tournaments.beacon import beacon_at
from bot.tournaments.formats import arena, engine, knock_out
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.game_lengths import game_length
from bot.tournaments.model import PendingChange, Tournament
from bot.tournaments.outbox import ALL_ALONG, FatesChanged, KnockedOut, RoundMessage, Trouble, outbox_entry
from bot.tournaments.pairing.event import (
    Event,
    PairingError,
    PairingProblem,
    Round,
    Seeding,
    Stage,
    with_move,
)
from bot.tournaments.pairing.standings import Standings, honoured
from bot.tournaments.pairing_pool import PairingPool
from bot.tournaments.rounds import NewSecret
from storage.models import OutboxEntry

Step = Literal[
    "entries",  # they open or close: the announcement shows it
    "ask",  # everybody is asked whether they are here
    "put-off",  # the start moves by the time for which nobody could answer
    "start",
    "draw",
    "last-table",  # an arena's time leaves no room for another
    "open",
    "play-off",  # a tie decides who goes on
    "finish",  # a deadline: robots play on
]

NOTICEABLE_DELAY = 60.0
"""Seconds by which something is late before people are given that time anew."""
CLOCK_TOLERANCE = 0.001
"""Seconds. The two clocks do not count alike to the last digit: what is due is never missed by less."""
LONGEST_SLEEP = 3600.0
"""Seconds after which an appointment by the calendar is looked at again: that clock may have been set."""


class Times(msgspec.Struct, frozen=True):
    """What the time is, by both clocks."""

    awake: float
    unix: float

    def at(self, unix: float) -> float:
        """When the appointment is, in awake time."""
        off = unix - self.unix
        return self.awake if off <= CLOCK_TOLERANCE else self.awake + min(off, LONGEST_SLEEP)


def next_moment(t: Tournament, times: Times) -> float | None:
    """When the tournament must be looked at next; None: never, if nobody does anything."""
    return min((moment for moment, _step in _moments(t, times)), default=None)


def next_step(t: Tournament, times: Times) -> Step | None:
    """The first step that is due at these times; None if none is."""
    for moment, step in _moments(t, times):
        if moment <= times.awake:
            return step
    return None


def _moments(t: Tournament, times: Times) -> Iterator[tuple[float, Step]]:
    """Whatever is to come by itself as things stand; an appointment that is far off, when it is looked at
    again.
    """
    if t.stands_still:
        return
    if t.phase == "open":
        yield from _before_the_start(t, times)
    elif t.phase == "running":
        yield from _deadlines(t)
        yield from _next_round(t, times)


def check_in_begun(t: Tournament, times: Times) -> Tournament:
    """Everybody is asked whether they are here; if that comes late, the start waits for their answers."""
    settings, starts = t.settings, t.settings.starts
    assert starts is not None
    left = starts - times.unix
    if left < settings.check_in - NOTICEABLE_DELAY:
        left = settings.check_in
    return _starting(t.with_record(checking_in=True, check_in_ends=times.awake + left), times.unix + left)


def start_put_off(t: Tournament, times: Times) -> Tournament:
    """The start waits until everybody had the time to answer that they were promised."""
    return _starting(t, times.unix + (t.record.check_in_ends - times.awake))


def _starting(t: Tournament, starts: float) -> Tournament:
    return t.with_record(settings=replace(t.settings, starts=starts))


def _before_the_start(t: Tournament, times: Times) -> Iterator[tuple[float, Step]]:
    settings, record = t.settings, t.record
    for moment in (settings.opens, settings.entries_close):
        if moment is not None and moment - t.changed > CLOCK_TOLERANCE:
            yield times.at(moment), "entries"
    if settings.starts is None or record.trouble:
        return
    if settings.check_in and not record.checking_in:
        yield times.at(settings.starts - settings.check_in), "ask"
    elif record.checking_in and starts_late(t, times):
        yield times.awake, "put-off"
    else:
        yield times.at(settings.starts), "start"


def starts_late(t: Tournament, times: Times) -> bool:
    """Whether people still have more time to say that they are here than the appointment leaves them."""
    starts = t.settings.starts
    left, off = t.record.check_in_ends - times.awake, (starts or 0.0) - times.unix
    return starts is not None and left > NOTICEABLE_DELAY and left > off + NOTICEABLE_DELAY


def _deadlines(t: Tournament) -> Iterator[tuple[float, Step]]:
    for one in rounds.open_tables(t):
        end = rounds.deadline(t, one)
        if end is not None and not one.finish:
            yield end, "finish"


def _next_round(t: Tournament, times: Times) -> Iterator[tuple[float, Step]]:
    settings, record, event = t.settings, t.record, t.record.event
    if event is not None and knock_out.ties(event):
        yield times.awake, "play-off"
    if event is None or (settings.by_hand and not _begins_with_beacon(t, event)):
        return
    if t.is_arena:
        yield from _next_table(t, event, times)
        return
    if record.drawn is not None:
        yield record.drawn_at + settings.between, "open"
        return
    if record.trouble or engine.is_over(event):
        return
    all_in = not engine.missing(event) and engine.undecided(event) is None
    if settings.every and event.rounds and (all_in or engine.goes_by_fixtures(event)):
        yield times.at(next_round_at(t)), "draw"
    elif all_in and not (settings.every and event.rounds):
        yield times.awake, "draw"


def _begins_with_beacon(t: Tournament, event: Event) -> bool:
    """Whether the start has waited for a beacon: the draw that belongs to it follows by itself."""
    return bool(event.beacon) and not t.published


def _next_table(t: Tournament, event: Event, times: Times) -> Iterator[tuple[float, Step]]:
    """An arena's: once it need wait for no more company, as long as a usual game fits before the end.
    Its time begins with its first table, for which a beacon may be awaited.
    """
    if engine.is_over(event) or event.awaited:
        return
    if event.rounds:
        yield times.at(last_table_at(t)), "last-table"
    waits = arena.patience(event)
    since = t.record.waiting_since
    if waits is not None and since is not None:
        yield max(since + waits, t.record.joined_waiting + arena.BREATH), "draw"


def arena_ends(t: Tournament) -> float:
    """When an arena that has begun is over, but for the tables that are still played, in Unix seconds."""
    return t.record.began + t.settings.lasts


def last_table_at(t: Tournament) -> float:
    """From when on no further table begins, as a usual game would not fit before the end, in Unix seconds."""
    settings = t.settings
    length = game_length(t.game, settings.game_options, settings.how.preferred, settings.pace)
    return arena_ends(t) - length.usual


def with_last_table_begun(t: Tournament) -> Tournament:
    """Those who are free in the arena wait for no further table."""
    event = t.record.event
    assert event is not None
    return t.with_record(event=arena.closed(event))


def _with_waiting(before: Tournament, t: Tournament, times: Times) -> Tournament:
    """An arena, with when the first of those who are free began to wait: anew with each table that begins."""
    event, was = t.record.event, before.record.event
    if not t.is_arena or event is None:
        return t
    there = {each.id for each in arena.free(event)}
    if not there:
        return t.with_record(waiting_since=None)
    if was is None or len(was.rounds) != len(event.rounds) or t.record.waiting_since is None:
        return t.with_record(waiting_since=times.awake, joined_waiting=times.awake)
    if there - {each.id for each in arena.free(was)}:
        return t.with_record(joined_waiting=times.awake)
    return t


def next_round_at(t: Tournament) -> float:
    """When the next round is drawn where rounds follow each other by the calendar, in Unix seconds."""
    event = t.record.event
    return t.record.began + (len(event.rounds) if event is not None else 0) * t.settings.every


# What a change brings with it, whoever made it: a draw that no longer holds, a round's end, tables' news.


class DrawDependencies(msgspec.Struct, frozen=True):
    """What is needed to draw a round."""

    pairing_pool: PairingPool
    new_secret: NewSecret
    beacon_url: str
    """Where the values of a beacon are fetched; empty: nowhere, organisers enter them."""
    ratings: Callable[[Tournament], Awaitable[Mapping[str, int]]]
    """What everybody who is in is rated now, by their ids in the draw."""
    away: Callable[[Tournament], Awaitable[Collection[int]]]
    """The users among those who are in who are on vacation now."""
    apart: Callable[[Tournament], Awaitable[Collection[frozenset[str]]]]
    """Who would rather not play with whom, by their ids in the draw."""


async def with_round_drawn(
    outcome: PendingChange, times: Times, by: DrawDependencies, draw: int | None = None
) -> PendingChange:
    """The next round is drawn and published; opened as well, if nothing is to come in between.

    `draw`: which it is, where it is drawn anew. Then nobody is kept apart: who can have that done again and
    again would see who never meets. PairingError if there can be none.
    """
    t = outcome.tournament
    event = t.record.event
    assert event is not None
    if t.settings.beacon and not event.beacon and not event.rounds and t.record.chain:
        return _waiting_for_beacon(outcome, event, times.unix)
    _require_decided(event)
    if t.settings.how.seeding is not Seeding.LOT and not event.rounds:
        event = engine.with_seeds(event, await by.ratings(t))
    event = rounds.with_seeds_up_to(event, t.record.chain, len(event.rounds) + 1)
    t = t.with_record(event=event)
    t = attendance.excused(t, await by.away(t))
    event = t.record.event
    assert event is not None
    if draw is None:
        order = engine.order_of_draws(event, t.record.chain)
        made = await by.pairing_pool.next_round(event, *order, apart=await by.apart(t))
    else:
        made = await by.pairing_pool.next_round(event, draw)
    t = rounds.published(t, made, times.awake, by.new_secret)
    outbox = *outcome.outbox, *_told_of(t, made)
    if not t.settings.between and not t.settings.by_hand:
        t, opening = rounds.opened(t, times.awake, times.unix, by.new_secret)
        outbox = *outbox, opening
    return replace(outcome, tournament=t, outbox=outbox)


def _waiting_for_beacon(outcome: PendingChange, event: Event, now: float) -> PendingChange:
    """It has started, and the value is looked for with which those who are in are drawn: that of the start
    that was announced, unless it has begun at another time.
    """
    engine.plan(event.options, len(event.playing(1)))
    t, starts = outcome.tournament, outcome.tournament.settings.starts
    if starts is not None and not -CLOCK_TOLERANCE <= now - starts <= NOTICEABLE_DELAY:
        t = _starting(t, starts := now)
    t = t.with_record(event=replace(event, beacon=beacon_at(now if starts is None else starts)))
    return replace(outcome, tournament=t, outbox=(*outcome.outbox, outbox_entry("beacon")))


def _told_of(t: Tournament, made: Round) -> tuple[OutboxEntry, ...]:
    """The message about a round that is drawn; in an arena one message stands for all of them."""
    if not t.is_arena:
        return (outbox_entry("round", RoundMessage(made.number, made.draw)),)
    return () if made.number > 1 else (outbox_entry("standings", RoundMessage(ALL_ALONG, 0)),)


def _require_decided(event: Event) -> None:
    """PairingError while nobody can say who goes on."""
    if (why := engine.undecided(event)) is not None:
        raise PairingError(why)


async def with_round_redrawn(outcome: PendingChange, times: Times, by: DrawDependencies) -> PendingChange:
    """The round that is published and not opened is drawn anew, by a draw of which none was looked at before.
    PairingError if there can be none.
    """
    was = outcome.tournament.record.drawn
    assert was is not None
    return await with_round_drawn(outcome, times, by, max(engine.DRAWS, was.draw + 1))


async def with_consequences(
    before: Tournament | None, outcome: PendingChange, times: Times, by: DrawDependencies
) -> PendingChange:
    """The outcome with all that follows from it; its organiser is told if it cannot go on by itself."""
    if before is not None and (before.phase, outcome.tournament.phase) != ("open", "open"):
        outcome = await _with_event_followed(before, outcome, times, by)
    if rounds.is_unseen(outcome.tournament) and (before is None or not rounds.is_unseen(before)):
        outcome = replace(outcome, outbox=(*outcome.outbox, outbox_entry("unseen")))
    trouble = outcome.tournament.record.trouble
    if before is None or not trouble or trouble == before.record.trouble:
        return outcome
    return replace(outcome, outbox=(*outcome.outbox, outbox_entry("trouble", Trouble(trouble))))


async def _with_event_followed(
    before: Tournament, outcome: PendingChange, times: Times, by: DrawDependencies
) -> PendingChange:
    settled, closing = rounds.without_stale_play_offs(outcome.tournament)
    attended, told = attendance.rounds_attended(before, settled, await by.away(settled))
    outcome = replace(outcome, tournament=attended, outbox=(*outcome.outbox, *closing))
    outcome = await _draw_holds(before, outcome, times, by)
    t = outcome.tournament
    waits = t.record.event is not None and t.record.event.awaited is not None
    if t.record.event != before.record.event and t.record.trouble == before.record.trouble and not waits:
        t = t.with_record(trouble="")  # what kept it from going on may be gone
    if attendance.nobody_came(t):
        t = t.with_record(trouble=PairingProblem.NOBODY_CAME.value)
    outbox = outcome.outbox
    event = t.record.event
    if event is not None and t.phase == "running" and engine.undecided(event) is PairingProblem.VOID:
        t = t.with_record(trouble=PairingProblem.VOID.value)
    if _has_ended(t, event):
        t = replace(t, phase="over").with_record(paused=None)
        outbox = *outbox, outbox_entry("final"), *([outbox_entry("series")] if t.settings.series else [])
    else:
        outbox = *outbox, *_completed(before, t), *told
    t, fates = await _with_fates(before, _with_waiting(before, t, times), by)
    outbox = *outbox, *fates
    outbox = *outbox, *rounds.tables_to_sync(before, t)
    return replace(outcome, tournament=t, outbox=outbox)


async def _with_fates(
    before: Tournament, t: Tournament, by: DrawDependencies
) -> tuple[Tournament, tuple[OutboxEntry, ...]]:
    """The tournament with who goes on from the latest round, or has won. Whoever does not is told so once;
    later everybody for whom it has become otherwise than they were told.
    """
    event = t.record.event
    if event is None or not event.rounds or not format_of(event.options).eliminates:
        return t, ()
    if event == before.record.event and t.phase == before.phase:
        return t, ()
    last = event.rounds[-1]
    if not _is_settled(t, event, last):
        return t.with_record(going_on=None), ()
    lines = await by.pairing_pool.standings(event)
    on, told = _further(lines, last), t.record.told_on
    if not on and last.stage is not Stage.FINAL:  # groups that go on playing
        return t, ()
    was = before.record.event
    if told is None and was is not None and _is_settled(before, was, last):
        told = _further(await by.pairing_pool.standings(was), last)  # they were told before that was noted
    t = t.with_record(going_on=on, told_on=on)
    if told is not None:
        return t, _changed(t, last.number, set(told), set(on))
    return t, () if last.stage is Stage.FINAL else _told_out(t, lines, last.number)


def _is_settled(t: Tournament, event: Event, last: Round) -> bool:
    """Whether it is known who goes on from that round, or has won; not from a final that is not over."""
    return last.number in rounds.complete(event) and (last.stage is not Stage.FINAL or t.phase == "over")


def _further(lines: Standings, last: Round) -> tuple[str, ...]:
    """Who goes on from the latest round, or has won the final."""
    if last.stage is Stage.FINAL:
        return tuple(line.entrant for line in honoured(lines)[:1])
    return tuple(line.entrant for line in lines if line.goes_on)


def _told_out(t: Tournament, lines: Standings, number: int) -> tuple[OutboxEntry, ...]:
    out = _still_in(t, (line.entrant for line in lines if line.out_since == number))
    by_lot = tuple(line.entrant for line in lines if line.out_by_lot and line.entrant in out)
    return (outbox_entry("out", KnockedOut(number, out, by_lot)),) if out else ()


def _changed(t: Tournament, round: int, told: set[str], on: set[str]) -> tuple[OutboxEntry, ...]:
    now, not_now = _still_in(t, sorted(on - told)), _still_in(t, sorted(told - on))
    return (outbox_entry("changed", FatesChanged(round, now, not_now)),) if now or not_now else ()


def _still_in(t: Tournament, entrants: Iterable[str]) -> tuple[str, ...]:
    return tuple(who for who in entrants if (entry := t.entry(who)) is not None and entry.state == "in")


def _has_ended(t: Tournament, event: Event | None) -> bool:
    """All is played, and its organiser need say nothing to that."""
    if t.phase != "running" or event is None or t.record.drawn is not None:
        return False
    return rounds.is_over(event) and not attendance.waits_for_people(t)


def with_server_acts(before: Tournament | None, outcome: PendingChange) -> PendingChange:
    """The outcome with what the server is to learn of it outside the channels, where that is wanted."""
    t, outbox = outcome.tournament, outcome.outbox
    listed = t.settings.scheduled_event or t.record.event_id
    if listed and (before is None or _as_listed(before) != _as_listed(t)):
        outbox = *outbox, outbox_entry("event")
    if before is not None and t.phase == "over" and t.settings.champion_role:
        corrected = t.record.crowned and t.record.event != before.record.event
        if before.phase != "over" or corrected:
            outbox = *outbox, outbox_entry("champion")
    return replace(outcome, outbox=outbox)


def with_series_restated(before: Tournament | None, outcome: PendingChange) -> PendingChange:
    """The outcome with what follows for the messages of its season's later tournaments: who leads after them
    has changed, since this one is over only now, or has been corrected.
    """
    t, restate = outcome.tournament, outbox_entry("restate")
    if before is None or not t.settings.series or t.phase != "over" or restate in outcome.outbox:
        return outcome
    if before.phase == "over" and t.record.event == before.record.event:
        return outcome
    return replace(outcome, outbox=(*outcome.outbox, restate))


def _as_listed(t: Tournament) -> tuple[object, ...]:
    """All that a list of events can say of a tournament."""
    settings = t.settings
    begun = 0 if t.record.event is None else len(t.record.event.rounds)
    return (
        t.phase,
        t.channel,
        begun,
        settings.scheduled_event,
        *((settings.name, settings.description, settings.starts) if t.phase == "open" else ()),
    )


async def _draw_holds(
    before: Tournament, outcome: PendingChange, times: Times, by: DrawDependencies
) -> PendingChange:
    """A published round is drawn anew as soon as it is not what comes out any more."""
    t = outcome.tournament
    event, was = t.record.event, t.record.drawn
    if t.phase != "running" or event is None or was is None or was is not before.record.drawn:
        return outcome
    if event == before.record.event:
        return outcome
    try:
        _require_decided(event)
        made = await by.pairing_pool.next_round(event, was.draw)
        if _moved_to(made, was, event):
            return outcome
        return await with_round_redrawn(outcome, times, by)
    except PairingError as impossible:
        none = rounds.unpublished(t).with_record(trouble=impossible.trouble.value)
        return replace(outcome, tournament=none)


def _moved_to(made: Round, was: Round, event: Event) -> bool:
    """Whether the round is what comes of the draw by what an organiser has changed in it."""
    try:
        for move in was.moves:
            made = with_move(made, move, event.options)
    except PairingError:  # one of them is not drawn any more
        return False
    return made == was


def _completed(before: Tournament, t: Tournament) -> tuple[OutboxEntry, ...]:
    """The rounds of which the last result has come; in a knock-out the round itself says who goes on."""
    event = t.record.event
    if event is None or event is before.record.event or t.is_arena:
        return ()
    new = rounds.complete(event) - rounds.complete(before.record.event)
    ended = (one for one in event.rounds if one.number in new and not one.stage.knocks_out)
    return tuple(outbox_entry("standings", RoundMessage(one.number, one.draw)) for one in ended)
