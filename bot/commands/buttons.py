"""Every press of a button, choice from a list and submitted window: told apart by its custom_id, and passed
on.

This is the one router. It keeps nothing: all that a press needs is in its custom_id, so old buttons work
after a restart.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import discord
import structlog

from bot.almanac import commands as almanac
from bot.client.interaction_context import InteractionContext
from bot.commands import (
    information,
    moderation,
    playing,
    preferences,
    profiles,
    puzzles,
    server_moderation,
    solo,
    tables,
)
from bot.commands.context import Context
from bot.commands.slash import tables as slash_tables
from bot.commands.slash import tournaments as slash_tournaments
from bot.commands.table_answers import redraw_in_group
from bot.commands.tournaments import admin_panel, setup, views
from bot.commands.verbs import BUTTONS, MODALS
from bot.hours import commands as hours
from bot.recurring import commands as recurring
from bot.refusal import Refusal
from bot.score_sheets import commands as score_sheets
from bot.series import commands as series
from bot.services import Services
from bot.teams import commands as teams
from bot.ui import custom_ids
from games.text import _
from storage.errors import Conflict, StorageError

log = structlog.get_logger(__name__)

ANSWERING = (
    *(information, moderation, playing, preferences, profiles, puzzles, server_moderation, solo, tables),
    *(
        slash_tables,
        slash_tournaments,
        admin_panel,
        almanac,
        hours,
        recurring,
        score_sheets,
        series,
        setup,
        teams,
        views,
    ),
)
"""The modules whose functions answer: by then they have declared their verbs."""


async def on_interaction(services: Services, interaction: discord.Interaction) -> None:
    """Answer a press of a button, a choice from a list or a submitted window."""
    is_press = interaction.type is discord.InteractionType.component
    data: Any = interaction.data
    try:
        verb, parts = custom_ids.decode(data["custom_id"])
        handler = (BUTTONS if is_press else MODALS)[verb]
        if is_press:
            custom_ids.require_valid_values(verb, data.get("values", ()))
    except (ValueError, KeyError):
        context = InteractionContext(interaction, "an unknown button")
        await services.error_handler.handle(context, _refuse_unknown)
        return
    named = dict(zip(custom_ids.VERBS[verb], parts, strict=True))
    table, tournament = named.get("table"), named.get("tournament")
    context = Context(services, interaction, verb, handler.place, table=table, tournament=tournament)
    opener = verb if is_press else handler.opened_by or verb
    if opener in BUTTONS:
        context.opened_by = custom_ids.encode(opener, *parts)
    if handler.back is not None:
        context.back = handler.back(**named)

    open_hands, hand = services.table_publisher.open_hands, table if context.is_on_private_message else None

    async def answer(context: Context) -> None:
        with nullcontext() if hand is None else open_hands.pressed(hand, context.user):
            if context.group and table is not None and is_press and not hand and handler.place != "public":
                await redraw_in_group(context, table)
            try:
                await handler.answer(context, *await handler.arguments(context, parts))
            except Refusal as refusal:
                if not handler.in_lobby or table is None or refusal.reason != "late":
                    raise
                await playing.show_hand_after_lobby(context, table, refusal)
            if hand is not None and context.shown_in == context.message:
                open_hands.covered(hand, interaction, context.message)

    await services.error_handler.handle(context, answer)
    if context.answered is not None and not context.was_taken and (table or tournament):
        await _note_language(context)


async def _note_language(context: Context) -> None:
    """Whoever plays is written to in the language in which they were just answered."""
    try:
        await context.people.speaks(context.user, context.locale)
    except (StorageError, Conflict) as error:  # their next press says it again
        log.info("a language was not noted", why=type(error).__name__)


async def _refuse_unknown(context: InteractionContext) -> None:
    raise Refusal("stale", _("That's an old button. /table show brings a new one."))
