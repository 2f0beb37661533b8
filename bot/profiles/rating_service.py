"""The one who keeps the ratings: counts the tables that ended, one after the other, in that order.

A table's results say that it still has to be counted; its ratings are stored together with the word that it
has been. So each counts once, whenever the bot is stopped. A table that comes too late (two ended in the same
moment, or the machine's clock was set back) takes those after it back, and they are counted anew: ratings
always are what the results in their order make them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import msgspec
import structlog

from bot.profiles.leaderboards import season_at
from bot.profiles.ratings import NEWCOMER, RatedPlayer, Rating, rate
from bot.runtime.log_context import trace
from bot.tables.model import Table
from bot.tables.results import NOT_RATED, TO_RATE, why_unrated
from games.text import Player, Text
from storage.models import OutboxEntry, RatingRow, ResultRow
from storage.sql.results import ResultStore

log = structlog.get_logger(__name__)

PAUSE_AFTER_FAILURE = 15.0
"""Seconds until what could not be stored is tried again."""

RATED = OutboxEntry("rated")
"""What must happen when a table has been counted: its result is shown with what it did to ratings."""


class RatingService:
    """Counts tables in the background. `on_rated` is called after new outbox entries of the kind "rated"."""

    def __init__(self, results: ResultStore, on_rated: Callable[[], None]) -> None:
        self._results = results
        self._on_rated = on_rated
        self._news = asyncio.Event()
        self._idle = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin, with whatever was left uncounted."""
        self._news.set()
        self._task = asyncio.create_task(self._count_all(), name="ratings")

    def table_changed(self, table: Table) -> None:
        """The table changed; if its game has ended, it is counted."""
        if table.phase == "over":
            self._idle.clear()
            self._news.set()

    async def settled(self) -> None:
        """Wait until all tables that have ended so far are counted."""
        await self._idle.wait()

    async def close(self) -> None:
        """Stop; what is not counted yet is at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _count_all(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                while await rate_next(self._results):
                    self._on_rated()
            except Exception as error:  # whatever it is: nobody else would begin again
                log.error("ratings cannot be stored", trace=trace(error))
                await asyncio.sleep(PAUSE_AFTER_FAILURE)
                self._news.set()
            if not self._news.is_set():
                self._idle.set()


async def rate_next(results: ResultStore) -> bool:
    """Count the first table that has not been; False if there is none."""
    rows = await results.next_to_rate()
    if not rows:
        return False
    first = rows[0]
    if await results.overtaken(first.guild, first.game, first.ended, first.table):
        await results.take_back(first.guild, first.game, first.ended, first.table)
    season = season_at(await results.seasons(first.guild, first.game), first.ended)
    await results.rate(first.table, await _ratings_after(results, rows, season), RATED)
    return True


async def _ratings_after(results: ResultStore, rows: Sequence[ResultRow], season: int) -> list[RatingRow]:
    """Where everybody stands after the game of these results."""
    first, counted = rows[0], [row for row in rows if row.rated != NOT_RATED]
    users = {row.user for row in counted if row.user is not None}
    before = await results.standings(first.guild, first.game, season, users)
    entrants: list[RatedPlayer] = []
    for row in counted:
        # Somebody whose data was erased still was there to be won against, as a newcomer.
        known = None if row.user is None else before.get(row.user)
        rating = NEWCOMER if known is None else Rating(known.mu, known.sigma)
        entrants.append(
            RatedPlayer(-1 - row.seat if row.user is None else row.user, rating, row.place, row.quit)
        )
    after = rate(entrants)
    return [
        RatingRow(
            *(first.guild, first.game, season, user, before[user].games + 1 if user in before else 1),
            *(first.table, after[user].mu, after[user].sigma, first.ended),
        )
        for user in sorted(users)
    ]


# What a game that is over did to people's ratings, for the card that shows its result.


class RatingChange(msgspec.Struct, frozen=True):
    """One rating, before and after. A name stands for somebody whose seat another has taken."""

    who: Player | str
    before: int
    after: int


class RatingChanges(msgspec.Struct, frozen=True):
    """`why`: why nobody's rating changes. `pending`: they are not computed yet."""

    shifts: tuple[RatingChange, ...] = ()
    why: Text | None = None
    pending: bool = False


async def rating_changes_of(results: ResultStore, table: Table) -> RatingChanges | None:
    """What the game did; None if it goes on, or if its results were never stored."""
    if table.phase != "over":
        return None
    rows = await results.of_table(table.id)
    counted = [row for row in rows if row.rated != NOT_RATED]
    if not counted:
        return RatingChanges(why=why_unrated(table)) if rows else None
    if any(row.rated == TO_RATE for row in counted):
        return RatingChanges(pending=True)
    changes = {after.user: (before, after) for before, after in await results.changes_by(table.id)}
    shifts: list[RatingChange] = []
    for row in sorted(counted, key=lambda row: (row.place, row.seat)):
        if row.user in changes:
            before, after = changes[row.user]
            who = Player(row.seat) if row.seat < len(table.seats) else row.name
            shifts.append(RatingChange(who, shown_rating(before), shown_rating(after)))
    return RatingChanges(tuple(shifts))


def shown_rating(row: RatingRow | None) -> int:
    """A rating as people read it."""
    return (NEWCOMER if row is None else Rating(row.mu, row.sigma)).shown
