"""What those who look on call: who keeps what they promised for a round; and who called best.

A round is called once all promises are open and until something comes to an end (the first trick). When it is
over each call is scored, beside what the bot's own chances said when the promises were opened: in the
background, once, whenever the bot is stopped. A round that never ends takes its calls along.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import TypeAlias

import msgspec
import structlog

from bot.refusal import Refusal
from bot.runtime.keyed_lock import KeyedLock
from bot.runtime.log_context import trace
from bot.tables.history import replay_states
from bot.tables.model import Table
from bot.tables.pods import is_void
from bot.tables.service import TableService
from games.contract import Observation
from games.text import Seat, _
from games.thinking.chances import Chances, promises
from storage.models import ActionRow, ForecastRow
from storage.sql.forecasts import ForecastStore

log = structlog.get_logger(__name__)

MISSES, OPEN, KEEPS = 20, 50, 80
"""What a call stands for, in percent."""
LEAST_CALLS = 5
"""Rounds after which somebody stands in the table."""
OWN = 0
"""The user as whom the bot's own chances stand there."""
PAUSE_AFTER_FAILURE = 15.0
"""Seconds until what could not be scored is tried again."""


ChancesOf: TypeAlias = Callable[[str, Observation], Awaitable[Chances | None]]
"""Everybody's in a game of that name, from what a spectator knows; worked out outside the event loop."""


class Forecast(msgspec.Struct, frozen=True):
    """What somebody called of a round. `brier` and `own`: once it is over, how wrong they and the bot were;
    `kept`: of the latest such round, who kept it.
    """

    round: int
    chances: tuple[int, ...]
    brier: float | None = None
    own: float | None = None
    kept: tuple[bool, ...] = ()


class Caller(msgspec.Struct, frozen=True):
    """Somebody in the table of the best callers. `wrong`: on average, 0 the best."""

    user: int
    name: str
    rounds: int
    wrong: float


class Calling(msgspec.Struct, frozen=True):
    """Somebody's calls at a table, and what theirs and the bot's come to on the server."""

    round: int | None
    """The one that may be called now."""
    calls: Sequence[Forecast]
    mine: Caller | None
    own: Caller | None

    @property
    def pending(self) -> Forecast | None:
        """The reader's first call that is not scored yet."""
        return next((call for call in self.calls if call.brier is None), None)


class ForecastService:
    """Takes calls, and scores them in the background."""

    def __init__(self, store: ForecastStore, tables: TableService, chances_of: ChancesOf) -> None:
        self._store, self._tables, self._chances_of = store, tables, chances_of
        self._waiting: dict[str, set[int]] = defaultdict(set)
        """The rounds of each table that are called and go on."""
        self._ended: dict[tuple[str, int], asyncio.Event] = defaultdict(asyncio.Event)
        self._locks = KeyedLock()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin, with whatever ended while the bot was stopped."""
        self._news.set()
        self._task = asyncio.create_task(self._settle_all(), name="forecasts")

    async def close(self) -> None:
        """Stop; what is not scored yet is at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def table_changed(self, table: Table) -> None:
        """The table changed; if a round that was called has ended there, it is scored."""
        if any(_is_over(table, round) for round in self._waiting.get(table.id, ())):
            self._news.set()

    async def call(self, table: Table, user: int, name: str, round: int, seat: Seat, percent: int) -> None:
        """Whoever looks on says how likely this seat keeps what it promised. Refusal to whoever has or had a
        seat there, and where the round is not to be called now.
        """
        if not may_call(table, user):
            raise Refusal("foreign", _("Calls are for those who only look on here."))
        fits = seat in range(len(table.seats)) and percent in (MISSES, OPEN, KEEPS)
        if not fits or open_round(table, await self._tables.logs.actions_of(table)) != round:
            raise Refusal("late", _("That round can't be called any more. You can call the next one."))
        async with self._locks.turn(f"{table.id} {user}"):
            said = [row.chances for row in await self._store.of(table.id, user) if row.round == round]
            chances = msgspec.json.decode(said[0], type=list[int]) if said else [OPEN] * len(table.seats)
            chances[seat] = percent
            self._waiting[table.id].add(round)
            at, encoded = self._tables.clock.now(), msgspec.json.encode(chances)
            await self._store.say(ForecastRow(table.id, round, user, table.guild, name, at, encoded))

    async def calling(self, table: Table, actions: Sequence[ActionRow], user: int) -> Calling | None:
        """What the user called here and may call now; None for those who do not only look on."""
        if not may_call(table, user):
            return None
        ranked = {caller.user: caller for caller in await self.ranking(table.guild, 1)}
        calls = await self._calls(table, actions, user)
        return Calling(open_round(table, actions), calls, ranked.get(user), ranked.get(OWN))

    async def _calls(self, table: Table, actions: Sequence[ActionRow], user: int) -> list[Forecast]:
        rows = await self._store.of(table.id, user)
        own = {row.round: row.brier for row in await self._store.of(table.id, OWN)}
        last = max((row.round for row in rows if row.brier is not None), default=None)
        return [
            Forecast(
                row.round,
                msgspec.json.decode(row.chances, type=tuple[int, ...]),
                row.brier,
                own.get(row.round),
                kept_in(table, actions, row.round) if row.round == last else (),
            )
            for row in rows
        ]

    async def ranking(self, guild: int, least: int = LEAST_CALLS) -> list[Caller]:
        """Who called best on this server, in so many rounds at least; the bot among them."""
        return [Caller(*row) for row in await self._store.ranking(guild, least)]

    async def has_ended(self, table: str, round: int, within: float) -> bool:
        """Wait until the round's calls are scored; False if that takes longer than so many seconds."""
        with contextlib.suppress(TimeoutError):
            if round in self._waiting.get(table, ()):
                await asyncio.wait_for(self._ended[table, round].wait(), within)
            return True
        return False

    async def _settle_all(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                for id, round in await self._store.unsettled():
                    self._waiting[id].add(round)
                    try:
                        table = await self._tables.table(id)
                    except Refusal:  # its game is not installed any more: it waits until it is
                        continue
                    if _is_over(table, round):
                        await self._settle(table, round)
            except Exception as error:  # whatever it is: nobody else would begin again
                log.error("calls cannot be scored", trace=trace(error))
                await asyncio.sleep(PAUSE_AFTER_FAILURE)
                self._news.set()

    async def _settle(self, table: Table, round: int) -> None:
        actions = await self._tables.logs.actions_of(table)
        kept, briers, own = kept_in(table, actions, round), dict[int, float](), None
        if kept:
            for row in await self._store.of_round(table.id, round):
                percents = msgspec.json.decode(row.chances, type=list[int])
                if any(percent != OPEN for percent in percents):  # else it was taken back
                    briers[row.user] = brier(percents, kept)
            seen = opened_in(table, actions, round) if briers else None
            found = None if seen is None else await self._chances_of(table.game.slug, seen)
            if found is not None and found.keeps:
                chances = [100 * each for each in found.keeps]
                at, encoded = self._tables.clock.now(), msgspec.json.encode(chances)
                own = ForecastRow(table.id, round, OWN, table.guild, "", at, encoded, brier(chances, kept))
        await self._store.settle(table.id, round, briers, own)
        self._waiting[table.id].discard(round)
        if not self._waiting[table.id]:
            del self._waiting[table.id]
        self._ended.pop((table.id, round), asyncio.Event()).set()


def may_call(table: Table, user: int) -> bool:
    """Whether somebody can only look on here: they have no seat and had none, and nobody elsewhere holds
    these cards.
    """
    return bool(table.guild) and not (user in table.played or table.shares_deals)


def open_round(table: Table, actions: Sequence[ActionRow]) -> int | None:
    """The round that goes on, if it is open what everybody has promised and nothing has ended since."""
    game = table.game
    if table.phase != "playing" or not _promised(table, game.observe(table.state, None)):
        return None
    number = game.chapter(table.state)
    here = [step for step in replay_states(table, actions) if game.chapter(step[0]) == number]
    first = next(
        at for at, (state, _events) in enumerate(here) if _promised(table, game.observe(state, None))
    )
    ended = (event for _state, events in here[first + 1 :] for event in events)
    return None if any(game.moment(event) and not game.reveals(event) for event in ended) else number


def opened_in(table: Table, actions: Sequence[ActionRow], round: int) -> Observation | None:
    """What a spectator saw of this round when it had just been opened what everybody promised."""
    game = table.game
    there = (state for state, _events in replay_states(table, actions) if game.chapter(state) == round)
    return next(
        (seen for seen in (game.observe(state, None) for state in there) if _promised(table, seen)), None
    )


def kept_in(table: Table, actions: Sequence[ActionRow], round: int) -> tuple[bool, ...]:
    """Who kept in this round what they had promised; empty if it has not come to its end."""
    game = table.game
    for (before, _earlier), (_after, events) in pairwise(replay_states(table, actions)):
        if game.chapter(before) == round:
            for event in events:
                if kept := game.kept(game.observe(before, None), event):
                    return kept
    return ()


def brier(percents: Sequence[float], kept: Sequence[bool]) -> float:
    """The mean square of what was missed, from 0 to 1."""
    return fmean((percent / 100 - is_kept) ** 2 for percent, is_kept in zip(percents, kept, strict=True))


def _promised(table: Table, seen: Observation) -> bool:
    return promises(table.game, seen, Random(0))


def _is_over(table: Table, round: int) -> bool:
    if is_void(table):  # then the round goes on, and so do its calls
        return False
    return table.phase != "playing" or table.game.chapter(table.state) > round
