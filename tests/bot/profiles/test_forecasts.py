"""Who looks on calls who makes the bid, until a trick is taken; each round counts once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from bot.profiles.forecasts import (
    KEEPS,
    MISSES,
    OPEN,
    OWN,
    Calling,
    ForecastService,
    brier,
    may_call,
    open_round,
)
from bot.refusal import Refusal
from bot.tables import leaving, pods
from bot.tables.model import Press, Table, TableUpdate
from bot.tables.pod_model import PodInfo
from games.contract import Observation
from games.thinking.chances import Chances
from storage import Change
from tests.bot.tables.conftest import PEOPLE, Tavern, harness
from tests.storage.samples import new_forecast, new_table
from tests.support.idle import until

__all__ = ["harness"]
DAMPIER = PEOPLE["Dampier"]


async def sure_of_anne(_slug: str, _seen: Observation) -> Chances:
    """What the bot thinks here, whatever it sees."""
    return Chances((1.0, 0.0), (1.0, 0.5))


@asynccontextmanager
async def calling(
    there: Tavern, chances_of: Callable[[str, Observation], Awaitable[Chances | None]] = sure_of_anne
) -> AsyncIterator[ForecastService]:
    """Calls are taken and scored in this house."""
    service = ForecastService(there.store.forecasts, there.tables, chances_of)
    there.tables.listen(service.table_changed)
    service.open()
    try:
        yield service
    finally:
        await service.close()


async def bid(there: Tavern, table: Table, *bids: int) -> Table:
    """Anne and Bartholomew have bid so many."""
    for name, tricks in zip(("Anne", "Bartholomew"), bids, strict=False):
        await there.choose(name, table.id, tricks)
    return await there.tables.table(table.id)


async def call(there: Tavern, by: ForecastService, table: Table, *said: int, round: int = 0) -> None:
    """Dampier, who looks on, says of each seat how likely it makes its bid."""
    now = await there.tables.table(table.id)
    for seat, percent in enumerate(said):
        await by.call(now, DAMPIER, "Dampier", round, seat, percent)


async def scored(there: Tavern, table: Table, round: int = 0, left: int = 0) -> dict[int, float | None]:
    """How wrong each was, when so many rounds are left to be scored."""

    async def is_settled() -> bool:
        return len(await there.store.forecasts.unsettled()) == left

    await until(is_settled)
    return {row.user: row.brier for row in await there.store.forecasts.of_round(table.id, round)}


async def told(there: Tavern, by: ForecastService, table: Table) -> Calling:
    """What Dampier, who looks on, is told of his calls."""
    now = await there.tables.table(table.id)
    found = await by.calling(now, await there.tables.logs.actions_of(now), DAMPIER)
    assert found is not None
    return found


async def test_a_round_is_called_while_nothing_has_ended_and_scored_when_it_is_over(harness: Tavern) -> None:
    table = await harness.game("Anne", "Bartholomew")
    async with calling(harness) as service:
        await bid(harness, table, 0)
        with pytest.raises(Refusal, match="any more"):
            await call(harness, service, table, KEEPS)
        assert (await told(harness, service, table)).round is None, "Bartholomew has not bid"
        await harness.choose("Bartholomew", table.id, 1)
        assert (await told(harness, service, table)).round == 0
        await call(harness, service, table, OPEN, MISSES)
        await call(harness, service, table, KEEPS)
        await harness.play_on(table.id, 1)
        assert (await told(harness, service, table)).round == 0, "nobody has taken the trick"
        await harness.play_on(table.id, 1)
        found = await scored(harness, table)
        [said] = (await told(harness, service, table)).calls
        assert said.chances == (KEEPS, MISSES)
        assert said.kept in ((True, True), (False, False)), "one bid the only trick, the other none"
        assert found == {DAMPIER: said.brier, OWN: said.own}
        assert said.brier == pytest.approx(0.34)
        assert said.own == pytest.approx(0.125 if said.kept[0] else 0.625)
        with pytest.raises(Refusal, match="any more"):
            await call(harness, service, table, KEEPS)


async def test_when_the_first_trick_is_taken_a_round_is_called_no_more(harness: Tavern) -> None:
    table = await harness.game("Anne", "Bartholomew")
    async with calling(harness) as service:
        await harness.play_on(table.id, 4)
        await bid(harness, table, 0, 0)
        with pytest.raises(Refusal, match="any more"):
            await call(harness, service, table, KEEPS, round=0)
        await call(harness, service, table, KEEPS, KEEPS, round=1)
        await harness.play_on(table.id, 2)
        now = await told(harness, service, table)
        assert (now.round, now.pending is not None) == (None, True)
        with pytest.raises(Refusal, match="any more"):
            await call(harness, service, table, MISSES, round=1)
        assert await harness.store.forecasts.unsettled() == [(table.id, 1)]
        await harness.play_on(table.id, 2)
        assert (await scored(harness, table, 1)).keys() == {OWN, DAMPIER}


async def test_while_cannonballs_are_loaded_a_round_may_still_be_called(harness: Tavern) -> None:
    table = await harness.game("Anne", "Bartholomew", scoring="cannonball")
    await harness.play_on(table.id, 4)
    now = await harness.tables.table(table.id)
    assert open_round(now, await harness.tables.logs.actions_of(now)) == 0


async def test_what_the_bot_itself_would_have_said_is_what_was_known_when_bids_were_opened(
    harness: Tavern,
) -> None:
    seen = list[Observation]()

    async def looks(_slug: str, observation: Observation) -> Chances:
        seen.append(observation)
        return Chances((1.0, 0.0), (1.0, 0.5))

    table = await harness.game("Anne", "Bartholomew")
    async with calling(harness, looks) as service:
        opened = await bid(harness, table, 0, 1)
        await call(harness, service, table, KEEPS)
        await harness.play_on(table.id, 2)
        await scored(harness, table)
    assert seen == [opened.observe(None)]


async def test_who_has_or_had_a_seat_there_calls_nothing(harness: Tavern) -> None:
    table = await harness.game("Anne", "Bartholomew", "Dampier")
    async with calling(harness) as service:
        await harness.tables.change(harness.press("Dampier"), table.id, leaving.concede)
        for name in ("Anne", "Bartholomew"):
            await harness.choose(name, table.id, 0)
        for name in ("Anne", "Dampier"):
            now = await harness.tables.table(table.id)
            with pytest.raises(Refusal, match="only look on"):
                await service.call(now, PEOPLE[name], name, 0, 0, KEEPS)


async def test_where_others_hold_the_same_cards_and_on_no_server_nobody_calls(harness: Tavern) -> None:
    table = await harness.game("Anne", "Bartholomew")
    assert may_call(table, DAMPIER)
    assert not may_call(replace(table, guild=0), DAMPIER)
    assert not may_call(table.with_record(pod=PodInfo("cup", "Cup", 1, 1, (), shares_deals=True)), DAMPIER)


async def test_what_nobody_can_press_is_refused(harness: Tavern) -> None:
    table = await bid(harness, await harness.game("Anne", "Bartholomew"), 0, 0)
    async with calling(harness) as service:
        for seat, percent in ((2, KEEPS), (-1, KEEPS), (0, 100)):
            with pytest.raises(Refusal):
                await service.call(table, DAMPIER, "Dampier", 0, seat, percent)
    assert await harness.store.forecasts.unsettled() == []


async def test_a_round_that_ended_while_the_bot_was_stopped_is_scored_at_its_next_start(
    harness: Tavern,
) -> None:
    table = await bid(harness, await harness.game("Anne", "Bartholomew"), 0, 0)
    goes_on = await bid(harness, await harness.game("Anne", "Bartholomew"), 0, 0)
    async with calling(harness) as service:
        await call(harness, service, table, KEEPS)
        await call(harness, service, goes_on, KEEPS)
    await harness.play_on(table.id, 2)
    async with calling(harness):
        assert (await scored(harness, table, left=1)).keys() == {OWN, DAMPIER}
    assert await harness.store.forecasts.unsettled() == [(goes_on.id, 0)]


async def test_a_table_whose_game_is_not_installed_any_more_holds_no_other_up(harness: Tavern) -> None:
    await harness.store.commit(Change(new_table("0", game="gone")))
    await harness.store.forecasts.say(new_forecast(table="0"))
    table = await bid(harness, await harness.game("Anne", "Bartholomew"), 0, 0)
    async with calling(harness) as service:
        await call(harness, service, table, KEEPS)
        await harness.play_on(table.id, 2)
        assert (await scored(harness, table, left=1)).keys() == {OWN, DAMPIER}


async def test_a_round_that_never_ends_and_a_call_that_was_taken_back_count_for_nobody(
    harness: Tavern,
) -> None:
    async with calling(harness) as service:
        table = await bid(harness, await harness.game("Anne", "Bartholomew"), 0, 0)
        await call(harness, service, table, KEEPS)
        await harness.tables.change(harness.press("Anne"), table.id, leaving.concede)
        assert await scored(harness, table) == {}
        table = await bid(harness, await harness.game("Anne", "Bartholomew"), 0, 0)
        await call(harness, service, table, KEEPS)
        await call(harness, service, table, OPEN)
        await harness.play_on(table.id, 2)
        assert await scored(harness, table) == {}


async def test_a_call_stands_where_a_table_is_declared_void_and_that_is_taken_back(harness: Tavern) -> None:
    table = await bid(harness, await harness.game("Anne", "Bartholomew"), 0, 0)
    async with calling(harness) as service:
        await call(harness, service, table, KEEPS)
        void = await harness.tables.change(harness.press("Anne"), table.id, _void)
        assert pods.is_void(void.table)
    async with calling(harness) as service:
        assert await scored(harness, table, left=1) == {DAMPIER: None}
        await harness.tables.change(harness.press("Anne"), table.id, _reopened)
        assert (await told(harness, service, table)).pending is not None
        await harness.play_on(table.id, 2)
        assert (await scored(harness, table)).keys() == {OWN, DAMPIER}


def _void(table: Table, _press: Press) -> TableUpdate:
    return TableUpdate(pods.void(table))


def _reopened(table: Table, _press: Press) -> TableUpdate:
    return TableUpdate(pods.restore(table))


async def test_who_looks_at_their_call_hears_when_it_is_scored(harness: Tavern) -> None:
    table = await bid(harness, await harness.game("Anne", "Bartholomew"), 0, 0)
    async with calling(harness) as service:
        await call(harness, service, table, KEEPS)
        waits = asyncio.create_task(service.has_ended(table.id, 0, 60.0))
        await harness.play_on(table.id, 2)
        assert await waits
        assert await service.has_ended(table.id, 0, 0.0), "and whoever comes later at once"


def test_no_idea_of_anybody_misses_by_a_quarter_and_who_is_right_by_less() -> None:
    assert brier([OPEN, OPEN], [True, False]) == 0.25
    assert brier([KEEPS, MISSES], [True, False]) == pytest.approx(0.04)
    assert brier([KEEPS, MISSES], [False, True]) == pytest.approx(0.64)
