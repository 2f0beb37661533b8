"""The trouble of a run: by chance with each request and interaction, and from time to time at large."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from playground import Playground, Seen, threads
from playground.errors import TOO_MANY_OLD_EDITS
from playground.faults import AT_ONCE, Fault, Journey, break_off, failure, held_back, limited
from playground.interactions import TOKEN_SECONDS, Interaction
from playground.model import Channel
from tests.support.clock import WallClock

REQUESTS_FAIL = 0.08
"""Share of the bot's requests that do not go well."""
INTERACTIONS_STRAY = 0.1
"""Share of interactions that arrive late or twice."""
BETWEEN = 1.2
"""Seconds between two troubles at large, on average."""
STRICKEN = ("/channels/", "/interactions/", "/webhooks/", "/guilds/", "/users/@me/channels")
"""Routes on which requests fail: those of play. A login that fails ends the program: another story."""
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
RIGHTS = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "read_message_history",
)


class Faults:
    """What goes wrong in the given channels of a playground. `recent`: what people did last; `restart` and
    `kill` stop the bot and start it again.
    """

    def __init__(
        self,
        pg: Playground,
        random: Random,
        channels: Sequence[str],
        clock: WallClock,
        recent: Sequence[Interaction],
        restart: Callable[[], Awaitable[None]],
        kill: Callable[[], Awaitable[None]],
    ) -> None:
        self._pg = pg
        self._random = random
        self._channels = [pg.channel(name).id for name in channels]
        self._clock = clock
        self._recent = recent
        self.counted: Counter[str] = Counter()
        self._amends: set[asyncio.Task[None]] = set()
        self._calm = asyncio.Event()
        self._at_large: dict[str, Callable[[], Awaitable[None] | None]] = {
            "gateway closed": self._pg.disconnect_gateway,
            "reconnect": self._pg.ask_to_reconnect,
            "invalid session": self._pg.invalidate_session,
            "token expired": lambda: self._pg.clock.advance(TOKEN_SECONDS + 1),
            "message deleted": self._delete_message,
            "hand dismissed": self._dismiss_hand,
            "thread deleted": self._delete_thread,
            "channel deleted": self._delete_channel,
            "thread archived": self._archive,
            "thread locked": self._lock,
            "permission removed": self._take_permission,
            "bot kicked": self._kick,
            "clock set": self._set_clock,
            "old interaction again": self._redeliver,
            "restart": restart,
            "kill": kill,
        }
        outages = dict.fromkeys(("gateway closed", "reconnect", "invalid session", "restart", "kill"), 0.5)
        self._weights = outages | {"channel deleted": 0.2, "thread deleted": 0.6}

    # by chance

    def begin(self) -> None:
        """Requests and interactions stray from now on."""
        self._pg.leave_to_chance(self._of_request, self._of_interaction)

    def _of_request(self, route: str) -> Fault | None:
        stricken = route.split()[1].startswith(STRICKEN)
        if not stricken or self._random.random() >= REQUESTS_FAIL:
            return None
        after, wait = self._random.random() < 0.5, self._random.uniform(0.05, 0.8)
        kinds = {
            "429": lambda: limited(wait),
            "429 shared": lambda: limited(wait, "shared"),
            "429 global": lambda: limited(wait, "global"),
            "500": lambda: failure(500, after_doing=after),
            "502": lambda: failure(502, after_doing=after),
            "503": lambda: failure(503, after_doing=after),
            "504": lambda: failure(504, after_doing=after),
            "connection dropped": lambda: break_off(after_doing=after),
            "slow": lambda: held_back(wait, after_doing=after),
            "slow by more than 3 s": lambda: held_back(3.2, after_doing=after),
        }
        if route == EDIT:
            kinds["30046"] = lambda: limited(wait, refusal=TOO_MANY_OLD_EDITS)
        kind = self._random.choice(list(kinds))
        self.counted[kind] += 1
        return kinds[kind]()

    def _of_interaction(self) -> Journey:
        if self._random.random() >= INTERACTIONS_STRAY:
            return AT_ONCE
        kinds = {
            "interaction late": (self._random.uniform(0.05, 0.8),),
            "interaction after 3 s": (3.1,),
            "interaction twice": (0.0, 0.0),
            "interaction again later": (0.0, self._random.uniform(0.01, 2.0)),
        }
        [kind] = self._random.choices(list(kinds), (3, 1, 3, 3))
        self.counted[kind] += 1
        return kinds[kind]

    # at large

    async def happen(self) -> None:
        """One trouble at large after the other, until it calms down."""
        weights = [self._weights.get(name, 1.0) for name in self._at_large]
        while not await self._calms_down_within(self._random.expovariate(1 / BETWEEN)):
            [name] = self._random.choices(list(self._at_large), weights)
            made = self._at_large[name]()
            if made is not None:
                await made
            self.counted[name] += 1

    async def _calms_down_within(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._calm.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def calm(self) -> None:
        """Nothing strays any more, and what was taken away for a while is given back."""
        self._calm.set()
        self._pg.leave_to_chance()
        await asyncio.gather(*self._amends)

    def _later(self, amend: Callable[[], None], seconds: float) -> None:
        async def amended() -> None:
            await asyncio.sleep(seconds)
            amend()

        task = asyncio.create_task(amended())
        self._amends.add(task)

    def _there(self) -> list[Channel]:
        """The channels that are still there."""
        known = self._pg.world.state.channels
        return [known[one] for one in self._channels if one in known]

    def _threads(self) -> list[Channel]:
        return [one for one in self._pg.world.state.channels.values() if one.is_thread]

    def _any(self, among: Sequence[Channel]) -> Channel | None:
        return self._random.choice(among) if among else None

    def _delete_message(self) -> None:
        world = self._pg.world
        posts = [
            post
            for place in [*self._there(), *self._threads()]
            for post in world.posts_in(place.id).values()
            if not post.is_ephemeral and post.message.author.id == world.bot.id
        ]
        if posts:
            self._pg.delete(Seen(world, self._random.choice(posts[-12:])))

    def _dismiss_hand(self) -> None:
        hands = [
            post
            for there in self._pg.world.state.posts.values()
            for post in there.values()
            if post.is_ephemeral
        ]
        if hands:
            self._random.choice(hands).dismissed = True

    def _delete_thread(self) -> None:
        if thread := self._any(self._threads()):
            self._pg.delete_channel(thread)

    def _delete_channel(self) -> None:
        if channel := self._any(self._there()):
            self._pg.delete_channel(channel)

    def _archive(self) -> None:
        if thread := self._any(self._threads()):
            self._pg.archive(thread)

    def _lock(self) -> None:
        if thread := self._any(self._threads()):
            self._pg.archive(thread, locked=True)
            self._later(lambda: self._unlock(thread), self._random.uniform(0.5, 4.0))

    def _unlock(self, thread: Channel) -> None:
        if found := self._pg.world.state.channels.get(thread.id):
            threads.change(self._pg.world, found, archived=False, locked=False)

    def _take_permission(self) -> None:
        if channel := self._any(self._there()):
            names = self._random.sample(RIGHTS, self._random.randint(1, 3))
            self._pg.forget_permission(channel, *names)
            self._later(lambda: self._give_back(channel, names), self._random.uniform(0.3, 3.0))

    def _give_back(self, channel: Channel, names: Sequence[str]) -> None:
        if channel.id in self._pg.world.state.channels:
            self._pg.give_permission(channel, *names)

    def _kick(self) -> None:
        if self._is_in():
            self._pg.remove_bot()
            self._later(self._pg.invite_bot, self._random.uniform(0.2, 2.0))

    def _is_in(self) -> bool:
        return self._pg.world.bot.id in self._pg.guild().members

    def _set_clock(self) -> None:
        """The machine's clock alone, mostly back: Discord's goes on."""
        self._clock.set(self._random.choice((-3.0, -90.0, -5 * 3600.0, 30.0, 0.0)))

    def _redeliver(self) -> None:
        if self._recent:
            self._pg.redeliver(self._random.choice(self._recent))
