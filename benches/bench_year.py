"""The file after a year of play: how large it is, and whether the bot starts and answers as fast with it.

So many games are written as they would have been stored, and the rest is by multiplication: two thousand
tables are open all the year round, and a game at which everybody looks in a few times a day lasts a week. All
that is kept of a game is its log, its state at the end, its results and its messages' ids; answers to presses
are forgotten after a day.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from benches.bench_start import PEOPLE, SERVERS, Starts, begin, moored
from benches.fleet import Berth, Fleet, Place, Shipyard
from benches.report import Cell, Figure, show
from benches.running import harbours, running, settings_in, world_of
from playground import Playground
from storage import migrate

OPEN, ENDED = 2_000, 20_000
EACH = 500
"""Games of each rule book, to tell what one weighs."""
DAYS_A_GAME = 7
GAMES_A_YEAR = OPEN * 365 // DAYS_A_GAME
STARTS = 3
GIGABYTES = 2


def ended(fleet: Fleet, games: int) -> Iterator[Berth]:
    """So many games that are over."""
    return (fleet.ended(1_000_000 + number) for number in range(games))


def size_of(path: Path) -> int:
    """Bytes."""
    return path.stat().st_size


async def weights(folder: Path) -> dict[str, float]:
    """Bytes of a finished game, by rule book."""
    fleet = Fleet(range(10**17, 10**17 + PEOPLE), [Place(guild, guild) for guild in range(1, SERVERS)])
    found: dict[str, float] = {}
    for at, voyage in enumerate(fleet.voyages):
        path = folder / f"{at}.sqlite3"
        await migrate(path, lambda _told: None)
        empty = size_of(path)
        number = len(fleet.voyages)
        Shipyard(path).write(fleet.ended(at + number * game) for game in range(EACH))
        name = f"{voyage.tables[0].game.slug}, {len(voyage.log)} moves"
        found[name] = max(found.get(name, 0.0), (size_of(path) - empty) / EACH)
    return found


async def starts(folder: Path, games: int) -> tuple[Starts, int]:
    """Starts with so many finished games in the file; and its bytes."""
    async with AsyncExitStack() as stack:
        world = world_of(SERVERS)
        playground = await stack.enter_async_context(
            Playground.start(limits="off", keep_requests=1000, world=world)
        )
        settings = settings_in(folder)
        path = Path(settings["DATABASE_PATH"])
        crowd = await moored(playground, path, OPEN)
        fleet = Fleet(range(10**17, 10**17 + PEOPLE), [Place(*place) for place in harbours(world)])
        Shipyard(path).write(ended(fleet, games))
        size, found = size_of(path), Starts()
        for _start in range(STARTS):
            async with running(playground, "bot", "run", settings=settings) as bot:
                await begin(bot, crowd, found)
        return found, size


def main() -> list[Figure]:
    """Measure and show."""
    found: dict[int, tuple[Starts, int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        weighed = asyncio.run(weights(Path(folder)))
        for games in (0, ENDED):
            place = Path(folder) / str(games)
            place.mkdir()
            found[games] = asyncio.run(starts(place, games))
    (few, small), (many, large) = found.values()
    a_game = (large - small) / ENDED
    year = (small + GAMES_A_YEAR * a_game) / 1e9
    rows: list[tuple[Cell, ...]] = [(name, weight / 1e3) for name, weight in weighed.items()]
    show(
        "What a finished game adds to the file, with its log (KB)",
        ("game", "KB"),
        [*rows, (f"{ENDED:,} of all kinds, on average", a_game / 1e3), ("an open table", small / OPEN / 1e3)],
        note=f"A year of {OPEN:,} open tables, a game a week at each: {GAMES_A_YEAR:,} games, {year:.2f} GB.",
    )
    show(
        f"A start with {OPEN:,} open tables (the median of {STARTS})",
        ("finished games", "process to READY, s", "READY to first answer, ms", "MB"),
        [
            (f"{games:,}", median(each.to_ready), median(each.first), max(each.memory))
            for games, (each, _size) in found.items()
        ],
    )
    beside = "the same without them"
    return [
        Figure("storage", "a finished game, with its log", a_game / 1e3, "KB"),
        Figure("storage", f"the file after a year of {GAMES_A_YEAR:,} games", year, "GB", aim=GIGABYTES),
        Figure(
            *("start-up", f"{ENDED:,} finished games: READY to the first answer", median(many.first), "ms"),
            *(median(few.first), beside, 1.5),
        ),
        Figure(
            *("start-up", f"{ENDED:,} finished games: process to READY", median(many.to_ready), "s"),
            *(median(few.to_ready), beside, 1.5),
        ),
    ]


if __name__ == "__main__":
    main()
