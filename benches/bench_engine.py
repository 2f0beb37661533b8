"""Moves a second of the rules of play, beside public engines in the same run; replay; what a state weighs.

A move is: ask for the legal actions, take one at random, apply it. Ours makes a new state each time (the old
one stays as it was) and the events that tell of it. Every engine's dealing is in its time, and is no move.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from benches.racing import Contestant, milliseconds, raced
from benches.report import Figure, show
from games.catalogue import game
from games.replay import Move, final_state

SKULL_KING = game("skull-king")
PLAYERS = 4
TIMES = 50
"""How often one game is played and replayed, to time it."""
GAMES = 10
"""Games in which the largest state is looked for."""
OURS, OBSERVED = "Skull King", "Skull King, all seats' observations at each move"
SPIEL, RLCARD = "OpenSpiel oh_hell (C++)", "RLCard bridge"


def skull_king(random: Random) -> int:
    """A whole game of ours."""
    draw, state, moves = random.random, _new(random), 0
    while waiting := SKULL_KING.to_act(state):
        seat = waiting[0]
        legal = SKULL_KING.legal_actions(state, seat)
        state, _events = SKULL_KING.apply(state, seat, legal[int(draw() * len(legal))])
        moves += 1
    return moves


def skull_king_observed(random: Random) -> int:
    """The same, with what every seat may know drawn up at every move."""
    draw, state, moves = random.random, _new(random), 0
    while waiting := SKULL_KING.to_act(state):
        views = [SKULL_KING.observe(state, seat) for seat in range(PLAYERS)]
        seat = waiting[0]
        legal = views[seat].legal
        state, _events = SKULL_KING.apply(state, seat, legal[int(draw() * len(legal))])
        moves += 1
    return moves


def _new(random: Random) -> Any:
    return SKULL_KING.new(SKULL_KING.Options(), PLAYERS, random.randbytes(32))


def oh_hell() -> Contestant:
    """OpenSpiel's nearest game, in C++ and asked from Python.

    It deals card by card; each is drawn from `chance_outcomes`, as the library's own examples do.
    """
    import pyspiel

    engine = pyspiel.load_game(f"oh_hell(players={PLAYERS},num_suits=4,num_cards_per_suit=13)")

    def play(random: Random) -> int:
        draw, state, moves = random.random, engine.new_initial_state(), 0
        while state.is_chance_node():
            outcomes = state.chance_outcomes()  # all equally likely in this game
            state.apply_action(outcomes[int(draw() * len(outcomes))][0])
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            moves += 1
        return moves

    return play


def bridge() -> Contestant:
    """RLCard's nearest game, at the level of its Game class."""
    from rlcard.games.bridge.game import BridgeGame

    def play(random: Random) -> int:
        draw, moves = random.random, 0
        table = BridgeGame()
        table.init_game()
        while not table.is_over():
            legal = table.judger.get_legal_actions()
            table.step(legal[int(draw() * len(legal))])
            moves += 1
        return moves

    return play


def replay_milliseconds() -> tuple[float, float, int]:
    """A ten-round game played (without asking for legal actions) and replayed from its log; and its moves."""
    random = Random(1)
    seed, log = random.randbytes(32), list[Move]()
    state = SKULL_KING.new(SKULL_KING.Options(), PLAYERS, seed)
    while waiting := SKULL_KING.to_act(state):
        move = (waiting[0], random.choice(SKULL_KING.legal_actions(state, waiting[0])))
        state, _events = SKULL_KING.apply(state, *move)
        log.append(move)

    def replayed() -> None:
        assert final_state(SKULL_KING, SKULL_KING.Options(), PLAYERS, seed, log) == state

    def played() -> None:
        skull_king(Random(1))

    its_play, its_replay = milliseconds(TIMES, played, replayed)
    return its_play, its_replay, len(log)


def heaviest_state() -> int:
    """Bytes of the largest stored state in games of eight with all the cards, half of them played well."""
    options = SKULL_KING.Options.model_validate({"kraken": True, "white_whale": True, "loot": True})
    heaviest = 0
    for number in range(GAMES):
        random = Random(number)
        robot = list(SKULL_KING.robots.values())[number % len(SKULL_KING.robots)]
        state = SKULL_KING.new(options, 8, random.randbytes(32))
        while waiting := SKULL_KING.to_act(state):
            action = robot.choose(SKULL_KING.observe(state, waiting[0]), random)
            state, _events = SKULL_KING.apply(state, waiting[0], action)
            heaviest = max(heaviest, len(SKULL_KING.dump(state)))
    return heaviest


def speed(peers: Mapping[str, Contestant]) -> list[Figure]:
    """Moves a second, in turns with the peers, which are `SPIEL` and `RLCARD`."""
    rates = raced({OURS: skull_king, OBSERVED: skull_king_observed, **peers})
    show(
        f"Random moves a second, {PLAYERS} players, one core",
        ("game", "moves/s", "of OpenSpiel", "of RLCard"),
        [(name, rate, rate / rates[SPIEL], rate / rates[RLCARD]) for name, rate in rates.items()],
        note="Aims: Skull King 0.7 of OpenSpiel and 1.4 of RLCard; with observations 0.45 and 0.6.",
    )

    def beside(peer: str, ours: str, aim: float) -> Figure:
        return Figure("engine", ours, rates[ours], "moves/s", rates[peer], peer, aim, more_is_better=True)

    return [
        beside(SPIEL, OURS, 0.7),
        beside(SPIEL, OBSERVED, 0.45),
        beside(RLCARD, OURS, 1.4),
        beside(RLCARD, OBSERVED, 0.6),
    ]


def replay() -> Figure:
    """A whole game replayed, beside the game itself."""
    played, replayed, moves = replay_milliseconds()
    show(
        f"A whole ten-round game, {moves} moves",
        ("what", "ms"),
        [("played at random", played), ("replayed from its log", replayed)],
        note="Aim: about the same.",
    )
    return Figure(
        "engine", f"a game of {moves} moves, replayed", replayed, "ms", played, "played at random", aim=1.1
    )


def weight() -> Figure:
    """The largest stored state."""
    heaviest = heaviest_state()
    show(
        "The largest stored state, eight players, every expansion card",
        ("what", "bytes"),
        [("Skull King", heaviest)],
        note="Aim: under 500.",
    )
    return Figure("engine", "the largest state of Skull King for eight", heaviest, "bytes", aim=500)


def main() -> list[Figure]:
    """Measure and show."""
    return [*speed({SPIEL: oh_hell(), RLCARD: bridge()}), replay(), weight()]
