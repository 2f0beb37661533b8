"""Whatever is pressed in a tournament acts once, however often it is delivered, also after a restart; and all
that stands in it outlives one.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path

from bot.tables.model import Press
from bot.tournaments import actions
from bot.tournaments.model import Tournament
from bot.tournaments.qualification import Applicant
from bot.tournaments.requirements import OrganiserRights
from bot.tournaments.service import CommittedChange, TournamentService
from tests.bot.tournaments.conftest import CHANNEL, GAME, GUILD, MINUTE, ORGANISER, Evening, opened, quick
from tests.support.clock import VirtualClock

Pressing = Callable[[TournamentService, Press], Awaitable[CommittedChange]]
RIGHTS = OrganiserRights(ORGANISER, manages=True)
STORED = tuple(
    f'INSERT INTO "{table}"'
    for table in ("tournaments", "tournament_users", "tournament_errands", "audit", "interactions", "actions")
)
"""What tables do of themselves at a start is no press."""
ELSEWHERE = {"take-back", "check-in", "remind", "draw", "cancel", "hide-page", "beacon"}
"""Acts of which it is said by their own tests: they need a game, a moment before the start, a page, or a
value that drand has drawn.
"""


class Story:
    """Presses in one tournament, each delivered three times: twice at once, and after a restart."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock, self.numbers = folder, VirtualClock(), itertools.count(1000)
        self.id, self._open = "", AsyncExitStack()

    async def restart(self) -> None:
        """A new bot over what is stored."""
        await self._open.aclose()
        there = opened(self.folder, self.clock, presses=self.numbers)
        self.evening: Evening = await self._open.enter_async_context(there)

    async def ends(self) -> None:
        """The bot is stopped for good."""
        await self._open.aclose()

    async def act(self, act: actions.AnyAction) -> Tournament:
        """The organiser does this act, by one press that is delivered as often as `press` says."""
        return await self.press(
            ORGANISER, lambda there, press: there.organising.act(press, RIGHTS, self.id, act, "so")
        )

    async def press(self, user: int, pressing: Pressing) -> Tournament:
        """It acts once, and what it did is there after a restart."""
        press = self.evening.press(user)
        first = await pressing(self.evening.tournament_service, press)
        self.id = self.id or first.tournament.id
        before, stored = await self._settled()
        again = await pressing(self.evening.tournament_service, Press(press.id, press.user, press.name))
        assert (again.text, again.tournament.id) == (first.text, first.tournament.id)
        assert (await self._settled())[1] == stored
        await self.restart()
        after, _stored = await self._settled()
        assert (after.record, after.phase, after.revision) == (before.record, before.phase, before.revision)
        later = await pressing(self.evening.tournament_service, Press(press.id, press.user, press.name))
        assert (later.text, later.tournament.id) == (first.text, first.tournament.id)
        assert (await self._settled())[1] == stored
        return after

    async def _settled(self) -> tuple[Tournament, list[str]]:
        """The tournament, and what is stored of it, once nothing more follows."""
        await self.evening.settled()
        with closing(sqlite3.connect(self.folder / "tortuga.sqlite3")) as file:
            stored = [line for line in file.iterdump() if line.startswith(STORED)]
        return await self.evening.tournament_service.tournament(self.id), stored


async def test_whatever_is_pressed_in_a_tournament_acts_once_and_outlives_a_restart(tmp_path: Path) -> None:
    story = Story(tmp_path)
    await story.restart()
    await story.press(
        ORGANISER,
        lambda there, press: there.create(
            press,
            RIGHTS,
            guild=GUILD,
            channel=CHANNEL,
            game=GAME,
            settings=quick(by_hand=True, show_up=MINUTE, beacon=True),
            locale="en",
        ),
    )
    for user in range(101, 110):
        await story.press(user, lambda there, press: there.enter(press, story.id, Applicant()))
    await story.press(109, lambda there, press: there.withdraw(press, story.id))
    await story.press(ORGANISER, lambda there, press: there.set(press, RIGHTS, story.id, cap=16))
    await story.act(actions.AddPlayer(110, "Eve"))
    await story.act(actions.Begin())
    await story.act(actions.WithoutBeacon())
    await before_the_round(story)
    await within_it(story)
    done = {row.kind for row in await story.evening.tournament_service.audit(await _now(story))}
    assert set(actions.ACTIONS) - ELSEWHERE <= done
    await story.ends()


async def before_the_round(story: Story) -> None:
    """What an organiser does while the pods of the coming round are drawn and not open yet."""
    await story.act(actions.Redraw())
    drawn = (await _now(story)).record.drawn
    assert drawn is not None
    one, other = drawn.pods[:2]
    await story.act(actions.MoveTo(str(one.seats[0]), other.number))
    leaves = next(entry for entry in (await _now(story)).record.entries if entry.id == other.seats[0])
    await story.act(actions.Swap(str(one.seats[1]), leaves.user, leaves.name))
    await story.act(actions.OpenRound())


async def within_it(story: Story) -> None:
    """Its tables are played at."""
    await story.act(actions.Extend(60))
    await story.act(actions.Pause())
    await story.act(actions.Resume())
    await story.act(actions.MessagePod(1, 1))
    await story.act(actions.Drop("1"))
    await story.act(actions.Reinstate("1"))
    await story.act(actions.Disqualify("2"))
    entry = (await story.evening.tournament_service.audit(await _now(story)))[-1].id
    await story.press(
        ORGANISER, lambda there, press: there.organising.undo(press, RIGHTS, story.id, entry, "by mistake")
    )
    await story.act(actions.Substitute("3", 120, "Fanny"))
    await story.act(actions.HandOver(60, "Olga"))
    await story.evening.passes(2 * MINUTE)
    there = await _now(story)
    assert not there.open_pods()
    result = there.result_of(1, 1)
    assert result is not None
    await story.act(actions.Correct(1, 1, tuple(reversed(result.places))))
    await story.act(actions.Void(1, 1))
    await story.act(actions.Restore(1, 1))
    await story.act(actions.PlayAgain(1, 2))
    await story.evening.passes(2 * MINUTE)
    await story.act(actions.Finish())


async def _now(story: Story) -> Tournament:
    return await story.evening.tournament_service.tournament(story.id)
