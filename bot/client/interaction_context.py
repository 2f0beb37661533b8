"""How an interaction was attended to, for those who watch over the bot. It does not say whose it was."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import aiohttp
import discord
import structlog

from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.preferences.servers import Opener
from bot.refusal import Reason
from bot.tables.model import Press
from bot.tournaments.requirements import OrganiserRights
from bot.ui.views import Payload, PayloadModal, PayloadView
from games.contract import AnyGame

InteractionKind = Literal["press", "window", "command"]
"""A button or a list, a submitted window, or a slash command."""

InteractionOutcome = Literal[
    "answered",
    "refused",  # in a sentence that says why
    "late",  # Discord did not wait for it any more: nothing was done
    "stopping",  # the bot was about to stop
    "not shown",  # Discord or a missing permission kept the answer away
    "not stored",  # the database cannot be written
    "failed",  # an error of the bot's
]


@dataclass(frozen=True, slots=True)
class InteractionMetric:
    """How it went, in seconds since the interaction arrived."""

    by: InteractionKind
    kind: str
    """The verb of the button or window, or the command's name."""
    ended: InteractionOutcome
    refused: Reason | None
    put_off: bool
    acknowledged: float | None
    """When Discord had the answer, or the word that it will come; None if it had neither."""
    answered: float | None
    """When it had the answer."""


# What somebody asks, and who does: an interaction as it is read.


@dataclass(frozen=True, slots=True)
class ChosenMember:
    """Somebody of the server, as a list of people gives them."""

    user: int
    name: str
    is_bot: bool = False


def rights_of(interaction: discord.Interaction) -> OrganiserRights:
    """What Discord says, with this very interaction, of what whoever asks may do on this server."""
    user, on_a_server = interaction.user, interaction.guild_id is not None
    roles = [role.id for role in user.roles] if isinstance(user, discord.Member) else []
    return OrganiserRights(user.id, on_a_server and interaction.permissions.manage_guild, frozenset(roles))


def is_on_own_private_message(interaction: discord.Interaction) -> bool:
    """Whether it came from a message that nobody but its user sees.

    A private message answers somebody. Should Discord ever pass on a press by anybody else, nothing of theirs
    is drawn into it.
    """
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        return False
    answers = message.interaction_metadata
    return answers is None or answers.user.id == interaction.user.id


class InteractionData:
    """An interaction as it came: who asks, where, what was chosen or written."""

    __slots__ = ("interaction",)

    def __init__(self, interaction: discord.Interaction) -> None:
        self.interaction = interaction

    @property
    def user(self) -> int:
        """Who pressed."""
        return self.interaction.user.id

    @property
    def press(self) -> Press:
        """The press as the house takes it."""
        return Press(self.interaction.id, self.interaction.user.id, self.interaction.user.display_name)

    @property
    def locale(self) -> str:
        """The language of whoever asks: private answers are in it."""
        return self.interaction.locale.value

    @property
    def public_locale(self) -> str:
        """The server's language."""
        known = self.interaction.guild_locale
        return known.value if known is not None else self.locale

    @property
    def guild(self) -> int:
        """The server; 0 in direct messages."""
        return self.interaction.guild_id or 0

    @property
    def in_direct_messages(self) -> bool:
        """Whether the bot and this user are by themselves."""
        return self.interaction.guild_id is None

    @property
    def channel(self) -> int:
        """The channel or thread."""
        return self.interaction.channel_id or 0

    @property
    def manages(self) -> bool:
        """Whether whoever asks may manage this server, as Discord says with this very interaction."""
        return self.rights.manages

    @property
    def opener(self) -> Opener:
        """Whoever asks, as far as the server may want to know before they open a table."""
        channel, rights = self.interaction.channel, self.rights
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        return Opener(rights.roles, rights.manages, parent)

    @property
    def rights(self) -> OrganiserRights:
        """Whoever asks, as far as it matters to those who organise and moderate."""
        return rights_of(self.interaction)

    @property
    def by(self) -> InteractionKind:
        """What it is, for those who watch over the bot."""
        if self.interaction.type is discord.InteractionType.modal_submit:
            return "window"
        return "press" if self.is_press else "command"

    @property
    def is_press(self) -> bool:
        """Whether a button or list was pressed, rather than a command given or a window submitted."""
        return self.interaction.type is discord.InteractionType.component

    @property
    def is_on_private_message(self) -> bool:
        """Whether what was pressed is on a message that only this user sees."""
        return is_on_own_private_message(self.interaction)

    @property
    def message(self) -> int:
        """The message on which something was pressed; 0 for a command."""
        return self.interaction.message.id if self.interaction.message is not None else 0

    @property
    def values(self) -> Sequence[str]:
        """What was chosen from a list; nothing if a button was pressed."""
        data: Any = self.interaction.data
        return data.get("values", ())

    def written(self, field: str) -> str:
        """What was written into a field of a submitted window; empty if nothing was."""
        return str(self._filled_in(field).get("value") or "")

    def picked(self, field: str) -> Sequence[str]:
        """What was chosen from a list in a submitted window."""
        return self._filled_in(field).get("values") or ()

    def _filled_in(self, field: str) -> dict[str, Any]:
        data: Any = self.interaction.data
        fields = (label.get("component", {}) for label in data["components"])
        return next((given for given in fields if given.get("custom_id") == field), {})

    def person(self, id: str) -> ChosenMember | None:
        """Somebody of this server who was chosen from a list; None if they are not on it (any more)."""
        data: Any = self.interaction.data
        known = data.get("resolved", {})
        user, member = known.get("users", {}).get(id), known.get("members", {}).get(id)
        if user is None or member is None:
            return None
        name = member.get("nick") or user.get("global_name") or user["username"]
        return ChosenMember(int(id), name, bool(user.get("bot")))

    @property
    def age(self) -> float:
        """Seconds since the press, as far as the clocks of this machine and Discord's agree."""
        return time.time() - discord.utils.snowflake_time(self.interaction.id).timestamp()


# One interaction, and the one answer that it is owed within three seconds.


log = structlog.get_logger(__name__)

DEFER_AFTER = 1.5
"""Seconds after the press at which the answer is put off, so that it can take up to 15 minutes."""
SUSPICIOUS_AGE = 2.5
"""Seconds after which a press may be dead: from here on Discord is asked before anything is done."""

AnswerMode = Literal["redraw", "private"]
"""What an answer that is put off will be: the message with the button drawn anew, or a private one."""

AnswerT = TypeVar("AnswerT")


class InteractionContext(InteractionData):
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

    def __init__(self, interaction: discord.Interaction, mode: AnswerMode) -> None:
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
        self._mode: AnswerMode = mode
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
            await _send_with_retry(lambda: response.defer(ephemeral=private, thinking=private))
        except DISCORD_ERRORS as error:
            if discord_problem(error) is not DiscordProblem.ANSWERED:
                log.info(
                    "a press came too late to be answered",
                    why=discord_problem(error).value,
                    age=round(self.age, 1),
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

    def replace_private_message(self) -> None:
        """The answer, whatever it is, comes in place of the private message on which something was chosen."""
        self._in_place = self.is_on_private_message

    async def redraw(self, payload: Payload) -> bool:
        """Draw the message anew whose button was pressed. Whether it is seen.

        What is private is never drawn where others see it: then it becomes a message of its own.
        """
        self._in_place = False
        if self._mode == "private" and not self.is_on_private_message:
            return await self.tell(payload)
        page = PayloadView(payload)
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
        page, files = PayloadView(payload), payload.files()
        made = await self.interaction.response.send_message(view=page, files=files, ephemeral=True)
        self.shown_in = made.message_id or 0

    async def _edit(self, payload: Payload) -> bool:
        return await self._is_put_off_well() and await self._send(lambda: self.complete(payload))

    async def complete(self, payload: Payload) -> None:
        """The answer, which was given or put off, shows this from now on. Raises `ERRORS`."""
        message = await self.interaction.edit_original_response(
            view=PayloadView(payload), attachments=payload.files()
        )
        self.shown_in = message.id

    async def hand_over(self, payload: Payload, files: Mapping[str, bytes]) -> bool:
        """A private message with files, by their names. Whether it is seen."""
        page = PayloadView(payload)

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
        page, sent = PayloadView(payload), list[int | None]()

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
        return await self._send(lambda: self.interaction.response.send_modal(PayloadModal(form)))

    async def also_tell(self, payload: Payload) -> bool:
        """One more private message, after the answer. Whether it is seen."""
        return await self.follow_up(payload) is not None

    async def follow_up(self, payload: Payload) -> int | None:
        """The same; the message's id, or None if it is not seen."""
        page, sent = PayloadView(payload), list[int]()

        async def send() -> None:
            message = await self.interaction.followup.send(
                view=page, files=payload.files(), ephemeral=True, wait=True
            )
            sent.append(message.id)

        return sent[0] if await self._send(send) and sent else None

    async def _send(self, send: Callable[[], Awaitable[object]]) -> bool:
        """Whether what was sent is seen. Errors that are nobody's fault are logged; others are raised."""
        try:
            await _send_with_retry(send)
        except DISCORD_ERRORS as error:
            match discord_problem(error):
                case (
                    DiscordProblem.ANSWERED
                ):  # the reply to our answer was lost, or the press was delivered twice
                    return True
                case (
                    DiscordProblem.TOO_LATE
                    | DiscordProblem.EXPIRED
                    | DiscordProblem.MESSAGE_GONE
                    | DiscordProblem.CHANNEL_GONE
                    | DiscordProblem.PASSING
                ) as why:
                    log.info("an answer was not delivered", why=why.value, age=round(self.age, 1))
                    return False
                case _:
                    raise
        self._has_reached_discord()
        if self.answered is None:
            self.answered = time.perf_counter()
        return True


async def _send_with_retry(send: Callable[[], Awaitable[AnswerT]]) -> AnswerT:
    """Send, and once more if the connection was cut: discord.py does not, and whether it arrived is not
    known.

    If it did, the second attempt is refused as answered already (40060).
    """
    try:
        return await send()
    except aiohttp.ClientConnectionError:
        return await send()
