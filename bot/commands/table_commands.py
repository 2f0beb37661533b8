"""Commands that are about a table: which one, where none is named, and on with the command.

Where several may be meant, the answer is a list to choose from. What follows the choice comes in its place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.client.interaction_context import InteractionContext
from bot.commands import arguments, information, moderation, playing, profiles
from bot.commands import tables as commands_tables
from bot.commands.arguments import OPEN, SEEN, TableScope
from bot.refusal import Refusal
from bot.runtime.log_context import bind_log_context
from bot.screens.table_lists import table_choice_screen as which_screen
from bot.services import Services
from games.text import Text, _
from storage.models import Phase


@dataclass(frozen=True)
class TableCommand:
    """What a command does with a table, and which tables may be meant."""

    act: Callable[[Services, InteractionContext, str], Awaitable[None]]
    question: Text
    """Which of several."""
    nothing: Text
    """What is said where there is none."""
    scope: TableScope = "any"
    phases: tuple[Phase, ...] = OPEN
    listed: tuple[Phase, ...] = OPEN
    """Phases of the tables in the list that opens while somebody types."""


async def _leave(services: Services, context: InteractionContext, table_id: str) -> None:
    table = await services.tables.table(table_id)
    await (commands_tables.leave if table.phase == "playing" else commands_tables.leave_lobby)(
        services, context, table_id
    )


_NONE_HERE = _(
    "There is no table for that here. /table list shows the tables, /play deals you cards at once."
)

TABLE_COMMANDS: Mapping[str, TableCommand] = {
    "show": TableCommand(
        information.show_table,
        _("There are several tables. Which one do you want to see?"),
        _NONE_HERE,
        listed=SEEN,
    ),
    "leave": TableCommand(
        _leave,
        _("You sit at several tables. Which one do you want to leave?"),
        _("You sit at no table here. /table list shows where there is room, /play deals you cards at once."),
        "mine",
    ),
    "close": TableCommand(
        commands_tables.ask_to_close,
        _("You are the host of several tables. Which one do you want to close?"),
        _(
            "You are the host of no table here, so there is none for you to close. /table leave gives up "
            "your seat at somebody else's."
        ),
        "hosted",
    ),
    "hand": TableCommand(
        playing.show_hand,
        _("You play at several tables. Whose hand do you want to see?"),
        _(
            "You play at no table here just now. /play deals you cards at once, "
            "/table list shows where there is room."
        ),
        "waiting",
        listed=("playing",),
    ),
    "log": TableCommand(
        information.log,
        _("There are several tables. Which one's log do you want to read?"),
        _NONE_HERE,
        phases=("playing",),
        listed=SEEN,
    ),
    "replay": TableCommand(
        profiles.replay,
        _("There are several games that ended. Which one do you want to see again?"),
        _("No game has been played to its end here yet. /play deals you cards at once."),
        phases=("over",),
        listed=("over",),
    ),
    "moderate": TableCommand(
        moderation.show,
        _("There are several tables. Which one do you want to moderate?"),
        _("No table is open here, so there is none to moderate. /moderate log shows what was done before."),
        "all",
    ),
    "rules": TableCommand(
        information.rules,
        _("There are several tables. Which one's rules do you want to read?"),
        _NONE_HERE,
    ),
}
"""By the part of the custom_id that says what the list of tables is for."""


async def run(services: Services, context: InteractionContext, what: str, given: str | None) -> None:
    """The command, at the table that is named, else at the one that is meant. Refusal if there is none."""
    if given:
        table = await arguments.table_here(services, context, given)
        bind_log_context("table", table.id)
        await TABLE_COMMANDS[what].act(services, context, table.id)
    elif not await run_where_meant(services, context, what):
        raise Refusal("gone", TABLE_COMMANDS[what].nothing)


async def run_where_meant(services: Services, context: InteractionContext, what: str) -> bool:
    """The command at the table that is meant, or the question which it is; False if there is none."""
    command = TABLE_COMMANDS[what]
    tables = await arguments.candidate_tables(services, context, command.scope, command.phases)
    if len(tables) == 1:
        bind_log_context("table", tables[0].id)
        await command.act(services, context, tables[0].id)
    elif tables:
        await context.send(
            which_screen(what, command.question, tables, await services.reader(context)).payload()
        )
    return bool(tables)


async def run_at_chosen(services: Services, context: InteractionContext, what: str) -> None:
    """The table was chosen from the list: the command goes on with it."""
    if what not in TABLE_COMMANDS:
        raise Refusal("stale", _("This list is from another version of Tortuga. Give the command again."))
    context.replace_private_message()
    await run(services, context, what, context.values[0])
