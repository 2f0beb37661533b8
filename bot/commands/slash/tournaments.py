"""`/tournament`: set up, found, entered, read."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.slash.common import Complete, Interaction, _name, answer, listed, said
from bot.commands.tournaments import finding, which
from bot.commands.tournaments import reading as pages
from games.text import _

TOURNAMENT = said(_("Which tournament; without it, the one in this channel, or yours"))

tournament = app_commands.Group(
    name=_name("tournament"), description=said(_("Cups and leagues at many tables")), guild_only=True
)


def tournament_list(what: str) -> Complete:
    """Completes the name of a tournament with which that can be done."""
    wish = which.WISHES[what]

    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        tavern, guild, user = interaction.client.tavern, interaction.guild_id or 0, interaction.user.id
        locale = interaction.locale.value
        return await listed(
            lambda: finding.suggestions(
                tavern, guild, user, typed, locale, whose=wish.whose, phases=wish.phases
            )
        )

    return complete


async def _go(interaction: Interaction, what: str, given: str | None) -> None:
    await answer(
        interaction, f"tournament {what}", lambda tavern, asked: which.go(tavern, asked, what, given)
    )


@tournament.command(name=_name("list"), description=said(_("The tournaments on this server")))
async def list_tournaments(interaction: Interaction) -> None:
    """`/tournament list`."""
    await answer(interaction, "tournament list", pages.tournaments)


@tournament.command(
    name=_name("show"), description=said(_("How a tournament is played, when, and for how long"))
)
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("show"))
async def show(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament show [tournament]`."""
    await _go(interaction, "show", tournament)


@tournament.command(
    name=_name("me"), description=said(_("Your place, your points, your next table and your results"))
)
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("me"))
async def me(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament me [tournament]`."""
    await _go(interaction, "me", tournament)


@tournament.command(name=_name("standings"), description=said(_("Who stands where")))
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("standings"))
async def standings(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament standings [tournament]`."""
    await _go(interaction, "standings", tournament)


@tournament.command(name=_name("pods"), description=said(_("Who plays with whom, round by round")))
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("pods"))
async def pods(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament pods [tournament]`."""
    await _go(interaction, "pods", tournament)


@tournament.command(
    name=_name("log"), description=said(_("What the organisers of a tournament did, and why"))
)
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("log"))
async def log(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament log [tournament]`."""
    await _go(interaction, "log", tournament)


@tournament.command(name=_name("join"), description=said(_("Enter a tournament, or its waiting list")))
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("join"))
async def join(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament join [tournament]`."""
    await _go(interaction, "join", tournament)


@tournament.command(
    name=_name("withdraw"), description=said(_("Give your place in a tournament up, or drop out of it"))
)
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("withdraw"))
async def withdraw(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament withdraw [tournament]`."""
    await _go(interaction, "withdraw", tournament)
