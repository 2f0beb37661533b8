"""How a game ended, as it is kept: for each seat place, points and figures, and whether it counts.

A game is rated unless its table was opened otherwise, if at least two people count in it. People count who
sit at the table at its end, if they took their seat before the cards were dealt, and those who left for good.
A substitute plays for the joy of it: what they took over is not theirs to answer for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from bot.tables.table import Table
from games.contract import Outcome
from games.text import Text, _
from storage.records import ResultRow

NOT_RATED, TO_RATE = 0, 1


class Leaver(Protocol):
    """Somebody who left a running game for good."""

    @property
    def user(self) -> int:
        """Who it was."""
        ...

    @property
    def name(self) -> str:
        """What they were called."""
        ...

    @property
    def seat(self) -> int:
        """Where they sat."""
        ...


def leavers(table: Table) -> Sequence[Leaver]:
    """Who left this game for good, each once."""
    left: Sequence[Leaver] = getattr(table.record, "leavers", ())
    # Those who had their data erased cannot be told apart by who they are.
    return list({leaver.user or -1 - leaver.seat: leaver for leaver in left}.values())


def results_of(table: Table) -> tuple[ResultRow, ...]:
    """How the game at this table ended for each seat, then for those whose seat somebody else has taken."""
    outcome = outcome_of(table)
    rated = TO_RATE if why_unrated(table) is None else NOT_RATED
    figures = _figures(table)
    rows = [_sitter(table, outcome, seat, rated, figures[seat]) for seat in range(len(table.seats))]
    away = [leaver for leaver in leavers(table) if _gave_way(table, leaver)]
    last = len(table.seats)
    rows += [
        _row(table, last + at, rated, leaver.user, leaver.name, last, 0, quit=True)
        for at, leaver in enumerate(away)
    ]
    return tuple(rows)


def outcome_of(table: Table) -> Outcome:
    """Places and points. ValueError while the game goes on."""
    outcome = table.outcome
    if outcome is None:
        raise ValueError("the game has not ended")
    return outcome


def why_unrated(table: Table) -> Text | None:
    """Why a game that is over changes nobody's rating; None if it does."""
    stayed = [seat for seat in range(len(table.seats)) if _played_it_all(table, seat)]
    left = {sitter.user for sitter in table.seats if sitter.user is not None and sitter.robot}
    left |= {leaver.user for leaver in leavers(table) if _gave_way(table, leaver)}
    if len(stayed) + len(left) < 2:
        return _("Unrated: a game counts for ratings only if at least two people began it.")
    if not stayed:
        return _("Unrated: nobody who began this game was still there at its end.")
    if not table.record.rated:
        return _("Unrated: this table was opened for a game that does not count for ratings.")
    return None


def _played_it_all(table: Table, seat: int) -> bool:
    """Whether a person sits there who did at the beginning, and answers for the seat."""
    user = table.seats[seat].person
    return (
        user is not None
        and not any(leaver.seat == seat and leaver.user != user for leaver in leavers(table))
        and not any(leaver.user == user and leaver.seat != seat for leaver in leavers(table))
    )


def _gave_way(table: Table, leaver: Leaver) -> bool:
    """Whether the seat that somebody left for good is another's now."""
    return table.seats[leaver.seat].user != leaver.user


def _sitter(table: Table, outcome: Outcome, seat: int, rated: int, figures: bytes) -> ResultRow:
    """The seat's result; rated for whoever began the game in it."""
    sitter = table.seats[seat]
    quit = sitter.user is not None and sitter.robot is not None
    counts = quit or _played_it_all(table, seat)
    return _row(
        table,
        seat,
        rated if counts else NOT_RATED,
        sitter.user,
        sitter.name,
        outcome.places[seat],
        outcome.points[seat],
        robot=sitter.robot is not None,
        quit=quit,
        figures=figures,
    )


def _row(
    table: Table,
    seat: int,
    rated: int,
    user: int | None,
    name: str,
    place: int,
    points: int,
    *,
    robot: bool = False,
    quit: bool = False,
    figures: bytes = b"{}",
) -> ResultRow:
    ended = table.changed
    return ResultRow(
        *(table.id, seat, table.guild, table.game.slug, ended, rated, user or None, name),
        *(robot, quit, place, points, figures),
    )


def _figures(table: Table) -> list[bytes]:
    """For each seat what the game counts, as JSON: by name, how often it was done and could have been."""
    counted = table.game.figures(table.state)
    return [
        msgspec.json.encode({figure.name: (figure.made[seat], figure.of[seat]) for figure in counted})
        for seat in range(len(table.seats))
    ]
