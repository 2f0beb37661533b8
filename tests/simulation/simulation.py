"""A server's days: its people, its bot, and what goes wrong, all of it drawn from one seed."""

from __future__ import annotations

import asyncio
import gc
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Iterator, MutableMapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import structlog

from bot.app import Tortuga
from bot.tables.model import Table
from playground.clock import Clock
from playground.default_world import default_world
from playground.faults import AT_ONCE, Journey
from playground.interactions import Interaction
from playground.model import Channel, Post
from playground.playground import Playground
from storage.sql.group_commit import Refusal, Write
from storage.sqlite import database
from tests.simulation.life import Life
from tests.simulation.loop import SimulatedLoop, Simulator
from tests.simulation.machine import RECORDED_EVERY, machine
from tests.simulation.moderator import Moderator
from tests.simulation.network import GATEWAY_URL, Trouble
from tests.simulation.organiser import ARENA_AT, ARENA_PLACES, Organiser
from tests.simulation.people import DAY, HOUR, MINUTE, Screens, Somebody
from tests.simulation.watch import LATE, Watch, custom_ids

BEGINS = 1_830_000_000.0
"""Unix seconds: an evening in December 2027."""
LOOKS = 2 * HOUR
"""Seconds between two looks at what must have come about."""
CRASHES_AGAIN = 0.2
"""The share of starts that come to nothing, or to little."""
MENDED = 0.25
"""The share of tournaments' results with which somebody is not content."""
GARBAGE_EVERY = 30_000
"""So many steps of both loops lie between two collections of garbage."""


@dataclass(frozen=True)
class Scale:
    """How many people, tables, deeds and troubles a run has."""

    seed: int = 0
    days: float = 7.0
    people: int = 12
    tables: int = 8
    odd_deeds: int = 40
    """Old buttons, commands of all kinds, private games."""
    crashes: int = 4
    restarts: int = 1
    outages: int = 2
    bad_hours: int = 3
    """Times in which much of what is sent gets lost or is slow."""
    lockdowns: int = 2
    """Times in which the bot may not write in a channel; half as many channels are deleted."""
    leavers: int = 1
    erasures: int = 1
    leagues: int = 1
    cups: bool = True
    """Whether there is one each week."""

    @property
    def has_arena(self) -> bool:
        """Whether sixteen meet for an evening's arena in which the power is cut: with every tenth seed."""
        return self.cups and self.seed % 10 == 3


WEEK = Scale()
YEAR = Scale(
    days=365.0,
    people=200,
    tables=120,  # those of tournaments come to this, and what people play alone: some 300 in all
    odd_deeds=300,
    crashes=10,
    restarts=6,
    outages=12,
    bad_hours=24,
    lockdowns=12,
    leavers=6,
    erasures=4,
    leagues=2,
)


def scale_of(days: float) -> Scale:
    """A week with a dozen people; from two months on a share of the year with two hundred."""
    if days < 60:
        return replace(WEEK, days=days)
    counted = (
        "tables",
        "odd_deeds",
        "crashes",
        "restarts",
        "outages",
        "bad_hours",
        "lockdowns",
        "leavers",
        "erasures",
    )
    shares = {name: round(getattr(YEAR, name) * days / YEAR.days) for name in counted}
    return replace(YEAR, days=days, **shares)


@dataclass(frozen=True)
class Kind:
    """A game with its options, and the fewest and most people who meet for it."""

    game: str
    options: str
    fewest: int
    most: int


KINDS = (
    Kind("skull-king", "length=bedtime", 2, 5),
    Kind("skull-king", "length=swift", 2, 2),
    Kind("skull-queen", "", 2, 2),
    Kind("corsari", "", 2, 2),
    Kind("buccaneer", "", 3, 3),
)
KIND_WEIGHTS = (28, 1, 1, 1, 1)
PACES = ("blitz", "daily", "relaxed", "none")
PACE_WEIGHTS = (6, 3, 1, 1)


class Simulation:
    """One run. `folder` holds the files of its lives; `until`: after so many seconds it is enough."""

    def __init__(
        self,
        scale: Scale,
        folder: Path,
        until: float | None = None,
        echo: Callable[[str], None] | None = None,
    ) -> None:
        self._echo = echo
        self.scale = scale
        self.until = min(scale.days * DAY, until or float("inf"))
        self.simulator = Simulator(str(scale.seed), BEGINS)
        self.loop = SimulatedLoop(self.simulator)
        self.chance = Random(f"{scale.seed} world")
        self._folder = folder
        self._lives = 0
        self._life: Life | None = None
        self._next_life_at: float | None = 0.0
        self._files = folder / "0"
        self._calm_since = 0.0
        self._troubled = 0
        self._trouble = Trouble()
        self._collected = 0
        self._reachable = 0.0
        self._reachable_since: float | None = None
        self._comparing: asyncio.Task[None] | None = None
        self._cuts = 0
        self._crashes = 0
        self._visits = set[tuple[str, str]]()
        self._live_tables = set[str]()
        self._waiting_entries = dict[int, tuple[Any, float]]()

    def run(self) -> Watch:
        """Live through the days of this simulation; returns the watch, which knows what was wrong."""
        with ExitStack() as stack:
            stack.enter_context(machine(self.simulator, str(self.scale.seed)))
            stack.enter_context(_logging(self._logged))
            with self.loop.running():
                self._make_world()
            stack.enter_context(patch.object(database, "_store_together", self._stored_together))
            self._files.mkdir()
            try:
                self.simulator.run(self.until, self._goes_on)
            finally:
                if self._life is not None:
                    self._life.end()
                self.loop.drop()
        return self.watch

    def _make_world(self) -> None:
        self.playground = Playground(default_world(Clock()), "discord", None, 50, 3.0)
        self.backend, self.world = self.playground.backend, self.playground.world
        self.backend.gateway.url = GATEWAY_URL
        self.watch = Watch(self.simulator, self.world)
        self.watch.echo = self._echo
        self.watch.ended = self._ended
        self.watch.is_troubled = lambda: not self.calm_for
        self.screens = Screens(self)
        self.backend.recorder.listeners.append(self.watch.requested)
        self.backend.interactions.journeys.chance = self._journey
        self.loop.set_exception_handler(self._unnoticed)
        self.morgan = Somebody(self, self.world.person("Morgan"), Random(f"{self.scale.seed} Morgan"))
        people = max(self.scale.people, ARENA_PLACES) if self.scale.has_arena else self.scale.people
        names = [f"Sailor {number}" for number in range(1, people + 1)]
        self.playground.add_people(*names)
        self.people = [
            Somebody(self, self.world.person(name), Random(f"{self.scale.seed} {name}")) for name in names
        ]
        self.by_id = {each.id: each for each in (*self.people, self.morgan)}
        self.channels = [self.playground.channel("tavern"), self.playground.channel("captains-table")]
        for number in range(3):
            self.channels.append(self.playground.add_channel(f"port-{number}"))
        self.organiser = Organiser(self)
        self.moderator = Moderator(self)
        self._plan()

    # what watches

    def _unnoticed(self, loop: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
        if not self.loop.dropped:
            self.watch.is_wrong(
                f"the world: {about['message']}: {about.get('exception')!r} {about.get('task')}"
            )

    def _logged(self, level: str, event: str) -> None:
        if self._life is None or self._life.loop.dropped or self._life.crashed:
            return
        event = event.replace(str(self._folder), "")
        self.watch.happened(f"log {level} {event}")
        if level in ("error", "critical"):
            self.watch.is_wrong(f"the log says: {event}")

    def _stored_together(
        self, db: sqlite3.Connection, writes: Sequence[Write], prune_before: float | None
    ) -> list[Refusal | None]:
        refusals = store_together(db, writes, prune_before)
        for write, refusal in zip(writes, refusals, strict=True):
            if refusal is None and write.change is not None:
                self.watch.committed(write.change)
        return refusals

    def _ended(self, table: Table) -> None:
        """A game of a tournament's is looked at once more by its organiser, now and then."""
        if table.record.pod is not None and self.chance.random() < MENDED:
            self.loop.call_soon(lambda: self.begin(self.moderator.mends_result()))

    # lives

    def _goes_on(self) -> bool:
        """Whether it is over; called between any two steps of the loops."""
        life, simulator = self._life, self.simulator
        if life is not None and (life.crashed or life.task.done()) and (ended := life.ended) is not None:
            self.watch.happened(f"life {life.number} {ended}")
            self._is_reachable(False)
            self._crashes += ended == "crashed"
            self.watch.counted[f"lives that {ended}"] += 1
            if ended == "crashed":
                self._files = self._folder / str(life.number + 1)
                life.bury(self._files)
            else:
                life.end()
            self._life = None
            away = self.chance.choice((2.0, 2.0, 60.0, HOUR, 7 * HOUR))
            self._next_life_at = simulator.now + away
            self.loop.call_later(away, lambda: None)
        if self._life is None and self._next_life_at is not None and simulator.now >= self._next_life_at:
            self._begin_life()
        if simulator.steps - self._collected > GARBAGE_EVERY:
            self._collected = simulator.steps
            gc.collect(1)
        return bool(self.watch.wrong)

    def _begin_life(self) -> None:
        self._next_life_at = None
        self._life = Life(self, self._lives, self._files)
        if self._lives:
            self._look_at_disk(self._life)
        self._life.network.trouble = self._trouble
        if self._lives and self.chance.random() < CRASHES_AGAIN:
            self._life.crash_within(self.chance.randint(1, 3000))
        self._lives += 1
        self._is_troubled_for(0.0)
        self.watch.is_new = True
        self.loop.call_later(MINUTE, self._is_older, self._lives)

    def _is_older(self, life: int) -> None:
        self.watch.is_new = life != self._lives and self.watch.is_new

    def ready(self, life: Life) -> None:
        """Note that the bot of this life is connected, so that people can press."""
        self.watch.happened(f"life {life.number} is ready")
        self._is_reachable(not life.network.is_down)

    def _look_at_disk(self, life: Life) -> None:
        tables = {
            id: (revision, phase, actions)
            for id, revision, phase, actions in life.rows(
                "SELECT table_id, revision, phase, (SELECT count(*) FROM actions"
                " WHERE actions.table_id = standing.table_id) FROM standing"
            )
        }
        presses = [id for [id] in life.rows("SELECT id FROM interactions")]
        self.watch.opened(tables, presses, self.simulator.time() - 20 * HOUR)

    # how long people could press

    def _is_reachable(self, reachable: bool) -> None:
        """Count the time from now on as one in which people can press, or cannot."""
        now = self.simulator.now
        if self._reachable_since is not None:
            self._reachable += now - self._reachable_since
        self._reachable_since = now if reachable else None

    @property
    def reachable(self) -> float:
        """Seconds since the beginning in which people could press."""
        since = self._reachable_since
        return self._reachable + (0.0 if since is None else self.simulator.now - since)

    # trouble

    def _is_troubled_for(self, seconds: float) -> None:
        """Call no moment quiet until so many seconds from now."""
        self._calm_since = max(self._calm_since, self.simulator.now + seconds)

    @contextmanager
    def trouble_for(self, afterwards: float) -> Iterator[None]:
        """As long as the block lasts, and for so many seconds more, it is no quiet time."""
        self._troubled += 1
        try:
            yield
        finally:
            self._troubled -= 1
            self._is_troubled_for(afterwards)

    @property
    def calm_for(self) -> float:
        """Seconds for which the bot has been there, and nothing went wrong."""
        life = self._life
        if life is None or life.ready_at is None or life.crashed or life.network.is_down or self._troubled:
            return 0.0
        return self.simulator.now - max(self._calm_since, life.ready_at)

    def _journey(self) -> Journey:
        if self.chance.random() > (0.1 if self._troubled else 0.02):
            return AT_ONCE
        if not self._troubled:
            return self.chance.choice(((0.0, 0.0), (0.3,), (0.0, 1.0), (0.05, 0.0)))
        return self.chance.choice(((0.0, 0.0), (self.chance.uniform(0.0, 2.0),), (0.0, 40.0), (3.2,)))

    async def _crash(self) -> None:
        if self._life is not None:
            self._life.crash_within(int(self.chance.expovariate(1 / 60)) + 1)

    async def _crash_in_a_press(self) -> None:
        """Cut the power soon after the next press, most often before it is answered."""
        self._crash_at_next_press = True

    _crash_at_next_press = False

    async def _restart(self) -> None:
        if self._life is not None:
            self._life.stop()

    async def _outage(self) -> None:
        life, lasts = self._life, self.chance.choice((5.0, 120.0, HOUR, 7 * HOUR))
        if life is None:
            return
        self.watch.happened(f"the network is gone for {lasts}")
        with self.trouble_for(3 * MINUTE):
            life.network.goes_down()
            self._is_reachable(False)
            self._cuts += 1
            await asyncio.sleep(lasts)
            life.network.comes_back()
            if life is self._life and life.ready_at is not None:
                self._is_reachable(True)

    async def _bad_hour(self) -> None:
        lasts = self.chance.uniform(10 * MINUTE, 2 * HOUR)
        self.watch.happened(f"requests get lost for {lasts}")
        with self.trouble_for(5 * MINUTE):
            self._trouble.lost, self._trouble.slow = 0.06, 0.04
            await asyncio.sleep(lasts)
            self._trouble.lost = self._trouble.slow = 0.0

    async def _gateway(self) -> None:
        """The gateway asks to come back, ends the session, or breaks."""
        self._cuts += 1
        gateway = self.playground
        ways = (gateway.ask_to_reconnect, gateway.invalidate_session, gateway.disconnect_gateway)
        with self.trouble_for(MINUTE):
            self.chance.choice(ways)()
            await asyncio.sleep(30)

    async def _look(self) -> None:
        """Look every two hours, when nothing goes wrong, at what must have come about by then."""
        while True:
            await asyncio.sleep(LOOKS)
            life = self._life
            if life is None or life.client is None or not self.calm_for:
                continue
            entries = life.rows(
                "SELECT id, table_id, kind FROM errands"
                " UNION ALL SELECT id, tournament_id, kind FROM tournament_errands"
            )
            self.watch.outbox = {
                id: self.watch.outbox.get(id, ((id, table, kind), self.simulator.now))
                for id, table, kind in entries
            }
            calls = life.rows("SELECT table_id, round, user, chances, brier FROM forecasts")
            if self.calm_for > LATE:
                self.watch.look_at_calls(calls)
            awake = life.client.services.tables.clock.awake()
            self.watch.look(awake, self.calm_for)
            ahead = awake - self.reachable
            if ahead > 5.0 * (self._lives + self._cuts):
                self.watch.is_wrong(f"the clocks ran for {ahead:.0f} s while nobody could press")
            if -ahead > 180.0 * (self._lives + self._cuts) + (RECORDED_EVERY + 60.0) * self._crashes:
                self.watch.is_wrong(f"the clocks stood for {-ahead:.0f} s while people could press")
            if self.calm_for > LATE:
                life.in_its_loop(self._compares)

    def _compares(self, client: Tortuga) -> None:
        assert self._life is not None
        self._comparing = self._life.loop.create_task(self.watch.compare(client))

    # people

    def tavern(self, who: Somebody) -> Channel:
        """The channel in which somebody writes their commands, always the same as long as it stands."""
        return self.channels[int(who.id) % len(self.channels)]

    def began(self, who: Somebody, interaction: Interaction) -> None:
        """Note that somebody has begun an interaction; a crash that waits for a press comes soon."""
        self.watch.counted["interactions"] += 1
        what = interaction.data.get("custom_id") or interaction.data.get("name")
        self.watch.happened(
            f"{who.person.name} {interaction.id}: {what} {interaction.data.get('values', '')}"
        )
        if self._crash_at_next_press and self._life is not None:
            self._crash_at_next_press = False
            self._life.crash_within(self.chance.randint(1, 150))

    def called(self, user: str, ids: list[str]) -> None:
        """Have somebody whom a message mentions visit the table that it is about, after a while."""
        who = self.by_id.get(user)
        if who is None:
            return
        for id in ids:
            table = id.split(":")[1] if ":" in id else ""
            if id.startswith("aboard:"):
                return self.begin(who.comes_aboard(table))
            if id.startswith(("hand:", "nudged:", "here:")) and table not in who.tables:
                stored = self.watch.tables.get(table)
                is_live = stored is not None and stored.table.record.pace.live
                who.tables[table] = MINUTE if is_live else 2 * HOUR
                if is_live:
                    self._live_tables.add(table)
            if table in who.tables:
                return self._visit_later(who, table)

    def entries(self, verb: str, tournament: str, post: Post, is_new: bool) -> None:
        """There is something to enter, or to say whether one is there, or a tournament is over."""
        self.organiser.heard(verb, tournament, post, is_new)

    def _visit_later(self, who: Somebody, table: str) -> None:
        if (who.id, table) in self._visits:
            return
        self._visits.add((who.id, table))
        wait = who.random.expovariate(1 / who.tables[table]) + 1.0

        async def visit() -> None:
            await asyncio.sleep(wait)
            self._visits.discard((who.id, table))
            await who.play(table, table in self._live_tables)

        self.begin(visit())

    def begin(self, deed: Coroutine[Any, Any, None]) -> None:
        """Let this deed run beside all others; an error in it is an error of the simulation."""
        task = self.loop.create_task(deed)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            import traceback

            where = "".join(traceback.format_tb(error.__traceback__)[-3:])
            self.watch.is_wrong(f"the world: {error!r} {where}")

    def _at(self, moment: float, deed: Callable[[], Awaitable[None]]) -> None:
        async def later() -> None:
            await asyncio.sleep(moment)
            await deed()

        self.begin(later())

    def _plan(self) -> None:
        """Draw the moments of all deeds and troubles from the seed."""
        scale, whole = self.scale, self.scale.days * DAY
        plan = Random(f"{scale.seed} plan")
        self.begin(self._look())
        self.begin(self.organiser.begins())
        for number in range(scale.tables):
            deed = partial(self._table, Random(f"{scale.seed} table {number}"))
            self._at(plan.uniform(30.0, 0.9 * whole), deed)
        troubles: tuple[tuple[int, Callable[[], Awaitable[None]]], ...] = (
            (scale.crashes - scale.crashes // 2, self._crash),
            (scale.crashes // 2, self._crash_in_a_press),
            (scale.restarts, self._restart),
            (scale.outages, self._outage),
            (scale.outages, self._gateway),
            (scale.bad_hours, self._bad_hour),
            (scale.lockdowns, self.moderator.locks_down),
            (scale.lockdowns, self.moderator.deletes_message),
            (scale.lockdowns // 2, self.moderator.deletes_channel),
        )
        deeds: tuple[tuple[int, Callable[[], Awaitable[None]]], ...] = (
            (scale.odd_deeds, self._odd_deed),
            (scale.odd_deeds // 2, self.moderator.sees_to_something),
            (scale.leavers, self._leaves),
            (scale.erasures, self._is_erased),
        )
        if scale.has_arena:
            self._at(ARENA_AT + plan.uniform(10.0, 30.0) * MINUTE, self._crash)
            self._at(ARENA_AT + plan.uniform(10.0, 30.0) * MINUTE, self._bad_hour)
        for times, trouble in (*troubles, *deeds):
            for _each in range(times):
                self._at(plan.uniform(0.02, 0.95) * whole, trouble)

    def _anybody(self) -> Somebody:
        return self.chance.choice([each for each in self.people if not each.is_gone])

    async def _odd_deed(self) -> None:
        await self._anybody().does_something_odd()

    async def _leaves(self) -> None:
        """Take somebody who is drawn out of the server for good."""
        who = self._anybody()
        self.watch.happened(f"{who.person.name} leaves")
        who.is_gone = True
        del self.playground.guild().members[who.id]

    async def _is_erased(self) -> None:
        """Somebody has their data erased; they may come again as somebody new."""
        who = self._anybody()
        asked = await who.command("privacy delete")
        if asked is not None and "forgetconfirm" in custom_ids(asked.message):
            who.tables.clear()
            self.watch.erased(who.id)
            await who.press(asked, "forgetconfirm")

    async def _table(self, chance: Random) -> None:
        """Some friends open a table, join, add robots, start, and play it to the end."""
        [kind] = chance.choices(KINDS, KIND_WEIGHTS)
        [pace] = chance.choices(PACES, PACE_WEIGHTS)
        there = [each for each in self.people if not each.is_gone]
        if len(there) < kind.most:
            return
        host, *friends = chance.sample(there, chance.randint(kind.fewest, kind.most))
        opened = await host.command("table create", game=kind.game, options=kind.options, pace=pace)
        ids = [] if opened is None else custom_ids(opened.message)
        table = next((id.split(":")[1] for id in ids if id.startswith("join:")), None)
        if table is None or opened is None:
            return
        haste = 20.0 if pace == "blitz" else chance.choice((HOUR, 4 * HOUR, 10 * HOUR))
        if pace == "blitz":
            self._live_tables.add(table)
        host.tables[table] = haste
        if chance.random() < 0.3:
            for guest in chance.sample(there, 2):
                await guest.wants_calls(kind.game)
            more = await host.press(opened, f"more:{table}")
            if more is not None:
                await host.press(more, f"callplayers:{table}")
        for friend in friends:
            await asyncio.sleep(chance.expovariate(1 / 60))
            lobby = self.screens.lobbies.get(table)
            if lobby is not None and await friend.press(lobby, f"join:{table}") is not None:
                friend.tables[table] = haste
        for _robot in range(chance.choice((0, 0, 1, 2))):
            lobby = self.screens.lobbies.get(table)
            if lobby is not None:
                await host.press(lobby, f"robot:{table}")
        for _attempt in range(3):
            await asyncio.sleep(chance.uniform(2.0, 60.0))
            lobby = self.screens.lobbies.get(table)
            if lobby is None:
                break
            await host.press(lobby, f"start:{table}")
        for each in (host, *friends):
            if table in each.tables:
                self.begin(each.play(table, table in self._live_tables))


store_together = vars(database)["_store_together"]
"""What puts writes into the file: here, as it is done, it is seen what is stored."""


@contextmanager
def _logging(logged: Callable[[str, str], None]) -> Iterator[None]:
    """Tell `logged` of every line that the bot and its libraries log, as long as the block lasts."""

    def tell(logger: Any, level: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        logged(level, str(dict(event)))
        raise structlog.DropEvent

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if not str(record.msg).startswith("Attempting a reconnect"):
                logged("error", f"{record.name}: {self.format(record)}")

    root, before = logging.getLogger(), structlog.get_config()
    told: list[logging.Handler] = [Listener(logging.ERROR)]
    handlers, root.handlers = root.handlers, told
    structlog.configure(processors=[tell], wrapper_class=structlog.make_filtering_bound_logger(20))
    try:
        yield
    finally:
        root.handlers = handlers
        structlog.configure(**before)
