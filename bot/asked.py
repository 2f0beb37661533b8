"""One interaction, and the one answer that it is owed within three seconds."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, TypeVar

import aiohttp
import discord
import structlog

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.page import Form, Page, Payload
from bot.question import Question
from bot.tables.refusal import Reason
from games.contract import AnyGame

log = structlog.get_logger(__name__)

DEFER_AFTER = 1.5
"""Seconds after the press at which the answer is put off, so that it can take up to 15 minutes."""
SUSPICIOUS_AGE = 2.5
"""Seconds after which a press may be dead: from here on Discord is asked before anything is done."""

Mode = Literal["redraw", "private"]
"""What an answer that is put off will be: the message with the button drawn anew, or a private one."""

T = TypeVar("T")


class Asked(Question):
    """An interaction with the ways to answer it. The first one called is the answer, put off if late."""

    __slots__ = (
        "_deferral",
        "_in_place",
        "_mode",
        "_timer",
        "acknowledged",
        "answered",
        "arrived",
        "game",
        "refused",
        "shown_in",
        "tournament",
    )

    def __init__(self, interaction: discord.Interaction, mode: Mode) -> None:
        super().__init__(interaction)
        self.arrived = time.perf_counter()
        self.acknowledged: float | None = None
        """When Discord had the answer, or the word that it will come."""
        self.answered: float | None = None
        """When Discord had the answer."""
        self.refused: Reason | None = None
        """Why nothing was done, if that was so."""
        self.game: AnyGame | None = None
        """The game in whose words a refusal is said, where no table tells it."""
        self.tournament: str | None = None
        """The tournament that it is about, for the log."""
        self.shown_in = 0
        """The message that shows the answer; 0 as long as there is none, or if that is not known."""
        self._mode: Mode = mode
        self._in_place = False
        self._timer: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[bool] | None = None

    # in time

    async def in_time(self) -> bool:
        """Whether the press can still be answered; sees to it that it will be.

        A press older than three seconds is dead: the person was told that it failed and may have pressed
        again, so nothing must come of it. Clocks differ, so one that seems old is not judged by its age:
        Discord is asked, by putting the answer off.
        """
        age = self.age
        if age > SUSPICIOUS_AGE:
            self._put_off()
            return await self._is_put_off_well()
        delay = DEFER_AFTER - max(0.0, age)
        self._timer = asyncio.get_running_loop().call_later(max(0.0, delay), self._put_off)
        return True

    def over(self) -> None:
        """Nothing more will come: an answer need not be put off any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def give_up(self) -> None:
        """It will not be answered, nor put off."""
        self.over()
        if self._deferral is not None:
            self._deferral.cancel()

    def _put_off(self) -> None:
        self._timer = None
        self._deferral = asyncio.ensure_future(self._defer())

    async def _defer(self) -> bool:
        """Put the answer off; whether it can be given later."""
        response = self.interaction.response
        private = self._mode == "private"
        try:
            await _twice_if_cut_off(lambda: response.defer(ephemeral=private, thinking=private))
        except ERRORS as error:
            if trouble(error) is not Trouble.ANSWERED:
                log.info(
                    "a press came too late to be answered", why=trouble(error).value, age=round(self.age, 1)
                )
                return False
        self._has_reached_discord()
        return True

    @property
    def was_put_off(self) -> bool:
        """Whether Discord was told that the answer will come, or that was tried."""
        return self._deferral is not None

    def _has_reached_discord(self) -> None:
        if self.acknowledged is None:
            self.acknowledged = time.perf_counter()

    async def _is_put_off(self) -> bool:
        """Whether the answer was put off; if not, it will not be any more."""
        self.over()
        if self._deferral is not None:
            await self._deferral
        return self._deferral is not None

    async def _is_put_off_well(self) -> bool:
        return self._deferral is not None and await self._deferral

    # the answer

    def takes_place_of_the_question(self) -> None:
        """The answer, whatever it is, comes in place of the private message on which something was chosen."""
        self._in_place = self.on_private_message

    async def redraw(self, payload: Payload) -> bool:
        """Draw the message anew whose button was pressed. Whether it is seen.

        What is private is never drawn where others see it: then it becomes a message of its own.
        """
        self._in_place = False
        if self._mode == "private" and not self.on_private_message:
            return await self.tell(payload)
        page = Page(payload)
        self.shown_in = self.message
        if not await self._is_put_off():
            return await self._send(
                lambda: self.interaction.response.edit_message(view=page, attachments=payload.files())
            )
        return await self._edit(payload)

    async def tell(self, payload: Payload) -> bool:
        """A private message. Whether it is seen."""
        if self._in_place:
            return await self.redraw(payload)
        if not await self._is_put_off():
            if self.interaction.response.is_done():
                return await self.also_tell(payload)
            return await self._send(lambda: self._begin(payload))
        if self._mode == "private":
            return await self._edit(payload)
        return await self._is_put_off_well() and await self.also_tell(payload)

    async def _begin(self, payload: Payload) -> None:
        page, files = Page(payload), payload.files()
        made = await self.interaction.response.send_message(view=page, files=files, ephemeral=True)
        self.shown_in = made.message_id or 0

    async def _edit(self, payload: Payload) -> bool:
        return await self._is_put_off_well() and await self._send(lambda: self.complete(payload))

    async def complete(self, payload: Payload) -> None:
        """The answer, which was given or put off, shows this from now on. Raises `ERRORS`."""
        message = await self.interaction.edit_original_response(
            view=Page(payload), attachments=payload.files()
        )
        self.shown_in = message.id

    async def hand_over(self, payload: Payload, files: Mapping[str, bytes]) -> bool:
        """A private message with files, by their names. Whether it is seen."""
        page = Page(payload)

        def attached() -> list[discord.File]:
            return [discord.File(io.BytesIO(content), name) for name, content in files.items()]

        if not await self._is_put_off():
            response = self.interaction.response
            return await self._send(
                lambda: response.send_message(view=page, files=attached(), ephemeral=True)
            )
        return await self._is_put_off_well() and await self._send(
            lambda: self.interaction.edit_original_response(view=page, attachments=attached())
        )

    async def post(self, payload: Payload) -> int | None:
        """A message for everybody: its id, or None if the answer was put off, or failed, or nobody knows."""
        if await self._is_put_off():
            return None
        page, sent = Page(payload), list[int | None]()

        async def send() -> None:
            sent.append((await self.interaction.response.send_message(view=page)).message_id)

        async def look() -> None:
            sent.append((await self.interaction.original_response()).id)

        if not await self._send(send):
            return None
        if not any(sent):  # without a reply to it, the answer has to be asked for which message it became
            await self._send(look)
        return sent[-1] if sent else None

    async def ask(self, form: dict[str, Any]) -> bool:
        """Open a modal. Whether it is seen: it cannot be any more when the answer was put off."""
        if await self._is_put_off():
            return False
        return await self._send(lambda: self.interaction.response.send_modal(Form(form)))

    async def also_tell(self, payload: Payload) -> bool:
        """One more private message, after the answer. Whether it is seen."""
        return await self.follow_up(payload) is not None

    async def follow_up(self, payload: Payload) -> int | None:
        """The same; the message's id, or None if it is not seen."""
        page, sent = Page(payload), list[int]()

        async def send() -> None:
            message = await self.interaction.followup.send(
                view=page, files=payload.files(), ephemeral=True, wait=True
            )
            sent.append(message.id)

        return sent[0] if await self._send(send) and sent else None

    async def _send(self, send: Callable[[], Awaitable[object]]) -> bool:
        """Whether what was sent is seen. Errors that are nobody's fault are logged; others are raised."""
        try:
            await _twice_if_cut_off(send)
        except ERRORS as error:
            match trouble(error):
                case Trouble.ANSWERED:  # the reply to our answer was lost, or the press was delivered twice
                    return True
                case (
                    Trouble.TOO_LATE
                    | Trouble.EXPIRED
                    | Trouble.MESSAGE_GONE
                    | Trouble.CHANNEL_GONE
                    | Trouble.PASSING
                ) as why:
                    log.info("an answer was not delivered", why=why.value, age=round(self.age, 1))
                    return False
                case _:
                    raise
        self._has_reached_discord()
        if self.answered is None:
            self.answered = time.perf_counter()
        return True


async def _twice_if_cut_off(send: Callable[[], Awaitable[T]]) -> T:
    """Send, and once more if the connection was cut: discord.py does not, and whether it arrived is not
    known.

    If it did, the second attempt is refused as answered already (40060).
    """
    try:
        return await send()
    except aiohttp.ClientConnectionError:
        return await send()
