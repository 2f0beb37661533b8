"""Runs the benches: every module `benches/bench_*.py` has a `main()` that measures, shows its tables and
returns the figures that matter.

`python -m benches` runs them all, `python -m benches games storage` only those named. At the end stands one
table of all their figures, compared with those that were kept; `--keep` keeps the new ones in their place,
and writes them into docs/performance.md. A bench that fails says so, the others go on, and the exit status
is 1.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benches import keeping, page
from benches.comparison import compare
from benches.keeping import Measured
from benches.report import Figure

Bench = Callable[[], Sequence[Figure]]


def names() -> list[str]:
    """The benches there are, without their prefix."""
    return sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))


def bench(name: str) -> Bench:
    """The bench of that name, which is loaded when it runs, so that one that cannot be loaded fails alone."""

    def run() -> Sequence[Figure]:
        return importlib.import_module(f"benches.bench_{name}").main()

    return run


def measured(benches: Mapping[str, Bench]) -> dict[str, Measured]:
    """What each bench came to; those that failed said so and are missing."""
    day, machine = datetime.now(UTC).date(), keeping.this_machine()
    done: dict[str, Measured] = {}
    for name, run in benches.items():
        print(f"bench {name} ...", file=sys.stderr)
        try:
            done[name] = Measured(day, machine, keeping.rounded(_each_once(run())))
        except Exception:
            traceback.print_exc()
            print(f"bench {name} failed", file=sys.stderr)
    return done


def _each_once(figures: Sequence[Figure]) -> Sequence[Figure]:
    """The figures. Raises ValueError if two have the same name, for then neither could be compared."""
    if len({each.key for each in figures}) < len(figures):
        raise ValueError("two figures have the same name")
    return figures


def against(kept: Mapping[str, Measured], now: Mapping[str, Measured]) -> None:
    """Show what was measured now, compared with what is kept of the same benches."""
    same = [kept[name] for name in now if name in kept]
    machine = keeping.this_machine()
    compare(
        [figure for each in now.values() for figure in each.figures],
        [figure for each in same for figure in each.figures],
        elsewhere=sorted({str(each.machine) for each in same if each.machine != machine}),
    )


def main(
    arguments: list[str],
    benches: Mapping[str, Bench] | None = None,
    file: Path = keeping.KEPT,
    document: Path = page.PAGE,
) -> int:
    """Run the benches wanted, or all. Exit status 1 if one failed; 2, if there is none of that name."""
    benches = benches or {name: bench(name) for name in names()}
    parser = argparse.ArgumentParser(prog="python -m benches", description=__doc__)
    parser.add_argument(
        "wanted", nargs="*", metavar="BENCH", help=f"of {', '.join(benches)}; all, if none is named"
    )
    parser.add_argument(
        "--keep", action="store_true", help="keep what is measured now, to compare with later"
    )
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.wanted) - set(benches))
    if unknown:
        parser.error(f"there is no bench {', '.join(unknown)}; there are {', '.join(benches)}")
    wanted = {name: benches[name] for name in given.wanted or benches}
    kept = keeping.read(file)
    now = measured(wanted)
    against(kept, now)
    if given.keep:
        remaining = {name: each for name, each in kept.items() if name in benches}
        keeping.write(remaining | now, file)
        page.write(remaining | now, document)
    failed = sorted(set(wanted) - set(now))
    if failed:
        print(f"failed, and measured nothing: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
