"""A server's days from a seed: `python -m tests.simulation --seed 7 --days 365`; or from many, one after the
other: `--seeds 240..1000`.

The same seed is the same history, to the last byte. What is wrong is told with the events before it, and with
the command that goes there again.
"""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.simulation import company
from tests.simulation.simulation import Simulation, scale_of

MEMORY = Path("/dev/shm")
"""Where no commit waits for a disk: what reaches one, and when, is decided by the simulation."""


def folder() -> Path:
    """A new folder for the files of a run; whoever asked for it removes it."""
    return Path(tempfile.mkdtemp(prefix="simulation-", dir=MEMORY if MEMORY.is_dir() else None))


def main() -> int:
    """Live through the seeds that are asked for; exit status 1 if anything was wrong in one."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seeds", help="so many, or 240..1000: told is what is wrong")
    parser.add_argument("--days", type=float, default=7.0, help="from 60 on with 200 people, else with 12")
    parser.add_argument("--until", type=float, help="seconds of the simulation after which it is enough")
    parser.add_argument("--log", type=Path, help="a file for all that happens")
    parser.add_argument("--company", action="store_true", help="how long tables wait, with and without calls")
    given = parser.parse_args()
    if given.company:
        return _company(given.seed, given.days)
    seeds = _range(given.seed, given.seeds or "1")
    gc.collect()
    gc.freeze()  # what every seed needs
    failed, took, began = list[int](), time.process_time, time.process_time()
    for seed in seeds:
        if not _run(seed, given.days, given.until, given.log, is_told=given.seeds is None):
            failed.append(seed)
    if given.seeds:
        each = (took() - began) / max(len(seeds), 1)
        print(f"seeds {seeds[0]}..{seeds[-1]}: {len(seeds) - len(failed)} of {len(seeds)} in order, ", end="")
        print(f"{each:.1f} s of a core each; failed: {failed}")
    return bool(failed)


def _company(seed: int, days: float) -> int:
    files = folder()
    try:
        print(company.told(seed, files, days))
    finally:
        shutil.rmtree(files, ignore_errors=True)
    return 0


def _range(first: int, seeds: str) -> range:
    """The seeds that are meant by a number, from the first on, or by the first and last of them."""
    begin, dots, end = seeds.partition("..")
    return range(int(begin), int(end) + 1) if dots else range(first, first + int(begin))


def _run(seed: int, days: float, until: float | None, log: Path | None, *, is_told: bool) -> bool:
    """Live through one seed, and return whether nothing was wrong. What was is told on the standard output,
    and if `is_told` how it went.
    """
    files, took = folder(), time.process_time  # the machine's own, before it is replaced
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, files, ignore_errors=True)
        echo = None if log is None else partial(print, file=stack.enter_context(log.open("w")))
        simulation = Simulation(replace(scale_of(days), seed=seed), files, until, echo)
        began = took()
        watch = simulation.run()
    seconds, now = took() - began, simulation.simulator.now
    if is_told or watch.wrong:
        print(f"seed {seed}: {now / 86400:.1f} days in {seconds:.1f} s of a core, history {watch.history}")
        print("  " + ", ".join(f"{name} {count}" for name, count in sorted(watch.counted.items())))
    if watch.wrong:
        print("\n".join(watch.latest))
        print(f"WRONG: {watch.wrong[0]}")
        print(f"again: make simulate SEED={seed} DAYS={days:g} UNTIL={now + 1:.0f}", flush=True)
    return not watch.wrong


def in_order() -> None:
    """Begin this program anew, if need be, so that sets have the same order each time."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        again = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})


if __name__ == "__main__":
    in_order()
    sys.exit(main())
