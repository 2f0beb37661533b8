"""What is going on while the power fails: an evening of play, or an upgrade; and what must hold after it.

A scene is played once and recorded, with a mark for each thing that the world outside learns. It is then told
these marks again up to the moment of a power cut, and asked whether the files that may be left keep to them.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Literal, Protocol

from storage import OutboxEntry, opened
from storage.sqlite.migrations import migrations
from storage.sqlite.store import SqliteStore
from tests.storage.consistency import assert_nothing_half_stored
from tests.storage.promised import Promised
from tests.storage.samples import move_after
from tests.storage.writer import Said, play_everywhere
from tests.support.database import assert_sound, copied
from tests.support.trace import Trace

NAME, COPY = "tortuga.sqlite3", "copy.sqlite3"
SOMEBODY = 4_000_000
MOVES = 20, 60
"""So many are acknowledged at least in each part of an evening."""
PAGES = 40
"""Of the write-ahead log, after which it is brought back into the file."""
SECRET = b"the parrot of somebody who wants to be forgotten"

Milestone = Literal["copying", "copied", "wished", "erasing", "erased", "upgraded"]


class Scene(Protocol):
    """Something that goes on in a folder."""

    def prepare(self, folder: Path) -> None:
        """What is there before it begins is put into the folder."""
        ...

    async def play(self, trace: Trace, dice: Random) -> None:
        """It happens, in `trace.folder`."""
        ...

    def learn(self, mark: Said | Milestone) -> None:
        """The world outside has learnt this before the power failed."""
        ...

    async def assert_kept(self, folder: Path) -> None:
        """The next start with these files; AssertionError if they do not keep to what was learnt."""
        ...


class Evening:
    """The first start; play at many tables, with checkpoints; a backup; somebody is erased; a restart."""

    def __init__(self) -> None:
        self._promised = Promised()
        self._copied: dict[str, int] | None = None
        """What the backup must hold, as soon as one was begun."""
        self._reached: set[Milestone] = set()

    def prepare(self, folder: Path) -> None:
        """See `Scene.prepare`: nothing, for it is the first start."""

    async def play(self, trace: Trace, dice: Random) -> None:
        """See `Scene.play`."""
        path = trace.folder / NAME
        async with opened(path) as store:
            async with _players(store, trace, dice):
                pass
            await store.people.set_preferences(SOMEBODY, SECRET)
            trace.mark("wished")
            async with _players(store, trace, dice):
                trace.mark("copying")
                await store.backup(trace.folder / COPY)
                trace.mark("copied")
            async with _players(store, trace, dice):
                trace.mark("erasing")
                await store.privacy.erase(SOMEBODY)
                trace.mark("erased")
                await store.privacy.wipe()
        async with opened(path) as store, _players(store, trace, dice):
            pass

    def learn(self, mark: Said | Milestone) -> None:
        """See `Scene.learn`."""
        if isinstance(mark, tuple):
            self._promised.heard([mark])
            return
        if mark == "copying":
            self._copied = dict(self._promised.numbers)
        self._reached.add(mark)

    async def assert_kept(self, folder: Path) -> None:
        """See `Scene.assert_kept`."""
        path = folder / NAME
        async with opened(path) as store:
            await self._promised.assert_kept(store)
            await self._assert_it_goes_on(store)
            if "wished" in self._reached and "erasing" not in self._reached:
                assert await store.people.preferences(SOMEBODY) == SECRET
            if "erased" in self._reached:
                await store.privacy.wipe()
        with closing(sqlite3.connect(path)) as database:
            assert_sound(database)
        if "erased" in self._reached:
            assert SECRET not in path.read_bytes(), "what was erased is still in the file"
        await self._assert_copy_is_whole(folder / COPY)

    async def _assert_it_goes_on(self, store: SqliteStore) -> None:
        """The next move is stored, and its outbox entry has an id that was never given before."""
        row = await store.table("t0")
        if row is not None:
            [entry] = await store.commit(move_after(row, outbox=(OutboxEntry("redraw"),)))
            assert entry.id > self._promised.last_outbox_id

    async def _assert_copy_is_whole(self, copy: Path) -> None:
        """A backup that was made is there; one that is there is whole, whether it was told or not."""
        assert copy.exists() or "copied" not in self._reached, "the backup is gone"
        if not copy.exists():
            return
        assert self._copied is not None
        async with opened(copy) as store:
            stored = await assert_nothing_half_stored(store)
        with closing(sqlite3.connect(copy)) as database:
            assert_sound(database)
        wanted = {owner: number for owner, number in self._copied.items() if owner.startswith("t")}
        assert all(stored[table] >= number for table, number in wanted.items())


class Upgrade:
    """A file from an earlier version is opened: a copy is made beside it, and one step after the other."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._layout = int(database.stem)
        self._moves = _moves(database)
        self._upgraded = False

    def prepare(self, folder: Path) -> None:
        """See `Scene.prepare`."""
        shutil.copyfile(self._database, folder / NAME)

    async def play(self, trace: Trace, dice: Random) -> None:
        """See `Scene.play`."""
        async with opened(trace.folder / NAME) as store:
            trace.mark("upgraded")
            await store.set_note("upgraded by", "somebody")

    def learn(self, mark: Said | Milestone) -> None:
        """See `Scene.learn`."""
        self._upgraded |= mark == "upgraded"

    async def assert_kept(self, folder: Path) -> None:
        """See `Scene.assert_kept`."""
        path, newest = folder / NAME, len(migrations())
        kept = folder / f"{NAME}.layout-{self._layout}"
        layout = _layout(path)
        assert layout == newest or (not self._upgraded and self._layout <= layout)
        assert kept.exists() or layout == self._layout, "upgraded, and no copy of what was before"
        async with opened(path):
            pass
        assert (_layout(path), _layout(kept)) == (newest, self._layout)
        for place in (path, kept):
            assert _moves(place) == self._moves
            with closing(sqlite3.connect(place)) as database:
                assert_sound(database)


@asynccontextmanager
async def _players(store: SqliteStore, trace: Trace, dice: Random) -> AsyncIterator[None]:
    """While the block lasts, and until some moves more were acknowledged, people play on."""
    heard, wanted, leaving = 0, dice.randrange(*MOVES), False

    def say(owner: str, number: int, entry: int) -> bool:
        nonlocal heard
        heard += 1
        trace.mark((owner, number, entry))
        return heard < wanted or not leaving

    # Bringing the log back into the file is to happen within these few moves.
    await store.database.run_alone(f"PRAGMA wal_autocheckpoint = {PAGES}")
    playing = asyncio.create_task(play_everywhere(store, say))
    try:
        yield
        leaving = True
        await playing
    finally:
        playing.cancel()


def _layout(path: Path) -> int:
    """The layout of a file that nobody has open, which is left as it is to the last bit."""
    return _asked(path, "PRAGMA user_version")[0][0]


def _moves(path: Path) -> list[tuple[str, int]]:
    """How many moves each table has, likewise."""
    return _asked(path, "SELECT table_id, count(*) FROM actions GROUP BY table_id ORDER BY table_id")


def _asked(path: Path, sql: str) -> list[Any]:
    with TemporaryDirectory() as folder, closing(sqlite3.connect(copied(path, Path(folder)))) as database:
        return database.execute(sql).fetchall()
