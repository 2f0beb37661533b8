"""Runs the benches: every module `benches/bench_*.py` has a `main()` that measures and shows a table.

`python -m benches` runs them all, `python -m benches games storage` only those named.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def names() -> list[str]:
    """The benches there are, without their prefix."""
    return sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))


def main(wanted: list[str]) -> int:
    """Run the benches wanted, or all of them."""
    unknown = sorted(set(wanted) - set(names()))
    if unknown:
        print(f"There is no bench {', '.join(unknown)}; there are {', '.join(names())}.", file=sys.stderr)
        return 2
    for name in wanted or names():
        print(f"bench {name} ...", file=sys.stderr)
        importlib.import_module(f"benches.bench_{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
