"""`/moderate`: for those who manage a server, and its organisers.

It is hidden from nobody by default: Discord knows nothing of the roles chosen in `/settings server`. A server
can hide it from others in its own settings (Integrations); who may is asked at every step.
"""

from __future__ import annotations

from discord import app_commands

from bot.commands import records
from bot.commands.slash.common import GAMES, Interaction, _name, answer, said
from games.text import _

moderate = app_commands.Group(
    name=_name("moderate"),
    description=said(_("For those who moderate this server")),
    guild_only=True,
)


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
