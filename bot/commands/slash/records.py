"""What is remembered of games that ended."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands import records, which
from bot.commands.slash.common import GAMES, Interaction, _name, answer, said, table_list
from games.text import _


@app_commands.command(
    name=_name("replay"), description=said(_("A finished game once more, step by step, for you alone"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=said(_("Which table; without it, one of yours")))
@app_commands.autocomplete(table=table_list("replay"))
@app_commands.guild_only()
async def replay(interaction: Interaction, table: str | None = None) -> None:
    """`/replay [table]`."""
    await answer(interaction, "replay", lambda tavern, asked: which.go(tavern, asked, "replay", table))


@app_commands.command(
    name=_name("stats"), description=said(_("What your games on this server come to, or somebody else's"))
)
@app_commands.rename(member=_name("member"), game=_name("game"))
@app_commands.describe(
    member=said(_("Whose games; without it, yours")),
    game=said(_("Which game; without it, all of them")),
)
@app_commands.choices(game=GAMES)
@app_commands.guild_only()
async def stats(
    interaction: Interaction, member: discord.Member | discord.User | None = None, game: str | None = None
) -> None:
    """`/stats [member] [game]`."""
    whose = member or interaction.user
    await answer(
        interaction,
        "stats",
        lambda tavern, asked: records.stats(tavern, asked, whose.id, whose.display_name, game),
        about=game,
    )


@app_commands.command(
    name=_name("leaderboard"), description=said(_("Who plays best on this server, by their rated games"))
)
@app_commands.rename(game=_name("game"), page=_name("page"), season=_name("season"))
@app_commands.describe(
    game=said(_("Which game; without it, the one that ended last here")),
    page=said(_("Which page; without it, the first")),
    season=said(_("Which season; without it, the one that is going on")),
)
@app_commands.choices(game=GAMES)
@app_commands.guild_only()
async def leaderboard(
    interaction: Interaction,
    game: str | None = None,
    page: app_commands.Range[int, 1, 1000] = 1,
    season: app_commands.Range[int, 1, 1000] | None = None,
) -> None:
    """`/leaderboard [game] [page] [season]`."""
    which = "" if season is None else str(season)
    await answer(
        interaction,
        "leaderboard",
        lambda tavern, asked: records.leaderboard(tavern, asked, game, which, str(page - 1)),
        about=game,
    )
