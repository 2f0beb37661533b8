"""What `make check` finds in what the project is built from: locks, licences, known vulnerabilities."""

from __future__ import annotations

import json
import re
import threading
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from email.message import Message
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec
import pytest
from packaging.requirements import Requirement

from tests.project.supply.__main__ import main
from tests.project.supply.advisories import Accepted, accepted_in, audit, to_mend
from tests.project.supply.licences import PERMITTED, licences_of, not_permitted
from tests.project.supply.locks import LOCKS, ROOT, RUNTIME, NotLocked, Pinned, not_as_locked, packages_in
from tests.project.supply.wheels import MACHINES, NotAsked, missing, supported

HASH = f"--hash=sha256:{'0f' * 32}"
NOWHERE = "http://127.0.0.1:9/v1/query"
LEAKY, SOUND = Pinned("leaky-cask", "1.0"), Pinned("sound-cask", "1.0")
TODAY = date(2026, 11, 22)
ACCEPTED = Accepted("CVE-2026-0001", "leaky-cask", "we put nothing into it", TODAY)


def test_everything_is_locked_and_installed_so_under_licences_that_are_permitted() -> None:
    runtime = packages_in(RUNTIME)
    assert len(runtime) > 20
    assert not_as_locked(runtime) == []
    assert not_permitted(runtime) == []
    assert all(len(packages_in(lock)) > len(runtime) for lock in LOCKS if lock != RUNTIME)


def test_the_reason_for_each_dependency_is_told() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = {Requirement(each).name.lower().replace("_", "-") for each in project["dependencies"]}
    rows = re.findall(
        r"^\| (?!package|---)([^|]+) \|", (ROOT / "docs/dependencies.md").read_text("utf-8"), re.M
    )
    assert {name for row in rows for name in row.split(", ")} == asked


@pytest.mark.parametrize(
    "line",
    [
        "cask==1.0",
        f"cask>=1.0 {HASH}",
        f"cask @ https://example.com/cask-1.0.whl {HASH}",
        f"git+https://example.com/cask {HASH}",
        f"--no-index {HASH}",
        f"-e ./cask {HASH}",
        "cask==1.0 --hash=md5:0f",
        f"cask==1.0 {HASH} --config-settings=x",
    ],
)
def test_a_line_that_is_not_one_version_with_its_hashes_is_refused(line: str, tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text(f"# a lock\nsound-cask==1.0 ; python_version < '4' \\\n    {HASH} \\\n    {HASH}\n")
    assert packages_in(lock) == [Pinned("sound-cask", "1.0", "python_version < '4'")]
    with lock.open("a") as more:
        more.write(f"{line}\n")
    with pytest.raises(NotLocked):
        packages_in(lock)


def test_a_package_that_is_missing_or_in_another_version_is_named() -> None:
    missing, elsewhere = SOUND, Pinned("sound-cask", "1.0", "sys_platform == 'amiga'")
    [pytest_here] = [each for each in packages_in(LOCKS[1]) if each.name == "pytest"]
    other = Pinned("pytest", "0.1")
    assert not_as_locked([pytest_here, elsewhere]) == []
    assert not_as_locked([missing, other]) == [
        "sound-cask is locked to 1.0; installed is none",
        f"pytest is locked to 0.1; installed is {pytest_here.version}",
    ]


def metadata(*lines: str) -> Message:
    """A package's own words about itself."""
    told = Message()
    for line in lines:
        name, value = line.split(": ", 1)
        told[name] = value
    return told


@pytest.mark.parametrize(
    ("told", "licences"),
    [
        (metadata("License-Expression: MIT OR (Apache-2.0 AND BSD-2-Clause)"), PERMITTED),
        (metadata("Classifier: License :: OSI Approved :: MIT License", "License: whatever"), PERMITTED),
        (metadata("License: BSD-3-Clause"), PERMITTED),
        (metadata("License-Expression: MIT AND GPL-3.0-or-later"), {"MIT", "GPL-3.0-or-later"}),
        (metadata("Classifier: Topic :: Games", "License: all rights reserved"), {"all rights reserved"}),
        (metadata("Classifier: Topic :: Games"), set[str]()),
    ],
)
def test_licences_are_read_however_a_package_names_them(told: Message, licences: set[str]) -> None:
    found = licences_of(told)
    assert found <= PERMITTED if licences is PERMITTED else found == licences
    assert bool(found) is bool(licences)


def test_a_package_under_another_licence_is_named() -> None:
    [aiohttp] = [each for each in packages_in(RUNTIME) if each.name == "aiohttp"]
    assert not_permitted([aiohttp], {"MIT"}) == ["aiohttp stands under Apache-2.0, MIT"]


class Database(BaseHTTPRequestHandler):
    """Knows of one vulnerability, and speaks as OSV does."""

    def do_POST(self) -> None:
        """One package is asked about."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        name = asked["package"]["name"]
        known = {
            "id": "GHSA-cask-cask-cask",
            "aliases": ["CVE-2026-0001"],
            "summary": "It leaks.",
            "affected": [
                {
                    "package": {"ecosystem": "PyPI", "name": name},
                    "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.1"}]}],
                    "versions": ["1.0"],
                }
            ],
        }
        answer = json.dumps({"vulns": [known]} if name == "leaky-cask" else {}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is said."""


@contextmanager
def database() -> Iterator[str]:
    """Its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Database) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
        server.shutdown()
        serving.join()


def test_a_vulnerability_is_named_with_package_version_id_and_remedy_until_it_is_accepted() -> None:
    with database() as service:
        audited = audit([[SOUND], [SOUND, LEAKY]], service)
    sentence = "leaky-cask 1.0: CVE-2026-0001 = GHSA-cask-cask-cask, fixed in 1.1"
    assert (audited.packages, audited.unknown) == (2, ())
    assert to_mend(audited, [], TODAY) == [sentence]
    assert to_mend(audited, [ACCEPTED], TODAY) == []
    assert to_mend(audited, [msgspec.structs.replace(ACCEPTED, package="sound-cask")], TODAY) == [sentence]
    assert to_mend(audited, [ACCEPTED], date(2026, 11, 23)) == [
        f"{sentence} (it was accepted until 2026-11-22)"
    ]


def test_without_a_database_the_audit_says_that_it_was_skipped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--service", NOWHERE]) == 0
    assert "Audit SKIPPED: vulnerabilities are not known" in capsys.readouterr().out


def test_where_it_must_be_asked_a_skipped_audit_fails() -> None:
    assert main(["--service", NOWHERE, "--asked"]) == 1


def test_an_accepted_vulnerability_needs_a_reason_and_a_last_day(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    named = 'id = "CVE-2026-0001", package = "leaky-cask"'
    whole = f'{named}, because = "we put nothing into it", until = 2026-11-22'
    project.write_text(f"[tool.tortuga]\naccepted-advisories = [{{ {whole} }}]\n")
    assert accepted_in(project) == [ACCEPTED]
    project.write_text(f"[tool.tortuga]\naccepted-advisories = [{{ {named} }}]\n")
    with pytest.raises(msgspec.ValidationError):
        accepted_in(project)
    assert accepted_in() == []


def test_the_pythons_that_are_supported_are_those_that_the_project_allows(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text('[project]\nrequires-python = ">=3.12,<3.14"\n')
    assert supported(project) == ["3.12", "3.13"]
    assert supported() == ["3.11", "3.12", "3.13", "3.14"]


def test_where_no_registry_answers_it_is_not_said_that_a_wheel_is_missing(tmp_path: Path) -> None:
    with pytest.raises(NotAsked):
        missing(RUNTIME, "3.11", MACHINES[0], "--offline", "--cache-dir", str(tmp_path))


def test_a_package_without_a_wheel_is_named(tmp_path: Path) -> None:
    """A folder of wheels stands in for the registry: it has the package for one machine alone."""
    wheel = tmp_path / "leaky_cask-1.0-cp311-cp311-manylinux_2_17_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(
            "leaky_cask-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: leaky-cask\nVersion: 1.0\n"
        )
        archive.writestr(
            "leaky_cask-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: cp311-cp311-manylinux_2_17_x86_64\n"
        )
        archive.writestr("leaky_cask-1.0.dist-info/RECORD", "")
    lock = tmp_path / "requirements.lock"
    lock.write_text(f"leaky-cask==1.0 --hash=sha256:{sha256(wheel.read_bytes()).hexdigest()}\n")
    folder = ("--no-index", "--find" + "-links", str(tmp_path))
    assert missing(lock, "3.11", MACHINES[0], *folder) is None
    assert "leaky-cask==1.0 has no" in str(missing(lock, "3.11", MACHINES[1], *folder))
    assert "leaky-cask==1.0 has no" in str(missing(lock, "3.12", MACHINES[0], *folder))
