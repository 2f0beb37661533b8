"""Whoever leaves, comes back, calls, concedes and sits down, in whatever order: the seats stay in order."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.pace import DAILY
from bot.refusal import Refusal
from bot.tables import clocks, leaving, lobby
from bot.tables.clocks import is_played_by_robot
from bot.tables.model import Press, Record, Seat, Table
from bot.tables.play import move
from bot.tables.repository import table_from_row, table_to_row
from games.catalogue import catalogue
from tests.support.examples import examples

AT_THE_TABLE, SPECTATORS = range(101, 104), range(104, 107)
PEOPLE = (*AT_THE_TABLE, *SPECTATORS)
KINDS = ("move", "leave", "back", "concede", "call", "withdraw", "take", "take", "wait")


def dealt() -> Table:
    """Three people and a robot have begun to play."""
    seats = tuple(Seat(f"Person {user}", str(user), user) for user in AT_THE_TABLE)
    robot = Seat("Rusty Nell", "9", robot=next(iter(catalogue()["skull-king"].robots)))
    record = Record(host=101, options={}, secret="5e" * 32, capacity=4, seats=(*seats, robot), pace=DAILY)
    table = Table("k3x9qp", 1, 2, catalogue()["skull-king"], "lobby", 1, 0, record, None, 0.0, 0.0)
    return clocks.with_clocks_updated(table, lobby.start(table, Press(0, 101, ""), 0.0), None, True, 0.0)


def done(table: Table, kind: str, user: int, seat: int, now: float, random: Random) -> Table:
    """What somebody does. Refusal if they may not."""
    press = Press(0, user, f"Person {user}")
    match kind:
        case "leave":
            return leaving.leave_to_robot(table, press).table
        case "back":
            mine = table.seat_kept_for(user)
            return table if mine is None else leaving.owner_returned(table, mine)
        case "concede":
            return leaving.concede(table, press).table
        case "call":
            return leaving.call_substitute(table, press, now, seat).table
        case "withdraw":
            return leaving.withdraw_call(table, press, seat).table
        case "take":
            return leaving.take_seat(table, press, seat)
        case "move":
            acting = next(at for at in table.game.to_act(table.state))
            return move(table, acting, random.choice(table.game.legal_actions(table.state, acting))).table
        case _:
            return table


steps = st.lists(
    st.tuples(st.sampled_from(KINDS), st.sampled_from(PEOPLE), st.integers(0, 3), st.integers(0, 2)),
    max_size=40,
)


@examples(200)
@given(steps, st.integers(0, 2**16))
def test_the_seats_stay_in_order_whatever_people_do(
    steps: list[tuple[str, int, int, int]], chance: int
) -> None:
    table, now, random = dealt(), 0.0, Random(chance)
    joins = tuple(seat.join for seat in table.seats)
    conceded, gone = set[int](), set[int]()
    for kind, user, seat, days in steps:
        now += days * 86400.0
        if table.phase != "playing":
            break
        before = table
        try:
            after = done(table, kind, user, seat, now, random)
        except Refusal:
            continue
        acted = table.game.to_act(table.state)[0] if kind == "move" else None
        by_person = acted is None or not is_played_by_robot(table, acted)
        table = clocks.with_clocks_updated(before, after, acted, by_person, now)
        table, outbox = leaving.settle_calls(before, table)
        if kind == "concede":
            conceded.add(user)
        gone |= {left.user for left in table.record.leavers if left.taken is not None}

        owners = [owner for at in range(4) if (owner := table.owner(at)) is not None]
        assert len(owners) == len(set(owners))  # nobody has two seats
        assert not conceded & set(owners)
        assert not gone & set(owners)  # nobody comes in again who has given way
        assert tuple(each.join for each in table.seats) == joins
        assert table.phase != "playing" or len(owners) >= 2
        assert table.phase != "playing" or table.record.host in owners
        assert {call.seat for call in table.record.calls} <= set(range(4))
        assert table.phase == "playing" or not table.record.calls
        called = {call.seat for call in before.record.calls} ^ {call.seat for call in table.record.calls}
        assert len(outbox) == len(called)  # each call is posted, and taken away, once
        for watcher in PEOPLE:
            mine = table.seat_of(watcher)
            assert table.observe(watcher) == table.game.observe(table.state, mine)
            assert mine is None or table.seats[mine].user == watcher
        assert table_from_row(table_to_row(table)).record == table.record
        first = {
            at: next((left.user for left in table.record.leavers if left.seat == at), None) for at in range(4)
        }
        began = [first[at] or table.seats[at].user for at in range(4)]
        assert sorted(user for user in began if user) == [*AT_THE_TABLE]  # who began is never forgotten
        if table.phase == "over":
            outcome = table.outcome
            assert outcome is not None
            assert min(outcome.places) == 1


def test_somebody_who_took_a_seat_that_was_left_and_left_it_too_does_not_hide_who_began() -> None:
    table = dealt()
    seat = table.seat_kept_for(102) or 0
    owner, substitute = Press(0, 102, "Person 102"), Press(0, 104, "Person 104")
    table = leaving.leave_to_robot(table, owner).table
    table = leaving.call_substitute(table, owner, 0.0).table
    table = leaving.take_seat(table, substitute, seat)
    back = leaving.owner_returned(leaving.leave_to_robot(table, substitute).table, seat)
    assert [left.user for left in back.record.leavers] == [102]
    assert replace(back, timing=table.timing).record.leavers == table.record.leavers
