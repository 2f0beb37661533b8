"""Runs the long trials: `python -m tests.soak [TRIAL ...]`. What ended is kept in build/soak.

It stops after --minutes and goes on there the next time; `python -m tests.soak week --seed 17` is one run.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tests.soak.ledger import ROOT, Ledger, fingerprint, together
from tests.soak.trial import Trial, one_run, trials


def soak(name: str, trial: Trial, ledger: Ledger, *, jobs: int, runs: int, until: float) -> None:
    """The runs of a trial that are still open, so many at a time; none begins after `until` (monotonic)."""
    seeds = ledger.open_seeds(runs)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    )
    spawn = multiprocessing.get_context("spawn")
    with (
        progress,
        ProcessPoolExecutor(1 if trial.alone else jobs, mp_context=spawn, max_tasks_per_child=20) as pool,
    ):
        bar = progress.add_task(f"{name}: {trial.what}", total=runs, completed=runs - len(seeds))
        running: dict[Future[tuple[float, dict[str, float], str]], int] = {}
        waiting = iter(seeds)
        while True:
            while len(running) < (1 if trial.alone else jobs) and time.monotonic() < until:
                seed = next(waiting, None)
                if seed is None:
                    break
                running[pool.submit(one_run, name, seed)] = seed
            if not running:
                return
            for ended in wait(running, return_when=FIRST_COMPLETED).done:
                line = ledger.write(running.pop(ended), *ended.result())
                progress.advance(bar)
                if line.failed:
                    progress.console.print(
                        f"seed {line.seed} failed:\n{line.failed}", markup=False, highlight=False
                    )


def show(ledgers: dict[str, tuple[Trial, Ledger]]) -> bool:
    """A table of what was found so far; whether nothing failed."""
    table = Table(title="Soak", title_justify="left")
    for column in ("trial", "what", "runs", "failed", "counted"):
        table.add_column(column, justify="right" if column in ("runs", "failed") else "left")
    failures: list[str] = []
    for name, (trial, ledger) in ledgers.items():
        lines = ledger.lines
        counted = "\n".join(f"{key} {value:,.6g}" for key, value in together(lines).items())
        failed = [line.seed for line in lines if line.failed]
        table.add_row(name, trial.what, f"{len(lines):,}", f"{len(failed):,}", counted)
        failures += [f"python -m tests.soak {name} --seed {seed}" for seed in failed]
    Console().print(table)
    for command in failures:
        print("failed, to be had again by:", command)
    return not failures


def main(arguments: list[str]) -> int:
    """Exit status 1 if a run failed, now or before with the same sources."""
    known = trials()
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument(
        "trials", nargs="*", metavar="TRIAL", help=f"of {', '.join(known)}; all, if none is named"
    )
    parser.add_argument("--runs", type=int, help="so many of each, in place of its usual number")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no run after that")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs at a time")
    parser.add_argument("--seed", type=int, help="this run alone, in this process; nothing is kept")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.trials) - set(known))
    if unknown:
        parser.error(f"there is no trial {', '.join(unknown)}; there are {', '.join(known)}")
    wanted = {name: trial for name, trial in known.items() if not given.trials or name in given.trials}
    if given.seed is not None:
        return alone(list(wanted), given.seed)
    sources = fingerprint()
    until = time.monotonic() + given.minutes * 60
    ledgers = {
        name: (trial, Ledger(ROOT / "build" / "soak" / f"{name}.jsonl", sources))
        for name, trial in wanted.items()
    }
    for name, (trial, ledger) in ledgers.items():
        soak(name, trial, ledger, jobs=given.jobs, runs=given.runs or trial.runs, until=until)
    return 0 if show(ledgers) else 1


def alone(names: list[str], seed: int) -> int:
    """One run of each, and what came of it."""
    failures = 0
    for name in names:
        seconds, counted, failed = one_run(name, seed)
        print(f"{name}, seed {seed}: {seconds:.1f} s, {counted}")
        if failed:
            failures += 1
            print(failed, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
