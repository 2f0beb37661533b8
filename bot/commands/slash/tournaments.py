"""`/tournament`: set up, found, entered, read."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.slash.common import (
    GAMES,
    PACES,
    Autocomplete,
    Interaction,
    _name,
    answer,
    choices,
    localised,
)
from bot.commands.tournaments import chooser, lookup, setup
from bot.commands.tournaments import views as pages
from bot.tournaments.formats import catalogue
from bot.tournaments.pairing.event import LARGEST_POD
from bot.tournaments.settings import LONGEST_NAME, MOST_ENTRANTS
from games.text import _

LONGEST_MOMENT = 40
"""Characters of a moment as it is typed."""
FORMATS = [Choice(name=localised(each.name), value=each.tag) for each in catalogue.FORMATS.values()]
TOURNAMENT = localised(_("Which tournament; without it, the one in this channel, or yours"))

tournament = app_commands.Group(
    name=_name("tournament"), description=localised(_("Cups and leagues at many tables")), guild_only=True
)


def tournament_list(what: str) -> Autocomplete:
    """Completes the name of a tournament with which that can be done."""
    command = chooser.CHOOSERS[what]

    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        services, guild, user = interaction.client.services, interaction.guild_id or 0, interaction.user.id
        locale = interaction.locale.value
        return await choices(
            lambda: lookup.suggestions(
                services, guild, user, typed, locale, whose=command.whose, phases=command.phases
            )
        )

    return complete


async def _go(interaction: Interaction, what: str, given: str | None) -> None:
    await answer(
        interaction,
        f"tournament {what}",
        lambda services, context: chooser.choose_or_go(services, context, what, given),
    )


@tournament.command(
    name=_name("create"),
    description=localised(_("Set a tournament up; nobody sees it before you announce it")),
)
@app_commands.rename(
    name=_name("name"),
    game=_name("game"),
    format=_name("format"),
    players=_name("players"),
    start=_name("start"),
    pace=_name("pace"),
    pod=_name("pod"),
)
@app_commands.describe(
    name=localised(_("What it is called")),
    game=localised(_("Which game")),
    format=localised(_("How the winner is found; without it, Swiss")),
    players=localised(_("How many can enter; without it, any number")),
    start=localised(_("When it starts, such as tomorrow 19:30; without it, when you say so")),
    pace=localised(_("How long a move may take; without it, minutes")),
    pod=localised(_("How many play at a table, if possible; without it, four")),
)
@app_commands.choices(game=GAMES, format=FORMATS, pace=PACES)
async def create(
    interaction: Interaction,
    name: app_commands.Range[str, 1, LONGEST_NAME],
    game: str,
    format: str | None = None,
    players: app_commands.Range[int, 0, MOST_ENTRANTS] | None = None,
    start: app_commands.Range[str, 1, LONGEST_MOMENT] | None = None,
    pace: str | None = None,
    pod: app_commands.Range[int, 2, LARGEST_POD] | None = None,
) -> None:
    """`/tournament create name game [format] [players] [start] [pace] [pod]`."""
    given = setup.Given(name, game, format, players, start, pace, pod)
    await answer(
        interaction,
        "tournament create",
        lambda services, context: setup.create(services, context, given),
        about=game,
    )


@tournament.command(name=_name("list"), description=localised(_("The tournaments on this server")))
async def list_tournaments(interaction: Interaction) -> None:
    """`/tournament list`."""
    await answer(interaction, "tournament list", pages.tournaments)


@tournament.command(
    name=_name("show"), description=localised(_("How a tournament is played, when, and for how long"))
)
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("show"))
async def show(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament show [tournament]`."""
    await _go(interaction, "show", tournament)


@tournament.command(
    name=_name("me"), description=localised(_("Your place, your points, your next table and your results"))
)
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("me"))
async def me(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament me [tournament]`."""
    await _go(interaction, "me", tournament)


@tournament.command(name=_name("standings"), description=localised(_("Who stands where")))
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("standings"))
async def standings(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament standings [tournament]`."""
    await _go(interaction, "standings", tournament)


@tournament.command(name=_name("pods"), description=localised(_("Who plays with whom, round by round")))
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("pods"))
async def pods(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament pods [tournament]`."""
    await _go(interaction, "pods", tournament)


@tournament.command(
    name=_name("log"), description=localised(_("What the organisers of a tournament did, and why"))
)
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("log"))
async def log(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament log [tournament]`."""
    await _go(interaction, "log", tournament)


@tournament.command(name=_name("join"), description=localised(_("Enter a tournament, or its waiting list")))
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("join"))
async def join(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament join [tournament]`."""
    await _go(interaction, "join", tournament)


@tournament.command(
    name=_name("withdraw"), description=localised(_("Give your place in a tournament up, or drop out of it"))
)
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("withdraw"))
async def withdraw(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament withdraw [tournament]`."""
    await _go(interaction, "withdraw", tournament)


@tournament.command(
    name=_name("desk"),
    description=localised(_("For its organisers: who is missing what, and all that can be done")),
)
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("desk"))
async def desk(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament desk [tournament]`."""
    await _go(interaction, "desk", tournament)


@tournament.command(
    name=_name("export"), description=localised(_("Standings, pods and results as files, for you alone"))
)
@app_commands.rename(tournament=_name("tournament"))
@app_commands.describe(tournament=TOURNAMENT)
@app_commands.autocomplete(tournament=tournament_list("export"))
async def export(interaction: Interaction, tournament: str | None = None) -> None:
    """`/tournament export [tournament]`."""
    await _go(interaction, "export", tournament)
