"""What tournaments ask of the chat they are in."""

from __future__ import annotations

from typing import Protocol

from bot.organising.tournament import Tournament
from storage.records import ErrandRow


class Herald(Protocol):
    """The chat, as far as a tournament cares. `bot.tables.messenger.Later` from `run`: not now."""

    def changed(self, tournament: Tournament) -> None:
        """Redraw soon whatever shows this tournament. Never blocks or raises."""
        ...

    async def run(self, tournament: Tournament, errand: ErrandRow) -> None:
        """Do it. Anything that is raised but `Later` is logged, and the errand tried again."""
        ...
