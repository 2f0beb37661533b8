"""asyncpg as this package sees it: connections set up one way, its errors as sentences for an operator."""

from __future__ import annotations

import asyncio
import re
import ssl
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs]
import msgspec

from storage.address import has_several_hosts, name_of, parameters_of
from storage.errors import Damaged, InUse, StorageError, Unwritable, WrongAddress
from storage.sql.migrations import require_known

T = TypeVar("T")

PATIENCE = 2.0
"""Seconds to wait for a lock, or for a server that starts again. Less than the three within which a press
must be answered.
"""


class Connection(Protocol):
    """What is used of `asyncpg.Connection`, which has no types of its own."""

    async def fetch(self, sql: str, *values: Any) -> list[Any]:
        """The rows that a statement yields."""
        ...

    async def fetchval(self, sql: str, *values: Any) -> Any:
        """The first value of the first row."""
        ...

    async def execute(self, sql: str, *values: Any) -> str:
        """Runs a statement, or several without values."""
        ...

    async def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Runs a statement for each of the rows, all or none."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[Any]:
        """A transaction as long as the block lasts; within another one, a savepoint."""
        ...

    def is_in_transaction(self) -> bool:
        """Whether a transaction has begun on this connection and not ended yet."""
        ...

    async def add_listener(self, channel: str, heard: Callable[[Any, int, str, str], None]) -> None:
        """Calls it with whatever is told on the channel from now on."""
        ...

    def add_termination_listener(self, ended: Callable[[Any], None]) -> None:
        """Calls it when the connection has ended, however that came about."""
        ...

    def is_closed(self) -> bool:
        """Whether it is of no use any more."""
        ...

    async def close(self, *, timeout: float | None = None) -> None:
        """Says goodbye to the server."""
        ...

    def terminate(self) -> None:
        """Ends it without a word."""
        ...


_dial = cast(Callable[..., Awaitable[Connection]], asyncpg.connect)  # pyright: ignore[reportUnknownMemberType]
ServerError = cast(type[Exception], asyncpg.PostgresError)
"""What the server says; see `code_of`."""
ClientError = cast(type[Exception], asyncpg.InterfaceError)
"""The error by which asyncpg itself refuses a call, before the server has been asked."""
WrongDialling = cast(type[Exception], asyncpg.ClientConfigurationError)
"""What asyncpg says of an address that it cannot dial."""
Confusion = cast(type[Exception], asyncpg.InternalClientError)
"""What asyncpg says when a connection breaks at a moment that it has not thought of."""

_SETTINGS = {
    "application_name": "tortuga",
    # A commit returns when it is on the server's disk, whatever the server's own setting is.
    "synchronous_commit": "on",
    "lock_timeout": f"{PATIENCE:g}s",
    "jit": "off",
}
IDLE_IN_TRANSACTION = 4.0
"""Seconds after which the server ends a transaction in which nothing is said: its process is frozen, and must
not go on with what it has found out before.
"""
_WRITER_SETTINGS = {
    **_SETTINGS,
    "idle_in_transaction_session_timeout": f"{IDLE_IN_TRANSACTION:g}s",
    # What is written is found by its key. Plans are made once, while tables may be empty, and must hold for
    # large ones.
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
}
_READERS = 4
_LONGEST = 30.0
"""Seconds after which a server that says nothing more counts as away."""


class Writing(msgspec.Struct, frozen=True):
    """What is the same about the connection that writes, however often it is lost."""

    url: str
    name: str
    """By which the server knows it, and no other."""
    layout: int
    """The newest one that this program knows."""
    sole: bool
    """Nobody else may have the database so."""


async def _connect(url: str, **options: Any) -> Connection:
    """Of several hosts, the primary is meant, unless the address says otherwise."""
    if has_several_hosts(url) and "target_session_attrs" not in parameters_of(url):
        options["target_session_attrs"] = "primary"
    return await _dial(url, timeout=PATIENCE, **options)


async def connect_to_write(writing: Writing) -> Connection:
    """The one connection that writes. What it was before is over: nothing of that is stored from now on.

    InUse, or an error of asyncpg's or the system's, if it cannot be had.
    """
    settings = {**_WRITER_SETTINGS, "application_name": writing.name}
    db = await _connect(writing.url, command_timeout=_LONGEST, server_settings=settings)
    try:
        await db.fetch(_END_EARLIER, writing.name, round(1000 * PATIENCE))
        # From now on nobody makes it a layout that this program does not understand; somebody may have.
        await db.execute("SELECT pg_advisory_lock_shared($1, $2)", RUNNING, writing.layout)
        [(number, runs_beside)] = await db.fetch("SELECT number, runs_beside FROM layout")
        require_known(name_of(writing.url), number, runs_beside, writing.layout)
        if writing.sole and not await db.fetchval("SELECT pg_try_advisory_lock($1)", _SOLE_USE):
            raise InUse(
                f"A bot runs on {name_of(writing.url)} already, so this one leaves it alone. Stop that "
                "one first, or name another database in DATABASE_URL."
            )
    except BaseException:
        db.terminate()
        raise
    return db


_SOLE_USE = 0x546F7275
"""Of the server's advisory locks, by numbers."""
RUNNING = 0x546F7276
"""Likewise, with the layout that a program knows, which shares it with others as long as it runs."""
_END_EARLIER = (
    "SELECT pg_terminate_backend(pid, $2) FROM pg_stat_activity"
    " WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid()"
)
_AGAIN = 0.05
"""Seconds between two attempts to reach the server."""


async def while_it_starts(ask: Callable[[], Awaitable[T]]) -> T:
    """What it gives, from a server that may be starting again at this moment."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return await ask()
        except Exception as error:
            if not is_lost(error) or time.monotonic() > until:
                raise
        await asyncio.sleep(_AGAIN)


async def connect(url: str, longest: float | None = None, *, name: str = "") -> Connection:
    """A connection for anything else; `longest`: the seconds that one command may take; `name`: by which the
    server knows it.
    """
    settings = {**_SETTINGS, **({"application_name": name} if name else {})}
    return await _connect(url, command_timeout=longest, server_settings=settings)


READ_ONLY = "25006"
"""The code of what a session is told in which nothing may be written: a standby's, or one that began at a
moment when the whole database was read-only. It stays so, whatever has become of the database since.
"""


class Readers:
    """A few connections that see every finished commit and wait for no writer.

    Their `name` begins with the writer's, which the server ends in the middle of a transaction of a process
    that was frozen: that has not died.
    """

    def __init__(self, url: str, name: str) -> None:
        self._url, self._name = url, name
        self._idle = list[Connection]()
        self._room = asyncio.Semaphore(_READERS)
        self._closed = False

    async def fetch(self, sql: str, *values: Any) -> list[Any]:
        """The rows that a statement yields. A connection on which anything went wrong is not used again."""
        async with self._room:
            db = self._idle.pop() if self._idle else await self._connect()
            try:
                rows = await db.fetch(sql, *values)
            except BaseException as error:
                db.terminate()
                if code_of(error) == READ_ONLY:
                    self._drop_idle()
                raise
            if self._closed:
                db.terminate()
            else:
                self._idle.append(db)
            return rows

    async def _connect(self) -> Connection:
        return await connect(self._url, _LONGEST, name=self._name)

    def _drop_idle(self) -> None:
        for db in self._idle:
            db.terminate()
        self._idle.clear()

    async def close(self) -> None:
        """Closes them, those that are in use when they are not any more."""
        self._closed = True
        for db in self._idle:
            await say_goodbye(db)


async def say_goodbye(db: Connection) -> None:
    """Closes a connection, whether or not the server is there to hear of it."""
    try:
        await db.close(timeout=PATIENCE)
    except Exception as error:
        if not is_lost(error):
            raise
        db.terminate()


@cache
def in_postgres(sql: str) -> str:
    """The statement as PostgreSQL has it: its values are numbered, and `user` is a word of its own there."""
    numbers = count(1)
    numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", sql)
    return re.sub(r'(?<!")\buser\b', '"user"', numbered)


def code_of(error: BaseException) -> str:
    """The server's five characters for what went wrong; empty for what was not the server's to say."""
    return getattr(error, "sqlstate", None) or ""


def is_about_the_row(error: BaseException) -> bool:
    """Whether an error tells of what was just being written, and not of the server."""
    if isinstance(error, ServerError):
        return code_of(error)[:2] in ("22", "23")
    return isinstance(error, ClientError) and isinstance(error, ValueError)


def is_lost(error: BaseException) -> bool:
    """Whether the connection is gone, and with it the answer: what was asked may have been done."""
    if isinstance(error, ServerError):
        return code_of(error)[:2] == "08" or code_of(error) in ("57P01", "57P02", "57P03", "57P05")
    return isinstance(error, OSError | ClientError | Confusion) and not is_about_the_row(error)


def is_another_try_worth(error: BaseException) -> bool:
    """Whether two were in each other's way, and nothing happened."""
    return code_of(error) in ("40001", "40P01")


def explain(error: BaseException, url: str) -> StorageError:
    """The sentence for an error that came up while working on the database."""
    if isinstance(error, StorageError):
        return error
    code, name = code_of(error), name_of(url)
    if wrong := _wrong_about(url, error):
        return WrongAddress(f"The address of {name} cannot be used as it is: {wrong}")
    for codes, kind, sentence in _SENTENCES:
        if code and (code in codes or code[:2] in codes):
            return kind(sentence.format(name=name, code=code))
    if is_lost(error):
        why = getattr(error, "strerror", None) or type(error).__name__
        return Unwritable(
            f"The PostgreSQL server of {name} does not answer ({why}), so nothing can be stored. See that "
            "it runs and that DATABASE_URL names it; the bot goes on by itself when it is there."
        )
    # Not the error's own words: they may quote what was to be stored.
    return StorageError(f"The database {name} failed ({type(error).__name__} {code}).")


_FILES = "sslrootcert", "sslcert", "sslkey", "sslcrl"
"""Parameters of an address that name files."""


def _wrong_about(url: str, error: BaseException) -> str:
    """What of the address has led to the error, if anything."""
    asked = parameters_of(url)
    if isinstance(error, WrongDialling):
        return f"{error.args[0]}."
    if named := [parameter for parameter in asked if code_of(error) and f'"{parameter}"' in str(error)]:
        return f"{named[0]} is no parameter that is known here. Leave it out."
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the server's certificate is not trusted ({error.verify_message})."
    if isinstance(error, ConnectionError) and "rejected SSL" in str(error):
        return f"the server speaks no TLS, for which sslmode={asked.get('sslmode', 'require')} asks."
    files = [name for name in _FILES if name in asked and not Path(asked[name]).is_file()]
    if files and isinstance(error, OSError):
        return f"there is no file {asked[files[0]]}, which {files[0]} names."
    return ""


_SENTENCES: Sequence[tuple[frozenset[str], type[StorageError], str]] = (
    (
        frozenset({"53100"}),
        Unwritable,
        "The disk that holds {name} is full, so nothing was stored. Free some space on the server; "
        "nothing needs to be restarted.",
    ),
    (
        frozenset({"53300", "53"}),
        Unwritable,
        "The PostgreSQL server of {name} has no more room for this ({code}): connections or memory. Look at "
        "its max_connections and its log.",
    ),
    (
        frozenset({"25006"}),
        Unwritable,
        "{name} is read-only, so nothing was stored. Is it a standby? DATABASE_URL must name the primary.",
    ),
    (
        frozenset({"55P03"}),
        Unwritable,
        "Another program keeps rows of {name} locked, so nothing was stored. Close it.",
    ),
    (
        frozenset({"28P01", "28000", "28"}),
        StorageError,
        "The PostgreSQL server of {name} does not let this user in: look at the user and the password in "
        "DATABASE_URL, and at the server's pg_hba.conf.",
    ),
    (
        frozenset({"3D000"}),
        StorageError,
        "There is no database {name}. Make it (createdb), or name another one in DATABASE_URL.",
    ),
    (
        frozenset({"42501"}),
        Unwritable,
        "This user may not do in {name} what the bot must: make it the owner of the database, or look at "
        "DATABASE_URL.",
    ),
    (
        frozenset({"XX001", "XX002"}),
        Damaged,
        "{name} is damaged ({code}). Stop the bot, look at the server's log, and bring back the "
        "latest backup.",
    ),
)
