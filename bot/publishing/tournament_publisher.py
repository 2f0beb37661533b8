"""The herald: tells the channel about tournaments, once each, and keeps what stands there up to date."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence

import discord
import structlog

from bot.client.channels import Channels
from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.i18n import Reader
from bot.images.service import ImageService
from bot.publishing.delivery import Redraw, has_button
from bot.publishing.message_state import PostedMessages
from bot.publishing.tournament_content import (
    ANNOUNCEMENT,
    FINAL,
    TournamentContent,
    TournamentImages,
    TournamentQueries,
    round_kind,
    standings_kind,
)
from bot.publishing.tournament_messages import TournamentMessages
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.keyed_lock import KeyedLock
from bot.runtime.load_gate import LoadGate
from bot.runtime.log_context import bind_log_context, trace
from bot.runtime.outbox import RetryLater
from bot.screens.tournaments import announcement, audit_log, pages
from bot.screens.tournaments.pages import Page
from bot.screens.tournaments.pods import round_of
from bot.tables.model import Table
from bot.tournaments.actions.definitions import Begin, Draw, OpenRound, Substitute
from bot.tournaments.model import ERASED_USER, Tournament
from bot.tournaments.outbox import ActionTaken, MovedUp, RoundMessage, payload_of
from bot.ui.components import Screen
from bot.ui.views import walk_components
from games.text import Text
from storage.errors import StorageError
from storage.interfaces import TournamentStore
from storage.models import OutboxRow, Post

# What must be told about a tournament once, however often the bot is killed meanwhile: its outbox entries.


log = structlog.get_logger(__name__)

HAVE_OWN_MESSAGE = (Begin, Draw, OpenRound)
"""What they bring is a message of its own."""

MentionScreen = Callable[[Sequence[int]], Screen]


async def handle_entry(
    tournament_messages: TournamentMessages, tournament: Tournament, entry: OutboxRow
) -> None:
    """Do it. Raises `ERRORS`. What cannot be done for good counts as done."""
    if entry.kind not in _HANDLERS:
        log.info("an outbox entry that this version does not know is dropped", kind=entry.kind)
        return
    await _HANDLERS[entry.kind](tournament_messages, tournament, entry)


async def _announce(
    tournament_messages: TournamentMessages, tournament: Tournament, entry: OutboxRow
) -> None:
    """The announcement, in the tournament's channel."""
    await tournament_messages.post(
        tournament,
        ANNOUNCEMENT,
        mark=f"{entry.id}",
        tried_before=entry.attempts > 0,
        is_it=lambda message: has_button(message, "tdesk", tournament.id),
    )


async def _round(tournament_messages: TournamentMessages, tournament: Tournament, entry: OutboxRow) -> None:
    """A round's pods. A round that is drawn anew shows them in the message that is there."""
    about = payload_of(entry, RoundMessage)
    round = round_of(tournament, about.round)
    if round is None or round.draw != about.draw:
        return
    mine = str(Page("pods", about.round))
    await tournament_messages.post(
        tournament,
        round_kind(about.round),
        mark=f"{entry.id}",
        tried_before=entry.attempts > 0,
        is_it=lambda message: has_button(message, "tinfo", tournament.id, mine),
    )


async def _standings(
    tournament_messages: TournamentMessages, tournament: Tournament, entry: OutboxRow
) -> None:
    """Who stands where after a round."""
    about = payload_of(entry, RoundMessage)
    here = str(pages.after(about.round))
    await tournament_messages.post(
        tournament,
        standings_kind(about.round),
        mark=f"{entry.id}",
        tried_before=entry.attempts > 0,
        is_it=lambda message: has_button(message, "tinfo", tournament.id, here),
    )


async def _final(tournament_messages: TournamentMessages, tournament: Tournament, entry: OutboxRow) -> None:
    """The end."""
    proof = str(Page("seed"))
    await tournament_messages.post(
        tournament,
        FINAL,
        mark=f"{entry.id}",
        tried_before=entry.attempts > 0,
        is_it=lambda message: has_button(message, "tinfo", tournament.id, proof),
    )


async def _check_in(
    tournament_messages: TournamentMessages, tournament: Tournament, entry: OutboxRow
) -> None:
    """Whoever is in and has not said so is asked whether they are here."""
    if tournament.phase != "open":
        return
    reader = Reader(tournament.record.locale, tournament.game)
    asked = [entry.user for entry in tournament.entrants if entry.state == "in" and not entry.here]
    await _mention_all(
        tournament_messages,
        tournament,
        entry,
        asked,
        lambda users: announcement.check_in_call(tournament, users, reader),
        lambda message: has_button(message, "there", tournament.id),
    )


async def _moved_up(
    tournament_messages: TournamentMessages, tournament: Tournament, entry: OutboxRow
) -> None:
    """Those are told for whom a place has become free."""
    reader = Reader(tournament.record.locale, tournament.game)
    about = str(pages.ABOUT)
    still_in = {entry.user for entry in tournament.entrants}
    await _mention_all(
        tournament_messages,
        tournament,
        entry,
        [user for user in payload_of(entry, MovedUp).users if user in still_in],
        lambda users: announcement.moved_up_call(tournament, users, reader),
        lambda message: (
            has_button(message, "tinfo", tournament.id, about)
            and not has_button(message, "tdesk", tournament.id)
        ),
    )


async def _mention_all(
    tournament_messages: TournamentMessages,
    tournament: Tournament,
    entry: OutboxRow,
    users: Sequence[int],
    screen_for: MentionScreen,
    is_one: Callable[[discord.Message], bool],
) -> None:
    """Mention everybody once, some in each message. Whom an earlier attempt has mentioned is left out."""
    place = await tournament_messages.place(tournament)
    told = await _mentioned(tournament_messages, tournament, place, is_one) if entry.attempts else set[int]()
    untold = [user for user in dict.fromkeys(users) if user != ERASED_USER and user not in told]
    for start in range(0, len(untold), announcement.MOST_MENTIONS):
        some = untold[start : start + announcement.MOST_MENTIONS]
        posted = await tournament_messages.post_once(
            tournament,
            place,
            screen_for(some).payload(),
            mark=f"{entry.id}.{some[0] % 10**8}",
            tried_before=False,  # it has been looked already
            is_it=is_one,
            mention=tuple(some),
        )
        if posted is None:
            return


_MENTION = re.compile(r"<@(\d+)>")


async def _mentioned(
    tournament_messages: TournamentMessages,
    tournament: Tournament,
    place: int,
    is_one: Callable[[discord.Message], bool],
) -> set[int]:
    """Whom the messages of this kind mention that stand among the channel's latest."""
    try:
        latest = await tournament_messages.channels.own_latest(tournament.guild, place)
    except DISCORD_ERRORS as error:
        if discord_problem(error) is not DiscordProblem.FORBIDDEN:
            raise
        return set()  # without the permission to look, the nonce is all there is against telling twice
    said = [
        part.content
        for message in latest
        if is_one(message)
        for part in walk_components(message.components)
        if hasattr(part, "content")
    ]
    return {int(user) for text in said for user in _MENTION.findall(text)}


async def _acted(tournament_messages: TournamentMessages, tournament: Tournament, entry: OutboxRow) -> None:
    """What an organiser did is said once; whoever it concerns is mentioned."""
    acted = payload_of(entry, ActionTaken)
    if isinstance(acted.act, HAVE_OWN_MESSAGE):
        return
    concerned = [acted.about, acted.act.user if isinstance(acted.act, Substitute) else None]
    people = tuple(dict.fromkeys(user for user in concerned if user is not None and user != ERASED_USER))
    reader = Reader(tournament.record.locale, tournament.game)
    payload = announcement.action_notice(
        tournament, audit_log.of_outbox_entry(acted), people, entry.id, reader
    ).payload()
    mark = str(Page("log", entry.id))
    await tournament_messages.post_once(
        tournament,
        await tournament_messages.place(tournament),
        payload,
        mark=f"{entry.id}",
        tried_before=entry.attempts > 0,
        is_it=lambda message: has_button(message, "tinfo", tournament.id, mark),
        mention=people,
    )


_HANDLERS: Mapping[str, Callable[[TournamentMessages, Tournament, OutboxRow], Awaitable[None]]] = {
    "announce": _announce,
    "check-in": _check_in,
    "moved-up": _moved_up,
    "round": _round,
    "standings": _standings,
    "final": _final,
    "acted": _acted,
}


PAUSE = 1.2
"""Seconds between two edits of a message. Discord allows five in five seconds in a channel."""
LONGEST_PAUSE = 300.0
"""Seconds before another attempt at an outbox entry at most."""


class DiscordTournamentPublisher:
    """`TournamentPublisher` over Discord. `serve` hands it the service before anything else.

    `tables`: the tables' posts, to which pods lead. `ready` returns when the bot knows its servers.
    """

    def __init__(
        self,
        channels: Channels,
        store: TournamentStore,
        tables: PostedMessages,
        load_gate: LoadGate,
        clock: Clock,
        ready: Callable[[], Awaitable[None]],
        image_service: ImageService,
    ) -> None:
        posts = PostedMessages(store)
        pictures = TournamentImages(image_service, self.redraw)
        self.tournament_messages = TournamentMessages(
            channels, posts, TournamentContent(posts, tables, clock, lambda: self.service, pictures)
        )
        self._load_gate = load_gate
        self._ready = ready
        self._turns = KeyedLock()
        self._redraws: dict[str, Redraw] = {}
        self._service: TournamentQueries | None = None
        self._closed = False

    def attach(self, service: TournamentQueries) -> None:
        """Tell of tournaments as this office knows them."""
        self._service = service

    @property
    def service(self) -> TournamentQueries:
        """The office whose tournaments these are."""
        if self._service is None:
            raise RuntimeError("the herald serves no office yet")
        return self._service

    async def close(self) -> None:
        """Stop drawing; what was not drawn is found at the next start."""
        self._closed = True
        await asyncio.gather(*(redraw.close() for redraw in list(self._redraws.values())))

    # what the office asks

    def changed(self, tournament: Tournament) -> None:
        """Redraw soon whatever shows this tournament. Never blocks or raises."""
        self.redraw(tournament.id)

    async def run(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Do it, unless that is impossible for good. Later: Discord or the network fails just now."""
        await self._ready()
        try:
            async with self._turns.turn(tournament.id):
                await handle_entry(self.tournament_messages, tournament, entry)
        except DISCORD_ERRORS as error:
            if discord_problem(error) is not DiscordProblem.PASSING:
                raise
            raise RetryLater(min(LONGEST_PAUSE, 2.0**entry.attempts)) from error
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
            when=self._load_gate.wait_until_quiet,
        )

    def table_posted(self, table: Table) -> None:
        """A table's board stands: if it is a pod's, the pods lead to it from now on."""
        if table.record.pod is not None:
            self.redraw(table.record.pod.tournament)

    async def put_back(self, tournament: Tournament, here: int) -> Post | None:
        """See to it that the announcement can be seen, here if not where it was; None if nowhere.

        Raises `ERRORS` that may pass by themselves.
        """
        async with self._turns.turn(tournament.id):
            post = await self.tournament_messages.put_back(tournament, here)
        self.redraw(tournament.id)
        return post

    async def post(self, tournament: Tournament, kind: str = ANNOUNCEMENT) -> Post | None:
        """Where the tournament's message of this kind stands, if it does."""
        return (await self.tournament_messages.posts.of(tournament.id)).get(kind)

    def problem_for_organiser(self, tournament: Tournament, user: int) -> Text | None:
        """What its organiser has to be told, once: that it cannot be shown, and what to do about it."""
        organiser = user == tournament.record.organiser
        return self.tournament_messages.problems.told(tournament.id) if organiser else None

    async def _draw(self, id: str) -> bool:
        """Draw the newest state; False if that should be tried again. Raises nothing."""
        bind_log_context("tournament", id)
        try:
            await self._ready()
            tournament = await self.service.tournament(id)
            if tournament.record.shut is not None:
                return True  # there is no way into its server
            async with self._turns.turn(id):
                return await self.tournament_messages.refresh(tournament)
        except Refusal as refusal:
            log.warning("a tournament cannot be drawn", tournament=id, why=refusal.text.message)
        except StorageError as error:  # may pass by itself, and then nobody would draw what is outdated
            log.warning("a tournament could not be read to be drawn", tournament=id, why=str(error))
            return False
        except Exception as error:
            log.error("a tournament was not drawn", tournament=id, trace=trace(error))
        return True
