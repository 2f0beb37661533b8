"""Shows that the simulation notices: eleven mistakes made on purpose, each of which must be found.

`python -m tests.simulation.planted` makes one after the other, in this process alone, and says which seed
finds it and how. The bot's own code stays as it is.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import discord
from msgspec import structs

from bot.client.channels import Channels
from bot.publishing.messages import Messages
from bot.publishing.table_messages import TableMessages
from bot.runtime.clock import SystemClock
from bot.runtime.deadline_queue import DeadlineQueue
from bot.runtime.outbox import Outbox
from bot.tables import repository
from bot.tables.automatic_moves import RobotRunner
from bot.tables.model import Table
from bot.tables.repository import TableRepository
from bot.tables.service import TableService
from bot.tournaments.formats import arena
from storage.sql.group_commit import Write
from tests.simulation import simulation
from tests.simulation.__main__ import folder, in_order
from tests.simulation.simulation import WEEK, Scale, Simulation

MOST = 200
"""Seeds within which each must be found."""


def _answered_before_it_is_stored() -> AbstractContextManager[Any]:
    stored, storing = TableRepository.store, set[asyncio.Task[None]]()

    async def store(self: TableRepository, press: Any, before: Any, update: Any) -> None:
        if press is None:
            return await stored(self, press, before, update)
        task = asyncio.ensure_future(stored(self, press, before, update))
        storing.add(task)
        task.add_done_callback(storing.discard)
        self.remember(update.table)

    return patch.object(TableRepository, "store", store)


def _deadlines_lost_at_a_restart() -> AbstractContextManager[Any]:
    opened = DeadlineQueue.open
    return patch.object(DeadlineQueue, "open", lambda self, due: opened(self, ()))


def _outbox_done_before_it_is_run() -> AbstractContextManager[Any]:
    ran = vars(Outbox)["_run_until_done"]

    async def run(self: Outbox, row: Any) -> None:
        await self._store.outbox_done(row.id)
        await ran(self, row)

    return patch.object(Outbox, "_run_until_done", run)


def _hands_in_public() -> AbstractContextManager[Any]:
    sent, chance = discord.InteractionResponse.send_message, Random(1)

    async def send(self: Any, *args: Any, **options: Any) -> Any:
        if chance.random() < 0.02:
            options["ephemeral"] = False
        return await sent(self, *args, **options)

    return patch.object(discord.InteractionResponse, "send_message", send)


def _clocks_run_in_an_outage() -> AbstractContextManager[Any]:
    return patch.object(SystemClock, "stop", lambda self: None)


def _presses_leave_no_trace() -> AbstractContextManager[Any]:
    made, chance = vars(repository)["_change"], Random(1)

    def change(press: Any, before: Any, update: Any) -> Any:
        found = made(press, before, update)
        return structs.replace(found, interaction=None) if chance.random() < 0.01 else found

    return patch.object(repository, "_change", change)


def _commits_wait_for_the_next() -> AbstractContextManager[Any]:
    stored, chance = simulation.store_together, Random(1)

    def store(db: sqlite3.Connection, writes: Sequence[Write], prune_before: float | None) -> Any:
        if db.in_transaction:
            db.execute("COMMIT")
        if chance.random() < 0.2 and all(write.change is not None for write in writes):
            db.execute("BEGIN IMMEDIATE")
            for write in writes:
                for sql, values in write.statements:
                    db.execute(sql, values)
            return [None] * len(writes)
        return stored(db, writes, prune_before)

    return patch.object(simulation, "store_together", store)


@contextmanager
def _robots_forgotten_at_a_restart() -> Iterator[None]:
    opened, started, opening = TableService.open, RobotRunner.start_if_due, set[int]()

    async def open(self: TableService) -> None:
        opening.add(id(self.robots))
        try:
            await opened(self)
        finally:
            opening.discard(id(self.robots))

    def start(self: RobotRunner, table: Table) -> None:
        if id(self) not in opening:
            started(self, table)

    with patch.object(TableService, "open", open), patch.object(RobotRunner, "start_if_due", start):
        yield


def _edits_taken_for_done() -> AbstractContextManager[Any]:
    edited, chance = vars(TableMessages)["_edit"], Random(1)

    async def edit(self: TableMessages, table: Any, post: Any, payload: Any) -> None:
        if chance.random() > 0.02:
            await edited(self, table, post, payload)

    return patch.object(TableMessages, "_edit", edit)


@contextmanager
def _posted_again_without_a_look() -> Iterator[None]:
    posted, chance = Channels.post, Random(1)

    async def post(self: Channels, *args: Any, **options: Any) -> Any:
        options["nonce"] = f"{chance.getrandbits(60)}"
        return await posted(self, *args, **options)

    async def latest(self: Any, subject: Any, place: int) -> list[Any]:
        return []

    with patch.object(Channels, "post", post), patch.object(Messages, "own_latest", latest):
        yield


def _drawn_while_playing() -> AbstractContextManager[Any]:
    return patch.object(arena, "playing", lambda event: frozenset())


PLANTED: Mapping[str, Callable[[], AbstractContextManager[Any]]] = {
    "an answer before its commit": _answered_before_it_is_stored,
    "deadlines lost at a restart": _deadlines_lost_at_a_restart,
    "an outbox entry done before it is run": _outbox_done_before_it_is_run,
    "a hand in a public message": _hands_in_public,
    "clocks that run in an outage": _clocks_run_in_an_outage,
    "a press that leaves no trace": _presses_leave_no_trace,
    "a commit that waits for the next one": _commits_wait_for_the_next,
    "robots forgotten at a restart": _robots_forgotten_at_a_restart,
    "an edit taken for done": _edits_taken_for_done,
    "a message posted again without a look": _posted_again_without_a_look,
    "drawn in an arena while playing": _drawn_while_playing,
}


def found(name: str, seed: int, scale: Scale = WEEK) -> str | None:
    """What is wrong in the week of this seed with that mistake in the bot; None if nothing is."""
    files = folder()
    try:
        with PLANTED[name]():
            watch = Simulation(replace(scale, seed=seed), files).run()
    finally:
        shutil.rmtree(files, ignore_errors=True)
    return watch.wrong[0] if watch.wrong else None


def main(names: Sequence[str]) -> int:
    """Each of them, or these; exit status 1 if one is not found."""
    missed = 0
    for name in names or PLANTED:
        for seed in range(MOST):
            if (what := found(name, seed)) is not None:
                print(f"{name}: seed {seed}: {what[:150]}", flush=True)
                break
        else:
            missed += 1
            print(f"{name}: not found in {MOST} seeds", flush=True)
    return bool(missed)


if __name__ == "__main__":
    in_order()
    sys.exit(main(sys.argv[1:]))
