"""Known vulnerabilities of what the locks bring, as pip-audit has them from the OSV database.

One that cannot be mended yet is named in `[tool.tortuga]` of pyproject.toml, with a reason and the day until
which that holds.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from tests.project.supply.locks import ROOT, Pinned


class NotAsked(Exception):
    """The database could not be asked; the text says why."""


class Accepted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A vulnerability that is known, with which we live until a day."""

    id: str
    package: str
    because: str
    until: date


class Vulnerability(msgspec.Struct, frozen=True):
    """One that a version of a package has. `ids`: all its names, the CVE first if there is one."""

    package: str
    version: str
    ids: tuple[str, ...]
    fixed_in: tuple[str, ...]

    def __str__(self) -> str:
        remedy = f"fixed in {', '.join(self.fixed_in)}" if self.fixed_in else "no version has it fixed"
        return f"{self.package} {self.version}: {' = '.join(self.ids)}, {remedy}"


class Audited(msgspec.Struct, frozen=True):
    """What the database knows. `unknown`: packages that it could not look up, each with the reason."""

    packages: int
    found: tuple[Vulnerability, ...]
    unknown: tuple[str, ...]


def accepted_in(project: Path = ROOT / "pyproject.toml") -> list[Accepted]:
    """The vulnerabilities that the project lives with. msgspec.ValidationError if one is not said in full."""
    told = tomllib.loads(project.read_text("utf-8")).get("tool", {}).get("tortuga", {})
    return msgspec.convert(told.get("accepted-advisories", []), type=list[Accepted])


def audit(locks: Sequence[Iterable[Pinned]], service: str | None = None) -> Audited:
    """Ask about every package of these locks, also those for other machines. NotAsked if that fails.

    `service`: the address of another database that speaks as OSV does.
    """
    met: set[tuple[str, str]] = set()
    with TemporaryDirectory() as folder:
        arguments: list[str] = []
        for number, lock in enumerate(locks):
            new = sorted({(each.name, each.version) for each in lock} - met)
            met |= set(new)
            listed = Path(folder) / f"{number}.txt"
            listed.write_text("".join(f"{name}=={version}\n" for name, version in new))
            arguments += ["--requirement", str(listed)]
        if service is not None:
            arguments += ["--osv-url", service]
        return read(_asked(arguments))


def _asked(arguments: list[str]) -> str:
    told = subprocess.run(
        [
            *(sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--progress-spinner", "off"),
            *("--vulnerability-service", "osv", "--format", "json", "--aliases", "on", *arguments),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if not told.stdout.startswith(
        "{"
    ):  # it ends with 1 both when it has found something and when it has failed
        raise NotAsked((told.stderr.strip().splitlines() or [f"exit status {told.returncode}"])[-1][:160])
    return told.stdout


def read(report: str) -> Audited:
    """What pip-audit's JSON says."""
    entries: list[dict[str, Any]] = json.loads(report)["dependencies"]
    return Audited(
        packages=len(entries),
        found=tuple(
            Vulnerability(
                entry["name"], entry["version"], (one["id"], *one["aliases"]), tuple(one["fix_versions"])
            )
            for entry in entries
            for one in entry.get("vulns", ())
        ),
        unknown=tuple(entry["skip_reason"] for entry in entries if "skip_reason" in entry),
    )


def to_mend(audited: Audited, accepted: Sequence[Accepted], today: date) -> list[str]:
    """A sentence for each vulnerability with which the project does not live, or not any longer."""
    wrong: list[str] = []
    for one in audited.found:
        known = [each for each in accepted if each.package == one.package and each.id in one.ids]
        if not known:
            wrong.append(str(one))
        elif all(each.until < today for each in known):
            wrong.append(f"{one} (it was accepted until {max(each.until for each in known)})")
    return wrong
