"""`/table`: opened, found, left, closed."""

from __future__ import annotations

from discord import app_commands

from bot.asked import Asked
from bot.commands import opening, options, reading, which
from bot.commands.slash.common import (
    GAMES,
    OPTIONS,
    PACES,
    TABLE,
    Interaction,
    _name,
    answer,
    option_list,
    said,
    table_list,
)
from bot.tables.terms import check_game, named_pace
from bot.tavern import Tavern
from games.text import _

FEWEST_SEATS, MOST_SEATS = 2, 12
"""What may be typed as a number of seats; the game says which of them it allows."""

table = app_commands.Group(
    name=_name("table"), description=said(_("Tables to play at with other people")), guild_only=True
)


@table.command(name=_name("create"), description=said(_("Open a table in this channel and wait for people")))
@app_commands.rename(game=_name("game"), seats=_name("seats"), options=_name("options"), pace=_name("pace"))
@app_commands.describe(
    game=said(_("Which game")),
    seats=said(_("How many can sit down; without it, as many as the game allows")),
    options=OPTIONS,
    pace=said(_("How long a move may take; if you choose nothing, as this server has it")),
)
@app_commands.choices(game=GAMES, pace=PACES)
@app_commands.autocomplete(options=option_list)
async def create(
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
        lambda tavern, asked: _create(tavern, asked, game, seats, options, pace),
        about=game,
    )


async def _create(
    tavern: Tavern, asked: Asked, game: str, seats: int | None, typed: str, pace: str | None
) -> None:
    rules = check_game(game)
    chosen = None if pace is None else named_pace(pace)
    await opening.create(tavern, asked, rules.slug, seats, options.parse(rules, typed), chosen)


@table.command(name=_name("list"), description=said(_("The tables on this server, and where there is room")))
async def list_tables(interaction: Interaction) -> None:
    """`/table list`."""
    await answer(interaction, "table list", reading.tables)


@table.command(name=_name("show"), description=said(_("Bring a table's message here, or say where it is")))
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=table_list("show"))
async def show(interaction: Interaction, table: str | None = None) -> None:
    """`/table show [table]`."""
    await answer(interaction, "table show", lambda tavern, asked: which.go(tavern, asked, "show", table))


@table.command(
    name=_name("leave"), description=said(_("Give your seat up; in a running game you choose how"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=table_list("leave"))
async def leave(interaction: Interaction, table: str | None = None) -> None:
    """`/table leave [table]`."""
    await answer(interaction, "table leave", lambda tavern, asked: which.go(tavern, asked, "leave", table))


@table.command(name=_name("close"), description=said(_("Call your table off, before the first move")))
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=table_list("close"))
async def close(interaction: Interaction, table: str | None = None) -> None:
    """`/table close [table]`."""
    await answer(interaction, "table close", lambda tavern, asked: which.go(tavern, asked, "close", table))
