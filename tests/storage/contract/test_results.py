"""Results and ratings."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from storage import Conflict, OutboxEntry, RatingRow, ResultRow, Store
from storage.models import Change
from tests.storage.samples import move_after, new_table

RATED = OutboxEntry("rated", b"{}")


def result(table: str, seat: int, **fields: object) -> ResultRow:
    """A seat's result."""
    row = ResultRow(
        *(table, seat, 1, "some-game", 9.0, 1, 7 + seat, f"user {seat}"),
        *(False, False, seat + 1, 10 - seat, b'{"bids":[1,2]}'),
    )
    return replace(row, **fields)  # type: ignore[arg-type]


def rating(user: int, table: str = "t1", **fields: object) -> RatingRow:
    """Where somebody stands."""
    row = RatingRow(1, "some-game", 1, user, 1, table, 25.0, 8.0, 9.0)
    return replace(row, **fields)  # type: ignore[arg-type]


async def end(store: Store, table: str, *rows: ResultRow) -> None:
    """A game ends."""
    await store.commit(Change(new_table(table)))
    await store.commit(replace(move_after(new_table(table)), results=rows))


async def test_results_are_read_as_they_were_stored(store: Store):
    robot = result("t1", 1, user=None, robot=True, rated=0)
    left = result("t1", 2, quit=True, points=-30)
    await end(store, "t1", result("t1", 0), robot, left)
    assert await store.results.of_table("t1") == [result("t1", 0), robot, left]
    assert await store.results.of_table("t2") == []


async def test_somebodys_games_come_with_all_who_played_in_the_order_of_ending(store: Store):
    await end(store, "t2", result("t2", 0, ended=1.0), result("t2", 1, ended=1.0))
    await end(store, "t1", result("t1", 0), result("t1", 1))
    await end(store, "t3", result("t3", 1))
    await end(store, "t4", result("t4", 0, guild=2))
    await end(store, "t5", result("t5", 0, game="another-game"))
    tables = [row.table for row in await store.results.of_user(7, 1)]
    assert tables == ["t2", "t2", "t1", "t1", "t5"]
    assert [row.table for row in await store.results.of_user(7, 1, "another-game")] == ["t5"]
    assert await store.results.of_user(99, 1) == []


async def test_the_game_that_ended_last_on_a_server(store: Store):
    assert await store.results.latest_game(1) is None
    await end(store, "t1", result("t1", 0, ended=5.0, game="late"))
    await end(store, "t2", result("t2", 0, ended=2.0, game="early"))
    assert await store.results.latest_game(1) == "late"
    assert await store.results.latest_game(2) is None


async def test_the_first_to_end_is_the_next_to_be_counted_until_all_are(store: Store):
    await end(store, "t1", result("t1", 0, ended=5.0))
    await end(store, "t2", result("t2", 0, ended=2.0), result("t2", 1, ended=2.0, rated=0))
    await end(store, "t3", result("t3", 0, rated=0))
    assert [row.table for row in await store.results.next_to_rate()] == ["t2", "t2"]
    await store.results.rate("t2", [rating(7, "t2")], RATED)
    assert [row.rated for row in await store.results.of_table("t2")] == [2, 0]
    assert [row.table for row in await store.results.next_to_rate()] == ["t1"]
    await store.results.rate("t1", [rating(7, "t1", games=2)], RATED)
    assert await store.results.next_to_rate() == []


async def test_ratings_come_with_the_outbox_entry_to_show_them_or_not_at_all(store: Store):
    await end(store, "t1", result("t1", 0), result("t1", 1))
    await store.results.rate("t1", [rating(7), rating(8)], RATED)
    [entry] = await store.outbox()
    assert (entry.table, entry.kind) == ("t1", "rated")
    await end(store, "t2", result("t2", 0))
    with pytest.raises(Exception, match="could not be stored"):
        await store.results.rate("t2", [rating(8, "t2", games=2), rating(7, "t2")], RATED)
    assert [row.rated for row in await store.results.of_table("t2")] == [1]
    assert await store.results.standings(1, "some-game", 1, [8]) == {8: rating(8)}
    assert len(await store.outbox()) == 1


async def test_a_table_that_is_not_stored_cannot_be_counted(store: Store):
    with pytest.raises(Conflict):
        await store.results.rate("t9", [rating(7, "t9")], RATED)


async def test_somebody_stands_where_their_last_game_has_put_them(store: Store):
    await end(store, "t1", result("t1", 0), result("t1", 1))
    await end(store, "t2", result("t2", 0))
    better = rating(7, "t2", games=2, mu=27.0)
    await store.results.rate("t1", [rating(7), rating(8, mu=20.0)], RATED)
    await store.results.rate("t2", [better], RATED)
    assert await store.results.standings(1, "some-game", 1, [7, 8, 9]) == {7: better, 8: rating(8, mu=20.0)}
    assert await store.results.standings(1, "some-game", 2, [7]) == {}
    assert await store.results.ranking(1, "some-game", 1) == [
        (better, "user 0"),
        (rating(8, mu=20.0), "user 1"),
    ]
    assert await store.results.changes_by("t2") == [(rating(7), better)]
    assert await store.results.changes_by("t1") == [(None, rating(7)), (None, rating(8, mu=20.0))]


async def test_somebodys_ratings_come_game_by_game_in_the_order_in_which_they_played(store: Store):
    await end(store, "t1", result("t1", 0), result("t1", 1))
    await end(store, "t2", result("t2", 0))
    await end(store, "t3", result("t3", 0, game="another-game"))
    await end(store, "t4", result("t4", 0, guild=2))
    first, second = rating(7), rating(7, "t2", games=2, mu=24.0)
    anew = rating(7, "t2", season=2)
    other, elsewhere = rating(7, "t3", game="another-game"), rating(7, "t4", guild=2)
    await store.results.rate("t2", [anew, second], RATED)
    await store.results.rate("t1", [first, rating(8)], RATED)
    await store.results.rate("t3", [other], RATED)
    await store.results.rate("t4", [elsewhere], RATED)
    assert await store.results.ratings_of(7, 1) == [other, first, second, anew]
    assert await store.results.ratings_of(7, 1, "some-game") == [first, second, anew]
    assert await store.results.ratings_of(9, 1) == []


async def test_only_rated_games_of_a_season_that_somebody_finished_first_count_as_won(store: Store):
    await end(store, "t1", result("t1", 0), result("t1", 1))
    await end(store, "t2", result("t2", 0), result("t2", 1, place=1))  # both are first
    await end(store, "t3", result("t3", 0, quit=True), result("t3", 1))
    await end(store, "t4", result("t4", 0, rated=0))
    for games, table in enumerate(("t1", "t2", "t3"), 1):
        await store.results.rate(table, [rating(user, table, games=games) for user in (7, 8)], RATED)
    assert await store.results.wins(1, "some-game", 1, [7, 8, 9]) == {7: 2, 8: 1}
    assert await store.results.wins(1, "some-game", 1, [8]) == {8: 1}
    assert await store.results.wins(1, "some-game", 2, [7, 8]) == {}


async def test_what_later_tables_did_can_be_taken_back(store: Store):
    for number, table in enumerate(("t1", "t2", "t3"), 1):
        await end(store, table, result(table, 0, ended=float(min(number, 2))))
        await store.results.rate(table, [rating(7, table, games=number)], RATED)
    assert await store.results.overtaken(1, "some-game", 2.0, "t2")  # by t3, in the same moment
    assert not await store.results.overtaken(1, "some-game", 2.0, "t3")
    assert not await store.results.overtaken(1, "another-game", 0.0, "t0")
    await store.results.take_back(1, "some-game", 1.0, "t1")
    assert [row.table for row in await store.results.next_to_rate()] == ["t2"]
    assert (await store.results.standings(1, "some-game", 1, [7]))[7].games == 1


async def test_seasons_follow_one_another(store: Store):
    assert await store.results.seasons(1, "some-game") == []
    await store.results.begin_season(1, "some-game", 2, 10.0)
    await store.results.begin_season(1, "some-game", 2, 11.0)
    await store.results.begin_season(1, "some-game", 3, 12.0)
    assert await store.results.seasons(1, "some-game") == [(2, 10.0), (3, 12.0)]
