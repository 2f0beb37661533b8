"""Commands that Discord offers on a person and on a message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord
from discord import app_commands

from bot.commands import arguments, profiles
from bot.commands.context import Context
from bot.commands.slash.common import AMONG_PEOPLE, EVERYWHERE, Interaction, answer, localised
from bot.i18n import reader_for
from bot.publishing.message_state import message_link
from bot.refusal import Refusal
from bot.screens.lobby import wanted_screen
from bot.tables import lobby
from bot.tables.model import Table
from bot.ui import custom_ids
from bot.ui.views import walk_components
from games.text import _


@app_commands.context_menu(name=localised(_("Invite to my table")))
async def invite(interaction: Interaction, member: discord.Member) -> None:
    """Ask somebody in public to my table that waits for people."""
    await answer(interaction, "invite", lambda context: _invite(context, member))


async def _invite(context: Context, member: discord.Member) -> None:
    hosted = await arguments.candidate_tables(context, "hosted", ("lobby",))
    if not hosted:
        raise Refusal("gone", _("No table of yours waits for people. /table create opens one."))
    table = (await context.change(hosted[0], lobby.welcome, member.id, member.bot)).table
    post, prefers = await context.publisher.live_post(table), await context.people.of(member.id)
    where = None if post is None else message_link(table.guild, post)
    shown = wanted_screen(table, reader_for(table, table.record.locale), [member.id], (), where)
    left_alone = prefers.nudges == "none" or context.user in prefers.blocked
    if await context.post(shown.payload(), () if left_alone else (member.id,)) is None:
        raise Refusal("late", _("That took too long. Try again."))


@app_commands.context_menu(name=localised(_("Their figures")))
async def figures(interaction: Interaction, member: discord.Member) -> None:
    """How somebody's games here have gone."""
    about = member.id, member.display_name, None
    await answer(interaction, "stats", lambda context: profiles.stats(context, *about))


@app_commands.context_menu(name=localised(_("Replay")))
async def replay(interaction: Interaction, message: discord.Message) -> None:
    """The finished game of which a message is, step by step."""
    await answer(interaction, "replay", lambda context: _at_its_table(context, message, profiles.replay))


@app_commands.context_menu(name=localised(_("Analyse")))
async def analyse(interaction: Interaction, message: discord.Message) -> None:
    """How whoever asks has played the finished game of which a message is."""
    await answer(interaction, "analysis", lambda context: _at_its_table(context, message, profiles.analysis))


async def _at_its_table(
    context: Context, message: discord.Message, show: Callable[[Context, Table], Awaitable[None]]
) -> None:
    for part in walk_components(
        message.components if message.author == context.interaction.client.user else ()
    ):
        with suppress(ValueError):
            verb, parts = custom_ids.decode(getattr(part, "custom_id", None) or "")
            if id := dict(zip(custom_ids.VERBS[verb], parts, strict=True)).get("table"):
                return await show(context, await context.table_here(id))
    raise Refusal("input", _("That message isn't about a table of mine."))


MENUS = (invite, figures, replay, analyse)
for _each in (replay, analyse):
    _each.allowed_installs, _each.allowed_contexts = EVERYWHERE, AMONG_PEOPLE
