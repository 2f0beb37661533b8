"""Score sheets are stored in order, and go with whoever keeps them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from storage import Conflict, Store
from tests.storage.samples import new_score_sheet


async def test_what_was_noted_is_there_and_changes_in_order(store: Store) -> None:
    first = new_score_sheet()
    await store.score_sheets.keep(first)
    second = replace(first, revision=2, record=b'{"rounds":[]}', touched=1001.0)
    await store.score_sheets.keep(second)
    assert await store.score_sheets.sheet("s1") == second


@pytest.mark.parametrize("revision", [1, 3])
async def test_what_does_not_follow_is_refused(store: Store, revision: int) -> None:
    await store.score_sheets.keep(new_score_sheet())
    with pytest.raises(Conflict):
        await store.score_sheets.keep(new_score_sheet(revision=revision, record=b"{}"))
    assert await store.score_sheets.sheet("s1") == new_score_sheet()


async def test_a_keeper_finds_their_own_the_latest_first(store: Store) -> None:
    old, new = new_score_sheet("s1", touched=1.0), new_score_sheet("s2", touched=2.0)
    for row in (old, new, new_score_sheet("s3", keeper=8)):
        await store.score_sheets.keep(row)
    assert await store.score_sheets.of_keeper(7) == [new, old]
    assert [row.id for row in await store.score_sheets.of_server(1)] == ["s1", "s2", "s3"]
    assert await store.score_sheets.of_server(2) == []
    await store.score_sheets.remove("s2")
    assert await store.score_sheets.of_keeper(7) == [old]


async def test_those_that_name_somebody_are_found_and_their_own_erased(store: Store) -> None:
    others = new_score_sheet("s2", keeper=8, record=b'{"players":[{"user":7}]}')
    for row in (new_score_sheet("s1"), others, new_score_sheet("s3", keeper=8)):
        await store.score_sheets.keep(row)
    assert await store.privacy.score_sheets_naming(7) == ["s1", "s2"]
    await store.privacy.erase(7)
    assert await store.score_sheets.of_keeper(7) == []
    assert await store.score_sheets.sheet("s2") == others
