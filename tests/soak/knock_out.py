"""A knock-out of 64, or groups and a final, of a bot that is killed and cut off, with people who do not come,
come late, are banned, disqualified, replaced.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from playground import Playground, Visitor
from tests.soak.trial import Trial
from tests.support.deployment import started_playground
from tests.support.fast_bot import PLACE, FastTime
from tests.support.tournament_play import Channels, Player, Setup, does, playing, shown
from tests.support.troubled_bot import TroubledBot
from tests.support.troubled_tournament import (
    PATIENCE,
    Ended,
    TroubledTournament,
    UnhurriedTime,
    ended,
    in_round,
)

NAME = "Great cup"
MISSED, TAKEN_OUT = "You missed round", f"Two rounds of **{NAME}** without you"
KNOCKED_OUT = f"**{NAME}** sails on without you after round"
GAMES = (("skull-king", "swift"), ("corsari", ""), ("buccaneer", ""))
"""Each with the length of its games, where it has several. Skull Queen takes 64 people too long."""
OF_GROUPS = 3
"""Rounds."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How large it is. `length`: of the games, in place of the usual one."""

    people: int = 64
    no_shows: int = 4
    troubles: int = 500
    """Requests of the bot's between two of them."""
    speed: int = 60
    length: str = ""


def run(seed: int, folder: Path) -> Mapping[str, float]:
    """One of them; raises AssertionError with what did not hold."""
    return asyncio.run(hold(seed, folder, Scale()))


async def hold(seed: int, folder: Path, scale: Scale) -> Mapping[str, float]:
    """A knock-out or, with an even seed, groups and a final."""
    random, place = Random(seed), folder / "time"
    now, settings = FastTime.begun(place, time.time()), {PLACE: str(place), "CLOCK_SPEED": str(scale.speed)}
    async with (
        started_playground() as pg,
        TroubledBot.started(pg, folder, random, "tests.support.fast_bot", **settings) as troubled,
    ):
        game, length = GAMES[(seed - 1) // 2 % len(GAMES)]
        unhurried = UnhurriedTime(now, scale.speed, halts=(1, 2))
        evening = _Evening(pg, troubled, random, scale, unhurried, in_groups=seed % 2 == 0)
        await evening.announce(game, scale.length or length)
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
        in_groups: bool,
    ) -> None:
        self._pg, self._troubled, self._random, self._scale = pg, troubled, random, scale
        self._time = time
        self._channels, self._in_groups = Channels(pg), in_groups
        self._crew = pg.add_people(*(f"Sailor {number}" for number in range(1, scale.people + 1)))
        self._fickle, self._waiting, self._late, self._new = pg.add_people("Fickle", "Waiting", "Late", "New")
        self._never: Sequence[Visitor] = self._crew[: scale.no_shows - 1]
        self._once = self._crew[scale.no_shows - 1]
        """Misses the first table only."""
        self._out: set[str] = {each.name for each in (*self._never, self._once)}
        """Who is not to be done anything to any more, by name."""

    async def announce(self, game: str, length: str) -> None:
        """A knock-out has so many places; two of each pod go on."""
        self._game = game
        form = "groups" if self._in_groups else "knock-out"
        setup = await Setup.begun(self._pg.person("Morgan"), name=NAME, game=game, format=form, pod=4)
        if length:
            await setup.choose("game", "option.length", length)
        await setup.choose("rounds", "fewest", "3")
        await setup.choose("rounds", "go_on", "1" if self._in_groups else "2")
        if self._in_groups:
            await setup.choose("rounds", "rounds", str(OF_GROUPS))
            await setup.choose("entry", "late", "2")
        else:
            await setup.write("entry", "entry", cap=str(self._scale.people))
        await setup.write("course", "lengths", show_up="9 min", between="3 min", round_lasts="5 h", every="0")
        self._cup = await TroubledTournament.announced(self._troubled, self._channels, setup, NAME)

    async def hold(self, folder: Path) -> Mapping[str, float]:
        """From the first Join to the files."""
        cup = self._cup
        misses = {each.name: range(1, 3) for each in self._never} | {self._once.name: (1,)}
        people = [*self._crew, self._waiting, self._late, self._new]
        async with (
            self._troubled.amid_troubles(self._scale.troubles),
            playing(people, self._channels, misses, self._time.pause) as players,
        ):
            await self._enter()
            await cup.organise("begin")
            async with self._time.round(1):
                await self._come_late()
                banned = await self._ban_somebody(players)
            async with asyncio.TaskGroup() as others:
                if self._in_groups:
                    others.create_task(self._say_that_they_are_still_in())
                async with self._time.round(2):
                    spare = self._new if self._in_groups else await self._stands_by()
                    replaced = await self._somebody_at_a_table(2)
                    await cup.substitute(replaced, spare)
                    cheat = await self._somebody_at_a_table(2)
                    said = await cup.organise("disqualify", player=cheat.name, reason="Looked at cards")
                    assert f"Morgan disqualified {cheat.name}." in said, said
                await self._banned_stays_out(banned)
            await cup.says(f"{NAME}: the end")
        over = await ended(cup, folder)
        self._check(over, banned, cheat, replaced, spare)
        moves = {player.person.id: player.moves for player in players}
        assert moves[over.champion] > 0
        assert moves[spare.id] > 0
        assert over.champion not in {each.id for each in (*self._never, banned, cheat, replaced)}
        return {
            "people": len(over.whole.players),
            "tables": sum(len(one.drawn_pods) for one in over.event.rounds),
            "play-offs": sum(pod.play_off > 0 for _round, pod in over.event.pods()),
            "moves": sum(moves.values()),
            **self._troubled.counted,
        }

    # what happens

    async def _enter(self) -> None:
        """More than there are places; somebody thinks better of it, and whoever waited has the place."""
        cup = self._cup
        *first, last = self._crew
        await cup.joined_by([self._fickle, *first])
        said = await cup.pressed(self._waiting, cup.announcement, "tjoin")
        assert self._in_groups or "waiting list" in said.text, said.text
        await cup.pressed(last, cup.announcement, "tjoin")
        await cup.pressed(self._fickle, cup.announcement, "tleave")
        people = self._scale.people
        full = f"{people + 1} have entered" if self._in_groups else f"{people} of {people} places taken"
        await cup.says(f"**{full}**", self._waiting.name)
        if not self._in_groups:
            self._out.add(last.name)

    async def _come_late(self) -> None:
        """Where one may; a knock-out offers no Join any more."""
        cup, announcement = self._cup, self._cup.announcement
        if self._in_groups:
            said = await cup.pressed(self._late, announcement, "tjoin")
            assert "You're in, from the next round on." in said.text, said.text
        else:
            await self._channels.until(
                self._late, lambda seen: seen.id == announcement.id and not does(seen, "tjoin"), PATIENCE
            )

    async def _ban_somebody(self, players: Sequence[Player]) -> Visitor:
        """In the middle of their game."""
        async with asyncio.timeout(PATIENCE):
            while not any(player.moves for player in players if player.person.name not in self._out):
                await asyncio.sleep(0.02)
        moved = [player.person for player in players if player.moves and player.person.name not in self._out]
        banned = self._random.choice(moved)
        self._out.add(banned.name)
        await self._cup.ban(banned)
        return banned

    async def _say_that_they_are_still_in(self) -> None:
        """Somebody after the first round that they missed, somebody else after the second."""
        cup, back = self._cup, self._never[0]
        said = await cup.pressed(self._once, await cup.asks(self._once, "tstill", MISSED), "tstill")
        assert "Good to have you!" in said.text, said.text
        said = await cup.pressed(back, await cup.asks(back, "tstill", TAKEN_OUT), "tstill")
        assert "Welcome back!" in said.text, said.text

    async def _banned_stays_out(self, banned: Visitor) -> None:
        """They have dropped out, and can neither come back nor play anything else."""
        async with self._troubled.calm():
            said = await shown(await banned.slash("table create", game=self._game))
        assert "banned you from playing until" in said.text, said.text

    async def _stands_by(self) -> Visitor:
        """One of those who are out says that they would play for somebody else."""
        cup = self._cup
        message = await cup.says(f"{KNOCKED_OUT} 1", does_this="tstand")
        out = [each for each in self._crew if each.id in message.post.notified and each.name not in self._out]
        spare = self._random.choice(out)
        said = await cup.pressed(spare, message, "tstand")
        assert "Thank you!" in said.text, said.text
        self._out.add(spare.name)
        return spare

    async def _somebody_at_a_table(self, number: int) -> Visitor:
        """Somebody who has been called to a table of that round, and to whom nothing has happened yet."""
        await self._cup.says(f"{NAME}: Round {number}")
        async with asyncio.timeout(300):
            while not (found := self._called(number)):
                await asyncio.sleep(0.02)
        chosen = self._random.choice(found)
        self._out.add(chosen.name)
        return chosen

    def _called(self, number: int) -> list[Visitor]:
        there = (each for each in self._crew if each.name not in self._out)
        return [each for each in there if number in self._cup.rounds_of(each)]

    # what holds

    def _check(self, over: Ended, banned: Visitor, cheat: Visitor, replaced: Visitor, spare: Visitor) -> None:
        assert [over.rounds_of(each)[-1:] for each in (banned, cheat)] == [[1], [2]]
        assert 2 in over.rounds_of(spare)
        assert set(self._cup.rounds_of(banned)) == {1}
        assert set(self._cup.rounds_of(replaced)) == {1, 2}
        self._who_is_out_was_told_so_once(over)

    def _who_is_out_was_told_so_once(self, over: Ended) -> None:
        """After each round that some did not survive, but for those who had dropped out; in other words if
        they had not come.
        """
        event, results = over.event, over.event.results_by_pod()
        for one, following in pairwise(event.rounds):
            if one.number < (OF_GROUPS if self._in_groups else 1):
                continue
            still = {entrant.id for entrant in event.playing(one.number + 1)}
            out = (in_round(one) & still) - in_round(following)
            absent = {
                pod.seats[seat] for pod in one.pods for seat in results[one.number, pod.number].away
            } & out
            after = f"{KNOCKED_OUT} {one.number}."
            for words, whom in (("Well played!", out - absent), ("We missed you", absent)):
                were, should = self._cup.told(after, words), Counter(over.people[who or ""] for who in whom)
                wrong = f"after round {one.number}: {were - should} too often, {should - were} not at all"
                assert were == should, wrong


TRIAL = Trial("knock-outs of 64 amid kills, outages, no-shows and a ban", runs=6, run=run)
