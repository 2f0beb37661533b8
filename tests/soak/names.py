"""Evenings and tournaments of people with the oddest names, at any game."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import structlog

from games.catalogue import catalogue
from playground import Playground, interactions
from playground.people import PATIENCE
from tests.soak.trial import Trial
from tests.support.bot import tortuga
from tests.support.odd_names import hold_a_tournament, odd_names, spend_an_evening


def run(seed: int, folder: Path) -> dict[str, float]:
    """One evening and one tournament; raises AssertionError with what a name did."""
    interactions.ANSWER_SECONDS = PATIENCE
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    games = list(catalogue())
    return {
        "evenings": 1,
        "tournaments": 1,
        "texts": asyncio.run(_run(games[seed % len(games)], Random(seed), folder)),
    }


async def _run(slug: str, random: Random, folder: Path) -> int:
    async with Playground.start(limits="off") as pg, tortuga(pg, folder) as bot:
        names = odd_names(pg)
        evening = await spend_an_evening(pg, bot, slug, random.sample(names, 4))
        return evening + await hold_a_tournament(pg, bot, slug, random.sample(names, 4))


TRIAL = Trial("evenings and tournaments of people with odd names", runs=40, run=run)
