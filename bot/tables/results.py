"""How a game ended, as it is kept: for each seat place, points and figures, and whether it counts.

A game is rated unless its table was opened otherwise, if at least two people count in it: those who began
it, whether they sit there at its end or left. What somebody else has finished counts for neither of the two:
the substitute does not answer for what they took over, nor whoever made way for what became of it. Whoever
had left before a substitute was there has left. Nor does it count for whoever never came to a tournament's
table, or made no move there.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.tables.model import Leaver, Table
from games.contract import Outcome
from games.text import Text, _
from storage.models import ResultRow

NOT_RATED, TO_RATE = 0, 1


def leavers(table: Table) -> Sequence[Leaver]:
    """Who left this game, in order, each once."""
    # Those who had their data erased cannot be told apart by who they are.
    left = {leaver.user or -1 - leaver.seat: leaver for leaver in reversed(table.record.leavers)}
    return list(left.values())[::-1]


def results_of(table: Table) -> tuple[ResultRow, ...]:
    """How the game at this table ended for each seat, then for those whose seat somebody else has taken."""
    outcome = outcome_of(table)
    rated = TO_RATE if why_unrated(table) is None else NOT_RATED
    figures = _figures(table)
    rows = [_player_at(table, outcome, seat, rated, figures[seat]) for seat in range(len(table.seats))]
    last = len(table.seats)
    for at, leaver in enumerate(_replaced(table)):
        first = _began_in(table, leaver.seat) == leaver.user
        counts = rated if first and leaver.how != "replaced" else NOT_RATED
        rows.append(_row(table, last + at, counts, leaver.user, leaver.name, last, 0, quit=True))
    return tuple(rows)


def outcome_of(table: Table) -> Outcome:
    """Places and points. ValueError while the game goes on."""
    if table.outcome is None:
        raise ValueError("the game has not ended")
    return table.outcome


def why_unrated(table: Table) -> Text | None:
    """Why a game that is over changes nobody's rating; None if it does."""
    seats = range(len(table.seats))
    began = {user for seat in seats if (user := _began_in(table, seat)) is not None}
    stayed = [seat for seat in seats if table.seats[seat].person is not None and _is_first(table, seat)]
    if table.position is not None:
        return _("Unrated: this game started from a set-up position.")
    if len(began) < 2:
        return _("Unrated: only games that two or more people start count.")
    made_way = {leaver.user for leaver in _replaced(table) if leaver.how == "replaced"}
    if stayed and len(began - made_way) < 2:
        return _("Unrated: a substitute finished it, and only one is left of those who started.")
    if not stayed:
        return _("Unrated: nobody who started this game finished it.")
    if not table.record.rated:
        return _("Unrated: the host chose a friendly game.")
    return None


def _began_in(table: Table, seat: int) -> int | None:
    """Who sat there when the cards were dealt; None if a robot did, or whoever should have has never come."""
    if not _took_part(table, seat):
        return None
    first = next((leaver.user for leaver in leavers(table) if leaver.seat == seat), None)
    return table.seats[seat].user if first is None else first


def _took_part(table: Table, seat: int) -> bool:
    """Whether somebody has played there, and not a robot from the first card to the last."""
    return not table.is_missing(seat) and table.has_moved(seat)


def _is_first(table: Table, seat: int) -> bool:
    return table.seats[seat].user == _began_in(table, seat)


def _replaced(table: Table) -> list[Leaver]:
    """Those whose seat is somebody else's now."""
    return [leaver for leaver in leavers(table) if table.seats[leaver.seat].user != leaver.user]


def _player_at(table: Table, outcome: Outcome, seat: int, rated: int, figures: bytes) -> ResultRow:
    """The seat's result; rated for whoever began the game in it."""
    sitter = table.seats[seat]
    counts = sitter.user is not None and _is_first(table, seat)
    return _row(
        table,
        seat,
        rated if counts else NOT_RATED,
        sitter.user,
        sitter.name,
        outcome.places[seat],
        outcome.points[seat],
        robot=sitter.robot is not None or not _took_part(table, seat),
        quit=sitter.user is not None and (sitter.robot is not None or table.is_missing(seat)),
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
    counted = () if table.was_conceded else table.game.figures(table.state)
    return [
        msgspec.json.encode({figure.name: (figure.made[seat], figure.of[seat]) for figure in counted})
        for seat in range(len(table.seats))
    ]
