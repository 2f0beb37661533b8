"""What the robots' bench counts as a first place, and that no seat is favoured."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from benches import bench_robots
from benches.bench_robots import MANNERED, Pair, main, pair
from benches.matches import Watch, first_place, match, outcome_of, play
from benches.players import overbidding, player, rash
from benches.tables import Laid, tables
from games.contract import Action, Effort, Observation, Outcome

TABLES = list(tables())
every = pytest.mark.parametrize("table", TABLES, ids=[table.name for table in TABLES])


def first_legal(state: Any, observation: Observation, random: Random) -> Action:
    return observation.legal[0]


def test_a_first_place_that_is_shared_counts_as_its_part() -> None:
    assert [first_place(Outcome((1, 2, 3), (9, 5, 1)), seat) for seat in range(3)] == [1, 0, 0]
    assert [first_place(Outcome((1, 3, 1), (9, 5, 9)), seat) for seat in range(3)] == [0.5, 0, 0.5]


@every
def test_all_parts_of_the_first_place_together_are_one(table: Laid) -> None:
    outcome = outcome_of(table, play(table, [player(table.game, "any")] * table.players, deal=3))
    assert sum(first_place(outcome, seat) for seat in range(table.players)) == pytest.approx(1)


@every
def test_a_game_is_the_same_whenever_it_is_played_and_another_deal_is_another_game(table: Laid) -> None:
    robots = [player(table.game, "any")] * table.players
    assert play(table, robots, deal=1) == play(table, robots, deal=1)
    assert len({outcome_of(table, play(table, robots, deal)).points for deal in range(8)}) > 1


@every
def test_who_plays_like_the_rest_has_a_fair_share_since_every_deal_is_played_from_every_seat(
    table: Laid,
) -> None:
    found = match(table, first_legal, first_legal, deals=2)
    assert found.firsts == pytest.approx([1 / table.players] * 2)
    assert found.games == 2 * table.players
    assert found.error == pytest.approx(0)


def test_only_one_seat_is_timed_and_counted() -> None:
    table = TABLES[0]
    told: list[int | None] = []

    def told_first_legal(state: Any, observation: Observation, random: Random) -> Action:
        if len(observation.legal) > 1:
            told.append(observation.seat)
        return first_legal(state, observation, random)

    found = match(table, told_first_legal, first_legal, deals=1)
    assert len(found.milliseconds) == len(told)
    assert set(told) == set(range(table.players)), "it has sat at every seat"
    assert len(found.points) == table.players
    assert len(found.best_opponent) == table.players


def test_matches_of_other_deals_add_up() -> None:
    table = TABLES[0]
    first, second = (pair(table, "any", "any", table.players, deal) for deal in range(2))
    whole = pair(table, "any", "any", 2 * table.players)
    both = first + second
    assert both.firsts == whole.firsts
    assert both.of == whole.of


@every
def test_the_robot_of_old_and_the_scripted_beginner_are_there_for_every_game(table: Laid) -> None:
    state = table.new(Random(1))
    observation = table.game.observe(state, table.game.to_act(state)[0])
    for name in ("sensible.old", "beginner"):
        assert player(table.game, name)(state, observation, Random(1)) in observation.legal


def test_whoever_is_unknown_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="captain"):
        player(TABLES[0].game, "bosun")


@every
def test_what_all_chapters_brought_is_where_the_seat_stands_at_the_end(table: Laid) -> None:
    watch = Watch(seat=1)
    state = play(table, [player(table.game, "sensible")] * table.players, 4, watch)
    assert sum(watch.chapters) == pytest.approx(table.game.standing(state)[1])
    assert len(watch.chapters) > 1


def test_who_overbids_bids_one_more_where_that_is_allowed_and_plays_as_before() -> None:
    seen = Observation(seat=0, players=2, to_act=(0,), decision="b", legal=("bid 0", "bid 1"))
    cards = Observation(seat=0, players=2, to_act=(0,), decision="p", legal=("play g1", "play g2"))
    bold = overbidding(first_legal)
    assert bold(None, seen, Random(1)) == "bid 1"
    assert overbidding(bold)(None, seen, Random(1)) == "bid 1"
    assert bold(None, cards, Random(1)) == "play g1"


def test_who_is_rash_plays_anything_every_fourth_time() -> None:
    seen = Observation(
        seat=0, players=2, to_act=(0,), decision="p", legal=tuple(f"play {n}" for n in range(9))
    )
    random, careless = Random(1), rash(first_legal)
    others = sum(careless(None, seen, random) != "play 0" for _choice in range(900))
    assert others == pytest.approx(200, rel=0.2), "and one in nine of these is the first all the same"


@every
def test_a_plain_search_and_one_who_sees_every_card_play_by_the_rules(table: Laid) -> None:
    state = table.new(Random(1))
    observation = table.game.observe(state, table.game.to_act(state)[0])
    for name in ("plain", "seer"):
        assert player(table.game, name)(state, observation, Random(1)) in observation.legal


def test_the_bench_shows_how_often_captains_come_first_and_how_long_they_think(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for robot in [robot for table in TABLES for robot in table.game.robots.values() if robot.effort.now]:
        monkeypatch.setattr(robot, "effort", Effort(4, 4))
    pairs = (Pair("captain", "sensible.old"), Pair("sensible.rash", "cabin-boy"), Pair("nobody", "any"))
    for name, value in {
        "GAMES": 1,
        "PROCESSES": 0,
        "MOMENTS": 2,
        "PAIRS": pairs,
        "MANNERED": MANNERED[:2],
    }.items():
        monkeypatch.setattr(bench_robots, name, value)
    figures = main()
    assert len(figures) == len(TABLES) + 2
    assert all(0 <= figure.measured <= 100 for figure in figures[: len(TABLES)])
    assert figures[-1].measured >= figures[-2].measured > 0, "the slowest and the mean"
    shown = capsys.readouterr().out
    assert "sensible.rash" in shown
    assert "captain.bold" in shown
    assert "nobody" not in shown
