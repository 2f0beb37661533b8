"""Plays at many tables and runs tournaments, as fast as it can, and prints each move and step once it is
acknowledged: to be killed.

`python -m tests.storage.writer DATABASE`, a file or an address: goes on with what it finds. A line is
`owner number entry`; the owner is a table, or a tournament.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path

from storage import OutboxEntry, Store, TableRow, TournamentRow, opened
from tests.storage.samples import (
    announcing,
    audit_entry,
    move_after,
    new_table,
    new_tournament,
    opening,
    step_after,
)

TABLES = 8
TOURNAMENTS = 3

Said = tuple[str, int, int]
"""The table or tournament, the number of its move or step, the id of its outbox entry."""
Say = Callable[[str, int, int], bool]
"""Hears of each as soon as it is acknowledged, and says whether that table or tournament goes on."""


async def play(store: Store, row: TableRow, place: int, say: Say) -> None:
    """Move after move at one table. Every other outbox entry is run at once."""
    while True:
        move = move_after(row, interaction=press(place, row.actions + 1), outbox=(OutboxEntry("redraw"),))
        [entry] = await store.commit(move)
        row = move.table
        if not say(row.id, row.actions, entry.id):
            return
        if row.actions % 2:
            await store.outbox_begun(entry.id)
            await store.outbox_done(entry.id)


async def organise(store: Store, row: TournamentRow, place: int, say: Say) -> None:
    """Step after step of one tournament, each in the audit log. Every other outbox entry is run at once."""
    while True:
        step = step_after(
            row,
            interaction=press(place, row.revision),
            outbox=(OutboxEntry("redraw"),),
            audit=(audit_entry(tournament=row.id),),
        )
        [entry] = await store.tournaments.commit(step)
        row = step.row
        if not say(row.id, row.revision - 1, entry.id):
            return
        if row.revision % 2 == 0:
            await store.tournaments.outbox_begun(entry.id)
            await store.tournaments.outbox_done(entry.id)


def press(place: int, number: int) -> int:
    """The interaction that brings the action or step of that number."""
    return number * (TABLES + TOURNAMENTS) + place


async def play_everywhere(store: Store, say: Say) -> None:
    """At all tables and in all tournaments, from where they stand, as long as `say` lets them."""
    async with asyncio.TaskGroup() as games:
        for place in range(TABLES):
            row = await store.table(f"t{place}")
            if row is None:
                row = new_table(f"t{place}")
                await store.commit(opening(row.id))
            games.create_task(play(store, row, place, say))
        for number in range(TOURNAMENTS):
            tournament = await store.tournaments.tournament(f"c{number}")
            if tournament is None:
                tournament = new_tournament(f"c{number}")
                await store.tournaments.commit(announcing(tournament.id))
            games.create_task(organise(store, tournament, TABLES + number, say))


def print_at_once(*words: object) -> bool:
    """A line that is out before the next one is thought of. There is no end."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())
    return True


async def main(place: Path | str) -> None:
    """Play until killed."""
    async with opened(place) as store:
        await play_everywhere(store, print_at_once)


if __name__ == "__main__":
    [_program, place] = sys.argv
    asyncio.run(main(place if "://" in place else Path(place)))
