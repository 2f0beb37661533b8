"""The clerk: sees to whatever happens to tournaments without anybody's press.

Rounds are drawn and opened when their moment has come, tables stand for their pods, results are fetched from
tables that have ended. Everything follows from what is stored, so that it may be begun again at any point.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import structlog

from bot.organising import entering, results, rounds, timetable
from bot.organising.errands import OFFICE_OWN, Bring, RoundErrand, errand, payload_of
from bot.organising.herald import Herald
from bot.organising.ledger import Ledger
from bot.organising.outcome import Outcome
from bot.organising.settling import Drawing, drawn, settled
from bot.organising.timetable import Step, Times
from bot.organising.tournament import Tournament
from bot.tables.alarms import Alarms
from bot.tables.clock import Clock
from bot.tables.errands import Errands
from bot.tables.house import House
from bot.tables.pod import PodWishes
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tournaments.event import Impossible, Pod, Round
from bot.traces import trace
from storage.doors.store import Store
from storage.records import ErrandRow, TournamentPhase

log = structlog.get_logger(__name__)

OPEN: tuple[TournamentPhase, ...] = ("open", "running")
ALL = 1_000_000
"""More tournaments than there ever are."""
AT_ONCE = 8
"""Tables of a round that are opened side by side: they share a commit."""


class Clerk:
    """Works in the background. What it stores goes through its ledger, as everything does."""

    def __init__(self, store: Store, house: House, herald: Herald, clock: Clock, drawing: Drawing) -> None:
        self._store = store
        self._house = house
        self._herald = herald
        self._clock = clock
        self._drawing = drawing
        self.ledger = Ledger(store, clock, self._settle, self._afterwards)
        self._alarms = Alarms(clock, self._ring, "tournament")
        self._errands = Errands(store.tournaments, self._run_errand, _lane, "tournament")
        self._watched = set[str]()
        """The tournaments that are not over."""
        self._heard = set[str]()
        """Those whose tables have to be looked at: one of them may have ended."""
        self._reopened: dict[str, asyncio.Event] = {}
        house.listen(self._hear)

    async def open(self) -> None:
        """Take up whatever a stop or a crash left: moments, results, errands, outdated messages."""
        for row in await self._store.tournaments.tournaments(phases=OPEN, limit=ALL):
            self._watched.add(row.id)
        self._heard |= self._watched
        self._alarms.open((id, self._clock.awake()) for id in self._watched)
        self._errands.open()
        for post in await self._store.tournaments.outdated():
            try:
                self._herald.changed(await self.ledger.tournament(post.table))
            except (Refusal, ValueError) as error:  # one that cannot be read must not keep others waiting
                log.warning("a tournament cannot be taken up", tournament=post.table, trace=trace(error))

    async def close(self) -> None:
        """Nothing new is begun; storage knows what is left."""
        await self._alarms.close()
        await self._errands.close()

    def clock_went_on(self) -> None:
        """House time has stood still: appointments by the calendar have come nearer."""
        for id in self._watched:
            self._alarms.set(id, self._clock.awake())

    def forget(self, id: str) -> None:
        """The tournament was erased."""
        self._alarms.set(id, None)
        self._watched.discard(id)
        self._heard.discard(id)
        self.ledger.forget(id)
        self._go_on_with_errands(id)

    @property
    def times(self) -> Times:
        """What the time is."""
        return Times(self._clock.awake(), self._clock.now())

    # with every change

    async def _settle(self, before: Tournament | None, outcome: Outcome) -> Outcome:
        return await settled(before, outcome, self.times, self._drawing)

    def _afterwards(self, t: Tournament, outcome: Outcome) -> None:
        if t.phase in OPEN:
            self._watched.add(t.id)
        else:
            self._watched.discard(t.id)
        self._set_alarm(t)
        if outcome.errands:
            self._errands.wake()
        if t.record.shut is None:
            self._go_on_with_errands(t.id)
        self._herald.changed(t)

    def _set_alarm(self, t: Tournament) -> None:
        times = self.times
        moment = times.awake if t.id in self._heard else timetable.next_moment(t, times)
        self._alarms.set(t.id, moment if t.id in self._watched else None)

    def look_at(self, id: str) -> None:
        """One of the tournament's tables may have ended."""
        if id in self._watched:
            self._heard.add(id)
            self._alarms.set(id, self._clock.awake())

    def _hear(self, table: Table) -> None:
        if table.record.pod is not None and results.has_ended(table):
            self.look_at(table.record.pod.tournament)

    # as time passes

    async def _ring(self, id: str) -> None:
        """The tournament's moment has come, or one of its tables has ended."""
        async with self.ledger.turn(id):
            try:
                t = await self.ledger.tournament(id)
            except (Refusal, ValueError) as error:  # its game is not installed, or it cannot be read
                log.warning("a tournament is left as it is", tournament=id, trace=trace(error))
                return
            if id in self._heard:
                self._heard.discard(id)
                try:
                    t = await self._with_results(t)
                except BaseException:
                    self._heard.add(id)
                    raise
            while (step := timetable.next_step(t, self.times)) is not None:
                t = await self._take(t, step)
        self._set_alarm(t)

    async def _with_results(self, t: Tournament) -> Tournament:
        """The tournament with what has come of the tables that have ended."""
        after = t
        for round, pod in t.open_pods() if t.phase == "running" and t.record.shut is None else ():
            table = await self._ended(t, round, pod)
            if table is not None:
                after = results.counted(after, results.result_of(table, round, pod))
        return t if after is t else await self._store_change(t, Outcome(after))

    async def _ended(self, t: Tournament, round: Round, pod: Pod) -> Table | None:
        """The pod's table if it has ended by itself; what was declared void is decided elsewhere."""
        one = t.table_of(round.number, pod.number)
        if one is None:
            return None
        try:
            table = await self._house.table(one.table)
        except (Refusal, ValueError) as error:  # it is not opened yet, or cannot be read: others can
            if one.opened:
                log.warning("a pod's table cannot be read", table=one.table, trace=trace(error))
            return None
        return table if results.has_ended(table) and table.record.closed_by != "void" else None

    async def _take(self, t: Tournament, step: Step) -> Tournament:
        """Do what is due."""
        try:
            outcome = await self._due(t, step)
        except Impossible as impossible:
            log.info("a tournament needs its organiser", tournament=t.id, why=impossible.trouble.value)
            outcome = Outcome(t.with_record(trouble=impossible.trouble.value))
        return await self._store_change(t, outcome)

    async def _due(self, t: Tournament, step: Step) -> Outcome:
        times = self.times
        match step:
            case "entries":
                return Outcome(t)
            case "ask":
                return Outcome(timetable.asked(t, times), errands=(errand("check-in"),))
            case "put-off":
                return Outcome(timetable.put_off(t, times))
            case "start":
                present, errands = entering.present(t)
                return await drawn(Outcome(rounds.begun(present), errands=errands), times, self._drawing)
            case "draw":
                return await drawn(Outcome(t), times, self._drawing)
            case "open":
                opened, opening = rounds.opened(t, times.awake, times.unix)
                return Outcome(opened, errands=(opening,))
            case "finish":
                return Outcome(rounds.in_time(t, times.awake))

    async def _store_change(self, t: Tournament, outcome: Outcome) -> Tournament:
        return (await self.ledger.store(None, t, outcome)).tournament

    async def change(self, id: str, change: Callable[[Tournament], Tournament]) -> None:
        """What becomes of a tournament without anybody's press; nothing is stored if nothing does."""
        async with self.ledger.turn(id):
            try:
                t = await self.ledger.tournament(id)
            except (Refusal, ValueError) as error:
                log.warning("a tournament is left as it is", tournament=id, trace=trace(error))
                return
            changed = change(t)
            if changed != t:
                await self._store_change(t, Outcome(changed))

    # errands

    async def _run_errand(self, row: ErrandRow) -> None:
        try:
            t = await self._when_not_shut(row.table)
        except Refusal as refusal:
            log.warning(
                "an errand of a tournament that is no more is dropped",
                errand=row.id,
                why=refusal.text.message,
            )
            return
        match row.kind:
            case "tables":
                await self._open_tables(t, payload_of(row, RoundErrand))
            case "bring":
                await self._bring(t, payload_of(row, Bring))
            case _:
                await self._herald.run(t, row)

    async def _when_not_shut(self, id: str) -> Tournament:
        """The tournament as soon as its server can be reached. Refusal if there is none (any more)."""
        while (t := await self.ledger.tournament(id)).record.shut is not None:
            await self._reopened.setdefault(id, asyncio.Event()).wait()
        return t

    def _go_on_with_errands(self, id: str) -> None:
        if (reopened := self._reopened.pop(id, None)) is not None:
            reopened.set()

    async def _open_tables(self, t: Tournament, about: RoundErrand) -> None:
        """The round's tables stand. A table that stands already is left as it is."""
        round = rounds.current(t, about)
        if round is None or t.phase != "running":
            return
        few = asyncio.Semaphore(AT_ONCE)
        await _all(self._open_table(t, round, pod, few) for pod in round.pods)
        await self.change(t.id, lambda t: rounds.standing(t, round.number))
        self.look_at(t.id)  # where nobody came robots may have been quicker than this

    async def _open_table(self, t: Tournament, round: Round, pod: Pod, few: asyncio.Semaphore) -> None:
        one = t.table_of(round.number, pod.number)
        if one is None or one.void:
            return
        async with few:
            wishes, settings = rounds.wishes(t, round, pod), t.settings
            await self._house.open_pod(
                one.table,
                guild=t.guild,
                channel=t.channel,
                game=t.game,
                options=settings.game_options,
                pace=settings.pace,
                rated=settings.rated,
                locale=t.record.locale,
                secret=one.secret,
                pod=rounds.pod_of(t, round, pod),
                sitters=wishes.sitters,
            )
            if wishes != PodWishes(wishes.sitters):
                await self._house.bring(one.table, wishes)

    async def _bring(self, t: Tournament, about: Bring) -> None:
        """The pod's table is as the tournament wants it now."""
        for round, pod in t.record.event.pods() if t.record.event is not None else ():
            one = t.table_of(round.number, pod.number)
            if one is None or (round.number, pod.number) != (about.round, about.pod):
                continue
            is_played = t.phase == "running" and t.result_of(round.number, pod.number) is None
            if is_played and not one.opened:  # it was void when the others were opened, and counts after all
                await self._open_table(t, round, pod, asyncio.Semaphore(1))
                await self.change(t.id, lambda t: rounds.standing(t, about.round))
            try:
                table = await self._house.bring(one.table, rounds.wishes(t, round, pod))
            except Refusal as refusal:
                log.info("a pod's table is no more", table=one.table, why=refusal.text.message)
                continue
            if results.has_ended(table):  # maybe before it was to go on: then nobody hears of it again
                self.look_at(t.id)


def _lane(row: ErrandRow) -> str:
    """Tables do not wait for messages that cannot be sent."""
    return f"{row.table} tables" if row.kind in OFFICE_OWN else row.table


async def _all(doings: Iterable[Awaitable[None]]) -> None:
    """All of them are tried; if any failed, the first failure is raised."""
    for outcome in await asyncio.gather(*doings, return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome
