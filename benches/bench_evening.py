"""An evening of two hundred games among Captains that think, beside the same where robots play at once.

Everybody plays alone against robots and moves again some seconds after it is their turn, now and then after
a hint. Both bots run in processes of their own against stand-ins for Discord in this one, and take turns
within one run: what thinking costs those who press is the difference.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random

from benches.bench_press import percentile
from benches.report import Cell, Figure, show
from benches.running import people_of, quiet, running, settings_in, timed
from games.catalogue import catalogue
from playground import Playground, Seen, Visitor

TABLES = 200
BETWEEN = 20.0
"""Seconds until somebody whose turn it is moves, on average."""
A_TURN = 40.0
"""Seconds for which one bot is pressed before the other's turn comes."""
TURNS = 3
HINTS = 0.1
"""How many of the moves somebody asks for a hint before."""
AT_ONCE = "robots that play at once"
BOTS = {AT_ONCE: 0.0, "captains that think": 1.0}
"""Who plays along, by the setting `THINKING`."""


@dataclass
class Waits:
    """Milliseconds until presses were answered, and until hints were there."""

    moves: list[float] = field(default_factory=list[float])
    hints: list[float] = field(default_factory=list[float])


class Evening:
    """The tables of one bot, and those who sit at them."""

    def __init__(self, people: Sequence[Visitor]) -> None:
        self._random = Random(1)
        games = cycle(sorted(catalogue()))
        self._hands: list[Seen] = []
        self._people = [(person, game) for person, game in zip(people, games, strict=False)]
        self.waits = Waits()

    async def begin(self) -> None:
        """Everybody is dealt a game of their own."""
        for person, game in self._people:
            self._hands.append(await _dealt(person, game))

    async def go_on(self, seconds: float) -> None:
        """Everybody plays for so long, and until each kind of wait was measured. What is slow counts."""
        end = asyncio.get_running_loop().time() + seconds
        await asyncio.gather(*(self._play(place, end) for place in range(len(self._people))))

    async def _play(self, place: int, end: float) -> None:
        person, game = self._people[place]
        loop = asyncio.get_running_loop()
        while True:
            left = max(0.0, end - loop.time())
            await asyncio.sleep(min(left, self._random.expovariate(1 / BETWEEN)))
            if loop.time() >= end and self.waits.moves and self.waits.hints:
                return
            hand = self._hands[place].refresh()
            if any(str(button.custom_id).startswith("rematch:") for button in hand.buttons):
                self._hands[place] = await _dealt(person, game)
            elif self._random.random() < HINTS:
                await self._asks(person, hand)
            else:
                await self._moves(person, hand)

    async def _asks(self, person: Visitor, hand: Seen) -> None:
        asked = next((each for each in hand.buttons if str(each.custom_id).startswith("hint:")), None)
        if asked is None:
            return

        async def told() -> None:
            await (await person.press(hand, custom_id=str(asked.custom_id))).settled()

        self.waits.hints.append(await timed(told()))
        back = next(
            (each for each in hand.refresh().buttons if str(each.custom_id).startswith("hand:")), None
        )
        if back is not None:
            await person.press(hand, custom_id=str(back.custom_id))

    async def _moves(self, person: Visitor, hand: Seen) -> None:
        moves = [str(each.custom_id) for each in hand.buttons if not each.disabled]
        moves = [move for move in moves if move.startswith("pick:")]
        listed = [each for each in hand.selects if each.custom_id.startswith("picks:")]
        if moves:
            self.waits.moves.append(await timed(person.press(hand, custom_id=self._random.choice(moves))))
        elif listed:
            value = self._random.choice(listed[0].options).value
            self.waits.moves.append(await timed(person.choose(hand, listed[0].custom_id, value)))


async def _dealt(person: Visitor, game: str) -> Seen:
    """The first hand of a game alone among Captains."""
    hand = await (await person.slash("play", game=game)).settled()
    assert hand is not None
    return hand


async def measure(folder: Path) -> dict[str, Waits]:
    """Both bots, in turns; the one whose robots do not think comes first."""
    evenings: dict[str, tuple[Playground, Evening]] = {}
    async with AsyncExitStack() as stack:
        for name, thinking in BOTS.items():
            (folder / name).mkdir()
            playground = await stack.enter_async_context(Playground.start(limits="off", keep_requests=1000))
            settings = settings_in(folder / name) | {"THINKING": str(thinking)}
            await stack.enter_async_context(running(playground, "bot", "run", settings=settings))
            evening = Evening(people_of(playground, TABLES))
            await evening.begin()
            evenings[name] = playground, evening
        for _turn in range(TURNS):
            for _playground, evening in evenings.values():
                for playground, _evening in evenings.values():
                    await quiet(playground)
                await evening.go_on(A_TURN)
        return {name: evening.waits for name, (_playground, evening) in evenings.items()}


def main() -> list[Figure]:
    """Measure and show."""
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(Path(folder)))
    rows: list[tuple[Cell, ...]] = []
    for name, waits in found.items():
        moves = (percentile(waits.moves, percent) for percent in (50, 95, 99))
        rows.append((name, len(waits.moves), *moves, len(waits.hints), percentile(waits.hints, 95)))
    show(
        f"A press among {TABLES} games with robots (ms)",
        ("beside", "presses", "p50", "p95", "p99", "hints", "p95"),
        rows,
        note="Aims: what thinking costs is 10 % at most; a hint is there within 1.5 s.",
    )
    at_once, thinking = found.values()
    return [
        *(
            Figure(
                *("evening", f"{TABLES} tables with Captains: a press, p{percent}"),
                *(
                    percentile(thinking.moves, percent),
                    "ms",
                    percentile(at_once.moves, percent),
                    AT_ONCE,
                    1.1,
                ),
                tolerance=0.1 if percent == 50 else 0.3,
            )
            for percent in (50, 95, 99)
        ),
        Figure(
            "evening",
            f"{TABLES} tables with Captains: a hint, p95",
            percentile(thinking.hints, 95),
            "ms",
            aim=1500,
        ),
    ]


if __name__ == "__main__":
    main()
