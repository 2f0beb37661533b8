"""What all rooms of the house share: the tables, and the one way to change them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import msgspec
import structlog

from bot.pace import NONE, Pace
from bot.preferences.people import PersonPreferencesRepository
from bot.preferences.servers import (
    ANYBODY,
    Opener,
    ServerPreferencesRepository,
    require_may_open,
    require_room,
)
from bot.refusal import Refusal
from bot.runtime.clock import AwakeTimeRecorder, Clock, SystemClock
from bot.runtime.deadline_queue import DeadlineQueue
from bot.runtime.keyed_lock import KeyedLock
from bot.runtime.log_context import trace
from bot.runtime.outbox import Outbox
from bot.tables import (
    anonymise,
    clocks,
    history,
    leaving,
    lobby,
    model,
    moderation,
    options,
    orders,
    planning,
    play,
    pods,
    startup_scan,
)
from bot.tables import options as tables_options
from bot.tables.automatic_moves import PlannedMoveRunner, RobotEngine, RobotRunner
from bot.tables.clocks import users_away
from bot.tables.model import (
    NO_CLOCKS,
    PodInfo,
    PodSeat,
    PodTarget,
    Press,
    PressResult,
    Record,
    Seat,
    Table,
    TablePublisher,
    TableUpdate,
    table_from_row,
)
from bot.tables.moderation import ModerationAction
from bot.tables.repository import DraftRepository, TableRepository
from bot.tables.robot_pool import RobotPool
from bot.tables.vacations import VacationTracker
from games import fairness
from games.catalogue import catalogue
from games.contract import Action, AnyGame, Observation, PlanMenu, Position
from games.text import Text, _
from storage.errors import Conflict, StorageError
from storage.interfaces import Store
from storage.models import ActionRow, AuditRow, Change, Draft, OutboxEntry, OutboxRow, Phase, TableRow

log = structlog.get_logger(__name__)

OPEN_PHASES: tuple[Phase, ...] = ("lobby", "playing")
NO_LIMIT = 1_000_000
"""More tables than there ever are."""


class ServiceBase:
    """The members that the rooms use. `bot.tables.service.TableService` furnishes them."""

    clock: Clock
    servers: ServerPreferencesRepository
    vacation_tracker: VacationTracker
    _store: Store
    _people: PersonPreferencesRepository
    _table_publisher: TablePublisher
    _repository: TableRepository
    _drafts: DraftRepository
    _planned_move_runner: PlannedMoveRunner
    _opening: KeyedLock
    _alarms: DeadlineQueue

    async def table(self, table_id: str) -> Table:
        """The table as it is now. Refusal if there is none."""
        return await self._repository.table(table_id)

    async def tables_of(self, user: int, phases: Collection[Phase] = OPEN_PHASES) -> list[Table]:
        """The tables at which this user plays, the latest changed first."""
        rows = await self._store.tables(user=user, phases=phases)
        return tables_from_rows(rows)

    async def draft_of(self, table: Table, seat: int) -> tuple[str, ...]:
        """The values that the seat has chosen so far towards its current decision."""
        return await self._drafts.of(table, seat)

    async def came_back(self, user: int, table_id: str) -> Table:
        """The user has opened the hand: a robot in their place gets up; a tournament's table that waits for
        them knows that they are here. The table as it is then.
        """
        return await self._change_seat(user, table_id, leaving.owner_returned)

    async def _change_seat(self, user: int, table_id: str, change: Callable[[Table, int], Table]) -> Table:
        """What becomes of the user's seat in a running game, or at a tournament's table before it; nothing is
        stored if nothing does.
        """
        table = await self.table(table_id)
        seat = table.seat_kept_for(user)
        if not _has_fixed_seats(table) or seat is None or change(table, seat) is table:
            return table  # for nearly everybody who opens a hand: nobody need wait for the table's turn
        async with self._repository.turn(table_id):
            table = await self.table(table_id)
            seat = table.seat_kept_for(user)
            if not _has_fixed_seats(table) or seat is None or (changed := change(table, seat)) is table:
                return table
            return (await self._repository.store(None, table, TableUpdate(changed))).table

    async def _back_from_vacation(self, user: int, done: PressResult) -> PressResult:
        """Whoever plays is here. What they did is stored, so that nothing of this may fail any more."""
        if self.vacation_tracker.until(user) is None:
            return done
        try:
            await self.vacation_tracker.end(user)
        except StorageError as error:
            log.error("a vacation could not be ended", trace=trace(error))
        return replace(done, table=await self.table(done.table.id))

    async def _at_table(self, table_id: str, change: Callable[[Table], Table]) -> None:
        """What becomes of a table without anybody's press; nothing is stored if nothing does."""
        async with self._repository.turn(table_id):
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError) as error:
                log.warning("a table is left as it is", table=table_id, trace=trace(error))
                return
            changed = change(table)
            if table.phase in OPEN_PHASES and changed != table:
                await self._repository.store(None, table, with_close_entry(changed))

    async def _forced_move_users(self, table: Table) -> Collection[int]:
        """Those at the table who want forced moves made by themselves wherever they sit down."""
        return {user for user in table.people if (await self._people.of(user)).forced_moves}


def _has_fixed_seats(table: Table) -> bool:
    """Whether whoever sits there is to stay."""
    return table.phase == "playing" or (table.phase == "lobby" and table.record.pod is not None)


def tables_from_rows(rows: Sequence[TableRow]) -> list[Table]:
    """The tables whose games are installed; one that cannot be read is left out, and the log says so."""
    tables: list[Table] = []
    for row in rows:
        if row.game in catalogue():
            try:
                tables.append(table_from_row(row))
            except ValueError as error:
                log.error("a table cannot be read", table=row.id, trace=trace(error))
    return tables


def with_close_entry(table: Table, said: Text | None = None) -> TableUpdate:
    """The change, with the outbox entry that a table needs which it has closed."""
    return TableUpdate(table, said, (OutboxEntry("closed"),) if table.phase == "closed" else ())


def with_phase_entry(before: Table, after: Table, said: Text | None = None) -> TableUpdate:
    """The change, with the outbox entry that a table needs which was closed by it, or opened again."""
    if before.phase != "closed" or after.phase == "closed":
        return with_close_entry(after, said)
    kind = "lobby" if after.phase == "lobby" and after.record.pod is None else "open"
    return TableUpdate(after, said, (OutboxEntry(kind),))  # it may have been closed before its messages stood


def seats_with_new_players(before: Table, after: Table) -> list[int]:
    """The seats in which somebody else sits; both tables have the same seats."""
    return [at for at, seat in enumerate(after.seats) if seat.user != before.seats[at].user]


# What can be read of tables.


class ReadUseCases(ServiceBase):
    """Nothing is changed here."""

    async def tables_in(self, guild: int, phases: Collection[Phase] = OPEN_PHASES) -> list[Table]:
        """The tables of a server, the latest changed first."""
        return tables_from_rows(await self._store.tables(guild=guild, phases=phases))

    async def log_of(self, table: Table, user: int | None) -> list[Text]:
        """The game so far in words, only what this user may know."""
        _require_deal(table)
        seat = None if user is None else table.seat_of(user)
        return history.narrate(table, await self._store.log(table.id), seat)

    async def actions_of(self, table: Table) -> list[ActionRow]:
        """The table's log as it is stored. It tells hidden things: for games that are over."""
        return await self._store.log(table.id)

    async def seen_at(self, table: Table, actions: int) -> Observation:
        """What everybody could see after so many actions."""
        log = await self._store.log(table.id)
        return history.public_view_after(table, log[:actions])

    async def proof_of(self, table: Table) -> history.Proof:
        """How the shuffle was made. Refusal before the end: it would show every hand."""
        if table.phase != "over":
            raise Refusal(
                "early",
                _(
                    "The shuffle's secret is shown when the game has ended. Its commitment stands in "
                    "the lobby."
                ),
            )
        if table.position is not None:
            raise Refusal("shut", history.NO_PROOF)
        return history.proof_of(table)


def _require_deal(table: Table) -> None:
    """Refusal unless cards were dealt at this table."""
    if table.state is None:
        raise Refusal("early", _("The game has not begun yet, so there is nothing in its log."))


# At a table before its cards are dealt.


class LobbyUseCases(ServiceBase):
    """Who sits down, how it is played, when it begins."""

    async def join(self, press: Press, table_id: str) -> PressResult:
        """Take a seat."""
        return await self._lobby(
            press, table_id, lambda table: lobby.join(table, press.user, press.name, str(press.id))
        )

    async def leave(self, press: Press, table_id: str) -> PressResult:
        """Give the seat up while the game has not begun: it is free again."""
        return await self._lobby(press, table_id, lambda table: lobby.leave(table, press.user))

    async def remove(self, press: Press, table_id: str, join: str) -> PressResult:
        """The host empties the seat that was taken with that press."""
        return await self._lobby(press, table_id, lambda table: lobby.remove(table, press.user, join))

    async def add_robot(self, press: Press, table_id: str, strength: str | None = None) -> PressResult:
        """A robot sits down."""
        return await self._lobby(
            press, table_id, lambda table: lobby.add_robot(table, press.user, strength, str(press.id))
        )

    async def cut(self, press: Press, table_id: str, word: str) -> PressResult:
        """Put a word into the shuffle; an empty one takes it back."""
        said = _(
            "Your word is in the shuffle. It is shown when the game has ended, so that everybody can "
            "check the deal."
        )
        taken_back = _("Your word is taken out of the shuffle again.")

        def change(table: Table) -> TableUpdate:
            after = lobby.set_cut_word(table, press.user, word)
            seat = after.seat_of(press.user)
            here = after if seat is None else leaving.mark_arrived(after, seat)
            return TableUpdate(here, said if word.strip() else taken_back)

        return await self._repository.change(press, table_id, change)

    async def set_option(self, press: Press, table_id: str, name: str, value: str) -> PressResult:
        """The host changes how the game is played."""
        return await self._lobby(
            press, table_id, lambda table: options.set_option(table, press.user, name, value)
        )

    async def set_pace(self, press: Press, table_id: str, pace: Pace) -> PressResult:
        """The host changes how long a move may take."""
        return await self._lobby(press, table_id, lambda table: options.set_pace(table, press.user, pace))

    async def set_capacity(self, press: Press, table_id: str, seats: int) -> PressResult:
        """The host changes how many can sit down."""
        return await self._lobby(
            press, table_id, lambda table: options.set_capacity(table, press.user, seats)
        )

    async def lock(self, press: Press, table_id: str, locked: bool) -> PressResult:
        """The host shuts or opens the door."""
        return await self._lobby(press, table_id, lambda table: lobby.lock(table, press.user, locked))

    async def invite(self, press: Press, table_id: str, users: Sequence[int] | None) -> PressResult:
        """The host names who may join; None: everybody."""
        return await self._lobby(press, table_id, lambda table: lobby.invite(table, press.user, users))

    async def rate(self, press: Press, table_id: str, rated: bool) -> PressResult:
        """The host says whether the result counts for ratings."""
        return await self._lobby(press, table_id, lambda table: lobby.set_rated(table, press.user, rated))

    async def start(self, press: Press, table_id: str) -> PressResult:
        """Deal."""
        forced_move_users = await self._forced_move_users(await self.table(table_id))

        def started(table: Table) -> TableUpdate:
            begun = lobby.start(table, press.user, self.clock.now())
            return TableUpdate(
                planning.with_initial_orders(begun, forced_move_users), outbox=(OutboxEntry("open"),)
            )

        done = await self._repository.change(press, table_id, started)
        for user in done.table.people:
            if await self.vacation_tracker.apply_to_new_table(user):
                done = replace(done, table=await self.table(table_id))
        return done

    async def close_table(self, press: Press, table_id: str) -> PressResult:
        """The host calls it off."""
        return await self._repository.change(
            press, table_id, lambda table: with_close_entry(lobby.close(table, press.user))
        )

    async def _lobby(self, press: Press, table_id: str, change: Callable[[Table], Table]) -> PressResult:
        return await self._repository.change(press, table_id, lambda table: with_close_entry(change(table)))


# How tables come to be: by a host, full of robots, for a rematch.


SIZE_OF_A_QUICK_TABLE = 4
"""Seats at a table that `play` fills with robots, where the game allows so many."""


class OpenUseCases(LobbyUseCases):
    """Opens tables."""

    async def create(
        self,
        press: Press,
        *,
        guild: int,
        channel: int,
        game: str,
        options: dict[str, Any],
        capacity: int | None = None,
        locale: str = "",
        pace: Pace | None = None,
        opener: Opener = ANYBODY,
    ) -> PressResult:
        """A new table with its host at it. Without a `pace`, with the server's."""
        if done := await self._repository.stored_result(press):
            return done
        wishes = await self.servers.of(guild)
        require_may_open(wishes, opener, channel)
        rules = tables_options.check_game(game)
        checked = tables_options.check_options(rules, options)
        seats = (Seat(name=press.name, join=str(press.id), user=press.user),)
        capacity = tables_options.check_capacity(rules, checked, capacity)
        kept = checked.model_dump(mode="json", exclude_defaults=True)
        pace = wishes.default_pace if pace is None else pace
        record = _new_record(press.user, kept, capacity, wishes.locale or locale, seats, pace)
        return await self._open(
            press, TableUpdate(self._new(guild, channel, rules, record), outbox=(OutboxEntry("lobby"),))
        )

    async def play(
        self,
        press: Press,
        *,
        guild: int,
        channel: int,
        game: str | None,
        options: dict[str, Any],
        locale: str = "",
        opener: Opener = ANYBODY,
        players: int | None = None,
        position: Position | None = None,
    ) -> PressResult:
        """A table with robots in every other seat, the game begun.

        `position`: where so many `players` begin, instead of a deal, whoever presses in seat 0. ValueError if
        no game can stand so.
        """
        if done := await self._repository.stored_result(press):
            return done
        wishes = await self.servers.of(guild)
        require_may_open(wishes, opener, channel)
        rules = tables_options.check_game(game)
        checked = tables_options.check_options(rules, options)
        allowed = rules.players_for(checked)
        usual = max(allowed[0], min(SIZE_OF_A_QUICK_TABLE, allowed[-1]))
        size = usual if players is None else tables_options.check_capacity(rules, checked, players)
        kept = checked.model_dump(mode="json", exclude_defaults=True)
        seats = (Seat(name=press.name, join=str(press.id), user=press.user),)
        record = _new_record(press.user, kept, size, wishes.locale or locale, seats, NONE, rated=False)
        if position is not None:
            begins = position.model_dump(mode="json", exclude_defaults=True)
            record = msgspec.structs.replace(record, position=begins)
        table = self._new(guild, channel, rules, record)
        for _robot in range(size - 1):
            table = lobby.add_robot(table, press.user, None, str(press.id))
        forced_move_users = await self._forced_move_users(table)
        begun = planning.with_initial_orders(
            lobby.start(table, press.user, self.clock.now()), forced_move_users
        )
        return await self._open(press, TableUpdate(begun, outbox=(OutboxEntry("open"),)))

    async def rematch(self, press: Press, table_id: str, opener: Opener = ANYBODY) -> PressResult:
        """A new lobby with the same game and options: the first to press is its host, others join it."""
        old = await self.table(table_id)
        if old.record.pod is not None:
            raise Refusal(
                "shut",
                _(
                    "A tournament's game has no rematch: the tournament's messages in the channel say how it "
                    "goes on. /table create opens a table of your own."
                ),
            )
        if old.phase != "over":
            raise Refusal("early", _("A rematch can be had when this game has ended."))
        # The new table's id follows from the old one's: whoever comes second finds the table there, also
        # after a crash.
        new_id = model.rematch_id(old.id)
        if await self._store.table(new_id) is not None:
            return await self.join(press, new_id)
        wishes = await self.servers.of(old.guild)
        require_may_open(wishes, opener, old.channel)
        seats = (Seat(name=press.name, join=str(press.id), user=press.user),)
        kept = old.record
        record = _new_record(
            *(press.user, kept.options, kept.capacity, wishes.locale or kept.locale, seats, kept.pace),
            rated=kept.rated,
        )
        table = replace(self._new(old.guild, old.channel, old.game, record), id=new_id)
        try:
            async with self._room(old.guild):
                return await self._repository.store(
                    press, None, TableUpdate(table, outbox=(OutboxEntry("lobby"),))
                )
        except (Conflict, Refusal):
            if await self._store.table(new_id) is None:  # nobody was quicker: there is no room
                raise
            return await self.join(press, new_id)

    def _new(self, guild: int, channel: int, game: AnyGame, record: Record) -> Table:
        now = self.clock.now()
        return Table(model.new_table_id(), guild, channel, game, "lobby", 0, 0, record, None, now, now)

    async def _open(self, press: Press, outcome: TableUpdate) -> PressResult:
        async with self._room(outcome.table.guild):
            for _attempt in range(5):
                try:
                    return await self._repository.store(press, None, outcome)
                except Conflict:  # a table of that id exists: take another
                    outcome = replace(outcome, table=replace(outcome.table, id=model.new_table_id()))
        raise RuntimeError("no free table id was found")

    @asynccontextmanager
    async def _room(self, guild: int) -> AsyncIterator[None]:
        """A table is opened in the block. Refusal if the server wants no more of them at once."""
        wishes = await self.servers.of(guild)
        if not wishes.tables:
            yield
            return
        async with self._opening.turn(str(guild)):  # one after the other, or too many would find room
            require_room(wishes, await self._store.servers.open_tables(guild))
            yield


def _new_record(
    host: int,
    options: dict[str, Any],
    capacity: int,
    locale: str,
    seats: tuple[Seat, ...],
    pace: Pace,
    *,
    rated: bool = True,
) -> Record:
    secret = fairness.new_secret().hex()
    return Record(
        host=host,
        options=options,
        secret=secret,
        capacity=capacity,
        locale=locale,
        seats=seats,
        pace=pace,
        rated=rated,
    )


# At a table while the game goes on: people's moves and robots'.


class PlayUseCases(ServiceBase):
    """Moves."""

    async def choose(self, press: Press, table_id: str, decision: str, depth: int, index: int) -> PressResult:
        """A button of the hand: the value at `index` of the step that comes after `depth` chosen values.

        A step in the middle is kept as a draft; the last one plays.
        """
        async with self._repository.turn(table_id):
            table = await self.table(table_id)
            try:
                done = await self._choose(press, table, decision, depth, index)
            except Refusal as refusal:
                if done := await self._repository.stored_result(press):
                    return done
                raise await self._explained(refusal, table, press, decision) from None
        return (
            await self._back_from_vacation(press.user, done) if done.table.actions > table.actions else done
        )

    async def _choose(self, press: Press, table: Table, decision: str, depth: int, index: int) -> PressResult:
        play.require_running(table)
        table = await self._with_owner_back(table, press.user)
        seat = play.require_seat(table, press.user)
        if table.game.decision(table.state, seat) != decision or not decision:
            raise Refusal("stale", _("That decision has passed. Here is your hand as it is now."))
        chosen = await self.draft_of(table, seat)
        if depth != len(chosen):
            return PressResult(table)
        choice = play.pick(table, seat, chosen, index)
        if choice.action is None:
            await self._drafts.keep(Draft(table.id, seat, decision, (*chosen, choice.value)))
            return PressResult(table)
        moved, outbox = play.move(table, seat, choice.action)
        done = await self._repository.store(
            press, table, TableUpdate(moved, outbox=outbox, action=(seat, choice.action))
        )
        if chosen:
            await self._drafts.keep(Draft(table.id, seat, decision, ()))
        return done

    async def _with_owner_back(self, table: Table, user: int) -> Table:
        """Whoever presses on a hand whose seat they had left to a robot plays on, and who was to come to a
        tournament's table has come. In the table's turn.
        """
        seat = table.seat_kept_for(user)
        if seat is None or (table.seat_of(user) is not None and not table.is_missing(seat)):
            return table
        return (
            await self._repository.store(None, table, TableUpdate(leaving.owner_returned(table, seat)))
        ).table

    async def _explained(self, refusal: Refusal, table: Table, press: Press, decision: str) -> Refusal:
        """A press that comes too late because this player has just made the same decision is told so."""
        seat = table.seat_of(press.user)
        if refusal.reason != "stale" or seat is None or not decision:
            return refusal
        if history.last_decision(table, await self._store.log(table.id), seat) != decision:
            return refusal
        return Refusal(
            "twice",
            _("You had already decided that; the first press counts. Here is your hand as it is now."),
        )

    async def back(self, press: Press, table_id: str, decision: str) -> PressResult:
        """Forget what was chosen so far towards this decision."""
        async with self._repository.turn(table_id):
            table = await self.table(table_id)
            play.require_running(table)
            await self._drafts.keep(Draft(table_id, play.require_seat(table, press.user), decision, ()))
            return PressResult(table)

    async def _robot_moves(self, table_id: str, seat: int, decision: str, action: Action) -> None:
        async with self._repository.turn(table_id):
            table = await self.table(table_id)
            if table.phase != "playing" or not clocks.is_played_by_robot(table, seat):
                return
            if table.game.decision(table.state, seat) == decision:
                moved, outbox = play.move(table, seat, action)
                await self._repository.store(
                    None, table, TableUpdate(moved, outbox=outbox, action=(seat, action))
                )


# Standing orders: what a seat wants done by itself.


class PlanUseCases(ServiceBase):
    """Takes orders, and carries them out."""

    async def plans_at(self, table: Table, user: int, actions: int | None = None) -> PlanMenu:
        """What the user can plan for their next move, or could after so many actions. Refusal if nothing."""
        play.require_running(table)
        seat = play.require_seat(table, user)
        if actions is None or actions == table.actions:
            return planning.plan_menu_after(table, (), seat, table.actions)
        return planning.plan_menu_after(table, await self._store.log(table.id), seat, actions)

    async def plan(self, press: Press, table_id: str, actions: int, index: int, named: int) -> PressResult:
        """Plan the choice at `index` of what could be planned after so many actions.

        The bits of `named` say which of its surprises cancel the plan.
        """
        async with self._repository.turn(table_id):
            table = await self.table(table_id)
            offered = await self.plans_at(table, press.user, actions)
            seat = play.require_seat(table, press.user)
            return await self._ordered(
                table, seat, planning.with_plan(table, seat, offered, index, named, actions)
            )

    async def unplan(self, press: Press, table_id: str) -> PressResult:
        """Forget what was planned."""
        async with self._repository.turn(table_id):
            table = await self.table(table_id)
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            if table.orders.get(seat, orders.NO_ORDER).plan is None:
                raise Refusal(
                    "stale", _("You have planned nothing, or it has been done already. Here is your hand.")
                )
            return await self._ordered(table, seat, planning.without_plan(table, seat))

    async def set_forced(self, press: Press, table_id: str, on: bool) -> PressResult:
        """Moves in which there is no choice make themselves at this seat, or do not any more."""
        async with self._repository.turn(table_id):
            table = await self.table(table_id)
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            done = await self._ordered(table, seat, planning.with_forced_moves(table, seat, on))
            self._planned_move_runner.start_if_due(done.table)
            return done

    async def _ordered(self, table: Table, seat: int, wanted: orders.Orders) -> PressResult:
        return PressResult(await self._repository.order(table, seat, wanted.get(seat, orders.NO_ORDER)))

    async def _carry_out(self, table_id: str, seat: int, decision: str) -> None:
        """The seat has left orders about this decision."""
        async with self._repository.turn(table_id):
            table = await self.table(table_id)
            if seat not in planning.seats_due(table) or table.game.decision(table.state, seat) != decision:
                return
            planned = table.orders[seat].plan is not None
            verdict = planning.decide_order(table, await self._store.log(table_id) if planned else (), seat)
            if verdict.action is None:
                self._table_publisher.changed(await self._repository.order(table, seat, verdict.order))
                return
            moved, outbox = play.move(table, seat, verdict.action)
            if moved.phase == "playing":
                moved = replace(moved, orders=orders.with_order(moved.orders, seat, verdict.order))
            action = seat, verdict.action
            await self._repository.store(
                None, table, TableUpdate(moved, outbox=outbox, action=action, by=table.seats[seat].person)
            )


# Out of a running game, and into it in somebody's place.


class LeaveUseCases(ServiceBase):
    """Leaving, conceding, substitutes."""

    async def leave_to_robot(self, press: Press, table_id: str) -> PressResult:
        """A robot plays on in the seat until its owner comes back."""
        said = _(
            "A robot plays on in your seat. My hand brings you back at any time, as long as nobody else has "
            "taken the seat."
        )
        return await self._repository.change(
            press, table_id, lambda table: TableUpdate(leaving.leave_to_robot(table, press.user), said)
        )

    async def concede(self, press: Press, table_id: str) -> PressResult:
        """Leave for good."""

        def conceded(table: Table) -> TableUpdate:
            after = leaving.concede(table, press.user)
            if after.phase == "over":
                return TableUpdate(
                    after, _("You have conceded, and the game is over."), (OutboxEntry("result"),)
                )
            said = _("You have conceded. A robot plays your seat to the end.")
            return with_close_entry(after, said if after.phase == "playing" else None)

        return await self._repository.change(press, table_id, conceded)

    async def call_substitute(self, press: Press, table_id: str, seat: int | None = None) -> PressResult:
        """Look for somebody who takes over the user's seat, or (`seat`) one that a robot keeps."""
        own = _(
            "A message in the channel says that a substitute is wanted. Until somebody takes your seat you "
            "play on, and you can take the call back."
        )
        others = _("A message in the channel says that a substitute is wanted.")

        def called(table: Table) -> TableUpdate:
            mine = leaving.require_own_seat(table, press.user)
            wanted = mine if seat is None else seat
            now = self.clock.awake()
            return TableUpdate(
                leaving.call_substitute(table, press.user, wanted, now), own if wanted == mine else others
            )

        return await self._repository.change(press, table_id, called)

    async def withdraw_call(self, press: Press, table_id: str, seat: int) -> PressResult:
        """No substitute is wanted after all."""
        said = _("The call is taken back: no substitute is wanted any more.")
        return await self._repository.change(
            press, table_id, lambda table: TableUpdate(leaving.withdraw_call(table, press.user, seat), said)
        )

    async def take_seat(self, press: Press, table_id: str, seat: int) -> PressResult:
        """Sit down in a seat for which a substitute is wanted, and see its hand from then on."""
        async with self._repository.turn(table_id):
            table = await self.table(table_id)
            try:
                seated = leaving.take_seat(table, press.user, press.name, seat)
            except Refusal:
                if done := await self._repository.stored_result(press):
                    return done
                raise
            await self._drafts.forget_seat(table_id, seat)  # before anybody else could see it
            done = await self._repository.store(press, table, TableUpdate(seated))
        return await self._back_from_vacation(press.user, done)


# A tournament's tables: opened for its pods, waiting for their players, brought to what is wanted.
#
# Everything may be asked again: what is so already stays as it is.


class PodUseCases(ServiceBase):
    """What a tournament asks of its tables, and their players of them before the cards are dealt."""

    async def open_pod(
        self,
        table_id: str,
        *,
        guild: int,
        channel: int,
        game: AnyGame,
        options: dict[str, Any],
        pace: Pace,
        rated: bool,
        locale: str,
        secret: str,
        pod: PodInfo,
        sitters: Sequence[PodSeat],
    ) -> Table:
        """The table of a pod, opened now unless it stands already. ValueError if another has its name."""
        async with self._repository.turn(table_id):
            if await self._store.table(table_id) is not None:
                return _require_same_pod(await self.table(table_id), pod)
            table = pods.new_pod_table(
                table_id,
                guild=guild,
                channel=channel,
                game=game,
                options=options,
                pace=pace,
                rated=rated,
                locale=locale,
                secret=secret,
                pod=pod,
                sitters=sitters,
                now=self.clock.now(),
            )
            if not table.awaited:
                table = await self._dealt(table)
            table = (
                await self._repository.store(None, None, TableUpdate(table, outbox=(OutboxEntry("open"),)))
            ).table
        return await self._begun(table)

    async def bring(self, table_id: str, wishes: PodTarget) -> Table:
        """See to it that the table is as the tournament wants it. Refusal if there is no such table."""
        async with self._repository.turn(table_id):
            before = await self.table(table_id)
            after = pods.bring_to_target(before, wishes, self.clock.awake())
            if (after.phase, after.record) == (before.phase, before.record):
                return before
            for seat in seats_with_new_players(before, after):
                await self._drafts.forget_seat(table_id, seat)  # before anybody else could see it
            return (await self._repository.store(None, before, with_phase_entry(before, after))).table

    async def here(self, press: Press, table_id: str) -> PressResult:
        """Say at a tournament's table that one is here. When all have, the cards are dealt."""
        said = _("Good that you are here! Your cards appear here as soon as they are dealt.")
        try:
            return await self._repository.change(
                press, table_id, lambda table: TableUpdate(pods.check_in(table, press.user), said)
            )
        except Refusal as refusal:
            if refusal.reason != "late":
                raise
            return PressResult(await self.came_back(press.user, table_id))  # the cards are dealt already

    async def _dealt(self, table: Table) -> Table:
        """The cards are dealt; in the table's turn, and not stored yet."""
        return planning.with_initial_orders(pods.deal_pod(table), await self._forced_move_users(table))

    async def _begun(self, table: Table) -> Table:
        """The cards were dealt just now: those who are on vacation are, here as well. Not in its turn."""
        for user in table.people if table.phase == "playing" else ():
            if await self.vacation_tracker.apply_to_new_table(user):
                table = await self.table(table.id)
        return table


def _require_same_pod(table: Table, pod: PodInfo) -> Table:
    known = table.record.pod
    if known is None or known.mark != pod.mark:
        raise ValueError(f"table {table.id} is not that of {pod.mark}")
    return table


# Pauses, alarms, vacations: what the time brings, or must not.


class TimeUseCases(PodUseCases):
    """Clocks and those who are away."""

    async def pause(self, press: Press, table_id: str) -> PressResult:
        """Ask for a pause, or agree to one: when everybody has, the clocks stand still."""

        def asked(table: Table) -> TableUpdate:
            _require_not_held(table)
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            if not table.record.pace.limited:
                raise Refusal(
                    "input", _("This table plays without a time limit: there is no clock to be stopped.")
                )
            asked = clocks.ask_for_pause(table, seat, self.clock.awake())
            if asked.timing.paused is not None:
                return TableUpdate(
                    asked, _("The table pauses: all clocks stand still until somebody plays on.")
                )
            return TableUpdate(
                asked, _("The board says that you would like a pause. It begins when everybody agrees.")
            )

        return await self._repository.change(press, table_id, asked)

    async def unpause(self, press: Press, table_id: str) -> PressResult:
        """End the pause, or say no to one that was asked for."""

        def ended(table: Table) -> TableUpdate:
            _require_not_held(table)
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            if table.timing.paused is not None:
                return TableUpdate(
                    clocks.end_or_decline_pause(table, seat), _("The pause is over: the clocks run again.")
                )
            if table.timing.asking:
                return TableUpdate(
                    clocks.end_or_decline_pause(table, seat), _("There is no pause: the clocks go on.")
                )
            raise Refusal("stale", _("There is no pause just now: the clocks run."))

        return await self._repository.change(press, table_id, ended)

    # as time passes

    async def _ring(self, table_id: str) -> None:
        """The table's moment has come."""
        async with self._repository.turn(table_id):
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError) as error:  # its game is not installed, or it cannot be read
                log.warning("a table's clocks stand still", table=table_id, trace=trace(error))
                return
            now = self.clock.awake()
            to_be_dealt = pods.is_to_be_dealt(table, now)
            outcome = TableUpdate(await self._dealt(table)) if to_be_dealt else clocks.on_due(table, now)
            if outcome is None:  # it is not so far yet: something has changed meanwhile
                self._alarms.set(table_id, table.due)
                return
            table = (await self._repository.store(None, table, outcome)).table
        if to_be_dealt:
            await self._begun(table)

    async def set_away(self, user: int, until: float | None) -> None:
        """The user is on vacation until that Unix time: their clocks stand still at all tables that last for
        days. None: they are here again.

        May be called again and again. `holidays` calls it.
        """
        for table in await self.tables_of(user, ("playing",)):
            await self._change_seat(user, table.id, _set_vacation(until))


def _require_not_held(table: Table) -> None:
    if table.is_held:
        raise Refusal(
            "shut",
            _(
                "Whoever runs this tournament or server has stopped the clocks of this table, and will set "
                "them going again. You can play on meanwhile."
            ),
        )


def _set_vacation(until: float | None) -> Callable[[Table, int], Table]:
    return lambda table, seat: clocks.with_vacation(table, seat, until)


# What moderators do to tables: done, written into the audit log in the same transaction, and taken back.


class ModerationUseCases(ServiceBase):
    """Whether whoever presses may do it is for the caller to see to."""

    async def moderate(self, press: Press, table_id: str, act: ModerationAction, reason: str) -> PressResult:
        """Do it. Everybody at the table is told who did what, and why."""
        now = self.clock.awake()
        return await self._moderated(
            press, table_id, reason, lambda table: moderation.apply_action(table, press, act, reason, now)
        )

    async def undo_moderation(self, press: Press, entry: int, reason: str) -> PressResult:
        """Take back what this entry of the audit log tells; that is an entry of its own."""
        row = await self._store.audit.entry(entry)
        if row is None or row.table is None or row.tournament is not None:
            raise Refusal("gone", _("There is no such entry in the log of what was done to tables."))
        if row.undoes is not None:
            raise Refusal("twice", _("That was a taking back itself. Do what it took back anew instead."))
        deed, now = moderation.action_of(row), self.clock.awake()
        return await self._moderated(
            press,
            row.table,
            reason,
            lambda table: moderation.undo_action(table, press, deed, reason, now),
            undoes=row,
        )

    async def _moderated(
        self,
        press: Press,
        table_id: str,
        reason: str,
        work: Callable[[Table], moderation.ModerationResult],
        undoes: AuditRow | None = None,
    ) -> PressResult:
        async with self._repository.turn(table_id):
            table = await self.table(table_id)
            try:
                done = work(table)
                if undoes is not None:
                    await self._require_not_undone(undoes)
            except Refusal:
                if before := await self._repository.stored_result(press):
                    return before
                raise
            if table.phase == "playing":  # before anybody else could see it
                for seat in seats_with_new_players(table, done.table):
                    await self._drafts.forget_seat(table_id, seat)
            row = moderation.audit_row(table, press, done, reason, self.clock.now(), undoes)
            outcome = replace(with_phase_entry(table, done.table, done.said), audit=(row,))
            stored = await self._repository.store(press, table, outcome)
        return stored

    async def _require_not_undone(self, entry: AuditRow) -> None:
        entries = await self._store.audit.of_table(entry.table or "")
        if any(other.undoes == entry.id for other in entries):
            raise Refusal("twice", _("That has been taken back already."))


# Servers that speak otherwise or are gone, and people who want to be forgotten.


class ErasureUseCases(ServiceBase):
    """Tables without what has gone."""

    async def speak(self, guild: int, locale: str) -> None:
        """The server's open tables are told of in another language from now on."""
        for row in await self._store.tables(guild=guild, phases=OPEN_PHASES, limit=NO_LIMIT):
            await self._at_table(row.id, lambda table: table.with_record(locale=locale))

    async def shut(self, guild: int, shut: bool) -> None:
        """The bot was removed from the server: its tables stand still. Or it is there again: they go on.

        May be called again and again.
        """
        for row in await self._store.tables(guild=guild, phases=OPEN_PHASES, limit=NO_LIMIT):
            await self._at_table(row.id, lambda table: clocks.with_server_gone(table, shut))

    async def forget_person(self, user: int, table_id: str) -> None:
        """They leave the table for good, and nothing about it names them any more.

        May be called again and again. The audit log is the caller's part.
        """
        async with self._repository.turn(table_id):
            row = await self._store.table(table_id)
            if row is None:
                return
            record = msgspec.json.decode(row.record, type=Record)
            # First whatever is only found by the seat, which does not tell afterwards whose it was.
            await self._store.privacy.erase_at_table(table_id, user, anonymise.seats_of_user(record, user))
            self._drafts.forget(table_id)
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError):  # its game is not installed, or it cannot be read: the names can
                await self._forget_in_record(row, record, user)
                return
            if (after := anonymise.anonymise_table(table, user)) is not table:
                await self._repository.store(None, table, with_close_entry(after))

    async def _forget_in_record(self, row: TableRow, record: Record, user: int) -> None:
        after = anonymise.anonymise_record(record, user)
        if after != record:
            users = tuple(seat.person for seat in after.seats if seat.person is not None)
            changed = replace(row, record=msgspec.json.encode(after), revision=row.revision + 1)
            await self._store.commit(Change(changed, users=users))


# The house: every table there is, and all that anybody can do at one.
#
# A press goes: wait for the table's turn, work out the change (pure functions in `lobby`, `play` ...), store
# it in one transaction (`ledger`), answer; what must happen afterwards (redraw, tell, robots) is begun from
# what was stored. What people can do stands in `rooms`; here the house is opened and closed, and sees to what
# follows a change.


LONGEST_UNNOTICED_OUTAGE = 60.0
"""Seconds away after which boards are drawn anew, as their deadlines have moved."""
BETWEEN_REDRAWS = 0.2
"""Seconds between two of them: there may be thousands, and people press buttons meanwhile."""


class TableService(
    OpenUseCases,
    PlayUseCases,
    PlanUseCases,
    LeaveUseCases,
    TimeUseCases,
    ModerationUseCases,
    ErasureUseCases,
    ReadUseCases,
):
    """Opens, changes and shows tables. All that is returned is durable."""

    def __init__(
        self,
        store: Store,
        table_publisher: TablePublisher,
        *,
        clock: Clock | None = None,
        people: PersonPreferencesRepository | None = None,
        servers: ServerPreferencesRepository | None = None,
        robot_pool: RobotEngine | None = None,
    ) -> None:
        self._store = store
        self._table_publisher = table_publisher
        self._people = people or PersonPreferencesRepository(store.people)
        self.clock = clock or SystemClock()
        self._repository = TableRepository(store, self.clock, self._afterwards)
        self._drafts = DraftRepository(store)
        self.servers = servers or ServerPreferencesRepository(store.servers)
        self._opening = KeyedLock()
        self._reopened: dict[str, asyncio.Event] = {}
        self._robots = RobotRunner(self.table, self._robot_moves, robot_pool or RobotPool())
        self._planned_move_runner = PlannedMoveRunner(self.table, self._carry_out, self.clock)
        self._outbox = Outbox(store, self._run_outbox_entry)
        self._awake = AwakeTimeRecorder(store, self.clock)
        self.vacation_tracker = VacationTracker(self._people, self.clock, self.set_away)
        self._alarms = DeadlineQueue(self.clock, self._ring)
        self._redrawing: asyncio.Task[None] | None = None
        self._on_change: list[Callable[[Table], None]] = []

    # opening and closing the house

    async def open(self) -> None:
        """Take up whatever a stop or a crash left: the outbox, outdated messages, robots' turns."""
        away = await self._awake.open()
        self._alarms.open(await self._store.due())
        self._outbox.open()
        for post in await self._store.outdated():
            await self._take_up(post.table, self._table_publisher.changed)
        await self.vacation_tracker.open(await self._wake())
        self._redraw_after_outage(away)

    async def _wake(self) -> Collection[int]:
        """Read the tables at which something happens by itself, and no others; who is on vacation at one."""
        clocks, ordered, on_vacation = await self._store.clocks(), defaultdict[str, set[int]](set), set[int]()
        for table, seat in await self._store.orders.seats():
            ordered[table].add(seat)
        for row in filter(startup_scan.has_no_clocks, clocks):
            await self._set_clocks(row.table)
        for table, timing in startup_scan.timings_in_play(clocks).items():
            if startup_scan.has_vacation(timing):
                await self._take_up(table, lambda table: on_vacation.update(users_away(table)))
            if startup_scan.may_move_by_itself(timing, ordered.get(table, ())):
                await self._take_up(table, self._start_automatic_moves)
        return on_vacation

    def cut_off(self) -> None:
        """Nobody can reach the bot: clocks stand still."""
        self.clock.stop()

    def within_reach(self) -> None:
        """People can press again: clocks go on."""
        self._redraw_after_outage(self.clock.go_on())

    def _redraw_after_outage(self, seconds: float) -> None:
        if seconds > LONGEST_UNNOTICED_OUTAGE and (self._redrawing is None or self._redrawing.done()):
            log.info("deadlines have moved by the time without the bot", seconds=round(seconds))
            self._redrawing = asyncio.create_task(self._redraw_deadlines(), name="redraw deadlines")

    async def _redraw_deadlines(self) -> None:
        """All deadlines have moved by the time for which the bot was away: boards tell the new ones."""
        for table_id, _due in await self._store.due():
            await self._take_up(table_id, self._show_deadline)
            await asyncio.sleep(BETWEEN_REDRAWS)

    def _show_deadline(self, table: Table) -> None:
        if table.phase == "playing" and table.record.pace.limited:
            self._table_publisher.changed(table)

    async def _set_clocks(self, table_id: str) -> None:
        """A version that kept no time opened the table: it begins now, or nothing would ever end it."""
        async with self._repository.turn(table_id):
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError) as error:
                log.warning("a table is left as it is", table=table_id, trace=trace(error))
                return
            if table.timing == NO_CLOCKS and table.due is None:
                await self._repository.store(None, table, TableUpdate(table))

    async def _take_up(self, table: str, act: Callable[[Table], None]) -> None:
        try:
            act(await self.table(table))
        except Refusal as refusal:
            log.warning("a table cannot be taken up", table=table, why=refusal.text.message)
        except ValueError as error:  # one table that cannot be read must not keep the others waiting
            log.error("a table cannot be read", table=table, trace=trace(error))

    def listen(self, listener: Callable[[Table], None]) -> None:
        """Tell `hear` of every table that changes, once that is stored. It must neither block nor raise."""
        self._on_change.append(listener)

    def wake_outbox(self) -> None:
        """Somebody else has stored outbox entries for tables of this house: they are run."""
        self._outbox.wake()

    async def close(self) -> None:
        """Nothing new is begun; whatever was accepted is stored already."""
        if self._redrawing is not None:
            self._redrawing.cancel()
            await asyncio.gather(self._redrawing, return_exceptions=True)
        await self.vacation_tracker.close()
        await self._alarms.close()
        await self._robots.close()
        await self._planned_move_runner.close()
        await self._outbox.close()
        await self._awake.close()

    @property
    def standing(self) -> int:
        """How many are changing a table or wait until they may."""
        return self._repository.standing

    @property
    def in_memory(self) -> int:
        """How many tables are kept in memory: those that somebody needed of late."""
        return self._repository.in_memory

    def forget_table(self, table_id: str) -> None:
        """The table was erased."""
        self._alarms.set(table_id, None)
        self._repository.forget(table_id)
        self._drafts.forget(table_id)
        self._resume_outbox(table_id)

    # what follows a change

    def _afterwards(self, press: Press | None, table: Table, outbox: tuple[OutboxEntry, ...]) -> None:
        if outbox:
            self._outbox.wake()
        if table.phase not in OPEN_PHASES:
            self._drafts.forget(table.id)
        if press is None:
            self._changed(table)
        else:  # a later press may have been answered before
            press.after_answer(lambda: self._changed(self._repository.newest(table)))

    def _changed(self, table: Table) -> None:
        self._alarms.set(table.id, table.due)
        self._table_publisher.changed(table)
        if table.timing.shut:
            return
        self._resume_outbox(table.id)
        self._start_automatic_moves(table)
        for listener in self._on_change:
            listener(table)

    def _start_automatic_moves(self, table: Table) -> None:
        """Whoever moves by themselves may have to."""
        if table.timing.shut:
            return
        self._planned_move_runner.start_if_due(table)
        self._robots.start_if_due(table)

    async def _run_outbox_entry(self, entry: OutboxRow) -> None:
        try:
            table = await self._when_not_shut(entry.table)
        except Refusal as refusal:
            log.warning(
                "an outbox entry of a table that is no more is dropped",
                entry=entry.id,
                why=refusal.text.message,
            )
            return
        await self._table_publisher.run(table, entry)

    async def _when_not_shut(self, table_id: str) -> Table:
        """The table as soon as its server can be reached. Refusal if there is no such table (any more)."""
        while (table := await self.table(table_id)).timing.shut:
            await self._reopened.setdefault(table_id, asyncio.Event()).wait()
        return table

    def _resume_outbox(self, table_id: str) -> None:
        if (reopened := self._reopened.pop(table_id, None)) is not None:
            reopened.set()
