"""Buttons that lead out of a running game, and into it in somebody's place."""

from __future__ import annotations

from bot.asked import Asked
from bot.commands.hand import tell_hand
from bot.commands.saying import say
from bot.page import Payload
from bot.screens import leaving as screens
from bot.tables import leaving
from bot.tavern import Tavern
from games.text import _


async def ask(tavern: Tavern, asked: Asked, table: str) -> None:
    """Show the ways out."""
    known = await tavern.house.table(table)
    seat = leaving.require_own_seat(known, asked.user)
    await asked.tell(screens.ways_out(known, await tavern.reader(asked, table), seat).payload())


async def to_robot(tavern: Tavern, asked: Asked, table: str) -> None:
    """A robot plays on until they are back."""
    done = await tavern.house.leave_to_robot(asked.press, table)
    await say(tavern, asked, done, _("A robot plays on in your seat."))


async def concede(tavern: Tavern, asked: Asked, table: str) -> None:
    """Ask whether they mean it."""
    known = await tavern.house.table(table)
    seat = leaving.require_own_seat(known, asked.user)
    await _in_place(asked, screens.confirm_concede(known, await tavern.reader(asked, table), seat).payload())


async def concede_now(tavern: Tavern, asked: Asked, table: str) -> None:
    """Leave for good."""
    done = await tavern.house.concede(asked.press, table)
    await say(tavern, asked, done, _("You have conceded."))


async def call(tavern: Tavern, asked: Asked, table: str, seat: str) -> None:
    """A substitute is wanted."""
    done = await tavern.house.call_substitute(asked.press, table, int(seat))
    await say(tavern, asked, done, _("A substitute is wanted."))


async def uncall(tavern: Tavern, asked: Asked, table: str, seat: str) -> None:
    """None is wanted after all."""
    done = await tavern.house.withdraw_call(asked.press, table, int(seat))
    await say(tavern, asked, done, _("No substitute is wanted any more."))


async def take(tavern: Tavern, asked: Asked, table: str, seat: str) -> None:
    """Sit down in somebody's place: the answer is the hand, which nobody but them is shown."""
    done = await tavern.house.take_seat(asked.press, table, int(seat))
    await tell_hand(tavern, asked, done.table, _("The seat is yours: this is your hand now."))


async def _in_place(asked: Asked, payload: Payload) -> None:
    """In place of the private message whose button was pressed, or as a new one."""
    await (asked.redraw(payload) if asked.is_press and asked.on_private_message else asked.tell(payload))
