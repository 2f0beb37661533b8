"""Where rounds are drawn, standings worked out and files made: in a process of its own, so nobody waits."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVarTuple

from bot.runtime.worker_process import WorkerProcess
from bot.tournaments.export import ExportFile
from bot.tournaments.formats import engine
from bot.tournaments.pairing.event import Event, PairingError, Round
from bot.tournaments.pairing.standings import Standings

Args = TypeVarTuple("Args")


class PairingPool:
    """A process for it, begun with the first question and replaced if it dies."""

    def __init__(self) -> None:
        self._process = WorkerProcess("tournaments")

    async def next_round(self, event: Event, *draws: int, apart: Collection[frozenset[str]] = ()) -> Round:
        """The pods of the next round, by the first of the draws that keeps most of these pairs apart.

        PairingError if there can be none.
        """
        drawn = await self._process.run(engine.next_round_apart, event, draws, apart)
        if isinstance(drawn, Round):
            return drawn
        raise PairingError(drawn)

    async def standings(self, event: Event) -> Standings:
        """Everybody in the order of the standings, worked out in another process."""
        return await self._process.run(engine.standings, event)

    async def files(
        self, make: Callable[[*Args], tuple[ExportFile, ...]], *about: *Args
    ) -> tuple[ExportFile, ...]:
        """What a module's function makes to be taken away. It may raise a Refusal."""
        return await self._process.run(make, *about)

    def close(self) -> None:
        """Stop: nothing more is worked out."""
        self._process.close()
