"""A team event of a bot that is killed and cut off: pairs and one who is alone, or threes and a short team.

Somebody leaves, somebody comes late, a substitute takes a seat, some do not come, two teams end up equal.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product
from pathlib import Path
from random import Random

from bot.teams.standings import team_standings
from bot.tournaments.formats import engine
from bot.tournaments.pairing.event import Event, PairingError, Result
from playground import Playground, Visitor
from tests.support.deployment import started_playground
from tests.support.fast_bot import PLACE, FastTime
from tests.support.tournament_play import Channels, Setup, correct, exported_with_page, playing, shown
from tests.support.troubled_bot import TroubledBot, persistently
from tests.support.troubled_tournament import (
    Ended,
    TroubledTournament,
    UnhurriedTime,
    ended,
    team_points_add_up,
    tied,
)

NAME = "Crews cup"
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Scale:
    """How large it is. `length`: of the games."""

    teams: int = 8
    """That are complete; one more is not."""
    troubles: int = 500
    """Requests of the bot's between two of them."""
    speed: int = 60
    length: str = "swift"


def run(seed: int, folder: Path) -> Mapping[str, float]:
    """One event; raises AssertionError with what did not hold."""
    return asyncio.run(hold(seed, folder, Scale()))


async def hold(seed: int, folder: Path, scale: Scale) -> Mapping[str, float]:
    """Of threes or, with an even seed, pairs."""
    random, place = Random(seed), folder / "time"
    now, settings = FastTime.begun(place, time.time()), {PLACE: str(place), "CLOCK_SPEED": str(scale.speed)}
    async with (
        started_playground() as pg,
        TroubledBot.started(pg, folder, random, "tests.support.fast_bot", **settings) as troubled,
    ):
        unhurried = UnhurriedTime(now, scale.speed)
        evening = _Evening(pg, troubled, random, scale, unhurried, size=2 if seed % 2 == 0 else 3)
        await evening.announce()
        return await evening.hold(folder)


class _Evening:
    """Who they are, and what becomes of them."""

    def __init__(
        self,
        pg: Playground,
        troubled: TroubledBot,
        random: Random,
        scale: Scale,
        time: UnhurriedTime,
        *,
        size: int,
    ) -> None:
        self._time = time
        self._pg, self._troubled, self._random, self._scale = pg, troubled, random, scale
        self._channels, self._size = Channels(pg), size
        people = scale.teams * size + size - 1
        self._crew = pg.add_people(*(f"Sailor {number}" for number in range(1, people + 1)))
        self._late, self._new = pg.add_people("Late", "New")
        self._never, self._once, self._leaving, self._replaced = self._crew[:4]

    async def announce(self) -> None:
        """Everybody plays every round; one may enter late until the third is drawn."""
        setup = await Setup.begun(self._pg.person("Morgan"), name=NAME, game="skull-king", pod=4)
        await setup.choose("game", "option.length", self._scale.length)
        await setup.choose("rounds", "rounds", str(ROUNDS))
        await setup.choose("rounds", "team_size", str(self._size))
        await setup.choose("entry", "late", "3")
        await setup.write("course", "lengths", show_up="9 min", between="3 min", round_lasts="5 h", every="0")
        self._cup = await TroubledTournament.announced(self._troubled, self._channels, setup, NAME)

    async def hold(self, folder: Path) -> Mapping[str, float]:
        """From the first Join to the files."""
        cup = self._cup
        misses = {self._never.name: range(1, 3), self._once.name: (1,)}
        people = [*self._crew, self._late, self._new]
        async with (
            self._troubled.amid_troubles(self._scale.troubles),
            playing(people, self._channels, misses, self._time.pause) as players,
        ):
            await self._enter()
            await cup.organise("begin")
            await self._leave()
            said = await cup.pressed(self._late, cup.announcement, "tjoin")
            assert "You're in, from the next round on." in said.text, said.text
            await cup.asks(self._once, "tstill", "You missed round 1")
            await cup.says(f"{NAME}: Round 2")
            await cup.called(self._replaced, 2)
            await cup.substitute(self._replaced, self._new)
            out = await cup.asks(self._never, "tstill", f"Two rounds of **{NAME}** without you")
            said = await cup.pressed(self._never, out, "tstill")
            assert "Welcome back!" in said.text, said.text
            await cup.says(f"{NAME}: the end")
            corrections = await self._made_equal()
        over = await ended(cup, folder)
        self._check(over)
        moves = {player.person.id: player.moves for player in players}
        assert moves[over.champion] > 0
        assert moves[self._new.id] > 0
        return {
            "people": len(over.whole.players),
            "teams": len(over.whole.teams),
            "tables": len(over.whole.tables),
            "moves": sum(moves.values()),
            "corrections": corrections,
            **self._troubled.counted,
        }

    # what happens

    async def _enter(self) -> None:
        """Some found teams, others join them; the rest come alone, and those left over are a short team."""
        cup, size = self._cup, self._size
        await cup.joined_by(self._crew)
        for number in range(self._scale.teams):
            crew = self._crew[number * size : (number + 1) * size]
            if number % 3 < 2:  # of the others the bot makes teams
                for person in crew:
                    await self._named(person, f"Crew {number + 1}")
        await cup.says(f"**{len(self._crew)} have entered**")

    async def _named(self, person: Visitor, team: str) -> None:
        """They found that team or, if there is one, join it."""

        async def attempt() -> None:
            mine = await shown(await person.slash("tournament me"))
            if team in mine.text:
                return
            opened = await person.press(mine, custom_id=f"tfound:{self._cup.id}")
            assert opened.modal is not None
            said = await shown(await person.submit(opened.modal, {"name": team}))
            assert team in said.text, said.text

        await persistently(attempt, f"{person.name} names a team")

    async def _leave(self) -> None:
        """In the middle of the first round; they are asked whether they mean it."""
        await self._cup.called(self._leaving, 1)

        async def attempt() -> None:
            asked = await shown(await self._leaving.slash("tournament me"))
            if "You're not playing any more" in asked.text:
                return
            asked = await shown(await self._leaving.press(asked, custom_id=f"tleave:{self._cup.id}"))
            await shown(await self._leaving.press(asked, custom_id=f"tleavenow:{self._cup.id}"))

        await persistently(attempt, f"{self._leaving.name} leaves")

    async def _made_equal(self) -> int:
        """If no two teams have equal points, the organiser corrects results so that two have; how many."""
        cup = self._cup
        async with self._troubled.calm():
            _content, whole, _page = await exported_with_page(self._pg, cup.organiser)
            wanted = () if tied(whole) else _equalising(engine.imported(bytes(whole.event)))
            for result in wanted:
                pod = f"{ROUNDS}.{result.pod}"
                said = await correct(cup.organiser, pod, "They told me", result.places)
                assert f"Morgan corrected a result: Round {ROUNDS}, Pod {result.pod}." in said.text, said.text
        return len(wanted)

    # what holds

    def _check(self, over: Ended) -> None:
        team_points_add_up(over)
        assert tied(over.whole)
        assert len(over.whole.teams) == self._scale.teams + 1
        left, late = over.rounds_of(self._leaving), over.rounds_of(self._late)
        assert left == list(range(1, len(left) + 1))
        assert late == list(range(ROUNDS + 1 - len(late), ROUNDS + 1))
        assert 0 < len(left) < ROUNDS
        assert 0 < len(late) < ROUNDS
        assert over.rounds_of(self._never) == [1, 2, *range(3, ROUNDS + 1)]
        assert over.rounds_of(self._new) == list(range(1, ROUNDS + 1))
        assert self._replaced.id not in over.people.values()
        # The short team, and whoever has left: one of the two places is that of whoever came late.
        sizes = [len(team.members) for team in over.whole.teams]
        assert sum(sizes) == len(self._crew) + 1
        assert min(sizes) < max(sizes)


def _equalising(event: Event) -> tuple[Result, ...]:
    """Another result of a pod of the last round, or of two, with which two teams have equal points."""
    now, shifts = _points(event), list[tuple[Result, dict[str, Fraction]]]()
    for pod in event.rounds[-1].pods:
        known = event.results_by_pod()[ROUNDS, pod.number]
        for places in product(range(1, len(pod.seats) + 1), repeat=len(pod.seats)):
            if known.away or places == known.places:
                continue
            with suppress(PairingError):  # no game ends so
                result = Result(round=ROUNDS, pod=pod.number, places=places)
                then = _points(engine.with_result(event, result))
                shifts.append((result, {team: then[team] - points for team, points in now.items()}))
    for changed in chain(combinations(shifts, 1), combinations(shifts, 2)):
        points = {own + sum(shift[team] for _result, shift in changed) for team, own in now.items()}
        if len(points) < len(now) and len({result.pod for result, _shift in changed}) == len(changed):
            return tuple(result for result, _shift in changed)
    raise AssertionError("no two results of the last round make two teams equal")


def _points(event: Event) -> dict[str, Fraction]:
    return {line.team: line.points for line in team_standings(event, engine.standings(event))}
