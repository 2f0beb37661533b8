"""Commands that are about a table: which one, where none is named, and on with the command.

Where several may be meant, the answer is a list to choose from. What follows the choice comes in its place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.asked import Asked
from bot.commands import finding, hand, lobby, moderating, reading, records
from bot.commands.finding import OPEN, SEEN, Whose
from bot.following import from_now_on
from bot.screens.listing import which as which_screen
from bot.tables.refusal import Refusal
from bot.tavern import Tavern
from games.text import Text, _
from storage.records import Phase


@dataclass(frozen=True)
class Wish:
    """What a command does with a table, and which tables may be meant."""

    act: Callable[[Tavern, Asked, str], Awaitable[None]]
    question: Text
    """Which of several."""
    nothing: Text
    """What is said where there is none."""
    whose: Whose = "any"
    phases: tuple[Phase, ...] = OPEN
    listed: tuple[Phase, ...] = OPEN
    """Phases of the tables in the list that opens while somebody types."""


async def _leave(tavern: Tavern, asked: Asked, table_id: str) -> None:
    table = await tavern.house.table(table_id)
    await (lobby.leave if table.phase == "playing" else lobby.leave_now)(tavern, asked, table_id)


_NONE_HERE = _(
    "There is no table for that here. /table list shows the tables, /play deals you cards at once."
)

WISHES: Mapping[str, Wish] = {
    "show": Wish(
        reading.show,
        _("There are several tables. Which one do you want to see?"),
        _NONE_HERE,
        listed=SEEN,
    ),
    "leave": Wish(
        _leave,
        _("You sit at several tables. Which one do you want to leave?"),
        _("You sit at no table here. /table list shows where there is room, /play deals you cards at once."),
        "mine",
    ),
    "close": Wish(
        lobby.close,
        _("You are the host of several tables. Which one do you want to close?"),
        _(
            "You are the host of no table here, so there is none for you to close. /table leave gives up "
            "your seat at somebody else's."
        ),
        "hosted",
    ),
    "hand": Wish(
        hand.show,
        _("You play at several tables. Whose hand do you want to see?"),
        _(
            "You play at no table here just now. /play deals you cards at once, "
            "/table list shows where there is room."
        ),
        "waiting",
        listed=("playing",),
    ),
    "log": Wish(
        reading.log,
        _("There are several tables. Which one's log do you want to read?"),
        _NONE_HERE,
        phases=("playing",),
        listed=SEEN,
    ),
    "replay": Wish(
        records.replay,
        _("There are several games that ended. Which one do you want to see again?"),
        _("No game has been played to its end here yet. /play deals you cards at once."),
        phases=("over",),
        listed=("over",),
    ),
    "moderate": Wish(
        moderating.show,
        _("There are several tables. Which one do you want to moderate?"),
        _("No table is open here, so there is none to moderate. /moderate log shows what was done before."),
        "all",
    ),
    "rules": Wish(
        reading.rules,
        _("There are several tables. Which one's rules do you want to read?"),
        _NONE_HERE,
    ),
}
"""By the part of the custom_id that says what the list of tables is for."""


async def go(tavern: Tavern, asked: Asked, what: str, given: str | None) -> None:
    """The command, at the table that is named, else at the one that is meant. Refusal if there is none."""
    if given:
        table = await finding.table_here(tavern, asked, given)
        await WISHES[what].act(tavern, asked, table.id)
    elif not await find(tavern, asked, what):
        raise Refusal("gone", WISHES[what].nothing)


async def find(tavern: Tavern, asked: Asked, what: str) -> bool:
    """The command at the table that is meant, or the question which it is; False if there is none."""
    wish = WISHES[what]
    tables = await finding.meant(tavern, asked, wish.whose, wish.phases)
    if len(tables) == 1:
        from_now_on("table", tables[0].id)
        await wish.act(tavern, asked, tables[0].id)
    elif tables:
        await asked.tell(which_screen(what, wish.question, tables, await tavern.reader(asked)).payload())
    return bool(tables)


async def chosen(tavern: Tavern, asked: Asked, what: str) -> None:
    """The table was chosen from the list: the command goes on with it."""
    if what not in WISHES:
        raise Refusal("stale", _("This list is from another version of Tortuga. Give the command again."))
    asked.takes_place_of_the_question()
    await go(tavern, asked, what, asked.values[0])
