"""Discord's REST API as far as a game bot uses it: one module for each subject, all routes in `ROUTES`."""

from playground.rest import (
    channels,
    commands,
    emojis,
    guilds,
    interactions,
    messages,
    scheduled_events,
    threads,
    users,
    webhooks,
)
from playground.rest.router import Router

ROUTES = Router(
    [
        *users.routes,
        *commands.routes,
        *emojis.routes,
        *interactions.routes,
        *webhooks.routes,
        *messages.routes,
        *threads.routes,
        *channels.routes,
        *guilds.routes,
        *scheduled_events.routes,
    ]
)
