"""The whole bot is started on the databases of earlier layouts, and people go on where they were."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.tables.verify import verify_table
from bot.tournaments.formats.engine import missing
from bot.tournaments.model import from_row
from playground import Playground
from playground.recorder import Violation
from storage import Store, migrate, opened
from storage.moving import move
from tests.bot.tournaments.pairing.evening import recompute
from tests.storage.make_database import CUP, DATABASES, ENTRANTS, PEOPLE
from tests.support.database_playground import kept_world
from tests.support.deployment import current, started_playground
from tests.support.fast_bot import PLACE, FastTime
from tests.support.idle import until
from tests.support.processes import running_bot
from tests.support.table_play import board_of, hand, has_ended, is_board, play_on, press, table_of
from tests.support.tournament_play import Channels, does

KEPT = sorted(DATABASES.glob("*.sqlite3"))
UNKNOWN_MESSAGE = 10008


@pytest.fixture
async def pg() -> AsyncIterator[Playground]:
    """Where the people of the databases are, before the bot comes back."""
    async with started_playground(kept_world()) as pg:
        yield pg


SPEED = 60.0
"""Of the tables' clocks, where nobody has to press anything."""


@asynccontextmanager
async def upgraded(
    pg: Playground, file: Path, folder: Path, program: str = "bot", **settings: str
) -> AsyncIterator[Store]:
    """What the bot keeps, which has found this database; on a server, to which it was moved. `program`,
    `settings`: see `running_bot`.
    """
    found = folder / "tortuga.db"
    shutil.copy(file, found)
    if url := current().url:
        await migrate(found)
        await move(found, url)
    settings |= {"CLOCK_SPEED": str(SPEED)}
    async with running_bot(pg, folder, program, **settings) as bot, opened(bot.place) as store:
        yield store


def unexpected(pg: Playground) -> list[Violation]:
    """What the bot was told off for, apart from the messages of then, which are not in this world."""
    return [each for each in pg.violations if each.code != UNKNOWN_MESSAGE]


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
async def test_the_running_game_is_pressed_on_to_its_end_and_the_waiting_table_begins(
    pg: Playground, file: Path, tmp_path: Path
) -> None:
    people = [pg.person(name) for name in PEOPLE.values()]
    anne = people[0]
    async with upgraded(pg, file, tmp_path) as store:
        running, waiting = await tables_of(store, int(anne.id))
        board = await anne.wait_for(lambda seen: is_board(seen, running))
        await play_on(pg, {each.name: await hand(each, board) for each in people})
        result = await anne.wait_for(
            lambda seen: has_ended(seen) and not seen.is_ephemeral and table_of(seen) == running
        )
        assert re.search(r"\b(wins|share the win)\b", result.text)
        for user in PEOPLE:  # a game of more than an hour: they are told of its end
            assert f"<@{user}>" in result.text
        assert all(finding.right for finding in await verify_table(store, running))

        lobby = await anne.wait_for(lambda seen: does(seen, "start") and table_of(seen) == waiting)
        await press(anne, lobby, "start")
        await board_of(anne, lobby)
    assert unexpected(pg) == []


async def tables_of(store: Store, user: int) -> tuple[str, str]:
    """The ids of the table at which this person plays and of the one at which they wait."""
    [running] = await store.tables(phases=("playing",), user=user)
    [waiting] = await store.tables(phases=("lobby",), user=user)
    return running.id, waiting.id


@pytest.mark.parametrize("file", KEPT[2:], ids=lambda file: file.stem)  # the first two knew none
async def test_the_tournaments_table_is_played_and_the_next_round_is_drawn(
    pg: Playground, file: Path, tmp_path: Path
) -> None:
    everybody = [pg.person(f"Player {number}") for number, _id in enumerate(ENTRANTS, 1)]

    def is_the_next_round(said: str) -> bool:
        return "Spring cup: Turno 4" in said.split("\n", 1)[0] and all(
            person.name in said for person in everybody
        )

    looker, channels = everybody[0], Channels(pg)
    now = FastTime.begun(tmp_path / "time", time.time())
    now.flow(1.0)  # so that nobody is late because the machine is slow
    fast = {PLACE: str(tmp_path / "time")}
    async with upgraded(pg, file, tmp_path, "tests.support.fast_bot", **fast) as store:
        called = await looker.wait_for(lambda seen: does(seen, "here") and looker.name in seen.notified)
        players = [person for person in everybody if person.name in called.notified]
        for person in players:
            await press(person, called, "here")
        board = await looker.wait_for(lambda seen: is_board(seen, table_of(called)))
        await play_on(pg, {each.name: await hand(each, board) for each in players}, until="The game is over")
        now.flow(SPEED)
        # (Where the machine is slow robots may have played that round by then, too.)
        await until(lambda: any(map(is_the_next_round, channels.public)))
        row = await store.tournaments.tournament(CUP)
    assert row is not None
    event = from_row(row).record.event
    assert event is not None
    assert [pod for pod in missing(event) if pod[0] < 4] == []
    again = recompute(event)
    assert again.differs_from is None
    assert len(again.standings) == len(everybody)
    assert unexpected(pg) == []
