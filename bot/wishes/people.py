"""What people prefer, everywhere they play, and who keeps it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Literal

import msgspec

from bot.wishes.quiet import Quiet
from bot.wishes.vacation import Vacations
from storage.doors.people import People as PeopleDoor

REMEMBERED = 5_000
"""People whose wishes are kept in memory."""

Told = Literal["channel", "direct", "none"]
"""How somebody is told that it is their turn: where the table is, by direct message, or not at all."""


class PersonWishes(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one person prefers."""

    nudges: Told = "channel"
    quiet: Quiet | None = None
    zone: str = ""
    """The IANA name of the time zone; empty: they never said."""
    text_mode: bool = False
    """No pictures in private messages."""
    forced_moves: bool = False
    """Where they sit down, moves without a choice play themselves, unless they say otherwise there."""
    vacations: Vacations = Vacations()
    """The days on which their clocks stood still."""
    locale: str = ""
    """The language in which they last spoke of this: that of direct messages."""


NOTHING_SAID = PersonWishes()


class People:
    """Everybody's wishes. Methods raise `StorageError`."""

    def __init__(self, door: PeopleDoor) -> None:
        self._door = door
        self._known: OrderedDict[int, PersonWishes] = OrderedDict()

    async def of(self, user: int) -> PersonWishes:
        """What the user prefers."""
        if user not in self._known:
            stored = await self._door.wishes(user)
            read = NOTHING_SAID if stored is None else msgspec.json.decode(stored, type=PersonWishes)
            self._known.setdefault(user, read)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(user)
        return self._known[user]

    async def all(self) -> list[tuple[int, PersonWishes]]:
        """Everybody who ever said anything, with what they prefer."""
        stored = await self._door.all()
        return [(user, msgspec.json.decode(wishes, type=PersonWishes)) for user, wishes in stored]

    def forget(self, user: int) -> None:
        """What is stored of the user is being erased."""
        self._known.pop(user, None)

    async def change(self, user: int, **changes: Any) -> PersonWishes:
        """The user prefers something else; what they prefer now."""
        wishes = msgspec.structs.replace(await self.of(user), **changes)
        self._known[user] = wishes
        try:
            await self._door.wish(user, msgspec.json.encode(wishes))
        except BaseException:
            self._known.pop(user, None)  # what is stored is not known here
            raise
        return wishes
