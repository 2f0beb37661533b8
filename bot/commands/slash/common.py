"""What the slash commands have in common: words for Discord, lists that open, the way to an answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeAlias

import discord
import structlog
from discord import app_commands
from discord.app_commands import Choice, Command, Group, command, locale_str

from bot.client.error_handler import error_id
from bot.commands.context import Context
from bot.commands.typed_options import suggest_options
from bot.i18n import Reader
from bot.pace import PACES as ALL_PACES
from bot.runtime.log_context import trace
from bot.screens.clocks import PACE_NAMES
from bot.services import BotClient
from bot.tables.options import check_game
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import Text, _

Interaction: TypeAlias = discord.Interaction[BotClient]

log = structlog.get_logger(__name__)

Autocomplete: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]
"""Makes the list that opens while somebody types."""

CommandHandler: TypeAlias = Callable[[Context], Awaitable[None]]

EVERYWHERE = app_commands.AppInstallationType(guild=True, user=True)
"""Of a command that people have with them, too, on servers where the bot is no member."""

AMONG_PEOPLE = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=True)
"""Of a command on servers and in group messages."""
ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
"""Of a command that works in direct messages with the bot, too."""

ABOUT = "about"
"""Beside a sentence for Discord: the game whose catalogue has it."""


def localised(text: Text) -> locale_str:
    """A sentence of a command's, to be translated by the tree's translator."""
    return locale_str(text.message)


def _name(name: str) -> locale_str:
    """The name of a command or of an option, which is another one in other languages."""
    return locale_str(name)


def title(game: AnyGame) -> locale_str:
    return locale_str(game.title.message, **{ABOUT: game.slug})


GAMES = [Choice(name=title(game), value=game.slug) for game in catalogue().values()][:25]
PACES = [Choice(name=localised(PACE_NAMES[name]), value=name) for name in ALL_PACES]
OPTIONS = localised(_("Options: a list opens as you type"))


async def answer(
    interaction: Interaction,
    kind: str,
    handle: CommandHandler,
    *,
    about: str | None = None,
) -> None:
    """Let `handle` answer inside the error handler. `about`: the game whose words a refusal may use."""
    services = interaction.client.services
    context = Context(services, interaction, kind, game=catalogue().get(about) if about else None)
    await services.error_handler.handle(context, handle)


def plain_command(
    group: Group | None, name: locale_str, description: Text, handle: CommandHandler
) -> Command[Any, ..., None]:
    """Makes a command without options that calls `handle`, and adds it to the group if there is one."""

    @command(name=name, description=localised(description))
    async def run(interaction: Interaction) -> None:
        await answer(interaction, run.qualified_name, handle)

    if group is not None:
        group.add_command(run)
    return run


async def choices(suggest: Callable[[], Awaitable[list[tuple[str, str]]]]) -> list[Choice[str]]:
    """The list that opens while somebody types; empty if it cannot be had, as nothing depends on it."""
    try:
        return [Choice(name=shown, value=value) for shown, value in await suggest() if shown and value][:25]
    except Exception as error:
        log.error("a list could not be opened", error=error_id(), trace=trace(error))
        return []


async def option_list(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def suggest() -> list[tuple[str, str]]:
        game = check_game(getattr(interaction.namespace, "game", None))
        return suggest_options(game, typed, Reader(interaction.locale.value, game))

    return await choices(suggest)


async def robot_list(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def suggest() -> list[tuple[str, str]]:
        game = check_game(getattr(interaction.namespace, "game", None))
        reader = Reader(interaction.locale.value, game)
        levels = [(reader.plain(robot.label), level) for level, robot in game.robots.items()][::-1]
        return [(shown[:100], level) for shown, level in levels if typed.casefold() in shown.casefold()]

    return await choices(suggest)
