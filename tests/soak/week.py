"""Weeks on many servers on a fast clock, with a referee who recomputes every deadline and every ping."""

from __future__ import annotations

import asyncio
from pathlib import Path

import structlog

from tests.soak.trial import Trial
from tests.support.week.people import Scale
from tests.support.week.week import Week


def run(seed: int, folder: Path) -> dict[str, float]:
    """One week; raises AssertionError with what the referee found."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    week = Week(Scale(seed=seed), folder)
    asyncio.run(_run(week))
    assert not week.referee.wrong, "\n".join(map(str, week.referee.wrong[:50]))
    return {"weeks": 1}


async def _run(week: Week) -> None:
    await week.run()
    await week.audit()


TRIAL = Trial("simulated weeks on many servers", runs=20, run=run)
