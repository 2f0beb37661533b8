"""How somebody has played a game that is over: each choice judged by what they knew then, kept with it.

The judging takes seconds and goes on in a process of its own, also when whoever asked looks away. A game that
is in nobody's results (one for learning) is judged anew each time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

import msgspec
import structlog

from bot.refusal import Refusal
from bot.runtime.log_context import trace
from bot.tables.history import replay_states
from bot.tables.model import Table
from games.contract import Action, Observation
from games.text import Text, _
from games.thinking.analysis import Analysis, Judgement, summed_up
from games.thinking.chances import Chances, TurningPoint
from storage.models import ActionRow, ResultRow
from storage.sql.results import ResultStore

log = structlog.get_logger(__name__)


class AnalysisEngine(Protocol):
    """Judges the choices of a game that is over, outside the event loop, as that takes long."""

    async def judge(
        self, slug: str, observation: Observation, action: Action, chapter: int, number: int
    ) -> Judgement:
        """What a choice gave away, from what its seat knew then."""
        ...

    async def why(self, slug: str, observation: Observation, action: Action) -> Text:
        """Why a seat that knew this did that."""
        ...

    async def chances(self, slug: str, observation: Observation) -> Chances | None:
        """Everybody's, from what a spectator knows."""
        ...

    async def turning_point(
        self, slug: str, seen: Sequence[Observation], places: Sequence[int]
    ) -> TurningPoint | None:
        """When somebody's chance to win changed most, of these moments of a game that is over."""
        ...


class Progress(msgspec.Struct):
    """How far an analysis has come."""

    choices: int
    judged: int = 0
    found: Analysis | None = None
    """Once it is done; None then if it failed."""
    done: asyncio.Event = msgspec.field(default_factory=asyncio.Event)


Choice = tuple[int, int, Observation, Action]
"""After how many actions somebody chose, in which chapter, what they knew, and what they did."""


class AnalysisService:
    """Judges games in the background, each seat's once."""

    def __init__(self, results: ResultStore, engine: AnalysisEngine) -> None:
        self._results = results
        self._engine = engine
        self._under_way: dict[tuple[str, int], tuple[Progress, asyncio.Task[None]]] = {}

    async def stored(self, table: Table) -> dict[int, Analysis]:
        """The analyses that exist, by seat."""
        return {
            row.seat: analysis
            for row in await self._results.of_table(table.id)
            if (analysis := analysis_of(row)) is not None
        }

    def follow(self, table: Table, log_of_game: Sequence[ActionRow], user: int) -> Progress:
        """Judge how the user has played; the analysis under way if it has begun. Refusal before the end, and
        to whoever chose nothing there.
        """
        seat = table.seat_of(user)
        if table.phase != "over" or seat is None:
            raise Refusal("early", _("You can look at how you played once the game is over."))
        known = self._under_way.get((table.id, seat))
        if known is not None and not known[1].done():
            return known[0]
        choices = choices_of(table, log_of_game, seat, user)
        if not choices:
            raise Refusal("few", _("You had nothing to choose in this game."))
        progress = Progress(len(choices))
        task = asyncio.create_task(self._analyse(table, seat, user, choices, progress), name="analysis")
        self._under_way[table.id, seat] = progress, task
        task.add_done_callback(lambda _task: self._under_way.pop((table.id, seat), None))
        return progress

    async def why(self, table: Table, observation: Observation, action: Action) -> Text:
        """Why a seat of this game, which is over, did that: a reason gives away what it held."""
        return await self._engine.why(table.game.slug, observation, action)

    async def chances(self, table: Table, log_of_game: Sequence[ActionRow]) -> Chances | None:
        """Everybody's chances before the latest trick or the like, so that they help nobody who plays; None
        where nothing has come to an end yet, or nothing can be said.
        """
        told = moments_of(table, log_of_game)
        return await self._engine.chances(table.game.slug, told[-2][1]) if len(told) > 1 else None

    async def turning_point(
        self, table: Table, log_of_game: Sequence[ActionRow]
    ) -> tuple[int, TurningPoint] | None:
        """After how many actions a game that was played to its end turned, and for whom."""
        outcome = table.game.outcome(table.state) if table.phase == "over" else None
        if outcome is None:
            return None
        told = moments_of(table, log_of_game)
        seen = [observation for _number, observation in told]
        found = await self._engine.turning_point(table.game.slug, seen, outcome.places)
        return None if found is None else (told[found.moment][0], found)

    async def share(self, table: Table, user: int) -> None:
        """The others may see how the user has played. Nothing happens where that is not known yet."""
        seat = table.seat_of(user)
        known = await self.stored(table)
        if seat is not None and seat in known:
            await self._keep(table, seat, user, msgspec.structs.replace(known[seat], shared=True))

    async def _keep(self, table: Table, seat: int, user: int, analysis: Analysis) -> None:
        await self._results.keep_analysis(table.id, seat, user, msgspec.json.encode(analysis))

    async def _analyse(
        self, table: Table, seat: int, user: int, choices: Sequence[Choice], progress: Progress
    ) -> None:
        try:
            judgements: list[Judgement] = []
            for number, chapter, seen, action in choices:
                judging = self._engine.judge(table.game.slug, seen, action, chapter, number)
                judgements.append(await judging)
                progress.judged += 1
            progress.found = summed_up(table.game, judgements)
            await self._keep(table, seat, user, progress.found)
        except Exception as error:
            log.error("a game was not analysed", table=table.id, trace=trace(error))
        finally:
            progress.done.set()

    async def close(self) -> None:
        """Nothing is judged any more; it begins anew when somebody asks again."""
        tasks = [task for _progress, task in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def analysis_of(row: ResultRow) -> Analysis | None:
    """What is stored with a result."""
    return None if row.analysis is None else msgspec.json.decode(row.analysis, type=Analysis)


def moments_of(table: Table, log_of_game: Sequence[ActionRow]) -> list[tuple[int, Observation]]:
    """What a spectator saw at the beginning, and whenever something had ended: after how many actions."""
    game = table.game
    return [
        (number, game.observe(state, None))
        for number, (state, events) in enumerate(replay_states(table, log_of_game))
        if not number or any(map(game.moment, events))
    ]


def choices_of(table: Table, log_of_game: Sequence[ActionRow], seat: int, user: int) -> list[Choice]:
    """Where the user chose among several actions in that seat."""
    game, found = table.game, list[Choice]()
    states = [state for state, _events in replay_states(table, log_of_game)]
    for number, (state, row) in enumerate(zip(states[:-1], log_of_game, strict=True)):
        if row.seat != seat or row.user != user:
            continue
        seen = game.observe(state, seat)
        if len(seen.legal) > 1 and seat in seen.to_act:
            found.append((number, game.chapter(state), seen, row.action))
    return found


async def until_done(progress: Progress, every: float) -> AsyncIterator[Progress]:
    """The progress every so many seconds, and when it is done."""
    while not progress.done.is_set():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(progress.done.wait(), every)
        yield progress
