"""The whole bot, killed again and again while people play at several tables: what was answered stays."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from games.catalogue import catalogue
from playground import InteractionFailed, Playground, Seen, Visitor, acts
from playground.interactions import Interaction
from tests.support.child import ChildBot
from tests.support.database import assert_sound, copied
from tests.support.table_play import choices, deal, hand, has_ended, lists, look_again, press, table_of

CREW = 3
"""People at each table."""
PATIENCE = 300
"""Seconds for a start: what is measured here is not its time, and others may be at work on the machine."""
LONGEST_PLAY = 1.0
"""Seconds between a start that was waited for and the kill, at most."""
LONGEST_START = 1.5
"""Seconds between a start that is not waited for and the kill, at most: about what a start takes."""


@dataclass
class Crew:
    """The people at one table, who play on with whatever they may press, one press at a time."""

    pg: Playground
    people: list[Visitor]
    random: Random
    hands: dict[str, Seen] = field(default_factory=dict)
    """By name."""
    table: str = ""
    pressed: Interaction | None = None
    """What they pressed last, until it is known what became of it."""
    presser: str = ""
    played: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By table: the presses that were answered as played."""
    unanswered: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By table: the presses without an answer, cut off by a kill; they may have been stored, or not."""

    told: dict[int, str] = field(default_factory=dict)
    """What was to be read after each press."""

    async def sit_down(self) -> None:
        """A new game of any kind."""
        game = self.random.choice(list(catalogue()))
        board = await deal(*self.people, game=game)
        hands = {person.name: await hand(person, board) for person in self.people}
        self.table, self.hands = table_of(board), hands  # or, if the kill comes before, another one follows

    async def play(self) -> None:
        """Press after press, until cancelled."""
        while True:
            try:
                await self.play_once()
            except InteractionFailed:  # killed, or too slow on a machine that has other things to do
                self.note()

    async def play_once(self) -> None:
        """Somebody whose turn it is presses anything they can; when the game is over, a new one begins."""
        while not (able := await self._somebody_able()):
            await self.sit_down()
        self.presser = able.name
        self.pressed = self._press_anything(able, self.hands[able.name])
        await self.pressed.outcome
        self.note()

    def _press_anything(self, person: Visitor, shown: Seen) -> Interaction:
        """The person presses or chooses something; the answer is still to come."""
        place = self.pg.backend, person.person, shown.post
        if lists(shown):
            custom_id, value = self.random.choice(lists(shown))
            return acts.choose(*place, custom_id, [value])
        return acts.press(*place, self.random.choice(choices(shown)))

    def note(self) -> None:
        """What became of the last press: played, refused, or half of an action; or nobody knows."""
        pressed, self.pressed = self.pressed, None
        if pressed is None:
            return
        if pressed.answer is None:
            self.unanswered[self.table].append(int(pressed.id))
            return
        shown = self.hands[self.presser].refresh()
        self.told[int(pressed.id)] = shown.text
        half_done = any((button.custom_id or "").startswith("back:") for button in shown.buttons)
        refused = any(words in shown.text for words in ("already decided", "Too late for that"))
        if not half_done and not refused:
            self.played[self.table].append(int(pressed.id))

    async def _somebody_able(self) -> Visitor | None:
        """Who can press something, after a look at the hands as they are now; None if the game is over."""
        for _attempt in range(2):  # the first may find one that leads nowhere, and takes it back
            for person in self.people:
                shown = self.hands[person.name].refresh()
                if has_ended(shown):
                    return None
                if _led_nowhere(shown):
                    await press(person, shown, "back")
                elif any((button.custom_id or "").startswith("hand:") for button in shown.buttons):
                    await look_again(person, shown)
                shown.refresh()
                if has_ended(shown):
                    return None
                if choices(shown) or lists(shown):
                    return person
        raise AssertionError(f"table {self.table} waits for nobody")


def _led_nowhere(shown: Seen) -> bool:
    """Whether a first step has left nothing for the second."""
    shown.refresh()
    back = any((button.custom_id or "").startswith("back:") for button in shown.buttons)
    return back and not choices(shown) and not lists(shown)


class KilledBot:
    """A bot with crews at its tables. Its database and its log are in `folder`."""

    def __init__(self, pg: Playground, folder: Path, random: Random, tables: int) -> None:
        self.bot = ChildBot(pg, folder)
        self._random = random
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
        """All tables play on for a moment, and the bot is killed; now and then, it is killed as it starts."""
        players = [asyncio.create_task(crew.play()) for crew in self.crews]
        done, _playing = await asyncio.wait(
            players, timeout=self._random.uniform(0.0, LONGEST_PLAY), return_when=asyncio.FIRST_EXCEPTION
        )
        for player in done:
            player.result()
        await self._kill()
        for player in players:
            player.cancel()
        for player in players:
            with suppress(asyncio.CancelledError):
                await player
        for crew in self.crews:
            crew.note()
        self.examine()
        while self._random.random() < 1 / 5:
            await self.bot.launch()
            await asyncio.sleep(self._random.uniform(0.0, LONGEST_START))
            await self._kill()
            self.examine()
        await self.bot.start(PATIENCE)

    async def _kill(self) -> None:
        await self.bot.kill()
        self.kills += 1

    async def end(self) -> None:
        """Every table still plays on, and the bot leaves when it is asked to."""
        for crew in self.crews:
            await crew.play_once()
        assert await self.bot.stop() == 0
        self.examine()

    def examine(self) -> None:
        """The file as the kill left it, looked at in a copy: it is sound, and tells what people were told."""
        examined = self._folder / "examined"
        shutil.rmtree(examined, ignore_errors=True)
        examined.mkdir()
        with closing(sqlite3.connect(copied(self.bot.database, examined))) as database:
            assert_sound(database)
            stored = {row[0] for row in database.execute("SELECT id FROM interactions")}
            for crew in self.crews:
                for table in {*crew.played, *crew.unanswered}:
                    sql = "SELECT number FROM actions WHERE table_id = ? ORDER BY number"
                    numbers = [number for (number,) in database.execute(sql, (table,))]
                    played, came_through = crew.played[table], stored & set(crew.unanswered[table])
                    assert numbers == list(range(1, len(numbers) + 1))
                    assert set(played) <= stored, "a press that was answered is not stored"
                    assert len(numbers) == len(played) + len(came_through), "an action is missing, or twice"

    @property
    def counted(self) -> dict[str, float]:
        """Kills, and presses by what became of them, as far as it is known."""
        return {
            "kills of the bot": self.kills,
            "presses answered": sum(len(ids) for crew in self.crews for ids in crew.played.values()),
            "presses cut off": sum(len(ids) for crew in self.crews for ids in crew.unanswered.values()),
        }
