"""An office with a real database and a real house, a herald that only remembers, and a clock to be moved."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest

from bot.pace import BLITZ
from bot.runtime.outbox import RetryLater
from bot.tables.model import Press, Table
from bot.tables.service import TableService
from bot.tournaments.actions import AnyAction
from bot.tournaments.formats import engine
from bot.tournaments.model import Entry, Tournament, TournamentSettings
from bot.tournaments.pairing.event import Event, PairingError, PairingProblem, Round
from bot.tournaments.pairing.standings import Standings
from bot.tournaments.pairing_pool import PairingPool
from bot.tournaments.qualification import Applicant
from bot.tournaments.requirements import OrganiserRights
from bot.tournaments.service import CommittedChange, TournamentService
from bot.tournaments.settings import default_settings
from games.catalogue import game as game_of
from games.contract import EVEN, Action, Manner, Observation
from storage import open_store
from storage.models import OutboxRow
from storage.sql.store import Store
from tests.support.clock import VirtualClock
from tests.support.database import made
from tests.support.idle import moments, tournaments_at_rest, until

T = TypeVar("T")
GAME = "skull-king"
SHORT: dict[str, Any] = {"length": "bedtime"}
"""Options with which a game is over after one card each."""
GUILD, CHANNEL, ORGANISER = 1, 2, 50
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
LONGEST_TOURNAMENT = 60 * DAY


class InPlace(PairingPool):
    """What takes long, worked out in the test's own process."""

    async def next_round(self, event: Event, *draws: int, apart: Collection[frozenset[str]] = ()) -> Round:
        """The pods of the next round."""
        await asyncio.sleep(0)
        drawn = engine.next_round_apart(event, draws, apart)
        if isinstance(drawn, PairingProblem):
            raise PairingError(drawn)
        return drawn

    async def standings(self, event: Event) -> Standings:
        """Everybody in one order."""
        await asyncio.sleep(0)
        return engine.standings(event)

    def close(self) -> None:
        """Nothing to end."""


class Thoughtless:
    """Robots that do anything legal, the same for the same thing seen."""

    async def think(
        self, slug: str, robot: str, observation: Observation, live: bool = True, manner: Manner = EVEN
    ) -> Action:
        """Any legal action."""
        return Random(observation.decision).choice(observation.legal)

    def close(self) -> None:
        """Nothing to end."""


class Quiet:
    """A messenger of tables that has nothing to do."""

    def __init__(self) -> None:
        self.ran: list[tuple[str, str]] = []
        self.shown = 0

    def changed(self, table: Table) -> None:
        """Nobody sees it."""
        self.shown += 1

    async def run(self, table: Table, entry: OutboxRow) -> None:
        """Note whose outbox entry it was."""
        self.ran.append((table.id, entry.kind))


@dataclass
class Listener:
    """A herald that writes down what it is asked."""

    ran: list[tuple[str, bytes]] = field(default_factory=list)
    shown: list[tuple[str, int]] = field(default_factory=list)
    stuck: set[str] = field(default_factory=set)
    """Kinds of outbox entries that cannot be run just now."""

    def changed(self, tournament: Tournament) -> None:
        """Note what would be redrawn."""
        self.shown.append((tournament.id, tournament.revision))

    def tables_place(self, tournament: Tournament) -> int:
        """Where the organiser wants them."""
        return tournament.settings.tables_channel or tournament.channel

    async def run(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Note the outbox entry."""
        if entry.kind in self.stuck:
            raise RetryLater(0.001)
        self.ran.append((entry.kind, entry.payload))

    @property
    def kinds(self) -> list[str]:
        """What was to be told, in order."""
        return [kind for kind, _payload in self.ran]

    def told(self, kind: str, type: type[Any]) -> list[Any]:
        """What the outbox entries of a kind carried with them."""
        return [msgspec.json.decode(payload, type=type) for at, payload in self.ran if at == kind]


class Evening:
    """An office, and people at it by their numbers."""

    def __init__(
        self,
        tournament_service: TournamentService,
        tables: TableService,
        store: Store,
        tournament_publisher: Listener,
        table_publisher: Quiet,
        clock: VirtualClock,
        presses: itertools.count[int],
    ) -> None:
        self.tournament_service, self.tables, self.store = tournament_service, tables, store
        self.tournament_publisher, self.table_publisher, self.clock = (
            tournament_publisher,
            table_publisher,
            clock,
        )
        self._presses = presses
        self.story = 0
        """How far the test has come, for who tells one."""

    # who does what

    def press(self, user: int) -> Press:
        """A new press of this person's."""
        return Press(next(self._presses), user, f"Player {user}")

    async def announced(self, format: str = "swiss", **changes: Any) -> Tournament:
        """A tournament that can be entered; what is not said is as short and quick as can be."""
        said = await self.tournament_service.create(
            self.press(ORGANISER),
            OrganiserRights(ORGANISER, manages=True),
            guild=GUILD,
            channel=CHANNEL,
            game=GAME,
            settings=quick(format, **changes),
            locale="en",
        )
        return said.tournament

    async def join(
        self, t: Tournament, *users: int, roles: Collection[int] = (), joined: float | None = None
    ) -> Tournament:
        """These people enter."""
        for user in users:
            applicant = Applicant(roles, joined)
            t = (await self.tournament_service.enter(self.press(user), t.id, applicant)).tournament
        return t

    async def act(
        self, t: Tournament, act: AnyAction, reason: str = "", user: int = ORGANISER
    ) -> CommittedChange:
        """The organiser does this."""
        return await self.tournament_service.organising.act(
            self.press(user), OrganiserRights(user), t.id, act, reason
        )

    async def undo(self, t: Tournament, reason: str = "") -> CommittedChange:
        """The organiser takes the latest act back."""
        entry = (await self.tournament_service.audit(t))[-1].id
        return await self.tournament_service.organising.undo(
            self.press(ORGANISER), OrganiserRights(ORGANISER), t.id, entry, reason
        )

    async def latest_act(self, type: type[T]) -> T:
        """What the server's log has of what was done last, which is an act of this type."""
        [row] = await self.store.audit.of_server(GUILD, limit=1)
        return msgspec.json.decode(row.action, type=type)

    async def now(self, t: Tournament) -> Tournament:
        """The tournament as it is."""
        return await self.tournament_service.tournament(t.id)

    async def pod_tables(self, t: Tournament) -> list[Table]:
        """The tables of all open rounds that stand."""
        stored = {table.id: table for table in await self.tables.tables_in(GUILD, PHASES)}
        return [stored[one.table] for one in (await self.now(t)).record.tables if one.table in stored]

    # time

    async def until(self, there: Callable[[], Awaitable[bool]]) -> None:
        """Wait until it is so."""
        await until(there)

    async def settled(self) -> None:
        """Wait until nothing more follows: nothing is due, and nobody waits for a robot or the outbox."""
        await self.until(self._nothing_is_left)

    async def _nothing_is_left(self) -> bool:
        stuck = frozenset(self.tournament_publisher.stuck)
        return await tournaments_at_rest(
            self.tournament_service.scheduler, self.tables, self.store, self.clock, stuck=stuck
        )

    async def passes(self, seconds: float) -> None:
        """So much time passes, moment by moment, as it does in life."""
        end = self.clock.awake() + seconds
        while self.clock.awake() < end:
            await self.settled()
            due = [*moments(self.tournament_service.scheduler.deadlines), *moments(self.tables.deadlines)]
            self.clock.advance(min((at for at in due if at <= end), default=end) - self.clock.awake())
        await self.settled()

    async def played(self, t: Tournament, chance: Random | None = None) -> Tournament:
        """The tournament as it is when it has ended by itself. With `chance` most people come to their tables
        (and then let their time run out).
        """
        left = LONGEST_TOURNAMENT
        while (await self.now(t)).phase in ("open", "running"):
            assert left > 0, "the tournament does not end"
            if chance is not None:
                await self._come(t, chance)
            await self.passes(HOUR)
            left -= HOUR
        return await self.now(t)

    async def _come(self, t: Tournament, chance: Random) -> None:
        for table in await self.pod_tables(t):
            for seat in table.awaited:
                user = table.seats[seat].person
                if user is not None and chance.random() < 0.8:
                    await self.tables.pods.check_in(self.press(user), table.id)


PHASES = ("lobby", "playing", "over", "closed")


def quick(format: str = "swiss", **changes: Any) -> TournamentSettings:
    """Settings of a tournament whose tables are dealt at once, for people who never come and whose robots
    win in their place, if not said otherwise.
    """
    settings = default_settings(game_of(GAME), "Cup", game_options=SHORT, pace=BLITZ, format=format)
    how = msgspec.structs.replace(settings.how, **{"absent_last": False, **changes.pop("how", {})})
    usual = {"show_up": 0.0, "between": 0.0, "drop_absent": False, "how": how}
    return msgspec.structs.replace(settings, **{**usual, **changes})


class Secrets:
    """Secrets that are the same in every run, for who wants two runs to be alike."""

    def __init__(self) -> None:
        self._random = Random(11)

    def __call__(self) -> str:
        """64 hexadecimal digits."""
        return self._random.randbytes(32).hex()


@asynccontextmanager
async def opened(
    folder: Path,
    clock: VirtualClock | None = None,
    *,
    store: Store | None = None,
    tables: type[TableService] = TableService,
    tournament_publisher: Listener | None = None,
    presses: itertools.count[int] | None = None,
    new_secret: Callable[[], str] | None = None,
    beacon_url: str = "",
) -> AsyncIterator[Evening]:
    """An open office over the database in this folder."""
    clock = clock or VirtualClock()
    kept = store or await open_store(await made(folder / "tortuga.sqlite3"))
    table_publisher, tournament_publisher = Quiet(), tournament_publisher or Listener()
    rooms = tables(kept, table_publisher, robot_pool=Thoughtless(), clock=clock)
    given: dict[str, Any] = {} if new_secret is None else {"new_secret": new_secret}
    tournament_service = TournamentService(
        kept, rooms, tournament_publisher, clock, pairing_pool=InPlace(), beacon_url=beacon_url, **given
    )
    try:
        await rooms.open()
        await tournament_service.open()
        yield Evening(
            tournament_service,
            rooms,
            kept,
            tournament_publisher,
            table_publisher,
            clock,
            presses or itertools.count(1000),
        )
    finally:
        await tournament_service.close()
        await rooms.close()
        await kept.close()


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """An open office."""
    async with opened(tmp_path) as there:
        yield there


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tournaments from before it was asked whether a game is over before its round's time is up."""
    monkeypatch.setattr("bot.tournaments.service.require_fit", lambda _game, _settings: None)


def entrant(t: Tournament, user: int) -> Entry:
    """The entry of somebody who must have one."""
    entry = t.entry_of(user)
    assert entry is not None
    return entry
