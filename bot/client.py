"""The bot as a client of Discord's: logs in, opens the house, passes presses on, closes cleanly."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any, Literal

import discord
import structlog

from bot import gateway_address, heartbeat, logs
from bot.boundary import Boundary
from bot.commands import buttons, tree
from bot.connection import log_in, stay_connected
from bot.discord_errors import ERRORS, trouble
from bot.messenger.herald import DiscordHerald
from bot.messenger.messenger import DiscordMessenger
from bot.messenger.permissions import invite_link
from bot.organising.drafts import Drafts
from bot.organising.office import Office
from bot.pictures.illustrator import Illustrator
from bot.pictures.studio import Studio
from bot.presence import Presence
from bot.privacy.erasing import Eraser
from bot.privacy.removals import Removals
from bot.records.rater import Rater
from bot.rush import Rush
from bot.settings import Settings, SettingsError
from bot.tables.clock import Clock, SystemClock
from bot.tables.house import House
from bot.tavern import Tavern
from bot.traces import trace
from bot.wishes.people import People
from bot.wishes.servers import Servers
from bot.words.catalogues import load
from games.catalogue import catalogue
from storage import Store, open_store

if TYPE_CHECKING:
    from bot.watching.meters import Meters

log = structlog.get_logger(__name__)

# Without the packages for voice, which a card table does not need, the library would warn at each start.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

PATIENCE = 3.0
"""Seconds that presses under way are given at a stop."""


class Tortuga(discord.Client):
    """The bot. It listens to interactions only, so it needs no privileged intent and no more than `guilds`.

    One gateway connection, which serves 2,500 servers. (discord.py's automatic sharding would begin a new
    session after every dropped connection, where this one resumes, and loses nothing.)
    """

    def __init__(
        self,
        store: Store,
        api_base: str,
        clock: Clock,
        *,
        pictures: bool = True,
        meters: Meters | None = None,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            connector=gateway_address.connector_for(api_base),
            max_messages=None,
            guild_ready_timeout=0.5,  # without the members intent nothing comes after the servers themselves
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
        )
        if meters is not None:
            self.http.http_trace = meters.http_trace
        self._meters = meters
        self.store = store
        self._closing = False
        self.closed = asyncio.Event()
        """Set when the client is closed for good."""
        self.opens_house = True
        """Whether the login is followed by play; not if only the commands are to be brought."""
        self.tree = tree.planted(self)
        rush = Rush()
        self.presence = Presence(clock)
        people = People(store.people)
        servers = Servers(store.servers)
        studio = Studio(heard=None if meters is None else meters.drawn) if pictures else None
        illustrator = Illustrator(studio, people, servers)
        messenger = DiscordMessenger(self, store, rush, clock, people, self.presence, illustrator)
        house = House(store, messenger, clock=clock, people=people, servers=servers)
        messenger.serve(house)
        placing = messenger.placing
        herald = DiscordHerald(
            placing.channels, store.tournaments, placing.posts, rush, clock, messenger.ready, illustrator
        )
        office = Office(store, house, herald, clock)
        herald.serve(office)
        messenger.listen(herald.table_stands)
        attended = None if meters is None else meters.attended
        boundary = Boundary(house, messenger.shut_out, rush, self.presence, attended)
        rater = Rater(store.results, house.errands_have_come)
        house.listen(rater.look_at)
        eraser = Eraser(store.privacy, house, office, self._forget)
        removals = Removals(store, house, office, clock)
        self.tavern = Tavern(
            house=house,
            office=office,
            drafts=Drafts(),
            messenger=messenger,
            herald=herald,
            boundary=boundary,
            people=people,
            illustrator=illustrator,
            results=store.results,
            rater=rater,
            store=store,
            eraser=eraser,
            removals=removals,
        )

    async def setup_hook(self) -> None:
        """After the login, before the gateway: bring the commands, take up what the last stop left undone."""
        load(game.locale for game in catalogue().values())
        await self.tree.set_translator(tree.Translator())
        if self.opens_house:
            await tree.bring_if_changed(self.tree, self.store)
            self.tavern.house.cut_off()  # until the gateway answers
            await self.tavern.house.open()
            await self.tavern.office.open()
            self.presence.begin()
            await self.tavern.messenger.open()
            self.tavern.eraser.open()
            self.tavern.rater.open()
            self.tavern.illustrator.open()

    async def on_connect(self) -> None:
        """A new session has begun."""
        self._within_reach("new")

    async def on_resumed(self) -> None:
        """The session goes on after a break."""
        self._within_reach("resumed")

    def _within_reach(self, how: Literal["new", "resumed"]) -> None:
        if self._meters is not None:
            self._meters.connected_anew(how)
        self.tavern.house.within_reach()
        self.tavern.office.clock_went_on()

    async def on_disconnect(self) -> None:
        """Presses do not arrive: nobody's time may run out meanwhile."""
        if self._meters is not None:
            self._meters.disconnected()
        self.tavern.house.cut_off()

    async def on_ready(self) -> None:
        """Connected."""
        log.info("ready", servers=len(self.guilds))
        if self.opens_house:
            await self.tavern.removals.compare({guild.id for guild in self.guilds}, self._has_left)
            self.tavern.removals.open()  # now that it is known who has invited the bot again meanwhile

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Discord has removed the bot from a server (one that merely cannot be reached comes elsewhere)."""
        await self.tavern.removals.went(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Somebody has invited the bot, perhaps again."""
        await self.tavern.removals.came_back(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server can be reached (again), however that came about."""
        await self.tavern.removals.came_back(guild.id)

    async def _has_left(self, guild: int) -> bool:
        """Whether Discord says itself that the bot is not in that server."""
        try:
            await self.fetch_guild(guild, with_counts=False)
        except (discord.NotFound, discord.Forbidden):
            return True
        except ERRORS as error:
            log.info("whether a server is gone is not known", server=guild, why=trouble(error).value)
        return False

    def _forget(self, user: int) -> None:
        """Somebody has their data erased: nobody here remembers what they preferred."""
        self.tavern.people.forget(user)
        self.tavern.house.holidays.forget(user)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A press or a submitted window; commands go through the tree."""
        if interaction.type is discord.InteractionType.component:
            await buttons.on_press(self.tavern, interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await buttons.on_window(self.tavern, interaction)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Something the boundary did not catch. The library would log the event's content with it."""
        error = sys.exception()
        told = "" if error is None else trace(error)
        log.error("an event failed", which=event_method, trace=told)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on; not when the connection is being closed, which leaves no loop to run it in."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    @property
    def alive(self) -> bool:
        """Whether the gateway answers."""
        return self.is_ready() and not self.is_closed() and self.ws is not None and self.ws.open

    async def close(self) -> None:
        """Finish what is under way, store it, and leave Discord. Called again, it leaves at once."""
        if not self._closing:
            self._closing = True
            await self._finish()
        await super().close()
        self.closed.set()

    async def _finish(self) -> None:
        await self.tavern.boundary.close(PATIENCE)
        await self.tavern.removals.close()
        await self.tavern.eraser.close()
        await self.tavern.rater.close()
        await self.tavern.office.close()
        await self.tavern.herald.close()
        await self.tavern.house.close()
        await self.tavern.messenger.close()
        self.tavern.illustrator.close()
        await self.tavern.boundary.leave(PATIENCE)


async def run_bot(settings: Settings) -> int:
    """Be the bot until told to stop by SIGTERM or Ctrl-C; the exit status.

    SettingsError or StorageError, in one line, if it cannot be begun.
    """
    asyncio.get_running_loop().set_exception_handler(logs.tell_of_the_unforeseen)
    async with opened(settings) as client, _until_told_to_stop(client) as told:
        try:
            await log_in(client, settings)
        except Exception:
            if told():  # the login was cut short by the stop
                return 0
            raise
        if not gateway_address.is_loopback(settings.discord_api_base):  # a stand-in has nobody to invite it
            print(f"Invite Tortuga to a server: {invite_link(client.application_id or 0)}", flush=True)
        async with heartbeat.beating(settings.heartbeat_path, lambda: client.alive):
            return await stay_connected(client, client.closed)


async def sync_commands(settings: Settings) -> None:
    """Bring the commands to Discord now. SettingsError or StorageError, in one line, if that fails."""
    # The bot may be running meanwhile, and listening on the port.
    async with opened(settings.model_copy(update={"metrics_port": 0})) as client:
        client.opens_house = False
        await log_in(client, settings)
        try:
            await tree.bring(client.tree, client.store)
        except discord.DiscordException as error:
            raise SettingsError(f"Discord did not take the commands: {error}") from None


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Tortuga]:
    """The bot with its database and, where METRICS_PORT is set, its figures; all closed at the end."""
    await gateway_address.point_to(settings.discord_api_base)
    meters = _meters() if settings.metrics_port else None
    async with AsyncExitStack() as stack:
        witness = None if meters is None else meters.stored
        store = await open_store(settings.database_path, say=log.info, witness=witness)
        stack.push_async_callback(store.close)
        clock = SystemClock(settings.clock_speed)
        client = await stack.enter_async_context(
            Tortuga(store, settings.discord_api_base, clock, pictures=settings.pictures, meters=meters)
        )
        if meters is not None:
            await stack.enter_async_context(_watched(client, meters, settings))
        yield client


# What watches is loaded where somebody watches, and nowhere else.


def _meters() -> Meters:
    from bot.watching.meters import Meters

    return Meters()


def _watched(client: Tortuga, meters: Meters, settings: Settings) -> AbstractAsyncContextManager[None]:
    from bot.watching.endpoint import watched

    return watched(client, meters, settings.metrics_host, settings.metrics_port)


@asynccontextmanager
async def _until_told_to_stop(client: Tortuga) -> AsyncIterator[Callable[[], bool]]:
    """SIGTERM and SIGINT close the client, which ends its connection and with it the program.

    Gives a way to ask whether it was told. A container's first process ignores signals that it does not
    handle, so they are handled from before the login on.
    """
    loop = asyncio.get_running_loop()
    closing: list[asyncio.Task[None]] = []

    def stop(name: str) -> None:
        log.info("stopping", why=name)
        closing.append(asyncio.ensure_future(client.close()))

    signals = (signal.SIGTERM, signal.SIGINT)
    for each in signals:
        loop.add_signal_handler(each, stop, each.name)
    try:
        yield lambda: bool(closing)
        await asyncio.gather(*closing)
    finally:
        for each in signals:
            loop.remove_signal_handler(each)
