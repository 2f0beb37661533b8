"""A tournament's tables: opened for its pods, waiting for their players, brought to what is wanted.

Everything may be asked again: what is so already stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.pace import Pace
from bot.tables import planning, pods
from bot.tables.pod import PodOf, PodWishes, Sitter
from bot.tables.press import Done, Outcome, Press
from bot.tables.refusal import Refusal
from bot.tables.rooms.hall import Hall, changed_hands, following
from bot.tables.table import Table
from games.contract import AnyGame
from games.text import _
from storage.records import Errand


class Tournaments(Hall):
    """What a tournament asks of its tables, and their players of them before the cards are dealt."""

    async def open_pod(
        self,
        table_id: str,
        *,
        guild: int,
        channel: int,
        game: AnyGame,
        options: dict[str, Any],
        pace: Pace,
        rated: bool,
        locale: str,
        secret: str,
        pod: PodOf,
        sitters: Sequence[Sitter],
    ) -> Table:
        """The table of a pod, opened now unless it stands already. ValueError if another has its name."""
        async with self._ledger.turn(table_id):
            if await self._store.table(table_id) is not None:
                return _same(await self.table(table_id), pod)
            table = pods.opened(
                table_id,
                guild=guild,
                channel=channel,
                game=game,
                options=options,
                pace=pace,
                rated=rated,
                locale=locale,
                secret=secret,
                pod=pod,
                sitters=sitters,
                now=self.clock.now(),
            )
            if not table.awaited:
                table = await self._dealt(table)
            table = (await self._ledger.store(None, None, Outcome(table, errands=(Errand("open"),)))).table
        return await self._begun(table)

    async def bring(self, table_id: str, wishes: PodWishes) -> Table:
        """See to it that the table is as the tournament wants it. Refusal if there is no such table."""
        async with self._ledger.turn(table_id):
            before = await self.table(table_id)
            after = pods.brought(before, wishes, self.clock.awake())
            if (after.phase, after.record) == (before.phase, before.record):
                return before
            for seat in changed_hands(before, after):
                await self._drafts.forget_seat(table_id, seat)  # before anybody else could see it
            return (await self._ledger.store(None, before, following(before, after))).table

    async def here(self, press: Press, table_id: str) -> Done:
        """Say at a tournament's table that one is here. When all have, the cards are dealt."""
        said = _("Good that you are here! Your cards appear here as soon as they are dealt.")
        try:
            return await self._ledger.change(
                press, table_id, lambda table: Outcome(pods.here(table, press.user), said)
            )
        except Refusal as refusal:
            if refusal.reason != "late":
                raise
            return Done(await self.came_back(press.user, table_id))  # the cards are dealt already

    async def _dealt(self, table: Table) -> Table:
        """The cards are dealt; in the table's turn, and not stored yet."""
        return planning.begun(pods.dealt(table), await self._fond(table))

    async def _begun(self, table: Table) -> Table:
        """The cards were dealt just now: those who are on vacation are, here as well. Not in its turn."""
        for user in table.people if table.phase == "playing" else ():
            if await self.holidays.see_to(user):
                table = await self.table(table.id)
        return table


def _same(table: Table, pod: PodOf) -> Table:
    known = table.record.pod
    if known is None or known.mark != pod.mark:
        raise ValueError(f"table {table.id} is not that of {pod.mark}")
    return table
