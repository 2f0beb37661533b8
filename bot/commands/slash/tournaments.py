"""`/tournament`: set up, found, entered, read.

Where a command names no tournament and several may be meant, the answer is a list to choose from. What
follows the choice comes in its place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import msgspec
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.almanac import commands as almanac
from bot.commands.context import Context
from bot.commands.slash.common import (
    GAMES,
    PACES,
    Interaction,
    _name,
    answer,
    choices,
    localised,
    plain_command,
)
from bot.commands.tournaments import admin_panel, lookup, setup, views
from bot.commands.tournaments.lookup import EVER, Whose
from bot.commands.verbs import select
from bot.recurring import commands as recurring
from bot.refusal import Refusal
from bot.screens.tournaments import information, pages
from bot.series import commands as series
from bot.tournaments.formats import catalogue
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import LARGEST_POD
from bot.tournaments.service import OPEN
from bot.tournaments.settings import LONGEST_NAME, MOST_ENTRANTS
from games.text import Text, _
from storage.models import TournamentPhase

LONGEST_MOMENT = 40
"""Characters of a moment as it is typed."""
FORMATS = [Choice(name=localised(each.name), value=each.tag) for each in catalogue.FORMATS.values()]

tournament = app_commands.Group(
    name=_name("tournament"), description=localised(_("Cups and leagues across many tables"))
)


@tournament.command(
    name=_name("create"),
    description=localised(_("Set up a tournament; nobody sees it until you announce it")),
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
    name=localised(_("What it's called")),
    game=localised(_("Which game")),
    format=localised(_("How the winner is found; otherwise Swiss")),
    players=localised(_("How many can enter; otherwise any number")),
    start=localised(_("When it starts, such as tomorrow 19:30; otherwise when you say so")),
    pace=localised(_("How long a move may take; otherwise minutes")),
    pod=localised(_("How many to a table, if possible; otherwise four")),
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
        lambda context: setup.create(context, given),
        about=game,
    )


@tournament.command(name=_name("list"), description=localised(_("Tournaments on this server")))
async def list_tournaments(interaction: Interaction) -> None:
    """`/tournament list`: the tournaments that are announced, running or over on this server."""
    await answer(interaction, "tournament list", views.tournaments)


plain_command(
    tournament,
    _name("recurring"),
    _("Recurring tournaments: skip one, or stop them"),
    recurring.show_all,
)


plain_command(
    tournament, _name("series"), _("Tournaments that count together: who leads the season"), series.show_all
)


plain_command(
    tournament,
    _name("verify"),
    _("Was it drawn and scored by its rules? Works an exported file out again"),
    views.ask_for_export,
)


# the commands that are about one tournament


_NONE_HERE = _("No tournaments here yet. Organisers announce one with /tournament create.")


class TournamentCommand(msgspec.Struct, frozen=True):
    """What a command does with a tournament, and which may be meant."""

    name: locale_str
    description: Text
    act: Callable[[Context, Tournament], Awaitable[None]]
    nothing: Text = _NONE_HERE
    """What is said where there is none."""
    whose: Whose = "any"
    phases: tuple[TournamentPhase, ...] = EVER


async def _desk(context: Context, tournament: Tournament) -> None:
    await context.require_organiser(tournament)
    await admin_panel.show(context, tournament)


COMMANDS: Mapping[str, TournamentCommand] = {
    "show": TournamentCommand(
        _name("show"), _("How it's played, when, and for how long"), views.show_tournament
    ),
    "me": TournamentCommand(
        _name("me"),
        _("Your place, points, next table and results"),
        partial(views.show, page=pages.MINE),
    ),
    "standings": TournamentCommand(
        _name("standings"), _("Who stands where"), partial(views.show, page=pages.STANDINGS)
    ),
    "pods": TournamentCommand(
        _name("pods"), _("Who plays with whom, round by round"), partial(views.show, page=pages.PODS)
    ),
    "log": TournamentCommand(
        _name("log"),
        _("What the organisers did, and why"),
        partial(views.show, page=pages.Page("log")),
    ),
    "join": TournamentCommand(
        _name("join"),
        _("Enter a tournament, or its waiting list"),
        views.join,
        _("Nothing to enter here right now. /tournament list shows what's on; /play starts a game."),
        "not entered",
        OPEN,
    ),
    "withdraw": TournamentCommand(
        _name("withdraw"),
        _("Leave a tournament"),
        views.withdraw,
        _("You're not in a tournament here. /tournament list shows what's on."),
        "entered",
        OPEN,
    ),
    "desk": TournamentCommand(
        _name("desk"),
        _("For organisers: what's missing, and what you can do"),
        _desk,
    ),
    "again": TournamentCommand(
        _name("again"),
        _("Set the same tournament up once more"),
        setup.again,
        _("Nothing to repeat yet. /tournament create sets up the first one."),
        phases=("over", "cancelled"),
    ),
    "export": TournamentCommand(
        _name("export"),
        _("Standings, pods and results as files"),
        views.export,
    ),
    "almanac": TournamentCommand(
        _name("almanac"),
        _("A page to keep, once it's over: great hands, close calls"),
        almanac.of_tournament,
    ),
}
"""By the part of the custom_id that says what the list of tournaments is for."""


def _add(what: str, command: TournamentCommand) -> None:
    """Adds `/tournament WHAT [tournament]`, which suggests the tournaments that may be meant."""

    async def suggested(interaction: Interaction, typed: str) -> list[Choice[str]]:
        services, guild, user = interaction.client.services, interaction.guild_id or 0, interaction.user.id
        locale = interaction.locale.value
        return await choices(
            lambda: lookup.suggestions(
                services, guild, user, typed, locale, whose=command.whose, phases=command.phases
            )
        )

    @tournament.command(name=command.name, description=localised(command.description))
    @app_commands.rename(tournament=_name("tournament"))
    @app_commands.describe(tournament=localised(_("Which tournament; otherwise the one in this channel")))
    @app_commands.autocomplete(tournament=suggested)
    async def run(interaction: Interaction, tournament: str | None = None) -> None:
        await answer(
            interaction,
            f"tournament {what}",
            lambda context: _choose_or_act(context, what, tournament),
        )


for what, command in COMMANDS.items():
    _add(what, command)


async def _choose_or_act(context: Context, what: str, named: str | None) -> None:
    """The command, for the tournament that is named, else the one that is meant. Refusal if there is none."""
    command = COMMANDS[what]
    if named:
        meant = [await context.tournament_here(named)]
    else:
        meant = await lookup.meant(context, command.whose, command.phases)
    if not meant:
        raise Refusal("gone", command.nothing)
    if len(meant) == 1:
        context.concern(meant[0])
        await command.act(context, meant[0])
    else:
        question = information.which(what, meant, context.reader())
        await context.send(question)


@select("whicht")
async def chosen(context: Context, what: str, tournament_id: str) -> None:
    """The tournament was chosen from the list: the command goes on with it."""
    if what not in COMMANDS:
        raise Refusal("stale", _("That's an old button. Enter the command again."))
    context.replace_private_message()
    await _choose_or_act(context, what, tournament_id)
