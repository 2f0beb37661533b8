"""The tree of commands: brought to Discord when it has changed, and asked when a command is given."""

from __future__ import annotations

import hashlib
import json

import discord
import structlog
from discord import app_commands
from discord.app_commands import TranslationContextLocation

from bot.commands.preferences import privacy, settings, turns, vacation
from bot.commands.slash.common import ABOUT
from bot.commands.slash.moderate import moderate
from bot.commands.slash.organise import organise
from bot.commands.slash.tables import (
    leaderboard,
    learn,
    my_hand,
    play,
    puzzle,
    read_help,
    read_log,
    read_rules,
    replay,
    stats,
    table,
)
from bot.commands.slash.tournaments import tournament
from bot.i18n.catalogues import language_of
from bot.runtime.log_context import trace
from games.catalogue import catalogue
from storage.interfaces import Store

ALL = (
    *(play, learn, table, my_hand, turns, read_log, replay, read_rules, puzzle, stats, leaderboard),
    *(tournament, organise, moderate, settings, vacation, privacy, read_help),
)
"""Every command, as Discord lists them."""

log = structlog.get_logger(__name__)

STATE_KEY = "commands"
"""Where storage notes which commands Discord knows."""

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
        spoken = language_of(locale.value, None if game is None else game.locale)
        is_name = context.location in _NAMES
        translated = spoken.name(string.message) if is_name else spoken[string.message]
        return None if translated == string.message else translated


def create_tree(client: discord.Client) -> Tree:
    """The client's tree, with every command on it."""
    tree = Tree(client)
    for command in ALL:
        tree.add_command(command)
    return tree


async def sync(tree: Tree, store: Store) -> int:
    """Tell Discord of all commands now; how many. Raises `discord.HTTPException`."""
    return await _sync(tree, store, await fingerprint(tree))


async def sync_if_changed(tree: Tree, store: Store) -> None:
    """Tell Discord, unless it knows these very commands: it allows 200 a day. A failure goes into the log."""
    state = await fingerprint(tree)
    if await store.get_note(STATE_KEY) == state:
        return
    try:
        log.info("commands brought to Discord", commands=await _sync(tree, store, state))
    except discord.DiscordException as error:
        log.error(
            "the commands could not be brought to Discord; tortuga sync tries again", trace=trace(error)
        )


async def _sync(tree: Tree, store: Store, state: str) -> int:
    known = await tree.sync()
    await store.set_note(STATE_KEY, state)
    return len(known)


async def fingerprint(tree: Tree) -> str:
    """What Discord would be told, and in whose name, as a short hash."""
    translator = tree.translator
    payloads = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]
    identity = f"{tree.client.application_id} {json.dumps(payloads, sort_keys=True)}"
    return hashlib.sha256(identity.encode()).hexdigest()
