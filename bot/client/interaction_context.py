"""One interaction with Discord, and the one answer that it is owed within three seconds."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import aiohttp
import discord
import structlog

from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.client.interaction_content import Filled, InteractionContent, InteractionKind, chosen_in
from bot.images.model import MessageImage, RenderedImage
from bot.refusal import Reason
from bot.runtime.load_gate import LoadGate
from bot.runtime.log_context import trace
from bot.tables.model import Press
from bot.ui.components import Screen
from bot.ui.views import Payload, PayloadModal, PayloadView, SentFile
from games.contract import AnyGame

log = structlog.get_logger(__name__)

DEFER_AFTER = 1.5
"""Seconds after the press at which the answer is deferred, so that it can take up to 15 minutes."""
DEFERRED_WITHIN = 1.5
"""Seconds after that by which Discord has to know: else the press is dead."""
SUSPICIOUS_AGE = 2.5
"""Seconds after which a press may be dead: from here on Discord is asked before anything is done."""

AnswerPlace = Literal["public", "private", "new"]
"""Where an answer may stand: "public" in the message with the button, whoever sees that; "private" there only
if nobody else sees it, else in a new private message; "new": always in a new private one if it is deferred.
"""

InteractionOutcome = Literal[
    "answered",
    "refused",  # in a sentence that says why
    "late",  # Discord did not wait for it any more: nothing was done
    "taken",  # somebody else had answered it already, perhaps a second bot on the same token
    "stopping",  # the bot was about to stop
    "not shown",  # Discord or a missing permission kept the answer away
    "not stored",  # the database cannot be written
    "failed",  # an error of the bot's
]


@dataclass(frozen=True, slots=True)
class InteractionMetric:
    """How an interaction went, in seconds since it arrived. It does not say whose it was."""

    by: InteractionKind
    kind: str
    """The verb of the button or window, or the command's name."""
    ended: InteractionOutcome
    refused: Reason | None
    deferred: bool
    acknowledged: float | None
    """When Discord had the answer, or the word that it will come; None if it had neither."""
    answered: float | None
    """When it had the answer."""


class InteractionContext(InteractionContent):
    """An interaction, and the ways to answer it.

    The first way that is called is the answer, deferred if late.
    """

    def __init__(
        self,
        interaction: discord.Interaction,
        kind: str,
        place: AnswerPlace = "new",
        *,
        table: str | None = None,
        tournament: str | None = None,
        game: AnyGame | None = None,
    ) -> None:
        super().__init__(interaction)
        self.kind = kind
        """The verb of the button or window, or the command's name."""
        self.table = table
        """The table that is named, for the log and for the words of a refusal."""
        self.tournament = tournament
        """The tournament that is named, for the log and for the words of a refusal."""
        self.game = game
        """The game in whose words a refusal is said, where no table tells it."""
        self.press = Press(
            *(interaction.id, self.user, self.name, self.after_answer, self._require_answerable),
            username=interaction.user.name,
        )
        self.opened_by = ""
        """The custom_id of the button that was pressed, or that opens the submitted window, if one does."""
        self.back = ""
        """The custom_id that shows again what the window was opened from, in whose place a refusal comes."""
        self.typed: Filled = {}
        """What was filled in when the window was refused which the button opens."""
        self.fix: tuple[str, Filled] = "", {}
        """Where what a command could not use is chosen instead: the custom_id that leads there, and what its
        window says already; empty if there is no such place.
        """
        self.refused: Reason | None = None
        """Why nothing was done, if that was so."""
        self.arrived = time.perf_counter()
        self.old_at_arrival = time.time() - discord.utils.snowflake_time(interaction.id).timestamp()
        """How many seconds after the press it arrived, by this machine's clock and Discord's."""
        self._clock_ahead = 0.0
        self.acknowledged: float | None = None
        """When Discord had the answer, or the word that it will come."""
        self.answered: float | None = None
        """When Discord had the answer."""
        self.shown_in = 0
        """The message that shows the answer; 0 as long as there is none, or if that is not known."""
        self.was_taken = False
        """Whether Discord says that it was answered already, and this bot knows of no such answer."""
        self.followed: int | None = None
        """The message below the answer in which it goes on; None: there is none."""
        self._went_below = False
        self._is_deleted = False
        """Whether the message that was to be drawn anew is gone."""
        self._redraws = place == "public" or (place == "private" and self.is_on_private_message)
        self._replaces = self._was_answered = False
        self._after_answer: list[Callable[[], None]] | None = []
        self._timer: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[bool] | None = None

    @property
    def age(self) -> float:
        """Seconds since the press, as far as it is known by how much the two clocks differ."""
        return self.old_at_arrival - self._clock_ahead + time.perf_counter() - self.arrived

    # in time

    async def in_time(self, clock_ahead: float = 0.0, asks_at: float | None = None) -> bool:
        """Whether the press can still be answered, by nobody else; sees to it that it will be. `clock_ahead`:
        how many seconds this machine's clock seems to be before Discord's.

        A press older than three seconds is dead: the person was told that it failed and may have pressed
        again, so nothing must come of it. Clocks differ, so one that seems old is not judged by its age:
        Discord is asked, by deferring the answer. So it is at the age `asks_at`, where somebody else may have
        answered.
        """
        self._clock_ahead = clock_ahead
        age = self.age
        if asks_at is not None:
            await asyncio.sleep(max(0.0, asks_at - (time.perf_counter() - self.arrived)))
        if asks_at is not None or age > SUSPICIOUS_AGE:
            self._begin_deferral()
            return bool(await self._deferred())
        delay = DEFER_AFTER - max(0.0, age)
        self._timer = asyncio.get_running_loop().call_later(max(0.0, delay), self._begin_deferral)
        return True

    @property
    def has_counted(self) -> bool:
        """Whether what was pressed was stored at a table, whatever comes after that."""
        return bool(self._after_answer)

    def after_answer(self, work: Callable[[], None]) -> None:
        """Do it when the interaction is over; now, if it is."""
        if self._after_answer is None:
            work()
        else:
            self._after_answer.append(work)

    def finish(self) -> None:
        """The interaction is over: nothing need be deferred any more, and what was to wait for it is done."""
        if self._timer is not None:
            self._timer.cancel()
        waiting, self._after_answer = self._after_answer, None
        for work in waiting or ():
            work()

    def cancel(self) -> None:
        """Stops the timers: the interaction will be neither answered nor deferred."""
        if self._timer is not None:
            self._timer.cancel()
        if self._deferral is not None:
            self._deferral.cancel()

    def _begin_deferral(self) -> None:
        self._deferral = asyncio.ensure_future(self._defer())

    async def _defer(self) -> bool:
        """Defer the answer; whether it can be given later."""
        response, private, again = self.interaction.response, not self._redraws, False
        try:
            try:
                await response.defer(ephemeral=private, thinking=private)
            except aiohttp.ClientConnectionError:  # as below
                again = True
                await response.defer(ephemeral=private, thinking=private)
        except DISCORD_ERRORS as error:
            if (problem := discord_problem(error)) is not DiscordProblem.ANSWERED:
                log.info("a press came too late to be answered", why=problem.value, age=round(self.age, 1))
                return False
            self._note_answered(error, again)
            if self.was_taken:
                return False
        self.acknowledged = self.acknowledged or time.perf_counter()
        return True

    @property
    def was_deferred(self) -> bool:
        """Whether Discord was told that the answer will come, or that was tried."""
        return self._deferral is not None

    async def _require_answerable(self) -> None:
        """Before anything is stored. TimeoutError if Discord, which was to be told that the answer will come,
        takes none, or does not say so in time: then nothing may come of the press.
        """
        if self._deferral is None or self.has_counted or self.answered:
            return
        await asyncio.wait({self._deferral}, timeout=DEFERRED_WITHIN)
        if not (self._deferral.done() and self._deferral.result()):
            raise TimeoutError

    async def _deferred(self) -> bool | None:
        """Whether the answer, which was deferred, can be given; None if it was not, nor will be any more."""
        if self._timer is not None:
            self._timer.cancel()
        return None if self._deferral is None else await self._deferral

    # the answer

    def replace_private_message(self) -> None:
        """The answer, whatever it is, comes in place of the private message on which something was chosen."""
        self._replaces = self.is_on_private_message

    async def redraw(self, shown: Screen | Payload) -> bool:
        """Draw the message anew whose button was pressed. Whether it is seen.

        What is private is never drawn where others see it: then it becomes a message of its own.
        """
        self._replaces = False
        if not self._redraws and not self.is_on_private_message:
            return await self.send(shown)
        payload = shown.payload() if isinstance(shown, Screen) else shown
        page = PayloadView(payload)
        self.shown_in = self.message
        deferred = await self._deferred()
        if deferred is None:
            seen = await self._send(
                lambda: self.interaction.response.edit_message(view=page, attachments=payload.files())
            )
        else:
            seen = deferred and await self._send(lambda: self.complete(payload))
        return seen or (self._is_deleted and await self._send_instead(payload, deferred))

    async def redraw_first(self, payload: Payload) -> bool:
        """Draw the public message anew whose button was pressed, and answer privately below it. Whether it is
        seen: it cannot be when an answer was promised already.
        """
        if await self._deferred() is not None:
            return False
        page, edit = PayloadView(payload), self.interaction.response.edit_message
        seen = await self._send(lambda: edit(view=page, attachments=payload.files()))
        self._went_below = not self._is_deleted  # also if nobody knows: then what is private is no answer
        return seen

    async def _send_instead(self, payload: Payload, deferred: bool | None) -> bool:
        """In a private message, as the one on which something was pressed was deleted in that moment: what
        was asked for has been done.
        """
        self.shown_in = 0
        if deferred is None:
            return await self._send(lambda: self._begin(payload))
        return await self.follow_up(payload) is not None

    async def show(self, shown: Screen | Payload) -> bool:
        """In place of the private message whose button was pressed, else as a new one. Whether it is seen."""
        in_place = self.is_press and self.is_on_private_message
        return await (self.redraw(shown) if in_place else self.send(shown))

    async def send(self, shown: Screen | Payload) -> bool:
        """A private message. Whether it is seen."""
        if self._replaces:
            return await self.redraw(shown)
        payload = shown.payload() if isinstance(shown, Screen) else shown
        deferred = await self._deferred()
        is_over = self._went_below or self._was_answered or self.interaction.response.is_done()
        if deferred is None and not is_over:
            return await self._send(lambda: self._begin(payload))
        if deferred and not self._redraws:
            return await self._send(lambda: self.complete(payload))
        return deferred is not False and await self.follow_up(payload) is not None

    async def _begin(self, payload: Payload) -> None:
        page, files = PayloadView(payload), payload.files()
        made = await self.interaction.response.send_message(view=page, files=files, ephemeral=True)
        self.shown_in = made.message_id or 0

    async def complete(self, payload: Payload) -> None:
        """The answer, which was given or deferred, shows this from now on. Raises `ERRORS`.

        (What Discord calls the answer is public where that came below it.)
        """
        if self._went_below:
            if self.followed is not None:
                edit, page = self.interaction.followup.edit_message, PayloadView(payload)
                await edit(self.followed, view=page, attachments=payload.files())
            return
        message = await self.interaction.edit_original_response(
            view=PayloadView(payload), attachments=payload.files()
        )
        self.shown_in = message.id

    async def send_files(self, payload: Payload, files: Mapping[str, bytes]) -> bool:
        """A private message with files, by their names. Whether it is seen."""
        page = PayloadView(payload)

        def attached() -> list[discord.File]:
            return [SentFile(content, name) for name, content in files.items()]

        deferred, interaction = await self._deferred(), self.interaction
        if self._went_below:
            return await self.follow_up(payload, files) is not None
        if deferred is None:
            return await self._send(
                lambda: interaction.response.send_message(view=page, files=attached(), ephemeral=True)
            )
        return deferred and await self._send(
            lambda: interaction.edit_original_response(view=page, attachments=attached())
        )

    async def post(self, payload: Payload, mention: Sequence[int] = ()) -> int | None:
        """A message for everybody: its id, or None if the answer was deferred, or failed, or nobody knows.

        Nobody is notified of it but those whom it is to `mention`.
        """
        if await self._deferred() is not None or self._went_below:
            return None
        page, files, sent = PayloadView(payload), payload.files(), list[int | None]()
        users = [discord.Object(user) for user in mention]
        pinged = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)

        async def send() -> None:
            response = self.interaction.response
            made = await response.send_message(view=page, files=files, allowed_mentions=pinged)
            sent.append(made.message_id)

        async def look() -> None:
            sent.append((await self.interaction.original_response()).id)

        if not await self._send(send):
            return None
        if not any(sent):  # without a reply to it, the answer has to be asked for which message it became
            await self._send(look)
        return sent[-1] if sent else None

    async def open_modal(self, form: dict[str, Any]) -> bool:
        """Open a modal. Whether it is seen: it cannot be any more when the answer was deferred."""
        if await self._deferred() is not None or self._went_below:
            return False
        window = PayloadModal(_refilled(form, self.typed))
        self.typed = {}
        return await self._send(lambda: self.interaction.response.send_modal(window))

    async def redraw_under_modal(self, payload: Payload) -> None:
        """The private message on which a choice opened a window shows this, with nothing chosen: Discord's
        clients do not send the same choice twice (https://github.com/discord/discord-api-docs/issues/4801),
        and whoever closes the window may want it once more.
        """
        if self.is_on_private_message:
            page = PayloadView(payload)
            await self._send(lambda: self.interaction.followup.edit_message(self.message, view=page))

    async def follow_up(
        self, shown: Screen | Payload, files: Mapping[str, bytes] | None = None, *, public: bool = False
    ) -> int | None:
        """One more message, after the answer: its id, or None if it is not seen. It is private, unless it is
        to be `public`; `files`: to be taken away, by their names.

        Where the bot is no member Discord takes five for one press, and hides those that whoever pressed may
        not show there ("Use External Apps",
        https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages).
        """
        payload = shown.payload() if isinstance(shown, Screen) else shown
        page, sent = PayloadView(payload), list[int]()

        async def send() -> None:
            attached = [SentFile(content, name) for name, content in (files or {}).items()]
            message = await self.interaction.followup.send(
                view=page, files=[*payload.files(), *attached], ephemeral=not public, wait=True
            )
            sent.append(message.id)

        seen = sent[0] if await self._send(send) and sent else None
        self.followed = seen or self.followed
        if self._went_below:
            self.shown_in = self.followed or 0
        return seen

    async def _send(self, send: Callable[[], Awaitable[object]]) -> bool:
        """Whether what was sent is seen. Errors that are nobody's fault are logged; others are raised.

        It is sent once more if the connection was cut, which discord.py does not. Whether it arrived is not
        known: if it did, the second attempt is refused as answered already (40060).
        """
        again = False
        try:
            try:
                await send()
            except aiohttp.ClientConnectionError:
                again = True
                await send()
        except DISCORD_ERRORS as error:
            match discord_problem(error):
                case DiscordProblem.ANSWERED:  # our answer's reply was lost, or the press delivered twice
                    self._was_answered = True  # which the library does not know
                    self._note_answered(error, again)
                    return True
                case (
                    DiscordProblem.TOO_LATE
                    | DiscordProblem.EXPIRED
                    | DiscordProblem.MESSAGE_GONE
                    | DiscordProblem.CHANNEL_GONE
                    | DiscordProblem.PASSING
                ) as why:
                    self._is_deleted = why is DiscordProblem.MESSAGE_GONE
                    log.info("an answer was not delivered", why=why.value, age=round(self.age, 1))
                    return False
                case _:
                    raise
        self.answered = self.answered or time.perf_counter()
        self.acknowledged = self.acknowledged or self.answered
        return True

    def _note_answered(self, error: BaseException, again: bool) -> None:
        """It was answered already: by this bot, as the library knows or a second attempt shows, or not."""
        self.was_taken = not again and isinstance(error, discord.HTTPException)


def _refilled(form: dict[str, Any], typed: Filled) -> dict[str, Any]:
    """The window with these values in its fields."""
    for field in (label.get("component", {}) for label in form["components"]):
        given = typed.get(field.get("custom_id", ""))
        if given is None:
            continue
        values = chosen_in(given)
        if "options" in field:
            for option in field["options"]:
                option["default"] = option["value"] in values
        elif values and "max_values" in field:  # people; whoever crafts a window may say them of any field
            field["default_values"] = [{"id": each, "type": "user"} for each in values]
        elif given.get("value"):
            field["value"] = given["value"]
        else:
            field.pop("value", None)
    return form


# Pictures that come after the answer.


PRESSES_REMEMBERED = 5_000
"""Messages of which it is known on which press they were drawn."""

Draw = Callable[[MessageImage], Payload]
"""The page with this picture."""


class DeferredImages:
    """Adds pictures that were not ready when a private page was shown, while it is still that page.

    Whoever has pressed something on it meanwhile looks at another one.
    """

    def __init__(self, load_gate: LoadGate) -> None:
        self._load_gate = load_gate
        self._latest: OrderedDict[int, int] = OrderedDict()
        self.waiting: set[asyncio.Task[None]] = set()
        """For pictures that are still to be added."""

    def pressed(self, context: InteractionContext) -> None:
        """Something was pressed on a message: it may show something else soon."""
        if context.message:
            self._latest[context.message] = context.interaction.id
            self._latest.move_to_end(context.message)
            while len(self._latest) > PRESSES_REMEMBERED:
                self._latest.popitem(last=False)

    def is_looked_at(self, context: InteractionContext) -> bool:
        """Whether the answer to this press still stands where it was shown, as far as is known."""
        latest = self._latest.get(context.shown_in, context.interaction.id)
        return bool(context.shown_in) and latest == context.interaction.id

    def follow(self, context: InteractionContext, shown: Payload, draw: Draw) -> None:
        """The answer to this press is `shown`: draw it anew when the picture that it lacks is there."""
        for picture in shown.pending:
            task = asyncio.create_task(self._complete(context, picture, draw))
            self.waiting.add(task)
            task.add_done_callback(self.waiting.discard)

    def follow_pages(self, context: InteractionContext, pages: AsyncIterator[Payload]) -> None:
        """The answer to this press is drawn anew with each of these pages, while it is still looked at."""
        task = asyncio.create_task(self._turn_pages(context, pages))
        self.waiting.add(task)
        task.add_done_callback(self.waiting.discard)

    async def _turn_pages(self, context: InteractionContext, pages: AsyncIterator[Payload]) -> None:
        try:
            async for page in pages:
                if not self.is_looked_at(context):
                    return
                await context.complete(page)
        except DISCORD_ERRORS as error:
            log.info("a page was not drawn anew", why=discord_problem(error).value)
        except Exception as error:
            log.error("a page was not drawn anew", trace=trace(error))

    async def _complete(
        self, context: InteractionContext, picture: asyncio.Future[RenderedImage | None], draw: Draw
    ) -> None:
        await asyncio.wait([picture])
        drawn = None if picture.cancelled() else picture.result()
        if drawn is not None:
            await self._load_gate.wait_until_quiet()
        if drawn is None or not self.is_looked_at(context):
            return
        try:
            await context.complete(draw(MessageImage(drawn)))
        except DISCORD_ERRORS as error:
            log.info("a picture was not added to a page", why=discord_problem(error).value)
        except Exception as error:
            log.error("a page was not drawn with its picture", trace=trace(error))

    async def close(self) -> None:
        """Cancels the pictures that are still being drawn, and waits until they have stopped."""
        for task in self.waiting:
            task.cancel()
        await asyncio.gather(*self.waiting, return_exceptions=True)


# Private pages that show until when something lasts: drawn anew as that changes.


PAGE_LIFE = 14 * 60.0
"""Seconds for which a page is kept up to date; its token lives a minute longer."""
MOST_PAGES = 1_000

DrawPage = Callable[[], Awaitable[Payload]]


class OpenPages:
    """The private pages that people have open, by what they are about: the newest in each message.

    They are kept in memory only: after a restart a page is out of date until something is pressed on it.
    """

    def __init__(self, images: DeferredImages) -> None:
        self._images = images
        self._open: OrderedDict[tuple[str, int, int], tuple[InteractionContext, DrawPage]] = OrderedDict()

    def opened(self, about: str, context: InteractionContext, draw: DrawPage) -> None:
        """The answer to this press is a page that `draw` draws as things stand."""
        key = about, context.user, context.shown_in
        self._open.pop(key, None)
        self._open[key] = context, draw
        while len(self._open) > MOST_PAGES:
            self._open.popitem(last=False)

    def outdated(self, about: str, by: InteractionContext | None = None) -> None:
        """Something has changed that these pages show: they are drawn anew, while they are looked at. `by`
        this press, whose answer shows it already: only its user's pages have changed.
        """
        task = asyncio.create_task(self._refresh(about, by))
        self._images.waiting.add(task)
        task.add_done_callback(self._images.waiting.discard)

    async def _refresh(self, about: str, by: InteractionContext | None) -> None:
        for key, page in list(self._open.items()):
            context, draw = page
            if key[0] != about or (by is not None and (context is by or context.user != by.user)):
                continue
            is_alive = time.perf_counter() - context.arrived < PAGE_LIFE
            if not (is_alive and self._images.is_looked_at(context)):
                if self._open.get(key) is page:  # they may have opened it once more meanwhile
                    del self._open[key]
                continue
            try:
                await context.complete(await draw())
            except DISCORD_ERRORS as error:
                log.info("a page was not drawn anew", why=discord_problem(error).value)
            except Exception as error:
                log.error("a page was not drawn anew", trace=trace(error))
