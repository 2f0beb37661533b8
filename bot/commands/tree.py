"""The tree of commands: brought to Discord when it has changed, and asked when a command is given."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.app_commands import TranslationContextLocation

from bot.commands.slash import ABOUT, ALL
from bot.traces import trace
from bot.words.catalogues import language
from games.catalogue import catalogue
from storage.doors import Store

log = structlog.get_logger(__name__)

NOTED = "commands"
"""Where storage notes which commands Discord knows."""

Payload = dict[str, Any]
"""A command as Discord's API takes it."""

_NAMES = (
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
)


class Tree(app_commands.CommandTree):
    """Our commands. Their errors were answered inside; what comes out here is the library's or Discord's."""

    async def on_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Log it: without what was typed."""
        command = interaction.command.qualified_name if interaction.command is not None else "?"
        log.error("a command was not understood", command=command, trace=trace(error))


class Translator(app_commands.Translator):
    """Commands in Discord's languages, as far as there are any: names, descriptions, titles of games."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """What it is called or described as in that language; None where it is the same."""
        game = catalogue().get(string.extras.get(ABOUT, ""))
        spoken = language(locale.value, None if game is None else game.locale)
        is_name = context.location in _NAMES
        translated = spoken.name(string.message) if is_name else spoken[string.message]
        return None if translated == string.message else translated


def planted(client: discord.Client) -> Tree:
    """The client's tree, with every command on it."""
    tree = Tree(client)
    for command in ALL:
        tree.add_command(command)
    return tree


async def bring(tree: Tree, store: Store) -> int:
    """Tell Discord of all commands now; how many. Raises `discord.HTTPException`."""
    return await _bring(tree, store, await _told(tree))


async def bring_if_changed(tree: Tree, store: Store) -> None:
    """Tell Discord, unless it knows these very commands: it allows 200 a day. A failure goes into the log."""
    told = await _told(tree)
    if await store.noted(NOTED) == _state(tree, told):
        return
    try:
        log.info("commands brought to Discord", commands=await _bring(tree, store, told))
    except discord.DiscordException as error:
        log.error(
            "the commands could not be brought to Discord; tortuga sync tries again", trace=trace(error)
        )


async def _bring(tree: Tree, store: Store, told: list[Payload]) -> int:
    """As `tree.sync` does it, which would translate everything once more."""
    known = await tree.client.http.bulk_upsert_global_commands(_application(tree), payload=told)
    await store.note(NOTED, _state(tree, told))
    return len(known)


async def _told(tree: Tree) -> list[Payload]:
    """What Discord is told of each command, in all languages."""
    translator = tree.translator
    return [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]


def _state(tree: Tree, told: list[Payload]) -> str:
    """What Discord is told, and in whose name, as a short hash."""
    told_by = f"{_application(tree)} {json.dumps(told, sort_keys=True)}"
    return hashlib.sha256(told_by.encode()).hexdigest()


def _application(tree: Tree) -> int:
    application = tree.client.application_id
    assert application is not None, "commands are brought after the login"
    return application
