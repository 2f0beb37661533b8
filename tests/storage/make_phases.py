"""Writes a database with a game in every phase, and the buttons that people have before them there:
`python -m tests.storage.make_phases NAME`.

It plays each game, with and without its options, and leaves a table wherever something is asked that was not
asked before, half-made choices and plans among them. A database that exists is never written again: it is the
past. To record an older checkout's, put its path first in `PYTHONPATH`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from bot.i18n import reader_for
from bot.pace import DAILY
from bot.screens.board import board_screen, more_screen
from bot.screens.hand import HandView, hand_screen
from bot.screens.lobby import lobby_screen
from bot.screens.plans import plan_screen
from bot.screens.result import result_screen
from bot.tables import lobby, plans
from bot.tables.model import Table
from bot.tables.service import TableService
from games.catalogue import BUILT_IN
from storage import Store, opened
from tests.storage.make_database import CHANNEL, GUILD, PEOPLE, Company, Silence

PHASES = Path(__file__).parent / "phases"
GAMES_EACH = 3
"""Of each game and its options, in search of what was not asked yet."""
EVERYTHING: Mapping[str, Any] = {
    "kraken": True,
    "white_whale": True,
    "loot": True,
    "powers": True,
    "graybeard": True,
    "scoring": "cannonball",
    "extra_round": True,
}
"""Options that ask for more; those that a game has not are left out."""


def options_of(fields: Any) -> Iterator[dict[str, Any]]:
    """As the game is by itself, and with all that asks for more."""
    yield {}
    more = {name: value for name, value in EVERYTHING.items() if name in fields}
    if more:
        yield more


def pressable(screen: Any) -> list[str]:
    """The custom_ids of a screen, in their order."""
    found: list[str] = []

    def look(part: Any) -> None:
        if isinstance(part, dict):
            if isinstance(part.get("custom_id"), str):
                found.append(part["custom_id"])
            for value in part.values():
                look(value)
        elif isinstance(part, list):
            for value in part:
                look(value)

    look(msgspec.json.decode(msgspec.json.encode([*screen.payload()])))
    return found


class Recorder:
    """Plays, and writes down what could be pressed."""

    def __init__(self, tables: TableService) -> None:
        self.tables = tables
        self.company = Company(tables)
        self.seen: set[str] = set()
        self.scenes: list[dict[str, Any]] = []

    async def sit_down(self, game: str, options: dict[str, Any]) -> Table:
        host, *others = PEOPLE
        done = await self.tables.opening.create(
            self.company.press(host), guild=GUILD, channel=CHANNEL, game=game, options=options, pace=DAILY
        )
        for user in others:
            done = await self.tables.change(self.company.press(user), done.table.id, lobby.join)
        return done.table

    async def games_of(self, slug: str, options: dict[str, Any]) -> None:
        """Play such games, beginning a new one whenever one is left where it stands."""
        for _game in range(GAMES_EACH):
            waiting = await self.sit_down(slug, options)
            if f"{slug} lobby" not in self.seen:
                self.write(
                    waiting, "lobby", None, lobby_screen(waiting, self.reader(waiting), waiting.created)
                )
                waiting = await self.sit_down(slug, options)
            await self.tables.playing.start(self.company.press(101), waiting.id)
            table = await self.tables.table(waiting.id)
            while table.phase == "playing":
                if await self.left_here(table):
                    table = await self.again(table, options)
                    continue
                await self.company.move(table.id)
                table = await self.tables.table(table.id)
            if f"{slug} over" not in self.seen:
                self.write(table, "over", None, result_screen(table, self.reader(table)))

    async def again(self, table: Table, options: dict[str, Any]) -> Table:
        """Another table whose game has come as far: the same options, other cards."""
        fresh = await self.sit_down(table.game.slug, options)
        await self.tables.playing.start(self.company.press(101), fresh.id)
        for _move in range(table.actions + 1):
            if (await self.tables.table(fresh.id)).phase == "playing":
                await self.company.move(fresh.id)
        return await self.tables.table(fresh.id)

    async def left_here(self, table: Table) -> bool:
        """Whether something is asked here that was not asked before; then the table stays as it is."""
        for user in PEOPLE:
            if not table.waiting_for(user):
                continue
            seat = table.seat_of(user)
            assert seat is not None
            path: tuple[str, ...] = ()
            while (menu := table.game.steps(table.observe(user), path)) is not None:
                what = f"{len(path)} {menu.prompt.message}"
                if f"{table.game.slug} {what}" not in self.seen:
                    await self.leave(table, user, what, path)
                    return True
                onward = [each for each in menu.choices if each.why_not is None and each.action is None]
                if not onward:
                    break
                path = (*path, onward[0].value)
        return False

    async def leave(self, table: Table, user: int, what: str, path: tuple[str, ...]) -> None:
        """Choose the first steps, let somebody who waits plan, write down what everybody has before them."""
        for depth, value in enumerate(path):
            menu = table.game.steps(table.observe(user), path[:depth])
            assert menu is not None
            place = [each.value for each in menu.choices].index(value)
            seat = table.seat_of(user)
            assert seat is not None
            decision = table.game.decision(table.state, seat)
            await self.tables.playing.choose(self.company.press(user), table.id, decision, depth, place)
        for other in PEOPLE:
            seat = table.seat_of(other)
            offered = None if seat is None else plans.plan_menu(table, seat)
            if other != user and offered is not None:
                await self.tables.plans.make(self.company.press(other), table.id, table.actions, 0, 0)
                break
        table = await self.tables.table(table.id)
        reader = self.reader(table)
        screens = [
            board_screen(table, reader),
            more_screen(table, reader, user),
            hand_screen(HandView(table, user, reader, path)),
        ]
        for other in PEOPLE:
            seat = table.seat_of(other)
            offered = None if seat is None else plans.plan_menu(table, seat)
            if offered is not None:
                screens.append(plan_screen(table, offered, reader))
                break
        self.write(table, what, user, *screens)

    def write(self, table: Table, what: str, user: int | None, *screens: Any) -> None:
        self.seen.add(f"{table.game.slug} {what}")
        buttons = list(dict.fromkeys(each for screen in screens for each in pressable(screen)))
        self.scenes.append(
            {
                "game": table.game.slug,
                "table": table.id,
                "what": what,
                "user": user,
                "actions": table.actions,
                "buttons": buttons,
            }
        )

    def reader(self, table: Table) -> Any:
        return reader_for(table, "en-GB")


async def fill(store: Store) -> list[dict[str, Any]]:
    """Tables in every phase of every game; what can be pressed at each."""
    tables = TableService(store, Silence())
    await tables.open()
    recorder = Recorder(tables)
    for game in BUILT_IN:
        for options in options_of(game.Options.model_fields):
            await recorder.games_of(game.slug, options)
    await tables.close()
    return recorder.scenes


async def main(name: str) -> int:
    """Write it, unless it is there; exit status."""
    path = PHASES / f"{name}.sqlite3"
    if path.exists():
        print(
            f"{path} is there already. It is what every later version must open; it stays.", file=sys.stderr
        )
        return 1
    PHASES.mkdir(exist_ok=True)
    async with opened(path) as store:
        scenes = await fill(store)
    (PHASES / f"{name}.json").write_text(json.dumps(scenes, indent=1) + "\n")
    print(f"{path}: {path.stat().st_size} bytes, {len(scenes)} tables.")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1])))
