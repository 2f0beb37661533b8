"""What is stored of servers, and how one is erased."""

from __future__ import annotations

import asyncio

import pytest

from storage import Change, Conflict, Store, TournamentChange
from storage.interfaces import PreferencesStore
from tests.storage.samples import fill_server, new_table, new_tournament

HERE, THERE, CUPS_ONLY = 1, 2, 3


async def test_a_server_has_the_wishes_that_it_had_last(store: Store) -> None:
    assert await store.servers.of(HERE) is None
    await store.servers.set_preferences(HERE, b"{}")
    await store.servers.set_preferences(HERE, b'{"pace":"blitz"}', b"{}")
    row = await store.servers.of(HERE)
    assert row is not None
    assert (row.preferences, row.gone) == (b'{"pace":"blitz"}', None)


@pytest.mark.parametrize("of", ["people", "servers"])
async def test_wishes_that_follow_on_others_than_are_stored_are_refused(store: Store, of: str) -> None:
    kept: PreferencesStore = getattr(store, of)
    await kept.set_preferences(HERE, b"{}")
    for expected in (None, b"[]"):
        with pytest.raises(Conflict):
            await kept.set_preferences(HERE, b'{"locale":"de"}', expected)
    assert await kept.preferences(HERE) == b"{}"
    done = await asyncio.gather(
        *(kept.set_preferences(HERE, b"%d" % number, b"{}") for number in range(5)), return_exceptions=True
    )
    assert [type(one) for one in done].count(Conflict) == 4


async def test_a_server_that_is_gone_keeps_its_wishes_and_the_first_moment(store: Store) -> None:
    await store.servers.set_preferences(HERE, b'{"pace":"blitz"}')
    await store.servers.went(HERE, 100.0)
    await store.servers.went(HERE, 200.0)
    await store.servers.went(THERE, 50.0)
    assert await store.servers.gone() == [(THERE, 50.0), (HERE, 100.0)]
    await store.servers.came_back(HERE)
    assert await store.servers.gone() == [(THERE, 50.0)]
    row = await store.servers.of(HERE)
    assert row is not None
    assert row.preferences == b'{"pace":"blitz"}'


async def test_the_servers_that_are_known_and_not_gone(store: Store) -> None:
    await store.commit(Change(new_table("t1", guild=HERE)))
    await store.servers.set_preferences(THERE, b"{}")
    await store.tournaments.commit(TournamentChange(new_tournament(guild=CUPS_ONLY)))
    assert sorted(await store.servers.known()) == [HERE, THERE, CUPS_ONLY]
    await store.servers.went(HERE, 1.0)
    assert await store.servers.known() == [THERE, CUPS_ONLY]


async def test_a_table_of_no_server_makes_none_known(store: Store) -> None:
    await store.commit(Change(new_table("t1", guild=0)))
    await store.commit(Change(new_table("t2", guild=HERE)))
    assert await store.servers.known() == [HERE]


async def test_a_server_of_which_nothing_is_left_but_a_tournament_is_erased_as_well(store: Store) -> None:
    await fill_server(store, THERE, "there1")
    await store.tournaments.commit(TournamentChange(new_tournament(guild=HERE), users=(7,)))
    assert await store.servers.erase_some(HERE, 2) == []
    assert await store.tournaments.tournament("c1") is None
    assert [row.id for row in await store.tournaments.tournaments(user=7)] == ["there1-cup"]


async def test_only_tables_that_are_open_are_counted_as_such(store: Store) -> None:
    await store.commit(Change(new_table("t1", guild=HERE)))
    await store.commit(Change(new_table("t2", guild=HERE, phase="playing")))
    await store.commit(Change(new_table("t3", guild=HERE, phase="over")))
    await store.commit(Change(new_table("t4", guild=THERE)))
    assert await store.servers.open_tables(HERE) == 2
