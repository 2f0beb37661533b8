"""What the locks bring: every package with its version, its hashes, and where it is installed at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from packaging.markers import Marker

ROOT = Path(__file__).parents[3]
RUNTIME = ROOT / "requirements.lock"
LOCKS = (RUNTIME, ROOT / "requirements-dev.lock", ROOT / "requirements-bench.lock")

_ENTRY = re.compile(r"(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)==(?P<version>[^ ;]+)(?: ; (?P<marker>.+))?")
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


class NotLocked(Exception):
    """A line of a lock is not one package in one version with its hashes; the text says which."""


@dataclass(frozen=True)
class Pinned:
    """A package as a lock has it."""

    name: str
    version: str
    marker: str | None = None

    @property
    def is_for_here(self) -> bool:
        """Whether it is to be installed in this Python on this machine."""
        return self.marker is None or Marker(self.marker).evaluate()


def packages_in(lock: Path) -> list[Pinned]:
    """What a lock brings. NotLocked for a line without hashes, with an address, or with an option for pip."""
    return [_pinned(lock, line) for line in _logical_lines(lock.read_text("utf-8"))]


def _logical_lines(text: str) -> Iterator[str]:
    joined = text.replace("\\\n", " ")
    for line in joined.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield line


def _pinned(lock: Path, line: str) -> Pinned:
    what, *hashes = line.split(" --", 1)
    entry = _ENTRY.fullmatch(what.strip())
    found = f"--{hashes[0]}".split() if hashes else []
    if entry is None or not found or not all(map(_HASH.fullmatch, found)):
        raise NotLocked(f"{lock.name}: {what.strip()[:100]} is not one version of a package with its hashes")
    return Pinned(entry["name"], entry["version"], entry["marker"])


def not_as_locked(packages: Sequence[Pinned]) -> list[str]:
    """A sentence for each of these packages that is missing here, or here in another version."""
    wrong: list[str] = []
    for package in packages:
        if package.is_for_here and (found := _installed(package.name)) != package.version:
            wrong.append(f"{package.name} is locked to {package.version}; installed is {found or 'none'}")
    return wrong


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
