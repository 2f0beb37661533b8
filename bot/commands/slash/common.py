"""What the slash commands have in common: words for Discord, lists that open, the way to an answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
import structlog
from discord.app_commands import Choice, locale_str

from bot.asked import Asked
from bot.commands import finding, options, which
from bot.pace import PACES as ALL_PACES
from bot.screens.clocks import NAMES
from bot.tables.terms import check_game
from bot.tavern import Tavern
from bot.traces import trace
from bot.words import Reader
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import Text, _

if TYPE_CHECKING:
    from bot.client import Tortuga

    Interaction = discord.Interaction[Tortuga]
else:
    Interaction = discord.Interaction

log = structlog.get_logger(__name__)

Complete: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]
"""Makes the list that opens while somebody types."""

ABOUT = "about"
"""Beside a sentence for Discord: the game whose catalogue has it."""


def said(text: Text) -> locale_str:
    """A sentence of a command's, to be translated by the tree's translator."""
    return locale_str(text.message)


def _name(name: str) -> locale_str:
    """The name of a command or of an option, which is another one in other languages."""
    return locale_str(name)


def title(game: AnyGame) -> locale_str:
    return locale_str(game.title.message, **{ABOUT: game.slug})


GAMES = [Choice(name=title(game), value=game.slug) for game in catalogue().values()][:25]
PACES = [Choice(name=said(NAMES[name]), value=name) for name in ALL_PACES]
TABLE = said(_("Which table; yours in this channel if you name none"))
OPTIONS = said(_("How it is played; a list opens while you type"))


async def answer(
    interaction: Interaction,
    kind: str,
    handle: Callable[[Tavern, Asked], Awaitable[None]],
    *,
    about: str | None = None,
) -> None:
    """Let `handle` answer inside the boundary. `about`: the game whose words a refusal may use."""
    tavern = interaction.client.tavern
    asked = Asked(interaction, "private")
    asked.game = catalogue().get(about) if about else None
    await tavern.boundary.attend(asked, kind, None, lambda asked: handle(tavern, asked))


async def listed(suggest: Callable[[], Awaitable[list[tuple[str, str]]]]) -> list[Choice[str]]:
    """The list that opens while somebody types; empty if it cannot be had, as nothing depends on it."""
    try:
        return [Choice(name=shown, value=value) for shown, value in await suggest() if shown and value][:25]
    except Exception as error:
        log.error("a list could not be opened", trace=trace(error))
        return []


def table_list(what: str) -> Complete:
    """Completes the name of a table with which that can be done."""
    wish = which.WISHES[what]

    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        tavern, guild, user = interaction.client.tavern, interaction.guild_id or 0, interaction.user.id
        locale = interaction.locale.value
        return await listed(
            lambda: finding.suggestions(
                tavern, guild, user, typed, locale, whose=wish.whose, phases=wish.listed
            )
        )

    return complete


async def option_list(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def suggest() -> list[tuple[str, str]]:
        game = check_game(getattr(interaction.namespace, "game", None))
        return options.suggest(game, typed, Reader(interaction.locale.value, game))

    return await listed(suggest)
