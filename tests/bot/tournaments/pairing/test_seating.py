"""Who sits in which seat of a pod."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from bot.tournaments.pairing.event import EventOptions, Fill
from bot.tournaments.pairing.seating import FULL_LEAN, cheapest, history, lean, seated_pod
from bot.tournaments.pairing.seeded_random import SeededStream
from tests.bot.tournaments.pairing.evening import event, held, played


def test_the_cheapest_order_is_found_among_all() -> None:
    random = Random(1)
    for size in (2, 3, 4, 5, 6):
        for _case in range(20):
            prices = [[random.randrange(20) for _seat in range(size)] for _who in range(size)]
            order = cheapest(prices)
            costs = [
                sum(prices[who][seat] for seat, who in enumerate(way)) for way in permutations(range(size))
            ]
            assert sorted(order) == list(range(size))
            assert sum(prices[who][seat] for seat, who in enumerate(order)) == min(costs)


def test_four_who_play_four_times_together_each_sit_in_each_seat_once() -> None:
    told = played(event(EventOptions(format="league", rounds=4), 4))
    for seat in range(4):
        assert {one.pods[0].seats[seat] for one in told.rounds} == {"1", "2", "3", "4"}


def test_who_sat_first_in_a_pod_of_three_sits_late_in_a_larger_one() -> None:
    told = held(EventOptions(), [["Anne", "Bill", "Cora"], ["Dirk", "Edda", "Finn"]])
    order = seated_pod(
        ["Anne", "Bill", "Dirk", "Edda"], 0, history(told.rounds), SeededStream(bytes(32), "seats")
    )
    # Bill and Edda sat in the middle, so one of them begins; Anne or Dirk, who both began, is the last.
    assert order[0] in {"Bill", "Edda"}
    assert order[3] in {"Anne", "Dirk"}


def test_a_lean_is_exact_for_every_size() -> None:
    for size in range(2, 11):
        assert [lean(0, size), lean(size - 1, size)] == [-FULL_LEAN, FULL_LEAN]
        assert sum(lean(seat, size) for seat in range(size)) == 0


def test_at_first_the_order_is_drawn_robots_among_the_others() -> None:
    seats = {
        seated_pod(["Anne", "Bill"], 2, history([]), SeededStream(bytes(32), f"seats {number}"))
        for number in range(40)
    }
    assert all(sorted(order, key=str) == ["Anne", "Bill", None, None] for order in seats)
    assert len(seats) > 8


@pytest.mark.parametrize("people", [16, 32, 64])
@pytest.mark.long
def test_over_eight_rounds_of_fours_nobody_has_a_seat_four_times_and_all_are_nearly_even(people: int) -> None:
    told = played(event(EventOptions(rounds=8, fill=Fill.ROBOTS), people))
    sat = Counter(
        (who, seat) for one in told.rounds for pod in one.pods for seat, who in enumerate(pod.seats)
    )
    assert sum(sat.values()) == 8 * people
    assert max(sat.values()) <= 3
    assert sum(times == 2 for times in sat.values()) > 0.7 * 4 * people
