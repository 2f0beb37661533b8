"""How fast whole games are played, measured fairly: the contestants take turns within one run."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from random import Random
from statistics import median
from typing import TypeAlias

ROUNDS = 7
"""Each contestant plays so many times, in turns, so that a busy moment of the machine hits all alike."""
SECONDS = 0.5
"""For each time."""

Contestant: TypeAlias = Callable[[Random], int]
"""Plays a whole random game and says how many moves it had."""


def raced(contestants: Mapping[str, Contestant]) -> dict[str, float]:
    """Each one's moves a second: the median of several times, the contestants taking turns."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(ROUNDS):
        for name, play in contestants.items():
            rates[name].append(_moves_a_second(play, Random(number)))
    return {name: median(measured) for name, measured in rates.items()}


def _moves_a_second(play: Contestant, random: Random) -> float:
    """Whole games for about `SECONDS` of this process's own time, whatever else the machine does."""
    gc.collect()
    moves, began = 0, time.process_time()
    while (elapsed := time.process_time() - began) < SECONDS:
        moves += play(random)
    return moves / elapsed


def milliseconds(times: int, *works: Callable[[], None]) -> list[float]:
    """How long each takes of this process's own time, at the median of so many turns."""
    took: list[list[float]] = [[] for _work in works]
    for _time in range(times):
        for work, each in zip(works, took, strict=True):
            began = time.process_time()
            work()
            each.append(time.process_time() - began)
    return [1000 * median(each) for each in took]
