"""A playground with the places and people of the databases that `tests.storage.make_database` makes."""

from __future__ import annotations

import msgspec

from playground import places
from playground.clock import Clock
from playground.default_world import BOT_RIGHTS, default_world
from playground.model import State
from playground.world import World
from tests.storage.make_database import CHANNEL, ELSEWHERE, ENTRANTS, GUILD, PEOPLE, POD_CHANNEL


def kept_world() -> World:
    """The default world with the ids that stand in the databases, and everybody who is mentioned in them."""
    world = default_world(Clock())
    guild = next(iter(world.state.guilds.values()))
    entrants = [places.add_person(world, f"Player {number}") for number, _id in enumerate(ENTRANTS, 1)]
    for person in entrants:
        places.join_guild(world, guild, person.user)
    elsewhere = places.add_guild(world, "Elsewhere", entrants[0])
    places.invite_bot(world, elsewhere, BOT_RIGHTS)
    ids = {
        guild.id: GUILD,
        elsewhere.id: ELSEWHERE,
        world.channel_named("tavern").id: CHANNEL,
        world.channel_named("captains-table").id: POD_CHANNEL,
        **{world.person(name).user.id: user for user, name in PEOPLE.items()},
        **{person.user.id: user for person, user in zip(entrants, ENTRANTS, strict=True)},
    }
    written = msgspec.json.encode(world.state).decode()
    for snowflake, id in ids.items():
        written = written.replace(f'"{snowflake}"', f'"{id}"')
    return World(msgspec.json.decode(written, type=State), world.clock)
