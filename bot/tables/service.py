"""Every table there is, and all that anybody can do at one: the turn, and each subject that uses it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from bot.preferences.people import PersonPreferencesRepository
from bot.preferences.servers import ServerPreferencesRepository
from bot.runtime.clock import Clock
from bot.runtime.load_gate import RecentActivity
from bot.tables import clocks
from bot.tables.anonymise import Anonymiser
from bot.tables.automatic_moves import (
    IsWatched,
    Plans,
    RobotRunner,
    always_watched,
    may_move_by_itself,
)
from bot.tables.calling import Callers
from bot.tables.model import Table
from bot.tables.opening import TableOpening
from bot.tables.places import TablePlaces
from bot.tables.playing import Playing, PodTables, Seating
from bot.tables.repository import timings_in_play
from bot.tables.robot_pool import HintEngine, RobotEngine, RobotPool
from bot.tables.table_moderation import TableModeration
from bot.tables.timekeeping import Timekeeper
from bot.tables.turns import TablePublisher, TableTurns
from bot.tables.watching import TableLogs
from storage.models import WHOLE, Shard
from storage.sql.store import Store


class TableService(TableTurns):
    """Opens, changes and shows tables. All that is returned is durable.

    What can be done stands with its subject: `opening`, `seating`, `playing`, `plans`, `pods`, `moderation`,
    `places`, `anonymiser`, `timekeeper`, `logs`.
    """

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
        super().__init__(
            store,
            table_publisher,
            look_at=lambda table: self.timekeeper.look_at(table),
            set_away=lambda user, until: self.seating.set_away(user, until),
            clock=clock,
            people=people,
            servers=servers,
            recent_activity=recent_activity,
            shard=shard,
        )
        self.opening = TableOpening(self)
        self.seating = Seating(self)
        self.playing = Playing(self, self.seating, hints or RobotPool())
        self.plans = Plans(self, is_watched)
        self.pods = PodTables(self, self.seating)
        self.moderation = TableModeration(self)
        self.places = TablePlaces(self)
        self.anonymiser = Anonymiser(self)
        self.timekeeper = Timekeeper(self)
        self.logs = TableLogs(store)
        self.callers = Callers(self.people, self.servers, self.bans, self.clock)
        self.robots = RobotRunner(
            *(self.table, self.playing.move_robot, robot_pool or RobotPool(), is_watched),
            moment_pause,
            move_pause,
        )
        self.listen(self.let_move)

    async def open(self) -> None:
        """Take up whatever a stop or a crash left undone: outbox, outdated messages, robots' turns."""
        away = await self.timekeeper.open()
        self.deadlines.open(await self.store.due())
        self.outbox.open()
        for post in await self.store.outdated():
            if (table := await self.readable(post.table)) is not None:
                self.table_publisher.changed(table)
        await self.vacation_tracker.open(await self._scan())
        self.timekeeper.redraw_after_outage(away)

    async def _scan(self) -> Collection[int]:
        """Read the tables at which something happens by itself, and no others; who is on vacation at one."""
        rows, planned, on_vacation = await self.store.clocks(), defaultdict[str, set[int]](set), set[int]()
        for table_id, seat in await self.store.plans.seats():
            planned[table_id].add(seat)
        for row in rows:
            if row.timing is None and row.due is None:
                await self.timekeeper.begin(row.table)
        for table_id, timing in timings_in_play(rows).items():
            may_move = may_move_by_itself(timing, planned.get(table_id, ()))
            if not may_move and not any(clock.away for clock in timing.seats):
                continue
            if (table := await self.readable(table_id)) is not None:
                on_vacation.update(clocks.users_away(table))
                if may_move:
                    self.let_move(table)
        return on_vacation

    async def close(self) -> None:
        """Nothing new is begun; whatever was accepted is stored already."""
        await self.timekeeper.stop_redrawing()
        await self.vacation_tracker.close()
        await self.deadlines.close()
        await self.robots.close()
        await self.plans.planned_moves.close()
        await self.outbox.close()
        await self.timekeeper.close()

    async def look_again(self) -> None:
        """Anything may have been changed elsewhere, and nobody has told of it."""
        self.drafts.forget_all()
        for table_id in list(self.repository.cached):
            await self.changed_elsewhere(table_id)
        for table_id, due in await self.store.due():
            self.deadlines.set(table_id, due)
        await self._scan()
        self.outbox.wake()

    def let_move(self, table: Table) -> None:
        """Whoever moves without a press does so, if it is their turn: also when somebody looks on again."""
        self.plans.planned_moves.start_if_due(table)
        self.robots.start_if_due(table)
