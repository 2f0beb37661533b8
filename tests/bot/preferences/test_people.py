"""What people prefer is kept, each wish by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.preferences.people import PersonPreferences, PersonPreferencesRepository, QuietHours
from storage import StorageError, open_store, opened

ANNE, CALICO = 101, 102


async def test_whoever_never_said_anything_is_told_where_the_table_is(tmp_path: Path) -> None:
    async with opened(tmp_path / "db") as store:
        assert await PersonPreferencesRepository(store.people).of(ANNE) == PersonPreferences()
        assert PersonPreferences().nudges == "channel"


async def test_wishes_outlive_a_restart_and_change_one_by_one(tmp_path: Path) -> None:
    async with opened(tmp_path / "db") as store:
        people = PersonPreferencesRepository(store.people)
        await people.change(ANNE, nudges="direct")
        await people.change(CALICO, nudges="none")
        changed = await people.change(ANNE, quiet=QuietHours(22 * 60, 8 * 60), zone="Europe/Berlin")
        assert await people.of(ANNE) == changed
    async with opened(tmp_path / "db") as store:
        people = PersonPreferencesRepository(store.people)
        assert await people.of(ANNE) == changed
        assert (changed.nudges, changed.zone) == ("direct", "Europe/Berlin")
        assert (await people.of(CALICO)).nudges == "none"


async def test_what_could_not_be_stored_does_not_count(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "db")
    people = PersonPreferencesRepository(store.people)
    await people.change(ANNE, nudges="direct")
    await store.close()
    with pytest.raises(StorageError):
        await people.change(ANNE, nudges="none")
    async with opened(tmp_path / "db") as again:
        assert (await PersonPreferencesRepository(again.people).of(ANNE)).nudges == "direct"
