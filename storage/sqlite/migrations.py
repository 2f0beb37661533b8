"""Brings a database file to the layout that this version works with.

The layouts are numbered; `PRAGMA user_version` holds the number. `storage/migrations/NNNN_*.sql` leads from
the layout before to layout NNNN, in one transaction.
"""

from __future__ import annotations

import filecmp
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

import aiosqlite

from storage.errors import StorageError, Unwritable
from storage.sql.migrations import Migration, require_known, steps_in
from storage.sqlite.backup import copy_database, quietly
from storage.sqlite.connection import damaged, make_place, reading, roll_back, without_a_bot, writing

_TORTUGA = 0x546F7274
"""`PRAGMA application_id` of our files ("Tort"), set by the first migration."""


RUNS_BESIDE = "runs beside"
"""How the note of a layout begins that says which one a program must know at least to work with it."""
_NOTE = "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


def migrations() -> list[Migration]:
    """All steps from an empty file to the newest layout, the oldest first."""
    return steps_in("migrations")


async def migrate(path: Path, say: Callable[[str], None] = quietly, *, sole: bool = False) -> None:
    """Makes the database, or brings it to the newest layout after a copy was made beside it.

    `sole`: the caller has the file by `sole_use`; else InUse if a bot runs on it, which would not understand
    what it finds afterwards. TooNew if a newer version wrote it; Damaged, Unwritable or another StorageError
    if it cannot be used. A step that fails leaves the file as it was before that step; if it was the first,
    the copy is not kept.
    """
    make_place(path)
    await roll_back(path)
    layout = await layout_of(path)
    if layout >= len(migrations()):
        return
    # A file without tables is nobody's yet: a bot that makes it has nothing that could change under it.
    with nullcontext() if sole or not layout else without_a_bot(path):
        await _upgrade(path, layout, say)


async def _upgrade(path: Path, layout: int, say: Callable[[str], None]) -> None:
    steps = migrations()
    kept = await _copy_beside(path, layout, say) if layout else None
    try:
        async with writing(path) as db:
            await db.execute("PRAGMA foreign_keys = OFF")  # a step may rebuild a table that others point to
            for step in steps[layout:]:
                await _apply(db, path, step)
                say(f"{path} has layout {step.number} of {len(steps)} now")
    except StorageError:
        # Whatever starts the bot again and again would fill the disk with copies.
        if kept is not None and await layout_of(path) == layout:
            kept.unlink()
        raise


async def require_known_layout(db: aiosqlite.Connection, path: Path) -> int:
    """The layout; StorageError if it is not a database of ours, which this version can bring up to date."""
    if layout := await _layout(db, path):
        return layout
    raise StorageError(f"{path} is empty: it is no copy of a database. Look at its name.")


async def layout_of(path: Path) -> int:
    """The file's layout; 0 for an empty one. StorageError if it is another program's or too new. It is left
    as it is, to the last bit.
    """
    async with reading(path) as db:
        await db.execute("BEGIN")  # one view of the file, whoever may be making it at this moment
        return await _layout(db, path)


async def _layout(db: aiosqlite.Connection, path: Path) -> int:
    """The file's layout; 0 for an empty one. StorageError if it is another program's or too new."""
    layout, owner = await _number(db, "PRAGMA user_version"), await _number(db, "PRAGMA application_id")
    empty = not await _number(db, "SELECT count(*) FROM sqlite_schema")
    if owner == _TORTUGA:
        known = len(migrations())
        if layout > known:
            key = f"{RUNS_BESIDE} {layout}"
            notes = await db.execute_fetchall("SELECT value FROM notes WHERE key = ?", (key,))
            require_known(str(path), layout, min((int(row[0]) for row in notes), default=layout), known)
        return layout
    if empty and layout == owner == 0:
        return layout
    raise StorageError(
        f"{path} is a database, but of another program. It was left alone; choose another DATABASE_PATH."
    )


async def _number(db: aiosqlite.Connection, sql: str) -> int:
    """The one number that a statement yields."""
    [row] = await db.execute_fetchall(sql)
    return int(row[0])


async def _copy_beside(path: Path, layout: int, say: Callable[[str], None]) -> Path:
    """Keeps the file as it was, in the place it returns: its name tells the layout and was not taken."""
    began = time.time()
    names = (f"{path.name}.layout-{layout}{again}" for again in ("", *(f".{n}" for n in range(2, 1000))))
    earlier = list[Path]()
    for target in map(path.with_name, names):
        if target.exists():
            earlier.append(target)
            continue
        say(f"upgrading {path} from layout {layout}; as it was, it is kept in {target}")
        try:
            await copy_database(path, target, say)
        except Unwritable:
            if not target.exists():
                raise
            continue  # somebody else, who upgrades the same file at this moment, has taken the name
        return _first_of_equal(target, [copy for copy in earlier if copy.stat().st_mtime < began], say)
    raise Unwritable(f"{path} cannot be kept as it was: there are a thousand copies. Move some of them away.")


def _first_of_equal(copy: Path, earlier: Sequence[Path], say: Callable[[str], None]) -> Path:
    """Of copies of the same database, which upgrades left that were killed, the first stays."""
    equal = [each for each in earlier if filecmp.cmp(copy, each, shallow=False)]
    for spare in [*equal[1:], copy] if equal else ():
        say(f"{spare.name} holds nothing else and is removed")
        spare.unlink(missing_ok=True)
    return equal[0] if equal else copy


async def _apply(db: aiosqlite.Connection, path: Path, step: Migration) -> None:
    """One step with its number, all or nothing."""
    await db.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been faster while this one waited for the lock.
        if await _number(db, "PRAGMA user_version") < step.number:
            for statement in _statements(step.sql):
                await db.execute(statement)
            orphans = list(await db.execute_fetchall("PRAGMA foreign_key_check"))
            if orphans:
                raise damaged(path, f"{len(orphans)} rows belong to a table that does not exist")
            await db.execute(f"PRAGMA user_version = {step.number}")
            if step.runs_beside < step.number:
                await db.execute(_NOTE, (f"{RUNS_BESIDE} {step.number}", str(step.runs_beside)))
        await db.commit()
    finally:
        await db.rollback()


def _statements(sql: str) -> Iterator[str]:
    """A script's statements one by one: sqlite3 runs a whole script only outside a transaction of ours."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():  # comments, or a statement that nobody ended
        yield statement
