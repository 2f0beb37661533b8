"""Moves a second of every game's rules, beside a public rummy engine in the same run; replay of whole games.

A move is: ask for the legal actions, take one at random, apply it. Each engine's dealing is in its time, and
is no move.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benches.racing import Contestant, milliseconds, raced
from benches.report import Cell, show
from benches.tables import Laid, tables
from games.cards import Cards
from games.corsari import split
from games.corsari.cards import ALL, BANDS
from games.replay import Move, final_state

GIN = "RLCard gin rummy, its Game class"
TIMES = 20
"""How often one game is played and replayed, to time it."""
HAND = 13
"""Cards that Corsari splits best when somebody has drawn: the dearest thing that its hand screen asks."""
HANDS = 200


def contestant(table: Laid) -> Contestant:
    """Plays whole games of ours; who acts first where several may is the first of them."""
    game = table.game

    def play(random: Random) -> int:
        draw, state, moves = random.random, table.new(random), 0
        while waiting := game.to_act(state):
            seat = waiting[0]
            legal = game.legal_actions(state, seat)
            state, _events = game.apply(state, seat, legal[int(draw() * len(legal))])
            moves += 1
        return moves

    return play


def gin_rummy() -> Contestant:
    """RLCard's gin rummy. It deals from a generator of its own, which numpy seeds by itself."""
    from rlcard.games.gin_rummy.game import GinRummyGame

    def play(random: Random) -> int:
        draw, moves = random.random, 0
        table = GinRummyGame()
        table.init_game()
        while not table.is_over():
            legal = table.judge.get_legal_actions()
            table.step(legal[int(draw() * len(legal))])
            moves += 1
        return moves

    return play


def replay_row(table: Laid) -> tuple[Cell, ...]:
    """The moves of one random game, and how long it takes to play and to replay it, in milliseconds."""
    game, options, players = table.game, table.options, table.players
    random, log = Random(1), list[Move]()
    seed = random.randbytes(32)
    state = game.new(options, players, seed)
    while waiting := game.to_act(state):
        legal = game.legal_actions(state, waiting[0])
        move = (waiting[0], legal[int(random.random() * len(legal))])
        state, _events = game.apply(state, *move)
        log.append(move)

    def played() -> None:
        if contestant(table)(Random(1)) != len(log):
            raise AssertionError(f"{table.name} was played another way")

    def replayed() -> None:
        if final_state(game, options, players, seed, log) != state:
            raise AssertionError(f"{table.name} replays to another end")

    return table.name, len(log), milliseconds(played, TIMES), milliseconds(replayed, TIMES)


def split_rows(ten_moves: float) -> list[tuple[Cell, ...]]:
    """What Corsari's best split costs, and with the best drop, in microseconds, beside ten of its moves."""
    random = Random(1)
    hands = [bytes(sorted(random.sample(ALL, HAND))) for _hand in range(HANDS)]

    def each(asked: Callable[[Cards, int], object]) -> float:
        def all_hands() -> None:
            for number, hand in enumerate(hands):
                asked(hand, number % len(BANDS))

        return 1000 * milliseconds(all_hands, TIMES) / HANDS

    costs = {"best split": each(split.best), "best drop and split": each(split.best_drop)}
    return [(name, cost, cost / ten_moves) for name, cost in costs.items()]


def main() -> None:
    """Measure and show."""
    laid = list(tables())
    rates = raced({**{table.name: contestant(table) for table in laid}, GIN: gin_rummy()})
    players: dict[str, Cell] = {table.name: table.players for table in laid}
    show(
        "Random moves a second, one core",
        ("game", "players", "moves/s", "of RLCard's gin"),
        [(name, players.get(name, 2), rate, rate / rates[GIN]) for name, rate in rates.items()],
        note="Aim: every game at least 1.5 of RLCard's gin.",
    )
    show(
        "A whole game: drawn at random, and replayed from its log (ms)",
        ("game", "moves", "played", "replayed"),
        map(replay_row, laid),
        note="Aim: replaying, which need not ask what is legal, takes no longer.",
    )
    show(
        f"Corsari's best split for {HAND} cards (microseconds)",
        ("what", "takes", "of ten random moves"),
        split_rows(1e6 * 10 / rates["Corsari"]),
        note="Aim: no dearer than ten of its random moves.",
    )


if __name__ == "__main__":
    main()
