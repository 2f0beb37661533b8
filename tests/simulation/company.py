"""How long people wait for company: a week of a server of two hundred, once with calls and once without.

What the bot does is the bot's; what people do is assumed here, and the same in both weeks: `LOOKS_IN`,
`JOINS`, `COMES`. Nothing goes wrong in it, so that nothing but calls makes the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from bot.preferences.people import PersonPreferences
from playground.model import Post
from tests.simulation.people import DAY, HOUR, MINUTE, Somebody
from tests.simulation.simulation import YEAR, Scale, Simulation
from tests.simulation.watch import custom_ids

GAME, OPTIONS, SEATS = "skull-king", "length=bedtime", 4
LOOKS_IN = 3.0
"""How often a day somebody looks what is on, at any hour."""
JOINS = 0.25
"""The share of looks at which whoever sees a table that waits sits down there."""
COMES = 0.2
"""The share of calls that whoever is called follows, within five minutes."""
GIVES_UP = 3 * HOUR
"""After so long a host closes a table that is not full."""
TABLES_A_DAY = 12
SETTLED = 2 * HOUR
"""Seconds in which everybody says whether they want to be called; then the first tables are opened."""
LOOKS_AGAIN = 10.0
"""Seconds between two looks of a host at their lobby."""

QUIET = replace(
    YEAR,
    days=7.0,
    tables=7 * TABLES_A_DAY,
    **dict.fromkeys(("odd_deeds", "crashes", "restarts", "outages", "bad_hours", "lockdowns"), 0),
    **dict.fromkeys(("leavers", "erasures", "leagues"), 0),
    cups=False,
)


@dataclass
class Company:
    """What came of it. `waits`: seconds from each table's opening to its start, `GIVES_UP` for one that never
    filled; `pings`: by person, when they were called.
    """

    waits: list[float]
    pings: dict[str, list[float]]
    people: int
    days: float

    @property
    def filled(self) -> int:
        """How many of the tables began before their host gave up."""
        return sum(wait < GIVES_UP for wait in self.waits)

    @property
    def minutes(self) -> float:
        """Half of all tables began sooner."""
        return median(self.waits) / MINUTE

    @property
    def most_a_day(self) -> int:
        """Calls that anybody got within any 24 hours."""
        return max((_most_within(DAY, moments) for moments in self.pings.values()), default=0)

    @property
    def a_day(self) -> float:
        """Calls for each of all people and day."""
        return sum(map(len, self.pings.values())) / self.people / self.days


def _most_within(seconds: float, moments: Sequence[float]) -> int:
    return max(sum(at - seconds < other <= at for other in moments) for at in moments)


class CompanyWeek(Simulation):
    """A week in which hosts open tables for strangers. `calls`: half of all want to be called, and hosts
    call.
    """

    def __init__(self, scale: Scale, folder: Path, *, calls: bool) -> None:
        super().__init__(scale, folder)
        self._calls = calls
        self._waiting = dict[str, None]()
        """Tables that want strangers, in the order in which they were opened; those of rematches do not."""
        self.company = Company([], {}, scale.people, scale.days)

    def _plan(self) -> None:
        plan = Random(f"{self.scale.seed} company")
        self.begin(self._look())
        for number, who in enumerate(self.people):
            if self._calls and number % 2:
                self._at(MINUTE + 10.0 * number, partial(who.wants_calls, GAME))
            self.begin(self._looks_in(who))
        for _table in range(self.scale.tables):
            self._at(plan.uniform(SETTLED, self.scale.days * DAY - GIVES_UP), self._waits_for_company)

    def _is_free(self, who: Somebody) -> bool:
        """Whether they sit at no table that waits or plays."""
        tables = [self.watch.tables[table].table for table in who.tables if table in self.watch.tables]
        return all(table.phase not in ("lobby", "playing") for table in tables)

    async def _looks_in(self, who: Somebody) -> None:
        """Look what is on now and then, and sit down where somebody waits."""
        while True:
            await who.rests(who.random.expovariate(LOOKS_IN / DAY))
            waiting = [table for table in self._waiting if table in self.screens.lobbies]
            if waiting and self._is_free(who) and who.random.random() < JOINS:
                table = who.random.choice(waiting)
                await self._sits_down(who, table, self.screens.lobbies[table], "join")

    async def _follows(self, who: Somebody, table: str) -> None:
        """Come to the table to which they were called, as soon as they see it."""
        await who.rests(who.random.uniform(5.0, 5 * MINUTE))
        call = self.screens.calls[table]
        if self._is_free(who) and call.message.id in self.world.posts_in(call.message.channel_id):
            await self._sits_down(who, table, call, "aboard")

    async def _sits_down(self, who: Somebody, table: str, post: Post, verb: str) -> None:
        await who.press(post, f"{verb}:{table}")
        if any(str(seat.user) == who.id for seat in self.watch.tables[table].table.seats):
            who.tables[table] = 20.0

    async def _waits_for_company(self) -> None:
        """Somebody who plays nowhere opens a table, calls, and starts as soon as it is full."""
        host = self.chance.choice([each for each in self.people if self._is_free(each)])
        opened = await host.command("table create", game=GAME, options=OPTIONS, pace="blitz", seats=SEATS)
        ids = [] if opened is None else custom_ids(opened.message)
        table = next((id.split(":")[1] for id in ids if id.startswith("join:")), None)
        if opened is None or table is None:
            return
        began = self.simulator.now
        self._waiting[table] = None
        host.tables[table] = 20.0
        self._live_tables.add(table)
        if self._calls and (more := await host.press(opened, f"more:{table}")) is not None:
            await host.press(more, f"callplayers:{table}")
        while table not in self.screens.boards and self.simulator.now < began + GIVES_UP:
            await host.rests(LOOKS_AGAIN)
            lobby = self.screens.lobbies.get(table)
            if lobby is not None and len(self.watch.tables[table].table.seats) == SEATS:
                await host.press(lobby, f"start:{table}")
        del self._waiting[table]
        self.company.waits.append(min(self.simulator.now - began, GIVES_UP))
        if table not in self.screens.boards:
            closing = await host.command("table close", table=table)
            if closing is not None:
                await host.press(closing, f"closeconfirm:{table}")
            self.screens.lobbies.pop(table, None)

    def called(self, user: str, ids: list[str]) -> None:
        """Somebody whom a call pings comes, or not; whatever else mentions them is as in any week."""
        call = next((id for id in ids if id.startswith("aboard:")), None)
        if call is None:
            return super().called(user, ids)
        self.company.pings.setdefault(user, []).append(self.simulator.now)
        who = self.by_id[user]
        if self._is_free(who) and who.random.random() < COMES:
            self.begin(self._follows(who, call.split(":")[1]))


def lived(seed: int, folder: Path, *, calls: bool, days: float = 7.0) -> Company:
    """What came of a week with this seed. AssertionError if the bot did anything that it must not."""
    scale = replace(QUIET, seed=seed, days=days, tables=round(days * TABLES_A_DAY))
    folder.mkdir()
    week = CompanyWeek(scale, folder, calls=calls)
    watch = week.run()
    assert not watch.wrong, "\n".join([*watch.latest, watch.wrong[0]])
    return week.company


def told(seed: int, folder: Path, days: float) -> str:
    """Both weeks beside each other, in words."""
    lines = list[str]()
    for calls in (False, True):
        one = lived(seed, folder / str(calls), calls=calls, days=days)
        lines.append(
            f"{'with' if calls else 'without'} calls: {one.filled} of {len(one.waits)} tables filled, half "
            f"of them all within {one.minutes:.1f} minutes; calls per person and day {one.a_day:.2f}, "
            f"at most {one.most_a_day} (they set {PersonPreferences().calls_a_day})"
        )
    return "\n".join(lines)
