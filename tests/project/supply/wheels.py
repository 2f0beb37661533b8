"""Whether every package that the bot runs with has a wheel: `python -m tests.project.supply.wheels`.

It is asked for each Python that the project supports, on the machines that images are built for, and on
Windows' and macOS' usual ones. Where no package registry can be reached, that is skipped and said, or fails
if `--asked`.
"""

from __future__ import annotations

import argparse
import itertools
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from packaging.specifiers import SpecifierSet
from uv import find_uv_bin

from tests.project.supply.locks import ROOT, RUNTIME

MACHINES = (
    *("x86_64-manylinux_2_28", "aarch64-manylinux_2_28"),
    *("x86_64-pc-windows-msvc", "aarch64-apple-darwin"),
)
OUT_OF_REACH = ("error sending request", "Failed to fetch", "not found in the cache", "Could not connect")
"""What uv says where it is not known what the registry has."""


class NotAsked(Exception):
    """The registry could not be asked; the text says why."""


def supported(project: Path = ROOT / "pyproject.toml") -> list[str]:
    """The Pythons that `requires-python` allows, such as 3.11, the oldest first."""
    allowed = SpecifierSet(tomllib.loads(project.read_text("utf-8"))["project"]["requires-python"])
    return [version for minor in range(100) if (version := f"3.{minor}") in allowed]


def missing(lock: Path, python: str, machine: str, *options: str) -> str | None:
    """What has no wheel for that Python on that machine, in uv's words; None if nothing is. NotAsked if the
    registry cannot be reached.

    `options`: further ones for uv.
    """
    told = subprocess.run(
        [
            *(
                find_uv_bin(),
                "pip",
                "install",
                "--dry-run",
                "--quiet",
                "--target",
                str(ROOT / "build/wheels"),
            ),
            *("--only-binary", ":all:", "--require-hashes", "--requirement", str(lock)),
            *("--python-version", python, "--python-platform", machine, *options),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if told.returncode == 0:
        return None
    said = " ".join(told.stderr.split())
    if any(words in said for words in OUT_OF_REACH):
        raise NotAsked(said[:200])
    return said


def main(arguments: Sequence[str]) -> int:
    """Exit status 1 if a wheel is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.project.supply.wheels", description=__doc__)
    parser.add_argument("--asked", action="store_true", help="fail if it cannot be asked")
    parser.add_argument("--lock", type=Path, default=RUNTIME, help="another lock than the bot's")
    chosen = parser.parse_args(arguments)
    pythons, wrong = supported(), False
    for python, machine in itertools.product(pythons, MACHINES):
        try:
            why = missing(chosen.lock, python, machine)
        except NotAsked as error:
            print(f"Wheels SKIPPED: the package registry could not be asked ({error}).")
            return int(chosen.asked)
        if why is not None:
            print(f"Wheels: not for Python {python} on {machine}: {why}")
            wrong = True
    if not wrong:
        print(f"Wheels: all there for Python {', '.join(pythons)} on {', '.join(MACHINES)}.")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
