"""The tree of commands: brought to Discord when it has changed, and asked when a command is given."""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.app_commands import TranslationContextLocation

from bot import __version__
from bot.client.discord_errors import DISCORD_ERRORS, discord_problem
from bot.client.error_handler import error_id
from bot.client.interaction_content import is_outside
from bot.commands.context import Context
from bot.commands.preferences import privacy, settings, turns, vacation
from bot.commands.slash.common import ABOUT, Interaction, answer
from bot.commands.slash.menus import MENUS
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
    score,
    stats,
    table,
)
from bot.commands.slash.tournaments import tournament
from bot.i18n.catalogues import BOT_LOCALE, catalogue_files, language_of
from bot.i18n.commands import COMMANDS
from bot.refusal import Reason, Refusal
from bot.runtime.log_context import trace
from bot.services import BotClient
from games.catalogue import catalogue
from games.text import Text, _
from storage.sql.store import Store

ALL = (
    *(play, learn, table, my_hand, turns, read_log, replay, read_rules, puzzle, score, stats, leaderboard),
    *(tournament, organise, moderate, settings, vacation, privacy, read_help),
)
"""Every command, as Discord lists them."""

log = structlog.get_logger(__name__)

STATE_KEY = "commands"
"""Where storage notes which commands Discord knows."""
IDS_KEY = "command ids"
"""Where it notes by which ids."""
_SLASH = discord.AppCommandType.chat_input.value
_GROUP = discord.AppCommandOptionType.subcommand_group.value
"""The highest of the types by which an option is a command of its own; ours have one floor of them."""

_NAMES = (
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
)


NOT_UNDERSTOOD = "?"
"""The kind, in the log and the figures, of a command that cannot be carried out as it came."""


class Tree(app_commands.CommandTree[BotClient]):
    """Our commands. Their errors were answered inside; what comes out here is the library's or Discord's."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether the command is offered where it was given: who writes one by hand need not heed that."""
        data: Any = interaction.data
        command = self.get_command(str(data.get("name")))
        if command is None or isinstance(command, app_commands.ContextMenu):
            return True
        why = _why_not_offered(interaction, command)
        if why is not None:
            await _refuse(interaction, "shut", why)
        return why is None

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Log it, without what was typed, and answer: for hours, Discord shows some what was there before."""
        shown = error_id()
        command = interaction.command
        name = NOT_UNDERSTOOD if command is None else command.qualified_name
        log.error("a command was not understood", error=shown, command=name, trace=trace(error))
        changed = _(
            "This command has changed. Press Ctrl-R, or restart Discord, and try again. (For whoever runs "
            "this bot: {error}.)",
            error=shown,
        )
        await _refuse(interaction, "stale", changed)


def _why_not_offered(
    interaction: Interaction, command: app_commands.Command[Any, ..., Any] | app_commands.Group
) -> Text | None:
    contexts, installs = command.allowed_contexts, command.allowed_installs
    if interaction.context.private_channel:
        if contexts is None or not contexts.private_channel:
            return _(
                "That works on a server only. Here you can use /table, /play, /learn, /puzzle and /score."
            )
    elif is_outside(interaction) and (installs is None or not installs.user or command is table):
        return _(
            "I'm no member here. You can use /play, /learn, /puzzle, /rules, /score, /turns and /privacy."
        )
    elif interaction.guild_id is None and not (contexts is not None and contexts.dm_channel):
        return _("That works on a server only. Try again in one of its channels.")
    return None


async def _refuse(interaction: Interaction, reason: Reason, text: Text) -> None:
    if interaction.type is discord.InteractionType.autocomplete:
        if not interaction.response.is_done():
            await interaction.response.autocomplete([])
        return

    async def refuse(_context: Context) -> None:
        raise Refusal(reason, text)

    await answer(interaction, NOT_UNDERSTOOD, refuse)


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
        is_name = context.location in _NAMES and not isinstance(context.data, app_commands.ContextMenu)
        translated = spoken.name(string.message) if is_name else spoken[string.message]
        return None if translated == string.message else translated


def _told_in_our_words(record: logging.LogRecord) -> bool:
    """Whether the library may log it as it is; not that a list failed which opens while somebody types: its
    own line says who typed, and where.
    """
    if not str(record.msg).startswith("Ignoring exception in autocomplete"):
        return True
    error, [command, *_who] = sys.exception(), record.args or [NOT_UNDERSTOOD]
    if isinstance(error, DISCORD_ERRORS):
        log.info("a list could not be shown", command=command, why=discord_problem(error).value)
    else:
        told = "" if error is None else trace(error)
        log.error("a list could not be opened", error=error_id(), command=command, trace=told)
    return False


def create_tree(client: BotClient) -> Tree:
    """The client's tree, with every command on it."""
    logging.getLogger(app_commands.tree.__name__).addFilter(_told_in_our_words)
    tree = Tree(
        client,
        # What is said of no command otherwise: on servers, where the bot is a member.
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    for command in (*ALL, *MENUS):
        tree.add_command(command)
    return tree


async def sync(tree: Tree, store: Store) -> int:
    """Tell Discord of all commands now; how many. Raises `discord.HTTPException`."""
    return await _sync(tree, store, fingerprint(tree))


async def sync_if_changed(tree: Tree, store: Store) -> None:
    """Tell Discord, unless it knows these very commands: it allows 200 a day. A failure goes into the log."""
    state = fingerprint(tree)
    if await store.get_note(STATE_KEY) == state and await learn_ids(store):
        return
    try:
        log.info("commands brought to Discord", commands=await _sync(tree, store, state))
    except discord.DiscordException as error:
        log.error(
            "the commands could not be brought to Discord; tortuga sync tries again", trace=trace(error)
        )


async def _sync(tree: Tree, store: Store, state: str) -> int:
    client = tree.client
    assert client.application_id is not None, "it is logged in"
    known = await client.http.bulk_upsert_global_commands(client.application_id, payload=await declared(tree))
    ids = dict(paths(known))
    await store.set_note(IDS_KEY, json.dumps(ids))
    await store.set_note(STATE_KEY, state)
    COMMANDS.learn(ids)
    return len(known)


async def learn_ids(store: Store) -> bool:
    """Texts name commands by the ids by which Discord has them, if any are stored; whether there are."""
    kept = await store.get_note(IDS_KEY)
    if kept is not None:
        COMMANDS.learn(json.loads(kept))
    return kept is not None


def paths(known: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """What can be pressed, by what it is called with its groups, and the id: that of the whole command."""
    for command in known:
        if command["type"] != _SLASH:
            continue
        inner = [each for each in command.get("options") or () if each["type"] <= _GROUP]
        if not inner:
            yield command["name"], str(command["id"])
        for each in inner:
            yield f"{command['name']} {each['name']}", str(command["id"])


async def declared(tree: Tree) -> list[Any]:
    """The commands as Discord is told of them.

    Where they are offered stands in `contexts` and `integration_types` alone: the library says it once more
    in `dm_permission`, which Discord has deprecated
    (https://discord.com/developers/docs/interactions/application-commands#application-command-object).
    """
    told: list[Any] = []
    for command in tree.get_commands():
        translator = tree.translator
        payload: dict[str, Any] = (
            await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        )
        told.append({key: value for key, value in payload.items() if key != "dm_permission"})
    return told


def fingerprint(tree: Tree) -> str:
    """All that decides what Discord is told, and in whose name, as a short hash.

    The catalogues are taken as they lie in their files: to read them, and to look up every command in every
    language, is only worth it once something has changed.
    """
    commands = [command.to_dict(tree) for command in tree.get_commands()]
    identity = f"{__version__} {tree.client.application_id} {json.dumps(commands, sort_keys=True)}"
    found = hashlib.sha256(identity.encode())
    for folder in (BOT_LOCALE, *(game.locale for game in catalogue().values())):
        for path in catalogue_files(folder):
            found.update(path.read_bytes())
    return found.hexdigest()
