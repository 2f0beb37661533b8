"""A bot that is killed at any call to its storage or its house, in the middle of a whole tournament."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.tables import ids
from bot.tables.model import Press, Table
from bot.tables.playing import PodTables
from bot.tables.pod_model import PodTarget
from bot.tables.service import TableService
from bot.tournaments import actions
from bot.tournaments.formats.engine import DRAWS
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Event
from bot.tournaments.pairing.standings import Standings
from bot.tournaments.qualification import Applicant
from bot.tournaments.requirements import OrganiserRights
from storage import open_store
from storage.errors import StorageError
from tests.bot.tournaments.conftest import (
    CHANNEL,
    GAME,
    GUILD,
    HOUR,
    MINUTE,
    ORGANISER,
    PHASES,
    Evening,
    opened,
    quick,
)
from tests.support.clock import VirtualClock
from tests.support.database import made

ALIKE = "5a" * 32
"""The secret of everything, so that two runs are dealt alike."""
WRITES = ("commit", "outbox_begun", "outbox_done")


EVERY = int(os.environ.get("EVERY_DEATH", "7"))
"""Of so many moments to die in one is tried: all of them take more than a minute."""


class Killed(StorageError):
    """Nothing is stored any more: the process is dead."""


class Death:
    """Counts calls, and comes with one of them: before it is done, or after."""

    def __init__(self, at: int | None = None, *, afterwards: bool = False) -> None:
        self.calls = 0
        self.has_come = asyncio.Event()
        self._at, self._afterwards = at, afterwards

    def comes_at(self, call: int, *, afterwards: bool) -> None:
        """It comes with this call after all."""
        self._at, self._afterwards = call, afterwards

    async def passing(self, do: Callable[[], Awaitable[Any]]) -> Any:
        """Do it, if death does not come first."""
        if self.has_come.is_set():
            raise Killed("dead")
        self.calls += 1
        if self.calls != self._at:
            return await do()
        if self._afterwards:
            await do()
        self.has_come.set()
        raise Killed("dead")


class Mortal:
    """A store, or one of its doors, whose writes may be the last."""

    def __init__(self, inner: Any, death: Death) -> None:
        self._inner, self._death = inner, death

    def __getattr__(self, name: str) -> Any:
        found: Any = getattr(self._inner, name)
        if name == "tournaments" and hasattr(found, "outbox"):
            return Mortal(found, self._death)
        if name not in WRITES:
            return found

        async def call(*args: Any) -> Any:
            return await self._death.passing(partial(found, *args))

        return call


def house_of(death: Death) -> type[TableService]:
    """A house at whose door death may wait as well."""

    class DoomedPods(PodTables):
        async def open(self, *args: Any, **kwargs: Any) -> Table:
            return await death.passing(lambda: super(DoomedPods, self).open(*args, **kwargs))

        async def bring_to_target(self, table_id: str, target: PodTarget) -> Table:
            return await death.passing(lambda: super(DoomedPods, self).bring_to_target(table_id, target))

    class Doomed(TableService):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.pods = DoomedPods(self, self.seating)

    return Doomed


Step = Callable[[Evening, Press, str], Awaitable[Any]]


def _act(act: actions.AnyAction) -> Step:
    return lambda evening, press, id: evening.tournament_service.organising.act(
        press, OrganiserRights(ORGANISER), id, act, "why"
    )


async def _create(evening: Evening, press: Press, _id: str) -> None:
    settings = quick(how={"fewest": 3, "preferred": 3, "rounds": 2}, by_hand=True, show_up=MINUTE)
    await evening.tournament_service.create(
        press,
        OrganiserRights(ORGANISER, manages=True),
        guild=GUILD,
        channel=CHANNEL,
        game=GAME,
        settings=settings,
        locale="en",
    )


def _join(evening: Evening, press: Press, id: str) -> Awaitable[Any]:
    return evening.tournament_service.enter(press, id, Applicant())


STORY: list[tuple[int, Step]] = [
    (ORGANISER, _create),
    *((user, _join) for user in range(101, 108)),
    (107, lambda evening, press, id: evening.tournament_service.withdraw(press, id)),
    (ORGANISER, _act(actions.Begin())),
    (ORGANISER, _act(actions.Redraw())),
    (ORGANISER, _act(actions.OpenRound())),
    (ORGANISER, _act(actions.Correct(1, 1, (2, 1, 3)))),
    (ORGANISER, _act(actions.Draw())),
    (ORGANISER, _act(actions.Disqualify("2"))),
    (ORGANISER, _act(actions.Reinstate("2"))),
    (ORGANISER, _act(actions.OpenRound())),
]
"""Who presses what, one after the other, each after all that followed from what was before."""


@dataclass(frozen=True)
class End:
    """What is there when all is over."""

    event: Event
    standings: Standings
    tables: int
    kinds: tuple[str, ...]
    """The audit log's."""


async def lived(folder: Path, death: Death) -> End:
    """The story to its end, with a restart after death has come."""
    clock, done = VirtualClock(), 0
    while True:
        store: Any = Mortal(await open_store(await made(folder / "tortuga.sqlite3")), death)
        async with opened(
            folder, clock, store=store, tables=house_of(death), new_secret=lambda: ALIKE
        ) as evening:
            told = asyncio.create_task(_told(evening, done))
            over = asyncio.create_task(death.has_come.wait())
            await asyncio.wait((told, over), return_when=asyncio.FIRST_COMPLETED)
            over.cancel()
            if not death.has_come.is_set():
                await told
                t = await evening.tournament_service.tournament("cuptwo")
                return await _end(evening, t)
            told.cancel()
            (outcome,) = await asyncio.gather(told, return_exceptions=True)
            assert isinstance(outcome, asyncio.CancelledError | Killed), outcome
            done = evening.story
        death.has_come.clear()
        death = Death() if death.calls else death
        clock = VirtualClock(clock.now())


async def _told(evening: Evening, done: int) -> None:
    evening.story = done
    for at, (user, step) in itertools.islice(enumerate(STORY), done, None):
        evening.story = at
        await step(evening, Press(5000 + at, user, f"Player {user}"), "cuptwo")
        await evening.passes(2 * MINUTE)  # nobody comes, and robots play for them
    evening.story = len(STORY)
    await evening.passes(2 * MINUTE)


async def _end(evening: Evening, t: Tournament) -> End:
    assert t.phase == "over"
    assert t.record.event is not None
    tables = await evening.store.tables(guild=GUILD, phases=PHASES)
    assert {table.id for table in tables} == {one.table for one in t.record.tables}
    log = await evening.tournament_service.audit(t)
    event = t.record.event
    in_order = sorted(event.results, key=lambda one: (one.round, one.pod))  # as the pods are, and stable
    return End(
        msgspec.structs.replace(event, results=tuple(in_order)),
        await evening.tournament_service.standings(t),
        len(tables),
        tuple(row.kind for row in log),
    )


@pytest.fixture(autouse=True)
def one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tournament has the same id in every run."""
    monkeypatch.setattr(ids, "new_id", lambda: "cuptwo")


@pytest.mark.long
async def test_wherever_the_bot_is_killed_the_tournament_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole = Death()
    (tmp_path / "whole").mkdir()
    undisturbed = await lived(tmp_path / "whole", whole)
    assert undisturbed.tables == 4
    assert len({(one.round, one.pod) for one in undisturbed.event.results}) == 4
    assert undisturbed.kinds.count("open") == 2
    drawn = [one.draw for one in undisturbed.event.rounds]
    assert drawn == [DRAWS, DRAWS + 1], "drawn anew once, and twice"
    deaths = [(at, afterwards) for at in range(1, whole.calls + 1) for afterwards in (False, True)]
    for at, afterwards in deaths[::EVERY]:
        folder = tmp_path / f"{at}{afterwards}"
        folder.mkdir()
        end = await lived(folder, Death(at, afterwards=afterwards))
        assert end == undisturbed, (at, afterwards)


@pytest.mark.parametrize("afterwards", [False, True])
async def test_a_bot_that_is_killed_among_32_starting_tables_has_opened_each_once(
    tmp_path: Path, afterwards: bool
) -> None:
    death, clock = Death(), VirtualClock()
    store: Any = Mortal(await open_store(await made(tmp_path / "tortuga.sqlite3")), death)
    async with opened(tmp_path, clock, store=store, tables=house_of(death)) as evening:
        t = await evening.announced(by_hand=True, show_up=HOUR)
        await evening.join(t, *range(101, 101 + 128))
        await evening.act(t, actions.Begin())
        await evening.settled()
        death.comes_at(death.calls + 40, afterwards=afterwards)
        await evening.act(t, actions.OpenRound())
        await death.has_come.wait()
    async with opened(tmp_path, clock) as evening:
        stood = len(await evening.pod_tables(t))
        assert 0 < stood < 32
        await evening.settled()
        tables = await evening.store.tables(guild=GUILD, phases=PHASES)
        assert len(tables) == 32
        assert len({user for table in await evening.pod_tables(t) for user in table.people}) == 128
        assert all(one.opened for one in (await evening.now(t)).record.tables)
        greeted = [table for table, kind in evening.table_publisher.ran if kind == "open"]
        assert len(greeted) == len(set(greeted))
