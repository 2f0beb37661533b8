"""A page of the file is damaged, anywhere: it is told, or does no harm; no wrong state of a game is shown.

What a single bit does inside a word or a number nobody can tell from SQLite's file, which has no checksums;
what disks really do, they do to whole sectors and pages.
"""

from __future__ import annotations

import asyncio
import tempfile
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.tables.model import Table
from bot.tables.repository import table_from_row as table_from
from bot.tournaments.model import Tournament
from bot.tournaments.model import from_row as tournament_from
from storage import ActionRow, Damaged, Store, backup, opened
from tests.storage.make_database import DATABASES
from tests.storage.samples import move_after, new_table, opening
from tests.support.examples import examples

PAGE, SECTOR = 4096, 512
PHASES = ("lobby", "playing", "over", "closed")

Told = dict[str, tuple[Table, list[ActionRow]] | Tournament | str]
"""What people would be shown of each table and tournament; a word in its place if it cannot be read."""


async def told(store: Store) -> Told:
    """All tables and tournaments, as the bot reads them; StorageError from whoever meets the damage."""
    found: Told = {}
    for row in await store.tables(phases=PHASES, limit=1_000_000):
        log = await store.log(row.id)
        try:
            found[row.id] = table_from(row), log
        except (ValueError, KeyError):
            found[row.id] = "cannot be read"
    for row in await store.tournaments.tournaments(limit=1_000_000):
        try:
            found[row.id] = tournament_from(row)
        except (ValueError, KeyError):
            found[row.id] = "cannot be read"
    return found


@cache
def sound() -> tuple[bytes, Told]:
    """A file with games and a tournament under way, and what is told of them."""

    async def read() -> Told:
        async with opened(path) as store:
            return await told(store)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tortuga.sqlite3"
        path.write_bytes(max(DATABASES.glob("*.sqlite3")).read_bytes())
        found = asyncio.run(read())
        return path.read_bytes(), found


def found_with(content: bytes) -> Told | Damaged:
    """What is told with this file in the other one's place."""

    async def read() -> Told | Damaged:
        try:
            async with opened(path) as store:
                return await told(store)
        except Damaged as trouble:
            return trouble

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tortuga.sqlite3"
        path.write_bytes(content)
        return asyncio.run(read())


def replaced(content: bytes, at: int, piece: bytes) -> bytes:
    """The content with a piece of it replaced."""
    return content[:at] + piece + content[at + len(piece) :]


places = st.integers(0, 10**6)
"""To be taken modulo the number of pages or sectors."""


@examples(40)
@given(page=places, fill=st.sampled_from([bytes(PAGE), b"\xff" * PAGE, Random(17).randbytes(PAGE)]))
def test_a_page_that_is_lost_is_told_at_the_start(page: int, fill: bytes):
    content, _told = sound()
    at = page * PAGE % len(content)
    assume(content[at : at + PAGE] != bytes(PAGE))  # of a page that holds nothing, nothing is lost
    found = found_with(replaced(content, at, fill))
    assert isinstance(found, Damaged)
    assert "put the latest backup in its place" in str(found)


@examples(40)
@given(page=places, other=places)
def test_a_page_in_anothers_place_is_told_at_the_start_or_does_no_harm(page: int, other: int):
    content, right = sound()
    to, origin = page * PAGE % len(content), other * PAGE % len(content)
    found = found_with(replaced(content, to, content[origin : origin + PAGE]))
    assert isinstance(found, Damaged) or found == right


@examples(60)
@given(sector=places, seed=st.integers(0, 10**6))
def test_a_sector_of_rubbish_is_told_or_does_no_harm_and_no_game_is_shown_wrong(sector: int, seed: int):
    content, right = sound()
    at = sector * SECTOR % len(content)
    found = found_with(replaced(content, at, Random(seed).randbytes(SECTOR)))
    if not isinstance(found, Damaged):
        assert set(found) == set(right)
        assert all(what in (right[id], "cannot be read") for id, what in found.items())


def test_a_layout_that_cannot_be_read_is_told_at_the_start():
    content, _told = sound()
    at = content.index(b"ON tables (guild)") + len(b"ON tables (")
    assert isinstance(found_with(replaced(content, at, b"\xdf")), Damaged)


async def test_a_move_that_cannot_be_read_is_told_without_its_words(path: Path):
    async with opened(path) as store:
        await store.commit(opening())
        await store.commit(move_after(new_table()))
    content = path.read_bytes()
    path.write_bytes(content.replace(b"play 1", b"play \xff"))
    async with opened(path) as store:
        with pytest.raises(Damaged) as told:
            await store.log("t1")
    assert "play" not in str(told.value)


def test_damage_that_comes_later_is_told_by_the_backup_and_the_copy_is_not_made(path: Path):
    content, _told = sound()
    for page in range(1, len(content) // PAGE, 4):
        path.write_bytes(replaced(content, page * PAGE, bytes(PAGE)))
        with pytest.raises(Damaged):
            asyncio.run(backup(path, path.with_name("copy.sqlite3")))
        assert [file.name for file in path.parent.glob("copy*")] == []
