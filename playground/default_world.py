"""The world at first: a server called Tortuga with two channels, four people, a moderator, and the bot.

Beside the moderator's role there is one without rights of its own, for what the bot ties to a role.
"""

from collections.abc import Mapping

from playground import places
from playground.clock import ONLY_SHARD, Clock, Shard, Snowflakes
from playground.gateway_events import guilds_of
from playground.model import State, User
from playground.permissions import Permission
from playground.world import World

PEOPLE = {"Anne": "#c2410c", "Bartholomew": "#0f766e", "Calico": "#7c3aed", "Dampier": "#1d4ed8"}
MODERATOR, MODERATOR_COLOR = "Morgan", "#a16207"
SERVER, OUTSIDE = "Tortuga", "Nassau"
MODERATORS, PLAIN_ROLE = "Moderator", "Quartermaster"
CHANNELS = {"tavern": "Where games are played and news is told", "captains-table": "For those who talk less"}

FORUM, FORUM_TAGS = "tables", ("Waiting", "Full", "Over")

P = Permission
MODERATOR_RIGHTS = (
    P.MANAGE_GUILD
    | P.MANAGE_CHANNELS
    | P.MANAGE_MESSAGES
    | P.MANAGE_THREADS
    | P.MENTION_EVERYONE
    | P.MANAGE_ROLES
)
# What the bot is invited with: the least that it asks for.
BOT_RIGHTS = (
    P.VIEW_CHANNEL | P.SEND_MESSAGES | P.SEND_MESSAGES_IN_THREADS | P.CREATE_PUBLIC_THREADS
    | P.READ_MESSAGE_HISTORY
)  # fmt: skip


def add_server_without_bot(world: World) -> None:
    """One more server, where the bot is no member, but everybody has it with them; and a group. Once."""
    if any(guild.name == OUTSIDE for guild in world.state.guilds.values()):
        return
    people = list(world.state.people.values())
    guild = places.add_guild(world, OUTSIDE, people[0])
    for person in people:
        places.join_guild(world, guild, person.user)
        places.install_app(world, person)
    places.add_channel(world, guild, "wharf", "Where the bot is no member")
    places.add_group(world, "Crew", *people[:4])


def add_forum(world: World) -> None:
    """A forum on the first server, with tags for its posts. Once."""
    guild = next(iter(world.state.guilds.values()))
    if not any(channel.is_forum for channel in world.channels_of(guild)):
        places.add_channel(world, guild, FORUM, "A post for each table", tags=FORUM_TAGS)


def default_world(clock: Clock, shard: Shard = ONLY_SHARD) -> World:
    """A new world, with its own ids; its server is served by this shard."""
    ids = Snowflakes(clock)
    bot = User(ids.next(), "tortuga", global_name="Tortuga", bot=True)
    world = World(State(application_id=bot.id, bot=bot, last_snowflake=ids.last), clock)
    for name, color in PEOPLE.items():
        places.add_person(world, name, color)
    places.add_person(world, MODERATOR, MODERATOR_COLOR)
    _add_server(world, SERVER, CHANNELS, shard)
    return world


def add_servers_for_shards(world: World, shards: int) -> None:
    """More servers, until each shard has two. They are numbered on, and a channel's topic names the shard."""
    for number in range(shards):
        shard = (number, shards)
        for _missing in range(2 - len(guilds_of(world, shard))):
            at = len(world.state.guilds) + 1
            _add_server(world, f"{SERVER} {at}", {f"tavern-{at}": f"Shard {number} of {shards}"}, shard)


def _add_server(world: World, name: str, channels: Mapping[str, str], shard: Shard = ONLY_SHARD) -> None:
    """A server with everybody in it, the moderator among them, and the bot."""
    people = list(world.state.people.values())
    founder = places.add_person(world, "Levasseur")
    guild = places.add_guild(world, name, founder, shard=shard)
    del world.state.people[founder.user.id]
    role = places.add_role(world, guild, MODERATORS, MODERATOR_RIGHTS)
    plain = places.add_role(world, guild, PLAIN_ROLE, 0)
    role.position, plain.position = plain.position, role.position  # moderators stand above it
    for person in people:
        places.join_guild(world, guild, person.user, *([role] if person.name == MODERATOR else []))
    for channel, topic in channels.items():
        places.add_channel(world, guild, channel, topic)
    places.invite_bot(world, guild, BOT_RIGHTS)
