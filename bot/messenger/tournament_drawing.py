"""What each of a tournament's public messages shows, in the server's language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Protocol
from zlib import crc32

import msgspec
from msgspec.structs import replace

from bot.messenger.placing import link
from bot.messenger.posts import NEVER_OUTDATED, Posts
from bot.messenger.tournament_pictures import TournamentPictures
from bot.organising.tournament import FORMER, Tournament
from bot.page import Payload
from bot.screens.tournaments import audit
from bot.screens.tournaments.announcement import LATEST, announcement
from bot.screens.tournaments.final import final
from bot.screens.tournaments.pods import called_off, pods, round_of
from bot.screens.tournaments.standings import standings
from bot.tables.clock import Clock
from bot.tournaments import running
from bot.tournaments.plan import Plan
from bot.tournaments.standings import Standings
from bot.words import Reader
from storage.records import AuditRow

ANNOUNCEMENT, FINAL = "announcement", "final"


def of_round(number: int) -> str:
    """The kind of post that shows a round's pods."""
    return f"round {number}"


def after_round(number: int) -> str:
    """The kind of post that shows the standings after a round."""
    return f"standings {number}"


class Books(Protocol):
    """What is asked of the office (`bot.organising.office.Office`) to draw a bill."""

    async def tournament(self, id: str) -> Tournament: ...

    async def standings(self, tournament: Tournament) -> Standings: ...

    async def plan(self, tournament: Tournament) -> Plan | None: ...

    async def audit(self, tournament: Tournament) -> list[AuditRow]: ...


class Drawings:
    """Draws the messages of all tournaments. `tables`: the tables' posts, to which a round's pods lead."""

    def __init__(
        self,
        posts: Posts,
        tables: Posts,
        clock: Clock,
        books: Callable[[], Books],
        pictures: TournamentPictures,
    ) -> None:
        self._posts = posts
        self._tables = tables
        self._clock = clock
        self._books = books
        self._pictures = pictures

    async def drawn(self, tournament: Tournament, kind: str) -> Payload | None:
        """The message of this kind as it should be; None if there is nothing to show."""
        reader = Reader(tournament.record.locale, tournament.game)
        match kind.split():
            case ["announcement"]:
                return await self.announcement(tournament)
            case ["round", number] if (round := round_of(tournament, int(number))) is not None:
                tables = await self.table_links(tournament, round.number)
                drawn = await self._pictures.of_round(tournament, round)
                shown = pods(tournament, round, reader, drawn, unix=self._clock.unix, tables=tables)
                return shown.payload()
            case ["round", number]:
                return called_off(tournament, int(number), reader).payload()
            case ["standings", number]:
                table = await self._standings_after(tournament, int(number))
                if table is None:
                    return None
                drawn = await self._pictures.after_round(tournament, table, int(number))
                return standings(tournament, table, int(number), reader, drawn).payload()
            case ["final"]:
                table = await self._books().standings(tournament)
                drawn = await self._pictures.of_end(tournament, table)
                return final(tournament, table, reader, drawn).payload()
            case _:
                return None

    async def announcement(self, tournament: Tournament) -> Payload:
        """What it is, and how far it has come."""
        books = self._books()
        reader = Reader(tournament.record.locale, tournament.game)
        acts = [audit.of_row(row) for row in (await books.audit(tournament))[-LATEST:]]
        shown = announcement(
            tournament,
            reader,
            now=self._clock.now(),
            unix=self._clock.unix,
            plan=await books.plan(tournament) if tournament.phase == "open" else None,
            lately=acts,
            links=await self.links(tournament),
        )
        return shown.payload()

    async def _standings_after(self, tournament: Tournament, number: int) -> Standings | None:
        """As all results of the rounds up to this one make them."""
        event = tournament.record.event
        if event is None or number > len(event.rounds):
            return None
        if number == len(event.rounds):
            return await self._books().standings(tournament)
        until = replace(
            event,
            rounds=event.rounds[:number],
            results=tuple(result for result in event.results if result.round <= number),
        )
        return await asyncio.to_thread(running.standings, until)

    async def links(self, tournament: Tournament) -> Mapping[str, str]:
        """Where the tournament's messages stand, by their kinds."""
        posts = await self._posts.of(tournament.id)
        return {kind: link(tournament.guild, post) for kind, post in posts.items()}

    async def table_links(self, tournament: Tournament, round: int) -> Mapping[int, str]:
        """Where the tables of a round's pods stand, as far as they do: their threads, which never move."""
        found: dict[int, str] = {}
        for table in tournament.record.tables:
            if table.round != round:
                continue
            posts = await self._tables.of(table.table)
            if "thread" in posts:
                found[table.pod] = (
                    f"https://discord.com/channels/{tournament.guild}/{posts['thread'].channel}"
                )
            elif (post := posts.get("board") or posts.get("lobby")) is not None:
                found[table.pod] = link(tournament.guild, post)
        return found


def is_wanted(tournament: Tournament, kind: str) -> bool:
    """Whether people look at the message for how things stand; else it is history."""
    if kind in (ANNOUNCEMENT, FINAL):
        return True
    event, drawn = tournament.record.event, tournament.record.drawn
    if drawn is not None and kind == of_round(drawn.number):
        return True
    if event is None or not event.rounds or tournament.phase != "running":
        return False
    open_rounds = {round.number for round, _pod in tournament.open_pods()} | {len(event.rounds)}
    return kind == after_round(len(event.rounds)) or kind in map(of_round, open_rounds)


def version(tournament: Tournament, kind: str) -> int:
    """Which revision of its message this is, for storage: history is never outdated by what comes after it.

    But it is another version when a result that it shows is corrected, or somebody in it has had their data
    erased.
    """
    if is_wanted(tournament, kind):
        return tournament.revision
    event = tournament.record.event
    number = int(kind.split()[1])
    results = () if event is None else tuple(each for each in event.results if each.round <= number)
    former = tuple(entry.id for entry in tournament.record.entries if entry.user == FORMER)
    return NEVER_OUTDATED + crc32(msgspec.json.encode((results, former)))
