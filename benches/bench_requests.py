"""How many requests to Discord a press brings: the answer, and all that is drawn and posted afterwards.

A table of three, everybody's hand open, moves as one makes them when one sits together. Whatever is asked
until the next press counts as the press's. Then somebody begins a game among robots in the channel.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Mapping, Sequence
from pathlib import Path
from random import Random

from benches.bench_press import show_hand
from benches.report import Figure, show
from benches.running import people_of, running, settings_in
from playground import Playground, Seen, Visitor

SEATS = 3
PACE = 2.0
"""Seconds from one move to the next."""
MOVES = 42
"""Of four rounds: twelve bids and thirty cards."""
LOOK = 0.8
"""Seconds for which one looks at what a hand asks for: a press that comes sooner may be a second tap of the
same finger, and chooses nothing.
"""
SETTLED = 6.0
"""Seconds after which nothing follows any more; longer than any pause between two edits of a message."""
AIMS = {"start": 4.0, "hand": 1.0, "bid": 2.0, "card": 2.2, "play": 4.0}
WORDS = {
    "start": "the start of a game",
    "hand": "My hand",
    "bid": "a bid",
    "card": "a card",
    "play": "/play in the channel",
}

Hands = Sequence[tuple[Visitor, Seen]]


class Counted:
    """How many requests each press brought, by its kind."""

    def __init__(self, playground: Playground) -> None:
        self.found: Mapping[str, list[int]] = defaultdict(list)
        self._playground = playground
        self._kind: str | None = None
        self._from = 0

    def press(self, kind: str | None) -> None:
        """From now on, what is asked comes of such a press; None: it is not counted."""
        asked = len(self._playground.requests)
        if self._kind is not None:
            self.found[self._kind].append(asked - self._from)
        self._kind, self._from = kind, asked


async def _begin(counted: Counted, people: Sequence[Visitor]) -> Hands:
    """A game has begun, and everybody has opened their hand."""
    host, *guests = people
    lobby = (await host.slash("table create", game="skull-king")).message
    assert lobby is not None
    for guest in guests:
        await guest.press(lobby, "Join")
    await asyncio.sleep(SETTLED)
    counted.press("start")
    await host.press(lobby, "Start")
    await asyncio.sleep(SETTLED)
    hands: list[tuple[Visitor, Seen]] = []
    for person in people:
        counted.press("hand")
        hands.append((person, await show_hand(person, lobby.refresh())))
        await asyncio.sleep(SETTLED)
    counted.press(None)
    return hands


async def _move(counted: Counted, hands: Hands, random: Random, done: dict[str, str]) -> None:
    """Whoever is asked for something does it, once they have looked at their hand. `done`: what each was
    asked last, as a bid may be changed until all have bid; the second step of a card is asked for itself.
    """
    while True:
        for person, hand in hands:
            buttons = [str(button.custom_id) for button in hand.refresh().buttons if not button.disabled]
            moves = [button for button in buttons if button.startswith("pick:")]
            _pick, _table, decision, depth, _index = moves[0].split(":") if moves else [""] * 5
            asked = decision.partition(".")[0] if decision.startswith("b") else decision + depth
            if asked and done.get(person.id) != asked:
                done[person.id] = asked
                await asyncio.sleep(LOOK)
                counted.press("bid" if asked.startswith("b") else "card")
                await person.press(hand, custom_id=random.choice(moves))
                return
        await asyncio.sleep(0.05)


async def _in_time(doing: Awaitable[None]) -> None:
    """Do it, and wait until it is time for the next one."""
    began = time.perf_counter()
    await doing
    await asyncio.sleep(max(0.0, PACE - (time.perf_counter() - began)))


async def measure(folder: Path) -> Mapping[str, Sequence[int]]:
    """The requests of each press, by its kind."""
    async with Playground.start(limits="off") as playground:
        people, counted, random = people_of(playground, SEATS), Counted(playground), Random(1)
        done: dict[str, str] = {}
        async with running(playground, "bot", "run", settings=settings_in(folder)):
            hands = await _begin(counted, people)
            for _each in range(MOVES):
                await _in_time(_move(counted, hands, random, done))
            await asyncio.sleep(SETTLED)
            counted.press("play")
            await people[0].slash("play", game="skull-king", where="here")
            await asyncio.sleep(PACE)
            counted.press(None)
    return counted.found


def main() -> list[Figure]:
    """Count and show."""
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(Path(folder)))
    show(
        f"Requests to Discord for each press, at a table of {SEATS}, a move every {PACE:g} s",
        ("press", "presses", "on average", "at most", "aim"),
        [
            (WORDS[kind], len(counts), sum(counts) / len(counts), max(counts), AIMS[kind])
            for kind, counts in found.items()
        ],
    )
    return [
        Figure("requests", WORDS[kind], sum(counts) / len(counts), "requests", aim=AIMS[kind])
        for kind, counts in found.items()
    ]


if __name__ == "__main__":
    main()
