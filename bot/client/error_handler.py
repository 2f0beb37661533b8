"""The error handler: every interaction passes through it, and whatever happens the person gets a sentence.

A `Refusal` becomes its own private sentence. What nobody foresaw becomes a sentence with a short id; the
log gets that id, the table, the kind of the action and the trace, and never what was in the press or in
anybody's hand.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from email.utils import parsedate_to_datetime
from functools import partial
from types import SimpleNamespace
from typing import Any, TypeVar

import aiohttp
import structlog

from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.client.interaction_content import Filled
from bot.client.interaction_context import (
    DeferredImages,
    InteractionContext,
    InteractionMetric,
    InteractionOutcome,
    OpenPages,
)
from bot.i18n import Reader, reader_for
from bot.refusal import Refusal
from bot.runtime.clock import RecentMaximum
from bot.runtime.load_gate import LoadGate, RecentActivity
from bot.runtime.log_context import OncePerMinute, trace
from bot.tables.ids import new_id
from bot.tables.model import Table
from bot.tables.service import TableService
from bot.ui import notices
from bot.ui.views import Payload
from games.text import Text, _
from storage.errors import Conflict, StorageError, Uncertain

log = structlog.get_logger(__name__)

C = TypeVar("C", bound=InteractionContext)
MetricListener = Callable[[InteractionMetric], None]
"""Hears how an interaction was attended to. It must neither block nor raise."""


WINDOWS_KEPT = 1_000
"""Refused windows of which is kept what was filled in, until they are opened again."""
DELIVERIES_REMEMBERED = 10_000
"""Interactions that are known to have been delivered. What older ones did, storage knows for a day."""


class TakenAnswers:
    """Counts the answers that somebody else had given already (Discord's error 40060).

    Now and then that is a reply of Discord's that was lost; often, it is a second bot on the same token,
    which is sent every press as well.
    """

    LATEST, MANY, OF_LATE, AGAIN = 20, 5, 3600.0, 3600.0
    """So many of the latest answers are looked at, so many of them within so many seconds raise the alarm,
    which is logged again after so many.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._latest: deque[tuple[float, bool]] = deque(maxlen=self.LATEST)
        self._logged: float | None = None

    @property
    def too_many(self) -> bool:
        """Whether it happens so often that somebody should look."""
        since = self._now() - self.OF_LATE
        return sum(taken for at, taken in self._latest if at > since) >= self.MANY

    def note(self, taken: bool) -> None:
        """An interaction was answered, or was `taken`."""
        now = self._now()
        self._latest.append((now, taken))
        if taken and self.too_many and (self._logged is None or now - self._logged > self.AGAIN):
            self._logged = now
            log.error(
                "presses are answered by somebody else before this bot does",
                likely="a second bot runs on the same token: stop one of the two; if it is not yours,"
                " reset the token in Discord's developer portal",
                of_the_latest=len(self._latest),
                taken=sum(taken for _at, taken in self._latest),
            )


class ClockDifference:
    """By how much this machine's clock is ahead of Discord's, as far as presses show it.

    A press says by Discord's clock when it was made. Of those that Discord took an answer to in time, the one
    that seems youngest at its arrival was hardly under way: what it seems to be old is the difference. Until
    the first press the answers to the bot's own requests tell, which say to the second when they were made.
    """

    OF_LATE, ENOUGH, NOTABLE, AGAIN = 300.0, 5, 1.0, 3600.0
    """So many seconds a press counts, if there is a later one; the operator is told after so many presses, of
    so many seconds' difference, and again after so many.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._youngest = RecentMaximum(now, self.OF_LATE)
        self._seen = 0
        self._logged: float | None = None
        self._least, self._most = -math.inf, math.inf
        """Between these is the difference, by the answers to requests."""
        self.ahead = 0.0
        """Seconds; below 0 where this machine's clock is behind. 0 as long as nothing is known."""

    def hear(self, requests: aiohttp.TraceConfig) -> None:
        """Learn from the answers to these requests."""

        async def begun(_session: Any, context: SimpleNamespace, _params: Any) -> None:
            context.sent_at = time.time()

        async def ended(
            _session: Any, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
        ) -> None:
            if not self._seen:
                self.note_answer(context.sent_at, time.time(), params.response.headers.get("Date", ""))

        requests.on_request_start.append(begun)
        requests.on_request_end.append(ended)

    def note_answer(self, sent: float, received: float, dated: str) -> None:
        """A request was sent and answered then, by this machine's clock; the answer's `Date` is cut off to
        the second (https://www.rfc-editor.org/rfc/rfc9110#name-date-origination).
        """
        try:
            said = parsedate_to_datetime(dated).timestamp()
        except ValueError:
            return
        least, most = max(self._least, sent - said - 1.0), min(self._most, received - said)
        if least > most:  # the clock was set meanwhile: the latest counts
            least, most = sent - said - 1.0, received - said
        self._least, self._most = least, most
        self.ahead = 0.0 if least <= 0.0 <= most else (least + most) / 2

    def note(self, old_at_arrival: float) -> None:
        """A press arrived so many seconds after it was made, by the two clocks, and was answered in time."""
        self._youngest.add(-old_at_arrival)
        self.ahead = -self._youngest.of_late()
        self._seen += 1
        if self._seen >= self.ENOUGH and abs(self.ahead) >= self.NOTABLE:
            self._tell()

    def _tell(self) -> None:
        now = self._now()
        if self._logged is None or now - self._logged > self.AGAIN:
            self._logged = now
            way = "ahead of" if self.ahead > 0 else "behind"
            log.warning(
                f"this machine's clock is {abs(self.ahead):.1f} s {way} Discord's",
                meaning="people are shown times that are wrong by so much: let it set its clock (NTP)",
            )


def error_id() -> str:
    """A short id by which the person's sentence and the log line find each other."""
    return new_id()


class ErrorHandler:
    """Runs what answers an interaction. `thread_blocked` gets the tables in whose place nothing can be shown,
    `on_metric` every interaction when it is over.
    """

    def __init__(
        self,
        tables: TableService,
        thread_blocked: Callable[[str], None],
        load_gate: LoadGate,
        recent_activity: RecentActivity,
        on_metric: MetricListener | None = None,
    ) -> None:
        self._tables = tables
        self._thread_blocked = thread_blocked
        self.load_gate = load_gate
        self._recent_activity = recent_activity
        self._on_metric = on_metric
        self._closing = self._left = False
        self._tasks: set[asyncio.Task[Any] | None] = set()
        self._idle, self._open = asyncio.Event(), asyncio.Event()
        self._idle.set()
        self._open.set()
        self.deferred_images = DeferredImages(load_gate)
        self.open_pages = OpenPages(self.deferred_images)
        self.taken_answers = TakenAnswers()
        self.clock_difference = ClockDifference()
        self._not_stored = OncePerMinute(partial(log.error, "what people do cannot be stored"))
        self.asks_at: Callable[[], float | None] = lambda: None
        """At what age of a press Discord is to be asked whether another process has answered it, before
        anything comes of it; None where none could.
        """
        self.on_taken: Callable[[], None] = lambda: None
        """Called where another process has answered a press before this one."""
        self._delivered: OrderedDict[int, None] = OrderedDict()
        """The latest interactions, by their ids."""
        self._typed: OrderedDict[tuple[int, str], Filled] = OrderedDict()
        """What was filled in, by whom and by the button that opens the window."""

    async def handle(self, context: C, handler: Callable[[C], Awaitable[None]]) -> None:
        """Let `handler` answer, and answer in its place if it cannot. Raises nothing."""
        if self._left or not self._is_first(context.interaction.id):
            return
        self._recent_activity.pressed(context.user)
        self.deferred_images.pressed(context)
        context.typed = self._typed.get((context.user, context.opened_by), {})
        about = {"table": context.table, "tournament": context.tournament}
        about = {name: id for name, id in about.items() if id is not None}
        ended: InteractionOutcome = "late"
        asks_at = self.asks_at()
        self._tasks.add(task := asyncio.current_task())
        self._idle.clear()
        with self.load_gate.press_under_way(), structlog.contextvars.bound_contextvars(**about):
            try:
                in_time = await context.in_time(self.clock_difference.ahead, asks_at)
                await self._open.wait()
                if in_time and self._closing:
                    ended = "stopping"
                    await self._answer_while_stopping(context)
                elif in_time:
                    await handler(context)
                    if not context.typed:  # the window shows it
                        self._typed.pop((context.user, context.opened_by), None)
                    ended = "answered" if context.refused is None else "refused"
            except asyncio.CancelledError:
                context.cancel()
                raise
            except Exception as error:
                ended = await self._answer_error(error, context)
            finally:
                self._tasks.discard(task)
                if not self._tasks:
                    self._idle.set()
                context.finish()
            self._report(context, ended, was_asked=asks_at is not None)

    def _is_first(self, interaction: int) -> bool:
        """Whether it was not delivered before: whoever attends to it then answers it, once."""
        if interaction in self._delivered:
            log.info("an interaction was delivered again")
            return False
        self._delivered[interaction] = None
        while len(self._delivered) > DELIVERIES_REMEMBERED:
            self._delivered.popitem(last=False)
        return True

    def _report(self, context: InteractionContext, ended: InteractionOutcome, *, was_asked: bool) -> None:
        """Write the error into the log, and tell whoever watches."""
        ended = "taken" if context.was_taken else ended
        log.debug("attended to", by=context.by, kind=context.kind, ended=ended, refused=context.refused)
        if not was_asked:  # else it is another process of the same bot, and no second one
            self.taken_answers.note(ended == "taken")
        elif ended == "taken":
            self.on_taken()
        if context.acknowledged is not None and not context.was_taken:
            self.clock_difference.note(context.old_at_arrival)
        if self._on_metric is None:
            return
        acknowledged, answered = (
            None if moment is None else moment - context.arrived
            for moment in (context.acknowledged, context.answered)
        )
        self._on_metric(
            InteractionMetric(
                *(context.by, context.kind, ended, context.refused, context.was_deferred),
                *(acknowledged, answered),
            )
        )

    def hold(self) -> None:
        """Let whoever presses wait, with an answer that is deferred in time, until `go_on`."""
        self._open.clear()

    def go_on(self) -> None:
        """Attend to those who wait, and to all others at once."""
        self._open.set()

    async def close(self, patience: float) -> None:
        """Begin nothing new. Whoever presses is told so, until `leave`.

        What is under way has `patience` seconds; then it is broken off. What was done is stored all the same,
        and is to be seen when the bot is there again: only the answer is missing.
        """
        self._closing = True
        if not await self.finish(patience):
            log.warning("stopping although presses are under way", presses=len(self._tasks))
            cancelled = [task for task in self._tasks if task is not None]
            for task in cancelled:
                task.cancel()
            await asyncio.gather(*cancelled, return_exceptions=True)
        await self.deferred_images.close()

    async def finish(self, patience: float) -> bool:
        """Wait until nobody's press is under way, for so many seconds at most; whether that is so."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), patience)
        return self._idle.is_set()

    async def leave(self, patience: float) -> None:
        """Attend to nobody any more. Those who have pressed since are being told: wait for that, as above."""
        self._left = True
        await self.close(patience)
        self._not_stored.close()

    async def _answer_while_stopping(self, context: InteractionContext) -> None:
        words = _("I'm restarting. Press again in a minute.")
        try:
            await context.send(notices.info(words, await self.reader(context, context.table)).payload())
        except Exception as error:  # the way to Discord may be closed already, and nothing was done
            log.info("a press was not told of the stop", why=type(error).__name__)

    async def _answer_error(self, error: Exception, context: InteractionContext) -> InteractionOutcome:
        try:
            ended, sentence = await self._sentence(error, context)
            in_its_place = ended == "refused" and context.by == "window" and context.back
            if in_its_place and context.is_on_private_message:  # else mending it would leave two of them
                await context.redraw(sentence)
            else:
                await context.send(sentence)
        except Exception as another:
            log.error("an error could not be answered", kind=context.kind, trace=trace(another))
            return "failed"
        return ended

    async def _sentence(
        self, error: Exception, context: InteractionContext
    ) -> tuple[InteractionOutcome, Payload]:
        """What the person is told. What nobody foresaw goes into the log under the id that they are shown."""
        kind, table = context.kind, context.table
        if isinstance(error, Conflict):
            log.warning("somebody else was quicker, twice", kind=kind, why=str(error))
            if not context.has_counted:
                error = Refusal("stale", _AT_THE_SAME_TIME)
        if isinstance(error, Refusal):
            context.refused = error.reason
            reader = await self.reader(context, table)
            back = context.back if context.by == "window" and context.is_on_private_message else ""
            said = notices.refusal(error.text, reader, again=self._kept(context), back=back)
            return "refused", said.payload()
        if isinstance(error, DISCORD_ERRORS) and (why := discord_problem(error)) in _NOT_OURS:
            log.warning("an answer could not be shown", kind=kind, why=why.value)
            if table is not None and why is not DiscordProblem.PASSING:
                self._thread_blocked(table)
            return "not shown", notices.info(_NOT_OURS[why], await self.reader(context, table)).payload()
        reader = await self.reader(context, None)  # the table itself may be what is broken
        if isinstance(error, StorageError | Conflict):
            shown = self._not_stored.note(error=error_id(), trace=trace(error))["error"]
            return "not stored", notices.info(_without_storage(shown, error, context), reader).payload()
        shown = error_id()
        log.error("an interaction failed", error=shown, kind=kind, trace=trace(error))
        return "failed", notices.error(shown, reader).payload()

    def _kept(self, context: InteractionContext) -> str:
        """The button that opens a refused window as it was filled in, or leads to where it is chosen what a
        command could not use; none where that would not help.
        """
        opener, filled_in = context.fix
        if context.by == "window" and context.refused in ("input", "few") and context.filled_in:
            opener, filled_in = context.opened_by, context.filled_in
        if opener and filled_in:
            self._keep(context.user, opener, filled_in)
        return opener

    def keep_typed(self, context: InteractionContext) -> None:
        """What a window says stands in it again when its button opens it the next time."""
        if context.opened_by and context.by == "window":
            self._keep(context.user, context.opened_by, context.filled_in)
            context.typed = context.filled_in

    def _keep(self, user: int, opener: str, filled_in: Filled) -> None:
        self._typed[user, opener] = filled_in
        while len(self._typed) > WINDOWS_KEPT:
            self._typed.popitem(last=False)

    def hours_changed(self, table: Table) -> None:
        """The table has changed: pages on which its players find an hour are drawn anew."""
        if table.record.pod is not None and table.phase == "lobby":
            self.open_pages.outdated(table.id)

    def forget(self, user: int) -> None:
        """What the user wrote into refused windows is not kept any more."""
        for key in [key for key in self._typed if key[0] == user]:
            del self._typed[key]

    async def reader(self, context: InteractionContext, table: str | None) -> Reader:
        """Whoever asks reads in their language, in the game's words where table or command tells the game."""
        if table is not None:
            try:
                return reader_for(await self._tables.table(table), context.locale)
            except (Refusal, StorageError):
                pass
        return Reader(context.locale, context.game, {})


_AT_THE_SAME_TIME = _("Somebody did something at that very moment. Press again.")
_CLOSED = _(
    "That counted, but I can't write here any more. /table show in another channel moves the table there."
)
_NOT_OURS = {
    DiscordProblem.FORBIDDEN: _CLOSED,
    DiscordProblem.ARCHIVED: _CLOSED,
    DiscordProblem.PASSING: _("Discord isn't answering. Try again in a moment."),
}
"""What is said where an answer failed for a reason of Discord's."""


def _without_storage(shown: str, error: StorageError | Conflict, context: InteractionContext) -> Text:
    """What is said to whoever pressed when storage failed, before or after what they wanted was done."""
    if context.has_counted:
        return _(
            "That counted, but I can't show it just now. Look again in a minute. (For whoever runs this bot: "
            "{error}.)",
            error=shown,
        )
    return _maybe_stored(shown) if isinstance(error, Uncertain) else _not_stored(shown)


def _maybe_stored(shown: str) -> Text:
    return _(
        "Saving broke off at that very moment, so I can't tell whether that counted. Look again in a minute. "
        "(For whoever runs this bot: {error}.)",
        error=shown,
    )


def _not_stored(shown: str) -> Text:
    return _(
        "I can't save anything right now, so nothing has changed. Try again in a minute. (For whoever runs "
        "this bot: {error}.)",
        error=shown,
    )
