"""A server's days from a seed: `python -m tests.simulation --seed 7 --days 365`."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from dataclasses import fields, replace
from pathlib import Path

MEMORY = Path("/dev/shm")


def main() -> int:
    """Run it; exit status 1 if anything was wrong."""
    from tests.simulation.simulation import WEEK, YEAR, Simulation

    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=1, help="so many, one after the other")
    parser.add_argument("--year", action="store_true")
    parser.add_argument("--until", type=float, help="seconds of the simulation after which it is enough")
    parser.add_argument("--log", type=Path, help="a file for all that happens")
    parser.add_argument("--profile", action="store_true")
    for each in fields(WEEK):
        if each.name != "seed":
            parser.add_argument(f"--{each.name.replace('_', '-')}", type=type(getattr(WEEK, each.name)))
    given = vars(parser.parse_args())
    base = YEAR if given["year"] else WEEK
    scale = replace(
        base, **{each.name: given[each.name] for each in fields(base) if given[each.name] is not None}
    )
    real = time.process_time
    failed = 0
    for seed in range(scale.seed, scale.seed + given["seeds"]):
        folder = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
        began = real()
        log = None if given["log"] is None else given["log"].open("w")
        echo = None if log is None else lambda line: print(line, file=log)
        simulation = Simulation(replace(scale, seed=seed), folder, given["until"], echo)
        try:
            if given["profile"]:
                import cProfile
                import pstats

                profile = cProfile.Profile()
                watch = profile.runcall(simulation.run)
                pstats.Stats(profile).sort_stats("tottime").print_stats(60)
                profile.dump_stats("/tmp/sim.prof")
            else:
                watch = simulation.run()
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        took = real() - began
        print(
            f"seed {seed}: {simulation.simulator.now / 86400:.1f} days in {took:.1f} s of a core, "
            f"{simulation.simulator.steps} steps, history {watch.history}"
        )
        if given["seeds"] == 1:
            print(dict(sorted(watch.counted.items())))
        if watch.wrong:
            failed += 1
            print("\n".join(watch.latest))
            print(f"WRONG: {watch.wrong[0]}")
            print(
                f"again: python -m tests.simulation --seed {seed} --until {simulation.simulator.now + 1:.0f}"
            )
    return bool(failed)


def in_order() -> None:
    """Begin this program anew, if need be, so that sets have the same order each time."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        again = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})


if __name__ == "__main__":
    in_order()
    sys.exit(main())
