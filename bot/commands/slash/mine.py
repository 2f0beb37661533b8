"""What concerns me everywhere: also in direct messages with the bot."""

from __future__ import annotations

from discord import app_commands

from bot.commands import data, server, vacations, wishes
from bot.commands import turns as my_turns
from bot.commands.slash.common import Interaction, _name, answer, said
from bot.wishes.vacation import DAYS_A_YEAR
from games.text import _

MOST_DAYS = 2 * DAYS_A_YEAR
"""Of a vacation: one at the turn of the year takes from both."""


@app_commands.command(
    name=_name("turns"),
    description=said(_("All tables that wait for you, on every server, the most urgent first")),
)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
async def turns(interaction: Interaction) -> None:
    """`/turns`."""
    await answer(interaction, "turns", my_turns.turns)


settings = app_commands.Group(
    name=_name("settings"),
    description=said(_("How you, or this server, would like things")),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
)


@settings.command(
    name=_name("me"), description=said(_("How and when you are told of your turns, and more of yours"))
)
async def settings_me(interaction: Interaction) -> None:
    """`/settings me`."""
    await answer(interaction, "settings me", wishes.show)


@settings.command(
    name=_name("server"), description=said(_("How this server wants it: for those who manage it"))
)
async def settings_server(interaction: Interaction) -> None:
    """`/settings server`. Discord cannot hide a single one of a group, so it is asked who may."""
    await answer(interaction, "settings server", server.show)


vacation = app_commands.Group(
    name=_name("vacation"),
    description=said(_("Days on which your clocks stand still")),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
)


@vacation.command(name=_name("start"), description=said(_("Your clocks stand still, from now on")))
@app_commands.rename(days=_name("days"), until=_name("until"))
@app_commands.describe(
    days=said(_("How many days, today counted")),
    until=said(_("The last day, as year-month-day: 2027-08-20")),
)
async def vacation_start(
    interaction: Interaction,
    days: app_commands.Range[int, 1, MOST_DAYS] | None = None,
    until: app_commands.Range[str, 1, 10] | None = None,
) -> None:
    """`/vacation start [days] [until]`."""
    await answer(
        interaction, "vacation start", lambda tavern, asked: vacations.start(tavern, asked, days, until)
    )


@vacation.command(name=_name("end"), description=said(_("You are back, and your clocks go on")))
async def vacation_end(interaction: Interaction) -> None:
    """`/vacation end`."""
    await answer(interaction, "vacation end", vacations.end)


privacy = app_commands.Group(
    name=_name("privacy"),
    description=said(_("What is stored about you")),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
)


@privacy.command(
    name=_name("export"), description=said(_("All that is stored about you, as a file for you alone"))
)
async def privacy_export(interaction: Interaction) -> None:
    """`/privacy export`."""
    await answer(interaction, "privacy export", data.export)


@privacy.command(name=_name("delete"), description=said(_("Have all that is stored about you erased")))
async def privacy_delete(interaction: Interaction) -> None:
    """`/privacy delete`."""
    await answer(interaction, "privacy delete", data.forget)
