"""`/moderate`: for those who manage a server, and its organisers.

It is hidden from nobody by default: Discord knows nothing of the roles chosen in `/settings server`. A server
can hide it from others in its own settings (Integrations); who may is asked at every step.
"""

from __future__ import annotations

from discord import app_commands

from bot.commands import moderating, records, which
from bot.commands.slash.common import GAMES, Interaction, _name, answer, said, table_list
from games.text import _

moderate = app_commands.Group(
    name=_name("moderate"),
    description=said(_("For those who moderate this server")),
    guild_only=True,
)


@moderate.command(
    name=_name("table"),
    description=said(_("See to a table: its seats, its clocks, or that it does not count")),
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=said(_("Which table; without it, the one in this channel")))
@app_commands.autocomplete(table=table_list("moderate"))
async def moderate_table(interaction: Interaction, table: str | None = None) -> None:
    """`/moderate table [table]`."""
    await answer(
        interaction, "moderate table", lambda tavern, asked: which.go(tavern, asked, "moderate", table)
    )


@moderate.command(
    name=_name("log"), description=said(_("What was moderated on this server, by whom and why"))
)
async def moderate_log(interaction: Interaction) -> None:
    """`/moderate log`."""
    await answer(interaction, "moderate log", moderating.log)


@moderate.command(name=_name("season"), description=said(_("Let the ratings of a game begin anew")))
@app_commands.rename(game=_name("game"))
@app_commands.describe(game=said(_("Which game")))
@app_commands.choices(game=GAMES)
async def season(interaction: Interaction, game: str) -> None:
    """`/moderate season game`."""
    await answer(
        interaction,
        "moderate season",
        lambda tavern, asked: records.ask_for_season(tavern, asked, game),
        about=game,
    )
