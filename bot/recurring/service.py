"""Tournaments that come again by the calendar: each is announced by itself when its time has come, once.

What is announced follows from what is stored: a tournament's id from the programme's and its start, so that a
crash at any point announces nothing twice. After an outage those whose time has passed are left out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec
import structlog

from bot.pace import HOUR
from bot.recurring.recurrence import (
    Occurrence,
    Recurrence,
    notice_needed,
    numbered_name,
    occurrences,
    split_name,
)
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.deadline_queue import DeadlineQueue
from bot.tables.ids import id_of
from bot.tables.model import Press
from bot.tables.options import check_game
from bot.tournaments.model import ERASED_USER, Tournament, TournamentRecord, TournamentSettings, seed_of_round
from bot.tournaments.programmes import Programme, ProgrammeAction, ProgrammeRepository
from bot.tournaments.schedule import Times
from bot.tournaments.settings import checked_settings, require_fit
from games.text import Text, _
from storage.models import WHOLE, Shard
from storage.sql.store import Store

log = structlog.get_logger(__name__)


class RecurringRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is announced again and again. Moments are Unix seconds."""

    organiser: int
    """In whose name; `ERASED_USER` once they had their data erased: then it is stopped."""
    organiser_name: str
    locale: str
    channel: int
    game: str
    settings: TournamentSettings
    """What is copied; the name without a number, no moments."""
    rule: Recurrence
    after: float
    """The start of the latest one that is done with: announced, skipped or left out."""
    number: int = 1
    """The number of the next tournament, from 1."""
    last: str = ""
    """The id of the tournament that was announced last."""
    skip: float = 0.0
    """The start of the one that is skipped; 0: none is."""
    stopped: bool = False
    missed: int = 0
    """How many were left out since one was announced, because the bot was away."""
    trouble: Text | None = None
    """Why the latest one could not be announced."""

    @property
    def next(self) -> Occurrence:
        """The one that comes next, also if it is skipped."""
        return next(occurrences(self.rule, self.after))


RecurringTournament = Programme[RecurringRecord]


# What organisers do, for the log.


class Repeat(ProgrammeAction, frozen=True, tag="recurring"):
    """A tournament comes again by the calendar."""

    done = _("{who} made {plan} a regular event.")


class ChangeRepeat(ProgrammeAction, frozen=True, omit_defaults=True, tag="recurring-change"):
    """It comes at other times, or otherwise; what is None has not changed, or was not kept yet."""

    done = _("{who} changed {plan}.")

    was: Recurrence | None = None
    now: Recurrence | None = None
    game: str = ""
    was_held: TournamentSettings | None = None
    """How it was held before, of the `game`."""
    now_held: TournamentSettings | None = None


class SkipRepeat(ProgrammeAction, frozen=True, tag="recurring-skip"):
    """Somebody has the next tournament of a programme left out."""

    done = _("{who} skipped the next {plan}.")


class HoldRepeat(ProgrammeAction, frozen=True, tag="recurring-hold"):
    """Somebody has the next tournament held that was to be left out."""

    done = _("{who} holds the next {plan} after all.")


class StopRepeat(ProgrammeAction, frozen=True, tag="recurring-stop"):
    """Somebody has ended a programme: nothing comes of it any more."""

    done = _("{who} stopped {plan}: it no longer repeats.")


class ResumeRepeat(ProgrammeAction, frozen=True, tag="recurring-resume"):
    """Somebody has started a programme again that was stopped."""

    done = _("{who} started {plan} again.")


class RemoveRepeat(ProgrammeAction, frozen=True, tag="recurring-remove"):
    """Nothing is kept of when it came."""

    done = _("{who} removed {plan}.")


RecurringAction: TypeAlias = (
    Repeat | ChangeRepeat | SkipRepeat | HoldRepeat | StopRepeat | ResumeRepeat | RemoveRepeat
)


def _named(
    act: Callable[[str], ProgrammeAction],
) -> Callable[[RecurringRecord, RecurringRecord], ProgrammeAction]:
    """What is done to a programme, of which its name says enough."""
    return lambda _was, now: act(now.settings.name)


def _changed(was: RecurringRecord, now: RecurringRecord) -> ChangeRepeat:
    """What the log says of a change: the rule and settings before and after, where they differ."""
    rules = (was.rule, now.rule) if was.rule != now.rule else (None, None)
    held = (was.settings, now.settings) if was.settings != now.settings else (None, None)
    return ChangeRepeat(now.settings.name, *rules, now.game, *held)


def caught_up(record: RecurringRecord, now: float) -> RecurringRecord:
    """Without those for which it is too late: they are left out, not announced all at once."""
    notice = notice_needed(record.settings)
    while (held := record.next).starts - notice <= now:
        record = _done_with(record, held, missed=record.missed + (held.starts != record.skip))
    return record


def _done_with(record: RecurringRecord, held: Occurrence, **changes: object) -> RecurringRecord:
    skip = 0.0 if record.skip <= held.starts else record.skip
    return msgspec.structs.replace(record, after=held.starts, skip=skip, **changes)


def tournament_id(programme: str, starts: float) -> str:
    """The id of the tournament that is announced for this start: always the same one."""
    return id_of(f"recurring {programme} start {starts:.0f}", 8)


def tournament_to_hold(
    programme: RecurringTournament, held: Occurrence, chain: str, now: float
) -> Tournament:
    """The tournament that is announced now. Refusal if it cannot be held like that."""
    record = programme.record
    game = check_game(record.game)
    name = numbered_name(record.settings.name, record.number)
    settings = msgspec.structs.replace(record.settings, name=name, opens=None, starts=held.starts)
    kept = TournamentRecord(
        organiser=record.organiser,
        organiser_name=record.organiser_name,
        locale=record.locale,
        settings=checked_settings(game, settings, now),
        seed=seed_of_round(chain, 1),
        chain=chain,
        recurring=programme.id,
    )
    id = tournament_id(programme.id, held.starts)
    return Tournament(id, programme.guild, record.channel, game, "open", 0, kept, now, now)


def copied(t: Tournament) -> TournamentSettings:
    """What of a tournament comes again."""
    name, _number = split_name(t.settings.name)
    return msgspec.structs.replace(t.settings, name=name, opens=None, starts=None)


class RecurringTournaments:
    """Announces them, and changes them as organisers say. Whether somebody may is the caller's to ask.

    `announce` stores a tournament with its announcement, unless it is stored already; `call_off` cancels one
    that could not begin.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        new_secret: Callable[[], str],
        announce: Callable[[Tournament], Awaitable[None]],
        call_off: Callable[[str], Awaitable[None]],
        shard: Shard = WHOLE,
    ) -> None:
        self._shard = shard
        self._servers = store.servers
        self._clock = clock
        self._new_secret = new_secret
        self._announce, self._call_off = announce, call_off
        self._programmes = ProgrammeRepository(store.recurring, RecurringRecord, clock)
        self.deadlines = DeadlineQueue(clock, self._on_deadline, "recurring")
        self._watched = set[str]()

    async def open(self) -> None:
        """Begin, with whatever has become due meanwhile."""
        self._watched = {
            programme.id for programme in await self._programmes.all() if not programme.record.stopped
        }
        self.deadlines.open((id, self._clock.awake()) for id in self._watched)

    async def close(self) -> None:
        """Stop: nothing is announced any more."""
        await self.deadlines.close()

    def clock_went_on(self) -> None:
        """The awake clock has stood still: appointments by the calendar have come nearer."""
        for id in self._watched:
            self.deadlines.set(id, self._clock.awake())

    # reading

    async def of_server(self, guild: int) -> list[RecurringTournament]:
        """The server's, that which comes first at the front, stopped ones at the end."""
        programmes = await self._programmes.of_server(guild)
        return sorted(
            programmes,
            key=lambda programme: (programme.record.stopped, self.upcoming(programme).starts, programme.id),
        )

    async def programme(self, id: str, guild: int | None = None) -> RecurringTournament:
        """One of them, of this server if one is named. Refusal if there is none (any more)."""
        programme = await self._programmes.programme(id)
        if programme is None or guild not in (None, programme.guild):
            raise Refusal("gone", _("That no longer repeats. /tournament recurring shows what does."))
        return programme

    def upcoming(self, programme: RecurringTournament) -> Occurrence:
        """The next one for which it is not too late, also if it is skipped."""
        return caught_up(programme.record, self._clock.now()).next

    # what organisers do

    async def repeat(self, press: Press, t: Tournament, rule: Recurrence) -> RecurringTournament:
        """The tournament comes again. Refusal if it cannot be held so."""
        now, starts = self._clock.now(), t.settings.starts
        record = RecurringRecord(
            *(press.user, press.name, t.record.locale, t.channel, t.game.slug, copied(t), rule),
            after=max(now, starts or now),
            number=(split_name(t.settings.name)[1] or 1) + 1,
        )
        require_fit(t.game, record.settings)
        self._check(record)
        made = await self._programmes.create(press, t.guild, record, Repeat(record.settings.name))
        self._look(made)
        return made

    def _check(self, record: RecurringRecord) -> None:
        """Refusal if it could not be announced in time."""
        held, game = record.next, check_game(record.game)
        if record.rule.ahead < notice_needed(record.settings):
            raise Refusal(
                "input",
                _("Entries would open too late for check-in and closing. Let them open earlier."),
            )
        settings = msgspec.structs.replace(record.settings, starts=held.starts, opens=None)
        checked_settings(game, settings, held.announced)

    async def reschedule(self, press: Press, id: str, rule: Recurrence) -> RecurringTournament:
        """Makes what comes again come by this rule from now on. Refusal where it cannot."""

        def after(was: RecurringRecord) -> RecurringRecord:
            changed = msgspec.structs.replace(was, rule=rule, skip=0.0, trouble=None)
            self._check(changed)
            return changed

        return await self._act(press, id, after, _changed)

    async def copy(self, press: Press, id: str, t: Tournament) -> RecurringTournament:
        """From now on it comes as this tournament is, which is one that it has announced."""

        def after(was: RecurringRecord) -> RecurringRecord:
            changed = msgspec.structs.replace(was, settings=copied(t), channel=t.channel, trouble=None)
            require_fit(t.game, changed.settings)
            self._check(changed)
            return changed

        return await self._act(press, id, after, _changed)

    async def skip(self, press: Press, id: str, starts: float) -> RecurringTournament:
        """The one of that start is left out. Refusal if it is not the next one any more."""

        def after(was: RecurringRecord) -> RecurringRecord:
            was = caught_up(was, self._clock.now())
            if was.stopped or abs(was.next.starts - starts) >= 1 or was.skip:
                raise Refusal("stale", _("That has changed meanwhile. Look again."))
            return msgspec.structs.replace(was, skip=was.next.starts)

        return await self._act(press, id, after, _named(SkipRepeat))

    async def hold(self, press: Press, id: str) -> RecurringTournament:
        """The one that is skipped is held after all."""
        return await self._act(
            press, id, lambda was: msgspec.structs.replace(was, skip=0.0), _named(HoldRepeat)
        )

    async def stop(self, press: Press, id: str) -> RecurringTournament:
        """Lets a tournament come no more until somebody starts it again."""
        return await self._act(
            press, id, lambda was: msgspec.structs.replace(was, stopped=True), _named(StopRepeat)
        )

    async def resume(self, press: Press, id: str) -> RecurringTournament:
        """It comes again, in the name of whoever says so."""
        now = self._clock.now()

        def after(was: RecurringRecord) -> RecurringRecord:
            return msgspec.structs.replace(
                was,
                stopped=False,
                organiser=press.user,
                organiser_name=press.name,
                after=max(was.after, now),
                missed=0,
                skip=0.0,
                trouble=None,
            )

        return await self._act(press, id, after, _named(ResumeRepeat))

    async def remove(self, press: Press, id: str) -> None:
        """Nothing of it is kept; tournaments that were announced stay."""

        async def work() -> RecurringTournament:
            programme = await self.programme(id)
            act = RemoveRepeat(programme.record.settings.name)
            return await self._programmes.change(programme, programme.record, press, act, removed=True)

        await self._programmes.in_turn(id, work)
        self._forget(id)

    async def _act(
        self,
        press: Press,
        id: str,
        change: Callable[[RecurringRecord], RecurringRecord],
        act: Callable[[RecurringRecord, RecurringRecord], ProgrammeAction],
    ) -> RecurringTournament:
        async def work() -> RecurringTournament:
            programme = await self.programme(id)
            after = change(programme.record)
            if after == programme.record:
                return programme
            return await self._programmes.change(programme, after, press, act(programme.record, after))

        programme = await self._programmes.in_turn(id, work)
        self._look(programme)
        return programme

    # by itself

    def _look(self, programme: RecurringTournament) -> None:
        """Something has changed: look at it."""
        if programme.record.stopped:
            self._forget(programme.id)
        elif self._shard.serves(programme.guild):
            self._watched.add(programme.id)
            self.deadlines.set(programme.id, self._clock.awake())

    async def changed_elsewhere(self, id: str) -> None:
        """Somebody else has begun, changed or removed it. It may be told of again and again."""
        programme = await self._programmes.programme(id)
        if programme is None:
            self._forget(id)
        else:
            self._look(programme)

    async def look_again(self) -> None:
        """Anything may have been changed elsewhere, and nobody has told of it."""
        for programme in await self._programmes.all():
            self._look(programme)

    def _forget(self, id: str) -> None:
        self._watched.discard(id)
        self.deadlines.set(id, None)

    async def _on_deadline(self, id: str) -> None:
        """The next one may be due."""
        await self._programmes.in_turn(id, lambda: self._announce_due(id))

    async def _announce_due(self, id: str) -> None:
        programme = await self._programmes.programme(id)
        if programme is None or programme.record.stopped:
            return self._forget(id)
        server = await self._servers.of(programme.guild)
        if server is not None and server.gone is not None:  # nobody there could be told
            return self.deadlines.set(id, self._clock.awake() + HOUR)
        while (held := caught_up(programme.record, self._clock.now()).next).announced <= self._clock.now():
            programme = await self._taken(programme, held)
        if (kept := caught_up(programme.record, self._clock.now())) != programme.record:
            await self._programmes.change(programme, kept)
        self.deadlines.set(id, Times(self._clock.awake(), self._clock.now()).at(held.announced))

    async def _taken(self, programme: RecurringTournament, held: Occurrence) -> RecurringTournament:
        """The programme after this one was announced, skipped, or could not be announced."""
        now = self._clock.now()
        record = caught_up(programme.record, now)
        if held.starts == record.skip:
            after = _done_with(record, held)
        else:
            try:
                t = tournament_to_hold(programme, held, self._new_secret(), now)
            except Refusal as refusal:
                log.warning(
                    "a recurring tournament cannot be held", recurring=programme.id, why=refusal.text.message
                )
                after = _done_with(record, held, trouble=refusal.text)
            else:
                if record.last:
                    await self._call_off(record.last)
                await self._announce(t)
                changes = {"number": record.number + 1, "last": t.id, "missed": 0, "trouble": None}
                after = _done_with(record, held, **changes)
        return await self._programmes.change(programme, after)

    # servers and people who go

    async def forget_server(self, guild: int) -> None:
        """All of the server is about to be erased."""
        for programme in await self._programmes.of_server(guild):
            self._forget(programme.id)

    async def forget_person(self, user: int, id: str) -> None:
        """What came in their name stops, until somebody else takes it over. May be called again and again."""

        async def work() -> bool:
            programme = await self._programmes.programme(id)
            if programme is None or programme.record.organiser != user:
                return False
            after = msgspec.structs.replace(
                programme.record, organiser=ERASED_USER, organiser_name="", stopped=True
            )
            await self._programmes.change(programme, after)
            return True

        if await self._programmes.in_turn(id, work):
            self._forget(id)
