"""What a writer (`tests.storage.writer`) was told, held against what is stored after its end."""

from __future__ import annotations

from collections.abc import Iterable

from storage import Store
from tests.storage.consistency import assert_no_tournament_half_stored, assert_nothing_half_stored
from tests.storage.writer import TABLES, TOURNAMENTS, Said, press

PLACES = [*(f"t{number}" for number in range(TABLES)), *(f"c{number}" for number in range(TOURNAMENTS))]
"""Tables and tournaments, in the order in which their presses are numbered."""

_LOOKED_AT = 30
"""So many of the latest presses of each are looked for, one by one."""


class Promised:
    """All that was acknowledged so far, through however many ends of the writer."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        """Of each table and tournament: its last move or step that was acknowledged."""
        self.last_outbox_id = 0
        """The highest id that any outbox entry was given."""
        self._outbox: set[int] = set()

    def heard(self, said: Iterable[Said]) -> None:
        """What was acknowledged since: number follows number, and ids in the outbox never repeat."""
        for owner, number, entry in said:
            # At the first word of a writer, one may have been stored before it that was not told.
            assert number - self.numbers.get(owner, 0) in (1, 2)
            assert entry not in self._outbox
            self.numbers[owner] = number
            self._outbox.add(entry)
            self.last_outbox_id = max(self.last_outbox_id, entry)

    async def assert_kept(self, store: Store) -> dict[str, int]:
        """All of it is there, once; what was on its way may be, whole. Returns how far each has come."""
        stored = await assert_nothing_half_stored(store) | await assert_no_tournament_half_stored(store)
        for owner, number in self.numbers.items():
            assert stored.get(owner, 0) - number in (0, 1), f"{owner}: {number} acknowledged"
        await self._assert_presses_and_outbox_match(store, stored)
        return stored

    async def _assert_presses_and_outbox_match(self, store: Store, stored: dict[str, int]) -> None:
        """Every move has its press; every even one its entry, every odd one at most until it was run."""
        for place, owner in enumerate(PLACES):
            actions = stored.get(owner, 0)
            ahead = owner.startswith("c")  # its first change has the number 1, its first step 2
            for number in range(max(1, actions - _LOOKED_AT), actions + 1):
                assert await store.answer(press(place, number)) == b'{"answer":%d}' % (number + ahead)
            assert await store.answer(press(place, actions + 1)) is None
        outbox = await store.outbox() + await store.tournaments.outbox()
        assert len({entry.id for entry in outbox}) == len(outbox)
        for owner, actions in stored.items():
            waiting = [entry for entry in outbox if entry.table == owner]
            assert actions // 2 <= len(waiting) <= actions
