"""Every table there is, and all that anybody can do at one.

A press goes: wait for the table's turn, work out the change (pure functions in `lobby`, `play` ...), store it
in one transaction, answer. What follows from a change (redraw, notify, robots) begins once it is stored.
Where another process has changed the table meanwhile, the change is worked out once more from what is stored.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
import structlog
from msgspec.structs import replace

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
from bot.runtime.clock import Clock, SystemClock
from bot.runtime.deadline_queue import DeadlineQueue
from bot.runtime.house_time import AwakeTimeRecorder
from bot.runtime.keyed_lock import KeyedLock
from bot.runtime.load_gate import RecentActivity
from bot.runtime.log_context import trace
from bot.runtime.outbox import Outbox
from bot.tables import (
    anonymise,
    clocks,
    history,
    hours,
    leaving,
    lobby,
    moderation,
    planning,
    play,
    pods,
    watching,
)
from bot.tables.automatic_moves import (
    IsWatched,
    PlannedMoveRunner,
    RobotRunner,
    always_watched,
    may_move_by_itself,
)
from bot.tables.bans import BanList
from bot.tables.hours import outbox_of_hour
from bot.tables.lessons import Lessons
from bot.tables.model import (
    NO_CLOCKS,
    Order,
    PodTarget,
    Press,
    PressResult,
    Record,
    Table,
    TablePublisher,
    TableUpdate,
    has_begun,
    new_table_id,
    outbox_of_phase,
    rematch_id,
)
from bot.tables.moderation import ModerationAction
from bot.tables.opening import NO_LIMIT, OpeningLimits
from bot.tables.options import check_capacity, check_game, check_options
from bot.tables.repository import DraftRepository, TableRepository, tables_from_rows, timings_in_play
from bot.tables.robot_pool import HintEngine, RobotEngine, RobotPool
from bot.tables.vacations import VacationTracker
from games.contract import Action, AnyGame, PlanMenu, Position
from games.text import Text, _
from games.thinking.hints import Hint
from storage.errors import AlreadyDone, Conflict, NoRoom, StorageError
from storage.interfaces import Store
from storage.models import WHOLE, ActionRow, AuditRow, Change, OutboxEntry, OutboxRow, Phase, Room, Shard

log = structlog.get_logger(__name__)

OPEN_PHASES: tuple[Phase, ...] = ("lobby", "playing")
DIRECT_KINDS = frozenset({"removed", "homeless", "nudge"})
"""Outbox entries that tell people something directly, or may."""
MOST_ATTEMPTS_TO_OPEN = 20
"""Times that a new table is stored, should others be opened at the same moment."""
SIZE_OF_A_QUICK_TABLE = 4
"""Seats at a table that `play` fills with robots, where the game allows so many."""
LONGEST_UNNOTICED_OUTAGE = 60.0
"""Seconds away after which boards are drawn anew, as their deadlines have moved."""
MODERATED_AT_ONCE = 50
"""Tables that a moderator's act for many changes side by side: they share transactions."""
BETWEEN_REDRAWS = 0.2
"""Seconds between two of them: there may be thousands, and people press buttons meanwhile."""

P = ParamSpec("P")
T = TypeVar("T")


class TableService:
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
        hints: HintEngine | None = None,
        is_watched: IsWatched = always_watched,
        moment_pause: float = 0.0,
        move_pause: float = 0.0,
        recent_activity: RecentActivity | None = None,
        shard: Shard = WHOLE,
    ) -> None:
        self._store = store
        self._shard = shard
        self._table_publisher = table_publisher
        self._people = people or PersonPreferencesRepository(store.people, shard)
        self.clock = clock or SystemClock()
        self.repository = TableRepository(store, shard)
        self.drafts = DraftRepository(store, shard)
        self.lessons = Lessons(self._people)
        self.servers = servers or ServerPreferencesRepository(store.servers, shard)
        self._recent_activity = recent_activity or RecentActivity(self.clock)
        self.bans = BanList(store, self.clock)
        self._opening = KeyedLock()
        self._opening_limits = OpeningLimits(store, self.clock)
        self._reopened: dict[str, asyncio.Event] = {}
        self._hints = hints or RobotPool()
        self.robots = RobotRunner(
            self.table, self.move_robot, robot_pool or RobotPool(), is_watched, moment_pause, move_pause
        )
        self.planned_moves = PlannedMoveRunner(self.table, self._carry_out_order, self.clock, is_watched)
        self.outbox = Outbox(store, self._run_outbox_entry, _lane)
        self._awake = AwakeTimeRecorder(store, self.clock, shard)
        self.vacation_tracker = VacationTracker(self._people, self.clock, self.set_away, shard)
        self.deadlines = DeadlineQueue(self.clock, self._on_deadline)
        self._redrawing: asyncio.Task[None] | None = None
        self._listeners: list[Callable[[Table], None]] = []

    async def open(self) -> None:
        """Take up whatever a stop or a crash left undone: outbox, outdated messages, robots' turns."""
        away = await self._awake.open()
        self.deadlines.open(await self._store.due())
        self.outbox.open()
        for post in await self._store.outdated():
            if (table := await self._readable(post.table)) is not None:
                self._table_publisher.changed(table)
        await self.vacation_tracker.open(await self._scan())
        self._redraw_after_outage(away)

    async def _scan(self) -> Collection[int]:
        """Read the tables at which something happens by itself, and no others; who is on vacation at one."""
        rows, ordered, on_vacation = await self._store.clocks(), defaultdict[str, set[int]](set), set[int]()
        for table_id, seat in await self._store.orders.seats():
            ordered[table_id].add(seat)
        for row in rows:
            if row.timing is None and row.due is None:
                await self._set_clocks(row.table)
        for table_id, timing in timings_in_play(rows).items():
            may_move = may_move_by_itself(timing, ordered.get(table_id, ()))
            if not may_move and not any(clock.away for clock in timing.seats):
                continue
            if (table := await self._readable(table_id)) is not None:
                on_vacation.update(clocks.users_away(table))
                if may_move:
                    self.planned_moves.start_if_due(table)
                    self.robots.start_if_due(table)
        return on_vacation

    async def _set_clocks(self, table_id: str) -> None:
        """A version that kept no time opened the table: it begins now, or nothing would ever end it."""

        async def work(table: Table) -> None:
            if table.timing == NO_CLOCKS and table.due is None:
                await self._update(None, table, table)

        if await self._readable(table_id) is not None:
            await self._in_turn(table_id, work)

    async def close(self) -> None:
        """Nothing new is begun; whatever was accepted is stored already."""
        if self._redrawing is not None:
            self._redrawing.cancel()
            await asyncio.gather(self._redrawing, return_exceptions=True)
        await self.vacation_tracker.close()
        await self.deadlines.close()
        await self.robots.close()
        await self.planned_moves.close()
        await self.outbox.close()
        await self._awake.close()

    def disconnected(self) -> None:
        """Nobody can reach the bot: clocks stand still."""
        self.clock.stop()

    def reconnected(self) -> None:
        """People can press again: clocks go on."""
        self._redraw_after_outage(self.clock.go_on())

    def _redraw_after_outage(self, seconds: float) -> None:
        if seconds > LONGEST_UNNOTICED_OUTAGE and (self._redrawing is None or self._redrawing.done()):
            log.info("deadlines have moved by the time without the bot", seconds=round(seconds))
            self._redrawing = asyncio.create_task(self._redraw_deadlines(), name="redraw deadlines")

    async def _redraw_deadlines(self) -> None:
        """All deadlines have moved by the time for which the bot was away: boards show the new ones. What is
        to be played at an hour still is.
        """
        for table_id, _due in await self._store.due():
            table = await self._readable(table_id)
            if table is not None and table.phase == "playing" and table.record.pace.limited:
                self._table_publisher.changed(table)
            elif table is not None and table.is_early:
                await self._set_by_calendar(table_id)
            await asyncio.sleep(BETWEEN_REDRAWS)

    async def _set_by_calendar(self, table_id: str) -> None:
        async def work(table: Table) -> None:
            if hours.by_calendar(table, self.clock.awake(), self.clock.now()) is not table:
                await self._update(None, table, table)

        await self._in_turn(table_id, work)

    def listen(self, listener: Callable[[Table], None]) -> None:
        """Call it with every table that changes, once that is stored. It must neither block nor raise."""
        self._listeners.append(listener)

    # Reading.

    async def table(self, table_id: str) -> Table:
        """The table as it is now. Refusal if there is none."""
        return await self.repository.get(table_id)

    async def _readable(self, table_id: str) -> Table | None:
        """The table; None, and a line in the log, if it cannot be read: others must not wait for it."""
        try:
            return await self.table(table_id)
        except (Refusal, ValueError) as error:  # it is gone, its game is not installed, or it is damaged
            log.warning("a table is left as it is", table=table_id, trace=trace(error))
            return None

    async def tables_of(self, user: int, phases: Collection[Phase] = OPEN_PHASES) -> list[Table]:
        """The tables at which this user plays, the latest changed first."""
        return tables_from_rows(await self._store.tables(user=user, phases=phases))

    async def tables_in(self, guild: int, phases: Collection[Phase] = OPEN_PHASES) -> list[Table]:
        """The tables of a server that everybody may know of, the latest changed first."""
        rows = await self._store.tables(guild=guild, phases=phases)
        return [table for table in tables_from_rows(rows) if not table.is_private]

    async def actions_of(self, table: Table) -> list[ActionRow]:
        """The table's log as it is stored. It tells hidden things: shown of games that are over alone."""
        return await self._store.log(table.id)

    async def missed_by(self, table: Table, user: int) -> watching.Course:
        """What was played since the user's last move, as they may know it."""
        return watching.missed(table, await self._store.log(table.id), table.seat_of(user))

    async def whole_game(self, table: Table) -> watching.Course:
        """A game that is over, in short. Refusal while it goes on."""
        return watching.whole_game(table, await self._store.log(table.id))

    async def moves_missed_by(self, table: Table, user: int) -> int:
        """How many moves others have made since the user's last one."""
        if table.phase != "playing" or table.seat_of(user) is None:
            return 0
        return watching.moves_missed(table, await self._store.log(table.id), table.seat_of(user))

    async def log_of(self, table: Table, user: int | None) -> list[Text]:
        """The game so far in words, only what this user may know."""
        seat = None if user is None else table.seat_of(user)
        return history.narrate(table, await self._store.log(table.id), seat)

    async def hint(self, press: Press, table_id: str) -> tuple[Table, Hint]:
        """What is best for the user now and why, from what they know. Refusal where no hints are given."""
        done = await self.change(press, table_id, play.mark_helped)
        table = done.table
        chosen = await self.drafts.of(table, play.require_seat(table, press.user))
        return table, await self._hints.hint(table.game.slug, table.observe(press.user), chosen)

    async def plan_menu(self, table: Table, user: int, actions: int | None = None) -> PlanMenu:
        """What the user can plan for their next move, or could after so many actions. Refusal if nothing."""
        play.require_running(table)
        seat = play.require_seat(table, user)
        if actions is None or actions == table.actions:
            return planning.plan_menu_after(table, (), seat, table.actions)
        return planning.plan_menu_after(table, await self._store.log(table.id), seat, actions)

    # The one way in which a table changes.

    async def change(
        self,
        press: Press,
        table_id: str,
        work: Callable[Concatenate[Table, Press, P], Table | TableUpdate],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> PressResult:
        """What `work` makes of the table for this press, stored.

        Whatever `work` refuses is refused, unless this very press was stored before.
        """

        async def changed(before: Table) -> tuple[Table, PressResult]:
            return before, await self._changed(press, before, lambda: work(before, press, *args, **kwargs))

        before, done = await self._in_turn(table_id, changed)
        return replace(done, table=await self._with_vacations(before, done.table))

    async def _changed(
        self, press: Press, before: Table, work: Callable[[], Table | TableUpdate]
    ) -> PressResult:
        """What `work` makes of the table, stored in its turn; what this very press came to before, if it was
        stored.
        """
        try:
            update = work()
        except Refusal:
            if done := await self.repository.stored_result(press):
                return done
            raise
        return await self._update(press, before, update)

    async def _in_turn(self, table_id: str, work: Callable[[Table], Awaitable[T]]) -> T:
        """What `work` does with the table in its turn. Refusal if there is no such table.

        Where somebody else has changed the table behind the back of what is kept of it here, so that the
        change does not follow or is refused, it is done once more with what is stored. Conflict if that
        happens again.
        """
        async with self.repository.turn(table_id):
            try:
                return await work(await self.table(table_id))
            except Conflict:
                pass
            except Refusal:
                if not await self.repository.is_outdated(table_id):
                    raise
            self._follow_up_others(table := await self.table(table_id))
            return await work(table)

    async def changed_elsewhere(self, table_id: str, revision: int | None = None) -> None:
        """Somebody else has changed the table, to this revision if that is known; what follows from that
        begins here. Nothing happens if it is known already; it may be told of what was done here, too.
        """
        self.drafts.forget(table_id)
        repository = self.repository
        known = repository.cached.get(table_id) if table_id in repository.followed else None
        if known is not None and revision is not None and revision <= known.revision:
            return
        async with repository.turn(table_id):
            if not await repository.is_outdated(table_id) and table_id in repository.followed:
                return
            if await self._store.table(table_id) is None:
                self.forget_table(table_id)
            elif (table := await self._readable(table_id)) is not None:
                self._follow_up_others(table)

    async def look_again(self) -> None:
        """Anything may have been changed elsewhere, and nobody has told of it."""
        self.drafts.forget_all()
        for table_id in list(self.repository.cached):
            await self.changed_elsewhere(table_id)
        for table_id, due in await self._store.due():
            self.deadlines.set(table_id, due)
        await self._scan()
        self.outbox.wake()

    async def _update(
        self,
        press: Press | None,
        before: Table | None,
        changed: Table | TableUpdate,
        room: Room | None = None,
    ) -> PressResult:
        """Store what was worked out from `before` (None: a new table) in the table's turn.

        Conflict if a new table's id is taken, or somebody else has changed the table, NoRoom if there is no
        `room` for it any more; StorageError if nothing can be stored now.
        """
        update = changed if isinstance(changed, TableUpdate) else TableUpdate(changed)
        table, now, awake = (
            await self._at_open_pace(before, update.table),
            self.clock.now(),
            self.clock.awake(),
        )
        if has_begun(before, table):
            forced = {user for user in table.people if (await self._people.of(user)).forced_moves}
            table = planning.with_initial_orders(table, forced)
        elif before is not None and before.phase == "playing":
            for seat, sitter in enumerate(table.seats):  # whoever sits there now is not to see it
                if sitter.user != before.seats[seat].user:
                    await self.drafts.keep(table, seat, "", ())
        acted = None if update.action is None else update.action[0]
        table = clocks.with_clocks_updated(before, table, acted, press is not None, awake)
        table = hours.by_calendar(table, awake, now)
        table = planning.without_stale_orders(before, table)
        table, calls = leaving.settle_calls(before, table)
        outbox = (*calls, *outbox_of_phase(before, table), *outbox_of_hour(before, table), *update.outbox)
        if table.is_private:  # it has no message, and nobody is told of it
            outbox = ()
        ended = before is not None and before.phase in ("over", "closed")
        # When a game ended does not change any more.
        table = replace(table, revision=table.revision + 1, changed=table.changed if ended else now)
        try:
            await self.repository.store(press, before, replace(update, table=table, outbox=outbox), room)
        except AlreadyDone as done:
            return await self.repository.result_of(done.answer)
        if outbox:
            self.outbox.wake()
        if table.phase not in OPEN_PHASES:
            self.drafts.forget(table.id)
        if press is None:
            self._follow_up(table)
        else:  # a later press may have been answered before
            press.after_answer(lambda: self._follow_up(self.repository.newest(table)))
        return PressResult(table, update.said)

    async def _at_open_pace(self, before: Table | None, table: Table) -> Table:
        """A table for which nobody has chosen a pace, at that which is good for those who sit there now."""
        if not table.record.pace_open or (before is not None and before.phase != "lobby"):
            return table
        all_here = bool(table.people) and all(map(self._recent_activity.pressed_lately, table.people))
        return lobby.with_open_pace(table, all_here, (await self.servers.of(table.guild)).slow_pace)

    def _follow_up(self, table: Table) -> None:
        """Begin what follows from a change that has been stored, and need not keep the answer waiting.

        Whoever serves the table's server sees to all but the hands that are open here.
        """
        self._table_publisher.changed(table)
        if not self._shard.serves(table.guild):
            return
        self.deadlines.set(table.id, table.due)
        if table.timing.shut:
            return
        if table.id in self._reopened:
            self._reopened.pop(table.id).set()
        self.let_move(table)
        for listener in self._listeners:
            listener(table)

    def _follow_up_others(self, table: Table) -> None:
        """Begin what follows from what others have stored, and left to be done."""
        self._follow_up(table)
        self.outbox.wake()
        if table.id in self.repository.cached:
            self.repository.followed.add(table.id)

    def let_move(self, table: Table) -> None:
        """Whoever moves without a press does so, if it is their turn: also when somebody looks on again."""
        self.planned_moves.start_if_due(table)
        self.robots.start_if_due(table)

    async def _with_vacations(self, before: Table | None, table: Table) -> Table:
        """If the game has begun just now, or a tournament's table waits for its players, those who are on
        vacation are so there as well. Not in its turn.
        """
        waits = before is None and bool(table.awaited)
        for user in table.people if waits or has_begun(before, table) else ():
            if await self.vacation_tracker.apply_to_new_table(user):
                table = await self.table(table.id)
        return table

    async def _change_seat(self, user: int, table_id: str, change: Callable[[Table, int], Table]) -> Table:
        """What becomes of the user's seat in a running game, or at a tournament's table before it; nothing is
        stored if nothing does.
        """
        table = await self.table(table_id)
        if leaving.with_kept_seat(table, user, change) is table:
            return table  # for nearly everybody who opens a hand: nobody need wait for the table's turn

        async def work(table: Table) -> Table:
            changed = leaving.with_kept_seat(table, user, change)
            return table if changed is table else (await self._update(None, table, changed)).table

        return await self._in_turn(table_id, work)

    # Opening.

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
        if done := await self.repository.stored_result(press):
            return done
        table = await self._new_table(press, opener, guild, channel, game, options, capacity, locale, pace)
        return await self._open(press, table)

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
        robot: str | None = None,
        private: bool = False,
    ) -> PressResult:
        """A table with robots in every other seat, the game begun; which `robot`, if not the usual one.

        `position`: where so many `players` begin, instead of a deal, whoever presses in seat 0. ValueError if
        no game can stand so. `private`: nobody else knows of it; one that goes on already ends.
        """
        if done := await self.repository.stored_result(press):
            return done
        table = await self._new_table(
            press, opener, guild, channel, game, options, players, locale, NONE, position
        )
        if players is None:
            allowed = table.game.players_for(table.options)
            players = max(allowed[0], min(SIZE_OF_A_QUICK_TABLE, allowed[-1]))
        table = table.with_record(capacity=players, rated=False, private=private)
        return await self._open_with_robots(press, table, robot)

    async def learn(
        self,
        press: Press,
        *,
        guild: int,
        channel: int,
        game: str,
        options: dict[str, Any],
        locale: str = "",
        opener: Opener = ANYBODY,
    ) -> PressResult:
        """A private game in which whoever presses learns the game as it is played with these options: its
        course, if it has one.
        """
        learned = check_game(game)
        course = learned.course(check_options(learned, options))
        if course is None:
            players, position, seed = None, None, ""
        else:
            options = course.options.model_dump(mode="json", exclude_defaults=True)
            players, seed = course.players, course.seed.hex()
            # A position of nothing begins as it is dealt: the learner has the first seat.
            position = course.position or learned.Position()
        if done := await self.repository.stored_result(press):
            return done
        table = await self._new_table(
            press, opener, guild, channel, game, options, players, locale, NONE, position
        )
        await self.lessons.begin_course(press.user, table.game.slug)
        players = players or table.game.players_for(table.options)[0]
        table = table.with_record(capacity=players, rated=False, private=True, learning=True, seed=seed)
        # What is to be learned comes with the learner's own cards, whoever else plays.
        return await self._open_with_robots(press, table, table.game.first_robot)

    async def _open_with_robots(self, press: Press, table: Table, robot: str | None = None) -> PressResult:
        """The table with robots in all seats that are free, the game begun."""
        robot = robot or await self.usual_robot(press.user, table)
        for _free in range(table.record.capacity - len(table.seats)):
            table = lobby.add_robot(table, press, robot)
        begun = lobby.start(table, press, self.clock.now())
        if table.is_private:
            known = await self.private_game(
                press.user, table.guild, table.game.slug, learning=table.record.learning
            )
            if known is not None:
                await self._end_private(known.id)
        return await self._open(press, begun)

    async def usual_robot(self, user: int, table: Table) -> str:
        """The robot that sits down where the user names none: the one that they have chosen, or a gentle one
        for a first game of the kind.
        """
        chosen = (await self._people.of(user)).robots.get(table.game.slug)
        if chosen is not None and chosen in table.game.robots:
            return chosen
        played_before = await self._store.results.of_user(user, table.guild, table.game.slug)
        return table.game.default_robot if played_before else table.game.first_robot

    async def may_want_stronger(self, user: int, guild: int, game: AnyGame) -> bool:
        """Whether the user has played the game there, and has never said against which robots."""
        if game.slug in (await self._people.of(user)).robots:
            return False
        return bool(await self._store.results.of_user(user, guild, game.slug))

    async def private_game(self, user: int, guild: int, game: str, *, learning: bool = False) -> Table | None:
        """The private game that the user plays there, or learns from; None: none goes on."""
        for table in await self.tables_of(user, ("playing",)):
            known = table.guild, table.game.slug, table.record.learning
            if table.is_private and known == (guild, game, learning):
                return table
        return None

    async def _end_private(self, table_id: str) -> None:
        async def work(table: Table) -> None:
            if table.is_private and table.phase == "playing":
                await self._update(None, table, replace(table, phase="closed"))

        await self._in_turn(table_id, work)

    async def share(
        self, press: Press, table_id: str, channel: int | None, opener: Opener = ANYBODY
    ) -> PressResult:
        """How the private game ended is shown in this channel; None: in the one in which it began."""
        table = await self.table(table_id)
        place = channel or table.channel
        await self.bans.require_welcome(table.guild, press.user)
        require_may_open(await self.servers.of(table.guild), opener, place)
        return await self.change(press, table_id, play.share, place)

    async def rematch(self, press: Press, table_id: str, opener: Opener = ANYBODY) -> PressResult:
        """A new table with the same people, robots and options: the first to press is its host, the others
        join it, and it begins when all are there.
        """
        old = await self.table(table_id)
        lobby.require_over(old)
        await self.bans.require_welcome(old.guild, press.user)
        # The new table's id follows from the old one's: whoever comes second finds the table there, also
        # after a crash.
        new_id = rematch_id(old.id)
        if await self._store.table(new_id) is not None:
            return await self.change(press, new_id, lobby.join)
        record, game = old.record, old.game.slug
        pace = None if record.pace_open else record.pace
        table = await self._new_table(
            press, opener, old.guild, old.channel, game, record.options, None, record.locale, pace
        )
        table = lobby.rematch(replace(table, id=new_id), old, press, self.clock.now())
        try:
            return await self._open(press, table, another_id=False)
        except (Conflict, Refusal):
            if await self._store.table(new_id) is None:  # nobody was quicker: there is no room
                raise
            return await self.change(press, new_id, lobby.join)

    async def _new_table(
        self,
        press: Press,
        opener: Opener,
        guild: int,
        channel: int,
        game: str | None,
        options: dict[str, Any],
        capacity: int | None,
        locale: str,
        pace: Pace | None,
        position: Position | None = None,
    ) -> Table:
        """A table that is not stored yet. Refusal if whoever presses may not open it there."""
        preferences = await self.servers.of(guild)
        await self.bans.require_welcome(guild, press.user)
        require_may_open(preferences, opener, channel)
        rules = check_game(game)
        checked = check_options(rules, options)
        usual = preferences.default_pace
        return lobby.new_table(
            press,
            guild=guild,
            channel=channel,
            game=rules,
            options=checked,
            capacity=check_capacity(rules, checked, capacity),
            locale=preferences.locale or locale,
            pace=usual if pace is None else pace,
            pace_open=pace is None and usual.limited and not usual.live,
            now=self.clock.now(),
            position=position,
        )

    async def _open(self, press: Press, table: Table, *, another_id: bool = True) -> PressResult:
        """The new table is stored. Refusal if its host has opened as many as one may, or the server wants no
        more of them at once; Conflict if one of its id exists and it may have no other.
        """
        async with self._turn_to_open(table):
            for _attempt in range(MOST_ATTEMPTS_TO_OPEN):
                try:
                    opened = await self._update(press, None, table, await self._room(table))
                except NoRoom:  # others are opened at the same moment, perhaps by another process
                    continue
                except Conflict:  # a table of that id exists
                    if not another_id:
                        raise
                    table = replace(table, id=new_table_id())
                else:
                    self._opening_limits.opened(table)
                    return opened
        raise Refusal("full", _("Many tables open here at this very moment. Try again in a few seconds."))

    @asynccontextmanager
    async def _turn_to_open(self, table: Table) -> AsyncIterator[None]:
        """One after the other opens tables where they are counted: the storage would refuse all but one."""
        async with self._opening.turn(f"{table.guild} {table.record.host}"):
            if table.is_private or not (await self.servers.of(table.guild)).tables:
                yield
            else:
                async with self._opening.turn(str(table.guild)):
                    yield

    async def _room(self, table: Table) -> Room | None:
        """What there is now, and leaves room for the table; None: nothing limits it. Refusal if it leaves
        none.
        """
        preferences = await self.servers.of(table.guild)
        if table.is_private or not (preferences.tables or preferences.lobbies):
            await self._opening_limits.require_may_open(table, preferences)
            return None
        room = await self._store.servers.room(table.guild, table.record.host)  # before it is looked closer
        await self._opening_limits.require_may_open(table, preferences)
        if not preferences.tables:
            return replace(room, tables=None)
        if room.tables is not None and room.tables >= preferences.tables:
            rows = await self._store.tables(guild=table.guild, phases=OPEN_PHASES, limit=NO_LIMIT)
            require_room(preferences, sum(not each.is_private for each in tables_from_rows(rows)))
        return room

    async def join(self, press: Press, table_id: str) -> PressResult:
        """Sit down at a table that waits for people."""
        await self.bans.require_welcome((await self.table(table_id)).guild, press.user)
        return await self.change(press, table_id, lobby.join)

    # Playing.

    async def start(self, press: Press, table_id: str) -> PressResult:
        """Deals the cards at a table in its lobby. Refusal if people are missing or whoever presses may
        not.
        """
        return await self.change(press, table_id, lobby.start, self.clock.now())

    async def choose(self, press: Press, table_id: str, decision: str, depth: int, index: int) -> PressResult:
        """A button of the hand: the value at `index` of the step that comes after `depth` chosen values.

        A step in the middle is kept as a draft; the last one plays.
        """

        async def work(table: Table) -> tuple[Table, PressResult]:
            try:
                return table, await self._choose(press, table, decision, depth, index)
            except Refusal as refusal:
                if done := await self.repository.stored_result(press):
                    return done.table, done
                if refusal.reason != "stale" or (seat := table.seat_of(press.user)) is None or not decision:
                    raise
                if history.last_decision(table, await self._store.log(table.id), seat) != decision:
                    raise
                # The same player has just made this decision.
                said = _("You'd already decided that: the first press counts. Here's your hand now.")
                raise Refusal("twice", said) from None

        before, done = await self._in_turn(table_id, work)
        return await self._back_from_vacation(press, done) if done.table.actions > before.actions else done

    async def _choose(self, press: Press, table: Table, decision: str, depth: int, index: int) -> PressResult:
        play.require_running(table)
        kept = table.seat_kept_for(press.user)
        if kept is not None and (table.seats[kept].robot or table.is_missing(kept)):
            # Whoever presses on a hand plays on, though they had left the seat, or had not come yet.
            table = (await self._update(None, table, leaving.owner_returned(table, kept))).table
        seat = play.require_seat(table, press.user)
        if table.game.decision(table.state, seat) != decision or not decision:
            raise Refusal("stale", _("Too late for that. Here's your hand now."))
        chosen = await self.drafts.of(table, seat)
        if depth != len(chosen):
            return PressResult(table)
        choice = play.pick(table, seat, chosen, index)
        if choice.action is None:
            await press.require_answerable()
            await self.drafts.keep(table, seat, decision, (*chosen, choice.value))
            return PressResult(table)
        done = await self._update(press, table, play.move(table.with_move(seat), seat, choice.action))
        if chosen:
            await self.drafts.keep(table, seat, decision, ())
        return done

    async def _back_from_vacation(self, press: Press, done: PressResult) -> PressResult:
        """Whoever plays is here. What they did is stored, so that nothing of this may fail any more."""
        if not await self.vacation_tracker.is_away(press.user):
            return done
        try:
            await self.vacation_tracker.end(press.user)
        except StorageError as error:
            log.error("a vacation could not be ended", trace=trace(error))
        return replace(done, table=await self.table(done.table.id))

    async def discard_draft(self, press: Press, table_id: str, decision: str) -> PressResult:
        """Forget what was chosen so far towards this decision."""

        async def work(table: Table) -> PressResult:
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            await press.require_answerable()
            await self.drafts.keep(table, seat, decision, ())
            return PressResult(table)

        return await self._in_turn(table_id, work)

    async def move_robot(self, table_id: str, seat: int, decision: str, action: Action) -> None:
        """A robot's move, unless this decision has passed or a person plays there meanwhile."""

        async def work(table: Table) -> None:
            if table.phase != "playing" or not clocks.is_played_by_robot(table, seat):
                return
            if table.game.decision(table.state, seat) == decision:
                await self._update(None, table, play.move(table, seat, action))

        await self._in_turn(table_id, work)

    # Standing orders.

    async def plan(self, press: Press, table_id: str, actions: int, index: int, named: int) -> PressResult:
        """Plan the choice at `index` of what could be planned after so many actions.

        The bits of `named` say which of its surprises cancel the plan.
        """

        async def work(table: Table) -> PressResult:
            offered = await self.plan_menu(table, press.user, actions)
            seat = play.require_seat(table, press.user)
            order = planning.with_plan(table, seat, offered, index, named, actions)
            await press.require_answerable()
            return PressResult(await self.repository.store_order(table, seat, order))

        return await self._in_turn(table_id, work)

    async def order(
        self,
        press: Press,
        table_id: str,
        work: Callable[Concatenate[Table, int, P], Order],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> PressResult:
        """What `work` makes of the standing order of the presser's seat, stored."""

        async def ordered(table: Table) -> Table:
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            wanted = work(table, seat, *args, **kwargs)
            await press.require_answerable()
            return await self.repository.store_order(table, seat, wanted)

        table = await self._in_turn(table_id, ordered)
        if self._shard.serves(table.guild):
            self.planned_moves.start_if_due(table)
        return PressResult(table)

    async def _carry_out_order(self, table_id: str, seat: int, decision: str) -> None:
        """The seat has left orders about this decision."""

        async def work(table: Table) -> None:
            if seat not in planning.seats_due(table) or table.game.decision(table.state, seat) != decision:
                return
            planned = table.orders[seat].plan is not None
            verdict = planning.decide_order(table, await self._store.log(table_id) if planned else (), seat)
            if verdict.action is None:
                self._table_publisher.changed(await self.repository.store_order(table, seat, verdict.order))
                return
            by = table.seats[seat].person
            moved = play.move(table.with_move(seat) if planned else table, seat, verdict.action, by=by)
            if moved.table.phase == "playing":
                moved = replace(moved, table=moved.table.with_order(seat, verdict.order))
            await self._update(None, table, moved)

        await self._in_turn(table_id, work)

    # Coming and going.

    async def call_substitute(self, press: Press, table_id: str, seat: int | None = None) -> PressResult:
        """Look for somebody who takes over the user's seat, or (`seat`) one that a robot keeps."""
        return await self.change(press, table_id, leaving.call_substitute, self.clock.awake(), seat)

    async def pause(self, press: Press, table_id: str) -> PressResult:
        """Ask for a pause, or agree to one: when everybody has, the clocks stand still."""
        return await self.change(press, table_id, play.pause, self.clock.awake())

    async def came_back(self, user: int, table_id: str) -> Table:
        """The user has opened the hand: a robot in their place gets up; a tournament's table that waits for
        them knows that they are here. The table as it is then.
        """
        return await self._change_seat(user, table_id, leaving.owner_returned)

    async def take_seat(self, press: Press, table_id: str, seat: int) -> PressResult:
        """Sit down in a seat for which a substitute is wanted, and see its hand from then on."""
        await self.bans.require_welcome((await self.table(table_id)).guild, press.user)
        done = await self.change(press, table_id, leaving.take_seat, seat)
        return await self._back_from_vacation(press, done)

    async def set_away(self, user: int, until: float | None) -> None:
        """The user is on vacation until that Unix time: their clocks stand still at all tables that last for
        days, and tournaments' tables do not wait for them. None: they are here again.

        May be called again and again.
        """

        def change(table: Table, seat: int) -> Table:
            if table.phase == "lobby":
                return pods.with_away(table, seat, until is not None)
            return clocks.with_vacation(table, seat, until)

        for table in await self.tables_of(user, ("lobby", "playing")):
            await self._change_seat(user, table.id, change)

    async def _on_deadline(self, table_id: str) -> None:
        """The moment has come at which the table must be looked at."""
        if await self._readable(table_id) is None:
            return

        async def work(before: Table) -> tuple[Table, Table]:
            now = self.clock.awake()
            due = pods.on_due(before, now) or clocks.on_due(before, now)
            if due is None:  # it is not so far yet: something has changed meanwhile
                self.deadlines.set(table_id, before.due)
                return before, before
            return before, (await self._update(None, before, due)).table

        await self._with_vacations(*await self._in_turn(table_id, work))

    # A tournament's tables. Everything may be asked again: what is so already stays as it is.

    async def open_pod(self, table: Table, copied_from: str = "") -> Table:
        """The table of a pod, opened now unless it stands already; `copied_from`: it begins with the first
        actions of that table. ValueError if another has its name.
        """
        async with self.repository.turn(table.id):
            if await self._store.table(table.id) is not None:
                known = await self.table(table.id)
                if known.record.pod is None or known.record.pod.mark != pods.pod_of(table).mark:
                    raise ValueError(f"table {table.id} is not that of {pods.pod_of(table).mark}")
                return known
            waits = table.awaited or table.phase == "playing"
            update = TableUpdate(table if waits else pods.deal_pod(table), copied_from=copied_from)
            done = await self._update(None, None, update)
        return await self._with_vacations(None, done.table)

    async def bring_to_target(self, table_id: str, target: PodTarget) -> Table:
        """See to it that the table is as the tournament wants it. Refusal if there is no such table."""

        async def work(before: Table) -> Table:
            after = pods.bring_to_target(before, target, self.clock.awake())
            if (after.phase, after.record) == (before.phase, before.record):
                return before
            return (await self._update(None, before, after)).table

        return await self._in_turn(table_id, work)

    async def check_in(self, press: Press, table_id: str) -> PressResult:
        """Say at a tournament's table that one is here. When all have, the cards are dealt."""
        try:
            return await self.change(press, table_id, pods.check_in)
        except Refusal as refusal:
            if refusal.reason != "late":
                raise
            return PressResult(await self.came_back(press.user, table_id))  # the cards are dealt already

    # What moderators do: done and written into the audit log in the same transaction, and undone. Whether
    # whoever presses may do it is for the caller to see to.

    async def moderate(
        self, press: Press, table_id: str, act: ModerationAction, reason: str, *, openly: bool = False
    ) -> PressResult:
        """Do it. Everybody at the table is told who did what, and `openly` why."""
        if isinstance(act, moderation.Replace):
            await self.bans.require_may_be_put_in((await self.table(table_id)).guild, act.user)

        def work(table: Table, press: Press) -> TableUpdate:
            now = self.clock.awake()
            done = moderation.apply_action(table, press, act, reason, now, openly=openly)
            done = moderation.with_end_kept(done, table, self.clock.unix)
            return moderation.audited(table, press, done, reason, self.clock.now())

        return await self.change(press, table_id, work)

    async def moderate_each(
        self,
        press: Press,
        tables: Sequence[str],
        choose: Callable[[Table], ModerationAction | None],
        reason: str,
        *,
        logged: bool = False,
    ) -> list[str]:
        """Do at each of these tables what is chosen for it, where that is anything and can be done: at which
        it was. `logged`: with an entry in the audit log for each.
        """

        async def work(table: Table) -> bool:
            act = choose(table)
            if act is None:
                return False
            now = self.clock.awake()
            done = moderation.apply_action(table, press, act, reason, now, openly=True)
            update = moderation.audited(table, press, done, reason, self.clock.now())
            await self._update(None, table, update if logged else replace(update, audit=()))
            return True

        async def do(table_id: str) -> bool:
            try:
                return await self._readable(table_id) is not None and await self._in_turn(table_id, work)
            except Refusal as refusal:
                log.info("a table was left as it is", table=table_id, why=refusal.reason)
                return False

        changed = list[str]()
        for first in range(0, len(tables), MODERATED_AT_ONCE):
            batch = tables[first : first + MODERATED_AT_ONCE]
            done = await asyncio.gather(*map(do, batch))
            changed += [table for table, was_done in zip(batch, done, strict=True) if was_done]
        return changed

    async def undo_moderation(self, press: Press, entry: int, reason: str) -> PressResult:
        """Undo what this entry of the audit log tells; that is an entry of its own."""
        row, id, done = moderation.require_undoable(await self._store.audit.entry(entry))

        async def work(table: Table) -> PressResult:
            entries = await self._store.audit.of_table(id)

            def undo() -> TableUpdate:
                undone = moderation.undo_action(table, press, done, reason, self.clock.awake())
                if any(other.undoes == entry for other in entries):
                    raise Refusal("twice", _("That's already been taken back."))
                return moderation.audited(table, press, undone, reason, self.clock.now(), row)

            return await self._changed(press, table, undo)

        return await self._in_turn(id, work)

    async def undo_each(self, press: Press, rows: Sequence[AuditRow]) -> int:
        """Undo what these entries of the audit log tell, each with an entry of its own, where that can be:
        how many of them.
        """

        async def undo(row: AuditRow) -> bool:
            row, id, done = moderation.require_undoable(row)

            async def work(table: Table) -> bool:
                if any(other.undoes == row.id for other in await self._store.audit.of_table(id)):
                    return False
                undone = moderation.undo_action(table, press, done, "", self.clock.awake())
                update = moderation.audited(table, press, undone, "", self.clock.now(), row)
                await self._update(None, table, update)
                return True

            try:
                return await self._readable(id) is not None and await self._in_turn(id, work)
            except Refusal as refusal:
                log.info("a moderator's act stays", table=id, why=refusal.reason)
                return False

        return sum([await undo(row) for row in rows])

    # Servers that change their language or are gone, and people who have their data erased.

    async def set_locale(self, guild: int, locale: str) -> None:
        """The server's open tables are shown in another language from now on."""
        await self._change_all_in(guild, lambda table: table.with_record(locale=locale))

    async def set_server_gone(self, guild: int, gone: bool) -> None:
        """The bot was removed from the server: its tables stand still. Or it is there again: they go on.

        May be called again and again.
        """
        await self._change_all_in(guild, lambda table: clocks.with_server_gone(table, gone))

    async def _change_all_in(self, guild: int, change: Callable[[Table], Table]) -> None:
        async def work(table: Table) -> None:
            if table.phase in OPEN_PHASES and (after := change(table)) != table:
                await self._update(None, table, after)

        for row in await self._store.tables(guild=guild, phases=OPEN_PHASES, limit=NO_LIMIT):
            if await self._readable(row.id) is not None:
                await self._in_turn(row.id, work)

    # Channels that are gone, or closed to the bot.

    async def set_unseen(self, table_id: str, unseen: bool, *, again: bool = False) -> None:
        """The table stands in no channel: everything waits there until it does. `again`: what stood there is
        gone, and is to be posted anew as soon as it can be.

        May be called again and again.
        """

        async def work(table: Table) -> None:
            after = clocks.with_unseen(table, unseen, self.clock.awake())
            if after is not table:
                posting = outbox_of_phase(None, table) if unseen and again else ()
                await self._update(None, table, TableUpdate(after, outbox=posting))

        table = await self._readable(table_id)
        if table is not None and clocks.with_unseen(table, unseen, 0.0) is not table:
            await self._in_turn(table_id, work)

    async def close_homeless(self, table_id: str) -> None:
        """The channel of a table that waits for people is gone: it is closed, and its host is told."""

        async def work(table: Table) -> None:
            if table.phase == "lobby" and table.record.pod is None:
                closed = replace(table, phase="closed").with_record(closed_by="homeless")
                await self._update(None, table, TableUpdate(closed, outbox=(OutboxEntry("homeless"),)))

        await self._in_turn(table_id, work)

    async def move(self, table_id: str, channel: int) -> None:
        """The table is in this channel from now on: what cannot be posted where it was is posted here."""

        async def work(table: Table) -> None:
            if table.channel != channel:
                await self._update(None, table, replace(table, channel=channel))

        await self._in_turn(table_id, work)

    async def forget_person(self, user: int, table_id: str) -> None:
        """They leave the table for good, and nothing about it names them any more.

        May be called again and again. The audit log is the caller's part.
        """

        async def work(table: Table) -> None:
            await self._erase_at(table_id, user, table.record)
            if (after := anonymise.anonymise_table(table, user)) is not table:
                # The messages of a table that has closed still name them.
                again = (OutboxEntry("closed"),) if table.phase == "closed" else ()
                await self._update(None, table, TableUpdate(after, outbox=again))

        if await self._readable(table_id) is not None:
            await self._in_turn(table_id, work)
        else:  # it is gone, its game is not installed, or it cannot be read: the names can
            async with self.repository.turn(table_id):
                await self._forget_in_record(user, table_id)

    async def _erase_at(self, table_id: str, user: int, record: Record) -> None:
        """First whatever is only found by the seat, which does not tell afterwards whose it was."""
        await self._store.privacy.erase_at_table(table_id, user, anonymise.seats_of_user(record, user))
        self.drafts.forget(table_id)

    async def _forget_in_record(self, user: int, table_id: str) -> None:
        row = await self._store.table(table_id)
        if row is None:
            return
        record = msgspec.json.decode(row.record, type=Record)
        await self._erase_at(table_id, user, record)
        after = anonymise.anonymise_record(record, user)
        if after != record:
            users = tuple(seat.person for seat in after.seats if seat.person is not None)
            changed = replace(row, record=msgspec.json.encode(after), revision=row.revision + 1)
            await self._store.commit(Change(changed, users=users))

    def forget_table(self, table_id: str) -> None:
        """Drops all that is kept in memory of a table that was erased."""
        self.deadlines.set(table_id, None)
        self.repository.forget(table_id)
        self.drafts.forget(table_id)
        if table_id in self._reopened:
            self._reopened.pop(table_id).set()

    # The outbox.

    async def _run_outbox_entry(self, entry: OutboxRow) -> None:
        try:
            while (table := await self.table(entry.table)).timing.shut:  # its server cannot be reached now
                await self._reopened.setdefault(entry.table, asyncio.Event()).wait()
        except Refusal as refusal:
            why = refusal.text.message
            log.warning("an outbox entry of a table that is no more is dropped", entry=entry.id, why=why)
            return
        await self._table_publisher.run(table, entry)


def _lane(row: OutboxRow) -> str:
    """What is said to people directly does not wait for what can be posted nowhere."""
    return f"{row.table} direct" if row.kind in DIRECT_KINDS else row.table
