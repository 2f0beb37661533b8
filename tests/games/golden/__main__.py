"""Records games as they are played now, for every later version: `python -m tests.games.golden [slug ...]`.

With the path of an older checkout first in PYTHONPATH, that one's games are recorded (`--at` says of when).
"""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime

from games.catalogue import catalogue
from tests.games.golden.recording import FOLDER, recordings, write


def main(arguments: list[str]) -> int:
    """Write a file; exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.golden", description=__doc__)
    parser.add_argument("slug", nargs="*", help="which games; all, unless some are named")
    now = f"{datetime.now(UTC):%Y-%m-%dT%H%M}"
    parser.add_argument("--at", default=now, help="what the file is called: when these were the rules")
    asked = parser.parse_args(arguments)
    path = FOLDER / f"{asked.at}.jsonl"
    games = [catalogue()[slug] for slug in asked.slug or catalogue()]
    try:
        write(path, [each for game in games for each in recordings(game, asked.at)])
    except FileExistsError:
        print(f"{path} is there already. It is what later rules are held against; it stays.", file=sys.stderr)
        return 1
    print(f"{path}: {path.stat().st_size:,} bytes. Say in {FOLDER / 'README.md'} why it is kept.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
