"""The application's services: all that a command, a button or the monitoring may need."""

from __future__ import annotations

import msgspec

from bot.client.connection import ShardClient
from bot.client.error_handler import ErrorHandler
from bot.images.service import ImageService
from bot.preferences.people import PersonPreferencesRepository
from bot.privacy.erasure import Eraser
from bot.privacy.server_removal import ServerRemovals
from bot.profiles.analysis import AnalysisService
from bot.profiles.forecasts import ForecastService
from bot.profiles.rating_service import RatingService
from bot.publishing.table_publisher import DiscordTablePublisher
from bot.publishing.tournament_publisher import DiscordTournamentPublisher
from bot.score_sheets.service import ScoreSheetService
from bot.tables.server_moderation import ServerModeration
from bot.tables.service import TableService
from bot.tournaments.service import TournamentService
from bot.tournaments.setup_choices import TournamentDrafts
from bot.web.service import PageService
from storage.models import Shard
from storage.sql.results import ResultStore
from storage.sql.store import Store


class Policies(msgspec.Struct, frozen=True):
    """Where the operator's texts can be read, which Discord asks of a bot that grows; empty without them."""

    terms_url: str = ""
    privacy_url: str = ""


class Services(msgspec.Struct, frozen=True):
    """Everything that commands call on, made once when the bot starts."""

    tables: TableService
    tournament_service: TournamentService
    drafts: TournamentDrafts
    table_publisher: DiscordTablePublisher
    tournament_publisher: DiscordTournamentPublisher
    error_handler: ErrorHandler
    people: PersonPreferencesRepository
    image_service: ImageService
    results: ResultStore
    rater: RatingService
    analyses: AnalysisService
    forecasts: ForecastService
    store: Store
    eraser: Eraser
    removals: ServerRemovals
    moderation: ServerModeration
    pages: PageService
    score_sheets: ScoreSheetService
    source_url: str
    """Where the source can be read that runs here; empty if nobody has said so."""
    policies: Policies


class BotClient(ShardClient):
    """The connection to Discord, with the services behind it."""

    services: Services
    shard: Shard
    epoch: int = 0
    """How many have served the shard by now; 0 where nobody else may."""

    @property
    def alive(self) -> bool:
        """Whether the connection to Discord's gateway is up and ready."""
        return self.is_ready() and not self.is_closed() and self.ws is not None and self.ws.open
