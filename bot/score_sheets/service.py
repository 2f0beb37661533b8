"""The score sheets that people keep: each begun, written on and removed by its keeper alone, in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.keyed_lock import KeyedLock
from bot.score_sheets.sheet import ScoreSheet, SheetPlayer, SheetRecord
from bot.tables.ids import new_id
from bot.tables.options import check_options
from games.contract import AnyGame
from games.text import _
from storage.models import ScoreSheetRow
from storage.sql.score_sheets import ScoreSheetStore

MOST_SHEETS = 100
"""Sheets that one person keeps at most."""


class ScoreSheetService:
    """Reads and changes sheets. Every method may raise `StorageError`."""

    def __init__(self, store: ScoreSheetStore, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._locks = KeyedLock()

    async def begin(
        self,
        keeper: int,
        guild: int,
        game: AnyGame,
        options: dict[str, Any],
        players: tuple[SheetPlayer, ...],
    ) -> ScoreSheet:
        """An empty sheet for these players. Refusal if so many cannot play, or too many sheets are kept."""
        allowed = game.players_for(check_options(game, options))
        if len(players) not in allowed:
            raise Refusal(
                "few",
                _(
                    "{game} takes {least} to {most} players, and you named {count}, with commas between.",
                    game=game.title,
                    least=allowed[0],
                    most=allowed[-1],
                    count=len(players),
                ),
            )
        if not game.columns(check_options(game, options), len(players), ()):
            raise Refusal("input", _("{game} has no score sheet for real cards.", game=game.title))
        async with self._locks.turn(f"of {keeper}"):
            if len(await self._store.of_keeper(keeper)) >= MOST_SHEETS:
                raise Refusal(
                    "full",
                    _("You keep {most} score sheets. /score lists them: remove one first.", most=MOST_SHEETS),
                )
            now = self._clock.now()
            sheet = ScoreSheet(new_id(), guild, keeper, 1, now, SheetRecord(game.slug, options, players, now))
            await self._store.keep(_row(sheet))
        return sheet

    async def sheet(self, id: str, user: int) -> ScoreSheet:
        """The sheet, for its keeper. Refusal to everybody else, and if it was removed."""
        row = await self._store.sheet(id)
        if row is None:
            raise Refusal("gone", _("This score sheet was removed. /score begins a new one."))
        if row.keeper != user:
            raise Refusal(
                "foreign", _("Only whoever began this sheet writes on it. /score begins one of your own.")
            )
        return _read(row)

    async def of_keeper(self, user: int) -> list[ScoreSheet]:
        """All that they keep, the latest first."""
        return [_read(row) for row in await self._store.of_keeper(user)]

    async def of_server(self, guild: int) -> list[ScoreSheet]:
        """All that are kept on a server."""
        return [_read(row) for row in await self._store.of_server(guild)]

    async def change(
        self, sheet: ScoreSheet, at: int, work: Callable[[ScoreSheet], SheetRecord]
    ) -> ScoreSheet:
        """What `work` makes of the sheet, stored. Refusal if it refuses, or if the sheet stood at another
        revision when it was drawn: what was meant for that is not done to this.
        """
        async with self._locks.turn(sheet.id):
            now = await self.sheet(sheet.id, sheet.keeper)
            if now.revision != at:
                raise Refusal("stale", _("The sheet has gone on since. Look at it, then write again."))
            after = ScoreSheet(
                *(now.id, now.guild, now.keeper, at + 1, self._clock.now(), work(now)),
            )
            await self._store.keep(_row(after))
        return after

    async def remove(self, sheet: ScoreSheet) -> None:
        """Delete the sheet, which nothing brings back."""
        async with self._locks.turn(sheet.id):
            await self._store.remove(sheet.id)

    async def forget_person(self, user: int, id: str) -> None:
        """What they kept is gone, and where they played nobody is named. May be called again and again."""
        async with self._locks.turn(id):
            row = await self._store.sheet(id)
            if row is None:
                return
            if row.keeper == user:
                await self._store.remove(id)
                return
            sheet = _read(row)
            players = tuple(
                SheetPlayer("") if player.user == user else player for player in sheet.record.players
            )
            if players != sheet.record.players:
                record = msgspec.json.encode(replace(sheet.record, players=players))
                await self._store.keep(replace(row, revision=row.revision + 1, record=record))


def _row(sheet: ScoreSheet) -> ScoreSheetRow:
    record = msgspec.json.encode(sheet.record)
    return ScoreSheetRow(sheet.id, sheet.guild, sheet.keeper, sheet.revision, sheet.touched, record)


def _read(row: ScoreSheetRow) -> ScoreSheet:
    record = msgspec.json.decode(row.record, type=SheetRecord)
    return ScoreSheet(row.id, row.guild, row.keeper, row.revision, row.touched, record)
