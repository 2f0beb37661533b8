"""Our bot in the test's own loop, connected to a playground over real sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.app import Tortuga, opened
from bot.client.connection import log_in, stay_connected
from bot.commands import tree
from bot.i18n import catalogues
from bot.publishing.messages import PublishingPauses
from bot.settings import Settings
from playground import Playground
from playground.model import JsonObject
from playground.rest.commands import EVERYWHERE
from tests.support.database import made


def settings_for(
    pg: Playground,
    folder: Path,
    speed: float = 1.0,
    *,
    pictures: bool = False,
    thinking: float = 0.0,
    **others: Any,
) -> Settings:
    """What an operator would set for this playground, with the database in `folder`.

    Without `pictures`: a process for them at each start would take longer than most tests. Without
    `thinking`, robots move at once.
    """
    return Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        discord_token=SecretStr(pg.token),
        discord_api_base=pg.api_base,
        database_path=folder / "tortuga.db",
        clock_speed=speed,
        pictures=pictures,
        thinking=thinking,
        **others,
    )


SHORT_PAUSES = PublishingPauses(
    redraw=0.0, boards=0.0, hands=0.0, retry=0.02, moment=0.0, robots=0.0, taps=0.0
)
"""Tests wait for what is drawn, not for the time that Discord would want between two edits."""

LONGEST_START = 60.0
"""Seconds until it is ready, on a machine that has much else to do."""


_registered = dict[Path, list[JsonObject]]()
"""The commands as a playground has registered them, by the folder with their translations."""


COMMANDS = "PUT /applications/{application_id}/commands"
"""The request by which the bot brings its commands to Discord."""


async def _brought_before(bot: Tortuga, pg: Playground) -> bool:
    """Discord and the database know the commands, as at every start but a version's first: to translate and
    to check them anew would be half of a start's work. Whether they were not brought by a real start.
    """
    world = pg.world
    known = _registered.get(catalogues.BOT_LOCALE)
    if known is None or world.state.commands:
        return False
    world.state.commands[EVERYWHERE] = commands = [
        {
            **command,
            "id": world.new_id(),
            "version": world.new_id(),
            "application_id": world.state.application_id,
        }
        for command in known
    ]
    bot._connection.application_id = int(world.state.application_id)
    await bot.store.set_note(tree.STATE_KEY, tree.fingerprint(bot.tree))
    await bot.store.set_note(tree.IDS_KEY, json.dumps(tree.ids_of(commands)))
    return True


@asynccontextmanager
async def tortuga(
    pg: Playground,
    folder: Path,
    speed: float = 1.0,
    *,
    pictures: bool = False,
    pauses: PublishingPauses = SHORT_PAUSES,
    new: bool = False,
    **others: Any,
) -> AsyncIterator[Tortuga]:
    """The bot, logged in and ready; closed afterwards as at a SIGTERM. `speed`: of the tables' clocks.

    A `new` one has to bring its commands to Discord first.
    """
    settings = settings_for(pg, folder, speed, pictures=pictures, **others)
    if isinstance(settings.database, Path) and settings.database.parent.is_dir():
        await made(settings.database)
    async with opened(settings, pauses) as bot:
        brought = not new and await _brought_before(bot, pg)
        await log_in(bot, settings)
        # Without the members intent there is nothing to wait for after the servers, which come at once.
        bot._connection.guild_ready_timeout = 0.02
        connection = asyncio.create_task(stay_connected(bot, bot.closed))
        ready = asyncio.create_task(bot.wait_until_ready())
        try:
            await asyncio.wait(
                {connection, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=LONGEST_START
            )
            if connection.done():
                connection.result()
            assert ready.done(), "the bot did not get ready"
            assert not brought or COMMANDS not in [each.route for each in pg.requests], "brought once more"
            if registered := pg.world.state.commands.get(EVERYWHERE):
                _registered.setdefault(catalogues.BOT_LOCALE, registered)
            yield bot
        finally:
            ready.cancel()
            await bot.close()
            await asyncio.wait({connection}, timeout=5)
