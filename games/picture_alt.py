"""What a picture says to whoever does not see it: the lines of a `Picture`'s `alt`, from a game's own words.

The essential comes first: where there are more lines than fit, the last ones are left out.
"""

from __future__ import annotations

from games.contract import Board, Hand, Sheet, SheetRow
from games.text import Listed, Player, Seat, Text, _, labelled


def seats(said: Board) -> tuple[Text, ...]:
    """A line for each player of a board: their name and how they stand."""
    return tuple(labelled(Player(line.seat), line.words) for line in said.seats)


def recap(said: Board) -> tuple[Text, ...]:
    """What a board says of what happened just before; empty if it says nothing."""
    return () if said.recap is None else (said.recap.title, *said.recap.lines)


def hand(held: Text, said: Hand) -> tuple[Text, ...]:
    """What the player has, in one sentence, and what there is to know of it."""
    return (held,) if said.note is None else (held, said.note)


def sheet(said: Sheet) -> tuple[Text, ...]:
    """The totals, how the latest points came about, and all that stands above them, line by line."""
    return (said.title, totals(said), *said.latest, *map(_line, said.rows))


def totals(said: Sheet) -> Text:
    """Everybody's points in one sentence."""
    return _line(said.totals)


def _line(row: SheetRow) -> Text:
    totals = Listed(tuple(of_seat(seat, cell) for seat, cell in enumerate(row.cells)))
    return labelled(row.label, totals)


def of_seat(seat: Seat, total: Text) -> Text:
    """What somebody has, in a list of such things."""
    return _("{player} {total}", player=Player(seat), total=total)
