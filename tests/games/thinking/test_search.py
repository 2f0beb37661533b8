"""Choices compared, in a game whose values are known: a wheel of fortune."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import EVEN, Action, Bounds, Event, Manner, Observation, Options, Outcome, Play
from games.text import Seat, Text
from games.thinking.levels import MANNERS, AnyLegal, Level
from games.thinking.search import best_of, compare

Brings = Callable[[float, Random], tuple[float, float]]
"""What a choice brings its seat, and the other: by the luck of the deal, and a chance of its own."""


class Spun(msgspec.Struct, frozen=True):
    """A deal's luck, which nobody knows, and what was chosen."""

    luck: float
    chosen: Action = ""


class Wheel(Play[Options, Spun, Observation]):
    """Two players, one choice, and it is over."""

    def __init__(self, brings: dict[Action, Brings], *, higher_is_better: bool = True) -> None:
        self.brings = brings
        self.higher_is_better = higher_is_better  # type: ignore[misc]
        self.tried: Counter[Action] = Counter()
        self.dealt = 0

    def players_for(self, options: Options) -> range:
        return range(2, 3)

    def new(self, options: Options, players: int, seed: bytes) -> Spun:
        return Spun(0.0)

    def to_act(self, state: Spun) -> tuple[Seat, ...]:
        return () if state.chosen else (0,)

    def legal_actions(self, state: Spun, seat: Seat) -> tuple[Action, ...]:
        return tuple(self.brings)

    def decision(self, state: Spun, seat: Seat) -> str:
        return "spin"

    def apply(self, state: Spun, seat: Seat, action: Action) -> tuple[Spun, tuple[Event, ...]]:
        return Spun(state.luck, action), ()

    def observe(self, state: Spun, seat: Seat | None) -> Observation:
        return Observation(seat=seat, players=2, to_act=(0,), decision="spin", legal=tuple(self.brings))

    def outcome(self, state: Spun) -> Outcome | None:
        return None

    def bounds(self, options: Options, players: int) -> Bounds:
        return Bounds(actions=1, lowest=-1000, highest=1000)

    def resample(self, observation: Observation, random: Random) -> Spun:
        self.dealt += 1
        return Spun(random.gauss(0, 100))

    def playout(self, state: Spun, end: int, random: Random) -> tuple[float, ...]:
        self.tried[state.chosen] += 1
        return self.brings[state.chosen](state.luck, random)


def plainly(mean: float, noise: float = 0.0, other: float = 0.0) -> Brings:
    """So much on average, however lucky the deal, and so much for the other; its noise is its own."""

    def brings(luck: float, random: Random) -> tuple[float, float]:
        own = Random(f"{mean} {random.random()}")
        return mean + luck + noise * own.gauss(0, 1), other

    return brings


def chosen(wheel: Wheel, playouts: int = 400, chance: int = 1, manner: Manner = EVEN) -> Action:
    seen = wheel.observe(Spun(0.0), 0)
    return best_of(compare(wheel, seen, tuple(wheel.brings), Random(chance), playouts, manner), manner).action


def how_often(wheel: Wheel, wanted: Action, manner: Manner = EVEN, playouts: int = 400) -> float:
    return sum(chosen(wheel, playouts, chance, manner) == wanted for chance in range(60)) / 60


def test_the_better_choice_is_found_however_much_the_deals_differ() -> None:
    """The deals differ by a hundred points, the choices by two."""
    assert how_often(Wheel({"a": plainly(0, 3), "b": plainly(2, 3), "c": plainly(1, 3)}), "b") > 0.85


def test_what_is_clearly_worse_is_dropped_and_the_rest_is_tried_the_more() -> None:
    even = {"a": plainly(0, 5), "b": plainly(0.01, 5)}
    wheel = Wheel({**even, "bad": plainly(-50, 5), "worse": plainly(-90, 5)})
    how_often(wheel, "a")
    assert wheel.tried["bad"] <= 60 * 8, "eight deals of each of sixty searches"
    assert wheel.tried["worse"] <= 60 * 8
    assert wheel.tried["a"] + wheel.tried["b"] > 10 * wheel.tried["bad"]


def test_there_is_nothing_left_to_try_once_one_is_clearly_best() -> None:
    wheel = Wheel({"a": plainly(0, 1), "b": plainly(50, 1)})
    assert chosen(wheel, playouts=10_000) == "b"
    assert sum(wheel.tried.values()) < 50


def test_all_are_tried_on_the_same_deals_by_the_same_chance() -> None:
    """Nothing tells them apart but what they bring: they are equal on each deal."""
    wheel = Wheel({"a": plainly(0, 30), "b": plainly(0, 30)})
    one, other = compare(wheel, wheel.observe(Spun(0.0), 0), ("a", "b"), Random(5), 100)
    assert one.points == other.points
    assert len(set(one.points)) == len(one.points) == 50, "and no deal is like another"


@given(st.integers(0, 300), st.integers(1, 40))
def test_the_playouts_are_never_more_than_there_are(playouts: int, choices: int) -> None:
    wheel = Wheel({f"choice {number}": plainly(number % 3, 10) for number in range(choices)})
    chosen(wheel, playouts)
    assert sum(wheel.tried.values()) <= playouts
    assert wheel.dealt <= playouts, "no deal for nothing"


def test_even_a_few_playouts_for_many_choices_are_not_wasted_on_the_worst() -> None:
    """Forty choices and 400 playouts: ten deals for each, if none were dropped."""
    values = {f"choice {number}": plainly(3 * number, 10) for number in range(40)}
    wheel = Wheel(values)
    chosen(wheel)
    assert max(wheel.tried.values()) > 20


def test_the_first_is_kept_unless_another_is_better_beyond_the_margin() -> None:
    """Both are as good as equal: by the mean alone the first would be taken every other time."""
    assert how_often(Wheel({"own": plainly(0, 20), "other": plainly(0.01, 20)}), "own", playouts=60) > 0.6


def test_what_is_sure_is_left_only_for_what_is_better_beyond_doubt() -> None:
    class Sure(Wheel):
        def sure(self, observation: Observation, action: Action) -> bool:
            return action == "sure"

    def how_often_left(other: float) -> float:
        wheel = Sure({"other": plainly(other, 60), "third": plainly(0, 60), "sure": plainly(0, 60)})
        captain, seen = (
            Level(wheel, AnyLegal(), Text("Captain"), Text("Captain")),
            wheel.observe(Spun(0.0), 0),
        )
        return sum(captain.choose(seen, Random(chance), 400) != "sure" for chance in range(40)) / 40

    assert how_often_left(-1) < 0.05
    assert how_often_left(60) > 0.95


def test_without_a_playout_the_first_is_as_good_as_any() -> None:
    assert chosen(Wheel({"a": plainly(0), "b": plainly(50)}), playouts=1) == "a"


def test_one_that_was_dropped_is_not_taken_for_its_luck_on_few_deals() -> None:
    """All deals but the first few go badly; what was dropped on those has the better mean."""
    deals = iter(range(10_000))

    class Worsening(Wheel):
        def resample(self, observation: Observation, random: Random) -> Spun:
            return Spun(1000.0 if next(deals) < 8 else -1000.0)

    wheel = Worsening({"a": plainly(0, 5), "b": plainly(1, 5), "dropped": plainly(-100, 5)})
    assert chosen(wheel) in ("a", "b")


def test_where_few_points_are_good_the_fewest_are_chosen() -> None:
    wheel = Wheel({"a": plainly(10, 1), "few": plainly(0, 1), "c": plainly(5, 1)}, higher_is_better=False)
    assert chosen(wheel) == "few"


def test_the_bold_like_what_is_uncertain_and_the_careful_shun_it() -> None:
    wheel = Wheel(
        {"sure": lambda luck, random: (10.0, 0.0), "risky": lambda luck, random: (luck / 2 + 9, 0.0)}
    )
    assert how_often(wheel, "risky", Manner(risk=0.5)) > 0.9
    assert how_often(wheel, "sure", Manner(risk=-0.5)) > 0.9


@pytest.mark.parametrize("higher_is_better", [True, False])
def test_the_tricky_pay_for_what_the_others_lose(higher_is_better: bool) -> None:
    sign = 1 if higher_is_better else -1
    harmless, mean = plainly(sign * 10, 1, sign * 30), plainly(sign * 5, 1, sign * 10)
    wheel = Wheel({"harmless": harmless, "mean": mean}, higher_is_better=higher_is_better)
    assert chosen(wheel) == "harmless"
    assert chosen(wheel, manner=Manner(malice=0.1)) == "harmless", "5 of its own for 20 of theirs"
    assert chosen(wheel, manner=Manner(malice=0.5)) == "mean"


def test_against_one_other_what_that_one_loses_is_as_good_as_a_gain() -> None:
    wheel = Wheel({"own": plainly(10, 1, 8), "theirs": plainly(5, 1, 0)})
    captain = Level(wheel, AnyLegal(), Text("Captain"), Text("Captain"))
    manners = EVEN, *(manner for _title, manner in MANNERS.values() if not manner.risk)
    seen = wheel.observe(Spun(0.0), 0)
    assert {captain.choose(seen, Random(1), 400, manner) for manner in manners} == {"theirs"}
    among_three = msgspec.structs.replace(seen, players=3)
    assert captain.choose(among_three, Random(1), 400) == "own"


def test_the_same_is_chosen_for_the_same_chance() -> None:
    wheel = Wheel({f"choice {number}": plainly(0, 10) for number in range(5)})
    found = [chosen(wheel, 60, chance) for chance in (1, 2, 3, 4, 5, 6)]
    assert found == [chosen(wheel, 60, chance) for chance in (1, 2, 3, 4, 5, 6)]


def test_a_spectator_has_nothing_to_choose() -> None:
    wheel = Wheel({"a": plainly(0)})
    with pytest.raises(ValueError, match="spectator"):
        compare(wheel, wheel.observe(Spun(0.0), None), ("a",), Random(1), 10)


def test_chances_are_drawn_in_every_way_that_random_has() -> None:
    """Numbers, choices, shuffles and bytes: all are the same for every choice on one deal."""

    def drawn(luck: float, random: Random) -> tuple[float, float]:
        cards: Sequence[int] = random.sample(range(50), 50)
        spun = random.random() + random.getrandbits(8) + random.choice(cards) + random.randbytes(1)[0]
        return spun + cards[0] + random.gauss(0, 1), 0.0

    wheel = Wheel({"a": drawn, "b": drawn})
    one, other = compare(wheel, wheel.observe(Spun(0.0), 0), ("a", "b"), Random(5), 40)
    assert one.points == other.points
    assert len(set(one.points)) == 20
