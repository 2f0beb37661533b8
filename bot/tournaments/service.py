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

from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.log_context import trace
from bot.tables import leaving, model, options
from bot.tables.history import latest_choice
from bot.tables.model import Press, Table
from bot.tables.server_moderation import came_with
from bot.tables.service import TableService
from bot.tournaments import actions, attendance, entries, rounds, teams
from bot.tournaments.actions import ActionTaken, AnyAction
from bot.tournaments.formats.contract import Plan
from bot.tournaments.formats.engine import plan
from bot.tournaments.model import (
    CommittedChange,
    Named,
    PendingChange,
    Tournament,
    TournamentRecord,
    TournamentSettings,
    from_row,
    seed_of_round,
)
from bot.tournaments.outbox import TournamentPublisher, outbox_entry
from bot.tournaments.pairing.event import Event, PairingError
from bot.tournaments.pairing.standings import Standings
from bot.tournaments.pairing_pool import PairingPool
from bot.tournaments.qualification import Applicant, entrants_ratings, with_record
from bot.tournaments.recurring import RecurringTournaments
from bot.tournaments.requirements import OrganiserRights, refusal_of, require_organiser
from bot.tournaments.rounds import NewSecret
from bot.tournaments.schedule import DrawDependencies, with_round_drawn, with_round_redrawn
from bot.tournaments.scheduler import NO_LIMIT, OPEN, TournamentScheduler
from bot.tournaments.series import SeasonStandings, SeriesService
from bot.tournaments.settings import checked_settings, require_fit
from games import fairness
from games.catalogue import catalogue
from games.text import _
from storage.errors import Conflict
from storage.models import WHOLE, AuditRow, Shard, TournamentChange, TournamentPhase, TournamentRow
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
    ) -> None:
        self._store = store
        self._shard = shard
        self._tables = tables
        self._clock = clock
        self.pairing_pool = pairing_pool or PairingPool()
        self._new_secret = new_secret
        self._drawing = DrawDependencies(
            self.pairing_pool, new_secret, lambda t: entrants_ratings(store.results, t), self._away
        )
        self.scheduler = TournamentScheduler(store, tables, tournament_publisher, clock, self._drawing, shard)
        self.repository = self.scheduler.repository
        self.series = SeriesService(store, clock, self.standings, self.scheduler.wake_outbox)
        self.recurring = RecurringTournaments(
            store, clock, new_secret, self._announce_once, self.scheduler.call_off, shard
        )
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
        return _readable(await self._store.tournaments.tournaments(guild=guild, phases=phases))

    async def tournaments_that_go_on(self) -> list[Tournament]:
        """All of them on this shard's servers."""
        rows = await self._store.tournaments.tournaments(phases=OPEN, limit=NO_LIMIT)
        return [t for t in _readable(rows) if self._shard.serves(t.guild)]

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

    async def plan(self, tournament: Tournament) -> Plan | None:
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
        wishes = await self._tables.servers.of(guild)
        require_organiser(rights, wishes)
        rules, now = options.check_game(game), self._clock.now()
        require_fit(rules, settings)
        record = TournamentRecord(
            organiser=press.user,
            organiser_name=press.name,
            locale=wishes.locale or locale,
            settings=checked_settings(rules, settings, now),
            seed=seed_of_round(chain := self._new_secret(), 1),
            chain=chain,
        )
        announced = _("It's announced: everyone can see it in its channel.")
        for _attempt in range(5):
            t = Tournament(model.new_table_id(), guild, channel, rules, "open", 0, record, now, now)
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
            await self._require_organiser(rights, t)
            wanted = replace(t.settings, **changes)
            act = actions.SetUp(t.game.slug, t.settings, wanted, self._clock.now())
            outcome = actions.apply_action(t, act, self._clock.awake())
            if "series" in changes:
                outcome = replace(outcome, tournament=await self.series.joined(outcome.tournament))
            act = replace(act, now=outcome.tournament.settings)
            row = self._row(press, t, act, actions.audit_payload(act, actions.StateBefore()))
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
        return await self._change_by_press(press, id, lambda t: entries.withdrawn(t, press.user))

    async def call_by(self, press: Press, id: str, how: Named) -> CommittedChange:
        """By which name somebody stands on pages and in files that are made from now on."""
        return await self._change_by_press(press, id, lambda t: entries.named(t, press.user, how))

    async def found_team(self, press: Press, id: str, name: str) -> CommittedChange:
        """A team of that name, with whoever presses in it; or that team, if there is one already."""
        return await self._change_by_press(press, id, lambda t: teams.founded(t, press.user, name))

    async def join_team(self, press: Press, id: str, team: str) -> CommittedChange:
        """Play for that team; for none, if it is empty."""

        def change(t: Tournament) -> PendingChange:
            return teams.joined(t, press.user, team) if team else teams.left(t, press.user)

        return await self._change_by_press(press, id, change)

    async def check_in(self, press: Press, id: str) -> CommittedChange:
        """Say that one is here. Who is not here at the start is not in the draw."""
        return await self._change_by_press(press, id, lambda t: entries.checked_in(t, press.user))

    async def still_in(self, press: Press, id: str) -> CommittedChange:
        """Play on after a missed round, or again after one was dropped for several."""
        await self._tables.bans.require_welcome((await self.tournament(id)).guild, press.user)
        return await self._change_by_press(press, id, lambda t: attendance.still_in(t, press.user))

    async def sit_out(self, press: Press, id: str, *, on: bool) -> CommittedChange:
        """Leave the next round out, or play it after all."""
        return await self._change_by_press(press, id, lambda t: attendance.sitting_out(t, press.user, on))

    async def _away(self, t: Tournament) -> Collection[int]:
        """Those of a league who are on vacation."""
        tracker = self._tables.vacation_tracker
        users = [entry.user for entry in t.entrants if entry.state == "in"] if t.settings.every else []
        return {user for user in users if await tracker.is_away(user)}

    async def stand_by(self, press: Press, id: str, *, on: bool) -> CommittedChange:
        """Out of a knock-out: be asked, or be asked no more, to play on in somebody else's place."""

        async def work_out(t: Tournament) -> PendingChange:
            return attendance.standing_by(t, press.user, await self.standings(t), on)

        return await self.repository.change(press, id, work_out)

    async def _change_by_press(
        self, press: Press, id: str, change: Callable[[Tournament], PendingChange]
    ) -> CommittedChange:
        async def work_out(t: Tournament) -> PendingChange:
            return change(t)

        return await self.repository.change(press, id, work_out)

    async def _require_organiser(self, rights: OrganiserRights, t: Tournament) -> None:
        require_organiser(rights, await self._tables.servers.of(t.guild), t)

    # what organisers do

    async def act(
        self,
        press: Press,
        rights: OrganiserRights,
        id: str,
        given: AnyAction,
        reason: str,
        *,
        openly: bool = False,
    ) -> CommittedChange:
        """Do it, and write it into the audit log, in one transaction. `openly`: everybody may read the
        reason, else whoever it is about, and whoever reads the log.
        """

        async def work_out(t: Tournament) -> PendingChange:
            await self._require_organiser(rights, t)
            act = await self._completed(t, press, given)
            return await self._acted(press, t, act, reason, openly=openly)

        return await self.repository.change(press, id, work_out)

    async def _acted(
        self, press: Press, t: Tournament, act: AnyAction, reason: str, *, openly: bool = False
    ) -> PendingChange:
        user, name = act.concerns(t)
        before = actions.state_before(t, act, press.user)
        if isinstance(act, actions.Substitute):
            before = replace(before, dealt=await self._is_dealt(t, act.entrant))
        if isinstance(act, actions.Extend):
            before = replace(before, ends=self._ends(t, act.pod))
        payload = actions.audit_payload(act, before, openly=openly)
        row = replace(self._row(press, t, act, payload, reason), about=user, about_name=name)
        if act.person is not None:
            await self._tables.bans.require_may_be_put_in(t.guild, getattr(act, "user", 0))
        if isinstance(act, actions.Substitute):
            await self._require_strange(t, act)
        table = None
        if isinstance(act, actions.Correct | actions.Void):
            table = await self._table_if_open(t, act.round, act.pod)
        outcome = actions.apply_action(t, act, self._clock.awake(), table)
        return _recorded(await self._with_round(outcome, act), row, act, openly=openly)

    def _row(self, press: Press, t: Tournament, act: AnyAction, payload: bytes, reason: str = "") -> AuditRow:
        """The act's entry in the log."""
        who = press.user, press.name
        return AuditRow(0, t.guild, t.id, None, self._clock.now(), *who, act.kind(), payload, reason)

    def _ends(self, t: Tournament, pod: int) -> float:
        """When the round that is played ends, or this pod of it; 0: nobody can say."""
        tables = () if t.stands_still else rounds.open_tables(t)
        ends = [rounds.deadline(t, one) for one in tables if pod in (0, one.pod)]
        known = [end for end in ends if end is not None]
        return self._clock.unix(min(known)) if known else 0.0

    async def entered_by(self, user: int, guild: int) -> list[Tournament]:
        """The server's tournaments that this user plays in, or waits to."""
        known = _readable(await self._store.tournaments.tournaments(guild=guild, user=user, phases=OPEN))
        return [t for t in known if (entry := t.entry_of(user)) and entry.state in actions.Drop.states]

    async def taken_out(self, user: int, guild: int) -> list[Tournament]:
        """The server's tournaments into which only their organisers let this user back."""
        known = _readable(await self._store.tournaments.tournaments(guild=guild, user=user, phases=OPEN))
        return [t for t in known if (entry := t.entry_of(user)) and entry.state == "dropped" and entry.out]

    async def drop_everywhere(self, press: Press, guild: int, user: int) -> int:
        """Take them out of the server's tournaments, each with an entry in the log: out of how many. Why is
        not said, as those who play could read it.

        Whether whoever presses may do that is for the caller to see to.
        """

        async def work(t: Tournament) -> bool:
            entry = t.entry_of(user)
            if t.phase not in OPEN or entry is None or entry.state not in actions.Drop.states:
                return False
            outcome = await self._acted(press, t, actions.Drop(entry.id), "")
            await self.repository.store(None, t, outcome)
            return True

        return sum([await self.repository.in_turn(t.id, work) for t in await self.entered_by(user, guild)])

    async def _completed(self, t: Tournament, press: Press, act: AnyAction) -> AnyAction:
        """The act, with what nobody has to choose."""
        match act:
            case actions.AddPlayer():
                return replace(act, press=str(press.id), at=self._clock.now())
            case actions.Remind():
                return replace(act, entrants=tuple(await self.missing(t)))
            case actions.TakeBack():
                return await self._with_their_move(t, act)
            case _:
                return act

    async def _with_their_move(self, t: Tournament, act: actions.TakeBack) -> actions.TakeBack:
        """The act, with the move that it is about. Refusal if there is none."""
        now = t.running_round
        pods = [pod for pod in (() if now is None else now.pods) if act.entrant in pod.seats]
        if now is not None and pods:  # of two the later one: a tie is played off there
            table = await self._table_if_open(t, now.number, pods[-1].number)
            seats = () if table is None or table.state is None else range(len(table.seats))
            for seat in seats:
                if table is not None and table.entrant(seat) == act.entrant:
                    log = await self._tables.logs.actions_of(table)
                    if (kept := latest_choice(table, log, seat)) is not None:
                        pod = pods[-1].number
                        return replace(act, round=now.number, pod=pod, was=len(log), kept=kept)
        raise Refusal("early", _("They've had no choice yet at this round's table, so nothing to take back."))

    async def missing(self, t: Tournament) -> list[str]:
        """Those who have not checked in or, once it has begun, not come to their table."""
        if t.phase == "open":
            return [entry.id for entry in t.playing if t.record.checking_in and not entry.here]
        missing = list[str]()
        for round, pod in t.open_pods():
            table = await self._table_if_open(t, round.number, pod.number)
            if table is not None and table.is_early:  # its hour is yet to come: nobody is late
                continue
            seats = rounds.absent_seats(table, pod)
            found = [entry for seat in seats if (entry := t.entry(pod.seats[seat] or "")) is not None]
            missing += [entry.id for entry in found if entry.state == "in"]
        return list(dict.fromkeys(missing))

    async def stood_in_for(self, t: Tournament) -> list[str]:
        """Those who came to a table that is still played, and for whom a robot plays on."""
        found = list[str]()
        for round, pod in t.open_pods():
            table = await self._table_if_open(t, round.number, pod.number)
            if table is not None and table.phase == "playing":
                found += [table.entrant(seat) for seat in rounds.stood_in_for(table)]
        return [who for who in dict.fromkeys(found) if (entry := t.entry(who)) and entry.state == "in"]

    async def _table_if_open(self, t: Tournament, round: int, pod: int) -> Table | None:
        """The pod's table; None if there is none yet."""
        one = t.table_of(round, pod)
        try:
            return await self._tables.table(one.table) if one is not None else None
        except Refusal:  # it is not opened yet
            return None

    async def _require_strange(self, t: Tournament, act: actions.Substitute) -> None:
        """Refusal if the substitute knows cards of a game that is still played, as one of the others."""
        for round, pod in t.open_pods():
            seated = act.entrant in pod.seats
            if seated and (table := await self._table_if_open(t, round.number, pod.number)) is not None:
                leaving.require_no_other_seat(table, act.user, act.entrant)

    async def _with_round(self, outcome: PendingChange, act: AnyAction) -> PendingChange:
        """The act's outcome with the round that it has drawn or opened."""
        times = self.scheduler.times
        try:
            match act:
                case actions.Begin() | actions.Draw():
                    return await with_round_drawn(outcome, times, self._drawing)
                case actions.Redraw():
                    return await with_round_redrawn(outcome, times, self._drawing)
                case actions.PlayAgain(round=round, pod=pod):
                    t, opening = rounds.played_again(
                        outcome.tournament, round, pod, times.awake, self._new_secret
                    )
                    return replace(outcome, tournament=t, outbox=(*outcome.outbox, *opening))
                case actions.TakeBack(round=round, pod=pod, kept=kept):
                    t, opening = rounds.played_again(
                        outcome.tournament, round, pod, times.awake, self._new_secret, kept
                    )
                    return replace(outcome, tournament=t, outbox=(*outcome.outbox, *opening))
                case actions.OpenRound():
                    t, opening = rounds.opened(outcome.tournament, times.awake, times.unix, self._new_secret)
                    return replace(outcome, tournament=t, outbox=(*outcome.outbox, opening))
                case _:
                    return outcome
        except PairingError as impossible:
            raise refusal_of(impossible.trouble) from None

    async def undo(
        self, press: Press, rights: OrganiserRights, id: str, entry: int, reason: str
    ) -> CommittedChange:
        """Take an act back, where it can be; that is an entry of its own."""

        async def work_out(t: Tournament) -> PendingChange:
            await self._require_organiser(rights, t)
            row = await self._store.audit.entry(entry)
            if row is None or row.tournament != t.id:
                raise Refusal("gone", _("This tournament's log has no such entry. Pick one from it."))
            return await self._recorded_undo(press, t, row, reason)

        return await self.repository.change(press, id, work_out)

    async def _recorded_undo(self, press: Press, t: Tournament, row: AuditRow, reason: str) -> PendingChange:
        """The tournament without the act of this entry, with one of its own. Refusal if it has to stay."""
        outcome = await self._undone(t, row)
        undo = replace(
            row,
            id=0,
            at=self._clock.now(),
            user=press.user,
            name=press.name,
            kind=actions.UNDO,
            reason=reason,
            action=actions.audit_payload(actions.action_of(row), actions.before_of(row)),
            undoes=row.id,
        )
        return _recorded(outcome, undo, actions.action_of(row))

    async def undo_drops(self, press: Press, ban: AuditRow) -> int:
        """The ban of this entry is taken back: whoever was taken out of tournaments with it is let back in,
        each with an entry in the log. Into how many. Where too much has followed, that is the organiser's.

        Whether whoever presses may do that is for the caller to see to.
        """

        async def work(t: Tournament) -> bool:
            found = [row for row in await self.audit(t) if came_with(ban, row, actions.Drop.kind())]
            if t.phase not in OPEN or not found:
                return False
            try:
                outcome = await self._recorded_undo(press, t, found[-1], "")
            except Refusal:
                return False
            await self.repository.store(None, t, outcome)
            return True

        if not ban.about:
            return 0
        known = await self._store.tournaments.tournaments(guild=ban.guild, user=ban.about, phases=OPEN)
        return sum([await self.repository.in_turn(t.id, work) for t in _readable(known)])

    async def _undone(self, t: Tournament, row: AuditRow) -> PendingChange:
        if row.undoes is not None:
            raise Refusal("input", _("That was itself an undo. Do it again instead."))
        if any(other.undoes == row.id for other in await self._store.audit.of_tournament(t.id)):
            raise Refusal("twice", _("That's already been taken back."))
        act = actions.action_of(row)
        if (
            isinstance(act, actions.Substitute)
            and actions.before_of(row).dealt is False
            and await self._is_dealt(t, act.entrant)
        ):
            raise Refusal(
                "late", _("Too late to undo: the substitute's game has begun. Put somebody else in instead.")
            )
        return actions.undo_action(t, row, self._clock.awake())

    async def _is_dealt(self, t: Tournament, entrant: str) -> bool:
        """Whether the cards are dealt at their latest table."""
        event = t.record.event
        pods = [] if event is None else [each for each in event.pods() if entrant in each[1].seats]
        if not pods:
            return False
        round, pod = pods[-1]
        table = await self._table_if_open(t, round.number, pod.number)
        return table is not None and table.phase in ("playing", "over")

    async def can_undo(self, tournament: Tournament, entry: AuditRow) -> bool:
        """Whether `undo` would be possible now."""
        try:
            await self.require_undoable(tournament, entry)
        except Refusal:
            return False
        return True

    async def require_undoable(self, tournament: Tournament, entry: AuditRow) -> None:
        """Refusal if `undo` would not be possible now."""
        await self._undone(tournament, entry)

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
        return [t for t in _readable(rows) if t.record.crowned and t.settings.champion_role == role]

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


def _recorded(
    outcome: PendingChange, row: AuditRow, act: AnyAction, *, openly: bool = False
) -> PendingChange:
    """The outcome, with its entry in the log and the outbox entry that tells of it."""
    action_taken = ActionTaken(
        *(row.kind, row.name, row.about, row.about_name, row.reason, act),
        openly=openly,
        opened=actions.before_of(row).round,
    )
    return replace(outcome, audit=(row,), outbox=(*outcome.outbox, outbox_entry("acted", action_taken)))


def _readable(rows: Collection[TournamentRow]) -> list[Tournament]:
    """The tournaments whose games are installed; one that cannot be read is left out, and the log says so."""
    read: list[Tournament] = []
    for row in rows:
        if row.game in catalogue():
            try:
                read.append(from_row(row))
            except ValueError as error:
                log.error("a tournament cannot be read", tournament=row.id, trace=trace(error))
    return read
