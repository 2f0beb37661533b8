"""Whatever is pressed at a table acts once, however often it is delivered, also after a restart; and all that
stands at a table outlives one.
"""

from __future__ import annotations

import inspect
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from types import ModuleType

from bot.pace import BLITZ, DAILY
from bot.tables import calling, leaving, lobby, moderation, options, plans, play
from bot.tables.model import Press, PressResult, Table
from bot.tables.service import TableService
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE
from tests.bot.tables.test_clocks import Days, open_house
from tests.support.clock import VirtualClock

Pressing = Callable[[TableService, Press], Awaitable[PressResult]]
ELSEWHERE = {"readmit", "share", "mark_helped", "with_wish", "answer_for_late", "welcome"}
"""Verbs of which it is said by their own tests: a private game, or somebody sent away, asked or late."""


def verbs(*modules: ModuleType) -> Iterator[str]:
    """The functions by which a press changes a table."""
    for module in modules:
        for name, function in vars(module).items():
            if inspect.isfunction(function) and function.__module__ == module.__name__ and name[0] != "_":
                first = [*inspect.signature(function).parameters]
                if first[:2] == ["table", "press"]:
                    yield name


class Story:
    """Presses at one table, each delivered three times: twice at once, and after a restart."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock, self.pressed = folder, VirtualClock(), set[str]()
        self.table_id, self._number, self._open = "", 1000, AsyncExitStack()

    async def restart(self) -> None:
        """A new bot over what is stored."""
        await self._open.aclose()
        self.house: Days = await self._open.enter_async_context(open_house(self.folder, self.clock))

    async def ends(self) -> None:
        """The bot is stopped for good."""
        await self._open.aclose()

    async def change(self, name: str, work: Callable[..., object], *args: object) -> Table:
        """A press that is a function of the table."""
        return await self.press(
            name,
            work.__name__,
            lambda tables, press: tables.change(press, self.table_id, work, *args),  # type: ignore[arg-type]
        )

    async def press(self, name: str, verb: str, pressing: Pressing) -> Table:
        """It acts once, and what it did is there after a restart."""
        self.pressed.add(verb)
        self._number += 1
        first = await pressing(self.house.tables, Press(self._number, PEOPLE[name], name))
        self.table_id = self.table_id or first.table.id
        before, stored = await self._settled()
        again = await pressing(self.house.tables, Press(self._number, PEOPLE[name], name))
        assert (again.said, again.table.id) == (first.said, first.table.id), verb
        assert (await self._settled())[1] == stored, verb
        await self.restart()
        after, _stored = await self._settled()
        assert (after.record, after.state, after.phase) == (before.record, before.state, before.phase), verb
        assert (after.plans, after.revision, after.due) == (before.plans, before.revision, before.due), verb
        later = await pressing(self.house.tables, Press(self._number, PEOPLE[name], name))
        assert (later.said, later.table.id) == (first.said, first.table.id), verb
        assert (await self._settled())[1] == stored, verb
        return after

    async def _settled(self) -> tuple[Table, list[str]]:
        """The table, and all that is stored, once nothing more follows."""
        await self.house.settled()
        with closing(sqlite3.connect(self.folder / "tortuga.sqlite3")) as file:
            stored = [line for line in file.iterdump() if line.startswith("INSERT")]
        return await self.house.tables.table(self.table_id), stored


async def test_whatever_is_pressed_at_a_table_acts_once_and_outlives_a_restart(tmp_path: Path) -> None:
    story = Story(tmp_path)
    await story.restart()
    await story.press(
        "Anne",
        "create",
        lambda tables, press: tables.opening.create(
            press, guild=GUILD, channel=CHANNEL, game=GAME, options={}
        ),
    )
    await in_the_lobby(story)
    await at_the_table(story)
    assert set(verbs(calling, lobby, options, leaving, play)) - ELSEWHERE <= story.pressed
    await story.ends()


async def in_the_lobby(story: Story) -> None:
    """From the first seat to the deal."""
    table = await story.change("Bartholomew", lobby.join)
    await story.change("Anne", options.set_capacity, 6)
    await story.change("Anne", options.set_pace, BLITZ)
    await story.change("Anne", options.set_option, "length", "even")
    await story.change("Anne", lobby.set_rated, False)
    await story.change("Anne", lobby.ask_to_wait, True)
    await story.change("Anne", calling.call_players, 0.0, 0.0)
    await story.change("Anne", lobby.allow_hints, True)
    await story.change("Bartholomew", lobby.cut, "rum")
    await story.change("Anne", lobby.invite, [PEOPLE["Calico"]])
    await story.change("Anne", lobby.invite, None)
    await story.change("Anne", lobby.add_robot)
    await story.change("Bartholomew", lobby.leave)
    await story.change("Dampier", lobby.join)
    table = await story.change("Calico", lobby.join)
    seat = table.seat_of(PEOPLE["Dampier"])
    assert seat is not None
    await story.change("Anne", lobby.lock, True)
    await story.change("Anne", lobby.remove, table.seats[seat].join)
    await story.change("Anne", lobby.lock, False)
    await story.change("Bartholomew", lobby.join)
    assert await story.press(
        "Anne", "start", lambda tables, press: tables.playing.start(press, story.table_id)
    )


async def at_the_table(story: Story) -> None:
    """A game, left by one after another."""
    for name in ("Anne", "Bartholomew", "Calico"):
        await story.press(name, "pause", lambda tables, press: tables.playing.pause(press, story.table_id))
    await story.change("Anne", play.unpause)
    for name in ("Anne", "Bartholomew", "Calico"):
        slower = await story.press(
            name,
            "ask_for_pace",
            lambda tables, press: tables.playing.ask_for_pace(press, story.table_id, "days"),
        )
    assert slower.record.pace == DAILY
    await story.press(
        "Anne",
        "with_forced_moves",
        lambda tables, press: tables.plans.change(press, story.table_id, plans.with_forced_moves, True),
    )
    table = await story.house.tables.table(story.table_id)
    decision = table.game.decision(table.state, table.seat_of(PEOPLE["Anne"]) or 0)
    moved = await story.press(
        "Anne", "choose", lambda tables, press: tables.playing.choose(press, story.table_id, decision, 0, 0)
    )
    assert moved.actions > table.actions
    act = moderation.Hold()
    await story.press(
        "Dampier",
        "moderate",
        lambda tables, press: tables.moderation.apply(press, story.table_id, act, "because"),
    )
    [row] = await story.house.store.audit.of_table(story.table_id)
    await story.press(
        "Dampier",
        "undo_moderation",
        lambda tables, press: tables.moderation.undo(press, row.id, "because"),
    )
    seat = table.seat_of(PEOPLE["Calico"]) or 0
    for _time in range(2):
        await story.press(
            "Calico",
            "call_substitute",
            lambda tables, press: tables.seating.call_substitute(press, story.table_id),
        )
        if "withdraw_call" not in story.pressed:
            await story.change("Calico", leaving.withdraw_call, seat)
    await story.press(
        "Dampier", "take_seat", lambda tables, press: tables.seating.take_seat(press, story.table_id, seat)
    )
    await story.change("Dampier", leaving.leave_to_robot)
    await story.change("Bartholomew", leaving.concede)
    ended = await story.change("Anne", leaving.concede)
    assert ended.phase == "over"
    await story.change("Anne", play.agree_to_page, True)
    await story.press("Anne", "rematch", lambda tables, press: tables.opening.rematch(press, story.table_id))
    new = next(each for each in await story.house.tables.tables_of(PEOPLE["Anne"]))
    story.table_id = new.id
    await story.change("Anne", lobby.close)
