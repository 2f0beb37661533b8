"""Whether somebody plays their own moves and stays to the end, as far as their games here tell."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.pace import DAY
from games.text import Text, _, _n
from storage.models import ConductRow
from storage.sql.results import ResultStore

MOST_GAMES = 50
"""The latest games that count."""
FEWEST_GAMES = 3
"""Of fewer nothing is said."""


class Reliability(msgspec.Struct, frozen=True):
    """What somebody's games with others come to. `on_time`: so much of a hundred of their moves no robot had
    to make; `moves_a_day`: in games that lasted for days; None: there were none.
    """

    games: int
    stayed: int
    on_time: int
    moves_a_day: int | None = None

    @property
    def came(self) -> int:
        """To so many of a hundred games they stayed."""
        return 100 * self.stayed // self.games


def reliability_of(rows: Sequence[ConductRow]) -> Reliability | None:
    """What these games tell; None if they are too few."""
    moves = sum(row.moves for row in rows)
    if len(rows) < FEWEST_GAMES or not moves:
        return None
    slow = [row for row in rows if row.last - row.first >= DAY]
    days = sum(row.last - row.first for row in slow) / DAY
    return Reliability(
        len(rows),
        sum(not (row.quit or row.robot) for row in rows),
        100 * sum(row.own for row in rows) // moves,
        max(1, round(sum(row.own for row in slow) / days)) if slow else None,
    )


async def load_reliability(results: ResultStore, user: int, guild: int) -> Reliability | None:
    """The user's on this server; None if they have played too little there. Raises `StorageError`."""
    return reliability_of(await results.conduct(user, guild, MOST_GAMES))


def in_words(one: Reliability) -> Text:
    """What is known of somebody's games, as a line to be read."""
    known = {"percent": one.on_time, "stayed": one.stayed, "games": one.games}
    if one.moves_a_day is None:
        return _("On time {percent} %, stayed to the end {stayed} of {games}", **known)
    return _n(
        "On time {percent} %, about {count} move a day, stayed to the end {stayed} of {games}",
        "On time {percent} %, about {count} moves a day, stayed to the end {stayed} of {games}",
        one.moves_a_day,
        **known,
    )
