"""What a game that is over did to people's ratings, for the card that shows its result."""

from __future__ import annotations

from dataclasses import dataclass

from bot.records.ratings import NEWCOMER, Rating
from bot.tables.results import NOT_RATED, TO_RATE, why_unrated
from bot.tables.table import Table
from games.text import Player, Text
from storage.doors.results import Results
from storage.records import RatingRow


@dataclass(frozen=True)
class Shift:
    """One rating, before and after. A name stands for somebody whose seat another has taken."""

    who: Player | str
    before: int
    after: int


@dataclass(frozen=True)
class Verdict:
    """`why`: why nobody's rating changes. `pending`: they are not computed yet."""

    shifts: tuple[Shift, ...] = ()
    why: Text | None = None
    pending: bool = False


async def verdict_on(results: Results, table: Table) -> Verdict | None:
    """What the game did; None if it goes on, or if its results were never stored."""
    if table.phase != "over":
        return None
    rows = await results.of_table(table.id)
    counted = [row for row in rows if row.rated != NOT_RATED]
    if not counted:
        return Verdict(why=why_unrated(table)) if rows else None
    if any(row.rated == TO_RATE for row in counted):
        return Verdict(pending=True)
    changes = {after.user: (before, after) for before, after in await results.changes_by(table.id)}
    shifts: list[Shift] = []
    for row in sorted(counted, key=lambda row: (row.place, row.seat)):
        if row.user in changes:
            before, after = changes[row.user]
            who = Player(row.seat) if row.seat < len(table.seats) else row.name
            shifts.append(Shift(who, shown(before), shown(after)))
    return Verdict(tuple(shifts))


def shown(row: RatingRow | None) -> int:
    """A rating as people read it."""
    return (NEWCOMER if row is None else Rating(row.mu, row.sigma)).shown
