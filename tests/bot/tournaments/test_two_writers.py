"""Two services over one store: tournaments, what comes again and series may change behind somebody's back."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.recurring.recurrence import weekly_like
from bot.series.service import SeriesRecord
from bot.tables.service import TableService
from bot.tournaments import actions
from bot.tournaments.model import Tournament
from bot.tournaments.service import TournamentService
from storage import open_store
from storage.errors import Conflict
from storage.models import WHOLE, Shard
from storage.sql.store import Store
from tests.bot.tournaments.conftest import (
    DAY,
    HOUR,
    ORGANISER,
    Evening,
    InPlace,
    Listener,
    Quiet,
    Thoughtless,
    opened,
)
from tests.support.clock import VirtualClock
from tests.support.database import made
from tests.support.examples import examples
from tests.support.overtaken import Overtaken

SERVES_OTHERS = Shard(1, 2)


def elsewhere(evening: Evening, shard: Shard = SERVES_OTHERS, store: Store | None = None) -> Evening:
    """Another office, of a process that runs nothing by itself."""
    quiet, listener, presses = Quiet(), Listener(), itertools.count(500_000)
    store = store or evening.store
    tables = TableService(store, quiet, robot_pool=Thoughtless(), clock=evening.clock, shard=shard)
    service = TournamentService(store, tables, listener, evening.clock, pairing_pool=InPlace(), shard=shard)
    return Evening(service, tables, store, listener, quiet, evening.clock, presses)


@asynccontextmanager
async def overtaken(folder: Path) -> AsyncIterator[tuple[Evening, Evening, dict[str, Overtaken]]]:
    """An office whose stores may be overtaken, and one elsewhere."""
    store: Store = await open_store(await made(folder / "tortuga.sqlite3"))
    parts = {name: Overtaken(getattr(store, name)) for name in ("tournaments", "series", "recurring")}
    async with opened(folder, VirtualClock(), store=Overtaken(store, **parts)) as here:  # type: ignore[arg-type]
        yield here, elsewhere(here, store=store), parts


def users(t: Tournament) -> set[int]:
    """Who is in."""
    return {entry.user for entry in t.playing}


async def test_whoever_enters_at_either_is_in(evening: Evening) -> None:
    there = elsewhere(evening)
    t = await evening.announced()
    await there.join(t, 1)
    await evening.join(t, 2)
    await there.join(t, 3)
    await evening.tournament_service.scheduler.changed_elsewhere(t.id)
    assert users(await evening.now(t)) == users(await there.now(t)) == {1, 2, 3}


async def test_the_last_place_is_taken_once(tmp_path: Path) -> None:
    async with overtaken(tmp_path) as (here, there, parts):
        t = await here.join(await here.announced(cap=8), *range(1, 8))
        parts["tournaments"].before = [lambda: there.join(t, 8)]
        after = await here.join(t, 9)
        assert 8 in users(after)
        assert 9 not in users(after)
        waiting = after.entry_of(9)
        assert waiting is not None
        assert waiting.state == "waiting"


async def test_whoever_is_overtaken_twice_is_told_so(tmp_path: Path) -> None:
    async with overtaken(tmp_path) as (here, there, parts):
        t = await here.announced()
        parts["tournaments"].before = [lambda: there.join(t, 1), lambda: there.join(t, 2)]
        with pytest.raises(Conflict):
            await here.join(t, 3)
        assert users(await here.now(t)) == {1, 2}


async def test_nobody_is_refused_by_what_is_no_longer_so(evening: Evening) -> None:
    there = elsewhere(evening, WHOLE)
    t = await evening.join(await evening.announced(), 1)
    assert users(await there.now(t)) == {1}
    await evening.tournament_service.withdraw(evening.press(1), t.id)
    assert users(await there.join(t, 1)) == {1}


async def test_a_press_that_both_attend_to_acts_once(evening: Evening) -> None:
    there = elsewhere(evening, WHOLE)
    t = await evening.announced()
    await there.now(t)
    press = evening.press(1)
    done = [
        await each.tournament_service.withdraw(press, t.id) for each in (await _entered(evening, t.id), there)
    ]
    assert done[0] == done[1]


async def _entered(evening: Evening, id: str) -> Evening:
    await evening.join(await evening.tournament_service.tournament(id), 1)
    return evening


async def test_what_was_announced_elsewhere_begins_here_in_time(evening: Evening) -> None:
    there = elsewhere(evening)
    t = await there.join(await there.announced(starts=evening.clock.now() + DAY), 1, 2, 3, 4)
    assert not there.tournament_service.scheduler.deadlines.moments
    await evening.tournament_service.scheduler.changed_elsewhere(t.id, t.revision)
    await evening.passes(DAY + HOUR)
    assert (await evening.now(t)).phase != "open"


async def test_what_was_done_elsewhere_is_shown_once(evening: Evening) -> None:
    there, listener = elsewhere(evening), evening.tournament_publisher
    t = await evening.announced()
    after = await there.join(t, 1)
    await evening.settled()
    listener.shown.clear()
    for revision in (after.revision, None, t.revision):
        await evening.tournament_service.scheduler.changed_elsewhere(t.id, revision)
    assert listener.shown == [(t.id, after.revision)]


async def test_who_was_told_of_nothing_for_a_while_looks_at_everything(evening: Evening) -> None:
    there, service = elsewhere(evening), evening.tournament_service
    known = await evening.announced()
    await evening.settled()
    new = await there.join(await there.announced(starts=evening.clock.now() + 3 * DAY), 1)
    changed = await there.join(known, 1)
    assert new.settings.starts is not None
    rule = weekly_like(new.settings.starts, "UTC")
    await there.tournament_service.recurring.repeat(there.press(ORGANISER), new, rule)
    evening.tournament_publisher.shown.clear()
    await service.scheduler.look_again()
    await evening.settled()
    shown = {(new.id, new.revision), (known.id, changed.revision)}
    assert {*evening.tournament_publisher.shown} == shown
    await service.recurring.look_again()
    assert len(service.recurring.deadlines.moments) == 1


async def test_what_is_to_be_told_of_an_act_elsewhere_is_told_here(evening: Evening) -> None:
    there = elsewhere(evening)
    t = await evening.join(await evening.announced(), 1, 2, 3, 4)
    await evening.settled()
    before = len(evening.tournament_publisher.ran)
    done = await there.act(t, actions.Cancel())
    await evening.tournament_service.scheduler.changed_elsewhere(t.id, done.tournament.revision)
    await evening.settled()
    assert evening.tournament_publisher.kinds[before:]
    assert not there.tournament_publisher.ran


async def test_what_comes_again_is_changed_by_both(tmp_path: Path) -> None:
    async with overtaken(tmp_path) as (here, there, parts):
        t = await here.announced(starts=here.clock.now() + 3 * DAY)
        assert t.settings.starts is not None
        rule = weekly_like(t.settings.starts, "UTC")
        plan = await here.tournament_service.recurring.repeat(here.press(ORGANISER), t, rule)
        recurring = here.tournament_service.recurring
        starts = plan.record.next.starts
        parts["recurring"].before = [
            lambda: there.tournament_service.recurring.skip(there.press(ORGANISER), plan.id, starts)
        ]
        other = t.with_record(settings=replace(t.settings, name="Other"))
        changed = await recurring.copy(here.press(ORGANISER), plan.id, other)
        assert (changed.record.skip, changed.record.settings.name) == (starts, "Other")


async def test_a_plan_that_was_made_elsewhere_is_looked_at_here(evening: Evening) -> None:
    there = elsewhere(evening)
    t = await evening.announced(starts=evening.clock.now() + 3 * DAY)
    assert t.settings.starts is not None
    rule = weekly_like(t.settings.starts, "UTC")
    plan = await there.tournament_service.recurring.repeat(there.press(ORGANISER), t, rule)
    assert not there.tournament_service.recurring.deadlines.moments
    recurring = evening.tournament_service.recurring
    assert not recurring.deadlines.moments
    await recurring.changed_elsewhere(plan.id)
    await evening.until(lambda: _is(len(recurring.deadlines.moments) == 1 and recurring.deadlines.idle))
    await there.tournament_service.recurring.remove(there.press(ORGANISER), plan.id)
    await recurring.changed_elsewhere(plan.id)
    assert not recurring.deadlines.moments


async def _is(so: bool) -> bool:
    return so


async def test_of_two_changes_of_a_series_neither_is_lost(tmp_path: Path) -> None:
    async with overtaken(tmp_path) as (here, there, parts):
        series = here.tournament_service.series
        made = await series.create(here.press(ORGANISER), 1, SeriesRecord("Cup"))
        renamed = replace(made.record, name="Trophy")
        parts["series"].before = [
            lambda: there.tournament_service.series.change(there.press(ORGANISER), made.id, renamed)
        ]
        await series.remove(here.press(ORGANISER), made.id)
        assert await series.known(made.id) is None


# many at once


async def _presses_at_random(folder: Path, seed: int, shard: Shard) -> None:
    random = Random(seed)
    async with opened(folder, VirtualClock()) as here:
        there = elsewhere(here, shard)
        t = await here.announced(cap=8)
        is_in = set[int]()

        async def press(office: Evening, user: int) -> None:
            try:
                if user in is_in:
                    await office.tournament_service.withdraw(office.press(user), t.id)
                    is_in.discard(user)
                else:
                    await office.join(t, user)
                    is_in.add(user)
            except Conflict:
                pass

        for _round in range(8):
            crowd = random.sample(range(1, 13), random.randint(1, 4))
            await asyncio.gather(*(press(random.choice((here, there)), user) for user in crowd))
        row = await here.store.tournaments.tournament(t.id)
        assert row is not None
        await here.tournament_service.scheduler.changed_elsewhere(t.id)
        now = await here.now(t)
        assert now.revision == row.revision
        entered = {entry.user for entry in now.record.entries if entry.state in ("in", "waiting")}
        assert entered == is_in
        assert len(now.playing) == min(8, len(is_in))


@examples(12, deadline=None)
@given(seed=st.integers(0, 2**32), shard=st.sampled_from([SERVES_OTHERS, WHOLE]))
def test_whoever_presses_at_either_is_in_or_out_as_they_were_told(seed: int, shard: Shard) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_presses_at_random(Path(folder), seed, shard))
