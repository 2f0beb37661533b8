"""Slash commands about games and tables.

Where a command names no table and several may be meant, the answer is a list to choose from. What comes of
the choice stands in its place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.commands import arguments, information, moderation, playing, profiles, puzzles, solo, tables
from bot.commands.arguments import OPEN, SEEN, TableScope
from bot.commands.context import Context
from bot.commands.slash.common import (
    AMONG_PEOPLE,
    ANYWHERE,
    EVERYWHERE,
    GAMES,
    OPTIONS,
    PACES,
    Interaction,
    _name,
    answer,
    choices,
    localised,
    option_list,
    plain_command,
    robot_list,
)
from bot.commands.typed_options import parse_options
from bot.commands.verbs import select
from bot.i18n import Reader
from bot.refusal import Refusal
from bot.runtime.log_context import bind_log_context
from bot.score_sheets import commands as score_sheets
from bot.screens.table_lists import table_choice_screen
from bot.tables.lobby import named_robot
from bot.tables.model import Table
from bot.tables.options import check_game, named_pace
from games.text import Text, _
from storage.models import Phase

FEWEST_SEATS, MOST_SEATS = 2, 12
"""What may be typed as a number of seats; the game says which of them it allows."""

# The commands that are about one table.

_WHICH = _("Which table; otherwise yours in this channel")


class TableCommand(msgspec.Struct, frozen=True):
    """What a command does with a table, and which tables may be meant."""

    description: Text
    act: Callable[[Context, Table], Awaitable[None]]
    nothing: Text
    """What is said where there is none."""
    scope: TableScope = "any"
    phases: tuple[Phase, ...] = OPEN
    listed: tuple[Phase, ...] = OPEN
    """Phases of the tables in the list that opens while somebody types."""
    which: Text = _WHICH
    """Describes the option that names the table."""


_RULES = _("The rules of a game, or of your table")
_NONE_HERE = _("There's no table for that here. /table list shows them all, /play deals you in right away.")

TABLE_COMMANDS: Mapping[str, TableCommand] = {
    "show": TableCommand(
        _("Find a table, or bring its message here"),
        information.show_table,
        _NONE_HERE,
        listed=SEEN,
    ),
    "leave": TableCommand(
        _("Give up your seat; mid-game, you choose how"),
        tables.leave_from_command,
        _("You're not at a table here. /table list shows where there's room, /play deals you in right away."),
        "mine",
    ),
    "close": TableCommand(
        _("Call off your table before the first move"),
        tables.ask_to_close,
        _("You're not hosting a table here. /table leave gives up your seat at somebody else's."),
        "hosted",
    ),
    "hand": TableCommand(
        _("Your cards, at the table waiting for you"),
        playing.show_hand,
        _(
            "You're not playing here right now. /play deals you in right away, /table list shows where "
            "there's room."
        ),
        "waiting",
        listed=("playing",),
        which=_("Which table; otherwise the one waiting for you"),
    ),
    "log": TableCommand(
        _("What has happened at a table so far"),
        information.log,
        _NONE_HERE,
        phases=("playing",),
        listed=SEEN,
    ),
    "replay": TableCommand(
        _("Watch a finished game again, step by step"),
        profiles.replay,
        _("No game has ended here yet. /play deals you in right away."),
        phases=("over",),
        listed=("over",),
        which=_("Which table; otherwise one of yours"),
    ),
    "moderate": TableCommand(
        _("Step in at a table: its seats, its clocks, or declare it void"),
        moderation.show_to_moderator,
        _("No tables are open here. /moderate log shows what was done before."),
        "all",
        which=_("Which table; otherwise the one in this channel"),
    ),
    "rules": TableCommand(
        _RULES,
        information.rules,
        _NONE_HERE,
    ),
}
"""By the part of the custom_id that says what the list of tables is for."""


async def _run(context: Context, what: str, given: str | None) -> None:
    """The command, at the table that is named, else at the one that is meant. Refusal if there is none."""
    if given:
        table = await context.table_here(given, to_moderate=what == "moderate")
        bind_log_context("table", table.id)
        await TABLE_COMMANDS[what].act(context, table)
    elif not await _run_where_meant(context, what):
        raise Refusal("gone", TABLE_COMMANDS[what].nothing)


async def _run_where_meant(context: Context, what: str) -> bool:
    """The command at the table that is meant, or the question which it is; False if there is none."""
    command = TABLE_COMMANDS[what]
    meant = await arguments.candidate_tables(context, command.scope, command.phases)
    if len(meant) == 1:
        bind_log_context("table", meant[0].id)
        await command.act(context, meant[0])
    elif meant:
        question = table_choice_screen(what, meant, context.reader())
        await context.send(question)
    return bool(meant)


@select("which")
async def run_at_chosen(context: Context, what: str, table_id: str) -> None:
    """The table was chosen from the list: the command goes on with it."""
    if what not in TABLE_COMMANDS:
        raise Refusal("stale", _("That's an old button. Enter the command again."))
    context.replace_private_message()
    await _run(context, what, table_id)


def _table_command(
    what: str, name: locale_str, group: app_commands.Group | None = None
) -> app_commands.Command[Any, ..., None]:
    """Makes the command `/NAME [table]` of one of `TABLE_COMMANDS`, which suggests the tables that may be
    meant.
    """
    command = TABLE_COMMANDS[what]

    async def suggested(interaction: Interaction, typed: str) -> list[Choice[str]]:
        context = Context(interaction.client.services, interaction, what)
        return await choices(
            lambda: arguments.suggest_tables(context, typed, scope=command.scope, phases=command.listed)
        )

    @app_commands.command(name=name, description=localised(command.description))
    @app_commands.rename(table=_name("table"))
    @app_commands.describe(table=localised(command.which))
    @app_commands.autocomplete(table=suggested)
    async def run(interaction: Interaction, table: str | None = None) -> None:
        await answer(
            interaction,
            run.qualified_name,
            lambda context: _run(context, what, table),
        )

    if group is not None:
        group.add_command(run)
    return run


my_hand = _table_command("hand", _name("hand"))
read_log = _table_command("log", _name("log"))
replay = _table_command("replay", _name("replay"))


# A game at once, rules and help.

PLACES = [
    Choice(name=localised(_("Just for me")), value="alone"),
    Choice(name=localised(_("In this channel")), value="here"),
]


@app_commands.command(
    name=_name("play"), description=localised(_("Play against robots right away, just for you"))
)
@app_commands.rename(
    game=_name("game"),
    options=_name("options"),
    robots=_name("robots"),
    level=_name("level"),
    where=_name("where"),
)
@app_commands.describe(
    game=localised(_("Which game; otherwise the house favourite")),
    options=OPTIONS,
    robots=localised(_("How many robots to play against")),
    level=localised(_("How well the robots play")),
    where=localised(_("Just for you, or here where everyone can watch")),
)
@app_commands.choices(game=GAMES, where=PLACES)
@app_commands.autocomplete(options=option_list, level=robot_list)
async def play(
    interaction: Interaction,
    game: str | None = None,
    options: str = "",
    robots: app_commands.Range[int, 1, MOST_SEATS - 1] | None = None,
    level: str | None = None,
    where: str | None = None,
) -> None:
    """`/play [game] [options] [robots] [level] [where]`."""
    await answer(
        interaction,
        "play",
        lambda context: _play(context, game, options, robots, level, where),
        about=game,
    )


HERE = "here"
"""Where `/play` plays in public."""


async def _play(
    context: Context, game: str | None, typed: str, robots: int | None, level: str | None, where: str | None
) -> None:
    context.game = check_game(game)
    chosen = parse_options(context.game, typed, Reader(context.locale, context.game))
    wish = solo.wish_of(chosen, robots, None if level is None else named_robot(context.game, level))
    if where == HERE and context.is_outside:
        raise Refusal(
            "shut",
            _("I'm no member here, so nobody else can watch. Plain /play deals a game just for you."),
        )
    if where == HERE:
        await solo.begin(context, context.game, wish, "here")
    else:
        await solo.play_alone(context, context.game, wish)


@app_commands.command(
    name=_name("learn"), description=localised(_("Learn a game in ten minutes by playing, just for you"))
)
@app_commands.rename(game=_name("game"))
@app_commands.describe(game=localised(_("Which game; otherwise the house favourite")))
@app_commands.choices(game=GAMES)
async def learn(interaction: Interaction, game: str | None = None) -> None:
    """`/learn [game]`: a game that teaches its rules as one plays against robots."""
    await answer(interaction, "learn", lambda context: solo.learn(context, check_game(game)), about=game)


puzzle = plain_command(None, _name("puzzle"), _("The puzzle of the day: find the best move"), puzzles.today)


@app_commands.command(
    name=_name("score"), description=localised(_("Keep the score of an evening with real cards"))
)
@app_commands.rename(game=_name("game"), players=_name("players"), options=_name("options"))
@app_commands.describe(
    game=localised(_("Which game; otherwise your sheets so far")),
    players=localised(_("Who plays, in the order in which you sit: Anne, Bart, Clara")),
    options=OPTIONS,
)
@app_commands.choices(game=GAMES)
@app_commands.autocomplete(options=option_list)
async def score(
    interaction: Interaction, game: str | None = None, players: str = "", options: str = ""
) -> None:
    """`/score [game] [players] [options]`: the sheet of an evening with real cards, or all there are."""
    await answer(
        interaction,
        "score",
        lambda context: score_sheets.score(context, game, players, options),
        about=game,
    )


@app_commands.command(name=_name("rules"), description=localised(_RULES))
@app_commands.rename(game=_name("game"))
@app_commands.describe(game=localised(_("Which game; otherwise the one at your table here")))
@app_commands.choices(game=GAMES)
async def read_rules(interaction: Interaction, game: str | None = None) -> None:
    """`/rules [game]`: the rules of a game, or of the one at the table in this channel."""
    await answer(interaction, "rules", lambda context: _rules(context, game))


# What people take along, to wherever they write to each other.
for taken_along in (play, learn, puzzle, score, read_rules):
    taken_along.allowed_installs = EVERYWHERE
play.allowed_contexts = learn.allowed_contexts = AMONG_PEOPLE
puzzle.allowed_contexts = score.allowed_contexts = read_rules.allowed_contexts = ANYWHERE


async def _rules(context: Context, game: str | None) -> None:
    if game is None and await _run_where_meant(context, "rules"):
        return
    await information.rules_of(context, check_game(game))


read_help = plain_command(
    None, _name("help"), _("What Tortuga is, and your first three steps"), information.help
)


# `/table`: opened, found, left, closed.


table = app_commands.Group(name=_name("table"), description=localised(_("Play at a table with others")))
table.allowed_installs, table.allowed_contexts = EVERYWHERE, AMONG_PEOPLE


@table.command(name=_name("create"), description=localised(_("Open a table here and wait for people")))
@app_commands.rename(game=_name("game"), seats=_name("seats"), options=_name("options"), pace=_name("pace"))
@app_commands.describe(
    game=localised(_("Which game")),
    seats=localised(_("How many can sit down; otherwise as many as the game takes")),
    options=OPTIONS,
    pace=localised(_("How long a move may take; otherwise this server's usual pace")),
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
        lambda context: _create_table(context, game, seats, options, pace),
        about=game,
    )


async def _create_table(context: Context, game: str, seats: int | None, typed: str, pace: str | None) -> None:
    rules = check_game(game)
    chosen = None if pace is None else named_pace(pace)
    await tables.create(
        context,
        rules.slug,
        seats,
        parse_options(rules, typed, Reader(context.locale, rules)),
        chosen,
    )


plain_command(table, _name("list"), _("This server's tables, and where there's room"), information.tables)
plain_command(table, _name("wanted"), _("Tables here that wait for you to join"), information.wanted)
_table_command("show", _name("show"), table)
_table_command("leave", _name("leave"), table)
_table_command("close", _name("close"), table)


# What is remembered of games that ended.


@app_commands.command(
    name=_name("stats"),
    description=localised(_("Your games on this server, or somebody else's")),
)
@app_commands.rename(member=_name("member"), game=_name("game"))
@app_commands.describe(
    member=localised(_("Whose games; otherwise yours")),
    game=localised(_("Which game; otherwise all of them")),
)
@app_commands.choices(game=GAMES)
async def stats(
    interaction: Interaction, member: discord.Member | discord.User | None = None, game: str | None = None
) -> None:
    """`/stats [member] [game]`: how the games of somebody have gone."""
    whose = member or interaction.user
    await answer(
        interaction,
        "stats",
        lambda context: profiles.stats(context, whose.id, whose.display_name, game),
        about=game,
    )


@app_commands.command(
    name=_name("leaderboard"), description=localised(_("This server's best players, by rated games"))
)
@app_commands.rename(game=_name("game"), page=_name("page"), season=_name("season"))
@app_commands.describe(
    game=localised(_("Which game; otherwise the last one played here")),
    page=localised(_("Which page; otherwise the first")),
    season=localised(_("Which season; otherwise the current one")),
)
@app_commands.choices(game=GAMES)
async def leaderboard(
    interaction: Interaction,
    game: str | None = None,
    page: app_commands.Range[int, 1, 1000] = 1,
    season: app_commands.Range[int, 1, 1000] | None = None,
) -> None:
    """`/leaderboard [game] [page] [season]`: who has which rating on this server."""
    await answer(
        interaction,
        "leaderboard",
        lambda context: profiles.leaderboard_from_command(context, game, season, page - 1),
        about=game,
    )


# `/moderate`: for those who manage a server, and its organisers.
#
# It is hidden from nobody by default: Discord knows nothing of the roles chosen in `/settings server`. A
# server can hide it from others in its own settings (Integrations); who may is asked at every step.


moderate = app_commands.Group(
    name=_name("moderate"),
    description=localised(_("For this server's moderators")),
)


_table_command("moderate", _name("table"), moderate)
plain_command(moderate, _name("log"), _("Who moderated what here, and why"), moderation.log)


@moderate.command(name=_name("season"), description=localised(_("Start a game's ratings afresh")))
@app_commands.rename(game=_name("game"))
@app_commands.describe(game=localised(_("Which game")))
@app_commands.choices(game=GAMES)
async def moderate_season(interaction: Interaction, game: str) -> None:
    """`/moderate season game`: asks whether to begin a new season of this game's ratings."""
    await answer(
        interaction,
        "moderate season",
        lambda context: profiles.ask_for_new_season(context, game),
        about=game,
    )
