"""Moves a second of every game's rules, beside a public rummy engine in the same run; replay of whole games.

A move is: ask for the legal actions, take one at random, apply it. Each engine's dealing is in its time, and
is no move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from benches.racing import Contestant, milliseconds, raced
from benches.report import Cell, Figure, show
from benches.tables import Laid, tables
from games.cards import Cards
from games.corsari import split
from games.corsari.cards import ALL, BANDS
from games.replay import Move, final_state

GIN = "RLCard gin rummy"
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
    """RLCard's gin rummy, at the level of its Game class. It deals from a generator of its own, which numpy
    seeds by itself.
    """
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


def replay_times(table: Laid) -> tuple[int, float, float]:
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

    its_play, its_replay = milliseconds(TIMES, played, replayed)
    return len(log), its_play, its_replay


def split_costs() -> dict[str, float]:
    """What Corsari's best split costs, and with the best drop, in milliseconds."""
    random = Random(1)
    hands = [bytes(sorted(random.sample(ALL, HAND))) for _hand in range(HANDS)]

    def each(asked: Callable[[Cards, int], object]) -> float:
        def all_hands() -> None:
            for number, hand in enumerate(hands):
                asked(hand, number % len(BANDS))

        return milliseconds(TIMES, all_hands)[0] / HANDS

    return {"best split": each(split.best), "best drop and split": each(split.best_drop)}


def speed(laid: Sequence[Laid], gin: Contestant) -> tuple[list[Figure], dict[str, float]]:
    """Moves a second of every game beside RLCard's gin; also all rates, by name."""
    rates = raced({**{table.name: contestant(table) for table in laid}, GIN: gin})
    players: dict[str, Cell] = {table.name: table.players for table in laid}
    show(
        "Random moves a second, one core",
        ("game", "players", "moves/s", "of RLCard's gin"),
        [(name, players.get(name, 2), rate, rate / rates[GIN]) for name, rate in rates.items()],
        note="Aim: every game at least 1.5 of RLCard's gin.",
    )
    return [
        Figure("games", table.name, rates[table.name], "moves/s", rates[GIN], GIN, 1.5, more_is_better=True)
        for table in laid
    ], rates


def replay(laid: Sequence[Laid]) -> Figure:
    """Whole games, replayed beside played: the one that fares worst."""
    times = {table.name: replay_times(table) for table in laid}
    show(
        "A whole game: drawn at random, and replayed from its log (ms)",
        ("game", "moves", "played", "replayed"),
        [(name, *row) for name, row in times.items()],
        note="Aim: replaying, which need not ask what is legal, takes no longer.",
    )
    _moves, played, replayed = max(times.values(), key=lambda row: row[2] / row[1])
    return Figure(
        "games", "replaying a whole game, the worst of all", replayed, "ms", played, "playing it", aim=1
    )


def splitting(ten_moves: float) -> Figure:
    """Corsari's dearest question, beside ten of its moves; milliseconds."""
    costs = split_costs()
    show(
        f"Corsari's best split for {HAND} cards (ms)",
        ("what", "takes", "of ten random moves"),
        [(name, cost, cost / ten_moves) for name, cost in costs.items()],
        note="Aim: no dearer than ten of its random moves.",
    )
    return Figure(
        "games",
        "Corsari's best drop and split",
        max(costs.values()),
        "ms",
        ten_moves,
        "ten of its moves",
        aim=1,
    )


def main() -> list[Figure]:
    """Measure and show."""
    laid = list(tables())
    figures, rates = speed(laid, gin_rummy())
    return [*figures, replay(laid), splitting(1000 * 10 / rates["Corsari"])]


if __name__ == "__main__":
    main()
