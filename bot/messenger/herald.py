"""The herald: tells the channel about tournaments, once each, and keeps what stands there up to date."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.following import from_now_on
from bot.messenger import tidings
from bot.messenger.bills import Bills
from bot.messenger.channels import Channels
from bot.messenger.posts import Posts
from bot.messenger.redraw import Redraw
from bot.messenger.tournament_drawing import ANNOUNCEMENT, Books, Drawings
from bot.messenger.tournament_pictures import TournamentPictures
from bot.organising.tournament import Tournament
from bot.pictures.illustrator import Illustrator
from bot.rush import Rush
from bot.tables.clock import Clock
from bot.tables.errands import Later
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tables.turns import Turns
from bot.traces import trace
from games.text import Text
from storage.doors.tournaments import Tournaments
from storage.errors import StorageError
from storage.records import ErrandRow, Post

log = structlog.get_logger(__name__)

PAUSE = 1.2
"""Seconds between two edits of a message. Discord allows five in five seconds in a channel."""
LONGEST_PAUSE = 300.0
"""Seconds before another attempt at an errand at most."""


class DiscordHerald:
    """`bot.organising.herald.Herald` over Discord. `serve` tells it the office before anything else.

    `tables`: the tables' posts, to which pods lead. `ready` returns when the bot knows its servers.
    """

    def __init__(
        self,
        channels: Channels,
        store: Tournaments,
        tables: Posts,
        rush: Rush,
        clock: Clock,
        ready: Callable[[], Awaitable[None]],
        illustrator: Illustrator,
    ) -> None:
        posts = Posts(store)
        pictures = TournamentPictures(illustrator, self.redraw)
        self.bills = Bills(channels, posts, Drawings(posts, tables, clock, lambda: self.books, pictures))
        self._rush = rush
        self._ready = ready
        self._turns = Turns()
        self._redraws: dict[str, Redraw] = {}
        self._books: Books | None = None
        self._closed = False

    def serve(self, books: Books) -> None:
        """Tell of tournaments as this office knows them."""
        self._books = books

    @property
    def books(self) -> Books:
        """The office whose tournaments these are."""
        if self._books is None:
            raise RuntimeError("the herald serves no office yet")
        return self._books

    async def close(self) -> None:
        """Stop drawing; what was not drawn is found at the next start."""
        self._closed = True
        await asyncio.gather(*(redraw.close() for redraw in list(self._redraws.values())))

    # what the office asks

    def changed(self, tournament: Tournament) -> None:
        """Redraw soon whatever shows this tournament. Never blocks or raises."""
        self.redraw(tournament.id)

    async def run(self, tournament: Tournament, errand: ErrandRow) -> None:
        """Do it, unless that is impossible for good. Later: Discord or the network fails just now."""
        await self._ready()
        try:
            async with self._turns.turn(tournament.id):
                await tidings.run(self.bills, tournament, errand)
        except ERRORS as error:
            if trouble(error) is not Trouble.PASSING:
                raise
            raise Later(min(LONGEST_PAUSE, 2.0**errand.attempts)) from error
        self.redraw(tournament.id)  # messages lead to each other

    # what others ask

    def redraw(self, tournament: str) -> None:
        """Look at the tournament's messages soon, whether or not it has changed."""
        if self._closed:
            return
        redraw = self._redraws.get(tournament)
        if redraw is not None:
            redraw.soon()
            return
        self._redraws[tournament] = Redraw(
            lambda: self._draw(tournament),
            lambda: self._redraws.pop(tournament, None),
            pause=PAUSE,
            when=self._rush.lull,
        )

    def table_stands(self, table: Table) -> None:
        """A table's board stands: if it is a pod's, the pods lead to it from now on."""
        if table.record.pod is not None:
            self.redraw(table.record.pod.tournament)

    async def put_back(self, tournament: Tournament, here: int) -> Post | None:
        """See to it that the announcement can be seen, here if not where it was; None if nowhere.

        Raises `ERRORS` that may pass by themselves.
        """
        async with self._turns.turn(tournament.id):
            post = await self.bills.put_back(tournament, here)
        self.redraw(tournament.id)
        return post

    async def post(self, tournament: Tournament, kind: str = ANNOUNCEMENT) -> Post | None:
        """Where the tournament's message of this kind stands, if it does."""
        return (await self.bills.posts.of(tournament.id)).get(kind)

    def word_for_organiser(self, tournament: Tournament, user: int) -> Text | None:
        """What its organiser has to be told, once: that it cannot be shown, and what to do about it."""
        organiser = user == tournament.record.organiser
        return self.bills.complaints.told(tournament.id) if organiser else None

    async def _draw(self, id: str) -> bool:
        """Draw the newest state; False if that should be tried again. Raises nothing."""
        from_now_on("tournament", id)
        try:
            await self._ready()
            tournament = await self.books.tournament(id)
            if tournament.record.shut is not None:
                return True  # there is no way into its server
            async with self._turns.turn(id):
                return await self.bills.refresh(tournament)
        except Refusal as refusal:
            log.warning("a tournament cannot be drawn", tournament=id, why=refusal.text.message)
        except StorageError as error:  # may pass by itself, and then nobody would draw what is outdated
            log.warning("a tournament could not be read to be drawn", tournament=id, why=str(error))
            return False
        except Exception as error:
            log.error("a tournament was not drawn", tournament=id, trace=trace(error))
        return True
