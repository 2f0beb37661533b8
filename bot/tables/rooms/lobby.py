"""At a table before its cards are dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.pace import Pace
from bot.tables import leaving, lobby, planning, terms
from bot.tables.press import Done, Outcome, Press
from bot.tables.rooms.hall import Hall, closing
from bot.tables.table import Table
from games.text import _
from storage.records import Errand


class Lobby(Hall):
    """Who sits down, how it is played, when it begins."""

    async def join(self, press: Press, table_id: str) -> Done:
        """Take a seat."""
        return await self._lobby(
            press, table_id, lambda table: lobby.join(table, press.user, press.name, str(press.id))
        )

    async def leave(self, press: Press, table_id: str) -> Done:
        """Give the seat up while the game has not begun: it is free again."""
        return await self._lobby(press, table_id, lambda table: lobby.leave(table, press.user))

    async def remove(self, press: Press, table_id: str, join: str) -> Done:
        """The host empties the seat that was taken with that press."""
        return await self._lobby(press, table_id, lambda table: lobby.remove(table, press.user, join))

    async def add_robot(self, press: Press, table_id: str, strength: str | None = None) -> Done:
        """A robot sits down."""
        return await self._lobby(
            press, table_id, lambda table: lobby.add_robot(table, press.user, strength, str(press.id))
        )

    async def cut(self, press: Press, table_id: str, word: str) -> Done:
        """Put a word into the shuffle; an empty one takes it back."""
        said = _(
            "Your word is in the shuffle. It is shown when the game has ended, so that everybody can "
            "check the deal."
        )
        taken_back = _("Your word is taken out of the shuffle again.")

        def change(table: Table) -> Outcome:
            after = lobby.cut(table, press.user, word)
            seat = after.seat_of(press.user)
            here = after if seat is None else leaving.marked_here(after, seat)
            return Outcome(here, said if word.strip() else taken_back)

        return await self._ledger.change(press, table_id, change)

    async def set_option(self, press: Press, table_id: str, name: str, value: str) -> Done:
        """The host changes how the game is played."""
        return await self._lobby(
            press, table_id, lambda table: terms.set_option(table, press.user, name, value)
        )

    async def set_pace(self, press: Press, table_id: str, pace: Pace) -> Done:
        """The host changes how long a move may take."""
        return await self._lobby(press, table_id, lambda table: terms.set_pace(table, press.user, pace))

    async def set_capacity(self, press: Press, table_id: str, seats: int) -> Done:
        """The host changes how many can sit down."""
        return await self._lobby(press, table_id, lambda table: terms.set_capacity(table, press.user, seats))

    async def lock(self, press: Press, table_id: str, locked: bool) -> Done:
        """The host shuts or opens the door."""
        return await self._lobby(press, table_id, lambda table: lobby.lock(table, press.user, locked))

    async def invite(self, press: Press, table_id: str, users: Sequence[int] | None) -> Done:
        """The host names who may join; None: everybody."""
        return await self._lobby(press, table_id, lambda table: lobby.invite(table, press.user, users))

    async def rate(self, press: Press, table_id: str, rated: bool) -> Done:
        """The host says whether the result counts for ratings."""
        return await self._lobby(press, table_id, lambda table: lobby.rate(table, press.user, rated))

    async def start(self, press: Press, table_id: str) -> Done:
        """Deal."""
        fond = await self._fond(await self.table(table_id))

        def started(table: Table) -> Outcome:
            begun = lobby.start(table, press.user, self.clock.now())
            return Outcome(planning.begun(begun, fond), errands=(Errand("open"),))

        done = await self._ledger.change(press, table_id, started)
        for user in done.table.people:
            if await self.holidays.see_to(user):
                done = replace(done, table=await self.table(table_id))
        return done

    async def close_table(self, press: Press, table_id: str) -> Done:
        """The host calls it off."""
        return await self._ledger.change(
            press, table_id, lambda table: closing(lobby.close(table, press.user))
        )

    async def _lobby(self, press: Press, table_id: str, change: Callable[[Table], Table]) -> Done:
        return await self._ledger.change(press, table_id, lambda table: closing(change(table)))
