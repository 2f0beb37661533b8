"""The whole bot, killed again and again while people play at several tables: what was answered stays."""

from __future__ import annotations

import asyncio
import itertools
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence, Set
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal

from games.catalogue import catalogue
from playground import InteractionFailed, Playground, Seen, Visitor, acts
from playground.interactions import Interaction
from playground.model import Post
from playground.world import World
from tests.support.child import HASTE
from tests.support.database import examined
from tests.support.processes import new_bot
from tests.support.table_play import (
    CHOICES,
    LONGEST_DEFERRAL,
    choices,
    deal,
    did_nothing,
    hand,
    has_ended,
    lists,
    look_again,
    press,
    table_of,
)

CREW = 3
"""How many people sit at each table."""
PATIENCE = 300
"""Seconds for a start: what is measured here is not its time, and others may be at work on the machine."""
BETWEEN_ATTEMPTS = 0.1
"""Seconds after a press that failed."""
MOST_REQUESTS = 80
"""Of the bot's between a start that was waited for and the kill, on however busy a machine."""
LONGEST_START = 1.5
"""Seconds between a start that is not waited for and the kill, at most: about what a start takes."""
NOTHING_DONE = ("Press again", "nothing has changed")
"""In a message of its own, not above a hand: the press has done nothing."""
PUT_OFF = ("restarting",)
"""In a message of its own: this process has done nothing; one beside it may have, and was killed before it
said so.
"""
DONE = ("That counted",)
"""In a message of its own: it was done, and cannot be shown."""
UNCERTAIN = ("Discord isn't answering", "can't tell whether that counted")
"""In a message of its own: it may have been done."""

Fate = Literal["played", "nothing", "half", "put off", "unknown"]


@dataclass
class Pressed:
    """A press on a hand at a table."""

    world: World
    interaction: Interaction
    person: Visitor
    table: str
    hand: Seen
    answered_at: float | None = None
    """When it was answered, on the machine's monotonic clock; None: it was not."""

    @property
    def id(self) -> int:
        return int(self.interaction.id)

    @property
    def user(self) -> int:
        return int(self.person.person.user.id)

    @property
    def answer(self) -> Seen | None:
        """What they were shown for it, as it stood then; None if that never came."""
        said = self.interaction.said
        return None if said is None else Seen(self.world, Post(said))

    @property
    def fate(self) -> Fate:
        """What they were told: that it was played, that nothing was done, that it was half of an action, that
        they may try again; or nothing at all, if it was cut off. What was deferred counts by what came then.
        """
        shown = self.answer
        if shown is None:
            return "unknown"
        if shown.id == self.hand.id:
            half = any((button.custom_id or "").startswith("back:") for button in shown.buttons)
            return "half" if half else "nothing" if did_nothing(shown) else "played"
        if _says(shown, DONE):
            return "played"
        if _says(shown, UNCERTAIN):
            return "unknown"
        if _says(shown, PUT_OFF):
            return "put off"
        assert _says(shown, NOTHING_DONE), f"a press was answered with {shown}"
        return "nothing"

    def __str__(self) -> str:
        said = None if self.answer is None else self.answer.text
        act = self.interaction
        return f"{act.id} by {self.person.name} at {self.table}: {act.data}, {act.answer!r}, told {said!r}"


def _says(shown: Seen, any_of: tuple[str, ...]) -> bool:
    return any(words in shown.text for words in any_of)


class Stuck(AssertionError):
    """Nobody can go on. In the middle of a trouble that may be so for a moment."""


@dataclass
class Crew:
    """The people at one table, who play on with whatever they may press, one press at a time."""

    pg: Playground
    people: list[Visitor]
    random: Random
    pace: str = "daily"
    pause: float = 0.0
    """Seconds between two presses, at most."""
    hands: dict[str, Seen] = field(default_factory=dict)
    """The hand message of each person, by their name."""
    table: str = ""
    presses: list[Pressed] = field(default_factory=list)
    """All of them, at all tables they have sat at."""

    async def sit_down(self) -> None:
        """A new game of any kind."""
        game = self.random.choice(list(catalogue()))
        board = await deal(*self.people, game=game, pace=self.pace)
        hands = {person.name: await hand(person, board) for person in self.people}
        if not all(map(_is_hand, hands.values())):
            raise Stuck(f"no hands are shown at table {table_of(board)}")
        self.table, self.hands = table_of(board), hands  # or, if the kill comes before, another one follows

    async def play(self) -> None:
        """Press after press, until cancelled."""
        while True:
            try:
                await self.play_once()
                await asyncio.sleep(self.random.uniform(0.0, self.pause))
            except (InteractionFailed, Stuck, TimeoutError):
                # Killed, or too slow on a machine that has other things to do.
                await asyncio.sleep(BETWEEN_ATTEMPTS)

    async def play_once(self) -> Pressed:
        """Somebody whose turn it is presses anything they can; when the game is over, a new one begins."""
        while not self.hands or not (able := await self._somebody_able()):
            await self.sit_down()
        shown = self.hands[able.name]
        pressed = Pressed(self.pg.world, self._press_anything(able, shown), able, self.table, shown)
        self.presses.append(pressed)
        await self._answered(pressed)
        return pressed

    def _press_anything(self, person: Visitor, shown: Seen) -> Interaction:
        """The person presses or chooses something; the answer is still to come."""
        place = self.pg.backend, person.person, shown.post
        if lists(shown):
            custom_id, value = self.random.choice(lists(shown))
            return acts.choose(*place, custom_id, [value])
        return acts.press(*place, self.random.choice(choices(shown)))

    async def _answered(self, pressed: Pressed) -> None:
        """InteractionFailed if nobody does. Whoever stops waiting leaves the answer still to come."""
        await asyncio.wait({pressed.interaction.outcome})
        pressed.interaction.outcome.result()
        pressed.answered_at = pressed.answered_at or time.monotonic()
        if pressed.interaction.deferred:
            await asyncio.wait({pressed.interaction.later}, timeout=LONGEST_DEFERRAL)

    @property
    def waits(self) -> bool:
        """Whether somebody has pressed and knows nothing yet."""
        return bool(self.presses) and not self.presses[-1].interaction.outcome.done()

    async def settle(self) -> None:
        """Returns when what was pressed last has its answer, or nobody waits for one any more."""
        if self.presses:
            with suppress(InteractionFailed):
                await self._answered(self.presses[-1])

    def count(self, *fates: Fate) -> int:
        """How many presses were answered so."""
        return sum(pressed.fate in fates for pressed in self.presses)

    def compare(
        self, table: str, log: Sequence[tuple[int, int | None]], stored: Set[int], *, several: bool = False
    ) -> None:
        """AssertionError if the table's log, as numbers and who pressed, is not what the crew was told;
        `stored`: the ids of all presses that the database knows; `several`: processes have attended to them.
        """
        may_be_stored: tuple[Fate, ...] = ("played", "unknown", *(("put off",) if several else ()))
        assert [number for number, _user in log] == list(range(1, len(log) + 1)), (
            f"the log of {table} has gaps"
        )
        here = [pressed for pressed in self.presses if pressed.table == table]
        for pressed in here:
            is_stored, fate = pressed.id in stored, pressed.fate
            assert is_stored or fate != "played", f"was answered, and is not stored: {pressed}"
            assert not is_stored or fate in may_be_stored, f"did nothing, and is stored: {pressed}"
        wanted = Counter[int | None](pressed.user for pressed in here if pressed.id in stored)
        found = Counter(user for _number, user in log)
        assert found == wanted, f"at {table} people have pressed {wanted}, and played {found}"

    @property
    def tables(self) -> set[str]:
        """The ids of the tables at which somebody has pressed."""
        return {pressed.table for pressed in self.presses}

    async def _somebody_able(self) -> Visitor | None:
        """Who can press something, after a look at the hands as they are now; None if the game is over."""
        for again in range(2):  # the first may find one that leads nowhere, and takes it back
            for person in self.people:
                shown = self.hands[person.name].refresh()
                if has_ended(shown):
                    return None
                if _led_nowhere(shown):
                    await (await press(person, shown, "back")).settled(LONGEST_DEFERRAL)
                elif again or any((button.custom_id or "").startswith("hand:") for button in shown.buttons):
                    await (await look_again(person, shown)).settled(LONGEST_DEFERRAL)
                shown.refresh()
                if has_ended(shown):
                    return None
                if choices(shown) or lists(shown):
                    return person
        raise Stuck(f"table {self.table} waits for nobody")


def _is_hand(shown: Seen) -> bool:
    """Whether it shows somebody's cards, and does not say why nothing can be shown."""
    return any((button.custom_id or "").startswith(("more:", *CHOICES)) for button in shown.buttons)


def _led_nowhere(shown: Seen) -> bool:
    """Whether a first step has left nothing for the second."""
    shown.refresh()
    back = any((button.custom_id or "").startswith("back:") for button in shown.buttons)
    return back and not choices(shown) and not lists(shown)


class KilledBot:
    """A bot with crews at its tables. Its database and its log are in `folder`."""

    def __init__(self, pg: Playground, folder: Path, random: Random, tables: int) -> None:
        self.bot = new_bot(pg, folder, **HASTE)
        self._pg, self._random = pg, random
        self._folder = folder
        self.kills = 0
        names = iter(f"Sailor {number}" for number in range(1, tables * CREW + 1))
        self.crews = [
            Crew(pg, pg.add_people(*(next(names) for _ in range(CREW))), random) for _table in range(tables)
        ]

    @classmethod
    @asynccontextmanager
    async def begun(
        cls, pg: Playground, folder: Path, random: Random, tables: int
    ) -> AsyncIterator[KilledBot]:
        """The bot is started, and everybody sits down; at the end the bot is there no more."""
        killed_bot = cls(pg, folder, random, tables)
        try:
            await killed_bot.bot.start(PATIENCE)
            for crew in killed_bot.crews:
                await crew.sit_down()
            yield killed_bot
        finally:
            await killed_bot.bot.stop()

    async def kill_once(self) -> None:
        """All tables play on for a moment, and the bot is killed while somebody waits for an answer; now and
        then, it is killed as it starts.
        """
        players = [asyncio.create_task(crew.play()) for crew in self.crews]
        left = itertools.count(self._random.randrange(MOST_REQUESTS), -1)
        enough = asyncio.create_task(
            self._pg.wait_for_request(
                lambda _one: next(left) <= 0 and any(crew.waits for crew in self.crews), math.inf
            )
        )
        done, _others = await asyncio.wait((enough, *players), return_when=asyncio.FIRST_COMPLETED)
        enough.cancel()
        for each in done:
            each.result()
        await self._kill()
        for player in players:
            player.cancel()
        for player in players:
            with suppress(asyncio.CancelledError):
                await player
        await self.examine()
        while self._random.random() < 1 / 5:
            await self.bot.launch()
            await asyncio.sleep(self._random.uniform(0.0, LONGEST_START))
            await self._kill()
            await self.examine()
        await self.bot.start(PATIENCE)

    async def _kill(self) -> None:
        await self.bot.kill()
        self.kills += 1

    async def end(self) -> None:
        """Every table still plays on, and the bot leaves when it is asked to."""
        for crew in self.crews:
            await crew.play_once()
        assert await self.bot.stop() == 0
        await self.examine()

    async def examine(self) -> None:
        """What the kill left is sound, and tells what people were told."""
        async with examined(self.bot.place, self._folder) as rows:
            stored = {id for (id,) in await rows("SELECT id FROM interactions")}
            for crew in self.crews:
                for table in crew.tables:
                    sql = 'SELECT number, "user" FROM actions WHERE table_id = ? ORDER BY number'
                    crew.compare(table, await rows(sql, table), stored)

    @property
    def counted(self) -> dict[str, float]:
        """Kills, and presses by what became of them, as far as it is known."""
        return {
            "kills of the bot": self.kills,
            "presses answered": sum(crew.count("played") for crew in self.crews),
            "presses cut off": sum(crew.count("unknown") for crew in self.crews),
        }
