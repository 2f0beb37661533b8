"""A whole run: several tables play different games in one storm, each to its end; and what holds then."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from structlog.testing import capture_logs

from playground import Playground
from playground.recorder import Violation
from storage import opened
from tests.support.chaos.answer_log import Witness, wrong_shuffles
from tests.support.chaos.bot import Apart, Helm, Here
from tests.support.chaos.faults import Weather
from tests.support.chaos.player import Sailor
from tests.support.clock import wall_clock

HARBOUR = "tavern"
"""A channel that stays, whatever happens to the others."""
LONGEST = 900.0
"""Seconds after which a table that still plays is stuck."""
CLEARED = 90.0
"""Seconds in which all that was left undone is done after a start in calm weather."""

RECONNECTING = "Attempting a reconnect in"
"""What discord.py logs as an error when a connection broke: that is the trouble, not a mistake."""

EXPLAINED = {
    10003: "channels and threads are deleted",
    10008: "messages are deleted",
    10062: "interactions and answers come after three seconds",
    10015: "an answer came too late, and what belongs to it follows",
    40060: "interactions come twice, and replies to answers are lost",
    50001: "the bot is kicked, or may not see the channel",
    50013: "permissions are taken away",
    50027: "tokens expire",
    50083: "threads are archived",
    160004: "the reply to the opening of a thread is lost",
    160005: "threads are locked",
}
"""Codes of refusals that the trouble made explains; any other is a mistake of the bot's."""


@dataclass(frozen=True, slots=True)
class Berth:
    """A game that is played: which, how, by how many."""

    game: str
    options: str
    people: int


BOOKS = (
    Berth("skull-king", "length=swift kraken=yes white_whale=yes loot=yes powers=yes", 2),
    Berth("skull-king", "edition=classic", 2),
    Berth("skull-queen", "", 2),
    Berth("corsari", "", 3),
    Berth("buccaneer", "", 3),
)
"""Every rule book, in a game that is not too long."""
SHORT = (Berth("skull-king", "length=bedtime", 4), Berth("skull-queen", "", 2))
"""Two games for whoever has little time."""


@dataclass(slots=True)
class Told:
    """What a voyage comes to: `wrong` is what does not hold."""

    wrong: list[str] = field(default_factory=list[str])
    log: list[str] = field(default_factory=list[str])
    """What the bot logged, a line each."""
    troubles: Counter[str] = field(default_factory=Counter[str])
    """What the storm did, by kind."""
    counted: Counter[str] = field(default_factory=Counter[str])
    """Games, answers, and choices by what whoever made them was told became of them."""
    slowest: float = 0.0

    def figures(self) -> Mapping[str, float]:
        """What was counted, by name."""
        made = {f"trouble: {kind}": times for kind, times in sorted(self.troubles.items())}
        return {**dict(self.counted), "worst answer (s)": round(self.slowest, 3), **made}


async def sail(seed: int, folder: Path, berths: Sequence[Berth], *, apart: bool = False) -> Told:
    """These games at once under the storm of this seed; `apart`: the bot in a process of its own."""
    told = Told()
    async with Playground.start(limits="off") as pg:
        helm = Apart(pg, folder) if apart else Here(pg, folder)
        with _logged_in(told):
            voyage = Voyage(pg, helm, Random(seed), told)
            try:
                await voyage.sail(berths)
            finally:
                await helm.end()
        told.log += helm.log.splitlines()
        told.wrong += [line for line in helm.log.splitlines() if _tells_of_an_error(line)]
        told.wrong += [str(each) for each in pg.violations if not _is_explained(each)]
        told.wrong += [f"gateway closed: {code} {why}" for code, why in pg.gateway_closings]
    return told


def _tells_of_an_error(line: str) -> bool:
    return '"level": "error"' in line and RECONNECTING not in line


def _is_explained(violation: Violation) -> bool:
    return violation.ordered or violation.code in EXPLAINED


class Voyage:
    """One run at a playground, with a bot that is not started yet."""

    def __init__(self, pg: Playground, helm: Helm, random: Random, told: Told) -> None:
        self._pg = pg
        self._helm = helm
        self._random = random
        self._told = told
        self._witness = Witness(pg)
        self._sailors: list[Sailor] = []
        self._games: list[str] = []

    async def sail(self, berths: Sequence[Berth]) -> None:
        """Play these games in the storm; then what was left undone is done, and all is looked over."""
        channels = [self._channel(number) for number in range(len(berths))]
        await self._helm.start()
        with wall_clock(self._pg) as clock:
            weather = Weather(
                self._pg, self._random, channels, clock, self._witness.recent, self._restart, self._kill
            )
            weather.begin()
            async with self._blowing(weather):
                await self._play(berths, channels)
            self._told.troubles += weather.counted
        await self._helm.stop()
        await self._clear_up()
        await self._look_over()

    def _channel(self, number: int) -> str:
        name = f"port-{number}"
        self._pg.add_channel(name)
        return name

    @asynccontextmanager
    async def _blowing(self, weather: Weather) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as storm:
            storm.create_task(weather.blow())
            try:
                yield
            finally:
                await weather.calm()

    async def _play(self, berths: Sequence[Berth], channels: Sequence[str]) -> None:
        try:
            async with asyncio.timeout(LONGEST), asyncio.TaskGroup() as crews:
                for berth, channel in zip(berths, channels, strict=True):
                    crews.create_task(self._game(berth, channel))
        except TimeoutError:
            stuck = [str(one) for one in self._sailors]
            raise AssertionError("stuck:\n" + "\n".join(stuck)) from None

    async def _game(self, berth: Berth, channel: str) -> None:
        names = [f"{channel} sailor {number}" for number in range(berth.people)]
        crew = [
            Sailor(self._pg, person, HARBOUR, self._witness, Random(self._random.random()))
            for person in self._pg.add_people(*names, channel=channel)
        ]
        self._sailors += crew
        table = await crew[0].opens_table(berth.game, berth.options)
        self._games.append(table)
        for sailor in crew:
            await sailor.sits_down(table)
        await crew[0].starts()
        async with asyncio.TaskGroup() as playing:
            for sailor in crew:
                playing.create_task(sailor.plays())

    async def _restart(self) -> None:
        await self._helm.stop()
        await self._helm.start()

    async def _kill(self) -> None:
        await self._helm.kill()
        await self._helm.start()

    # afterwards

    async def _clear_up(self) -> None:
        """In calm weather a start does all that was left undone."""
        await self._helm.start()
        deadline = asyncio.get_running_loop().time() + CLEARED
        while left := await self._left_undone():
            if asyncio.get_running_loop().time() > deadline:
                self._told.wrong.append(f"left undone: {left}")
                break
            await asyncio.sleep(0.2)
        await self._helm.stop()

    async def _left_undone(self) -> list[str]:
        async with opened(self._helm.database) as store:
            return [f"{entry.kind} of {entry.table}" for entry in await store.outbox()]

    async def _look_over(self) -> None:
        told, witness = self._told, self._witness
        told.wrong += witness.wrong(self._helm.database, self._games)
        told.wrong += await wrong_shuffles(self._helm.database, self._games)
        told.slowest = witness.slowest
        told.counted += Counter(
            {f"choices {verdict}": number for verdict, number in witness.verdicts().items()}
        )
        told.counted += Counter({"answers": witness.answers, "games": len(self._games)})


@contextmanager
def _logged_in(told: Told) -> Iterator[None]:
    """What this process logs meanwhile; errors of ours or of the libraries are wrong."""

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if RECONNECTING not in record.getMessage():
                told.wrong.append(f"{record.name}: {self.format(record)}")

    listener = Listener(logging.ERROR)
    logging.getLogger().addHandler(listener)
    try:
        with capture_logs() as lines:
            yield
    finally:
        logging.getLogger().removeHandler(listener)
    told.log += map(str, lines)
    told.wrong += [str(line) for line in lines if line["log_level"] in ("error", "critical")]
