"""The bot's own account and application, the gateway's address, direct messages."""

from playground import gateway_events, places
from playground.model import JsonObject
from playground.rest.router import Call, Routes
from playground.rules.form import invalid

routes = Routes()


@routes.add("GET", "/gateway", open=True)
def gateway(call: Call) -> JsonObject:
    return {"url": call.backend.gateway.url}


@routes.add("GET", "/gateway/bot")
def gateway_bot(call: Call) -> JsonObject:
    gateway = call.backend.gateway
    start = gateway.starts.told(call.world.clock.now())
    return {"url": gateway.url, "shards": gateway.rules.shards, "session_start_limit": start}


@routes.add("GET", "/users/@me")
def own_user(call: Call) -> JsonObject:
    return gateway_events.own_user(call.world)


@routes.add("GET", "/users/@me/guilds")
def own_guilds(call: Call) -> list[JsonObject]:
    return [
        {"id": guild.id, "name": guild.name, "icon": None, "owner": False, "permissions": "0", "features": []}
        for guild in call.world.state.guilds.values()
        if call.world.bot.id in guild.members
    ]


@routes.add("GET", "/users/{user_id}")
def user(call: Call) -> object:
    return call.world.user(call.params["user_id"])


@routes.add("GET", "/oauth2/applications/@me")
def oauth2_application(call: Call) -> JsonObject:
    return _application(call)


@routes.add("GET", "/applications/@me")
def application(call: Call) -> JsonObject:
    return _application(call)


def _application(call: Call) -> JsonObject:
    world = call.world
    bot = world.bot
    return {
        "id": world.state.application_id,
        "name": bot.global_name or bot.username,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": next(iter(world.state.people.values())).user,
        "team": None,
        "bot": gateway_events.own_user(world),
        "approximate_guild_count": len(world.state.guilds),
        "interactions_endpoint_url": None,
        "redirect_uris": [],
    }


@routes.add("POST", "/users/@me/channels")
def open_direct_messages(call: Call) -> object:
    recipient_id = call.form.get("recipient_id")
    if recipient_id is None:
        raise invalid(("recipient_id",), "BASE_TYPE_REQUIRED", "This field is required")
    return places.direct_messages(call.world, str(recipient_id))
