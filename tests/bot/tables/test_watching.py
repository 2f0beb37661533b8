"""What was played while somebody was away: all of it card by card, or only what ended something."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.tables import watching
from bot.tables.history import replay_states
from bot.tables.lobby import start
from bot.tables.model import Leaver, Press, Record, Seat, Table
from bot.tables.play import move
from games.catalogue import BUILT_IN
from games.contract import AnyGame
from storage.models import ActionRow

ANNE = 7


def dealt(game: AnyGame, players: int) -> Table:
    """A table of so many, whose cards are dealt."""
    seats = tuple(Seat(f"Player {at}", str(at), ANNE + at) for at in range(players))
    record = Record(ANNE, game.Options().model_dump(mode="json"), "5e" * 32, players, seats=seats)
    waiting = Table("k3x9qp", 1, 2, game, "lobby", 1, 0, record, None, 0.0, 0.0)
    return start(waiting, Press(0, ANNE, ""), 0.0)


def played(table: Table, moves: int) -> tuple[Table, list[ActionRow]]:
    """The table after so many moves by whoever is next, or at its end, and its log."""
    random, log = Random(4), list[ActionRow]()
    robot = next(iter(table.game.robots.values()))
    while len(log) < moves and table.phase == "playing":
        seat = table.game.to_act(table.state)[0]
        action = robot.choose(table.game.observe(table.state, seat), random)
        table = move(table, seat, action).table
        log.append(ActionRow(table.actions, seat, action, ANNE + seat, 0.0))
    return table, log


@pytest.fixture(params=BUILT_IN, ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return request.param


def test_what_others_have_played_since_my_last_move_is_seen_from_my_seat(game: AnyGame) -> None:
    table, log = played(dealt(game, min(game.players)), 40)
    for seat in range(len(table.seats)):
        course = watching.missed(table, log, seat)
        own = max(number for number, row in enumerate(log, 1) if row.seat == seat)
        assert course.moves == len(log) - own == watching.moves_missed(table, log, seat)
        assert course.mine
        assert len(course.seen) == course.moves + 1, "how it stood after my move, then each of theirs"
        assert course.seen[-1] == game.observe(table.state, seat)
        assert all(each.seat == seat for each in course.seen)


def test_what_a_robot_played_in_my_seat_is_none_of_my_moves(game: AnyGame) -> None:
    table, log = played(dealt(game, min(game.players)), 40)
    seat = log[-1].seat
    own = [number for number, row in enumerate(log, 1) if row.seat == seat]
    by_robot = [replace(row, user=None) if number == own[-1] else row for number, row in enumerate(log, 1)]
    assert watching.moves_missed(table, by_robot, seat) == len(log) - own[-2]
    course = watching.missed(table, by_robot, seat)
    assert (course.moves, course.mine) == (len(log) - own[-2], True)


def test_of_much_only_what_ended_something_is_shown(game: AnyGame) -> None:
    table, log = played(dealt(game, min(game.players)), 10**6)
    course = watching.whole_game(table, log)
    assert course.moves == len(log)
    assert 2 <= len(course.seen) <= watching.MOST_SHOWN
    assert course.seen[-1] == game.observe(table.state, None)
    assert all(each.seat is None for each in course.seen)


def test_of_a_long_game_no_end_of_a_round_is_left_out_for_a_trick(game: AnyGame) -> None:
    table, log = played(dealt(game, max(game.players)), 10**6)
    course = watching.whole_game(table, log)
    ends = [state for state, events in replay_states(table, log) if any(map(game.milestone, events))]
    seen = [game.observe(state, None) in course.seen for state in ends]
    assert sum(seen) >= min(len(ends), watching.MOST_SHOWN - 2)


def test_a_game_that_goes_on_is_not_shown_as_a_whole(game: AnyGame) -> None:
    with pytest.raises(Refusal, match="once it's over"):
        watching.whole_game(*played(dealt(game, min(game.players)), 20))


def test_who_only_looks_on_sees_the_latest_moves(game: AnyGame) -> None:
    table, log = played(dealt(game, min(game.players)), 40)
    course = watching.missed(table, log, None)
    assert course.moves == watching.LATEST_MOVES
    assert not course.mine


def test_a_substitute_sees_nothing_from_before_they_came(game: AnyGame) -> None:
    table, log = played(dealt(game, min(game.players)), 40)
    there = Leaver(3, "Bart", 0, 38, "replaced", taken=38)
    course = watching.missed(table.with_record(leavers=(there,)), log, 0)
    assert course.moves <= 2
