"""A start with ten thousand open tables in the file: how soon a press is answered, beside bare discord.py.

The tables are of every game, at any moment of theirs; most of those who are asked have been reminded, and
some reminders and score sheets are still to be posted. A crowd presses at the moment when the gateway has
sent READY; measured is from there to the first answer and to the last.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from statistics import median

import msgspec

from benches.bare_bot import NOTHING
from benches.fleet import Berth, Fleet, Place, Shipyard
from benches.report import Figure, show
from benches.running import Running, harbours, people_of, running, settings_in, stands, world_of
from bot.i18n import reader_for
from bot.runtime.clock import SystemClock
from bot.screens.board import board_screen
from bot.tables.clocks import ReminderDue
from bot.tables.model import Table
from playground import Playground, Seen, Visitor
from playground.world import World
from storage import migrate

TABLES = 10_000
CROWD = 200
"""People who press as soon as the bot is there, each at a table of theirs."""
PEOPLE, SERVERS = 4_000, 40
STARTS = 3
OUTBOX = 100
"""So many reminders, and as many score sheets, have been left to be posted."""
SETTLED = 1.5
"""Seconds after the answers, by which discord.py has looked at all servers."""
NO_OP = {"type": 1, "components": [{"type": 2, "style": 2, "label": "Nothing", "custom_id": NOTHING}]}
FLOOR = "bare discord.py, which knows no tables"

Pressed = tuple[Visitor, Seen, str]
"""Who presses, on which message, what."""


@dataclass
class Starts:
    """What the starts of one program took: seconds to READY, milliseconds from there, MB at most."""

    to_ready: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)


async def begin(bot: Running, crowd: Sequence[Pressed], starts: Starts) -> None:
    """The crowd presses as soon as the bot is there."""

    async def answered(person: Visitor, message: Seen, custom_id: str) -> float:
        await person.press(message, custom_id=custom_id)
        return 1000 * (time.perf_counter() - bot.ready)

    took = await asyncio.gather(*(answered(*pressed) for pressed in crowd))
    starts.to_ready.append(bot.ready - bot.launched)
    starts.first.append(min(took))
    starts.last.append(max(took))
    await asyncio.sleep(SETTLED)
    starts.memory.append(bot.peak_memory() / 1e6)


async def moored(playground: Playground, path: Path, tables: int) -> list[Pressed]:
    """Store the tables; a crowd's presses on the boards of the first of them."""
    people = people_of(playground, CROWD)
    places = [Place(*place) for place in harbours(playground.world)]
    users = [*(int(person.id) for person in people), *range(10**17, 10**17 + PEOPLE)]
    fleet = Fleet(users, places)
    first = [fleet.under_way(number) for number in range(CROWD)]
    await migrate(path, lambda _told: None)
    shipyard = Shipyard(path)
    shipyard.write(chain(first, (fleet.under_way(number) for number in range(CROWD, tables))))
    shipyard.outbox(_left_undone(first))
    return [
        (person, show_board(playground.world, berth.table), f"hand:{berth.table.id}")
        for person, berth in zip(people, first, strict=True)
    ]


def _left_undone(berths: Sequence[Berth]) -> Iterator[tuple[str, str, bytes]]:
    for table in (berth.table for berth in berths[:OUTBOX]):
        seat = table.game.to_act(table.state)[0]
        nudge = ReminderDue(seat, table.game.decision(table.state, seat), "turn")
        yield table.id, "nudge", msgspec.json.encode(nudge)


def show_board(world: World, table: Table) -> Seen:
    """The table's board, where it has stood since before the start."""
    payload = board_screen(table, reader_for(table, "en-US"), unix=SystemClock().unix).payload()
    return stands(world, table.channel, payload)


async def measure(folder: Path) -> tuple[Starts, Starts]:
    """Starts of the bare bot and of ours, in turns."""
    async with AsyncExitStack() as stack:
        floor = await stack.enter_async_context(Playground.start(limits="off", keep_requests=1000))
        idlers = floor.add_people(*(f"Idler {number}" for number in range(CROWD)))
        message = stands(floor.world, int(floor.channel("tavern").id), [NO_OP])
        theirs = [(idler, message, NOTHING) for idler in idlers]
        playground = await stack.enter_async_context(
            Playground.start(limits="off", keep_requests=1000, world=world_of(SERVERS))
        )
        settings = settings_in(folder)
        crowd = await moored(playground, Path(settings["DATABASE_PATH"]), TABLES)
        bare, ours = Starts(), Starts()
        for _start in range(STARTS):
            async with running(floor, "benches.bare_bot") as bot:
                await begin(bot, theirs, bare)
            async with running(playground, "bot", "run", settings=settings) as bot:
                await begin(bot, crowd, ours)
        return bare, ours


def main() -> list[Figure]:
    """Measure and show."""
    with tempfile.TemporaryDirectory() as folder:
        bare, ours = asyncio.run(measure(Path(folder)))
    show(
        f"A start with {TABLES:,} open tables (the median of {STARTS})",
        ("who", "process to READY, s", "READY to first answer, ms", f"to the last of {CROWD}, ms", "MB"),
        [
            (name, *map(median, (each.to_ready, each.first, each.last, each.memory)))
            for name, each in ((FLOOR, bare), ("Tortuga", ours))
        ],
        note="Aim: answers within 2 s of READY; under 400 MB.",
    )
    many = f"{TABLES:,} tables"
    return [
        Figure("start-up", f"{many}: READY to the first answer", median(ours.first), "ms", aim=2000),
        Figure(
            *("start-up", f"{many}: READY to the last of {CROWD} answers", median(ours.last), "ms"), aim=2000
        ),
        Figure(
            *("start-up", f"{many}: process to READY", median(ours.to_ready), "s"),
            *(median(bare.to_ready), FLOOR, 3.0),
        ),
        Figure("memory", f"after a start with {many}", max(ours.memory), "MB", aim=400),
    ]


if __name__ == "__main__":
    main()
