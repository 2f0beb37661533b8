"""Games and tournaments of every rule book, by any number of people and robots, searched for what their
readers may not know.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from random import Random

import hypothesis
import structlog
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st

from bot.tournaments.settings import pod_sizes
from games.catalogue import catalogue
from playground import interactions
from playground.people import PATIENCE
from tests.games.playing import Beginning, beginnings
from tests.soak.trial import Trial
from tests.support import whole_tournament
from tests.support.whole_game import search

GAMES = 3
"""In a run."""


def run(seed: int, folder: Path) -> dict[str, float]:
    """Some games and a tournament; raises AssertionError with what somebody learned."""
    del folder
    interactions.ANSWER_SECONDS = PATIENCE
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    counted = Counter[str]()

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=GAMES,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow],
        deadline=None,
        database=None,
    )
    @hypothesis.given(beginnings().filter(lambda begun: begun.chance > 1), st.integers(0, 7))
    def played(beginning: Beginning, robots: int) -> None:
        robots = min(robots, beginning.players - 1)
        found = asyncio.run(search(beginning, stops=3, robots=robots))
        counted.update(asdict(found) | {"games": 1, "robots": robots})

    played()
    counted.update(asyncio.run(_cup(seed)) | {"tournaments": 1})
    return dict(counted)


async def _cup(seed: int) -> dict[str, int]:
    """Of two rounds, at no more than three tables."""
    random, games = Random(seed), list(catalogue().values())
    game = games[seed % len(games)]
    pod = random.choice(pod_sizes(game, {})[:3])
    people = random.randint(2, min(3 * pod, 6))
    found = await whole_tournament.search(game, seed, people=people, pod=pod, rounds=2)
    return asdict(found)


TRIAL = Trial("whole games and tournaments, searched for what their readers may not know", runs=40, run=run)
