"""The lobby's buttons, and the options that the host has behind one of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.asked import Asked
from bot.commands import leaving
from bot.commands.hand import tell_host
from bot.commands.opening import tell_seated
from bot.commands.saying import say
from bot.screens import ids, modals, notice
from bot.screens import options as options_screens
from bot.tables import lobby as rules_of_the_house
from bot.tables import terms
from bot.tables.press import Done, Press
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tavern import Tavern
from bot.words import Reader
from games.text import _

Act = Callable[[Press, str], Awaitable[Done]]


async def join(tavern: Tavern, asked: Asked, table: str) -> None:
    """Sit down."""
    if asked.on_private_message:
        await tell_seated(tavern, asked, await tavern.house.join(asked.press, table))
    else:
        await _on_the_lobby(tavern, asked, table, tavern.house.join)


async def leave(tavern: Tavern, asked: Asked, table: str) -> None:
    """Get up; in the middle of a game there are several ways to do so."""
    known = await tavern.house.table(table)
    if known.phase == "playing":
        await leaving.ask(tavern, asked, table)
    elif asked.on_private_message:
        await leave_now(tavern, asked, table)
    else:
        await _on_the_lobby(tavern, asked, table, tavern.house.leave)


async def leave_now(tavern: Tavern, asked: Asked, table: str) -> None:
    """Get up before the game begins."""
    done = await tavern.house.leave(asked.press, table)
    await say(tavern, asked, done, _("You have left table {table}.", table=table))


async def robot(tavern: Tavern, asked: Asked, table: str) -> None:
    """A robot sits down."""
    await _on_the_lobby(tavern, asked, table, tavern.house.add_robot)


async def start(tavern: Tavern, asked: Asked, table: str) -> None:
    """Deal."""
    await _on_the_lobby(tavern, asked, table, tavern.house.start)


async def _on_the_lobby(tavern: Tavern, asked: Asked, table: str, act: Act) -> None:
    """Do it and draw the lobby anew, whose button it was; the answer shows it, no other edit is needed."""
    message = asked.message
    with tavern.messenger.pressed(table, message):
        done = await act(asked.press, table)
        payload = await tavern.messenger.placing.drawn(done.table, "lobby")
        await tavern.messenger.answer_with(
            done.table, "lobby", asked.channel, message, payload, lambda: asked.redraw(payload)
        )
    if done.said is not None:
        await asked.also_tell(notice.said(done.said, await tavern.reader(asked, table)).payload())
    await tell_host(tavern, asked, done.table)


async def cut(tavern: Tavern, asked: Asked, table: str) -> None:
    """Ask for the word to cut with."""
    known = await tavern.house.table(table)
    rules_of_the_house.require_lobby(known)
    if known.seat_of(asked.user) is None:
        raise Refusal("foreign", _("You do not sit at this table. Press Join first."))
    if not await asked.ask(modals.cut(known, await tavern.reader(asked, table)).payload()):
        raise Refusal("late", _("That took too long, so the window could not be opened. Press Cut again."))


async def cut_with(tavern: Tavern, asked: Asked, table: str) -> None:
    """The word has come."""
    done = await tavern.house.cut(asked.press, table, asked.written(modals.WORD))
    await say(tavern, asked, done, _("Your word is in the shuffle."))


# what only the host may do


async def options(tavern: Tavern, asked: Asked, table: str) -> None:
    """Show the host what can be changed."""
    known = await tavern.house.table(table)
    rules_of_the_house.require_lobby(known)
    rules_of_the_house.require_host(known, asked.user)
    shown = options_screens.options(known, await tavern.reader(asked, table)).payload()
    await (asked.redraw if asked.on_private_message else asked.tell)(shown)


async def doors(tavern: Tavern, asked: Asked, table: str) -> None:
    """Turn the options' page: who plays."""
    known = await tavern.house.table(table)
    rules_of_the_house.require_lobby(known)
    rules_of_the_house.require_host(known, asked.user)
    await asked.redraw(options_screens.doors(known, await tavern.reader(asked, table)).payload())


async def option(tavern: Tavern, asked: Asked, table: str, name: str) -> None:
    """Play it differently."""
    await _on_the_options(
        tavern, asked, await tavern.house.set_option(asked.press, table, name, asked.values[0])
    )


async def pace(tavern: Tavern, asked: Asked, table: str) -> None:
    """How long a move may take: one of the list."""
    known = await tavern.house.table(table)
    kept = asked.values[0] == known.record.pace.name == "own"
    chosen = known.record.pace if kept else terms.named_pace(asked.values[0])
    await _on_the_options(tavern, asked, await tavern.house.set_pace(asked.press, table, chosen))


async def own_pace(tavern: Tavern, asked: Asked, table: str) -> None:
    """Open the window for values of one's own."""
    known = await tavern.house.table(table)
    rules_of_the_house.require_lobby(known)
    rules_of_the_house.require_host(known, asked.user)
    if not await asked.ask(_pace_window(known, await tavern.reader(asked, table))):
        raise Refusal(
            "late", _("That took too long, so the window could not be opened. Choose it once more.")
        )


def _pace_window(table: Table, reader: Reader) -> dict[str, Any]:
    return modals.pace(ids.encode("pace", table.id), table.record.pace, reader).payload()


async def pace_with(tavern: Tavern, asked: Asked, table: str) -> None:
    """The values have come."""
    fields = (modals.MOVE, modals.BANK, modals.INCREMENT)
    chosen = terms.own_pace(*map(asked.written, fields))
    await _on_the_options(tavern, asked, await tavern.house.set_pace(asked.press, table, chosen))


async def seats(tavern: Tavern, asked: Asked, table: str) -> None:
    """More seats, or fewer."""
    await _at_the_doors(
        tavern, asked, await tavern.house.set_capacity(asked.press, table, int(asked.values[0]))
    )


async def strength(tavern: Tavern, asked: Asked, table: str, taken: str) -> None:
    """A robot of a chosen strength sits down."""
    del taken
    await _at_the_doors(tavern, asked, await tavern.house.add_robot(asked.press, table, asked.values[0]))


async def remove(tavern: Tavern, asked: Asked, table: str) -> None:
    """Show somebody the door."""
    await _at_the_doors(tavern, asked, await tavern.house.remove(asked.press, table, asked.values[0]))


async def lock(tavern: Tavern, asked: Asked, table: str, locked: str) -> None:
    """Lock or unlock."""
    await _at_the_doors(tavern, asked, await tavern.house.lock(asked.press, table, locked == "1"))


async def rate(tavern: Tavern, asked: Asked, table: str, rated: str) -> None:
    """For ratings, or not."""
    await _on_the_options(tavern, asked, await tavern.house.rate(asked.press, table, rated == "1"))


async def invite(tavern: Tavern, asked: Asked, table: str) -> None:
    """Name who may join."""
    users = [int(user) for user in asked.values]
    await _at_the_doors(tavern, asked, await tavern.house.invite(asked.press, table, users))


async def invited(tavern: Tavern, asked: Asked, table: str, who: str) -> None:
    """By invitation only, or open to all."""
    await _at_the_doors(
        tavern, asked, await tavern.house.invite(asked.press, table, None if who == "all" else ())
    )


async def _on_the_options(tavern: Tavern, asked: Asked, done: Done) -> None:
    reader = await tavern.reader(asked, done.table.id)
    await asked.redraw(options_screens.options(done.table, reader).payload())


async def _at_the_doors(tavern: Tavern, asked: Asked, done: Done) -> None:
    reader = await tavern.reader(asked, done.table.id)
    await asked.redraw(options_screens.doors(done.table, reader).payload())


async def close(tavern: Tavern, asked: Asked, table: str) -> None:
    """Ask whether the host means it."""
    known = await tavern.house.table(table)
    rules_of_the_house.close(known, asked.user)  # refuses what could not be done anyway
    await asked.tell(notice.confirm_close(known, await tavern.reader(asked, table)).payload())


async def close_now(tavern: Tavern, asked: Asked, table: str) -> None:
    """Call it off."""
    done = await tavern.house.close_table(asked.press, table)
    await say(tavern, asked, done, _("Table {table} is closed.", table=table))


# during the game


async def pause(tavern: Tavern, asked: Asked, table: str) -> None:
    """Ask for a pause, or agree to one."""
    done = await tavern.house.pause(asked.press, table)
    await say(tavern, asked, done, _("The table pauses."))


async def unpause(tavern: Tavern, asked: Asked, table: str) -> None:
    """Play on."""
    done = await tavern.house.unpause(asked.press, table)
    await say(tavern, asked, done, _("The clocks run again."))
