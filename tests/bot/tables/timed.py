"""Tables with clocks for tests: the cards have been dealt, and the time is whatever a test says."""

from __future__ import annotations

from random import Random

from bot.pace import BLITZ, Pace
from bot.tables import clocks, lobby, play
from bot.tables.model import Press, Record, Seat, Table
from games.catalogue import game

GAME = "skull-king"
START = 500.0
"""When the cards are dealt, in house time."""


def begun(pace: Pace, people: int = 3, robots: int = 0, now: float = START) -> Table:
    """A table at which the cards have just been dealt."""
    seats = [Seat(f"P{at}", f"{at}", user=at + 1) for at in range(people)]
    seats += [Seat(f"R{at}", f"9{at}", robot="steady") for at in range(robots)]
    record = Record(1, {}, "5e" * 32, len(seats), seats=tuple(seats), pace=pace)
    waiting = Table("k3x9qp", 1, 2, game(GAME), "lobby", 1, 0, record, None, 0.0, 0.0)
    return clocks.with_clocks_updated(waiting, lobby.start(waiting, Press(0, 1, ""), 0.0), None, True, now)


def moved(
    table: Table, seat: int, now: float, *, by_person: bool = True, random: Random | None = None
) -> Table:
    """The table after a legal move of this seat."""
    legal = table.game.legal_actions(table.state, seat)
    after = play.move(table, seat, random.choice(legal) if random else legal[0]).table
    return clocks.with_clocks_updated(table, after, seat, by_person, now)


def rung(table: Table, now: float) -> Table:
    """The table after its alarm has rung, as the house stores it."""
    outcome = clocks.on_due(table, now)
    return table if outcome is None else clocks.with_clocks_updated(table, outcome.table, None, False, now)


def told(table: Table) -> list[str]:
    """What happened at the table, by kind."""
    return [each.kind for each in table.record.happenings]


def after_robots(table: Table, now: float) -> Table:
    """The table when robots have made all moves that are theirs."""
    while seats := [at for at in table.game.to_act(table.state) if clocks.is_played_by_robot(table, at)]:
        table = moved(table, seats[0], now, by_person=False)
    return table


def missed_twice(pace: Pace = BLITZ) -> tuple[Table, int, float]:
    """A table at which a robot stands in for one seat, that seat, and the time."""
    table, now = begun(pace, 2), START
    absent = table.game.to_act(table.state)[0]
    while not clocks.clock_of(table, absent).stand_in:
        waiting = table.game.to_act(table.state)
        if waiting == (absent,):
            now = clocks.deadline(table, absent) or now
            table = after_robots(rung(table, now), now)
        else:
            table = moved(table, next(seat for seat in waiting if seat != absent), now)
    return table, absent, now
