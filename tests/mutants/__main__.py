"""Judges mutants: `python -m tests.mutants [PATH ...] [--sample 200 --seed 1]`. What was judged is kept in
build/mutants, and is not judged again until its file changes.

Ends with a table, and with build/mutants/survivors.diff: the changes that no test has noticed.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from dataclasses import replace
from random import Random

import msgspec
from rich.console import Console
from rich.table import Table

from tests.mutants.judge import BROKEN, SURVIVED, UNREACHED, Note, Verdict, judge
from tests.mutants.ledger import Ledger, Line, counted, equivalents
from tests.mutants.mutants import PLACES, ROOT, Mutant, mutants_of, source_files
from tests.mutants.reach import Reach

FOLDER = ROOT / "build" / "mutants"


def chosen(paths: tuple[str, ...], sample: int | None, seed: int) -> tuple[list[Mutant], dict[str, int]]:
    """The mutants to judge, at most so many of each package, and how many each has. A larger sample holds the
    smaller one of the same seed.
    """
    packages: dict[str, list[Mutant]] = {}
    for path in source_files(paths):
        packages.setdefault(path.rpartition("/")[0], []).extend(mutants_of(path))
    for name, mutants in packages.items():
        Random(f"{seed} {name}").shuffle(mutants)
    return (
        [mutant for mutants in packages.values() for mutant in mutants[:sample]],
        {name: len(mutants) for name, mutants in packages.items()},
    )


def show(lines: list[Line], of_all: dict[str, int]) -> int:
    """The table, and the survivors' file. How many are left."""
    counts, left = counted(lines, equivalents())
    table = Table(title="Mutants", title_justify="left")
    for column in (
        "package",
        "there are",
        "judged",
        "killed",
        "equivalent",
        "left",
        "of what can be",
    ):
        table.add_column(column, justify="left" if column == "package" else "right")
    for name, count in sorted(counts.items()):
        lowest, share, highest = count.interval
        numbers = (of_all[name], count.judged, count.killed, count.equivalent, count.left)
        table.add_row(
            name, *(f"{number:,}" for number in numbers), f"{share:.1%} ({lowest:.1%} to {highest:.1%})"
        )
    Console(width=120).print(table)
    survivors = FOLDER / "survivors.diff"
    survivors.write_text("\n".join(f"# {one.path} #{one.number}: {one.fate}\n{one.diff}" for one in left))
    print(f"{len(left)} left: {survivors.relative_to(ROOT)}")
    return len(left)


def main(arguments: list[str]) -> int:
    """Exit status 1 if a mutant could not be judged."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", metavar="PATH", default=PLACES, help="folders or files")
    parser.add_argument("--sample", type=int, help="so many of each package, by chance; else all")
    parser.add_argument("--seed", type=int, default=1, help="of that chance")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="of tests for each, the quickest first"
    )
    parser.add_argument("--again", action="store_true", help="judge those anew that no test had noticed")
    parser.add_argument("--control", action="store_true", help="change nothing: then no test may fail")
    given = parser.parse_args(arguments)
    mutants, of_all = chosen(tuple(path.rstrip("/") for path in given.paths), given.sample, given.seed)
    if given.control:
        return control(mutants, given.jobs, given.seconds)
    ledger = Ledger(FOLDER / "judged.jsonl")
    known = equivalents()

    def is_open(mutant: Mutant) -> bool:
        line = ledger.lines.get((mutant.path, mutant.number, mutant.of_source))
        return line is None or (given.again and not line.noticed and line.change not in known)

    waiting = [mutant for mutant in mutants if is_open(mutant)]
    print(f"{len(mutants):,} mutants of {sum(of_all.values()):,}, {len(waiting):,} to be judged", flush=True)
    if waiting:
        reach = Reach(FOLDER)
        reach.bring_up_to_date()
        judge(waiting, reach, given.jobs, given.seconds, _into(ledger))
    ledger = Ledger(FOLDER / "judged.jsonl")  # written to by children too
    lines = [ledger.lines[mutant.path, mutant.number, mutant.of_source] for mutant in mutants]
    show(lines, of_all)
    return 1 if any(line.fate == BROKEN for line in lines) else 0


def control(mutants: list[Mutant], jobs: int, seconds: float) -> int:
    """Judges the unchanged files in their place. Exit status 1 if a test fails: it would kill any mutant."""
    path = FOLDER / "control.jsonl"
    path.unlink(missing_ok=True)
    reach = Reach(FOLDER)
    reach.bring_up_to_date()
    unchanged = [replace(mutant, after=mutant.before) for mutant in mutants]
    judge(unchanged, reach, jobs, seconds, _into(Ledger(path)))
    failed = [line for line in Ledger(path).lines.values() if line.fate not in (SURVIVED, UNREACHED)]
    for line in failed:
        print(f"{line.path} #{line.number}, unchanged: {line.fate} by {line.by}")
    print(f"{len(mutants)} judged without a change, {len(failed)} failed")
    return 1 if failed else 0


def _into(ledger: Ledger) -> Note:
    """What writes verdicts there."""

    def note(verdict: Verdict) -> None:
        mutant = verdict.mutant
        line = Line(mutant.path, mutant.number, mutant.of_source, verdict.fate, verdict.by)
        ledger.write(line if line.noticed else msgspec.structs.replace(line, diff=mutant.diff()))

    return note


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
