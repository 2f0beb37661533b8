"""Games: one at once, and what a player or onlooker asks for at a table."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.client.interaction_context import InteractionContext
from bot.commands import arguments, information, moderation, profiles, table_commands, tables
from bot.commands.slash.common import (
    GAMES,
    OPTIONS,
    PACES,
    TABLE,
    Interaction,
    _name,
    answer,
    localised,
    option_list,
    table_list,
)
from bot.services import Services
from bot.tables.options import check_game, named_pace
from games.text import _


@app_commands.command(
    name=_name("play"), description=localised(_("Play against robots at once: a table, your cards, go"))
)
@app_commands.rename(game=_name("game"), options=_name("options"))
@app_commands.describe(game=localised(_("Which game; without it, the house's favourite")), options=OPTIONS)
@app_commands.choices(game=GAMES)
@app_commands.autocomplete(options=option_list)
@app_commands.guild_only()
async def play(interaction: Interaction, game: str | None = None, options: str = "") -> None:
    """`/play [game] [options]`."""
    await answer(
        interaction, "play", lambda services, context: _play(services, context, game, options), about=game
    )


async def _play(services: Services, context: InteractionContext, game: str | None, typed: str) -> None:
    context.game = check_game(game)
    await tables.play(services, context, context.game.slug, arguments.parse_options(context.game, typed))


@app_commands.command(
    name=_name("hand"), description=localised(_("Your cards, for you alone, at the table that waits for you"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=localised(_("Which table; without it, the one that waits for you")))
@app_commands.autocomplete(table=table_list("hand"))
@app_commands.guild_only()
async def my_hand(interaction: Interaction, table: str | None = None) -> None:
    """`/hand [table]`."""
    await answer(
        interaction, "hand", lambda services, context: table_commands.run(services, context, "hand", table)
    )


@app_commands.command(
    name=_name("log"), description=localised(_("What has happened at a table, as far as you may know"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=table_list("log"))
@app_commands.guild_only()
async def read_log(interaction: Interaction, table: str | None = None) -> None:
    """`/log [table]`."""
    await answer(
        interaction, "log", lambda services, context: table_commands.run(services, context, "log", table)
    )


@app_commands.command(
    name=_name("rules"), description=localised(_("The rules: of a game, or as your table plays it just now"))
)
@app_commands.rename(game=_name("game"))
@app_commands.describe(game=localised(_("Which game; without it, the one at your table here")))
@app_commands.choices(game=GAMES)
@app_commands.guild_only()
async def read_rules(interaction: Interaction, game: str | None = None) -> None:
    """`/rules [game]`."""
    await answer(interaction, "rules", lambda services, context: _rules(services, context, game))


async def _rules(services: Services, context: InteractionContext, game: str | None) -> None:
    if game is None and await table_commands.run_where_meant(services, context, "rules"):
        return
    await information.rules_of(services, context, check_game(game).slug)


@app_commands.command(
    name=_name("help"), description=localised(_("What Tortuga is, and the first three steps"))
)
@app_commands.guild_only()
async def read_help(interaction: Interaction) -> None:
    """`/help`."""
    await answer(interaction, "help", information.help)


# `/table`: opened, found, left, closed.


FEWEST_SEATS, MOST_SEATS = 2, 12
"""What may be typed as a number of seats; the game says which of them it allows."""

table = app_commands.Group(
    name=_name("table"), description=localised(_("Tables to play at with other people")), guild_only=True
)


@table.command(
    name=_name("create"), description=localised(_("Open a table in this channel and wait for people"))
)
@app_commands.rename(game=_name("game"), seats=_name("seats"), options=_name("options"), pace=_name("pace"))
@app_commands.describe(
    game=localised(_("Which game")),
    seats=localised(_("How many can sit down; without it, as many as the game allows")),
    options=OPTIONS,
    pace=localised(_("How long a move may take; if you choose nothing, as this server has it")),
)
@app_commands.choices(game=GAMES, pace=PACES)
@app_commands.autocomplete(options=option_list)
async def create_table(
    interaction: Interaction,
    game: str,
    seats: app_commands.Range[int, FEWEST_SEATS, MOST_SEATS] | None = None,
    options: str = "",
    pace: str | None = None,
) -> None:
    """`/table create game [seats] [options] [pace]`."""
    await answer(
        interaction,
        "table create",
        lambda services, context: _create_table(services, context, game, seats, options, pace),
        about=game,
    )


async def _create_table(
    services: Services,
    context: InteractionContext,
    game: str,
    seats: int | None,
    typed: str,
    pace: str | None,
) -> None:
    rules = check_game(game)
    chosen = None if pace is None else named_pace(pace)
    await tables.create(services, context, rules.slug, seats, arguments.parse_options(rules, typed), chosen)


@table.command(
    name=_name("list"), description=localised(_("The tables on this server, and where there is room"))
)
async def list_tables(interaction: Interaction) -> None:
    """`/table list`."""
    await answer(interaction, "table list", information.tables)


@table.command(
    name=_name("show"), description=localised(_("Bring a table's message here, or say where it is"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=table_list("show"))
async def show_table(interaction: Interaction, table: str | None = None) -> None:
    """`/table show [table]`."""
    await answer(
        interaction,
        "table show",
        lambda services, context: table_commands.run(services, context, "show", table),
    )


@table.command(
    name=_name("leave"), description=localised(_("Give your seat up; in a running game you choose how"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=table_list("leave"))
async def leave_table(interaction: Interaction, table: str | None = None) -> None:
    """`/table leave [table]`."""
    await answer(
        interaction,
        "table leave",
        lambda services, context: table_commands.run(services, context, "leave", table),
    )


@table.command(name=_name("close"), description=localised(_("Call your table off, before the first move")))
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=table_list("close"))
async def close_table(interaction: Interaction, table: str | None = None) -> None:
    """`/table close [table]`."""
    await answer(
        interaction,
        "table close",
        lambda services, context: table_commands.run(services, context, "close", table),
    )


# What is remembered of games that ended.


@app_commands.command(
    name=_name("replay"), description=localised(_("A finished game once more, step by step, for you alone"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=localised(_("Which table; without it, one of yours")))
@app_commands.autocomplete(table=table_list("replay"))
@app_commands.guild_only()
async def replay(interaction: Interaction, table: str | None = None) -> None:
    """`/replay [table]`."""
    await answer(
        interaction,
        "replay",
        lambda services, context: table_commands.run(services, context, "replay", table),
    )


@app_commands.command(
    name=_name("stats"),
    description=localised(_("What your games on this server come to, or somebody else's")),
)
@app_commands.rename(member=_name("member"), game=_name("game"))
@app_commands.describe(
    member=localised(_("Whose games; without it, yours")),
    game=localised(_("Which game; without it, all of them")),
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
        lambda services, context: profiles.stats(services, context, whose.id, whose.display_name, game),
        about=game,
    )


@app_commands.command(
    name=_name("leaderboard"), description=localised(_("Who plays best on this server, by their rated games"))
)
@app_commands.rename(game=_name("game"), page=_name("page"), season=_name("season"))
@app_commands.describe(
    game=localised(_("Which game; without it, the one that ended last here")),
    page=localised(_("Which page; without it, the first")),
    season=localised(_("Which season; without it, the one that is going on")),
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
        lambda services, context: profiles.leaderboard(services, context, game, which, str(page - 1)),
        about=game,
    )


# `/moderate`: for those who manage a server, and its organisers.
#
# It is hidden from nobody by default: Discord knows nothing of the roles chosen in `/settings server`. A
# server can hide it from others in its own settings (Integrations); who may is asked at every step.


moderate = app_commands.Group(
    name=_name("moderate"),
    description=localised(_("For those who moderate this server")),
    guild_only=True,
)


@moderate.command(
    name=_name("table"),
    description=localised(_("See to a table: its seats, its clocks, or that it does not count")),
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=localised(_("Which table; without it, the one in this channel")))
@app_commands.autocomplete(table=table_list("moderate"))
async def moderate_table(interaction: Interaction, table: str | None = None) -> None:
    """`/moderate table [table]`."""
    await answer(
        interaction,
        "moderate table",
        lambda services, context: table_commands.run(services, context, "moderate", table),
    )


@moderate.command(
    name=_name("log"), description=localised(_("What was moderated on this server, by whom and why"))
)
async def moderate_log(interaction: Interaction) -> None:
    """`/moderate log`."""
    await answer(interaction, "moderate log", moderation.log)


@moderate.command(name=_name("season"), description=localised(_("Let the ratings of a game begin anew")))
@app_commands.rename(game=_name("game"))
@app_commands.describe(game=localised(_("Which game")))
@app_commands.choices(game=GAMES)
async def moderate_season(interaction: Interaction, game: str) -> None:
    """`/moderate season game`."""
    await answer(
        interaction,
        "moderate season",
        lambda services, context: profiles.ask_for_new_season(services, context, game),
        about=game,
    )
