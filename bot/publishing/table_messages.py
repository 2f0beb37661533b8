"""A table's public messages kept up to date: drawn anew, moved when out of sight, mended, put back."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

import discord
import structlog

from bot.client.channels import Channels
from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.i18n import reader_for
from bot.images.model import ImageRequest, MessageImage
from bot.images.requests import cover_image, game_image
from bot.images.service import POST_PATIENCE, ImageService
from bot.preferences.servers import ServerPreferencesRepository
from bot.profiles.rating_service import RatingChanges, rating_changes_of
from bot.publishing.group_boards import GroupBoards
from bot.publishing.message_state import OUTDATED, PostedMessages, has_button, is_old, message_link
from bot.publishing.messages import Messages, PublishingPauses
from bot.runtime.clock import Clock
from bot.screens.board import board_screen, closed_board_screen
from bot.screens.lobby import (
    game_started_screen,
    lobby_screen,
    pod_card_screen,
    pod_lobby_screen,
    table_closed_screen,
)
from bot.screens.result import result_screen
from bot.tables.lobby import ANYONE_MAY_START_AFTER, rematch_waits_until
from bot.tables.model import Table
from bot.ui.views import Payload
from games.text import Listed, Text, _
from storage.models import Post
from storage.sql.results import ResultStore

log = structlog.get_logger(__name__)

DRAWN_KINDS = ("lobby", "board", "result")
"""The kinds of posts that show how the table stands. (A "thread" is one too, but nothing is drawn on it.)"""
LOBBY_PATIENCE = 0.8
"""Seconds that a lobby waits for its cover: it is the answer to whoever opens it, which must not be late. The
cover is the same for every lobby of a game at which the same robots sit, so only the first has to do without.
"""
BURIED_UNDER = 10
"""Messages after which a board is looked for: it is posted anew under them."""
_LIVE_KINDS = {"lobby": "lobby", "playing": "board", "over": "result"}
MOVABLE_PHASES = ("lobby", "playing")
"""Phases in which that message is posted anew when it is out of sight."""
_GONE = (DiscordProblem.MESSAGE_GONE, DiscordProblem.CHANNEL_GONE)


def live_kind(table: Table) -> str | None:
    """The kind of the message that people need now; None: none."""
    if table.in_group:  # its one message
        return "lobby"
    if table.phase == "lobby" and table.record.pod is not None:
        return "board"  # where its players meet
    return _LIVE_KINDS.get(table.phase)


class TableMessages(Messages[Table]):
    """The public messages of all tables. See `Messages`. `out_of_sight` is told of a table of which the
    message is gone that people need, and can be posted nowhere.
    """

    def __init__(
        self,
        channels: Channels,
        posts: PostedMessages,
        clock: Clock,
        image_service: ImageService,
        redraw: Callable[[str], None],
        pauses: PublishingPauses,
        results: ResultStore,
        out_of_sight: Callable[[Table], Awaitable[None]],
        servers: Callable[[], ServerPreferencesRepository],
    ) -> None:
        super().__init__(channels, posts, clock, image_service, redraw, pauses)
        self._results = results
        self._out_of_sight = out_of_sight
        self._servers = servers
        self.group_boards = GroupBoards()

    async def drawn(self, table: Table, kind: str) -> Payload:
        """See `Messages.drawn`. There is always something to show."""
        payload = await super().drawn(table, kind)
        assert payload is not None
        return payload

    async def _content(self, table: Table, kind: str, *, opening: bool = False) -> Payload:
        verdict = await rating_changes_of(self._results, table)
        board = await self._board_elsewhere(table)
        where = None if board is None else message_link(table.guild, board)
        patience = LOBBY_PATIENCE if table.phase == "lobby" else POST_PATIENCE
        picture = await self.image(table, table_image(table, kind), patience)
        opening = opening and bool(table.people)  # at a table of robots alone nobody is greeted
        hidden = await self.hides_end(table)
        return table_payload(table, kind, where, self.clock, verdict, picture, opening=opening, hidden=hidden)

    async def hides_end(self, table: Table) -> bool:
        """Whether the table's server wants its end to be covered."""
        return table.phase == "over" and (await self._servers().of(table.guild)).spoilers

    async def _board_elsewhere(self, table: Table) -> Post | None:
        """The board, if it stands and has to be led to. To one in the thread under the lobby's message that
        thread leads: the message need not be drawn anew for it.
        """
        posts = await self.posts.of(table.id, table.guild)
        board, lobby = posts.get("board"), posts.get("lobby")
        is_below = board is not None and lobby is not None and board.channel == lobby.message
        return None if is_below else board

    async def opening_board(self, table: Table) -> Payload:
        """The board as it is first posted, with the one mention of those who play."""
        return await self._content(table, "board", opening=True)

    async def _basis(self, table: Table, kind: str) -> object:
        if table.phase == "over":  # ratings come, and it is drawn a few times only
            return None
        board = await self._board_elsewhere(table) if kind == "lobby" else None
        return (
            table.phase,
            table.record if _shown_as(table, kind) == ("lobby", "playing") else table.revision,
            board and (board.channel, board.message),
            self.closed_to_most_for(table) == 0.0,
            self.clock.unix(0.0),  # deadlines move while the bot is away
            await self._image_service.wants_images(table.guild),
        )

    def closed_to_most_for(self, table: Table) -> float:
        """Seconds until a lobby says that others than the host may start the game, too."""
        if table.phase != "lobby" or table.record.pod is not None:
            return 0.0
        return max(0.0, table.created + ANYONE_MAY_START_AFTER - self.clock.now())

    def posted_version(self, table: Table, kind: str) -> int:
        """See `Messages.posted_version`. A lobby to which time adds a line is drawn at a start, too."""
        return OUTDATED if self.closed_to_most_for(table) else table.revision

    async def waits_for_ratings(self, table: Table) -> bool:
        """Whether the table's result will show what it did to ratings, which is not known yet."""
        verdict = await rating_changes_of(self._results, table)
        return verdict is not None and verdict.pending

    async def waits_for_pictures(self, table: Table) -> bool:
        """Whether one of the table's messages lacks a picture that is still being drawn."""
        drawn = [await self.drawn(table, post.kind) for post in await self._due(table)]
        return any(payload.pending for payload in drawn)

    # drawing anew

    async def _due(self, table: Table) -> Sequence[Post]:
        if table.in_group and not self.group_boards.can_draw(table.id):
            return ()  # whoever presses next draws it
        return [
            post for post in (await self.posts.of(table.id, table.guild)).values() if post.kind in DRAWN_KINDS
        ]

    async def _note_unchanged(self, table: Table, post: Post) -> None:
        """(While people play it is noted with the next change that shows.)"""
        if table.phase not in MOVABLE_PHASES or post.revision == OUTDATED:
            await super()._note_unchanged(table, post)

    async def _edit(self, table: Table, post: Post, payload: Payload) -> None:
        """Draw the message, also where a finished table's thread was put away: it is put away again.

        (A running table's thread is opened by posting the board anew, which its players should see.)
        """
        at = table.guild, post.channel
        if table.in_group:
            await self.group_boards.draw(table.id, payload)
        elif table.phase in MOVABLE_PHASES:
            await self.channels.edit(*at, post.message, payload)
        else:
            await self.channels.change(*at, lambda: self.channels.edit(*at, post.message, payload))

    async def _is_out_of_sight(self, table: Table, post: Post) -> bool:
        """Whether the message has become too old to be edited at will, or is a board that chat has buried or
        whose thread was put away.
        """
        if table.in_group or table.phase not in MOVABLE_PHASES or live_kind(table) != post.kind:
            return False
        if post.message == post.channel:  # the first message of a forum's post, which nothing buries
            return False
        if is_old(post.at):
            return True
        if post.kind != "board":
            return False
        every = self.pauses.board_checks
        try:
            if await self.channels.is_archived(table.guild, post.channel):
                return True
            return time.time() - post.at >= every and await self.channels.buried(
                post.channel, post.message, BURIED_UNDER, every
            )
        except DISCORD_ERRORS as error:
            log.debug("whether a board can be seen is not known", why=discord_problem(error).value)
            return False

    async def _repair(self, table: Table, post: Post, payload: Payload, why: DiscordProblem) -> bool:
        if table.in_group:
            self.group_boards.lost(table.id)
        elif live_kind(table) == post.kind:
            gone = why is DiscordProblem.CHANNEL_GONE
            places = [table.channel] if gone else [post.channel, table.channel]
            await self._move_out(table, post, places, payload)
        elif why is DiscordProblem.OLD_MESSAGE:
            return False
        elif why not in _GONE:  # nobody needs it now: not tried again until it would show something else
            self.posts.message_state(post.message).record_shown(payload)
            await self.posts.shown(post, table.revision)
        return True

    async def _lost(self, table: Table, post: Post) -> None:
        """(A stop in between finds it gone once more: nobody looks for a message that is not known.)"""
        is_live = live_kind(table) == post.kind and not table.in_group
        if is_live and (await self.posts.of(table.id, table.guild)).get(post.kind) == post:
            await self._out_of_sight(table)
        await super()._lost(table, post)

    async def channel_deleted(self, table: Table, channel: int) -> None:
        """The channel or the table's thread is no more: what stood there moves, if it may stand elsewhere."""
        async with self.turns.turn(table.id):
            posts = await self.posts.of(table.id, table.guild)
            gone, live = self._deleted_places(posts, channel), await self.live_post(table)
            for post in [post for post in posts.values() if post.channel in gone and post != live]:
                await self.posts.gone(post)
            if live is None and table.phase in MOVABLE_PHASES and channel == table.channel:
                await self._out_of_sight(table)
            elif live is not None and live.channel in gone:
                payload = await self.drawn(table, live.kind)
                if not await self._try_repair(table, live, payload, DiscordProblem.CHANNEL_GONE):
                    self.redraw(table.id)

    def _deleted_places(self, posts: Mapping[str, Post], channel: int) -> Collection[int]:
        """The channel, and a thread in it: that of a message that stood there."""
        lobby, thread = posts.get("lobby"), posts.get("thread")
        if lobby is None or thread is None or lobby.channel != channel or lobby.message != thread.channel:
            return (channel,)
        return channel, thread.channel

    def _may_be(self, message: discord.Message, table: Table, kind: str) -> bool:
        is_board = any(has_button(message, verb, table.id) for verb in ("hand", "here"))
        is_lobby = any(has_button(message, verb, table.id) for verb in ("join", "rules", "rematch"))
        return is_board if kind == "board" else is_lobby and not is_board

    # moving and putting back

    async def live_post(self, table: Table) -> Post | None:
        """The message that people need now, if it stands. The lobby's becomes the result."""
        posts, kind = await self.posts.of(table.id, table.guild), live_kind(table)
        if kind == "result" and kind not in posts:
            kind = "lobby"
        return None if kind is None else posts.get(kind)

    async def put_back(self, table: Table, here: int) -> Post | None:
        """See to it that the message that people need can be seen; None if it may stand nowhere.

        Where it stands in this place already it is posted anew, at the end, but for a result, which stays
        where the thread hangs on it, as the first message of a forum's post does; where its place is gone it
        comes here.
        """
        self.unmute(table)
        if live_kind(table) is None:
            return None
        async with self.turns.turn(table.id):
            post = await self.live_post(table)
            kind = live_kind(table) if post is None else post.kind
            assert kind is not None
            payload = await self.drawn(table, kind)
            places = [here, table.channel]
            if post is None:
                return await self.post_anew(table, kind, places, payload, instead_of=table.revision)
            stays = post.channel != here or table.phase == "over" or post.message == post.channel
            if stays and await self._refused_edit(table, post, payload) is None:
                return post
            return await self.move(table, post, places, payload)

    async def leave_thread(self, table: Table) -> None:
        """Not even answers are shown in the table's thread: the board moves to the channel."""
        async with self.turns.turn(table.id):
            post = (await self.posts.of(table.id, table.guild)).get("board")
            if post is not None and post.channel != table.channel and live_kind(table) == "board":
                await self._move_out(table, post, [table.channel], await self.drawn(table, "board"))

    async def _move_out(self, table: Table, post: Post, places: Sequence[int], payload: Payload) -> None:
        """Post the message anew, and let the host know if it could not stay where it was."""
        new = await self.move(table, post, places, payload)
        if new is not None and new.channel != post.channel:
            self._report(
                table,
                _(
                    "Table {table}'s thread is gone, so its board is now in the channel.",
                    table=table.id,
                ),
            )

    def _why_not_shown(self, table: Table, lacking: Listed | None) -> Text:
        if lacking is None:  # the channel was deleted, or nothing is allowed in it
            return _(
                "I've lost this table's channel. The game is safe: /table show {table} brings it to any "
                "other.",
                table=table.id,
            )
        return _(
            "I can't show this table: I need {permissions} (channel settings, Permissions). The game is "
            "safe; then use /table show {table}.",
            permissions=lacking,
            table=table.id,
        )


# What each message shows, in the server's language.


def _shown_as(table: Table, kind: str) -> tuple[str, str]:
    """As which message it is drawn, in which phase: the one in a group's becomes the board."""
    return "board" if table.in_group and table.phase == "playing" else kind, table.phase


def table_payload(
    table: Table,
    kind: str,
    board_link: str | None,
    clock: Clock,
    verdict: RatingChanges | None = None,
    picture: MessageImage | None = None,
    *,
    opening: bool = False,
    hidden: bool = False,
) -> Payload:
    """The message of this kind. `board_link`: where the board is, if there is one; `verdict`: of its end;
    `picture`: of what it shows; `opening`: of a board, as it is first posted; `hidden`: the end is covered.
    """
    reader = reader_for(table, table.record.locale)
    if table.phase == "closed":
        return table_closed_screen(table, reader).payload()
    match _shown_as(table, kind):
        case "lobby", "lobby" if table.record.pod is not None:
            return pod_card_screen(table, reader, unix=clock.unix, board=board_link).payload()
        case "board", "lobby":
            return pod_lobby_screen(table, reader, unix=clock.unix, opening=opening).payload()
        case "lobby", "lobby":
            now = clock.now()
            waits = clock.unix(clock.awake() + rematch_waits_until(table) - now)
            return lobby_screen(table, reader, now, waits, picture).payload()
        case "lobby", "playing":
            return game_started_screen(table, reader, board_link).payload()
        case _ if table.is_closed:
            return closed_board_screen(table, reader, unix=clock.unix, opening=opening).payload()
        case (("lobby" | "result"), "over"):
            return result_screen(table, reader, verdict, picture, hidden=hidden).payload()
        case _:
            return board_screen(
                table, reader, unix=clock.unix, opening=opening, picture=picture, hidden=hidden
            ).payload()


def table_image(table: Table, kind: str) -> ImageRequest | None:
    """The picture in the table's message of this kind; None if it has none."""
    reader, subject = reader_for(table, table.record.locale), f"{table.id} {kind}"
    match _shown_as(table, kind):
        case "lobby", "lobby" if table.record.pod is None:
            robots = [(seat.name, seat.robot) for seat in table.seats if seat.robot]
            return cover_image(table.game, reader, robots, subject)
        case _ if table.is_closed:
            return None
        case (("lobby" | "result"), "over"):
            return game_image("result", table.game, table.observe(None), reader, subject)
        case "board", ("playing" | "over"):
            return game_image("board", table.game, table.observe(None), reader, subject)
        case _:
            return None
