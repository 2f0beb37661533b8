"""A whole run: several tables play different games amid one chaos, each to its end; and what holds then."""

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

from playground import Playground, Seen
from playground.events import Event, PostChanged, PostMade
from playground.recorder import Violation
from storage import opened
from tests.support.chaos.answer_log import AnswerLog, wrong_shuffles
from tests.support.chaos.bot import InItsOwnProcess, InThisProcess, RestartableBot
from tests.support.chaos.faults import Faults
from tests.support.chaos.player import Player
from tests.support.clock import wall_clock
from tests.support.deployment import current, started_playground
from tests.support.table_play import hands_in, is_a_hand

SAFE_CHANNEL = "tavern"
"""A channel that stays, whatever happens to the others."""
LONGEST = 900.0
"""Seconds after which a table that still plays is stuck."""
CLEARED = 90.0
"""Seconds in which all that was left undone is done after a start without faults."""

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
class PlannedGame:
    """A game that is played: which, how, by how many."""

    game: str
    options: str
    people: int


BOOKS = (
    PlannedGame("skull-king", "length=swift kraken=yes white_whale=yes loot=yes powers=yes", 2),
    PlannedGame("skull-king", "edition=classic", 2),
    PlannedGame("skull-queen", "", 2),
    PlannedGame("corsari", "", 3),
    PlannedGame("buccaneer", "", 3),
)
"""Every rule book, in a game that is not too long."""
SHORT = (PlannedGame("skull-king", "length=bedtime", 4), PlannedGame("skull-queen", "", 2))
"""Two games for whoever has little time."""


@dataclass(slots=True)
class Told:
    """What a run comes to: `wrong` is what does not hold."""

    wrong: list[str] = field(default_factory=list[str])
    log: list[str] = field(default_factory=list[str])
    """What the bot logged, a line each."""
    troubles: Counter[str] = field(default_factory=Counter[str])
    """What the chaos did, by kind."""
    counted: Counter[str] = field(default_factory=Counter[str])
    """Games, answers, and choices by what whoever made them was told became of them."""
    slowest: float = 0.0

    def figures(self) -> Mapping[str, float]:
        """What was counted, by name."""
        made = {f"trouble: {kind}": times for kind, times in sorted(self.troubles.items())}
        return {**dict(self.counted), "worst answer (s)": round(self.slowest, 3), **made}


async def play(seed: int, folder: Path, games: Sequence[PlannedGame], *, apart: bool = False) -> Told:
    """These games at once amid the chaos of this seed; `apart`: the bot in a process of its own, as several
    always are.
    """
    told = Told()
    async with started_playground() as pg:
        bot = InItsOwnProcess(pg, folder) if apart or current().processes > 1 else InThisProcess(pg, folder)
        with _logged_in(told):
            run = Run(pg, bot, Random(seed), told)
            try:
                await run.play(games)
            finally:
                await bot.end()
        told.log += bot.log.splitlines()
        told.wrong += [line for line in bot.log.splitlines() if _tells_of_an_error(line)]
        told.wrong += [str(each) for each in pg.violations if not _is_explained(each)]
        told.wrong += [f"gateway closed: {code} {why}" for code, why in pg.gateway_closings]
    return told


def _tells_of_an_error(line: str) -> bool:
    return '"level": "error"' in line and RECONNECTING not in line


def _is_explained(violation: Violation) -> bool:
    return violation.ordered or violation.code in EXPLAINED


class Run:
    """One run at a playground, with a bot that is not started yet."""

    def __init__(self, pg: Playground, bot: RestartableBot, random: Random, told: Told) -> None:
        self._pg = pg
        self._bot = bot
        self._random = random
        self._told = told
        self._answers = AnswerLog(pg)
        self._players: list[Player] = []
        self._games: list[str] = []

    async def play(self, games: Sequence[PlannedGame]) -> None:
        """Play these games amid the chaos; then what was left undone is done, and all is looked over."""
        channels = [self._channel(number) for number in range(len(games))]
        self._pg.world.listen(self._look)
        await self._bot.start()
        with wall_clock(self._pg) as clock:
            faults = Faults(
                self._pg, self._random, channels, clock, self._answers.recent, self._restart, self._kill
            )
            faults.begin()
            async with self._failing(faults):
                await self._play(games, channels)
            self._told.troubles += faults.counted
        await self._bot.stop()
        await self._clear_up()
        await self._look_over()

    def _look(self, event: Event) -> None:
        """Whatever belongs to a hand is its owner's alone."""
        if isinstance(event, PostMade | PostChanged) and event.post.only_for is None:
            seen = Seen(self._pg.world, event.post)
            if is_a_hand(seen) or hands_in(seen.text):
                self._told.wrong.append(f"a hand in public: {seen}")

    def _channel(self, number: int) -> str:
        name = f"port-{number}"
        self._pg.add_channel(name)
        return name

    @asynccontextmanager
    async def _failing(self, faults: Faults) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as chaos:
            chaos.create_task(faults.happen())
            try:
                yield
            finally:
                await faults.calm()

    async def _play(self, games: Sequence[PlannedGame], channels: Sequence[str]) -> None:
        try:
            async with asyncio.timeout(LONGEST), asyncio.TaskGroup() as crews:
                for game, channel in zip(games, channels, strict=True):
                    crews.create_task(self._game(game, channel))
        except TimeoutError:
            stuck = [str(one) for one in self._players]
            raise AssertionError("stuck:\n" + "\n".join(stuck)) from None

    async def _game(self, game: PlannedGame, channel: str) -> None:
        names = [f"{channel} player {number}" for number in range(game.people)]
        crew = [
            Player(self._pg, person, SAFE_CHANNEL, self._answers, Random(self._random.random()))
            for person in self._pg.add_people(*names, channel=channel)
        ]
        self._players += crew
        table = await crew[0].opens_table(game.game, game.options)
        self._games.append(table)
        for player in crew:
            await player.sits_down(table)
        await crew[0].starts()
        async with asyncio.TaskGroup() as playing:
            for player in crew:
                playing.create_task(player.plays())

    async def _restart(self) -> None:
        await self._bot.stop()
        await self._bot.start()

    async def _kill(self) -> None:
        await self._bot.kill()
        await self._bot.start()

    # afterwards

    async def _clear_up(self) -> None:
        """Without faults a start does all that was left undone."""
        await self._bot.start()
        deadline = asyncio.get_running_loop().time() + CLEARED
        while left := await self._left_undone():
            if asyncio.get_running_loop().time() > deadline:
                self._told.wrong.append(f"left undone: {left}")
                break
            await asyncio.sleep(0.2)
        await self._bot.stop()

    async def _left_undone(self) -> list[str]:
        async with opened(self._bot.place) as store:
            return [f"{entry.kind} of {entry.table}" for entry in await store.outbox()]

    async def _look_over(self) -> None:
        told, answers = self._told, self._answers
        told.wrong += await answers.wrong(self._bot.place, self._games)
        told.wrong += await wrong_shuffles(self._bot.place, self._games)
        told.slowest = answers.slowest
        told.counted += Counter(
            {f"choices {verdict}": number for verdict, number in answers.verdicts().items()}
        )
        told.counted += Counter({"answers": answers.answers, "games": len(self._games)})


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
