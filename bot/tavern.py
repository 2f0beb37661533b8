"""What an answer may need: house, messenger, the boundary around both, what people wish, and records."""

from __future__ import annotations

from dataclasses import dataclass

from bot.asked import Asked
from bot.boundary import Boundary
from bot.messenger.messenger import DiscordMessenger
from bot.records.rater import Rater
from bot.tables.house import House
from bot.wishes.people import People
from bot.words import Reader
from storage.doors import Results


@dataclass(frozen=True)
class Tavern:
    """The bot, as commands and buttons see it."""

    house: House
    messenger: DiscordMessenger
    boundary: Boundary
    people: People
    results: Results
    rater: Rater

    async def reader(self, asked: Asked, table: str | None = None) -> Reader:
        """Words for whoever asks."""
        return await self.boundary.reader(asked, table)
