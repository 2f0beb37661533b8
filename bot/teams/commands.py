"""Teams that people found, join and leave before the draw."""

from __future__ import annotations

from bot.commands.context import Context
from bot.commands.tournaments.views import show_mine
from bot.commands.verbs import button, modal, select
from bot.teams import roster
from bot.teams.screens import NO_TEAM, TEAM_NAME, team_modal
from bot.tournaments.model import PendingChange, Tournament


@select("tteam")
async def choose(context: Context, tournament: Tournament, team: str) -> None:
    """They play for the team of the list, or for none any more."""

    def change(t: Tournament) -> PendingChange:
        user = context.user
        return roster.left(t, user) if team == NO_TEAM else roster.joined(t, user, team)

    await show_mine(context, await context.tournaments.change(context.press, tournament.id, change))


@button("tfound", "new")
async def ask(context: Context, tournament: Tournament) -> None:
    """Open the window for a team's name."""
    await context.open(team_modal(tournament, context.reader()))


@modal("tfound")
async def found(context: Context, tournament: Tournament) -> None:
    """They play for the team whose name was typed, founded if there is none. Refusal where that cannot be."""
    name = context.written(TEAM_NAME)

    def change(t: Tournament) -> PendingChange:
        return roster.founded(t, context.user, name)

    await show_mine(context, await context.tournaments.change(context.press, tournament.id, change))
