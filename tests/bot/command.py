"""Runs the command line as an operator does: a process of its own, in a folder, with settings of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]


def tortuga_into(folder: Path, output: IO[bytes], *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """As below, with its standard output in a file."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=output,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )


def tortuga(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run one command in `folder` to its end."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
