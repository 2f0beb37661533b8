"""The bot of one shard: opens its services, hears what Discord tells, and closes cleanly."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Literal

import aiohttp
import discord
import structlog

from bot.client import connection
from bot.client.connection import log_in
from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.client.shards import IdentifyTurns
from bot.commands import buttons, tree
from bot.composition import Composition, SharedResources, in_shards_time, shared_resources
from bot.monitoring.doctor import (
    Diagnosis,
    RecentErrors,
    clock_finding,
    machine_findings,
    remembering_errors,
)
from bot.publishing.messages import DEFAULT_PAUSES, PublishingPauses
from bot.runtime.clock import Clock, SystemClock
from bot.runtime.log_context import create_detached_task, trace
from bot.runtime.memory import collect_from_now_on
from bot.services import BotClient
from bot.settings import Settings, SettingsError
from bot.web.service import PageService
from storage import WHOLE, Shard, StorageError, Store
from storage.models import News

log = structlog.get_logger(__name__)

STOP_PATIENCE = 3.0
"""Seconds that presses under way are given at a stop."""
HEIR_WAITS = 1.0
"""Seconds that they are given where somebody waits for the shard, and others' presses with them."""


UNHEARD = ("MESSAGE_CREATE", "MESSAGE_UPDATE")
"""What Discord tells together with deleted messages, and nobody here wants to know: it is left unread."""


class Tortuga(BotClient):
    """The bot. It listens to interactions, and to what is deleted: it needs no privileged intent, and
    does not read what people write.

    One gateway connection, of one shard: what it keeps in memory is that shard's, and it lives as long as
    this process serves it. (discord.py's automatic sharding would begin a new session after every dropped
    connection, where this one resumes, and loses nothing.)
    """

    def __init__(
        self,
        shared: SharedResources,
        store: Store,
        clock: Clock,
        shard: Shard = WHOLE,
        before_identify: Callable[[Shard], Awaitable[None]] | None = None,
    ) -> None:
        settings, metrics = shared.settings, shared.metrics
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True),
            shard_id=shard.id,
            shard_count=shard.count,
            allowed_mentions=discord.AllowedMentions.none(),
            connector=connection.connector_for(settings.discord_api_base),
            max_messages=None,
            guild_ready_timeout=0.5,  # without the members intent nothing comes after the servers themselves
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
        )
        for unheard in UNHEARD:
            del self._connection.parsers[unheard]
        requests = aiohttp.TraceConfig() if metrics is None else metrics.request_tracing()
        self.http.http_trace = requests
        if metrics is not None:
            metrics.serves(shard.id)
        self.metrics = metrics
        self.store = store
        self._closing = False
        self._opening = asyncio.Lock()
        self._taking_in = set[asyncio.Task[None]]()
        self.closed = asyncio.Event()
        """Set when the client is closed for good."""
        self.starts_services = True
        """Whether the login is followed by play; not if only the commands are to be brought."""
        self.tree = tree.create_tree(self)
        self._shared = shared
        self.shard = shard
        self._before_identify = before_identify or IdentifyTurns().turn
        composition = Composition(self, shared, store, clock, requests)
        self.services = composition.services
        self.recent_activity = composition.recent_activity
        self.audit_log = composition.audit_log
        self.daily_puzzle = composition.daily_puzzle
        self._emoji = composition.emoji

    async def setup_hook(self) -> None:
        """After the login, before the gateway: bring the commands, take up what the last stop left undone."""
        await self.tree.set_translator(tree.Translator())
        if self.is_waiting:
            self.presses.keep()
            if self._shared.renderer is not None:
                self._shared.renderer.open()
        elif self.starts_services:
            await self._sync_commands()
            await self._open_services()
        collect_from_now_on()

    async def take_over(self, attended: Collection[int]) -> None:
        """The shard, which somebody else has served so far, is this process's now; they have `attended` to
        these presses.
        """
        self.services.error_handler.hold()
        self.is_waiting = False
        self.presses.take(attended)
        await self._open_services()
        self.services.error_handler.go_on()
        if self.alive:  # of which nothing here has heard so far
            self.dispatch("connect")
            self.dispatch("ready")
        await self._sync_commands()

    async def _sync_commands(self) -> None:
        if self.shard.id == 0:
            await tree.sync_if_changed(self.tree, self.store)
        else:
            await tree.learn_ids(self.store)

    async def _open_services(self) -> None:
        """Nothing is opened once it was told to finish: a shard may be handed over before it was ready."""
        async with self._opening:
            if not self._closing:
                await self._open_all()

    async def _open_all(self) -> None:
        self.store.listen(self._heard)
        self.services.tables.timekeeper.disconnected()  # until the gateway answers
        await self.services.tables.open()
        await self.services.tournament_service.open()
        self.recent_activity.begin()
        self.services.table_publisher.open()
        self.services.eraser.open()
        await self.services.drafts.clean(self.services.tables.clock.now())
        self.services.rater.open()
        self.services.forecasts.open()
        self.daily_puzzle.open()
        self.audit_log.open()
        if self._shared.renderer is not None:
            self._shared.renderer.open()
        if self._emoji is not None:
            self._emoji.bring()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """As in discord.py, before each new session: Discord wants pauses between those of a bot."""
        await self._before_identify(self.shard)

    async def on_connect(self) -> None:
        """A new session has begun."""
        self._within_reach("new")

    async def on_resumed(self) -> None:
        """The session goes on after a break."""
        self._within_reach("resumed")

    def _within_reach(self, how: Literal["new", "resumed"]) -> None:
        if self.metrics is not None:
            self.metrics.connected_anew(self.shard.id, how)
        self.services.tables.timekeeper.reconnected()
        self.services.tournament_service.clock_went_on()

    async def on_disconnect(self) -> None:
        """Presses do not arrive: nobody's time may run out meanwhile."""
        if self.metrics is not None:
            self.metrics.disconnected(self.shard.id)
        self.services.tables.timekeeper.disconnected()

    async def on_ready(self) -> None:
        """Discord calls this when the bot is connected and knows its servers, perhaps again later on."""
        log.info("ready", servers=len(self.guilds))
        if self.starts_services:
            await self.services.removals.compare({guild.id for guild in self.guilds}, self._has_left)
            self.services.removals.open()  # now that it is known who has invited the bot again meanwhile
            self._begin(self._look_for_deleted(), "looking for deleted channels")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Discord has removed the bot from a server (one that merely cannot be reached comes elsewhere)."""
        await self.services.removals.went(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Somebody has invited the bot, perhaps again."""
        await self.services.removals.came_back(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server can be reached (again), however that came about."""
        await self.services.removals.came_back(guild.id)

    # What could not be posted may be by now, and what stood somewhere may be gone. (GUILD_MEMBER_UPDATE comes
    # about the bot itself without the members intent, too:
    # https://docs.discord.com/developers/events/gateway#list-of-intents)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Somebody has deleted a channel."""
        self._begin(self._channel_deleted(channel.guild.id, channel.id), f"channel {channel.id} was deleted")

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        """Somebody has deleted a thread."""
        self._begin(self._channel_deleted(gone.guild_id, gone.thread_id), f"thread {gone.thread_id} is gone")

    async def on_raw_message_delete(self, gone: discord.RawMessageDeleteEvent) -> None:
        """Somebody has deleted a message."""
        self._messages_deleted((gone.message_id,))

    async def on_raw_bulk_message_delete(self, gone: discord.RawBulkMessageDeleteEvent) -> None:
        """Somebody has deleted many messages at once."""
        self._messages_deleted(gone.message_ids)

    def _messages_deleted(self, messages: Collection[int]) -> None:
        for message in messages:
            self.services.table_publisher.messages.message_deleted(message)
            self.services.tournament_publisher.messages.message_deleted(message)

    async def on_guild_channel_update(self, _before: object, after: discord.abc.GuildChannel) -> None:
        """Somebody has changed a channel, its permissions perhaps."""
        self._permissions_changed(after.guild.id)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """There is another channel, or the bot can see one that it could not see."""
        self._permissions_changed(channel.guild.id)

    async def on_guild_role_update(self, _before: object, after: discord.Role) -> None:
        """Somebody has changed a role, its permissions perhaps."""
        self._permissions_changed(after.guild.id)

    async def on_thread_update(self, _before: object, after: discord.Thread) -> None:
        """Somebody has locked a thread, or opened it again."""
        self._permissions_changed(after.guild.id)

    async def on_member_update(self, _before: object, after: discord.Member) -> None:
        """Somebody has given the bot roles, or taken them."""
        if self.user is not None and after.id == self.user.id:
            self._permissions_changed(after.guild.id)

    def _permissions_changed(self, guild: int) -> None:
        self._begin(self._try_again(guild), f"permissions changed on {guild}")

    async def _try_again(self, guild: int) -> None:
        await self.services.tournament_publisher.permissions_changed(guild)  # their cards stand below it
        await self.services.table_publisher.permissions_changed(guild)
        await self.audit_log.permissions_changed(guild)
        self.daily_puzzle.look_again()

    async def _channel_deleted(self, guild: int, channel: int) -> None:
        try:
            await self.services.table_publisher.channel_deleted(guild, channel)
            await self.services.tournament_publisher.channel_deleted(guild, channel)
        except StorageError as error:  # the next drawing finds it gone
            log.warning("what stood in a deleted channel cannot be read", channel=channel, trace=trace(error))

    async def _look_for_deleted(self) -> None:
        try:
            await self.services.table_publisher.look_for_deleted()
            await self.services.tournament_publisher.look_for_deleted()
        except StorageError as error:
            log.warning("what stood in deleted channels cannot be read", trace=trace(error))

    async def _has_left(self, guild: int) -> bool:
        """Whether Discord says itself that the bot is not in that server."""
        try:
            await self.fetch_guild(guild, with_counts=False)
        except DISCORD_ERRORS as error:
            why = discord_problem(error)
            if why in (DiscordProblem.CHANNEL_GONE, DiscordProblem.FORBIDDEN):
                return True
            log.info("whether a server is gone is not known", server=guild, why=why.value)
        return False

    def _heard(self, news: News) -> None:
        """Something has been changed by somebody who does not serve its shard, or is shown here."""
        services, publisher = self.services, self.services.table_publisher
        match news.kind:
            case "person":
                if not services.people.changed_elsewhere(news.of, news.revision):
                    return
                publisher.notifications.preferences_changed(news.of)
                concerned = services.tables.vacation_tracker.attends_to(news.of)
            case "table":
                concerned = self.shard.serves(news.of) or publisher.open_hands.watched(news.id)
            case kind:
                concerned = kind == "all" or self.shard.serves(news.of)
        if concerned:
            self._begin(self._take_in(news), f"news of {news.kind} {news.id}")

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """It goes on beside everything else, and is cut short by a stop."""
        if self._closing:
            work.close()
            return
        task = create_detached_task(work, name=name)
        self._taking_in.add(task)
        task.add_done_callback(self._taking_in.discard)

    async def _take_in(self, news: News) -> None:
        """Begin what follows here from news of another process."""
        services, tables = self.services, self.services.tables
        try:
            match news.kind:
                case "table":
                    await tables.changed_elsewhere(news.id, news.revision or None)
                case "tournament":
                    tournaments = services.tournament_service.scheduler
                    await tournaments.changed_elsewhere(news.id, news.revision or None)
                case "recurring":
                    await services.tournament_service.recurring.changed_elsewhere(news.id)
                case "person":
                    await tables.vacation_tracker.changed_elsewhere(news.of)
                case "nudge":
                    await services.table_publisher.notifications.look(news.of, news.id)
                case "undelivered":
                    await services.table_publisher.notifications.undelivered(int(news.id))
                case "all":
                    services.people.forget_all()
                    services.table_publisher.notifications.look_again()
                    await tables.look_again()
                    await services.tournament_service.scheduler.look_again()
                    await services.tournament_service.recurring.look_again()
        except StorageError as error:  # the next press or start looks at what is stored
            log.warning("what was changed elsewhere cannot be read", what=news.kind, trace=trace(error))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A press or a submitted window; commands go through the tree."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await buttons.on_interaction(self.services, interaction)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """What the error handler did not catch. The library would log the event's content with it."""
        error = sys.exception()
        log.error("an event failed", which=event_method, trace="" if error is None else trace(error))

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on; not when the connection is being closed, which leaves no loop to run it in, and
        not while the shard is somebody else's.
        """
        if not self.is_closed() and not self.is_waiting:
            super().dispatch(event, *args, **kwargs)

    async def close(self) -> None:
        """Finish what is under way, store it, and leave Discord. Called again, it leaves at once."""
        await self.finish(STOP_PATIENCE)
        await super().close()
        self.closed.set()

    async def finish_before_heir(self) -> list[int]:
        """Finish what is under way and store it, for whoever is ready to go on; the presses that were this
        process's to answer. Those that come from now on are the other's.
        """
        attended = self.presses.leave()
        await asyncio.sleep(0)  # what was read just now begins
        await self.services.error_handler.finish(HEIR_WAITS)
        await self.finish(0.0)
        return attended

    async def finish(self, patience: float) -> None:
        """Finish what is under way, and store it. Nothing if that was done before."""
        if not self._closing:
            self._closing = True
            async with self._opening:  # what has begun to open is whole before it is closed
                await self._finish(patience)

    async def _finish(self, patience: float) -> None:
        self.store.deafen(self._heard)
        for task in self._taking_in:
            task.cancel()
        await self.services.error_handler.close(patience)
        await self.services.removals.close()
        await self.services.eraser.close()
        await self.services.rater.close()
        await self.services.forecasts.close()
        await self.services.analyses.close()
        if self._emoji is not None:
            await self._emoji.close()
        await self.daily_puzzle.close()
        await self.audit_log.close()
        await self.services.tournament_service.close()
        await self.services.tournament_publisher.close()
        await self.services.tables.close()
        await self.services.table_publisher.close()
        self.services.pages.close()
        await self.services.error_handler.leave(patience)


async def sync_commands(settings: Settings) -> None:
    """Bring the commands to Discord now. SettingsError or StorageError, in one line, if that fails."""
    # The bot may be running meanwhile, and listening on the port.
    async with opened(settings.model_copy(update={"metrics_port": 0, "web_port": 0})) as client:
        client.starts_services = False
        await log_in(client, settings)
        try:
            await tree.sync(client.tree, client.store)
        except discord.DiscordException as error:
            raise SettingsError(f"Discord did not take the commands: {error}") from None


@asynccontextmanager
async def opened(
    settings: Settings, pauses: PublishingPauses = DEFAULT_PAUSES, *, sole: bool = False
) -> AsyncIterator[Tortuga]:
    """The bot of the only shard, with all that a process has; everything closed at the end.

    `sole`: no other bot may have the database as long.
    """
    async with shared_resources(settings, pauses, sole=sole) as shared:
        clock = SystemClock(settings.clock_speed)
        client = Tortuga(shared, in_shards_time(shared.store, WHOLE, clock), clock)
        async with (
            client,
            remembering_errors() as errors,
            operators_ports(shared, lambda: [client], lambda: client.alive, errors),
        ):
            yield client


def own_findings(
    shared: SharedResources, clients: Sequence[Tortuga], errors: RecentErrors
) -> list[Diagnosis]:
    """What the running bot knows of itself, for whoever watches over it."""
    ahead = [client.services.error_handler.clock_difference.ahead for client in clients]
    renderer, settings = shared.renderer, shared.settings
    drawing = 0 if renderer is None else renderer.busy
    said = (
        f"{drawing} of {settings.painters} painters draw, {shared.robot_pool.thoughts} thoughts in "
        f"{2 * settings.thinkers} processes, {shared.store.monitoring.writes_waiting} writes wait, "
        f"{shared.budget.waiting} messages wait for Discord's limit"
    )
    lacking = settings.pictures and (renderer is None or renderer.is_missing)
    return [
        Diagnosis(
            "shards", "well", ", ".join(str(client.shard.id) for client in clients) or "others serve all"
        ),
        clock_finding(max(ahead, key=abs, default=0.0)),
        Diagnosis("pools", "well", said),
        Diagnosis("pictures", "look", "none, everything is said in words", "tortuga doctor says why")
        if lacking
        else Diagnosis("pictures", "well", "drawn" if settings.pictures else "off (PICTURES=False)"),
        errors.finding(),
    ]


@asynccontextmanager
async def operators_ports(
    shared: SharedResources,
    clients: Callable[[], Sequence[Tortuga]],
    alive: Callable[[], bool],
    errors: RecentErrors,
) -> AsyncIterator[None]:
    """What is asked at METRICS_PORT and WEB_PORT is answered as long as the block lasts."""
    settings = shared.settings
    async with AsyncExitStack() as stack:
        if shared.metrics is not None:
            from bot.monitoring.endpoint import HealthCheck, serve_metrics

            health = HealthCheck(
                clients,
                alive,
                shared.store.monitoring,
                lambda: own_findings(shared, clients(), errors),
                lambda: machine_findings(settings),
            )
            host, port = settings.metrics_host, settings.metrics_port
            serving = serve_metrics(clients, health, shared.store, shared.metrics, host, port)
            await stack.enter_async_context(serving)
        if settings.web_port:  # loaded where somebody looks on, and nowhere else
            from bot.web.server import serve_pages

            host, port = settings.web_host, settings.web_port
            pages = _pages_of(clients)
            await stack.enter_async_context(serve_pages(pages, settings.page_base, host, port))
        yield


def _pages_of(clients: Callable[[], Sequence[Tortuga]]) -> Callable[[], PageService | None]:
    """Any of them can read what all have."""
    return lambda: next((client.services.pages for client in clients()), None)
