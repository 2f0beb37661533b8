"""Pages of tournaments: the file that somebody takes away, and what is served to whoever looks on."""

from __future__ import annotations

import asyncio
from time import monotonic

from bot.refusal import Refusal
from bot.runtime.worker_process import WorkerProcess
from bot.tables.model import Table, table_to_row
from bot.tables.service import TableService
from bot.tournaments.model import Tournament
from bot.tournaments.public_names import publicly_named, table_publicly_named
from bot.tournaments.service import TournamentService
from bot.web.content import TableView, TournamentView, tournament_view
from bot.web.page import fitted_page
from bot.web.tables import view_board, view_replay

FILE_PATIENCE = 480.0
"""Seconds after which a file does without the games that are not drawn yet: Discord waits fifteen minutes."""


class PageService:
    """Makes them. Everything that takes long is done in a process of its own."""

    def __init__(self, tables: TableService, tournaments: TournamentService) -> None:
        self._tables = tables
        self._tournaments = tournaments
        self._process = WorkerProcess("pages", niceness=5)

    def close(self) -> None:
        """Nothing more is drawn."""
        self._process.close()

    async def file(self, tournament: Tournament, most: int) -> bytes | None:
        """The whole tournament as one file of at most so many bytes; None if that is impossible.

        Where it would be larger, or take too long, games are left out, those of the first rounds first.
        """
        named = publicly_named(tournament, "file")
        view = await self._view(named, tournament)
        ends, found, late = monotonic() + FILE_PATIENCE, dict[str, TableView](), 0
        for table in reversed(await self._standing(tournament)):
            if monotonic() > ends:
                late += 1
            elif (seen := await self._seen(table, named)) is not None:
                found[table.id] = seen
        page = await asyncio.to_thread(fitted_page, view, found, most, late)
        return None if page is None else page.content

    async def _view(self, named: Tournament, tournament: Tournament) -> TournamentView:
        standings = await self._tournaments.standings(tournament)
        return await asyncio.to_thread(tournament_view, named, standings)

    async def _standing(self, tournament: Tournament) -> list[Table]:
        """The tables that were opened, in the order of rounds and pods."""
        found: list[Table] = []
        for one in tournament.record.tables:
            if one.opened:
                try:
                    found.append(await self._tables.table(one.table))
                except Refusal:  # it is being opened just now
                    continue
        return found

    async def _seen(self, table: Table, named: Tournament) -> TableView | None:
        """What everybody may see there; None before the cards are dealt, and of a table that was closed."""
        row, locale = table_to_row(table_publicly_named(table, named)), named.record.locale
        match table.phase:
            case "playing":
                return await self._process.run(view_board, row, locale)
            case "over":
                log = await self._tables.actions_of(table)
                return await self._process.run(view_replay, row, log, locale)
            case _:
                return None
