"""`/organise`: what an organiser does to a tournament under way; for those whom the server lets.

A command of its own, beside `/tournament`: in its settings (Integrations) a server can hide it from everybody
but its organisers. By default it is hidden from nobody, since Discord knows nothing of the roles chosen in
`/settings server`. Who may is asked at every step.
"""

from __future__ import annotations

import inspect
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Command, locale_str

from bot.client.interaction_content import rights_of
from bot.commands.slash.common import Autocomplete, Interaction, _name, answer, choices, localised
from bot.commands.tournaments import admin_panel
from bot.screens.admin_actions import LONGEST_REASON, Prefilled
from bot.tournaments.actions import ACTIONS, TournamentAction
from games.text import _

Reason = app_commands.Range[str, 1, LONGEST_REASON]

NAMES = {
    "player": _name("player"),
    "pod": _name("pod"),
    "member": _name("member"),
    "tournament": _name("tournament"),
    "reason": _name("reason"),
}
DESCRIPTIONS = {
    "player": _("Who: a list opens as you type"),
    "pod": _("Which pod: a list opens as you type"),
    "tournament": _("Which tournament; otherwise the one in this channel"),
    "reason": _("Why: the players can read it"),
}
"""The options; an act says itself what the member is wanted for."""
TARGETS = {"": [], "entrant": ["player"], "pod": ["pod"]}
"""The option by which that is chosen which an act is about."""

organise = app_commands.Group(
    name=_name("organise"),
    description=localised(_("For organisers: run a tournament")),
)


async def _tournaments(interaction: Interaction, typed: str) -> list[Choice[str]]:
    services, locale = interaction.client.services, interaction.locale.value
    rights = rights_of(interaction)
    return await choices(
        lambda: admin_panel.suggested_tournaments(services, interaction.guild_id or 0, rights, typed, locale)
    )


def _targets(act: type[TournamentAction]) -> Autocomplete:
    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        services, locale = interaction.client.services, interaction.locale.value
        named: Any = getattr(interaction.namespace, "tournament", None)
        rights, guild = rights_of(interaction), interaction.guild_id or 0
        return await choices(
            lambda: admin_panel.suggested_targets(services, guild, rights, act, named, typed, locale)
        )

    return complete


def _command(act: type[TournamentAction]) -> Command[Any, ..., None]:
    """The command of an act, with the options that the act needs."""

    async def run(
        interaction: Interaction,
        player: str = "",
        pod: str = "",
        member: discord.Member | discord.User | None = None,
        tournament: str | None = None,
        reason: Reason | None = None,
    ) -> None:
        given = Prefilled(reason or "", None if member is None else member.id)
        await answer(
            interaction,
            f"organise {act.kind()}",
            lambda context: admin_panel.take_action(context, act, tournament, player or pod, given),
        )

    targets, members = TARGETS[act.target], ["member"] if act.person else []
    options = [*targets, *members, "tournament", "reason"]
    signature = inspect.signature(run)
    wanted = [signature.parameters[name] for name in ("interaction", *options)]
    # From this discord.py reads which options there are.
    run.__signature__ = signature.replace(parameters=wanted)  # pyright: ignore[reportFunctionMemberAccess]
    command = Command(name=locale_str(act.command), description=localised(act.label), callback=run)
    described = DESCRIPTIONS | ({"member": act.person} if act.person else {})
    app_commands.describe(**{name: localised(described[name]) for name in options})(command)
    app_commands.rename(**{name: NAMES[name] for name in options})(command)
    app_commands.autocomplete(tournament=_tournaments, **dict.fromkeys(targets, _targets(act)))(command)
    return command


def _position(act: type[TournamentAction]) -> int:
    """As Discord lists the commands: those first that need nothing, those that need a person last."""
    return len(TARGETS) if act.person else list(TARGETS).index(act.target)


# Discord takes 25 commands in a group, and these are as many. A next act has none (`command = ""`): its place
# is the desk, whose list holds what its moment allows.
for _act in sorted((act for act in ACTIONS.values() if act.command), key=_position):
    organise.add_command(_command(_act))
