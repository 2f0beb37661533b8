"""How tables come to be: by a host, full of robots, for a rematch."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from bot.pace import NONE, Pace
from bot.tables import lobby, names, planning, terms
from bot.tables.press import Done, Outcome, Press
from bot.tables.refusal import Refusal
from bot.tables.rooms.lobby import Lobby
from bot.tables.table import Record, Seat, Table
from bot.wishes.servers import ANYBODY, Opener, require_may_open, require_room
from games import fairness
from games.contract import AnyGame
from games.text import _
from storage.errors import Conflict
from storage.records import Errand

SIZE_OF_A_QUICK_TABLE = 4
"""Seats at a table that `play` fills with robots, where the game allows so many."""


class Opening(Lobby):
    """Opens tables."""

    async def create(
        self,
        press: Press,
        *,
        guild: int,
        channel: int,
        game: str,
        options: dict[str, Any],
        capacity: int | None = None,
        locale: str = "",
        pace: Pace | None = None,
        opener: Opener = ANYBODY,
    ) -> Done:
        """A new table with its host at it. Without a `pace`, with the server's."""
        if done := await self._ledger.done_before(press):
            return done
        wishes = await self.servers.of(guild)
        require_may_open(wishes, opener, channel)
        rules = terms.check_game(game)
        checked = terms.check_options(rules, options)
        seats = (Seat(name=press.name, join=str(press.id), user=press.user),)
        capacity = terms.check_capacity(rules, checked, capacity)
        kept = checked.model_dump(mode="json", exclude_defaults=True)
        pace = wishes.default_pace if pace is None else pace
        record = _record(press.user, kept, capacity, wishes.locale or locale, seats, pace)
        return await self._open(
            press, Outcome(self._new(guild, channel, rules, record), errands=(Errand("lobby"),))
        )

    async def play(
        self,
        press: Press,
        *,
        guild: int,
        channel: int,
        game: str | None,
        options: dict[str, Any],
        locale: str = "",
        opener: Opener = ANYBODY,
    ) -> Done:
        """A table with robots in every other seat, the game begun."""
        if done := await self._ledger.done_before(press):
            return done
        wishes = await self.servers.of(guild)
        require_may_open(wishes, opener, channel)
        rules = terms.check_game(game)
        checked = terms.check_options(rules, options)
        allowed = rules.players_for(checked)
        size = max(allowed[0], min(SIZE_OF_A_QUICK_TABLE, allowed[-1]))
        kept = checked.model_dump(mode="json", exclude_defaults=True)
        seats = (Seat(name=press.name, join=str(press.id), user=press.user),)
        record = _record(press.user, kept, size, wishes.locale or locale, seats, NONE, rated=False)
        table = self._new(guild, channel, rules, record)
        for _robot in range(size - 1):
            table = lobby.add_robot(table, press.user, None, str(press.id))
        fond = await self._fond(table)
        begun = planning.begun(lobby.start(table, press.user, self.clock.now()), fond)
        return await self._open(press, Outcome(begun, errands=(Errand("open"),)))

    async def rematch(self, press: Press, table_id: str, opener: Opener = ANYBODY) -> Done:
        """A new lobby with the same game and options: the first to press is its host, others join it."""
        old = await self.table(table_id)
        if old.record.pod is not None:
            raise Refusal(
                "shut",
                _(
                    "A tournament's game has no rematch: the tournament's messages in the channel say how it "
                    "goes on. /table create opens a table of your own."
                ),
            )
        if old.phase != "over":
            raise Refusal("early", _("A rematch can be had when this game has ended."))
        # The new table's id follows from the old one's: whoever comes second finds the table there, also
        # after a crash.
        new_id = names.rematch_id(old.id)
        if await self._store.table(new_id) is not None:
            return await self.join(press, new_id)
        wishes = await self.servers.of(old.guild)
        require_may_open(wishes, opener, old.channel)
        seats = (Seat(name=press.name, join=str(press.id), user=press.user),)
        kept = old.record
        record = _record(
            *(press.user, kept.options, kept.capacity, wishes.locale or kept.locale, seats, kept.pace),
            rated=kept.rated,
        )
        table = replace(self._new(old.guild, old.channel, old.game, record), id=new_id)
        try:
            async with self._room(old.guild):
                return await self._ledger.store(press, None, Outcome(table, errands=(Errand("lobby"),)))
        except (Conflict, Refusal):
            if await self._store.table(new_id) is None:  # nobody was quicker: there is no room
                raise
            return await self.join(press, new_id)

    def _new(self, guild: int, channel: int, game: AnyGame, record: Record) -> Table:
        now = self.clock.now()
        return Table(names.table_id(), guild, channel, game, "lobby", 0, 0, record, None, now, now)

    async def _open(self, press: Press, outcome: Outcome) -> Done:
        async with self._room(outcome.table.guild):
            for _attempt in range(5):
                try:
                    return await self._ledger.store(press, None, outcome)
                except Conflict:  # a table of that id exists: take another
                    outcome = replace(outcome, table=replace(outcome.table, id=names.table_id()))
        raise RuntimeError("no free table id was found")

    @asynccontextmanager
    async def _room(self, guild: int) -> AsyncIterator[None]:
        """A table is opened in the block. Refusal if the server wants no more of them at once."""
        wishes = await self.servers.of(guild)
        if not wishes.tables:
            yield
            return
        async with self._opening.turn(str(guild)):  # one after the other, or too many would find room
            require_room(wishes, await self._store.servers.open_tables(guild))
            yield


def _record(
    host: int,
    options: dict[str, Any],
    capacity: int,
    locale: str,
    seats: tuple[Seat, ...],
    pace: Pace,
    *,
    rated: bool = True,
) -> Record:
    secret = fairness.new_secret().hex()
    return Record(
        host=host,
        options=options,
        secret=secret,
        capacity=capacity,
        locale=locale,
        seats=seats,
        pace=pace,
        rated=rated,
    )
