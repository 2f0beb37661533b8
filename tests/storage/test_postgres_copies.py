"""The recipes for copies in docs/running.md: one moment by pg_dump, any moment by a base and the log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from storage import OutboxEntry, TableRow, opened
from tests.storage.samples import move_after, new_table, opening
from tests.support.postgres import PostgresServer, running_postgres

pytestmark = pytest.mark.trial


@pytest.fixture
def archiving_server(postgres_server: PostgresServer) -> Iterator[PostgresServer]:
    """One that keeps its log in a folder, piece by piece."""
    archive = {"archive_mode": "on", "archive_command": "cp %p {folder}/%f"}
    with running_postgres(postgres_server.folder.parent, **archive) as server:
        yield server


async def _play(url: str, row: TableRow, moves: int) -> TableRow:
    """The table after so many moves more, each with something to be done."""
    async with opened(url) as store:
        if row.actions == 0:
            await store.commit(opening())
        for _ in range(moves):
            change = move_after(row, outbox=(OutboxEntry("redraw"),))
            await store.commit(change)
            row = change.table
    return row


async def test_a_dump_brings_back_the_moment_at_which_it_was_made(
    postgres_server: PostgresServer, postgres_url: str
):
    dump = postgres_server.folder / f"{urlsplit(postgres_url).path[1:]}.dump"
    before = await _play(postgres_url, new_table(), 3)
    await asyncio.to_thread(
        postgres_server.program, "pg_dump", "--format=custom", f"--file={dump}", f"--dbname={postgres_url}"
    )
    await _play(postgres_url, before, 5)
    await asyncio.to_thread(
        postgres_server.program, "pg_restore", "--clean", "--if-exists", f"--dbname={postgres_url}", dump
    )
    async with opened(postgres_url) as store:
        assert await store.table("t1") == before
        last = (await store.outbox())[-1].id
        [entry] = await store.commit(move_after(before, outbox=(OutboxEntry("redraw"),)))
        assert entry.id > last  # also in a copy, no id comes back that is still in use


async def test_a_base_and_the_log_bring_back_any_moment(archiving_server: PostgresServer):
    server = archiving_server
    url = await asyncio.to_thread(server.new_database)
    early = await _play(url, new_table(), 2)
    base = server.folder / "base"
    where = f"--dbname={server.url()}"
    await asyncio.to_thread(server.program, "pg_basebackup", where, "--pgdata", base, "--checkpoint=fast")
    wanted = await _play(url, early, 3)
    [[moment]] = await asyncio.to_thread(server.run, "SELECT clock_timestamp()::text")
    await _play(url, wanted, 4)
    await asyncio.to_thread(server.run, "SELECT pg_switch_wal()")
    await asyncio.to_thread(server.stop)
    await asyncio.to_thread(_go_back, server, base, moment)
    async with opened(url) as store:
        assert await store.table("t1") == wanted
    await _play(url, wanted, 1)


def _go_back(server: PostgresServer, base: Path, moment: str) -> None:
    """The server runs on the base from now on, with what the log adds to it up to the moment."""
    with (base / "postgresql.auto.conf").open("a") as settings:
        settings.write(f"restore_command = 'cp {server.folder}/%f %p'\n")
        settings.write(f"recovery_target_time = '{moment}'\nrecovery_target_action = 'promote'\n")
    (base / "recovery.signal").touch()
    server.data = base
    server.start()
    server.wait_while("SELECT WHERE pg_is_in_recovery()")  # until then it can be read, and not written
