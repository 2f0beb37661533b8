"""Tables are counted once each, in the order in which they ended, whatever happens in between."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.profiles import leaderboards
from bot.profiles import rating_service as rater_module
from bot.profiles.rating_service import RatingService, rate_next
from bot.profiles.ratings import NEWCOMER
from bot.refusal import Refusal
from games.contract import Outcome
from storage import RatingRow, StorageError, Store, opened
from tests.bot.profiles.games_over import GAME, GUILD, end, results
from tests.bot.screens.puppet import digging, table_of

ANNE, BART, CALICO = 1, 2, 3
OVER = table_of(digging(2, end=Outcome((1, 2), (2, 1))))
"""Any table that has ended: the news is all that matters."""


async def count_all(store: Store) -> int:
    """How many tables there were to count."""
    counted = 0
    while await rate_next(store.results):
        counted += 1
    return counted


async def count_all_anew(store: Store) -> None:
    """As if no table had been counted yet."""
    await store.results.take_back(GUILD, GAME, float("-inf"))
    await count_all(store)


async def standing(store: Store, season: int = 1) -> dict[int, RatingRow]:
    """Where everybody stands."""
    return {row.user: row for row, _name in await store.results.ranking(GUILD, GAME, season)}


async def history(store: Store, *tables: str) -> list[RatingRow]:
    """All that these tables have done."""
    return [after for table in tables for _before, after in await store.results.changes_by(table)]


async def test_who_wins_rises_and_robots_have_no_rating(store: Store) -> None:
    await end(store, results("t1", ANNE, None, BART))
    assert await count_all(store) == 1
    now = await standing(store)
    assert set(now) == {ANNE, BART}
    assert now[ANNE].mu > NEWCOMER.mu > now[BART].mu
    assert [entry.kind for entry in await store.outbox()] == ["rated"]


async def test_an_unrated_game_counts_for_nobody(store: Store) -> None:
    await end(store, results("t1", ANNE, BART, rated=False))
    assert await count_all(store) == 0
    assert await standing(store) == {}


async def test_servers_and_games_have_ratings_of_their_own(store: Store) -> None:
    await end(store, results("t1", ANNE, BART))
    await end(store, results("t2", BART, ANNE, guild=2))
    await end(store, results("t3", BART, ANNE, game="another-game"))
    assert await count_all(store) == 3
    assert {user: row.games for user, row in (await standing(store)).items()} == {ANNE: 1, BART: 1}
    assert next(iter(await standing(store))) == ANNE


async def test_a_stop_between_a_games_end_and_its_rating_loses_nothing_and_counts_nothing_twice(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tortuga.sqlite3"
    async with opened(path) as store:
        await end(store, results("t1", ANNE, BART, ended=1.0))
        await end(store, results("t2", ANNE, CALICO, ended=2.0))
        await rate_next(store.results)  # and the bot is stopped here
    async with opened(path) as store:
        rater = RatingService(store.results, lambda: None)
        rater.open()
        await asyncio.wait_for(rater.settled(), 10)
        await rater.close()
        assert {user: row.games for user, row in (await standing(store)).items()} == {
            ANNE: 2,
            BART: 1,
            CALICO: 1,
        }
        assert await count_all(store) == 0
        assert [entry.table for entry in await store.outbox()] == ["t1", "t2"]


async def test_ratings_are_what_the_results_make_them_whenever_they_are_counted_anew(store: Store) -> None:
    tables = [f"t{number}" for number in range(12)]
    people = [ANNE, BART, CALICO]
    for number, table in enumerate(tables):
        order = people[number % 3 :] + people[: number % 3]
        await end(
            store, results(table, *order, ended=float(number), left=(order[1],) if number % 4 == 0 else ())
        )
        await count_all(store)
    before = await history(store, *tables)
    assert len(before) == 36
    await count_all_anew(store)
    assert await history(store, *tables) == before


async def test_two_tables_that_end_at_the_same_moment_count_in_one_order_however_they_come(
    tmp_path: Path,
) -> None:
    first, second = results("t1", ANNE, BART, ended=5.0), results("t2", BART, ANNE, ended=5.0)
    ratings = []
    for number, coming in enumerate([(first, second), (second, first)]):
        async with opened(tmp_path / f"{number}.sqlite3") as store:
            for rows in coming:
                await end(store, rows)
                await count_all(store)
            ratings.append(await history(store, "t1", "t2"))
    assert ratings[0] == ratings[1]
    assert [row.games for row in ratings[0]] == [1, 1, 2, 2]


async def test_many_tables_that_end_at_once_are_all_counted_by_one_worker(store: Store) -> None:
    told: list[None] = []
    rater = RatingService(store.results, lambda: told.append(None))
    rater.open()
    await asyncio.wait_for(rater.settled(), 10)

    async def end_and_tell(table: str) -> None:
        await end(store, results(table, ANNE, BART, ended=3.0))
        rater.table_changed(OVER)

    await asyncio.gather(*(end_and_tell(f"t{at}") for at in range(20)))
    await asyncio.wait_for(rater.settled(), 20)
    await rater.close()
    assert len(told) >= 20
    assert (await standing(store))[ANNE].games == 20


async def test_a_table_that_comes_too_late_is_counted_in_its_place(store: Store) -> None:
    await end(store, results("t1", ANNE, BART, ended=1.0))
    await end(store, results("t3", ANNE, BART, ended=3.0))
    await count_all(store)
    await end(store, results("t2", BART, ANNE, ended=2.0))
    assert await count_all(store) == 2  # the late one, and the one that it comes before
    assert [row.games for row in await history(store, "t1", "t2", "t3")] == [1, 1, 2, 2, 3, 3]
    counted = await history(store, "t1", "t2", "t3")
    await count_all_anew(store)
    assert await history(store, "t1", "t2", "t3") == counted


async def test_somebody_whose_data_was_erased_is_won_against_as_a_newcomer(store: Store) -> None:
    rows = results("t1", ANNE, BART)
    await end(store, tuple(row if row.user == ANNE else replace(row, user=None, name="?") for row in rows))
    await count_all(store)
    assert set(now := await standing(store)) == {ANNE}
    assert now[ANNE].mu == pytest.approx(27.635, abs=0.001)


# Seasons


async def test_a_season_begins_anew_and_the_one_before_stays(store: Store) -> None:
    await end(store, results("t1", ANNE, BART, ended=1.0))
    await end(store, results("t2", ANNE, BART, ended=9.0))
    await leaderboards.begin_season(store.results, GUILD, GAME, 2, now=10.0)
    await end(store, results("t3", BART, ANNE, ended=11.0))
    await count_all(store)
    assert (await standing(store, 1))[ANNE].games == 2
    now = await standing(store, 2)
    assert {user: row.games for user, row in now.items()} == {ANNE: 1, BART: 1}
    assert now[BART].mu == pytest.approx(27.635, abs=0.001)


async def test_a_game_that_ended_before_a_season_began_counts_in_the_one_before(store: Store) -> None:
    await end(store, results("t1", ANNE, BART, ended=1.0))
    await leaderboards.begin_season(store.results, GUILD, GAME, 2, now=2.0)
    await count_all(store)
    assert set(await standing(store, 1)) == {ANNE, BART}
    assert await standing(store, 2) == {}


async def test_a_season_is_begun_once_though_two_moderators_confirm_it(store: Store) -> None:
    await leaderboards.begin_season(store.results, GUILD, GAME, 2, now=2.0)
    with pytest.raises(Refusal, match="already begun"):
        await leaderboards.begin_season(store.results, GUILD, GAME, 2, now=3.0)
    assert await store.results.seasons(GUILD, GAME) == [(2, 2.0)]


async def test_other_games_and_servers_go_on_with_their_season(store: Store) -> None:
    await leaderboards.begin_season(store.results, GUILD, GAME, 2, now=2.0)
    assert await store.results.seasons(GUILD, "another-game") == []
    assert await store.results.seasons(2, GAME) == []


async def test_whatever_goes_wrong_with_one_count_the_next_attempt_is_made(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rater_module, "PAUSE_AFTER_FAILURE", 0.001)
    await end(store, results("t1", ANNE, BART))
    failures = [ValueError("what is that?"), StorageError("disk full")]

    class Failing:
        """The door, behind which something is wrong at first."""

        def __getattr__(self, name: str) -> object:
            if failures:
                raise failures.pop()
            return getattr(store.results, name)

    rater = RatingService(Failing(), lambda: None)  # type: ignore[arg-type]
    rater.open()
    await asyncio.wait_for(rater.settled(), 10)
    await rater.close()
    assert set(await standing(store)) == {ANNE, BART}
