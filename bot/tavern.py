"""What an answer may need: the house, the office, who tells of them, the boundary around them, and more."""

from __future__ import annotations

from dataclasses import dataclass

from bot.asked import Asked
from bot.boundary import Boundary
from bot.messenger.herald import DiscordHerald
from bot.messenger.messenger import DiscordMessenger
from bot.organising.drafts import Drafts
from bot.organising.office import Office
from bot.pictures.illustrator import Illustrator
from bot.privacy.erasing import Eraser
from bot.privacy.removals import Removals
from bot.records.rater import Rater
from bot.tables.house import House
from bot.wishes.people import People
from bot.words import Reader
from storage.doors.results import Results
from storage.doors.store import Store


@dataclass(frozen=True)
class Tavern:
    """The bot, as commands and buttons see it."""

    house: House
    office: Office
    drafts: Drafts
    messenger: DiscordMessenger
    herald: DiscordHerald
    boundary: Boundary
    people: People
    illustrator: Illustrator
    results: Results
    rater: Rater
    store: Store
    eraser: Eraser
    removals: Removals

    async def reader(self, asked: Asked, table: str | None = None) -> Reader:
        """Words for whoever asks."""
        return await self.boundary.reader(asked, table)
