"""Interactions: a person presses or writes something, the bot has three seconds to answer and then fifteen
minutes.

An `Interaction` remembers what it was, how it was answered and which message is its answer ("@original").
"""

import asyncio
import secrets
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from playground.errors import (
    ALREADY_ACKNOWLEDGED,
    INVALID_WEBHOOK_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_WEBHOOK,
    DiscordError,
)
from playground.faults import Journeys
from playground.gateway import Gateway
from playground.model import Channel, JsonObject, Member, Message, Post
from playground.permissions import OF_AN_EXTERNAL_APP
from playground.slash import IN_A_DM, IN_A_GROUP, full_name
from playground.world import World

ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
# What the bot was sent is kept for this many interactions, so that a long run does not fill the memory.
REDELIVERABLE = 2000
ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024


class Kind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class InteractionFailed(Exception):
    """What a person then sees is "This interaction failed" or "The application did not respond"."""


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction and how far it has come.

    `outcome` is done at the first answer (with the interaction itself), or fails with InteractionFailed;
    `later` at the first message that is posted or edited after a deferral. `said` is the message with which
    it was answered, as it stood at that moment.
    """

    id: str
    token: str
    kind: Kind
    user_id: str
    channel_id: str
    guild_id: str | None
    data: JsonObject
    message_id: str | None
    born: float
    metadata: JsonObject
    outcome: asyncio.Future["Interaction"]
    later: asyncio.Future[Post]
    raw: bytes = b""
    answer: Answer | None = None
    ephemeral: bool = False
    said: Message | None = None
    original_id: str | None = None
    original_channel_id: str = ""
    follow_up_is_original: bool = False
    follow_ups: int = 0
    modal: JsonObject | None = None
    choices: list[JsonObject] = field(default_factory=list)
    timer: asyncio.TimerHandle | None = None

    @property
    def deferred(self) -> bool:
        return self.answer in (Answer.DEFERRED_MESSAGE, Answer.DEFERRED_UPDATE)


class Interactions:
    """All interactions whose tokens may still be used."""

    def __init__(self, world: World, gateway: Gateway, answer_seconds: float) -> None:
        self.world = world
        self.gateway = gateway
        self._answer_seconds = answer_seconds
        self.by_id: dict[str, Interaction] = {}
        """Those whose tokens are not long expired, the oldest first."""
        self._by_token: dict[str, Interaction] = {}
        self._latest: deque[Interaction] = deque()
        self.journeys = Journeys()

    def begin(
        self, kind: Kind, user_id: str, channel: Channel, data: JsonObject, source: Post | None = None,
        came_from: Interaction | None = None,
    ) -> Interaction:  # fmt: skip
        """A person does something: the bot is told, and the three seconds run.

        `source` is the message whose component was used, or from which the modal came; `came_from` the
        interaction that opened the modal.
        """
        self._forget_expired()
        loop = asyncio.get_running_loop()
        interaction_id = self.world.new_id()
        guild = self.world.guild_of(channel)
        interaction = Interaction(
            id=interaction_id,
            token=secrets.token_urlsafe(48),
            kind=kind,
            user_id=user_id,
            channel_id=channel.id,
            guild_id=guild.id if guild else None,
            data=data,
            message_id=source.message.id if source else None,
            born=self.world.clock.now(),
            metadata=self._metadata(interaction_id, kind, user_id, channel, data, source, came_from),
            outcome=loop.create_future(),
            later=loop.create_future(),
        )
        self.by_id[interaction.id] = self._by_token[interaction.token] = interaction
        interaction.timer = loop.call_later(self._answer_seconds, self._fail, interaction)
        interaction.raw = msgspec.json.encode(self._payload(interaction, channel, source))
        self._latest.append(interaction)
        if len(self._latest) > REDELIVERABLE:
            self._latest.popleft().raw = b""
        if not self.gateway.serving(interaction.guild_id):
            self._fail(interaction, "the bot is offline")
        for seconds in self.journeys.next():
            if seconds:
                loop.call_later(seconds, self.deliver, interaction)
            else:
                self.deliver(interaction)
        return interaction

    def deliver(self, interaction: Interaction) -> None:
        """Sends the interaction to the bot; a second time it is the very same one.

        Raises ValueError when too much has happened since for it to be remembered.
        """
        if not interaction.raw:
            raise ValueError(f"only the latest {REDELIVERABLE} interactions can be sent again")
        self.gateway.dispatch("INTERACTION_CREATE", msgspec.Raw(interaction.raw), interaction.guild_id)

    def give_up(self) -> None:
        """Whoever still waits for a first answer waits no longer: InteractionFailed."""
        for interaction in self.by_id.values():
            self._fail(interaction, "whoever was asked is gone")

    def _fail(self, interaction: Interaction, why: str | None = None) -> None:
        why = why or f"the bot did not answer within {self._answer_seconds:g} seconds"
        if not interaction.outcome.done():
            interaction.outcome.set_exception(InteractionFailed(why))
            # Whoever waits for it hears of it; where nobody does, it is no error of the loop.
            interaction.outcome.exception()

    def _forget_expired(self) -> None:
        while self.by_id:
            oldest = next(iter(self.by_id.values()))
            if self.world.clock.now() - oldest.born < 2 * TOKEN_SECONDS:
                return
            del self.by_id[oldest.id], self._by_token[oldest.token]
            if self._latest[0] is oldest:
                self._latest.popleft()

    # finding them again

    def find(self, interaction_id: str) -> Interaction:
        """Raises KeyError when it is too long ago."""
        return self.by_id[interaction_id]

    def to_answer(self, interaction_id: str, token: str) -> Interaction:
        """The interaction that a callback is for.

        Raises Unknown interaction (no such, or its three seconds are over), or that it has been answered.
        """
        interaction = self.by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise DiscordError(UNKNOWN_INTERACTION)
        if interaction.answer is not None:
            raise DiscordError(ALREADY_ACKNOWLEDGED)
        if self.world.clock.now() - interaction.born > self._answer_seconds:
            self._fail(interaction)
            raise DiscordError(UNKNOWN_INTERACTION)
        return interaction

    def answered(self, application_id: str, token: str) -> Interaction:
        """The interaction whose webhook this is: answered, and not older than its token.

        Raises Unknown Webhook or Invalid Webhook Token.
        """
        interaction = self._by_token.get(token)
        if interaction is None:
            raise DiscordError(INVALID_WEBHOOK_TOKEN)
        if application_id != self.world.state.application_id or interaction.answer is None:
            raise DiscordError(UNKNOWN_WEBHOOK)
        if self.world.clock.now() - interaction.born > TOKEN_SECONDS:
            raise DiscordError(INVALID_WEBHOOK_TOKEN)
        return interaction

    def settle(self, interaction: Interaction, answer: Answer, post: Post | None = None) -> None:
        """Notes the first answer and wakes whoever waits for it."""
        interaction.answer = answer
        if post and not interaction.deferred:
            interaction.said = post.message
        if interaction.timer:
            interaction.timer.cancel()
            interaction.timer = None
        if not interaction.outcome.done():
            interaction.outcome.set_result(interaction)

    def came_later(self, interaction: Interaction, post: Post) -> None:
        """What a deferral promised, or the first part of it, is there."""
        interaction.follow_up_is_original = False
        if interaction.deferred and not interaction.later.done():
            interaction.said = post.message
            interaction.later.set_result(post)

    # what the bot is sent

    def _metadata(
        self, interaction_id: str, kind: Kind, user_id: str, channel: Channel, data: JsonObject,
        source: Post | None, came_from: Interaction | None,
    ) -> JsonObject:  # fmt: skip
        metadata: JsonObject = {
            "id": interaction_id,
            "type": int(kind),
            "user": self.world.user(user_id),
            "authorizing_integration_owners": self._owners(user_id, channel, source),
        }
        if kind is Kind.COMMAND:
            metadata["name"] = full_name(data)
        if kind is Kind.COMPONENT and source:
            metadata["interacted_message_id"] = source.message.id
        if came_from:
            metadata["triggering_interaction_metadata"] = came_from.metadata
        return metadata

    def _owners(self, user_id: str, channel: Channel, source: Post | None) -> dict[str, str]:
        """Who has installed the bot so that this can happen: the server ("0"), the person ("1"), or both. Of
        a component it is the person by whose command its message came, whoever presses.
        """
        server = {} if self.world.is_outside(channel) else {"0": channel.guild_id or "0"}
        metadata = source.message.interaction_metadata if source else UNSET
        if isinstance(metadata, dict) and "1" in metadata["authorizing_integration_owners"]:
            return server | {"1": metadata["authorizing_integration_owners"]["1"]}
        return server | ({"1": user_id} if self.world.state.people[user_id].has_app else {})

    def _payload(self, interaction: Interaction, channel: Channel, source: Post | None) -> JsonObject:
        person = self.world.state.people[interaction.user_id]
        payload: JsonObject = {
            "id": interaction.id,
            "application_id": self.world.state.application_id,
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": channel.id,
            "channel": replace(channel, permissions=str(self.world.rights(interaction.user_id, channel))),
            "locale": person.locale,
            "app_permissions": str(self._rights_of_app(interaction.user_id, channel)),
            "entitlements": [],
            "authorizing_integration_owners": self._owners(interaction.user_id, channel, source),
            "attachment_size_limit": ATTACHMENT_SIZE_LIMIT,
        }
        if source:
            payload["message"] = source.message
        guild = self.world.guild_of(channel)
        if guild is None:
            return payload | {"user": person.user, "context": IN_A_GROUP if channel.is_group else IN_A_DM}
        return payload | {
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": guild.preferred_locale, "features": []},
            "guild_locale": guild.preferred_locale,
            "member": self._member(guild.members[person.user.id], channel),
            "context": 0,
        }

    def _rights_of_app(self, user_id: str, channel: Channel) -> int:
        if self.world.is_outside(channel):
            return self.world.rights(user_id, channel) & OF_AN_EXTERNAL_APP
        return self.world.rights(self.world.bot.id, channel)

    def _member(self, member: Member, channel: Channel) -> Any:
        permissions = str(self.world.rights(member.user.id, channel))
        return msgspec.structs.asdict(member) | {"permissions": permissions}
