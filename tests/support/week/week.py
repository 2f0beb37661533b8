"""A week in many servers: people come and go by their plans, the bot is stopped and killed, time flies."""

from __future__ import annotations

import asyncio
import bisect
import heapq
import itertools
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import structlog
from structlog.testing import capture_logs

from bot.pace import BLITZ, DAILY, Pace
from bot.refusal import Refusal
from bot.tables import leaving, lobby, plans, play
from bot.tables.history import replay_states
from bot.tables.leaving import seats_to_fill
from bot.tables.model import Press, PressResult, Table
from games import fairness
from games.catalogue import BUILT_IN
from storage import open_store
from storage.sqlite import connection
from tests.support.week.bot import Bot, SameForAll
from tests.support.week.channels import Chronicle
from tests.support.week.people import DAY, HOUR, MINUTE, SOON, Person, Scale, invited, lost
from tests.support.week.referee import Referee

LONGEST = 40 * DAY
"""After so long everything must have ended."""
LEAST_STEP = 1e-6
"""Seconds: Unix time, as a float, knows no shorter ones."""
HURRIED = Pace("own", HOUR, 10 * HOUR, 30 * MINUTE)
LENGTHS = {"skull-king": ("swift", "even", "whirlpool")}
"""Options that let a game end within days, by game and value of its `length`."""

Deed = Callable[[], Awaitable[None]]


@dataclass
class Session:
    """Somebody who is there just now."""

    ends: float


class Week:
    """Everything that happens. `run` lets it happen; the referee has seen it then."""

    def __init__(self, scale: Scale, folder: Path) -> None:
        self.scale = scale
        self.path = folder / "tortuga.sqlite3"
        self.people = {person.user: person for person in invited(scale)}
        self.chronicle = Chronicle()
        self.referee = Referee(self.people, self.chronicle)
        self.same = SameForAll(scale.random("otherwise"), self.referee.is_wrong)
        self.bot: Bot
        self.presses = itertools.count(1_000_000)
        self.sessions: dict[int, Session] = {}
        self.opened = 0
        self.refused: list[str] = []
        self.lives = 0
        self._deeds: list[tuple[float, int, Deed]] = []
        self._order = itertools.count()
        self._now = scale.begins
        self._ends = scale.begins + scale.days * DAY

    # time

    def now(self) -> float:
        """The time in Unix seconds, also while no bot is up."""
        return self.bot.clock.now() if self.lives else self._now

    def at(self, moment: float, deed: Deed) -> None:
        """Do it then, in Unix seconds."""
        heapq.heappush(self._deeds, (moment, next(self._order), deed))

    async def run(self) -> None:
        """Let everything happen, until every table has ended."""
        asyncio.get_running_loop().set_exception_handler(self._unnoticed)
        with _certain(self.scale), capture_logs(processors=[self._logged]):
            await self._start()
            await self._settle_in()
            while self._deeds and self.now() < self.scale.begins + LONGEST:
                await self._next()
                over = self.now() > self._ends and not (self.referee.games or self.referee.lobbies)
                if (
                    over and not await self.bot.doorway.store.outbox()
                ):  # what failed in the last minute is tried again
                    break
            await self.bot.settled()
            await self.bot.stop()

    def _unnoticed(self, loop: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
        del loop
        self.referee.is_wrong(f"{about['message']}: {about.get('exception')!r}")

    def _logged(self, logger: Any, level: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Whatever the bot itself calls an error is one."""
        del logger
        if level in ("error", "critical"):
            self.referee.is_wrong(f"the log says: {dict(event)}")
        raise structlog.DropEvent

    async def _next(self) -> None:
        """Time goes on to the next thing that somebody does, or that the bot has waited for."""
        clock = self.bot.clock
        seconds, wakes = self._deeds[0][0] - clock.now(), clock.next_awakening
        if wakes is not None and not self.referee.cut_off:
            seconds = min(seconds, max(LEAST_STEP, wakes - clock.awake()))
        if seconds > 0:
            clock.advance(seconds)
            await self.bot.settled()
        while self._deeds and self._deeds[0][0] <= self.now():
            _at, _order, deed = heapq.heappop(self._deeds)
            await deed()
            await self.bot.settled()
        self._listen()

    def _listen(self) -> None:
        """Those who are told of a table come after a while, if they are up."""
        for user, at in self.referee.heard:
            person, random = self.people[user], self.scale.random("heard", user, at)
            comes = at + random.expovariate(1 / (8 * MINUTE))
            if random.random() < person.answers and person.is_up(comes):
                self.at(comes, lambda person=person: self._visit(person, 3 * MINUTE))
        self.referee.heard.clear()

    # the bot

    async def _start(self) -> None:
        now = self._now
        bot = Bot.start(
            self.path,
            now,
            self.chronicle,
            self.same,
            self.referee,
            self.people,
            self.scale.seed,
            self._meets,
        )
        self.bot = await bot
        self.lives += 1
        self.referee.opened()

    def _meets(self, bot: Bot) -> None:
        self.referee.begins(bot.clock.now, bot.clock.awake)

    async def _settle_in(self) -> None:
        for person in self.people.values():
            await self.bot.people.change(person.user, **_fields(person))
            for visit in person.visits(self.scale, self.scale.begins + LONGEST):
                lasts = visit.ends - visit.begins
                self.at(visit.begins, lambda person=person, lasts=lasts: self._visit(person, lasts))
        self.at(self.scale.begins + HOUR / 2, self._look)
        random = self.scale.random("outages")
        if not self.scale.eventful:
            for number in range(self.scale.tables):
                chance = self.scale.random("table", number)
                begins = self.scale.begins + chance.uniform(0.0, 0.4) * self.scale.days * DAY
                guild = 1 + chance.randrange(self.scale.servers)
                members = [person for person in self.people.values() if guild in person.servers]
                deed = partial(self._arranged, chance, guild, members)
                self.at(begins, deed)
            return
        self.at(self.scale.begins + SOON / 2, self._forsaken)
        for kind in (self._restart, self._crash, self._crash_at_a_deadline, self._lose_touch) * 3:
            self.at(self.scale.begins + random.uniform(0.05, 1.0) * self.scale.days * DAY, kind)

    async def _look(self) -> None:
        if self.bot.waits_for_its_turn:
            # What has passed goes when Discord allows it, as soon as time passes and the bot is within reach.
            self.at(self.now() + MINUTE, self._look)
            return
        self.referee.standing(await self.bot.doorway.store.notifications.all())
        self.referee.look()
        self.at(self.now() + HOUR / 2, self._look)

    def _outage(self) -> tuple[Random, float]:
        random = self.scale.random("outage", self.lives, self.now())
        return random, random.choice((5.0, 2 * MINUTE, HOUR, 7 * HOUR))

    async def _restart(self) -> None:
        _random, lasts = self._outage()
        self._within_reach()
        await self.bot.stop()
        await self._start_again(lasts)

    async def _crash(self) -> None:
        """In the midst of what several people do at once."""
        random, lasts = self._outage()
        self._within_reach()
        await self.bot.settled()
        asked = [person for person in self.people.values() if self._turns(person)][:12]
        moving = [asyncio.ensure_future(self._move(person, random)) for person in asked]
        await self._die(random, lasts)
        await asyncio.gather(*moving, return_exceptions=True)

    async def _crash_at_a_deadline(self) -> None:
        """Between the end of somebody's time and the move that a robot makes then."""
        random, lasts = self._outage()
        self._within_reach()
        ends = min(self.referee.deadlines(), default=None)
        if ends is None or ends > self.bot.clock.awake() + 12 * HOUR:
            await self._crash()
            return

        async def now() -> None:
            self._within_reach()
            await self.bot.settled()
            ends_in = ends - self.bot.clock.awake()
            if ends_in < 1:  # else the bot was cut off meanwhile, and all deadlines have moved
                self.bot.clock.advance(max(LEAST_STEP, ends_in))
            await self._die(random, lasts)

        self.at(self.now() + ends - self.bot.clock.awake() - LEAST_STEP, now)

    async def _die(self, random: Random, lasts: float) -> None:
        for _step in range(random.randint(0, 40)):
            await asyncio.sleep(0)
        await self.bot.kill(random)
        await self._start_again(lasts)

    async def _start_again(self, lasts: float) -> None:
        self._now = self.bot.clock.now() + lasts
        self.sessions.clear()
        self.referee.heard.clear()
        await self._start()

    async def _lose_touch(self) -> None:
        """The gateway is gone for a while."""
        if self.referee.cut_off:
            return
        _random, lasts = self._outage()
        self.referee.cut_off = True
        self.bot.tables.timekeeper.disconnected()
        self.at(self.now() + lasts, self._back_in_touch)

    async def _back_in_touch(self) -> None:
        self._within_reach()

    def _within_reach(self) -> None:
        if self.referee.cut_off:
            self.referee.cut_off, self.referee.reached = False, self.bot.clock.awake()
            self.bot.tables.timekeeper.reconnected()

    # people

    def _press(self, person: Person) -> Press:
        self.bot.recent_activity.pressed(person.user)
        self.referee.pressed[person.user] = self.bot.clock.awake()
        return Press(next(self.presses), person.user, person.name)

    async def _tried(self, done: Awaitable[PressResult]) -> PressResult | None:
        """What came of it; None if that is refused."""
        try:
            return await done
        except Refusal as refusal:
            self.refused.append(f"{refusal.reason}: {refusal.text.message}")
            return None

    def _turns(self, person: Person) -> list[str]:
        """The tables that wait for somebody, those first that have waited longest."""
        waiting = self.referee.waiting[person.user].items()
        return [table for (table, _seat), _turn in sorted(waiting, key=lambda each: each[1].began)]

    async def _visit(self, person: Person, lasts: float) -> None:
        """Somebody looks in, does what there is to do, and stays for a while."""
        if self.referee.cut_off or not person.is_up(self.now()):
            return
        ends = self.now() + lasts
        if person.user in self.sessions:
            self.sessions[person.user].ends = max(ends, self.sessions[person.user].ends)
            return
        random = self.scale.random("visit", person.user, round(self.now()))
        if self.bot.tables.vacation_tracker.until(person.user) is not None and random.random() < 0.9:
            return
        self.sessions[person.user] = Session(ends)
        await self._look_around(person, random)
        await self._stay(person)

    async def _stay(self, person: Person) -> None:
        session = self.sessions.get(person.user)
        if session is None or self.referee.cut_off:
            self.sessions.pop(person.user, None)
            return
        random = self.scale.random("stay", person.user, self.now())
        if self._plays_blitz(person) and random.random() > 0.002:
            session.ends = max(session.ends, self.now() + 2 * MINUTE)
        if self.now() >= session.ends or not person.is_up(self.now()):
            del self.sessions[person.user]
            return
        if self._turns(person):
            await self._move(person, random)
            await self.bot.settled()
            await self._plan(person, random)
        pause = person.haste if self._turns(person) else 30.0
        self.at(self.now() + random.uniform(0.5, 1.5) * pause, lambda: self._stay(person))

    def _plays_blitz(self, person: Person) -> bool:
        games = self.referee.games.values()
        return any(
            game.table.record.pace == BLITZ and game.table.seat_of(person.user) is not None for game in games
        )

    async def _move(self, person: Person, random: Random) -> None:
        """One move at the table that has waited longest."""
        waiting = self._turns(person)
        if not waiting:
            return
        table_id, tables = waiting[0], self.bot.tables
        await tables.seating.came_back(person.user, table_id)
        table = await tables.table(table_id)
        chance = self.scale.random("move", self.referee.games[table_id].number, table.actions, person.user)
        before = table.actions
        for _step in range(10):
            seat = table.seat_of(person.user)
            if seat is None or table.phase != "playing":
                return
            chosen = await tables.drafts.of(table, seat)
            menu = table.game.steps(table.observe(person.user), chosen)
            if menu is None:
                return
            allowed = [at for at, choice in enumerate(menu.choices) if choice.why_not is None]
            press, decision = self._press(person), table.game.decision(table.state, seat)
            if not allowed:
                await self._tried(tables.playing.step_back(press, table_id, decision))
                continue
            index = chance.choice(allowed)
            done = await self._tried(tables.playing.choose(press, table_id, decision, len(chosen), index))
            if done is None:
                return
            if random.random() < 0.05:  # Discord delivers it once more
                await self._tried(tables.playing.choose(press, table_id, decision, len(chosen), index))
            if done.table.actions > before:
                if press.id not in self.referee.interactions:
                    self.referee.is_wrong(f"press {press.id} was answered and not stored", done.table)
                return
            table = done.table

    async def _plan(self, person: Person, random: Random) -> None:
        """Plan the next move at a table that does not wait."""
        for table in self._tables_of(person):
            seat = table.seat_of(person.user)
            if seat is None or random.random() > person.plans:
                continue
            offered = plans.plan_menu(table, seat)
            if offered is None or not offered.choices:
                continue
            named = sum(1 << at for at, surprise in enumerate(offered.surprises) if surprise.usual)
            index = random.randrange(len(offered.choices))
            self.referee.figures["plans"] += 1
            await self._tried(
                self.bot.tables.plans.make(self._press(person), table.id, table.actions, index, named)
            )

    async def _look_around(self, person: Person, random: Random) -> None:
        """All that somebody may do who looks in."""
        deeds = (self._attend, self._go_away, self._sit_down, self._open_table)
        for deed in deeds if self.scale.eventful else ():
            await deed(person, random)
            await self.bot.settled()

    def _tables_of(self, person: Person) -> list[Table]:
        games = [game.table for game in self.referee.games.values()]
        return [table for table in games if table.seat_kept_for(person.user) is not None]

    async def _attend(self, person: Person, random: Random) -> None:
        """Look at the tables at which somebody plays already."""
        tables = self.bot.tables
        for table in self._tables_of(person):
            seat = table.seat_kept_for(person.user)
            assert seat is not None
            mine = table.seats[seat].robot is None
            if random.random() < (0.9 if mine else 0.4):
                self._press(person)
                await tables.seating.came_back(person.user, table.id)
            fate, press = random.random(), lambda: self._press(person)
            if mine and fate < 0.01:
                await self._tried(tables.change(press(), table.id, leaving.leave_to_robot))
            elif mine and fate < 0.015:
                await self._tried(tables.change(press(), table.id, leaving.concede))
            elif mine and fate < 0.03:
                await self._tried(tables.seating.call_substitute(press(), table.id))
            elif mine and fate < 0.04:
                await self._tried(tables.playing.pause(press(), table.id))
            elif mine and table.timing.asking:
                if random.random() < 0.8:
                    await self._tried(tables.playing.pause(press(), table.id))
                else:
                    await self._tried(tables.change(press(), table.id, play.unpause))
            elif mine and table.timing.paused is not None and fate < 0.2:
                await self._tried(tables.change(press(), table.id, play.unpause))
            elif fate > 0.9:
                await self._fill(person, table)

    async def _fill(self, person: Person, table: Table) -> None:
        for seat in seats_to_fill(table, person.user, self.bot.clock.awake()):
            await self._tried(self.bot.tables.seating.call_substitute(self._press(person), table.id, seat))

    async def _sit_down(self, person: Person, random: Random) -> None:
        """In lobbies, and where a substitute is wanted."""
        tables = self.bot.tables
        for waiting in list(self.referee.lobbies.values()):
            table = waiting.table
            if table.guild not in person.servers:
                continue
            if person.user in table.people:
                if table.record.host == person.user:
                    await self._perhaps_start(person, table, random)
            elif random.random() < 0.6 and (table.record.pace != BLITZ or self._is_about(table, person)):
                done = await self._tried(tables.change(self._press(person), table.id, lobby.join))
                if done is not None and len(done.table.seats) == done.table.record.capacity:
                    await self._perhaps_start(self.people[done.table.record.host], done.table, random)
        for game in list(self.referee.games.values()):
            for call in game.table.record.calls if game.table.guild in person.servers else ():
                sat_here = person.user in {left.user for left in game.table.record.leavers}
                here = game.table.seat_kept_for(person.user) is not None or sat_here
                if not here and random.random() < 0.4:
                    await self._tried(tables.seating.take_seat(self._press(person), game.table.id, call.seat))

    def _is_about(self, table: Table, person: Person) -> bool:
        return all(user in self.sessions for user in table.people) and person.user in self.sessions

    async def _perhaps_start(self, host: Person, table: Table, random: Random) -> None:
        """The host starts when all are there, or is tired of waiting and lets a robot play."""
        waited = self.now() - table.created
        full = len(table.seats) == table.record.capacity
        if not full and waited < 2 * HOUR:
            return
        tables, least = self.bot.tables, table.game.players_for(table.options)[0]
        if len(table.people) < 2 and random.random() < 0.7:
            return
        for _robot in range(max(0, least - len(table.seats))):
            await self._tried(tables.change(self._press(host), table.id, lobby.add_robot))
        await self._tried(tables.playing.start(self._press(host), table.id))

    async def _open_table(self, person: Person, random: Random) -> None:
        busy = len(self._tables_of(person)) + sum(
            person.user in lobby.table.people for lobby in self.referee.lobbies.values()
        )
        left = self._ends - 0.4 * self.scale.days * DAY - self.now()
        if busy > 3 or left < 0 or self.opened >= self.scale.tables or random.random() > 0.25:
            return
        self.opened += 1
        guild = random.choice(person.servers)
        here = [user for user in self.sessions if guild in self.people[user].servers]
        live = len(here) > 1 and random.random() < 0.4
        pace = BLITZ if live else random.choice((DAILY, DAILY, HURRIED))
        game, options, seats = _something_to_play(random)
        done = await self._tried(
            self.bot.tables.opening.create(
                self._press(person),
                guild=guild,
                channel=guild * 1000,
                game=game,
                options=options,
                capacity=seats,
                pace=pace,
            )
        )
        if done is None or pace != BLITZ:
            return
        await self.bot.settled()
        for user in here:
            if user != person.user and len(done.table.seats) < seats:
                done = (
                    await self._tried(
                        self.bot.tables.change(self._press(self.people[user]), done.table.id, lobby.join)
                    )
                ) or done
        await self._perhaps_start(person, done.table, random)

    async def _forsaken(self) -> None:
        """Two people begin a game, and one opens a table besides, before nobody sees them any more."""
        pair = lost(self.scale, self.people.values())
        await self._arranged(self.scale.random("forsaken"), 1, pair)
        done = await self.bot.tables.opening.create(
            self._press(pair[0]), guild=1, channel=1000, game=BUILT_IN[0].slug, options={}
        )
        await self.bot.tables.change(self._press(pair[0]), done.table.id, lobby.lock, True)

    async def _arranged(self, chance: Random, guild: int, members: Sequence[Person]) -> None:
        """A game that some people had agreed on begins, whoever else plays what meanwhile."""
        game, options, seats = _something_to_play(chance)
        host, *others = chance.sample(members, min(seats, len(members)))
        tables, channel = self.bot.tables, guild * 1000
        self.opened += 1
        done = await tables.opening.create(
            self._press(host),
            guild=guild,
            channel=channel,
            game=game,
            options=options,
            capacity=seats,
            pace=DAILY,
        )
        for person in others:
            await tables.change(self._press(person), done.table.id, lobby.join)
        for _robot in range(seats - 1 - len(others)):
            await tables.change(self._press(host), done.table.id, lobby.add_robot)
        await tables.playing.start(self._press(host), done.table.id)

    async def _go_away(self, person: Person, random: Random) -> None:
        """On vacation, or back from one."""
        vacation_tracker = self.bot.tables.vacation_tracker
        if random.random() < 0.02 and vacation_tracker.until(person.user) is None:
            self._press(person)
            try:
                await vacation_tracker.begin(person.user, days=random.randint(1, 4))
                self.referee.figures["vacations"] += 1
            except Refusal as refusal:
                self.refused.append(refusal.text.message)
        elif vacation_tracker.until(person.user) is not None and random.random() < 0.02:
            self._press(person)
            await vacation_tracker.end(person.user)

    # afterwards

    def saved(self) -> float:
        """For how many seconds tables did not wait, as moves made themselves before their owners looked in.

        At most so many: some would have come earlier, being told that it was their turn.
        """
        visits = {
            user: [visit.begins for visit in person.visits(self.scale, self.scale.begins + 2 * LONGEST)]
            for user, person in self.people.items()
        }
        saved = 0.0
        for user, at in self.referee.planned:
            nexts = bisect.bisect_left(visits[user], at)
            saved += visits[user][nexts] - at if nexts < len(visits[user]) else 0.0
        return saved

    async def audit(self) -> None:
        """Hold what is stored at the end against what the referee has seen."""
        referee = self.referee
        for table_id in (*referee.games, *referee.lobbies):
            referee.is_wrong(f"table {table_id} has not ended")
        store = await open_store(self.path)
        for game in referee.over.values():
            stored = await store.log(game.table.id)
            if stored != game.log:
                referee.is_wrong(
                    f"its log is not what was stored: {len(stored)}, {len(game.log)}", game.table
                )
            *_before, (state, _events) = replay_states(game.table, stored)
            if state != game.table.state:
                referee.is_wrong("its log does not lead to its state", game.table)
        if left := await store.outbox():
            referee.is_wrong(f"outbox entries are left: {left}")
        if await store.notifications.all():
            referee.is_wrong("messages that nudge are left")
        await store.close()


def _something_to_play(random: Random) -> tuple[str, dict[str, str], int]:
    """A game, its options, for how many."""
    game = random.choice(BUILT_IN)
    options = {"length": random.choice(LENGTHS[game.slug])} if game.slug in LENGTHS else {}
    least = game.players_for(game.Options.model_validate(options))[0]
    return game.slug, options, max(least, random.choice((2, 2, 3, 3, 4)))


def _fields(person: Person) -> dict[str, object]:
    wishes = person.wishes
    return {
        "nudges": wishes.nudges,
        "quiet": wishes.quiet,
        "zone": wishes.zone,
        "forced_moves": wishes.forced_moves,
    }


def _certain(scale: Scale) -> ExitStack:
    """The same cards and names with the same seed."""
    random, numbers = scale.random("secrets"), itertools.count(100_000)
    stack = ExitStack()
    stack.enter_context(patch.object(fairness, "new_secret", lambda: random.randbytes(32)))
    # The bot's process is killed here, not the machine: nothing need be waited for until it is on the disk.
    stack.enter_context(
        patch.object(connection, "WRITING", (*connection.WRITING, "PRAGMA synchronous = OFF"))
    )
    for pause in ("bot.tables.timekeeping.BETWEEN_REDRAWS", "bot.runtime.outbox.NEXT_LANES_DELAY"):
        stack.enter_context(patch(pause, 0.0))  # hours would pass meanwhile
    for module in ("bot.tables.lobby", "bot.tables.ids"):  # tables' ids, and tournaments'
        stack.enter_context(patch(f"{module}.new_id", lambda: f"{next(numbers)}"))
    return stack
