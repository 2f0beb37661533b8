"""What a hand brings, and who costs whom what: as each game's own score sheet has it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.buccaneer.boarding import gains, payroll
from games.buccaneer.state import Boarded
from games.catalogue import catalogue, game
from games.contract import AnyGame, Event, Observation, Reckoning
from games.corsari.state import HandScored
from games.skull_king.state import RoundEnded
from games.skull_king.state import TrickEnded as Taken
from games.skull_queen.cards import COLOURS, FACES
from games.skull_queen.plank import SPACES, WORTH
from games.skull_queen.state import TrickEnded as Evaluated
from tests.whist_game.knockout_whist.game import KnockoutWhist

PLAYERS = 4
Told = tuple[Any, tuple[Event, ...], Reckoning]


def played(rules: AnyGame, chance: int, **options: Any) -> tuple[list[Told], Any]:
    """A game among beginners: what was seen before each action, what it caused, and what
    came of it; and how the game ended.
    """
    random, told = Random(chance), list[Told]()
    state = rules.new(rules.Options.model_validate(options), PLAYERS, bytes(range(32)))
    while waiting := rules.to_act(state):
        before: Observation = rules.observe(state, None)
        action = rules.robots[rules.first_robot].choose(rules.observe(state, waiting[0]), random)
        state, events = rules.apply(state, waiting[0], action)
        told.append((before, events, rules.reckoned(before, events)))
    return told, state


def costs(found: Reckoning) -> Counter[tuple[int, int]]:
    """Who cost whom how much."""
    counted = Counter[tuple[int, int]]()
    for cost in found.costs:
        counted[cost.by, cost.who] += cost.points
    return counted


@pytest.mark.parametrize("slug", [*catalogue()])
def test_nobody_costs_themselves_and_every_cost_is_more_than_nothing(slug: str):
    told, _over = played(game(slug), 1)
    known = [cost for _seen, _events, found in told for cost in found.costs]
    assert all(cost.by != cost.who and cost.points > 0 for cost in known)
    assert {seat for cost in known for seat in (cost.by, cost.who)} <= {*range(PLAYERS)}


@pytest.mark.parametrize("slug", ["skull-king", "skull-queen", "corsari"])
def test_hands_bring_together_what_the_game_does(slug: str):
    rules = game(slug)
    told, over = played(rules, 2)
    brought = [found.brought for _seen, _events, found in told if found.brought]
    assert len(brought) > 1
    outcome = rules.outcome(over)
    assert outcome is not None
    assert tuple(map(sum, zip(*brought, strict=True))) == outcome.points


def test_a_game_that_says_nothing_knows_no_hands():
    told, _over = played(KnockoutWhist(), 1)
    assert {found for _seen, _events, found in told} == {Reckoning()}


def test_a_bid_that_falls_short_is_paid_for_by_whoever_took_the_tricks_it_needed():
    told, _over = played(game("skull-king"), 3)
    takers, rounds = list[int | None](), 0
    for _seen, events, found in told:
        takers += [event.taker for event in events if isinstance(event, Taken)]
        for ended in (event for event in events if isinstance(event, RoundEnded)):
            assert costs(found) == _needed(ended, takers)
            for seat, (bid, taken) in enumerate(zip(ended.bids, ended.taken, strict=True)):
                if taken < bid:
                    fell = sum(points for (_by, who), points in costs(found).items() if who == seat)
                    assert fell == 20 * bid - ended.scored[seat]
                    rounds += 1
            takers.clear()
    assert rounds


def _needed(ended: RoundEnded, takers: list[int | None]) -> Counter[tuple[int, int]]:
    """Trick by trick: who took one when somebody needed all that were left, or more."""
    found = Counter[tuple[int, int]]()
    for seat, bid in enumerate(ended.bids):
        own = 0
        for number, taker in enumerate(takers):
            left = ended.cards - number
            if taker == seat:
                own += 1
            elif bid - own >= left:
                # The first makes of 20 a trick what one missing brings, each later one costs 10 more.
                found[taker or 0, seat] += 20 * bid + 10 if bid - own == left else 10
    return found


def test_nobody_is_blamed_for_what_the_kraken_took_nor_where_tricks_are_not_known():
    options = {"kraken": True, "white_whale": True, "loot": True, "powers": True}
    told = [each for chance in range(5) for each in played(game("skull-king"), chance, **options)[0]]
    assert any(found.costs for _seen, _events, found in told)
    assert all(cost.by >= 0 for _seen, _events, found in told for cost in found.costs)


def test_a_five_or_an_eight_pays_for_the_second_step_of_anothers_pirate():
    told, _over = played(game("skull-queen"), 4)
    pushed = 0
    for seen, events, found in told:
        expected = Counter[tuple[int, int]]()
        for ended in (event for event in events if isinstance(event, Evaluated)):
            names = [FACES[card].short for card in ended.trick]
            for move in ended.moves:
                pushing = COLOURS[move.colour].letter + ("8" if move.steps > 0 else "5")
                if pushing in names and move.who >= 0 and move.before:
                    by = ended.order[names.index(pushing)]
                    once = move.before + (1 if move.steps > 0 else -1)
                    worth = WORTH[seen.table.planks[move.who][0]][once] if once in SPACES else 0
                    if by != move.who and worth > move.worth:
                        expected[by, move.who] += worth - move.worth
        assert costs(found) == expected
        pushed += len(expected)
    assert pushed


def test_whoever_sends_the_closer_under_hands_their_stowaways_over_and_all_others_keep_theirs():
    sunk = 0
    for chance in range(4):
        told, _over = played(game("corsari"), chance)
        for _seen, events, found in told:
            for ended in (event for event in events if isinstance(event, HandScored)):
                shown = ended.showdown
                for seat, gained in enumerate(shown.gained):
                    fell = sum(points for (_by, who), points in costs(found).items() if who == seat)
                    own = len(shown.layouts[seat].stowaways) if seat == shown.closer and gained else 0
                    assert fell == len(gained) - own
                sunk += bool(shown.gained[shown.closer])
    assert sunk


def test_a_captain_pays_the_others_and_a_ship_brings_what_is_left():
    told, _over = played(game("buccaneer"), 5)
    ships = 0
    for _seen, events, found in told:
        for voyage in (event.voyage for event in events if isinstance(event, Boarded)):
            ships += 1
            assert found.brought == tuple(gains(voyage, PLAYERS))
            wages = Counter[tuple[int, int]]()
            for pay in () if voyage.bank else payroll(voyage.party, voyage.ship):
                wages[pay.seat, voyage.captain or 0] += pay.wage
            assert costs(found) == +wages
    assert ships
