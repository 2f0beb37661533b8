"""The organiser: two leagues over months, a cup that comes again each week, an evening's arena, and those who
enter them. Of each that is over, the organiser asks for the almanac.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from playground import Visitor
from playground.model import Post
from tests.simulation.people import DAY, HOUR, MINUTE, VAIN, Somebody
from tests.simulation.watch import custom_ids
from tests.support.table_play import id_of
from tests.support.tournament_play import Setup, organise, shown

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

ATTEMPTS = 5
"""Of whoever is not answered, a while apart."""
CUP_PLACES, DUPLICATE_PLACES, LEAGUE_PLACES, ARENA_PLACES = 6, 12, 8, 16
WEEKLY = "Friday 20:00"
ARENA_AT = 30 * HOUR
"""When the arena begins, in seconds of the simulation."""


class Organiser:
    """Morgan as an organiser, who sets up leagues and a weekly cup and has people enter them."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._visitor = Visitor(simulation.backend, simulation.morgan.person, "tavern")
        self._league_ids: list[str] = []

    async def begins(self) -> None:
        """Set up the leagues and the weekly cup that the run is to have."""
        scale = self._simulation.scale
        if not (scale.leagues or scale.cups):
            return
        await asyncio.sleep(HOUR)
        await self._until_done(self._lives_in_berlin)
        if scale.has_arena:
            await self._until_done(self._arena)
        if scale.cups:
            await self._until_done(self._first_cup)
        for number in range(scale.leagues):
            await self._until_done(lambda number=number: self._league(number))

    async def _until_done(self, deed: Any) -> bool:
        for _attempt in range(ATTEMPTS):
            try:
                async with asyncio.timeout(10 * MINUTE):
                    await deed()
            except (*VAIN, AssertionError, StopIteration):
                await asyncio.sleep(HOUR)
            else:
                return True
        return False

    async def _lives_in_berlin(self) -> None:
        settings = await shown(await self._visitor.slash("settings me"))
        await shown(await self._visitor.choose(settings, "wish:zone", "Europe/Berlin"))

    async def _first_cup(self) -> None:
        """The first cup is announced by hand, all others announce themselves. With an odd seed it is a
        knock-out, in which ties are played off; with every other even one a duplicate cup.
        """
        tomorrow = datetime.fromtimestamp(self._simulation.simulator.time(), UTC) + timedelta(days=1)
        knock_out = self._simulation.scale.seed % 2 == 1
        format = "knock-out" if knock_out else "duplicate" if self._is_duplicate else "swiss"
        setup = await Setup.begun(
            self._visitor,
            name="Cup",
            game="skull-king",
            start=f"{tomorrow:%Y-%m-%d} 20:00",
            pod=3,
            **({} if format == "swiss" else {"format": format}),
        )
        await setup.choose("game", "option.length", "bedtime")
        await (setup.choose("rounds", "go_on", "1") if knock_out else setup.choose("rounds", "rounds", "2"))
        await setup.write("entry", "entry", cap=str(self._cup_places), check_in="20 min")
        first = await setup.announce()
        desk = await shown(await self._visitor.press(first, custom_id=id_of(first, "tdesk")))
        opened = await self._visitor.press(desk, custom_id=id_of(desk, "trepeat"))
        assert opened.modal is not None
        await shown(await self._visitor.submit(opened.modal, {"when": WEEKLY, "ahead": "2 d"}))

    async def _arena(self) -> None:
        """An hour, in which everybody looks now and then at where they stand, and may pause."""
        simulation = self._simulation
        begins = simulation.simulator.time() + ARENA_AT - simulation.simulator.now
        start = f"{datetime.fromtimestamp(begins, ZoneInfo('Europe/Berlin')):%Y-%m-%d %H:%M}"
        setup = await Setup.begun(
            self._visitor, name="Arena", game="skull-king", format="arena", start=start, pod=4
        )
        await setup.choose("game", "option.length", "bedtime")
        await setup.choose("rounds", "lasts", "3600")
        await setup.announce()
        for who in simulation.people:
            simulation.begin(self._pauses(who, ARENA_AT - simulation.simulator.now))

    async def _pauses(self, who: Somebody, begins: float) -> None:
        for _time in range(2):
            await asyncio.sleep(begins + who.random.uniform(0.0, 30 * MINUTE))
            begins = 0.0
            if not who.is_gone:
                await who.presses_anything(await who.command("tournament me"), 1, ("tsit",))

    @property
    def _is_duplicate(self) -> bool:
        return self._simulation.scale.seed % 4 == 2

    @property
    def _cup_places(self) -> int:
        return DUPLICATE_PLACES if self._is_duplicate else CUP_PLACES

    @property
    def _most_places(self) -> int:
        return ARENA_PLACES if self._simulation.scale.has_arena else max(LEAGUE_PLACES, self._cup_places)

    async def _league(self, number: int) -> None:
        setup = await Setup.begun(
            self._visitor, name=f"League {number + 1}", game="skull-king", format="league", pod=4
        )
        await setup.choose("game", "option.length", "bedtime")
        await setup.choose("rounds", "rounds", "5")
        await setup.write("course", "lengths", every="7 d", round_lasts="6 d")
        announced = await setup.announce()
        self._league_ids.append(id_of(announced, "tinfo").split(":")[1])
        await asyncio.sleep(DAY)
        await self._until_done(self._begins_league)

    async def _begins_league(self) -> None:
        await organise(self._visitor, "begin", tournament=self._league_ids[-1])

    async def _has_almanac(self, tournament: str) -> None:
        given = await self._until_done(lambda: self._asks_for_almanac(tournament))
        self._simulation.watch.counted["almanacs in vain"] += not given

    async def _asks_for_almanac(self, tournament: str) -> None:
        seen = await shown(await self._visitor.slash("tournament almanac", tournament=tournament))
        pages = [self._simulation.world.state.files[each.id].content for each in seen.json.attachments]
        assert "Nobody has played here" in seen.text or b"</html>" in b"".join(pages)
        self._simulation.watch.counted["almanacs" if pages else "almanacs of nothing"] += 1

    # those who enter

    def heard(self, verb: str, tournament: str, post: Post, is_new: bool) -> None:
        """A message offers to enter, or asks whether somebody is there, or still in; or tells the end."""
        if not is_new or post.only_for is not None:
            return
        simulation = self._simulation
        if verb == "tagain":
            simulation.begin(self._has_almanac(tournament))
            return
        if verb == "tjoin":
            there = [each for each in simulation.people if not each.is_gone]
            crowd = simulation.chance.sample(there, min(len(there), self._most_places))
        else:
            crowd = [simulation.by_id[user] for user in post.notified if user in simulation.by_id]
        for who in crowd:
            simulation.begin(self._presses(who, verb, tournament, post))

    async def _presses(self, who: Somebody, verb: str, tournament: str, post: Post) -> None:
        slow = 6 * HOUR if verb == "tjoin" else 5 * MINUTE
        await asyncio.sleep(who.random.uniform(10.0, slow))
        if who.random.random() < 0.9 and not who.is_gone:
            there = next(
                (id for id in custom_ids(post.message) if id.startswith(f"{verb}:{tournament}")), None
            )
            if there is not None:
                await who.press(post, there)
