"""Writes the small database that a migration brings along: `python -m tests.storage.make_database`.

It plays half a game with the bot as it is now and leaves the rest to every later version. A database that
exists is never written again: it is the past.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from pathlib import Path
from random import Random

from bot.tables.house import House
from bot.tables.messenger import Later
from bot.tables.pace import DAILY
from bot.tables.press import Press
from bot.tables.table import Table
from bot.wishes.people import People
from bot.wishes.servers import Servers
from games.catalogue import catalogue
from storage import Draft, ErrandRow, Post, Store, opened
from storage.sqlite.migrations import migrations

DATABASES = Path(__file__).parent / "databases"
PEOPLE = {101: "Anne", 102: "Bartholomew", 103: "Calico"}
GUILD, CHANNEL = 1, 2
ELSEWHERE = 9
"""The server on which a game has ended."""
MOVES = 70
"""Of about 165 in a whole game of three."""


class Silence:
    """A messenger that puts everything off, so that errands stay to be done."""

    def changed(self, table: Table) -> None:
        """Nothing is shown."""

    async def run(self, table: Table, errand: ErrandRow) -> None:
        """Nothing is done today."""
        raise Later(3600)


class Company:
    """The people at the tables, and their presses."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._presses = itertools.count(1_400_000_000_000_000_000)
        self._random = Random(17)

    def press(self, user: int) -> Press:
        """A new press of this person's."""
        return Press(next(self._presses), user, PEOPLE[user])

    async def sit_down(self, game: str, guild: int = GUILD) -> Table:
        """A table in its lobby with everybody at it."""
        host, *others = PEOPLE
        done = await self.house.create(
            self.press(host), guild=guild, channel=CHANNEL, game=game, options={}, pace=DAILY
        )
        for user in others:
            done = await self.house.join(self.press(user), done.table.id)
        return (await self.house.cut(self.press(others[0]), done.table.id, "spyglass")).table

    async def move(self, table_id: str) -> None:
        """Somebody whom the game waits for presses what may be pressed, until that is a move."""
        before = await self.house.table(table_id)
        user = next(user for user in PEOPLE if before.waiting_for(user))
        table, seat = before, before.seat_of(user)
        assert seat is not None
        while table.actions == before.actions:
            chosen = await self.house.draft_of(table, seat)
            menu = table.game.steps(table.observe(user), chosen)
            assert menu is not None
            allowed = [place for place, choice in enumerate(menu.choices) if choice.why_not is None]
            decision = table.game.decision(table.state, seat)
            place = self._random.choice(allowed)
            done = await self.house.choose(self.press(user), table_id, decision, len(chosen), place)
            table = done.table


async def fill(store: Store) -> None:
    """A running game, a lobby, and a row of everything else."""
    house = House(store, Silence())
    await house.open()
    company = Company(house)
    game = next(iter(catalogue()))
    await company.sit_down(game)
    table = await company.sit_down(game)
    await house.start(company.press(101), table.id)
    for _ in range(MOVES):
        await company.move(table.id)
    await house.set_forced(company.press(102), table.id, True)
    ended = await company.sit_down(game, ELSEWHERE)
    await house.start(company.press(101), ended.id)
    while (await house.table(ended.id)).phase == "playing":
        await company.move(ended.id)
    await house.close()
    await People(store.people).change(103, nudges="direct", zone="Europe/Rome")
    await Servers(store.servers).change(GUILD, locale="it", tables=5)
    await store.post_shown(Post(table.id, "board", CHANNEL, 500, revision=3, at=table.created))
    await store.draft(Draft(table.id, 0, "long past", ("a value",)))
    await store.note("commands", "a hash")


async def main() -> int:
    """Write it, unless it is there; exit status."""
    path = DATABASES / f"{len(migrations()):04}.sqlite3"
    if path.exists():
        print(
            f"{path} is there already. It is what every later version must open; it stays.", file=sys.stderr
        )
        return 1
    async with opened(path) as store:
        await fill(store)
    print(f"{path}: {path.stat().st_size} bytes. Commit it with its migration.")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
