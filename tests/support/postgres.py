"""A PostgreSQL server of the tests' own: a cluster in a temporary folder, which goes with the tests. All
processes of a run share one; each test has a database of its own.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from storage.postgres.migrations import migrate

SUPERUSER = "tortuga"
PORT = 5432
"""A part of the socket's name, and nothing more."""
GUARDED = "guarded"
"""The role whose members need a password."""
TEMPLATE = "tortuga_template"
"""The database of today's layout in which nothing is stored."""
PATIENCE = 120.0
"""Seconds within which a server must have started."""
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "32MB",
    # As where it matters: what these cost is a part of what is tested.
    "fsync": "on",
    "synchronous_commit": "on",
    "autovacuum_naptime": "10min",
}


@cache
def binaries() -> Path | None:
    """The folder of initdb and postgres; None if there is none on this machine."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: -float(folder.parent.name)
    )
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


@dataclass
class PostgresServer:
    """A server that listens on a socket in its folder."""

    folder: Path
    bin: Path
    data: Path
    """The folder of the cluster's files."""
    settings: dict[str, str]
    _process: subprocess.Popen[bytes] | None = None
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def url(self, database: str = "postgres", user: str = SUPERUSER, port: int = PORT) -> str:
        """Where a database of it is."""
        return f"postgresql://{user}@/{database}?host={self.folder}&port={port}"

    def socket(self, port: int = PORT) -> Path:
        """Where it listens, or somebody else who stands between."""
        return self.folder / f".s.PGSQL.{port}"

    def new_database(self, template: str = "template1") -> str:
        """The address of a database like the template: an empty one, if none is named."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """It is no more, whoever is connected to it."""
        self.run(f"DROP DATABASE {urlsplit(url).path[1:]} WITH (FORCE)")

    def run(self, sql: str, url: str | None = None) -> list[Any]:
        """The rows that a statement yields, in the database of that address."""
        return asyncio.run(_run(url or self.url(), sql))

    def wait_while(self, sql: str) -> None:
        """Return when the statement yields no row."""
        while self.run(sql):
            time.sleep(0.02)

    def start(self) -> None:
        """Returns when it takes connections."""
        with (self.folder / "log").open("ab") as log:
            command = [self.bin / "postgres", "-D", self.data, "-k", self.folder]
            options = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
            self._process = subprocess.Popen(
                [*_as_nobody_special(dies_with_us=True), *command, *options], stdout=log, stderr=log
            )
        until = time.monotonic() + PATIENCE
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self.folder / "log").read_text("utf-8"))
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        """The eighth line of its own file about itself says so."""
        try:
            lines = (self.data / "postmaster.pid").read_text("utf-8").splitlines()
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[7].strip() == "ready"

    def program(self, name: str, *arguments: str | Path) -> None:
        """Runs one of PostgreSQL's own programs to its end, as whom the server runs."""
        command = [*_as_nobody_special(), self.bin / name, *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Returns when it is gone. SIGINT: it ends what goes on; SIGQUIT: at once, as in a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None


async def _run(url: str, sql: str) -> list[Any]:
    connection = await asyncpg.connect(url)
    try:
        return list(await connection.fetch(sql))
    finally:
        await connection.close()


def _as_nobody_special(*, dies_with_us: bool = False) -> list[str]:
    """How a command begins that must not run as root, as none of PostgreSQL's does."""
    words = list[str]()
    if shutil.which("setpriv"):
        if os.getuid() == 0:
            user = pwd.getpwnam("nobody")
            words += [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        if dies_with_us:
            words += ["--pdeathsig=QUIT"]
    return ["setpriv", *words, "--"] if words else []


class NoPostgres(Exception):
    """There is none on this machine; the sentence says what to do."""


@contextmanager
def running_postgres(place: Path | None = None, **settings: str) -> Iterator[PostgresServer]:
    """A server with a new cluster in a folder of that place, as long as the block lasts.

    `settings`: the server's; {folder} in one of them is that folder.

    NoPostgres if there can be none.
    """
    folder_of_binaries = binaries()
    if folder_of_binaries is None:
        raise NoPostgres("PostgreSQL is not installed: apt-get install postgresql")
    if os.getuid() == 0 and not shutil.which("setpriv"):
        raise NoPostgres("PostgreSQL does not run as root, and there is no setpriv to be somebody else with")
    # Not in pytest's own folder: the path of a socket may have a hundred characters.
    folder = Path(tempfile.mkdtemp(prefix="tortuga-pg-", dir=place))
    settings = {name: value.replace("{folder}", str(folder)) for name, value in settings.items()}
    server = PostgresServer(folder, folder_of_binaries, folder / "data", SETTINGS | settings)
    try:
        if os.getuid() == 0:
            user = pwd.getpwnam("nobody")
            os.chown(folder, user.pw_uid, user.pw_gid)
        words = ("-U", SUPERUSER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        server.program("initdb", "-D", server.data, *words)
        with (server.data / "pg_hba.conf").open("w") as hba:
            hba.write(f"local all +{GUARDED} scram-sha-256\nlocal all,replication all trust\n")
        server.start()
        server.run(f"CREATE ROLE {GUARDED}")
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def shared_postgres(run: Path, place: Path | None = None) -> Iterator[PostgresServer]:
    """The one server of all processes of a run, with `TEMPLATE` on it.

    Whoever is first starts it, notes in the folder `run` where it is, and stops it when all others have left.
    """
    note = run / "postgres"
    with (run / "postgres-starts").open("w") as starts, (run / "postgres-guests").open("w") as guests:
        fcntl.flock(starts, fcntl.LOCK_EX)
        fcntl.flock(guests, fcntl.LOCK_SH)
        if (there := binaries()) is not None and note.exists():
            fcntl.flock(starts, fcntl.LOCK_UN)
            folder = Path(note.read_text("utf-8"))
            yield PostgresServer(folder, there, folder / "data", SETTINGS)
            return
        with running_postgres(place) as server:
            server.run(f"CREATE DATABASE {TEMPLATE}")
            asyncio.run(migrate(server.url(TEMPLATE), lambda _words: None))
            note.write_text(str(server.folder), "utf-8")
            fcntl.flock(starts, fcntl.LOCK_UN)
            yield server
            fcntl.flock(guests, fcntl.LOCK_EX)
            note.unlink()


@pytest.fixture(scope="session")
def postgres_server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[PostgresServer]:
    """The server that all tests of this run share; each takes a database of its own."""
    memory = os.environ.get("PYTEST_DEBUG_TEMPROOT")
    run = tmp_path_factory.getbasetemp()
    try:
        # Each process of a run has a folder in the run's own.
        with shared_postgres(
            run.parent if hasattr(request.config, "workerinput") else run, Path(memory) if memory else None
        ) as server:
            yield server
    except NoPostgres as why:
        pytest.skip(str(why))


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The address of a database of the test's own, in which nothing is stored."""
    url = postgres_server.new_database(TEMPLATE)
    yield url
    postgres_server.drop_database(url)


@pytest.fixture
def guarded_user(postgres_server: PostgresServer) -> Iterator[str]:
    """The name of somebody whose password is "parrot"."""
    name = f"{GUARDED}_{os.getpid()}"
    postgres_server.run(f"CREATE USER {name} PASSWORD 'parrot' IN ROLE {GUARDED}")
    yield name
    postgres_server.run(f"DROP USER {name}")


EMPTY = """
    DO $$ DECLARE name TEXT; BEGIN
        SET LOCAL session_replication_role = replica; -- in any order: nothing is looked up
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'layout' LOOP
            EXECUTE format('DELETE FROM %I', name);
        END LOOP;
    END $$
"""


@pytest.fixture(scope="session")
def _postgres_shared(postgres_server: PostgresServer) -> str:
    return postgres_server.new_database(TEMPLATE)


@pytest.fixture
def postgres_emptied(postgres_server: PostgresServer, _postgres_shared: str) -> Iterator[str]:
    """The address of a database in which nothing is stored, for a test that changes nothing else of it.

    It takes less time than one of the test's own.
    """
    yield _postgres_shared
    postgres_server.run(EMPTY, _postgres_shared)
