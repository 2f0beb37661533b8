"""What people do at a table: sit down, play, leave the seat to somebody else and come back to it. And what a
tournament does at its own, which may be asked again: what is so already stays as it is.
"""

from __future__ import annotations

import structlog
from msgspec.structs import replace

from bot.preferences.servers import ANYBODY, Opener, require_may_open
from bot.refusal import Refusal
from bot.runtime.log_context import trace
from bot.tables import clocks, history, leaving, lobby, play, pods
from bot.tables.bans import require_wanted
from bot.tables.model import Press, PressResult, Table, TableUpdate
from bot.tables.pod_model import PodTarget
from bot.tables.reliability import load_reliability
from bot.tables.robot_pool import HintEngine
from bot.tables.turns import TableTurns
from games.contract import Action
from games.text import _
from games.thinking.hints import Hint
from storage.errors import StorageError

log = structlog.get_logger(__name__)


class Seating:
    """The seats of all tables."""

    def __init__(self, turns: TableTurns) -> None:
        self._turns = turns

    async def join(self, press: Press, table_id: str) -> PressResult:
        """Sit down at a table that waits for people."""
        table = await self._turns.table(table_id)
        guild = table.guild
        await self._turns.bans.require_welcome(guild, press.user)
        await require_wanted(self._turns.people, table, press.user)
        known = await load_reliability(self._turns.store.results, press.user, guild)
        return await self._turns.change(press, table_id, lobby.join, known.on_time if known else 0)

    async def call_substitute(self, press: Press, table_id: str, seat: int | None = None) -> PressResult:
        """Look for somebody who takes over the user's seat, or (`seat`) one that a robot keeps."""
        return await self._turns.change(
            press, table_id, leaving.call_substitute, self._turns.clock.awake(), seat
        )

    async def take_seat(self, press: Press, table_id: str, seat: int) -> PressResult:
        """Sit down in a seat for which a substitute is wanted, and see its hand from then on."""
        table = await self._turns.table(table_id)
        await self._turns.bans.require_welcome(table.guild, press.user)
        await require_wanted(self._turns.people, table, press.user)
        done = await self._turns.change(press, table_id, leaving.take_seat, seat)
        return await self.back_from_vacation(press, done)

    async def came_back(self, user: int, table_id: str) -> Table:
        """The user has opened the hand: a robot in their place gets up; a tournament's table that waits for
        them knows that they are here. The table as it is then.
        """
        return await self._turns.change_seat(user, table_id, leaving.owner_returned)

    async def back_from_vacation(self, press: Press, done: PressResult) -> PressResult:
        """Whoever plays is here. What they did is stored, so that nothing of this may fail any more."""
        if not await self._turns.vacation_tracker.is_away(press.user):
            return done
        try:
            await self._turns.vacation_tracker.end(press.user)
        except StorageError as error:
            log.error("a vacation could not be ended", trace=trace(error))
        return replace(done, table=await self._turns.table(done.table.id))

    async def set_away(self, user: int, until: float | None) -> None:
        """The user is on vacation until that Unix time: their clocks stand still at all tables that last for
        days, and tournaments' tables do not wait for them. None: they are here again.

        May be called again and again.
        """

        def change(table: Table, seat: int) -> Table:
            if table.phase == "lobby":
                return pods.with_away(table, seat, until is not None)
            return clocks.with_vacation(table, seat, until)

        for table in await self._turns.tables_of(user, ("lobby", "playing")):
            await self._turns.change_seat(user, table.id, change)


class Playing:
    """What players do at all tables that play."""

    def __init__(self, turns: TableTurns, seating: Seating, hints: HintEngine) -> None:
        self._turns = turns
        self._seating = seating
        self._hints = hints

    async def start(self, press: Press, table_id: str) -> PressResult:
        """Deals the cards at a table in its lobby. Refusal if people are missing or whoever presses may
        not.
        """
        return await self._turns.change(press, table_id, lobby.start, self._turns.clock.now())

    async def choose(self, press: Press, table_id: str, decision: str, depth: int, index: int) -> PressResult:
        """A button of the hand: the value at `index` of the step that comes after `depth` chosen values.

        A step in the middle is kept as a draft; the last one plays.
        """

        async def work(table: Table) -> tuple[Table, PressResult]:
            try:
                return table, await self._choose(press, table, decision, depth, index)
            except Refusal as refusal:
                if done := await self._turns.repository.stored_result(press):
                    return done.table, done
                if refusal.reason != "stale" or (seat := table.seat_of(press.user)) is None or not decision:
                    raise
                if history.last_decision(table, await self._turns.store.log(table.id), seat) != decision:
                    raise
                # The same player has just made this decision.
                said = _("You'd already decided that: the first press counts. Here's your hand now.")
                raise Refusal("twice", said) from None

        before, done = await self._turns.in_turn(table_id, work)
        return (
            await self._seating.back_from_vacation(press, done)
            if done.table.actions > before.actions
            else done
        )

    async def _choose(self, press: Press, table: Table, decision: str, depth: int, index: int) -> PressResult:
        play.require_running(table)
        seat = table.seat_of(press.user)
        if seat is None or table.is_missing(seat):
            # Whoever presses on a hand plays on, though they had left the seat, or had not come yet.
            there = leaving.with_kept_seat(table, press.user, leaving.owner_returned)
            if there is not table:
                table = (await self._turns.update(None, table, there)).table
            seat = play.require_seat(table, press.user)
        if table.game.decision(table.state, seat) != decision or not decision:
            raise Refusal("stale", _("Too late for that. Here's your hand now."))
        chosen = await self._turns.drafts.of(table, seat)
        if depth != len(chosen):
            return PressResult(table)
        choice = play.pick(table, seat, chosen, index)
        if choice.action is None:
            await press.require_answerable()
            await self._turns.drafts.keep(table, seat, decision, (*chosen, choice.value))
            return PressResult(table)
        done = await self._turns.update(press, table, play.move(table.with_move(seat), seat, choice.action))
        if chosen:
            await self._turns.drafts.keep(table, seat, decision, ())
        return done

    async def step_back(self, press: Press, table_id: str, decision: str) -> PressResult:
        """Forget the latest of the values that were chosen so far towards this decision."""

        async def work(table: Table) -> PressResult:
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            await press.require_answerable()
            if table.game.decision(table.state, seat) == decision:
                chosen = await self._turns.drafts.of(table, seat)
                await self._turns.drafts.keep(table, seat, decision, chosen[:-1])
            return PressResult(table)

        return await self._turns.in_turn(table_id, work)

    async def hint(self, press: Press, table_id: str) -> tuple[Table, Hint]:
        """What is best for the user now and why, from what they know. Refusal where no hints are given."""
        done = await self._turns.change(press, table_id, play.mark_helped)
        table = done.table
        chosen = await self._turns.drafts.of(table, play.require_seat(table, press.user))
        return table, await self._hints.hint(table.game.slug, table.observe(press.user), chosen)

    async def move_robot(self, table_id: str, seat: int, decision: str, action: Action) -> None:
        """A robot's move, unless this decision has passed or a person plays there meanwhile."""

        async def work(table: Table) -> None:
            if table.phase != "playing" or not clocks.is_played_by_robot(table, seat):
                return
            if table.game.decision(table.state, seat) == decision:
                await self._turns.update(None, table, play.move(table, seat, action))

        await self._turns.in_turn(table_id, work)

    async def pause(self, press: Press, table_id: str) -> PressResult:
        """Ask for a pause, or agree to one: when everybody has, the clocks stand still."""
        return await self._turns.change(press, table_id, play.pause, self._turns.clock.awake())

    async def ask_for_pace(self, press: Press, table_id: str, when: str) -> PressResult:
        """Ask that the game goes on over days, or `when` "now" in one sitting again; or agree to it."""
        slow = (await self._turns.servers.of((await self._turns.table(table_id)).guild)).slow_pace
        awake = self._turns.clock.awake()
        return await self._turns.change(press, table_id, play.ask_for_pace, awake, when, slow)

    async def share(
        self, press: Press, table_id: str, channel: int | None, opener: Opener = ANYBODY
    ) -> PressResult:
        """How the private game ended is shown in this channel; None: in the one in which it began."""
        table = await self._turns.table(table_id)
        place = channel or table.channel
        await self._turns.bans.require_welcome(table.guild, press.user)
        require_may_open(await self._turns.servers.of(table.guild), opener, place)
        return await self._turns.change(press, table_id, play.share, place)


class PodTables:
    """The tables of all pods."""

    def __init__(self, turns: TableTurns, seating: Seating) -> None:
        self._turns = turns
        self._seating = seating

    async def open(self, table: Table, copied_from: str = "") -> Table:
        """The table of a pod, opened now unless it stands already; `copied_from`: it begins with the first
        actions of that table. ValueError if another has its name.
        """
        async with self._turns.repository.turn(table.id):
            if await self._turns.store.table(table.id) is not None:
                known = await self._turns.table(table.id)
                if known.record.pod is None or known.record.pod.mark != pods.pod_of(table).mark:
                    raise ValueError(f"table {table.id} is not that of {pods.pod_of(table).mark}")
                return known
            waits = table.awaited or table.phase == "playing"
            update = TableUpdate(table if waits else pods.deal_pod(table), copied_from=copied_from)
            done = await self._turns.update(None, None, update)
        return await self._turns.with_vacations(None, done.table)

    async def bring_to_target(self, table_id: str, target: PodTarget) -> Table:
        """See to it that the table is as the tournament wants it. Refusal if there is no such table."""

        async def work(before: Table) -> Table:
            after = pods.bring_to_target(before, target, self._turns.clock.awake())
            if (after.phase, after.record) == (before.phase, before.record):
                return before
            return (await self._turns.update(None, before, after)).table

        return await self._turns.in_turn(table_id, work)

    async def check_in(self, press: Press, table_id: str) -> PressResult:
        """Say at a tournament's table that one is here. When all have, the cards are dealt."""
        try:
            return await self._turns.change(press, table_id, pods.check_in)
        except Refusal as refusal:
            if refusal.reason != "late":
                raise
            # the cards are dealt already
            return PressResult(await self._seating.came_back(press.user, table_id))
