"""What those who look on say of a round is stored once for each, and goes with them and the table."""

from __future__ import annotations

from msgspec.structs import replace

from storage import Change, ForecastRow, Store
from tests.storage.samples import new_forecast, new_table

ANNE, BART, HOUSE = 7, 8, 0


async def called(store: Store, *rows: ForecastRow) -> None:
    """A table of server 1, of which they said this."""
    await store.commit(Change(new_table("t1")))
    for row in rows:
        await store.forecasts.say(row)


async def test_who_says_something_else_of_a_round_has_said_that_alone(store: Store) -> None:
    changed = new_forecast(chances=b"[20,80]", at=1002.0)
    await called(store, new_forecast(), new_forecast(round=2), changed)
    assert await store.forecasts.of("t1", ANNE) == [changed, new_forecast(round=2)]
    assert await store.forecasts.unsettled() == [("t1", 1), ("t1", 2)]


async def test_a_round_is_settled_once_and_what_comes_later_changes_nothing(store: Store) -> None:
    own = new_forecast(user=HOUSE, name="", brier=0.125)
    await called(store, new_forecast(), new_forecast(user=BART, name="Bart"))
    await store.forecasts.settle("t1", 1, {ANNE: 0.25}, own)
    await store.forecasts.say(new_forecast(chances=b"[20,80]"))
    assert await store.forecasts.of_round("t1", 1) == [own, new_forecast(brier=0.25)]
    assert await store.forecasts.unsettled() == []


async def test_the_best_stand_first_with_their_latest_name_after_so_many_rounds(store: Store) -> None:
    rounds = [new_forecast(round=1), new_forecast(round=2, name="Annie", at=1009.0)]
    await called(store, *rounds, new_forecast(user=BART, name="Bart"), new_forecast(user=9, name="Zoe"))
    await store.forecasts.settle("t1", 1, {ANNE: 0.5, BART: 0.125})
    await store.forecasts.settle("t1", 2, {ANNE: 0.25})
    assert await store.forecasts.ranking(1, 1) == [(BART, "Bart", 1, 0.125), (ANNE, "Annie", 2, 0.375)]
    assert await store.forecasts.ranking(1, 2) == [(ANNE, "Annie", 2, 0.375)]
    assert await store.forecasts.ranking(2, 1) == []


async def test_who_is_erased_has_said_nothing(store: Store) -> None:
    hers, his = new_forecast(), replace(new_forecast(), user=BART, name="Bart")
    await called(store, hers, his)
    assert (await store.privacy.of_person(ANNE)).forecasts == (hers,)
    await store.privacy.erase(ANNE)
    assert await store.forecasts.of_round("t1", 1) == [his]
