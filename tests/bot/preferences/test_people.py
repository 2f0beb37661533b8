"""What people prefer is kept, each wish by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.preferences.people import PersonPreferences, PersonPreferencesRepository, QuietHours
from storage import Conflict, Shard, StorageError, Store, open_store, opened
from storage.models import News
from tests.support.examples import examples

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


def _process(store: Store, shard: Shard, *, hears: bool) -> PersonPreferencesRepository:
    """What a process knows that serves the shard; one that `hears` is told of what others change."""
    part = store.for_shard(shard, 0)
    people = PersonPreferencesRepository(part.people, shard, hears=hears)
    if hears:

        def heard(news: News) -> None:
            people.changed_elsewhere(news.of, news.revision)

        part.listen(heard)
    return people


async def _changes_at_random(folder: Path, random: Random, *, hears: bool) -> None:
    """Three processes serve shards of their own; people are told things by each of them."""
    async with opened(folder / "db") as store:
        processes = [_process(store, Shard(id, 3), hears=hears) for id in range(3)]
        told = set[str]()

        async def tell(lesson: str) -> None:
            try:
                await random.choice(processes).told(ANNE, "skull-king", lesson)
            except Conflict:  # overtaken twice
                return
            told.add(lesson)

        for lesson in range(10):
            await asyncio.gather(*(tell(f"{lesson} {part}") for part in range(random.randint(1, 3))))
            zone = random.choice(("UTC", "Europe/Berlin"))
            await random.choice(processes).change(ANNE, zone=zone)
            for people in processes:
                prefers = await people.of(ANNE)
                assert ({*prefers.lessons["skull-king"]}, prefers.zone) == (told, zone)


@examples(10, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans())
def test_what_several_processes_remember_of_somebody_is_all_kept_and_known_to_all(
    random: Random, hears: bool
) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_changes_at_random(Path(folder), random, hears=hears))


async def test_whoever_hears_of_changes_asks_once_and_not_again_before_there_is_one(tmp_path: Path) -> None:
    async with opened(tmp_path / "db") as store:
        one, other = (_process(store, Shard(id, 2), hears=True) for id in range(2))
        assert (await one.of(ANNE)).nudges == "channel"
        await store.people.set_preferences(ANNE, b'{"nudges":"none"}')  # of which nobody is told
        assert (await one.of(ANNE)).nudges == "channel"
        one.forget_all()
        assert (await one.of(ANNE)).nudges == "none"
        await other.change(ANNE, nudges="direct")
        assert (await one.of(ANNE)).nudges == "direct"
        await store.for_shard(Shard(1, 2), 0).privacy.erase(ANNE)
        assert await one.of(ANNE) == PersonPreferences()


async def test_whoever_changes_something_knows_it_without_asking_though_all_are_told(tmp_path: Path) -> None:
    async with opened(tmp_path / "db") as store:
        one, other = (_process(store, Shard(id, 2), hears=True) for id in range(2))
        changed = await one.change(ANNE, nudges="none")
        await store.close()
        assert await one.of(ANNE) == changed
        with pytest.raises(StorageError):
            await other.of(ANNE)
