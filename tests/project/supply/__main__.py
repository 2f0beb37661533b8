"""Looks at what the project is built from, for `make check`: `python -m tests.project.supply [--asked]`.

What can be seen on this machine is always looked at. Whether a package has a known vulnerability is asked of
the OSV database; where that cannot be reached, the audit is skipped and says so, or fails if `--asked`.
"""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime

from tests.project.supply.advisories import NotAsked, accepted_in, audit, to_mend
from tests.project.supply.licences import not_permitted
from tests.project.supply.locks import LOCKS, NotLocked, Pinned, not_as_locked, packages_in


def main(arguments: list[str]) -> int:
    """Exit status 1 if something has to be done."""
    parser = argparse.ArgumentParser(prog="python -m tests.project.supply", description=__doc__)
    parser.add_argument("--asked", action="store_true", help="fail if it cannot be asked")
    parser.add_argument("--service", help="another database's address, which speaks as OSV does")
    chosen = parser.parse_args(arguments)
    try:
        runtime, dev, bench = (packages_in(lock) for lock in LOCKS)
    except NotLocked as error:
        print(f"Supply: {error}.")
        return 1
    wrong = not_as_locked([*runtime, *dev]) or not_permitted(runtime)
    for sentence in wrong:
        print(f"Supply: {sentence}.")
    if not wrong:
        tools, peers = len({*dev} - {*runtime}), len({*bench} - {*runtime, *dev})
        print(f"Supply: {len(runtime)} packages to run with, {tools} tools, {peers} for benches, all hashed;")
        print("Supply: all but the benches' are installed as locked, what runs is licensed as permitted.")
    return int(bool(wrong) | _vulnerable([runtime, dev, bench], chosen.service, asked=chosen.asked))


def _vulnerable(locks: list[list[Pinned]], service: str | None, *, asked: bool) -> bool:
    """Whether something has to be done about vulnerabilities; says what was found."""
    try:
        audited = audit(locks, service)
    except NotAsked as error:
        print(f"Audit SKIPPED: vulnerabilities are not known, the OSV database could not be asked ({error}).")
        return asked
    accepted = accepted_in()
    wrong = to_mend(audited, accepted, datetime.now(UTC).date())
    for sentence in (*wrong, *audited.unknown):
        print(f"Audit: {sentence}.")
    found = len(audited.found)
    print(f"Audit: {audited.packages} packages, {found} vulnerabilities, {len(wrong)} of them to be mended.")
    return bool(wrong or audited.unknown)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
