"""A season of a league over weeks and of cups that come again every Friday by themselves, amid every trouble.

The league is played over days, by people who look in a few times a day; the cups in an evening each. Some
never come, one comes back, one comes late, one is disqualified and recounted, one replaced, two are banned;
one Friday is skipped. The bot is a process of its own, killed and cut off from the network at random, and the
clocks of where the organiser lives change in between.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from bot.tournaments.model import TournamentRecord
from bot.tournaments.pairing.event import Event as TournamentEvent
from bot.tournaments.pairing.event import Result
from playground import Playground, Seen, Visitor
from playground.events import Event, PostChanged, PostMade
from tests.soak.trial import Trial
from tests.support.database import rows_of
from tests.support.deployment import started_playground
from tests.support.fast_bot import PLACE, FastTime
from tests.support.processes import running_bot
from tests.support.season_files import Held, SeasonFiles, id_of
from tests.support.tournament_play import (
    Channels,
    Pause,
    Player,
    Setup,
    does,
    headed,
    organise,
    playing_as,
    shown,
)
from tests.support.troubled_bot import TroubledBot, persistently
from tests.support.troubled_tournament import all_is_posted

ZONE = ZoneInfo("Europe/Berlin")
BEGINS = datetime(2027, 3, 1, 13, tzinfo=ZONE)
"""A Monday. In the night before the last Sunday of March clocks are set forward."""
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
LEAGUE, CUP, SERIES = "Long league", "Friday cup", "Captain of the spring"
LOOK_IN = 2 * HOUR
"""After so long at most somebody looks in to play on in the league."""
PUT_OFF = 3 * HOUR
"""By so much at most a start is later than announced, where the bot was away when people were to check in."""
PATIENCE = 240.0
"""Seconds of the machine's for whatever must happen sooner or later."""
STEP = 0.1
"""Seconds of the machine's after which time, on a busy one, waits for those who live here."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How large it is."""

    members: int = 32
    rounds: int = 0
    """Of the league, weekly; 0: as many, and as long, as they are if nobody chooses."""
    cups: int = 4
    """Held, one more is skipped."""
    places: int = 16
    """In a cup."""
    troubles: int = 600
    """Requests of the bot's between two, on average."""
    pictures: bool = True
    """Whether the bot draws the season in the end."""
    league_game: tuple[str, str] = ("corsari", "")
    cup_game: tuple[str, str] = ("skull-king", "bedtime")
    day_speed: float = 6 * HOUR
    """Seconds that pass in one of the machine's while games go on over days."""


GAMES = (
    (("corsari", ""), ("skull-king", "bedtime")),
    (("skull-king", "bedtime"), ("corsari", "")),
    (("buccaneer", ""), ("skull-king", "bedtime")),
    (("skull-king", "bedtime"), ("skull-king", "swift")),
)
"""By seed: what the league plays, and the cups."""


def run(seed: int, folder: Path) -> dict[str, float]:
    """One season; raises AssertionError with what did not hold."""
    league, cup = GAMES[(seed - 1) % len(GAMES)]
    return asyncio.run(hold(seed, folder, Scale(league_game=league, cup_game=cup)))


async def hold(seed: int, folder: Path, scale: Scale) -> dict[str, float]:
    """The season, from the first word to the files."""
    random, now = Random(seed), FastTime.begun(folder / "time", BEGINS.timestamp())
    async with started_playground(keep_requests=1000) as pg:
        channels = Channels(pg)
        settings = {PLACE: str(folder / "time"), "CLOCK_SPEED": "100000"}
        async with TroubledBot.started(pg, folder, random, "tests.support.fast_bot", **settings) as troubled:
            season = Season(pg, troubled, channels, now, random, scale)
            await season.set_up()
            async with troubled.amid_troubles(scale.troubles):
                await season.hold()
            assert await troubled.bot.stop() == 0
        pictured = settings | {"PICTURES": str(scale.pictures)}
        async with running_bot(pg, folder, "tests.support.fast_bot", **pictured) as bot:
            files = await SeasonFiles.taken(
                pg, bot, season.morgan, folder, season.series, pictured=scale.pictures
            )
            await all_is_posted(bot)
        await files.require_right()
        await files.require_nothing_lost(pg, bot, channels)
        season.check(files)
        return season.counted | files.counted | dict(troubled.counted)


class Season:
    """Who takes part, and what becomes of them."""

    def __init__(
        self,
        pg: Playground,
        troubled: TroubledBot,
        channels: Channels,
        now: FastTime,
        random: Random,
        scale: Scale,
    ) -> None:
        self._pg, self._troubled, self._channels, self._now = pg, troubled, channels, now
        self._random, self._scale = random, scale
        self.morgan = pg.person("Morgan")
        self._members = pg.add_people(*(f"Sailor {number}" for number in range(1, scale.members + 1)))
        self._latecomer, self._substitute, self._outlaw = pg.add_people("Latecomer", "New Hand", "Outlaw")
        self._never, self._comes_back, self._missed_one, *_others = self._members
        *_rest, self._injured, self._rogue, self._cheat = self._members
        self._players: list[Player] = []
        self._asked: set[tuple[str, str]] = set()
        """Whether they are still in: the words, and whom."""
        self._announced, self._called = set[str](), set[str]()
        """The cups of which everybody has heard, and those to whose check-in people were called."""
        self._acts: dict[object, tuple[str, float]] = {}
        """Who does what, and since when: time stands still until it is done."""
        self._jobs: list[asyncio.Task[None]] = []
        """What people do by themselves, done or not."""
        self._heard = time.monotonic()
        self._banned_at = 0.0
        self._drawn_by_then = 0
        """The rounds of the league that had been drawn when somebody was banned in the middle of it."""
        self._league: Seen
        pg.world.listen(self._note)

    @property
    def counted(self) -> dict[str, float]:
        """What there was of it."""
        return {
            "people": len(self._members) + 3,
            "days": (self._now.now() - BEGINS.timestamp()) / DAY,
            "moves": sum(player.moves for player in self._players),
        }

    # before it

    async def set_up(self) -> None:
        """The series, the league, the first cup, and that it comes again."""
        await self._morgan_lives_in_berlin()
        self.series = await self._new_series()
        self._league = await self._announce(
            LEAGUE, self.series, format="league", game=self._scale.league_game
        )
        await self._ban(self._outlaw)

    async def _morgan_lives_in_berlin(self) -> None:
        settings = await shown(await self.morgan.slash("settings me"))
        await shown(await self.morgan.choose(settings, "wish:zone", ZONE.key))

    async def _new_series(self) -> str:
        """Its id."""
        there = await shown(await self.morgan.slash("tournament series"))
        opened = await self.morgan.press(there, custom_id=id_of(there, "newseries"))
        assert opened.modal is not None
        made = await shown(await self.morgan.submit(opened.modal, {"name": SERIES, "best": "4"}))
        assert SERIES in made.text, made.text
        return id_of(made, "series:").split(":")[1]

    async def _announce(self, name: str, series: str, *, game: tuple[str, str], **options: str) -> Seen:
        setup = await Setup.begun(self.morgan, name=name, game=game[0], **options)
        if game[1]:
            await setup.choose("game", "option.length", game[1])
        await setup.choose("points", "series", series)
        await setup.choose("entry", "late", "2")
        if name == CUP:
            await setup.write("entry", "entry", cap=str(self._scale.places), check_in="20 min")
        elif self._scale.rounds:
            await setup.choose("rounds", "rounds", str(self._scale.rounds))
            await setup.write("course", "lengths", every="7 d", round_lasts="7 d")
        return await setup.announce()

    async def _ban(self, person: Visitor) -> None:
        """From this server, out of all that they are in."""
        opened = await self.morgan.slash("moderate ban", member=person.id, length="0", reason="Spoils games")
        assert opened.modal is not None, opened.text
        asked = {each.custom_id for each in opened.modal.questions}
        given = {"games": ["go"]} if "games" in asked else {}
        said = await shown(await self.morgan.submit(opened.modal, given))
        assert f"{person.name} is banned" in said.text, said.text

    # while it goes on

    async def hold(self) -> None:
        """Weeks pass, with what people do by themselves and what is done to them."""
        people = [*self._members, self._latecomer, self._substitute]
        players = [Player(each, self._channels, "season", self._pause(each)) for each in people]
        self._players = players
        async with playing_as(players):
            await self._enter()
            story = asyncio.create_task(self._story_of_the_league())
            try:
                await self._fridays()
                await self._days(story.done, "the league")
                await story
                await self._end_the_season()
                await asyncio.gather(*self._jobs)
            finally:
                story.cancel()

    def _pause(self, person: Visitor) -> Pause:
        """How long they let others wait at a table."""
        dice = Random(f"{self._scale} {person.name}")
        calls: Counter[str] = Counter()

        async def pause(call: Seen, what: str) -> None:
            if what in ("came", "moved"):
                self._acts.pop((person, call), None)
                return
            in_league = LEAGUE in call.text
            if what == "come":
                calls[LEAGUE if in_league else CUP] += 1
                if self._stays_away(person, in_league, calls[LEAGUE if in_league else CUP]):
                    await asyncio.Event().wait()
            if in_league:
                await self._now.sleep(dice.uniform(0, LOOK_IN))
            self._begin_act((person, call), f"{person.name} is to {what}: {call.text!r}")

        return pause

    def _stays_away(self, person: Visitor, in_league: bool, call: int) -> bool:
        if person is self._never:
            return True
        if in_league:
            return call <= (2 if person is self._comes_back else 1 if person is self._missed_one else 0)
        return person is self._comes_back and call == 1

    async def _enter(self) -> None:
        """All but those who are banned."""
        async with asyncio.TaskGroup() as group:
            for person in self._members:
                group.create_task(self._press(person, self._league, "tjoin"))
        refused = await self._press(self._outlaw, self._league, "tjoin")
        assert "banned" in refused.text, refused.text
        await self._channels.until(
            self.morgan, lambda seen: seen.id == self._league.id and f"**{len(self._members)}" in seen.text
        )

    async def _press(self, person: Visitor, message: Seen, verb: str) -> Seen:
        """The button that does this, until they are answered."""

        async def attempt() -> Seen:
            return await shown(await person.press(message, custom_id=id_of(message.refresh(), f"{verb}:")))

        with self._act(what := f"{person.name} presses {verb}"):
            return await persistently(attempt, what)

    async def _organise(self, act: str, fields: Mapping[str, Any], words: str, **options: str) -> None:
        """In a calm moment; the organiser is told of it in these words."""
        with self._act(f"{self.morgan.name} does {act}"):
            async with self._troubled.calm():
                said = await organise(self.morgan, act, fields, tournament=self._league_id, **options)
        assert words in said.text, said.text

    async def _story_of_the_league(self) -> None:
        await self._organise("begin", {}, "Morgan began the tournament.")
        await self._says(headed(f"{LEAGUE}: Round 1"))
        await self._press(self._latecomer, self._league, "tjoin")
        await self._says(headed(f"{LEAGUE}: standings after 1 round"))
        await self._says(headed(f"{LEAGUE}: Round 2"))
        await self._now.sleep(DAY)
        cheat, injured = self._cheat.name, self._injured.name
        told = f"Morgan disqualified {cheat}"
        await self._organise("disqualify", {"recount": ["1"]}, told, player=cheat, reason="Looked at cards")
        told = f"Morgan put {self._substitute.name} in for {injured}"
        await self._organise("substitute", {}, told, player=injured, member=self._substitute.id)
        with self._act(f"{self.morgan.name} bans {self._rogue.name}"):
            async with self._troubled.calm():
                await self._ban(self._rogue)
                self._banned_at = self._now.now()
                self._drawn_by_then = await self._rounds_of_the_league()
        await self._says(headed(f"{LEAGUE}: the end"))

    @property
    def _league_id(self) -> str:
        return id_of(self._league, "tinfo:").split(":")[1]

    async def _rounds_of_the_league(self) -> int:
        """How many are drawn, as it is stored."""
        sql = "SELECT record FROM tournaments WHERE id = ?"
        [(stored,)] = await rows_of(self._troubled.bot.place, sql, self._league_id)
        record = msgspec.json.decode(stored, type=TournamentRecord)
        return len(record.event.rounds if record.event else ()) + (record.drawn is not None)

    async def _says(self, holds: Callable[[Seen], bool]) -> Seen:
        """The public message, whenever it comes."""
        return await self.morgan.wait_for(lambda seen: not seen.is_ephemeral and holds(seen), 10 * PATIENCE)

    # the cups, and the time

    async def _fridays(self) -> None:
        """The first one is announced by hand, all others announce themselves."""
        friday = BEGINS.replace(hour=20) + timedelta(days=4)
        async with self._troubled.calm():
            first = await self._announce(
                CUP, self.series, game=self._scale.cup_game, start=f"{friday:%Y-%m-%d} 20:00"
            )
            await self._every_week(first)
        held, skipped = 0, False
        while held < self._scale.cups:
            if held == 1 and not skipped:
                await self._recurring("skip")
                skipped = True
                friday += timedelta(days=7)
            held += 1
            await self._days_until(friday - timedelta(days=2))
            await self._slowly(self._announced, _cup(held), "is not announced")
            await self._days_until(friday - timedelta(minutes=20))
            await self._evening(held)
            friday += timedelta(days=7)
        await self._recurring("stop")

    async def _every_week(self, first: Seen) -> None:
        desk = await shown(await self.morgan.press(first, custom_id=id_of(first, "tdesk:")))
        opened = await self.morgan.press(desk, custom_id=id_of(desk, "trepeat:"))
        assert opened.modal is not None
        kept = await shown(await self.morgan.submit(opened.modal, {"when": "Friday 20:00", "ahead": "2 d"}))
        assert "Friday" in kept.text, kept.text

    async def _recurring(self, what: str) -> None:
        """A button on the screen of what comes again."""
        async with self._troubled.calm():
            screen = await shown(await self.morgan.slash("tournament recurring"))
            custom_id = next(id for each in screen.buttons if f":{what}:" in (id := str(each.custom_id)))
            await shown(await self.morgan.press(screen, custom_id=custom_id))

    async def _end_the_season(self) -> None:
        """By hand, as nobody has said after how many tournaments it ends."""
        self._now.flow(MINUTE)
        async with self._troubled.calm():
            screen = await shown(await self.morgan.slash("tournament series"))
            for what in ("show", "end", "ended"):
                to_it = id_of(screen, f"series:{self.series}:{what}:")
                screen = await shown(await self.morgan.press(screen, custom_id=to_it))
        await self._says(lambda seen: "season 1. Yo-ho-ho!" in seen.text or "season 1 together" in seen.text)

    async def _days(self, over: Callable[[], bool], what: str, until: float = math.inf) -> None:
        """Days pass, the faster the less is going on, until it is so, or until that moment."""
        patience = time.monotonic() + 10 * PATIENCE
        while not over() and (left := until - self._now.now()) > 0:
            assert time.monotonic() < patience, f"{what} does not come to its end"
            usual = self._scale.day_speed
            fast = usual if self._plays_on or self._quiet_for < LOOK_IN / usual else 6 * usual
            fast = HOUR / 2 if self._troubled.in_trouble else fast  # nobody is away for days
            await self._pass(min(fast, max(MINUTE, 8 * left)), until)

    async def _days_until(self, moment: datetime) -> None:
        await self._days(lambda: False, f"{moment}", moment.timestamp())

    async def _evening(self, number: int) -> None:
        """A cup from a little before its check-in to its end: slowly, as long as anything goes on."""
        name = _cup(number)
        await self._slowly(self._called, name, "calls nobody to check in")
        over = asyncio.create_task(self._says(headed(f"{name}: the end")))
        patience = time.monotonic() + PATIENCE
        while not over.done():
            assert time.monotonic() < patience, f"{name} does not come to its end"
            await self._pass(MINUTE if self._quiet_for < 0.4 else 20 * MINUTE)
        over.result()

    async def _slowly(self, cups: set[str], name: str, if_not: str) -> None:
        """Minutes pass until this one is among them."""
        patience = time.monotonic() + PATIENCE
        while name not in cups:
            assert time.monotonic() < patience, f"{name} {if_not}"
            await self._pass(MINUTE)

    async def _pass(self, speed: float, until: float = math.inf) -> None:
        """A step of time, none after `until`; none while somebody acts. AssertionError with who does what if
        that takes for ever.
        """
        for job in self._jobs:
            if job.done():
                job.result()
        for what, since in self._acts.values():
            assert time.monotonic() < since + PATIENCE, f"{what}, which comes to no end"
        if self._acts:
            self._now.flow(0.0)
        else:
            self._now.flow(speed, until=min(until, self._now.now() + speed * STEP))
        await asyncio.sleep(0.02)

    def _begin_act(self, key: object, what: str) -> None:
        """Time stands still until the act of this key is no longer among them."""
        self._acts[key] = what, time.monotonic()
        self._now.flow(0.0)

    @contextmanager
    def _act(self, what: str) -> Iterator[None]:
        """Nobody's time runs while somebody acts in this block, as slow as the machine may be."""
        self._begin_act(key := object(), what)
        try:
            yield
        finally:
            del self._acts[key]

    @property
    def _plays_on(self) -> bool:
        """Whether somebody sits at a table, but for those who were sent away from one."""
        gone = self._injured, self._rogue, self._cheat
        return any(player.sitting for player in self._players if player.person not in gone)

    @property
    def _quiet_for(self) -> float:
        """For how many real seconds nobody has been about to press anything."""
        return 0.0 if self._troubled.in_trouble or self._acts else time.monotonic() - self._heard

    # what people do by themselves

    def _note(self, event: Event) -> None:
        if not isinstance(event, PostMade | PostChanged):
            return
        self._heard = time.monotonic()
        seen = Seen(self._pg.world, event.post)
        if seen.is_ephemeral or not isinstance(event, PostMade):
            return
        if does(seen, "tjoin") and CUP in seen.text.split("\n", 1)[0]:
            self._announced.add(_cup_in(seen))
            crowd = self._random.sample(self._members, min(len(self._members), self._scale.places + 4))
            self._all_press([*crowd, self._comes_back, self._outlaw, self._rogue], seen, "tjoin")
        mentioned = [each for each in (*self._members, self._substitute) if each.id in event.post.notified]
        if does(seen, "there"):
            self._called.add(_cup_in(seen))
            self._all_press([each for each in mentioned if each is not self._never], seen, "there")
        if does(seen, "tstill"):
            if "Still in?" in seen.text:
                self._asked.update((seen.text, person) for person in event.post.notified)
            back = [each for each in mentioned if each in (self._comes_back, self._missed_one)]
            self._all_press(back, seen, "tstill")

    def _all_press(self, people: Iterable[Visitor], message: Seen, verb: str) -> None:
        """Each of them presses the button that does this, as long as it is there."""

        async def press(person: Visitor) -> None:
            async def attempt() -> None:
                if not message.is_gone and does(message.refresh(), verb):
                    await shown(await person.press(message, custom_id=id_of(message, f"{verb}:")))

            with self._act(what := f"{person.name} presses {verb} on {message.text!r}"):
                await persistently(attempt, what)

        self._jobs += (asyncio.ensure_future(press(person)) for person in dict.fromkeys(people))

    # afterwards

    def check(self, files: SeasonFiles) -> None:
        """Everybody's story has come out as it should."""
        league = files.named(LEAGUE)
        cups = [files.named(_cup(number)) for number in range(1, self._scale.cups + 1)]
        fridays = [
            BEGINS.replace(hour=20) + timedelta(days=4 + 7 * week) for week in range(self._scale.cups + 1)
        ]
        del fridays[1]  # it was skipped
        starts = [cup.record.settings.starts or 0.0 for cup in cups]
        assert all(
            0 <= at - friday.timestamp() < PUT_OFF for at, friday in zip(starts, fridays, strict=True)
        ), starts
        self._check_the_league(league)
        for held in (league, *cups):
            names = {entry.name for entry in held.record.entries}
            assert self._outlaw.name not in names
            self._nobody_is_dropped_unasked(held)
            entered = {entry.user: entry.at for entry in held.record.entries}
            assert entered.get(int(self._rogue.id), 0.0) <= self._banned_at
        sizes = [len(cup.event.entrants) for cup in cups]
        assert min(sizes) >= self._scale.places - 2, sizes
        assert len(files.season.tournaments) == 1 + len(cups)
        assert files.season.decided
        assert [held.name for held in files.season.tournaments if held.name == LEAGUE]

    def _check_the_league(self, league: Held) -> None:
        entry = {one.name: one for one in league.record.entries}
        place = {line.entrant: line for line in league.whole.standings}
        cheat, rogue, never = entry[self._cheat.name], entry[self._rogue.name], entry[self._never.name]
        assert place[cheat.id].disqualified
        assert all(seat in result.behind for result, seat in _results_of(league.event, cheat.id))
        assert place[cheat.id].place == len(place)
        assert rogue.state == "dropped"
        assert rogue.out
        assert rogue.id not in _seated_from(league.event, self._drawn_by_then + 1)
        substitute = entry[self._substitute.name]
        assert substitute.formerly == (self._injured.name,)
        # Where a round is over only when the next one is drawn, they are left out of the one after it.
        assert never.no_show or len(league.event.rounds) < 4
        assert entry[self._comes_back.name].state == "in"
        assert entry[self._missed_one.name].state == "in"
        assert entry[self._latecomer.name].id in _seated_from(league.event, 2)

    def _nobody_is_dropped_unasked(self, held: Held) -> None:
        dropped = {str(entry.user) for entry in held.record.entries if entry.no_show}
        asked = {person for name, person in self._asked if held.name in name}
        assert dropped <= asked


def _cup(number: int) -> str:
    return CUP if number == 1 else f"{CUP} #{number}"


def _cup_in(seen: Seen) -> str:
    """The name of the cup of which this message is."""
    found = re.search(rf"{CUP}( #\d+)?", seen.text)
    assert found is not None, seen
    return found[0]


def _results_of(event: TournamentEvent, who: str) -> list[tuple[Result, int]]:
    """What they came to at each table at which they had sat down, and their seats there."""
    results = event.results_by_pod()
    sat = [
        (results[one.number, pod.number], pod.seats.index(who))
        for one, pod in event.pods()
        if who in pod.seats
    ]
    return [(result, seat) for result, seat in sat if seat not in result.away]


def _seated_from(event: TournamentEvent, number: int) -> set[str]:
    """Everybody at a table of that round, or of one after it."""
    return {who for one, pod in event.pods() if one.number >= number for who in pod.seats if who is not None}


TRIAL = Trial("a league over weeks and cups every Friday, amid kills and outages", runs=10, run=run)
