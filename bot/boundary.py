"""The error boundary: every interaction passes through it, and whatever happens the person gets a sentence.

A `Refusal` becomes its own private sentence. What nobody foresaw becomes a sentence with a short id; the
log gets that id, the table, the kind of the action and the trace, and never what was in the press or in
anybody's hand.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog

from bot.asked import Asked
from bot.attended import Attended, Ended
from bot.discord_errors import ERRORS, Trouble, trouble
from bot.latecomers import Latecomers
from bot.page import Payload
from bot.presence import Presence
from bot.rush import Rush
from bot.screens import notice
from bot.tables.house import House
from bot.tables.names import ALPHABET
from bot.tables.refusal import Refusal
from bot.traces import trace
from bot.words import Reader, reader_for
from games.text import Text, _
from storage.errors import StorageError

log = structlog.get_logger(__name__)

Handler = Callable[[Asked], Awaitable[None]]
Heard = Callable[[Attended], None]
"""Hears how an interaction was attended to. It must neither block nor raise."""


def error_id() -> str:
    """A short id by which the person's sentence and the log line find each other."""
    return "".join(secrets.choice(ALPHABET) for _ in range(6))


class Boundary:
    """Runs what answers an interaction. `shut_out` hears of tables in whose place nothing can be shown,
    `heard` of every interaction when it is over.
    """

    def __init__(
        self,
        house: House,
        shut_out: Callable[[str], None],
        rush: Rush,
        presence: Presence,
        heard: Heard | None = None,
    ) -> None:
        self._house = house
        self._shut_out = shut_out
        self._rush = rush
        self._presence = presence
        self._heard = heard
        self._closing = self._left = False
        self._attending: set[asyncio.Task[Any]] = set()
        self.latecomers = Latecomers(rush)

    async def attend(self, asked: Asked, kind: str, table: str | None, handle: Handler) -> None:
        """Let `handle` answer, and answer in its place if it cannot. Raises nothing.

        `kind` and `table` say in the log what was asked; neither tells what was chosen.
        """
        if self._left:
            return
        self._presence.pressed(asked.user)
        self.latecomers.pressed(asked)
        about = _about(asked, table)
        with self._visit(), structlog.contextvars.bound_contextvars(**about):
            ended: Ended = "late"
            try:
                if await asked.in_time():
                    ended = await self._answer(asked, kind, table, handle)
            except asyncio.CancelledError:
                asked.give_up()
                raise
            finally:
                asked.over()
            self._tell(asked, kind, ended)

    def _tell(self, asked: Asked, kind: str, ended: Ended) -> None:
        """The log, and whoever watches."""
        log.debug("attended to", by=asked.by, kind=kind, ended=ended, refused=asked.refused)
        if self._heard is None:
            return
        acknowledged, answered = (
            None if moment is None else moment - asked.arrived
            for moment in (asked.acknowledged, asked.answered)
        )
        self._heard(Attended(asked.by, kind, ended, asked.refused, asked.was_put_off, acknowledged, answered))

    @property
    def under_way(self) -> int:
        """How many interactions are being answered."""
        return self._rush.inside

    @contextmanager
    def _visit(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._attending.add(task)
        try:
            with self._rush.visit():
                yield
        finally:
            self._attending.discard(task)

    async def close(self, patience: float) -> None:
        """Begin nothing new. Whoever presses is told so, until `leave`.

        What is under way has `patience` seconds; then it is broken off. What was done is stored all the same,
        and is to be seen when the bot is there again: only the answer is missing.
        """
        self._closing = True
        try:
            await asyncio.wait_for(self._rush.empty(), patience)
        except TimeoutError:
            log.warning("stopping although presses are under way", presses=self._rush.inside)
            broken_off = [*self._attending]
            for task in broken_off:
                task.cancel()
            await asyncio.gather(*broken_off, return_exceptions=True)
        await self.latecomers.close()

    async def leave(self, patience: float) -> None:
        """Attend to nobody any more. Those who have pressed since are being told: wait for that, as above."""
        self._left = True
        await self.close(patience)

    async def _answer(self, asked: Asked, kind: str, table: str | None, handle: Handler) -> Ended:
        try:
            if self._closing:
                await self._tell_of_the_stop(asked, table)
                return "stopping"
            await handle(asked)
        except Exception as error:
            return await self._answer_for(error, asked, kind, table)
        return "answered" if asked.refused is None else "refused"

    async def _tell_of_the_stop(self, asked: Asked, table: str | None) -> None:
        words = _("Tortuga is being restarted. Press again in a minute.")
        try:
            await asked.tell(notice.said(words, await self.reader(asked, table)).payload())
        except Exception as error:  # the way to Discord may be closed already, and nothing was done
            log.info("a press was not told of the stop", why=type(error).__name__)

    async def _answer_for(self, error: Exception, asked: Asked, kind: str, table: str | None) -> Ended:
        try:
            ended, sentence = await self._sentence(error, asked, kind, table)
            await asked.tell(sentence)
        except Exception as another:
            log.error("an error could not be answered", kind=kind, trace=trace(another))
            return "failed"
        return ended

    async def _sentence(
        self, error: Exception, asked: Asked, kind: str, table: str | None
    ) -> tuple[Ended, Payload]:
        """What the person is told. What nobody foresaw goes into the log under the id that they are shown."""
        if isinstance(error, Refusal):
            asked.refused = error.reason
            reader = await self.reader(asked, table)
            return "refused", notice.refusal(error.text, reader, hand_button=None).payload()
        if isinstance(error, ERRORS) and trouble(error) in _NOT_OURS:
            why = trouble(error)
            log.warning("an answer could not be shown", kind=kind, why=why.value)
            if table is not None and why is not Trouble.PASSING:
                self._shut_out(table)
            return "not shown", notice.said(_NOT_OURS[why], await self.reader(asked, table)).payload()
        shown = error_id()
        log.error("an interaction failed", error=shown, kind=kind, trace=trace(error))
        reader = await self.reader(asked, None)  # the table itself may be what is broken
        if isinstance(error, StorageError):
            return "not stored", notice.said(_not_stored(shown), reader).payload()
        return "failed", notice.failed(shown, reader).payload()

    async def reader(self, asked: Asked, table: str | None) -> Reader:
        """Whoever asks reads in their language, in the game's words where table or command tells the game."""
        if table is not None:
            try:
                return reader_for(await self._house.table(table), asked.locale)
            except (Refusal, StorageError):
                pass
        return Reader(asked.locale, asked.game, {})


def _about(asked: Asked, table: str | None) -> dict[str, str]:
    """The table or the tournament that it is about: every line of the log says so until it is answered."""
    about = {"table": table, "tournament": asked.tournament}
    return {name: id for name, id in about.items() if id is not None}


_CLOSED = _(
    "What you did counts, but I cannot show it here: this thread or channel is closed to me. "
    "/table show in another channel puts the table there."
)
_NOT_OURS = {
    Trouble.FORBIDDEN: _CLOSED,
    Trouble.ARCHIVED: _CLOSED,
    Trouble.PASSING: _("Discord did not answer me just now. Try again in a moment."),
}
"""What is said where an answer failed for a reason of Discord's."""


def _not_stored(shown: str) -> Text:
    return _(
        "The log book cannot be written just now, so nothing has changed. Try again in a minute. "
        "(Whoever runs this bot finds the reason in its log under {error}.)",
        error=shown,
    )
