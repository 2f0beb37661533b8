"""Two thousand open tables, and two hundred people who press at once, beside bare discord.py.

The tables are in the file when the bot starts: of every game, at any moment of theirs, on many servers. Then
everybody opens ten hands, so that the bot holds as much as it ever will, and makes a move at one after the
other of these tables, all people at the same moment. Reminders come due meanwhile, boards and hands are drawn
anew. The bot's memory and its event loop's delay are what the kernel and its own /metrics tell.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benches.bench_press import Floor, percentile
from benches.bench_start import FLOOR, NO_OP, show_board
from benches.fleet import Fleet, Place, Shipyard
from benches.report import Cell, Figure, show
from benches.running import Running, harbours, people_of, quiet, running, settings_in, stands, timed, world_of
from playground import Playground, Seen, Visitor
from storage import migrate

TABLES = 2_000
CROWD = 200
A_FEW = 10
SERVERS = 40
ROUNDS = 8
"""No more than there are tables for each in the crowd."""
BOTS = {"in words": False, "with pictures": True}
MEGABYTES = {"in words": 110, "with pictures": 250}
SECONDS = 3


@dataclass
class Loaded:
    """What one bot showed: milliseconds from press to answer, MB at most, its loop's delays in seconds."""

    waits: list[float] = field(default_factory=list)
    memory: float = 0.0
    delays: Mapping[float, float] = field(default_factory=dict)
    """How many samples of the event loop's delay were so long at most, by bucket."""


class Tables:
    """The tables of a stand-in, and the hands of those whom they wait for: a crowd, each at as many."""

    def __init__(self, playground: Playground, tables: int, crowd: int) -> None:
        self._playground = playground
        self._tables, self._crowd = tables, crowd
        self._people = people_of(playground, crowd)
        self._random = Random(1)
        self._boards: list[tuple[Visitor, Seen, str]] = []
        self._hands: list[tuple[Visitor, Seen]] = []

    async def store(self, path: Path) -> None:
        """Put them into a new file, their boards where they stand."""
        world = self._playground.world
        places = [Place(*place) for place in harbours(world)]
        fleet = Fleet([int(person.id) for person in self._people], places)
        berths = [fleet.under_way(number) for number in range(self._tables)]
        await migrate(path, lambda _told: None)
        boards = [show_board(world, berth.table) for berth in berths]
        ids = {berth.table.id: int(seen.id) for berth, seen in zip(berths, boards, strict=True)}
        Shipyard(path, lambda table, _kind: ids[table.id]).write(berths)
        for number, (berth, seen) in enumerate(zip(berths, boards, strict=True)):
            self._boards.append((self._people[number % self._crowd], seen, f"hand:{berth.table.id}"))

    async def open_hands(self) -> None:
        """Everybody opens theirs, a few at a time."""
        for first in range(0, self._tables, A_FEW):
            some = self._boards[first : first + A_FEW]
            self._hands += await asyncio.gather(*(self._open(*board) for board in some))

    async def _open(self, person: Visitor, board: Seen, custom_id: str) -> tuple[Visitor, Seen]:
        hand = await (await person.press(board, custom_id=custom_id)).settled()
        assert hand is not None
        return person, hand

    async def crowd(self, round: int) -> list[float]:
        """Everybody makes a move, each at another table."""
        return await asyncio.gather(
            *(self._move(*hand) for hand in self._hands[round * self._crowd :][: self._crowd])
        )

    async def _move(self, person: Visitor, hand: Seen) -> float:
        hand.refresh()
        moves = [str(button.custom_id) for button in hand.buttons if not button.disabled]
        moves = [move for move in moves if move.startswith("pick:")]
        if moves:
            return await timed(person.press(hand, custom_id=self._random.choice(moves)))
        [listed] = [select for select in hand.selects if select.custom_id.startswith("picks:")]
        return await timed(person.choose(hand, listed.custom_id, self._random.choice(listed.options).value))


async def measure(folder: Path) -> dict[str, Loaded]:
    """All the bots, in turns; the floor's name comes first."""
    loaded = {name: Loaded() for name in (FLOOR, *BOTS)}
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        idle = await enter(Playground.start(limits="off", keep_requests=1000))
        idlers = people_of(idle, CROWD)
        await enter(running(idle, "benches.bare_bot"))
        floor = Floor(idlers, stands(idle.world, int(idle.channel("tavern").id), [NO_OP]))
        fleets: dict[str, tuple[Playground, Tables, Running]] = {}
        for name, pictures in BOTS.items():
            world = world_of(SERVERS)
            playground = await enter(Playground.start(limits="off", keep_requests=1000, world=world))
            tables = Tables(playground, TABLES, CROWD)
            settings = settings_in(folder / name, pictures=pictures)
            Path(settings["DATABASE_PATH"]).parent.mkdir()
            await tables.store(Path(settings["DATABASE_PATH"]))
            bot = await enter(running(playground, "bot", "run", settings=settings))
            fleets[name] = playground, tables, bot
            await tables.open_hands()
        for round in range(ROUNDS):
            await _all_quiet([playground for playground, *_rest in fleets.values()])
            loaded[FLOOR].waits += await floor.crowd()
            for name, (_playground, tables, _bot) in fleets.items():
                await _all_quiet([playground for playground, *_rest in fleets.values()])
                loaded[name].waits += await tables.crowd(round)
        for name, (_playground, _tables, bot) in fleets.items():
            loaded[name].memory = bot.peak_memory() / 1e6
            loaded[name].delays = delays(await bot.metrics())
        return loaded


async def _all_quiet(playgrounds: Sequence[Playground]) -> None:
    await asyncio.gather(*map(quiet, playgrounds))


def delays(metrics: str) -> Mapping[float, float]:
    """How many samples of the loop's delay were so long at most, in seconds."""
    found = re.findall(r'^tortuga_loop_delay_seconds_bucket\{le="(.+)"\} (\S+)$', metrics, re.MULTILINE)
    return {float(bound): float(count) for bound, count in found}


def within(buckets: Mapping[float, float], percent: int) -> float:
    """The smallest of the bounds, in milliseconds, that so many percent of the samples did not exceed."""
    enough = max(buckets.values()) * percent / 100
    return 1000 * min(bound for bound, count in buckets.items() if count >= enough)


def main() -> list[Figure]:
    """Measure and show."""
    with tempfile.TemporaryDirectory() as folder:
        loaded = asyncio.run(measure(Path(folder)))
    bare = {percent: percentile(loaded[FLOOR].waits, percent) for percent in (50, 99)}
    rows: list[tuple[Cell, ...]] = []
    figures: list[Figure] = []
    for name, each in loaded.items():
        took = {percent: percentile(each.waits, percent) for percent in bare}
        ratios = (took[percent] / bare[percent] for percent in bare)
        delay = "" if name == FLOOR else f"<= {within(each.delays, 99):.3g}"
        memory = "" if name == FLOOR else f"{each.memory:.0f}"
        rows.append((name, *took.values(), *ratios, max(each.waits), delay, memory))
        if name != FLOOR:
            figures += _figures(name, each, took, bare)
    show(
        f"A press among {TABLES:,} open tables, {CROWD} people at once (ms)",
        ("who", "p50", "p99", "p50 ratio", "p99 ratio", "longest", "loop delay p99", "MB"),
        rows,
        note=f"Aims: p99 within 2.5x of the floor; none over {SECONDS} s; at most "
        f"{' or '.join(map(str, MEGABYTES.values()))} MB, with its processes for pictures and robots.",
    )
    return figures


def _figures(
    name: str, each: Loaded, took: Mapping[int, float], bare: Mapping[int, float]
) -> Sequence[Figure]:
    about = f"{TABLES:,} tables, {name}"
    return [
        Figure(
            *("load", f"{about}: {CROWD} at once, p50", took[50], "ms", bare[50], FLOOR),
            aim=None if BOTS[name] else 2.5,
        ),
        Figure(
            *("load", f"{about}: {CROWD} at once, p99", took[99], "ms", bare[99], FLOOR),
            aim=2.5,
        ),
        Figure("load", f"{about}: the longest of all", max(each.waits), "ms", aim=1000 * SECONDS),
        Figure("load", f"{about}: the event loop's delay, p99", within(each.delays, 99), "ms", aim=100),
        Figure("memory", f"{about}, each with an open hand", each.memory, "MB", aim=MEGABYTES[name]),
    ]


if __name__ == "__main__":
    main()
