"""A press from its arrival to its answer, beside a button that does nothing on bare discord.py.

The bot is measured twice, in words only and with pictures. All bots run in processes of their own against
stand-ins for Discord in this one, over the same kind of sockets, and take turns within one run. The bot's
presses are moves: each is applied, stored durably, and answered with the hand.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from benches.report import Cell, Figure, show
from benches.running import timed
from playground import Playground, Seen, Visitor

FLOOR = "a no-op on bare discord.py"
BOTS = {"in words": False, "with a picture": True}
"""What is measured beside it: whether pictures are on."""
AIMS = {("1", 50): 1.7, ("1", 99): 2.0, ("200", 50): 1.5, ("200", 99): 1.8}
"""By how many press and percentile, in words."""
PICTURE = 12.0
"""Milliseconds for one who sees pictures, p50."""
ROUNDS = 4
ALONE = 200
"""Presses one after the other, in each round: all together so many that a p99 tells of eight presses. A round
takes seventy seconds or more, sixty of them breath: as it begins, it is told which one it is.
"""
BREATH = 0.1
"""Seconds between them: one person looks at what came of a press before the next one."""
CROWD = 200
"""People who press at the same moment, once in each round."""
QUIET = 2.5
"""Seconds without a request after which a bot has done its work: a trick is shown for two seconds."""


async def press(person: Visitor, message: Seen, custom_id: str) -> float:
    """Milliseconds from the press to the bot's answer, or until it is given up."""
    return await timed(person.press(message, custom_id=custom_id))


class Floor:
    """The bare bot's button, pressed by everybody."""

    def __init__(self, people: list[Visitor], message: Seen) -> None:
        self._people = people
        self._message = message

    async def alone(self) -> list[float]:
        """One press after the other."""
        person = self._people[0]
        took: list[float] = []
        for _press in range(ALONE):
            took.append(await press(person, self._message, "nothing"))
            await asyncio.sleep(BREATH)
        return took

    async def crowd(self) -> list[float]:
        """All at once."""
        return await asyncio.gather(*(press(person, self._message, "nothing") for person in self._people))


class Tables:
    """As many tables of two as there are people in the crowd, with everybody's hand open."""

    def __init__(self, playground: Playground, random: Random) -> None:
        self._playground = playground
        self._random = random
        self._hands: list[list[tuple[Visitor, Seen]]] = []

    async def open(self, people: list[Visitor]) -> None:
        """Each person hosts a table, at which the next one sits too."""
        for place, host in enumerate(people):
            self._hands.append(await self._open_one(host, people[(place + 1) % len(people)]))

    async def _open_one(self, *people: Visitor) -> list[tuple[Visitor, Seen]]:
        host, guest = people
        lobby = (await host.slash("table create", game="skull-king")).message
        assert lobby is not None
        await guest.press(lobby, "Join")
        await host.press(lobby, "Start")
        begun = await host.wait_for(lambda seen: seen.id == lobby.id and _has(seen, "My hand"))
        return [(person, await show_hand(person, begun)) for person in people]

    async def alone(self) -> list[float]:
        """One move after the other, each at another table."""
        took: list[float] = []
        for table in self._random.sample(self._hands, ALONE):
            took.append(await self._move(table))
            await asyncio.sleep(BREATH)
        return took

    async def crowd(self) -> list[float]:
        """A move at every table at the same moment."""
        return await asyncio.gather(*map(self._move, self._hands))

    async def _move(self, table: list[tuple[Visitor, Seen]]) -> float:
        for person, hand in table:
            buttons = [button for button in hand.refresh().buttons if not button.disabled]
            moves = [button.custom_id for button in buttons if (button.custom_id or "").startswith("pick:")]
            if moves:
                return await press(person, hand, str(self._random.choice(moves)))
        raise RuntimeError("a table waits for nobody whose hand is open")


def _has(message: Seen, label: str) -> bool:
    return any(button.label == label for button in message.buttons)


async def show_hand(person: Visitor, board: Seen) -> Seen:
    """Whoever presses My hand sees it."""
    hand = (await person.press(board, "My hand")).message
    assert hand is not None
    return hand


async def _all_quiet(playgrounds: Sequence[Playground]) -> None:
    """Wait until the bots have done what a press brings afterwards."""
    await asyncio.gather(*(playground.wait_until_quiet(QUIET) for playground in playgrounds))


async def _start(
    stack: AsyncExitStack, folder: Path, *command: str, pictures: bool = False
) -> tuple[Playground, list[Visitor]]:
    """A stand-in with a crowd, and a bot connected to it."""
    playground = await stack.enter_async_context(Playground.start(limits="off", keep_requests=1000))
    people = playground.add_people(*(f"Sailor {number}" for number in range(CROWD)))
    settings = {"DATABASE_PATH": str(folder / "bench.sqlite3"), "LOG_LEVEL": "WARNING"}
    settings |= {"HEARTBEAT_PATH": str(folder / "heartbeat"), "PICTURES": str(pictures)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *command),
        env=os.environ | playground.environment | settings,
        stdout=asyncio.subprocess.DEVNULL,
    )

    async def end() -> None:
        process.terminate()
        await process.wait()

    stack.push_async_callback(end)
    await playground.wait_until_connected(timeout=60)
    return playground, people


async def measure() -> dict[str, dict[str, list[float]]]:
    """All durations in milliseconds, by who was measured and how many pressed."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        _bare, idlers = await _start(stack, folder / "floor", "benches.bare_bot")
        floor = Floor(idlers, await idlers[0].wait_for(lambda seen: _has(seen, "Nothing")))
        pressed: dict[str, Floor | Tables] = {"floor": floor}
        playgrounds: list[Playground] = []
        for name, pictures in BOTS.items():
            playground, people = await _start(stack, folder / name, "bot", "run", pictures=pictures)
            tables = pressed[name] = Tables(playground, Random(1))
            await tables.open(people)
            playgrounds.append(playground)
        took: dict[str, dict[str, list[float]]] = {name: {"1": [], "200": []} for name in pressed}
        for number in range(1, ROUNDS + 1):
            print(f"round {number} of {ROUNDS} ...", file=sys.stderr)
            await _all_quiet(playgrounds)
            for name, each in pressed.items():
                took[name]["1"] += await each.alone()
            for name, each in pressed.items():
                await _all_quiet(playgrounds)
                took[name]["200"] += await each.crowd()
        return took


def percentile(values: list[float], percent: int) -> float:
    """The value that so many percent do not exceed. ValueError if there is none."""
    if len(values) == 1:
        return values[0]
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def main() -> list[Figure]:
    """Measure and show."""
    took = asyncio.run(measure())
    rows: list[tuple[Cell, ...]] = []
    figures: list[Figure] = []
    for (people, percent), aim in AIMS.items():
        floor, *bots = (percentile(took[who][people], percent) for who in took)
        label = f"{people} at once, p{percent}"
        rows.append((label, floor, *(cell for bot in bots for cell in (bot, bot / floor))))
        figures += [
            Figure(
                *("press", f"{label}, {name}", bot, "ms", floor, FLOOR),
                aim=None if pictures else aim,
                tolerance=0.1 if percent == 50 else 0.25,
            )
            for (name, pictures), bot in zip(BOTS.items(), bots, strict=True)
        ]
    for name, pictures in BOTS.items():
        if pictures:
            alone = percentile(took[name]["1"], 50)
            figures.append(Figure("press", f"the time of one press, p50, {name}", alone, "ms", aim=PICTURE))
    show(
        "A press, from arrival to answer (ms)",
        ("people", FLOOR, *(column for name in BOTS for column in (f"a move, stored, {name}", "ratio"))),
        rows,
        note="Aim, in words: one alone within 1.7x of the floor at p50 and 2x at p99, 200 at once 1.5x "
        "and 1.8x, the durable commit included. "
        "A picture may take bot.images.service.ANSWER_PATIENCE; what is not ready then follows.",
    )
    return figures


if __name__ == "__main__":
    main()
