"""A tournament's public messages, drawn anew where they stand, and mended if that fails.

Unlike a table's board they are not moved when chat has buried them: people look for them where they were
posted. Only one that Discord lets nobody edit any more is posted anew.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Protocol

import structlog

from bot.client.channels import Channels
from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.i18n import Reader
from bot.images.model import ImageRequest, MessageImage
from bot.images.service import ImageService
from bot.publishing.message_state import NEVER_OUTDATED, PostedMessages, is_history, is_old, message_link
from bot.publishing.messages import LEFT, IsIt, Messages, PublishingPauses, require_refusal
from bot.publishing.tournament_content import (
    ANNOUNCEMENT,
    SEASON,
    SERIES,
    UNSEEN,
    final_image,
    is_current,
    is_passing,
    is_superseded,
    round_image,
    round_kind,
    standings_images,
    standings_kind,
    version,
)
from bot.runtime.clock import Clock
from bot.screens import audit_log
from bot.screens.tournaments.announcement import LATEST, PAGE, announcement
from bot.screens.tournaments.lines import not_posted
from bot.screens.tournaments.pages import public_page
from bot.screens.tournaments.round_messages import called_off, final_standings, pods, standings
from bot.series import screens as series
from bot.series.service import SeasonStandings
from bot.tournaments import rounds
from bot.tournaments.actions import MessagePod, SetUp
from bot.tournaments.formats.contract import RoundPlan
from bot.tournaments.model import Tournament
from bot.tournaments.outbox import ALL_ALONG
from bot.tournaments.pairing.standings import Standings
from bot.ui.views import Payload
from games.text import Listed, Text, _
from storage.models import AuditRow, OutboxRow, Post

log = structlog.get_logger(__name__)

IMAGE_PATIENCE = 2.0
"""Seconds that a message waits for its picture: nobody waits for the message."""


class TournamentQueries(Protocol):
    """What is asked of `bot.tournaments.service.TournamentService` to publish a tournament."""

    async def tournament(self, id: str) -> Tournament: ...

    async def standings(self, tournament: Tournament) -> Standings: ...

    async def season(self, tournament: Tournament) -> SeasonStandings | None: ...

    async def plan(self, tournament: Tournament) -> RoundPlan | None: ...

    async def audit(self, tournament: Tournament) -> list[AuditRow]: ...

    async def tournaments_in(self, guild: int) -> list[Tournament]: ...

    async def tournaments_that_go_on(self) -> list[Tournament]: ...

    async def retry(self, ids: Collection[str]) -> None: ...

    async def crowned(self, guild: int, role: int) -> list[Tournament]: ...

    async def set_crowned(self, id: str, user: int) -> None: ...

    async def set_event(self, id: str, event: int) -> None: ...

    async def set_unposted(self, id: str, unposted: bool) -> None: ...


class TournamentMessages(Messages[Tournament]):
    """The public messages of all tournaments. See `Messages`. `tables`: the tables' posts, to which a round's
    pods lead.
    """

    def __init__(
        self,
        channels: Channels,
        posts: PostedMessages,
        clock: Clock,
        image_service: ImageService,
        redraw: Callable[[str], None],
        pauses: PublishingPauses,
        tables: PostedMessages,
        service: Callable[[], TournamentQueries],
        page_base: str,
    ) -> None:
        super().__init__(channels, posts, clock, image_service, redraw, pauses)
        self._tables = tables
        self._service = service
        self._page_base = page_base

    async def place(self, tournament: Tournament) -> int:
        """The channel for all that is posted next: where the announcement is."""
        post = (await self.posts.of(tournament.id, tournament.guild)).get(ANNOUNCEMENT)
        return tournament.channel if post is None else post.channel

    def tables_place(self, tournament: Tournament) -> int:
        """Where its tables are opened: the channel chosen for them, as long as there is one."""
        chosen = tournament.settings.tables_channel
        there = chosen and self.channels.granted(tournament.guild, chosen) is not None
        return chosen if there else tournament.channel

    async def busy_place(self, tournament: Tournament) -> int:
        """Where all is posted that comes often: with the tables if they have a channel of their own."""
        tables = self.tables_place(tournament)
        return await self.place(tournament) if tables == tournament.channel else tables

    async def refused_channel(self, tournament: Tournament) -> int | None:
        """Where it should be posted and cannot be; None if it can, as far as the bot knows."""
        if (channel := self.blocked_channel(tournament.id)) is not None:
            return channel
        places = await self.place(tournament), self.tables_place(tournament)
        return next((at for at in places if self.channels.is_refused(tournament.guild, at)), None)

    async def not_posted(self, tournament: Tournament) -> Text | None:
        """What of it stands nowhere, though it should, and why; None if all does."""
        if tournament.phase not in ("open", "running"):
            return None
        channel = await self.refused_channel(tournament)
        tables = await self.unseen_tables(tournament)
        if channel is None and not tables:
            return None
        gone = channel is not None and self.channels.is_deleted(channel)
        lacking = None if channel is None else self.lacking(tournament.guild, channel)
        return not_posted(channel, lacking, gone=gone, tables=tables)

    # what a message shows

    async def _basis(self, tournament: Tournament, kind: str) -> object:
        if kind in (
            ANNOUNCEMENT,
            SERIES,
            SEASON,
        ):  # what time it is, acts of organisers, where everything stands
            return None
        name, _space, number = kind.partition(" ")
        links = await self.table_links(tournament, int(number)) if name == "round" else None
        pictures = await self._image_service.wants_images(tournament.guild)
        return version(tournament, kind), links, pictures, self.clock.unix(0.0)

    async def _content(self, tournament: Tournament, kind: str) -> Payload | None:
        reader = Reader(tournament.record.locale, tournament.game)
        match kind.split():
            case ["announcement"]:
                return await self._announcement(tournament, reader)
            case ["round", number] if (round := tournament.published_round(int(number))) is not None:
                links = await self.table_links(tournament, round.number)
                drawn = await self.image(tournament, round_image(tournament, round), IMAGE_PATIENCE)
                return pods(tournament, round, reader, drawn, unix=self.clock.unix, tables=links).payload()
            case ["round", number]:
                return called_off(tournament, int(number), reader).payload()
            case ["standings", number]:
                then, table = await self._standings_after(tournament, int(number))
                if table is None:
                    return None
                drawn = await self._images(then, standings_images(then, table, int(number)) if table else ())
                return standings(then, table, int(number), reader, drawn).payload()
            case ["final"]:
                table = await self._service().standings(tournament)
                picture = await self.image(tournament, final_image(tournament, table), IMAGE_PATIENCE)
                return final_standings(tournament, table, reader, picture).payload()
            case ["series" | "season"]:
                return await self._season(tournament, kind, reader)
            case _:
                return None

    async def _season(self, tournament: Tournament, kind: str, reader: Reader) -> Payload | None:
        """Who leads the season after this tournament; None if nobody does, or it counts for none any more."""
        now = await self._service().season(tournament)
        if now is None or not now.lines:
            return None
        wanted = series.image(now, reader, f"{tournament.id} {kind}")
        drawn = await self._images(tournament, [] if wanted is None else [wanted])
        of = tournament.id if kind == SERIES else None
        return series.public(now, of, reader, drawn).payload()

    async def _announcement(self, tournament: Tournament, reader: Reader) -> Payload:
        """What it is, and how far it has come."""
        service, posts = self._service(), await self.posts.of(tournament.id, tournament.guild)
        links = {kind: message_link(tournament.guild, post) for kind, post in posts.items()}
        if page := public_page(self._page_base, tournament):
            links[PAGE] = page
        left_out = (SetUp.kind(), MessagePod.kind())  # it shows the one, and the other is for its pod
        acts = [row for row in await service.audit(tournament) if row.kind not in left_out]
        return announcement(
            tournament,
            reader,
            now=self.clock.now(),
            unix=self.clock.unix,
            plan=await service.plan(tournament) if tournament.phase == "open" else None,
            lately=[audit_log.of_row(row, tournament, reader=0) for row in acts[-LATEST:]],
            links=links,
        ).payload()

    async def _standings_after(
        self, tournament: Tournament, number: int
    ) -> tuple[Tournament, Standings | None]:
        """The tournament as it was after this round, and as all results up to then make the standings."""
        if number == ALL_ALONG:
            return tournament, await self._service().standings(tournament) if tournament.has_results else ()
        event, then = tournament.record.event, rounds.as_after(tournament, number)
        if event is None or then.record.event is None or number > len(event.rounds):
            return then, None
        return then, await self._service().standings(tournament if number == len(event.rounds) else then)

    async def table_links(self, tournament: Tournament, round: int) -> Mapping[int, str]:
        """Where the tables of a round's pods stand, as far as they do: their threads, which never move."""
        found: dict[int, str] = {}
        for table in tournament.record.tables:
            if table.round != round:
                continue
            posts = await self._tables.of(table.table, tournament.guild)
            if "thread" in posts:
                found[table.pod] = (
                    f"https://discord.com/channels/{tournament.guild}/{posts['thread'].channel}"
                )
            elif (post := posts.get("board") or posts.get("lobby")) is not None:
                found[table.pod] = message_link(tournament.guild, post)
        return found

    async def unseen_tables(self, tournament: Tournament) -> int:
        """How many of its open tables stand nowhere. (It hears of those that do a little later.)"""
        found = [one for one in rounds.open_tables(tournament) if one.unseen is not None]
        links = {one.round: await self.table_links(tournament, one.round) for one in found}
        return sum(one.pod not in links[one.round] for one in found)

    async def tell_directly(self, entry: OutboxRow, user: int, payload: Payload) -> tuple[int, int] | None:
        """A direct message, once for the outbox entry: its channel and id; None if theirs are closed."""
        nonce = f"{entry.id}.{user % 10**8}"
        try:
            place = await self.channels.direct(user)
            return place, await self.channels.post(0, place, payload, nonce=nonce, mention=[user])
        except DISCORD_ERRORS as error:
            if discord_problem(error) is DiscordProblem.PASSING:
                raise
            return None

    async def end_unseen(self, tournament: Tournament, payload: Callable[[], Awaitable[Payload]]) -> None:
        """What its organiser was told directly, as something of it could not be seen, says that this is over,
        once it is. (Where it cannot be edited, or the tournament itself is over, `refresh` takes it away.)
        """
        for post in tuple((await self.posts.of(tournament.id, tournament.guild)).values()):
            over = post.kind.startswith(UNSEEN) and is_superseded(tournament, post.kind)
            if not over or tournament.phase != "running":
                continue
            try:
                await self.channels.edit(0, post.channel, post.message, await payload())
            except DISCORD_ERRORS as error:
                log.info("that a trouble is over was not said", why=discord_problem(error).value)
            else:
                await self.posts.gone(post)

    async def table_place(self, tournament: Tournament, round: int, pod: int) -> int | None:
        """Where a pod's table is played at: its thread, else the channel of its board; None if nowhere."""
        table = tournament.table_of(round, pod)
        posts = {} if table is None else await self._tables.of(table.table, tournament.guild)
        return next((posts[kind].channel for kind in ("thread", "board", "lobby") if kind in posts), None)

    async def _images(self, tournament: Tournament, wanted: Sequence[ImageRequest]) -> Sequence[MessageImage]:
        """All of them, or none: what is not drawn is said."""
        found = [await self.image(tournament, each, IMAGE_PATIENCE) for each in wanted]
        there = [image for image in found if image is not None]
        return there if len(there) == len(found) else []

    # messages that are removed once they are superseded

    async def post_passing(
        self,
        tournament: Tournament,
        entry: OutboxRow,
        kind: str,
        payload: Payload,
        is_it: IsIt | None,
        mention: Sequence[int],
        *,
        mark: object = None,
    ) -> bool:
        """Post it with the busy messages in place of the one of its kind; False if it may not stand there."""
        place = await self.busy_place(tournament)
        message = await self.post_once(tournament, entry, place, payload, is_it, mark=mark, mention=mention)
        if message is None:
            return False
        before = (await self.posts.of(tournament.id, tournament.guild)).get(kind)
        if before is not None and before.message != message:
            await self._remove(tournament, before)
        await self.posts.posted(tournament.id, kind, place, message, NEVER_OUTDATED)
        return True

    async def _remove(self, tournament: Tournament, post: Post) -> None:
        """Raises what may pass by itself."""
        try:
            await self.delete(tournament, post)
        except DISCORD_ERRORS as error:
            log.info("a superseded message was not removed", why=require_refusal(error).value)

    async def refresh(self, subject: Tournament) -> bool:
        """Brings the messages of a tournament up to date, and removes what is superseded."""
        done = await super().refresh(subject)
        posts = tuple((await self.posts.of(subject.id, subject.guild)).values())
        for post in posts:
            if is_passing(post.kind) and is_superseded(subject, post.kind):
                try:
                    await self._remove(subject, post)
                except DISCORD_ERRORS:
                    done = False
                else:
                    await self.posts.gone(post)
        return done

    # drawing anew

    async def _due(self, tournament: Tournament) -> Sequence[Post]:
        """(Where links lead is not told by any revision.)"""
        posts = (await self.posts.of(tournament.id, tournament.guild)).values()
        due = [
            post
            for post in posts
            if not post.kind.startswith(LEFT)
            and not is_passing(post.kind)
            and (is_current(tournament, post.kind) or post.revision != version(tournament, post.kind))
        ]
        for post in due:
            if is_history(post):
                await self.posts.outdated(post)
        # where they wait, all have turns
        return sorted(due, key=lambda post: self.posts.message_state(post.message).edited)

    def _version(self, tournament: Tournament, kind: str) -> int:
        return version(tournament, kind)

    async def _edit(self, tournament: Tournament, post: Post, payload: Payload) -> None:
        at, goes_on = (tournament.guild, post.channel), tournament.phase in ("open", "running")
        await self.channels.change(
            *at, lambda: self.channels.edit(*at, post.message, payload), stays_open=goes_on
        )

    async def _repair(
        self, tournament: Tournament, post: Post, payload: Payload, why: DiscordProblem
    ) -> bool:
        match why:
            case DiscordProblem.MESSAGE_GONE:
                if is_current(tournament, post.kind) and tournament.phase in ("open", "running"):
                    await self.post_anew(
                        tournament, post.kind, [post.channel], payload, instead_of=post.message
                    )
            case DiscordProblem.OLD_MESSAGE if is_old(post.at):
                await self.move(tournament, post, [post.channel], payload)
            case DiscordProblem.OLD_MESSAGE:
                return False
            case _:
                self._give_up(tournament, post.channel)
        return True

    async def _lost(self, tournament: Tournament, post: Post) -> None:
        """(What stood in a channel that is gone is known until it stands elsewhere: see `put_back`.)"""
        if not self.channels.is_deleted(post.channel):
            await super()._lost(tournament, post)

    # where it may not stand

    def _why_not_shown(self, tournament: Tournament, lacking: Listed | None) -> Text:
        if lacking is None:  # the channel was deleted, or nothing is allowed in it
            return _(
                "I've lost this tournament's channel. It's safe: /tournament show {tournament} brings it "
                "to any other.",
                tournament=tournament.id,
            )
        return _(
            "I can't show this tournament: I need {permissions} (channel settings, Permissions). It's "
            "safe; then use /tournament show {tournament}.",
            permissions=lacking,
            tournament=tournament.id,
        )

    async def put_back(self, tournament: Tournament, here: int) -> Post | None:
        """See to it that the announcement can be seen; None if it may stand nowhere.

        Where it stands already it stays; where it or its channel is gone, or nothing more may be posted, it
        comes here. The caller has the tournament's turn. Raises `DISCORD_ERRORS` that may pass.
        """
        self.unmute(tournament)
        post = (await self.posts.of(tournament.id, tournament.guild)).get(ANNOUNCEMENT)
        reader = Reader(tournament.record.locale, tournament.game)
        payload = await self._announcement(tournament, reader)
        if post is not None:
            why = await self._refused_edit(tournament, post, payload)
            stays = why in (None, DiscordProblem.OLD_MESSAGE)
            if stays and not self.channels.is_refused(tournament.guild, post.channel):
                return post
        instead_of = tournament.revision if post is None else post.message
        return await self.post_anew(tournament, ANNOUNCEMENT, [here], payload, instead_of=instead_of)

    async def put_rounds_back(self, tournament: Tournament) -> None:
        """The same for the messages about the rounds that are played, where all is posted now. The caller has
        the tournament's turn.
        """
        event = tournament.record.event
        for number in range(1, 1 + (0 if event is None else len(event.rounds))):
            await self._put_back(tournament, round_kind(number), await self.place(tournament))
            await self._put_back(tournament, standings_kind(number), await self.busy_place(tournament))
        await self._put_back(tournament, standings_kind(ALL_ALONG), await self.busy_place(tournament))

    async def _put_back(self, tournament: Tournament, kind: str, place: int) -> None:
        """If it stood in a channel that is gone."""
        post = (await self.posts.of(tournament.id, tournament.guild)).get(kind)
        if post is None or not self.channels.is_deleted(post.channel) or not is_current(tournament, kind):
            return
        payload = await self.drawn(tournament, kind)
        if payload is not None:
            await self.post_anew(tournament, kind, [place], payload, instead_of=post.message)
