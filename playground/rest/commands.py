"""Registering the bot's commands: everywhere, or in one server."""

from playground.errors import (
    TOO_MANY_COMMAND_CREATES,
    UNKNOWN_APPLICATION,
    UNKNOWN_COMMAND,
    DiscordError,
)
from playground.events import CommandsChanged
from playground.model import JsonObject
from playground.rest.router import Call, Routes
from playground.rules.commands import CHAT_INPUT, check_commands
from playground.rules.form import invalid

CREATES_A_DAY = 200
EVERYWHERE = ""
routes = Routes()


@routes.add("GET", "/applications/{application_id}/commands")
@routes.add("GET", "/applications/{application_id}/guilds/{guild_id}/commands")
def list_commands(call: Call) -> list[JsonObject]:
    return call.world.state.commands.get(_scope(call), [])


@routes.add("GET", "/applications/{application_id}/commands/{command_id}")
@routes.add("GET", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}")
def one_command(call: Call) -> JsonObject:
    for command in call.world.state.commands.get(_scope(call), []):
        if command["id"] == call.params["command_id"]:
            return command
    raise DiscordError(UNKNOWN_COMMAND)


@routes.add("PUT", "/applications/{application_id}/commands")
@routes.add("PUT", "/applications/{application_id}/guilds/{guild_id}/commands")
def replace_commands(call: Call) -> list[JsonObject]:
    """Bulk overwrite: what is not in the list is gone, what keeps its name keeps its id."""
    scope = _scope(call)
    if not isinstance(call.body, list):
        raise invalid((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    check_commands(call.body)
    old = {_named(command): command for command in call.world.state.commands.get(scope, [])}
    _count_creates(call, sum(_named(command) not in old for command in call.body))
    commands = [_registered(call, command, old.get(_named(command)), scope) for command in call.body]
    call.world.state.commands[scope] = commands
    call.world.tell(CommandsChanged())
    return commands


def _named(command: JsonObject) -> tuple[int, str]:
    """What no two commands have in common: a name is used once for each type."""
    return command.get("type", CHAT_INPUT), command["name"]


def _scope(call: Call) -> str:
    """The key under which the commands of this path are kept: a server's id, or that for everywhere."""
    if call.params["application_id"] != call.world.state.application_id:
        raise DiscordError(UNKNOWN_APPLICATION)
    if guild_id := call.params.get("guild_id"):
        return call.world.guild(guild_id).id
    return EVERYWHERE


def _count_creates(call: Call, how_many: int) -> None:
    if not call.backend.enforce_limits:
        return
    now = call.world.clock.now()
    recent = [moment for moment in call.backend.command_creates if now - moment < 86_400]
    if len(recent) + how_many > CREATES_A_DAY:
        raise DiscordError(TOO_MANY_COMMAND_CREATES)
    call.backend.command_creates = recent + [now] * how_many


def _registered(call: Call, command: JsonObject, old: JsonObject | None, scope: str) -> JsonObject:
    permissions = command.get("default_member_permissions")
    registered = {"type": 1, "nsfw": False, "contexts": None, "integration_types": [0]} | command | {
        "id": old["id"] if old else call.world.new_id(),
        "application_id": call.world.state.application_id,
        "version": call.world.new_id(),
        "default_member_permissions": None if permissions is None else str(permissions),
    }  # fmt: skip
    if scope != EVERYWHERE:
        registered["guild_id"] = scope
    return registered
