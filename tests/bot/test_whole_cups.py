"""A running tournament: neither its pages nor what its organiser, its moderator or the players of another pod
are shown tells anybody of a hand, and no secret of a table is told before its game is over.

It is searched as a single game is (`test_whole_games`), with all tables played at the same time;
`python -m tests.soak secrets` does so with any game, any number of people and to the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.app import Tortuga
from bot.pace import MINUTE
from bot.tables.model import Press
from bot.tournaments import actions
from bot.tournaments.actions import AnyAction
from bot.tournaments.model import Tournament
from bot.tournaments.requirements import OrganiserRights
from bot.tournaments.settings import default_settings
from games.catalogue import game
from playground import Playground, Seen
from tests.bot.test_tournament_messages import until
from tests.support.bot import tortuga
from tests.support.fast_bot import FastTime, held_time
from tests.support.tournament_play import Channels, does, headed, playing
from tests.support.troubled_tournament import UnhurriedTime
from tests.support.whole_tournament import search

pytestmark = pytest.mark.trial

SPEED = 60.0
"""Seconds of the tables' clocks in one of the machine's."""


def test_nobody_learns_of_a_tournament_what_is_not_theirs_to_know() -> None:
    """Three people at tables of two, so that one plays a robot."""
    found = asyncio.run(search(game("corsari"), 1, people=3, pod=2, rounds=1, to_the_end=False))
    assert found.answers > 150
    assert found.messages > 300
    assert found.pictures > 50
    assert found.names > 5000


# What a cup leaves behind in the channel, the cards of its tables with it.


class Cup:
    """A knock-out of sixteen in pods of four, the best of each going on to the final; with a check-in. Time
    passes only while nobody is about to press something.
    """

    def __init__(self, pg: Playground, bot: Tortuga, now: FastTime) -> None:
        self.pg, self.bot, self.time = pg, bot, now
        self.channels = Channels(pg)
        self.looking = pg.person("Dampier")
        self.organiser = pg.person("Morgan")
        self.people = pg.add_people(*(f"Captain-{number}" for number in range(1, 17)))
        self.id, self.presses = "", 0

    async def announced(self) -> None:
        """All sixteen have entered, and said that they are here."""
        usual = default_settings(game("corsari"), "Sea fight", format="knock-out")
        how = replace(usual.how, fewest=4, preferred=4, most=4, play_off=False)
        # (What is played off is a table and a card more, which the deal decides: see `test_what_counts`.)
        starts = self.bot.services.tables.clock.now() + 7 * MINUTE
        settings = replace(usual, how=how, between=60.0, starts=starts, check_in=5 * MINUTE)
        said = await self.bot.services.tournament_service.create(
            *self._by_organiser(),
            guild=int(self.pg.guild().id),
            channel=int(self.pg.channel("tavern").id),
            game="corsari",
            settings=settings,
            locale="en-GB",
        )
        self.id = said.tournament.id
        announcement = await self.channels.until(self.looking, headed("Sea fight"))
        for person in self.people:
            await person.press(announcement, custom_id=f"tjoin:{self.id}")
        asked = await self.comes(lambda seen: does(seen, "there") and not does(seen, "tdesk"))
        for person in self.people:
            await person.press(asked, custom_id=f"there:{self.id}")

    async def comes(self, holds: Callable[[Seen], bool]) -> Seen:
        """Time passes until there is such a message, and then stands still."""
        self.time.flow(SPEED)
        seen = await self.channels.until(self.looking, holds)
        self.time.flow(0.0)
        return seen

    def _by_organiser(self) -> tuple[Press, OrganiserRights]:
        self.presses += 1
        user = int(self.organiser.id)
        return Press(self.presses, user, self.organiser.name), OrganiserRights(user, manages=True)

    async def act(self, act: AnyAction, reason: str = "") -> None:
        """The organiser does this."""
        await self.bot.services.tournament_service.organising.act(*self._by_organiser(), self.id, act, reason)

    async def now(self) -> Tournament:
        """As it stands."""
        return await self.bot.services.tournament_service.tournament(self.id)

    def calls(self) -> list[Seen]:
        """To those who are out, or are asked whether they are here."""
        return [
            seen for seen in self.looking.sees("tavern") if does(seen, "tstand") or "Press I am" in seen.text
        ]

    def played(self) -> AbstractAsyncContextManager[object]:
        """While it is open everybody goes to their tables and plays."""
        return playing(self.people, self.channels, pause=UnhurriedTime(self.time, SPEED).pause)

    async def ends(self) -> list[str]:
        """What stands in the channel, by its first lines, once the cup is over and all is tidied up."""
        await self.channels.until(self.looking, headed("Sea fight: the end"), 200)
        await until(lambda: not self.calls())
        return [seen.text.splitlines()[0] for seen in self.looking.sees("tavern") if not seen.is_ephemeral]


async def test_a_clean_knock_out_of_sixteen_leaves_nine_messages(pg: Playground, tmp_path: Path) -> None:
    with held_time(tmp_path / "time") as now:
        async with tortuga(pg, tmp_path, SPEED) as bot:
            cup = Cup(pg, bot, now)
            await cup.announced()
            async with cup.played():
                left = await cup.ends()
            assert len(left) <= 9, left
            assert pg.violations == []


async def test_eleven_acts_of_the_organiser_leave_five_messages_more_at_most(
    pg: Playground, tmp_path: Path
) -> None:
    with held_time(tmp_path / "time") as now:
        async with tortuga(pg, tmp_path, SPEED) as bot:
            cup = Cup(pg, bot, now)
            await cup.announced()
            await until_drawn(cup)
            await cup.act(actions.Pause())
            await cup.act(actions.Resume())
            async with cup.played():
                await cup.act(actions.Disqualify("16"), "Looked at cards")
                await cup.act(actions.Reinstate("16"), "Did not")
                for places in ((1, 2, 3, 4), (2, 1, 3, 4)):
                    for pod in (1, 2, 3):
                        await cup.act(actions.Correct(1, pod, places), "They told me")
                await cup.act(actions.Correct(1, 1, (3, 1, 2, 4)), "They were wrong")
                left = await cup.ends()
            notices = [seen.text for seen in cup.looking.sees("tavern") if "corrected" in seen.text]
            assert len(left) <= 14, left
            assert "disqualified" not in notices[-1], "the latest act alone"
            assert notices[-1].count("corrected") == 1
            assert len(notices[-1].split()) <= 60
            assert pg.violations == []


async def until_drawn(cup: Cup) -> None:
    """Its first tables are open."""
    await cup.comes(lambda seen: does(seen, "here"))
