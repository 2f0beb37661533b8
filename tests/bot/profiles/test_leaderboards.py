"""Who stands where."""

from __future__ import annotations

from msgspec.structs import replace

from bot.profiles.leaderboards import LEAST_GAMES, begin_season, load_leaderboard
from bot.profiles.rating_service import rate_next
from storage import Store
from tests.bot.profiles.games_over import GAME, GUILD, end, results

ANNE, BART, CALICO, DAMPIER = 1, 2, 3, 4


async def play(store: Store, *games: tuple[int, ...], since: float = 0.0) -> None:
    """These games end, one after the other."""
    for number, order in enumerate(games):
        await end(store, results(f"t{since:g}x{number}", *order, ended=since + number))
    while await rate_next(store.results):
        pass


async def test_the_best_come_first_and_only_those_are_listed_who_have_played_enough(store: Store) -> None:
    await play(store, *[(ANNE, BART)] * LEAST_GAMES, (BART, CALICO))
    shown = await load_leaderboard(store.results, GUILD, GAME, CALICO)
    assert [(each.rank, each.user, each.name) for each in shown.listed] == [
        (1, ANNE, "user 1"),
        (2, BART, "user 2"),
    ]
    assert shown.listed[0].rating > 1000
    assert (shown.mine, shown.games_of_mine, shown.missing) == (None, 1, LEAST_GAMES - 1)


async def test_two_of_one_name_are_numbered_and_keep_their_numbers_whoever_is_ahead(store: Store) -> None:
    twins = tuple(
        replace(row, name="Twin" if row.user != DAMPIER else "Dampier")
        for row in results("t", BART, ANNE, DAMPIER)
    )
    for number in range(LEAST_GAMES):
        await end(store, tuple(replace(row, table=f"t{number}", ended=float(number)) for row in twins))
    while await rate_next(store.results):
        pass
    shown = await load_leaderboard(store.results, GUILD, GAME, ANNE)
    assert [(each.user, each.name) for each in shown.listed] == [
        (BART, "Twin 2"),
        (ANNE, "Twin 1"),
        (DAMPIER, "Dampier"),
    ]


async def test_the_reader_finds_where_they_stand(store: Store) -> None:
    await play(store, *[(ANNE, BART)] * LEAST_GAMES)
    shown = await load_leaderboard(store.results, GUILD, GAME, BART)
    assert shown.mine is not None
    assert (shown.mine.rank, shown.mine.games, shown.missing) == (2, LEAST_GAMES, 0)
    stranger = await load_leaderboard(store.results, GUILD, GAME, DAMPIER)
    assert (stranger.mine, stranger.missing) == (None, LEAST_GAMES)


async def test_an_old_season_can_still_be_read(store: Store) -> None:
    await play(store, *[(ANNE, BART)] * LEAST_GAMES)
    await begin_season(store.results, GUILD, GAME, 2, now=100.0)
    await play(store, (BART, ANNE), since=200.0)
    now = await load_leaderboard(store.results, GUILD, GAME, ANNE)
    assert (now.season, now.latest_season, now.listed, now.games_of_mine) == (2, 2, (), 1)
    old = await load_leaderboard(store.results, GUILD, GAME, ANNE, season=1)
    assert [each.user for each in old.listed] == [ANNE, BART]
    assert (await load_leaderboard(store.results, GUILD, GAME, ANNE, season=9)).season == 2
