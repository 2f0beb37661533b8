"""What an answer may need: the house, the office, who tells of them, the boundary around them, and more."""

from __future__ import annotations

from dataclasses import dataclass

from bot.client.error_handler import ErrorHandler
from bot.client.interaction_context import InteractionContext
from bot.i18n import Reader
from bot.images.service import ImageService
from bot.preferences.people import PersonPreferencesRepository
from bot.privacy.erasure import Eraser
from bot.privacy.server_removal import ServerRemovals
from bot.profiles.rating_service import RatingService
from bot.publishing.table_publisher import DiscordTablePublisher
from bot.publishing.tournament_publisher import DiscordTournamentPublisher
from bot.tables.service import TableService
from bot.tournaments.service import TournamentService
from bot.tournaments.setup_choices import TournamentDrafts
from storage.interfaces import ResultStore, Store


@dataclass(frozen=True)
class Services:
    """The bot, as commands and buttons see it."""

    tables: TableService
    tournament_service: TournamentService
    drafts: TournamentDrafts
    table_publisher: DiscordTablePublisher
    tournament_publisher: DiscordTournamentPublisher
    boundary: ErrorHandler
    people: PersonPreferencesRepository
    image_service: ImageService
    results: ResultStore
    rater: RatingService
    store: Store
    eraser: Eraser
    removals: ServerRemovals

    async def reader(self, context: InteractionContext, table: str | None = None) -> Reader:
        """Words for whoever asks."""
        return await self.boundary.reader(context, table)
