"""A house with a real database and a messenger that only remembers, for tests of tables without Discord."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from bot.runtime.outbox import RetryLater
from bot.tables import lobby, opening
from bot.tables.model import Press, PressResult, Table
from bot.tables.service import TableService
from games.contract import EVEN, Action, Manner, Observation
from storage import open_store
from storage.models import OutboxRow
from storage.sql.store import Store
from tests.support.database import made

GAME = "skull-king"
PEOPLE = {"Anne": 101, "Bartholomew": 102, "Calico": 103, "Dampier": 104}
GUILD, CHANNEL = 1, 2


@dataclass
class Notebook:
    """A messenger that writes down what it is asked."""

    shown: list[tuple[str, int]] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def changed(self, table: Table) -> None:
        """Note what would be redrawn."""
        self.shown.append((table.id, table.revision))
        self.news.set()

    async def run(self, table: Table, entry: OutboxRow) -> None:
        """Note the outbox entry; the first attempt at a kind named in `later` is put off."""
        if entry.kind in self.later:
            self.later.remove(entry.kind)
            raise RetryLater(0.001)
        self.ran.append(entry.kind)
        self.news.set()

    async def until(self, kind: str) -> None:
        """Wait for an outbox entry of this kind."""
        while kind not in self.ran:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 20)


class InPlace:
    """Robots that think in the test's own process: any legal action, from a fixed seed."""

    def __init__(self) -> None:
        self.random = Random(7)

    async def think(
        self, slug: str, robot: str, observation: Observation, live: bool = True, manner: Manner = EVEN
    ) -> Action:
        """Any legal action."""
        return self.random.choice(observation.legal)

    def close(self) -> None:
        """Nothing to end."""


class Tavern:
    """A house and the people in it, by their names."""

    def __init__(self, tables: TableService, store: Store, notebook: Notebook) -> None:
        self.tables, self.store, self.notebook = tables, store, notebook
        self.presses = itertools.count(1000)

    def press(self, name: str) -> Press:
        """A new press of this person's."""
        return Press(next(self.presses), PEOPLE[name], name)

    async def lobby(self, host: str, *others: str, slug: str = GAME, **options: object) -> Table:
        """A table in its lobby with these people at it."""
        done = await self.tables.opening.create(
            self.press(host), guild=GUILD, channel=CHANNEL, game=slug, options=dict(options)
        )
        for name in others:
            done = await self.tables.change(self.press(name), done.table.id, lobby.join)
        return done.table

    async def game(self, host: str, *others: str, slug: str = GAME, **options: object) -> Table:
        """A table at which these people have begun to play."""
        table = await self.lobby(host, *others, slug=slug, **options)
        return (await self.tables.playing.start(self.press(host), table.id)).table

    async def choose(self, name: str, table_id: str, index: int | None = None) -> PressResult:
        """This person presses a button of the hand: the given one, or the first possible until it plays."""
        while True:
            table = await self.tables.table(table_id)
            seat = table.seat_of(PEOPLE[name])
            assert seat is not None
            chosen = await self.tables.drafts.of(table, seat)
            menu = table.game.steps(table.observe(PEOPLE[name]), chosen)
            assert menu is not None, f"{name} is not asked anything"
            allowed = [place for place, choice in enumerate(menu.choices) if choice.why_not is None]
            place = allowed[0] if index is None else index
            decision = table.game.decision(table.state, seat)
            done = await self.tables.playing.choose(self.press(name), table_id, decision, len(chosen), place)
            if done.table.actions > table.actions or index is not None:
                return done

    def next_person(self, table: Table) -> str | None:
        """Somebody for whom the game waits."""
        return next((name for name, user in PEOPLE.items() if table.waiting_for(user)), None)

    async def play_on(self, table_id: str, moves: int | None = None) -> Table:
        """People press the first button they can, until the end or for so many moves."""
        for _move in itertools.count() if moves is None else range(moves):
            table = await self.tables.table(table_id)
            name = self.next_person(table)
            if name is None:
                return table
            await self.choose(name, table_id)
        return await self.tables.table(table_id)


@pytest_asyncio.fixture
async def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Tavern]:
    """An open table service, where four people may open as many tables as a whole server does."""
    monkeypatch.setattr(opening, "MOST_OPENED", 1_000)
    store = await open_store(await made(tmp_path / "tortuga.sqlite3"))
    notebook = Notebook()
    tables = TableService(store, notebook, robot_pool=InPlace())
    await tables.open()
    yield Tavern(tables, store, notebook)
    await tables.close()
    await store.close()
