"""How ratings came to be what they are."""

from __future__ import annotations

from bot.profiles.leaderboards import begin_season
from bot.profiles.rating_service import rate_next
from bot.profiles.ratings import NEWCOMER, rating_curves
from storage import Store
from tests.bot.profiles.games_over import GAME, GUILD, end, results

ANNE, BART = 1, 2


async def play(store: Store, *orders: tuple[int, ...], since: float = 0.0, game: str = GAME) -> None:
    """These games end, one after the other."""
    for number, order in enumerate(orders):
        await end(store, results(f"{game}{since:g}x{number}", *order, ended=since + number, game=game))
    while await rate_next(store.results):
        pass


async def test_a_curve_follows_somebody_from_game_to_game(store: Store) -> None:
    await play(store, (ANNE, BART), (ANNE, BART), (BART, ANNE))
    curve = rating_curves(await store.results.ratings_of(ANNE, GUILD))[GAME]
    first, second, third = curve.ratings
    assert NEWCOMER.shown < first < second
    assert third < second
    assert curve.from_the_start == (NEWCOMER.shown, first, second, third)


async def test_of_each_game_the_season_is_shown_that_somebody_played_last(store: Store) -> None:
    await play(store, (ANNE, BART), (ANNE, BART))
    await play(store, (BART, ANNE), game="another-game")
    await begin_season(store.results, GUILD, GAME, 2, now=100.0)
    await play(store, (ANNE, BART), since=200.0)
    found = rating_curves(await store.results.ratings_of(ANNE, GUILD))
    assert {game: (curve.season, len(curve.ratings)) for game, curve in found.items()} == {
        GAME: (2, 1),
        "another-game": (1, 1),
    }
