"""`/organise`: what an organiser does to a tournament under way; for those whom the server lets.

A command of its own, beside `/tournament`: in its settings (Integrations) a server can hide it from everybody
but its organisers. By default it is hidden from nobody, since Discord knows nothing of the roles chosen in
`/settings server`. Who may is asked at every step.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.client.interaction_context import rights_of
from bot.commands.slash.common import Autocomplete, Interaction, _name, answer, choices, localised
from bot.commands.tournaments import desk as flow
from bot.screens.admin_actions import LONGEST_REASON, Prefilled
from games.text import _

TOURNAMENT = localised(_("Which tournament; the one in this channel if you name none"))
PLAYER = localised(_("Whom; a list opens while you type"))
POD = localised(_("Which pod; a list opens while you type"))
REASON = localised(_("Why; players can read it"))
Reason = app_commands.Range[str, 1, LONGEST_REASON]

organise = app_commands.Group(
    name=_name("organise"),
    description=localised(_("Run a tournament: for its organisers")),
    guild_only=True,
)


async def _tournaments(interaction: Interaction, typed: str) -> list[Choice[str]]:
    services, locale = interaction.client.services, interaction.locale.value
    rights = rights_of(interaction)
    return await choices(
        lambda: flow.suggested_tournaments(services, interaction.guild_id or 0, rights, typed, locale)
    )


def _targets(kind: str) -> Autocomplete:
    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        services, locale, guild = (
            interaction.client.services,
            interaction.locale.value,
            interaction.guild_id or 0,
        )
        named: Any = getattr(interaction.namespace, "tournament", None)
        rights = rights_of(interaction)
        return await choices(
            lambda: flow.suggested_targets(services, guild, rights, kind, named, typed, locale)
        )

    return complete


async def _act(
    interaction: Interaction,
    kind: str,
    tournament: str | None,
    reason: str | None,
    what: str = "",
    member: discord.Member | discord.User | None = None,
) -> None:
    given = Prefilled(reason or "", None if member is None else member.id)
    await answer(
        interaction,
        f"organise {kind}",
        lambda services, context: flow.take_action(services, context, kind, tournament, what, given),
    )


@organise.command(name=_name("begin"), description=localised(_("Begin now: the first round is drawn")))
@app_commands.rename(tournament=_name("tournament"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments)
async def begin(
    interaction: Interaction, tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise begin [tournament] [reason]`."""
    await _act(interaction, "begin", tournament, reason)


@organise.command(name=_name("next"), description=localised(_("Draw the next round")))
@app_commands.rename(tournament=_name("tournament"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments)
async def organise_next(
    interaction: Interaction, tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise next [tournament] [reason]`."""
    await _act(interaction, "draw", tournament, reason)


@organise.command(name=_name("open"), description=localised(_("Open the tables of the round that is drawn")))
@app_commands.rename(tournament=_name("tournament"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments)
async def organise_open(
    interaction: Interaction, tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise open [tournament] [reason]`."""
    await _act(interaction, "open", tournament, reason)


@organise.command(name=_name("redraw"), description=localised(_("Draw the round anew that is not open yet")))
@app_commands.rename(tournament=_name("tournament"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments)
async def redraw(
    interaction: Interaction, tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise redraw [tournament] [reason]`."""
    await _act(interaction, "redraw", tournament, reason)


@organise.command(name=_name("pause"), description=localised(_("Stop all clocks of the tournament")))
@app_commands.rename(tournament=_name("tournament"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments)
async def pause(
    interaction: Interaction, tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise pause [tournament] [reason]`."""
    await _act(interaction, "pause", tournament, reason)


@organise.command(name=_name("resume"), description=localised(_("Let all clocks run again")))
@app_commands.rename(tournament=_name("tournament"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments)
async def resume(
    interaction: Interaction, tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise resume [tournament] [reason]`."""
    await _act(interaction, "resume", tournament, reason)


@organise.command(
    name=_name("finish"), description=localised(_("End the tournament with the standings as they are"))
)
@app_commands.rename(tournament=_name("tournament"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments)
async def finish(
    interaction: Interaction, tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise finish [tournament] [reason]`."""
    await _act(interaction, "finish", tournament, reason)


@organise.command(name=_name("cancel"), description=localised(_("Call the tournament off")))
@app_commands.rename(tournament=_name("tournament"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments)
async def cancel(
    interaction: Interaction, tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise cancel [tournament] [reason]`."""
    await _act(interaction, "cancel", tournament, reason)


@organise.command(
    name=_name("drop"), description=localised(_("Take somebody out: they play no further round"))
)
@app_commands.rename(tournament=_name("tournament"), player=_name("player"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, player=PLAYER, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments, player=_targets("drop"))
async def drop(
    interaction: Interaction, player: str = "", tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise drop [player] [tournament] [reason]`."""
    await _act(interaction, "drop", tournament, reason, player)


@organise.command(name=_name("disqualify"), description=localised(_("Disqualify somebody")))
@app_commands.rename(tournament=_name("tournament"), player=_name("player"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, player=PLAYER, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments, player=_targets("disqualify"))
async def disqualify(
    interaction: Interaction, player: str = "", tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise disqualify [player] [tournament] [reason]`."""
    await _act(interaction, "disqualify", tournament, reason, player)


@organise.command(name=_name("reinstate"), description=localised(_("Let somebody in again who is out")))
@app_commands.rename(tournament=_name("tournament"), player=_name("player"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, player=PLAYER, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments, player=_targets("reinstate"))
async def reinstate(
    interaction: Interaction, player: str = "", tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise reinstate [player] [tournament] [reason]`."""
    await _act(interaction, "reinstate", tournament, reason, player)


@organise.command(
    name=_name("extend"), description=localised(_("Give the round or one of its pods more time"))
)
@app_commands.rename(tournament=_name("tournament"), pod=_name("pod"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, pod=POD, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments, pod=_targets("extend"))
async def extend(
    interaction: Interaction, pod: str = "", tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise extend [pod] [tournament] [reason]`."""
    await _act(interaction, "extend", tournament, reason, pod)


@organise.command(name=_name("correct"), description=localised(_("Correct the result of a pod")))
@app_commands.rename(tournament=_name("tournament"), pod=_name("pod"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, pod=POD, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments, pod=_targets("correct"))
async def correct(
    interaction: Interaction, pod: str = "", tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise correct [pod] [tournament] [reason]`."""
    await _act(interaction, "correct", tournament, reason, pod)


@organise.command(name=_name("void"), description=localised(_("Declare a pod's table void")))
@app_commands.rename(tournament=_name("tournament"), pod=_name("pod"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, pod=POD, reason=REASON)
@app_commands.autocomplete(tournament=_tournaments, pod=_targets("void"))
async def void(
    interaction: Interaction, pod: str = "", tournament: str | None = None, reason: Reason | None = None
) -> None:
    """`/organise void [pod] [tournament] [reason]`."""
    await _act(interaction, "void", tournament, reason, pod)


@organise.command(name=_name("substitute"), description=localised(_("Put somebody else in a player's place")))
@app_commands.rename(
    tournament=_name("tournament"), player=_name("player"), member=_name("member"), reason=_name("reason")
)
@app_commands.describe(
    tournament=TOURNAMENT, player=PLAYER, member=localised(_("Who plays from now on")), reason=REASON
)
@app_commands.autocomplete(tournament=_tournaments, player=_targets("substitute"))
async def substitute(
    interaction: Interaction,
    player: str = "",
    member: discord.Member | discord.User | None = None,
    tournament: str | None = None,
    reason: Reason | None = None,
) -> None:
    """`/organise substitute [player] [member] [tournament] [reason]`."""
    await _act(interaction, "substitute", tournament, reason, player, member)


@organise.command(name=_name("handover"), description=localised(_("Make somebody else the organiser")))
@app_commands.rename(tournament=_name("tournament"), member=_name("member"), reason=_name("reason"))
@app_commands.describe(tournament=TOURNAMENT, member=localised(_("Who organises from now on")), reason=REASON)
@app_commands.autocomplete(tournament=_tournaments)
async def handover(
    interaction: Interaction,
    member: discord.Member | discord.User | None = None,
    tournament: str | None = None,
    reason: Reason | None = None,
) -> None:
    """`/organise handover [member] [tournament] [reason]`."""
    await _act(interaction, "hand-over", tournament, reason, member=member)
