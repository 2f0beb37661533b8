"""A simulated week by hand: `python -m tests.support.week --servers 50 --people 300 --days 14 --seed 3`."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import structlog

from tests.support.week.people import Scale
from tests.support.week.report import report
from tests.support.week.week import Week


def main() -> int:
    """Run it; exit status 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.week", description=__doc__)
    default = Scale()
    for name in ("servers", "people", "seed", "tables"):
        parser.add_argument(f"--{name}", type=int, default=getattr(default, name))
    parser.add_argument("--days", type=float, default=default.days)
    parser.add_argument("--without-plans", action="store_true", help="nobody plans, nothing plays itself")
    given = vars(parser.parse_args())
    scale = Scale(plans=not given.pop("without_plans"), **given)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        week = Week(scale, Path(folder))
        asyncio.run(_run(week))
    print(report(week))
    print(f"{time.perf_counter() - began:.1f} s")
    for wrong in week.referee.wrong[:50]:
        print("WRONG", wrong)
    return bool(week.referee.wrong)


async def _run(week: Week) -> None:
    await week.run()
    await week.audit()


if __name__ == "__main__":
    raise SystemExit(main())
