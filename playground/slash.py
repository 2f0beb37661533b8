"""Slash commands as Discord's client offers them: which ones a person sees, and what they may write into
them. Pure.

The client holds people to a command's definition before the bot hears of anything; so does this.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from playground.model import Channel, JsonObject, Person
from playground.permissions import EVERYTHING, Permission
from playground.rules import commands as c
from playground.world import World

IN_A_GUILD, IN_A_DM, IN_A_GROUP = 0, 1, 2
FOR_A_SERVER, FOR_A_PERSON = 0, 1
"""How an app is installed: the values of `integration_types`."""


class NotOffered(Exception):
    """Discord's client would not let this person do this; the bot never hears of it."""


def offered(world: World, person: Person, channel: Channel) -> list[JsonObject]:
    """The commands that the client shows this person in this channel."""
    if channel.is_forum:  # it has posts, and no line to write in
        return []
    outside = world.is_outside(channel)
    here = [*world.state.commands.get(str(channel.guild_id), ()), *world.state.commands.get("", ())]
    rights = world.rights(person.user.id, channel)
    wanted = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    if not rights & Permission.USE_APPLICATION_COMMANDS or not rights & wanted:
        return []
    installs = ([] if outside else [FOR_A_SERVER]) + ([FOR_A_PERSON] if person.has_app else [])
    return [
        command
        for command in here
        if any(one in installs for one in command.get("integration_types") or [FOR_A_SERVER])
        and _is_offered(command, channel, rights)
    ]


def _is_offered(command: JsonObject, channel: Channel, rights: int) -> bool:
    contexts = command.get("contexts") or [IN_A_GUILD, IN_A_DM]
    if channel.is_group:
        return IN_A_GROUP in contexts
    if channel.is_dm:
        return IN_A_DM in contexts and command.get("dm_permission", True) is not False
    needed = int(command.get("default_member_permissions") or 0)
    return IN_A_GUILD in contexts and (rights & needed == needed or rights == EVERYTHING)


def command_data(
    world: World, person: Person, channel: Channel, name: str, options: Mapping[str, Any]
) -> JsonObject:
    """What the bot is sent of a command as it was written; `name` may go on with a group and a subcommand.

    Raises NotOffered if the client would not send it.
    """
    command, path, definitions = _find(world, person, channel, name)
    resolved: JsonObject = {}
    values = list(_values(world, channel, name, definitions, options, resolved))
    return _data(command, path, values, resolved)


def autocomplete_data(
    world: World, person: Person, channel: Channel, name: str, options: Mapping[str, Any], focused: str
) -> JsonObject:
    """What the bot is sent while somebody types into the option `focused`; the others may be unfinished."""
    command, path, definitions = _find(world, person, channel, name)
    known = {definition["name"]: definition for definition in definitions}
    if not known.get(focused, {}).get("autocomplete"):
        raise NotOffered(f"the option {focused} of /{name} completes nothing")
    values: list[JsonObject] = []
    for key, value in options.items():
        if key in known and (key == focused or value is not None):
            option = {"name": key, "type": known[key]["type"], "value": value}
            values.append(option | {"focused": True} if key == focused else option)
    return _data(command, path, values, {})


def focused_option(data: JsonObject) -> JsonObject:
    """The option that is being typed into, in the data of an autocomplete."""
    for option in data.get("options", ()):
        if option.get("focused"):
            return option
        if "options" in option:
            return focused_option(option)
    raise KeyError("nothing is being typed into")


def menu_data(
    world: World, person: Person, channel: Channel, kind: int, name: str, target: str
) -> JsonObject:
    """What the bot is sent of a command on a person (the target is their name or id), or on a message.

    Raises NotOffered if the client would not send it.
    """
    command = _named(world, person, channel, name, kind)
    if command is None:
        raise NotOffered(f"“{name}” is not offered to {person.name} in {channel.name}")
    resolved: JsonObject = {}
    if kind == c.ON_PERSON:
        target = resolve_user(world, channel, target, resolved)
    else:
        resolved["messages"] = {target: world.post(channel.id, target).message}
    sent = {"id": command["id"], "name": command["name"], "type": kind, "target_id": target}
    return sent | {"resolved": resolved}


def _named(world: World, person: Person, channel: Channel, name: str, kind: int) -> JsonObject | None:
    there = offered(world, person, channel)
    return next((one for one in there if (one["name"], one.get("type", c.CHAT_INPUT)) == (name, kind)), None)


def _find(
    world: World, person: Person, channel: Channel, name: str
) -> tuple[JsonObject, list[JsonObject], list[JsonObject]]:
    """The command, the groups and subcommands on the way, and the options that can be filled in there."""
    first, *steps = name.removeprefix("/").split()
    command = _named(world, person, channel, first, c.CHAT_INPUT)
    if command is None:
        raise NotOffered(f"/{first} is not offered to {person.name} in {channel.name}")
    path: list[JsonObject] = []
    options: list[JsonObject] = command.get("options") or []
    for step in steps:
        inner = next((o for o in options if o["name"] == step and o["type"] <= c.SUBCOMMAND_GROUP), None)
        if inner is None:
            raise NotOffered(f"/{name}: there is no {step}")
        path.append(inner)
        options = inner.get("options") or []
    if any(option["type"] <= c.SUBCOMMAND_GROUP for option in options):
        raise NotOffered(f"/{name} is unfinished: {', '.join(option['name'] for option in options)}")
    return command, path, options


def _data(
    command: JsonObject, path: list[JsonObject], values: list[JsonObject], resolved: JsonObject
) -> JsonObject:
    options = values
    for step in reversed(path):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    data: JsonObject = {
        "id": command["id"],
        "name": command["name"],
        "type": c.CHAT_INPUT,
        "options": options,
    }
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data | {"resolved": resolved} if resolved else data


def full_name(data: JsonObject) -> str:
    """A command as people call it, its subcommand with it: "table create"."""
    names: list[str] = [data["name"]]
    options: list[JsonObject] = data.get("options") or []
    while options and options[0]["type"] <= c.SUBCOMMAND_GROUP:
        names.append(options[0]["name"])
        options = options[0]["options"]
    return " ".join(names)


def _values(
    world: World, channel: Channel, name: str, definitions: list[JsonObject], options: Mapping[str, Any],
    resolved: JsonObject,
) -> Iterator[JsonObject]:  # fmt: skip
    known = {definition["name"] for definition in definitions}
    if unknown := set(options) - known:
        raise NotOffered(
            f"/{name} has no option {', '.join(sorted(unknown))}; it has {', '.join(sorted(known))}"
        )
    for definition in definitions:
        value = options.get(definition["name"])
        if value is not None:
            given = _value(world, channel, definition, value, resolved)
            yield {"name": definition["name"], "type": definition["type"], "value": given}
        elif definition.get("required"):
            raise NotOffered(f"/{name} needs the option {definition['name']}")


def _value(world: World, channel: Channel, definition: JsonObject, value: Any, resolved: JsonObject) -> Any:
    """The value as it is sent; raises NotOffered for one that the client would not take."""
    kind = definition["type"]
    if choices := definition.get("choices"):
        return _chosen(definition, choices, value)
    if kind == c.STRING:
        return _text(definition, str(value))
    if kind in (c.INTEGER, c.NUMBER):
        return _number(definition, int(value) if kind == c.INTEGER else float(value))
    if kind == c.BOOLEAN:
        return bool(value)
    if kind == c.USER:
        return resolve_user(world, channel, value, resolved)
    if kind == c.CHANNEL:
        return resolve_channel(world, channel, value, resolved)
    raise NotOffered(f"options of type {kind} are not modelled by the playground")


def _chosen(definition: JsonObject, choices: list[JsonObject], value: Any) -> Any:
    for choice in choices:
        if value in (choice["value"], choice["name"]):
            return choice["value"]
    raise NotOffered(
        f"{value!r} is no choice of {definition['name']}: {[choice['value'] for choice in choices]}"
    )


def _text(definition: JsonObject, text: str) -> str:
    low, high = definition.get("min_length") or 0, definition.get("max_length") or 6000
    if not low <= len(text) <= high:
        raise NotOffered(f"{definition['name']} takes {low} to {high} characters")
    return text


def _number(definition: JsonObject, number: float) -> float:
    low, high = definition.get("min_value"), definition.get("max_value")
    if (low is not None and number < low) or (high is not None and number > high):
        raise NotOffered(f"{definition['name']} takes {low} to {high}")
    return number


def resolve_user(world: World, channel: Channel, who: Any, resolved: JsonObject) -> str:
    """The id of somebody given by id or name (or by something with an `id`), their account among the
    resolved.
    """
    key = str(getattr(who, "id", who))
    user = world.bot if key == world.bot.id else world.person(key).user
    resolved.setdefault("users", {})[user.id] = user
    guild = world.guild_of(channel)
    if guild and (member := guild.members.get(user.id)):
        rights = str(world.rights(user.id, channel))
        fields = {
            "roles": member.roles,
            "joined_at": member.joined_at,
            "flags": member.flags,
            "nick": member.nick,
        }
        resolved.setdefault("members", {})[user.id] = fields | {"permissions": rights}
    return user.id


def resolve_role(world: World, channel: Channel, which: Any, resolved: JsonObject) -> str:
    """The id of a role given by id or name (or by something with an `id`), the role among the resolved.

    Raises KeyError where the server has none such.
    """
    guild = world.guild_of(channel)
    key = str(getattr(which, "id", which))
    for role in guild.roles.values() if guild else ():
        if key in (role.id, role.name):
            resolved.setdefault("roles", {})[role.id] = role
            return role.id
    raise KeyError(f"no role is called {key}")


def resolve_channel(world: World, channel: Channel, which: Any, resolved: JsonObject) -> str:
    guild_id = channel.guild_id if isinstance(channel.guild_id, str) else None
    found = world.channel_named(str(getattr(which, "id", which)), guild_id)
    resolved.setdefault("channels", {})[found.id] = replace(found, permissions="0")
    return found.id
