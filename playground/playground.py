"""The playground as a whole, as tests and `python -m playground` start it.

async with Playground.start(limits="off") as pg:
    anna = pg.person("Anne")
    reply = await anna.slash("help")
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import Literal

from playground import interactions, places, posts, threads
from playground.backend import Backend
from playground.buckets import Buckets
from playground.clock import ONLY_SHARD, Clock, Shard
from playground.default_world import BOT_RIGHTS, default_world
from playground.errors import RATE_LIMITED, Refusal, Scope
from playground.faults import Chance, Journey, break_off, failure, held_back, limited
from playground.gateway import Gateway
from playground.gateway_session import UNHURRIED, GatewayRules, Session
from playground.interactions import Interaction, Interactions
from playground.model import Channel, Guild
from playground.page_socket import PageSockets
from playground.people import PATIENCE, Reply, Visitor, Where
from playground.recorder import Recorder, Request, Violation
from playground.seen import Seen
from playground.server import Server
from playground.snapshot import move
from playground.world import World

# The shape of a bot token, which discord.py does not look into; it opens nothing but this stand-in.
TOKEN = "playground.token.opens-nothing-else"

Limits = Literal["discord", "off"]


class Playground:
    """A running stand-in: its people, its world, what the bot asked of it, and the trouble one can make for
    the bot.
    """

    def __init__(
        self,
        world: World,
        limits: Limits,
        rules: GatewayRules | None,
        keep_requests: int | None,
        answer_seconds: float,
    ) -> None:
        enforce = limits == "discord"
        gateway = Gateway(world, TOKEN, rules or (GatewayRules() if enforce else UNHURRIED))
        self.backend = Backend(
            world=world,
            gateway=gateway,
            interactions=Interactions(world, gateway, answer_seconds),
            buckets=Buckets(world.clock.now, enforce),
            recorder=Recorder(keep_requests),
            enforce_limits=enforce,
        )
        self.page_sockets = PageSockets(self.backend)
        self.server = Server(self.backend, self.page_sockets.serve)

    @classmethod
    @asynccontextmanager
    async def start(
        cls,
        *,
        limits: Limits = "discord",
        port: int = 0,
        world: World | None = None,
        clock: Clock | None = None,
        rules: GatewayRules | None = None,
        keep_requests: int | None = None,
        answer_seconds: float | None = None,
    ) -> AsyncIterator["Playground"]:
        """Starts a stand-in on loopback and stops it afterwards.

        `limits` "off" lifts all that Discord limits by time; `rules` for the gateway hold whatever it says.
        `world` goes on where another one stopped; of requests and violations the latest `keep_requests` are
        kept, or all. `answer_seconds` is how long the bot has for an answer, `interactions.ANSWER_SECONDS` if
        not told: more than Discord gives, where a machine may be too busy for its bot.
        """
        world = world or default_world(clock or Clock())
        answer_seconds = interactions.ANSWER_SECONDS if answer_seconds is None else answer_seconds
        playground = cls(world, limits, rules, keep_requests, answer_seconds)
        await playground.server.start(port)
        move(playground.world, playground.server.address)
        try:
            yield playground
        finally:
            await playground.page_sockets.close()
            await playground.server.stop()

    # where it is and what is in it

    @property
    def api_base(self) -> str:
        return self.server.api_base

    @property
    def gateway_url(self) -> str:
        return self.backend.gateway.url

    @property
    def address(self) -> str:
        """The page's address, for a browser."""
        return self.server.address

    @property
    def token(self) -> str:
        return self.backend.token

    @property
    def environment(self) -> dict[str, str]:
        """The settings with which a bot in a process of its own finds this stand-in."""
        return {"DISCORD_TOKEN": self.token, "DISCORD_API_BASE": self.api_base}

    @property
    def world(self) -> World:
        return self.backend.world

    @property
    def clock(self) -> Clock:
        return self.world.clock

    @property
    def requests(self) -> list[Request]:
        """What the bot asked, oldest first."""
        return list(self.backend.recorder.requests)

    @property
    def violations(self) -> list[Violation]:
        """Every answer of 400 or above, with the reason."""
        return list(self.backend.recorder.violations)

    @property
    def sessions(self) -> list[Session]:
        """The gateway's sessions that are connected, oldest first; each knows its `shard`."""
        return list(self.backend.gateway.connections.values())

    @property
    def gateway_closings(self) -> list[tuple[int, str]]:
        """The gateway's closings for what the bot did wrong there: code and reason."""
        return list(self.backend.gateway.closings)

    def person(self, name: str, channel: str = "tavern") -> Visitor:
        """Somebody by name, looking at a channel; raises KeyError if nobody is called so."""
        return Visitor(self.backend, self.world.person(name), channel)

    def add_people(self, *names: str, channel: str = "tavern") -> list[Visitor]:
        """More people, members of the first server."""
        for name in names:
            places.join_guild(self.world, self.guild(), places.add_person(self.world, name).user)
        return [self.person(name, channel) for name in names]

    def guild(self, name: str | None = None) -> Guild:
        """A server by name, or the first."""
        for guild in self.world.state.guilds.values():
            if name in (None, guild.name):
                return guild
        raise KeyError(f"no server is called {name}")

    def channel(self, name: str) -> Channel:
        return self.world.channel_named(name)

    def add_channel(self, name: str) -> Channel:
        """Adds a channel of this name to the first server."""
        return places.add_channel(self.world, self.guild(), name)

    def add_server(self, name: str, channel: str, *people: str, shard: Shard = ONLY_SHARD) -> Guild:
        """One more server, served by this shard, with one channel and these people, the first of whom owns
        it; without the bot.
        """
        members = [self.world.person(each) for each in people]
        guild = places.add_guild(self.world, name, members[0], shard=shard)
        for person in members[1:]:
            places.join_guild(self.world, guild, person.user)
        places.add_channel(self.world, guild, channel)
        return guild

    def add_group(self, name: str, *people: str) -> Channel:
        """A group message of these people, which belongs to no server."""
        return places.add_group(self.world, name, *map(self.world.person, people))

    def set_roles(self, person: str, *names: str) -> None:
        """Gives somebody exactly these roles of the first server ("Moderator"); KeyError for others."""
        guild = self.guild()
        roles = {role.name: role.id for role in places.assignable_roles(guild)}
        account = self.world.person(person).user
        places.set_member_roles(self.world, guild, account.id, [roles[name] for name in names])

    def change_role(self, name: str, *rights: str, **changes: object) -> None:
        """Gives a role of the first server more rights ("manage_roles"), or another `position`, or makes it
        `mentionable`. The bot's own role has its name.
        """
        guild = self.guild()
        role = next(each for each in guild.roles.values() if each.name == name)
        granted = int(role.permissions) | places.rights_named(rights)
        places.change_role(self.world, guild, role, **{"permissions": str(granted), **changes})

    async def wait_until_connected(self, timeout: float = 10.0, *, shards: Collection[Shard] = ()) -> None:
        """Returns when the bot is on the gateway (with a session of each of these shards, or with any) and
        has its commands registered or not, as it likes.
        """
        gateway = self.backend.gateway
        async with asyncio.timeout(timeout):
            await gateway.wait_connected()
            await gateway.wait_until(lambda: {session.shard for session in self.sessions}.issuperset(shards))

    async def wait_for_request(
        self, wanted: str | Callable[[Request], bool], timeout: float = PATIENCE, earlier: bool = False
    ) -> Request:
        """The next request as wanted: a route ("POST /channels/{channel_id}/messages") or a predicate.

        With `earlier`, one that was made before counts too.
        """

        def fits(request: Request) -> bool:
            return request.route == wanted if isinstance(wanted, str) else wanted(request)

        if earlier:
            for request in self.backend.recorder.requests:
                if fits(request):
                    return request
        found: asyncio.Future[Request] = asyncio.get_running_loop().create_future()

        def look(request: Request) -> None:
            if not found.done() and fits(request):
                found.set_result(request)

        self.backend.recorder.listeners.append(look)
        try:
            async with asyncio.timeout(timeout):
                return await found
        finally:
            self.backend.recorder.listeners.remove(look)

    async def wait_until_quiet(self, seconds: float) -> None:
        """Returns when the bot has made no request for so many seconds."""
        while True:
            try:
                await self.wait_for_request(lambda _request: True, timeout=seconds)
            except TimeoutError:
                return

    # trouble for the bot

    def fail_next(
        self,
        route: str,
        status: int | None = 503,
        times: int = 1,
        *,
        code: int = 0,
        after_doing: bool = False,
    ) -> None:
        """The next requests of a route fail: "POST /channels/{channel_id}/messages", or with the ids in it.

        `status` None breaks the connection instead; `code` is a JSON error code of Discord's; `after_doing`
        carries the request out and loses its answer.
        """
        fault = (
            break_off(after_doing=after_doing)
            if status is None
            else failure(status, code=code, after_doing=after_doing)
        )
        self.backend.faults.order(route, fault, times)

    def limit_next(
        self,
        route: str,
        wait: float,
        times: int = 1,
        *,
        scope: Scope = "user",
        refusal: Refusal = RATE_LIMITED,
    ) -> None:
        """The next requests of a route are answered 429: wait so many seconds.

        `refusal` may be another one of status 429 (TOO_MANY_OLD_EDITS: 30046).
        """
        self.backend.faults.order(route, limited(wait, scope, refusal), times)

    def hold_back_next(
        self, route: str, seconds: float, times: int = 1, *, after_doing: bool = False
    ) -> None:
        """The next requests of a route arrive late; with `after_doing` at once, and their answers late."""
        self.backend.faults.order(route, held_back(seconds, after_doing=after_doing), times)

    def leave_to_chance(
        self, requests: Chance | None = None, interactions: Callable[[], Journey] | None = None
    ) -> None:
        """Whatever is not ordered one by one is as these say from now on; without them as usual again.

        `requests` is asked with each request's route for its fault, `interactions` how each travels.
        """
        self.backend.faults.chance = requests
        self.backend.interactions.journeys.chance = interactions

    def deliver_next(self, *seconds: float) -> None:
        """The next interaction arrives at the bot so late, once for each number.

        Whatever is done later and arrives at once overtakes it.
        """
        self.backend.interactions.journeys.waiting.append(seconds)

    def redeliver(self, again: Reply | Interaction) -> None:
        """Sends the bot an interaction a second time: the same id, the same token."""
        self.backend.interactions.deliver(again.interaction if isinstance(again, Reply) else again)

    def give_up(self) -> None:
        """Whoever still waits for the bot's first answer sees that it failed: who was asked is gone."""
        self.backend.interactions.give_up()

    def delete(self, message: Seen) -> None:
        """A moderator deletes a message."""
        posts.delete(self.world, message.post)

    def delete_channel(self, where: Where) -> None:
        """A moderator deletes a channel or a thread."""
        places.remove_channel(self.world, self._place(where))

    def archive(self, where: Where, locked: bool = False) -> None:
        """A moderator closes a thread, and locks it if wished."""
        threads.change(self.world, self._place(where), archived=True, locked=locked)

    def remove_bot(self, guild: Guild | None = None) -> None:
        """Somebody kicks the bot out of a server, or the first."""
        places.remove_bot(self.world, guild or self.guild())

    def invite_bot(self, guild: Guild | None = None) -> None:
        """Somebody invites it (again), with all that it asks for."""
        places.invite_bot(self.world, guild or self.guild(), BOT_RIGHTS)

    def forget_permission(self, where: Where, *names: str, who: str | None = None) -> None:
        """Takes rights ("send_messages") from the bot in a channel, or from a role or person given by id."""
        self._overwrite(where, who, deny=places.rights_named(names))

    def give_permission(self, where: Where, *names: str, who: str | None = None) -> None:
        self._overwrite(where, who, allow=places.rights_named(names))

    def _overwrite(self, where: Where, who: str | None, *, allow: int = 0, deny: int = 0) -> None:
        place = self.world.rights_place(self._place(where))
        places.overwrite(self.world, place, who or self.world.bot.id, allow=allow, deny=deny)

    def ask_to_reconnect(self, *sessions: Session) -> None:
        """The gateway asks the bot to come back (op 7) in these sessions, or in all; it resumes."""
        self.backend.gateway.ask_to_reconnect(*sessions)

    def invalidate_session(self, *sessions: Session) -> None:
        """The gateway declares these sessions over (op 9), or all; the bot has to identify anew."""
        self.backend.gateway.invalidate(*sessions)

    def disconnect_gateway(self, *sessions: Session) -> None:
        """The connections of these sessions break, or all; the bot resumes."""
        self.backend.gateway.cut(*sessions)

    @asynccontextmanager
    async def out_of_reach(self) -> AsyncIterator[None]:
        """Nobody listens on the port as long as the block lasts, as when the network is gone."""
        port = await self.server.go_away()
        try:
            yield
        finally:
            await self.server.come_back(port)

    def _place(self, where: Where) -> Channel:
        if isinstance(where, Seen):
            return self.world.channel(where.channel_id)
        return self.world.channel(where.id) if isinstance(where, Channel) else self.channel(where)
