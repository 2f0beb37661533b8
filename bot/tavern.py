"""What an answer may need: the house with its tables, the messenger, the boundary around both, wishes."""

from __future__ import annotations

from dataclasses import dataclass

from bot.asked import Asked
from bot.boundary import Boundary
from bot.messenger.messenger import DiscordMessenger
from bot.tables.house import House
from bot.wishes.people import People
from bot.words import Reader


@dataclass(frozen=True)
class Tavern:
    """The bot, as commands and buttons see it."""

    house: House
    messenger: DiscordMessenger
    boundary: Boundary
    people: People

    async def reader(self, asked: Asked, table: str | None = None) -> Reader:
        """Words for whoever asks."""
        return await self.boundary.reader(asked, table)
