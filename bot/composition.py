"""Puts the bot together: what all shards of a process share, and the services of each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

import aiohttp
import msgspec
import structlog
from msgspec.structs import replace

from bot.client import connection
from bot.client.application_emoji import ApplicationEmoji
from bot.client.channels import is_open_to_all
from bot.client.error_handler import ErrorHandler
from bot.client.rate_limits import RequestBudget
from bot.client.servers import Servers
from bot.i18n.commands import COMMANDS
from bot.images.renderer import ImageRenderer
from bot.images.service import ImageService
from bot.preferences.people import PersonPreferencesRepository
from bot.preferences.servers import ServerPreferencesRepository
from bot.privacy.erasure import Eraser
from bot.privacy.server_removal import ServerRemovals
from bot.profiles.analysis import AnalysisService
from bot.profiles.forecasts import ForecastService
from bot.profiles.rating_service import RatingService
from bot.publishing.audit_log import AuditLogPublisher
from bot.publishing.daily_puzzle import DailyPuzzlePoster
from bot.publishing.messages import DEFAULT_PAUSES, PublishingPauses
from bot.publishing.table_publisher import DiscordTablePublisher
from bot.publishing.tournament_publisher import DiscordTournamentPublisher
from bot.runtime.clock import Clock
from bot.runtime.house_time import in_shard_time
from bot.runtime.load_gate import LoadGate, RecentActivity
from bot.score_sheets.service import ScoreSheetService
from bot.services import BotClient, Policies, Services
from bot.settings import Settings
from bot.tables.robot_pool import RobotPool
from bot.tables.server_moderation import ServerModeration
from bot.tables.service import TableService
from bot.tables.timing import Timing
from bot.tournaments.model import TournamentRecord
from bot.tournaments.service import TournamentService
from bot.tournaments.setup_choices import TournamentDrafts
from bot.ui.emoji import use as show_own
from bot.web.service import PageService
from storage import Shard, Store, name_of, open_store

if TYPE_CHECKING:
    from bot.monitoring.metrics import Metrics

log = structlog.get_logger(__name__)


class SharedResources(msgspec.Struct, frozen=True):
    """What all shards of a process share."""

    settings: Settings
    store: Store
    pauses: PublishingPauses
    metrics: Metrics | None
    renderer: ImageRenderer | None
    robot_pool: RobotPool
    load_gate: LoadGate
    budget: RequestBudget


@asynccontextmanager
async def shared_resources(
    settings: Settings,
    pauses: PublishingPauses = DEFAULT_PAUSES,
    *,
    sole: bool = False,
    check: Future[bool] | None = None,
) -> AsyncIterator[SharedResources]:
    """What all shards of a process share, closed at the end. `sole`, `check`: see `open_store`."""
    await connection.use_api_base(settings.discord_api_base, settings.discord_rest_proxy)
    metrics = None
    if settings.metrics_port:  # the monitoring is loaded where somebody watches, and nowhere else
        from bot.monitoring.metrics import Metrics

        metrics = Metrics()
    on_transaction = None if metrics is None else metrics.stored
    store = await open_store(
        settings.database, say=log.info, on_transaction=on_transaction, sole=sole, check=check
    )
    log.info("games are kept", place=name_of(settings.database))
    # Where days fly by, nobody follows a robot card by card, and whoever presses may be a program.
    speed = max(1.0, settings.clock_speed)
    shared = SharedResources(
        settings=settings,
        store=store,
        pauses=replace(
            pauses,
            moment=pauses.moment / speed,
            robots=pauses.robots / speed,
            taps=pauses.taps if speed == 1.0 else 0.0,
        ),
        metrics=metrics,
        renderer=_renderer(settings, metrics),
        robot_pool=RobotPool(settings.thinking, settings.thinkers),
        load_gate=LoadGate(),
        budget=RequestBudget(),
    )
    try:
        yield shared
    finally:
        if shared.renderer is not None:
            shared.renderer.close()
        show_own({})
        shared.robot_pool.close()
        await store.close()
        COMMANDS.forget()


def _renderer(settings: Settings, metrics: Metrics | None) -> ImageRenderer | None:
    """None where no pictures are wanted, or the library that draws them is not installed."""
    if settings.pictures and find_spec("thorvg_cython") is None:
        log.warning("there are no pictures: what draws them is not installed", what="thorvg_cython")
    elif settings.pictures:
        return ImageRenderer(listener=None if metrics is None else metrics.drawn, painters=settings.painters)
    return None


def in_shards_time(store: Store, shard: Shard, clock: Clock) -> Store:
    """The store, in which times are those of whoever serves the shard, whichever process wrote them."""
    return in_shard_time(store, shard, clock, Timing, TournamentRecord)


class Composition:
    """The services of a client's shard, made once. `requests`: what all requests to Discord are traced by."""

    def __init__(
        self,
        client: BotClient,
        shared: SharedResources,
        store: Store,
        clock: Clock,
        requests: aiohttp.TraceConfig,
    ) -> None:
        self._client, self._shared, self._store, self._clock = client, shared, store, clock
        self._shard = client.shard
        self.recent_activity = RecentActivity(clock)
        self._people = PersonPreferencesRepository(store.people, self._shard, hears=True)
        self._servers = ServerPreferencesRepository(store.servers, self._shard)
        self._image_service = ImageService(shared.renderer, self._servers)
        tables, table_publisher = self._tables()
        tournament_service, tournament_publisher = self._tournaments(tables, table_publisher)
        score_sheets = ScoreSheetService(store.score_sheets, clock)
        settings, channels = shared.settings, table_publisher.messages.channels
        self.services = Services(
            tables=tables,
            tournament_service=tournament_service,
            drafts=TournamentDrafts(store.tournaments),
            table_publisher=table_publisher,
            tournament_publisher=tournament_publisher,
            error_handler=self._error_handler(tables, table_publisher, requests),
            people=self._people,
            image_service=self._image_service,
            results=store.results,
            rater=self._rater(tables),
            analyses=(analyses := AnalysisService(store.results, shared.robot_pool)),
            forecasts=self._forecasts(tables),
            store=store,
            eraser=self._eraser(tables, tournament_service, score_sheets),
            removals=ServerRemovals(store, tables, tournament_service, clock),
            moderation=ServerModeration(store, tables),
            pages=PageService(
                tables,
                tournament_service,
                store.servers,
                settings.page_base,
                self._image_service if shared.renderer else None,
                self._name_of,
                self._is_open,
                analyses,
            ),
            score_sheets=score_sheets,
            source_url=settings.source_url,
            policies=Policies(settings.terms_url, settings.privacy_url),
        )
        self.audit_log = AuditLogPublisher(
            store,
            channels,
            client.wait_until_ready,
            tournament_service.of_entry,
            self._locale_of,
        )
        self.emoji: ApplicationEmoji | None = None
        if shared.renderer is not None:
            self.emoji = ApplicationEmoji(client, shared.renderer, uploads=self._shard.id == 0)
            self.emoji.hear(requests)
        self.daily_puzzle = DailyPuzzlePoster(
            store.servers, self._servers, channels, self._image_service, clock
        )

    def _tables(self) -> tuple[TableService, DiscordTablePublisher]:
        shared, robot_pool = self._shared, self._shared.robot_pool
        publisher = DiscordTablePublisher(
            self._client,
            self._store,
            shared.load_gate,
            self._clock,
            self._people,
            self.recent_activity,
            self._image_service,
            shared.pauses,
            shared.budget,
            self._shard,
        )
        tables = TableService(
            self._store,
            publisher,
            clock=self._clock,
            people=self._people,
            servers=self._servers,
            is_watched=publisher.watched,
            moment_pause=shared.pauses.moment,
            move_pause=shared.pauses.robots,
            robot_pool=robot_pool,
            hints=robot_pool,
            recent_activity=self.recent_activity,
            shard=self._shard,
        )
        publisher.attach(tables)
        return tables, publisher

    def _tournaments(
        self, tables: TableService, table_publisher: DiscordTablePublisher
    ) -> tuple[TournamentService, DiscordTournamentPublisher]:
        messages, shared = table_publisher.messages, self._shared
        publisher = DiscordTournamentPublisher(
            messages.channels,
            Servers(self._client, messages.channels.budget),
            self._store.tournaments,
            messages.posts,
            shared.load_gate,
            self._clock,
            self._client.wait_until_ready,
            self._image_service,
            shared.pauses,
            self._people,
            shared.settings.page_base,
            self._shard,
        )
        service = TournamentService(
            *(self._store, tables, publisher, self._clock),
            shard=self._shard,
            beacon_url=self._shared.settings.beacon_url,
        )
        publisher.attach(service)
        table_publisher.listen(publisher.table_posted)
        return service, publisher

    def _error_handler(
        self, tables: TableService, publisher: DiscordTablePublisher, requests: aiohttp.TraceConfig
    ) -> ErrorHandler:
        metrics = self._shared.metrics
        attended = None if metrics is None else partial(metrics.attended, self._shard.id)
        handler = ErrorHandler(
            tables, publisher.thread_blocked, self._shared.load_gate, self.recent_activity, attended
        )
        handler.clock_difference.hear(requests)
        tables.listen(handler.hours_changed)
        return handler

    def _rater(self, tables: TableService) -> RatingService:
        rater = RatingService(self._store.results, tables.outbox.wake)
        tables.listen(rater.table_changed)
        return rater

    def _forecasts(self, tables: TableService) -> ForecastService:
        forecasts = ForecastService(self._store.forecasts, tables, self._shared.robot_pool.chances)
        tables.listen(forecasts.table_changed)
        return forecasts

    def _eraser(
        self, tables: TableService, tournament_service: TournamentService, score_sheets: ScoreSheetService
    ) -> Eraser:
        holders = tables.anonymiser, tournament_service, tournament_service.recurring, score_sheets
        return Eraser(self._store.privacy, *holders, self._forget, self._shard, tables.people.unblock)

    def _forget(self, user: int) -> None:
        """Somebody has their data erased: nobody here remembers what they preferred or wrote, and no line
        of a log names them.
        """
        self.audit_log.wake()
        self.services.error_handler.forget(user)
        self.services.people.forget(user)
        self.services.tables.vacation_tracker.forget(user)

    def _name_of(self, guild: int) -> str:
        known = self._client.get_guild(guild)
        return "" if known is None else known.name

    def _is_open(self, guild: int, channel: int) -> bool:
        known = self._client.get_guild(guild)
        return known is not None and is_open_to_all(known, channel)

    async def _locale_of(self, guild: int) -> str:
        """In which language everybody reads on the server."""
        known = self._client.get_guild(guild)
        chosen = (await self.services.tables.servers.of(guild)).locale
        return chosen or ("" if known is None else known.preferred_locale.value)
