"""What is left of a server that is erased in the file: nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from storage import (
    Change,
    NotificationRow,
    OutboxEntry,
    RatingRow,
    ResultRow,
    Store,
    TournamentChange,
    TournamentDraftRow,
    Unwritable,
    opened,
)
from storage.sqlite.store import SqliteStore
from tests.storage.samples import audit_entry, fill_server, move_after, new_table, new_tournament

pytestmark = pytest.mark.trial

HERE, THERE = 1, 2


def rows_about(path: Path, guild: int) -> dict[str, int]:
    """How many rows of each table of the schema are about the server, its tables or tournaments."""
    with sqlite3.connect(path) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        counted = dict[str, int]()
        for name in names:
            columns = {row[1] for row in db.execute(f"PRAGMA table_info({name})")}
            if "guild" in columns:
                sql = f"SELECT count(*) FROM {name} WHERE guild = {guild}"
            elif owner := columns & {"table_id", "tournament_id"}:
                start = "here" if guild == HERE else "there"
                sql = f"SELECT count(*) FROM {name} WHERE {owner.pop()} LIKE '{start}%'"
            else:
                continue
            counted[name] = db.execute(sql).fetchone()[0]
    return counted


async def test_a_server_is_erased_in_small_steps_until_nothing_is_left_and_others_stay(
    store: Store, path: Path
) -> None:
    await fill_server(store, HERE, "here1", "here2", "here3")
    await fill_server(store, THERE, "there1")
    before = rows_about(path, THERE)
    tables = {name for name, rows in rows_about(path, HERE).items() if rows}
    assert tables >= {"tables", "standing", "seated", "actions", "errands", "posts", "drafts", "servers"}
    assert tables >= {"results", "ratings", "seasons", "tournaments", "audit"}
    assert tables >= {"bans", "log_channels", "audit_posts"}
    assert tables >= {"tournament_users", "tournament_errands", "tournament_posts"}

    assert await store.servers.erase_some(HERE, 2) == ["here1", "here2"]
    assert await store.table("here3") is not None
    assert await store.servers.erase_some(HERE, 2) == ["here3"]
    assert await store.servers.erase_some(HERE, 2) == []

    assert set(rows_about(path, HERE).values()) == {0}
    assert rows_about(path, THERE) == before


async def test_a_rating_that_comes_too_late_is_not_stored_of_somebody_who_was_erased(store: Store) -> None:
    results = tuple(
        ResultRow("t1", seat, HERE, "some-game", 5.0, 1, user, name, False, False, 1 + seat, 10)
        for seat, (user, name) in enumerate(((7, "Anne"), (8, "Bart")))
    )
    await store.commit(Change(new_table("t1"), results=results))
    await store.privacy.erase(7)
    ratings = [RatingRow(HERE, "some-game", 1, user, 1, "t1", 25.0, 8.0, 5.0) for user in (7, 8)]
    await store.results.rate("t1", ratings, OutboxEntry("rated"))
    assert set(await store.results.standings(HERE, "some-game", 1, [7, 8])) == {8}


async def test_what_rows_that_moved_have_left_in_the_gaps_of_pages_is_gone_as_well(
    store: Store, path: Path
) -> None:
    user = 760_000_000_000_000_001
    rows = [new_table(f"t{number}") for number in range(12)]
    for row in rows:
        await store.commit(Change(row))
    for _move in range(60):  # all logs grow side by side, so that pages are split again and again
        for at, row in enumerate(rows):
            change = move_after(row)
            assert change.action is not None
            rows[at] = change.table
            mine = replace(change.action, user=user, action="x" * (_move % 40))
            await store.commit(replace(change, action=mine))
    for row in rows:
        await store.privacy.erase_at_table(row.id, user, [])
    await store.privacy.erase(user)
    await store.privacy.wipe()
    assert user.to_bytes(8, "big") not in path.read_bytes()
    assert [(action.number, action.user) for action in await store.log("t7")] == [
        (number, None) for number in range(1, 61)
    ]


async def test_what_was_erased_just_before_a_stop_is_wiped_after_the_next_start(path: Path) -> None:
    async with opened(path) as store:
        await store.privacy.erase(7)
    async with opened(path) as store:
        assert await store.get_note("wipe") is not None
        await asyncio.gather(
            store.privacy.wipe(), *(store.commit(Change(new_table(f"t{number}"))) for number in range(50))
        )
        assert await store.get_note("wipe") is None
        assert len(await store.tables()) == 50
        await store.privacy.wipe()


async def test_many_who_are_erased_at_once_are_all_wiped_and_nobody_is_in_anothers_way(
    store: Store, path: Path
) -> None:
    def wishes(user: int) -> bytes:
        return b"%d likes it in the gaps " % user * 300

    users = [760_000_000_000_000_000 + number for number in range(12)]
    for user in users:
        await store.people.set_preferences(user, wishes(user))

    async def erase(user: int) -> None:
        for _turn in range(3 * (user % 12)):
            await store.tables()
        await store.privacy.erase(user)
        await store.privacy.wipe()

    async def play(number: int) -> None:
        for move in range(20):
            await store.commit(Change(new_table(f"t{number}-{move}")))
            assert await store.tables()

    await asyncio.gather(*map(erase, users), *map(play, range(4)))
    content = path.read_bytes()
    assert not [user for user in users if str(user).encode() in content]
    for note in ("wipe", "wipe log"):
        assert await store.get_note(note) is None


async def test_an_erasure_that_comes_during_the_wiping_is_wiped_as_well(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = 760_000_000_000_000_002
    await store.people.set_preferences(late, b"%d is late " % late * 500)
    real = store.database.rewrite_file

    async def rewrite_file() -> None:
        await real()
        monkeypatch.undo()
        await store.privacy.erase(late)

    monkeypatch.setattr(store.database, "rewrite_file", rewrite_file)
    await store.privacy.erase(7)
    await store.privacy.wipe()
    assert await store.get_note("wipe") is not None
    await store.privacy.wipe()
    assert await store.get_note("wipe") is None
    assert str(late).encode() not in path.read_bytes()


async def test_while_somebody_reads_on_and_on_the_file_is_made_anew_once_and_the_log_emptied_later(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Litestream does, and a copy that takes long."""
    monkeypatch.setattr("storage.sqlite.database._BETWEEN_ATTEMPTS", 0.01)
    monkeypatch.setattr("storage.sqlite.database._WAIT_FOR_READERS", 0.01)
    made_anew, real = [0], store.database.rewrite_file

    async def rewrite_file() -> None:
        made_anew[0] += 1
        await real()

    monkeypatch.setattr(store.database, "rewrite_file", rewrite_file)
    log = path.with_name(f"{path.name}-wal")
    await store.privacy.erase(7)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchone()
        for _attempt in range(3):
            with pytest.raises(Unwritable, match=r"reads .* all the time"):
                await store.privacy.wipe()
            await store.commit(Change(new_table(f"t{_attempt}")))  # the games go on
        assert log.stat().st_size > 0
    await store.privacy.wipe()
    assert made_anew == [1]
    assert log.stat().st_size < 10_000, "no more than that it is done"
    assert await store.get_note("wipe log") is None


async def test_what_is_erased_is_nowhere_in_the_file_any_more(store: Store, path: Path) -> None:
    user, name = 760_000_000_000_000_001, "Anneliese Bonnet"
    for number in range(60):
        table = f"t{number}"
        record = b'{"host":%d,"seats":[{"name":"%s"}]}' % (user, name.encode())
        result = ResultRow(table, 0, HERE, "g", 1.0, 0, user, name, False, False, 1, 1)
        await store.commit(Change(new_table(table, record=record), users=(user,), results=(result,)))
        row = new_table(table, record=b"{}", revision=2)
        await store.commit(Change(row, users=()))
    await store.people.set_preferences(user, b'{"locale":"de"}')
    await store.notifications.sent(NotificationRow(user, 1, 2, "{}", 3.0))
    await store.tournaments.keep_draft(TournamentDraftRow(user, HERE, "+1", 2, "g", name.encode(), 3.0))
    act = b'{"type":"substitute","user":%d,"name":"%s"}' % (user, name.encode())
    for number in range(60):
        tournament = f"c{number}"
        record = b'{"organiser":%d,"organiser_name":"%s"}' % (user, name.encode())
        entries = (
            audit_entry(tournament=tournament, user=user, name=name),
            audit_entry(tournament=tournament, about=user, about_name=name, action=act),
        )
        row = new_tournament(tournament, record=record)
        await store.tournaments.commit(TournamentChange(row, users=(user,), audit=entries))
        await store.tournaments.commit(TournamentChange(replace(row, record=b"{}", revision=2), users=()))
    await store.privacy.begin_erasing(user)
    assert await store.privacy.erasing() == [user]

    for entry in (await store.privacy.of_person(user)).audit:
        await store.privacy.rewrite_audit(entry.id, b"{}")
    await store.privacy.erase(user)
    await store.privacy.wipe()

    assert await store.privacy.erasing() == []
    for file in path.parent.iterdir():
        content = file.read_bytes()
        assert name.encode() not in content
        assert str(user).encode() not in content
        assert user.to_bytes(8, "big") not in content
