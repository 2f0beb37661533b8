"""Channels as far as the bot posts in them by itself: what is sent is written down."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord
from discord.utils import time_snowflake, utcnow

from bot.client.channels import Channels
from bot.client.rate_limits import RequestBudget
from bot.runtime.clock import Clock
from bot.ui.views import Payload

DIRECT = 2**62
"""Added to a user's id: their channel of direct messages."""
HOUR = 3600.0


class Refused(discord.HTTPException):
    """An error as Discord's library raises it where Discord says no: its code and HTTP status."""

    def __init__(self, code: int, status: int) -> None:
        Exception.__init__(self, f"{status} {code}")
        self.code, self.status = code, status


@dataclass
class Written:
    """A message: where it stands, what it shows, and whom it pings."""

    channel: int
    payload: Payload
    mentions: tuple[int, ...]


@dataclass
class Chronicle:
    """All that was ever sent. It outlives the bot."""

    standing: dict[int, Written] = field(default_factory=dict[int, Written])
    sent: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By channel, the Unix times of new messages."""
    requests: list[float] = field(default_factory=list[float])
    """The Unix times of everything that counts for Discord's limit."""
    nonces: dict[str, int] = field(default_factory=dict[str, int])
    messages: Iterator[int] = field(default_factory=lambda: itertools.count(time_snowflake(utcnow())))
    """Their ids, of which each tells when it was posted: by the machine's clock, just now."""

    def most_in_an_hour(self) -> int:
        """New messages in any one channel or thread within any hour, at most."""
        return max((_most_within(HOUR, times) for times in self.sent.values()), default=0)

    def most_in_a_second(self) -> int:
        """Requests within any second, at most."""
        return _most_within(1.0, self.requests)


def _most_within(span: float, times: Sequence[float]) -> int:
    most, first = 0, 0
    for last, at in enumerate(times):
        while times[first] <= at - span:
            first += 1
        most = max(most, last - first + 1)
    return most


class PaperChannels(Channels):
    """`Channels` without Discord, of whose servers the library knows none. Those with an even number let the
    bot open threads.
    """

    def __init__(
        self, chronicle: Chronicle, budget: RequestBudget, clock: Clock, closed: Callable[[int], bool]
    ) -> None:
        super().__init__(cast(discord.Client, SimpleNamespace(get_guild=lambda _guild: None)), budget)
        self.chronicle = chronicle
        self._clock = clock
        self._closed = closed
        self.posted: Counter[str] = Counter()

    def _requested(self) -> None:
        self.chronicle.requests.append(self._clock.now())

    async def send(
        self,
        guild: int,
        channel: int,
        payload: Payload,
        *,
        nonce: str,
        mention: Sequence[int] = (),
        call: Sequence[int] = (),
        silent: bool = False,
    ) -> int:
        self._requested()
        if channel > DIRECT and self._closed(channel - DIRECT):
            raise Refused(50007, 403)
        if nonce in self.chronicle.nonces:
            return self.chronicle.nonces[nonce]
        message = self.chronicle.nonces[nonce] = next(self.chronicle.messages)
        self.chronicle.standing[message] = Written(channel, payload, tuple(mention))
        self.chronicle.sent[channel].append(self._clock.now())
        return message

    async def direct(self, user: int) -> int:
        await self.budget.take()
        self._requested()
        return DIRECT + user

    async def edit(self, guild: int, channel: int, message: int, payload: Payload) -> None:
        await self.budget.take()
        self._requested()
        if message not in self.chronicle.standing:
            raise Refused(10008, 404)
        self.chronicle.standing[message].payload = payload

    async def delete(self, guild: int, channel: int, message: int) -> None:
        await self.budget.take()
        self._requested()
        if self.chronicle.standing.pop(message, None) is None:
            raise Refused(10008, 404)

    async def buried(self, channel: int, message: int, under: int, every: float) -> bool:
        """See `Channels.buried`. Nobody chats here."""
        return False

    def may_edit_old(self, channel: int, every: float) -> bool:
        """See `Channels.may_edit_old`. Paper bears any edit; between two, hours of this clock may pass."""
        return True

    async def own_latest(self, guild: int, channel: int, *, limit: int = 50) -> list[discord.Message]:
        await self.budget.take()
        self._requested()
        standing = reversed(self.chronicle.standing.items())
        return [_as_message(message, written) for message, written in standing if written.channel == channel]

    async def open_thread(self, guild: int, channel: int, message: int, name: str) -> int:
        await self.budget.take()
        self._requested()
        return message

    async def archive(self, thread: int) -> None:
        await self.budget.take()
        self._requested()

    def may_open_threads(self, guild: int, channel: int) -> bool:
        return guild % 2 == 0

    def granted(self, guild: int, channel: int) -> discord.Permissions | None:
        return discord.Permissions.all()


def _as_message(message: int, written: Written) -> discord.Message:
    return cast(discord.Message, SimpleNamespace(id=message, components=[*map(_as_part, written.payload)]))


def _as_part(part: dict[str, Any]) -> SimpleNamespace:
    children = [_as_part(child) for child in part.get("components", ())]
    known = {key: part[key] for key in ("custom_id", "content") if key in part}
    return SimpleNamespace(children=children, accessory=None, **known)
