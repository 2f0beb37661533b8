"""The tournament service: every tournament there is, and all that anybody can do about one.

As at a table, a press waits for the tournament's turn, the change is worked out by pure functions, stored
in one transaction, and only then answered. What must happen afterwards (messages, tables) is begun from what
was stored, so that a crash at any point loses and doubles nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from bot.recurring.service import RecurringTournaments
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.series.service import SeasonStandings, SeriesService
from bot.tables import ids, options
from bot.tables.model import Press
from bot.tables.service import TableService
from bot.tournaments import actions, attendance, entries, rounds
from bot.tournaments.formats.contract import RoundPlan
from bot.tournaments.formats.engine import plan
from bot.tournaments.model import (
    CommittedChange,
    Named,
    PendingChange,
    Tournament,
    TournamentRecord,
    TournamentSettings,
    seed_of_round,
)
from bot.tournaments.organising import Organising
from bot.tournaments.outbox import TournamentPublisher, outbox_entry
from bot.tournaments.pairing.event import Event, PairingError
from bot.tournaments.pairing.standings import Standings
from bot.tournaments.pairing_pool import PairingPool
from bot.tournaments.qualification import Applicant, entrants_ratings, with_record
from bot.tournaments.repository import tournaments_from_rows
from bot.tournaments.requirements import OrganiserRights, require_organiser
from bot.tournaments.rounds import NewSecret
from bot.tournaments.schedule import DrawDependencies
from bot.tournaments.scheduler import NO_LIMIT, OPEN, TournamentScheduler
from bot.tournaments.settings import checked_settings, require_fit
from games import fairness
from games.text import _
from storage.errors import Conflict
from storage.models import WHOLE, AuditRow, Shard, TournamentChange, TournamentPhase
from storage.sql.store import Store

log = structlog.get_logger(__name__)

STANDINGS_KEPT = 100
"""Tournaments whose latest standings are kept in memory."""


class TournamentService:
    """Opens, changes and shows tournaments. All that is returned is durable. `Refusal` says why not."""

    def __init__(
        self,
        store: Store,
        tables: TableService,
        tournament_publisher: TournamentPublisher,
        clock: Clock,
        *,
        pairing_pool: PairingPool | None = None,
        new_secret: NewSecret = lambda: fairness.new_secret().hex(),
        shard: Shard = WHOLE,
        beacon_url: str = "",
    ) -> None:
        self._store = store
        self._shard = shard
        self._tables = tables
        self._clock = clock
        self.pairing_pool = pairing_pool or PairingPool()
        self._new_secret = new_secret
        self._drawing = DrawDependencies(
            self.pairing_pool,
            new_secret,
            beacon_url,
            lambda t: entrants_ratings(store.results, t),
            self._away,
            self._apart,
        )
        self.scheduler = TournamentScheduler(store, tables, tournament_publisher, clock, self._drawing, shard)
        self.repository = self.scheduler.repository
        self.series = SeriesService(store, clock, self.standings, self.scheduler.wake_outbox)
        self.recurring = RecurringTournaments(
            store, clock, new_secret, self._announce_once, self.scheduler.call_off, shard
        )
        self.organising = Organising(store, tables, clock, self.scheduler, self._drawing, new_secret)
        self._standings: dict[str, tuple[Event, asyncio.Task[Standings]]] = {}

    async def open(self) -> None:
        """Take up whatever a stop or a crash left: the outbox, tables to open, results to fetch, moments."""
        await self.scheduler.open()
        await self.recurring.open()

    async def close(self) -> None:
        """Nothing new is begun; whatever was accepted is stored already."""
        await self.recurring.close()
        await self.scheduler.close()
        self.pairing_pool.close()

    def clock_went_on(self) -> None:
        """The bot is within reach again: appointments by the calendar may have come meanwhile."""
        self.scheduler.clock_went_on()
        self.recurring.clock_went_on()

    # reading

    async def tournament(self, id: str) -> Tournament:
        """The tournament as it is now. Refusal if there is none."""
        return await self.repository.get(id)

    async def tournaments_in(
        self, guild: int, phases: Collection[TournamentPhase] = OPEN
    ) -> list[Tournament]:
        """The tournaments of a server, the latest changed first."""
        return tournaments_from_rows(await self._store.tournaments.tournaments(guild=guild, phases=phases))

    async def tournaments_of(self, user: int) -> list[Tournament]:
        """Those that go on or are to come, and that this user has to do with, on all servers."""
        return tournaments_from_rows(await self._store.tournaments.tournaments(user=user))

    async def tournaments_that_go_on(self) -> list[Tournament]:
        """All of them on this shard's servers."""
        rows = await self._store.tournaments.tournaments(phases=OPEN, limit=NO_LIMIT)
        return [t for t in tournaments_from_rows(rows) if self._shard.serves(t.guild)]

    async def retry(self, ids: Collection[str]) -> None:
        """What of these tournaments could not be posted is tried again; returns when it was."""
        await self.scheduler.retry(ids)

    async def standings(self, tournament: Tournament) -> Standings:
        """Everybody in one order, by all results there are; empty before the start."""
        event = tournament.record.event
        if event is None:
            return ()
        known = self._standings.pop(tournament.id, None)
        if known is not None and known[1].done() and (known[1].cancelled() or known[1].exception()):
            known = None
        if known is None or known[0] != event:
            known = event, asyncio.ensure_future(self.pairing_pool.standings(event))
        self._standings[tournament.id] = known
        while len(self._standings) > STANDINGS_KEPT:
            del self._standings[next(iter(self._standings))]
        return await asyncio.shield(known[1])

    async def season(self, tournament: Tournament) -> SeasonStandings | None:
        """The season for which it counts, up to this tournament; None if it counts for none (any more)."""
        series = await self.series.known(tournament.settings.series)
        if series is None:
            return None
        return await self.series.season(series, tournament.record.season, tournament)

    async def plan(self, tournament: Tournament) -> RoundPlan | None:
        """All rounds, for those who are in now; None if so few are in that it cannot be held."""
        event = tournament.record.event
        entrants = len(tournament.playing) if event is None else len(event.playing(1))
        try:
            return plan(tournament.settings.how, entrants)
        except PairingError:
            return None

    async def of_entry(self, row: AuditRow) -> Tournament | None:
        """The tournament in which it was done; None if in none."""
        return None if row.tournament is None else await self.tournament(row.tournament)

    async def audit(self, tournament: Tournament) -> list[AuditRow]:
        """What its organisers did, the oldest first."""
        return await self._store.audit.of_tournament(tournament.id)

    # before the start

    async def create(
        self,
        press: Press,
        rights: OrganiserRights,
        *,
        guild: int,
        channel: int,
        game: str,
        settings: TournamentSettings,
        locale: str,
    ) -> CommittedChange:
        """Announce a tournament. Refusal to those who may not, and if the settings make no sense."""
        if said := await self.repository.stored_answer(press):
            return said
        preferences = await self._tables.servers.of(guild)
        require_organiser(rights, preferences)
        rules, now = options.check_game(game), self._clock.now()
        require_fit(rules, settings)
        record = TournamentRecord(
            organiser=press.user,
            organiser_name=press.name,
            locale=preferences.locale or locale,
            settings=checked_settings(rules, settings, now),
            seed=seed_of_round(chain := self._new_secret(), 1),
            chain=chain,
        )
        announced = _("It's announced: everyone can see it in its channel.")
        for _attempt in range(5):
            t = Tournament(ids.new_id(), guild, channel, rules, "open", 0, record, now, now)
            t = await self.series.joined(t)
            try:
                async with self.repository.turn(t.id):
                    return await self.repository.store(
                        press, None, PendingChange(t, announced, outbox=(outbox_entry("announce"),))
                    )
            except Conflict:  # a tournament of that id exists: take another
                continue
        raise RuntimeError("no free id was found for a tournament")

    async def _announce_once(self, t: Tournament) -> None:
        """A new tournament, which nobody but the calendar has asked for; nothing if it is there already."""
        t = await self.series.joined(t)
        async with self.repository.turn(t.id):
            with suppress(Conflict):
                await self.repository.store(None, None, PendingChange(t, outbox=(outbox_entry("announce"),)))

    async def set(self, press: Press, rights: OrganiserRights, id: str, **changes: Any) -> CommittedChange:
        """Change settings (fields of `Settings`, by name) as long as it has not begun."""

        async def work_out(t: Tournament) -> PendingChange:
            await self.organising.require_organiser(rights, t)
            wanted = replace(t.settings, **changes)
            act = actions.SetUp(t.game.slug, t.settings, wanted, self._clock.now())
            outcome = actions.apply_action(t, act, self._clock.awake())
            if "series" in changes:
                outcome = replace(outcome, tournament=await self.series.joined(outcome.tournament))
            act = replace(act, now=outcome.tournament.settings)
            row = self.organising.row(press, t, act, actions.audit_payload(act, actions.StateBefore()))
            return outcome if act.was == act.now else replace(outcome, audit=(row,))

        return await self.repository.change(press, id, work_out)

    async def enter(self, press: Press, id: str, applicant: Applicant) -> CommittedChange:
        """Join: a place, or the waiting list; during the event, late entry where that is allowed."""

        async def work_out(t: Tournament) -> PendingChange:
            await self._tables.bans.require_welcome(t.guild, press.user)
            known = await with_record(self._store.results, t, press.user, applicant)
            return entries.entered(t, press, known, self._clock.now())

        return await self.repository.change(press, id, work_out)

    async def withdraw(self, press: Press, id: str) -> CommittedChange:
        """Give the place up; after the start, drop out after the rounds that are published."""
        return await self.change(press, id, lambda t: entries.withdrawn(t, press.user))

    async def call_by(self, press: Press, id: str, how: Named) -> CommittedChange:
        """By which name somebody stands on pages and in files that are made from now on."""
        return await self.change(press, id, lambda t: entries.named(t, press.user, how))

    async def check_in(self, press: Press, id: str) -> CommittedChange:
        """Say that one is here. Who is not here at the start is not in the draw."""
        return await self.change(press, id, lambda t: entries.checked_in(t, press.user))

    async def still_in(self, press: Press, id: str) -> CommittedChange:
        """Play on after a missed round, or again after one was dropped for several."""
        await self._tables.bans.require_welcome((await self.tournament(id)).guild, press.user)
        return await self.change(press, id, lambda t: attendance.still_in(t, press.user))

    async def sit_out(self, press: Press, id: str, *, on: bool) -> CommittedChange:
        """Leave the next round out, or play it after all."""
        return await self.change(press, id, lambda t: attendance.sitting_out(t, press.user, on))

    async def _away(self, t: Tournament) -> Collection[int]:
        """Those of a league who are on vacation."""
        tracker = self._tables.vacation_tracker
        users = [entry.user for entry in t.entrants if entry.state == "in"] if t.settings.every else []
        return {user for user in users if await tracker.is_away(user)}

    async def _apart(self, t: Tournament) -> Collection[frozenset[str]]:
        """Each two of whom one has the other on their private list."""
        ids = {entry.user: entry.id for entry in t.playing}
        lists = [(id, (await self._tables.people.of(user)).blocked) for user, id in ids.items()]
        return {frozenset((id, ids[other])) for id, blocked in lists for other in blocked if other in ids}

    async def stand_by(self, press: Press, id: str, *, on: bool) -> CommittedChange:
        """Out of a knock-out: be asked, or be asked no more, to play on in somebody else's place."""

        async def work_out(t: Tournament) -> PendingChange:
            return attendance.standing_by(t, press.user, await self.standings(t), on)

        return await self.repository.change(press, id, work_out)

    async def change(
        self, press: Press, id: str, change: Callable[[Tournament], PendingChange]
    ) -> CommittedChange:
        """The tournament, changed by whoever pressed. Refusal if `change` refuses."""

        async def work_out(t: Tournament) -> PendingChange:
            return change(t)

        return await self.repository.change(press, id, work_out)

    # servers and people who go

    async def set_server_gone(self, guild: int, gone: bool) -> None:
        """The bot was removed from the server: its tournaments stand still. Or it is there again: they go on.

        May be called again and again.
        """

        change = rounds.clocks_stopped if gone else rounds.clocks_resumed
        for row in await self._store.tournaments.tournaments(guild=guild, phases=OPEN, limit=NO_LIMIT):
            await self.scheduler.change(row.id, lambda t: change(t, self._clock.awake(), shut=True))
            self.scheduler.check_results(row.id)

    async def move(self, id: str, channel: int) -> None:
        """The tournament's announcement stands in this channel now: its later tables open there too."""
        await self.scheduler.change(id, lambda t: replace(t, channel=channel))

    async def crowned(self, guild: int, role: int) -> list[Tournament]:
        """The server's tournaments whose winners have this role."""
        rows = await self._store.tournaments.tournaments(guild=guild, phases=("over",), limit=NO_LIMIT)
        return [
            t for t in tournaments_from_rows(rows) if t.record.crowned and t.settings.champion_role == role
        ]

    async def set_crowned(self, id: str, user: int) -> None:
        """This user has the champion's role by the tournament; 0: nobody (any more)."""
        await self.scheduler.change(id, lambda t: t.with_record(crowned=user))

    async def set_event(self, id: str, event: int) -> None:
        """The tournament's event in Discord's list; 0: there is none (any more)."""
        await self.scheduler.change(id, lambda t: t.with_record(event_id=event))

    async def set_unposted(self, id: str, unposted: bool) -> None:
        """A message of the tournament's own stands nowhere, as Discord refuses it; or it does by now."""
        if (await self.tournament(id)).record.unposted != unposted:
            await self.scheduler.change(id, lambda t: t.with_record(unposted=unposted))

    async def speak(self, guild: int, locale: str) -> None:
        """The server's open tournaments are told of in another language from now on."""
        for row in await self._store.tournaments.tournaments(guild=guild, phases=OPEN, limit=NO_LIMIT):
            await self.scheduler.change(row.id, lambda t: t.with_record(locale=locale))

    async def with_usernames(self, tournament: Tournament, known: Mapping[int, str]) -> Tournament:
        """By these @usernames Discord tells its people from all others, as far as that was not noted."""

        def named(t: Tournament) -> Tournament:
            entries = tuple(
                entry if entry.username else replace(entry, username=known.get(entry.user, ""))
                for entry in t.record.entries
            )
            return t if entries == t.record.entries else t.with_record(entries=entries)

        if named(tournament) is tournament:
            return tournament
        await self.scheduler.change(tournament.id, named)
        return await self.tournament(tournament.id)

    async def forget_server(self, guild: int) -> None:
        """The server's tournaments are about to be erased: nothing happens by itself there any more."""
        for row in await self._store.tournaments.tournaments(
            guild=guild, phases=("open", "running", "over", "cancelled"), limit=NO_LIMIT
        ):
            self.scheduler.forget(row.id)
            self._standings.pop(row.id, None)
        await self.recurring.forget_server(guild)

    async def forget_person(self, user: int, id: str) -> None:
        """Nothing about the tournament names them any more; before its end, they have dropped out of it.

        May be called again and again. The audit log is the caller's part.
        """

        async def work(t: Tournament) -> None:
            outcome = entries.data_erased(t, user)
            if outcome.tournament != t:
                if t.settings.series:  # others' messages may name them because of this one
                    outcome = replace(outcome, outbox=(*outcome.outbox, outbox_entry("restate")))
                await self.repository.store(None, t, outcome)

        try:
            await self.repository.get(id)
        except (Refusal, ValueError):  # its game is not installed, or it cannot be read: the names can
            async with self.repository.turn(id):
                await self._forget_in_record(id, user)
        else:
            await self.repository.in_turn(id, work)

    async def _forget_in_record(self, id: str, user: int) -> None:
        row = await self._store.tournaments.tournament(id)
        if row is None:
            return
        before = msgspec.json.decode(row.record, type=TournamentRecord)
        after = entries.anonymised(before, user)
        if after != before:
            users = (after.organiser, *(entry.user for entry in after.entries))
            kept = replace(row, record=msgspec.json.encode(after), revision=row.revision + 1)
            await self._store.tournaments.commit(
                TournamentChange(kept, users=tuple(user for user in dict.fromkeys(users) if user))
            )
            self.repository.forget(row.id)
