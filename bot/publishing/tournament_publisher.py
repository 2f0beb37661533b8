"""Tells the channel about tournaments, once each, and keeps what stands there up to date."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.client.channels import Channels
from bot.client.servers import Servers
from bot.i18n import Reader
from bot.images.service import ImageService
from bot.preferences.people import (
    PersonPreferencesRepository,
)
from bot.publishing.message_state import PostedMessages
from bot.publishing.messages import PublishingPauses
from bot.publishing.redraws import Redraws
from bot.publishing.tournament_content import (
    ANNOUNCEMENT,
)
from bot.publishing.tournament_messages import TournamentMessages, TournamentQueries
from bot.publishing.tournament_outbox import TournamentOutbox
from bot.runtime.clock import Clock
from bot.runtime.load_gate import LoadGate
from bot.runtime.outbox import RetryLater
from bot.screens.tournaments import calls
from bot.tables.model import Table
from bot.tournaments.model import Tournament
from bot.tournaments.outbox import (
    DIRECT_KINDS,
    SERVER_KINDS,
)
from bot.ui.views import Payload
from games.text import Text
from storage.models import WHOLE, OutboxRow, Post, Shard
from storage.sql.tournaments import TournamentStore


class DiscordTournamentPublisher:
    """`TournamentPublisher` over Discord. `attach` comes before anything else.

    `tables`: the tables' posts, to which pods lead. `ready` returns when the bot knows its servers.
    `page_base`: where pages for everybody are served; empty: nowhere.
    """

    def __init__(
        self,
        channels: Channels,
        servers: Servers,
        store: TournamentStore,
        tables: PostedMessages,
        load_gate: LoadGate,
        clock: Clock,
        ready: Callable[[], Awaitable[None]],
        image_service: ImageService,
        pauses: PublishingPauses,
        people: PersonPreferencesRepository,
        page_base: str = "",
        shard: Shard = WHOLE,
    ) -> None:
        self._people = people
        self.messages = TournamentMessages(
            channels,
            PostedMessages(store, shard),
            clock,
            image_service,
            self.redraw,
            pauses,
            tables,
            lambda: self.service,
            page_base,
        )
        self._outbox = TournamentOutbox(self.messages, servers, lambda: self.service, people)
        self.redraws = Redraws("tournament", self._refresh, load_gate.wait_until_quiet, pauses.redraw)
        self._ready = ready
        self._service: TournamentQueries | None = None

    def attach(self, service: TournamentQueries) -> None:
        """Publish the tournaments of this service."""
        self._service = service

    @property
    def service(self) -> TournamentQueries:
        """The service whose tournaments these are."""
        if self._service is None:
            raise RuntimeError("the publisher is not attached to a tournament service yet")
        return self._service

    async def close(self) -> None:
        """Stop drawing; what was not drawn is found at the next start."""
        await self.redraws.close()

    # what the tournament service asks

    def changed(self, tournament: Tournament) -> None:
        """Redraw soon whatever shows this tournament. Never blocks or raises."""
        self.redraw(tournament.id)

    async def run(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Do what the outbox entry says, as far as that is possible; raises what may pass by itself."""
        await self._ready()
        in_channel = entry.kind not in SERVER_KINDS | DIRECT_KINDS
        try:
            await self.messages.publish(self._outbox.handlers, tournament, entry)
        except RetryLater:
            if in_channel and self.messages.blocked_channel(tournament.id) is not None:
                await self.service.set_unposted(tournament.id, True)
            raise
        if in_channel:
            await self.service.set_unposted(tournament.id, False)
        self.redraw(tournament.id)  # messages lead to each other

    # what others ask

    def redraw(self, tournament: str) -> None:
        """Look at the tournament's messages soon, whether or not it has changed."""
        self.redraws.soon(tournament)

    def table_posted(self, table: Table) -> None:
        """A table's board stands: if it is a pod's, the pods lead to it from now on."""
        if table.record.pod is not None:
            self.redraw(table.record.pod.tournament)

    async def put_back(self, tournament: Tournament, here: int) -> Post | None:
        """See to it that the announcement can be seen, here if not where it was; None if nowhere.

        Raises `ERRORS` that may pass by themselves.
        """
        async with self.messages.turns.turn(tournament.id):
            post = await self.messages.put_back(tournament, here)
            if post is not None:
                await self.messages.put_rounds_back(tournament)
        if post is not None:
            await self.service.set_unposted(tournament.id, False)
        self.redraw(tournament.id)
        return post

    async def is_homeless(self, tournament: Tournament) -> bool:
        """Whether the channel is gone in which it was announced."""
        place = await self.messages.place(tournament)
        return await self.messages.channels.is_gone(tournament.guild, place)

    async def channel_deleted(self, guild: int, channel: int) -> None:
        """A channel is no more: the organisers are told whose tournaments were announced there."""
        self.messages.channels.note_deleted(guild, channel)
        for tournament in await self.service.tournaments_in(guild):
            if channel == await self.messages.place(tournament):
                await self.service.set_unposted(tournament.id, True)

    async def look_for_deleted(self) -> None:
        """The same for channels that were deleted while nobody listened."""
        channels = self.messages.channels
        for tournament in await self.service.tournaments_that_go_on():
            place = await self.messages.place(tournament)
            unknown = channels.granted(tournament.guild, place) is None
            if unknown and await channels.is_gone(tournament.guild, place):
                await self.channel_deleted(tournament.guild, place)

    async def permissions_changed(self, guild: int) -> None:
        """What could not be posted on the server is tried again."""
        await self.service.retry(self.messages.try_again(guild))

    async def post(self, tournament: Tournament, kind: str = ANNOUNCEMENT) -> Post | None:
        """Where the tournament's message of this kind stands, if it does."""
        return (await self.messages.posts.of(tournament.id, tournament.guild)).get(kind)

    def problem_for_organiser(self, tournament: Tournament, user: int) -> Text | None:
        """What its organiser has to be told, once: that it cannot be shown, and what to do about it."""
        organiser = user == tournament.record.organiser
        return self.messages.take_problem(tournament.id) if organiser else None

    async def _refresh(self, id: str) -> bool:
        await self._ready()
        tournament = await self.service.tournament(id)
        if tournament.record.shut is not None:
            return True  # there is no way into its server
        async with self.messages.turns.turn(id):
            await self.messages.end_unseen(tournament, lambda: self._seen_again(tournament))
            return await self.messages.refresh(tournament)

    async def _seen_again(self, tournament: Tournament) -> Payload:
        """The message that tells its organiser, in their language, that it can be seen again."""
        people = await self._people.of(tournament.record.organiser)
        return calls.seen_again(tournament, Reader(people.locale or tournament.record.locale)).payload()

    def tables_place(self, tournament: Tournament) -> int:
        """Where its tables are opened."""
        return self.messages.tables_place(tournament)
