"""The slash commands: what Discord is told about them, and where each of them leads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
import structlog
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.asked import Asked
from bot.commands import data, finding, opening, options, reading, records, server, vacations, which, wishes
from bot.commands import turns as my_turns
from bot.screens.clocks import NAMES
from bot.tables.lobby import check_game, named_pace
from bot.tables.pace import PACES as ALL_PACES
from bot.tavern import Tavern
from bot.traces import trace
from bot.wishes.vacation import DAYS_A_YEAR
from bot.words import Reader
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import Text, _

if TYPE_CHECKING:
    from bot.client import Tortuga

    Interaction = discord.Interaction[Tortuga]
else:
    Interaction = discord.Interaction

log = structlog.get_logger(__name__)

Complete: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]
"""Makes the list that opens while somebody types."""

FEWEST_SEATS, MOST_SEATS = 2, 12
"""What may be typed as a number of seats; the game says which of them it allows."""
MOST_DAYS = 2 * DAYS_A_YEAR
"""Of a vacation: one at the turn of the year takes from both."""


ABOUT = "about"
"""Beside a sentence for Discord: the game whose catalogue has it."""


def _said(text: Text) -> locale_str:
    """A sentence of a command's, to be translated by the tree's translator."""
    return locale_str(text.message)


def _name(name: str) -> locale_str:
    """The name of a command or of an option, which is another one in other languages."""
    return locale_str(name)


def _title(game: AnyGame) -> locale_str:
    return locale_str(game.title.message, **{ABOUT: game.slug})


GAMES = [Choice(name=_title(game), value=game.slug) for game in catalogue().values()][:25]
PACES = [Choice(name=_said(NAMES[name]), value=name) for name in ALL_PACES]
TABLE = _said(_("Which table; yours in this channel if you name none"))
OPTIONS = _said(_("How it is played; a list opens while you type"))


async def _answer(
    interaction: Interaction,
    kind: str,
    handle: Callable[[Tavern, Asked], Awaitable[None]],
    *,
    about: str | None = None,
) -> None:
    """Let `handle` answer inside the boundary. `about`: the game whose words a refusal may use."""
    tavern = interaction.client.tavern
    asked = Asked(interaction, "private")
    asked.game = catalogue().get(about) if about else None
    await tavern.boundary.attend(asked, kind, None, lambda asked: handle(tavern, asked))


async def _complete(suggest: Callable[[], Awaitable[list[tuple[str, str]]]]) -> list[Choice[str]]:
    """The list that opens while somebody types; empty if it cannot be had, as nothing depends on it."""
    try:
        return [Choice(name=shown, value=value) for shown, value in await suggest() if shown and value][:25]
    except Exception as error:
        log.error("a list could not be opened", trace=trace(error))
        return []


def _table_list(what: str) -> Complete:
    """Completes the name of a table with which that can be done."""
    wish = which.WISHES[what]

    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        tavern, guild, user = interaction.client.tavern, interaction.guild_id or 0, interaction.user.id
        locale = interaction.locale.value
        return await _complete(
            lambda: finding.suggestions(
                tavern, guild, user, typed, locale, whose=wish.whose, phases=wish.listed
            )
        )

    return complete


async def _option_list(interaction: Interaction, typed: str) -> list[Choice[str]]:
    async def suggest() -> list[tuple[str, str]]:
        game = check_game(getattr(interaction.namespace, "game", None))
        return options.suggest(game, typed, Reader(interaction.locale.value, game))

    return await _complete(suggest)


# one game at once


@app_commands.command(
    name=_name("play"), description=_said(_("Play against robots at once: a table, your cards, go"))
)
@app_commands.rename(game=_name("game"), options=_name("options"))
@app_commands.describe(game=_said(_("Which game; without it, the house's favourite")), options=OPTIONS)
@app_commands.choices(game=GAMES)
@app_commands.autocomplete(options=_option_list)
@app_commands.guild_only()
async def play(interaction: Interaction, game: str | None = None, options: str = "") -> None:
    """`/play [game] [options]`."""
    await _answer(interaction, "play", lambda tavern, asked: _play(tavern, asked, game, options), about=game)


async def _play(tavern: Tavern, asked: Asked, game: str | None, typed: str) -> None:
    asked.game = check_game(game)
    await opening.play(tavern, asked, asked.game.slug, options.parse(asked.game, typed))


# tables

table = app_commands.Group(
    name=_name("table"), description=_said(_("Tables to play at with other people")), guild_only=True
)


@table.command(name=_name("create"), description=_said(_("Open a table in this channel and wait for people")))
@app_commands.rename(game=_name("game"), seats=_name("seats"), options=_name("options"), pace=_name("pace"))
@app_commands.describe(
    game=_said(_("Which game")),
    seats=_said(_("How many can sit down; without it, as many as the game allows")),
    options=OPTIONS,
    pace=_said(_("How long a move may take; if you choose nothing, as this server has it")),
)
@app_commands.choices(game=GAMES, pace=PACES)
@app_commands.autocomplete(options=_option_list)
async def create(
    interaction: Interaction,
    game: str,
    seats: app_commands.Range[int, FEWEST_SEATS, MOST_SEATS] | None = None,
    options: str = "",
    pace: str | None = None,
) -> None:
    """`/table create game [seats] [options] [pace]`."""
    await _answer(
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


@table.command(name=_name("list"), description=_said(_("The tables on this server, and where there is room")))
async def list_tables(interaction: Interaction) -> None:
    """`/table list`."""
    await _answer(interaction, "table list", reading.tables)


@table.command(name=_name("show"), description=_said(_("Bring a table's message here, or say where it is")))
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=_table_list("show"))
async def show(interaction: Interaction, table: str | None = None) -> None:
    """`/table show [table]`."""
    await _answer(interaction, "table show", lambda tavern, asked: which.go(tavern, asked, "show", table))


@table.command(
    name=_name("leave"), description=_said(_("Give your seat up; in a running game you choose how"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=_table_list("leave"))
async def leave(interaction: Interaction, table: str | None = None) -> None:
    """`/table leave [table]`."""
    await _answer(interaction, "table leave", lambda tavern, asked: which.go(tavern, asked, "leave", table))


@table.command(name=_name("close"), description=_said(_("Call your table off, before the first move")))
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=_table_list("close"))
async def close(interaction: Interaction, table: str | None = None) -> None:
    """`/table close [table]`."""
    await _answer(interaction, "table close", lambda tavern, asked: which.go(tavern, asked, "close", table))


# at a table


@app_commands.command(
    name=_name("hand"), description=_said(_("Your cards, for you alone, at the table that waits for you"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=_said(_("Which table; without it, the one that waits for you")))
@app_commands.autocomplete(table=_table_list("hand"))
@app_commands.guild_only()
async def my_hand(interaction: Interaction, table: str | None = None) -> None:
    """`/hand [table]`."""
    await _answer(interaction, "hand", lambda tavern, asked: which.go(tavern, asked, "hand", table))


@app_commands.command(
    name=_name("log"), description=_said(_("What has happened at a table, as far as you may know"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=TABLE)
@app_commands.autocomplete(table=_table_list("log"))
@app_commands.guild_only()
async def read_log(interaction: Interaction, table: str | None = None) -> None:
    """`/log [table]`."""
    await _answer(interaction, "log", lambda tavern, asked: which.go(tavern, asked, "log", table))


@app_commands.command(
    name=_name("rules"), description=_said(_("The rules: of a game, or as your table plays it just now"))
)
@app_commands.rename(game=_name("game"))
@app_commands.describe(game=_said(_("Which game; without it, the one at your table here")))
@app_commands.choices(game=GAMES)
@app_commands.guild_only()
async def read_rules(interaction: Interaction, game: str | None = None) -> None:
    """`/rules [game]`."""
    await _answer(interaction, "rules", lambda tavern, asked: _rules(tavern, asked, game))


async def _rules(tavern: Tavern, asked: Asked, game: str | None) -> None:
    if game is None and await which.find(tavern, asked, "rules"):
        return
    await reading.rules_of(tavern, asked, check_game(game).slug)


# what is remembered of games that ended


@app_commands.command(
    name=_name("replay"), description=_said(_("A finished game once more, step by step, for you alone"))
)
@app_commands.rename(table=_name("table"))
@app_commands.describe(table=_said(_("Which table; without it, one of yours")))
@app_commands.autocomplete(table=_table_list("replay"))
@app_commands.guild_only()
async def replay(interaction: Interaction, table: str | None = None) -> None:
    """`/replay [table]`."""
    await _answer(interaction, "replay", lambda tavern, asked: which.go(tavern, asked, "replay", table))


@app_commands.command(
    name=_name("stats"), description=_said(_("What your games on this server come to, or somebody else's"))
)
@app_commands.rename(member=_name("member"), game=_name("game"))
@app_commands.describe(
    member=_said(_("Whose games; without it, yours")),
    game=_said(_("Which game; without it, all of them")),
)
@app_commands.choices(game=GAMES)
@app_commands.guild_only()
async def stats(
    interaction: Interaction, member: discord.Member | discord.User | None = None, game: str | None = None
) -> None:
    """`/stats [member] [game]`."""
    whose = member or interaction.user
    await _answer(
        interaction,
        "stats",
        lambda tavern, asked: records.stats(tavern, asked, whose.id, whose.display_name, game),
        about=game,
    )


@app_commands.command(
    name=_name("leaderboard"), description=_said(_("Who plays best on this server, by their rated games"))
)
@app_commands.rename(game=_name("game"), page=_name("page"), season=_name("season"))
@app_commands.describe(
    game=_said(_("Which game; without it, the one that ended last here")),
    page=_said(_("Which page; without it, the first")),
    season=_said(_("Which season; without it, the one that is going on")),
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
    await _answer(
        interaction,
        "leaderboard",
        lambda tavern, asked: records.leaderboard(tavern, asked, game, which, str(page - 1)),
        about=game,
    )


moderate = app_commands.Group(
    name=_name("moderate"),
    description=_said(_("For those who manage this server")),
    guild_only=True,
    default_permissions=discord.Permissions(manage_guild=True),
)


@moderate.command(name=_name("season"), description=_said(_("Let the ratings of a game begin anew")))
@app_commands.rename(game=_name("game"))
@app_commands.describe(game=_said(_("Which game")))
@app_commands.choices(game=GAMES)
async def season(interaction: Interaction, game: str) -> None:
    """`/moderate season game`."""
    await _answer(
        interaction,
        "moderate season",
        lambda tavern, asked: records.ask_for_season(tavern, asked, game),
        about=game,
    )


# what concerns me everywhere: also in direct messages with the bot


@app_commands.command(
    name=_name("turns"),
    description=_said(_("All tables that wait for you, on every server, the most urgent first")),
)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
async def turns(interaction: Interaction) -> None:
    """`/turns`."""
    await _answer(interaction, "turns", my_turns.turns)


settings = app_commands.Group(
    name=_name("settings"),
    description=_said(_("How you, or this server, would like things")),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
)


@settings.command(
    name=_name("me"), description=_said(_("How and when you are told of your turns, and more of yours"))
)
async def settings_me(interaction: Interaction) -> None:
    """`/settings me`."""
    await _answer(interaction, "settings me", wishes.show)


@settings.command(
    name=_name("server"), description=_said(_("How this server wants it: for those who manage it"))
)
async def settings_server(interaction: Interaction) -> None:
    """`/settings server`. Discord cannot hide a single one of a group, so it is asked who may."""
    await _answer(interaction, "settings server", server.show)


vacation = app_commands.Group(
    name=_name("vacation"),
    description=_said(_("Days on which your clocks stand still")),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
)


@vacation.command(name=_name("start"), description=_said(_("Your clocks stand still, from now on")))
@app_commands.rename(days=_name("days"), until=_name("until"))
@app_commands.describe(
    days=_said(_("How many days, today counted")),
    until=_said(_("The last day, as year-month-day: 2027-08-20")),
)
async def vacation_start(
    interaction: Interaction,
    days: app_commands.Range[int, 1, MOST_DAYS] | None = None,
    until: app_commands.Range[str, 1, 10] | None = None,
) -> None:
    """`/vacation start [days] [until]`."""
    await _answer(
        interaction, "vacation start", lambda tavern, asked: vacations.start(tavern, asked, days, until)
    )


@vacation.command(name=_name("end"), description=_said(_("You are back, and your clocks go on")))
async def vacation_end(interaction: Interaction) -> None:
    """`/vacation end`."""
    await _answer(interaction, "vacation end", vacations.end)


privacy = app_commands.Group(
    name=_name("privacy"),
    description=_said(_("What is stored about you")),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
)


@privacy.command(
    name=_name("export"), description=_said(_("All that is stored about you, as a file for you alone"))
)
async def privacy_export(interaction: Interaction) -> None:
    """`/privacy export`."""
    await _answer(interaction, "privacy export", data.export)


@privacy.command(name=_name("delete"), description=_said(_("Have all that is stored about you erased")))
async def privacy_delete(interaction: Interaction) -> None:
    """`/privacy delete`."""
    await _answer(interaction, "privacy delete", data.forget)


@app_commands.command(name=_name("help"), description=_said(_("What Tortuga is, and the first three steps")))
@app_commands.guild_only()
async def read_help(interaction: Interaction) -> None:
    """`/help`."""
    await _answer(interaction, "help", reading.help)


ALL = (
    *(play, table, my_hand, turns, read_log, replay, read_rules, stats, leaderboard),
    *(moderate, settings, vacation, privacy, read_help),
)
"""Every command, as Discord lists them."""
