"""Games: one at once, and what a player or onlooker asks for at a table."""

from __future__ import annotations

from discord import app_commands

from bot.asked import Asked
from bot.commands import opening, options, reading, which
from bot.commands.slash.common import (
    GAMES,
    OPTIONS,
    TABLE,
    Interaction,
    _name,
    answer,
    option_list,
    said,
    table_list,
)
from bot.tables.terms import check_game
from bot.tavern import Tavern
from games.text import _


@app_commands.command(
    name=_name("play"), description=said(_("Play against robots at once: a table, your cards, go"))
)
@app_commands.rename(game=_name("game"), options=_name("options"))
@app_commands.describe(game=said(_("Which game; without it, the house's favourite")), options=OPTIONS)
@app_commands.choices(game=GAMES)
@app_commands.autocomplete(options=option_list)
@app_commands.guild_only()
async def play(interaction: Interaction, game: str | None = None, options: str = "") -> None:
    """`/play [game] [options]`."""
    await answer(interaction, "play", lambda tavern, asked: _play(tavern, asked, game, options), about=game)


async def _play(tavern: Tavern, asked: Asked, game: str | None, typed: str) -> None:
    asked.game = check_game(game)
    await opening.play(tavern, asked, asked.game.slug, options.parse(asked.game, typed))


@app_commands.command(
    name=_name("hand"), description=said(_("Your cards, for you alone, at the table that waits for you"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=said(_("Which table; without it, the one that waits for you")))
@app_commands.autocomplete(table=table_list("hand"))
@app_commands.guild_only()
async def my_hand(interaction: Interaction, table: str | None = None) -> None:
    """`/hand [table]`."""
    await answer(interaction, "hand", lambda tavern, asked: which.go(tavern, asked, "hand", table))


@app_commands.command(
    name=_name("log"), description=said(_("What has happened at a table, as far as you may know"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=table_list("log"))
@app_commands.guild_only()
async def read_log(interaction: Interaction, table: str | None = None) -> None:
    """`/log [table]`."""
    await answer(interaction, "log", lambda tavern, asked: which.go(tavern, asked, "log", table))


@app_commands.command(
    name=_name("rules"), description=said(_("The rules: of a game, or as your table plays it just now"))
)
@app_commands.rename(game=_name("game"))
@app_commands.describe(game=said(_("Which game; without it, the one at your table here")))
@app_commands.choices(game=GAMES)
@app_commands.guild_only()
async def read_rules(interaction: Interaction, game: str | None = None) -> None:
    """`/rules [game]`."""
    await answer(interaction, "rules", lambda tavern, asked: _rules(tavern, asked, game))


async def _rules(tavern: Tavern, asked: Asked, game: str | None) -> None:
    if game is None and await which.find(tavern, asked, "rules"):
        return
    await reading.rules_of(tavern, asked, check_game(game).slug)


@app_commands.command(name=_name("help"), description=said(_("What Tortuga is, and the first three steps")))
@app_commands.guild_only()
async def read_help(interaction: Interaction) -> None:
    """`/help`."""
    await answer(interaction, "help", reading.help)
