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

import msgspec

from bot.pace import DAILY, DAY
from bot.preferences.people import PersonPreferencesRepository
from bot.preferences.servers import ServerPreferencesRepository
from bot.runtime.outbox import RetryLater
from bot.tables import lobby, plans
from bot.tables.model import Press, Table
from bot.tables.pod_model import PodInfo, PodSeat
from bot.tables.pods import new_pod_table
from bot.tables.service import TableService
from bot.tournaments.actions import Extend
from bot.tournaments.formats.engine import next_round, with_entrant, with_result, with_round
from bot.tournaments.model import Entry, PodTable, Tournament, TournamentRecord, TournamentSettings, to_row
from bot.tournaments.pairing.event import Event, Result, Round
from games.catalogue import catalogue, game
from storage import AuditRow, Draft, OutboxEntry, OutboxRow, Post, Store, TournamentChange, opened
from storage.sqlite.migrations import migrations

DATABASES = Path(__file__).parent / "databases"
PEOPLE = {101: "Anne", 102: "Bartholomew", 103: "Calico"}
GUILD, CHANNEL = 1, 2
ELSEWHERE = 9
"""The server on which a game has ended."""
MOVES = 70
"""Of about 165 in a whole game of three."""
CUP = "cup"
"""The id of the tournament, which stands in its third round of four."""
POD_CHANNEL = 3
"""Where its second table of that round waits for its players."""
ENTRANTS = range(201, 210)
ORGANISER = 101


class Silence:
    """A messenger that puts everything off, so that outbox entries stay to be done."""

    def changed(self, table: Table) -> None:
        """Nothing is shown."""

    async def run(self, table: Table, entry: OutboxRow) -> None:
        """Nothing is done today."""
        raise RetryLater(3600)


class Company:
    """The people at the tables, and their presses, whose ids begin with `first`."""

    def __init__(self, tables: TableService, first: int = 1_400_000_000_000_000_000) -> None:
        self.tables = tables
        self._presses = itertools.count(first)
        self._random = Random(17)

    def press(self, user: int) -> Press:
        """A new press of this person's."""
        return Press(next(self._presses), user, PEOPLE[user])

    async def sit_down(self, game: str, guild: int = GUILD) -> Table:
        """A table in its lobby with everybody at it."""
        host, *others = PEOPLE
        done = await self.tables.opening.create(
            self.press(host), guild=guild, channel=CHANNEL, game=game, options={}, pace=DAILY
        )
        for user in others:
            done = await self.tables.change(self.press(user), done.table.id, lobby.join)
        return (await self.tables.change(self.press(others[0]), done.table.id, lobby.cut, "spyglass")).table

    async def move(self, table_id: str) -> None:
        """Somebody whom the game waits for presses what may be pressed, until that is a move."""
        before = await self.tables.table(table_id)
        user = next(user for user in PEOPLE if before.waiting_for(user))
        table, seat = before, before.seat_of(user)
        assert seat is not None
        while table.actions == before.actions:
            chosen = await self.tables.drafts.of(table, seat)
            menu = table.game.steps(table.observe(user), chosen)
            assert menu is not None
            allowed = [place for place, choice in enumerate(menu.choices) if choice.why_not is None]
            decision = table.game.decision(table.state, seat)
            place = self._random.choice(allowed)
            done = await self.tables.playing.choose(self.press(user), table_id, decision, len(chosen), place)
            table = done.table


def any_result(one: Round, pod: int) -> Result:
    """Everybody ends in the order of play."""
    [seats] = (each.seats for each in one.pods if each.number == pod)
    return Result(round=one.number, pod=pod, places=tuple(range(1, len(seats) + 1)))


def half_a_tournament(slug: str) -> Tournament:
    """Two rounds of four are played, and of the third one the first pod."""
    settings = TournamentSettings("Spring cup", starts=1_800_000_000.0, cap=16, late=2)
    event = Event(options=msgspec.structs.replace(settings.how, rounds=4), seed="5eed" * 16)
    entries: list[Entry] = []
    for number, user in enumerate(ENTRANTS, 1):
        entries.append(
            Entry(str(number), user, f"Player {number}", press=str(10**18 + user), at=1000.0 + number)
        )
        event = with_entrant(event, str(number))
    tables: list[PodTable] = []
    for _ in range(3):
        event = with_round(event, drawn := next_round(event))
        for pod in drawn.pods:
            secret = f"{drawn.number:02}{pod.number:02}" * 16
            tables.append(PodTable(drawn.number, pod.number, f"r{drawn.number}p{pod.number}", secret, True))
            if drawn.number < 3 or pod.number == 1:
                event = with_result(event, any_result(drawn, pod.number))
    record = TournamentRecord(
        organiser=ORGANISER,
        organiser_name=PEOPLE[ORGANISER],
        locale="it",
        settings=settings,
        seed=event.seed,
        entries=tuple(entries),
        entered=len(entries),
        event=event,
        tables=tuple(tables),
        began=1_800_000_000.0,
        opened=7200.0,
        extra=60.0,
    )
    return Tournament(CUP, GUILD, CHANNEL, game(slug), "running", 1, record, 1000.0, 2000.0)


async def open_a_table(tables: TableService, tournament: Tournament) -> None:
    """The one that waits for its players. One of them has said that they are here."""
    event, sealed = tournament.record.event, tournament.table_of(3, 2)
    assert event is not None
    assert sealed is not None
    [pod] = [pod for pod in event.rounds[2].pods if pod.number == sealed.pod]
    entries = [entry for who in pod.seats if who and (entry := tournament.entry(who))]
    await tables.pods.open(
        new_pod_table(
            sealed.table,
            guild=GUILD,
            channel=POD_CHANNEL,
            game=tournament.game,
            options={},
            pace=DAILY,
            rated=True,
            locale="it",
            secret=sealed.secret,
            pod=PodInfo(
                CUP, tournament.settings.name, 3, 2, tuple(entry.id for entry in entries), show_up=DAY
            ),
            sitters=tuple(PodSeat(entry.id, entry.user, entry.name, entry.press) for entry in entries),
            now=tables.clock.now(),
        )
    )
    await tables.pods.check_in(
        Press(1_500_000_000_000_000_000, entries[0].user, entries[0].name), sealed.table
    )


async def organise(store: Store, tournament: Tournament) -> None:
    """A tournament under way, with a row of everything that belongs to one."""
    row = to_row(tournament)
    extended = AuditRow(
        id=0,
        guild=GUILD,
        tournament=CUP,
        table=None,
        at=1_800_000_500.0,
        user=ORGANISER,
        name=PEOPLE[ORGANISER],
        kind="extend",
        action=msgspec.json.encode(Extend(60.0)),
        reason="the ferry was late",
    )
    entry = OutboxEntry("round", b'{"round":3,"draw":0}')
    await store.tournaments.commit(
        TournamentChange(row, outbox=(entry,), users=(ORGANISER, *ENTRANTS), audit=(extended,))
    )
    await store.tournaments.post_shown(Post(CUP, "announcement", CHANNEL, 600, revision=1, at=1000.0))


async def fill(store: Store) -> None:
    """A running game, a lobby, and a row of everything else."""
    tables = TableService(store, Silence())
    await tables.open()
    company = Company(tables)
    slug = next(iter(catalogue()))
    await company.sit_down(slug)
    table = await company.sit_down(slug)
    await tables.playing.start(company.press(101), table.id)
    for _ in range(MOVES):
        await company.move(table.id)
    await tables.plans.change(company.press(102), table.id, plans.with_forced_moves, True)
    ended = await company.sit_down(slug, ELSEWHERE)
    await tables.playing.start(company.press(101), ended.id)
    while (await tables.table(ended.id)).phase == "playing":
        await company.move(ended.id)
    tournament = half_a_tournament(slug)
    await open_a_table(tables, tournament)
    await tables.close()
    await PersonPreferencesRepository(store.people).change(103, nudges="direct", zone="Europe/Rome")
    await ServerPreferencesRepository(store.servers).change(GUILD, locale="it", tables=5)
    await store.post_shown(Post(table.id, "board", CHANNEL, 500, revision=3, at=table.created))
    await store.draft(Draft(table.id, 0, "long past", ("a value",)))
    await store.set_note("commands", "a hash")
    await organise(store, tournament)


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
