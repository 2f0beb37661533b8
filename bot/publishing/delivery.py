"""What tables' and tournaments' messages have in common on their way into a channel."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import discord
import structlog

from bot.client.channels import Channels
from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.i18n import Reader
from bot.runtime.log_context import LogSubject, log_context
from bot.tables.model import Table
from bot.tournaments.model import Tournament
from bot.ui.custom_ids import decode
from bot.ui.views import Payload, texts_of, walk_components
from games.text import Listed, Text, _

MUTED_FOR = 300.0
"""Seconds for which what may not be shown is left alone, unless somebody asks for it."""


class Muted:
    """Tables or tournaments that it was tried lately to show, in vain."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def mute(self, whose: str) -> None:
        """Leave it alone for a while."""
        self._until[whose] = _loop_time() + MUTED_FOR

    def unmute(self, whose: str) -> None:
        """Try again."""
        self._until.pop(whose, None)

    def is_muted(self, whose: str) -> bool:
        """Whether it is to be left alone."""
        return self._until.get(whose, 0.0) > _loop_time()


async def post_once(
    channels: Channels,
    guild: int,
    channel: int,
    payload: Payload,
    *,
    nonce: str,
    tried_before: bool,
    is_it: Callable[[discord.Message], bool],
    mention: Sequence[int] = (),
) -> int:
    """Post for an outbox entry, unless an earlier attempt has: the message. Raises `ERRORS`."""
    if tried_before and (found := await _posted_before(channels, guild, channel, is_it)) is not None:
        return found
    return await channels.post(guild, channel, payload, nonce=nonce, mention=mention)


async def _posted_before(
    channels: Channels, guild: int, channel: int, is_it: Callable[[discord.Message], bool]
) -> int | None:
    try:
        return await channels.own_post(guild, channel, is_it)
    except DISCORD_ERRORS as error:
        if discord_problem(error) is not DiscordProblem.FORBIDDEN:
            raise
        return None  # without the permission to look, the nonce is all there is against posting twice


def _loop_time() -> float:
    return asyncio.get_running_loop().time()


# What a message of the bot's contains: whether a post that may or may not have been made is this one.


def has_button(message: discord.Message, verb: str, *parts_of_it: str) -> bool:
    """Whether the message has the button that does this, at the table and with what else is named first."""
    for part in walk_components(message.components):
        custom_id = getattr(part, "custom_id", None)
        if custom_id and _means(custom_id, verb, parts_of_it):
            return True
    return False


def _means(custom_id: str, verb: str, wanted: tuple[str, ...]) -> bool:
    try:
        found, parts_of_it = decode(custom_id)
    except ValueError:  # an older version's
        return False
    return found == verb and parts_of_it[: len(wanted)] == wanted


def says(message: discord.Message, payload: Payload) -> bool:
    """Whether the message says, word for word, what the payload does."""
    shown = [part.content for part in walk_components(message.components) if hasattr(part, "content")]
    return [text.strip() for text in shown] == [text.strip() for text in texts_of(payload)]


# Drawing again what has changed, without drawing it needlessly often.


LONGEST_REDRAW_PAUSE = 60.0
"""Seconds between two attempts at most, while drawing fails."""

DrawNewest = Callable[[], Awaitable[bool]]
"""Draws the newest state; False if that failed for the moment, so that it is worth another attempt."""


class Redraw:
    """Draws when asked: at once, then at most once in `pause` seconds. What is asked meanwhile is joined.

    `when` is waited for before each drawing. `done` is called when everything has been drawn and the pause is
    over; whoever wants more then begins with a new one.
    """

    def __init__(
        self,
        draw: DrawNewest,
        done: Callable[[], object],
        *,
        pause: float,
        when: Callable[[], Awaitable[None]],
    ) -> None:
        self._draw = draw
        self._done = done
        self._pause = pause
        self._when = when
        self._wanted = True
        self._task = asyncio.ensure_future(self._run())

    def soon(self) -> None:
        """There is something new to draw."""
        self._wanted = True

    async def close(self) -> None:
        """Stop; what was not drawn is found at the next start, as storage knows what each message shows."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        failures = 0
        try:
            while self._wanted:
                await self._when()
                self._wanted = False
                failures = 0 if await self._draw() else failures + 1
                self._wanted = self._wanted or failures > 0
                await asyncio.sleep(min(LONGEST_REDRAW_PAUSE, self._pause * 2**failures))
        finally:
            self._done()


# What cannot be shown and why, for those who can see to it: said to them once, and to the log.


log = structlog.get_logger(__name__)


def table_not_allowed(table: Table, permissions: Listed) -> Text:
    """Permissions were taken away."""
    return _(
        "I may not show this table where it stands: I lack {permissions} there. Whoever manages the server "
        "can give it to me in the channel's settings, under Permissions. The game is kept; then "
        "/table show {table} brings it back.",
        permissions=permissions,
        table=table.id,
    )


def table_place_gone(table: Table) -> Text:
    """The channel was deleted, or nothing is allowed in it."""
    return _(
        "The place where this table stood is gone, or closed to me. The game is kept: "
        "/table show {table} puts it into the channel in which you ask for it.",
        table=table.id,
    )


def board_moved(table: Table) -> Text:
    """The thread is locked or gone."""
    return _(
        "The thread of table {table} is locked or gone, so the board now stands in the channel.",
        table=table.id,
    )


def tournament_not_allowed(tournament: Tournament, permissions: Listed) -> Text:
    """Permissions were taken away."""
    return _(
        "I may not show this tournament where it was announced: I lack {permissions} there. Whoever manages "
        "the server can give it to me in the channel's settings, under Permissions. The tournament is kept; "
        "then /tournament show {tournament} brings its announcement back.",
        permissions=permissions,
        tournament=tournament.id,
    )


def tournament_place_gone(tournament: Tournament) -> Text:
    """The channel was deleted, or nothing is allowed in it."""
    return _(
        "The channel in which this tournament was announced is gone, or closed to me. The tournament is "
        "kept: /tournament show {tournament} puts its announcement into the channel in which you ask for it.",
        tournament=tournament.id,
    )


class DeliveryProblems:
    """By table or tournament, what its host or organiser has not been told yet."""

    def __init__(self, whose: LogSubject) -> None:
        self._whose: LogSubject = whose
        self._unreported: dict[str, Text] = {}

    def about(self, id: str, channel: int, words: Text) -> None:
        """The host of this table, or the organiser of this tournament, is to be told this."""
        if self._unreported.get(id) != words:
            self._unreported[id] = words
            with log_context(self._whose, id):
                log.warning("it cannot be shown as it should", channel=channel, why=Reader("").plain(words))

    def settle(self, id: str) -> None:
        """It is shown again."""
        self._unreported.pop(id, None)

    def told(self, id: str) -> Text | None:
        """What to tell them now; the next time there is nothing."""
        return self._unreported.pop(id, None)
