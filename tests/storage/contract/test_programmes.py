"""What a server has on its programme beyond one tournament is stored whole or not at all, once, in order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from storage import AlreadyDone, Conflict, ProgrammeChange, ProgrammeRow, Store
from storage.sql.tournaments import ProgrammeStore
from tests.storage.contract.conftest import OpenDatabase
from tests.storage.samples import announcing, audit_entry, new_programme, new_tournament


@pytest.fixture(params=["recurring", "series"])
def programmes(store: Store, request: pytest.FixtureRequest) -> ProgrammeStore:
    """Tournaments that come again, or series."""
    return getattr(store, request.param)


def after(row: ProgrammeRow) -> ProgrammeRow:
    """How the programme stands after its next change."""
    return replace(row, revision=row.revision + 1, record=b'{"step":%d}' % row.revision)


async def test_what_was_made_is_there_and_changes_in_order(programmes: ProgrammeStore) -> None:
    await programmes.commit(ProgrammeChange(new_programme()))
    assert await programmes.programme("p1") == new_programme()
    await programmes.commit(ProgrammeChange(after(new_programme())))
    assert await programmes.programme("p1") == after(new_programme())
    assert await programmes.programme("p2") is None


@pytest.mark.parametrize("revision", [1, 3, 9])
@pytest.mark.parametrize("removed", [False, True])
async def test_a_change_that_does_not_follow_is_refused_with_all_it_brings(
    store: Store, programmes: ProgrammeStore, revision: int, removed: bool
) -> None:
    await programmes.commit(ProgrammeChange(new_programme()))
    wrong = replace(after(new_programme()), revision=revision)
    entry = audit_entry(tournament=None)
    with pytest.raises(Conflict):
        await programmes.commit(ProgrammeChange(wrong, interaction=5, audit=(entry,), removed=removed))
    assert await programmes.programme("p1") == new_programme()
    assert await store.answer(5) is None
    assert await store.audit.of_server(1) == []


async def test_what_is_removed_is_gone_and_its_id_is_free_again(programmes: ProgrammeStore) -> None:
    await programmes.commit(ProgrammeChange(new_programme()))
    await programmes.commit(ProgrammeChange(after(new_programme()), removed=True))
    assert await programmes.all() == []
    with pytest.raises(Conflict):
        await programmes.commit(ProgrammeChange(after(new_programme())))
    await programmes.commit(ProgrammeChange(new_programme()))
    assert await programmes.programme("p1") == new_programme()


async def test_a_press_acts_once_and_its_act_stands_in_the_log(
    store: Store, programmes: ProgrammeStore
) -> None:
    entry = audit_entry(tournament=None)
    await programmes.commit(
        ProgrammeChange(new_programme(), interaction=99, answer=b'{"said":1}', audit=(entry,))
    )
    for again in (new_programme("p2"), after(new_programme())):
        with pytest.raises(AlreadyDone) as told:
            await programmes.commit(ProgrammeChange(again, interaction=99))
        assert told.value.answer == b'{"said":1}'
    assert await programmes.all() == [new_programme()]
    [kept] = await store.audit.of_server(1)
    assert replace(kept, id=0) == entry


async def test_those_of_a_server_and_all_of_them(programmes: ProgrammeStore) -> None:
    here, there, also_here = new_programme("a"), new_programme("b", guild=2), new_programme("c")
    for row in (also_here, there, here):
        await programmes.commit(ProgrammeChange(row))
    assert await programmes.of_server(1) == [here, also_here]
    assert await programmes.of_server(3) == []
    assert await programmes.all() == [here, there, also_here]


async def test_both_kinds_have_ids_of_their_own(store: Store) -> None:
    await store.recurring.commit(ProgrammeChange(new_programme()))
    assert await store.series.programme("p1") is None
    await store.series.commit(ProgrammeChange(new_programme(guild=7)))
    assert await store.recurring.programme("p1") == new_programme()


async def test_they_outlive_a_restart(open_database: OpenDatabase) -> None:
    store = await open_database()
    await store.recurring.commit(ProgrammeChange(new_programme()))
    await store.close()
    store = await open_database()
    assert await store.recurring.programme("p1") == new_programme()
    await store.close()


async def test_the_tournaments_of_a_season_in_the_order_in_which_they_were_announced(store: Store) -> None:
    def of_series(id: str, created: float, series: str | None = "s1", season: int | None = 1):
        return new_tournament(id, series=series, season=season, created=created)

    late, early = of_series("c1", 3000.0), of_series("c2", 2000.0)
    others = of_series("c3", 1.0, season=2), of_series("c4", 1.0, "s2"), of_series("c5", 1.0, None, None)
    for row in (late, early, *others):
        await store.tournaments.commit(replace(announcing(), row=row))
    assert await store.tournaments.of_series("s1", 1) == [early, late]
    moved = replace(early, revision=2, season=2)
    await store.tournaments.commit(replace(announcing(), row=moved))
    assert await store.tournaments.of_series("s1", 1) == [late]
    assert await store.tournaments.tournament("c2") == moved


async def test_they_go_with_their_server(store: Store, programmes: ProgrammeStore) -> None:
    here, there = new_programme("a"), new_programme("b", guild=2)
    for row in (here, there):
        await programmes.commit(ProgrammeChange(row))
    assert sorted(await store.servers.known()) == [1, 2]
    await store.servers.went(1, 5.0)
    assert await store.servers.erase_some(1, 10) == []
    assert await programmes.all() == [there]
